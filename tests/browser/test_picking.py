"""Picking a move: undoing picks, the bar that confirms, and where the keyboard is."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Page, ViewportSize, expect

from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import last_moves, sit_with_a_quick_bot

SIZES: list[ViewportSize] = [{"width": 1440, "height": 900}, {"width": 1024, "height": 768}]
NOTHING_HIDDEN = f"""() => {{
  const bar = document.querySelector(".confirm").getBoundingClientRect();
  const items = [...document.querySelectorAll("{robots.OPTION}")];
  return items.length > 0 && items.every((item) => {{
    const box = item.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    return y < bar.top || x <= bar.left || x >= bar.right;
  }});
}}"""

BAR_HEIGHT = "() => document.querySelector('.confirm').getBoundingClientRect().height"
LARGE_WORDS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".confirm .words { font-size: 3.5rem !important }");
  document.adoptedStyleSheets = [sheet];
}"""
"""A rule, not the style of an element: the page may draw the words anew at any time."""


def test_bar_with_a_picked_move_covers_no_item(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK, locale="fr-FR")  # whose words are longest
    sit_with_a_quick_bot(page, start, **last_moves(start))  # where hints take little time
    assert robots.my_turn(page)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    assert_nothing_is_covered(page)
    robots.undo_pick(page)
    page.get_by_test_id("hint").click()
    page.get_by_test_id("advice").wait_for()
    assert_nothing_is_covered(page)


def assert_nothing_is_covered(page: Page) -> None:
    """Check windows of several sizes, and words that take many lines, as with large letters."""
    for size in SIZES:
        page.set_viewport_size(size)
        settle(page)
        page.wait_for_function(NOTHING_HIDDEN)
        with large_words(page):
            page.wait_for_function(NOTHING_HIDDEN)


@contextmanager
def large_words(page: Page) -> Iterator[None]:
    """Enlarge the words of the bar."""
    before = page.evaluate(BAR_HEIGHT)
    page.evaluate(LARGE_WORDS)
    page.wait_for_function(f"before => ({BAR_HEIGHT})() > before", arg=before)
    yield
    page.evaluate("() => { document.adoptedStyleSheets = [] }")


def test_pick_is_undone_or_confirmed_with_the_keyboard(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    page.mouse.click(*robots.centre(page.locator(robots.PICKABLE).first))
    picked = page.locator("[data-testid=scene] .picked")
    expect(picked).to_have_count(1)
    robots.undo_pick(page)
    expect(picked).to_have_count(0)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    page.get_by_test_id("confirm").focus()
    page.keyboard.press("Enter")
    robots.wait_past(page, 0)
    expect(page.get_by_test_id("scene")).to_be_focused()
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_keys, random.Random(0))
