"""Random tables and random commands, most of them sensible."""

import random
from collections.abc import Sequence
from dataclasses import replace

from parhelion import new
from parhelion.games import Json
from parhelion.refusals import Refused
from parhelion.tables.absence import is_missed
from parhelion.tables.commands import (
    Agree,
    AskForHint,
    CheckFlag,
    Command,
    Decline,
    Expire,
    ForgetRematch,
    Join,
    Leave,
    Move,
    MoveByBot,
    PlayAgain,
    ReportFailure,
    Resign,
    Resume,
    Return,
    Say,
    Substitute,
    TakeBack,
    Withdraw,
)
from parhelion.tables.entries import Created, Entry, Reshuffled
from parhelion.tables.moment import Actor
from parhelion.tables.proposals import Proposal
from tests.positions import option_sets
from tests.tables.situations import (
    ANN,
    BOB,
    BOT,
    CAS,
    DAY,
    DAYS,
    EVE,
    GATHERER,
    HOUSE_BOT,
    LIVE,
    OPEN,
    Session,
    commands,
    creation,
    given,
    joined,
    reserved,
)

ACTORS = (ANN, BOB, CAS, EVE, GATHERER, HOUSE_BOT)
RARE_ABILITIES = ("resign", "chat", "withdraw")
"""Abilities that are used less often than the others: most of them end a game."""
RARE_COMMANDS: Sequence[tuple[Actor | None, Command]] = (
    (ANN, Withdraw()),
    (None, Expire()),
    (None, Resume()),
    (None, CheckFlag()),
)
"""Commands of the host and the server, with who gives them."""
NEW_SECRETS = "ffeeddccbbaa9988776655443322"
"""Beginning of the secrets of tables that are reshuffled."""


def random_session(chance: random.Random) -> Session:
    """Return a new table with random seats, clock and deal."""
    return Session(random_creation(chance))


def random_creation(chance: random.Random) -> Created:
    """Return the first entry of a random table, as the server allows it."""
    name = chance.choice(("lantern", "lantern", "lantern", "orion", "solstis", "solenia"))
    options = chance.choice(option_sets(new(name).game))
    match = new(name, seed=chance.randrange(1000), **options)
    seats = _random_seats(chance, len(match.seats))
    for rival in match.rivals:
        seats[rival] = BOT
    fields = {"time": chance.choice(({}, {}, LIVE, DAYS)), "spectators_chat": chance.random() < 0.5}
    if chance.random() < 0.7:
        return creation(name, seats, options=options, **fields)
    if match.game.secrets:
        seats = [BOT if seat == OPEN or seat.get("owner") == "" else seat for seat in seats]
    played = match.copy()
    for _ in range(chance.randrange(4)):
        if played.turn is not None:
            played.play(chance.choice(played.moves()))
    return given(match, seats, played.texts(), **fields)


def _random_seats(chance: random.Random, count: int) -> list[Json]:
    """Return seats: people and programs have one, except the host. Often all have joined."""
    seats: list[Json] = [joined(ANN, "anns")]
    free: list[Json] = [joined(BOB), joined(CAS)] * 2 + [joined(ANN), BOT, joined(GATHERER)]
    if chance.random() < 0.6:
        free += [OPEN, OPEN, reserved(BOB), reserved(CAS), reserved(GATHERER), reserved(HOUSE_BOT)]
    while len(seats) < count:
        seat = chance.choice(free)
        taken = {each.get("person") for each in seats}
        if seat.get("person") in (None, ANN.id) or seat.get("person") not in taken:
            seats.append(seat)
    chance.shuffle(seats)
    return seats


def random_step(session: Session, chance: random.Random) -> Sequence[Entry]:
    """Let time pass and give a random command. Return its entries.

    Nothing happens at a table that was withdrawn.
    """
    if session.table.withdrawn:
        return []
    session.advance(chance.choice((0.0, 0.25, 7.0, 61.0)))
    if chance.random() < 0.02:
        session.advance(2 * DAY)
    session.moment = replace(session.moment, followed=chance.random() < 0.7)
    session.turn_lasts(*_random_absence(chance))
    if chance.random() < 0.15 and not session.table.is_dealt:
        return _reshuffle(session, chance)
    actor, command = random_command(session, chance)
    try:
        return session.do(actor, command)
    except Refused:
        return []


def _random_absence(chance: random.Random) -> tuple[float, dict[str, float]]:
    """Return how long the turn has lasted, and for how long of it some people have been away."""
    lasted = chance.choice((30.0, 400.0, DAY - 1, 2 * DAY, 2 * DAY))
    away = {actor.id: chance.choice((30.0, 61.0, lasted)) for actor in ACTORS}
    return lasted, {id: min(each, lasted) for id, each in away.items() if chance.random() < 0.6}


def _reshuffle(session: Session, chance: random.Random) -> Sequence[Entry]:
    """Replace the secret of a table that is not dealt yet."""
    secret = NEW_SECRETS + f"{chance.randrange(10_000):04}"
    entries = [Reshuffled(at=session.moment.now, secret=secret)]
    session.add(entries)
    return entries


def random_command(session: Session, chance: random.Random) -> tuple[Actor | None, Command]:
    """Return a command and who gives it: the next move, something offered, or anything."""
    table, kind = session.table, chance.random()
    if table.status == "open" and chance.random() < 0.15:
        return chance.choice(RARE_COMMANDS)
    if table.turn is not None and is_missed(table, table.turn, session.moment) and kind < 0.5:
        return chance.choice(ACTORS), Substitute(table.turn)
    if table.status == "playing" and kind < 0.35:
        move = chance.choice(session.legal())
        if table.is_moved_by_bot:
            return None, MoveByBot(table.position, table.turn or 0, move)
        mover = session.mover()
        if mover.is_program and chance.random() < 0.2:
            return mover, ReportFailure("failed")
        return mover, Move(table.position, move)
    seated = [actor for actor in ACTORS if actor.id in table.people]
    actor: Actor = chance.choice(seated if seated and chance.random() < 0.7 else ACTORS)
    if kind < 0.75:
        offered = [each for each in session.can(actor) if each not in RARE_ABILITIES]
        if offered:
            ability = "agree" if "agree" in offered else chance.choice(offered)
            possible = commands(session, ability)
            allowed = [each for each in possible if session.refusal(actor, each) is None]
            return actor, chance.choice(allowed)
    if kind < 0.78:
        return actor, chance.choice((Leave(), Resign()))
    if kind < 0.82:
        return chance.choice(RARE_COMMANDS)
    return actor, chance.choice(_anything(session, chance))


def _anything(session: Session, chance: random.Random) -> Sequence[Command]:
    """Return commands that are rarely allowed, and some that always are."""
    table = session.table
    seat, proposal = chance.randrange(-1, 4), table.proposal or Proposal("bot", 0, 0, "")
    text = chance.choice(("", "a-text", "not.valid"))
    position = table.position + chance.choice((-1, 0, 0, 1))
    return (
        Join(seat, text),
        Substitute(seat, chance.choice((None, 1, 99))),
        Return(seat),
        Move(position, chance.choice(("draw", "light 1", "nonsense"))),
        MoveByBot(position - 2, seat, "nonsense"),
        TakeBack(),
        Agree(proposal.kind, proposal.seat, proposal.ply),
        Agree("takeback", 0, 0),
        Decline(),
        AskForHint(),
        ReportFailure("slow"),
        Say("Hello"),
        PlayAgain("next"),
        ForgetRematch("next"),
        CheckFlag(),
        Resume(),
        Withdraw(),
    )
