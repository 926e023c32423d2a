"""Every table fits its window, and what is written there can be read."""

import random
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import BOT, ME, PHONE, set_table, sit_with_a_quick_bot

LOW: list[ViewportSize] = [{"width": 844, "height": 390}, {"width": 720, "height": 450}]
"""A phone on its side; a desk of 1440 × 900 zoomed to 200 %."""
SIZES: list[ViewportSize] = [
    *LOW,
    {"width": 1440, "height": 900},
    {"width": 1920, "height": 1080},
    {"width": 390, "height": 844},
]
READABLE = 14
"""No text on a phone is smaller, in pixels; but for rounding."""
ON_ITS_SIDE: ViewportSize = {"width": 844, "height": 390}
WINTER = {"board": "winter", "upgrades": "on"}
WAYS: dict[str, tuple[str, int, dict[str, str]]] = {
    "orion": ("orion", 14, {}),
    "solstis": ("solstis", 14, {}),
    "solenia": ("solenia", 14, {}),
    "solenia for four": ("solenia", 14, {"players": "4"}),
    "solenia, the draft": ("solenia", 0, WINTER),
    "solenia, the draft of four": ("solenia", 0, WINTER | {"players": "4"}),
    "solenia in winter": ("solenia", 30, WINTER),
    "solenia alone": ("solenia", 14, {"players": "1"}),
}
"""Tables that look different: the game, how many moves were played, the options."""
USED = 0.82
"""The share of its frame that a picture beside a drawer takes at least."""
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


OUT_OF_REACH = """() => {
    const frame = document.querySelector(".stage").getBoundingClientRect();
    const bar = document.querySelector(".confirm")?.getBoundingClientRect();
    return [...document.querySelectorAll("[data-testid=scene] .pickable")].filter(item => {
        const { left, right, top, bottom } = item.getBoundingClientRect();
        const [x, y] = [(left + right) / 2, (top + bottom) / 2];
        const cut = left < frame.left - 1 || right > frame.right + 1
            || top < frame.top - 1 || bottom > frame.bottom + 1;
        const covered = bar && left < bar.right && right > bar.left
            && top < bar.bottom && bottom > bar.top;
        return cut || covered || !document.elementFromPoint(x, y)?.closest(".stage");
    }).map(item => item.dataset.id);
}"""
"""The items to pick that are cut off, under the bar with a picked move, or under something else."""
NOTE_IS_CLEAR = """() => {
    const note = document.querySelector("[data-testid=given]");
    const { left, right, top, bottom } = note.getBoundingClientRect();
    const hidesName = [...document.querySelectorAll(".seat .name")]
        .map(name => name.getBoundingClientRect())
        .some(name => name.width === 0 || (name.left < right && name.right > left
            && name.top < bottom && name.bottom > top));
    return !hidesName
        && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === note;
}"""
"""True if the note about a record is visible and leaves room for the name of every seat."""
RESIZED = "({ width, height }) => innerWidth === width && innerHeight === height"
FITS = """() => {
    const picture = document.querySelector(".table-page [data-testid=scene]");
    if (!picture) return false;
    const { width, height } = picture.viewBox.baseVal;
    return (width < height) === picture.closest(".table-page").classList.contains("tall");
}"""
"""True if the picture is upright where the page wants it: the server sends another layout."""
ABOVE_THE_BAR = """() => {
    const box = of => document.querySelector(of).getBoundingClientRect();
    return box(".stage").bottom <= box(".confirm").top + 1;
}"""
OVERFULL = """() => {
    const boxes = of => [...document.querySelectorAll(`[data-testid=scene] ${of}`)]
        .map(each => each.getBoundingClientRect());
    const cards = boxes(".offer");
    return boxes(".effect text").filter(words => !cards.some(card =>
        words.left >= card.left && words.right <= card.right
            && words.top >= card.top && words.bottom <= card.bottom
    )).length;
}"""
"""How many texts of the draft stick out of their cards."""


def played(game: str, moves: int, **options: str) -> dict[str, Any]:
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


def test_everything_fits_a_low_window(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    for size in LOW:
        page.set_viewport_size(size)
        settle_layout(page)
        tools = page.locator(".actions .tool")
        assert tools.count() > 1
        for thing in (page.get_by_test_id("scene"), page.get_by_test_id("prompt"), *tools.all()):
            assert_inside(page, thing)
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
    robots.pick_all(page, random.Random(0), page.mouse.click)
    for size in LOW:
        page.set_viewport_size(size)
        settle_layout(page)
        assert_inside(page, page.locator(".confirm"))
        picture = page.locator(".stage").bounding_box()
        bar = page.locator(".confirm").bounding_box()
        assert picture
        assert bar
        assert bar["x"] >= picture["x"] + picture["width"], "the bar covers the picture"


def settle_layout(page: Page) -> None:
    """Wait until the picture has the layout that fits its window, and nothing moves any more."""
    page.wait_for_function(RESIZED, arg=page.viewport_size)
    page.wait_for_function(FITS)
    settle(page)


def sit_at(page: Page, way: str) -> None:
    """A table of some way to play, where the one who looks is to move."""
    game, moves, options = WAYS[way]
    wanted = played(game, moves, **options)
    match = ph.replay(wanted["record"])
    people = [seat for seat in range(len(match.seats)) if seat not in match.rivals]
    seats = [ME if seat == match.turn else BOT for seat in people]
    set_table(page, game, seats=seats, **wanted)
    assert robots.my_turn(page)


@pytest.mark.parametrize("way", WAYS)
def test_whole_table_is_usable_in_every_window(somebody: Somebody, way: str) -> None:
    page = somebody(BLANK)
    sit_at(page, way)
    for size in SIZES:
        page.set_viewport_size(size)
        settle_layout(page)
        page.wait_for_selector(robots.PICKABLE)
        assert_inside(page, page.get_by_test_id("scene"))
        assert_inside(page, page.get_by_test_id("given"))
        assert page.evaluate(NOTE_IS_CLEAR)
        assert page.evaluate("document.documentElement.scrollHeight") <= size["height"]
        assert page.evaluate(OUT_OF_REACH) == []
        assert page.evaluate(OVERFULL) == 0
    assert_bar_covers_no_item(page)


def assert_bar_covers_no_item(page: Page) -> None:
    """Pick a move in a window as narrow as a phone's, which shows the bar."""
    stage, bar = page.locator(".stage"), page.locator(".confirm")
    before = stage.bounding_box()
    robots.pick_all(page, random.Random(0), page.mouse.click)
    expect(bar).to_be_visible()
    page.wait_for_function(ABOVE_THE_BAR)  # the page makes room
    settle_layout(page)
    above = stage.bounding_box()
    assert before
    assert above
    assert above["height"] >= 0.9 * before["height"]
    assert page.evaluate(OUT_OF_REACH) == []


def test_text_is_readable_on_a_phone(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK, **PHONE)
    sit_with_a_quick_bot(page, start, **played(start, MOVES))
    page.wait_for_selector(f"{robots.PICKABLE}, .seat.thinks")
    for size in (SIZES[-1], ON_ITS_SIDE):
        page.set_viewport_size(size)
        settle_layout(page)
        found = page.evaluate(TEXT_SIZES)
        assert found
        assert [each for each in found if round(each[1], 1) < READABLE] == []


def test_picture_uses_the_room_beside_a_drawer(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    page.get_by_test_id("tab-log").click()
    page.wait_for_selector(".drawer")
    settle_layout(page)
    frame, scene = page.locator(".stage").bounding_box(), page.get_by_test_id("scene")
    assert frame
    _, _, across, down = map(float, (scene.get_attribute("viewBox") or "").split())
    unit = min(frame["width"] / across, frame["height"] / down)
    assert across * unit * down * unit >= USED * frame["width"] * frame["height"]
    page.set_viewport_size({"width": 900, "height": 800})
    expect(page.locator(".table-page.tall")).to_have_count(1)
    settle_layout(page)
    assert_inside(page, page.get_by_test_id("prompt"))
    page.get_by_test_id("tab-log").click()
    expect(page.locator(".table-page.tall")).to_have_count(0)
