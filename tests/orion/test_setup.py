"""Layouts of tokens: fixed, uniformly random, and made by the players (O5-O7)."""

import hashlib
from collections.abc import Iterable

import numpy as np
import pytest

from parhelion.errors import BadOption
from parhelion.games.orion import make_layout_slots
from parhelion.games.orion.kernels import layout_slots, rules
from parhelion.games.orion.kernels import token_layouts as token_rules
from parhelion.games.orion.kernels.constants import AXIAL, CELL_AT, COLOURS, COUNTS, SETUPS, bitset
from parhelion.games.orion.kernels.layout_slots import EMPTY_BOARD
from parhelion.games.orion.notation import NAMES, NUMBER, members
from parhelion.kernel import stream
from tests.orion import naive_rules, token_layout_counts
from tests.orion.matches import ORION, axial, orion

DEALS = 4_000
NOTHING, GALAXY, HOLE = range(3)
EXCHANGED = (NOTHING, HOLE, GALAXY)


def as_kinds(tokens: Iterable[int]) -> list[int]:
    """What lies on each cell, from the cells of the galaxies and of the holes."""
    cells = list(tokens)
    return [GALAXY if c in cells[:8] else HOLE if c in cells[8:] else NOTHING for c in range(85)]


def is_blocked(layout: list[int], cell: int, kind: int) -> bool:
    """Whether what lies on the first cells is too near for a token."""
    return any(
        naive_rules.distance(AXIAL[cell], AXIAL[other]) < (3 if lies == kind else 2)
        for other, lies in enumerate(layout)
        if lies != NOTHING
    )


def first_slot(layout: list[int]) -> int:
    """The first of a layout's slots of the empty board."""
    first, scale = 0, 1
    for cell, chosen in enumerate(layout):
        allowed = [kind for kind in (GALAXY, HOLE) if not is_blocked(layout[:cell], cell, kind)]
        choices = [NOTHING, *allowed]
        for kind in choices[: choices.index(chosen)]:
            first += scale * (1 if kind == NOTHING else 2) * slots_after(layout[:cell], kind)
        scale *= 1 if chosen == NOTHING else 2
    return first


def slots_after(layout: list[int], kind: int) -> int:
    """The slots of the situation after a choice for the next cell."""
    first = [*layout, kind]
    cells = range(len(first), 85)
    blocked = [{c for c in cells if is_blocked(first, c, kind)} for kind in (GALAXY, HOLE)]
    start = next((c for c in cells if c not in blocked[0] & blocked[1]), 85)
    bits = (sum(1 << (c - start) for c in each if c >= start) for each in blocked)
    return int(token_rules.slots((start, *bits)))


@pytest.mark.rule("O7")
def test_there_are_as_many_layouts_as_the_rules_say() -> None:
    assert token_layout_counts.layouts() == 3_191_751_111_540


@pytest.mark.rule("O5", "O6", "O7")
def test_every_situation_has_enough_slots_for_its_choices() -> None:
    """Shown for all that can be, by a sweep that shares no code with the sampler. So every layout
    has slots of the empty board: one, doubled for each of its tokens."""
    after = np.ones(1, np.int64)
    for cell, before in reversed([*enumerate(token_layout_counts.situations())]):
        needed = np.zeros_like(before.for_hole)
        for times, (sources, targets) in zip((1, 2, 2), before.moves, strict=True):
            needed[sources] += times * after[targets]
        is_open = before.for_galaxy & before.for_hole & 1 == 0
        slots = token_rules.slots((cell, before.for_galaxy, before.for_hole))
        after = np.where(is_open, slots, needed)  # nothing is chosen for a closed cell
        assert (after >= needed).all()
        assert after.max() <= 2**62  # for `below62`
    assert after == token_rules.slots(EMPTY_BOARD)
    share = token_layout_counts.layouts() * 2 * 2**15 / int(after[0])
    assert 0.176 < share < 0.179


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_a_layout_has_exactly_its_slots() -> None:
    """2**15 slots one after another give it, the slots around them do not; and 2**15 others where
    galaxies and holes are exchanged."""
    rng, tokens = stream(2, "test"), np.zeros(15, dtype=np.int64)
    layouts = [as_kinds(layout) for layout in token_rules.SYMMETRIC]
    for _ in range(7):
        token_rules.place_randomly(tokens, rng)
        layouts.append(as_kinds(tokens))
    for layout in layouts:
        for first in (first_slot(layout), first_slot([EXCHANGED[kind] for kind in layout])):
            for slot, is_its_own in ((-1, False), (0, True), (2**15 - 1, True), (2**15, False)):
                found = token_rules.try_slot(tokens, np.int64(first + slot))
                assert (found and layout == as_kinds(tokens)) == is_its_own


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_slots_that_nothing_has_and_those_of_other_numbers_of_tokens_give_no_layout() -> None:
    tokens = np.zeros(15, dtype=np.int64)
    assert not token_rules.try_slot(tokens, np.int64(0))  # no token at all
    empty = EMPTY_BOARD
    while token_rules.owner(empty, token_rules.slots(empty) - 1)[0] != layout_slots.NONE_HAS_IT:
        empty = token_rules.after(empty, NOTHING)
    assert not token_rules.try_slot(tokens, token_rules.slots(empty) - 1)
    for kinds in ([GALAXY], [GALAXY, HOLE]):
        crowded = [NOTHING] * 85
        for cell in range(85):
            for kind in kinds:
                if not is_blocked(crowded[:cell], cell, kind):
                    crowded[cell] = kind
        assert sum(kind != NOTHING for kind in crowded) != 15
        assert not token_rules.try_slot(tokens, np.int64(first_slot(crowded)))


@pytest.mark.uncompiled
def test_the_file_of_slots_is_what_is_made() -> None:
    assert np.array_equal(layout_slots.TABLE, make_layout_slots.table())
    assert hashlib.sha256(layout_slots.FILE.read_bytes()).hexdigest() == layout_slots.SHA256


@pytest.mark.rule("O3", "O5", "O6", "O7")
def test_random_layouts_are_valid_and_uniform_in_every_cell() -> None:
    """How often each cell holds a galaxy or a hole, against the exact number of layouts that
    have one there: every cell within 5 sigma, and a chi-square over all of them."""
    states, rng = np.zeros(1, dtype=ORION.dtype), stream(11, "test")
    galaxies, holes = np.zeros(85), np.zeros(85)
    for _ in range(DEALS):
        rules.deal(states[0], rng)
        galaxies[members(states[0].galaxies)] += 1
        holes[members(states[0].holes)] += 1
    for seen, exact in (
        (galaxies, token_layout_counts.galaxy_marginals()),
        (holes, token_layout_counts.hole_marginals()),
    ):
        share = np.array(exact) / token_layout_counts.layouts()
        sigma = np.sqrt(DEALS * share * (1 - share))
        deviation = (seen - DEALS * share) / sigma
        assert np.abs(deviation).max() < 5
        assert abs((deviation**2).mean() - 1) < 0.8


@pytest.mark.rule("O3", "O7")
@pytest.mark.uncompiled
@pytest.mark.parametrize("setup", ["symmetric-1", "symmetric-2", "symmetric-3"])
def test_symmetric_setups_are_valid_and_symmetric(setup: str) -> None:
    view = orion(setup).view()["position"]
    galaxies, holes = axial(view["galaxies"]), axial(view["holes"])
    assert naive_rules.valid_layout(galaxies, holes)
    assert {(-q, -r) for q, r in galaxies} == set(galaxies)
    assert {(-q, -r) for q, r in holes} == set(holes)


@pytest.mark.rule("O5", "O6", "O7")
@pytest.mark.uncompiled
@pytest.mark.parametrize("placer", COLOURS)
@pytest.mark.parametrize("first", COLOURS)
def test_one_player_places_the_galaxies_and_the_other_the_holes(placer: str, first: str) -> None:
    match = orion("players", placer=placer, first=first)
    assert len(match.moves()) == 85
    for token in range(15):
        assert match.turn == (COLOURS.index(placer) + (token >= 8)) % 2
        assert match.moves()[0].verb == ("galaxy" if token < 8 else "hole")
        match.play(match.moves()[0])
    assert match.turn == COLOURS.index(first)
    assert match.moves()[0].verb not in ("galaxy", "hole")
    view = match.view()["position"]
    assert naive_rules.valid_layout(axial(view["galaxies"]), axial(view["holes"]))


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
@pytest.mark.parametrize("setup", ["symmetric-1", "players"])
def test_orange_may_lay_the_first_tile(setup: str) -> None:
    """The same game with the colours changed: Orange covers its own tile's cells with orange."""
    match = orion(setup, first="orange")
    while match.moves()[0].verb in ("galaxy", "hole"):
        match.play(match.moves()[0])
    assert match.turn == 1
    match.play("duo e4/e5" if setup == "symmetric-1" else match.moves()[0])
    assert match.turn == 0
    view = match.view()["position"]
    assert sum(view["tiles"]["orange"].values()) == 13
    assert sum(view["tiles"]["blue"].values()) == 14


def test_the_kernels_number_the_values_of_options_in_their_order() -> None:
    values = {option.name: option.values for option in ORION.options}
    assert values == {"setup": SETUPS, "count": COUNTS, "placer": COLOURS, "first": COLOURS}


@pytest.mark.rule("O7")
def test_the_placer_is_chosen_only_with_the_setup_by_players() -> None:
    with pytest.raises(BadOption, match="option placer=orange needs setup=players"):
        orion("symmetric-1", placer="orange")


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_the_players_can_make_any_layout() -> None:
    dealt = orion("symmetric-2").deal
    match = orion("players")
    for cell in dealt["galaxies"]:
        match.play(f"galaxy {cell}")
    for cell in dealt["holes"]:
        match.play(f"hole {cell}")
    start, made = orion("symmetric-2").state, match.state
    for field in ("galaxies", "holes", "legal", "own_fits", "other_fits", "chain"):
        assert np.array_equal(made[field], start[field])


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_a_random_deal_lays_the_tokens_that_were_drawn() -> None:
    """Drawn in plain Python here; the deal is compiled."""
    states, tokens = np.zeros(1, dtype=ORION.dtype), np.zeros(15, dtype=np.int64)
    for seed in range(10):
        rng, twin = stream(seed, "test"), stream(seed, "test")
        rules.deal(states[0], rng)
        token_rules.place_randomly(tokens, twin)
        assert members(states[0].galaxies) == sorted(tokens[:8])
        assert members(states[0].holes) == sorted(tokens[8:])
        assert rng.tolist() == twin.tolist()
        cells = [AXIAL[token] for token in tokens]
        assert naive_rules.valid_layout(cells[:8], cells[8:])


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_room_is_found_even_when_the_first_cell_is_a_bad_choice() -> None:
    """The first cell lies within two steps of both others, which are three apart."""
    cells = bitset([CELL_AT[0, -2], CELL_AT[-2, 0], CELL_AT[1, -1]], 2)
    three = (cells[0], cells[1])
    assert token_rules.galaxies_fit(three, three, 2, 0)
    assert token_rules.holes_fit(three, 2)
    assert not token_rules.galaxies_fit(three, three, 3, 0)
    assert not token_rules.holes_fit(three, 3)
    assert token_rules.room(three) == 2


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_a_galaxy_that_leaves_no_room_for_the_last_one_is_not_allowed() -> None:
    """i6 and j6 are far enough from all others, but nothing could follow them."""
    galaxies = bitset([NUMBER[name] for name in ("f5", "f8", "i3", "c3", "f2", "c6")], 2)
    allowed = members(token_rules.token_cells(galaxies, bitset([], 2)))
    assert [NAMES[cell] for cell in allowed] == ["i7", "i8", "j5", "j7", "k3", "k4"]


@pytest.mark.rule("O7")
@pytest.mark.uncompiled
def test_a_random_token_never_takes_the_room_of_the_last_one() -> None:
    galaxies = bitset([NUMBER[name] for name in ("f5", "f8", "i3", "c3", "f2", "c6")], 2)
    holes = bitset([], 2)
    rng = stream(1, "test")
    drawn = {int(token_rules.random_token_cell(galaxies, holes, rng)) for _ in range(80)}
    assert sorted(drawn) == members(token_rules.token_cells(galaxies, holes))
