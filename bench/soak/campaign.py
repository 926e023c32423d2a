"""A crash test: tables that are played, faults one after the other, and the check of everything."""

import asyncio
import random
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from http.cookiejar import CookieJar, DefaultCookiePolicy
from pathlib import Path

import httpx

from bench.load.platforms import GAMES
from bench.soak.databases import Fault, SoakDatabase, a_while, opened_database, stored_game
from bench.soak.history import History
from bench.soak.history_check import violations
from bench.soak.person import PATIENCE, Person
from bench.soak.sacrifice import SacrificialTable
from bench.soak.server_node import ServerNode
from bench.soak.table_play import TableKind, TablePlay
from parhelion import replay
from parhelion.server.projection import entry_of
from parhelion.server.store import StoredTable
from parhelion.tables.table import Table

CLOCKS = (
    {"kind": "none"},
    {"kind": "live", "minutes": 60, "seconds": 0},
    {"kind": "days", "days": 1},
)
BREATH = 25
"""After so many faults everybody must be able to play before the next one."""
ALL_PLAY = 300.0
"""How many seconds that may take, on however busy a machine."""
PACE = 0.1
"""Seconds between two looks at a table that still changes."""
GAP = (0.0, 0.3)
TOGETHER = 0.6
"""How likely a fault comes together with the one before."""
DAY = 86_400.0


@dataclass(frozen=True)
class Plan:
    """What a crash test does."""

    database: str
    nodes: int
    tables: int
    faults: int
    seed: int
    kinds: tuple[str, ...] = ()
    """The faults that are wanted; all if empty."""


@dataclass
class Findings:
    """What came of it."""

    history: History = field(default_factory=History)
    faults: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    starts: int = 0
    """How often servers were started."""
    tables: int = 0
    longest_wait: float = 0.0
    """The longest time from the end of a fault until every table had gone on."""


class Campaign:
    """Servers, their database, the players and the faults."""

    def __init__(
        self, plan: Plan, database: SoakDatabase, nodes: list[ServerNode], http: httpx.AsyncClient
    ) -> None:
        self.found = Findings()
        self._plan, self._database, self._nodes, self._http = plan, database, nodes, http
        self._chance = random.Random(plan.seed)
        self._plays = [self._table(number) for number in range(plan.tables)]
        self._sacrifice = SacrificialTable(self._person(), self.found.history)
        self._deck: list[str] = []
        """The kinds of faults that are to come before any comes again."""
        self._began = time.monotonic()
        self.enough = asyncio.Event()
        """Set to have the check before all faults have come."""

    async def run(self, advance: Callable[[Sequence[str]], None]) -> None:
        """Play, break things, and check; `advance` is told of every fault."""
        playing = [asyncio.create_task(play.play()) for play in self._plays]
        breaking = asyncio.create_task(self._break_things(advance))
        try:
            await asyncio.wait([*playing, breaking], return_when=asyncio.FIRST_COMPLETED)
            if not breaking.done():  # a player has failed
                breaking.cancel()
            for task in (breaking, *playing):
                if task.done():
                    task.result()
        finally:
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
        await self._check()

    async def _break_things(self, advance: Callable[[Sequence[str]], None]) -> None:
        await asyncio.gather(*(node.ready.wait() for node in self._nodes))
        await self._sacrifice.set()
        await self._all_play()
        faults = self._faults()
        names = self._plan.kinds or tuple(faults)
        done = 0
        while done < self._plan.faults and not self.enough.is_set():
            together = self._drawn(names, self._plan.faults - done)
            advance(together)
            await asyncio.gather(*(faults[name](self._chance) for name in together))
            self.found.faults.update(together)
            done += len(together)
            if done % BREATH < len(together):
                await self._all_play()
            await asyncio.sleep(self._chance.uniform(*GAP))
        await self._all_play()

    def _drawn(self, names: Sequence[str], most: int) -> list[str]:
        """The faults that come next, at the same time. All are drawn in random order before any
        comes again, so that each comes equally often."""
        together: list[str] = []
        while len(together) < most:
            self._deck = self._deck or self._chance.sample(names, len(names))
            following = self._deck[0]
            alone = following in ALONE or following in together
            if together and (alone or self._chance.random() > TOGETHER):
                break
            together.append(self._deck.pop(0))
            if following in ALONE:
                break
        return together

    async def _all_play(self) -> None:
        """Wait until every table has gone on."""
        since = time.monotonic()
        while late := [play for play in self._plays if play.progressed <= since]:
            if time.monotonic() > since + ALL_PLAY:
                ids = [play.present.id for play in late if play.present]
                raise AssertionError(f"tables do not go on: {ids}")
            await asyncio.sleep(0.05)
        self.found.longest_wait = max(self.found.longest_wait, time.monotonic() - since)

    # --- players

    def _person(self) -> Person:
        return Person(self._http, self._nodes, random.Random(self._chance.random()))

    def _table(self, number: int) -> TablePlay:
        clock = CLOCKS[number // len(GAMES) % len(CLOCKS)]
        kind = TableKind(GAMES[number % len(GAMES)], clock, number % 4 == 3)
        return TablePlay(kind, [self._person() for _ in range(3)], self.found.history)

    # --- faults

    def _faults(self) -> Mapping[str, Fault]:
        return {
            "server killed": self._signalled(signal.SIGKILL),
            "server stopped": self._signalled(signal.SIGTERM),
            "server paused": self._pause,
            "clients cut off": self._cut_off,
            "clients stalled": self._stall,
            "clock jumped": self._jump,
            "row garbled": self._garble,
            **self._database.faults(self._nodes),
        }

    def _signalled(self, how: signal.Signals) -> Fault:
        async def send(chance: random.Random) -> None:
            node = chance.choice(self._nodes)
            await node.ready.wait()
            node.signal(how)

        return send

    async def _pause(self, chance: random.Random) -> None:
        node = chance.choice(self._nodes)
        node.signal(signal.SIGSTOP)
        await a_while(chance)
        node.signal(signal.SIGCONT)

    async def _cut_off(self, chance: random.Random) -> None:
        front = chance.choice(self._nodes).front
        front.cut()
        await a_while(chance)
        front.mend()

    async def _stall(self, chance: random.Random) -> None:
        front = chance.choice(self._nodes).front
        front.stall()
        await a_while(chance)
        front.mend()

    async def _jump(self, chance: random.Random) -> None:
        """The wall clock of a server is days ahead or behind for a while, and then right again."""
        node = chance.choice(self._nodes)
        await node.ready.wait()
        node.switches.set(jump=chance.choice((-1, 1)) * chance.uniform(1.5, 30) * DAY)
        await a_while(chance)
        node.switches.set()

    async def _garble(self, chance: random.Random) -> None:
        self.found.wrong += await self._sacrifice.garble(self._database, self._nodes, chance)

    # --- checks

    async def _check(self) -> None:
        seconds = time.monotonic() - self._began
        stored, hashes = await self._database.tables(), await self._database.people()
        for history in self.found.history.tables.values():
            if history.id not in stored:
                self.found.wrong.append(f"table {history.id} is lost")
                continue
            game = stored_game(stored[history.id], hashes)
            self.found.wrong += violations(history, game, seconds)
            self.found.wrong += self._not_replayed(stored[history.id])
        self.found.wrong += await self._database.errors()
        self.found.wrong += await self._not_shown(stored)
        self.found.tables = len(self.found.history.tables)
        self.found.starts = sum(node.starts for node in self._nodes)

    def _not_replayed(self, stored: StoredTable) -> list[str]:
        """Check that the moves of a table are a legal game."""
        try:
            table = rebuilt(stored)
            again = replay(table.dealt.record()) if table.match else None
        except Exception as error:
            return [f"table {stored.table.id} cannot be replayed: {error!r}"]
        same = again is None or (again.ply, again.turn) == (table.ply, table.dealt.turn)
        return [] if same else [f"table {stored.table.id} is replayed differently"]

    async def _not_shown(self, stored: Mapping[str, StoredTable]) -> list[str]:
        """Whether every server shows every table as the database has it, and lists answer."""
        wrong = []
        person = self._sacrifice.person
        for node in self._nodes:
            await person.insist("GET", "/tables?status=playing", node=node)
            for play in self._plays:
                await play.people[0].insist("GET", "/me/tables", node=node)
            for id in self.found.history.tables.keys() & stored.keys():
                wrong += await self._differences(node, id, stored[id])
        return wrong

    async def _differences(self, node: ServerNode, id: str, stored: StoredTable) -> list[str]:
        """Compare a table as a server shows it with the database, until both agree.

        A bot may still be moving although the players have left.
        """
        deadline = time.monotonic() + ALL_PLAY
        while wrong := await self._differences_now(node, id, stored):
            if time.monotonic() > deadline:
                break
            await asyncio.sleep(PACE)
            stored = await self._database.table(id)
        return wrong

    async def _differences_now(self, node: ServerNode, id: str, stored: StoredTable) -> list[str]:
        person, table = self._sacrifice.person, rebuilt(stored)
        shown = await person.insist("GET", f"/tables/{id}", node=node)
        found = shown["table"]["version"], shown["table"]["ply"], len(shown["scene"]["log"])
        wanted = table.position, table.ply, table.ply
        wrong = []
        if found != wanted:
            wrong.append(f"{node.name} shows {found} at table {id}, not {wanted}")
        if shown["table"]["status"] == "over":
            record = await person.insist("GET", f"/tables/{id}/record", node=node)
            if replay(record).record()["moves"] != table.dealt.record()["moves"]:
                wrong.append(f"{node.name} gives another record of table {id}")
        return wrong


def rebuilt(stored: StoredTable) -> Table:
    """Return a table from its journal alone. Raises BadJournal or ValueError."""
    return Table.replay(stored.table.id, map(entry_of, stored.entries))


ALONE = ("row garbled", "clock jumped")
"""Faults that come by themselves: a server must be down, or up, while they last."""


@asynccontextmanager
async def _prepared(plan: Plan, folder: Path) -> AsyncIterator[Campaign]:
    async with AsyncExitStack() as stack:
        enter = stack.enter_async_context
        database = await enter(opened_database(plan.database, plan.nodes, folder))
        nodes = [
            await enter(ServerNode(f"node{number}", database.address(number), folder))
            for number in range(plan.nodes)
        ]
        limits = httpx.Limits(max_connections=None)
        no_cookies = CookieJar(DefaultCookiePolicy(allowed_domains=()))  # all people share it
        http = httpx.AsyncClient(
            timeout=PATIENCE, limits=limits, cookies=no_cookies, trust_env=False
        )
        await enter(http)
        yield Campaign(plan, database, nodes, http)


async def soak(
    plan: Plan,
    folder: Path,
    advance: Callable[[Sequence[str]], None] = lambda _: None,
    interruptible: bool = False,
) -> Findings:
    """Carry out a plan; a database and the words of the servers are kept in a folder. Ctrl-C may
    end the faults early, and everything is checked all the same."""
    async with _prepared(plan, folder) as campaign:
        if interruptible:
            loop = asyncio.get_running_loop()
            loop.add_signal_handler(signal.SIGINT, campaign.enough.set)
        await campaign.run(advance)
        return campaign.found
