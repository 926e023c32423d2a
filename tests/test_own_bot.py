"""Bots of one's own: classes with `choose(view)`, in the arena and in the terminal."""

import io
import json
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from typer.testing import CliRunner

import parhelion as ph
from parhelion import bots, cli
from parhelion.bots.own_bot import load_own_bot, seat_view
from parhelion.errors import BadBot, BotFailed
from parhelion.games import Game
from parhelion.lab.arena import play_arena
from parhelion.lab.arena_plan import plan_arena
from parhelion.terminal.game_session import GameSession

GATHERER = f"{Path(__file__).parents[1] / 'examples' / 'own_bot' / 'gatherer.py'}:Gatherer"
FIRST = "class First:\n    def choose(self, view):\n        return view['legal'][0]\n"
CHEAP = {"setup": "symmetric-1"}


def written(folder: Path, source: str, name: str = "mine") -> str:
    """The path of a file with some source."""
    path = folder / f"{name}.py"
    path.write_text(source, "utf-8")
    return str(path)


def answering(folder: Path, answer: str) -> str:
    """A bot that answers what an expression says."""
    return written(folder, f"class Mine:\n    def choose(self, view):\n        return {answer}\n")


def test_a_bot_is_asked_with_what_its_seat_may_know_and_its_legal_moves(game: Game) -> None:
    match, random_bot = ph.new(game.name, seed=3), ph.bot(game.name, 0, seed=3)
    while match.turn is not None and match.ply < 30:
        view = seat_view(match)
        told = match.view(match.turn)
        assert view == {**told, "legal": [str(move) for move in match.moves()]}
        assert json.loads(json.dumps(view)) == view
        match.play(random_bot.choose(match))


def test_a_bot_that_changes_its_view_changes_nothing_else(tmp_path: Path) -> None:
    spec = written(
        tmp_path,
        "class Mine:\n    def choose(self, view):\n        move = view['legal'][0]\n"
        "        view['position'].clear(); view['legal'].clear()\n        return move\n",
    )
    match = ph.new("solstis", seed=3)
    before = match.view(0)
    bots.bot("solstis", f"{spec}:Mine").choose(match)
    assert match.view(0) == before


def test_a_class_is_named_by_a_file_or_a_module(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, FIRST, "first_of_all")
    monkeypatch.chdir(tmp_path)
    match = ph.new("orion", seed=1, **CHEAP)
    for spec in (f"{path}:First", "first_of_all.py:First", "first_of_all:First"):
        assert str(bots.bot("orion", spec).choose(match)) == str(match.moves()[0])
    assert load_own_bot("first_of_all:First").name == "First"
    assert load_own_bot(GATHERER).name == "Gatherer"


def test_a_constructor_is_given_the_game_and_the_seed_that_it_asks_for(tmp_path: Path) -> None:
    source = (
        "class Both(object):\n    def __init__(self, game, seed):\n"
        "        self.told = game, seed\n    def choose(self, view): return view['legal'][0]\n"
    )
    path = written(tmp_path, source)
    assert load_own_bot(f"{path}:Both").made("orion", 5).told == ("orion", 5)


@pytest.mark.parametrize(
    ("spec", "why"),
    [
        ("mine.py", "write it as path/to/file.py:Class or module:Class"),
        ("nowhere.py:Mine", "there is no file nowhere.py"),
        ("no_such_module:Mine", "cannot be loaded: ModuleNotFoundError: No module named"),
        ("{file}:Other", "has no class Other"),
        ("{file}:NoBot", "NoBot has no method choose"),
    ],
)
def test_what_is_no_bot_is_named(tmp_path: Path, spec: str, why: str) -> None:
    file = written(tmp_path, "class NoBot: pass\n")
    with pytest.raises(BadBot, match=why):
        load_own_bot(spec.format(file=file))


def test_a_file_with_an_error_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadBot, match="cannot be loaded: SyntaxError"):
        load_own_bot(f"{written(tmp_path, 'class', 'broken')}:Mine")


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("1 / 0", r"choose raised ZeroDivisionError: division by zero \(mine.py, line 3\)"),
        ("__import__('sys').exit(3)", r"choose raised SystemExit: 3 \(mine.py, line 3\)"),
        ("None", "choose answered None, not a move in notation"),
        ("'star z99'", "choose answered 'star z99': "),
        ("'star h5'", "choose answered 'star h5': move 1 'star h5' by Blue: blue may cover"),
        ("'?' * 5000", "choose answered '"),
    ],
)
def test_a_bot_that_fails_says_what_where_and_at_which_move(
    tmp_path: Path, answer: str, why: str
) -> None:
    mine = bots.bot("orion", f"{answering(tmp_path, answer)}:Mine")
    match = ph.new("orion", seed=7, **CHEAP)
    with pytest.raises(BotFailed, match=f"mine.py:Mine, move 1 as Blue: {why}") as caught:
        mine.choose(match)
    assert match.ply == 0
    assert len(str(caught.value)) < 1000


# --- the arena


def test_the_example_plays_an_arena_and_wins_it() -> None:
    results = list(play_arena("solstis", [0, GATHERER], 40, seed=7, jobs=1))
    assert sum(result.share(GATHERER) for result in results) > 24


def test_an_arena_with_ones_own_bot_can_be_repeated() -> None:
    def plays() -> list[Any]:
        return [
            (result.seats, result.scores)
            for result in play_arena("solstis", [0, GATHERER], 4, seed=7, jobs=1)
        ]

    assert plays() == plays()


def arena(*arguments: str) -> Any:
    return CliRunner().invoke(cli.app, ["arena", *arguments])


def test_results_go_on_only_with_the_same_source(tmp_path: Path) -> None:
    spec, out = f"{written(tmp_path, FIRST)}:First", str(tmp_path / "results.jsonl")
    asked = ["orion", "--bots", f"0,{spec}", "--games", "2", "--jobs", "1", "--setup"]
    asked += ["symmetric-1", "--seed", "7", "--out", out]
    assert "First" in arena(*asked).output
    first = json.loads(Path(out).read_text().splitlines()[0])
    assert first["bots"] == [0, spec]
    assert first["own"] == {spec: load_own_bot(spec).digest()}
    assert "going on from there" in arena(*asked).output
    written(tmp_path, FIRST + "# another version\n")
    assert "holds another run (own" in str(arena(*asked).exception)


def test_an_arena_of_house_bots_is_described_as_before() -> None:
    assert "own" not in plan_arena("orion", [0, 1], 2, options=CHEAP).describe()


def test_an_arena_says_what_its_bot_did_wrong(tmp_path: Path) -> None:
    spec = f"{answering(tmp_path, '7')}:Mine"
    with pytest.raises(BotFailed, match=r"move [12] as \w+: choose answered 7, not a move"):
        list(play_arena("orion", [0, spec], 2, seed=7, jobs=1, **CHEAP))


# --- the terminal


def played(players: list[str], typed: str, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    screen = io.StringIO()
    match = ph.new("orion", seed=3, **CHEAP)
    GameSession(match, players, Console(file=screen, width=200), "en").run()
    return screen.getvalue()


def test_ones_own_bot_sits_at_a_table_of_the_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    spec = f"{written(tmp_path, FIRST)}:First"
    printed = played(["human", spec], "star e4\nlog\nquit\n", monkeypatch)
    assert "First: star a1" in printed
    assert "First" in printed


def test_where_ones_own_bot_fails_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    spec = f"{answering(tmp_path, '1 / 0')}:Mine"
    printed = played(["human", spec], "star e4\nstar f5\nquit\n", monkeypatch)
    assert "move 2 as Orange: choose raised ZeroDivisionError" in printed
    assert "A bot of ours plays on in its place." in printed
    assert printed.count("ZeroDivisionError") == 1
