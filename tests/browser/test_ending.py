"""The end of a game is told: the count line by line, and how far everybody came."""

import re

import pytest
from playwright.sync_api import Page, expect

import parhelion as ph
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import advance_until_visible, stop_clock
from tests.browser.test_layouts import READABLE, TEXT_SIZES, settle_layout
from tests.browser.test_play import BOT, ME, PHONE, set_table, sit_with_a_quick_bot
from tests.positions import play_out

COUNTED = ["solenia", "solstis"]
"""The games in which points are added up."""
MOVING = {"reduced_motion": "no-preference"}
ON_ITS_SIDE = {**PHONE, "viewport": {"width": 844, "height": 390}}
STEP = 900
"""Milliseconds between two lines of a count."""
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


def begin_count(page: Page, game: str) -> list[int]:
    """Open a finished game whose count is stopped at its first line. Return the scores."""
    match = play_out(ph.new(game, seed=5))
    stop_clock(page)
    sit_with_a_quick_bot(page, game, record=match.record())
    advance_until_visible(page, page.get_by_test_id("score"))
    return list(match.scores)


@pytest.mark.parametrize("game", COUNTED)
def test_count_is_revealed_line_by_line(somebody: Somebody, game: str) -> None:
    page = somebody(BLANK, **MOVING)
    scores = begin_count(page, game)
    lines, waiting = page.locator("[data-testid=score] tbody"), page.locator("tbody.waiting")
    for left in range(lines.count() - 1, 0, -1):
        expect(waiting).to_have_count(left)
        expect(page.locator("[data-testid=score] thead")).to_contain_text("so far")
        page.clock.run_for(STEP)
    expect(waiting).to_have_count(0)
    expect(page.locator("[data-testid=score] thead")).not_to_contain_text("so far")
    assert shown(page) == list(map(str, scores))
    assert lines.last.locator("td").all_inner_texts() == list(map(str, scores))


def test_show_all_reveals_the_whole_count(somebody: Somebody) -> None:
    page = somebody(BLANK, **MOVING)
    scores = begin_count(page, "solenia")
    for title in page.locator("[data-testid=score] thead th").all():
        expect(title).to_contain_text("so far")
    show_all = page.get_by_role("button", name="Show all")
    show_all.click()
    expect(page.locator("tbody.waiting")).to_have_count(0)
    expect(show_all).to_have_count(0)
    expect(page.locator("[data-testid=score] thead")).not_to_contain_text("so far")
    assert shown(page) == list(map(str, scores))


def test_screen_readers_get_the_whole_count_at_once(somebody: Somebody) -> None:
    page = somebody(BLANK, **MOVING)
    scores = begin_count(page, "solstis")
    expect(page.locator("tbody.waiting").first).to_be_attached()
    assert f'row "Stars {scores[0]} {scores[1]}"' in page.get_by_test_id("score").aria_snapshot()
    words = page.get_by_test_id("text-model")
    for score in scores:
        expect(words).to_contain_text(f"Together {score} stars.")


@pytest.mark.parametrize("game", COUNTED)
def test_reduced_motion_shows_the_whole_count_at_once(somebody: Somebody, game: str) -> None:
    page = somebody(BLANK)
    scores = at_the_end(page, game)
    expect(page.get_by_test_id("score")).to_be_visible()
    assert page.locator("tbody.waiting").count() == 0
    assert shown(page) == list(map(str, scores))
    expect(page.get_by_test_id("again")).to_be_in_viewport(ratio=1)


def test_the_lines_of_four_players_are_as_wide_as_the_panel(somebody: Somebody) -> None:
    """Beside four columns there is no room for what a line counts."""
    page = somebody(BLANK)
    match = play_out(ph.new("solenia", seed=5, players="4"))
    seats = [ME, BOT, BOT, BOT]
    set_table(page, "solenia", seats=seats, record=match.record())
    title, panel = page.locator("tbody th").first, page.get_by_test_id("score")
    expect(title).to_be_visible()
    assert title.evaluate("cell => cell.offsetWidth") == panel.evaluate("all => all.offsetWidth")
    assert shown(page) == list(map(str, match.scores))


def test_the_way_that_won_stands_out_in_a_game_without_points(somebody: Somebody) -> None:
    page = somebody(BLANK)
    at_the_end(page, "orion")
    decided = page.locator("[data-testid=score] tbody.decides")
    expect(decided).to_have_count(1)
    assert page.get_by_test_id("so-far").count() == 0


def test_a_meter_says_what_it_counts_when_it_is_asked_about(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, "orion")
    page.locator("[data-id=meter-blue-galaxies]").hover()
    expect(page.get_by_test_id("item-card")).to_contain_text("0/4 galaxies on one chain")


@pytest.mark.parametrize("game", ["orion", "solstis"])
def test_meters_can_be_read_on_a_phone_on_its_side(somebody: Somebody, game: str) -> None:
    page = somebody(BLANK, **ON_ITS_SIDE)
    sit_with_a_quick_bot(page, game)
    settle_layout(page)
    sizes = [size for classes, size in page.evaluate(TEXT_SIZES) if METERS.search(classes)]
    assert len(sizes) >= 4
    assert min(sizes) >= READABLE
