"""The lobby: finds and sets tables, brings them into memory and lets them go again."""

import asyncio
import logging
import random
from collections.abc import Set
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import and_, distinct, exists, func, or_, select

from parhelion.games import Game, registry
from parhelion.match import Match
from parhelion.scene import Layout
from parhelion.server import catalogue_files, game_catalogue, rulebook_files, schemas, table_list
from parhelion.server.bot_pool import BotPool
from parhelion.server.game_warmup import GameWarmup
from parhelion.server.journal_writer import Conflict
from parhelion.server.live_table import LiveTable
from parhelion.server.models import JournalEntryModel, SeatModel, TableModel
from parhelion.server.nodes import Ownership
from parhelion.server.overtaken import Overtaken, again_if_overtaken
from parhelion.server.people import People, secret_used
from parhelion.server.presence import PresenceReport
from parhelion.server.problems import Refused
from parhelion.server.reviews import Reviews
from parhelion.server.row_change import updated
from parhelion.server.schemas import Lang
from parhelion.server.settings import Settings, database_url, default_database
from parhelion.server.store import Person, Store
from parhelion.server.table import Services
from parhelion.server.table_setup import load_game, rematch_setup, requested_setup
from parhelion.server.viewer import Viewer

if TYPE_CHECKING:
    from parhelion.server.node_lease import NodeLease

SWEEP_SECONDS = 30.0
RETRY_SECONDS = 1.0
WOKEN_AT_ONCE = 20
"""Taking so many tables over is one commit, unless another server is quicker with one of them."""
LOG = logging.getLogger("parhelion")


class Lobby:
    """All tables. Those in use are in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(database_url(settings.database or default_database()))
        self.people = People(self.store, settings)
        self.bot_pool = BotPool()
        self.nodes = self.store.nodes(settings.lease, self.catch_up, self._hear)
        reviews = Reviews(settings)
        self._services = Services(self.store, settings, self.bot_pool, reviews, self.nodes)
        self._tables: dict[str, LiveTable] = {}
        self._reading = asyncio.Lock()
        self._shuffling = asyncio.Lock()
        """Held while a secret is used, so that no two tables get the same."""
        self._tasks: list[asyncio.Task[None]] = []
        self._demos: dict[str, tuple[Match, ...]] = {}
        self._demo_json: dict[tuple[str, Lang, Layout], bytes] = {}

    async def open(self) -> None:
        """Open the database. In the background games are compiled and play goes on."""
        await self.store.open()
        self.warmup = GameWarmup()
        self.warmup.start()
        works = [self._sweep()]
        if self.nodes:
            await self.nodes.lease.open()
            works += [self.nodes.news.run(), self._mind_nodes(self.nodes.lease)]
        self._waking = asyncio.create_task(self._wake())
        self._tasks = [asyncio.create_task(work) for work in works]

    async def hand_over(self) -> None:
        """Let other servers take over what goes on by itself; commands are still carried out."""
        if self.nodes:
            await self.nodes.lease.close()

    async def close(self) -> None:
        """Close all tables and the database."""
        await self.hand_over()
        for task in (self._waking, *self._tasks):
            task.cancel()
        self._services.reviews.close()
        for table in self._tables.values():
            table.close()
        await self.store.close()

    async def _wake(self) -> None:
        """Let tables go on that are nobody's, or of a server that is dead."""
        while True:
            try:
                await self._wake_all()
            except ConnectionError:
                await asyncio.sleep(RETRY_SECONDS)
            else:
                return

    async def _wake_all(self) -> None:
        found = await self._going_on()
        for first in range(0, len(found), WOKEN_AT_ONCE):
            some = found[first : first + WOKEN_AT_ONCE]
            await asyncio.gather(*(self._wake_one(*each) for each in some))

    async def _wake_one(self, id: str, game: str, owner: str | None) -> None:
        if game not in registry.names():
            LOG.warning("table %s cannot go on: %s is not installed", id, game)
            return
        await self.warmup.wait_for(game)
        with suppress(Refused):  # a table that cannot be read keeps no other from going on
            if await self._is_ours(id, owner):
                await self.table(id)

    async def _is_ours(self, id: str, owner: str | None) -> bool:
        """Whether a table goes on here: of several servers that are about to read it, one does."""
        known = Ownership(self.nodes, owner)
        if known.mine or self._in_memory(id):
            return True
        if not known.free:
            return False
        taken = updated(TableModel, id, expected={"owner": owner}, **known.expected())
        try:
            await self.store.write(taken)
        except Conflict:
            return False
        return True

    async def _going_on(self) -> list[tuple[str, str, str | None]]:
        """The tables where something happens though nobody looks, a bot is to move where several
        people play or a clock runs, unless another server sees to it; each with its game and the
        server it belonged to."""
        gave_up = exists().where(
            JournalEntryModel.table == TableModel.id,
            JournalEntryModel.kind.in_(("resign", "time")),
        )
        to_move = exists().where(
            SeatModel.table == TableModel.id,
            SeatModel.seat == TableModel.turn,
            SeatModel.level.is_not(None),
        )
        people = select(func.count(distinct(SeatModel.person))).where(
            SeatModel.table == TableModel.id
        )
        by_bot = and_(or_(to_move, gave_up), people.scalar_subquery() > 1)
        columns = select(TableModel.id, TableModel.game, TableModel.owner, TableModel.clock, by_bot)
        alive = self.nodes.lease.alive if self.nodes else ()
        unseen = or_(TableModel.owner.is_(None), TableModel.owner.not_in(alive))
        rows = await self.store.rows(columns.where(TableModel.status == "playing", unseen))
        found = [
            (id, game, owner)
            for id, game, owner, clock, bot in rows
            if bot or clock["kind"] != "none"
        ]
        random.shuffle(found)  # servers that look at the same time begin with different ones
        return found

    # --- other servers

    async def _mind_nodes(self, lease: "NodeLease") -> None:
        """Take over from servers that die or stop, and find out what happened while this one was
        cut off itself."""
        known = lease.alive
        while True:
            await lease.renewed.wait()
            lease.renewed.clear()
            was_cut_off = lease.lapsed
            if was_cut_off:
                await lease.resume(partial(self.catch_up, None))
            known, gone = lease.alive, known - lease.alive
            for node in gone:
                LOG.warning("node %s is gone", node)
            if gone or was_cut_off:
                for table in self._tables.values():
                    table.without(gone)
                self._waking.cancel()
                self._waking = asyncio.create_task(self._wake())

    def _hear(self, report: PresenceReport) -> None:
        """Take in who is connected to a table through another server."""
        if table := self._in_memory(report.table):
            table.hear(report)

    # --- tables in memory

    async def table(self, id: str) -> LiveTable:
        """A table by its id, read from the database unless it is in memory."""
        if table := self._in_memory(id):
            return table
        if not id.isprintable():  # no database need be asked for it
            raise Refused("table/unknown")
        if not self.warmup.complete:
            for row in await self.store.rows(select(TableModel.game).where(TableModel.id == id)):
                await self.warmup.demand(row.game)
        async with self._reading:
            return self._in_memory(id) or self._kept(await self._read(id), ask=True)

    def _in_memory(self, id: str) -> LiveTable | None:
        table = self._tables.get(id)
        return None if table is None or table.closed else table

    def _kept(self, table: LiveTable, ask: bool = False) -> LiveTable:
        """A table that is in memory from now on; other servers are asked about it if they may have
        it in memory too."""
        self._tables[table.id] = table
        table.wake()
        if ask:
            table.introduce()
        return table

    async def _read(self, id: str) -> LiveTable:
        stored = await self.store.table(id)
        if stored is None:
            raise Refused("table/unknown")
        load_game(stored.table.game)
        try:
            return LiveTable(self._services, stored)
        except Refused:
            raise
        except Exception as error:  # whatever is in its rows, the other tables go on
            LOG.exception("table %s cannot be read", id)
            raise Refused("table/broken") from error

    async def _sweep(self) -> None:
        while True:
            await self.settings.time.sleep(SWEEP_SECONDS)
            try:
                await self._wake_again()
                for table in self.forget_idle():
                    if not self._in_memory(table.id):
                        await table.give_up()
            except Exception:  # the next sweep may find the database again
                LOG.exception("tables could not be swept")

    async def _wake_again(self) -> None:
        """Bring tables back into memory whose bots and clocks would stand still: what they did
        could not be kept or read."""
        for table in list(self._tables.values()):
            if table.closed and table.goes_on_by_itself:
                with suppress(Refused):  # it can still not be read
                    await self.table(table.id)

    def forget_idle(self) -> list[LiveTable]:
        """Let tables leave the memory that nobody uses now; those."""
        idle = [table for table in self._tables.values() if table.closed or table.idle]
        for table in idle:
            table.close()
            del self._tables[table.id]
        return idle

    async def catch_up(self, changed: Set[str] | None) -> None:
        """Take over what other servers have committed: about these tables and people, or, if it is
        not known what, about all."""
        self.people.forget(changed)
        if changed is None:
            for table in self._tables.values():
                table.meet_again()
        tables = [table for table in self._tables.values() if table.concerned_by(changed)]
        catching_up = [table.catch_up() for table in tables]
        for end in await asyncio.gather(*catching_up, return_exceptions=True):
            if isinstance(end, Exception):  # that table has left the memory
                LOG.error("a table could not be read on", exc_info=end)

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person a new name, at every table."""
        renamed = await self.people.rename(person, name)
        for table in self._tables.values():
            table.renamed(renamed)
        return renamed

    # --- new tables

    @again_if_overtaken
    async def create(self, viewer: Viewer, wanted: schemas.NewTable) -> LiveTable:
        """Set a table."""
        await self.warmup.demand(wanted.game)
        async with self._shuffling:
            secret = await self.people.next_secret(viewer.known)
            setup = requested_setup(wanted, viewer.known, secret)
            rows = setup.rows(self.settings.time.now())
            try:
                await self.store.write(*rows, secret_used(viewer.known, secret))
            except Conflict as error:  # the person has just set another table, at another server
                raise Overtaken from error
        async with self._reading:  # somebody may have found it in a list already
            stored = setup.stored(rows)
            return self._in_memory(setup.id) or self._kept(
                LiveTable(self._services, stored, setup.match)
            )

    @again_if_overtaken
    async def rematch(self, person: Person, table: LiveTable, text: str) -> str:
        """The id of the table of the next game, which the first to ask sets."""
        async with table.command():
            if code := table.may(person, "rematch"):
                raise Refused(code)
            if table.rematch is None:
                await self._set_rematch(person, table, text)
            return str(table.rematch)

    async def _set_rematch(self, person: Person, table: LiveTable, text: str) -> None:
        async with self._shuffling:
            secret = await self.people.next_secret(person)
            setup = rematch_setup(table, person, secret, text)
            rows = setup.rows(self.settings.time.now())
            await table.commit_rematch(setup.id, *rows, secret_used(person, secret))

    # --- lists

    async def tables_of(self, viewer: Viewer) -> schemas.Summaries:
        """The tables where the viewer has a seat."""
        return await table_list.tables_of(self.store, viewer)

    async def listed_tables(self, viewer: Viewer, status: schemas.Status) -> schemas.Summaries:
        """The tables that everybody may see."""
        return await table_list.listed_tables(self.store, viewer, status)

    def games(self, lang: Lang) -> list[schemas.GameInfo]:
        """All games in a language."""
        return [
            game_catalogue.game_info(name, lang).model_copy(
                update={
                    "ready": self.warmup.is_ready(name),
                    "prepared": self.warmup.part_done(name),
                }
            )
            for name in registry.names()
        ]

    async def prepared_game(self, name: str) -> Game:
        """A game that can be played; refused if there is none or it is not ready."""
        game = load_game(name)
        await self.warmup.demand(name)
        return game

    async def choices(self, name: str, seat: int, lang: Lang) -> tuple[bytes, str]:
        """The catalogue of the choices of a seat as JSON, and the version in its address."""
        game = load_game(name)
        if seat >= game.most_seats:
            raise Refused("seat/unknown")
        await self.warmup.demand(name)
        return catalogue_files.content(game, seat, lang), catalogue_files.version(game, seat, lang)

    async def rules(self, name: str, lang: Lang) -> tuple[bytes, str]:
        """The rulebook of a game as JSON, and the tag that changes with it."""
        game = load_game(name)
        if not game.has_rules:
            raise Refused("unknown-path")
        await self.warmup.demand(name)  # the pictures are drawn from positions
        content = await asyncio.to_thread(rulebook_files.content, game, lang)
        return content, rulebook_files.etag(game, lang)

    async def demo(self, name: str, lang: Lang, layout: Layout) -> bytes:
        """A game between bots as JSON, the same until the server stops."""
        game = await self.prepared_game(name)
        if name not in self._demos:
            self._demos[name] = await asyncio.to_thread(game_catalogue.demo_positions, game)
        key = name, lang, layout
        if key not in self._demo_json:
            self._demo_json[key] = game_catalogue.demo_json(self._demos[name], lang, layout)
        return self._demo_json[key]
