"""Games that other packages bring: installed as such, played with no line changed elsewhere."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import parhelion as ph
from parhelion import new_game
from parhelion.games import registry
from parhelion.lab.simulation import simulate
from parhelion.rule_pictures import illustrated
from parhelion.words import LANGUAGES
from tests import plugins

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def noughts(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The folder in which the example is installed, known meanwhile."""
    folder = plugins.example_folder(tmp_path_factory)
    with plugins.known(folder):
        yield folder


def run(folder: Path, *words: str, answers: str = "") -> str:
    """What a command prints where the packages of a folder are installed too."""
    path = os.pathsep.join([str(ROOT), str(folder)])
    done = subprocess.run(
        [sys.executable, *words],
        env=os.environ | {"PYTHONPATH": path, "PYTHONUTF8": "1"},
        input=answers,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_is_listed_and_played_by_bots(noughts: Path) -> None:
    assert "noughts" in registry.names()
    match = ph.new("noughts", seed=1)
    bots = [ph.bot("noughts", level, seed=1) for level in (3, 3)]
    while match.turn is not None:
        match.play(bots[match.turn].choose(match))
    assert match.winners == (0, 1)  # between two that see everything nobody wins
    assert match.status() == "A draw, 0 to 0."
    assert match.status("nl") != match.status("fr") != match.status()


def test_the_example_is_simulated(noughts: Path) -> None:
    rows = simulate("noughts", 200, seed=1, jobs=1)
    assert rows.games["plies"].to_numpy().min() >= 5
    assert set(rows.games["branching_max"].to_pylist()) == {9}
    first, second = rows.seats["share"].to_numpy().reshape(-1, 2).mean(axis=0)
    assert 0.6 < first < 0.75  # known: 58.5 % of random games are won, 12.7 % drawn
    assert first + second == pytest.approx(1)


def test_a_strong_bot_takes_three_in_a_row(noughts: Path) -> None:
    match = ph.new("noughts", seed=1)
    for move in ("mark a1", "mark a2", "mark b1", "mark b2"):
        match.play(move)
    assert ph.bot("noughts", 3, seed=1).choose(match).text == "mark c1"


def test_the_example_is_played_in_the_terminal(noughts: Path) -> None:
    moves = ["mark a1", "mark a2", "mark b1", "mark b2", "mark c1", ""]
    shown = run(
        noughts, "-m", "parhelion", "play", "noughts", "--players", "human,human",
        answers="\n".join(moves),
    )  # fmt: skip
    assert "Crosses wins, 1 to 0." in shown


def test_the_example_is_played_in_the_arena(noughts: Path) -> None:
    options = ["--bots", "0,3", "--games", "4", "--jobs", "1", "--seed", "1"]
    words = ["-m", "parhelion", "arena", "noughts", *options]
    assert "4" in run(noughts, *words)


def test_the_example_has_a_rulebook_in_every_language(noughts: Path) -> None:
    texts = {lang: illustrated(registry.load("noughts"), lang) for lang in LANGUAGES}
    assert {lang: text and text.lang for lang, text in texts.items()} == {
        lang: lang for lang in LANGUAGES
    }
    assert {tuple(text.rules) for text in texts.values() if text} == {("N1", "N2", "N3", "N4")}
    english = texts["en"]
    assert english
    assert english.rules["N3"].html.count('class="mark"') == 2 * 3


def test_a_new_game_passes_the_contract_tests(tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = plugins.new_game_folder(tmp_path_factory)
    shown = run(folder, "-m", "pytest", "-p", "no:cacheprovider", "-k", "pebbles",
                "tests/test_contract.py", "tests/test_scene.py")  # fmt: skip
    assert "passed" in shown
    assert "pebbles" in run(folder, "-m", "parhelion", "games")
    imports = "from parhelion import game, rule_pictures as r"
    rules = f"{imports}; print(r.illustrated(game('pebbles'), 'fr'))"
    assert "take one, two or three stones" in run(folder, "-c", rules)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("My Game", "'My Game': a game's name is lower-case letters, digits and _"),
        ("orion", "'orion': there is such a game already"),
        ("taken", "taken: is there already"),
    ],
)
def test_a_new_game_needs_a_free_name(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "taken").mkdir()
    with pytest.raises(ph.BadOption, match=message):
        new_game.write_game(name, tmp_path)
