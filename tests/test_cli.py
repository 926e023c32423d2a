"""The command line: its output for typed input, in this process, and once in a real terminal."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pexpect
import pytest
import typer
from typer.testing import CliRunner

import parhelion as ph
from parhelion import cli, records
from parhelion.games import registry
from parhelion.terminal.line_input import next_words
from tests import plugins
from tests.commands import Finished, run_command
from tests.positions import play_out
from tests.waiting import TIMEOUT

PROGRAM = Path(sys.executable).parent / "parhelion"
"""The installed command."""


def program(*arguments: str, typed: str = "") -> Finished:
    """Run the installed command in a process of its own."""
    done = subprocess.run([PROGRAM, *arguments], input=typed, capture_output=True, text=True)
    return Finished(done.returncode, done.stdout, done.stderr)


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    records.write(path, play_out(ph.new("orion", seed=7, setup="symmetric-1"), 7).record())
    return path


def test_help_imports_nothing_heavy() -> None:
    code = "import sys, parhelion.cli; print(*sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numba", "numpy", "prompt_toolkit"} & set(run.stdout.split())


def test_help_lists_commands() -> None:
    help_text = run_command("--help").stdout
    for command in (
        "play",
        "games",
        "replay",
        "verify",
        "serve",
        "prepare",
        "bench",
        "edition",
        "arena",
        "analyse",
    ):
        assert command in help_text


def test_prepared_games_have_nothing_left_to_compile() -> None:
    assert run_command("prepare").returncode == 0
    assert program("prepare") == Finished(0, "", "")


def test_the_installed_command_plays_from_a_pipe_and_reports_errors() -> None:
    words = ("play", "orion", "--players", "human,human", "--setup", "symmetric-1")
    done = program(*words, typed="moves star\nquit\n")
    assert done.returncode == 0, done.stderr
    assert "Blue to move." in done.stdout
    assert program("play", "orin") == Finished(
        2, "", "parhelion: no game is called 'orin'; did you mean orion?\n"
    )


def test_a_game_may_bring_a_command_of_its_own(tmp_path: Path) -> None:
    folder = tmp_path / "kite"
    folder.mkdir()
    (folder / "__init__.py").write_text(
        "from parhelion.games import Info\n"
        "INFO = Info('kite', 'Kite', 'It flies.', ('One',), command='flight')\n"
    )
    (folder / "flight.py").write_text(
        "import typer\napp = typer.Typer(name='kite')\n"
        "@app.callback()\ndef kite(): pass\n"
        "@app.command()\ndef fly(): print('It flies.')\n"
    )
    (tmp_path / "kite-1.dist-info").mkdir()
    (tmp_path / "kite-1.dist-info" / "METADATA").write_text("Name: kite\nVersion: 1\n")
    (tmp_path / "kite-1.dist-info" / "entry_points.txt").write_text(
        "[parhelion.games]\nkite=kite\n"
    )
    app = typer.Typer()
    with plugins.known(tmp_path):
        cli.add_commands_of_games(app)
    assert CliRunner().invoke(app, ["kite", "fly"]).output == "It flies.\n"


def test_games_lists_every_game_with_its_options() -> None:
    shown = run_command("games").stdout
    for name in registry.names():
        info = registry.load(name).info
        assert info.title in shown
        assert all(option.name in shown for option in info.options)


def test_a_game_can_be_played_saved_and_left_from_a_pipe(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    run = run_command(
        *("play", "orion", "--players", "human,human", "--setup", "symmetric-1", "--seed", "5"),
        typed=f"help\nline e4 e5/e6\nmoves star\nstar h5\nlog\nsave {path}\nquit\n",
    )
    assert run.returncode == 0, run.stderr
    assert "Tab completes what is legal" in run.stdout
    assert "move 2 'star h5' by Orange: orange may cover the token on h5" in run.stdout
    assert "1. Blue    line e4 e5/e6  " in run.stdout
    assert records.read(path)["moves"] == ["line e4 e5/e6"]
    assert records.read(path)["seed"] == 5


def test_undo_takes_back_the_bots_answer_too() -> None:
    run = run_command(
        *("play", "orion", "--players", "human,0", "--setup", "symmetric-1", "--seed", "5"),
        typed="undo\nline e4 e5/e6\nundo\nstar e4\nlog\nquit\n",
    )
    assert "You have no move to take back." in run.stdout
    last_log = run.stdout.rsplit("  1. Blue    ", 1)[1]
    assert last_log.startswith("star e4 ")
    assert "line e4" not in last_log.splitlines()[0]


def test_leaving_keeps_the_game_and_load_goes_on() -> None:
    arguments = ("play", "orion", "--players", "human,human", "--setup", "symmetric-1")
    left = run_command(*arguments, typed="line e4 e5/e6\n")
    assert "The game is saved." in left.stdout
    path = left.stdout.split("--load ")[1].strip()
    again = run_command("play", "--load", path, "--players", "human,human", typed="log\nquit\n")
    assert "1. Blue    line e4 e5/e6  " in again.stdout
    assert "Orange to move." in again.stdout


def test_another_move_after_saving_and_undoing_is_kept_too(tmp_path: Path) -> None:
    """As many moves as were saved, but not the same ones."""
    run = run_command(
        *("play", "orion", "--players", "human,human", "--setup", "symmetric-1"),
        typed=f"star e4\nsave {tmp_path / 'first.json'}\nundo\nstar e5\nquit\n",
    )
    kept = Path(run.stdout.split("--load ")[1].strip())
    assert records.read(kept)["moves"] == ["star e5"]


def test_brackets_in_what_is_typed_are_only_text() -> None:
    run = run_command("play", "orion", "--setup", "symmetric-1", typed="[/red]\nstar [e4]\nquit\n")
    assert run.returncode == 0, run.stderr
    assert "'[/red]': there is no cell 'red]'" in run.stdout
    assert "there is no cell '[e4]'" in run.stdout


def test_bots_play_a_whole_game_and_the_end_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bots.json"
    run = run_command("play", "orion", "--players", "0,0", typed=f"{path}\n")
    assert run.returncode == 0, run.stderr
    told = ph.replay(records.read(path))
    assert told.turn is None
    assert told.status() in " ".join(run.stdout.split())


def test_hints_are_legal_moves() -> None:
    run = run_command("play", "orion", "--setup", "symmetric-1", typed="hint\nquit\n")
    lines = run.stdout.splitlines()
    (best,) = (line.split(": Chance")[0] for line in lines if ": Chance to win" in line)
    (others,) = (line.removeprefix("Next best: ") for line in lines if "Next best: " in line)
    hinted = [best, *others.split(", ")]
    legal = {move.text for move in ph.new("orion", setup="symmetric-1").moves()}
    assert len(hinted) == 3
    assert set(hinted) <= legal


def test_the_menu_needs_nothing_but_enter(tmp_path: Path) -> None:
    run = run_command("play", typed="\n" * 4 + "2\n\nquit\n9\nno\n")
    assert run.returncode == 0, run.stderr
    assert "Opponent" in run.stdout
    assert "Blue to move." in run.stdout
    assert "Type a number from 1 to 2." in run.stdout


def test_replay_shows_the_end_or_any_position(saved: Path) -> None:
    whole = run_command("replay", str(saved))
    assert whole.returncode == 0
    assert ph.replay(records.read(saved)).status() in whole.stdout
    third = run_command("replay", str(saved), "--to", "3")
    assert "Orange to move." in third.stdout


def test_as_many_sit_down_as_players_are_named() -> None:
    alone = run_command("play", "solenia", "--players", "human", typed="quit\n").stdout
    assert "Trade Wind" in alone
    assert "Coral" not in alone
    four = run_command(
        *("play", "solenia", "--board", "winter", "--players", "human,0,0,0"), typed="quit\n"
    ).stdout
    assert all(seat in four for seat in ("Teal", "Coral", "Violet", "Amber"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("play", "orin"), "no game is called 'orin'; did you mean orion?"),
        (("play", "orion", "--setup", "9"), "option setup cannot be '9'"),
        (
            ("play", "orion", "-o", "setup=9"),
            "'-o': options of the game are written as --name value",
        ),
        (("play", "orion", "--players", "human"), "players 'human': Orion Duel has 2 seats"),
        (
            ("play", "orion", "--players", "human,hal"),
            "player 'hal': write human, a bot of your own (my_bot.py:MyBot) or the level of a bot: "
            "1 (Sparrow)",
        ),
        (("play", "orion", "--players", "human,9"), "no bot has level 9; there is: 1 (Sparrow)"),
        (("play", "solenia", "--upgrades", "on"), "option upgrades=on needs board=winter"),
        (("play", "solenia", "--edition", "my-box.toml"), "my-box.toml: No such file or directory"),
        (("play", "solenia", "--players", "human,0,0,0,0"), "Solenia has 1 to 4 seats"),
        (("play", "--load", "nowhere.json"), "nowhere.json: No such file or directory"),
        (("replay", "nowhere.json"), "nowhere.json: No such file or directory"),
        (("bench", "chess"), "no game is called 'chess'"),
        (
            ("play", "orion", "--players", "human,my.py:My"),
            "bot 'my.py:My': there is no file my.py",
        ),
    ],
)
def test_errors_are_one_line_and_exit_code_2(arguments: tuple[str, ...], message: str) -> None:
    run = run_command(*arguments)
    assert run.returncode == 2
    assert message in run.stderr
    assert len(run.stderr.strip().splitlines()) == 1
    assert run.stderr.startswith("parhelion: ")


def test_broken_records_are_one_line_and_exit_code_2(saved: Path) -> None:
    record = records.read(saved)
    record["moves"][4] = record["moves"][0]
    saved.write_text(json.dumps(record), encoding="utf-8")
    run = run_command("replay", str(saved))
    assert run.returncode == 2
    assert run.stderr.startswith("parhelion: move 5 ")
    saved.write_text("{", encoding="utf-8")
    run = run_command("replay", str(saved))
    assert run.returncode == 2
    assert "broken JSON at line 1" in run.stderr


def test_a_typed_wrong_number_of_moves_is_refused(saved: Path) -> None:
    run = run_command("replay", str(saved), "--to", "99")
    assert run.returncode == 2
    assert "cannot replay to move 99" in run.stderr


def test_next_words_follow_what_is_typed() -> None:
    sentences = ["star e4", "line e4 e5/e6", "line e4 e5/d5", "line f4 f5/f6"]
    assert next_words("", sentences) == ["line", "star"]
    assert next_words("li", sentences) == ["ne"]
    assert next_words("line", sentences) == [" e4", " f4"]
    assert next_words("LINE e4 e5", sentences) == ["/d5", "/e6"]
    assert next_words("line e4 e5/e6", sentences) == []


def test_tab_completes_legal_moves_on_a_real_terminal() -> None:
    words = ["play", "orion", "--players", "human,human", "--setup", "symmetric-1", "--seed", "1"]
    with pexpect.spawn(
        str(PROGRAM),
        words,
        env=os.environ | {"TERM": "xterm", "PROMPT_TOOLKIT_NO_CPR": "1"},
        dimensions=(50, 120),
        encoding="utf-8",
        timeout=TIMEOUT,
    ) as terminal:
        terminal.expect("Blue:")
        terminal.send("tri")
        terminal.expect("triangle")  # the menu of completions
        terminal.send("\t k1 k2")
        terminal.expect("j3")  # only one cell fits behind
        terminal.send("\t\r")
        terminal.expect("Orange:")
        terminal.send("log\r")
        terminal.expect("triangle k1 k2/j3")
        terminal.send("quit\r")
        terminal.expect("The game is saved")
        terminal.expect(pexpect.EOF)


SECRETIVE = [name for name in registry.names() if registry.load(name).secrets]


@pytest.mark.parametrize("game", SECRETIVE)
def test_people_at_one_screen_see_only_their_own_secrets(game: str, tmp_path: Path) -> None:
    """A whole game typed in; the screen is handed over whenever somebody else is to move."""
    path = tmp_path / "typed.json"
    match = play_out(ph.new(game, seed=4))
    typed, looking, again = [], None, ph.new(game, seed=4)
    for move in match.texts():
        if again.turn != looking:
            typed.append("")
        looking = again.turn
        typed.append(move)
        again.play(move)
    run = run_command(
        *("play", game, "--players", "human,human", "--seed", "4"),
        typed="\n".join([*typed, str(path), ""]),
    )
    assert run.returncode == 0, run.stderr
    assert records.read(path) == match.record()
    assert run.stdout.count("press Enter to see your table") == typed.count("")
    assert match.status() in run.stdout


@pytest.mark.parametrize("game", SECRETIVE)
def test_undo_stops_where_something_hidden_came_to_light(game: str) -> None:
    match = ph.new(game, seed=4)
    while match.firm == 0:
        match.play(match.moves()[0])
    typed = "\n".join([*match.texts(), "undo", "quit", ""])
    run = run_command("play", game, "--players", "human,0", "--seed", "4", typed=typed)
    assert "Hidden information was revealed; you can't undo." in run.stdout
