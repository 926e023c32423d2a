"""Picking a move: undoing picks, the bar that confirms, and where the keyboard is."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robots
from tests.browser.conftest import Somebody
from tests.browser.test_play import sit_down, sit_with_a_quick_bot


def test_a_pick_can_be_undone_before_it_is_confirmed(somebody: Somebody, start: str) -> None:
    page = somebody()
    sit_down(page, start)
    assert robots.my_turn(page)
    page.mouse.click(*robots.centre(page.locator(robots.PICKABLE).first))
    expect(page.locator("[data-testid=scene] .picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=scene] .picked")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_the_bar_with_a_picked_move_hides_nothing_of_the_picture(
    somebody: Somebody, start: str, width: int, height: int
) -> None:
    page = somebody("/games", viewport={"width": width, "height": height})
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    assert_nothing_hidden(page)
    page.keyboard.press("Escape")
    page.get_by_test_id("hint").click()
    page.get_by_test_id("advice").wait_for()
    assert_nothing_hidden(page)


def assert_nothing_hidden(page: Page) -> None:
    """No item of the picture has its middle under the bar."""
    bar, items = page.locator(".confirm").bounding_box(), page.locator(robots.OPTION).all()
    assert bar
    assert items
    for item in items:
        x, y = robots.centre(item)
        assert y < bar["y"] or not bar["x"] < x < bar["x"] + bar["width"], item.inner_html()


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
