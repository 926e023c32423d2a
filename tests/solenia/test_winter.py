"""Solenia on winter boards, with and without upgrade tiles, statement by statement."""

from typing import Any

import numpy as np
import pytest

from parhelion.games.solenia import kernels
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import SPACES
from parhelion.kernel import COMPILED, shuffle, stream
from tests.positions import raw
from tests.solenia.edition_states import ROWS, record
from tests.solenia.event_tuples import seen_by
from tests.solenia.naive_rules import Json
from tests.solenia.positions import (
    BLOCKED,
    ISLANDS,
    Position,
    dealt,
    dealt_state,
    deliver,
    distance,
    lay,
    legal_texts,
    solenia,
)

pytestmark = pytest.mark.uncompiled

SEEDS = 60 if COMPILED else 24
"""Seeds to try where all outcomes of chance should come up."""


# --- winter


@pytest.mark.rule("S27")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(
    ("filled", "free"),
    [
        ("", "1a 1b"),
        ("1a", "1b 2a 2b"),
        ("1b", "1a 2a 2b"),
        ("1a 1b", "2a 2b"),
        ("1a 2b", "1b 3a 3b"),  # the second of level 2 needs two of level 1
        ("1a 1b 2a", "2b 3a 3b"),
        ("1a 1b 2a 2b", "3a 3b"),
        ("1a 2a 3a", "1b"),
        ("1a 1b 2a 3b", "2b"),  # the second of level 3 needs two of each
        ("1a 1b 2a 2b 3a", "3b"),
        ("1a 1b 2a 2b 3a 3b", ""),
    ],
)
def test_rulebook_a_slot_needs_more_filled_ones_below_it_than_on_its_own_level(
    row: str, filled: str, free: str
) -> None:
    other = "1a 1b 2a 2b" if filled != "1a 1b 2a 2b" else ""  # plays no part
    both = f"{filled} | {other}" if row == "day" else f"{other} | {filled}"
    position = deliver(row, slots=(both,))
    if len(free.split()) > 1:
        assert position.phase == "slot"
        assert position.moves() == {f"slot {slot}" for slot in free.split()}
    else:
        assert position.phase != "slot"  # nothing to choose
        assert position.of("slots")[row] == sorted(f"{filled} {free}".split())


@pytest.mark.rule("S27")
def test_a_seventh_tile_scores_but_brings_no_power() -> None:
    position = deliver(slots=("1a 1b 2a 2b 3a 3b |",))
    assert (position.stock(), position.stars()) == ("", 1)
    assert len(position.of("deliveries")["day"]) == 7
    assert position.points()["deliveries"] == 2 * 8 + 4 * 6 + 5
    assert position.events("slot") == []


@pytest.mark.rule("S27")
def test_winter_boards_hold_six_resources() -> None:
    assert Position(board="winter").of("capacity") == 6
    position = Position(board="winter", stock=("WWWHH",)).play("play 2*s 3-4")
    assert position.moves() == {"drop wood", "drop wheat"}


@pytest.mark.rule("S27")
def test_winter_boards_score_no_pairs() -> None:
    position = Position(slots=("1a 1b | 1a 1b",))
    assert position.points()["pairs"] == 0
    assert position.points()["total"] == position.points()["deliveries"] == 4 * 8


@pytest.mark.rule("S17", "S27")
def test_the_display_is_refilled_before_a_slot_is_chosen() -> None:
    position = deliver(board="winter", piles="WSSA6 HSSA6 | WWHH6")
    assert position.phase == "slot"
    assert position.shown("day")[0] == "WSSA6"


@pytest.mark.rule("S28")
@pytest.mark.parametrize(("row", "choice"), [("day", "wood wheat"), ("night", "stone water")])
def test_1a_makes_room_for_one_more_and_brings_one_of_two(row: str, choice: str) -> None:
    position = deliver(row, "1a", board="winter")
    assert position.of("capacity") == 7
    assert position.moves() == {f"take {resource}" for resource in choice.split()}
    position.play(f"take {choice.split()[1]}")
    assert position.of("stock")[choice.split()[1]] == 1
    assert position.player == 1


@pytest.mark.rule("S27", "S28")
def test_with_both_1a_a_winter_board_holds_eight() -> None:
    assert deliver("day", "1a", slots=("| 1a",)).of("capacity") == 8


@pytest.mark.rule("S28")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(
    ("slot", "filled", "day", "night", "stars"),
    [
        ("1b", "1a", "WH", "SA", 0),
        ("2a", "1a", "", "", 3),
        ("3a", "1a 1b 2a", "", "", 4),  # this one included
        ("3b", "1a 2a", "", "", 5),
    ],
)
def test_winter_powers(row: str, slot: str, filled: str, day: str, night: str, stars: int) -> None:
    both = f"{filled} |" if row == "day" else f"| {filled}"
    position = deliver(row, slot, slots=(both,))
    assert (position.stock(), position.stars()) == (day if row == "day" else night, 1 + stars)
    assert slot in position.of("slots")[row]
    assert position.player == 1


@pytest.mark.rule("S28")
@pytest.mark.parametrize("row", ROWS)
def test_2b_brings_any_two_resources_of_choice(row: str) -> None:
    position = deliver(row, "2b", slots=("1a |" if row == "day" else "| 1a",))
    every = {f"take {resource}" for resource in constants.RESOURCES}
    assert (position.moves(), position.view["choose"]) == (every, 2)
    position.play("take water")
    assert (position.moves(), position.view["choose"]) == (every, 1)
    position.play("take water")
    assert position.stock() == "AA"


@pytest.mark.rule("S28")
def test_3a_counts_the_tiles_of_day_and_night() -> None:
    assert deliver("day", "3a", slots=("1a 2a | 1a 1b",)).stars() == 1 + 5


# --- upgrade tiles: the draft

OFFERED: Json = {
    "level 1": ["tailwind", "barter", "lookout"],
    "level 3": [["jubilee", "guild"], ["harbour", "regatta"], ["clearance", "jubilee"]],
}


@pytest.mark.rule("S29")
def test_from_the_last_player_backwards_each_takes_a_tile_of_either_level_then_of_the_other() -> (
    None
):
    match = dealt(players="3", upgrades=OFFERED)
    offered = {level.replace(" ", "_"): tiles for level, tiles in OFFERED.items()}
    assert match.view()["position"]["offered"] == offered
    asked = []
    for tile in ("barter", "2", "lookout", "3"):
        asked.append((match.turn, {text.removeprefix("draft ") for text in legal_texts(match)}))
        match.play(f"draft {tile}")
    assert asked == [
        (2, {"tailwind", "barter", "lookout", "1", "2", "3"}),
        (1, {"tailwind", "lookout", "1", "2", "3"}),
        (0, {"tailwind", "lookout", "1", "3"}),
        (2, {"1", "3"}),  # he has a tile of level 1
    ]
    # What was left for the others was no choice.
    told = [
        (player["level_1"], player["level_3"]) for player in match.view()["position"]["players"]
    ]
    assert told == [
        ("lookout", ["jubilee", "guild"]),
        ("tailwind", ["harbour", "regatta"]),
        ("barter", ["clearance", "jubilee"]),
    ]
    assert match.view()["position"]["offered"] is None
    assert (match.turn, match.view()["position"]["phase"]) == (0, "play")


@pytest.mark.rule("S29")
def test_all_may_begin_with_the_same_level() -> None:
    match = dealt(players="2", upgrades={level: tiles[:2] for level, tiles in OFFERED.items()})
    match.play("draft 1")
    match.play("draft 2")
    assert legal_texts(match) == {"draft tailwind", "draft barter"}
    assert match.turn == 1
    match.play("draft tailwind")
    assert match.view()["position"]["players"][0]["level_1"] == "barter"
    assert seen_by(match.view(0))[-1] == [("drafted", "tailwind", 1), ("drafted", "barter", 0)]


@pytest.mark.rule("S29")
def test_alone_one_takes_one_tile_of_each_level() -> None:
    match = solenia(players="1", board="winter", upgrades="on")
    assert len(match.moves()) == 2
    match.play(match.moves()[0])
    mine, wind = match.view()["position"]["players"]
    assert None not in (mine["level_1"], mine["level_3"])
    assert (wind["level_1"], wind["level_3"]) == (None, None)
    assert (match.turn, match.view()["position"]["phase"]) == (0, "play")


@pytest.mark.rule("S29")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_as_many_tiles_of_each_level_as_players_and_halves_that_differ(players: int) -> None:
    swapped = False
    for seed in range(SEEDS // 2):
        state = dealt_state(seed, players=players, board="winter", upgrades=True)
        first, day, night = chance_of_upgrades(seed, players)
        assert state.offered_1.tolist() == first[:players] + [-1] * (4 - players)
        for i in range(players):
            if day[i] == night[i]:  # swap with the next night half
                night[i], night[i + 1] = night[i + 1], night[i]
                swapped = True
        halves = [list(pair) for pair in zip(day, night, strict=True)][:players]
        assert state.offered_3.tolist() == halves + [[-1, -1]] * (4 - players)
        assert all(one != other for one, other in halves)
    assert swapped


def chance_of_upgrades(seed: int, players: int) -> tuple[list[int], list[int], list[int]]:
    """The tiles as they are shuffled, after all else."""
    rng, before = stream(seed, "deal"), record(players=players, board="winter")
    kernels.deal(before[0], rng)
    tiles = [np.arange(8) for _ in range(3)]
    for each in tiles:
        shuffle(each, 8, rng)
    first, day, night = (each.tolist() for each in tiles)
    return first, day, night


# --- upgrade tiles: level 1

AWAKE = "1b | 1b"


def upgraded(power: str, **parts: Any) -> Position:
    """A position in which the first seat's level-1 tile is at work."""
    setup: Json = {"slots": (AWAKE,), "level_1": (power,), "level_3": ("jubilee | guild",)}
    return Position(**(setup | parts))


@pytest.mark.rule("S29")
def test_rulebook_a_level_1_tile_waits_for_the_night_delivery_opposite_the_one_by_day() -> None:
    tiles: Json = {"level_1": ("tailwind",), "level_3": ("jubilee | guild",)}
    position = deliver("night", "1a", slots=("1b |",), **tiles).play("take stone")
    assert position.of("awake") is False
    position = deliver("night", "1b", slots=("1b |",), **tiles)
    assert position.of("awake") is True
    assert position.events("woke") == [("woke", "tailwind", 0)]


@pytest.mark.rule("S29")
@pytest.mark.parametrize("row", ROWS)
def test_a_level_1_tile_replaces_what_the_1b_slots_print(row: str) -> None:
    position = deliver(row, "1b", level_1=("tailwind",), level_3=("jubilee | guild",), slots=("",))
    assert (position.stock(), position.stars(), position.of("awake")) == ("", 1, False)


@pytest.mark.rule("S29")
def test_with_upgrades_the_other_slots_bring_what_they_print() -> None:
    position = deliver(
        "day", "2a", level_1=("tailwind",), level_3=("jubilee | guild",), slots=("1a",)
    )
    assert position.stars() == 1 + 3


@pytest.mark.rule("S29")
def test_tailwind_voyages_cost_one_less() -> None:
    position = upgraded("tailwind", stock=("WHSA",), edition=ISLANDS)
    prices = {space: max(distance(space, "3-3") - 2, 0) for space in SPACES}
    assert {space: position.price(space) for space in SPACES} == prices
    position.play("play 2*s 5-5")
    assert position.view["price"] == 2
    for stock in ("", "W", "WH"):
        reach = {space for space in SPACES if prices[space] <= len(stock)}
        assert upgraded("tailwind", stock=(stock,), edition=ISLANDS).spaces() == reach


@pytest.mark.rule("S14", "S29")
def test_a_voyage_that_tailwind_makes_free_is_not_extending() -> None:
    position = upgraded("tailwind", cards=BLOCKED, hands=("0x2 1w 2*w",))
    assert position.spaces() == {"1-3", "4-2", "4-4", "5-3"}
    assert not any(move.startswith("discard") for move in position.moves())
    assert position.play("play 1w 5-3").stock() == "W"
    asleep = upgraded("tailwind", slots=("1b |",), cards=BLOCKED, hands=("0x2 1w 2*w",))
    assert asleep.moves() == {"discard 0x2", "discard 1w", "discard 2*w"}


@pytest.mark.rule("S13", "S29")
def test_tailwind_to_a_city_leaves_enough_for_a_delivery() -> None:
    display = "SSA5 | WHH5"
    assert "3-1" in upgraded("tailwind", stock=("WHH",), display=display).spaces()
    assert "5-2" not in upgraded("tailwind", stock=("SSA",), display=display).spaces()
    position = upgraded("tailwind", stock=("SSSA",), display=display).play("play 2*s 5-2")
    assert position.events("paid") == [("paid", "stone", 0)]


@pytest.mark.rule("S29")
@pytest.mark.parametrize("own", ["", "1-1", "2-5"])
def test_crows_nest_diagonal_neighbours_cost_nothing_other_distances_are_unchanged(
    own: str,
) -> None:
    position = upgraded("crow's nest", cards=(lay(own),), stock=("WHS",), edition=ISLANDS)
    starts = ["3-3", *own.split()]
    for space in SPACES:
        near = any(diagonal(space, start) for start in starts)
        far = max(min(distance(space, start) for start in starts) - 1, 0)
        assert position.price(space) == (0 if near else far), space
    assert position.spaces() == set(SPACES) - set(own.split())


def diagonal(one: str, other: str) -> bool:
    """Whether two spaces share a corner only."""
    (strip, lane), (there, aside) = (map(int, space.split("-")) for space in (one, other))
    return abs(strip - there) == abs(lane - aside) == 1


@pytest.mark.rule("S14", "S29")
def test_crows_nest_a_diagonal_neighbour_is_not_extending() -> None:
    position = upgraded("crow's nest", cards=BLOCKED, hands=("0x2 1w 2*w",))
    assert position.spaces() == {"4-2", "4-4"}  # and 2-2 and 2-4 are cities
    assert not any(move.startswith("discard") for move in position.moves())
    position.play("play 1w 4-4")
    assert position.stock() == "W"


@pytest.mark.rule("S29")
def test_deep_hold_has_room_for_four_more_and_brings_a_star_and_any_one() -> None:
    position = deliver(
        "night", "1b", slots=("1b |",), level_1=("deep hold",), level_3=("jubilee | guild",)
    )
    assert (position.of("capacity"), position.stars()) == (10, 1 + 1)
    assert position.moves() == {f"take {resource}" for resource in constants.RESOURCES}
    position.play("take water")
    assert (position.stock(), position.player) == ("A", 1)


@pytest.mark.rule("S18", "S29")
def test_deep_hold_counts_when_the_store_is_looked_at() -> None:
    assert upgraded("deep hold", stock=("WWWHHHSS",)).play("play 2*s 3-4").player == 1
    assert upgraded("deep hold", stock=("WWWHHHSSA",)).play("play 2*s 3-4").phase == "drop"


@pytest.mark.rule("S29")
def test_star_chart_a_star_and_two_for_every_later_delivery() -> None:
    tiles: Json = {"level_1": ("star chart",), "level_3": ("jubilee | guild",)}
    waking = deliver("night", "1b", slots=("1b |",), **tiles)
    assert waking.stars() == 1 + 1  # the card's and the tile's: this delivery does not count
    later = deliver("night", "2a", slots=(AWAKE,), **tiles)
    assert later.stars() == 1 + 2 + 3
    seventh = deliver("day", slots=("1a 1b 2a 2b 3a 3b | 1b",), **tiles)
    assert seventh.stars() == 1 + 2


@pytest.mark.rule("S21", "S29")
def test_cloud_nets_a_0_brings_one_and_still_advances_the_airship() -> None:
    hand = ("0ws 1h 2*s",)
    position = upgraded("cloud nets", hands=hand).play("play 0ws 3-4")
    assert position.stock() == "W"
    assert "advanced" in position.story()
    assert position.view["sky"][4]["strip"] == "A"
    city = upgraded(
        "cloud nets", hands=hand, cards=("1w@3-4",), stock=("SSA",), display="SSA5 | WWH5"
    )
    city.play("play 0ws 3-5", "slot 2a")
    assert city.stars() == 1 + 3
    assert "advanced" not in city.story()  # it was when the card was played
    assert city.events("turned") == [("turned", "A", 0)]


@pytest.mark.rule("S29")
def test_cloud_nets_other_values_are_unchanged() -> None:
    assert upgraded("cloud nets", hands=("1h 2*s 2*a",)).play("play 1h 3-4").stock() == "W"
    assert upgraded("cloud nets").play("play 2*s 3-4").stock() == "WW"


@pytest.mark.rule("S16", "S29")
def test_barter_one_resource_of_a_delivery_may_be_any_other() -> None:
    parts: Json = {"cards": ("1w@3-2",), "display": "SSA5 | WWH5"}
    assert "3-1" in upgraded("barter", stock=("WWS",), **parts).spaces()
    assert "3-1" in upgraded("barter", stock=("WWW",), **parts).spaces()
    assert "3-1" not in upgraded("barter", stock=("WSS",), **parts).spaces()
    assert "3-1" not in upgraded("barter", stock=("WW",), **parts).spaces()
    asleep = upgraded("barter", stock=("WWS",), slots=("| 1b",), **parts)
    assert "3-1" not in asleep.spaces()


@pytest.mark.rule("S29")
def test_barter_the_only_way_to_pay_is_not_asked_for() -> None:
    parts: Json = {"cards": ("1w@3-2",), "display": "SSA5 | WWH5"}
    position = upgraded("barter", stock=("WWS",), **parts).play("play 2*s 3-1")
    assert (position.phase, position.stock()) == ("slot", "")
    exact = upgraded("barter", stock=("WWH",), **parts).play("play 2*s 3-1")
    assert (exact.phase, exact.stock()) == ("slot", "")


@pytest.mark.rule("S29")
@pytest.mark.parametrize(
    ("way", "left"),
    [("exact", "SS"), ("barter wood stone", "WS"), ("barter wheat stone", "HS")],
)
def test_barter_is_a_choice_if_there_are_several_ways(way: str, left: str) -> None:
    parts: Json = {"cards": ("1w@3-2",), "display": "SSA5 | WWH5"}
    position = upgraded("barter", stock=("WWHSS",), **parts).play("play 2*s 3-1")
    assert (position.phase, position.view["chosen"]) == ("barter", {"row": "night", "place": 1})
    assert position.moves() == {"exact", "barter wood stone", "barter wheat stone"}
    assert position.play(way).stock() == left
    assert position.of("deliveries")["night"][0] == "WWH5"


@pytest.mark.rule("S29")
def test_barter_may_give_more_of_what_is_asked_for_anyway() -> None:
    parts: Json = {"cards": ("1w@3-2",), "display": "SSA5 | WHH5"}
    position = upgraded("barter", stock=("WWHH",), **parts).play("play 2*s 3-1")
    assert position.moves() == {"exact", "barter wheat wood"}
    assert position.play("barter wheat wood").stock() == "H"


@pytest.mark.rule("S13", "S16", "S29")
def test_barter_counts_after_a_voyage_too() -> None:
    parts: Json = {"display": "SSA5 | WWH5"}
    assert "3-1" not in upgraded("barter", stock=("WWS",), **parts).spaces()
    position = upgraded("barter", stock=("WWSA",), **parts).play("play 2*s 3-1")
    assert position.moves() == {"pay stone", "pay water"}  # only one may be missing
    position.play("pay water")
    assert (position.phase, position.stock()) == ("slot", "")


@pytest.mark.rule("S20", "S29")
def test_lookout_a_hand_of_four_drawn_at_once() -> None:
    position = Position(
        hands=("0ws 2*s 2*a",),
        cards=("1w@3-2 1h@1-1",),
        stock=("WWH",),
        slots=("1b |",),
        level_1=("lookout",),
        level_3=("jubilee | guild",),
        display="SSA5 | WWH5",
        decks=("1a 1s 1x1 1x1",),
    )
    position.play("play 0ws 3-1", "slot 1b")
    assert position.story() == "slot woke stars drew expelled gained turned"
    assert position.events("drew") == [("drew", 2, 0)]
    assert sorted(position.of("hand")) == ["1a", "1s", "2*a", "2*s"]
    position.play("play 2*s 3-3", "play 1a 3-4")
    assert sorted(position.of("hand")) == ["1s", "1x1", "2*a", "2*s"]


@pytest.mark.rule("S25", "S29")
def test_with_lookout_too_a_player_plays_sixteen_cards() -> None:
    parts: Json = {"hands": ("1w 1h 1s 1a", "2*w 2*h 2*s"), "decks": ("", "1a")}
    position = upgraded("lookout", edition=ISLANDS, **parts)
    while moves := position.moves():
        position.play(min(moves))
    assert [len(position.of("used", seat)) for seat in range(2)] == [16, 16]


@pytest.mark.rule("S22", "S29")
def test_salvage_two_stars_for_each_own_card_expelled_from_a_city() -> None:
    hand = ("0ws 1h 2*h",)
    position = upgraded("salvage", hands=hand, cards=("1s@1-1 0x2@1-5 1a@1-2", "1w@1-3"))
    position.play("play 0ws 3-3")
    assert position.stars() == 2 + (2 + 2)  # 1-2 is an island
    others_card = upgraded("salvage", hands=hand, cards=("", "1w@1-1")).play("play 0ws 3-3")
    assert (others_card.stars(0), others_card.stars(1)) == (0, 0)
    asleep = upgraded("salvage", hands=hand, cards=("1s@1-1",), slots=("1b |",))
    assert asleep.play("play 0ws 3-3").stars() == 0


# --- upgrade tiles: level 3


def crowned(halves: str, row: str = "day", **parts: Any) -> Position:
    """A turn in which the first seat fills the slot 3b of a row; the card brings a star."""
    setup: Json = {
        "slots": ("1a 2a | 1a 2a",), "level_1": ("tailwind",), "level_3": (halves,),
    }  # fmt: skip
    return deliver(row, "3b", **(setup | parts))


@pytest.mark.rule("S29")
def test_each_half_of_a_level_3_tile_works_on_its_own() -> None:
    position = crowned("jubilee | harbour")
    assert position.of("crowned") == {"day": True, "night": False}
    assert (position.stars(), position.events("crowned")) == (1 + 6, [("crowned", "jubilee", 0)])
    position = crowned("jubilee | harbour", "night")
    assert position.of("crowned") == {"day": False, "night": True}
    assert position.stars() == 1 + 5  # in place of the five stars that 3b prints


@pytest.mark.rule("S26", "S29")
def test_harbour_five_stars_and_every_resource_left_is_a_star() -> None:
    position = crowned("harbour | guild", stock=("SSAWWH",))
    assert position.stars() == 1 + 5
    assert position.points()["resources"] == 3
    assert crowned("guild | harbour", stock=("SSAWWH",)).points()["resources"] == 1


@pytest.mark.rule("S26", "S29")
def test_twin_cities_a_star_and_three_for_each_pair_at_the_end() -> None:
    position = crowned("twin cities | jubilee")
    assert position.stars() == 1 + 1
    assert (position.points()["pairs"], position.points()["upgrades"]) == (0, 2 * 3)
    assert crowned("twin cities | jubilee", slots=("1a 2a |",)).points()["upgrades"] == 0


@pytest.mark.rule("S26", "S29")
def test_guild_a_star_and_one_for_each_delivery_tile_at_the_end() -> None:
    position = crowned("guild | jubilee")
    assert position.stars() == 1 + 1
    assert position.points()["upgrades"] == 5


@pytest.mark.rule("S29")
def test_cornucopia_one_of_each_resource() -> None:
    position = crowned("cornucopia | jubilee")
    assert (position.stock(), position.stars()) == ("WHSA", 1)


NIGHT_AHEAD = "A-night B-night T-dawn C-day D-day"
"""The space 2-3 beside the airship is a city of the night."""


@pytest.mark.rule("S29")
@pytest.mark.parametrize(
    ("own", "stars"), [("", 3), ("1-1", 4), ("1-1 1-5", 6), ("1-1 1-5 5-5 4-4", 10)]
)
def test_regatta_two_stars_for_each_own_card_on_the_board_at_least_three(
    own: str, stars: int
) -> None:
    position = Position(
        hands=("1a 2*s 2*a",),
        cards=(lay(own), lay("3-3 3-4 4-3")),
        stock=("WWH",),
        slots=("| 1a 2a",),
        level_1=("tailwind",),
        level_3=("guild | regatta",),
        display="SSA5 | WWH5",
        sky=NIGHT_AHEAD,
    )
    position.play("play 1a 2-3", "slot 3b")
    assert position.stars() == 1 + stars


@pytest.mark.rule("S29")
def test_regatta_counts_cards_that_are_about_to_be_expelled() -> None:
    position = Position(
        hands=("0ws 2*s 2*a",),
        cards=("1w@1-1 1h@1-2",),
        stock=("WWH",),
        slots=("| 1a 2a",),
        level_1=("tailwind",),
        level_3=("guild | regatta",),
        display="SSA5 | WWH5",
        sky=NIGHT_AHEAD,
    )
    position.play("play 0ws 2-3", "slot 3b")
    assert position.stars() == 6


@pytest.mark.rule("S29")
def test_clearance_three_stars_and_up_to_four_resources_for_three_each() -> None:
    position = crowned("clearance | jubilee", stock=("SSAWWHSA",), slots=("1a 2a | 1a 2a",))
    assert (position.phase, position.view["giving"]) == ("give", 4)
    assert position.moves() == {"give wood", "give wheat", "give stone", "give water", "stop"}
    position.play("give wheat")
    assert position.moves() == {"give wood", "give stone", "give water", "stop"}
    position.play("give wood", "give stone", "give water")
    assert (position.stock(), position.stars(), position.player) == ("W", 1 + 3 + 4 * 3, 1)


@pytest.mark.rule("S29")
def test_clearance_may_be_stopped_early_or_not_be_used() -> None:
    position = crowned("clearance | jubilee", stock=("SSAWWH",)).play("give wood", "stop")
    assert (position.stock(), position.stars(), position.player) == ("WH", 1 + 3 + 3, 1)
    assert crowned("clearance | jubilee", stock=("SSAWWH",)).play("stop").stars() == 1 + 3


@pytest.mark.rule("S29")
def test_clearance_ends_when_nothing_is_left() -> None:
    position = crowned("clearance | jubilee", stock=("SSAW",)).play("give wood")
    assert (position.stock(), position.stars(), position.player) == ("", 1 + 3 + 3, 1)
    assert crowned("clearance | jubilee").player == 1  # there was nothing to give


@pytest.mark.rule("S26", "S29")
@pytest.mark.parametrize(("others_have", "stars"), [((0, 2), 6), ((3, 1), 3), ((2, 4), 0)])
def test_homecoming_for_more_deliveries_of_the_kind_than_anyone_else_or_as_many(
    others_have: tuple[int, int], stars: int
) -> None:
    slots = [["1a", "1b", "2a", "2b"][:count] for count in others_have]
    position = crowned(
        "homecoming | jubilee",
        players=3,
        slots=("1a 2a |", *(" ".join(filled) + " | 1a 1b 2a 2b" for filled in slots)),
    )
    assert position.stars() == 1 + 1
    assert position.points()["upgrades"] == stars


def test_a_draft_can_be_taken_back() -> None:
    match = dealt(players="3", upgrades=OFFERED)
    before = raw(match.state)
    for tile in ("barter", "2", "lookout", "3"):
        match.play(f"draft {tile}")
    assert match.firm == 0
    match.undo(4)
    assert raw(match.state) == before
