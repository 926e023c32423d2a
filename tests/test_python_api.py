"""The Python API as its users meet it: everything is found, explained and works as expected."""

import copy
import doctest
import inspect
import pickle
import pydoc
import random
from pathlib import Path
from typing import Any

import pytest

import parhelion as ph
from parhelion.games import Game
from parhelion.games import names as game_names
from tests.positions import play_out


def fresh() -> ph.Match:
    return ph.new("orion", seed=7, setup="symmetric-1")


def test_everything_public_is_found_by_dir_and_explained_by_help() -> None:
    assert set(ph.__all__) <= set(dir(ph))
    manual = pydoc.plain(pydoc.render_doc(ph))
    for name in set(ph.__all__) - {"__version__", "games"}:
        assert name in manual
        assert inspect.getdoc(getattr(ph, name)), name


def examples(thing: Any) -> int:
    """How many examples its documentation has."""
    return len(doctest.DocTestParser().get_examples(inspect.getdoc(thing) or ""))


def is_error(thing: Any) -> bool:
    return inspect.isclass(thing) and issubclass(thing, Exception)


def test_every_function_and_class_has_an_example() -> None:
    """The examples themselves run as doctests."""
    public = {name: getattr(ph, name) for name in ph.__all__ if name != "__version__"}
    errors = {name for name in public if is_error(public[name])}
    assert [name for name in public if name not in errors and not examples(public[name])] == []


def test_the_version_is_that_of_the_package() -> None:
    assert ph.__version__ == ph.__version__.strip() != ""


def test_games_and_their_options_can_be_asked_for() -> None:
    assert [game.name for game in ph.games()] == game_names()
    assert {option.name for option in ph.game("solenia").options} >= {"players", "board"}


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, ph.Match.copy])
def test_a_copy_is_played_on_without_touching_the_original(copied: Any) -> None:
    match = fresh()
    match.play("star a1")
    twin = copied(match)
    assert twin == match
    twin.play("star k4")
    assert twin != match
    assert (match.ply, match.turn, match.moves().count(twin.history[-1])) == (1, 1, 1)


def test_a_copy_tells_its_own_moves() -> None:
    """What was told of the original before it was copied is not told twice."""
    match = ph.new("solenia", seed=5)
    match.play(match.moves()[0])
    match.record()
    twin = match.copy()
    for player in (match, twin):
        player.play(player.moves()[0])
        assert ph.replay(player.record()) == player


def firm_by_undo(match: ph.Match) -> int:
    """The last move with which the counter of what came to light rose."""
    twin, firm = match.copy(), 0
    after = int(twin.state[0].revealed)
    while twin.ply and not firm:
        ply = twin.ply
        twin.undo()
        firm = ply if int(twin.state[0].revealed) < after else 0
    return firm


@pytest.mark.parametrize("name", ["solstis", "solenia"])
def test_how_far_nothing_can_be_taken_back_is_kept_through_copies_and_undo(name: str) -> None:
    match, rng = ph.new(name, seed=5), random.Random(5)
    for _ in range(12):
        match = match.copy()
        match.play(rng.choice(match.moves()))
        if match.ply % 3 == 0:  # nobody asked in between
            assert match.firm == firm_by_undo(match)
    match.undo(5)
    assert match.firm == firm_by_undo(match)


def test_the_outcome_is_worked_out_once_and_forgotten_when_the_end_is_taken_back() -> None:
    match, rng = ph.new("orion", seed=5), random.Random(5)
    while match.turn is not None:
        match.play(rng.choice(match.moves()))
    assert match.outcome is match.outcome
    twin = match.copy()
    (last,) = twin.undo()
    assert twin.outcome is None
    again = match.copy()
    again.undo()
    again.play(last)
    assert again.outcome == match.outcome


def test_another_ending_after_undo_has_its_own_outcome() -> None:
    match = play_out(ph.new("orion", seed=5), seed=5)
    first = match.outcome
    match.undo(10)
    second = play_out(match, seed=6).outcome
    assert second != first
    assert ph.replay(match.record()).outcome == second


def test_matches_are_compared_by_how_they_began_and_went_on() -> None:
    assert fresh() == fresh()
    assert fresh() != ph.new("orion", seed=7, setup="symmetric-2")
    assert fresh() != "orion"
    with pytest.raises(TypeError, match="unhashable"):
        hash(fresh())


@pytest.mark.parametrize("name", ["orion", "solstis", "solenia"])
def test_a_pickled_match_goes_on_as_the_original(name: str) -> None:
    match = ph.new(name, seed=3)
    for _ in range(6):
        match.play(match.moves()[-1])
    twin = pickle.loads(pickle.dumps(match))  # noqa: S301
    assert twin == match
    assert play_out(twin, 1).record() == play_out(match, 1).record()


def test_legal_moves_know_texts_ids_and_moves() -> None:
    match = fresh()
    move = match.parse("star a1")
    legal: list[Any] = [move, move.text, move.action, " STAR a1 "]
    assert all(form in match.moves() for form in legal)
    illegal: list[Any] = ["star h5", "galaxy a1", "nonsense", -1, 10**30, None, 1.5]
    assert not any(form in match.moves() for form in illegal)


def test_undo_returns_what_it_took_back() -> None:
    match = fresh()
    match.play("star a1")
    match.play("star k4")
    last = match.history
    assert match.undo(2) == list(last)
    assert [str(move) for move in last] == ["star a1", "star k4"]


def test_movers_are_the_seats_that_played(game: Game) -> None:
    match = ph.new(game.name, seed=2)
    movers = []
    while match.turn is not None and match.ply < 30:
        movers.append(match.turn)
        match.play(match.moves()[0])
        assert match.movers == tuple(movers)
    match.undo()
    assert match.movers == tuple(movers[:-1])


def test_numbers_and_booleans_are_options_too() -> None:
    assert ph.new("solenia", seed=1, players=3).options["players"] == "3"
    assert ph.new("solstis", seed=1, evil=False).options["evil"] == "off"
    with pytest.raises(ph.BadOption, match="option players cannot be 5; it is one of: 2, 3, 4, 1"):
        ph.new("solenia", players=5)
    with pytest.raises(ph.BadOption, match="option setup cannot be True; it is one of: random"):
        ph.new("orion", setup=True)


def test_an_illegal_move_says_which_and_why() -> None:
    with pytest.raises(ph.IllegalMove) as refused:
        fresh().play("star h5")
    error = refused.value
    assert (error.ply, error.move) == (1, "star h5")
    assert error.why == "blue may cover the token on h5 only from another blue hex"
    assert error.why in str(error)
    assert str(pickle.loads(pickle.dumps(error))) == str(error)  # noqa: S301


def test_a_match_is_saved_and_loaded(tmp_path: Path) -> None:
    match = play_out(fresh())
    ph.save(match, tmp_path / "game.json")
    assert ph.load(str(tmp_path / "game.json")) == match
