"""Bots at the table: their levels, how they think, and what they say about moves."""

import asyncio
from typing import Any

import pytest

from parhelion import bots, games, new
from parhelion.server.brains import Brains
from parhelion.server.brains import Place as Chair
from parhelion.words import LANGUAGES
from tests.conftest import GAMES
from tests.positions import play_out
from tests.server.place import ME, OPEN, Guest, Json, Place, bot, pair, until

STRONGEST = max(bots.LEVELS)


# --- levels ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_game_has_levels_with_a_name_and_a_character(place: Place, lang: str) -> None:
    for game in place.guest()("GET", f"/games?lang={lang}")["games"]:
        say = games.load(game["name"]).words(lang)
        told = [(each["level"], each["name"], each["character"]) for each in game["levels"]]
        known = bots.levels(game["name"]).items()
        assert told == [(number, say(each.name), say(each.character)) for number, each in known]
        assert len({character for _, _, character in told}) == len(told) == 5


def test_a_bot_of_any_level_takes_an_open_seat_and_is_called_by_its_name(place: Place) -> None:
    ann = place.guest("Ann")
    for number, level in bots.levels("lantern").items():
        id = ann.sets(game="lantern", seats=[OPEN, ME, ME])["table"]["id"]
        seat = ann("PUT", f"/tables/{id}/seats/0/bot", {"level": number})["table"]["seats"][0]
        assert (seat["name"], seat["level"], seat["kind"]) == (level.name, number, "bot")


# --- thinking ----------------------------------------------------------------------------


def test_while_many_bots_think_a_move_at_another_table_is_answered(place: Place) -> None:
    """The bots have to wait for each other, the person for none of them."""
    ann, bob, quiet = pair(place)
    crowd = place.guest("Cas")
    seats = [bot(STRONGEST), ME]
    busy = [crowd.sets(seats=seats)["table"]["id"] for _ in range(6)]
    assert ann.plays(quiet) == {"version": 1, "ply": 1}
    tables = [crowd.sees(id)["table"] for id in busy]
    thinking = [table for table in tables if table["seats"][0]["thinking"]]
    assert thinking
    assert all(table["ply"] == 0 for table in thinking)
    assert bob.sees(quiet)["table"]["ply"] == 1
    for id in busy:
        crowd("POST", f"/tables/{id}/resign")  # and what they wait for is not thought about


def test_a_thought_that_nobody_wants_any_more_is_not_thought() -> None:
    match = new("orion", seed=3)

    async def ask() -> tuple[object, list[Chair]]:
        brains = Brains()
        return await brains.choose(Chair("t", 0, 1), match, lambda: False), brains.resting()

    assert asyncio.run(ask()) == (None, [])


def test_bots_are_kept_between_moves_but_only_the_latest() -> None:
    match, asked = new("orion", seed=3), [Chair(f"t{n}", 0, 1) for n in range(3)]

    async def think(brains: Brains, *places: Chair) -> None:
        for place in places:
            assert (await brains.choose(place, match)) in match.moves()

    async def remembered() -> tuple[Any, ...]:
        brains = Brains(most_resting=2)
        await think(brains, *asked)
        first = brains.resting()
        await think(brains, asked[1])
        second = brains.resting()
        brains.forget("t1")
        return first, second, brains.resting()

    first, second, third = asyncio.run(remembered())
    assert first == asked[1:]
    assert second == [asked[2], asked[1]]
    assert third == [asked[2]]


def test_when_a_game_is_over_its_bots_are_forgotten(place: Place) -> None:
    ann = place.guest("Ann")
    id = ann.sets(game="lantern", seats=[ME, bot(), bot()])["table"]["id"]
    brains = place.hall.brains
    ann.plays(id)
    ann.waits(id, lambda table: table["turn"] == 0)
    assert {chair.seat for chair in brains.resting() if chair.table == id} == {1, 2}
    ann("POST", f"/tables/{id}/resign")
    ann.waits(id, lambda table: table["status"] == "over")
    until(lambda: not [chair for chair in brains.resting() if chair.table == id])


# --- hints -------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_tells_what_it_expects_and_why(place: Place, game: str) -> None:
    ann = place.guest("Ann")
    id = ann.sets(game=game)["table"]["id"]
    hint = ann("POST", f"/tables/{id}/hint")
    assert 0 <= hint["low"] <= hint["chance"] <= hint["high"] <= 1
    assert f"{round(100 * hint['chance'])} %" in hint["words"]
    assert len(hint["reasons"]) <= 2
    assert all(reason.endswith(".") for reason in hint["reasons"])
    assert len(hint["points"]) == (0 if game == "orion" else 2)  # Orion Duel only knows who won


# --- why ---------------------------------------------------------------------------------


def after_a_bot(place: Place, game: str) -> tuple[Guest, str]:
    """Somebody at a table where a bot has made the first move."""
    ann = place.guest("Ann")
    id = ann.sets(game=game, seats=[bot(), ME])["table"]["id"]
    ann.waits(id, lambda table: table["turn"] == 1)
    return ann, id


@pytest.mark.parametrize("game", GAMES)
def test_a_bot_says_why_it_moved_to_whoever_asks_in_their_language(place: Place, game: str) -> None:
    ann, id = after_a_bot(place, game)
    for guest in (ann, place.guest("Eve"), place.guest(None)):
        told = [
            guest("GET", f"/tables/{id}/moves/1/why?lang={lang}")["reasons"] for lang in LANGUAGES
        ]
        assert all(told)
        assert all(sentence for reasons in told for sentence in reasons)
        assert len({str(reasons) for reasons in told}) == len(told)


def test_why_is_refused_for_moves_and_seats_that_are_not_there(place: Place) -> None:
    ann, id = after_a_bot(place, "orion")
    ann.refused("bad-request", "GET", f"/tables/{id}/moves/0/why")
    ann.refused("unknown-path", "GET", f"/tables/{id}/moves/2/why")
    ann.refused("seat/not-yours", "GET", f"/tables/{id}/moves/1/why?seat=0")
    ann.refused("table/unknown", "GET", "/tables/nowhere/moves/1/why")
    assert ann("GET", f"/tables/{id}/moves/1/why?seat=1")["reasons"]


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


def test_before_the_end_there_is_no_review(place: Place) -> None:
    ann, _, id = pair(place)
    ann.refused("table/not-over", "GET", f"/tables/{id}/review")
    ann.refused("table/not-over", "POST", f"/tables/{id}/review")
    ann("POST", f"/tables/{id}/resign")
    assert ann("GET", f"/tables/{id}/review")["state"] == "none"
    place.guest(None).refused("me/unknown", "POST", f"/tables/{id}/review")
    ann.refused("table/unknown", "POST", "/tables/nowhere/review")


def test_a_finished_game_is_reviewed_once_for_everybody(place: Place) -> None:
    ann = place.guest("Ann")
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
    assert place.guest("Bob")("POST", f"/tables/{id}/review")["review"] == review
    assert place.guest(None)("GET", f"/tables/{id}/review")["review"] == review


def test_a_review_names_mistakes_and_what_was_better_in_every_language(place: Place) -> None:
    ann = place.guest("Ann")
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


def test_a_game_that_was_given_up_is_reviewed_as_far_as_it_went(place: Place) -> None:
    ann, bob, id = pair(place)
    ann.plays(id)
    bob("POST", f"/tables/{id}/resign")
    ann("POST", f"/tables/{id}/review")
    review = reviewed(ann, id)
    assert not review["finished"]
    assert len(review["curve"]) == 2
