"""Bots of one's own in processes of their own, as docs/your-own-bot.md tells: in the arena, in the
terminal, beside a server and with a token."""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bench.load.server_process import ServerProcess, is_running, process_tree, reserved_port
from tests.server import forked_parhelion
from tests.server.forked_parhelion import ForkedParhelion
from tests.server.running_server import ME, Guest, Json, http_client, new_guest, wait_for_games
from tests.waiting import TIMEOUT, until

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs" / "your-own-bot.md").read_text("utf-8")
EXAMPLE = ROOT / "examples" / "own_bot" / "gatherer.py"
GATHERER = f"{EXAMPLE}:Gatherer"
SLOW = """
import time

class Troubled:
    def choose(self, view):
        time.sleep(1000)
"""
FAILING = """
class Troubled:
    def choose(self, view):
        return "no such move"
"""


def commands() -> dict[str, list[str]]:
    """The commands of the guide by their first word, as lists of words, with fewer games."""
    blocks = re.findall(r"```sh\n(.*?)```", GUIDE, re.DOTALL)
    text = re.sub(r"--games \d+", "--games 8", "\n".join(blocks))
    lines = [line.split() for line in text.splitlines() if line]
    return {words[1]: words[1:] for words in lines if words[0] == "parhelion"}


def run(*words: str, typed: str = "", folder: Path) -> subprocess.CompletedProcess[str]:
    """A command of the guide, in a folder."""
    return subprocess.run(
        [sys.executable, "-m", "parhelion", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        check=False,
        cwd=folder,
        env=os.environ | {"COLUMNS": "120", "NO_COLOR": "1", "XDG_DATA_HOME": str(folder)},
    )


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder that holds the example."""
    shutil.copy(EXAMPLE, tmp_path)
    return tmp_path


def test_the_guide_shows_the_example_as_it_is() -> None:
    assert f"```python\n{EXAMPLE.read_text('utf-8')}```" in GUIDE


def test_the_commands_of_the_guide_work_without_a_server(folder: Path) -> None:
    assert sorted(commands()) == ["arena", "bot", "play", "report", "serve", "simulate"]
    arena = run(*commands()["arena"], folder=folder)
    assert arena.returncode == 0, arena.stderr
    assert re.search(r"Gatherer +│ +8 │ +[\d,]+ \(", arena.stdout), arena.stdout
    assert (folder / "results.jsonl").exists()
    for name in ("simulate", "report"):
        done = run(*commands()[name], folder=folder)
        assert done.returncode == 0, done.stderr
    assert "Gatherer" in (folder / "gatherer.html").read_text("utf-8")
    play = run(*commands()["play"], typed="quit\n", folder=folder)
    assert "Gatherer" in play.stdout + play.stderr
    assert play.returncode == 0


# --- a server, and bots with tokens


class Server:
    """A server process that can be killed and started again at the same address, with the bot of
    the guide beside it."""

    def __init__(self, folder: Path, port: int) -> None:
        self._folder, self._port = folder, port
        self.host = f"127.0.0.1:{port}"
        self.returns()

    @property
    def pid(self) -> int:
        """Of the process that serves."""
        return int(self._process.process.pid)

    @property
    def url(self) -> str:
        """Its address."""
        return f"http://{self.host}"

    def dies(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End as a power cut would."""
        self._process.end(how)

    def returns(self) -> None:
        """Start, again on the same data."""
        quick = ["--pause", "0", "--limits", "off", "--port", str(self._port)]
        words = [*commands()["serve"], *quick, "--database", "tables.db"]
        self._process = ServerProcess(ForkedParhelion(words, None, self._folder))
        wait_for_games(self.host)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server as the guide starts it."""
    folder = tmp_path_factory.mktemp("served")
    shutil.copy(EXAMPLE, folder)
    with reserved_port() as port:
        server = Server(folder, port)
        yield server
        server.dies(signal.SIGTERM)


@contextmanager
def bot_process(words: list[str], token: str, folder: Path) -> Iterator[ServerProcess]:
    """A process of `parhelion bot` that has said its first line."""
    program = ServerProcess(ForkedParhelion(words, {"PARHELION_BOT_TOKEN": token}, folder))
    try:
        yield program
    finally:
        if program.process.poll() is None:
            program.end(signal.SIGKILL)
        program.output.close()


def made(owner: Guest, name: str) -> tuple[str, str]:
    """The id and the token of a new bot."""
    bot = owner("POST", "/me/bots", {"name": name}, 201)
    return bot["id"], bot["token"]


def asked(owner: Guest, game: str, bot: str) -> str:
    """The id of a table where somebody plays second, after a bot."""
    seats = [{"kind": "bot", "bot": bot}, ME]
    return str(owner.sets(game=game, seats=seats)["table"]["id"])


def my_turn(table: Json) -> bool:
    """Whether the second seat is to move, or the game is over."""
    return bool(table["status"] == "over" or (table["turn"], table["status"]) == (1, "playing"))


def test_a_bot_with_a_token_plays_a_game_to_its_end_through_a_restart(
    served: Server, folder: Path
) -> None:
    ann = new_guest(served.host, "Ann")
    id, token = made(ann, "Mine")
    words = [word if "://" not in word else served.url for word in commands()["bot"]]
    with bot_process(words, token, folder) as program:
        table = asked(ann, "solstis", id)
        ann.waits(table, my_turn)
        assert [bot["online"] for bot in ann("GET", "/me/bots")["bots"]] == [True]
        ann.plays(table)
        served.dies()
        served.returns()
        while ann.waits(table, my_turn)["table"]["status"] != "over":
            ann.plays(table)
        assert ann("GET", f"/tables/{table}/record")["result"]
        ann("DELETE", f"/me/bots/{id}")
        assert program.process.wait(TIMEOUT) == 2
        assert "sat down" in program.output.read()


TROUBLES = {
    "slow": (SLOW, ["--seconds", "0.4"], "troubled.py:Troubled, move 1: no answer in 0.4 seconds"),
    "failed": (FAILING, [], "move 1 as Dawn: choose answered 'no such move': "),
}


@pytest.mark.parametrize("trouble", TROUBLES)
def test_bot_in_trouble_is_shown_as_such_and_plays_on_elsewhere(
    served: Server, folder: Path, trouble: str
) -> None:
    source, options, reason = TROUBLES[trouble]
    (folder / "troubled.py").write_text(source, "utf-8")
    ann = new_guest(served.host, "Ann")
    id, token = made(ann, "Troubled")
    words = ["bot", "troubled.py:Troubled", "--server", f"{served.url}/", *options]
    with bot_process(words, token, folder) as program:

        def is_in_trouble() -> bool:
            return bool(ann.sees(table)["table"]["seats"][0]["program"]["trouble"] == trouble)

        table = asked(ann, "solstis", id)
        until(is_in_trouble)
        ann("PUT", f"/tables/{table}/seats/0/bot", {"level": 1})
        ann.waits(table, my_turn)
        table = asked(ann, "solstis", id)
        until(is_in_trouble)
        assert is_running(program.process.pid)
        program.process.kill()
        said = program.output.read()
    assert said.count(reason) == 2
    assert token not in said


def test_a_bot_of_the_host_is_offered_to_everybody_and_ends_with_the_server(
    served: Server,
) -> None:
    ann = new_guest(served.host, "Ann")
    ann.refused("me/name-of-bot", "PATCH", "/me", {"name": "gatherer"})
    until(lambda: any(bot["online"] for bot in ann("GET", "/bots")["bots"]))
    (offered,) = ann("GET", "/bots")["bots"]
    assert (offered["name"], offered["owner"]) == ("Gatherer", "")
    table = asked(ann, "solstis", offered["id"])
    seat = ann.waits(table, my_turn)["table"]["seats"][0]
    assert seat["program"] == {"owner": "", "trouble": None}
    programs = [pid for pid in process_tree(served.pid) if pid != served.pid]
    assert programs
    served.dies()
    until(lambda: not any(map(is_running, programs)))
    served.returns()
    assert [bot["id"] for bot in ann("GET", "/bots")["bots"]] == [offered["id"]]
    ann.plays(table)
    ann.waits(table, my_turn)


def test_a_token_that_is_not_one_of_a_bot_is_refused(served: Server, folder: Path) -> None:
    with http_client(served.url) as http:
        person = http.post("/api/me").json()["token"]
    words = ["bot", "gatherer.py:Gatherer", "--server", served.url, "--token", person]
    done = forked_parhelion.run(*words, folder=folder)
    assert done.returncode == 2
    assert "the token is not valid: Only a bot can do this." in done.stderr


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["serve", "--bot", "nowhere.py:Mine"], "there is no file nowhere.py"),
        (["serve", "--bot", "sparrow.py:Mine"], "a bot is called 'Sparrow' already"),
        (["serve", "--bot", "unseen.py:Mine"], "its name needs 1 to 24 letters"),
        (["bot", "sparrow.py:Mine", "--server", "nowhere"], "write it like https://play."),
    ],
)
def test_what_cannot_work_is_told_at_once(folder: Path, words: list[str], why: str) -> None:
    for name, shown in (("sparrow", "Sparrow"), ("unseen", "\u200b")):
        source = f"class Mine:\n    name = {shown!r}\n    def choose(self, view): return ''\n"
        (folder / f"{name}.py").write_text(source, "utf-8")
    token = ["--token", "x"] if words[0] == "bot" else []
    done = forked_parhelion.run(*words, *token, folder=folder)
    assert done.returncode == 2
    assert why in done.stderr
