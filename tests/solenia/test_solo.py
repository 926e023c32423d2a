"""Solenia alone against the Trade Wind, statement by statement."""

from typing import Any

import pytest

from parhelion.games.solenia import view
from parhelion.games.solenia.notation import SPACES
from parhelion.kernel import COMPILED
from parhelion.words import ENGLISH
from tests.positions import play_out
from tests.solenia.event_tuples import seen_by
from tests.solenia.naive_edition import HOUSE
from tests.solenia.naive_rules import Json
from tests.solenia.positions import BLOCKED, Position, lay, others, solenia

pytestmark = pytest.mark.uncompiled

SEEDS = 60 if COMPILED else 24
"""Seeds to try where all outcomes of chance should come up."""
AHEAD = HOUSE["head start"]["summer"]["breeze"]
"""Stars that the Trade Wind starts with."""


# --- alone against the Trade Wind


def alone(**parts: Any) -> Position:
    """A game alone; the player's cards of value 2 do not move the airship."""
    setup: Json = {"players": 1, "decks": (None, "1w 1h")}
    return Position(**(setup | parts))


@pytest.mark.rule("S31")
@pytest.mark.parametrize("lane", "1245")
def test_the_wind_turns_up_its_top_card_and_plays_it_in_the_lane_of_the_die(lane: str) -> None:
    position = alone(die=lane).play("play 2*s 3-3")
    assert position.events("rolled", "blew") == [("rolled", lane, 1), ("blew", f"1w 3-{lane}", 1)]
    assert position.lying(f"3-{lane}") == ("1w", 1)
    assert "1w" in position.of("used", 1)
    assert position.of("deck", 1) == 1
    assert position.player == 0


@pytest.mark.rule("S31")
def test_the_wind_comes_after_the_end_of_ones_turn() -> None:
    position = alone(hands=("0ws 1w 2*w",), cards=("1s@1-1",), die="2").play("play 0ws 3-3")
    assert position.story() == "played advanced expelled gained turned drew rolled blew"
    assert position.lying("3-2") == ("1w", 1)  # on the strip that has become the third


@pytest.mark.rule("S31")
def test_in_its_lane_the_card_lies_nearest_to_the_airships_strip_ties_ahead() -> None:
    for taken, space in (
        ("", "3-2"),
        ("3-2", "4-2"),
        ("3-2 4-2", "2-2"),
        ("3-2 4-2 2-2", "5-2"),
        ("3-2 4-2 2-2 5-2", "1-2"),
    ):
        position = alone(cards=(lay(taken),), die="2").play("play 2*s 3-3")
        assert position.events("blew") == [("blew", f"1w {space}", 1)]


@pytest.mark.rule("S31")
def test_a_star_is_the_lane_of_the_players_last_card() -> None:
    assert alone(die="star").play("play 2*s 3-4").lying("4-4") == ("1w", 1)
    assert alone(die="star").play("play 2*s 3-4").events("rolled") == [("rolled", "star", 1)]
    position = alone(die="star", decks=(None, "1w 2*h")).play("play 2*s 3-4", "play 2*a 3-2")
    assert position.lying("4-2") == ("2*h", 1)


@pytest.mark.rule("S14", "S31")
def test_a_star_is_lane_3_if_the_player_placed_no_card() -> None:
    position = alone(cards=BLOCKED, decks=(None, "2*w"), die="star").play("discard 2*s")
    # The airship advanced: what lay on 4-3 and 3-3 lies on 3-3 and 2-3 now.
    assert position.events("blew") == [("blew", "2*w 4-3", 1)]


@pytest.mark.rule("S14", "S31")
def test_a_discard_does_not_change_the_lane_of_the_last_card() -> None:
    wall = lay("3-3 2-3 4-3 3-2 1-4 2-4 3-5 5-4 4-5", "1x1 1x1 1h 1s 1a 2*h 2*s 2*a 0x2")
    position = alone(cards=("", wall), decks=(None, "1w 2*w"), die="star")
    position.play("play 2*s 3-4")
    assert position.lying("4-4") == ("1w", 1)
    position.play("discard 2*a")
    assert position.events("blew")[0][1].endswith("-4")


@pytest.mark.rule("S31")
def test_a_full_lane_gives_way_to_the_next_to_the_right_round() -> None:
    lane_2 = " ".join(f"{strip}-2" for strip in range(1, 6))
    assert alone(cards=(lay(lane_2),), die="2").play("play 2*s 3-4").lying("3-3") == ("1w", 1)
    lane_5 = " ".join(f"{strip}-5" for strip in range(1, 6))
    assert alone(cards=(lay(lane_5),), die="5").play("play 2*s 3-3").lying("3-1") == ("1w", 1)


@pytest.mark.rule("S31")
def test_on_a_full_board_its_card_is_discarded() -> None:
    cards = [card for card in HOUSE["cards"] if card != "1w"]
    mine, free = [card for card in cards if card not in ("2*s", "2*a", "2*h")], "3-3"
    spaces = [space for space in SPACES if space != free]
    position = alone(
        hands=("2*s 2*a 2*h",),
        cards=(lay(tuple(spaces[15:]), " ".join(mine)), lay(tuple(spaces[:15]), " ".join(cards))),
        decks=("", "1w"),
        die="1",
    )
    position.play(f"play 2*s {free}")
    assert position.events("rolled", "blew") == [("rolled", "1", 1)]
    assert (position.of("deck", 1), len(position.of("used", 1))) == (0, 16)
    assert "1w" not in [card["card"] for strip in position.view["sky"] for card in strip["cards"]]


@pytest.mark.rule("S32")
def test_on_an_island_the_wind_gains_nothing_and_blocks_the_space() -> None:
    position = alone(decks=(None, "2*w"), die="2").play("play 2*s 3-3")
    assert position.lying("3-2") == ("2*w", 1)
    assert (position.stock(1), position.stars(1), position.points(1)["total"]) == ("", AHEAD, AHEAD)
    assert "3-2" not in position.spaces()


@pytest.mark.rule("S32")
@pytest.mark.parametrize(("card", "value"), [("0ws", 0), ("1w", 1), ("2*w", 2)])
def test_on_a_city_the_wind_takes_the_leftmost_tile_and_scores_the_cards_value(
    card: str, value: int
) -> None:
    display = "WHSSA8 SSA5 SAA5 | WWH5 WHH5 WWS5"
    position = alone(decks=(None, card), display=display, piles="HSA5 |", die="5")
    position.play("play 2*s 3-3")
    assert position.of("deliveries", 1) == {"day": ["WHSSA8"], "night": []}
    assert position.shown("day") == ["HSA5", "SSA5", "SAA5"]
    assert position.points(1)["total"] == AHEAD + 8 + value
    assert position.stock(1) == ""


@pytest.mark.rule("S32")
def test_the_wind_takes_the_leftmost_tile_that_is_there_or_none() -> None:
    position = alone(decks=(None, "1w 1h"), display="SSA5 SAA5 | WWH5", piles="|", die="5")
    position.play("play 2*s 3-3")
    assert position.shown("day") == [None, "SAA5", None]
    position.play("play 2*a 3-2")  # the other card flies to 4-5, a day city too
    assert position.shown("day") == [None, None, None]
    assert position.of("deliveries", 1)["day"] == ["SSA5", "SAA5"]
    empty = alone(decks=(None, "1w"), display="| WWH5", die="5").play("play 2*s 3-3")
    assert empty.of("deliveries", 1) == {"day": [], "night": []}


@pytest.mark.rule("S32")
def test_a_0_of_the_wind_advances_the_airship_and_pays_the_players_expelled_cards() -> None:
    position = alone(decks=(None, "0ws"), cards=("1h@1-1",), die="2").play("play 2*s 3-3")
    assert position.story().endswith("blew advanced expelled gained turned")
    assert position.stock() == "HHH"
    assert position.lying("2-2") == ("0ws", 1)
    assert position.view["sky"][4]["strip"] == "A"


@pytest.mark.rule("S18", "S32")
def test_in_the_winds_turn_too_the_player_decides_about_an_overflow() -> None:
    position = alone(decks=(None, "0ws"), cards=("1h@1-1",), stock=("WWWSSS",), die="2")
    position.play("play 2*s 3-3")
    assert (position.phase, position.player, position.view["active"]) == ("drop", 0, 1)
    assert position.play("drop stone").stock() == "WWWHHHSS"
    assert (position.phase, position.player) == ("play", 0)


@pytest.mark.rule("S32")
def test_expelled_cards_of_the_wind_bring_nothing() -> None:
    cards = ("", "0x2@1-1 1h@1-2 2*a@1-3")
    position = alone(hands=("0ws 1w 2*w",), cards=cards, decks=(None, "1w"), die="2")
    position.play("play 0ws 3-3")
    assert (position.stock(1), position.stars(1)) == ("", AHEAD)
    assert all(position.lying(f"5-{lane}") is None for lane in range(1, 6))


@pytest.mark.rule("S32")
@pytest.mark.parametrize("board", ["summer", "winter"])
def test_the_winds_pairs_count_as_in_summer(board: str) -> None:
    mine = f"{others(2)} | {others(3, 'night')}"
    slots = ("1a 1b | 1a 1b 2a",) if board == "winter" else ()
    wind = f"{others(2, skip=2)} | {others(3, 'night', skip=3)}"
    position = alone(board=board, delivered=(mine, wind), slots=slots)
    assert position.points(1)["pairs"] == 3
    assert position.points(0)["pairs"] == (3 if board == "summer" else 0)


@pytest.mark.rule("S29", "S32")
def test_homecoming_alone_is_compared_with_the_wind() -> None:
    for count, stars in ((2, 6), (3, 3), (4, 0)):
        position = alone(
            slots=("1a 2a 3b |",),
            level_1=("tailwind",),
            level_3=("homecoming | guild",),
            delivered=("", f"{others(count)} |"),
        )
        assert position.points()["upgrades"] == stars


@pytest.mark.rule("S33")
@pytest.mark.parametrize(("mine", "wind", "winner"), [(9, 9, 0), (8, 9, 1), (7, 9, 1)])
def test_one_wins_alone_with_more_stars_and_a_tie_is_lost(
    mine: int, wind: int, winner: int
) -> None:
    position = alone(stars=(AHEAD + mine, wind), hands=("2*s",), decks=("", "1w"), die="2")
    position.play("play 2*s 3-3")  # two wheat are a star
    assert position.player is None
    assert view.winners(position.state) == (winner,)
    told = view.sentence(position.state, ENGLISH)
    assert told.startswith("You beat the Trade Wind" if winner == 0 else "The Trade Wind wins")


@pytest.mark.rule("S33")
@pytest.mark.parametrize(("difficulty", "stars"), [("breeze", 18), ("gale", 24), ("storm", 28)])
def test_the_wind_starts_ahead(difficulty: str, stars: int) -> None:
    match = solenia(players="1", difficulty=difficulty)
    assert [player["stars"] for player in match.view()["position"]["players"]] == [0, stars]


@pytest.mark.rule("S31")
def test_the_same_seed_rolls_the_same_dice() -> None:
    games = [seen_by(play_out(solenia(seed, players="1")).view()) for seed in (4, 4, 5)]
    assert games[0] == games[1] != games[2]
    rolls = [[v for events in game for what, v, _ in events if what == "rolled"] for game in games]
    assert len(rolls[0]) == 16
    assert rolls[0] != rolls[2]


@pytest.mark.rule("S31")
def test_every_face_of_the_die_comes_up() -> None:
    seen = {alone(seed=s).play("play 2*s 3-3").events("rolled")[0][1] for s in range(SEEDS)}
    assert seen == {"1", "2", "3", "4", "5", "star"}


@pytest.mark.rule("S24", "S25", "S31")
def test_the_winds_last_card_follows_the_players_last_card() -> None:
    match = play_out(solenia(2, players="1"))
    last = [what for what, _, _ in seen_by(match.view())[-1]]
    assert last[-1] == "over"
    assert all(player["deck"] == 0 for player in match.view()["position"]["players"])
    assert len(match.view()["position"]["players"][1]["used"]) == 16


def test_the_die_and_the_winds_card_make_a_turn_firm() -> None:
    position = alone(hands=("2*s 2*a 2*w",), decks=("", "1w"), die="2").play("play 2*s 3-3")
    assert int(position.state.revealed) == 1
