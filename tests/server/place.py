"""A server to visit, and guests who visit it."""

import json
import random
import threading
import time
from collections.abc import Callable
from itertools import accumulate
from pathlib import Path
from types import TracebackType
from typing import Any, ClassVar

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from parhelion.server.app import create_app
from parhelion.server.hall import Hall
from parhelion.server.run import configured
from parhelion.server.schemas import News, Update
from parhelion.server.settings import Settings

Json = dict[str, Any]
PATIENCE = 60.0
COMPILING = 900.0  # games may have to be compiled first, on a machine with other work


class Place:
    """A server on a loopback port, in a thread of its own."""

    def __init__(self, settings: Settings) -> None:
        self.app = create_app(settings)
        self._server = uvicorn.Server(configured(self.app, "127.0.0.1", 0))
        self._thread = threading.Thread(target=self._server.run)

    @property
    def hall(self) -> Hall:
        """The hall of the running app."""
        hall: Hall = self.app.state.hall
        return hall

    @property
    def host(self) -> str:
        """Where it listens."""
        port = self._server.servers[0].sockets[0].getsockname()[1]
        return f"127.0.0.1:{port}"

    def __enter__(self) -> "Place":
        self._thread.start()
        until(lambda: self._server.started or not self._thread.is_alive())
        assert self._server.started
        until(lambda: self.hall.readiness.complete, COMPILING)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._server.should_exit = True
        self._thread.join(PATIENCE)

    def guest(self, name: str | None = "Ann") -> "Guest":
        """Somebody comes in; without a name nobody knows them."""
        guest = Guest(self.host)
        if name is not None:
            assert guest.http.post("/api/me", json={"name": name}).status_code == 201
        return guest


class Guest:
    """A browser without a screen."""

    visiting: ClassVar[list["Guest"]] = []
    """All who came in; the test says goodbye to them when it is over."""

    def __init__(self, host: str) -> None:
        self.host = host
        self.visiting.append(self)
        self.http = httpx.Client(base_url=f"http://{host}", timeout=PATIENCE)

    def __call__(self, method: str, path: str, body: object = None, status: int = 200) -> Any:
        """What an address of the API answers; its status must be the expected one."""
        answer = self.http.request(method, f"/api{path}", json=body)
        assert answer.status_code == status, (method, path, answer.status_code, answer.text)
        return answer.json()

    def refused(self, code: str, method: str, path: str, body: object = None) -> str:
        """The message of a request that is refused with a code."""
        answer = self.http.request(method, f"/api{path}", json=body)
        assert answer.status_code >= 400, answer.text
        problem = answer.json()
        assert problem["code"] == code, problem
        message: str = problem["message"]
        assert message
        return message

    def moves_to(self, place: Place) -> None:
        """Go on at another server."""
        self.host, self.http.base_url = place.host, httpx.URL(f"http://{place.host}")

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

    def waits(self, id: str, happened: Callable[[Json], bool]) -> Json:
        """The table once something has happened there."""
        until(lambda: happened(self.sees(id)["table"]))
        return self.sees(id)

    def watches(self, id: str, query: str = "") -> "Live":
        """A live connection to a table."""
        cookie = {"Cookie": f"parhelion={self.http.cookies.get('parhelion')}"}
        headers = cookie if self.http.cookies else {}
        url = f"ws://{self.host}/api/tables/{id}/live{query}"
        return Live(connect(url, additional_headers=headers, max_size=None))


PARTS = ("items", "choices", "sections", "log")


class Live:
    """A live connection that puts updates together from the news as they come."""

    def __init__(self, connecting: ClientConnection) -> None:
        self._connecting = connecting
        self._parts: list[Json] = []

    def __enter__(self) -> "Live":
        self.socket = self._connecting.__enter__()
        return self

    def __exit__(self, *_: object) -> None:
        self._connecting.__exit__(None, None, None)

    def next(self) -> Json:
        """The next update; its scene is None if it is as it was."""
        news: Json = json.loads(self.socket.recv(PATIENCE))
        News.model_validate(news)
        self._parts += news.pop("parts")
        scene = news["scene"] or {}
        for name in PARTS if scene else ():
            scene[name] = [self._parts[place] for place in accumulate(scene[name])]
        return news

    def until(self, happened: Callable[[Json], bool]) -> Json:
        """The first update of which something is true."""
        while True:
            update = self.next()
            if happened(update):
                return update


def until(happened: Callable[[], bool], seconds: float = PATIENCE) -> None:
    """Wait for something, but not for ever."""
    patience = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < patience, "it never happened"
        time.sleep(0.01)


def quick(database: Path, **more: Any) -> Settings:
    """Settings for tests: bots do not pause, people are soon missed, reviews are superficial."""
    chosen: dict[str, Any] = {
        "database": str(database),
        "pause": 0,
        "absent_after": 0.3,
        "review_iterations": 120,
        "review_playouts": 20,
    } | more
    return Settings(**chosen)


ME, OPEN = {"kind": "me"}, {"kind": "open"}


def bot(level: int = 1) -> Json:
    """A seat for a bot."""
    return {"kind": "bot", "level": level}


def pair(place: Place, game: str = "orion", **wanted: object) -> tuple[Guest, Guest, str]:
    """Ann and Bob at a table of two, and its id."""
    ann, bob = place.guest("Ann"), place.guest("Bob")
    id = ann.sets(game=game, seats=[ME, OPEN], **wanted)["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    return ann, bob, id


def trio(place: Place, **wanted: object) -> tuple[list[Guest], str]:
    """Three people at a table of Lanterns, and its id."""
    people = [place.guest(name) for name in ("Ann", "Bob", "Cas")]
    first = people[0].sets(**{"game": "lantern", "seats": [ME, OPEN, OPEN]} | wanted)
    id = first["table"]["id"]
    for seat in (1, 2):
        people[seat]("POST", f"/tables/{id}/seats/{seat}")
    return people, id
