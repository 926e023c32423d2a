"""The lobby: finds and sets tables, brings them into memory and lets them go again."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from typing import Any

from cachetools import LRUCache
from sqlalchemy import select

from parhelion.games import Json
from parhelion.refusals import Refused
from parhelion.server import adjourned, schemas, table_list
from parhelion.server.accounts import Accounts
from parhelion.server.bot_pool import BotPool
from parhelion.server.commit_news import News, NumberedEntry
from parhelion.server.expiry import Expiry
from parhelion.server.game_shelf import GameShelf
from parhelion.server.game_warmup import GameWarmup
from parhelion.server.journal_writer import Conflict
from parhelion.server.keyed_locks import KeyedLocks
from parhelion.server.live_table import LiveTable
from parhelion.server.metrics import Load
from parhelion.server.models import PersonModel, SeatModel, TableModel
from parhelion.server.overtaken import Overtaken, again_if_overtaken
from parhelion.server.own_bots import OwnBots
from parhelion.server.passwords import Passwords
from parhelion.server.people import People, secret_used
from parhelion.server.presence import PresenceReport
from parhelion.server.quotas import Quotas, check, network_of
from parhelion.server.recovery import RecoveryLinks
from parhelion.server.reviews import Reviews
from parhelion.server.row_change import updated
from parhelion.server.server_time import ServerTime
from parhelion.server.sessions import Sessions
from parhelion.server.settings import Settings, database_url, default_database
from parhelion.server.store import Person, Store, StoredTable
from parhelion.server.table import Services
from parhelion.server.table_list import tables_waiting, tables_with_bots, unmoved_games
from parhelion.server.table_setup import TableSetup, rematch_setup, requested_setup
from parhelion.server.takeovers import Takeovers
from parhelion.server.viewer import Viewer

SWEEP_SECONDS = 30.0
EXPIRY_SECONDS = 3600.0
KEPT_SECONDS = 600.0
"""How often the database is told that the host or a player of an open table is there."""
MAX_HOSTS = 10_000
"""Hosts whose network is remembered."""
A_DAY = 86_400.0
LOG = logging.getLogger("parhelion")


async def _cancel(tasks: Iterable[asyncio.Task[None]]) -> None:
    """Cancel tasks until all have ended: a library may swallow a cancellation."""
    pending = set(tasks)
    while pending:
        for task in pending:
            task.cancel()
        _, pending = await asyncio.wait(pending, timeout=1.0)


class Lobby:
    """All tables. Those in use are in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(database_url(settings.database or default_database()))
        self.server_time = ServerTime(self.store, settings.time)
        self.sessions = Sessions(self.store, settings)
        self.people = People(self.store, settings, self.sessions)
        self.recovery = RecoveryLinks(self.store, settings, self.sessions)
        self.accounts = Accounts(self.store, Passwords())
        self.own_bots = OwnBots(self.store, settings, self.sessions)
        self.quotas = Quotas(settings.limits, settings.time)
        self.bot_pool = BotPool()
        self.nodes = self.store.nodes(settings.lease, self.catch_up, self._hear)
        self._services = Services(
            self.store,
            settings,
            self.bot_pool,
            Reviews(settings, self.quotas),
            self.quotas,
            self.nodes,
        )
        self._expiry = Expiry(self.store, settings, self._is_used)
        self._tables: dict[str, LiveTable] = {}
        self.takeovers = Takeovers(self, self.nodes)
        self._reading = KeyedLocks()
        """Held while a table is brought into memory, which happens once."""
        self._joining = KeyedLocks()
        """Held while a person takes a seat, so that parallel requests respect the limit."""
        self._shuffling = KeyedLocks()
        """Held while a secret of a person is used, so that no two tables get the same."""
        self._networks: LRUCache[str, str] = LRUCache(MAX_HOSTS)
        """Where hosts were last seen, for fair lists. It is never stored."""
        self._tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        """Open the database. In the background games are compiled and play goes on."""
        await self.store.open()
        await self.server_time.open()
        self.warmup = GameWarmup()
        self.shelf = GameShelf(self.warmup)
        self.warmup.start()
        works = [self._sweep(), self._expire()]
        if self.nodes:
            await self.nodes.lease.open()
            works += [self.nodes.news.run(), self.takeovers.mind_nodes(self.nodes.lease)]
        self.takeovers.start()
        self._tasks = [asyncio.create_task(work) for work in works]

    async def hand_over(self) -> None:
        """Let other servers take over what goes on by itself; commands are still carried out."""
        if self.nodes:
            await self.nodes.lease.close()

    async def close(self) -> None:
        """Close all tables and the database."""
        await self.hand_over()
        self.takeovers.stop()
        await _cancel(self._tasks)
        self._services.reviews.close()
        for table in self._tables.values():
            table.close()
        await self.store.close()

    # --- tables in memory

    def _hear(self, report: PresenceReport) -> None:
        """Take in who is connected to a table through another server. What comes after it said that
        it stops is of no use: nobody would take it back."""
        table = self.in_memory(report.table)
        if table and self.nodes and report.node not in self.nodes.lease.stopped:
            table.hear(report)

    async def table(self, id: str) -> LiveTable:
        """A table by its id, read from the database unless it is in memory."""
        if table := self.in_memory(id):
            return table
        if not id.isprintable():  # no database need be asked for it
            raise Refused("table/unknown")
        if not self.warmup.complete:
            for row in await self.store.rows(select(TableModel.game).where(TableModel.id == id)):
                await self.warmup.demand(row.game)
        async with self._reading(id):
            return self.in_memory(id) or self._kept(await self._read(id), ask=True)

    def in_memory(self, id: str) -> LiveTable | None:
        """A table by its id, if it is in memory."""
        table = self._tables.get(id)
        return None if table is None or table.closed else table

    def in_memory_now(self) -> list[LiveTable]:
        """All tables that are in memory."""
        return list(self._tables.values())

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
        return self.in_memory(id) or await self._read(id)

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
                await self._keep_open(KEPT_SECONDS, lambda table: table.attended_here)
                self.forget_idle()
                await self.takeovers.give_up_tables()
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
                await self.server_time.note()
            except Exception:  # a full disk or a lost database; the next time may be better
                LOG.exception("what has expired could not be deleted")

    async def delete_expired(self) -> None:
        """Delete what nobody needs any more."""
        half = self.settings.open_table_days * A_DAY / 2
        await self._keep_open(half, lambda table: table.presence.followed_here)
        gone = await self._expiry.sweep()
        self.sessions.forget(gone)
        for table in list(self._tables.values()):
            if table.id in gone:
                table.close()
        self._forget_rematches(gone)

    def _forget_rematches(self, gone: Set[str]) -> None:
        """Let the games before these tables have another rematch."""
        for table in self._tables.values():
            if table.rematch in gone:
                table.forget_rematch()

    async def _keep_open(self, seconds: float, is_kept: Callable[[LiveTable], bool]) -> None:
        """Note in the database that open tables are in use: other servers neither delete them nor
        leave them out of the list. Skip tables for which that was noted in the last `seconds`."""
        now = self.settings.time.now()
        kept = [
            table
            for table in self._tables.values()
            if table.status == "open" and not table.closed and now - table.kept >= seconds
            if is_kept(table)
        ]
        if kept:
            await self.store.write(*(updated(TableModel, each.id, changed=now) for each in kept))
        for table in kept:
            table.kept = now

    async def _is_used(self, id: str) -> bool:
        """Return True if somebody is connected to a table, through any server."""
        table = self.in_memory(id)
        if self.nodes and table is None:
            with suppress(Refused):  # it cannot be read
                table = await self.table(id)
        if table is None:
            return False
        await table.presence_known.wait()
        return table.presence.followed

    def forget_idle(self) -> None:
        """Let tables leave the memory that nobody uses now."""
        for table in list(self._tables.values()):
            if table.closed or table.idle:
                table.close()
                del self._tables[table.id]
                if table.status == "playing":
                    self.takeovers.leave_behind(table.id)

    async def catch_up(self, news: News | None) -> None:
        """Take over what other servers have committed: about some tables and people, or, if it is
        not known what, about all."""
        if news is None:
            await self._read_on(None)
        elif changed := {id for id, entries in news.items() if not self._follow(id, entries)}:
            await self._read_on(changed)

    def _follow(self, id: str, entries: Sequence[NumberedEntry]) -> bool:
        """Take over entries of a journal; whether nothing need be read."""
        table = self.in_memory(id)
        return bool(entries) and (table is None or table.follow(entries))

    async def _read_on(self, changed: Set[str] | None) -> None:
        """Read what other servers have changed; None: it may be anything."""
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
        await self.sessions.end(person, id)
        await self.hang_up_on_ended({person.id})

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
        for person in await self._deleted_among(named):
            await self.let_go(person)

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
        self._networks[viewer.id] = network_of(viewer.address)
        if wanted.record is not None:
            self.quotas.spend("records", viewer.id, viewer.address)
        async with self._shuffling(viewer.id):
            await self._check_tables_of(viewer.known)
            secret = await self.people.next_secret(viewer.known)
            asked = {choice.bot for choice in wanted.seats or () if choice.bot}
            bots = await self.own_bots.askable(viewer.known, asked)
            setup = requested_setup(wanted, viewer.known, secret, bots)
            rows = setup.rows(self.settings.time.now())
            try:
                await self.store.write(*rows, secret_used(viewer.known, secret))
            except Conflict as error:  # the person has just set another table, or was deleted
                raise Overtaken from error
        async with self._reading(setup.id):  # somebody may have found it in a list already
            stored = setup.stored(rows)
            table = self.in_memory(setup.id) or self._kept(
                LiveTable(self._services, stored, setup.match)
            )
        await self._vacate_seats_of_deleted(setup)
        return table

    @again_if_overtaken
    async def rematch(self, person: Person, table: LiveTable, text: str) -> str:
        """The id of the table of the next game, which the first to ask sets."""
        table = await self.table(table.id)  # a conflict may have closed it
        async with table.command():
            if code := table.may(person, "rematch"):
                raise Refused(code)
            if table.rematch is None:
                await self._set_rematch(person, table, text)
            return str(table.rematch)

    async def withdraw(self, person: Person, table: LiveTable) -> None:
        """Delete a table of a host that has not started."""
        await table.withdraw(person)
        self._forget_rematches({table.id})

    async def _check_tables_of(self, person: Person) -> None:
        """Refuse one more table to who has as many as they may."""
        await self._check_waiting_tables(person)
        limits, since = self.settings.limits, self.settings.time.now() - A_DAY
        with_bots = await self.store.rows(tables_with_bots(person, since))
        check(with_bots[0][0], limits.bot_tables, "too-many/bot-tables")

    async def join(self, person: Person, table: LiveTable, seat: int, text: str) -> None:
        """Give a person a seat. Raises Refused if too many of their tables wait for others (M6) or
        for their first move (M2)."""
        async with self._joining(person.id):
            if not table.seats_of(person):
                await self._check_waiting_tables(person)
                unmoved = await self.store.rows(unmoved_games(person))
                limit = self.settings.limits.unmoved_games
                check(unmoved[0][0], limit, "too-many/open-tables")
            await table.join(person, seat, text)

    async def _check_waiting_tables(self, person: Person) -> None:
        """Enforce the limit on a person's tables that wait for others."""
        waiting = await self.store.rows(tables_waiting(person))
        check(waiting[0][0], self.settings.limits.open_tables, "too-many/open-tables")

    async def _set_rematch(self, person: Person, table: LiveTable, text: str) -> None:
        async with self._shuffling(person.id):
            await self._check_tables_of(person)
            secret = await self.people.next_secret(person)
            bots = await self.own_bots.askable_among(person, table.chairs)
            setup = rematch_setup(table, person, secret, text, bots)
            rows = setup.rows(self.settings.time.now())
            await table.commit_rematch(setup.id, *rows, secret_used(person, secret))
        await self._vacate_seats_of_deleted(setup)

    async def _vacate_seats_of_deleted(self, setup: TableSetup) -> None:
        """Vacate the seats that a new table keeps for people or bots deleted meanwhile (M4)."""
        awaited = {each.person.id for each in setup.chairs if each.awaited and each.person}
        for person in await self._deleted_among(awaited) if awaited else ():
            await (await self.table(setup.id)).leave_for_good(person)

    async def _deleted_among(self, ids: Set[str]) -> list[Person]:
        """Return the people who have deleted themselves."""
        query = select(PersonModel.id, PersonModel.name)
        rows = await self.store.rows(query.where(PersonModel.id.in_(ids), PersonModel.name == ""))
        return [Person(*row) for row in rows]

    # --- lists

    async def tables_of(self, viewer: Viewer) -> schemas.Summaries:
        """The tables where the viewer has a seat."""
        return await table_list.tables_of(self.store, viewer)

    async def listed_tables(self, viewer: Viewer, status: schemas.Status) -> schemas.Summaries:
        """The tables that everybody may see."""
        if status != "open":
            return await table_list.listed_tables(self.store, viewer, status)
        since = self.settings.time.now() - self.settings.host_away_after
        per_host = self.settings.limits.listed_tables
        return await table_list.open_tables(self.store, viewer, since, per_host, self._host_at)

    def _host_at(self, id: str, maker: str | None) -> table_list.Host:
        """Return what is known about the host of an open table."""
        table, person = self.in_memory(id), maker or ""
        address = table.presence.address_of(person) if table and maker else None
        if address is not None:
            self._networks[person] = network_of(address)
        return table_list.Host(self._networks.get(person, person), address is not None)

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
