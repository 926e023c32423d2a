"""Lists of tables: a summary of each, read from the database without replaying journals."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import Select, exists, func, select

from parhelion.games import registry
from parhelion.server import adjourned, schemas
from parhelion.server.models import BotModel, SeatModel, TableModel
from parhelion.server.store import Person, Store
from parhelion.server.viewer import Viewer
from parhelion.tables.messages import iso
from parhelion.tables.names import ending_sentence, player_names
from parhelion.tables.seats import Seats
from parhelion.tables.table import Status
from parhelion.words import Words

MAX_LISTED = 100
MAX_CANDIDATES = 1000
"""Open tables among which those to list are chosen."""


async def tables_of(store: Store, viewer: Viewer) -> schemas.Summaries:
    """The tables where the viewer has a seat."""
    mine = select(SeatModel.table).where(SeatModel.person == viewer.known.id)
    query = select(TableModel.__table__).where(TableModel.id.in_(mine))
    return await _summaries(store, viewer, query)


async def listed_tables(store: Store, viewer: Viewer, status: Status) -> schemas.Summaries:
    """The tables that everybody may see."""
    query = select(TableModel.__table__).where(TableModel.listed, TableModel.status == status)
    return await _summaries(store, viewer, query)


class Host(NamedTuple):
    """What decides on the place of an open table in the public list."""

    network: str
    """Where the host was last seen; their id if that is unknown."""
    connected: bool


async def open_tables(
    store: Store,
    viewer: Viewer,
    since: float,
    per_host: int | None,
    host_at: Callable[[str, str | None], Host],
) -> schemas.Summaries:
    """Return the open tables that everybody may see and that were in use since some time.

    Tables with a connected host come first. Hosts, and then networks, take turns: nobody pushes the
    tables of others out by setting many (M1).
    """
    newest = TableModel.seen.desc()
    place = func.row_number().over(partition_by=TableModel.host, order_by=newest).label("place")
    waiting = TableModel.listed & (TableModel.status == "open") & (TableModel.seen >= since)
    columns = TableModel.id, TableModel.host, TableModel.seen, place
    found = select(*columns).where(waiting).subquery()
    query = select(found.c.id, found.c.host).order_by(found.c.place, found.c.seen.desc())
    if per_host is not None:
        query = query.where(found.c.place <= per_host)
    rows = await store.rows(query.limit(MAX_CANDIDATES))
    hosts = {row.id: host_at(row.id, row.host) for row in rows}
    shown = _in_turns(hosts)[:MAX_LISTED]
    chosen = select(TableModel.__table__).where(TableModel.id.in_(shown))
    summaries = await _summaries(store, viewer, chosen)
    summaries.tables.sort(key=lambda each: shown.index(each.id))
    return summaries


def _in_turns(hosts: Mapping[str, Host]) -> list[str]:
    """Return the tables with a connected host and then the others. In both, networks take turns:
    the first table of each, then the second of each, and so on."""
    turns: Counter[tuple[bool, str]] = Counter()
    places = {}
    for table, host in hosts.items():
        away = not host.connected
        places[table] = away, turns[away, host.network]
        turns[away, host.network] += 1
    return sorted(places, key=places.__getitem__)


def tables_waiting(person: Person) -> Select[Any]:
    """Count the tables that have not started where a person is the host or has taken a seat."""
    taken = exists().where(
        SeatModel.table == TableModel.id,
        SeatModel.person == person.id,
        SeatModel.joined,
    )
    return select(func.count()).where(
        TableModel.status == "open", (TableModel.host == person.id) | taken
    )


def unmoved_games(person: Person) -> Select[Any]:
    """Count the games that have started where a person has a seat and has done nothing yet."""
    mine = select(SeatModel.table).where(SeatModel.person == person.id)
    return select(func.count()).where(
        TableModel.status == "playing",
        TableModel.id.in_(mine),
        TableModel.id.not_in(mine.where(SeatModel.acted)),
    )


def tables_with_bots(person: Person, since: float) -> Select[Any]:
    """At how many tables that a person set a game with bots is going on, with a move since some
    time: at all others the bots pause."""
    is_bot = SeatModel.level.is_not(None) | SeatModel.person.in_(select(BotModel.id))
    bots = exists().where(SeatModel.table == TableModel.id, is_bot)
    return select(func.count()).where(
        TableModel.host == person.id,
        TableModel.status == "playing",
        TableModel.changed >= since,
        bots,
    )


async def _summaries(store: Store, viewer: Viewer, query: Select[Any]) -> schemas.Summaries:
    rows = await store.rows(query.order_by(TableModel.changed.desc()).limit(MAX_LISTED))
    seats: dict[str, list[Any]] = {row.id: [] for row in rows}
    for seat in await store.seats(seats):
        seats[seat.table].append(seat)
    summaries = [_summary(viewer, row, seats[row.id]) for row in rows]
    return schemas.Summaries(tables=sorted(summaries, key=lambda each: not each.waiting))


def _summary(viewer: Viewer, row: Any, seat_rows: list[Any]) -> schemas.Summary:
    seats = adjourned.seats_of_rows(seat_rows)
    people = {each.person: Person.at(each.person, each) for each in seat_rows if each.person}
    if reason := adjourned.noted_reason(row):
        return _adjourned(viewer, row, seats, people, reason)
    try:
        return _readable(viewer, row, seats, people)
    except Exception:  # whatever is in its rows, the other tables are listed
        return _adjourned(viewer, row, seats, people, "damaged")


def _readable(
    viewer: Viewer, row: Any, seats: Seats, people: Mapping[str, Person]
) -> schemas.Summary:
    game = registry.load(row.game)
    say = game.words(viewer.lang)
    profiles = {id: person.profile for id, person in people.items()}
    names = player_names(game, row.options, seats, profiles, say)
    return schemas.Summary(
        id=row.id,
        game=row.game,
        title=game.info.title,
        status=row.status,
        ply=row.ply,
        players=names,
        waiting=_waits_for(viewer, row, seats),
        sentence=_sentence(row, seats, names, say),
        adjourned=False,
        given=row.given,
        changed=iso(row.changed),
    )


def _adjourned(
    viewer: Viewer,
    row: Any,
    seats: Seats,
    people: Mapping[str, Person],
    reason: schemas.AdjournedReason,
) -> schemas.Summary:
    """Return the summary of a table that cannot be read here."""
    game, say = adjourned.game_and_words(row, viewer.lang)
    names = adjourned.safe_names(row, seats, people, say)
    sentences = adjourned.safe_ending(row, names, say), say(adjourned.SENTENCES[reason])
    return schemas.Summary(
        id=row.id,
        game=row.game,
        title=game.info.title if game else row.game,
        status=row.status,
        ply=row.ply,
        players=names,
        waiting=False,
        sentence=" ".join(filter(None, sentences)),
        adjourned=True,
        given=row.given,
        changed=iso(row.changed),
    )


def _waits_for(viewer: Viewer, row: Any, seats: Seats) -> bool:
    """Return True if a table waits for a move of the viewer."""
    if row.status != "playing" or row.turn is None:
        return False
    seat = seats[row.turn]
    return seat.level is None and seat.person is not None and seat.person == viewer.id


def _sentence(row: Any, seats: Seats, names: list[str], say: Words) -> str:
    """Return who is to move, or how the game ended."""
    if row.status == "over":
        return ending_sentence(names, row.ended, row.winners, say)
    if row.status == "open":
        free = sum(seat.is_open for seat in seats)
        awaited = [name for name, seat in zip(names, seats, strict=True) if seat.is_reserved]
        if awaited and not free:
            return say("Waiting for {names}.", names=", ".join(awaited))
        return say.plural("{n} seat is open.", "{n} seats are open.", free)
    return say("{seat} to move.", seat=names[row.turn])
