"""What programs observe of every game: as declared, and nothing that the seat may not know."""

import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

import parhelion as ph
from parhelion.envs import Observation, observation
from parhelion.games import Game
from parhelion.kernel import COMPILED, stream
from parhelion.match import Match
from tests.positions import matches, positions
from tests.solstis.set_up import SOLSTIS, Table

pytestmark = pytest.mark.uncompiled


def some_positions(match: Match) -> Iterator[Match]:
    """The positions of a random game; uncompiled, some of them."""
    return (each for each in positions(match) if COMPILED or each.ply % 9 == 0)


def observed(layout: Observation, states: object, seat: int) -> np.ndarray:
    """What is written for a seat, and sixteen untouched numbers behind it."""
    out = np.full(layout.size + 16, 77, dtype=np.int8)
    layout.write(states, seat, out[: layout.size])
    assert (out[layout.size :] == 77).all()
    return out[: layout.size]


def test_solstis_tiles_on_their_way_to_a_panorama_are_observed() -> None:
    table = Table(
        hands=("2-4 5-5", "3-3"),
        line="2-6 6-7",
        pile="3-9 3-8",
        tiles=("2-5", ""),
        rainbows=("2-4 2-6", ""),
    )
    table.play("play 2-4")
    layout = Observation(SOLSTIS)
    for seat in (0, 1):
        seen = observed(layout, table.states, seat)
        for part, tile in (("arriving", (1, 5)), ("coming", (1, 3))):  # 2-6, then 2-4
            assert np.argwhere(layout.part(seen, part)).tolist() == [list(tile)]
            assert not layout.part(seen, "unseen")[tile]


def test_every_number_is_written_and_within_its_bounds(game: Game) -> None:
    layout = Observation(game)
    for match in matches(game, 2):
        for position in some_positions(match):
            for seat in range(len(match.seats)):
                seen = observed(layout, position.state, seat)
                again = np.full(layout.size, -77, dtype=np.int8)
                layout.write(position.state, seat, again)
                assert np.array_equal(seen, again)
                assert (layout.low <= seen).all()
                assert (seen <= layout.high).all()


def test_a_seat_observes_nothing_that_it_may_not_know(game: Game) -> None:
    """Whatever of the rest is dealt anew, the observation stays the same."""
    rng, layout = stream(11, "test"), Observation(game)
    for match in matches(game, 2):
        for position in some_positions(match):
            for seat in range(len(match.seats)):
                guessed = position.state
                game.kernels.redeal(guessed[0], seat, rng)
                mine, theirs = (observed(layout, each, seat) for each in (position.state, guessed))
                assert np.array_equal(mine, theirs)


def test_observing_changes_nothing(game: Game) -> None:
    layout = Observation(game)
    for match in matches(game, 1):
        for position in some_positions(match):
            states = position.state
            observed(layout, states, 0)
            assert states.tobytes() == position.state.tobytes()


def test_positions_that_a_seat_can_tell_apart_look_different(game: Game) -> None:
    """Every move of a seat can be seen in what it observes."""
    layout = Observation(game)
    for match in list(matches(game, 1))[: None if COMPILED else 1]:
        before, mover = None, None
        for position in positions(match):
            if before is not None and mover is not None:
                assert not np.array_equal(before, observed(layout, position.state, mover))
            mover = position.turn
            if mover is not None:
                before = observed(layout, position.state, mover)


def test_parts_have_different_names_and_cover_the_observation(game: Game) -> None:
    layout = Observation(game)
    assert len(layout.parts) == len(game.observation)
    assert sum(part.size for part in game.observation) == layout.size
    many = np.zeros((2, layout.size), dtype=np.int8)
    for name, part in layout.parts.items():
        assert part.meaning
        assert layout.part(many, name).shape == (2, *part.shape)
        assert np.shares_memory(layout.part(many, name), many)


# --- what the numbers of our games mean --------------------------------------------------


def test_orion_is_seen_from_the_viewer() -> None:
    match, layout = ph.new("orion", seed=7, setup="symmetric-1"), observation("orion")
    match.play("line e4 e5/e6")
    blue, orange = (layout.of(match, seat) for seat in range(2))
    own, other = layout.part(blue, "own_hexes"), layout.part(blue, "other_hexes")
    assert (own.sum(), other.sum()) == (2, 1)
    assert own[4, 4:6].tolist() == [1, 1]  # e1 has q = -4, r = -1
    assert other[4, 6] == 1
    assert np.array_equal(layout.part(orange, "own_hexes"), other)
    assert layout.part(blue, "galaxies").sum() == 8
    assert layout.part(blue, "holes").sum() == 7
    assert layout.part(blue, "own_tiles").tolist() == [1, 1, 3, 2, 3, 3]
    assert layout.part(orange, "other_tiles").tolist() == [1, 1, 3, 2, 3, 3]
    assert (layout.part(blue, "to_move"), layout.part(orange, "to_move")) == (0, 1)


def test_solstis_shows_the_own_hand_and_what_is_unseen() -> None:
    match, layout = ph.new("solstis", seed=7), observation("solstis")
    for seat in range(2):
        seen = layout.of(match, seat)
        held = {divmod(int(place), 10) for place in np.flatnonzero(layout.part(seen, "hand"))}
        told = match.view(seat)["position"]["hands"][seat]
        assert len(held) == len(told) == 3
        assert layout.part(seen, "line").sum() == layout.part(seen, "line_stacked").sum() == 6
        assert layout.part(seen, "unseen").sum() == 48 - 6 - 3
        assert layout.part(seen, "pile") == 30


def test_solenia_counts_seats_from_the_viewer() -> None:
    match, layout = ph.new("solenia", seed=7, players=3), observation("solenia")
    seen = [layout.of(match, seat) for seat in range(3)]
    for seat in range(3):
        assert layout.part(seen[seat], "hand").sum() == 3
        assert layout.part(seen[seat], "unused").sum(axis=(1, 2)).tolist() == [13, 16, 16, 0]
        assert layout.part(seen[seat], "to_move").tolist() == np.eye(4)[-seat % 3].tolist()
        assert layout.part(seen[seat], "sky").sum(axis=0).tolist() == [[1] * 5] * 5
        for after in range(3):
            theirs = layout.part(seen[(seat + after) % 3], "stock_0")
            assert np.array_equal(layout.part(seen[seat], f"stock_{after}"), theirs)


def test_solenia_shows_every_card_in_the_sky() -> None:
    layout = observation("solenia")
    match = ph.new("solenia", seed=7, players=3)
    for position in positions(match):
        seen = layout.of(position, 1)
        owners, values = position.state[0].owner, position.state[0].lying // 16
        for after in range(3):
            lying = [
                6 * strip + lane for strip, lane in np.argwhere(layout.part(seen, "cards")[after])
            ]
            assert lying == [space for space in range(30) if owners[space] == (1 + after) % 3]
        told = layout.part(seen, "card_value")
        assert told.sum() == sum(max(0, value) for value in values.tolist())


def test_solenia_shows_which_delivery_is_being_paid() -> None:
    layout, states = observation("solenia"), ph.new("solenia", seed=7).state
    seen = np.zeros(layout.size, dtype=np.int8)
    for chosen, told in ((-1, [0, 0, 0, 0]), (2, [0, 0, 1, 0])):
        states[0].chosen = chosen
        layout.write(states, 0, seen)
        assert layout.part(seen, "chosen").tolist() == told


def test_a_misspelt_part_is_told() -> None:
    layout = observation("orion")
    with pytest.raises(ph.BadOption, match="orion observes no 'own_hex'; did you mean own_hexes"):
        layout.part(np.zeros(layout.size, np.int8), "own_hex")
    with pytest.raises(ph.ParhelionError, match="observations of orion have 514 numbers each"):
        layout.part(np.zeros(3, np.int8), "own_hexes")


def test_the_tables_of_the_docs_are_up_to_date() -> None:
    command = [sys.executable, "-m", "parhelion.envs.observation_tables", "--check"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
