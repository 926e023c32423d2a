"""The end of a game is told: the count line by line, and how far everybody came."""

import re

import pytest
from playwright.sync_api import Page, expect

import parhelion as ph
from tests.browser.conftest import Somebody
from tests.browser.test_layouts import READABLE, TEXT_SIZES
from tests.browser.test_play import BOT, ME, PHONE, set_table, sit_with_a_quick_bot
from tests.positions import play_out
from tests.waiting import until

COUNTED = ["solenia", "solstis"]
"""The games in which points are added up."""
MOVING = {"reduced_motion": "no-preference"}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
COUNT_WAITING = """
window.left = [];
new MutationObserver(() => {
  const waiting = document.querySelectorAll("tbody.waiting").length;
  if (document.querySelector("[data-testid=score]") && left.at(-1) !== waiting) left.push(waiting);
}).observe(document, { subtree: true, childList: true, attributeFilter: ["class"] });
"""
"""Notes in the page itself how many lines are left, as often as that changes: from outside somebody
might look too late."""
METERS = re.compile(r"\b(meter|area|fires)\b")


def at_the_end(page: Page, game: str) -> list[int]:
    """Sit down at a finished game; its scores."""
    match = play_out(ph.new(game, seed=5))
    sit_with_a_quick_bot(page, game, record=match.record())
    expect(page.get_by_test_id("ending")).to_be_visible()
    return list(match.scores)


def shown(page: Page) -> list[str]:
    """The points above the lines, by seat."""
    return page.get_by_test_id("so-far").all_inner_texts()


@pytest.mark.parametrize("game", COUNTED)
def test_the_lines_of_a_count_come_one_after_the_other(somebody: Somebody, game: str) -> None:
    page = somebody("/games", **MOVING)
    page.add_init_script(COUNT_WAITING)
    scores = at_the_end(page, game)
    lines = page.locator("[data-testid=score] tbody")
    expect(page.locator("tbody.waiting")).to_have_count(0)
    left = page.evaluate("left")
    assert 2 <= left[0] < lines.count()
    assert left == list(range(left[0], -1, -1))
    expect(page.get_by_test_id("so-far").first).to_have_text(str(scores[0]))
    assert shown(page) == list(map(str, scores))
    assert lines.last.locator("td").all_inner_texts() == list(map(str, scores))


def test_points_that_are_still_counted_are_said_to_be_so_far(somebody: Somebody) -> None:
    page = somebody("/games", **MOVING)
    at_the_end(page, "solenia")
    titles = page.locator("[data-testid=score] thead th")
    for title in titles.all():
        expect(title).to_contain_text("so far")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator("[data-testid=score] thead")).not_to_contain_text("so far")


@pytest.mark.parametrize("game", COUNTED)
def test_the_next_game_is_in_sight_beside_the_count(somebody: Somebody, game: str) -> None:
    page = somebody("/games")
    at_the_end(page, game)
    expect(page.get_by_test_id("again")).to_be_in_viewport(ratio=1)


@pytest.mark.parametrize("game", COUNTED)
def test_with_less_motion_the_whole_count_is_there_at_once(somebody: Somebody, game: str) -> None:
    page = somebody("/games")
    scores = at_the_end(page, game)
    assert page.locator("tbody.waiting").count() == 0
    assert shown(page) == list(map(str, scores))


def test_whoever_does_not_want_to_wait_sees_the_whole_count(somebody: Somebody) -> None:
    page = somebody("/games", **MOVING)
    scores = at_the_end(page, "solenia")
    everything = page.get_by_role("button", name="Show all")
    everything.click()
    expect(page.locator("tbody.waiting")).to_have_count(0)
    expect(everything).to_have_count(0)
    assert shown(page) == list(map(str, scores))


def test_the_lines_of_four_players_are_as_wide_as_the_panel(somebody: Somebody) -> None:
    """Beside four columns there is no room for what a line counts."""
    page = somebody("/games")
    match = play_out(ph.new("solenia", seed=5, players="4"))
    seats = [ME, BOT, BOT, BOT]
    set_table(page, "solenia", seats=seats, record=match.record())
    title, panel = page.locator("tbody th").first, page.get_by_test_id("score")
    expect(title).to_be_visible()
    assert title.evaluate("cell => cell.offsetWidth") == panel.evaluate("all => all.offsetWidth")
    assert shown(page) == list(map(str, match.scores))


def test_lines_that_wait_are_heard_and_the_count_is_told_in_words(somebody: Somebody) -> None:
    page = somebody("/games", **MOVING)
    scores = at_the_end(page, "solstis")
    heard = page.get_by_test_id("score").aria_snapshot()
    assert f'row "Stars {scores[0]} {scores[1]}"' in heard
    told = page.get_by_test_id("text-model")
    for score in scores:
        expect(told).to_contain_text(f"Together {score} stars.")


def test_the_way_that_won_stands_out_in_a_game_without_points(somebody: Somebody) -> None:
    page = somebody("/games")
    at_the_end(page, "orion")
    decided = page.locator("[data-testid=score] tbody.decides")
    expect(decided).to_have_count(1)
    assert page.get_by_test_id("so-far").count() == 0


def test_a_meter_says_what_it_counts_when_it_is_asked_about(somebody: Somebody) -> None:
    page = somebody("/games")
    sit_with_a_quick_bot(page, "orion")
    page.locator("[data-id=meter-blue-galaxies]").hover()
    expect(page.get_by_test_id("item-card")).to_contain_text("0/4 galaxies on one chain")


@pytest.mark.parametrize("game", ["orion", "solstis"])
def test_meters_can_be_read_on_a_phone_on_its_side(somebody: Somebody, game: str) -> None:
    page = somebody("/games", **ON_ITS_SIDE)
    sit_with_a_quick_bot(page, game)
    expect(page.get_by_test_id("scene")).to_be_visible()

    def sizes() -> list[float]:
        return [size for classes, size in page.evaluate(TEXT_SIZES) if METERS.search(classes)]

    until(lambda: len(sizes()) >= 4 and min(sizes()) >= READABLE)  # the picture may be turned first
