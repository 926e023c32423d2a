"""Looks for leaks: whether anything that is sent depends on what its receiver may not know."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from typing import Any

import orjson

from parhelion.games import registry
from parhelion.kernel import stream
from parhelion.match import Match, new
from parhelion.refusals import Refused
from parhelion.server import move_help
from parhelion.server.bot_pool import BotPool
from parhelion.server.live.live_table import LiveTable
from parhelion.server.live.services import Services
from parhelion.server.quotas import Quotas
from parhelion.server.reviews import Reviews
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store
from parhelion.server.time_source import TimeSource
from parhelion.server.viewer import Viewer
from parhelion.tables.clocks import Clocks, TimeControl
from parhelion.tables.seats import Seat
from parhelion.tables.table import Setup, Table
from tests.positions import option_sets, positions

ALL_MESSAGES = 10
"""At every so manyth position all messages are compared, at the others only the news."""

Messages = Callable[[Match, int | None], list[bytes]]


class StandingTime(TimeSource):
    """A clock that stands still, so that two tables cannot differ by the time."""

    def now(self) -> float:
        """Always the same."""
        return 1000.0

    def ticks(self) -> float:
        """Always the same."""
        return 1000.0


def table_at(match: Match) -> LiveTable:
    """Return a table with a match at some position. Each seat belongs to a person of its own."""
    people = [Person(f"p{seat}", f"Person {seat}") for seat in range(len(match.seats))]
    setup = Setup(
        id="table",
        game=match.game,
        options=match.options,
        time=TimeControl(),
        host=people[0].id,
        listed=False,
        spectators_chat=False,
        created=0.0,
        secret=None,
        given=False,
    )
    table = Table(
        setup,
        tuple(Seat(person=person.id, text="") for person in people),
        Clocks.new(setup.time, len(people)),
        match=match,
        position=match.ply,
        since=0.0,
        ended="rules" if match.turn is None else None,
    )
    return LiveTable(_services(), table, {person.id: person for person in people})


def _services() -> Services:
    settings = Settings(time=StandingTime())
    quotas = Quotas(settings.limits, settings.time)
    reviews = Reviews(settings, quotas)
    return Services(Store("sqlite+aiosqlite://"), settings, BotPool(), reviews, quotas)


def news(match: Match, seat: int | None) -> list[bytes]:
    """What a seat, or a spectator, is sent when a position has been reached."""
    return [table_at(match).attendance.audience(_viewer(seat)).message(0)]


def all_messages(match: Match, seat: int | None) -> list[bytes]:
    """Everything a seat, or a spectator, can be sent at a position."""
    return list(_all_messages(match, seat))


def _viewer(seat: int | None) -> Viewer:
    person = None if seat is None else Person(f"p{seat}", f"Person {seat}")
    return Viewer(person, "en", "wide")


def _all_messages(match: Match, seat: int | None) -> Iterator[bytes]:
    live, viewer = table_at(match), _viewer(seat)
    yield live.views.whole(viewer)
    if seat is not None:
        yield live.views.seat_view(viewer)
    yield live.attendance.audience(viewer).message(0)
    yield live.views.words(viewer).model_dump_json().encode()
    yield orjson.dumps(match.scene(seat, choices=False))
    actions, items = match.game.actions, match.scene(seat, choices=False).items
    for action in range(0, actions, 1 + actions // 20) if seat == match.turn else ():
        yield refusal(partial(match.parse, match.game.notation.text(action)))
    for item in items[:: 1 + len(items) // 20] if seat is not None else ():
        yield refusal(partial(move_help.why_illegal, live, viewer, [item.id]))


def refusal(asked: Callable[[], object]) -> bytes:
    """What is answered, or what is said instead."""
    try:
        return str(asked()).encode()
    except (Refused, ValueError) as error:
        return str(error).encode()


def imagined(match: Match, seat: int | None, rng: Any) -> Match:
    """The match with everything that a seat may not know drawn anew."""
    twin = match.copy()
    match.game.kernels.redeal(twin._states[0], -1 if seat is None else seat, rng)
    twin._survey()  # what is legal may depend on it
    twin.undo = None  # type: ignore[assignment,method-assign]  # its past would be another one
    return twin


def leaks_at(position: Match, messages: Messages, rng: Any) -> Iterator[str]:
    """Who at a position is sent something that depends on what they may not know."""
    for seat in (None, *range(len(position.seats))):
        if messages(imagined(position, seat, rng), seat) != messages(position, seat):
            yield f"{position.record()} tells seat {seat} what is hidden"


def attack(game: str, number: int, seed: int) -> Iterator[list[str]]:
    """The leaks of each of so many positions of random games with all options."""
    rng, sets = stream(seed, "attack"), option_sets(registry.load(game))
    for count, position in enumerate(islice(_random_positions(game, sets, seed), number)):
        messages = news if count % ALL_MESSAGES else all_messages
        yield list(leaks_at(position, messages, rng))


def _random_positions(game: str, sets: list[dict[str, str]], seed: int) -> Iterator[Match]:
    for number, options in enumerate(cycle(sets)):
        yield from positions(new(game, seed=f"{seed}.{number}", **options), number)
