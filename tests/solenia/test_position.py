"""Positions that are set up from JSON: what a view shows can be typed in again."""

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.errors import BadPosition
from parhelion.games.solenia import kernels, notation
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import ROWS, card_name, tile_name
from parhelion.games.solenia.position import write_position
from parhelion.games.solenia.position_json import GivenPlayer, GivenPosition
from parhelion.games.solenia.view import describe
from parhelion.kernel import COMPILED
from tests.solenia.game_statistics import MODES, Mode
from tests.solenia.naive_rules import Json
from tests.solenia.positions import SOLENIA, solenia

pytestmark = pytest.mark.uncompiled

FACES = ("night", "night", "dawn", "day", "day")
WINTER = {"board": "winter", "upgrades": "on"}
GAMES = 2 if COMPILED else 1
EVERY = 1 if COMPILED else 4
"""Of how many positions one is compared: uncompiled, setting one up takes long."""
STALE = {"rng", "events", "happened", "revealed", "value", "row", "filling", "after", "among"}
"""Fields that may differ: the generator, what happened before, and what no later step reads."""


def blank(**options: str) -> Any:
    """A record with nothing but its options."""
    states = np.zeros(1, dtype=kernels.STATE)
    notation.write_options(states[0], SOLENIA.complete_options(options))
    return states


def set_up(position: Any, **options: str) -> Any:
    """A record set up with a position."""
    states = blank(**options)
    write_position(states, position)
    return states


def whole(state: Any) -> Json:
    """All that there is to see of a state, and its piles in the order they are drawn."""
    seats = len(describe(state)["players"])
    return describe(state) | {
        "decks": [
            [card_name(state, card) for card in state.decks[seat][::-1] if card >= 0]
            for seat in range(seats)
        ],
        "deliveries": {
            name: [tile_name(state, row, tile) for tile in state.piles[row][::-1] if tile >= 0]
            for row, name in enumerate(ROWS)
        },
    }


def legal(state: Any) -> list[int]:
    """The legal actions."""
    actions = np.zeros(kernels.ACTIONS, dtype=np.int32)
    return [int(action) for action in actions[: kernels.legal(state, actions)]]


def random_positions(mode: Mode, seed: int) -> Iterator[Any]:
    """The records of a random game in which deliveries are welcome."""
    states, pick = solenia(seed, None, **mode.options).state, random.Random(seed)
    while True:
        yield states
        actions = legal(states[0])
        if not actions:
            return
        cities = [a for a in actions if a < constants.PLAYS and _is_city(states[0], a)]
        kernels.apply(states[0], pick.choice(cities or actions))


def _is_city(state: Any, action: int) -> bool:
    space = notation.SPACES[action % len(constants.SPACES)]
    strip, lane = (int(number) - 1 for number in space.split("-"))
    letter: str = describe(state)["sky"][strip]["spaces"][lane]
    return letter in "DN"


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_every_position_of_a_game_can_be_typed_in_again(mode: Mode) -> None:
    for seed in range(GAMES):
        for ply, states in enumerate(random_positions(mode, seed)):
            if ply % EVERY:
                continue
            twin = set_up(whole(states[0]), **mode.options)
            assert whole(twin[0]) == whole(states[0])
            assert legal(twin[0]) == legal(states[0])
            for name in set(kernels.STATE.names or ()) - STALE:
                assert (twin[0][name] == states[0][name]).all(), name


@pytest.mark.parametrize("mode", MODES, ids=str)
def test_the_game_goes_on_as_it_would_have(mode: Mode) -> None:
    for seed in range(GAMES):
        for ply, states in enumerate(random_positions(mode, seed + 100)):
            if ply % 7 or not legal(states[0]):
                continue
            twin = set_up(whole(states[0]), **mode.options)
            there, pick = states.copy(), random.Random(ply)
            twin[0].rng[:] = there[0].rng
            for _ in range(6):
                if actions := legal(there[0]):
                    action = pick.choice(actions)
                    kernels.apply(twin[0], action)
                    kernels.apply(there[0], action)
            assert whole(twin[0]) == whole(there[0])


def test_what_a_seat_sees_can_be_typed_in_too() -> None:
    match = solenia(3, players="3")
    for _ in range(20):
        match.play(match.moves()[0])
    seen = match.view(1)["position"]
    found = describe(set_up(seen, players="3")[0])
    assert found["players"][1] == seen["players"][1]
    assert [player["held"] for player in found["players"]] == [3, 3, 3]


def test_what_a_match_shows_begins_another_one() -> None:
    match = solenia(5, None, **WINTER)
    for _ in range(30):
        match.play(match.moves()[-1])
        seen = match.view()["position"]
        assert ph.position("solenia", seen, **WINTER).view()["position"] == seen


def test_the_keys_are_those_of_the_view_and_of_the_deal() -> None:
    view = describe(solenia().state[0])
    assert set(GivenPosition.model_fields) == {*view, "decks", "deliveries"}
    assert set(GivenPlayer.model_fields) == set(view["players"][0])


def test_without_a_word_everything_lies_in_order() -> None:
    told = whole(set_up({})[0])
    assert (told["phase"], told["active"]) == ("play", 0)
    assert told["players"][1]["hand"] == ["0x2", "0x2", "0ws"]
    assert told["decks"][0][:2] == ["0wa", "0hs"]
    assert [tile["tile"] for tile in told["display"]["night"]] == ["WWH5", "WHH5", "WWS5"]
    assert told["left"] == {"day": 21, "night": 21}
    assert [strip["strip"] for strip in told["sky"]] == list("ABTCD")


def test_upgrade_tiles_that_are_not_named_are_the_next_ones() -> None:
    options = {"players": "3", "board": "winter", "upgrades": "on"}
    told = describe(set_up({"players": [{"level_1": "crow's nest"}]}, **options)[0])
    assert [player["level_1"] for player in told["players"]] == [
        "crow's nest", "tailwind", "deep hold",
    ]  # fmt: skip
    assert all(len(set(player["level_3"] or ())) == 2 for player in told["players"])
    offered = describe(set_up({"phase": "draft", "active": 2}, **options)[0])["offered"]
    assert offered
    assert offered["level_1"] == ["tailwind", "crow's nest", "deep hold"]
    assert None not in offered["level_3"]


@pytest.mark.parametrize(
    ("power", "capacity", "limit"), [("tailwind", 6, 3), ("deep hold", 10, 3), ("lookout", 6, 4)]
)
def test_what_filled_slots_brought_lasts(power: str, capacity: int, limit: int) -> None:
    player = {"level_1": power, "slots": {"day": ["1b"], "night": ["1b"]}}
    state = set_up({"players": [player]}, **WINTER)[0]
    [told, _] = describe(state)["players"]
    assert (told["awake"], told["capacity"], int(state.limit[0])) == (True, capacity, limit)
    assert (sum(told["stock"].values()), told["stars"], told["held"]) == (0, 0, 3)
    assert {name: len(tiles) for name, tiles in told["deliveries"].items()} == {
        "day": 1,
        "night": 1,
    }


@pytest.mark.parametrize(
    ("position", "why"),
    [
        ([], r"position: expected a JSON object, found \[\]"),
        ({"stars": 1}, "position.stars: unknown"),
        ({"phase": "payy"}, "position.phase: 'payy' is not known; did you mean pay"),
        ({"phase": "pay"}, "position.phase: there is nothing to pay"),
        ({"phase": "over"}, "position.phase: the game is not over while somebody has cards"),
        ({"phase": "deliver", "place": "3-1"}, "position.place: no card of the active player"),
        ({"phase": "pay", "price": 1}, "position.phase: there is nothing to pay"),
        ({"phase": "deliver"}, "position.phase: there is nothing to deliver"),
        ({"phase": "drop"}, "position.phase: there is nothing to drop"),
        ({"active": 2}, "position.active: expected a number from 0 to 1, found 2"),
        ({"active": True}, "position.active: expected a whole number, found True"),
        ({"place": "6-1"}, "position.place: '6-1' is not known"),
        ({"airship": 3}, "position.airship: expected a text, found 3"),
        ({"airship": "4-3"}, "position.airship: it is on 3-3 at the beginning of a turn"),
        ({"sky": [["A", "day"]]}, "position.sky: expected a list of 5, found 1"),
        ({"sky": [["A", "day"]] * 5}, r"position.sky\[1\].strip: strip A lies elsewhere already"),
        ({"sky": [["T", "day"]] * 5}, r"position.sky\[0\].face: 'day' is not known"),
        ({"players": [{}] * 3}, "position.players: expected a list of at most 2, found 3"),
        ({"players": [{"hand": ["1w", "1w"]}]}, r"players\[0\].hand\[1\]: card 1w is at .*\[0\]"),
        ({"players": [{"hand": ["3w"]}]}, r"players\[0\].hand\[0\]: there is no card '3w'"),
        ({"players": [{"hand": []}]}, "position.phase: the active player has no card to play"),
        ({"players": [{"used": "1w"}]}, r"players\[0\].used: expected a list"),
        ({"players": [{"deck": 14}]}, r"players\[0\].deck: 14 contradicts .* follows 13"),
        ({"players": [{"stock": {"gold": 1}}]}, r"players\[0\].stock.gold: unknown"),
        ({"players": [{"stock": {"wood": 9}}]}, r"stock: 9 resources are more than .* of 8"),
        ({"players": [{"slots": {"day": []}}]}, r"slots: only winter boards have slots"),
        ({"players": [{"points": {"total": 7}}]}, r"points.total: 7 contradicts .* follows 0"),
        ({"players": [{"capacity": 9}]}, r"players\[0\].capacity: 9 contradicts .* follows 8"),
        ({"left": {"day": 20}}, "position.left.day: 20 contradicts the rest, from .* 21"),
        ({"left": {"dawn": 20}}, "position.left.dawn: unknown; there is: day, night"),
        ({"bonuses": {"day": 5}}, "position.bonuses.day: 5 contradicts the rest"),
        ({"deliveries": {"day": []}}, r"position.deliveries.day: tile \w+ lies nowhere"),
        (
            {"display": {"day": ["SSA5", "SSA5"]}},
            r"display.day\[1\]: tile SSA5 is at .*\[0\] already",
        ),
        ({"among": "X"}, "position.among: 'X' is not known"),
        ({"free": ["1-1"]}, r"position.free: \['1-1'\] contradicts the rest"),
        ({"row": "day"}, "position.row: 'day' contradicts the rest, from which follows None"),
        ({"chosen": "day 1"}, "position.chosen: expected a JSON object, found 'day 1'"),
        ({"chosen": {"row": "day", "place": 5}}, "chosen.place: expected a number from 1 to 4"),
        ({"chosen": {"row": "day", "place": 1}}, "position.chosen: only in the phase barter"),
        ({"display": {"day": [{"tile": "SSA5", "stars": 6}]}}, r"day\[0\].stars: 6 contradicts"),
    ],
)
def test_what_contradicts_what_is_named(position: Any, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        set_up(position)


def test_a_card_lies_in_one_place_only() -> None:
    sky: list[Json] = [{"strip": s, "face": f} for s, f in zip("ABTCD", FACES, strict=True)]
    sky[2]["cards"] = [None, {"card": "1w", "seat": 0}]
    with pytest.raises(BadPosition, match=r"hand\[0\]: card 1w is at position.sky\[2\].cards\[1\]"):
        set_up({"sky": sky, "players": [{"hand": ["1w"]}]})
    with pytest.raises(BadPosition, match=r"used: card 1w is missing; it lies on 3-2"):
        set_up({"sky": sky, "players": [{"used": ["1h"]}]})
    with pytest.raises(BadPosition, match=r"cards\[1\].seat: expected a number from 0 to 1"):
        set_up({"sky": [*sky[:2], sky[2] | {"cards": [None, {"card": "1w", "seat": 2}]}, *sky[3:]]})


def test_barter_needs_the_tile_that_is_to_be_paid() -> None:
    sky: list[Json] = [{"strip": s, "face": f} for s, f in zip("ABTCD", FACES, strict=True)]
    sky[2]["cards"] = [None, None, None, None, {"card": "1w", "seat": 0}]
    position: Json = {"sky": sky, "phase": "barter", "place": "3-5"}
    for more in ({}, {"chosen": {"row": "day", "place": 3}, "display": {"day": ["SSA5"]}}):
        with pytest.raises(BadPosition, match=r"position.phase: there is nothing to barter"):
            set_up(position | more, **WINTER)


def test_a_delivery_is_about_to_be_paid_by_barter() -> None:
    sky: list[Json] = [{"strip": s, "face": f} for s, f in zip("ABTCD", FACES, strict=True)]
    sky[2]["cards"] = [None, None, None, None, {"card": "1w", "seat": 0}]
    player = {
        "level_1": "barter",
        "slots": {"day": ["1b"], "night": ["1b"]},
        "stock": {"stone": 2, "water": 1, "wood": 1},
    }
    position: Json = {
        "sky": sky,
        "phase": "barter",
        "place": "3-5",
        "chosen": {"row": "day", "place": 2},
    }
    position |= {"display": {"day": [None, "SSA5"]}, "players": [player]}
    state = set_up(position, **WINTER)[0]
    assert [notation.text(action) for action in legal(state)] == [
        "barter stone wood", "barter water wood", "exact",
    ]  # fmt: skip


def test_resources_are_given_for_stars_in_the_clearance() -> None:
    slots = {"day": ["1a", "2a", "3b"]}
    player = {"level_3": ["clearance", "guild"], "slots": slots, "stock": {"wood": 2, "stone": 1}}
    state = set_up({"phase": "give", "giving": 4, "players": [player]}, **WINTER)[0]
    assert [notation.text(action) for action in legal(state)] == ["give wood", "give stone", "stop"]
    assert describe(state)["players"][0]["stars"] == 0


@pytest.mark.parametrize(
    ("player", "why"),
    [
        ({"slots": {"day": ["2a"]}}, "slots.day: a level has more filled slots than the one below"),
        ({"slots": {"day": ["1a", "1a"]}}, r"slots.day\[1\]: slot 1a is filled already"),
        (
            {"slots": {"day": ["1a"]}, "deliveries": {"day": []}},
            "slots.day: 1 slots are filled, but deliveries: 0",
        ),
        ({"deliveries": {"day": ["SSA5"]}}, "slots.day: 0 slots are filled, but deliveries: 1"),
        ({"awake": True}, r"players\[0\].awake: True contradicts the rest, from .* False"),
        ({"level_1": "tail"}, "level_1: there is no upgrade 'tail'; did you mean tailwind"),
        ({"level_3": ["guild", "guild"]}, "level_3: expected two different halves"),
    ],
)
def test_what_contradicts_what_on_winter_boards_is_named(player: Json, why: str) -> None:
    with pytest.raises(BadPosition, match=why):
        set_up({"players": [player]}, **WINTER)
