"""Garbled requests and live messages: a running server answers each of them with something that
its contract allows, never with an error of its own, and goes on."""

import json
import logging
import random
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, get_args

import httpx
from websockets.exceptions import ConnectionClosed

from parhelion.refusals import Code
from tests.attacks.garbling import garbled_json, garbled_text
from tests.server.running_server import ME, Guest, Json, RunningServer, bot
from tests.waiting import TIMEOUT

CODES = frozenset(get_args(Code))
FAREWELLS = {1003, 1007, 1008, 1009, 1012}
"""How the server may end a connection on which nonsense is sent."""
ROUND = 200
"""Messages until another table is set."""


class Request(NamedTuple):
    """A request as a client would make it."""

    method: str
    path: str
    body: Any = None


def requests(id: str, version: int, move: str, record: Json) -> list[Request]:
    """A request of each kind about a table and everything else."""
    table = f"/api/tables/{id}"
    return [
        Request("POST", f"{table}/moves", {"version": version, "move": move}),
        Request("POST", f"{table}/why-illegal", {"path": ["pile"]}),
        Request("POST", f"{table}/chat", {"text": "Hello"}),
        Request("POST", f"{table}/hint"),
        Request("POST", f"{table}/takeback"),
        Request("POST", f"{table}/proposal", {"kind": "takeback", "seat": 0, "ply": 0}),
        Request("DELETE", f"{table}/proposal"),
        Request("POST", f"{table}/seats/1", {"text": "abc"}),
        Request("PUT", f"{table}/seats/1/bot", {"level": 1}),
        Request("DELETE", f"{table}/seats/1/bot"),
        Request("POST", f"{table}/rematch", {"text": "abc"}),
        Request("GET", f"{table}?lang=fr&layout=tall"),
        Request("GET", f"{table}/at/1?seat=0"),
        Request("GET", f"{table}/moves/1/explanation"),
        Request("GET", f"{table}/record"),
        Request("GET", f"{table}/review"),
        Request("GET", f"{table}/qr.svg"),
        Request("PATCH", "/api/me", {"name": "Ann"}),
        Request("GET", "/api/me/tables"),
        Request("GET", "/api/tables?status=open"),
        Request("POST", "/api/tables", {"game": "lantern", "options": {}, "seats": [ME, bot()]}),
        Request("POST", "/api/tables", {"game": record["game"], "record": record, "ply": 3}),
        Request("GET", "/api/games/orion/choices/0?lang=nl"),
        Request("GET", "/api/games/orion/lessons/first-game/1"),
        Request("GET", "/api/words/fr"),
        Request("GET", "/art/orion/symbols.svg"),
        Request("GET", "/rules/orion"),
    ]


def live_messages(version: int, move: str) -> list[Json]:
    """A message of each kind on a live connection."""
    return [
        {"ask": "move", "id": 1, "version": version, "move": move},
        {"ask": "words", "id": 2},
    ]


def attack(
    server: RunningServer, records: list[Json], number: int, seed: int
) -> Iterator[list[str]]:
    """What goes wrong with each of so many garbled requests and live messages."""
    rng = random.Random(seed)
    with errors_logged() as errors:
        while number > 0:
            guest, count = server.guest("Fuzz"), min(number, ROUND)
            for found in _visit(guest, rng.choice(records), count, rng):
                yield [*found, *errors]
                errors.clear()
            guest.http.close()
            number -= count


def _visit(guest: Guest, record: Json, count: int, rng: random.Random) -> Iterator[list[str]]:
    """Half requests, half live messages about a table of one's own; afterwards it must be there."""
    table = guest.sets(game="lantern", seats=[ME, bot(), bot()])
    id, version = table["table"]["id"], table["table"]["version"]
    move = (table["scene"]["choices"] or [{"move": "draw"}])[0]["move"]
    templates = requests(id, version, move, record)
    for _ in range(count // 2):
        yield list(request_problems(guest, rng.choice(templates), rng))
    messages = [rng.choice(live_messages(version, move)) for _ in range(count - count // 2)]
    yield from _live_attack(guest, id, messages, rng)
    if guest.http.get(f"/api/tables/{id}").status_code != 200:
        yield [f"table {id} is gone"]


def request_problems(guest: Guest, request: Request, rng: random.Random) -> Iterator[str]:
    """What is wrong with the answer to a garbled request."""
    method, path, body = request
    if rng.random() < (0.3 if body is not None else 1.0):
        path = path[:4] + garbled_text(path[4:], rng)
    content = None if body is None else _content(body, rng)
    headers = {"Content-Type": rng.choice(("application/json", "application/json", "text/plain"))}
    if rng.random() < 0.05:
        method = rng.choice(("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"))
    try:
        answer = guest.http.request(method, path, content=content, headers=headers)
    except (httpx.InvalidURL, UnicodeEncodeError):
        return  # no client could send that
    except httpx.HTTPError as error:
        yield f"{method} {path!r} {content!r}: {error!r}"
        return
    if wrong := _wrong(answer):
        yield f"{method} {path!r} {content!r}: {answer.status_code} {wrong}"


def _content(body: Any, rng: random.Random) -> bytes:
    return garbled_json(body, rng).encode("utf-8", "surrogatepass")


def _wrong(answer: httpx.Response) -> str:
    """What is wrong with an answer; empty if nothing is."""
    if answer.status_code < 400:
        return ""
    if answer.request.method == "HEAD":
        return "" if answer.status_code < 500 else "an error"
    try:
        code = answer.json()["code"]
    except (ValueError, KeyError, TypeError):
        return "" if answer.status_code == 400 else f"not a problem: {answer.text[:200]!r}"
    waits = answer.status_code == 503 and code != "server/trouble"
    return "" if code in CODES and (answer.status_code < 500 or waits) else f"{code}"


def _live_attack(
    guest: Guest, id: str, messages: list[Json], rng: random.Random
) -> Iterator[list[str]]:
    while messages:
        with guest.watches(id) as live:
            live.next()
            while messages:
                text = _live_text(messages.pop(), rng)
                try:
                    live.socket.send(text)
                    yield list(_answer_problems(live.socket.recv(TIMEOUT), text, live.socket))
                except ConnectionClosed:
                    code = live.socket.close_code
                    yield [] if code in FAREWELLS else [f"live {text!r}: ended with {code}"]
                    break
                except TimeoutError:
                    yield [f"live {text!r}: no answer"]


def _live_text(message: Json, rng: random.Random) -> str | bytes:
    text = garbled_json(message, rng)
    whole = text.encode("utf-8", "replace")
    return whole if rng.random() < 0.05 else whole.decode()


def _answer_problems(first: str | bytes, text: str | bytes, socket: Any) -> Iterator[str]:
    """What is wrong with what comes back; news may come before the answer."""
    message = first
    while True:
        told: Json = {"answer": 0} if message == "pong" else json.loads(message)
        if "answer" in told:
            code = (told.get("problem") or {}).get("code")
            if code is not None and (code not in CODES or code.startswith("server/")):
                yield f"live {text!r}: {code}"
            return
        message = socket.recv(TIMEOUT)


@contextmanager
def errors_logged() -> Iterator[list[str]]:
    """The errors that anything logs meanwhile."""
    errors: list[str] = []
    handler = logging.Handler(logging.ERROR)
    handler.emit = lambda record: errors.append(  # type: ignore[method-assign]
        f"logged: {record.getMessage()} {record.exc_info and record.exc_info[1]!r}"
    )
    loggers = [logging.getLogger(name) for name in ("", "uvicorn.error", "parhelion", "asyncio")]
    for logger in loggers:
        logger.addHandler(handler)
    try:
        yield errors
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
