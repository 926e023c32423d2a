"""Playing at a table: moves, takebacks, resigning, bots that sit in, clocks."""

import contextlib
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from parhelion import replay
from parhelion.server.live.presence import VISIT_SECONDS
from parhelion.server.settings import Settings
from parhelion.tables.moment import RECONNECT_GRACE
from parhelion.tables.seats import middle_level
from tests.server.conftest import PAUSE
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    Json,
    RunningServer,
    bot,
    given_to,
    pair,
    quick,
    trio,
)
from tests.server.running_server import seen as seen_scene
from tests.waiting import until

ON_BOTH_DATABASES = True

AWAY = Settings().absent_after + RECONNECT_GRACE + 1
DAY = 86_400


def about(seconds: float) -> Any:
    """A time on a clock: a look at it takes a microsecond."""
    return pytest.approx(seconds, abs=0.01)


def shows_version(version: int) -> Callable[[Json], bool]:
    return lambda update: bool(update["table"]["version"] == version)


def is_thinking(seat: int) -> Callable[[Json], bool]:
    return lambda update: bool(update["table"]["seats"][seat]["thinking"])


def has_turn(seat: int) -> Callable[[Json], bool]:
    return lambda update: bool(update["table"]["turn"] == seat)


def test_two_people_play_a_whole_game_live(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with ann.watches(id) as hers, bob.watches(id) as his:
        seen = {ann: hers.next(), bob: his.next()}
        for guest, live in ((ann, hers), (bob, his)):
            if seen[guest]["scene"] is None:
                seen[guest] = live.until(lambda update: update["scene"] is not None)
        while True:
            turn = seen[ann]["table"]["turn"]
            guest, other = ((ann, bob), (bob, ann))[turn]
            assert not seen[other]["scene"]["choices"]
            choice = random.Random(5).choice(seen[guest]["scene"]["choices"])
            version = seen[guest]["table"]["version"]
            move = {"version": version, "move": choice["move"]}
            assert guest("POST", f"/tables/{id}/moves", move)["version"] == version + 1
            for watcher, live in ((ann, hers), (bob, his)):
                seen[watcher] = live.until(shows_version(version + 1))
                assert seen[watcher]["scene"] is not None
            if seen[ann]["table"]["status"] == "over":
                break
    table = ann.sees(id)["table"]
    assert table["ended"] == "rules"
    assert table["winners"]
    assert table["turn"] is None
    record = ann("GET", f"/tables/{id}/record")
    match = replay(record)
    assert match.record() == record
    assert list(match.winners) == table["winners"]
    assert match.ply == table["ply"]


@pytest.mark.parametrize("game", ["orion", "solstis", "solenia", "lantern"])
def test_a_whole_game_is_played_on_the_live_connections(server: RunningServer, game: str) -> None:
    if game == "lantern":
        people, id = trio(server)
    else:
        *people, id = pair(server, game)
    rng = random.Random(6)
    with contextlib.ExitStack() as stack:
        lives = [stack.enter_context(guest.watches(id)) for guest in people]
        seen = [live.until(lambda update: update["scene"] is not None) for live in lives]
        while (turn := seen[0]["table"]["turn"]) is not None:
            version = seen[0]["table"]["version"]
            move = rng.choice(seen[turn]["scene"]["choices"])["move"]
            answer = lives[turn].asks("move", version=version, move=move)
            assert answer["acknowledged"]["version"] == version + 1
            seen = [live.until(shows_version(version + 1)) for live in lives]
        for guest, update in zip(people, seen, strict=True):
            assert update["scene"] == seen_scene(guest.sees(id)["scene"])


def test_a_move_on_a_live_connection_is_refused_as_over_http(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    move = ann.sees(id)["scene"]["choices"][0]["move"]
    with ann.watches(id) as hers, bob.watches(id, "?lang=fr") as his:
        assert refusal(his.asks("move", version=0, move=move)) == "move/not-yours"
        assert refusal(hers.asks("move", version=3, move=move)) == "move/stale"
        assert refusal(hers.asks("move", version=0, move="star z9")) == "move/illegal"
    with server.guest(None).watches(id) as live:
        assert refusal(live.asks("move", version=0, move=move)) == "me/unknown"
    assert ann.sees(id)["table"]["version"] == 0


def refusal(answer: Json) -> str:
    """The code of an answer that refuses."""
    assert answer["problem"]["message"]
    code: str = answer["problem"]["code"]
    return code


def test_a_move_that_answers_an_older_version_changes_nothing(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    move = {"version": 0, "move": ann.sees(id)["scene"]["choices"][0]["move"]}
    assert ann("POST", f"/tables/{id}/moves", move) == {"version": 1, "ply": 1}
    before = bob.sees(id)
    ann.refused("move/stale", "POST", f"/tables/{id}/moves", move)
    bob.refused("move/stale", "POST", f"/tables/{id}/moves", move)
    bob.refused("move/stale", "POST", f"/tables/{id}/moves", move | {"version": 2})
    assert bob.sees(id) == before


def test_a_refused_move_names_the_rule_that_forbids_it(server: RunningServer) -> None:
    ann, _, id = pair(server, options={"setup": "symmetric-1"})
    covers, misread = ({"version": 0, "move": move} for move in ("star h5", "nonsense"))
    answer = ann.http.post(f"/api/tables/{id}/moves", json=covers)
    assert answer.json()["rule"] == "O9"
    with ann.watches(id) as live:
        assert live.asks("move", **covers)["problem"]["rule"] == "O9"
    assert "rule" not in ann.http.post(f"/api/tables/{id}/moves", json=misread).json()


def test_a_bot_answers_by_itself(slow_server: RunningServer) -> None:
    ann = slow_server.guest("Ann")
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    with ann.watches(id) as live:
        live.next()
        ann.plays(id)
        thinking = live.until(shows_version(1))
        assert thinking["table"]["seats"][1]["thinking"]
        slow_server.advance(PAUSE)
        answered = live.until(shows_version(2))
    assert answered["table"]["turn"] == 0
    assert answered["scene"]["choices"]


def test_two_bots_play_a_whole_game_to_look_at(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = ann.sets(seats=[bot(), bot()])["table"]["id"]
    table = ann.waits(id, lambda table: table["status"] == "over")["table"]
    assert table["ended"] == "rules"


ALONE_AT_THE_END = {
    "format": "parhelion/1", "game": "lantern", "rules": 1, "options": {}, "seed": 5,
    "deal": {"hands": [[1, 2], [3, 4], [5, 6]], "pile": [7, 8, 9]},
    "moves": ["draw", "light 3", "light 5", "draw", "light 4", "light 6", "draw"],
}  # fmt: skip
"""From the last draw on the first seat is the only one that can do anything."""


def test_looking_back_shows_one_of_my_seats_and_no_other(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = given_to(server, (ann, ann, bob), ALONE_AT_THE_END, 1)

    def seen(guest: Guest, query: str = "") -> set[str]:
        items = guest("GET", f"/tables/{id}/at/0{query}")["items"]
        return {item["text"] for item in items if item["id"].startswith("lantern")}

    assert seen(ann) == seen(ann, "?seat=1") == {"3", "4"}
    assert seen(ann, "?seat=0") == {"1", "2"}
    assert seen(bob) == {"5", "6"}
    assert seen(server.guest(None)) == set()
    for guest in (ann, server.guest("Eve"), server.guest(None)):
        guest.refused("seat/not-yours", "GET", f"/tables/{id}/at/0?seat=2")


def test_bot_pauses_before_each_decision(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db", pause=PAUSE)) as server:
        ann = server.guest("Ann")
        wanted = {"game": "lantern", "record": ALONE_AT_THE_END, "ply": 7}
        id = ann.sets(seats=[bot()] * 3, **wanted)["table"]["id"]
        with ann.watches(id) as live:
            live.until(is_thinking(0))
            for version in range(8, 13):
                server.advance(PAUSE)
                live.until(shows_version(version))
        assert ann.sees(id)["table"]["status"] == "over"
    with closing(sqlite3.connect(tmp_path / "tables.db")) as database:
        times = [at for (at,) in database.execute("SELECT at FROM entries WHERE kind = 'moved'")]
    assert len(times) == 5
    assert all(later - earlier > 0.99 * PAUSE for earlier, later in pairwise(times))


# --- going back --------------------------------------------------------------------------


def test_with_others_a_takeback_needs_their_consent(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    asked = ann.does("POST", f"/tables/{id}/takeback")["table"]
    assert asked["proposal"] == {"kind": "takeback", "seat": 0, "ply": 0, "asker": 0}
    assert asked["ply"] == 1
    assert "agree" not in asked["can"]
    assert "agree" in bob.sees(id)["table"]["can"]
    assert "takeback" not in asked["can"]
    ann.refused("proposal/waits", "POST", f"/tables/{id}/takeback")
    assert ann.sees(id)["table"]["ply"] == 1
    table = bob.agrees(id)["table"]
    assert (table["ply"], table["proposal"]) == (0, None)


def test_a_takeback_can_be_declined_and_a_move_answers_it_too(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    bob.refused("proposal/none", "DELETE", f"/tables/{id}/proposal")
    ann.plays(id)
    ann("POST", f"/tables/{id}/takeback")
    assert bob.does("DELETE", f"/tables/{id}/proposal")["table"]["proposal"] is None
    ann("POST", f"/tables/{id}/takeback")
    bob.plays(id)
    table = ann.sees(id)["table"]
    assert (table["proposal"], table["ply"]) == (None, 2)


# --- giving up ---------------------------------------------------------------------------


def test_who_resigns_against_one_loses(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    update = ann.does("POST", f"/tables/{id}/resign")
    table = update["table"]
    assert (table["status"], table["ended"], table["winners"]) == ("over", "resigned", [1])
    assert table["seats"][0]["resigned"]
    assert update["scene"]["ending"]["winners"] == [1]
    assert "Bob" in update["scene"]["ending"]["sentence"]
    for path in ("resign", "takeback"):
        bob.refused("table/over", "POST", f"/tables/{id}/{path}")
    bob.refused("table/over", "POST", f"/tables/{id}/moves", {"version": 1, "move": "star a1"})
    assert not bob.sees(id)["scene"]["choices"]


# --- bots that sit in --------------------------------------------------------------------

LEVEL = {"level": 1}


def test_a_bot_sits_in_for_me_if_the_others_agree(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    asked = ann.does("PUT", f"/tables/{id}/seats/0/bot", LEVEL)["table"]
    assert asked["proposal"] == {"kind": "bot", "seat": 0, "ply": 0, "asker": 0}
    assert not asked["seats"][0]["substitute"]
    table = bob.agrees(id)["table"]
    assert table["seats"][0]["substitute"]
    assert table["seats"][0]["level"] == middle_level("orion")
    bob.waits(id, lambda table: table["ply"] == 1)
    table = ann.does("DELETE", f"/tables/{id}/seats/0/bot")["table"]
    assert not table["seats"][0]["substitute"]
    bob.plays(id)
    assert "move" in ann.sees(id)["table"]["can"]


def test_everybody_sees_that_a_bot_sat_in_also_afterwards(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann("PUT", f"/tables/{id}/seats/0/bot", LEVEL)
    bob.agrees(id)
    bob.waits(id, lambda table: table["ply"] == 1)
    ann("DELETE", f"/tables/{id}/seats/0/bot")
    ann("POST", f"/tables/{id}/resign")
    told = [{"kind": "bot", "seat": 0, "ply": 0}, {"kind": "return", "seat": 0, "ply": 1}]
    for guest in (ann, bob, server.guest(None)):
        assert guest.sees(id)["table"]["remarks"] == told
    server.lobby._tables[id].close()  # the next request reads it from the database
    assert bob.sees(id)["table"]["remarks"] == told


def test_without_a_clock_a_bot_sits_in_for_somebody_who_was_away_for_a_day(
    server: RunningServer,
) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    with ann.watches(id) as hers:
        with bob.watches(id) as live:
            hers.until(lambda update: update["table"]["seats"][1]["online"])
            server.advance(AWAY)
            ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
            live.next()
        hers.until(lambda update: not update["table"]["seats"][1]["online"])
    ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
    server.advance(AWAY)
    table = ann.does("PUT", f"/tables/{id}/seats/1/bot", LEVEL)["table"]
    assert table["seats"][1]["level"] == middle_level("orion")  # not the weak one asked for
    ann.waits(id, lambda table: table["ply"] == 2)
    eve = server.guest("Eve")
    eve.refused("seat/not-yours", "DELETE", f"/tables/{id}/seats/1/bot")
    eve.refused("seat/not-yours", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
    assert not bob.does("DELETE", f"/tables/{id}/seats/1/bot")["table"]["seats"][1]["substitute"]
    bob.refused("seat/no-bot", "DELETE", f"/tables/{id}/seats/1/bot")


MINUTES = Settings().unmoved_absent_after


def test_bot_sits_in_after_minutes_for_a_player_who_never_moved(server: RunningServer) -> None:
    """M2: a stranger who joined every table held up its host for a day."""
    ann, bob, id = pair(server)
    ann.plays(id)
    bots_seat = f"/tables/{id}/seats/1/bot"
    with ann.watches(id) as hers:
        with bob.watches(id):
            hers.until(lambda update: update["table"]["seats"][1]["online"])
            server.advance(MINUTES)
            ann.refused("seat/not-absent", "PUT", bots_seat, LEVEL)
        hers.until(lambda update: not update["table"]["seats"][1]["online"])
        server.advance(MINUTES - 60)
        ann.refused("seat/not-absent", "PUT", bots_seat, LEVEL)
        server.advance(61)
        hers.until(lambda update: update["table"]["seats"][1]["can"] == ["substitute"])
    assert ann.does("PUT", bots_seat, LEVEL)["table"]["seats"][1]["substitute"]
    bob("DELETE", bots_seat)


def test_patience_with_absent_players_is_a_setting(database: str) -> None:
    with RunningServer(quick(database, absent_after=500, unmoved_absent_after=200)) as server:
        ann, bob, id = pair(server)
        for guest, seat, patience in ((bob, 0, 200), (ann, 1, 200), (bob, 0, 500)):
            bots_seat = f"/tables/{id}/seats/{seat}/bot"
            server.advance(patience - 1)
            guest.refused("seat/not-absent", "PUT", bots_seat, LEVEL)
            server.advance(1 + RECONNECT_GRACE)
            assert guest.sees(id)["table"]["seats"][seat]["can"] == ["substitute"]
            (ann, bob)[seat].plays(id)


def test_nobody_is_away_who_has_just_sat_down_or_moved(server: RunningServer) -> None:
    """H1: before somebody's first live connection, a bot could be put on their seat at once."""
    ann, bob, id = pair(server)
    ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
    for guest in (ann, bob, ann):
        server.advance(AWAY * 0.7)
        guest.plays(id)
    ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
    server.advance(AWAY)
    assert ann.does("PUT", f"/tables/{id}/seats/1/bot", LEVEL)["table"]["seats"][1]["substitute"]


def test_consent_does_not_replace_a_player_who_returned_meanwhile(server: RunningServer) -> None:
    (ann, bob, cas), id = trio(server)
    server.advance(AWAY)
    cas.sees(id)  # players who are here are asked
    bob("PUT", f"/tables/{id}/seats/0/bot", LEVEL)
    with ann.watches(id) as live:
        live.next()
        table = cas.agrees(id)["table"]
    assert table["proposal"] is None
    assert not table["seats"][0]["substitute"]
    ann.plays(id)


def test_player_returns_to_a_seat_after_the_server_restarted(database: str) -> None:
    settings = quick(database)
    with RunningServer(settings) as first:
        ann, bob, id = pair(first)
        first.advance(AWAY)
        bob("PUT", f"/tables/{id}/seats/0/bot", LEVEL)
        bob.waits(id, lambda table: table["ply"] == 1)
    with RunningServer(settings) as second:
        ann.moves_to(second)
        bob.moves_to(second)
        table = ann.does("DELETE", f"/tables/{id}/seats/0/bot")["table"]
        assert not table["seats"][0]["substitute"]
        bob.plays(id)
        ann.plays(id)


def test_bot_sits_in_for_an_absent_player_of_a_game_from_a_record(server: RunningServer) -> None:
    ann, bob, first = pair(server)
    ann.plays(first)
    bob("POST", f"/tables/{first}/resign")
    record = ann("GET", f"/tables/{first}/record")
    id = given_to(server, [ann, bob], record)
    with ann.watches(id) as live:
        live.next()
        server.advance(AWAY)
        table = ann.does("PUT", f"/tables/{id}/seats/1/bot", LEVEL)["table"]
        assert table["seats"][1]["substitute"]
        live.until(lambda update: update["table"]["ply"] == 2)
    assert not bob.does("DELETE", f"/tables/{id}/seats/1/bot")["table"]["seats"][1]["substitute"]


def test_looking_at_the_table_does_not_restart_an_absence(server: RunningServer) -> None:
    """M3: one GET a day blocked a game for good."""
    ann, bob, id = pair(server)
    ann.plays(id)
    server.advance(AWAY)
    assert bob.sees(id)["table"]["seats"][1]["online"]
    ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
    server.advance(VISIT_SECONDS + 1)
    until(lambda: not ann.sees(id)["table"]["seats"][1]["online"])
    assert ann.does("PUT", f"/tables/{id}/seats/1/bot", LEVEL)["table"]["seats"][1]["substitute"]


def test_a_lost_connection_has_a_minute_to_come_back(server: RunningServer) -> None:
    """H1: an opponent waited for the moment in which a long thinker's connection broke."""
    ann, bob, id = pair(server)
    ann.plays(id)
    with ann.watches(id) as hers:
        with bob.watches(id) as his:
            his.next()
            server.advance(AWAY)
        hers.until(lambda update: not update["table"]["seats"][1]["online"])
        ann.refused("seat/not-absent", "PUT", f"/tables/{id}/seats/1/bot", LEVEL)
        server.advance(RECONNECT_GRACE + 1)
        hers.until(lambda update: update["table"]["seats"][1]["can"] == ["substitute"])


def test_those_who_look_on_learn_when_somebody_has_been_away_long_enough(
    server: RunningServer,
) -> None:
    (ann, bob, _), id = trio(server)
    ann.plays(id)
    with ann.watches(id) as hers:
        with bob.watches(id) as his:
            his.next()
            hers.until(lambda u: u["table"]["seats"][1]["online"])
        left = hers.until(lambda update: not update["table"]["seats"][1]["online"])
        assert left["table"]["seats"][1]["can"] == []
        server.advance(AWAY)
        hers.until(lambda update: update["table"]["seats"][1]["can"] == ["substitute"])


# --- questions ---------------------------------------------------------------------------


def test_a_hint_is_a_legal_move_and_only_given_without_company(server: RunningServer) -> None:
    ann, _, together = pair(server)
    ann.refused("hint/not-here", "POST", f"/tables/{together}/hint")
    alone = ann.sets(seats=[ME, bot()])
    choices = {choice["move"]: choice["label"] for choice in alone["scene"]["choices"]}
    hint = ann("POST", f"/tables/{alone['table']['id']}/hint")
    assert choices[hint["move"]] == hint["label"]


def test_why_a_move_is_illegal_is_told_to_whose_turn_it_is(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    why = ann("POST", f"/tables/{id}/why-illegal", {"path": ["e4"]})
    assert why["message"]
    assert why["rule"] == "O8"
    for path in (["sky"], ["no such thing", "e4"]):  # they have no part in any move
        told = ann("POST", f"/tables/{id}/why-illegal", {"path": path})
        assert told == {"message": "", "rule": None}
    bob.refused("move/not-yours", "POST", f"/tables/{id}/why-illegal", {"path": ["e4"]})


# --- clocks ------------------------------------------------------------------------------


def test_a_live_clock_runs_for_who_is_to_move_and_falls(server: RunningServer) -> None:
    ann = server.guest("Ann")
    clock = {"kind": "live", "minutes": 1, "seconds": 5}
    id = ann.sets(seats=[ME, OPEN], clock=clock)["table"]["id"]
    server.advance(500)
    assert ann.sees(id)["table"]["seats"][0]["seconds"] == about(60)
    bob = server.guest("Bob")
    bob("POST", f"/tables/{id}/seats/1")
    with ann.watches(id) as live:
        server.advance(20)
        ann.plays(id)
        seats = live.until(shows_version(1))["table"]["seats"]
        assert [seat["seconds"] for seat in seats] == [about(45), about(60)]
        server.advance(61)
        over = live.until(lambda update: update["table"]["status"] == "over")
    assert (over["table"]["ended"], over["table"]["winners"]) == ("time", [0])
    assert over["table"]["seats"][1]["seconds"] == 0
    assert "time" in over["scene"]["ending"]["sentence"]


def test_of_three_a_bot_plays_on_for_who_has_no_time_left(server: RunningServer) -> None:
    (ann, _, _), id = trio(server, clock={"kind": "live", "minutes": 1, "seconds": 0})
    with ann.watches(id) as live:
        for seat in (0, 1):
            live.until(has_turn(seat))
            server.advance(61)
        table = live.until(lambda update: update["table"]["status"] == "over")["table"]
    assert table["ended"] == "time"
    assert [seat["resigned"] for seat in table["seats"]] == [True, True, False]
    assert table["winners"] == [2]


def test_a_clock_of_days_runs_on_while_the_server_is_down(database: str) -> None:
    settings = quick(database)
    with RunningServer(settings) as first:
        ann, bob, id = pair(first, clock={"kind": "days", "days": 2})
        ann.plays(id)
        assert bob.sees(id)["table"]["seats"][1]["seconds"] == about(2 * DAY)
    first.advance(DAY)
    with RunningServer(settings) as second:
        ann.moves_to(second)
        bob.moves_to(second)
        assert ann.sees(id)["table"]["seats"][1]["seconds"] == about(DAY)
        bob.plays(id)
        assert ann.sees(id)["table"]["seats"][0]["seconds"] == about(2 * DAY)
    second.advance(2 * DAY)
    with RunningServer(settings) as third:
        ann.moves_to(third)
        table = ann.waits(id, lambda table: table["status"] == "over")["table"]
        assert (table["ended"], table["winners"]) == ("time", [1])


def test_after_a_restart_a_live_clock_goes_on_from_the_last_move(database: str) -> None:
    settings = quick(database)
    with RunningServer(settings) as first:
        ann, _, id = pair(first, clock={"kind": "live", "minutes": 1, "seconds": 5})
        first.advance(20)
        ann.plays(id)
        first.advance(10)
        seats = ann.sees(id)["table"]["seats"]
        assert [seat["seconds"] for seat in seats] == [about(45), about(50)]
    first.advance(500)
    with RunningServer(settings) as second:
        ann.moves_to(second)
        seats = ann.sees(id)["table"]["seats"]
        assert [seat["seconds"] for seat in seats] == [about(45), about(60)]
