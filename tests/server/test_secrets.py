"""Nothing leaves the server that its receiver may not know."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

import orjson
import pytest

from parhelion import new
from parhelion.games import registry
from parhelion.kernel import stream
from parhelion.match import Match
from parhelion.server.bot_pool import BotPool
from parhelion.server.live_table import LiveTable
from parhelion.server.problems import Refused
from parhelion.server.quotas import Quotas
from parhelion.server.reviews import Reviews
from parhelion.server.settings import Settings
from parhelion.server.store import Person, Store, StoredTable
from parhelion.server.table import Services
from parhelion.server.time_source import TimeSource
from parhelion.server.viewer import Viewer
from tests.positions import option_sets, positions
from tests.server.running_server import Guest, Json, RunningServer, given_to, until

GAMES = [*registry.names(), "lantern"]


class StandingTime(TimeSource):
    """A clock that stands still, so that two tables cannot differ by the time."""

    def now(self) -> float:
        """Always the same."""
        return 1000.0

    def ticks(self) -> float:
        """Always the same."""
        return 1000.0


class Columns:
    """A row as the database would give it."""

    def __init__(self, **values: object) -> None:
        self.__dict__.update(values)


def table_at(match: Match) -> LiveTable:
    """A table where a match stands, every seat taken by a person of its own."""
    info = match.game.info
    row = Columns(
        id="table", game=info.name, rules=info.version, options=dict(match.options), seed=1,
        beginning=None, clock={}, listed=False, started=0.0, rematch=None, maker="p0",
        proposal=None, secret=None, spectators_chat=False,
    )  # fmt: skip
    seats = [
        Columns(person=f"p{seat}", name=f"Person {seat}", level=None, text="")
        for seat in range(len(match.seats))
    ]
    settings = Settings(time=StandingTime())
    reviews = Reviews(settings, Quotas(settings.limits, settings.time))
    services = Services(Store("sqlite+aiosqlite://"), settings, BotPool(), reviews)
    table = LiveTable(services, StoredTable(row, seats, (), ()))
    table.journal.match = match
    table.journal.ended = "rules" if match.turn is None else None
    return table


def messages(match: Match, seat: int | None) -> Iterator[bytes]:
    """Everything a seat, or a spectator, can be sent at a position."""
    table = table_at(match)
    person = None if seat is None else Person(f"p{seat}", f"Person {seat}")
    viewer = Viewer(person, "en", "wide")
    yield table.update_for(viewer)
    yield table.audience(viewer).message(0)
    yield table.words_for(viewer).model_dump_json().encode()
    yield orjson.dumps(match.scene(seat, choices=False))
    actions, items = match.game.actions, match.scene(seat, choices=False).items
    for action in range(0, actions, 1 + actions // 20) if seat == match.turn else ():
        yield refusal(partial(match.parse, match.game.notation.text(action)))
    for item in items[:: 1 + len(items) // 20] if seat is not None else ():
        yield refusal(partial(table.why_illegal, viewer, [item.id]))


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
    twin.undo = None  # type: ignore[assignment,method-assign]  # its past would be another one
    return twin


def leaks(match: Match, every: int = 1) -> bool:
    """Whether anything that anybody is sent in a game depends on what they may not know; looked
    into at every so manyth position."""
    rng = stream(4, "test")
    for position in islice(positions(match), 0, None, every):
        for seat in (None, *range(len(position.seats))):
            told = list(messages(position, seat))
            if any(list(messages(imagined(position, seat, rng), seat)) != told for _ in range(2)):
                return True
    return False


@pytest.mark.parametrize("game", GAMES)
def test_messages_are_the_same_whatever_the_receiver_may_not_know(game: str) -> None:
    assert not leaks(new(game, seed=11))


@pytest.mark.parametrize("game", GAMES)
def test_so_they_are_with_any_options(game: str) -> None:
    for options in option_sets(registry.load(game)):
        assert not leaks(new(game, seed=12, **options), every=17)


def test_a_server_that_would_not_hide_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "known_to", lambda match, _seat: match._states.tobytes())
    assert leaks(new("lantern", seed=11))


def test_the_test_game_has_secrets_to_keep() -> None:
    match = new("lantern", seed=11)
    rng = stream(4, "test")
    imaginings = {str(imagined(match, 0, rng).view(1)["position"]["hands"][1]) for _ in range(20)}
    assert len(imaginings) > 3


# --- over the wire -----------------------------------------------------------------------

DEAL = {"hands": [[1, 2], [3, 4], [5, 6]], "pile": [7, 8, 9]}
OTHER = {"hands": [[1, 2], [8, 9], [3, 7]], "pile": [4, 5, 6]}
MOVES = ["light 2", "draw", "draw", "light 1"]


def record(deal: object) -> dict[str, object]:
    return {
        "format": "parhelion/1", "game": "lantern", "rules": 1, "options": {}, "seed": 5,
        "deal": deal, "moves": MOVES,
    }  # fmt: skip


def nobody_looks_on(table: Json) -> bool:
    """Whether the server has noticed that all connections are closed."""
    return table["spectators"] == 0 and not any(seat["online"] for seat in table["seats"])


def heard(guest: Guest, id: str) -> list[str]:
    """All that a guest can find out about a table, without what is random about it."""
    with guest.watches(id) as live:
        answers = [json.dumps(live.next())]
    until(lambda: nobody_looks_on(guest.sees(id)["table"]))
    paths = ["", "/record", "/review", *(f"/at/{ply}" for ply in range(5))]
    paths += [f"/moves/{ply}/explanation" for ply in range(6)]
    answers += [guest.http.get(f"/api/tables/{id}{path}").text for path in paths]
    posts: list[tuple[str, object]] = [("why-illegal", {"path": ["pile"]}), ("hint", None)]
    posts += [("moves", {"version": 4, "move": f"light {k}"}) for k in range(1, 10)]
    for path, body in posts:
        answers.append(guest.http.post(f"/api/tables/{id}/{path}", json=body).text)
    return [answer.replace(id, "ID") for answer in answers]


def test_tables_that_differ_in_secrets_only_answer_alike(server: RunningServer) -> None:
    """Ash has seen the same in both; Birch, to move, has not, nor would Cedar have."""
    told = []
    for deal in (DEAL, OTHER):
        people = [server.guest(name) for name in ("Ann", "Bob", "Cas")]
        id = given_to(server, people, record(deal))
        told.append([heard(people[0], id), heard(server.guest(None), id), heard(people[2], id)])
    ash, spectator, cedar = zip(*told, strict=True)
    assert ash[0] == ash[1]
    assert spectator[0] == spectator[1]
    assert cedar[0] != cedar[1]
