"""Help at the table: hints, and moves that are taken back."""

import random

from playwright.sync_api import expect

from parhelion.games import registry
from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_play import last_moves, sit_with_a_quick_bot


def test_takeback_against_a_bot_is_free_unless_a_secret_was_revealed(
    somebody: Somebody, start: str
) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_clicking, random.Random(3))
    assert robots.my_turn(page)
    ways = page.locator("[data-testid=takeback], [data-testid=firm]")
    expect(ways).to_have_count(1)
    if ways.get_attribute("data-testid") == "firm":
        assert registry.load(start).secrets
        return
    ways.click()
    expect(page.locator(robots.TABLE)).to_have_attribute("data-ply", "0")
    assert robots.my_turn(page)


def test_hint_is_shown_in_the_picture_and_explained(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start, **last_moves(start))  # where hints take little time
    assert robots.my_turn(page)
    before = robots.ply(page)
    page.get_by_test_id("hint").click()
    advice = page.get_by_test_id("advice")
    expect(advice).not_to_be_empty()
    expect(page.locator("[data-testid=scene] .picked").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(advice).to_have_count(0)
    page.get_by_test_id("hint").click()
    expect(advice).to_be_visible()
    page.get_by_test_id("confirm").click()
    robots.wait_past(page, before)
