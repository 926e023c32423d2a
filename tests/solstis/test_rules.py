"""The rules of Solstis, statement by statement."""

from typing import Any

import numpy as np
import pytest

from parhelion.errors import BadDeal
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.kernels.state import ENDED, EVENTS, SLOTS
from parhelion.games.solstis.notation import NAMES
from parhelion.games.solstis.view import sentence
from parhelion.kernel.dispatch import share
from parhelion.kernel.question_steps import tell
from parhelion.words import ENGLISH
from tests.solstis import naive_rules
from tests.solstis.set_up import Table, bits, deal, dealt, legal_texts, solstis

pytestmark = pytest.mark.uncompiled

SEEDS = 60
"""Seeds to try where all outcomes of chance should come up."""


# --- pieces


@pytest.mark.rule("T1")
def test_there_are_48_tiles_in_six_rows_that_narrow_towards_the_summit() -> None:
    assert list(NAMES.values()) == naive_rules.names(naive_rules.TILES)
    rows = [sum(name.startswith(f"{row}-") for name in NAMES.values()) for row in range(1, 7)]
    assert rows == [10, 10, 10, 8, 6, 4]
    assert sum(rows) == 48


@pytest.mark.rule("T1", "T8")
def test_tiles_match_by_row_and_by_column() -> None:
    for tile, name in NAMES.items():
        matching = {
            other
            for other in naive_rules.TILES
            if naive_rules.match(other, naive_rules.tile(name)) and naive_rules.name(other) != name
        }
        assert constants.MATCHES[tile] == bits(" ".join(naive_rules.names(matching)))


@pytest.mark.rule("T1", "T13")
def test_the_mountain_has_33_squares() -> None:
    assert [NAMES[square] for square in constants.SQUARES] == naive_rules.names(naive_rules.SQUARES)
    assert len(constants.SQUARES) == 33


@pytest.mark.rule("T2", "T6")
@pytest.mark.parametrize(("evil", "spirits"), [("on", 15), ("off", 14)])
def test_there_are_12_rainbows_and_15_spirits_or_14_without_the_evil_one(
    evil: str, spirits: int
) -> None:
    match = solstis(evil=evil)
    assert match.view()["position"]["rainbows"] == 12
    assert match.view()["position"]["spirits"] == {
        "pile": spirits,
        "open": [],
        "drawn": [],
        "met": None,
    }
    assert set(match.deal["spirits"]) == set(naive_rules.SPIRITS[:spirits])


@pytest.mark.rule("T3")
@pytest.mark.parametrize("summit", ["4-2", "5-3", "6-4", "6-7", "5-8", "4-9", "6-5", "6-6"])
def test_each_of_eight_tiles_bears_a_fire(summit: str) -> None:
    row, column = naive_rules.tile(summit)
    path = [naive_rules.name((below, column)) for below in range(1, row + 1)]
    table = Table(tiles=(" ".join(path), ""))
    assert table.points()["fires"] == 1
    assert table.view["lit"] == [[summit], []]
    assert Table(tiles=(" ".join(path[:-1]), "")).points()["fires"] == 0


@pytest.mark.rule("T3")
def test_a_ninth_fire_needs_both_tiles_that_it_straddles() -> None:
    table = Table(tiles=("1-5 2-5 3-5 4-5 5-5 6-5 6-6", ""))
    assert table.points()["fires"] == 3
    assert set(table.view["lit"][0]) == {"6-5", "6-6", "6-5/6-6"}
    whole = Table(tiles=(" ".join(NAMES.values()), ""))
    assert whole.points()["fires"] == 9 == len(naive_rules.FIRES)
    assert whole.points()["area"] == 48


@pytest.mark.rule("T4")
def test_seven_spirits_are_of_wood_and_seven_are_blue() -> None:
    assert list(constants.SPIRITS) == naive_rules.SPIRITS
    for spirits, names in ((constants.WOOD, naive_rules.WOOD), (constants.BLUE, naive_rules.BLUE)):
        assert [constants.SPIRITS[i] for i in range(15) if spirits >> i & 1] == names


# --- wood spirits: each square is closed by playing 2-1, which captures 2-2

SQUARE = ("1-1 1-2", "")


def meet(spirit: str, **parts: Any) -> Table:
    """A turn in which the first seat completes the square 1-1 and meets the only spirit."""
    setup: dict[str, Any] = {
        "hands": ("2-1 3-9 6-6", "1-9 4-4 5-5"),
        "line": "2-2 5-8",
        "pile": "3-3 3-4 3-5 3-6",
        "tiles": SQUARE,
        "spirit_pile": spirit,
    }
    table = Table(**(setup | parts))
    return table.play("play 2-1") if "play 2-1" in table.moves() else table


def turn_is_over(table: Table) -> bool:
    """Whether the other seat is asked for a tile."""
    return table.phase == "play" and table.player == 1


@pytest.mark.rule("T4", "T13")
def test_the_fish_brings_a_rainbow() -> None:
    table = meet("fish")
    assert table.moves() == {"rainbow 1-3", "rainbow 2-3", "rainbow 3-1", "rainbow 3-2"}
    table.play("rainbow 3-2")
    assert table.mine("rainbows") == ["3-2"]
    assert table.view["rainbows"] == 11
    assert turn_is_over(table)


@pytest.mark.rule("T13")
def test_the_fish_without_rainbows_does_nothing() -> None:
    table = meet("fish", supply=0)
    assert table.mine("spirits") == {"fish": "1-1"}
    assert table.mine("rainbows") == []
    assert turn_is_over(table)


@pytest.mark.rule("T4", "T14")
def test_the_deer_adds_a_tile_of_the_hand_and_two_are_drawn() -> None:
    table = meet("deer")
    assert table.phase == "deer"
    assert table.moves() == {"deer 3-9", "deer 6-6"}
    table.play("deer 6-6")
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2", "6-6"]
    assert table.view["hands"][0] == ["3-3", "3-4", "3-9"]
    assert table.happened("drawn") == [2]


@pytest.mark.rule("T13")
def test_the_deer_takes_a_lone_tile_unasked_and_an_empty_hand_gives_none() -> None:
    table = Table(
        hands=("2-1 3-9", "1-9 5-5"), line="2-2", pile="3-3", tiles=SQUARE, spirit_pile="deer"
    )
    table.play("play 2-1")
    assert "3-9" in table.mine("tiles")
    table = meet("deer", hands=("2-1", "1-9 5-5"))
    assert table.mine("spirits") == {"deer": "1-1"}
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2"]
    assert turn_is_over(table)


@pytest.mark.rule("T4")
def test_the_eagle_adds_any_tile_of_the_draw_pile() -> None:
    added = set()
    for seed in range(SEEDS):
        table = meet("eagle", seed=seed)
        [tile] = table.happened("eagle")
        assert tile in table.mine("tiles")
        assert table.view["pile"] == 4 - 1 - 1
        left = [name for name in ("3-3", "3-4", "3-5", "3-6") if name != tile]
        assert table.view["hands"][0] == sorted([left[0], "3-9", "6-6"])
        added.add(tile)
    assert added == {"3-3", "3-4", "3-5", "3-6"}


@pytest.mark.rule("T13")
@pytest.mark.parametrize("spirit", ["eagle", "bear"])
def test_eagle_and_bear_do_nothing_without_a_draw_pile(spirit: str) -> None:
    table = meet(spirit, pile="", hands=("2-1 3-9 6-6", "5-5"), line="2-2 5-8")
    assert table.mine("spirits") == {spirit: "1-1"}
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2"]
    assert table.view["hands"][0] == ["3-9", "6-6"]
    assert table.state.limit.tolist() == [3, 3]


@pytest.mark.rule("T4", "T14")
def test_the_bear_draws_a_tile_at_once_and_leaves_four_in_hand_from_then_on() -> None:
    table = meet("bear")
    assert table.happened("drawn") == [1, 1]
    assert table.view["hands"][0] == ["3-3", "3-4", "3-9", "6-6"]
    assert turn_is_over(table)
    table.play("play 5-5")
    assert len(table.play("play 3-3").view["hands"][0]) == 3  # the pile is empty by now
    table = meet("bear", pile="3-3 3-4 3-5 3-6 3-7 4-6")
    table.play("play 5-5", "play 3-3")
    assert table.view["held"] == [4, 3]


@pytest.mark.rule("T4")
def test_the_dragonfly_adds_any_tile_of_the_other_hand_which_draws_one() -> None:
    added = set()
    for seed in range(SEEDS):
        table = meet("dragonfly", seed=seed)
        [tile] = table.happened("dragonfly")
        assert tile in table.mine("tiles")
        kept = {"1-9", "4-4", "5-5"} - {tile}
        assert set(table.view["hands"][1]) == kept | {"3-3"}
        assert table.view["held"] == [3, 3]
        added.add(tile)
    assert added == {"1-9", "4-4", "5-5"}


@pytest.mark.rule("T4", "T13")
def test_the_dragonfly_draws_nothing_from_an_empty_pile_and_takes_nothing_from_an_empty_hand() -> (
    None
):
    table = meet("dragonfly", pile="", hands=("2-1 3-9 6-6", "1-9"))
    assert "1-9" in table.mine("tiles")
    assert table.view["held"] == [2, 0]
    table = meet("dragonfly", pile="", hands=("2-1 3-9 6-6", ""))
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2"]
    assert table.mine("spirits") == {"dragonfly": "1-1"}


@pytest.mark.rule("T4", "T8")
def test_the_beetle_adds_a_tile_of_the_line_and_uncovers_what_lies_below() -> None:
    table = meet("beetle", under="4-7 4-8")
    assert table.line[:2] == ["4-7", "5-8"]
    assert table.moves() == {"beetle 4-7", "beetle 5-8"}
    table.play("beetle 5-8")
    assert "5-8" in table.mine("tiles")
    assert table.line[:2] == ["4-7", "4-8"]
    assert table.happened("uncovered") == ["4-8"]


@pytest.mark.rule("T13")
def test_the_beetle_takes_a_lone_tile_unasked_and_an_empty_line_gives_none() -> None:
    assert "5-8" in meet("beetle").mine("tiles")
    table = meet("beetle", line="2-2")
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2"]
    assert table.line == [None] * 6
    assert turn_is_over(table)


@pytest.mark.rule("T4", "T14")
def test_the_groundhog_brings_a_second_whole_turn_after_drawing() -> None:
    table = meet("groundhog bee", open="bear", line="2-2 5-8 3-1")
    table.play("capture 2-2", "draw", "keep groundhog")
    assert (table.phase, table.player) == ("play", 0)
    assert table.view["hands"][0] == ["3-3", "3-9", "6-6"]
    table.play("play 3-3")  # captures 3-1
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2", "3-1", "3-3"]
    assert table.view["held"] == [3, 3]
    assert turn_is_over(table)


@pytest.mark.rule("T4", "T13")
def test_another_spirit_can_be_met_in_the_groundhogs_turn() -> None:
    tiles, pile = ("1-1 1-2 2-3", ""), "1-3 3-4 3-5"
    table = meet("groundhog", open="wolf", tiles=tiles, line="2-2 1-8", pile=pile)
    table.play("draw")
    assert (table.phase, table.player) == ("play", 0)
    table.play("play 1-3")  # captures 1-8 and completes the square 1-2
    assert table.mine("spirits") == {"groundhog": "1-1", "wolf": "1-2"}
    assert turn_is_over(table)


@pytest.mark.rule("T4", "T16")
def test_the_groundhogs_turn_is_a_pass_if_no_tile_captures() -> None:
    table = meet("groundhog", pile="", line="2-2 5-8", hands=("2-1 3-9 4-4", "1-8 5-5"))
    assert table.happened("again", "passed") == [None, None]
    assert table.moves() == {"play 1-8", "play 5-5"}
    assert table.player == 1


@pytest.mark.rule("T4")
@pytest.mark.parametrize("spirit", naive_rules.BLUE)
def test_a_blue_spirit_does_nothing_before_the_end(spirit: str) -> None:
    table = meet(spirit)
    assert table.mine("spirits") == {spirit: "1-1"}
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-2"]
    assert table.view["held"] == [3, 3]
    assert turn_is_over(table)


# --- blue spirits: a table without hands and pile is at its end


GROUND = "1-1 1-2 1-3 1-4 1-5 2-1 2-2 2-3 2-4 2-5"
"""Four squares in a row, from 1-1 to 1-4."""


def spirit_points(spirits: str, tiles: str = "", rainbows: str = "") -> naive_rules.Json:
    """What each spirit of the first seat brings at the end."""
    tiles = f"{GROUND} {tiles}"
    table = Table(spirits=(spirits, ""), tiles=(tiles, ""), rainbows=(rainbows, ""))
    points: naive_rules.Json = table.points()["spirits"]
    return points


@pytest.mark.rule("T4", "T18")
def test_the_bee_likes_wood_spirits() -> None:
    assert spirit_points("bee@1-1 fish@1-2 deer@1-3 wolf@1-4")["bee"] == 3


@pytest.mark.rule("T4", "T18")
def test_the_ladybug_likes_fires_that_are_not_lit() -> None:
    dark = "4-2 5-3 6-5 6-6"
    burning = "1-9 2-9 3-9 4-9"
    assert spirit_points("ladybug@1-1", dark)["ladybug"] == 1 + 5
    assert spirit_points("ladybug@1-1", f"{dark} {burning}")["ladybug"] == 1 + 5
    assert spirit_points("ladybug@1-1", burning)["ladybug"] == 1
    assert spirit_points("ladybug@1-1", "5-4", rainbows="5-3")["ladybug"] == 1


@pytest.mark.rule("T4", "T18")
def test_the_wolf_likes_separate_areas_and_rainbows_join_them() -> None:
    assert spirit_points("wolf@1-1", "1-7 1-8 6-6")["wolf"] == 1 + 3
    joined = spirit_points("wolf@1-1", "1-7 1-8 6-6", rainbows="1-6")
    assert joined["wolf"] == 1 + 2


@pytest.mark.rule("T4", "T18")
def test_the_bird_likes_other_blue_spirits() -> None:
    assert spirit_points("bird@1-1 bee@1-2 wolf@1-3 fish@1-4")["bird"] == 3


@pytest.mark.rule("T4", "T18")
def test_the_lizard_likes_rainbows_in_the_panorama() -> None:
    table = Table(
        tiles=(GROUND, "6-6"), spirits=("lizard@1-1", ""), kept=(1, 0),
        rainbows=("3-1 3-2 3-3", "6-5"), hands=("6-4 5-3", "1-10 3-9"), line="5-8", pile="4-9",
    )  # fmt: skip
    assert table.points()["spirits"]["lizard"] == 1 + 3


@pytest.mark.rule("T4", "T18")
def test_the_butterfly_likes_lit_fires() -> None:
    assert spirit_points("butterfly@1-1", "3-5 4-5 5-5 6-5 6-6 4-2")["butterfly"] == 1 + 3


@pytest.mark.rule("T4", "T18")
def test_other_spirits_are_worth_their_own_point() -> None:
    for spirit in (*naive_rules.WOOD, "squirrel"):
        assert spirit_points(f"{spirit}@1-1")[spirit] == 1


# --- setup


@pytest.mark.rule("T5")
def test_six_stacks_of_two_three_tiles_each_and_thirty_in_the_pile() -> None:
    match = solstis()
    view, laid = match.view(0)["position"], match.deal
    assert len(view["line"]) == 6
    for slot in view["line"]:
        assert slot["tile"]
        assert slot["under"]
        assert slot["hidden"] is None
    assert view["held"] == [3, 3]
    assert view["pile"] == 30 == len(laid["pile"])
    piles = [*laid["hands"], laid["line"]["top"], laid["line"]["bottom"], laid["pile"]]
    assert sorted(tile for pile in piles for tile in pile) == sorted(NAMES.values())


@pytest.mark.rule("T5", "T6")
def test_tiles_and_spirits_are_shuffled() -> None:
    deals = [solstis(seed).deal for seed in range(8)]
    assert len({deal["pile"][0] for deal in deals}) > 1
    assert len({tuple(deal["spirits"]) for deal in deals}) == 8


@pytest.mark.rule("T5", "T6")
def test_an_explicit_deal_lies_as_it_says() -> None:
    given = deal(("6-6 6-5 6-4", "1-1 1-2 1-3"), top="5-3 5-4", pile="2-2 2-1", spirits="evil bee")
    match = solstis(deal=given)
    assert [slot["tile"] for slot in match.view()["position"]["line"]] == given["line"]["top"]
    assert set(match.view(0)["position"]["hands"][0]) == {"6-6", "6-5", "6-4"}
    assert match.view(1)["position"]["hands"] == [[], ["1-1", "1-2", "1-3"]]
    assert match.deal["pile"] == given["pile"]
    assert match.deal["spirits"] == given["spirits"]


@pytest.mark.rule("T5", "T6")
@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"pile": []}, "deal.pile: expected 30 tiles, found 0"),
        ({"hands": [["1-1"] * 3] * 2}, r"deal.hands\[0\]\[1\]: 1-1 already lies in"),
        ({"hands": [["7-1"] * 3] * 2}, r"deal.hands\[0\]\[0\]: there is no tile '7-1'"),
        ({"hands": "1-1"}, "deal.hands: expected a list, found '1-1'"),
        ({"line": ["1-1"]}, "deal.line: expected a JSON object"),
        ({"line": {"top": []}}, "deal.line.bottom: missing"),
        ({"spirits": naive_rules.SPIRITS[:14]}, "deal.spirits: expected 15 spirits, found 14"),
        ({"table": 1}, "deal.table: unknown"),
    ],
)
def test_a_deal_that_cannot_be_is_refused(change: naive_rules.Json, complaint: str) -> None:
    with pytest.raises(BadDeal, match=complaint):
        solstis(deal=deal() | change)


@pytest.mark.rule("T6")
def test_without_the_evil_spirit_a_deal_cannot_hold_it() -> None:
    given = deal() | {"spirits": naive_rules.SPIRITS[1:]}
    with pytest.raises(BadDeal, match=r"deal.spirits\[13\]: there is no spirit 'evil'"):
        solstis(evil="off", deal=given)


# --- playing a tile and capturing


@pytest.mark.rule("T7")
def test_any_tile_of_the_hand_may_be_played_and_no_other() -> None:
    match = dealt(hands=("4-2 5-5 1-1", "1-2 1-3 1-4"))
    assert legal_texts(match) == {"play 4-2", "play 5-5", "play 1-1"}
    assert match.turn == 0


@pytest.mark.rule("T8")
def test_what_alone_matches_is_captured_unasked_and_placed_first() -> None:
    table = Table(hands=("4-2 1-1", "1-3 1-4"), line="4-7 5-3", pile="6-6 6-5")
    table.play("play 4-2")
    assert table.happened("placed") == ["4-7", "4-2"]
    assert table.mine("tiles") == ["4-2", "4-7"]
    assert table.line[:2] == [None, "5-3"]


@pytest.mark.rule("T8")
def test_one_of_several_matches_must_be_captured() -> None:
    table = Table(hands=("4-4 1-1", "1-3 1-4"), line="4-7 5-4 6-4 5-3", pile="6-6 6-5")
    table.play("play 4-4")
    assert table.view["centre"] == "4-4"
    assert table.moves() == {"capture 4-7", "capture 5-4", "capture 6-4"}
    table.play("capture 5-4")
    assert table.mine("tiles") == ["4-4", "5-4"]
    assert table.line[:4] == ["4-7", None, "6-4", "5-3"]
    assert table.view["centre"] is None


@pytest.mark.rule("T8")
def test_a_face_down_tile_is_turned_up_when_it_is_uncovered() -> None:
    table = Table(hands=("4-2 1-1", "1-3 1-4"), line="4-7 5-3", under="2-8 2-9", pile="6-6 6-5")
    table.play("play 4-2")
    assert table.line[:2] == ["2-8", "5-3"]
    assert table.happened("uncovered") == ["2-8"]
    assert [slot["under"] for slot in table.view["line"][:2]] == [False, True]


@pytest.mark.rule("T9")
def test_a_tile_that_matches_nothing_joins_the_line_and_the_pile_gives_a_second_chance() -> None:
    table = Table(hands=("4-2 1-1", "1-3 1-4"), line="5-3 6-7", pile="3-7 6-6 6-5")
    table.play("play 4-2")
    assert table.happened("joined", "chance", "captured") == ["4-2", "3-7", "6-7"]
    assert table.mine("tiles") == ["3-7", "6-7"]
    assert table.line[:3] == ["5-3", None, "4-2"]


@pytest.mark.rule("T9")
def test_the_second_chance_gives_the_same_choice_and_may_capture_the_tile_just_played() -> None:
    table = Table(hands=("4-2 1-1", "1-3 1-4"), line="5-3 6-7", pile="4-7 6-6 6-5")
    table.play("play 4-2")
    assert table.view["centre"] == "4-7"
    assert table.moves() == {"capture 4-2", "capture 6-7"}
    table.play("capture 4-2")
    assert table.mine("tiles") == ["4-2", "4-7"]


@pytest.mark.rule("T9", "T14", "T16")
def test_the_second_chance_may_take_the_last_tile_of_the_pile() -> None:
    table = Table(hands=("4-2 1-7", "5-5 2-2"), line="5-3 6-7", pile="3-7")
    table.play("play 4-2")
    assert table.mine("tiles") == ["3-7", "6-7"]
    assert table.view["pile"] == 0
    assert table.view["hands"][0] == ["1-7"]
    assert table.moves() == {"play 2-2", "play 5-5"}  # 2-2 captures 4-2, 5-5 captures 5-3


@pytest.mark.rule("T9", "T16")
def test_without_a_pile_there_is_no_second_chance() -> None:
    table = Table(hands=("4-2 5-5 1-1", "1-3 1-4"), line="5-3 6-7")
    assert table.moves() == {"play 5-5"}


# --- rainbows


@pytest.mark.rule("T10", "T11")
def test_after_two_failures_both_tiles_join_the_line_and_a_rainbow_comes() -> None:
    table = Table(
        hands=("4-2 1-1", "1-3 1-4"), line="5-3 6-7", pile="3-8 6-6 6-5", tiles=("2-2", ""),
        rainbows=("2-3", ""),
    )  # fmt: skip
    table.play("play 4-2")
    assert table.line[:4] == ["5-3", "6-7", "4-2", "3-8"]
    assert table.moves() == {"rainbow 1-2", "rainbow 2-1", "rainbow 3-2"}  # not beside a rainbow
    table.play("rainbow 2-1")
    assert table.mine("rainbows") == ["2-1", "2-3"]
    assert table.view["rainbows"] == 10
    assert turn_is_over(table)


@pytest.mark.rule("T10")
def test_a_rainbow_that_comes_to_an_empty_panorama_waits_for_the_first_tile() -> None:
    table = Table(hands=("4-2 1-1 2-2", "1-3 6-6"), line="5-3 6-7", pile="3-8 4-5 3-4 3-5 2-5 2-6")
    table.play("play 4-2")
    assert turn_is_over(table)
    assert table.mine("kept") == 1
    assert table.view["rainbows"] == 11
    table.play("play 6-6")
    table.play("play 2-2")  # captures 4-2
    assert table.view["coming"] == []
    assert table.mine("tiles") == ["2-2", "4-2"]
    beside_2_2 = {"rainbow 1-2", "rainbow 2-1", "rainbow 2-3"}
    assert table.moves() == {"rainbow 3-2", "rainbow 4-3"} | beside_2_2
    table.play("rainbow 3-2")
    assert table.mine("kept") == 0
    assert table.mine("tiles") == ["2-2", "4-2"]


@pytest.mark.rule("T10")
def test_a_kept_rainbow_is_laid_after_both_tiles_of_the_turn() -> None:
    table = Table(hands=("2-2 5-5", "1-1"), line="2-1 6-6", pile="1-9 3-9", kept=(1, 0))
    table.play("play 2-2")
    assert table.happened("placed") == ["2-1", "2-2"]
    assert table.moves() == {
        "rainbow 1-1", "rainbow 1-2", "rainbow 2-3", "rainbow 3-1", "rainbow 3-2"
    }  # fmt: skip


@pytest.mark.rule("T10", "T13")
def test_a_kept_rainbow_may_complete_the_square_of_the_turn() -> None:
    table = Table(
        hands=("2-2 5-5", "1-9"), line="2-1 6-6", pile="3-9", kept=(2, 0), spirit_pile="bee"
    )
    table.play("play 2-2", "rainbow 1-1", "rainbow 1-2")
    assert table.mine("spirits") == {"bee": "1-1"}


@pytest.mark.rule("T10", "T13")
def test_a_kept_rainbow_is_laid_after_the_tile_of_a_spirit() -> None:
    """There are four places around the square, and a fifth rainbow finds none of its own."""
    table = meet("deer", kept=(5, 0))
    table.play("rainbow 1-3", "rainbow 2-3", "rainbow 3-1", "square 1-1")
    assert table.mine("rainbows") == ["1-3", "2-3", "3-1", "3-2"]
    assert table.mine("kept") == 1
    table.play("deer 6-6")
    assert table.happened("placed") == ["6-6"]
    assert table.moves() == {"rainbow 5-6", "rainbow 6-5", "rainbow 6-7"}


@pytest.mark.rule("T10")
def test_rainbows_wait_together_and_are_placed_one_after_the_other() -> None:
    table = Table(hands=("4-2 1-1", "6-6"), line="5-3 6-7", pile="3-8 2-4 2-5", kept=(1, 0))
    table.play("play 4-2")
    assert table.mine("kept") == 2
    table = Table(hands=("2-9 5-5", "6-6"), line="2-2 6-7", pile="3-8 2-4 2-5", kept=(2, 0))
    table.play("play 2-9", "rainbow 1-2", "rainbow 2-1")
    assert table.mine("kept") == 0
    assert table.mine("rainbows") == ["1-2", "2-1"]


@pytest.mark.rule("T10")
def test_when_no_rainbow_is_left_none_comes() -> None:
    table = Table(
        hands=("4-2 1-1", "1-3 1-4"),
        line="5-3 6-7",
        pile="3-8 6-6 6-5",
        tiles=("2-2", ""),
        supply=0,
    )
    table.play("play 4-2")
    assert table.happened("took") == []
    assert table.mine("rainbows") == []
    assert turn_is_over(table)


@pytest.mark.rule("T11")
def test_a_tile_that_joins_the_line_fills_the_first_gap() -> None:
    table = Table(hands=("4-2 1-1", "1-3 1-4"), line="5-3 -- 6-7 --", pile="3-8 6-6 6-5")
    table.play("play 4-2")
    assert table.line[:4] == ["5-3", "4-2", "6-7", "3-8"]


@pytest.mark.rule("T11")
def test_without_a_gap_the_line_grows() -> None:
    table = Table(hands=("4-2 6-4", "6-6 6-7"), line="1-5 1-6 1-7 1-8 1-9 1-10", pile="3-3 6-5 5-4")
    table.play("play 4-2")
    assert table.line == ["1-5", "1-6", "1-7", "1-8", "1-9", "1-10", "4-2", "3-3"]


@pytest.mark.rule("T11")
def test_the_line_may_grow_to_twelve_tiles() -> None:
    """Four tiles of four rows join a line of two rows, then each of these two rows is captured
    away before a tile of it joins as well."""
    match = dealt(
        hands=("3-1 2-1 2-3", "5-3 2-2 2-5"),
        top="1-8 1-9 1-10 2-8 2-9 2-10",
        bottom="4-3 4-4 5-4 3-2 3-3 3-4",
        pile="4-2 1-2 6-4 1-3 1-6 2-4 2-6 1-1",
        spirits=" ".join(naive_rules.BLUE),
    )
    script = (
        "play 3-1, play 5-3, play 2-1, capture 2-8, play 2-2, capture 2-9, play 2-3, capture 2-10,"
        "play 2-5, capture 1-8, play 1-2, capture 1-9, play 1-3, capture 1-10, play 1-6"
    )
    for move in script.split(","):
        while match.view()["position"]["phase"] not in ("play", "capture"):
            match.play(match.moves()[0])
        match.play(move)
    line = [slot["tile"] for slot in match.view()["position"]["line"]]
    assert len(line) == SLOTS == 12
    assert line[:10] == ["4-3", "4-4", "5-4", "3-2", "3-3", "3-4", "3-1", "4-2", "5-3", "6-4"]
    assert line[11] == "1-6"


# --- rainbows in the way


@pytest.mark.rule("T12")
def test_a_free_rainbow_moves_before_the_tile_takes_its_place() -> None:
    table = Table(
        hands=("2-3 5-5", "1-1"), line="2-9 6-6", pile="1-9 3-9", tiles=("2-2", ""),
        rainbows=("2-3", ""),
    )  # fmt: skip
    table.play("play 2-3")
    assert table.mine("tiles") == ["2-2", "2-9"]
    assert table.mine("rainbows") == []
    assert table.view["coming"] == ["2-3"]
    beside_2_9 = {"rainbow 1-9", "rainbow 3-9", "rainbow 2-8", "rainbow 2-10"}
    assert table.moves() == {"rainbow 1-2", "rainbow 3-2", "rainbow 2-1"} | beside_2_9
    table.play("rainbow 3-2")
    assert table.mine("tiles") == ["2-2", "2-3", "2-9"]
    assert table.mine("rainbows") == ["3-2"]
    assert table.view["rainbows"] == 11


@pytest.mark.rule("T10", "T12")
def test_a_rainbow_without_another_place_is_kept_until_both_tiles_are_placed() -> None:
    table = Table(
        hands=("1-9 5-5", "3-3"), line="1-2 6-6", pile="3-9 3-8", tiles=("1-1", ""),
        rainbows=("1-2 2-1", ""),
    )  # fmt: skip
    table.play("play 1-9")
    assert table.happened("lifted", "placed") == ["1-2", "1-2", "1-9"]
    assert table.view["coming"] == []
    assert table.moves() == {
        "rainbow 1-3", "rainbow 2-2", "rainbow 1-8", "rainbow 1-10", "rainbow 2-9"
    }  # fmt: skip


@pytest.mark.rule("T12")
def test_only_the_rainbow_that_gives_way_moves_before_the_tile() -> None:
    """Another one was kept; 2-2 offers places only once 1-2 gives way to its tile."""
    table = Table(
        hands=("1-9 5-5", "3-3"), line="1-2 6-6", pile="3-9 3-8", tiles=("1-1 6-4", ""),
        rainbows=("1-2 2-1 5-4", ""), kept=(1, 0),
    )  # fmt: skip
    table.play("play 1-9")
    assert table.happened("lifted", "rainbow", "placed") == ["1-2", "6-5", "1-2", "1-9"]
    assert table.mine("kept") == 1
    assert table.view["coming"] == []


@pytest.mark.rule("T12")
def test_a_rainbow_with_one_other_place_moves_there_unasked() -> None:
    table = Table(
        hands=("2-9 5-5", "3-3"), line="2-1 6-6", pile="3-9 3-8", tiles=("1-1", ""),
        rainbows=("2-1", ""),
    )  # fmt: skip
    table.play("play 2-9")
    assert table.happened("lifted", "rainbow", "placed") == ["2-1", "1-2", "2-1", "2-9"]
    assert table.mine("rainbows") == ["1-2"]


@pytest.mark.rule("T12")
def test_when_both_tiles_displace_rainbows_the_captured_one_comes_first() -> None:
    table = Table(
        hands=("2-4 5-5", "3-3"), line="2-6 6-7", pile="3-9 3-8", tiles=("2-5", ""),
        rainbows=("2-4 2-6", ""),
    )  # fmt: skip
    table.play("play 2-4")
    assert table.view["coming"] == ["2-6", "2-4"]
    assert table.moves() == {"rainbow 1-5", "rainbow 3-5"}
    table.play("rainbow 1-5")
    assert table.happened("rainbow", "placed", "lifted") == ["1-5", "2-6", "2-4"]
    assert table.moves() == {"rainbow 3-5", "rainbow 1-6", "rainbow 3-6", "rainbow 2-7"}
    table.play("rainbow 3-6")
    assert table.mine("tiles") == ["2-4", "2-5", "2-6"]
    assert table.mine("rainbows") == ["1-5", "3-6"]


@pytest.mark.rule("T12")
def test_the_tile_of_a_rainbow_under_a_spirit_leaves_the_game_and_was_captured_all_the_same() -> (
    None
):
    table = Table(
        hands=("2-9 5-5", "3-3 6-6"), line="2-2 6-7", pile="3-9 3-8", tiles=("1-1 1-2 2-1", ""),
        rainbows=("2-2", ""), spirits=("bee@1-1", ""),
    )  # fmt: skip
    table.play("play 2-9")
    assert table.happened("gone") == ["2-2"]
    assert "2-2" in table.view["gone"]
    assert table.mine("rainbows") == ["2-2"]
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "2-9"]
    assert table.happened("chance", "took") == []
    assert turn_is_over(table)


@pytest.mark.rule("T12")
def test_both_tiles_may_leave_the_game() -> None:
    table = Table(
        hands=("2-1 5-5", "3-3 6-6"), line="2-2 6-7", pile="3-9 3-8", tiles=("1-1 1-2", ""),
        rainbows=("2-1 2-2", ""), spirits=("bee@1-1", ""),
    )  # fmt: skip
    table.play("play 2-1")
    assert table.happened("gone") == ["2-2", "2-1"]
    assert table.happened("chance", "took", "drew") == []
    assert turn_is_over(table)


# --- squares and spirits


@pytest.mark.rule("T13")
def test_with_none_face_up_two_spirits_are_drawn_unasked_and_one_is_kept() -> None:
    table = meet("wolf bee fish")
    assert table.happened("drew") == ["wolf", "bee"]
    assert set(table.view["spirits"]["drawn"]) == {"wolf", "bee"}
    assert table.moves() == {"keep wolf", "keep bee"}
    table.play("keep bee")
    assert table.mine("spirits") == {"bee": "1-1"}
    assert table.view["spirits"] == {"pile": 1, "open": ["wolf"], "drawn": [], "met": None}


@pytest.mark.rule("T13")
def test_a_spirit_that_lies_face_up_may_be_taken_instead() -> None:
    table = meet("wolf bee fish", open="lizard deer")
    assert table.moves() == {"draw", "take lizard", "take deer"}
    table.play("take lizard")
    assert table.mine("spirits") == {"lizard": "1-1"}
    assert table.view["spirits"]["pile"] == 3
    assert table.view["spirits"]["open"] == ["deer"]
    assert meet("wolf bee fish", open="lizard").play("draw").phase == "keep"


@pytest.mark.rule("T13")
def test_a_rainbow_may_complete_the_square() -> None:
    table = Table(
        hands=("4-2 5-5", "3-3 6-6"), line="5-3 6-7", pile="3-8 6-5 6-4",
        tiles=("1-1 1-2 2-1", ""), spirit_pile="bee",
    )  # fmt: skip
    table.play("play 4-2", "rainbow 2-2")
    assert table.mine("spirits") == {"bee": "1-1"}


@pytest.mark.rule("T13")
def test_several_squares_bring_one_spirit_on_a_square_of_choice() -> None:
    table = meet("bee", tiles=("1-1 1-2 1-3 2-3", ""), open="wolf")
    table.play("take wolf")
    assert table.view["spirits"]["met"] == "wolf"
    assert table.moves() == {"square 1-1", "square 1-2"}
    table.play("square 1-2")
    assert table.mine("spirits") == {"wolf": "1-2"}
    assert table.view["spirits"]["pile"] == 1
    assert turn_is_over(table)


@pytest.mark.rule("T13")
def test_a_square_holds_one_spirit_and_may_overlap_another() -> None:
    table = Table(
        hands=("2-3 5-5", "3-3 6-6"), line="2-9 6-7", pile="3-8 6-5",
        tiles=("1-1 1-2 2-1 2-2 1-3", ""), spirits=("wolf@1-1", ""), spirit_pile="bee",
    )  # fmt: skip
    table.play("play 2-3")
    assert table.mine("spirits") == {"wolf": "1-1", "bee": "1-2"}


@pytest.mark.rule("T13")
def test_a_square_of_an_earlier_turn_brings_nothing() -> None:
    table = Table(
        hands=("2-9 5-5", "3-3 6-6"), line="2-6 6-7", pile="3-8 6-5",
        tiles=("1-1 1-2 2-1 2-2", ""), spirit_pile="bee",
    )  # fmt: skip
    table.play("play 2-9")
    assert table.mine("spirits") == {}
    assert table.view["spirits"]["pile"] == 1


@pytest.mark.rule("T13")
def test_a_square_is_formed_anew_by_a_tile_that_takes_a_free_rainbows_place() -> None:
    table = Table(
        hands=("2-9 5-5", "3-3 6-6"), line="2-2 6-7", pile="3-8 6-5",
        tiles=("1-1 1-2 2-1", ""), rainbows=("2-2", ""), spirit_pile="bee",
    )  # fmt: skip
    table.play("play 2-9", "rainbow 3-1")
    assert table.mine("spirits") == {"bee": "1-1"}


@pytest.mark.rule("T13")
def test_squares_completed_by_a_spirits_effect_bring_no_other() -> None:
    table = meet("fish", tiles=("1-1 1-2 1-3", ""), open="bee")
    table.play("draw", "rainbow 2-3")
    assert table.mine("spirits") == {"fish": "1-1"}
    assert turn_is_over(table)
    table = meet("beetle", tiles=("1-1 1-2 1-3", ""), line="2-2 5-8", under="2-3", open="bee")
    table.play("draw", "beetle 2-3")
    assert table.mine("tiles") == ["1-1", "1-2", "1-3", "2-1", "2-2", "2-3"]
    assert table.mine("spirits") == {"beetle": "1-1"}
    assert turn_is_over(table)


@pytest.mark.rule("T12", "T13")
def test_a_tile_brought_by_a_spirit_displaces_rainbows_or_leaves_the_game_too() -> None:
    table = meet(
        "beetle", tiles=("1-1 1-2 1-3", ""), rainbows=("2-3", ""), line="2-2 5-8", under="2-3",
        open="bee",
    )  # fmt: skip
    table.play("draw", "square 1-1", "beetle 2-3", "rainbow 3-2")
    assert table.mine("rainbows") == ["3-2"]
    assert "2-3" in table.mine("tiles")
    table = meet("deer", hands=("2-1 1-2 6-6", "1-9 5-5"), tiles=("1-1", ""), rainbows=("1-2", ""))
    table.play("deer 1-2")  # the Deer has just sat down on this rainbow
    assert "1-2" in table.view["gone"]
    assert table.mine("rainbows") == ["1-2"]


@pytest.mark.rule("T13")
def test_the_last_spirit_of_the_pile_is_met_without_a_choice() -> None:
    table = meet("bee")
    assert table.mine("spirits") == {"bee": "1-1"}
    assert table.view["spirits"] == {"pile": 0, "open": [], "drawn": [], "met": None}


@pytest.mark.rule("T13")
def test_without_a_spirit_pile_one_is_taken_that_lies_face_up() -> None:
    table = meet("", open="bee wolf")
    assert table.moves() == {"take bee", "take wolf"}
    assert meet("", open="bee").mine("spirits") == {"bee": "1-1"}


@pytest.mark.rule("T13")
def test_when_all_spirits_are_gone_a_square_brings_none() -> None:
    table = meet("")
    assert table.mine("spirits") == {}
    assert turn_is_over(table)


@pytest.mark.rule("T14")
def test_the_turn_ends_with_drawing_back_to_three_as_far_as_the_pile_goes() -> None:
    table = meet("", hands=("2-1 3-9 6-6", "1-9 5-5"))
    assert table.view["hands"][0] == ["3-3", "3-9", "6-6"]
    table = meet("deer", pile="3-3")
    table.play("deer 3-9")
    assert table.view["hands"][0] == ["3-3", "6-6"]


# --- the Evil spirit


@pytest.mark.rule("T15")
@pytest.mark.parametrize("drawn", ["evil bee fish", "bee evil fish"])
def test_who_draws_the_evil_spirit_takes_the_other_and_keeps_it(drawn: str) -> None:
    table = meet(drawn)
    assert table.mine("spirits") == {"bee": "1-1"}
    assert table.view["evil"] == 0
    assert table.view["spirits"] == {"pile": 1, "open": [], "drawn": [], "met": None}
    assert turn_is_over(table)


@pytest.mark.rule("T15")
def test_the_evil_spirit_drawn_alone_is_all_there_is() -> None:
    table = meet("evil", open="bee")
    table.play("draw")
    assert table.mine("spirits") == {}
    assert table.view["evil"] == 0
    assert table.view["spirits"] == {"pile": 0, "open": ["bee"], "drawn": [], "met": None}
    assert turn_is_over(table)


@pytest.mark.rule("T15")
def test_the_evil_spirit_passes_back_and_forth_as_its_holder_meets_spirits() -> None:
    table = meet(
        "evil bee",
        hands=("2-1 2-7 5-5", "2-9 5-8"),
        line="2-2 2-10 2-8",
        tiles=("1-1 1-2 1-7 1-8", "1-9 1-10"),
        open="wolf lizard bird",
        pile="3-3 4-4 6-6 3-4 3-5 3-6",
    )
    table.play("capture 2-2", "draw")
    assert table.view["evil"] == 0
    table.play("play 2-9", "capture 2-10", "take wolf")  # not its holder: it stays
    assert table.view["evil"] == 0
    table.play("play 2-7", "take lizard")
    assert table.view["evil"] == 1
    assert table.mine("spirits") == {"bee": "1-1", "lizard": "1-7"}


@pytest.mark.rule("T15")
def test_the_evil_spirit_comes_back() -> None:
    table = meet("", evil=0, hands=("2-1 3-9 6-6", "2-9 4-4"), line="2-2 2-10", open="bee wolf",
        tiles=("1-1 1-2", "1-9 1-10"), pile="3-3 4-6")  # fmt: skip
    table.play("capture 2-2", "take bee")
    assert table.view["evil"] == 1
    table.play("play 2-9")
    assert table.mine("spirits", 1) == {"wolf": "1-9"}
    assert table.view["evil"] == 0


# --- the end


@pytest.mark.rule("T16")
def test_with_an_empty_pile_one_of_several_tiles_is_asked_for_even_if_it_alone_captures() -> None:
    table = Table(hands=("5-5 1-1", "3-3"), line="5-3 6-7")
    assert table.player == 0
    assert table.moves() == {"play 5-5"}


@pytest.mark.rule("T16")
def test_a_lone_tile_is_played_unasked() -> None:
    table = Table(hands=("5-5", "3-9 6-6"), line="5-4 6-7")
    assert table.mine("tiles") == ["5-4", "5-5"]
    assert table.player == 1
    assert table.moves() == {"play 6-6"}


@pytest.mark.rule("T16")
def test_nothing_is_drawn_from_an_empty_pile() -> None:
    table = Table(hands=("5-5 5-6 1-1", "3-9 6-6"), line="5-4 6-7 5-8")
    table.play("play 5-5", "capture 5-4")
    assert table.view["held"] == [2, 2]


@pytest.mark.rule("T16")
def test_who_cannot_capture_passes_and_plays_again_when_something_new_is_uncovered() -> None:
    table = Table(hands=("1-1 1-2", "5-5 5-6"), line="5-8", under="1-9")
    assert table.happened("passed", "turn") == [None, None]
    assert table.player == 1
    table.play("play 5-5")
    assert table.happened("uncovered", "passed") == ["1-9"]
    assert table.player == 0
    assert table.moves() == {"play 1-1", "play 1-2"}


@pytest.mark.rule("T16")
def test_the_game_ends_when_both_pass() -> None:
    table = Table(hands=("1-1 1-2", "5-5 5-6"), line="3-9 3-10")
    assert table.happened("passed", "over") == [None, None, None]
    assert table.player is None
    assert table.moves() == set()


@pytest.mark.rule("T16")
def test_one_who_passes_does_not_end_the_game() -> None:
    table = Table(hands=("1-1 1-2", "3-5 3-6 3-7"), line="3-9 3-10")
    table.play("play 3-5", "capture 3-9")
    assert table.happened("passed") == [None]
    assert table.player == 1
    assert table.moves() == {"play 3-6", "play 3-7"}


OTHER_GROUND = "1-7 1-8 2-7 2-8"
"""A square for the second seat."""


@pytest.mark.rule("T17")
def test_the_opponent_chooses_which_spirit_the_evil_one_covers() -> None:
    table = Table(
        tiles=(GROUND, OTHER_GROUND), evil=0, spirits=("bee@1-1 fish@1-2 deer@1-3", "wolf@1-7")
    )
    assert (table.phase, table.player) == ("cover", 1)
    assert table.moves() == {"cover bee", "cover fish", "cover deer"}
    table.play("cover bee")
    assert table.view["covered"] == "bee"
    assert table.player is None
    assert table.points()["spirits"] == {"bee": 0, "fish": 1, "deer": 1}


@pytest.mark.rule("T17")
def test_a_lone_spirit_is_covered_unasked_and_a_holder_without_spirits_loses_nothing() -> None:
    square = "1-1 1-2 2-1 2-2"
    table = Table(spirits=("bee@1-1", "wolf@1-7"), evil=0, tiles=(square, OTHER_GROUND))
    assert table.view["covered"] == "bee"
    assert table.points()["total"] == 4
    table = Table(spirits=("", "wolf@1-7"), evil=0, tiles=("1-1", OTHER_GROUND))
    assert table.view["covered"] is None
    assert table.player is None
    assert [table.points(seat)["total"] for seat in range(2)] == [1, 4 + 2]


@pytest.mark.rule("T17")
def test_a_covered_spirit_counts_for_no_other() -> None:
    spirits = ("bee@1-1 fish@1-2 bird@1-3 wolf@1-4", "")
    table = Table(tiles=(GROUND, ""), spirits=spirits, evil=0)
    table.play("cover fish")
    assert table.points()["spirits"] == {"bee": 1, "fish": 0, "bird": 3, "wolf": 2}
    table = Table(tiles=(GROUND, ""), spirits=spirits, evil=0)
    table.play("cover wolf")
    assert table.points()["spirits"] == {"bee": 2, "fish": 1, "bird": 2, "wolf": 0}


@pytest.mark.rule("T4", "T17")
def test_the_squirrel_adds_the_tiles_left_in_its_owners_hand() -> None:
    table = Table(
        hands=("1-6 2-6", "5-7"), line="3-9", tiles=(GROUND, ""), spirits=("squirrel@1-3", "")
    )
    assert table.player is None
    assert table.happened("squirrel", "placed") == ["1-6", "2-6", "1-6", "2-6"]
    assert table.points()["area"] == 12
    assert table.view["hands"] == [[], ["5-7"]]


@pytest.mark.rule("T12", "T17")
def test_what_the_squirrel_adds_may_leave_the_game_or_displace_rainbows() -> None:
    """2-2 is blocked, 3-1 has a free rainbow in its place; 3-8 comes last."""
    table = Table(
        hands=("3-8 3-1 2-2", "5-5"), line="6-7", tiles=("1-1 1-2 2-1", ""),
        rainbows=("2-2 3-1", ""), spirits=("squirrel@1-1", ""),
    )  # fmt: skip
    assert table.player is None  # 1-3 is the only other place
    assert table.happened("gone", "lifted", "rainbow") == ["2-2", "3-1", "1-3"]
    table = Table(
        hands=("3-8 3-1 2-2", "5-5"), line="6-7", tiles=("1-1 1-2 2-1 6-4", ""),
        rainbows=("2-2 3-1 5-4", ""), spirits=("squirrel@1-1", ""),
    )  # fmt: skip
    assert (table.phase, table.player) == ("rainbow", 0)
    assert table.view["coming"] == ["3-1", "3-8"]
    assert table.moves() == {"rainbow 1-3", "rainbow 6-5"}
    table.play("rainbow 6-5")
    assert table.player is None
    assert table.mine("tiles") == ["1-1", "1-2", "2-1", "3-1", "3-8", "6-4"]
    assert table.mine("rainbows") == ["2-2", "5-4", "6-5"]


SQUIRREL = {
    "hands": ("1-6 2-6", "5-7"), "line": "3-9", "tiles": (GROUND, ""),
    "spirits": ("squirrel@1-3 bee@1-1", ""), "evil": 0,
}  # fmt: skip
"""The owner of the Squirrel holds the Evil spirit too."""


@pytest.mark.rule("T17")
def test_a_covered_squirrel_adds_nothing() -> None:
    table = Table(**SQUIRREL)  # type: ignore[arg-type]
    table.play("cover squirrel")
    assert "1-6" not in table.mine("tiles")
    assert table.view["hands"][0] == ["1-6", "2-6"]
    assert table.points()["total"] == 10 + 1


@pytest.mark.rule("T17")
def test_the_evil_spirit_covers_before_the_squirrel_adds() -> None:
    table = Table(**SQUIRREL)  # type: ignore[arg-type]
    assert "1-6" not in table.mine("tiles")
    table.play("cover bee")
    assert table.mine("tiles") == sorted([*GROUND.split(), "1-6", "2-6"])
    assert table.happened("covered", "squirrel") == ["bee", "1-6", "2-6"]


# --- the score


@pytest.mark.rule("T17", "T18")
def test_the_rulebooks_example_scores_twelve_stars() -> None:
    """Nine places with one rainbow, one lit fire, the Groundhog, the Butterfly and one spirit
    covered by the Evil one."""
    table = Table(
        tiles=("1-2 2-2 3-2 4-2 1-3 2-3 3-3 1-4 2-9 1-9", ""), rainbows=("2-4", ""),
        spirits=("groundhog@1-2 butterfly@2-2 bee@1-3", ""), evil=0,
    )  # fmt: skip
    table.play("cover bee")
    assert table.points() == {
        "area": 8,
        "fires": 1,
        "spirits": {"groundhog": 1, "butterfly": 2, "bee": 0},
        "total": 12,
    }
    assert table.scores() == [12, 0]


@pytest.mark.rule("T18")
def test_the_largest_area_is_the_one_with_most_landscape_tiles() -> None:
    table = Table(tiles=("1-1 1-2 1-3 1-7 1-8", ""), rainbows=("2-7 2-8 1-9", ""))
    assert table.points()["area"] == 3
    assert table.view["largest"][0] == ["1-1", "1-2", "1-3"]


@pytest.mark.rule("T18")
def test_rainbows_connect_but_do_not_count() -> None:
    table = Table(tiles=("1-1 1-3", ""), rainbows=("1-2", ""))
    assert table.points()["area"] == 2
    assert Table(tiles=("1-1 2-2", "")).points()["area"] == 1


@pytest.mark.rule("T18")
def test_a_fire_is_lit_through_tiles_and_rainbows_down_to_any_place_of_the_valley() -> None:
    assert Table(tiles=("4-2 2-2", ""), rainbows=("3-2 1-2", "")).points()["fires"] == 1
    assert Table(tiles=("4-2 3-2 1-2", "")).points()["fires"] == 0
    assert Table(tiles=("1-2 2-2 3-2", ""), rainbows=("4-2", "")).points()["fires"] == 0


@pytest.mark.rule("T18")
def test_equal_points_share_the_victory() -> None:
    table = Table(tiles=("1-1 1-2", "1-3 1-4"))
    out = np.zeros(2, dtype=np.int64)
    assert [share(table.state, seat, out) for seat in range(2)] == [0.5, 0.5]
    assert sentence(table.state, ENGLISH) == "Both reach 2 stars and share the victory."


@pytest.mark.rule("T18")
def test_most_points_win() -> None:
    table = Table(tiles=("1-1 1-2", "1-3 1-4 1-5"))
    out = np.zeros(2, dtype=np.int64)
    assert [share(table.state, seat, out) for seat in range(2)] == [0, 1]
    assert sentence(table.state, ENGLISH) == "Dusk wins with 3 stars to 2."


# --- what is told


def test_what_finds_no_room_in_the_record_is_not_told() -> None:
    """No game comes near it (see test_conservation); the kernel must not write beyond it."""
    table = Table(tiles=("1-1", "1-2"))
    for _ in range(EVENTS + 3):
        tell(table.state, ENDED, 0, 1)
    assert table.state.happened == EVENTS
    assert table.happened("over") == [None] * (EVENTS - 2)  # after two passes
