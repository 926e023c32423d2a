"""Attempts to use up what all players share: memory, thinking time, connections, sign-in attempts.

Each attempt runs against a server process of its own with the usual limits, measures a newcomer's
experience before and meanwhile, and prints the figures. All traffic stays on loopback addresses.
"""

import contextlib
import random
import socket
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
from websockets.sync.client import connect

from bench.load.server_process import ServerProcess, popen, start_parhelion
from tests.waiting import TIMEOUT

ATTACKER, NEWCOMER = "127.0.0.1", "127.0.0.2"
HEAD_BYTES = 500_000_000
"""Header bytes that one connection tries to send."""
MAX_GROWTH = 50.0
"""Memory, in MB, that an endless request head may cost."""
IDENTITIES = 60
IDLE_CONNECTIONS = 1_100
OPEN_FILES = 1_024
"""Limit of open files of the server that gets idle connections."""
WRONG_PASSWORDS = 40
MAX_SLOWDOWN = 15.0
"""How many times as long a newcomer may wait for a bot while many others ask for bots."""
Attempt = Callable[["Target"], Iterator[str]]


class Target:
    """A server process, and clients with loopback addresses of their own."""

    def __init__(self, database: Path, stack: ExitStack, *wrapper: str) -> None:
        def start(words: Any) -> Any:
            return popen([*wrapper, sys.executable, "-m", "parhelion", *words])

        self.server: ServerProcess
        self.server, self.port = start_parhelion(database, "--limits", "1", start=start)
        stack.callback(self.server.end)
        self._stack = stack

    def client(self, address: str, name: str | None = "Ann") -> httpx.Client:
        """Return a client with an address. Without a name, the server does not know it."""
        transport = httpx.HTTPTransport(local_address=address, limits=httpx.Limits())
        url = f"http://127.0.0.1:{self.port}/api"
        client = httpx.Client(base_url=url, timeout=TIMEOUT, transport=transport)
        self._stack.callback(client.close)
        if name:
            client.post("/me", json={"name": name}).raise_for_status()
        return client

    def connection(self, address: str = ATTACKER) -> socket.socket:
        """Open a connection from an address."""
        return self._stack.enter_context(
            socket.create_connection(("127.0.0.1", self.port), TIMEOUT, (address, 0))
        )

    def watch(self, client: httpx.Client, table: str, address: str) -> None:
        """Open a live connection to a table and keep it."""
        headers = {"Cookie": f"parhelion={client.cookies['parhelion']}"}
        url = f"ws://127.0.0.1:{self.port}/api/tables/{table}/live"
        line = self.connection(address)
        self._stack.enter_context(connect(url, sock=line, additional_headers=headers, proxy=None))

    def memory(self) -> float:
        """Return the server's resident memory in MB."""
        status = Path(f"/proc/{self.server.process.pid}/status").read_text()
        return int(status.split("VmRSS:")[1].split()[0]) / 1024


def attack(folder: Path) -> Iterator[list[str]]:
    """Run all attempts. Each item lists what one of them achieved."""
    few_files = ("prlimit", f"--nofile={OPEN_FILES}:{OPEN_FILES}")
    attempts: list[tuple[Attempt, tuple[str, ...]]] = [
        (endless_head, ()),
        (many_identities, ()),
        (idle_connections, few_files),
        (wrong_passwords, ()),
    ]
    for attempt, wrapper in attempts:
        with ExitStack() as stack:
            target = Target(folder / f"{attempt.__name__}.db", stack, *wrapper)
            yield list(attempt(target))


def endless_head(target: Target) -> Iterator[str]:
    """N2: send headers without end on one connection."""
    target.client(NEWCOMER).get("/games").raise_for_status()
    before, line, sent = target.memory(), target.connection(), 0
    line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    header = b"x-more: " + b"y" * 8_000 + b"\r\n"
    with contextlib.suppress(OSError):  # the server hangs up
        while sent < HEAD_BYTES:
            line.sendall(header)
            sent += len(header)
    growth = target.memory() - before
    print(f"endless head: {sent:,} bytes sent, memory {before:.0f} MB + {growth:.0f} MB")
    if growth > MAX_GROWTH or sent >= HEAD_BYTES:
        yield f"a request head took {growth:.0f} MB and {sent:,} bytes"


def many_identities(target: Target) -> Iterator[str]:
    """N3: let strong bots play for many identities of one address."""
    newcomers = {
        "another address": target.client(NEWCOMER),
        "the same address": target.client(ATTACKER),
    }
    _wait_for_games(newcomers["another address"])
    before = {where: _waits_for_bots(client) for where, client in newcomers.items()}
    for number in range(IDENTITIES):
        identity = target.client(ATTACKER, f"Crowd {number}")
        seats = [{"kind": "bot", "level": 5}, {"kind": "bot", "level": 5}]
        table = _new_table(identity, "solenia", seats)
        target.watch(identity, table, ATTACKER)
    for where, client in newcomers.items():
        meanwhile = _waits_for_bots(client)
        for what, seconds in meanwhile.items():
            was = before[where][what]
            print(f"{IDENTITIES} identities, {what} for {where}: {was:.1f} s, then {seconds:.1f} s")
            if seconds > MAX_SLOWDOWN * was:
                yield f"a {what} takes {seconds:.1f} s instead of {was:.1f} s for {where}"


def idle_connections(target: Target) -> Iterator[str]:
    """N5: keep many connections open after one request on each."""
    _wait_for_games(target.client(NEWCOMER, None))
    request = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    for _ in range(IDLE_CONNECTIONS):
        line = target.connection()
        line.sendall(request)
        line.recv(65_536)
    refused, tries = 0, 20
    for _ in range(tries):
        try:
            line = target.connection(NEWCOMER)
            line.settimeout(5)
            line.sendall(request)
            refused += b" 200 " not in line.recv(65_536)
        except OSError:
            refused += 1
    print(f"{IDLE_CONNECTIONS:,} idle connections: {refused} of {tries} newcomers refused")
    if refused:
        yield f"{refused} of {tries} newcomers are refused beside {IDLE_CONNECTIONS} connections"


def wrong_passwords(target: Target) -> Iterator[str]:
    """N8: try many wrong passwords for somebody else's login."""
    given = {"login": "victim", "password": "correct horse battery"}
    victim = target.client(NEWCOMER)
    victim.post("/me/account", json=given).raise_for_status()
    stranger = target.client(ATTACKER, None)
    with ThreadPoolExecutor(4) as pool:
        wrong = [{**given, "password": f"wrong password {n}"} for n in range(WRONG_PASSWORDS)]
        codes = list(pool.map(lambda body: stranger.post("/login", json=body).status_code, wrong))
    signed_in = target.client(NEWCOMER, None).post("/login", json=given).status_code
    newcomer = stranger.post("/me", json={"name": "Bob"}).status_code
    print(
        f"{len(codes)} wrong passwords: {codes.count(429)} refused unread,"
        f" then the right one elsewhere {signed_in}, a new person at that address {newcomer}"
    )
    if not codes.count(429):
        yield "passwords can be guessed without limit"
    if signed_in != 200 or newcomer != 201:
        yield f"others are locked out: {signed_in} for the owner, {newcomer} for a new person"


def _wait_for_games(client: httpx.Client) -> None:
    """Wait until all games are compiled and loaded."""
    while not all(game["ready"] for game in client.get("/games").json()["games"]):
        time.sleep(0.1)


def _new_table(client: httpx.Client, game: str, seats: list[dict[str, Any]]) -> str:
    answer = client.post("/tables", json={"game": game, "seats": seats})
    answer.raise_for_status()
    return str(answer.json()["table"]["id"])


def _waits_for_bots(client: httpx.Client) -> dict[str, float]:
    """Return the seconds that a hint takes, and that a bot of level 5 takes to reply."""
    table = _new_table(client, "solenia", [{"kind": "me"}, {"kind": "bot", "level": 5}])
    update = client.get(f"/tables/{table}").json()
    started = time.monotonic()
    client.post(f"/tables/{table}/hint").raise_for_status()
    hint = time.monotonic() - started
    move = random.Random(1).choice(update["scene"]["choices"])["move"]
    body = {"version": update["table"]["version"], "move": move}
    client.post(f"/tables/{table}/moves", json=body).raise_for_status()
    started = time.monotonic()
    while client.get(f"/tables/{table}").json()["table"]["turn"] != 0:
        time.sleep(0.1)
    return {"hint": hint, "reply": time.monotonic() - started}
