"""The lobby: finds and sets tables, brings them into memory and lets them go again."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Sequence, Set
from contextlib import suppress
from typing import Any

from cachetools import LRUCache
from sqlalchemy import exists, select

from parhelion.games import Json
from parhelion.refusals import Refused
from parhelion.server import adjourned, schemas, table_list
from parhelion.server.accounts import Accounts
from parhelion.server.bot_pool import BotPool
from parhelion.server.change_notifications import Changes, NumberedEntry
from parhelion.server.expiry import Expiry
from parhelion.server.game_shelf import GameShelf
from parhelion.server.game_warmup import GameWarmup
from parhelion.server.journal_writer import Conflict
from parhelion.server.keyed_locks import KeyedLocks
from parhelion.server.live.live_table import LiveTable
from parhelion.server.live.presence import PresenceReport
from parhelion.server.live.services import Services
from parhelion.server.metrics import Load
from parhelion.server.models import SeatModel, TableModel
from parhelion.server.own_bots import OwnBots
from parhelion.server.passwords import Passwords
from parhelion.server.people import People, secret_used
from parhelion.server.projection import entry_of, new_table_rows
from parhelion.server.quotas import Quotas, check, network_of
from parhelion.server.recovery import RecoveryLinks
from parhelion.server.retry import retry_on_conflict
from parhelion.server.reviews import Reviews, with_names
from parhelion.server.row_change import updated
from parhelion.server.schemas import Lang
from parhelion.server.secret_tokens import new_id
from parhelion.server.server_time import ServerTime
from parhelion.server.sessions import Sessions
from parhelion.server.settings import Settings, database_url, default_database
from parhelion.server.store import Person, Store, StoredTable
from parhelion.server.table_list import tables_waiting, tables_with_bots, unmoved_games
from parhelion.server.takeovers import Takeovers
from parhelion.server.viewer import Viewer
from parhelion.tables.commands import Expire, ForgetRematch, Join, Leave, PlayAgain, Withdraw
from parhelion.tables.permissions import refusal
from parhelion.tables.setup import FirstEntries, NewTable, new_table, rematch
from parhelion.tables.table import Status, Table

SWEEP_SECONDS = 30.0
EXPIRY_SECONDS = 3600.0
SEEN_SECONDS = 600.0
"""How often it is stored that the host or a player of an open table is there."""
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
        self.nodes = self.store.nodes(settings.lease, self.catch_up, self._receive)
        self._services = Services(
            self.store,
            settings,
            self.bot_pool,
            Reviews(settings, self.quotas),
            self.quotas,
            self.nodes,
        )
        self._expiry = Expiry(self.store, settings)
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

    def _receive(self, report: PresenceReport) -> None:
        """Pass on the report of another server, unless it has stopped: nobody would take that
        report back."""
        table = self.in_memory(report.table)
        if table and self.nodes and report.node not in self.nodes.lease.stopped:
            table.attendance.receive(report)

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
            table.attendance.ask_others()
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
        row = stored.table
        try:
            adjourned.check(stored)
            table = Table.replay(id, map(entry_of, stored.entries))
        except Exception as error:  # whatever is in its rows, the other tables go on
            await self._adjourn(row, error)
            raise Refused("table/adjourned") from error
        live = LiveTable(self._services, table, stored.people, row.owner, row.seen)
        if row.adjourned:
            await live.resume()
        return live

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
        return record_of((await self.table(id)).table)

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
                await self._note_seen(SEEN_SECONDS, lambda live: live.attendance.is_attended_here)
                self.forget_idle()
                await self.takeovers.give_up_tables()
            except Exception:  # the next sweep may find the database again
                LOG.exception("tables could not be swept")

    async def _wake_again(self) -> None:
        """Bring tables back into memory whose bots and clocks would stand still: what they did
        could not be kept or read."""
        for table in list(self._tables.values()):
            if table.scheduler.is_stalled:
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
        await self._note_seen(half, lambda live: live.attendance.is_followed_here)
        async for id in self._expiry.expired_tables():
            await self._delete_if_unused(id)
        await self._forget_rematches()
        self.sessions.forget(await self._expiry.delete_people())

    async def _delete_if_unused(self, id: str) -> None:
        """Delete a table that has expired, unless somebody is connected to it through any server,
        or has used it meanwhile.

        If it cannot be read, it stays.
        """
        with suppress(Refused, Conflict):
            live = await self.table(id)
            await live.attendance.presence_known.wait()
            is_used = live.attendance.is_followed or live.lock.locked()
            if not is_used and self._expiry.has_expired(live.seen):
                await live.try_once(None, Expire())

    async def _forget_rematches(self) -> None:
        """Let games whose next table was deleted have another rematch."""
        later = TableModel.__table__.alias()
        query = select(TableModel.id, TableModel.rematch).where(
            TableModel.rematch.is_not(None), ~exists().where(later.c.id == TableModel.rematch)
        )
        for id, gone in await self.store.rows(query):
            with suppress(Refused):  # it cannot be read
                await (await self.table(id)).carry_out(None, ForgetRematch(gone))

    async def _note_seen(self, seconds: float, is_seen: Callable[[LiveTable], bool]) -> None:
        """Store that open tables are in use: other servers neither delete them nor leave them out
        of the list. Skip tables for which that was stored in the last `seconds`."""
        now = self.settings.time.now()
        seen = [
            live
            for live in self._tables.values()
            if live.table.status == "open" and not live.closed and now - live.seen >= seconds
            if is_seen(live)
        ]
        if seen:
            await self.store.write(*(updated(TableModel, each.id, seen=now) for each in seen))
        for live in seen:
            live.seen = now

    def forget_idle(self) -> None:
        """Let tables leave the memory that nobody uses now."""
        for table in list(self._tables.values()):
            if table.closed or table.is_idle:
                table.close()
                del self._tables[table.id]
                if table.table.status == "playing":
                    self.takeovers.leave_behind(table.id)

    async def catch_up(self, changes: Changes | None) -> None:
        """Apply what other servers have committed. None: it may be anything, so all is read."""
        if changes is None:
            await self._read_on(None)
        elif changed := {id for id, entries in changes.items() if not self._follow(id, entries)}:
            await self._read_on(changed)

    def _follow(self, id: str, entries: Sequence[NumberedEntry]) -> bool:
        """Apply entries of a journal. Return False if something must be read."""
        table = self.in_memory(id)
        return bool(entries) and (table is None or table.follow(entries))

    async def _read_on(self, changed: Set[str] | None) -> None:
        """Read what other servers have changed; None: it may be anything."""
        self.sessions.forget(changed)
        await self.hang_up_on_ended(changed)
        if changed is None:
            for table in self._tables.values():
                table.attendance.resync()
        tables = [table for table in self._tables.values() if table.knows_any(changed)]
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
            for connection in table.attendance.presence.connections
            if connection.viewer.session and (people is None or connection.viewer.id in people)
        ]
        if not live:
            return
        going_on = await self.sessions.going_on({each.viewer.session for each in live})
        for connection in live:
            if connection.viewer.session not in going_on:
                connection.hang_up()

    async def forget_person(self, person: Person) -> None:
        """Remove the name of a deleted person from all tables, and close their connections."""
        for table in self._tables.values():
            table.rename(Person(person.id, ""))
        await self.hang_up_on_ended({person.id})

    async def has_games(self, person: Person) -> bool:
        """Whether a person has a seat anywhere."""
        mine = select(SeatModel.table).where(SeatModel.person == person.id).limit(1)
        return bool(await self.store.rows(mine))

    async def rename(self, me: Viewer, name: str) -> Person:
        """Give a person a new name, at every table."""
        renamed = await self.people.rename(me, name)
        for table in self._tables.values():
            table.rename(renamed)
        return renamed

    # --- new tables

    @retry_on_conflict
    async def create(self, viewer: Viewer, wanted: NewTable) -> LiveTable:
        """Create a table."""
        await self.warmup.demand(wanted.game)
        person = viewer.known
        self._networks[person.id] = network_of(viewer.address)
        if wanted.record is not None:
            self.quotas.spend("records", person.id, viewer.address)
        async with self._shuffling(person.id):
            await self._check_tables_of(person)
            secret = await self.people.next_secret(person)
            asked = {choice.bot for choice in wanted.seats or () if choice.bot}
            bots = await self.own_bots.askable(person, asked)
            programs = {id: bot.program.owner for id, bot in bots.items() if bot.program}
            now = self.settings.time.now()
            new = new_table(new_id(), wanted, person.id, secret, programs, now)
            rows = new_table_rows(new.table, new.entries)
            # A conflict: the person has just created another table, or was deleted.
            await self.store.write(*rows, secret_used(person, secret))
        async with self._reading(new.table.id):  # somebody may have found it in a list already
            people = bots | {person.id: person}
            live = self.in_memory(new.table.id) or self._kept(
                LiveTable(self._services, new.table, people, seen=now)
            )
        await self._vacate_seats_of_deleted(new)
        return live

    @retry_on_conflict
    async def rematch(self, person: Person, live: LiveTable, text: str) -> str:
        """Return the id of the table of the next game. The first to ask creates it."""
        live = await self.table(live.id)  # it may have left the memory meanwhile
        if live.table.rematch is None or person.id not in live.table.people:
            await self._set_rematch(person, live, text)
        return str(live.table.rematch)

    async def _set_rematch(self, person: Person, live: LiveTable, text: str) -> None:
        if code := refusal(live.table, person.actor, "rematch", live.moment()):
            raise Refused(code)
        async with self._shuffling(person.id):
            await self._check_tables_of(person)
            secret = await self.people.next_secret(person)
            programs = {seat.person for seat in live.table.seats if seat.person and seat.is_program}
            bots = await self.own_bots.askable(person, programs)
            gone = {each.id for each in live.people.values() if each.is_deleted}
            now = self.settings.time.now()
            new = rematch(new_id(), live.table, person.id, text, secret, bots.keys(), gone, now)
            rows = new_table_rows(new.table, new.entries)
            command = PlayAgain(new.table.id)
            await live.try_once(person, command, *rows, secret_used(person, secret))
        if live.table.rematch == new.table.id:
            await self._vacate_seats_of_deleted(new)

    async def withdraw(self, person: Person, live: LiveTable) -> None:
        """Delete a table of a host that has not started."""
        await live.carry_out(person, Withdraw())
        await self._forget_rematches()

    async def _check_tables_of(self, person: Person) -> None:
        """Enforce the limits on tables per person."""
        await self._check_waiting_tables(person)
        limits, since = self.settings.limits, self.settings.time.now() - A_DAY
        with_bots = await self.store.rows(tables_with_bots(person, since))
        check(with_bots[0][0], limits.bot_tables, "too-many/bot-tables")

    async def join(self, person: Person, live: LiveTable, seat: int, text: str) -> Table:
        """Give a person a seat. Raises Refused if too many of their tables wait for others (M6) or
        for their first move (M2)."""
        async with self._joining(person.id):
            if not live.table.seats_of(person.id):
                await self._check_waiting_tables(person)
                unmoved = await self.store.rows(unmoved_games(person))
                limit = self.settings.limits.unmoved_games
                check(unmoved[0][0], limit, "too-many/open-tables")
            return await live.carry_out(person, Join(seat, text))

    async def _check_waiting_tables(self, person: Person) -> None:
        """Enforce the limit on a person's tables that wait for others."""
        waiting = await self.store.rows(tables_waiting(person))
        check(waiting[0][0], self.settings.limits.open_tables, "too-many/open-tables")

    async def _vacate_seats_of_deleted(self, new: FirstEntries) -> None:
        """Vacate the seats that a new table reserves for people or bots deleted meanwhile (M4)."""
        reserved = {each.person for each in new.table.seats if each.is_reserved and each.person}
        for person in (await self.store.people(reserved)).values() if reserved else ():
            if person.is_deleted:
                await (await self.table(new.table.id)).carry_out(person, Leave())

    # --- reviews

    def begin_review(self, live: LiveTable, viewer: Viewer) -> None:
        """Start the review of a finished game, unless there is one."""
        if live.table.status != "over":
            raise Refused("table/not-over")
        self._services.reviews.begin(live.id, live.table.dealt, viewer)

    async def review(self, live: LiveTable, lang: Lang) -> schemas.ReviewWork:
        """Return the review of a finished game, or how far it is."""
        if live.table.status != "over":
            raise Refused("table/not-over")
        found = await self._services.reviews.of(live.id, lang)
        return with_names(found, live.views.named_text(lang))

    # --- lists

    async def tables_of(self, viewer: Viewer) -> schemas.Summaries:
        """The tables where the viewer has a seat."""
        return await table_list.tables_of(self.store, viewer)

    async def listed_tables(self, viewer: Viewer, status: Status) -> schemas.Summaries:
        """The tables that everybody may see."""
        if status != "open":
            return await table_list.listed_tables(self.store, viewer, status)
        since = self.settings.time.now() - self.settings.host_away_after
        per_host = self.settings.limits.listed_tables
        return await table_list.open_tables(self.store, viewer, since, per_host, self._host_at)

    def _host_at(self, id: str, host: str | None) -> table_list.Host:
        """Return what is known about the host of an open table."""
        live, person = self.in_memory(id), host or ""
        address = live.attendance.presence.address_of(person) if live and host else None
        if address is not None:
            self._networks[person] = network_of(address)
        return table_list.Host(self._networks.get(person, person), address is not None)

    def load(self) -> Load:
        """What there is to do at the moment; any thread may ask."""
        tables, queue = list(self._tables.values()), self.bot_pool.queue
        return Load(
            tables=len(tables),
            connections=sum(len(each.attendance.presence.connections) for each in tables),
            bots_thinking=queue.thinking,
            bots_waiting=queue.waiting,
            reviews_pending=self._services.reviews.pending,
        )


def record_of(table: Table) -> tuple[str, Json]:
    """Return the record of a finished game, and a name for its file. Raises Refused before."""
    if table.status != "over":
        raise Refused("table/not-over")
    return f"{table.game.info.name}-{table.id}.json", table.dealt.record()
