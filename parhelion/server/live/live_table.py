"""A table in memory: decide, append, swap, publish."""

import asyncio
import logging
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from parhelion.refusals import Refused
from parhelion.server import metrics
from parhelion.server.change_notifications import NumberedEntry
from parhelion.server.journal_writer import CommitUnknown, Conflict
from parhelion.server.live.attendance import Attendance
from parhelion.server.live.scheduler import Scheduler
from parhelion.server.live.services import Services
from parhelion.server.live.views import TableViews
from parhelion.server.models import TableModel
from parhelion.server.nodes import Ownership
from parhelion.server.projection import added_rows, entry_of
from parhelion.server.retry import retry_on_conflict
from parhelion.server.row_change import RowChange, updated
from parhelion.server.store import Person, StoredTable
from parhelion.tables.clocks import DecisionTime
from parhelion.tables.commands import (
    Command,
    Join,
    Leave,
    Move,
    Resume,
    Substitute,
    TakeBack,
    decide,
)
from parhelion.tables.entries import Entry, Moved, Proposed, Substituted
from parhelion.tables.moment import RECONNECT_GRACE, Moment, Patience
from parhelion.tables.table import Table

LOG = logging.getLogger("parhelion")


class LiveTable:
    """A table in memory. Commands run one at a time; readers see what was committed last."""

    def __init__(
        self,
        services: Services,
        table: Table,
        people: Mapping[str, Person],
        owner: str | None = None,
        seen: float = 0.0,
    ) -> None:
        """`owner` is the node of its bots and clocks, `seen` when it was last known to be used."""
        self.services = services
        self.table = table
        self.people = dict(people)
        """Everyone who has a seat or wrote something, by id."""
        self.ownership = Ownership(services.nodes, owner)
        self.seen = seen
        self.lock = asyncio.Lock()
        """Held by the command that is carried out."""
        self.closed = False
        """True once the table has left the memory. Callers ask the lobby for it again."""
        self.touched = self.ticks()
        """When the table was last used."""
        waited = services.time.seconds_since(table.since) if table.since else 0.0
        self.time = DecisionTime(self.ticks(), waited)
        self.views = TableViews(self)
        self.attendance = Attendance(self, self.ticks() - max(0.0, waited - RECONNECT_GRACE))
        self.scheduler = Scheduler(self)

    @property
    def id(self) -> str:
        """The id of the table."""
        return self.table.id

    def ticks(self) -> float:
        """Return seconds by a clock that never jumps, for everything that is measured."""
        return self.services.time.ticks()

    @property
    def is_idle(self) -> bool:
        """True if the table may leave the memory: it can be read again from the database."""
        busy = self.attendance.is_followed_here or self.scheduler.is_busy or self.lock.locked()
        return not busy and self.ticks() - self.touched > self.services.settings.idle_after

    def moment(self) -> Moment:
        """Return the time, and who is there."""
        ticks, settings = self.ticks(), self.services.settings
        return Moment(
            now=self.services.time.now(),
            thought=self.time.thought(ticks),
            waited=self.time.whole(ticks),
            away=self.attendance.away(ticks),
            lasted=self.attendance.lasted(ticks),
            patience=Patience(settings.absent_after, settings.unmoved_absent_after),
            followed=self.attendance.is_followed,
        )

    # --- commands

    async def carry_out(self, person: Person | None, command: Command) -> Table:
        """Carry out a command and return the table after it. Raises Refused.

        `person` is None for commands of the server: of bots, clocks and timers.
        """
        await self.attendance.wait_for_reports(command)
        table = await self._decided(person, command)
        if isinstance(command, Join) and person:
            await self._leave_if_deleted(person)
        return table

    @retry_on_conflict
    async def _decided(self, person: Person | None, command: Command) -> Table:
        return await self.try_once(person, command)

    async def try_once(self, person: Person | None, command: Command, *rows: RowChange) -> Table:
        """Carry out a command, and commit some rows with it. Raises Conflict if another server was
        quicker; its entries are known then, and the command can be decided again."""
        async with self.lock:
            if self.closed:
                raise Refused("move/stale")
            self.touched = self.ticks()
            entries = self._decide(person, command)
            if entries:
                self._limit(command, entries)
                if person:
                    self.people.setdefault(person.id, person)
                await self._append(entries, rows)
            return self.table

    def _decide(self, person: Person | None, command: Command) -> list[Entry]:
        try:
            return decide(self.table, person.actor if person else None, command, self.moment())
        except Refused as refused:
            if isinstance(command, Move) and refused.message:  # it may name players
                refused.message = self.views.named_text(command.lang).text(refused.message)
            raise

    def _limit(self, command: Command, entries: Sequence[Entry]) -> None:
        """Enforce the limit on proposals and substitutes. Raises Refused."""
        for entry in entries if isinstance(command, Substitute | TakeBack) else ():
            if isinstance(entry, Proposed | Substituted) and entry.by:
                self.services.quotas.spend("proposals", entry.by, "")

    async def _append(self, entries: Sequence[Entry], rows: Sequence[RowChange] = ()) -> None:
        """Commit entries, then apply them. If anything but a conflict fails, the table leaves the
        memory, and is read again from the database."""
        tables = self.table.after_each(entries)
        try:
            await self.services.store.write(*added_rows(self.table, tables[-1], entries), *rows)
        except Conflict:
            await self._catch_up()
            raise
        except CommitUnknown as error:
            self.close()
            raise Refused("server/unsure") from error
        except BaseException:
            self.close()
            raise
        for entry in entries:
            if isinstance(entry, Moved):
                metrics.MOVES.labels(self.table.game.info.name).inc()
        self._apply(entries, tables)

    def _apply(self, entries: Sequence[Entry], tables: Sequence[Table]) -> None:
        """Continue with the table after some entries, which are in the database. `tables` are the
        tables after each of them."""
        first, table, ticks = self.table, self.table, self.ticks()
        for entry, after in zip(entries, tables, strict=True):
            before, table = table, after
            self.time = table.time_after(before, entry, self.time, ticks)
            if table.begins_turn(before, entry):
                self.attendance.begin_turn(ticks)
        self.table = table
        self.seen = max(self.seen, *(entry.at for entry in entries))
        if table.ended:
            self.services.bot_pool.forget(self.id)
        if table.withdrawn:
            self.close()
            return
        self.views.update(first)
        self.wake()
        self.attendance.notify()

    def wake(self) -> None:
        """Let bots and clocks continue, and notice when a player does not."""
        self.scheduler.wake()
        self.attendance.set_timers()

    async def _leave_if_deleted(self, person: Person) -> None:
        """Vacate the seats of a person who was deleted while they joined (N7)."""
        try:
            for found in (await self.services.store.people([person.id])).values():
                if found.is_deleted:
                    self.rename(found)
                    await self.carry_out(found, Leave())
        except Exception:  # the seat is taken, so this is no refusal
            LOG.warning("a player who joined could not be checked", exc_info=True)

    @retry_on_conflict
    async def resume(self) -> None:
        """Continue after a time in which the table could not be read. Deleted people leave now."""
        async with self.lock:
            entries = decide(self.table, None, Resume(), self.moment())
            readable = updated(TableModel, self.id, adjourned=None)
            if entries:
                await self._append(entries, [readable])
            else:
                await self.services.store.write(readable)
        for id in self.table.people:
            if (person := self.people.get(id)) and person.is_deleted:
                await self.carry_out(person, Leave())

    async def take(self) -> None:
        """Claim the bots and clocks of the table. Raises Conflict if another node claimed them."""
        claimed, before = self.ownership.expected(), self.ownership.owner
        row = updated(TableModel, self.id, expected={"owner": before}, **claimed)
        async with self.lock:
            try:
                await self.services.store.write(row)
            except Conflict:
                await self._catch_up()
                raise
            self.ownership.owner = claimed["owner"]

    # --- what other servers commit

    def follow(self, added: Sequence[NumberedEntry]) -> bool:
        """Apply entries that another server has committed. Returns False if they must be read:
        entries before them are missing, or people in them are unknown."""
        new = [each for each in added if each.number >= self.table.version]
        expected = range(self.table.version, self.table.version + len(new))
        if self.lock.locked() or [each.number for each in new] != [*expected]:
            return False
        entries = [each.entry for each in new]
        if any(entry.by is not None and entry.by not in self.people for entry in entries):
            return False
        if entries:
            self._apply(entries, self.table.after_each(entries))
        return True

    async def catch_up(self) -> None:
        """Read what is in the database and not yet here."""
        async with self.lock:
            if not self.closed:
                await self._catch_up()

    async def _catch_up(self) -> None:
        """Read new entries, people and the owner. If that is impossible, or the table was deleted,
        it leaves the memory."""
        try:
            stored = await self.services.store.table(self.id, self.table.version)
            if stored is None:
                self.close()
                return
            self._take_over(stored)
        except BaseException:
            self.close()
            raise

    def _take_over(self, stored: StoredTable) -> None:
        self.ownership.owner = stored.table.owner
        is_renamed = self._renamed(stored.people)
        if stored.entries:
            entries = [entry_of(row) for row in stored.entries]
            self._apply(entries, self.table.after_each(entries))
        elif is_renamed:
            self.attendance.notify()
        self.wake()

    # --- people

    def knows_any(self, ids: Set[str] | None) -> bool:
        """Return True if the table, its people or owners of their bots are among some ids. None
        stands for all ids."""
        if ids is None or self.id in ids or not ids.isdisjoint(self.people):
            return True
        return any(each.program and each.program.owner in ids for each in self.people.values())

    def rename(self, person: Person) -> None:
        """Show a person, or the owner of a bot, under a new name."""
        renamed = {
            id: _with_renamed(each, person)
            for id, each in self.people.items()
            if id == person.id or (each.program and each.program.owner == person.id)
        }
        if self._renamed(renamed):
            self.attendance.notify()

    def _renamed(self, people: Mapping[str, Person]) -> bool:
        """Learn about people. Return True if the table looks different now."""
        changed = any(self.people.get(id) != person for id, person in people.items())
        self.people.update(people)
        if changed:
            self.views.clear()
        return changed

    def close(self) -> None:
        """Leave the memory. Connections come again and find the table read anew."""
        if not self.closed:
            self.scheduler.stop()
            self.attendance.close()
            self.closed = True
            self.attendance.notify()


def _with_renamed(each: Person, renamed: Person) -> Person:
    if each.id == renamed.id:
        return replace(each, name=renamed.name)
    if each.program:
        return replace(each, program=replace(each.program, owner_name=renamed.name))
    return each
