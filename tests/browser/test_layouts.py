"""Every table fits its window, and what is written there can be read."""

import random

import pytest
from playwright.sync_api import Locator, Page, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.conftest import Somebody
from tests.browser.test_play import PHONE, sit_with_a_quick_bot

LOW = [(844, 390), (720, 450)]
"""A phone on its side; a desk of 1440 × 900 zoomed to 200 %."""
READABLE = 14
"""No text on a phone is smaller, in pixels."""
MOVES = 14
"""After so many moves there are tiles, cards and counts of every kind on the table."""
TEXT_SIZES = """() => [...document.querySelectorAll("[data-testid=scene] text")]
    .filter(text => text.textContent.trim() && getComputedStyle(text).display !== "none")
    .filter(text => getComputedStyle(text).opacity !== "0")
    .map(text => {
        const { a, b } = text.getScreenCTM();
        const size = parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
        return [text.closest(".item").getAttribute("class"), size];
    })"""


def played(game: str, moves: int, **options: str) -> dict[str, object]:
    """A table in the middle of a game, to be asked for."""
    match, rng = ph.new(game, seed=5, **options), random.Random(1)
    while match.ply < moves and match.turn is not None:
        match.play(rng.choice(match.moves()))
    return {"record": match.record()}


def assert_inside(page: Page, thing: Locator) -> None:
    """The whole of a thing is in the window."""
    box, window = thing.bounding_box(), page.viewport_size
    assert box
    assert window
    assert min(box["x"], box["y"]) >= 0
    assert box["x"] + box["width"] <= window["width"]
    assert box["y"] + box["height"] <= window["height"]


@pytest.mark.parametrize(("width", "height"), LOW)
def test_in_a_low_window_the_picture_the_prompt_and_the_buttons_fit_together(
    somebody: Somebody, start: str, width: int, height: int
) -> None:
    page = somebody("/games", viewport={"width": width, "height": height})
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    tools = page.locator(".actions .tool")
    assert tools.count() > 1
    for thing in (page.get_by_test_id("scene"), page.get_by_test_id("prompt"), *tools.all()):
        assert_inside(page, thing)
    assert page.evaluate("document.documentElement.scrollHeight") <= height
    robots.pick_all(page, random.Random(0), page.mouse.click)
    assert_inside(page, page.locator(".confirm"))
    picture, bar = page.locator(".stage").bounding_box(), page.locator(".confirm").bounding_box()
    assert picture
    assert bar
    assert bar["x"] >= picture["x"] + picture["width"], "the bar hides nothing of the picture"


def test_text_on_a_phone_is_never_small(somebody: Somebody, start: str) -> None:
    page = somebody("/games", **PHONE)
    sit_with_a_quick_bot(page, start, **played(start, MOVES))
    expect(page.get_by_test_id("scene")).to_be_visible()
    page.wait_for_selector(f"{robots.PICKABLE}, .seat.thinks")
    found = page.evaluate(TEXT_SIZES)
    assert found
    assert [each for each in found if each[1] < READABLE] == []


def test_beside_a_drawer_the_picture_stands_up_where_that_makes_it_larger(
    somebody: Somebody, start: str
) -> None:
    page = somebody("/games", viewport={"width": 1024, "height": 768})
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    expect(page.locator(".table-page.tall")).to_have_count(0)
    page.get_by_test_id("tab-log").click()
    expect(page.locator(".table-page.tall")).to_have_count(1)
    assert_inside(page, page.get_by_test_id("prompt"))
    page.get_by_test_id("tab-log").click()
    expect(page.locator(".table-page.tall")).to_have_count(0)
