"""The lobby: finds and sets tables, brings them into memory and lets them go again."""

import asyncio
import logging
import random
from collections.abc import Set
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, distinct, exists, func, or_, select

from parhelion.games import Game, Json, registry
from parhelion.match import Match
from parhelion.scene import Layout
from parhelion.server import (
    adjourned,
    catalogue_files,
    game_catalogue,
    rulebook_files,
    schemas,
    table_list,
)
from parhelion.server.accounts import Accounts
from parhelion.server.bot_pool import BotPool
from parhelion.server.expiry import Expiry
from parhelion.server.game_warmup import GameWarmup
from parhelion.server.journal_writer import Conflict
from parhelion.server.live_table import LiveTable
from parhelion.server.metrics import Load
from parhelion.server.models import JournalEntryModel, PersonModel, SeatModel, TableModel
from parhelion.server.nodes import Ownership
from parhelion.server.overtaken import Overtaken, again_if_overtaken
from parhelion.server.passwords import Passwords
from parhelion.server.people import People, secret_used
from parhelion.server.presence import PresenceReport
from parhelion.server.problems import Refused
from parhelion.server.quotas import Quotas, check
from parhelion.server.recovery import RecoveryLinks
from parhelion.server.reviews import Reviews
from parhelion.server.row_change import RowChange, updated
from parhelion.server.schemas import Lang
from parhelion.server.sessions import Sessions
from parhelion.server.settings import Settings, database_url, default_database
from parhelion.server.store import Person, Store, StoredTable
from parhelion.server.table import Services
from parhelion.server.table_list import tables_waiting, tables_with_bots
from parhelion.server.table_setup import load_game, rematch_setup, requested_setup
from parhelion.server.viewer import Viewer

if TYPE_CHECKING:
    from parhelion.server.node_lease import NodeLease

SWEEP_SECONDS = 30.0
RETRY_SECONDS = 1.0
WOKEN_AT_ONCE = 20
"""Taking so many tables over is one commit, unless another server is quicker with one of them."""
EXPIRY_SECONDS = 3600.0
A_DAY = 86_400.0
LOG = logging.getLogger("parhelion")


class Lobby:
    """All tables. Those in use are in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(database_url(settings.database or default_database()))
        self.sessions = Sessions(self.store, settings)
        self.people = People(self.store, settings, self.sessions)
        self.recovery = RecoveryLinks(self.store, settings, self.sessions)
        self.accounts = Accounts(self.store, Passwords())
        self.quotas = Quotas(settings.limits, settings.time)
        self.bot_pool = BotPool()
        self.nodes = self.store.nodes(settings.lease, self.catch_up, self._hear)
        reviews = Reviews(settings, self.quotas)
        self._services = Services(self.store, settings, self.bot_pool, reviews, self.nodes)
        self._expiry = Expiry(self.store, settings, self._is_used)
        self._tables: dict[str, LiveTable] = {}
        self._left_behind: set[str] = set()
        """Tables that belong to this server and have left its memory."""
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
        works = [self._sweep(), self._expire()]
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
            waking = [self._wake_one(*each) for each in some]
            for end in await asyncio.gather(*waking, return_exceptions=True):
                if isinstance(end, ConnectionError):
                    raise end
                if isinstance(end, Exception):  # it keeps no other table from going on
                    LOG.error("a table could not be woken", exc_info=end)

    async def _wake_one(self, id: str, game: str, owner: str | None) -> None:
        await self.warmup.wait_for(game)
        if await self._is_ours(id, owner):
            try:
                await self.table(id)
            except Refused:  # another server may be able to read it
                self._left_behind.add(id)

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
            try:
                known = await self._go_on_without(known - lease.alive, lease)
            except Exception:  # the database is away again; the next sign of life tries again
                LOG.exception("what other servers did could not be read")

    async def _go_on_without(self, gone: Set[str], lease: "NodeLease") -> frozenset[str]:
        """Go on without some servers, and after this one was cut off; those that are alive."""
        alive, was_cut_off = lease.alive, lease.lapsed
        if was_cut_off:
            await lease.resume(partial(self.catch_up, None))
        for node in gone:
            LOG.warning("node %s is gone", node)
        if gone or was_cut_off:
            for table in self._tables.values():
                table.without(gone)
            self._waking.cancel()
            self._waking = asyncio.create_task(self._wake())
        return alive

    def _hear(self, report: PresenceReport) -> None:
        """Take in who is connected to a table through another server. What comes after it said that
        it stops is of no use: nobody would take it back."""
        table = self._in_memory(report.table)
        if table and self.nodes and report.node not in self.nodes.lease.stopped:
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

    async def glance(self, id: str) -> LiveTable:
        """A table to look at; it is not brought into memory."""
        for row in await self.store.rows(select(TableModel.game).where(TableModel.id == id)):
            await self.warmup.demand(row.game)
        return self._in_memory(id) or await self._read(id)

    async def _read(self, id: str) -> LiveTable:
        stored = await self.store.table(id)
        if stored is None:
            raise Refused("table/unknown")
        try:
            adjourned.check(stored.table)
            table = LiveTable(self._services, stored)
        except Exception as error:  # whatever is in its rows, the other tables go on
            await self._adjourn(stored.table, error)
            raise Refused("table/adjourned") from error
        if stored.table.adjourned:
            await table.resume()
        return table

    async def _adjourn(self, row: Any, error: Exception) -> None:
        """Note in the database why a table cannot go on."""
        reason = adjourned.reason_of(error)
        if reason != row.adjourned:
            trace = None if isinstance(error, adjourned.CannotGoOn) else error
            LOG.warning("table %s cannot go on: %s", row.id, reason, exc_info=trace)
            await self.store.write(updated(TableModel, row.id, adjourned=reason))

    async def adjourned(self, viewer: Viewer, id: str) -> schemas.AdjournedTable:
        """What can be told of a table that cannot go on; refused if it can."""
        if stored := await self._stored_if_adjourned(id):
            return adjourned.described(stored, viewer)
        raise Refused("unknown-path")

    async def record(self, id: str) -> tuple[str, Json]:
        """The record of a finished game, and a name for its file."""
        if stored := await self._stored_if_adjourned(id):
            if stored.table.status != "over":
                raise Refused("table/not-over")
            return adjourned.file_name(stored.table), adjourned.record(stored)
        return (await self.table(id)).record()

    async def _stored_if_adjourned(self, id: str) -> StoredTable | None:
        """The rows of a table that cannot go on; None if it can."""
        try:
            await self.table(id)
        except Refused as refused:
            if refused.code == "table/adjourned":
                return await self.store.table(id)
            raise
        return None

    async def _sweep(self) -> None:
        while True:
            await self.settings.time.sleep(SWEEP_SECONDS)
            try:
                await self._wake_again()
                self.forget_idle()
                await self._give_up_tables()
            except Exception:  # the next sweep may find the database again
                LOG.exception("tables could not be swept")

    async def _wake_again(self) -> None:
        """Bring tables back into memory whose bots and clocks would stand still: what they did
        could not be kept or read."""
        for table in list(self._tables.values()):
            if table.closed and table.goes_on_by_itself:
                with suppress(Refused):  # it can still not be read
                    await self.table(table.id)

    async def _expire(self) -> None:
        while True:
            await self.settings.time.sleep(EXPIRY_SECONDS)
            try:
                await self.delete_expired()
            except Exception:  # a full disk or a lost database; the next time may be better
                LOG.exception("what has expired could not be deleted")

    async def delete_expired(self) -> None:
        """Delete what nobody needs any more."""
        await self._keep_watched_tables()
        gone = await self._expiry.sweep()
        self.sessions.forget(gone)
        for table in list(self._tables.values()):
            if table.id in gone:
                table.close()
            elif table.rematch in gone:
                table.forget_rematch()

    async def _keep_watched_tables(self) -> None:
        """Let no server delete open tables where somebody is connected to this one."""
        now = self.settings.time.now()
        watched = [
            updated(TableModel, table.id, changed=now)
            for table in self._tables.values()
            if table.status == "open" and table.presence.connections and not table.closed
        ]
        if watched:
            await self.store.write(*watched)

    def _is_used(self, id: str) -> bool:
        table = self._in_memory(id)
        return table is not None and table.presence.followed

    def forget_idle(self) -> None:
        """Let tables leave the memory that nobody uses now."""
        for table in list(self._tables.values()):
            if table.closed or table.idle:
                table.close()
                del self._tables[table.id]
                if table.ownership.expected() and table.status == "playing":
                    self._left_behind.add(table.id)

    async def _give_up_tables(self) -> None:
        """Let other servers have the tables that are not in the memory of this one. What could not
        be written is tried again at the next sweep."""
        while self.nodes and self._left_behind:
            id = next(iter(self._left_behind))
            if not self._in_memory(id):
                mine = {"owner": self.nodes.me}
                with suppress(Conflict):  # it is not
                    await self.store.write(updated(TableModel, id, expected=mine, owner=None))
            self._left_behind.discard(id)

    async def catch_up(self, changed: Set[str] | None) -> None:
        """Take over what other servers have committed: about these tables and people, or, if it is
        not known what, about all."""
        self.sessions.forget(changed)
        await self.hang_up_on_ended(changed)
        await self._find_departed(changed)
        if changed is None:
            for table in self._tables.values():
                table.meet_again()
        tables = [table for table in self._tables.values() if table.concerned_by(changed)]
        catching_up = [table.catch_up() for table in tables]
        for end in await asyncio.gather(*catching_up, return_exceptions=True):
            if isinstance(end, Exception):  # that table has left the memory
                LOG.error("a table could not be read on", exc_info=end)

    # --- people

    async def end_session(self, person: Person, id: str) -> None:
        """End a session of a person with its live connections."""
        await self.sessions.end(person, [id])
        await self.hang_up_on_ended({person.id})

    async def end_other_sessions(self, me: Viewer, *changes: RowChange) -> None:
        """End all sessions of a person but the one that asks, and commit some changes with it."""
        await self.sessions.end_others(me.known, me.session, *changes)
        await self.hang_up_on_ended({me.id})

    async def hang_up_on_ended(self, people: Set[str] | None) -> None:
        """Close the live connections of these people whose session has ended; None: everybody's."""
        live = [
            connection
            for table in self._tables.values()
            for connection in table.presence.connections
            if connection.viewer.session and (people is None or connection.viewer.id in people)
        ]
        if not live:
            return
        going_on = await self.sessions.going_on({each.viewer.session for each in live})
        for connection in live:
            if connection.viewer.session not in going_on:
                connection.hang_up()

    async def let_go(self, person: Person) -> None:
        """Somebody deleted themselves: no table in memory knows their name."""
        for table in self._tables.values():
            table.renamed(Person(person.id, ""))
        await self.hang_up_on_ended({person.id})

    async def _find_departed(self, changed: Set[str] | None) -> None:
        """Let go who deleted themselves at another server."""
        named = {id for table in self._tables.values() for id in table.people_among(changed)}
        if not named:
            return
        query = select(PersonModel.id, PersonModel.name).where(PersonModel.id.in_(named))
        for row in await self.store.rows(query.where(PersonModel.name == "")):
            await self.let_go(Person(*row))

    async def has_games(self, person: Person) -> bool:
        """Whether a person has a seat anywhere."""
        mine = select(SeatModel.table).where(SeatModel.person == person.id).limit(1)
        return bool(await self.store.rows(mine))

    async def rename(self, me: Viewer, name: str) -> Person:
        """Give a person a new name, at every table."""
        renamed = await self.people.rename(me, name)
        for table in self._tables.values():
            table.renamed(renamed)
        return renamed

    # --- new tables

    @again_if_overtaken
    async def create(self, viewer: Viewer, wanted: schemas.NewTable) -> LiveTable:
        """Set a table."""
        await self.warmup.demand(wanted.game)
        if wanted.record is not None:
            self.quotas.spend("records", viewer.id, viewer.address)
        async with self._shuffling:
            await self._check_tables_of(viewer.known)
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

    async def _check_tables_of(self, person: Person) -> None:
        """Refuse one more table to who has as many as they may."""
        limits, since = self.settings.limits, self.settings.time.now() - A_DAY
        waiting = await self.store.rows(tables_waiting(person))
        check(waiting[0][0], limits.open_tables, "too-many/open-tables")
        with_bots = await self.store.rows(tables_with_bots(person, since))
        check(with_bots[0][0], limits.bot_tables, "too-many/bot-tables")

    async def _set_rematch(self, person: Person, table: LiveTable, text: str) -> None:
        async with self._shuffling:
            await self._check_tables_of(person)
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

    def games_in_preparation(self) -> list[str]:
        """The names of the games that are not ready yet."""
        return [name for name in registry.names() if not self.warmup.is_ready(name)]

    def load(self) -> Load:
        """What there is to do at the moment; any thread may ask."""
        tables, queue = list(self._tables.values()), self.bot_pool.queue
        return Load(
            tables=len(tables),
            connections=sum(len(table.presence.connections) for table in tables),
            bots_thinking=queue.thinking,
            bots_waiting=queue.waiting,
            reviews_pending=self._services.reviews.pending,
        )

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
