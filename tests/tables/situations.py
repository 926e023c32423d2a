"""Tables in all kinds of situations, built with commands alone."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from dataclasses import replace
from typing import Any

from parhelion import new
from parhelion.games import Json
from parhelion.match import Match
from parhelion.refusals import Code, Refused
from parhelion.tables.clocks import DecisionTime
from parhelion.tables.commands import (
    Agree,
    AskForHint,
    Command,
    Decline,
    Join,
    Leave,
    Move,
    MoveByBot,
    PlayAgain,
    Resign,
    Return,
    Say,
    Substitute,
    TakeBack,
    Withdraw,
    decide,
    started,
)
from parhelion.tables.entries import BotFailed, Created, Entry, entry_from, fields_json
from parhelion.tables.moment import Actor, Moment, Patience
from parhelion.tables.permissions import Ability, abilities, facts, seat_abilities
from parhelion.tables.proposals import Proposal
from parhelion.tables.seats import all_joined
from parhelion.tables.table import Table, dealt_by

SEATS = {"orion": 2, "solenia": 2, "solstis": 2, "lantern": 3}
GAMES = tuple(SEATS)
SECRET = "00112233445566778899aabbccddeeff"
START = 1_700_000_000.0
DAY = 86_400.0
LONG_AWAY = 2 * DAY
PATIENCE = Patience()

ANN, BOB, CAS, EVE = (Actor(f"id-of-{name}") for name in ("ann", "bob", "cas", "eve"))
GATHERER = Actor("id-of-gatherer", owner=ANN.id)
"""A program of Ann."""
HOUSE_BOT = Actor("id-of-house-bot", owner="")
"""A program of the host of the server."""

OPEN: Json = {}
BOT: Json = {"level": 1}
LIVE: Json = {"kind": "live", "minutes": 1, "seconds": 20}
DAYS: Json = {"kind": "days", "days": 3}

LANTERN_DEAL: Json = {"hands": [[1, 2], [3, 4], [5, 6]], "pile": [7, 8, 9]}
ALONE_AT_THE_END = ("draw", "light 3", "light 5", "draw", "light 4", "light 6", "draw")
"""After these moves from `LANTERN_DEAL` only the first seat can do anything."""


def joined(actor: Actor, text: str = "") -> Json:
    """Return the seat of a person who has joined."""
    return reserved(actor) | {"text": text}


def reserved(actor: Actor) -> Json:
    """Return a seat that is reserved for a person or a program."""
    return {"person": actor.id} | ({} if actor.owner is None else {"owner": actor.owner})


def creation(game: str = "lantern", seats: Sequence[Json] | None = None, **fields: Any) -> Created:
    """Return the first entry of a table. Ann is the host."""
    if seats is None:
        seats = [joined(ANN), joined(BOB), joined(CAS)][: SEATS[game]]
    values: Json = {"options": {}, "time": {}, "listed": True, "spectators_chat": False}
    values |= {"at": START, "by": ANN.id, "secret": None if "given" in fields else SECRET}
    return Created(game=game, seats=list(seats), **(values | fields))


class Session:
    """A table with its journal and the time, kept as a server keeps them."""

    def __init__(self, created: Created) -> None:
        self.journal: list[Entry] = [created]
        self.table = Table.created("table", created)
        self.moment = Moment(now=created.at)
        if all_joined(self.table.seats):
            self.add([started(self.table, created.at)])

    def copy(self) -> "Session":
        """Return an independent session in the same situation."""
        twin = object.__new__(Session)
        twin.__dict__.update(self.__dict__)
        twin.journal = self.journal[:]
        return twin

    def add(self, entries: Sequence[Entry]) -> None:
        """Add entries, and measure the time of the decision as they change it."""
        for entry in entries:
            before, self.table = self.table, self.table.after(entry)
            thought = self.moment.thought
            time = DecisionTime(began=-thought, waited=self.moment.waited - thought)
            time = self.table.time_after(before, entry, time, ticks=0.0)
            self.moment = replace(self.moment, thought=time.thought(0.0), waited=time.whole(0.0))
        self.journal += entries

    def decide(self, actor: Actor | None, command: Command) -> list[Entry]:
        """Return the entries of a command, without adding them. Raises Refused."""
        return decide(self.table, actor, command, self.moment)

    def do(self, actor: Actor | None, command: Command) -> list[Entry]:
        """Carry out a command and return its entries. Raises Refused."""
        entries = self.decide(actor, command)
        self.add(entries)
        return entries

    def refusal(self, actor: Actor | None, command: Command) -> Code | None:
        """Return the code with which a command is refused; None if it is allowed."""
        try:
            self.decide(actor, command)
        except Refused as refused:
            return refused.code
        return None

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        self.moment = replace(
            self.moment,
            now=self.moment.now + seconds,
            thought=self.moment.thought + seconds,
            waited=self.moment.waited + seconds,
        )

    def sees(self, absent: Set[str] = frozenset(), followed: bool = True) -> None:
        """Set who has been absent for long, and whether anybody is connected."""
        self.turn_lasts(LONG_AWAY if absent else 0.0, dict.fromkeys(absent, LONG_AWAY))
        self.moment = replace(self.moment, followed=followed)

    def turn_lasts(
        self, seconds: float, away: Mapping[str, float] | None = None, patience: Patience = PATIENCE
    ) -> None:
        """Set how long the turn has lasted, and for how long people have been away."""
        self.moment = replace(self.moment, lasted=seconds, away=away or {}, patience=patience)

    def can(self, actor: Actor | None) -> list[Ability]:
        """Return the abilities of a person."""
        return abilities(facts(self.table, actor, self.moment))

    def can_at(self, actor: Actor | None, seat: int) -> list[Ability]:
        """Return the abilities of a person at a seat."""
        return seat_abilities(facts(self.table, actor, self.moment))[seat]

    # --- moves

    def legal(self) -> list[str]:
        """Return the legal moves in notation."""
        return [move.text for move in self.table.dealt.moves()]

    def a_light(self) -> str:
        """Return a legal move of Lanterns that reveals nothing hidden."""
        return next(move for move in self.legal() if move != "draw")

    def mover(self) -> Actor:
        """Return the person to move."""
        turn = self.table.turn
        assert turn is not None
        seat = self.table.seats[turn]
        assert seat.person
        return Actor(seat.person, seat.owner)

    def move(self, move: str | None = None) -> list[Entry]:
        """Play a move, by default the first legal one, for the player to move."""
        move, position = move or self.legal()[0], self.table.position
        if self.table.is_moved_by_bot:
            assert self.table.turn is not None
            return self.do(None, MoveByBot(position, self.table.turn, move))
        return self.do(self.mover(), Move(position, move))

    def play_out(self, seed: int = 0) -> None:
        """Play random moves to the end."""
        chance = random.Random(seed)
        while self.table.turn is not None:
            self.move(chance.choice(self.legal()))

    def agrees(self, actor: Actor) -> list[Entry]:
        """Agree to the current proposal."""
        proposal = self.table.proposal
        assert proposal
        return self.do(actor, Agree(proposal.kind, proposal.seat, proposal.ply))


def playing(game: str = "lantern", **fields: Any) -> Session:
    """Return a game of Ann and Bob, and Cas if there is a third seat."""
    return Session(creation(game, **fields))


def against_bots(game: str = "lantern", **fields: Any) -> Session:
    """Return a game of Ann against bots."""
    return Session(creation(game, [joined(ANN), *[BOT] * (SEATS[game] - 1)], **fields))


def one_device(**fields: Any) -> Session:
    """Return a game in which Ann has all three seats."""
    return Session(creation(seats=[joined(ANN)] * 3, **fields))


def given(match: Match, seats: Sequence[Json], moves: Sequence[str] = (), **fields: Any) -> Created:
    """Return the first entry of a table whose deal is given."""
    name, options = match.game.info.name, dict(match.options)
    return creation(
        name, seats, options=options, given=dealt_by(match), moves=list(moves), **fields
    )


def given_lanterns(
    seats: Sequence[Json], moves: Sequence[str] = ALONE_AT_THE_END, **fields: Any
) -> Session:
    """Return a game of Lanterns that continues a record."""
    return Session(given(new("lantern", seed=5, deal=LANTERN_DEAL), seats, moves, **fields))


def as_json(entry: Entry) -> Json:
    """Return an entry as it is stored."""
    row = {"kind": entry.kind, "at": entry.at, "by": entry.by, "values": fields_json(entry)}
    stored: Json = json.loads(json.dumps(row))
    return stored


def replayed(journal: Sequence[Entry], id: str = "table") -> Table:
    """Return the table of a journal that was stored as JSON."""
    return Table.replay(id, [entry_from(**as_json(entry)) for entry in journal])


def commands(session: Session, ability: Ability) -> Iterator[Command]:
    """Return all commands that make use of an ability: one, or one for each seat."""
    table = session.table
    move = session.legal()[0] if table.turn is not None else "draw"
    proposal = table.proposal or Proposal("takeback", 0, 0, "")
    simple: dict[Ability, Command] = {
        "move": Move(table.position, move),
        "takeback": TakeBack(),
        "agree": Agree(proposal.kind, proposal.seat, proposal.ply),
        "decline": Decline(),
        "resign": Resign(),
        "hint": AskForHint(),
        "rematch": PlayAgain("next"),
        "chat": Say("Hello"),
        "withdraw": Withdraw(),
    }
    by_seat: dict[Ability, Callable[[int], Command]] = {
        "join": Join,
        "substitute": Substitute,
        "return": Return,
    }
    if ability in simple:
        yield simple[ability]
    else:
        yield from (by_seat[ability](seat) for seat in range(len(table.seats)))


# --- situations ----------------------------------------------------------------------------


def open_seats() -> Session:
    """Ann waits for others."""
    return Session(creation(seats=[joined(ANN), OPEN, OPEN]))


def one_open_seat() -> Session:
    """Ann and Bob wait for a third player."""
    session = open_seats()
    session.do(BOB, Join(1))
    return session


def first_move() -> Session:
    return playing(spectators_chat=True)


def second_move() -> Session:
    session = first_move()
    session.move(session.a_light())
    return session


def secret_revealed() -> Session:
    session = first_move()
    session.move("draw")
    return session


def takeback_proposed() -> Session:
    session = second_move()
    session.do(ANN, TakeBack())
    return session


def takeback_half_agreed() -> Session:
    session = takeback_proposed()
    session.agrees(BOB)
    return session


def bot_proposed() -> Session:
    session = first_move()
    session.do(CAS, Substitute(2))
    return session


def one_seat_substituted() -> Session:
    session = bot_proposed()
    session.agrees(ANN)
    session.agrees(BOB)
    return session


def one_seat_resigned() -> Session:
    session = first_move()
    session.do(CAS, Resign())
    return session


def substitute_resigned() -> Session:
    """Cas resigned while a bot played for them."""
    session = one_seat_substituted()
    session.do(CAS, Resign())
    return session


def all_absent() -> Session:
    session = first_move()
    session.sees(absent={ANN.id, BOB.id, CAS.id}, followed=False)
    return session


def all_absent_with_a_clock() -> Session:
    session = playing(time=DAYS)
    session.sees(absent={ANN.id, BOB.id, CAS.id}, followed=False)
    return session


def alone_with_bots() -> Session:
    return against_bots()


def bot_to_move() -> Session:
    session = alone_with_bots()
    session.move(session.a_light())
    return session


def two_seats_each_on_one_device() -> Session:
    """Ann has two seats and Bob has one."""
    return Session(creation(seats=[joined(ANN), joined(ANN), joined(BOB)]))


def against_the_rules() -> Session:
    """Ann plays Solenia against the seat that the rules play."""
    seats = [joined(ANN), BOT]
    return Session(creation("solenia", seats, options={"players": "1"}))


def program_invited() -> Session:
    return Session(creation("orion", [joined(ANN), reserved(GATHERER)]))


def program_to_move() -> Session:
    session = Session(creation("orion", [joined(ANN), joined(GATHERER)]))
    session.move()
    return session


def program_silent() -> Session:
    session = program_to_move()
    session.advance(61)
    return session


def program_failed() -> Session:
    session = program_to_move()
    session.add([BotFailed(at=START, by=GATHERER.id, seat=1, why="failed")])
    return session


def known_deal() -> Session:
    """Ann continues a game with secrets against her own program, which has not joined yet."""
    seats = [joined(ANN), reserved(GATHERER), BOT]
    return given_lanterns(seats, ())


def public_deal_with_an_open_seat() -> Session:
    """Ann continues a game without secrets and waits for an opponent."""
    return Session(given(new("orion", seed=3), [joined(ANN), OPEN]))


def over() -> Session:
    session = first_move()
    session.do(ANN, Resign())
    session.do(BOB, Resign())
    return session


def over_with_a_rematch() -> Session:
    session = over()
    session.do(ANN, PlayAgain("next"))
    return session


def over_from_a_record() -> Session:
    moves = (*ALONE_AT_THE_END, "light 1", "light 2", "light 8", "light 9", "light 7")
    return given_lanterns([joined(ANN), BOT, BOT], moves)


def rematch() -> Session:
    """The next game: Cas has joined, Ann and Bob have not."""
    seats = [joined(CAS), reserved(ANN), reserved(BOB)]
    return Session(creation(seats=seats, by=CAS.id))


def left_behind() -> Session:
    """Cas deleted themselves during the game."""
    session = first_move()
    session.do(CAS, Leave())
    return session


SITUATIONS: Mapping[str, Callable[[], Session]] = {
    situation.__name__: situation
    for situation in (
        open_seats,
        one_open_seat,
        first_move,
        second_move,
        secret_revealed,
        takeback_proposed,
        takeback_half_agreed,
        bot_proposed,
        one_seat_substituted,
        one_seat_resigned,
        substitute_resigned,
        all_absent,
        all_absent_with_a_clock,
        alone_with_bots,
        bot_to_move,
        two_seats_each_on_one_device,
        against_the_rules,
        program_invited,
        program_to_move,
        program_silent,
        program_failed,
        known_deal,
        public_deal_with_an_open_seat,
        over,
        over_with_a_rematch,
        over_from_a_record,
        rematch,
        left_behind,
    )
}
