"""Nothing is ever lost: 48 tiles, 12 rainbows and all spirits, at every position of many games."""

from typing import Any

import numpy as np
import pytest

from parhelion.games.solstis.kernels.constants import ACTIONS
from parhelion.kernel import COMPILED
from tests.solstis.game_statistics import COLUMNS, FAULTS, fault, main, random_games
from tests.solstis.set_up import bits, solstis

pytestmark = pytest.mark.uncompiled

GAMES = 20_000 if COMPILED else 3


@pytest.mark.rule("T1", "T2")
@pytest.mark.parametrize("evil", [True, False])
def test_all_pieces_are_accounted_for_and_nobody_is_ever_stuck(evil: bool) -> None:
    counts, positions = random_games(GAMES, evil, "conservation")
    assert len(counts) == GAMES
    assert positions == counts[:, COLUMNS.index("decisions")].sum()


def lose_a_tile(state: Any) -> None:
    state.gone = 0
    state.pile[0] = -1


def double_a_tile(state: Any) -> None:
    state.gone = state.hands[0]


def misplace_a_tile_of_the_line(state: Any) -> None:
    state.line[0], state.line[11] = state.line[11], state.line[0]


def miscount_a_hand(state: Any) -> None:
    state.held[1] += 1


def lose_a_rainbow(state: Any) -> None:
    state.supply -= 1


def lay_a_rainbow_beside_nothing(state: Any) -> None:
    state.supply -= 1
    state.rainbows[0] = bits("3-3")


def lose_a_spirit(state: Any) -> None:
    state.spirit_pile[0] = -1


def leave_a_square_without_a_spirit(state: Any) -> None:
    state.squares[1] = bits("1-1")


def ask_without_options(state: Any) -> None:
    state.options = 0


def tell_too_much(state: Any) -> None:
    state.happened = len(state.events)


@pytest.mark.parametrize(
    ("harm", "number"),
    [
        (lose_a_tile, 1),
        (double_a_tile, 1),
        (misplace_a_tile_of_the_line, 2),
        (miscount_a_hand, 3),
        (lose_a_rainbow, 4),
        (lay_a_rainbow_beside_nothing, 4),
        (lose_a_spirit, 5),
        (leave_a_square_without_a_spirit, 6),
        (ask_without_options, 7),
        (tell_too_much, 8),
    ],
)
def test_the_check_notices_what_is_wrong(harm: Any, number: int) -> None:
    states, actions = solstis().state, np.zeros(ACTIONS, dtype=np.int64)
    assert fault(states[0], actions) == 0
    harm(states[0])
    assert fault(states[0], actions) == number <= len(FAULTS)


def test_the_statistics_can_be_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["random_games", "--games", "2"])
    main()
    told = capsys.readouterr().out
    assert "2 games" in told
    assert all(name in told for name in (*COLUMNS, "tie"))
