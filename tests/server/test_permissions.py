"""Clients are offered exactly what the server lets them do, over HTTP."""

from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest

from parhelion.server.settings import Settings
from parhelion.tables.moment import RECONNECT_GRACE
from parhelion.tables.permissions import Ability
from tests.server.running_server import ME, OPEN, Guest, Json, RunningServer, answer_to, bot, trio

AWAY = Settings().absent_after + RECONNECT_GRACE + 1
Request = tuple[str, str, object]
Situation = tuple[list[Guest], str]
"""Some people, and the id of a table."""


# --- situations --------------------------------------------------------------------------


def open_seats(server: RunningServer) -> Situation:
    """Ann waits for others; Bob is invited."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    return [ann, bob], ann.sets(game="lantern", seats=[ME, OPEN, OPEN])["table"]["id"]


def first_move(server: RunningServer) -> Situation:
    people, id = trio(server)
    return [*people, server.guest("Eve")], id


def second_move(server: RunningServer) -> Situation:
    people, id = first_move(server)
    people[0].plays(id, a_lantern(people[0], id))
    return people, id


def takeback_asked(server: RunningServer) -> Situation:
    people, id = second_move(server)
    people[0]("POST", f"/tables/{id}/takeback")
    return people, id


def bot_proposed(server: RunningServer) -> Situation:
    people, id = first_move(server)
    people[2]("PUT", f"/tables/{id}/seats/2/bot", {"level": 1})
    return people, id


def one_seat_substituted(server: RunningServer) -> Situation:
    people, id = bot_proposed(server)
    for guest in people[:2]:
        guest.agrees(id)
    return people, id


def all_away(server: RunningServer) -> Situation:
    people, id = first_move(server)
    server.advance(AWAY)
    return people, id


def alone_with_bots(server: RunningServer) -> Situation:
    ann = server.guest("Ann")
    id = ann.sets(game="lantern", seats=[ME, bot(), bot()])["table"]["id"]
    return [ann, server.guest("Eve")], id


def over(server: RunningServer) -> Situation:
    people, id = first_move(server)
    for guest in people[:2]:
        guest("POST", f"/tables/{id}/resign")
    return people, id


SITUATIONS: tuple[Callable[[RunningServer], Situation], ...] = (
    open_seats,
    second_move,
    takeback_asked,
    one_seat_substituted,
    all_away,
    alone_with_bots,
    over,
)
"""Every ability is offered in one of them. `tests/tables` tests many more, without a server."""


def a_lantern(guest: Guest, id: str) -> str:
    """A move that reveals no secret."""
    moves = [choice["move"] for choice in guest.sees(id)["scene"]["choices"]]
    return next(str(move) for move in moves if move != "draw")


# --- asking ------------------------------------------------------------------------------


def requests(ability: Ability, update: Json) -> Iterator[Request]:
    """All requests with which somebody makes use of an ability: one, or one for each seat."""
    seats = range(len(update["table"]["seats"]))
    choices = update["scene"]["choices"] or [{"move": "draw"}]
    move = {"version": update["table"]["version"], "move": choices[0]["move"]}
    proposal = update["table"]["proposal"] or {"kind": "takeback", "seat": 0, "ply": 0}
    simple: dict[Ability, Request] = {
        "move": ("POST", "moves", move),
        "takeback": ("POST", "takeback", None),
        "agree": ("POST", "proposal", answer_to(proposal)),
        "decline": ("DELETE", "proposal", None),
        "resign": ("POST", "resign", None),
        "hint": ("POST", "hint", None),
        "rematch": ("POST", "rematch", None),
        "chat": ("POST", "chat", {"text": "hello"}),
        "withdraw": ("DELETE", "", None),
    }
    by_seat: dict[Ability, tuple[str, str, Any]] = {
        "join": ("POST", "seats/{seat}", None),
        "substitute": ("PUT", "seats/{seat}/bot", {"level": 1}),
        "return": ("DELETE", "seats/{seat}/bot", None),
    }
    if ability in simple:
        yield simple[ability]
    for seat in seats if ability in by_seat else ():
        method, path, body = by_seat[ability]
        yield method, path.format(seat=seat), body


def accepted(guest: Guest, id: str, ability: Ability) -> bool:
    """Whether any request that makes use of an ability is accepted."""
    for method, path, body in requests(ability, guest.sees(id)):
        answer = guest.http.request(method, f"/api/tables/{id}/{path}".rstrip("/"), json=body)
        if answer.is_success:
            return True
        assert answer.json()["code"] not in ("move/illegal", "bad-request", "server/trouble")
    return False


@pytest.mark.parametrize("situation", SITUATIONS)
def test_what_is_offered_is_exactly_what_is_accepted(
    slow_server: RunningServer, situation: Callable[[RunningServer], Situation]
) -> None:
    people, id = situation(slow_server)
    for number in range(len(people)):
        guest = people[number]
        offered = set(guest.sees(id)["table"]["can"])
        for ability in get_args(Ability):
            allowed = ability in offered
            assert accepted(guest, id, ability) is allowed, (guest, ability)
            if allowed and ability not in ("chat", "hint"):  # it has changed the table
                people, id = situation(slow_server)
                guest = people[number]
                assert set(guest.sees(id)["table"]["can"]) == offered


@pytest.mark.parametrize("situation", SITUATIONS)
def test_somebody_unknown_is_offered_nothing_but_to_join(
    slow_server: RunningServer, situation: Callable[[RunningServer], Situation]
) -> None:
    _, id = situation(slow_server)
    unknown = slow_server.guest(None)
    offered = unknown.sees(id)["table"]["can"]
    assert set(offered) <= {"join"}
    for ability in get_args(Ability):
        assert not accepted(unknown, id, ability)
    unknown("POST", "/me", {"name": "New"}, 201)
    assert accepted(unknown, id, "join") is bool(offered)


def test_every_ability_is_offered_in_some_situation(slow_server: RunningServer) -> None:
    offered = set()
    for situation in SITUATIONS:
        people, id = situation(slow_server)
        for guest in people:
            offered |= set(guest.sees(id)["table"]["can"])
    assert offered == set(get_args(Ability))
