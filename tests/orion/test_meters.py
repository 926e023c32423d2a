"""The meters of Orion Duel: how far each way to win is, as the rules count it."""

import pytest

from parhelion import new
from parhelion.games.orion.kernels.constants import (
    COLOURS,
    GALAXIES_TO_WIN,
    HOLES_TO_WIN,
    ON_SIDES,
)
from parhelion.games.orion.kernels.link_distance import FAR, least_distance
from parhelion.games.orion.notation import NAMES
from parhelion.games.orion.progress import ACROSS, Progress, progress
from parhelion.match import Match
from parhelion.scene import Item
from tests.orion.matches import orion, position
from tests.positions import play_out, positions

WAYS = ("link", "galaxies", "holes")


def meter(match: Match, seat: int, way: str) -> Item:
    """A meter as Blue sees it."""
    wanted = f"meter-{COLOURS[seat]}-{way}"
    return next(item for item in match.scene(0).items if item.id == wanted)


def random_positions() -> list[Match]:
    return [
        match.copy()
        for seed in range(4)
        for match in positions(orion(f"symmetric-{seed % 3 + 1}"), seed)
    ]


@pytest.mark.rule("O10")
def test_what_a_link_needs_is_what_the_bots_see() -> None:
    near = 0
    for match in random_positions():
        for seat in range(2):
            missing = progress(match.view(), seat).missing
            least = least_distance(match.state[0], seat)
            assert min(FAR, FAR if missing is None else missing) == least
            near += least < FAR
    assert near > 50


@pytest.mark.rule("O10")
def test_a_meter_is_full_exactly_when_the_rules_say_that_its_way_is_reached() -> None:
    reached = [0, 0, 0]
    for seed in range(60):
        match = play_out(orion(f"symmetric-{seed % 3 + 1}"), seed)
        ways = [int(match.state[0].ways[seat]) for seat in range(2)]
        for seat in range(2):
            full = [" reached" in meter(match, seat, way).classes for way in WAYS]
            assert full == [bool(ways[seat] >> bit & 1) for bit in range(3)]
            reached = [count + now for count, now in zip(reached, full, strict=True)]
    assert reached[0] > 2
    assert reached[2] > 2


@pytest.mark.rule("O10")
def test_four_galaxies_on_one_chain_fill_their_meter() -> None:
    """Blue holds everything but the rim: all galaxies of symmetric-1 but none of its sides."""
    inner = [name for name, sides in zip(NAMES, ON_SIDES, strict=True) if not sides]
    full = meter(position(blue=" ".join(inner)), 0, "galaxies")
    assert full.classes.endswith(f"full-{GALAXIES_TO_WIN} reached")


@pytest.mark.rule("O10")
def test_an_empty_board_is_eleven_cells_wide() -> None:
    fresh = orion()
    assert progress(fresh.view(), 0) == progress(fresh.view(), 1) == Progress(ACROSS, 0, 0)
    assert meter(fresh, 0, "link").text == "0/11"
    assert meter(fresh, 0, "link").label == (
        "Blue: 0/11, a link of opposite constellations needs at least 11 more cells"
    )


@pytest.mark.rule("O10")
def test_one_cell_before_a_link_the_meter_says_so() -> None:
    match = position(blue="e1 e2 e3 f3 f4 g5 g6 g7 g8 g9")
    assert progress(match.view(), 0).missing == 1
    assert meter(match, 0, "link").text == "10/11"
    assert (
        meter(match, 0, "link").label
        == "Blue: 10/11, a link of opposite constellations needs 1 more cell"
    )


@pytest.mark.rule("O10")
def test_a_colour_that_is_cut_off_has_no_link_any_more() -> None:
    """Here one side of every pair is covered."""
    match = position(orange="a1 a2 a3 a4 b1 c1 d1 e1 b7 c8 d9 e10")
    assert progress(match.view(), 0).missing is None
    closed = meter(match, 0, "link")
    assert (closed.text, "closed" in closed.classes) == ("–", True)
    assert closed.label == "Blue: opposite constellations can no longer be linked"


@pytest.mark.rule("O10")
def test_black_holes_on_a_chain_of_the_opponent_count_for_the_player() -> None:
    match = random_positions()[0]
    hole = match.view()["position"]["holes"][0]
    there = position(orange=hole)
    assert progress(there.view(), 0).holes == 1
    assert progress(there.view(), 1).holes == 0
    assert meter(there, 0, "holes").text == f"1/{HOLES_TO_WIN}"
    assert "black holes on one chain of the opponent" in meter(there, 0, "holes").label


@pytest.mark.rule("O10")
def test_galaxies_on_separate_chains_are_not_added_up() -> None:
    galaxies = orion().view()["position"]["galaxies"][:3]
    match = position(blue=" ".join(galaxies))
    assert progress(match.view(), 0).galaxies == 1
    assert meter(match, 0, "galaxies").text == f"1/{GALAXIES_TO_WIN}"


def test_the_table_in_words_tells_what_the_meters_show() -> None:
    for match in random_positions()[::6]:
        lines = {line for section in match.scene(0).sections for line in section.lines}
        for seat in range(2):
            assert {meter(match, seat, way).label for way in WAYS} <= lines


def test_meters_that_show_the_same_are_the_same_objects() -> None:
    """What has not changed is neither drawn nor sent again."""
    first, second = new("orion", seed=1), new("orion", seed=1)
    second.play(second.moves()[0])
    for way in ("galaxies", "holes"):
        assert meter(first, 0, way) is meter(second, 0, way)


# --- the end -----------------------------------------------------------------------------


@pytest.mark.rule("O11", "O12", "O13")
def test_the_line_of_the_result_that_decided_stands_out() -> None:
    lines = {
        "constellations": "Linked pairs of constellations",
        "galaxies": "Most galaxies on one chain",
        "holes": "Most black holes on one chain",
        "tiles": "Galaxies minus black holes",
        "stuck": "Tiles left",
    }
    reasons = set[str]()
    for seed in range(60):
        match = play_out(orion(), seed)
        ending = match.scene(0).ending
        assert match.outcome
        assert ending
        decided = [row.label for row in ending.rows if row.decides]
        assert decided == [label for why, label in lines.items() if why in match.outcome.reason]
        reasons.update(match.outcome.reason)
    assert len(reasons) >= 4
