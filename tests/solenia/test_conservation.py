"""Nothing is ever lost: cards, delivery tiles, upgrades, resources and stars, at every position
of many games of every mode."""

from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.games.solenia.kernels.constants import ACTIONS
from parhelion.kernel import COMPILED
from tests.solenia import game_statistics
from tests.solenia.game_statistics import FAULTS, MODES, Mode, adds_up, fault, random_games

pytestmark = pytest.mark.uncompiled

GAMES = 2_000 if COMPILED else 1


@pytest.mark.rule("S8", "S25")
@pytest.mark.parametrize("eager", [False, True], ids=["random", "eager"])
@pytest.mark.parametrize("mode", MODES if COMPILED else MODES[2::4], ids=str)
def test_all_is_accounted_for_and_nobody_is_ever_stuck(mode: Mode, eager: bool) -> None:
    assert random_games(GAMES, mode, "conservation", eager) >= 20 * GAMES  # some play themselves


def lose_a_card(state: Any) -> None:
    state.decks[0, 0] = state.decks[0, 1]


def draw_without_a_pile(state: Any) -> None:
    state.deck_left[0] -= 1


def lay_a_card_that_was_not_played(state: Any) -> None:
    state.own[1] = state.taken = 1
    state.lying[0], state.owner[0] = state.cards[0], 1


def forget_whose_a_card_is(state: Any) -> None:
    state.own[1] = 1


def lose_a_tile(state: Any) -> None:
    state.left[0] -= 1


def double_a_tile(state: Any) -> None:
    state.display[1, 0] = state.display[1, 1]


def turn_a_strip_over(state: Any) -> None:
    state.face[0] = 1 - state.face[0]


def owe_a_resource(state: Any) -> None:
    state.stock[0, 2] = -1


def fill_a_store(state: Any) -> None:
    state.stock[1] = 3


def fill_a_slot_for_nothing(state: Any) -> None:
    state.slots[0, 1] = 1


def lose_an_upgrade(state: Any) -> None:
    state.offered_1[0] = -1


def ask_without_options(state: Any) -> None:
    state.spaces, state.free = 0, 1


def tell_too_much(state: Any) -> None:
    state.happened = len(state.events)


@pytest.mark.parametrize(
    ("harm", "number"),
    [
        (lose_a_card, 1),
        (draw_without_a_pile, 1),
        (lay_a_card_that_was_not_played, 1),
        (forget_whose_a_card_is, 2),
        (lose_a_tile, 3),
        (double_a_tile, 3),
        (turn_a_strip_over, 4),
        (owe_a_resource, 5),
        (fill_a_store, 5),
        (fill_a_slot_for_nothing, 6),
        (ask_without_options, 9),
        (tell_too_much, 10),
    ],
)
def test_the_check_notices_what_is_wrong(harm: Any, number: int) -> None:
    states, actions = ph.new("solenia", seed=1).state, np.zeros(ACTIONS, dtype=np.int64)
    assert fault(states[0], actions) == 0
    harm(states[0])
    assert fault(states[0], actions) == number <= len(FAULTS)


def test_the_check_notices_a_lost_upgrade() -> None:
    states = ph.new("solenia", seed=1, board="winter", upgrades="on").state
    actions = np.zeros(ACTIONS, dtype=np.int64)
    assert fault(states[0], actions) == 0
    lose_an_upgrade(states[0])
    assert fault(states[0], actions) == 7


def test_the_check_notices_a_resource_or_a_star_from_nowhere() -> None:
    state = ph.new("solenia", seed=1).state[0]
    before, delta = np.zeros((4, 2), dtype=np.int64), np.zeros(2, dtype=np.int64)
    assert adds_up(state, before, delta)
    state.stock[0, 1] += 1
    assert not adds_up(state, before, delta)
    state.stock[0, 1] -= 1
    state.stars[1] += 1
    assert not adds_up(state, before, delta)


def test_the_check_runs_from_the_command_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["statistics", "--games", "1"])
    monkeypatch.setattr(game_statistics, "MODES", [Mode(1), Mode(3, "winter", "on")])
    game_statistics.main()
    told = capsys.readouterr().out
    assert "positions after a move: all is there." in told
