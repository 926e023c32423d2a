"""A server that runs in the test process, its clock, and guests who talk to it over the network."""

import asyncio
import base64
import contextlib
import json
import random
import signal
import threading
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar, TypeVar

import httpx
import uvicorn
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from bench.load.server_process import start_parhelion
from parhelion.server.app import create_app
from parhelion.server.lobby import Lobby
from parhelion.server.quotas import Limits, Quotas
from parhelion.server.run import configured, listening_socket
from parhelion.server.schemas import Acknowledged, Answer, ChoiceCatalogue, News, Update
from parhelion.server.settings import Settings
from parhelion.server.time_source import TimeSource
from parhelion.server.viewer import COOKIE
from tests.server.forked_parhelion import ForkedParhelion
from tests.server.given_tables import given_table
from tests.server.migrated_databases import migrated_file
from tests.waiting import TIMEOUT, until

Json = dict[str, Any]
T = TypeVar("T")
NO_TLS = httpx.create_ssl_context(verify=False, trust_env=False)
"""For clients without TLS: to load certificates would take longer than their requests."""
LEASE = 60.0
"""Seconds for which servers of tests count as alive, so that none looks dead on a busy machine."""


@dataclass(eq=False)
class ManualTimer:
    """A call that is made when the clock of a test is set to its time."""

    due: float
    loop: asyncio.AbstractEventLoop
    callback: Callable[[], None]
    cancelled: bool = False

    def cancel(self) -> None:
        """Do not make the call."""
        self.cancelled = True

    def fire(self) -> None:
        """Make the call, in the loop that asked for it."""
        if not self.cancelled and not self.loop.is_closed():
            self.loop.call_soon_threadsafe(self.callback)


class ManualTime(TimeSource):
    """A clock that goes on only when a test says so.

    Each look at it takes a microsecond, so that what happens later has a later time.
    """

    def __init__(self) -> None:
        self._now = 1_000_000.0
        self.jump = 0.0
        """How far the machine's time was set forward or back; what is measured does not notice."""
        self._timers: list[ManualTimer] = []
        self._lock = threading.Lock()

    def now(self) -> float:
        """The time it was set to."""
        return self.ticks() + self.jump

    def set(self, now: float) -> None:
        """A database has no say about the time of a test."""

    def boot(self) -> tuple[str, float]:
        """One boot of the machine for all servers of a test."""
        return "test", self.ticks()

    def ticks(self) -> float:
        """The time that went by."""
        with self._lock:
            self._now += 1e-6
            return self._now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> ManualTimer:
        """Make a call when the clock has gone on by some seconds."""
        loop = asyncio.get_running_loop()
        with self._lock:
            timer = ManualTimer(self._now + seconds, loop, callback)
            self._timers.append(timer)
        if seconds <= 0:
            self.advance(0)
        return timer

    def advance(self, seconds: float) -> None:
        """Set the clock forward and make the calls that are due."""
        with self._lock:
            self._now += seconds
            due = [timer for timer in self._timers if timer.due <= self._now]
            self._timers = [timer for timer in self._timers if timer.due > self._now]
        for timer in sorted(due, key=lambda timer: timer.due):
            timer.fire()


class RunningServer:
    """A server on a loopback port, in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.app = create_app(settings)
        self._listener = listening_socket("127.0.0.1", 0)
        self.host = f"127.0.0.1:{self._listener.getsockname()[1]}"
        self._server = uvicorn.Server(configured(self.app, settings))
        self._thread = threading.Thread(target=self._server.run, args=([self._listener],))

    @property
    def lobby(self) -> Lobby:
        """The lobby of the running app."""
        lobby: Lobby = self.app.state.lobby
        return lobby

    @property
    def connections(self) -> set[Any]:
        """All connections that there are, as uvicorn knows them."""
        return set(self._server.server_state.connections)

    def advance(self, seconds: float) -> None:
        """Set the server's clock forward, between two steps of its event loop.

        Tasks that the server has started set their timers before that. A timer that is set later
        counts from the new time, so a test waits for the server to be ready for the advance.
        """
        time = self.settings.time
        assert isinstance(time, ManualTime)

        async def advance() -> None:
            time.advance(seconds)

        if self.loop.is_closed():
            time.advance(seconds)
        else:
            self.carries_out(advance())

    @property
    def loop(self) -> asyncio.AbstractEventLoop:
        """The event loop of the running server."""
        return self.lobby._tasks[0].get_loop()

    def carries_out(self, work: Coroutine[Any, Any, Any]) -> Any:
        """Run a coroutine in the server's event loop and return its result."""
        return asyncio.run_coroutine_threadsafe(work, self.loop).result(TIMEOUT)

    def __enter__(self) -> "RunningServer":
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started
        until(lambda: self.lobby.warmup.complete)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(TIMEOUT)
        assert not self._thread.is_alive(), "the server does not stop"

    def guest(self, name: str | None = "Ann") -> "Guest":
        """A new guest; without a name the server does not know them."""
        return new_guest(self.host, name)


def http_get(url: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """Get an address without TLS, whatever the environment says about proxies."""
    return httpx.get(url, headers=headers, timeout=TIMEOUT, verify=NO_TLS, trust_env=False)


def http_client(url: str) -> httpx.Client:
    """A client for an address without TLS, whatever the environment says about proxies."""
    return httpx.Client(base_url=url, timeout=TIMEOUT, verify=NO_TLS, trust_env=False)


def wait_for_games(host: str) -> None:
    """Wait until all games of a server are ready."""
    with http_client(f"http://{host}/api") as http:
        until(lambda: all(game["ready"] for game in http.get("/games").json()["games"]))


class ServedProcess:
    """A server in a process of its own, on PostgreSQL, with the games ready; it can be killed,
    paused and stopped."""

    def __init__(self, database: str, *options: str) -> None:
        self.server, port = start_parhelion(database, *options, start=ForkedParhelion)
        self.host = f"127.0.0.1:{port}"
        self.node = str(self.server.output.readline()).split()[3]
        """Its id among the servers of the database."""
        wait_for_games(self.host)

    def __enter__(self) -> "ServedProcess":
        return self

    def __exit__(self, *_: object) -> None:
        self.ends(signal.SIGKILL)

    def ends(self, how: signal.Signals) -> None:
        """End it, unless it has ended."""
        if not self.server.output.closed:
            self.server.end(how)

    def gets(self, sent: signal.Signals) -> None:
        """Send it a signal."""
        self.server.process.send_signal(sent)

    def guest(self, name: str | None = "Ann") -> "Guest":
        """A new guest; without a name the server does not know them."""
        return new_guest(self.host, name)


def new_guest(host: str, name: str | None) -> "Guest":
    """A guest of a server; without a name it does not know them."""
    guest = Guest(host)
    if name is not None:
        assert guest.http.post("/api/me", json={"name": name}).status_code == 201
    return guest


class Guest:
    """A client with a cookie of its own, like a browser without a screen."""

    visiting: ClassVar[list["Guest"]] = []
    """All guests of a test; their connections are closed when it is over."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.visiting.append(self)
        self.http = http_client(f"http://{host}")

    def __call__(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """What an address of the API answers; its status must be the expected one."""
        answer = self.http.request(method, f"/api{path}", json=body)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        return answer.json()

    def does(self, method: str, path: str, body: object = None) -> Json:
        """Carry out a command at a table, and return the table after it."""
        Acknowledged.model_validate(self(method, path, body))
        return self.sees(path.split("/")[2])

    def refused(self, code: str, method: str, path: str, body: object = None) -> str:
        """The message of a request that is refused with a code."""
        answer = self.http.request(method, f"/api{path}", json=body)
        assert answer.status_code >= 400, answer.text
        problem = answer.json()
        assert problem["code"] == code, problem
        message: str = problem["message"]
        assert message
        return message

    def moves_to(self, server: "RunningServer | ServedProcess") -> None:
        """Go on at another server."""
        self.host, self.http.base_url = server.host, httpx.URL(f"http://{server.host}")

    def calls_from(self, address: str) -> "Guest":
        """Ask from an address, at a server that believes a proxy on this machine."""
        self.http.headers["X-Forwarded-For"] = address
        return self

    def also_at(self, server: "RunningServer | ServedProcess") -> "Guest":
        """The same person with another device, at a server."""
        twin = Guest(server.host)
        twin.http.cookies = self.http.cookies
        return twin

    def sets(self, **wanted: object) -> Json:
        """Set a table; the first update, checked against the contract."""
        update: Json = self("POST", "/tables", {"game": "orion"} | wanted, 201)
        Update.model_validate(update)
        return update

    def sees(self, id: str, query: str = "") -> Json:
        """A table as it is now, checked against the contract."""
        update: Json = self("GET", f"/tables/{id}{query}")
        Update.model_validate(update)
        return update

    def plays(self, id: str, move: str | None = None) -> Json:
        """Make a move, by default any of the choices; the acknowledgement."""
        update = self.sees(id)
        move = move or random.Random(id).choice(update["scene"]["choices"])["move"]
        acknowledged: Json = self(
            "POST", f"/tables/{id}/moves", {"version": update["table"]["version"], "move": move}
        )
        return acknowledged

    def agrees(self, id: str) -> Json:
        """Agree to the proposal, and return the table after that."""
        proposal = self.sees(id)["table"]["proposal"]
        return self.does("POST", f"/tables/{id}/proposal", answer_to(proposal))

    def waits(self, id: str, happened: Callable[[Json], bool]) -> Json:
        """The table once the server tells that something has happened there."""
        with self.watches(id) as live:
            live.until(lambda update: happened(update["table"]))
        return self.sees(id)

    def watches(self, id: str, query: str = "") -> "Live":
        """A live connection to a table."""
        cookie = {"Cookie": f"parhelion={self.http.cookies.get('parhelion')}"}
        headers = cookie if self.http.cookies else {}
        if address := self.http.headers.get("X-Forwarded-For"):
            headers["X-Forwarded-For"] = address
        url = f"ws://{self.host}/api/tables/{id}/live{query}"
        return Live(live_socket(url, headers), self)


def live_socket(url: str, headers: dict[str, str] | None = None) -> ClientConnection:
    """Open a WebSocket. No timeout of the library applies, except the one of all tests."""
    return connect(
        url,
        additional_headers=headers,
        max_size=None,
        open_timeout=TIMEOUT,
        close_timeout=TIMEOUT,
        ping_interval=None,
        proxy=None,
    )


class Live:
    """A live connection that puts the table together from the news as it comes, as browsers do."""

    _catalogues: ClassVar[dict[str, list[Json]]] = {}
    """The catalogues of choices by their addresses, cached for all connections as in a browser."""

    def __init__(self, connecting: ClientConnection, guest: Guest) -> None:
        self._connecting, self._guest = connecting, guest
        self._table: Json = {}
        self._scene: Json = {}
        self._waiting: list[Json] = []
        """News that came before an answer."""

    def __enter__(self) -> "Live":
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)

    def asks(self, ask: str, **more: object) -> Json:
        """The answer to a command, checked against the contract."""
        self.socket.send(json.dumps({"ask": ask, "id": 7} | more))
        while True:
            message: Json = json.loads(self.socket.recv(TIMEOUT))
            if "answer" in message:
                Answer.model_validate(message)
                assert message.pop("answer") == 7
                return message
            self._waiting.append(message)

    def next(self) -> Json:
        """The next update: all of the table, new lines of the chat; the scene, without its words,
        is None if it is as it was."""
        news = self._waiting.pop(0) if self._waiting else json.loads(self.socket.recv(TIMEOUT))
        News.model_validate(news)
        self._table = self._table | news["table"]
        if changes := news["scene"]:
            self._scene = self._assembled(changes)
        return {
            "table": self._table,
            "scene": self._scene if changes else None,
            "chat": news["chat"],
        }

    def _assembled(self, changes: Json) -> Json:
        before = {"items": [], "log": []} if changes["anew"] else self._scene
        away = {*changes["gone"], *(item["id"] for _, item in changes["items"])}
        items = [item for item in before["items"] if item["id"] not in away]
        for place, item in changes["items"]:
            items.insert(place, item)
        scene = {name: changes[name] for name in ("width", "height", "prompt", "ending")}
        log = before["log"][: changes["log_kept"]] + changes["log"]
        return scene | {"items": items, "log": log, "choices": self._choices(changes["offer"])}

    def _choices(self, offer: Json | None) -> list[Json]:
        if offer is None:
            return []
        bits = int.from_bytes(base64.b64decode(offer["legal"]), "little")
        catalogue = self._catalogue(offer["catalogue"])
        legal = [each["choice"] for each in catalogue if bits >> each["action"] & 1]
        direct = {tuple(choice["path"]) for choice in legal}
        found = []
        for choice in legal:
            way = [id.removeprefix("?") for id in choice["path"]]
            if way != choice["path"] and tuple(way) in direct:
                continue  # a second way, and there is a first one
            ids = [offer["roles"].get(id, [id]) for id in way]
            found += [choice | {"path": list(path)} for path in product(*ids)]
        return [*found, *offer["choices"]]

    def _catalogue(self, address: str) -> list[Json]:
        if not address:
            return []
        if address not in self._catalogues:
            answer = self._guest.http.get(address)
            ChoiceCatalogue.model_validate(answer.json())
            assert "immutable" in answer.headers["cache-control"]
            self._catalogues[address] = answer.json()["choices"]
        return self._catalogues[address]

    def until(self, happened: Callable[[Json], bool]) -> Json:
        """The first update of which something is true."""
        while True:
            update = self.next()
            if happened(update):
                return update

    def close_code(self) -> int | None:
        """Wait until the server closes the connection. Return the code."""
        with contextlib.suppress(ConnectionClosed):
            while True:
                self.socket.recv(TIMEOUT)
        return self.socket.close_code


def seen(scene: Json) -> Json:
    """A whole scene without its words, as a live connection has it."""
    return {name: part for name, part in scene.items() if name not in ("sections", "notes")}


def together(*requests: Callable[[], T]) -> list[T]:
    """The answers to requests that are made at the same time."""
    with ThreadPoolExecutor(len(requests)) as pool:
        return [each.result() for each in [pool.submit(request) for request in requests]]


def shows_version(version: int) -> Callable[[Json], bool]:
    """Whether an update is of a version of the table."""
    return lambda update: bool(update["table"]["version"] == version)


def forget_tries(server: RunningServer) -> None:
    """Let nobody have tried to log in yet, nor anything else that is counted."""
    server.lobby.quotas = Quotas(server.settings.limits, server.settings.time)


def quick(database: Path | str, **more: Any) -> Settings:
    """Settings for tests: bots do not pause, time stands still, reviews are superficial, nothing is
    too much. A database file that does not exist is made, with all its tables."""
    if "://" not in str(database):
        migrated_file(Path(database))
    chosen: dict[str, Any] = {
        "database": str(database),
        "pause": 0,
        "time": ManualTime(),
        "review_iterations": 300,
        "review_playouts": 20,
        "limits": Limits.off(),
        "lease": LEASE,
    } | more
    return Settings(**chosen)


ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level: int = 1) -> Json:
    """A seat for a bot."""
    return {"kind": "bot", "level": level}


def given_to(
    server: RunningServer, people: Sequence[Guest], record: Json, ply: int | None = None
) -> str:
    """The id of a table that goes on from a record, with everybody on a chair of their own."""
    secrets = [guest.http.cookies[COOKIE] for guest in people]
    return given_table(str(server.settings.database), secrets, record, ply)


def answer_to(proposal: Json) -> Json:
    """What somebody sends who agrees to a proposal."""
    return {name: value for name, value in proposal.items() if name != "asker"}


def pair(server: RunningServer, game: str = "orion", **wanted: object) -> tuple[Guest, Guest, str]:
    """Ann and Bob at a table of two, and its id."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game=game, seats=[ME, OPEN], **wanted)["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    return ann, bob, id


def trio(server: RunningServer, **wanted: object) -> tuple[list[Guest], str]:
    """Three people at a table of Lanterns, and its id."""
    people = [server.guest(name) for name in ("Ann", "Bob", "Cas")]
    first = people[0].sets(**{"game": "lantern", "seats": [ME, OPEN, OPEN]} | wanted)
    id = first["table"]["id"]
    for seat in (1, 2):
        people[seat]("POST", f"/tables/{id}/seats/{seat}")
    return people, id
