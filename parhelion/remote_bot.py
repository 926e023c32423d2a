"""A bot of one's own at the tables of a server: asks over HTTP where it is awaited, sits down and
moves, until it is stopped or its token is no longer valid.

It keeps nothing that the server does not have: it may be ended and started again at any time.
"""

import json
import os
import secrets
import sys
import threading
import time
from collections import OrderedDict
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

from parhelion.bots.own_bot import OwnBotClass
from parhelion.errors import BotFailed, CannotReach
from parhelion.games import Json
from parhelion.printable import printable

TOKEN = "PARHELION_BOT_TOKEN"
"""The variable that holds the token."""
GIVEN_UP = "PARHELION_BOT_GIVEN_UP"
"""The variable by which this process tells itself, begun anew, which decisions it gave up."""
PARENT = "PARHELION_BOT_PARENT"
"""The variable that holds the id of the process without which this one ends."""
BUSY_SECONDS, IDLE_SECONDS, MAX_IDLE = 0.25, 1.5, 40
"""How often the server is asked while games go on and after `MAX_IDLE` rounds without anything."""
FIRST_RETRY, LAST_RETRY = 1.0, 30.0
ANSWER_SECONDS = 30.0
MAX_INSTANCES = 50


class Refusal(Exception):
    """The server refuses something."""

    def __init__(self, status: int, code: str, message: str, wait: float) -> None:
        super().__init__(message)
        self.status, self.code, self.wait = status, code, wait


class TooSlow(Exception):
    """A bot has not answered in time; it may never."""


class RemoteBot:
    """Plays wherever it is asked to, one move after the other."""

    def __init__(self, own: OwnBotClass, server: str, token: str, seconds: float) -> None:
        self._own, self._token, self._seconds = own, token, seconds
        self._server = checked_address(server)
        self._instances: OrderedDict[str, Any] = OrderedDict()
        """By table; those that moved last are kept."""
        self._given_up: dict[str, float] = json.loads(os.environ.pop(GIVEN_UP, "{}"))
        """When a table changed last at which no move was found."""
        self._parent = int(os.environ.get(PARENT, 0))

    def run(self) -> None:
        """Play until stopped; CannotReach if the token opens nothing."""
        retry, idle = FIRST_RETRY, 0
        self._tell_name()
        while not self._is_orphaned():
            try:
                idle = 0 if self._round() else min(idle + 1, MAX_IDLE)
                retry = FIRST_RETRY
                time.sleep(BUSY_SECONDS if idle < MAX_IDLE else IDLE_SECONDS)
            except (URLError, OSError) as error:
                say(f"cannot reach {self._server}: {reason_of(error)}; trying again")
                time.sleep(retry)
                retry = min(2 * retry, LAST_RETRY)

    def _tell_name(self) -> None:
        """Say who plays where, to whoever started it by hand."""
        if not self._given_up and not self._parent:
            say(f"{self._own.spec} asks {self._server} where it is to play (Ctrl-C ends it)")

    def _is_orphaned(self) -> bool:
        return bool(self._parent) and os.getppid() != self._parent

    def _round(self) -> bool:
        """Do all that is to be done now; whether there was anything."""
        try:
            work = self._ask("GET", "/bot")
            done = [self._sit_down(seat) for seat in work["join"]]
            return any(done + [self._move(turn) for turn in work["move"]])
        except Refusal as refusal:
            if refusal.status == 401 or refusal.code == "me/is-no-bot":
                raise CannotReach(f"{self._server}: the token is not valid: {refusal}") from refusal
            time.sleep(refusal.wait)  # too much at once, or trouble there
            return False

    def _sit_down(self, seat: Json) -> bool:
        """Take a seat that is kept for this bot, and add to the shuffle."""
        path = f"/tables/{seat['table']}/seats/{seat['seat']}"
        if self._tried("POST", path, {"text": secrets.token_urlsafe(24)}) is None:
            return False
        if not self._parent:
            say(f"table {seat['table']}: sat down")
        return True

    def _move(self, turn: Json) -> bool:
        """Find a move for a table and play it; whether there was anything to do."""
        table = turn["table"]
        if self._given_up.get(table) == turn["changed"]:
            return False
        asked = self._tried("GET", f"/tables/{table}/view")
        if asked is None or not asked["view"]["legal"]:
            return False
        try:
            answer = self._chosen(table, asked["view"])
            self._play(table, asked, answer)
        except BotFailed as error:
            self._give_up(turn, "failed", str(error))
        except TooSlow:
            why = f"no answer in {self._seconds:g} seconds"
            self._give_up(turn, "slow", f"{self._own.spec}, move {asked['view']['ply'] + 1}: {why}")
            self._begin_anew()
        return True

    def _play(self, table: str, asked: Json, answer: str) -> None:
        move = {"version": asked["version"], "move": answer}
        try:
            self._tried("POST", f"/tables/{table}/moves", move)
        except Refusal as refusal:
            if refusal.code != "move/illegal":
                raise
            raise self._own.illegal(asked["view"], answer, refusal) from refusal

    def _chosen(self, table: str, view: Json) -> str:
        """The answer of the bot to a view, in its own thread; TooSlow if it takes too long."""
        found: list[str | BotFailed] = []

        def think() -> None:
            try:
                if table not in self._instances:
                    self._instances[table] = self._own.made(view["game"], table)
                found.append(self._own.answer(self._instances[table], view))
            except BotFailed as error:
                found.append(error)

        thread = threading.Thread(target=think, daemon=True)
        thread.start()
        thread.join(self._seconds)
        if not found:
            raise TooSlow
        self._instances.move_to_end(table)
        if len(self._instances) > MAX_INSTANCES:
            self._instances.popitem(last=False)
        if isinstance(found[0], BotFailed):
            raise found[0]
        return found[0]

    def _give_up(self, turn: Json, kind: str, why: str) -> None:
        """Tell everybody at the table that there is no move, and do not try this again."""
        table = turn["table"]
        say(f"table {table}: {why}")
        self._instances.pop(table, None)
        noted = self._tried("POST", f"/tables/{table}/trouble", {"kind": kind}) or {}
        self._given_up[table] = noted.get("changed") or turn["changed"]

    def _begin_anew(self) -> None:
        """Replace this process by a fresh one: nothing else ends a thread that thinks on."""
        os.environ[GIVEN_UP] = json.dumps(self._given_up)
        os.environ[TOKEN] = self._token
        sys.stdout.flush()
        os.execv(sys.executable, [sys.executable, "-m", "parhelion", *sys.argv[1:]])  # noqa: S606

    # --- over HTTP

    def _tried(self, method: str, path: str, body: Json | None = None) -> Json | None:
        """The answer about a table; None if another was quicker, or the table is in trouble: the
        next round asks again."""
        try:
            return self._ask(method, path, body)
        except Refusal as refusal:
            if refusal.status in (403, 404, 409) or refusal.status >= 500:
                return None
            raise

    def _ask(self, method: str, path: str, body: Json | None = None) -> Json:
        """What the server answers; Refusal if it refuses."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Authorization": f"Bearer {self._token}", "Content-Type": "application/json"}
        address = f"{self._server}/api{path}"
        request = Request(address, data, headers, method=method)  # noqa: S310 - checked_address
        try:
            with urlopen(request, timeout=ANSWER_SECONDS) as answer:  # noqa: S310
                found: Json = json.load(answer)
                return found
        except HTTPError as error:
            raise _refusal(error) from error


def _refusal(error: HTTPError) -> Refusal:
    """A refusal as the server tells it, or whoever stands before it."""
    wait = float(error.headers.get("Retry-After") or FIRST_RETRY)
    try:
        told = json.load(error)
        return Refusal(error.code, str(told["code"]), str(told["message"]), wait)
    except (ValueError, LookupError, TypeError):
        return Refusal(error.code, "", f"status {error.code}", wait)


def checked_address(server: str) -> str:
    """The address of a server without a slash at its end; CannotReach if it is none."""
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.netloc:
        raise CannotReach(f"server {server!r}: write it like https://play.example.org")
    return server.rstrip("/")


def reason_of(error: OSError) -> str:
    """Why a server could not be reached, in few words."""
    return str(getattr(error, "reason", None) or error)


def say(text: str) -> None:
    """Print a line at once: others may read it as it comes."""
    print(printable(text), flush=True)
