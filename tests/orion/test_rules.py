"""The rules of Orion Duel, statement by statement."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parhelion.errors import IllegalMove
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.notation import NAMES
from parhelion.kernel import COMPILED
from parhelion.match import Match
from tests.orion import naive_rules
from tests.orion.matches import (
    after,
    legal_texts,
    naive_legal,
    naive_move,
    orion,
    played,
    position,
)

pytestmark = pytest.mark.uncompiled

PERFT = json.loads((Path(__file__).parent / "perft.json").read_text(encoding="utf-8"))


# --- board and pieces


@pytest.mark.rule("O1")
def test_the_board_has_85_cells_in_rows_named_a_to_k() -> None:
    assert set(constants.AXIAL) == naive_rules.CELLS
    assert [naive_rules.name(axial) for axial in constants.AXIAL] == NAMES
    rows = Counter(name[0] for name in NAMES)
    assert "".join(rows) == "abcdefghijk"
    assert list(rows.values()) == [4, 7, 8, 9, 10, 9, 10, 9, 8, 7, 4]


@pytest.mark.rule("O1")
def test_the_map_of_cell_numbers_is_true() -> None:
    """The picture at the top of `constants` numbers the cells as the arrays do."""
    lines = [line.split() for line in (constants.__doc__ or "").splitlines()]
    drawn = {line[0]: line[1:] for line in lines if line and line[0] in "abcdefghijk"}
    for letter, numbers in drawn.items():
        assert [NAMES[int(number)] for number in numbers] == [
            name for name in NAMES if name[0] == letter
        ]
    assert len(drawn) == 11


@pytest.mark.rule("O1")
def test_neighbours_are_the_cells_at_distance_one() -> None:
    for cell in range(constants.CELLS):
        near = {constants.neighbour(cell, direction) for direction in range(6)} - {None}
        assert near == {c for c in range(constants.CELLS) if constants.distance(c, cell) == 1}


@pytest.mark.rule("O2")
def test_sides_have_four_cells_each_and_lie_opposite() -> None:
    for number, side in enumerate(constants.SIDES):
        cells = {
            constants.AXIAL[cell]
            for cell in range(constants.CELLS)
            if constants.ON_SIDES[cell] >> number & 1
        }
        assert cells == naive_rules.SIDES[side.title()]
    pairs = {(constants.SIDES[i].title(), constants.SIDES[i + 3].title()) for i in range(3)}
    assert pairs == set(naive_rules.OPPOSITE)


@pytest.mark.rule("O3", "O4")
def test_each_player_has_fourteen_tiles_and_72_hexes_lie_in_all() -> None:
    sky = orion().view()["position"]
    assert sky["tiles"] == {"blue": naive_rules.TILES, "orange": naive_rules.TILES}
    hexes = np.array(constants.OWN_HEXES) + np.array(constants.OTHER_HEXES)
    assert sum(constants.TILES_OF_KIND) == 14
    assert 2 * int(hexes @ np.array(constants.TILES_OF_KIND)) == 72
    assert (len(sky["galaxies"]), len(sky["holes"])) == (8, 7)


@pytest.mark.rule("O4")
def test_placements_on_the_empty_board_are_counted_as_the_rules_say() -> None:
    counts = Counter(constants.KINDS[kind] for kind in constants.KIND)
    assert counts == PERFT["placements"]
    assert constants.PLACEMENTS == 2323


@pytest.mark.rule("O4")
def test_the_stretches_of_a_part_leave_no_placement_out() -> None:
    """`COVERING`, cut short, holds every placement on a cell of the part; so do the others."""
    on = constants.OWN_ON | constants.OTHER_ON
    for part, cells in enumerate(constants.PARTS):
        whole = np.zeros(constants.WORDS, dtype=np.uint64)
        first = int(constants.COVERING_FROM[part])
        whole[first : first + constants.COVERING_WORDS] = constants.COVERING[part]
        assert np.array_equal(whole, np.bitwise_or.reduce(on[list(cells)]))
        beside = {
            n for c in cells for d in range(6) if (n := constants.neighbour(c, d)) is not None
        }
        for stretch, by_cell in (
            (constants.OWN_BESIDE, constants.OWN_ON),
            (constants.OTHER_BESIDE, constants.OTHER_ON),
        ):
            count = np.bitwise_count(np.bitwise_or.reduce(by_cell[sorted(beside)])).sum()
            assert np.bitwise_count(stretch[part]).sum() == count


@pytest.mark.rule("O4", "O8", "O9")
@pytest.mark.parametrize("setup", ["symmetric-1", "symmetric-2", "symmetric-3"])
def test_first_moves_are_counted_as_in_the_perft_file(setup: str) -> None:
    assert len(orion(setup).moves()) == PERFT["first moves"][setup]


@pytest.mark.rule("O4", "O8", "O9")
@pytest.mark.parametrize("setup", ["symmetric-1", "symmetric-2", "symmetric-3"])
def test_pairs_of_moves_are_counted_as_in_the_perft_file(setup: str) -> None:
    """All of them compiled; every hundredth first move uncompiled, against the naive rules."""
    if COMPILED:
        assert second_moves(orion(setup), 1) == PERFT["first and second moves"][setup]
    else:
        match = orion(setup)
        for action in match.actions()[::400]:
            match.play(action)
            twin = naive_rules.Game(*tokens(match))
            twin.play(naive_move(action))
            assert naive_legal(match) == twin.legal()
            match.undo()


def second_moves(match: Match, step: int) -> int:
    total = 0
    for action in match.actions()[::step]:
        match.play(action)
        total += len(match.actions())
        match.undo()
    return total


def tokens(match: Match) -> tuple[list[naive_rules.Cell], list[naive_rules.Cell]]:
    view = match.view()["position"]
    return [naive_rules.cell(c) for c in view["galaxies"]], [
        naive_rules.cell(c) for c in view["holes"]
    ]


# --- placing tiles


@pytest.mark.rule("O8")
def test_tiles_need_not_touch_and_never_overlap() -> None:
    match = played("line e3 e4/e5", "line g3 g4/g5")
    with pytest.raises(IllegalMove, match="e5 already has a tile"):
        match.play("star e5")
    with pytest.raises(IllegalMove, match="g4 already has a tile"):
        match.play("duo f3/g4")


@pytest.mark.rule("O4", "O8")
def test_a_tile_that_is_used_up_is_gone() -> None:
    match = played("star e4", "star h4")
    with pytest.raises(IllegalMove, match="no star is left"):
        match.play("star e6")
    assert match.view()["position"]["tiles"]["blue"]["star"] == 0
    assert not any(move.verb == "star" for move in match.moves())


@pytest.mark.rule("O4", "O9")
def test_identical_tiles_are_one_move() -> None:
    texts = [move.text for move in played().moves()]
    assert len(texts) == len(set(texts))
    assert sum(text.startswith("line e4 e5/") for text in texts) == 1


@pytest.mark.rule("O9")
def test_a_token_cannot_be_covered_from_nowhere() -> None:
    match = played()
    with pytest.raises(
        IllegalMove, match="blue may cover the token on f5 only from another blue hex"
    ):
        match.play("star f5")
    with pytest.raises(IllegalMove, match="blue may cover the token on f5"):
        match.play("pair f4 f5")
    with pytest.raises(IllegalMove, match="orange may cover the token on f5"):
        match.play("duo f4/f5")


@pytest.mark.rule("O9")
def test_own_hexes_of_a_tile_vouch_for_each_other() -> None:
    """The far own hex covers the token, the near one touches an earlier hex of the colour."""
    match = played("star f2", "star h4")
    assert "pair f3 f4" in legal_texts(match)
    assert "pair f4 f5" not in legal_texts(match)
    assert "line f3 f4/f5" not in legal_texts(match)  # orange on f5 touches nothing orange
    match = played("star f3", "star h4")
    assert {"pair f4 f5", "line f4 f5/f6", "bend f4 f5/g6"} <= legal_texts(match)
    assert "duo f5/f6" not in legal_texts(match)  # f5 alone does not touch f3


@pytest.mark.rule("O9")
def test_the_chain_must_not_be_broken_by_the_other_colour() -> None:
    """Blue lies beside the orange hex of the tile: that links nothing."""
    match = played("star f3", "star h4")
    assert "duo f5/f4" not in legal_texts(match)
    assert "line f6 f5/f4" not in legal_texts(match)


@pytest.mark.rule("O9")
def test_both_colours_are_judged_each_on_its_own() -> None:
    """An orange hex may cover a token when it touches orange, whoever's tile that lies on."""
    match = played("duo d4/e5", "star h4")
    assert "duo g5/f5" in legal_texts(match)  # orange on f5 touches Blue's tile with orange e5
    assert "duo f5/g5" not in legal_texts(match)  # blue on f5 touches no blue
    match.play("duo g5/f5")
    assert "f5" in match.view()["position"]["hexes"]["orange"]


@pytest.mark.rule("O9")
def test_whose_tile_the_earlier_hex_is_on_does_not_matter() -> None:
    match = played("star b7", "duo e6/e5")  # Orange's tile brings the blue hex e5
    assert "pair f5 f6" in legal_texts(match)
    assert "duo f5/g6" in legal_texts(match)


# --- winning


def conditions(match: Match) -> list[int]:
    """By seat: how many winning conditions it has reached."""
    found: list[int] = match.view()["position"]["conditions"]
    return found


DOWN = "b3 c4 d4 e5 f4 g5 h4 i4 j3 k1"
"""A chain from beside a2 down to Taurus."""
ALSO_DOWN = "b5 c5 d6 e6 f6 g6 h6 i5 j5 k3"
"""Another, from beside a3."""
TO_GALAXIES = "f1 f2 f3 f4 e5 d5 e6 f6 f7 f8 c5 c6"
"""A chain on the galaxies f1 and d5 that ends beside those on f9 and b6."""
TO_HOLES = "d2 d3 d4 e5 f5 f6 e7 e8"
"""A chain on the black holes d2 and f5 that ends beside the one on d8."""


@pytest.mark.rule("O2", "O10", "O11")
def test_linking_opposite_sides_wins() -> None:
    assert after(position(DOWN), "star a2") == (None, 0, {"constellations"})


@pytest.mark.rule("O2", "O10")
def test_linking_sides_that_are_not_opposite_wins_nothing() -> None:
    """Gemini and Taurus are neighbours."""
    assert after(position("j1 j2"), "star k1") == (1, None, set())


@pytest.mark.rule("O10")
def test_the_opponents_placement_can_bring_the_win() -> None:
    assert after(position(DOWN, first=1), "duo a1/a2") == (None, 0, {"constellations"})


@pytest.mark.rule("O10", "O11")
def test_four_galaxies_on_one_chain_win() -> None:
    assert after(position(TO_GALAXIES), "pair b6 b5") == (1, None, set())  # the third
    assert after(position(TO_GALAXIES + " f9"), "pair b6 b5") == (None, 0, {"galaxies"})


@pytest.mark.rule("O10", "O11")
def test_four_galaxies_on_separate_chains_win_nothing() -> None:
    assert after(position("b2 b6 f1 e9"), "star f9") == (1, None, set())


@pytest.mark.rule("O10", "O11")
def test_three_black_holes_on_a_chain_win_for_the_opponent() -> None:
    assert after(position(orange="d2 d3 d4 e5", first=1), "star f5") == (0, None, set())
    assert after(position(orange=TO_HOLES, first=1), "star d8") == (None, 0, {"holes"})
    assert after(position(orange=TO_HOLES, first=0), "duo c8/d8") == (None, 0, {"holes"})


@pytest.mark.rule("O10", "O11")
def test_one_placement_can_bring_two_conditions() -> None:
    """The star on e5 joins an upper and a lower chain with two galaxies each."""
    match = position("a2 b3 c4 d4 b2 d5 f4 g5 h4 i4 j3 k1 h5 j2")
    assert after(match, "star e5") == (None, 0, {"constellations", "galaxies"})


@pytest.mark.rule("O11")
def test_when_both_gain_as_much_at_once_the_game_goes_on() -> None:
    """One duo links Monoceros and Taurus for both colours."""
    match = position(DOWN, ALSO_DOWN)
    assert after(match, "duo a2/a3") == (1, None, set())
    assert conditions(match) == [1, 1]


@pytest.mark.rule("O11")
def test_the_first_to_be_ahead_after_a_tie_wins() -> None:
    """After the tie Orange covers its third black hole."""
    match = position(DOWN, ALSO_DOWN + " f5 j4 d7")
    after(match, "duo a2/a3")
    assert after(match, "star d8") == (None, 0, {"holes"})
    assert conditions(match) == [2, 1]


@pytest.mark.rule("O11")
def test_ways_counts_each_way_once_and_each_counts_every_time() -> None:
    """Nearly everything is blue: three pairs of sides and twice four galaxies."""
    cells = " ".join(sorted(set(NAMES) - {"a1", "a2", *orion().deal["holes"]}))
    assert conditions(position(cells)) == [2, 0]
    assert conditions(position(cells, count="each")) == [5, 0]


@pytest.mark.rule("O11")
@pytest.mark.parametrize(
    ("count", "end"), [("ways", (1, None, set())), ("each", (None, 0, {"constellations"}))]
)
def test_a_way_reached_again_counts_only_with_each(count: str, end: Any) -> None:
    """Blue's chain links two sides and holds three black holes, so both have a condition; then
    blue links Canis Major and Eridanus as well."""
    match = position(f"{DOWN} a2 e4 e3 e2 g6 g7 g8 g9 g10 d2 f5 j4", count=count)
    assert conditions(match) == [1, 1]
    assert after(match, "star e1") == end


@pytest.mark.rule("O11")
def test_a_pair_of_sides_linked_twice_counts_once() -> None:
    assert conditions(position(f"{DOWN} a2 {ALSO_DOWN} a3", count="each")) == [1, 0]


LAST_STAR = {"blue": {}, "orange": {"star": 1}}
"""The tiles left before the last one."""


@pytest.mark.rule("O12")
@pytest.mark.parametrize(
    ("blue", "orange", "winner"),
    [("b2", "", 0), ("", "b2", 1), ("", "d2", 0), ("b2 d2", "", None), ("", "", None)],
)
def test_when_all_tiles_lie_galaxies_less_black_holes_decide(
    blue: str, orange: str, winner: int | None
) -> None:
    match = position(blue, orange, tiles=LAST_STAR)
    assert after(match, "star f7") == (None, winner, {"tiles"})


@pytest.mark.rule("O11", "O12")
def test_more_conditions_win_before_tokens_are_counted() -> None:
    match = position(DOWN, "b2 b6", tiles={"blue": {}, "orange": {"duo": 1}})
    assert after(match, "duo a1/a2") == (None, 0, {"constellations"})


@pytest.mark.rule("O13")
def test_a_player_who_cannot_place_loses() -> None:
    """After the duo there is room for another duo, but not for a line."""
    blue = "a3 b3 b4 b6 c4 c6 d2 d5 d6 d7 d8 e3 e4 f5 f6 f7 f8 g2 g5 g6 g8 h3 h6 h7 i1 i2 i3 j1"
    orange = "a4 b5 c2 c3 c5 c7 c8 e1 e2 e6 e7 e9 e10 f1 f2 f4 f9 g7 g10 h1 h2 h4 h8 i4 i5 i6 i7"
    blue, orange = f"{blue} j5 j7 k4", f"{orange} j2 j4 k1"
    hand = {"duo": 1, "line": 1}
    match = position(blue, orange, tiles={"blue": hand, "orange": {"line": 2}})
    assert after(match, "duo c1/b1") == (None, 0, {"stuck"})
    match = position(blue, orange, tiles={"blue": hand, "orange": hand})
    assert after(match, "duo c1/b1") == (1, None, set())


@pytest.mark.rule("O12", "O13")
def test_when_all_tiles_lie_nobody_is_stuck() -> None:
    match = position("b2", tiles=LAST_STAR)
    assert after(match, "star f7") == (None, 0, {"tiles"})
