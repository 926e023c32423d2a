"""OpenSpiel's own suite for every game, playthroughs, and what they do not ask."""

import random
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import generate_playthrough
from open_spiel.python.observation import make_observation

import parhelion as ph
from parhelion.envs.openspiel_game import short_name


def play_out(game: Any, seed: int) -> Any:
    """A state after random actions to the end."""
    rng, state = random.Random(seed), game.new_initial_state()
    while not state.is_terminal():
        state.apply_action(rng.choice(state.legal_actions()))
    return state


def test_it_passes_the_suite(name: str) -> None:
    game = pyspiel.load_game(f"{short_name(name)}(deals=3)")
    pyspiel.random_sim_test(game, num_sims=1, serialize=True, verbose=False)


def test_a_playthrough_is_the_same_every_time(name: str) -> None:
    written = f"{short_name(name)}(deals=3)"
    text = generate_playthrough.playthrough(written, action_sequence=[], seed=3)
    assert f'GameType.short_name = "{short_name(name)}"' in text
    assert text.splitlines()[-1].startswith("Returns() = [")
    assert text == generate_playthrough.playthrough(written, action_sequence=[], seed=3)


def test_a_deal_is_that_of_its_seed(name: str) -> None:
    game = pyspiel.load_game(short_name(name), {"seed": 5, "deals": 20})
    state = play_out(game, 1)
    actions = state.history()
    if game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC:
        deal, *actions = actions
        match = ph.new(name, seed=f"5/{deal}")
    else:
        match = ph.new(name, seed="5")
    for action in actions:
        match.play(action)
    assert match.turn is None
    best = max(state.returns())
    assert [s for s, won in enumerate(state.returns()) if won == best] == list(match.winners)
    assert sum(state.returns()) == pytest.approx(0)


def test_players_observe_what_they_may_know(name: str) -> None:
    game = pyspiel.load_game(f"{short_name(name)}(deals=3)")
    observer = make_observation(game)
    state = game.new_initial_state()
    rng = random.Random(2)
    for _ in range(8):
        state.apply_action(rng.choice(state.legal_actions()))
    for player in range(game.num_players()):
        observer.set_from(state, player)
        assert len(observer.tensor) == game.observation_tensor_size()
        assert np.array_equal(observer.tensor, state.observation_tensor(player))
        assert state.observation_string(player) in state.information_state_string(player)


def test_what_a_player_cannot_tell_apart_is_one_information_state(plugin_games: None) -> None:
    """Two deals of a game of three in which one player holds the same."""
    game = pyspiel.load_game("parhelion_lantern(deals=400)")
    by_hand: dict[str, set[str]] = {}
    for deal in range(400):
        state = game.new_initial_state()
        state.apply_action(deal)
        told = [state.information_state_string(player) for player in range(3)]
        by_hand.setdefault(told[0], set()).add(told[1])
    assert len(by_hand) == 9 * 8 // 2  # a hand of two of nine
    assert max(map(len, by_hand.values())) > 1


def test_no_chance_where_all_deals_are_the_same(plugin_games: None) -> None:
    for written in ("parhelion_orion(setup=symmetric-2)", "parhelion_noughts"):
        game = pyspiel.load_game(written)
        assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.DETERMINISTIC
        assert not game.new_initial_state().is_chance_node()


@pytest.mark.parametrize(
    ("moves", "wins"),
    [("a1 a2 b1 b2", "c1"), ("a1 a2 b1 b2 c3", "c2")],
    ids=["first player", "second player"],
)
def test_its_bots_win_in_one_move(moves: str, wins: str, plugin_games: None) -> None:
    """With `solve` a search that visits every move proves the win, whatever its random playouts."""
    game, noughts = pyspiel.load_game("parhelion_noughts"), ph.game("noughts")
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 3), 2.0, 200, 10, True, 3, False)
    state = game.new_initial_state()
    for cell in moves.split():
        state.apply_action(noughts.move(f"mark {cell}").action)
    # not bot.step, which crashes with any game that is written in Python, OpenSpiel's own too
    found = bot.mcts_search(state).best_child().action
    assert noughts.move(found).text == f"mark {wins}"


def test_information_is_imperfect_where_there_are_secrets() -> None:
    kinds = {name: pyspiel.load_game(short_name(name)).get_type() for name in ("orion", "solstis")}
    information = pyspiel.GameType.Information
    assert kinds["orion"].information == information.PERFECT_INFORMATION
    assert kinds["solstis"].information == information.IMPERFECT_INFORMATION


def test_options_are_parameters() -> None:
    game = pyspiel.load_game("parhelion_solenia(players=3,board=winter)")
    assert game.num_players() == 3
    assert pyspiel.load_game("parhelion_solenia").num_players() == 2


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("parhelion_orion(setup=x)", "option setup cannot be 'x'"),
        ("parhelion_orion(deals=0)", "orion: there must be at least one deal, not 0"),
        ("parhelion_solstis(evil=maybe)", "option evil cannot be 'maybe'"),
    ],
)
def test_bad_parameters_are_told(written: str, message: str) -> None:
    with pytest.raises(ph.BadOption, match=message):
        pyspiel.load_game(written)
