"""Nothing leaves the server that its receiver may not know."""

import json
from itertools import islice
from typing import Any

import pytest

from parhelion import new
from parhelion.errors import IllegalMove
from parhelion.games import registry
from parhelion.kernel import stream
from parhelion.match import Match
from tests.attacks.leaks import all_messages, imagined, leaks_at
from tests.positions import option_sets, positions
from tests.server.running_server import Guest, Json, RunningServer, given_to
from tests.waiting import until

GAMES = [*registry.names(), "lantern"]


def leaks(match: Match, every: int = 1) -> bool:
    """Whether anything that anybody is sent in a game depends on what they may not know; looked
    into at every so manyth position."""
    rng = stream(4, "test")
    looked_into = islice(positions(match), 0, None, every)
    return any(any(leaks_at(position, all_messages, rng)) for position in looked_into)


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


# --- taking back -------------------------------------------------------------------------


def learns_from(before: Match, after: Match, seat: int, rng: Any) -> bool:
    """Whether a seat learns something hidden from the last move: with everything dealt anew that
    it did not know, the move would have been impossible or have looked different."""
    twin = imagined(before, seat, rng)
    try:
        twin.play(after.history[-1])
    except IllegalMove:
        return True
    return twin.known_to(seat) != after.known_to(seat)


@pytest.mark.parametrize("game", GAMES)
def test_nobody_takes_back_a_move_that_told_them_something(game: str) -> None:
    """As the last tiles were played in Solstis, and nothing was drawn any more, people could."""
    rng, undoable = stream(5, "test"), 0
    for options in option_sets(registry.load(game)):
        match = new(game, seed=13, **options)
        before = match.copy()
        for after in islice(positions(match), 1, None):
            for seat in range(len(after.seats)):
                if after.firm_for([seat]) < after.ply:
                    undoable += 1
                    assert not learns_from(before, after, seat, rng)
            before = after.copy()
    assert undoable


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
    """Whether the server has noticed that all live connections are closed."""
    return bool(table["spectators"] == 0)


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
