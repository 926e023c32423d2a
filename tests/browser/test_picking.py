"""Picking a move: undoing picks, the bar that confirms, and where the keyboard is."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robots
from tests.browser.conftest import Somebody
from tests.browser.test_play import sit_down, sit_with_a_quick_bot

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


def test_a_pick_can_be_undone_before_it_is_confirmed(somebody: Somebody, start: str) -> None:
    page = somebody()
    sit_down(page, start)
    assert robots.my_turn(page)
    page.mouse.click(*robots.centre(page.locator(robots.PICKABLE).first))
    expect(page.locator("[data-testid=scene] .picked")).to_have_count(1)
    robots.undo_pick(page)
    expect(page.locator("[data-testid=scene] .picked")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
@pytest.mark.parametrize("locale", ["en-GB", "fr-FR"])
def test_the_bar_with_a_picked_move_hides_nothing_of_the_picture(
    somebody: Somebody, start: str, width: int, height: int, locale: str
) -> None:
    page = somebody("/games", viewport={"width": width, "height": height}, locale=locale)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    wait_until_nothing_is_hidden(page)
    with large_words(page):
        wait_until_nothing_is_hidden(page)
    robots.undo_pick(page)
    page.get_by_test_id("hint").click()
    page.get_by_test_id("advice").wait_for()
    wait_until_nothing_is_hidden(page)
    with large_words(page):
        wait_until_nothing_is_hidden(page)


@contextmanager
def large_words(page: Page) -> Iterator[None]:
    """Let the words of the bar take many lines, as a long hint or large letters would."""
    before = page.evaluate(BAR_HEIGHT)
    page.evaluate(LARGE_WORDS)
    page.wait_for_function(f"before => ({BAR_HEIGHT})() > before", arg=before)
    yield
    page.evaluate("() => { document.adoptedStyleSheets = [] }")


def wait_until_nothing_is_hidden(page: Page) -> None:
    """Wait until the page has made room, so that no item has its middle under the bar."""
    page.wait_for_function(NOTHING_HIDDEN)


def test_after_its_button_is_pressed_the_keyboard_is_in_the_picture_again(
    somebody: Somebody, start: str
) -> None:
    page = somebody("/games")
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    page.get_by_test_id("confirm").focus()
    page.keyboard.press("Enter")
    robots.wait_past(page, 0)
    expect(page.get_by_test_id("scene")).to_be_focused()
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_keys, random.Random(0))
