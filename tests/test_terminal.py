"""The terminal gives hints, explains the moves of bots and reviews finished games."""

import io
from collections.abc import Iterator

import pytest
from rich.console import Console

from parhelion import new
from parhelion.match import Match
from parhelion.terminal.game_session import HUMAN, GameSession
from tests import plugins
from tests.positions import play_out


@pytest.fixture(scope="module", autouse=True)
def lanterns() -> Iterator[None]:
    """The games of the tests are known while these tests run."""
    with plugins.known():
        yield


def output(
    monkeypatch: pytest.MonkeyPatch, match: Match, players: list[str], typed: str, lang: str = "en"
) -> str:
    """All that a session prints while somebody types."""
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    screen = io.StringIO()
    GameSession(match, players, Console(file=screen, width=200), lang).run()
    return screen.getvalue()


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> pytest.MonkeyPatch:
    """Unfinished games are saved in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return monkeypatch


def test_a_hint_says_what_it_expects(typing: pytest.MonkeyPatch) -> None:
    printed = output(typing, new("lantern", seed=3), [HUMAN, "1", "1"], "hint\nquit\n")
    assert "Chance to win: about " in printed


def test_why_explains_the_last_move_of_a_bot(typing: pytest.MonkeyPatch) -> None:
    match = new("orion", seed=3, setup="symmetric-1")
    printed = output(typing, match, [HUMAN, "1"], "why\nstar e4\nwhy\nquit\n")
    assert "No bot has moved yet." in printed
    (explanation,) = (line for line in printed.splitlines() if line.startswith("Sparrow, "))
    assert explanation.startswith(f"Sparrow, {match.history[1]}: ")
    assert explanation.endswith(".")


def test_bots_have_their_names_and_people_their_seats(
    typing: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    match = new("solenia", seed=5, players="3")
    output(typing, match, [HUMAN, "2", "2"], "quit\n")
    assert match.names == ("", "Swift (Coral)", "Swift (Violet)")
    match = new("orion", seed=3)
    output(typing, match, [HUMAN, "4"], "quit\n")
    assert capsys.readouterr().out == "You (Teal): \nYou (Blue): \n"
    assert match.names == ("", "Falcon")


def test_a_hint_gives_no_figure_that_beats_the_move_it_recommends(
    typing: pytest.MonkeyPatch,
) -> None:
    match = new("orion", seed=5)
    hint = output(typing, match, [HUMAN, "1"], "hint\nquit\n").split("then a cell.")[1]
    assert hint.count("%") == 1
    assert "\nNext best: " in hint


def test_a_finished_game_is_reviewed_in_the_language_of_the_player(
    typing: pytest.MonkeyPatch,
) -> None:
    match = play_out(new("lantern", seed=5))
    printed = output(typing, match, [HUMAN, "1", "1"], "review\n\n", "fr")
    say = match.game.words("fr")
    for heading in ("Turning points", "Chances to win"):
        assert say(heading) in printed
