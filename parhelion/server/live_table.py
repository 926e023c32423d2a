"""A table in memory with its commands: moves, takebacks, seats, chat.

Every command is checked, committed to the database and only then applied here.
"""

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import orjson
from sqlalchemy import select

from parhelion.errors import IllegalMove, ParhelionError
from parhelion.games import Json, Move
from parhelion.match import Match
from parhelion.refusals import Code, Refused
from parhelion.server import metrics, move_help, permissions, schemas
from parhelion.server.autoplay import Autoplay
from parhelion.server.chairs import Chair, Chairs, all_here
from parhelion.server.commit_news import NumberedEntry
from parhelion.server.dealing import dealt
from parhelion.server.expiry import table_deletion
from parhelion.server.full_update import full_update
from parhelion.server.journal import REMARKS, Journal, JournalEntry, Kind, Trouble
from parhelion.server.journal_writer import CommitUnknown, Conflict
from parhelion.server.models import (
    ChatLineModel,
    JournalEntryModel,
    PersonModel,
    SeatModel,
    TableModel,
)
from parhelion.server.overtaken import Overtaken, again_if_overtaken
from parhelion.server.proposal import Proposal
from parhelion.server.row_change import RowChange, inserted, updated
from parhelion.server.schemas import Ability, Lang
from parhelion.server.store import Person, StoredTable
from parhelion.server.table import (
    KeptLine,
    Services,
    dealt_columns,
    iso,
    list_columns,
    replayed,
    stored_chairs,
    stored_chat,
    stored_entries,
)
from parhelion.server.viewer import Viewer
from parhelion.server.watched_table import WatchedTable
from parhelion.tables.player_marks import mark_players
from parhelion.tables.seats import checked_level, middle_level

LOG = logging.getLogger("parhelion")


class LiveTable(WatchedTable):
    """A table. Commands run one at a time; readers always see what was committed last."""

    def __init__(self, services: Services, stored: StoredTable, match: Match | None = None) -> None:
        super().__init__(services, stored, match)
        self.lock = asyncio.Lock()
        """Held by the command that is carried out."""
        self._autoplay = Autoplay(self)

    @property
    def idle(self) -> bool:
        """Whether it may leave the memory: it can come back from the database."""
        busy = self.presence.followed_here or self._autoplay.busy or self.lock.locked()
        return not busy and self.ticks() - self.touched > self.services.settings.idle_after

    # --- permission

    def may(self, person: Person | None, action: Ability, seat: int | None = None) -> Code | None:
        """Why somebody may not do something now; None if they may."""
        return permissions.refusal(self, person, action, seat)

    def _check(self, person: Person, action: Ability, seat: int | None = None) -> None:
        if code := self.may(person, action, seat):
            raise Refused(code)

    # --- what a viewer sees

    def update_for(self, viewer: Viewer) -> bytes:
        """The table as a viewer sees it: an `Update` as JSON."""
        return full_update(self, viewer)

    def words_for(self, viewer: Viewer) -> schemas.TableWords:
        """The table in words as a viewer may know it."""
        found = self.words(self.seat_shown_to(viewer), viewer.lang)
        return self.sentences(viewer.lang).model(found)

    def scene_at(self, viewer: Viewer, ply: int, seat: int | None = None) -> bytes:
        """The scene after `ply` moves as JSON, without choices, as one of the viewer's seats sees
        it: by default the seat whose view they get now."""
        seat, earlier = self.seat_asked_for(viewer, seat), self.match_at(ply)
        scene = orjson.dumps(earlier.scene(seat, viewer.lang, viewer.layout, choices=False))
        return self.sentences(viewer.lang).json(scene)

    def view_for(self, viewer: Viewer) -> bytes:
        """What the viewer's seat may know, with its legal moves: a `SeatView` as JSON."""
        seat = self.seat_shown_to(viewer)
        if seat is None:
            raise Refused("seat/not-yours")
        if not self.dealt:
            raise Refused("table/not-started")
        legal = self.match.moves() if self.is_choosing(seat) and seat == self.journal.turn else ()
        view = self.match.view(seat) | {"legal": [move.text for move in legal]}
        told = orjson.dumps({"version": self.journal.version, "view": view})
        return self.sentences(viewer.lang).json(told)

    def why_illegal(self, viewer: Viewer, path: Sequence[str]) -> schemas.WhyIllegal:
        """Why the viewer, who is to move, has no legal move that begins with these items."""
        told = move_help.why_illegal(self, self._turn_for(viewer.known), path, viewer.lang)
        return self.sentences(viewer.lang).model(told)

    @again_if_overtaken
    async def hint(self, viewer: Viewer) -> schemas.Hint:
        """The best move that a strong bot finds for the viewer; everybody sees that they asked."""
        async with self.command():
            self._check(viewer.known, "hint")
            seat = self._turn_for(viewer.known)
            await self.commit(self.entry("hint", seat))
        found = await move_help.hint(self, seat, viewer)
        return self.sentences(viewer.lang).model(found)

    async def explanation(self, viewer: Viewer, ply: int, seat: int | None) -> schemas.Explanation:
        """What spoke for a move that was played, as far as the viewer could know then."""
        found = await move_help.explanation(self, viewer, ply, seat)
        return self.sentences(viewer.lang).model(found)

    # --- before the start

    @again_if_overtaken
    async def withdraw(self, person: Person) -> None:
        """Delete this table, which has not started, for everybody. Only its host may."""
        async with self.command():
            self._check(person, "withdraw")
            await self._write(*await table_deletion(self.services.store, self.id))
            self.close()

    # --- after the end

    def record(self) -> tuple[str, Json]:
        """The record of the finished game, and a name for its file."""
        self.must_be_over()
        return f"{self.game.info.name}-{self.id}.json", self.match.record()

    def begin_review(self, viewer: Viewer) -> None:
        """Start the review of the finished game, unless there is one."""
        self.must_be_over()
        self.services.reviews.begin(self.id, self.match, viewer)

    async def review(self, lang: Lang) -> schemas.ReviewWork:
        """The review of the finished game, or how far it is."""
        self.must_be_over()
        found = await self.services.reviews.of(self.id, lang)
        return self.sentences(lang).model(found)

    # --- seats

    @again_if_overtaken
    async def join(self, person: Person, seat: int, text: str) -> None:
        """Give an open seat, or the one that is kept for them, to a person, who adds a text to the
        shuffle."""
        async with self.command():
            self._check(person, "join", seat)
            await self._seat(seat, Chair(person, None, text))
        try:
            await self._leave_if_deleted(person)
        except Exception:  # the seat is taken, so this is no refusal
            LOG.warning("a player who sat down could not be checked", exc_info=True)

    @again_if_overtaken
    async def substitute(self, person: Person, seat: int, level: int) -> None:
        """Let a bot play an open seat; or let one sit in for its person, once the others agree."""
        await self.presence_known.wait()
        async with self.command():
            self._check(person, "substitute", seat)
            level = checked_level(self.game.info.name, level)
            if self.status == "open":
                await self._seat(seat, Chair(level=level))
            else:
                await self._propose(Proposal("bot", seat, self.match.ply, person.id))

    @again_if_overtaken
    async def return_to(self, person: Person, seat: int) -> None:
        """Give a seat back to its person; the bot that sat in leaves."""
        async with self.command():
            self._check(person, "return", seat)
            await self._remark_chair(self.entry("return", seat), None)

    async def _remark_chair(
        self, entry: JournalEntry, level: int | None, expected: dict[str, Any] | None = None
    ) -> None:
        """Commit that a bot sits in for a person, or that the person returned."""
        seat = entry.seat
        change = updated(SeatModel, self.id, seat, level=level)
        await self.commit(entry, None, change, expected=expected)
        chair = replace(self.chairs[seat], level=level)
        self.seat_chairs((*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))
        self._changed()

    async def _seat(self, seat: int, chair: Chair) -> None:
        """Commit who has a seat."""
        await self._seat_all((*self.chairs[:seat], chair, *self.chairs[seat + 1 :]))

    async def _seat_all(self, chairs: Chairs) -> None:
        """Commit who sits where; when everybody sits, the game is dealt and starts. All chairs must
        be as they are here: another process may have given one to somebody else."""
        starts = self.started is None and all_here(chairs)
        journal, now = self._journal_at_start(chairs) if starts else self.journal, self.now()
        values = list_columns(journal, chairs) | {"started": now, **dealt_columns(journal.match)}
        seats = (
            updated(SeatModel, self.id, each, expected=before.columns(), **after.columns())
            for each, (before, after) in enumerate(zip(self.chairs, chairs, strict=True))
        )
        await self._write(*seats, self._row(changed=now, **(values if starts else {})))
        self.seat_chairs(chairs)
        if starts:
            self.journal, self.started, self.dealt = journal, now, True
            self._begin_decision()
        self._changed()

    def _journal_at_start(self, chairs: Chairs) -> Journal:
        """The journal when everybody has sat down: the game is dealt now, unless it was given."""
        if self.secret is None:
            return self.journal
        match = dealt(self.game, self.match.options, self.secret, chairs)
        mark_players(match)
        return Journal(match)

    @again_if_overtaken
    async def leave_for_good(self, person: Person) -> None:
        """Vacate all seats of a deleted person or bot.

        Before the start the seats become open; if the maker knows the deal, a bot of ours takes
        them (N1). During the game a person resigns, and a bot of ours replaces a program.
        """
        async with self.command():
            if self.status == "open":
                level = middle_level(self.game.info.name) if self.deal_known else None
                await self._seat_all(
                    tuple(
                        Chair(level=level) if each.belongs_to(person) else each
                        for each in self.chairs
                    )
                )
        while self.status == "playing" and (left := self._seats_played_by(person)):
            if person.program:
                await self._let_bot_play(min(left))
            else:
                await self.resign(person)

    async def _leave_if_deleted(self, person: Person) -> None:
        """Vacate the seats of a person who was deleted while their command ran (N7)."""
        query = select(PersonModel.name).where(PersonModel.id == person.id)
        for row in await self.services.store.rows(query):
            if not row.name:
                await self.leave_for_good(replace(person, name=""))

    def _seats_played_by(self, person: Person) -> set[int]:
        """The seats that a person has not given up, for a program those where no bot sits in."""
        mine = self.seats_of(person) - self.journal.resigned
        return {seat for seat in mine if not person.program or self.bot_level(seat) is None}

    async def _let_bot_play(self, seat: int) -> None:
        """Let a bot of the middle level play a seat from now on."""
        async with self.command():
            level = middle_level(self.game.info.name)
            await self._remark_chair(self.entry("bot", seat, str(level)), level)

    @again_if_overtaken
    async def note_trouble(self, person: Person, kind: Trouble) -> float | None:
        """Tell everybody that a program that is to move finds no move; when that was noted, None if
        they know already."""
        async with self.command():
            entry = self.entry(kind, self._turn_for(person))
            if self.journal.trouble:
                return None
            await self.commit(entry)
            return entry.at

    def renamed(self, person: Person) -> None:
        """Show a person, or the owner of a bot, under a new name; what they said before has the
        name of then, unless they have left."""
        if person.has_left and person.id in self._writers:
            self.chat = [
                line.model_copy(update={"name": ""}) if line.person == person.id else line
                for line in self.chat
            ]
        if self.seats_of(person) or self.runs_program(person):
            self.seat_chairs(tuple(chair.with_renamed(person) for chair in self.chairs))
            self._redraw()
            self.notify()

    # --- chat

    @again_if_overtaken
    async def say(self, person: Person, text: str) -> schemas.ChatLine:
        """Add a line to the chat."""
        async with self.command():
            self._check(person, "chat")
            mine, now = self.seats_of(person), self.now()
            line = KeptLine(
                number=len(self.chat),
                at=iso(now),
                name=person.name,
                sender=person.sender,
                seat=min(mine, default=None),
                text=text.strip(),
                person=person.id,
            )
            told = line.model_dump(exclude={"sender"})
            row = told | {"table": self.id, "at": now, "person": person.id}
            await self._write(inserted(ChatLineModel, **row))
            self.add_lines([line])
            self.notify()
            return line

    # --- play

    @again_if_overtaken
    async def move(self, viewer: Viewer, version: int, text: str) -> schemas.Acknowledged:
        """Play a move; refused if it answers another version than the present one."""
        if self.clock.kind == "live":  # another server may know how long it took
            await self.time_known.wait()
        async with self.command():
            if version != self.journal.version:
                raise Refused("move/stale")
            seat = self._turn_for(viewer.known)
            try:
                move = self.match.parse(text, viewer.lang)
            except ParhelionError as error:
                why = self.sentences(viewer.lang).text(str(error))
                rule = error.rule if isinstance(error, IllegalMove) else ""
                raise Refused("move/illegal", why, rule) from error
            await self.commit(self.entry("move", seat, move.text), move)
            return schemas.Acknowledged(version=self.journal.version, ply=self.match.ply)

    def _turn_for(self, person: Person) -> int:
        """The seat to move; refused unless a person may move."""
        self._check(person, "move")
        assert self.journal.turn is not None  # noqa: S101
        return self.journal.turn

    @again_if_overtaken
    async def take_back(self, person: Person) -> None:
        """Go back to before one's last move, once everybody else who plays agrees."""
        async with self.command():
            self._check(person, "takeback")
            ply = self.match.last_move_of(self.seats_of(person))
            assert ply is not None  # noqa: S101
            await self._propose(Proposal("takeback", self.match.movers[ply], ply, person.id))

    @again_if_overtaken
    async def agree(self, person: Person, answer: schemas.ProposalAnswer) -> None:
        """Agree to what another proposes; refused if that is something else by now."""
        await self.presence_known.wait()
        async with self.command():
            self._check(person, "agree")
            proposal = self.proposal
            assert proposal is not None  # noqa: S101
            if (proposal.kind, proposal.seat, proposal.ply) != tuple(answer.model_dump().values()):
                raise Refused("proposal/none")
            if not permissions.can_carry_out(self, proposal):
                await self._wait_for_consent(None)
                raise Refused("seat/not-absent")
            await self._propose(proposal.agreed_by(person))

    @again_if_overtaken
    async def decline(self, person: Person) -> None:
        """Decline what another proposes, or withdraw one's own proposal."""
        async with self.command():
            self._check(person, "decline")
            await self._wait_for_consent(None)

    async def _propose(self, proposal: Proposal) -> None:
        """Do what is proposed if everybody agrees, else wait for the others."""
        expected = self._known_proposal()
        if not self._asked(proposal) <= set(proposal.agreed):
            if not proposal.agreed:
                self.services.quotas.spend("proposals", proposal.asker, "")
            await self._wait_for_consent(proposal)
        elif proposal.kind == "takeback":
            entry = self.entry("takeback", proposal.seat, str(proposal.ply))
            await self.commit(entry, expected=expected)
        else:
            level = middle_level(self.game.info.name)
            entry = self.entry("bot", proposal.seat, str(level))
            await self._remark_chair(entry, level, expected)

    def _asked(self, proposal: Proposal) -> set[str]:
        """The ids of the people who have to agree: all others.

        A bot for somebody else needs no consent of theirs, nor of players who have been absent for
        as long: two absent players would block the game (M3).
        """
        others = self.other_people(Person(proposal.asker, ""))
        missed = self.chairs[proposal.seat].person if proposal.kind == "bot" else None
        if missed is None or missed.id == proposal.asker:
            return others
        people = [chair.person for chair in self.chairs if chair.person]
        absent = {person.id for person in people if self.is_absent(person)}
        return others - absent - {missed.id}

    async def _wait_for_consent(self, proposal: Proposal | None) -> None:
        document = proposal and proposal.document()
        await self._write(self._row(expected=self._known_proposal(), proposal=document))
        self.proposal = proposal
        self.notify()

    def _known_proposal(self) -> dict[str, Any]:
        """What the row of the table must hold for an answer to the proposal that is known here to
        count, where another server may have heard another answer at the same time."""
        if self.services.nodes is None:
            return {}
        return {"proposal": self.proposal and self.proposal.document(), "ply": self.match.ply}

    @again_if_overtaken
    async def resign(self, person: Person) -> None:
        """Give up a seat: the one to move if it is the person's, else their first."""
        async with self.command():
            self._check(person, "resign")
            mine = self.seats_of(person) - self.journal.resigned
            turn = self.journal.turn
            seat = turn if turn is not None and turn in mine else min(mine)
            await self.commit(JournalEntry("resign", seat, "", self.now()))

    # --- committing

    @asynccontextmanager
    async def command(self) -> AsyncIterator[None]:
        """Run one command at a time, on a table that is still the one in memory."""
        async with self.lock:
            if self.closed:
                raise Refused("move/stale")
            self.touched = self.ticks()
            yield

    def _row(self, **values: Any) -> RowChange:
        return updated(TableModel, self.id, **values)

    async def _write(self, *changes: RowChange) -> None:
        """Commit changes. If another process was quicker, what it committed is taken over; if
        anything else fails, this table leaves the memory, and the next one is read from the
        database."""
        try:
            await self.services.store.write(*changes)
        except Conflict as error:
            if not await self._read_on():
                self.close()
            raise Overtaken from error
        except CommitUnknown as error:
            self.close()
            raise Refused("server/unsure") from error
        except BaseException:
            self.close()
            raise

    async def take(self) -> None:
        """Make this table one of this server's; refused if another is quicker."""
        taken, before = self.ownership.expected(), self.ownership.owner
        await self._write(self._row(expected={"owner": before}, **taken))
        self.ownership.owner = taken["owner"]

    async def resume(self) -> None:
        """Go on after a time in which the table could not: nobody's time was running then, and who
        deleted themselves meanwhile gives up now."""
        self.started = self.started and self.now()
        await self._write(self._row(adjourned=None, started=self.started))
        self._begin_decision()
        for chair in self.chairs:
            if chair.person and chair.person.has_left:
                await self.leave_for_good(chair.person)

    def follow(self, news: Sequence[NumberedEntry]) -> bool:
        """Take over entries that another process has committed; False if that cannot be done by
        themselves, and they must be read."""
        unknown = [each for each in news if each.number >= self.journal.version]
        expected = range(self.journal.version, self.journal.version + len(unknown))
        is_next = self.dealt and [each.number for each in unknown] == [*expected]
        if not is_next or self.lock.locked():
            return False
        if unknown:
            self._add([each.entry for each in unknown])
            self.proposal = None
            self._changed()
        return True

    def _add(self, entries: Sequence[JournalEntry]) -> None:
        """Add entries that are in the database already."""
        self._count_remarks(entries)
        decided = any(entry.kind not in REMARKS for entry in entries)
        self._go_on_with(self.journal.with_all(entries), decided)

    async def catch_up(self) -> None:
        """Take over what another process has committed here."""
        async with self.lock:
            if not self.closed:
                await self._read_on()

    async def _read_on(self) -> bool:
        """Read what is in the database and not yet here; whether that is anything. If it cannot be
        read, or is there no more, this table leaves the memory."""
        try:
            stored = await self.services.store.table(self.id, self.journal.version, len(self.chat))
            if stored is None:  # it has expired
                self.close()
                return False
            return self._take_over(stored)
        except BaseException:
            self.close()
            raise

    def _take_over(self, stored: StoredTable) -> bool:
        row, chairs = stored.table, stored_chairs(stored)
        proposal = Proposal.from_document(row.proposal)
        known = self.chairs, self.proposal, self.started, self.rematch
        owner, self.ownership.owner = self.ownership.owner, row.owner
        if known == (chairs, proposal, row.started, row.rematch) and not stored.news:
            self.wake()
            return bool(owner != row.owner)
        if row.seed is not None and not self.dealt:
            self._take_over_start(stored)
        elif entries := stored_entries(stored):
            self._add(entries)
        self.seat_chairs(chairs)
        self.proposal, self.started, self.rematch = proposal, row.started, row.rematch
        self.add_lines(stored_chat(stored))
        self._changed()
        return True

    def _take_over_start(self, stored: StoredTable) -> None:
        """Another process has dealt."""
        journal = replayed(stored)
        mark_players(journal.match)
        self.dealt = True
        self._go_on_with(journal, True)

    async def commit_rematch(self, id: str, *changes: RowChange) -> None:
        """Commit that the next game is at another table, together with that table."""
        await self._write(*changes, self._row(expected={"rematch": None}, rematch=id))
        self.rematch = id
        self.notify()

    def forget_rematch(self) -> None:
        """The table of the next game is there no more."""
        self.rematch = None
        self.notify()

    def entry(self, kind: Kind, seat: int, text: str = "") -> JournalEntry:
        """An entry about a seat, with the time that it has thought if it is to move."""
        counts = seat == self.journal.turn and self.bot_level(seat) is None
        spent = self.decision.thought if counts and kind != "takeback" else 0.0
        return JournalEntry(kind, seat, text, self.now(), spent)

    async def commit(
        self,
        entry: JournalEntry,
        move: Move | None = None,
        *changes: RowChange,
        expected: dict[str, Any] | None = None,
    ) -> None:
        """Commit an entry of the journal, if the row of the table holds what is expected; `move`
        is its move, if it is one."""
        journal = self.journal.after(entry, move)
        columns = list_columns(journal, self.chairs)
        await self._write(
            inserted(JournalEntryModel, table=self.id, number=self.journal.version, **vars(entry)),
            self._row(expected=expected, proposal=None, **columns, changed=entry.at),
            *changes,
        )
        if move:
            metrics.MOVES.labels(self.game.info.name).inc()
        self._count_remarks([entry])
        self.proposal = None
        self._go_on_with(journal, entry.kind not in REMARKS)
        if entry.kind in REMARKS:  # the picture is the same
            self.notify()
        else:
            self._changed()

    def _count_remarks(self, entries: Sequence[JournalEntry]) -> None:
        """After a remark about the seat to move, what it has thought until then is in its entry."""
        if any(entry.kind in REMARKS and entry.seat == self.journal.turn for entry in entries):
            self.decision.note()

    def _go_on_with(self, journal: Journal, decided: bool) -> None:
        """Let this be the journal; if something was decided, the time of the next one runs."""
        self.journal = journal
        if decided:
            self._begin_decision()
        if journal.ended:
            self.services.bot_pool.forget(self.id)

    def _begin_decision(self) -> None:
        """Let the time of the seat to move run from now on."""
        self.decision.begin()
        self.presence.since = self.decision.began
        if self.clock.kind == "none":  # nobody else sits in where a clock decides
            self.notify_of_absence()

    def wake(self) -> None:
        """Let bots and clocks go on, and notice when a program does not."""
        self._autoplay.wake()
        self.notify_of_silence()

    @property
    def goes_on_by_itself(self) -> bool:
        """Whether a bot or a clock does something next."""
        return self._autoplay.comes_next()

    def _changed(self) -> None:
        self._redraw()
        self.wake()
        self.notify()

    def close(self) -> None:
        """Leave the memory; connections come again and find the table read anew. From now on that
        one tells other servers who is connected."""
        self._autoplay.stop()
        self.fall_silent()
