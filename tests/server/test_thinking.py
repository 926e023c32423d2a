"""Bots at the table: their levels, how they think, and what they say about moves."""

import asyncio
from contextlib import ExitStack
from typing import Any

import pytest

from parhelion import bots, new, replay
from parhelion.bots.explanations import explanation_sentences
from parhelion.games import registry
from parhelion.server import bot_pool, move_help
from parhelion.server.bot_pool import BotPool, BotSeat
from parhelion.server.live.presence import VISIT_SECONDS
from parhelion.server.thinking_queue import Asker
from parhelion.words import LANGUAGES
from tests.conftest import GAMES
from tests.positions import play_out
from tests.server.running_server import ME, OPEN, Guest, Json, RunningServer, bot, pair
from tests.waiting import until

STRONGEST = max(bots.LEVELS)
HINT_LEVEL = bot_pool.hint_level


# --- levels ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_levels_with_a_name_and_a_character(
    server: RunningServer, lang: str
) -> None:
    for game in server.guest()("GET", f"/games?lang={lang}")["games"]:
        say = registry.load(game["name"]).words(lang)
        told = [(each["level"], each["name"], each["character"]) for each in game["levels"]]
        known = bots.levels(game["name"]).items()
        assert told == [(number, say(each.name), say(each.character)) for number, each in known]
        assert len({character for _, _, character in told}) == len(told) == 5


def test_a_bot_of_any_level_takes_an_open_seat_and_is_called_by_its_name(
    server: RunningServer,
) -> None:
    ann = server.guest("Ann")
    for number, level in bots.levels("lantern").items():
        id = ann.sets(game="lantern", seats=[OPEN, ME, ME])["table"]["id"]
        table = ann.does("PUT", f"/tables/{id}/seats/0/bot", {"level": number})["table"]
        seat = table["seats"][0]
        assert (seat["name"], seat["level"], seat["kind"]) == (level.name, number, "bot")


# --- thinking ----------------------------------------------------------------------------


def test_while_many_bots_think_a_move_at_another_table_is_answered(
    slow_server: RunningServer,
) -> None:
    """The bots have to wait for each other, the person for none of them."""
    ann, bob, quiet = pair(slow_server)
    crowd = slow_server.guest("Cas")
    seats = [bot(STRONGEST), ME]
    busy = [crowd.sets(seats=seats)["table"]["id"] for _ in range(6)]
    with ExitStack() as stack:
        for id in busy:
            stack.enter_context(crowd.watches(id)).next()
        assert ann.plays(quiet) == {"version": 1, "ply": 1}
        for id in busy:
            table = crowd.sees(id)["table"]
            assert table["seats"][0]["thinking"]
            assert table["ply"] == 0
        assert bob.sees(quiet)["table"]["ply"] == 1
        for id in busy:
            crowd("POST", f"/tables/{id}/resign")  # so that the bots that wait need not think


def test_bots_pause_at_a_table_that_nobody_follows(server: RunningServer) -> None:
    """H4: tables of bots that somebody made and left take no time from anybody."""
    ann = server.guest("Ann")
    id = ann.sets(seats=[bot(), bot()])["table"]["id"]
    table = ann.sees(id)["table"]
    assert (table["ply"], [seat["thinking"] for seat in table["seats"]]) == (0, [False, False])
    with server.guest(None).watches(id) as live:
        live.until(lambda update: update["table"]["ply"] >= 2)
    until(lambda: not server.lobby._tables[id].scheduler.is_busy)
    assert not any(seat["thinking"] for seat in ann.sees(id)["table"]["seats"])
    ply = ann.sees(id)["table"]["ply"]
    server.advance(60)
    assert ann.sees(id)["table"]["ply"] == ply


def test_where_several_people_play_a_bot_moves_though_nobody_looks(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="lantern", seats=[ME, OPEN, bot()])["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    for guest in (ann, bob):
        guest.plays(id, guest.sees(id)["scene"]["choices"][0]["move"])
    until(lambda: bool(ann.sees(id)["table"]["ply"] == 3))


def test_requests_of_a_player_keep_bots_playing_for_a_minute(server: RunningServer) -> None:
    """N6: a program that only sends requests got no answer from bots."""
    ann = server.guest("Ann")
    id = ann.sets(seats=[ME, bot()])["table"]["id"]
    ann.plays(id)
    until(lambda: bool(ann.sees(id)["table"]["ply"] == 2))
    ann.plays(id)
    until(lambda: not server.lobby._tables[id].scheduler.is_busy)
    eve = server.guest("Eve")
    assert eve.sees(id)["table"]["seats"][0]["online"]
    server.advance(VISIT_SECONDS / 2)
    ann.sees(id)
    server.advance(VISIT_SECONDS / 2 + 1)
    assert eve.sees(id)["table"]["seats"][0]["online"]
    server.advance(VISIT_SECONDS / 2)
    until(lambda: not eve.sees(id)["table"]["seats"][0]["online"])


def test_requests_of_a_spectator_are_no_presence(server: RunningServer) -> None:
    ann, eve = server.guest("Ann"), server.guest("Eve")
    id = ann.sets(seats=[bot(), bot()])["table"]["id"]
    for guest in (ann, eve):
        guest.sees(id)
    assert not server.lobby._tables[id].attendance.is_followed


def test_leaving_the_page_ends_the_presence_at_once(server: RunningServer) -> None:
    """Requests beside a live connection count for nothing."""
    ann, bob, id = pair(server)
    with ann.watches(id) as live:
        live.next()
        ann.sees(id)
        until(lambda: bool(bob.sees(id)["table"]["seats"][0]["online"]))
    until(lambda: not bob.sees(id)["table"]["seats"][0]["online"])


def test_bots_think_for_the_address_of_a_connected_player(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="lantern", seats=[ME, OPEN, bot()])["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1")
    table = server.lobby._tables[id]
    server.advance(VISIT_SECONDS + 1)
    attendance, host = table.attendance, table.table.setup.host
    until(lambda: not attendance.is_followed)
    assert attendance.asker() == Asker(str(host), "", seated=False)
    with server.guest(None).watches(id) as live:
        live.next()
        assert attendance.asker() == Asker(str(host), "127.0.0.1", seated=False)
        bob.sees(id)
        bobs = table.table.seats[1].person
        assert bobs
        assert attendance.asker() == Asker(bobs, "127.0.0.1", seated=True)


def test_a_thought_that_nobody_wants_any_more_is_not_thought() -> None:
    match = new("orion", seed=3)

    async def ask() -> tuple[object, list[BotSeat]]:
        bot_pool = BotPool()
        return await bot_pool.choose(
            BotSeat("t", 0, 1), match, Asker("ann"), wanted=lambda: False
        ), bot_pool.kept()

    assert asyncio.run(ask()) == (None, [])


def test_bots_are_kept_between_moves_but_only_the_latest() -> None:
    match, asked = new("orion", seed=3), [BotSeat(f"t{n}", 0, 1) for n in range(3)]

    async def think(bot_pool: BotPool, *seats: BotSeat) -> None:
        for seat in seats:
            assert (await bot_pool.choose(seat, match, Asker("ann"))) in match.moves()

    async def remembered() -> tuple[Any, ...]:
        bot_pool = BotPool(max_kept=2)
        await think(bot_pool, *asked)
        first = bot_pool.kept()
        await think(bot_pool, asked[1])
        second = bot_pool.kept()
        bot_pool.forget("t1")
        return first, second, bot_pool.kept()

    first, second, third = asyncio.run(remembered())
    assert first == asked[1:]
    assert second == [asked[2], asked[1]]
    assert third == [asked[2]]


def test_when_a_game_is_over_its_bots_are_forgotten(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = ann.sets(game="lantern", seats=[ME, bot(), bot()])["table"]["id"]
    bot_pool = server.lobby.bot_pool
    ann.plays(id)
    ann.waits(id, lambda table: table["turn"] == 0)
    assert {kept.seat for kept in bot_pool.kept() if kept.table == id} == {1, 2}
    ann("POST", f"/tables/{id}/resign")
    ann.waits(id, lambda table: table["status"] == "over")
    assert not [kept for kept in bot_pool.kept() if kept.table == id]


# --- hints -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_tells_what_it_expects_and_why(
    server: RunningServer, game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bot_pool, "hint_level", HINT_LEVEL)
    assert HINT_LEVEL(game) == STRONGEST
    ann = server.guest("Ann")
    id = ann.sets(game=game)["table"]["id"]
    hint = ann("POST", f"/tables/{id}/hint")
    assert 0 <= hint["low"] <= hint["chance"] <= hint["high"] <= 1
    assert f"{round(100 * hint['chance'])}%" in hint["words"]
    assert len(hint["explanation"]) <= 2
    assert all(sentence.endswith(".") for sentence in hint["explanation"])
    assert len(hint["points"]) == (0 if game == "orion" else 2)  # Orion Duel only knows who won


# --- explanations ---------------------------------------------------------------------------------


def after_a_bot(server: RunningServer, game: str) -> tuple[Guest, str]:
    """Somebody at a table where a bot has made the first move."""
    ann = server.guest("Ann")
    id = ann.sets(game=game, seats=[bot(), ME])["table"]["id"]
    ann.waits(id, lambda table: table["turn"] == 1)
    return ann, id


@pytest.mark.parametrize("game", GAMES)
def test_a_move_of_a_bot_is_explained_to_whoever_asks_in_their_language(
    server: RunningServer, game: str
) -> None:
    ann, id = after_a_bot(server, game)
    for guest in (ann, server.guest("Eve"), server.guest(None)):
        told = [
            guest("GET", f"/tables/{id}/moves/1/explanation?lang={lang}")["sentences"]
            for lang in LANGUAGES
        ]
        assert all(told)
        assert all(sentence for sentences in told for sentence in sentences)
        assert len({str(sentences) for sentences in told}) == len(told)


def test_explanation_uses_only_what_the_viewer_knew(server: RunningServer) -> None:
    """That a move was forced says what was in its player's hand."""
    record = play_out(new("solstis", seed=1)).record()
    forced = replay(record, 36)
    (move,) = forced.moves()
    ann, eve = server.guest("Ann"), server.guest(None)
    wanted = {"game": "solstis", "record": record, "ply": 37, "seats": [ME, ME]}
    id = ann.sets(**wanted)["table"]["id"]
    path = f"/tables/{id}/moves/37/explanation"
    for guest, query, seat in ((ann, "?seat=0", 0), (ann, "?seat=1", 1), (eve, "", None)):
        known = explanation_sentences(forced, move, seat, "en")[: move_help.MAX_SENTENCES]
        assert guest("GET", path + query)["sentences"] == known
    assert explanation_sentences(forced, move, forced.turn, "en") == ["There is no other move."]
    assert "There is no other move." not in eve("GET", path)["sentences"]


def test_an_explanation_is_refused_for_moves_and_seats_that_are_not_there(
    server: RunningServer,
) -> None:
    ann, id = after_a_bot(server, "orion")
    ann.refused("bad-request", "GET", f"/tables/{id}/moves/0/explanation")
    ann.refused("unknown-path", "GET", f"/tables/{id}/moves/2/explanation")
    ann.refused("seat/not-yours", "GET", f"/tables/{id}/moves/1/explanation?seat=0")
    ann.refused("table/unknown", "GET", "/tables/nowhere/moves/1/explanation")
    assert ann("GET", f"/tables/{id}/moves/1/explanation?seat=1")["sentences"]


# --- reviews -----------------------------------------------------------------------------


def finished(guest: Guest, game: str) -> str:
    """The table of a finished game."""
    match = play_out(new(game, seed=5))
    id: str = guest.sets(game=game, record=match.record())["table"]["id"]
    return id


def reviewed(guest: Guest, id: str, lang: str = "en") -> Json:
    """The review of a game, once it is there."""

    def work() -> Json:
        found: Json = guest("GET", f"/tables/{id}/review?lang={lang}")
        assert found["state"] in ("waiting", "working", "done")
        return found

    until(lambda: work()["state"] == "done")
    review: Json = work()["review"]
    return review


def test_before_the_end_there_is_no_review(server: RunningServer) -> None:
    ann, _, id = pair(server)
    ann.refused("table/not-over", "GET", f"/tables/{id}/review")
    ann.refused("table/not-over", "POST", f"/tables/{id}/review")
    ann("POST", f"/tables/{id}/resign")
    assert ann("GET", f"/tables/{id}/review")["state"] == "none"
    server.guest(None).refused("me/unknown", "POST", f"/tables/{id}/review")
    ann.refused("table/unknown", "POST", "/tables/nowhere/review")


def test_a_finished_game_is_reviewed_once_for_everybody(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = finished(ann, "lantern")
    table = ann.sees(id)["table"]
    assert ann("GET", f"/tables/{id}/review") == {"state": "none", "progress": 0, "review": None}
    assert ann("POST", f"/tables/{id}/review")["state"] != "none"
    review = reviewed(ann, id)
    assert review["finished"]
    assert len(review["curve"]) == table["ply"] + 1
    assert all(sum(shares) == pytest.approx(1, abs=1e-3) for shares in review["curve"])
    winners = [seat for seat, share in enumerate(review["curve"][-1]) if share > 0]
    assert winners == table["winners"]
    for part in review["parts"]:
        parts = sum(part[name] for name in ("start", "deal", "draws", "own", "others"))
        assert parts == pytest.approx(part["result"])
        assert part["result"] == pytest.approx(review["curve"][-1][part["seat"]], abs=1e-3)
    assert server.guest("Bob")("POST", f"/tables/{id}/review")["review"] == review
    assert server.guest(None)("GET", f"/tables/{id}/review")["review"] == review


def test_a_review_names_mistakes_and_what_was_better_in_every_language(
    server: RunningServer,
) -> None:
    ann = server.guest("Ann")
    id = finished(ann, "orion")
    ann("POST", f"/tables/{id}/review")
    told = {lang: reviewed(ann, id, lang) for lang in LANGUAGES}
    log = ann.sees(id)["scene"]["log"]
    english = told["en"]
    assert english["mistakes"], "random players make mistakes"
    for mistake in english["mistakes"]:
        entry = log[mistake["ply"] - 1]
        assert (mistake["seat"], mistake["played"]["label"]) == (entry["seat"], entry["label"])
        assert mistake["better"]["chance"] > mistake["played"]["chance"]
        assert mistake["better"]["move"] != mistake["better"]["label"]
    for point in english["turning_points"]:
        assert point["label"] == log[point["ply"] - 1]["label"]
    labels = {
        str([each["better"]["label"] for each in review["mistakes"]]) for review in told.values()
    }
    assert len(labels) == len(LANGUAGES)


def test_a_game_that_was_given_up_is_reviewed_as_far_as_it_went(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    bob("POST", f"/tables/{id}/resign")
    ann("POST", f"/tables/{id}/review")
    review = reviewed(ann, id)
    assert not review["finished"]
    assert len(review["curve"]) == 2
