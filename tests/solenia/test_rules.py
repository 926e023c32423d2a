"""The rules of Solenia, statement by statement, and the examples of the printed rulebooks."""

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parhelion.games.solenia import kernels, view
from parhelion.games.solenia.editions.edition_file import template
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.airship import turn_strip
from parhelion.games.solenia.kernels.event_codes import ENDED, EVENTS
from parhelion.games.solenia.kernels.setup import shuffle_sky
from parhelion.games.solenia.kernels.state import STATE
from parhelion.games.solenia.notation import SPACES
from parhelion.kernel import question_steps, stream
from parhelion.match import Match
from parhelion.words import ENGLISH
from tests.positions import play_out, raw
from tests.solenia.edition_states import ROWS
from tests.solenia.event_tuples import SOLENIA, seen_by
from tests.solenia.naive_edition import HOUSE
from tests.solenia.positions import (
    AROUND_THE_AIRSHIP,
    BLOCKED,
    ISLANDS,
    SKY,
    Position,
    bit,
    dealt,
    dealt_state,
    deliver,
    distance,
    lay,
    legal_texts,
    others,
    solenia,
)

pytestmark = pytest.mark.uncompiled

ANAELLE, NOELIE, MADELINE = range(3)
"""Who plays in the examples of the rulebooks."""


# --- the board


@pytest.mark.rule("S1")
def test_five_strips_of_five_spaces_make_the_board() -> None:
    assert [f"{strip}-{lane}" for strip in range(1, 6) for lane in range(1, 6)] == SPACES
    assert [len(strip["spaces"]) for strip in Position().view["sky"]] == [5] * 5


@pytest.mark.rule("S1", "S3")
def test_a_position_lies_as_its_picture_says() -> None:
    told = [("".join(strip["spaces"]), strip["face"]) for strip in Position().view["sky"]]
    assert told == [
        ("NSASN", "night"),
        ("ANSNA", "night"),
        ("NAHWD", "dawn"),
        ("DWHWD", "day"),
        ("HDWDH", "day"),
    ]


@pytest.mark.rule("S1", "S12")
def test_only_spaces_that_share_an_edge_are_adjacent() -> None:
    for own in SPACES:
        position = Position(cards=(f"1w@{own}",), edition=ISLANDS)
        near = {s for s in SPACES if min(distance(s, "3-3"), distance(s, own)) <= 1}
        assert position.spaces() == near - {own}


@pytest.mark.rule("S2", "S15")
@pytest.mark.parametrize(
    ("space", "resource"), [("3-4", "W"), ("3-3", "H"), ("2-3", "S"), ("3-2", "A")]
)
@pytest.mark.parametrize(("card", "value"), [("0hs", 0), ("1s", 1), ("2*s", 2)])
def test_an_island_brings_the_value_of_the_card_in_what_it_produces(
    space: str, resource: str, card: str, value: int
) -> None:
    position = Position(hands=(f"{card} 1w 2*a",), cards=("1x1@3-1",)).play(f"play {card} {space}")
    assert position.stock() == resource * value
    assert position.stars() == 0
    assert position.events("gained") == (
        [("gained", f"{value} {names(resource)}", 0)] * (value > 0)
    )


def names(letter: str) -> str:
    """The name of a resource."""
    return constants.RESOURCES["WHSA".index(letter)]


@pytest.mark.rule("S2", "S16")
@pytest.mark.parametrize(("row", "tile"), [("day", "SSA5"), ("night", "WWH5")])
def test_a_city_of_the_day_or_the_night_takes_a_delivery_of_its_kind(row: str, tile: str) -> None:
    other = "night" if row == "day" else "day"
    assert deliver(row, stock=("WWHSSA",)).of("deliveries") == {row: [tile], other: []}


@pytest.mark.rule("S3")
def test_the_sky_begins_in_one_of_two_ways_with_the_four_strips_in_any_order() -> None:
    state, rng = dealt_state(), stream(1, "test")
    skies = Counter[tuple[bytes, bytes]]()
    for _ in range(960):
        shuffle_sky(state, rng)
        skies[state.order.tobytes(), state.face.tobytes()] += 1
    assert set(skies) == {
        (bytes([*strips[:2], 4, *strips[2:]]), bytes(faces))
        for strips in permutations(range(4))
        for faces in ([1, 1, 0, 0, 0], [0, 0, 1, 1, 1])  # dawn counts as day, dusk as night
    }
    assert max(skies.values()) < 2 * 960 / 48


@pytest.mark.rule("S3")
@pytest.mark.parametrize("chosen", ["dawn", "dusk"])
def test_the_sky_can_be_chosen(chosen: str) -> None:
    for seed in range(12):
        assert solenia(seed, sky=chosen).view()["position"]["sky"][2]["face"] == chosen


@pytest.mark.rule("S4")
def test_the_airship_begins_on_the_middle_space() -> None:
    assert solenia().view()["position"]["airship"] == "3-3"


@pytest.mark.rule("S5")
@pytest.mark.parametrize(
    ("strip", "faces"),
    [
        ("A", {"day": "WHDWH", "night": "NSASN"}),
        ("B", {"day": "DWHWD", "night": "ASNAS"}),
        ("C", {"day": "HDWHW", "night": "ANSNA"}),
        ("D", {"day": "HDWDH", "night": "SASNA"}),
        ("T", {"dawn": "NAHWD", "dusk": "DHSSN"}),
    ],
)
def test_each_strip_shows_its_faces(strip: str, faces: dict[str, str]) -> None:
    for seed in range(10):
        [laid] = [s for s in solenia(seed).view()["position"]["sky"] if s["strip"] == strip]
        assert "".join(laid["spaces"]) == faces[laid["face"]]


# --- the pieces


@pytest.mark.rule("S6", "S10")
def test_each_player_has_the_same_sixteen_cards() -> None:
    twos, ones = ("2*w", "2*h", "2*s", "2*a"), ("1x1", "1x1", "1w", "1h", "1s", "1a")
    cards = ["0x2", "0x2", "0ws", "0wa", "0hs", "0ha", *ones, *twos]
    for players in "1234":
        decks = solenia(players=players).deal["decks"]
        assert len(decks) == max(int(players), 2)  # the Trade Wind has them too
        assert all(sorted(deck) == sorted(cards) for deck in decks)


def expelled(card: str, space: str, sky: str = SKY) -> Position:
    """A turn of the first seat after which a card of the second leaves the rear strip."""
    position = Position(hands=("0ws 1w 2*w",), cards=("", f"{card}@{space}"), sky=sky)
    return position.play("play 0ws 3-3")


BY_DAY = "B-day A-day T-dusk C-night D-night"
"""Its rear strip is D W H W D."""


@pytest.mark.rule("S6", "S22")
@pytest.mark.parametrize(
    ("card", "space", "sky", "stock", "stars"),
    [
        ("0x2", "1-3", SKY, "AA", 0),
        ("0x2", "1-2", BY_DAY, "WW", 0),
        ("0x2", "1-1", SKY, "", 2),
        ("0x2", "1-1", BY_DAY, "", 2),
        ("0ws", "1-3", SKY, "WS", 0),
        ("0wa", "1-2", SKY, "WA", 0),
        ("0hs", "1-1", SKY, "HS", 0),
        ("0ha", "1-5", BY_DAY, "HA", 0),
        ("1x1", "1-2", SKY, "S", 0),
        ("1x1", "1-3", BY_DAY, "H", 0),
        ("1x1", "1-5", SKY, "", 1),
        ("1w", "1-3", SKY, "W", 0),
        ("1h", "1-2", SKY, "H", 0),
        ("1s", "1-3", BY_DAY, "S", 0),
        ("1a", "1-1", BY_DAY, "A", 0),
        ("2*w", "1-2", BY_DAY, "", 1),
        ("2*h", "1-3", BY_DAY, "", 1),
        ("2*s", "1-2", SKY, "", 1),
        ("2*a", "1-3", SKY, "", 1),
        ("2*w", "1-3", BY_DAY, "", 0),
        ("2*a", "1-2", SKY, "", 0),
        ("2*s", "1-1", SKY, "", 0),
    ],
)
def test_an_expelled_card_brings_its_power(
    card: str, space: str, sky: str, stock: str, stars: int
) -> None:
    position = expelled(card, space, sky)
    assert (position.stock(1), position.stars(1)) == (stock, stars)
    assert position.events("expelled") == [("expelled", f"{card} {space}", 1)]
    assert (position.stock(0), position.stars(0)) == ("", 0)


@pytest.mark.rule("S7")
def test_there_are_24_tiles_of_each_kind_worth_stars_by_their_size() -> None:
    tiles = solenia().deal["deliveries"]
    for row in ROWS:
        assert len(set(tiles[row])) == 24
        sizes = Counter((len(tile) - 1, int(tile[-1])) for tile in tiles[row])
        assert sizes == {(3, 5): 8, (4, 6): 14, (5, 8): 2}
    swapped = ["".join(sorted(t.translate(str.maketrans("WHSA", "SAWH")))) for t in tiles["night"]]
    assert sorted(swapped) == sorted("".join(sorted(tile)) for tile in tiles["day"])


@pytest.mark.rule("S7")
def test_the_night_asks_above_all_for_wood_and_wheat_and_the_day_for_stone_and_water() -> None:
    for row, wanted in (("night", "WH"), ("day", "SA")):
        asked = Counter("".join(tile[:-1] for tile in solenia().deal["deliveries"][row]))
        assert sum(asked[letter] for letter in wanted) > 0.6 * asked.total()


@pytest.mark.rule("S8")
def test_resources_and_stars_never_run_out() -> None:
    position = Position(players=4, hands=("2*s 1w 1h",), stock=["W" * 6] + ["W" * 8] * 3)
    position.play("play 2*s 3-4")
    assert [position.stock(seat) for seat in range(4)] == ["W" * 8] * 4
    assert deliver(stars=(500, 500)).stars() == 501


# --- setting up


@pytest.mark.rule("S9", "S32")
@pytest.mark.parametrize(("players", "shown"), [("1", 3), ("2", 3), ("3", 3), ("4", 4)])
def test_three_tiles_of_each_kind_lie_face_up_and_four_with_four_players(
    players: str, shown: int
) -> None:
    match = solenia(players=players)
    for row in ROWS:
        tiles = [tile["tile"] for tile in match.view()["position"]["display"][row]]
        assert tiles == match.deal["deliveries"][row][:shown]
        assert match.view()["position"]["left"][row] == 24 - shown


@pytest.mark.rule("S10")
@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_each_player_draws_three_cards(players: int) -> None:
    match = solenia(players=str(players))
    for seat in range(players):
        mine = match.view(seat)["position"]["players"][seat]
        assert (mine["held"], mine["deck"], mine["used"]) == (3, 13, [])
        assert sorted(mine["hand"]) == sorted(match.deal["decks"][seat][:3])


@pytest.mark.rule("S10")
def test_decks_and_deliveries_are_shuffled() -> None:
    deals = [solenia(seed).deal for seed in range(8)]
    assert len({tuple(deck) for deal in deals for deck in deal["decks"]}) == 16
    assert len({tuple(deal["deliveries"][row]) for deal in deals for row in ROWS}) == 16


@pytest.mark.rule("S10")
@pytest.mark.parametrize(
    ("players", "gifts"), [(1, [""]), (2, ["", ""]), (3, ["", "", "W"]), (4, ["", "", "W", "S"])]
)
def test_the_third_player_starts_with_a_wood_and_the_fourth_with_a_stone(
    players: int, gifts: list[str]
) -> None:
    state = dealt_state(players=players)
    for seat, gift in enumerate(gifts):
        assert state.stock[seat].tolist() == [gift.count(letter) for letter in "WHSA"]


@pytest.mark.rule("S10")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_with_an_even_start_players_have_stars_by_seat(players: int) -> None:
    stars = {2: [0, 1, 0, 0], 3: [1, 1, 0, 0], 4: [1, 2, 0, 1]}[players]
    assert dealt_state(players=players, even=True).stars.tolist() == stars
    assert dealt_state(players=players).stars.tolist() == [0] * 4


@pytest.mark.rule("S10", "S33")
def test_alone_there_is_no_second_player_to_give_a_star_to() -> None:
    even, printed = (dealt_state(players=1, even=each).stars.tolist() for each in (True, False))
    assert even == printed


@pytest.mark.rule("S10")
def test_the_first_player_begins() -> None:
    assert (solenia(players="3").turn, solenia(players="1").turn) == (0, 0)


# --- where a card may be played


@pytest.mark.rule("S11")
def test_a_turn_is_one_card_of_the_hand_on_a_space() -> None:
    position = Position(hands=("0x2 1w 2*w",), decks=("1h",))
    assert position.moves() == {
        f"play {card} {space}" for card in ("0x2", "1w", "2*w") for space in AROUND_THE_AIRSHIP
    }
    position.play("play 1w 3-4")
    assert position.lying("3-4") == ("1w", 0)
    assert sorted(position.of("hand")) == ["0x2", "1h", "2*w"]
    assert position.player == 1


@pytest.mark.rule("S11")
def test_cards_of_one_kind_are_one_choice() -> None:
    assert len(Position(hands=("1x1 1x1 0x2",)).moves()) == 2 * len(AROUND_THE_AIRSHIP)


@pytest.mark.rule("S11")
def test_a_space_with_a_card_is_not_free_whoever_played_it() -> None:
    position = Position(cards=("1w@3-4", "1w@3-2"), edition=ISLANDS)
    assert not {"3-4", "3-2"} & position.spaces()


@pytest.mark.rule("S11", "S12")
def test_the_space_of_the_airship_is_allowed_unless_a_card_lies_there() -> None:
    assert Position().play("play 2*s 3-3").lying("3-3") == ("2*s", 0)
    assert "3-3" not in Position(cards=("", "1w@3-3")).spaces()


@pytest.mark.rule("S12")
def test_cards_of_others_are_no_start_of_a_voyage() -> None:
    assert Position(cards=("", "1w@5-5 1h@1-1"), edition=ISLANDS).spaces() == set(
        AROUND_THE_AIRSHIP
    )


@pytest.mark.rule("S13")
def test_rulebook_a_stone_and_a_wood_for_two_spaces_between_card_and_target() -> None:
    position = Position(hands=("2*w 1h 1s",), cards=("1w@2-1",), stock=("WSA",))
    position.play("play 2*w 5-1")
    assert (position.phase, position.view["price"]) == ("pay", 2)
    assert position.moves() == {"pay wood", "pay stone", "pay water"}
    position.play("pay stone")
    assert position.moves() == {"pay wood", "pay water"}
    position.play("pay wood")
    assert position.stock() == "HHA"
    assert position.lying("5-1") == ("2*w", 0)


@pytest.mark.rule("S13")
@pytest.mark.parametrize("own", ["", "1-1", "5-5", "2-4", "1-1 5-5"])
def test_a_voyage_costs_one_for_each_space_between_the_nearest_start_and_the_target(
    own: str,
) -> None:
    for stock in ("", "W", "WW", "WHSA"):
        position = Position(cards=(lay(own),), stock=(stock,), edition=ISLANDS)
        starts = ["3-3", *own.split()]
        prices = {s: max(min(distance(s, start) for start in starts) - 1, 0) for s in SPACES}
        assert {space: position.price(space) for space in SPACES} == prices
        within = {space for space in SPACES if prices[space] <= len(stock)}
        assert position.spaces() == within - set(own.split())


@pytest.mark.rule("S13")
def test_spaces_between_count_whether_free_or_not() -> None:
    cards = ("", lay("4-3 3-4 4-4 4-5 5-4"))
    assert Position(cards=cards, edition=ISLANDS).price("5-5") == 3


@pytest.mark.rule("S13")
def test_a_voyage_is_paid_before_anything_is_gained() -> None:
    assert "5-3" not in Position().spaces()
    position = Position(stock=("S",)).play("play 2*s 5-3")
    assert position.story().startswith("played paid gained")
    assert position.stock() == "WW"
    full = Position(stock=("S" * 8,)).play("play 2*s 5-3", "drop wood")
    assert full.stock() == "W" + "S" * 7


@pytest.mark.rule("S13", "S21")
def test_a_voyage_is_measured_before_the_airship_moves() -> None:
    position = Position(hands=("0x2 1w 2*w",), stock=("WS",))
    position.play("play 0x2 5-3")
    assert (position.phase, position.view["price"], position.view["airship"]) == ("pay", 1, "4-3")
    position.play("pay stone")
    assert position.stock() == "W"


@pytest.mark.rule("S13", "S16")
def test_on_a_city_no_payment_may_leave_all_displayed_tiles_unpaid() -> None:
    display = "SSA5 | WHH5 WWSS6"
    assert "3-1" not in Position(stock=("WHH",), display=display).spaces()
    position = Position(stock=("WWHHA",), display=display).play("play 2*s 3-1")
    assert position.moves() == {"pay wood", "pay water"}
    position.play("pay water")
    assert position.of("deliveries")["night"] == ["WHH5"]
    only_wheat = Position(stock=("WHHH",), display=display).play("play 2*s 3-1")
    assert only_wheat.events("paid") == [("paid", "wheat", 0)]


@pytest.mark.rule("S13", "S16")
def test_a_long_voyage_to_a_city_keeps_a_tile_payable_at_every_step() -> None:
    position = Position(stock=("SSSAA",), display="SSA5 | WWH5").play("play 2*s 5-2")
    assert position.view["price"] == 2
    assert position.moves() == {"pay stone", "pay water"}
    position.play("pay stone")  # then only a water can go
    assert position.events("paid") == [("paid", "stone", 0), ("paid", "water", 0)]
    assert position.of("deliveries")["day"] == ["SSA5"]


@pytest.mark.rule("S13", "S16")
def test_the_rest_of_the_voyage_is_reckoned_with_at_every_step() -> None:
    """WWSS could be honoured without the water, but then nothing would be left to pay."""
    position = Position(stock=("WWSSA",), display="SSA5 WWSS6 | WWH5").play("play 2*s 5-2")
    assert position.events("paid") == [("paid", "wood", 0)] * 2
    assert position.of("deliveries")["day"] == ["SSA5"]


@pytest.mark.rule("S13", "S16")
def test_the_tile_that_stays_payable_need_not_be_the_same_from_the_start() -> None:
    position = Position(stock=("WHHSSA",), display="SSA5 | WHH5 WWS5 WHSS6").play("play 2*s 3-1")
    assert position.moves() == {"pay wheat", "pay stone", "pay water"}  # WHH or WHSS is left
    position.play("pay wheat")
    assert position.of("deliveries")["night"] == ["WHSS6"]


# --- nothing can be played without extending


@pytest.mark.rule("S14")
def test_who_can_only_extend_may_extend_or_discard() -> None:
    position = Position(hands=("0x2 1w 2*w",), cards=BLOCKED, stock=("S",))
    discards = {"discard 0x2", "discard 1w", "discard 2*w"}
    assert discards < position.moves()
    assert position.spaces() == {"1-3", "4-2", "4-4", "5-3"}  # the islands two steps away
    position.play("play 1w 5-3")
    assert position.stock() == "W"
    assert position.view["airship"] == "3-3"


@pytest.mark.rule("S14")
def test_who_can_afford_nothing_can_only_discard() -> None:
    position = Position(hands=("0x2 1w 2*w",), cards=BLOCKED)
    assert position.moves() == {"discard 0x2", "discard 1w", "discard 2*w"}


@pytest.mark.rule("S14")
def test_who_can_play_without_extending_may_not_discard() -> None:
    position = Position(cards=("", lay(AROUND_THE_AIRSHIP[:4])), stock=("WWHHSSAA",))
    assert not any(move.startswith("discard") for move in position.moves())


@pytest.mark.rule("S14", "S16")
def test_a_city_that_cannot_be_honoured_does_not_count_as_playable() -> None:
    cards = ("1w@3-2", lay("3-3 2-3 4-3 3-4 4-2"))  # 3-1 and 2-2 are cities of the night
    position = Position(cards=cards)
    assert all(move.startswith("discard") for move in position.moves())
    position = Position(cards=cards, stock=("WHH",))
    assert position.spaces() >= {"3-1", "2-2"}
    assert not any(move.startswith("discard") for move in position.moves())


@pytest.mark.rule("S14", "S20", "S22", "S23")
@pytest.mark.parametrize("card", ["0ws", "1w", "2*w"])
def test_a_discarded_card_advances_the_airship_once_and_does_nothing_else(card: str) -> None:
    cards = ("1h@1-1", BLOCKED[1] + " 2*h@1-2 2*w@2-1")
    position = Position(hands=("0ws 1w 2*w",), decks=("1a",), cards=cards)
    position.play(f"discard {card}")
    assert position.story() == "discarded advanced expelled gained expelled turned drew"
    assert (position.stock(), position.stars()) == ("H", 0)
    assert [strip["strip"] for strip in position.view["sky"]] == list("CTBDA")
    assert position.view["airship"] == "3-3"
    assert card in position.of("used")
    assert int(position.state.own[0]) == 0
    assert sorted(position.of("hand")) == sorted({"0ws", "1w", "2*w", "1a"} - {card})
    assert position.player == 1


@pytest.mark.rule("S14", "S25")
def test_nobody_can_play_on_a_full_board_and_all_discard() -> None:
    everything = " ".join(HOUSE["cards"])
    cards = ("", "", lay(tuple(SPACES[:16]), everything), lay(tuple(SPACES[16:]), everything))
    position = Position(players=4, cards=cards, hands=("1w 1h", "1w 2*w"), stock=("WWHH", "SSAA"))
    assert position.moves() == {"discard 1w", "discard 1h"}
    position.play("discard 1h")
    assert position.spaces() == {f"5-{lane}" for lane in range(1, 6)}  # of the strip that turned
    assert {"discard 1w", "discard 2*w"} < position.moves()


@pytest.mark.rule("S14", "S25")
def test_a_discarded_card_counts_as_played_to_the_end() -> None:
    position = Position(hands=("1w", "2*w 2*h"), decks=("", ""), cards=BLOCKED, turn=1)
    position.play("play 2*w 4-2")  # the first seat can do nothing but discard its last card
    assert position.events("discarded") == [("discarded", "1w", 0)]
    assert len(position.of("used")) == 16
    assert position.player == 1


# --- islands and cities


@pytest.mark.rule("S15")
def test_rulebook_a_2_on_a_wood_island_brings_two_wood() -> None:
    position = Position(hands=("2*s 1w 1h",)).play("play 2*s 3-4")
    assert position.stock() == "WW"
    assert position.player == 1


@pytest.mark.rule("S16", "S17", "S19")
def test_rulebook_a_1_on_a_night_city_for_a_wood_and_two_wheat() -> None:
    position = Position(
        hands=("1s 2*s 2*a",),
        cards=("1w@3-2",),
        stock=("WHH",),
        delivered=("| WWS5",),
        display="SSA5 SAA5 WSS5 | WWH5 WHH5 WHA5",
    )
    position.play("play 1s 3-1")
    assert position.stars() == 1
    assert position.of("deliveries") == {"day": [], "night": ["WHH5", "WWS5"]}
    assert position.stock() == "A"  # of the second slot


@pytest.mark.rule("S16")
@pytest.mark.parametrize(("card", "value"), [("0hs", 0), ("1s", 1), ("2*s", 2)])
def test_a_city_brings_the_value_of_the_card_in_stars(card: str, value: int) -> None:
    position = Position(hands=(f"{card} 2*h 2*a",), cards=("1w@3-4",), stock=("SSA",))
    assert position.play(f"play {card} 3-5").stars() == value
    assert ("stars delivered" in position.story()) == (value > 0)


@pytest.mark.rule("S16")
def test_one_of_the_displayed_tiles_that_can_be_paid_must_be_honoured() -> None:
    display = "SSA5 WHSS6 SAA5 | WWH5"
    position = Position(cards=("1w@3-4",), stock=("SSAA",), display=display).play("play 2*s 3-5")
    assert position.phase == "deliver"
    assert position.moves() == {"deliver day 1", "deliver day 3"}
    position.play("deliver day 3")
    assert position.stock() == "WS"  # what is left, and the bonus
    assert position.of("deliveries")["day"] == ["SAA5"]


@pytest.mark.rule("S16")
def test_a_city_is_playable_only_if_a_tile_of_its_kind_can_be_paid() -> None:
    cards = ("1x1@3-4 1x1@3-2",)
    assert not {"3-5", "3-1"} & Position(cards=cards, stock=("SA",)).spaces()
    by_day = Position(cards=cards, stock=("SSA",), display="SSA5 | WHH5").spaces()
    assert ("3-5" in by_day, "3-1" in by_day) == (True, False)
    by_night = Position(cards=cards, stock=("WHH",), display="SSA5 | WHH5").spaces()
    assert ("3-5" in by_night, "3-1" in by_night) == (False, True)


@pytest.mark.rule("S16")
def test_a_city_cannot_be_paid_with_what_it_brings() -> None:
    """The bonus and the powers of expelled cards come too late."""
    cards = ("1w@3-4 1a@1-1",)
    position = Position(hands=("0x2 0ha 0ws",), cards=cards, stock=("SS",), display="SSA5 | WHH5")
    assert "3-5" not in position.spaces()


@pytest.mark.rule("S17")
def test_the_display_is_refilled_before_the_bonus_is_gained() -> None:
    position = deliver(piles="WSSA6 HSSA6 | WWHH6")
    assert position.story() == "played stars delivered shown gained drew"
    assert position.events("shown") == [("shown", "day WSSA6", 0)]
    assert position.shown("day") == ["WSSA6", None, None]
    assert position.view["left"] == {"day": 1, "night": 1}


@pytest.mark.rule("S17")
def test_the_new_tile_takes_the_place_of_the_old_one() -> None:
    display = "SSA5 SAA5 WSS5 | WWH5"
    position = Position(cards=("1w@3-4",), stock=("SAA",), display=display, piles="HSA5 | WWHH6")
    assert position.play("play 2*s 3-5").shown("day") == ["SSA5", "HSA5", "WSS5"]


@pytest.mark.rule("S17")
def test_an_empty_pile_leaves_a_gap_in_the_display_and_then_no_city_to_play_on() -> None:
    position = deliver(stock=("SSASSA", "SSA"), piles="| WWHH6", cards=("1w@3-4", "1w@4-4"))
    assert position.shown("day") == [None, None, None]
    assert position.events("shown") == []
    assert position.stock() == "WSSA"
    assert "4-5" not in position.spaces()
    position.play("play 2*s 3-3")
    assert not {"4-5", "5-4"} & position.spaces()


@pytest.mark.rule("S17")
def test_the_tiles_lie_day_above_and_night_below() -> None:
    position = deliver("night", delivered=("SSAA6 | WWHH6",))
    assert position.of("deliveries") == {"day": ["SSAA6"], "night": ["WWH5", "WWHH6"]}


# --- the store


@pytest.mark.rule("S18")
def test_above_eight_resources_some_of_choice_are_discarded_one_at_a_time() -> None:
    position = Position(stock=("WWWHHSSA",)).play("play 2*s 3-4")
    assert (position.phase, position.player) == ("drop", 0)
    assert position.moves() == {"drop wood", "drop wheat", "drop stone", "drop water"}
    position.play("drop water")
    assert position.moves() == {"drop wood", "drop wheat", "drop stone"}
    position.play("drop wood")
    assert position.stock() == "WWWWHHSS"
    assert position.player == 1


@pytest.mark.rule("S18")
def test_eight_resources_are_not_too_many() -> None:
    position = Position(stock=("WWWHHS",)).play("play 2*s 3-4")
    assert (position.stock(), position.player) == ("WWWWWHHS", 1)


@pytest.mark.rule("S18")
def test_what_is_all_of_one_kind_is_discarded_unasked() -> None:
    position = Position(stock=("W" * 8,)).play("play 2*s 3-4")
    assert position.events("dropped") == [("dropped", "wood", 0)] * 2
    assert (position.stock(), position.player) == ("W" * 8, 1)


@pytest.mark.rule("S18", "S22")
def test_all_expelled_cards_of_a_player_are_one_gain() -> None:
    cards = ("1s@1-1 1a@1-2 0ha@1-4",)
    position = Position(hands=("0ws 1w 2*w",), cards=cards, stock=("W" * 8,))
    position.play("play 0ws 3-3")
    assert position.events("dropped") == []
    assert len(position.events("expelled")) == 3
    assert position.stock() == "W" * 8 + "HSAA"
    assert (position.phase, position.view["airship"]) == ("drop", "4-3")
    position.play("drop wood", "drop wood", "drop water", "drop wood")
    assert position.stock() == "W" * 5 + "HSA"


@pytest.mark.rule("S18", "S22")
def test_with_four_players_each_decides_about_their_own_overflow_in_turn_order() -> None:
    """Coral's turn: she is first, Violet has room enough, Amber and Teal come after her."""
    position = Position(
        players=4,
        hands=("", "0ws 1h 2*w"),
        cards=("1w@1-1", "1s@1-2", "1h@1-3", "0ha@1-4"),
        stock=("WWWWHHHH", "SSSSAAAA", "WHSA", "WWHHSSAA"),
        turn=1,
    )
    position.play("play 0ws 3-3")
    asked = []
    for move in ("drop water", "drop wheat", "drop stone", "drop wood"):
        asked.append((position.player, sorted(position.moves())))
        assert (position.phase, position.view["active"]) == ("drop", 1)
        position.play(move)
    assert asked == [
        (1, ["drop stone", "drop water"]),
        (3, ["drop stone", "drop water", "drop wheat", "drop wood"]),
        (3, ["drop stone", "drop water", "drop wheat", "drop wood"]),
        (0, ["drop wheat", "drop wood"]),
    ]
    stocks = [position.stock(seat) for seat in range(4)]
    assert stocks == ["WWWWHHHH", "SSSSSAAA", "WHHSA", "WWHHSAAA"]
    assert (position.phase, position.player) == ("play", 2)


@pytest.mark.rule("S18", "S22")
def test_who_comes_later_is_paid_after_the_others_have_decided() -> None:
    position = Position(
        players=3,
        hands=("0ws 1h 2*w",),
        cards=("1s@1-1", "1s@1-2", "1h@1-3"),
        stock=("WWWWHHHH", "WWWWHHHH", ""),
    )
    position.play("play 0ws 3-3")
    assert (position.stock(1), position.stock(2)) == ("WWWWHHHH", "")
    position.play("drop wood")
    assert (position.player, position.stock(1), position.stock(2)) == (1, "WWWWHHHHS", "")
    position.play("drop stone")
    assert position.stock(2) == "H"


@pytest.mark.rule("S18")
def test_all_resources_of_one_effect_are_one_gain() -> None:
    position = deliver(
        slot="3b",
        slots=("1a 2a |",),
        level_1=("tailwind",),
        level_3=("cornucopia | guild",),
        stock=("WWWWSSA",),
    )
    assert (position.stock(), position.stars()) == ("WWWWWHSA", 1)
    assert position.phase == "drop"  # eight of seven
    assert position.play("drop wood").stock() == "WWWWHSA"


@pytest.mark.rule("S18", "S29")
def test_every_gain_is_looked_at_on_its_own() -> None:
    """With cloud nets a 0 brings a wood; only then do expelled cards bring more."""
    position = Position(
        hands=("0ws 1h 2*w",),
        cards=("1s@1-1",),
        slots=("1b | 1b",),
        level_1=("cloud nets",),
        level_3=("jubilee | guild",),
        stock=("HHHHHH",),
    )
    position.play("play 0ws 3-4")
    assert position.moves() == {"drop wood", "drop wheat"}
    position.play("drop wheat")
    assert position.moves() == {"drop wood", "drop wheat", "drop stone"}
    assert position.play("drop stone").stock() == "WHHHHH"


# --- summer


@pytest.mark.rule("S19")
@pytest.mark.parametrize("row", ROWS)
@pytest.mark.parametrize(
    ("number", "day", "night", "stars"),
    [
        (1, "W", "S", 0),
        (2, "H", "A", 0),
        (4, "WH", "SA", 0),
        (5, "", "", 5),
        (6, "", "", 5),
        (7, "", "", 0),
        (8, "", "", 0),
    ],
)
def test_the_leftmost_free_slot_brings_its_bonus(
    row: str, number: int, day: str, night: str, stars: int
) -> None:
    before = others(number - 1, row)
    position = deliver(row, delivered=(before if row == "day" else f"| {before}",))
    assert position.stock() == (day if row == "day" else night)
    assert position.stars() == 1 + stars
    assert len(position.of("deliveries")[row]) == number


@pytest.mark.rule("S19")
@pytest.mark.parametrize(("row", "choice"), [("day", "wood wheat"), ("night", "stone water")])
def test_the_third_slot_brings_one_of_two(row: str, choice: str) -> None:
    before = others(2, row)
    for resource in choice.split():
        position = deliver(row, delivered=(before if row == "day" else f"| {before}",))
        assert (position.phase, position.view["choose"]) == ("take", 1)
        assert position.moves() == {f"take {each}" for each in choice.split()}
        position.play(f"take {resource}")
        assert position.of("stock")[resource] == 1
        assert len(position.stock()) == 1
        assert position.player == 1


@pytest.mark.rule("S19")
def test_a_seventh_tile_still_scores_its_stars() -> None:
    position = deliver(delivered=(others(6),))
    assert position.points()["deliveries"] == 5 * 5 + 6 + 5


@pytest.mark.rule("S19")
def test_the_slots_of_day_and_night_are_counted_apart() -> None:
    assert deliver("night", delivered=(others(4),)).stock() == "S"


# --- the airship advances


@pytest.mark.rule("S21")
@pytest.mark.parametrize(("card", "advances"), [("0ws", True), ("1w", False), ("2*w", False)])
def test_a_0_advances_the_airship_and_no_other_card_does(card: str, advances: bool) -> None:
    position = Position(hands=("0ws 1w 2*w",)).play(f"play {card} 3-3")
    assert ("advanced" in position.story()) == advances
    assert ("turned" in position.story()) == advances
    assert position.view["airship"] == "3-3"


@pytest.mark.rule("S16", "S17", "S21", "S22", "S23")
def test_rulebook_a_0_on_a_night_city_and_the_expelled_cards_of_two_players() -> None:
    """Noélie plays first here, Madeline second."""
    noelie, madeline = range(2)
    position = Position(
        hands=("0x2 1w 2*w",),
        cards=("0hs@1-2", "1a@1-4"),
        stock=("WHHS",),
        display="SSA5 SAA5 WSS5 | WWS5 WHHS6 WHH5",
    )
    position.play("play 0x2 2-2")
    assert (position.phase, position.view["airship"]) == ("deliver", "4-3")
    position.play("deliver night 2")
    assert position.of("deliveries", noelie)["night"] == ["WHHS6"]
    assert position.stock(noelie) == "H" + "S" + "S"  # the expelled card and the first slot
    assert position.stock(madeline) == "A"
    assert position.events("gained") == [
        ("gained", "1 stone", noelie),
        ("gained", "1 wheat", noelie),
        ("gained", "1 stone", noelie),
        ("gained", "1 water", madeline),
    ]
    assert [(strip["strip"], strip["face"]) for strip in position.view["sky"]] == [
        *(("C", "night"), ("T", "dawn"), ("B", "day"), ("D", "day"), ("A", "day")),
    ]
    assert position.lying("1-2") == ("0x2", noelie)  # it was on the second strip
    assert position.stars(noelie) == 0


@pytest.mark.rule("S5", "S6", "S22")
def test_rulebook_expelled_cards_bring_a_star_two_water_two_stars_and_a_water() -> None:
    """At dawn wood, water and a city lie on one strip, as in the printed example."""
    position = Position(
        players=3,
        hands=("0ws 1w 2*s",),
        cards=("2*w@1-4 0x2@1-2", "0x2@1-1", "1a@1-3"),
        sky="T-dawn C-night A-night B-day D-day",
    )
    position.play("play 0ws 3-3")
    gains = [(position.stock(seat), position.stars(seat)) for seat in range(3)]
    assert gains[ANAELLE] == ("AA", 1)
    assert gains[NOELIE] == ("", 2)
    assert gains[MADELINE] == ("A", 0)


@pytest.mark.rule("S22")
def test_the_card_just_played_is_expelled_too() -> None:
    position = Position(hands=("0x2 1w 2*w",), cards=("1h@2-3",)).play("play 0x2 1-3")
    assert position.events("expelled") == [("expelled", "0x2 1-3", 0)]
    assert position.stock() == "AA"
    assert position.lying("1-3") == ("1h", 0)


@pytest.mark.rule("S22")
def test_expelled_cards_are_paid_the_active_player_first_then_in_turn_order_each_by_lane() -> None:
    position = Position(
        players=4,
        hands=("", "", "0ws 1h 2*w"),
        cards=("1w@1-1", "1w@1-2", "1s@1-5 1w@1-3", "1w@1-4"),
        turn=2,
    )
    position.play("play 0ws 3-3")
    assert position.events("expelled") == [
        ("expelled", "1w 1-3", 2),
        ("expelled", "1s 1-5", 2),
        ("expelled", "1w 1-4", 3),
        ("expelled", "1w 1-1", 0),
        ("expelled", "1w 1-2", 1),
    ]


@pytest.mark.rule("S22")
def test_an_expelled_card_lies_nowhere_any_more_and_does_not_come_back() -> None:
    position = expelled("1w", "1-2")
    assert [space for space in SPACES if position.lying(space)] == ["2-3"]  # the 0
    assert "1w" in position.of("used", 1)
    assert (position.state.own[1], int(position.state.taken)) == (0, 1 << bit("2-3"))


@pytest.mark.rule("S22")
def test_only_the_rear_strip_is_expelled_and_only_when_the_airship_advanced() -> None:
    cards = ("1w@1-1 1h@2-2",)
    position = Position(hands=("0ws 1s 2*w",), cards=cards).play("play 1s 3-3")
    assert position.events("expelled") == []
    position = Position(hands=("0ws 1s 2*w",), cards=cards).play("play 0ws 3-3")
    assert position.events("expelled") == [("expelled", "1w 1-1", 0)]
    assert position.lying("1-2") == ("1h", 0)


@pytest.mark.rule("S22", "S23")
def test_what_a_space_produces_is_read_before_the_strip_is_turned() -> None:
    """The lane that shows water by night shows a day city afterwards."""
    position = expelled("0x2", "1-3")
    assert position.stock(1) == "AA"
    assert position.view["sky"][4]["spaces"] == list("WHDWH")


@pytest.mark.rule("S23")
def test_the_rear_strip_is_turned_over_and_becomes_the_front_one() -> None:
    cards = ("1h@2-1 2*h@3-5", "1w@5-5")
    position = Position(hands=("0ws 1s 2*w",), cards=cards).play("play 0ws 4-3")
    assert position.events("turned") == [("turned", "A", 0)]
    sky = [(strip["strip"], strip["face"]) for strip in position.view["sky"]]
    assert sky == [("C", "night"), ("T", "dawn"), ("B", "day"), ("D", "day"), ("A", "day")]
    lying = {space: position.lying(space) for space in SPACES if position.lying(space)}
    assert lying == {
        "1-1": ("1h", 0), "2-5": ("2*h", 0), "3-3": ("0ws", 0), "4-5": ("1w", 1),
    }  # fmt: skip
    assert position.view["airship"] == "3-3"


@pytest.mark.rule("S23")
def test_after_ten_turns_of_strips_the_sky_is_as_before() -> None:
    position = Position()
    before = position.view["sky"]
    for times in range(1, 11):
        turn_strip(position.state)
        assert (position.view["sky"] == before) == (times == 10)
        if times == 3:
            assert position.view["sky"][4] == {
                "strip": "T", "face": "dusk", "spaces": list("DHSSN"), "cards": [None] * 5,
            }  # fmt: skip


@pytest.mark.rule("S20")
def test_a_turn_ends_with_expulsion_then_turning_then_drawing() -> None:
    assert expelled("1w", "1-1").story() == "played advanced expelled gained turned drew"


@pytest.mark.rule("S20")
def test_hands_are_drawn_back_to_three_while_the_pile_lasts() -> None:
    position = Position(hands=("2*w 2*h 2*s", "2*w 2*h 2*s"), decks=("1w 1h", "1w"))
    position.play("play 2*w 3-3", "play 2*w 3-2")
    assert (sorted(position.of("hand")), position.of("deck")) == (["1w", "2*h", "2*s"], 1)
    assert position.events("drew") == [("drew", 1, 1)]
    position.play("play 2*h 3-4", "play 2*h 2-3")
    assert (position.of("held"), position.of("held", 1)) == (3, 2)
    assert (position.of("deck"), position.of("deck", 1)) == (0, 0)
    assert position.events("drew") == []


@pytest.mark.rule("S20")
def test_cards_are_drawn_from_the_top() -> None:
    match = dealt(("2*w 2*h 2*s 1a 0x2 1w",))
    match.play("play 2*w 3-3")
    assert sorted(match.view(0)["position"]["players"][0]["hand"]) == ["1a", "2*h", "2*s"]


# --- the end


@pytest.mark.rule("S24")
def test_the_last_card_of_the_game_is_resolved_in_full() -> None:
    position = Position(
        hands=("-", "0ws"), decks=("", ""), cards=("1h@1-1", "1h@1-2"), stock=("SS",), turn=1
    )
    position.play("play 0ws 4-3")
    assert position.story() == "played advanced expelled gained expelled gained turned over"
    assert (position.stock(0), position.stock(1)) == ("HSS", "H")
    assert position.view["sky"][4]["strip"] == "A"
    assert (position.phase, position.player, position.moves()) == ("over", None, set())


@pytest.mark.rule("S16", "S24")
def test_a_delivery_with_the_last_card_brings_its_bonus() -> None:
    position = deliver(hands=("1h", "-"), decks=("", ""))
    assert position.player is None
    assert (position.stock(), position.points()["total"]) == ("W", 1 + 5)


@pytest.mark.rule("S11")
def test_what_is_chosen_after_a_card_belongs_to_the_turn_of_that_card() -> None:
    position = Position(hands=("0ws 1h 2*w",), cards=("1a@1-1",), stock=("WWWWSSSS",))
    assert not kernels.mid_turn(position.state)
    position.play("play 0ws 3-3")
    assert (position.phase, bool(kernels.mid_turn(position.state))) == ("drop", True)


@pytest.mark.rule("S18", "S24")
def test_after_the_last_card_too_who_has_too_much_decides() -> None:
    position = Position(
        hands=("-", "0ws"), decks=("", ""), cards=("1h@1-1",), stock=("WWWWSSSS",), turn=1
    )
    position.play("play 0ws 3-3")
    assert (position.phase, position.player) == ("drop", 0)
    position.play("drop stone")
    assert (position.phase, position.player) == ("over", None)
    assert position.stock() == "WWWWHSSS"


@pytest.mark.rule("S25")
@pytest.mark.parametrize("players", ["1", "2", "3", "4"])
def test_the_game_ends_when_all_have_played_their_sixteen_cards(players: str) -> None:
    match = play_out(solenia(players=players))
    assert all(len(player["used"]) == 16 for player in match.view()["position"]["players"])
    assert match.outcome is not None
    assert match.outcome.reason == ("cards",)
    told = [event for events in seen_by(match.view()) for event in events]
    laid = Counter(seat for what, _, seat in told if what in ("played", "discarded", "blew"))
    assert laid == dict.fromkeys(range(max(int(players), 2)), 16)


@pytest.mark.rule("S25")
def test_before_the_end_there_is_no_outcome() -> None:
    assert solenia().outcome is None


@pytest.mark.rule("S26")
@pytest.mark.parametrize(
    ("day", "night", "stars"),
    [(0, 3, 0), (1, 1, 1), (3, 1, 1), (2, 2, 3), (3, 3, 6), (3, 5, 6), (4, 4, 10), (5, 6, 10)],
)
def test_pairs_of_day_and_night_bring_stars(day: int, night: int, stars: int) -> None:
    position = Position(delivered=(f"{others(day)} | {others(night, 'night')}",), display="|")
    assert position.points()["pairs"] == stars


@pytest.mark.rule("S26")
@pytest.mark.parametrize(("pairs", "told"), [([0, 7], [7]), ([0, 0], [])])
def test_a_delivery_tells_the_stars_of_the_pair_it_completes(
    pairs: list[int], told: list[int]
) -> None:
    edition = HOUSE | {"pairs": [*pairs, 8, 9, 20]}
    position = deliver(delivered=("| WWH5",), display="SSA5 |", edition=edition)
    events = SOLENIA.events(position.state)
    assert [event["n"] for event in events if event["what"] == "pair"] == told


@pytest.mark.rule("S26")
@pytest.mark.parametrize(
    ("stock", "stars"), [("", 0), ("W", 0), ("WH", 1), ("WHS", 1), ("WWWWWWWA", 4)]
)
def test_two_resources_left_are_a_star_whatever_they_are(stock: str, stars: int) -> None:
    assert Position(stock=(stock,)).points()["resources"] == stars


@pytest.mark.rule("S26")
def test_the_score_is_stars_and_deliveries_and_pairs_and_resources() -> None:
    position = Position(
        stars=(7, 2),
        stock=("WHS", "A"),
        delivered=("WHSSA8 HSSA6 | WWHSA8", "| WWHH6 WHHA6"),
    )
    assert position.points() == {
        "stars": 7, "deliveries": 22, "pairs": 1, "resources": 1, "upgrades": 0, "total": 31,
    }  # fmt: skip
    assert position.points(1)["total"] == 2 + 12
    out = np.zeros(2, dtype=np.int64)
    kernels.scores(position.state, out)
    assert out.tolist() == [31, 14]


def ended(stars: tuple[int, ...], **parts: Any) -> Position:
    """A game that is over: the last player has got two wheat, which are a star."""
    last = len(stars) - 1
    hands, decks = ["-"] * last + ["2*w"], [""] * len(stars)
    position = Position(
        players=len(stars), stars=stars, hands=hands, decks=decks, turn=last, **parts
    )
    return position.play("play 2*w 3-3")


@pytest.mark.rule("S26")
def test_most_stars_win_and_equals_share_the_victory() -> None:
    assert view.winners(ended((9, 3, 7)).state) == (0,)
    assert view.winners(ended((9, 3, 9)).state) == (2,)
    assert view.winners(ended((9, 9, 8)).state) == (0, 1, 2)
    assert view.sentence(ended((9, 3)).state, ENGLISH) == "Teal wins, 9 : 4."
    assert view.sentence(ended((9, 8)).state, ENGLISH) == "9 stars each: a shared victory."


# --- editions


@pytest.mark.rule("S30")
def test_another_edition_changes_the_game_without_other_kernels(tmp_path: Path) -> None:
    file = tmp_path / "my-box.toml"
    changes = {
        'A = { day = "W H D W H"': 'A = { day = "H W D H W"',
        '{ value = 2, power = "*A" }': '{ value = 2, power = "HA" }',
        '{ cost = "SSA",   stars = 5 }': '{ cost = "SSS",   stars = 9 }',
        "jubilee = { stars = 6 }": "jubilee = { stars = 7 }",
    }
    text = template()
    for old, new in changes.items():
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    house, mine = (solenia(3, edition=edition, players="2") for edition in ("house", str(file)))
    assert house.state.dtype == mine.state.dtype == STATE
    assert "2ha" in mine.deal["decks"][0]
    assert "2ha" not in house.deal["decks"][0]
    assert "SSS9" in mine.deal["deliveries"]["day"]
    assert mine.state[0].strips[0, 0].tolist() == [1, 0, 4, 1, 0]
    assert mine.state[0].crowning_amounts[constants.JUBILEE, 0] == 7
    for match in (house, mine):
        play_out(match)
        assert match.turn is None


OTHER_BOX = HOUSE | {
    "cards": ["2wh", "0sa", "0x1", *HOUSE["cards"][3:]],
    "capacity": {"summer": 3, "winter": 2},
    "pairs": [0, 7, 8, 9, 20],
    "gifts": HOUSE["gifts"] | {2: ["WWS", "A"]},
    "head start": {
        "summer": {"breeze": 4, "gale": 5, "storm": 6},
        "winter": {"breeze": 7, "gale": 8, "storm": 9},
        "upgrades": {"breeze": 10, "gale": 11, "storm": 12},
    },
    "even": {
        "summer": {2: [0, 1], 3: [1, 2, 0], 4: [0, 0, 0, 3]},
        "winter": {2: [4, 0], 3: [0, 5, 6], 4: [7, 0, 8, 9]},
        "upgrades": {2: [0, 9], 3: [8, 7, 0], 4: [6, 5, 4, 0]},
    },
    "summer": HOUSE["summer"] | {"day": [{"stars": 2, "gain": "A", "choose": 1}] * 6},
}
"""Another box: other cards, a small store, other bonuses."""

VARIANTS: list[dict[str, Any]] = [{}, {"board": "winter"}, {"board": "winter", "upgrades": True}]
"""What is played with: summer boards, winter boards, upgrade tiles too."""


@pytest.mark.rule("S30")
def test_cards_of_another_edition_have_their_powers() -> None:
    position = Position(
        hands=("0x1 1w 1h",), cards=("2wh@1-1 0sa@1-2",), edition=OTHER_BOX, decks=("",)
    )
    position.play("play 0x1 3-3", "drop water")
    assert position.stock() == "WHS"


@pytest.mark.rule("S30")
def test_capacities_gifts_pairs_and_head_starts_are_those_of_the_edition() -> None:
    state = dealt_state(edition=OTHER_BOX)
    assert state.stock[:2].tolist() == [[2, 0, 1, 0], [0, 0, 0, 1]]
    assert state.capacity[0] == 3
    for number, variant in enumerate(VARIANTS):
        alone = dealt_state(players=1, difficulty="gale", edition=OTHER_BOX, **variant)
        assert alone.stars[1] == 5 + 3 * number
    paired = Position(delivered=("SSA5 | WWH5",), display="|", edition=OTHER_BOX)
    assert paired.points()["pairs"] == 7


@pytest.mark.rule("S10", "S30")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_an_even_start_is_that_of_the_edition_and_of_the_boards(players: int) -> None:
    for name, variant in zip(("summer", "winter", "upgrades"), VARIANTS, strict=True):
        even, printed = (
            dealt_state(players=players, even=each, edition=OTHER_BOX, **variant).stars.tolist()
            for each in (True, False)
        )
        assert even[:players] == OTHER_BOX["even"][name][players]
        assert printed == [0] * 4


@pytest.mark.rule("S29", "S30")
@pytest.mark.parametrize(
    ("slot", "slots", "stars"), [("1b", "1b |", 4), ("1b", "|", 0), ("3b", "| 1a 2a", 6 + 2)]
)
def test_an_upgrade_brings_stars_when_it_starts_to_work(slot: str, slots: str, stars: int) -> None:
    position = deliver(
        "night",
        slot,
        slots=(slots,),
        level_1=("lookout",),
        level_3=("guild | jubilee",),
        edition=HOUSE | {"powers": HOUSE["powers"] | {"jubilee": {"at once": 2, "stars": 6}}},
    )
    assert position.stars() == 1 + stars


@pytest.mark.rule("S30")
def test_slots_bring_what_the_edition_says() -> None:
    position = deliver(edition=OTHER_BOX)
    assert position.stars() == 1 + 2
    position.play("take stone")
    assert position.stock() == "SA"


@pytest.mark.rule("S30")
def test_the_numbers_of_upgrade_tiles_are_those_of_the_edition() -> None:
    position = Position(
        hands=("1h 2*s 2*a",),
        cards=("1w@3-4",),
        stock=("SSA",),
        slots=("1a 2a |",),
        level_1=("tailwind",),
        level_3=("jubilee | guild",),
        display="SSA5 |",
    )
    position.state.crowning_amounts[constants.JUBILEE, 0] = 11
    assert position.play("play 1h 3-5", "slot 3b").stars() == 1 + 11


@pytest.mark.rule("S30")
def test_a_copy_of_a_state_carries_its_edition() -> None:
    position = Position(hands=("0x1 1w 1h",), cards=("2wh@1-1",), edition=OTHER_BOX)
    twin = position.states.copy()
    position.state.cards[:] = 0
    kernels.apply(twin[0], SOLENIA.move("play 0x1 3-3").action)
    assert twin[0].stock[0].tolist() == [1, 1, 0, 0]
    assert view.describe(twin[0])["players"][0]["used"] == ["2wh", "0x1"]


# --- what is asked and what is not


def test_a_card_is_asked_for_even_if_all_cards_of_the_hand_are_alike() -> None:
    """A missing question would tell the others about the hand."""
    position = Position(hands=("1x1 1x1",), decks=("",), cards=("", lay(AROUND_THE_AIRSHIP[1:])))
    assert (position.phase, position.moves()) == ("play", {"play 1x1 3-3"})


def test_the_last_card_is_played_unasked_if_it_has_one_space() -> None:
    cards = ("", lay(AROUND_THE_AIRSHIP[1:]))
    position = Position(hands=("1x1", "2*w 2*h"), decks=("", ""), cards=cards, turn=1)
    position.play("play 2*w 4-2")
    assert position.events("played") == [("played", "2*w 4-2", 1), ("played", "1x1 3-3", 0)]
    assert position.player == 1


def test_a_lone_tile_a_lone_slot_and_a_lone_resource_are_not_asked_for() -> None:
    position = deliver(slots=("1a 2a 3a |",))
    assert position.story().startswith("played stars delivered shown slot")
    voyage = Position(stock=("WW",)).play("play 2*s 4-2")
    assert voyage.events("paid") == [("paid", "wood", 0)]
    assert voyage.player == 1


def test_a_move_tells_what_it_brought_about_and_not_what_came_before() -> None:
    position = Position(stock=("WS",)).play("play 2*s 4-2")
    assert position.story() == "played"
    position.play("pay stone")
    assert position.story() == "paid gained drew"


def test_what_finds_no_room_in_the_record_is_not_told() -> None:
    position = Position()
    position.state.happened = EVENTS
    question_steps.tell(position.state, ENDED, 0, 0)
    assert position.state.happened == EVENTS
    assert (position.state.events == 0).all()


@pytest.mark.parametrize(
    "setup",
    [
        lambda: Position(hands=("1x1 1x1 0x2",)),
        lambda: Position(cards=BLOCKED, stock=("S",)),
        lambda: Position(cards=BLOCKED),
        lambda: Position(stock=("WWWHHSSA",)).play("play 2*s 3-4"),
        lambda: deliver(board="winter"),
    ],
    ids=["play", "extend or discard", "discard", "drop", "slot"],
)
def test_a_random_move_is_any_legal_one(setup: Callable[[], Position]) -> None:
    position = setup()
    rng = stream(1, "test")
    listed = {SOLENIA.move(move).action for move in position.moves()}
    assert {int(kernels.sample(position.state, rng)) for _ in range(40 * len(listed))} == listed


# --- taking back


def voyager() -> Match:
    """A match in which the first seat has a wood and a water, and is to play."""
    match = dealt(("1x1 1s 2*w 2*h", "2*w 2*h 2*s"))
    for move in ("play 1x1 3-4", "play 2*w 3-3", "play 1s 3-2", "play 2*h 2-3"):
        match.play(move)
    return match


def test_decisions_can_be_taken_back_up_to_the_last_secret_that_came_to_light() -> None:
    match = voyager()
    before = raw(match.state)
    assert match.firm == match.ply == 4  # each turn so far ended with a card drawn
    match.play("play 2*w 5-3")
    assert legal_texts(match) == {"pay wood", "pay water"}
    assert match.firm == 4
    match.undo()
    assert raw(match.state) == before
    match.play("play 2*w 5-3")
    match.play("pay water")
    assert match.firm == match.ply == 6  # a card was drawn


def test_a_tile_that_is_turned_up_makes_a_delivery_firm() -> None:
    position = Position(cards=("1w@3-4",), stock=("SSAA",), board="winter")
    position.play("play 2*s 3-5")
    assert (position.phase, int(position.state.revealed)) == ("deliver", 0)
    position.play("deliver day 2")
    assert (position.phase, int(position.state.revealed)) == ("slot", 1)


def test_without_piles_nothing_comes_to_light() -> None:
    position = deliver(
        slots=("1a 2a 3a |",), piles="|", hands=("1h 2*s 2*a", "2*w 2*h"), decks=("", "")
    )
    assert (position.player, int(position.state.revealed)) == (1, 0)
