"""Commands: what people, bots and clocks can ask of a table, and which entries result."""

from dataclasses import dataclass

from parhelion.errors import IllegalMove, ParhelionError
from parhelion.fair_shuffle import checked_seat_text
from parhelion.refusals import Refused
from parhelion.tables import permissions
from parhelion.tables.absence import is_absent
from parhelion.tables.entries import (
    Agreed,
    BotFailed,
    BotSeated,
    Declined,
    Entry,
    Failure,
    FlagFell,
    Hinted,
    Joined,
    Moved,
    Proposed,
    Rematched,
    Resigned,
    Resumed,
    Returned,
    Said,
    Started,
    Substituted,
    TookBack,
    Vacated,
    Withdrawn,
)
from parhelion.tables.moment import Actor, Moment
from parhelion.tables.permissions import Ability
from parhelion.tables.proposals import Proposal, ProposalKind
from parhelion.tables.seats import all_joined, checked_level, middle_level
from parhelion.tables.table import Table, dealt_by, shuffled
from parhelion.words import Lang


class Command:
    """Something that is asked of a table."""


@dataclass(frozen=True, slots=True)
class Join(Command):
    """Take an open seat, or the one that is reserved for me."""

    seat: int
    text: str = ""
    """Contribution to the shuffle."""


@dataclass(frozen=True, slots=True)
class Substitute(Command):
    """Put a bot on an open seat; or propose that one plays for a person."""

    seat: int
    level: int | None = None


@dataclass(frozen=True, slots=True)
class Return(Command):
    """Take my seat back from the bot that plays for me."""

    seat: int


@dataclass(frozen=True, slots=True)
class Move(Command):
    """Play a move in a position."""

    position: int
    move: str
    lang: Lang = "en"
    """The language of an error."""


@dataclass(frozen=True, slots=True)
class TakeBack(Command):
    """Go back to before my last move, if all opponents agree."""


@dataclass(frozen=True, slots=True)
class Agree(Command):
    """Agree to a proposal. It is named, so that nobody agrees to another one by mistake."""

    kind: ProposalKind
    seat: int
    ply: int


@dataclass(frozen=True, slots=True)
class Decline(Command):
    """Decline the proposal, or withdraw mine."""


@dataclass(frozen=True, slots=True)
class Resign(Command):
    """Give up one of my seats: the one to move, else my first."""


@dataclass(frozen=True, slots=True)
class AskForHint(Command):
    """Record for all players that I asked for a hint."""


@dataclass(frozen=True, slots=True)
class ReportFailure(Command):
    """Report that I, a program, find no move."""

    why: Failure


@dataclass(frozen=True, slots=True)
class Say(Command):
    """Write a line of chat."""

    text: str


@dataclass(frozen=True, slots=True)
class PlayAgain(Command):
    """Continue at another table, which is created together with this entry."""

    table: str


@dataclass(frozen=True, slots=True)
class Leave(Command):
    """Leave all my seats for good: my person is deleted."""


@dataclass(frozen=True, slots=True)
class Withdraw(Command):
    """Delete my table, which has not started."""


# --- commands of the server ---------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class MoveByBot(Command):
    """Play a bot's move in the position it was asked about."""

    position: int
    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class CheckFlag(Command):
    """End the time of the seat to move if it has run out. A timer may ask too early or twice."""


@dataclass(frozen=True, slots=True)
class ForgetRematch(Command):
    """The table of the next game has expired. It is named: a newer one must not be forgotten."""

    table: str


@dataclass(frozen=True, slots=True)
class Expire(Command):
    """Delete the table if it has not started: nobody has used it for long."""


@dataclass(frozen=True, slots=True)
class Resume(Command):
    """Continue after an interruption, in which nobody's time ran."""


def decide(table: Table, actor: Actor | None, command: Command, moment: Moment) -> list[Entry]:
    """Return the entries that carry out a command. Raises Refused.

    Without entries nothing happens. `actor` is the person who gives the command, None for an
    unknown person and for the server's own commands.
    """
    return _decide(_Case(table, actor, moment), command)


def _decide(case: "_Case", command: Command) -> list[Entry]:
    match command:
        case Move():
            return _move(case, command)
        case MoveByBot():
            return _move_by_bot(case, command)
        case Say():
            return _say(case, command)
        case Join():
            return _join(case, command)
        case Substitute():
            return _substitute(case, command)
        case Return():
            return _return(case, command)
        case Leave():
            return _leave(case)
        case TakeBack():
            return _take_back(case)
        case Agree():
            return _agree(case, command)
        case Decline():
            return [Declined(at=case.moment.now, by=case.check("decline"))]
        case Resign():
            return _resign(case)
        case AskForHint():
            return _ask_for_hint(case)
        case ReportFailure():
            return _report_failure(case, command)
        case Withdraw():
            return [Withdrawn(at=case.moment.now, by=case.check("withdraw"))]
        case Expire():
            return _expire(case)
        case PlayAgain():
            return _play_again(case, command)
        case ForgetRematch():
            return _forget_rematch(case, command)
        case CheckFlag():
            return _check_flag(case)
        case Resume():
            is_playing = case.table.status == "playing"
            return [Resumed(at=case.moment.now)] if is_playing else []
    raise TypeError(f"no command: {command!r}")


@dataclass(frozen=True, slots=True)
class _Case:
    """A command's surroundings."""

    table: Table
    actor: Actor | None
    moment: Moment

    def check(self, action: Ability, seat: int | None = None) -> str:
        """Return the id of the person. Raises Refused if they may not do this."""
        if self.actor is None:
            raise Refused("me/unknown")
        if code := permissions.refusal(self.table, self.actor, action, self.moment, seat):
            raise Refused(code)
        return self.actor.id

    @property
    def turn(self) -> int:
        """The seat to move, where a check has shown that there is one."""
        assert self.table.turn is not None  # noqa: S101
        return self.table.turn

    def spent(self, seat: int) -> float:
        """Return the time that no entry counts yet, if the seat is a person's to move."""
        counts = seat == self.table.turn and self.table.bot_level(seat) is None
        return self.moment.thought if counts else 0.0


# --- seats -------------------------------------------------------------------------------


def _join(case: _Case, command: Join) -> list[Entry]:
    me = case.check("join", command.seat)
    try:
        checked_seat_text(command.text)
    except ValueError as error:
        raise Refused("bad-request", str(error)) from error
    owner = case.actor.owner if case.actor else None
    joined = Joined(at=case.moment.now, by=me, seat=command.seat, text=command.text, owner=owner)
    return _started_if_complete(case, [joined])


def _substitute(case: _Case, command: Substitute) -> list[Entry]:
    me, table = case.check("substitute", command.seat), case.table
    level = checked_level(table.game.info.name, command.level)
    if table.status == "open":
        seated = BotSeated(at=case.moment.now, by=me, seat=command.seat, level=level)
        return _started_if_complete(case, [seated])
    return _propose(case, Proposal("bot", command.seat, table.ply, me))


def _return(case: _Case, command: Return) -> list[Entry]:
    me = case.check("return", command.seat)
    spent = case.spent(command.seat)
    return [Returned(at=case.moment.now, by=me, seat=command.seat, spent=spent)]


def _leave(case: _Case) -> list[Entry]:
    """Vacate a person's seats before the start. In a game they resign; a bot replaces a program.

    If the host knows the deal, a bot takes the seat: it must never become open (N1).
    """
    table, now = case.table, case.moment.now
    assert case.actor  # noqa: S101
    me, level = case.actor.id, middle_level(case.table.game.info.name)
    if table.status == "over":
        return []
    if table.status == "open":
        left: list[Entry] = [
            BotSeated(at=now, by=me, seat=seat, level=level)
            if table.setup.is_deal_known
            else Vacated(at=now, by=me, seat=seat)
            for seat in sorted(table.seats_of(me))
        ]
        return _started_if_complete(case, left) if left else []
    entries: list[Entry] = []
    for seat in sorted(table.seats_of(me) - table.resigned):
        if table.after_all(entries).ended:
            break
        if not case.actor.is_program:
            entries.append(Resigned(at=now, by=me, seat=seat))
        elif table.bot_level(seat) is None:
            spent = case.spent(seat)
            entries.append(Substituted(at=now, by=me, seat=seat, level=level, spent=spent))
    return entries


def _started_if_complete(case: _Case, entries: list[Entry]) -> list[Entry]:
    """Return the entries, with the start of the game if they complete the seats."""
    table = case.table.after_all(entries)
    if table.since is not None or not all_joined(table.seats):
        return entries
    return [*entries, started(table, case.moment.now)]


def started(table: Table, now: float) -> Started:
    """Return the start of a game whose players have all joined. It is dealt unless it was given."""
    deal = None if table.setup.given else dealt_by(shuffled(table.setup, table.seats))
    return Started(at=now, deal=deal)


# --- play --------------------------------------------------------------------------------


def _move(case: _Case, command: Move) -> list[Entry]:
    if command.position != case.table.position:
        raise Refused("move/stale")
    me, seat = case.check("move"), case.turn
    try:
        move = case.table.dealt.parse(command.move, command.lang)
    except ParhelionError as error:
        rule = error.rule if isinstance(error, IllegalMove) else ""
        raise Refused("move/illegal", str(error), rule) from error
    spent = case.spent(seat)
    return [Moved(at=case.moment.now, by=me, seat=seat, move=move.text, spent=spent)]


def _move_by_bot(case: _Case, command: MoveByBot) -> list[Entry]:
    """A move before the start, for an earlier position, or for a seat whose person has returned,
    is dropped."""
    table, seat = case.table, command.seat
    is_current = command.position == table.position and seat == table.turn
    if table.status != "playing" or not is_current or table.bot_level(seat) is None:
        return []
    return [Moved(at=case.moment.now, seat=seat, move=command.move)]


def _check_flag(case: _Case) -> list[Entry]:
    table, moment = case.table, case.moment
    if table.status != "playing" or table.turn is None or table.is_moved_by_bot:
        return []
    if table.clocks.left(table.turn, moment.thought, moment.waited) != 0.0:
        return []
    return [FlagFell(at=moment.now, seat=table.turn, spent=case.spent(table.turn))]


def _expire(case: _Case) -> list[Entry]:
    is_open = case.table.status == "open"
    return [Withdrawn(at=case.moment.now)] if is_open else []


def _resign(case: _Case) -> list[Entry]:
    me, table = case.check("resign"), case.table
    mine = table.seats_of(me) - table.resigned
    seat = table.turn if table.turn is not None and table.turn in mine else min(mine)
    return [Resigned(at=case.moment.now, by=me, seat=seat)]


def _ask_for_hint(case: _Case) -> list[Entry]:
    me, seat = case.check("hint"), case.turn
    return [Hinted(at=case.moment.now, by=me, seat=seat, spent=case.spent(seat))]


def _report_failure(case: _Case, command: ReportFailure) -> list[Entry]:
    """Report a failure once for each decision."""
    me, seat = case.check("move"), case.turn
    if not case.table.seats[seat].is_program:
        raise Refused("me/is-no-bot")
    if case.table.failure:
        return []
    spent = case.spent(seat)
    return [BotFailed(at=case.moment.now, by=me, seat=seat, why=command.why, spent=spent)]


# --- proposals ---------------------------------------------------------------------------


def _take_back(case: _Case) -> list[Entry]:
    me, match = case.check("takeback"), case.table.dealt
    ply = match.last_move_of(case.table.seats_of(me))
    assert ply is not None  # noqa: S101
    return _propose(case, Proposal("takeback", match.movers[ply], ply, me))


def _propose(case: _Case, proposal: Proposal) -> list[Entry]:
    """Make a proposal, or carry it out if nobody has to agree."""
    if not _asked(case, proposal):
        return [_carried_out(case, proposal)]
    return [
        Proposed(
            at=case.moment.now,
            by=proposal.asker,
            what=proposal.kind,
            seat=proposal.seat,
            ply=proposal.ply,
        )
    ]


def _agree(case: _Case, command: Agree) -> list[Entry]:
    me, proposal = case.check("agree"), case.table.proposal
    assert proposal is not None  # noqa: S101
    if (command.kind, command.seat, command.ply) != (
        proposal.kind,
        proposal.seat,
        proposal.ply,
    ):
        raise Refused("proposal/none")
    if _is_outdated(case, proposal):
        return [Declined(at=case.moment.now)]
    entries: list[Entry] = [Agreed(at=case.moment.now, by=me)]
    agreed = proposal.agreed_by(me)
    if _asked(case, proposal) <= set(agreed.agreed):
        entries.append(_carried_out(case, agreed))
    return entries


def _is_outdated(case: _Case, proposal: Proposal) -> bool:
    """Return True if a player whom a bot was to replace has returned meanwhile (H1)."""
    mine = case.table.seats_of(proposal.asker)
    return not permissions.is_replaceable(case.table, proposal.seat, mine, case.moment)


def _asked(case: _Case, proposal: Proposal) -> frozenset[str]:
    """Return the people who have to agree: all opponents.

    A bot for another player needs neither that player's consent nor that of players who have been
    absent for as long: two absent players would block the game (M3).
    """
    opponents = case.table.opponents(proposal.asker)
    replaced = case.table.seats[proposal.seat].person if proposal.kind == "bot" else None
    if replaced is None or replaced == proposal.asker:
        return opponents
    return frozenset(
        each for each in opponents if each != replaced and not is_absent(each, case.moment)
    )


def _carried_out(case: _Case, proposal: Proposal) -> Entry:
    now, seat = case.moment.now, proposal.seat
    if proposal.kind == "takeback":
        return TookBack(at=now, by=proposal.asker, seat=seat, ply=proposal.ply)
    level = middle_level(case.table.game.info.name)
    spent = case.spent(seat)
    return Substituted(at=now, by=proposal.asker, seat=seat, level=level, spent=spent)


# --- chat and rematch ----------------------------------------------------------------------


def _say(case: _Case, command: Say) -> list[Entry]:
    me = case.check("chat")
    seat = min(case.table.seats_of(me), default=None)
    return [Said(at=case.moment.now, by=me, text=command.text.strip(), seat=seat)]


def _play_again(case: _Case, command: PlayAgain) -> list[Entry]:
    """The first request decides the table."""
    me = case.check("rematch")
    if case.table.rematch is not None:
        return []
    return [Rematched(at=case.moment.now, by=me, table=command.table)]


def _forget_rematch(case: _Case, command: ForgetRematch) -> list[Entry]:
    """A rematch that was asked for meanwhile remains."""
    if case.table.rematch != command.table:
        return []
    return [Rematched(at=case.moment.now, table=None)]
