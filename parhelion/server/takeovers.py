"""Tables that go on by themselves though nobody looks: which of them this server wakes when it
starts or another one dies, and which it gives up."""

import asyncio
import logging
import random
from collections.abc import Set
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from sqlalchemy import and_, distinct, exists, func, or_, select

from parhelion.refusals import Refused
from parhelion.server.journal_writer import Conflict
from parhelion.server.models import SeatModel, TableModel
from parhelion.server.nodes import Nodes, Ownership
from parhelion.server.row_change import updated

if TYPE_CHECKING:
    from parhelion.server.lobby import Lobby
    from parhelion.server.node_lease import NodeLease

RETRY_SECONDS = 1.0
WOKEN_AT_ONCE = 20
"""Taking so many tables over is one commit, unless another server is quicker with one of them."""
LOG = logging.getLogger("parhelion")


class Takeovers:
    """Takes tables over from servers that are gone, and lets others take them from this one."""

    def __init__(self, lobby: "Lobby", nodes: Nodes | None) -> None:
        self._lobby, self._nodes = lobby, nodes
        self._left_behind: set[str] = set()
        """Tables that belong to this server and have left its memory."""

    def start(self) -> None:
        """Wake tables in the background."""
        self._waking = asyncio.create_task(self._wake())

    def stop(self) -> None:
        """Wake no more of them."""
        self._waking.cancel()

    def leave_behind(self, id: str) -> None:
        """A table of this server is not in its memory: another may have it."""
        if self._nodes:
            self._left_behind.add(id)

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
        await self._lobby.warmup.wait_for(game)
        if await self._is_ours(id, owner):
            try:
                await self._lobby.table(id)
            except Refused:  # another server may be able to read it
                self.leave_behind(id)

    async def _is_ours(self, id: str, owner: str | None) -> bool:
        """Whether a table goes on here: of several servers that are about to read it, one does."""
        known = Ownership(self._nodes, owner)
        if known.mine or self._lobby.in_memory(id):
            return True
        if not known.free:
            return False
        taken = updated(TableModel, id, expected={"owner": owner}, **known.expected())
        try:
            await self._lobby.store.write(taken)
        except Conflict:
            return False
        return True

    async def _going_on(self) -> list[tuple[str, str, str | None]]:
        """The tables where something happens though nobody looks, a bot is to move where several
        people play or a clock runs, unless another server sees to it; each with its game and the
        server it belonged to."""
        to_move = exists().where(
            SeatModel.table == TableModel.id,
            SeatModel.seat == TableModel.turn,
            SeatModel.level.is_not(None),
        )
        people = select(func.count(distinct(SeatModel.person))).where(
            SeatModel.table == TableModel.id
        )
        by_bot = and_(to_move, people.scalar_subquery() > 1)
        columns = select(TableModel.id, TableModel.game, TableModel.owner)
        continues = or_(by_bot, TableModel.time != "none")
        alive = self._nodes.lease.alive if self._nodes else ()
        unseen = or_(TableModel.owner.is_(None), TableModel.owner.not_in(alive))
        playing = TableModel.status == "playing"
        rows = await self._lobby.store.rows(columns.where(playing, unseen, continues))
        found = [(id, game, owner) for id, game, owner in rows]
        random.shuffle(found)  # servers that look at the same time begin with different ones
        return found

    async def mind_nodes(self, lease: "NodeLease") -> None:
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
            await lease.resume(partial(self._lobby.catch_up, None))
        for node in gone:
            LOG.warning("node %s is gone", node)
        if gone or was_cut_off:
            for table in self._lobby.in_memory_now():
                table.attendance.forget_nodes(gone)
            self.stop()
            self.start()
        return alive

    async def give_up_tables(self) -> None:
        """Let other servers have the tables that are not in the memory of this one. What could not
        be written is tried again at the next sweep."""
        while self._nodes and self._left_behind:
            id = next(iter(self._left_behind))
            if not self._lobby.in_memory(id):
                mine = {"owner": self._nodes.me}
                with suppress(Conflict):  # it is not
                    await self._lobby.store.write(
                        updated(TableModel, id, expected=mine, owner=None)
                    )
            self._left_behind.discard(id)
