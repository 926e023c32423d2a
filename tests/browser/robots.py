"""Robots that play like people do: by clicking, by tapping, by keys, or by reading alone.

They know scenes, not games.
"""

import random
import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

Play = Callable[[Page, random.Random], None]

MAX_PICKS = 12
OPTION = "[data-testid=scene] [role=option]"
PICKABLE = "[data-testid=scene] .pickable"
TABLE = ".table-page[data-ply]"
OVER = "[data-status=over]"
CONFIRM = "[data-testid=confirm]"
ACCEPT = "[data-testid=accept-handover]"


def my_turn(page: Page) -> bool:
    """Wait until it is my turn or the game is over; whether it is my turn. On a device that is
    handed on I say that I have it."""
    page.wait_for_selector(f"{PICKABLE}, {ACCEPT}, {OVER}")
    if page.locator(ACCEPT).count():
        page.locator(ACCEPT).click()
        page.wait_for_selector(PICKABLE)
    return page.locator(OVER).count() == 0


def play_on(page: Page, play: Play, seed: int = 0) -> None:
    """Play moves of one's own until the game is over, against whoever plays the others."""
    rng = random.Random(seed)
    while my_turn(page):
        one_move(page, play, rng)


def one_move(page: Page, play: Play, rng: random.Random) -> None:
    """Play one move and wait until it is on the table."""
    before = ply(page)
    play(page, rng)
    wait_past(page, before)


def ply(page: Page) -> int:
    """How many moves the page shows."""
    return int(page.locator(TABLE).get_attribute("data-ply") or 0)


def wait_past(page: Page, before: int) -> None:
    """Wait until the page shows more moves than before."""
    shown = f"before => Number(document.querySelector('{TABLE}').dataset.ply) > before"
    page.wait_for_function(shown, arg=before)


def centre(item: Locator) -> tuple[float, float]:
    """The centre of an item on the screen."""
    box = item.bounding_box()
    assert box, "the item is on the screen"
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def by_clicking(page: Page, rng: random.Random) -> None:
    """Pick items with the mouse, turn the wheel, press the button."""
    pick_all(page, rng, page.mouse.click)
    page.mouse.wheel(0, 120)
    page.get_by_test_id("confirm").click()


def by_tapping(page: Page, rng: random.Random) -> None:
    """The same with a finger."""
    pick_all(page, rng, page.touchscreen.tap)
    page.get_by_test_id("confirm").tap()


FIND_PICKABLE = f"""() => {{
    window.clicked = false;
    addEventListener("click", () => {{ window.clicked = true }}, {{ capture: true, once: true }});
    if (document.querySelector("{CONFIRM}")) return null;
    return [...document.querySelectorAll("{PICKABLE}")].map((item) => {{
        const {{ left, right, top, bottom }} = item.getBoundingClientRect();
        return [(left + right) / 2, (top + bottom) / 2];
    }});
}}"""
"""Return the centres of all items that can be picked, or null if the picks make a move. Note when
the next click arrives: Chromium sends it some time after a tap."""


def pick_all(page: Page, rng: random.Random, touch: Callable[[float, float], None]) -> None:
    """Pick items until they make a move."""
    for _ in range(MAX_PICKS):
        page.wait_for_selector(f"{PICKABLE}, {CONFIRM}")
        found = page.evaluate(FIND_PICKABLE)
        if found is None:
            return
        touch(*rng.choice(found))
        page.wait_for_function("() => window.clicked")
    raise AssertionError("picking leads nowhere")


def undo_pick(page: Page) -> None:
    """Press Escape, which would first take away the card of an item that the mouse rests on."""
    page.mouse.move(0, 0)
    expect(page.get_by_test_id("item-card")).to_have_count(0)
    page.keyboard.press("Escape")


def by_keys(page: Page, rng: random.Random) -> None:
    """Arrows, Enter and R; the focus is in the picture already."""
    confirm = page.get_by_test_id("confirm")
    for _ in range(MAX_PICKS):
        for _ in range(rng.randrange(4)):
            page.keyboard.press(rng.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
        page.keyboard.press("Enter")
        if confirm.is_visible():
            page.keyboard.press("r")
            page.keyboard.press("Enter")
            return
    raise AssertionError("picking leads nowhere")


def by_words(page: Page, rng: random.Random) -> None:
    """Find a move among the words and play it, the picture unseen."""
    model = page.get_by_test_id("text-model")
    options = model.get_by_test_id("move-option")
    # For a moment the picture may still offer what was there before the last move.
    page.wait_for_selector(f"[data-testid=text-model] legend, {OVER}")
    if page.locator(OVER).count():
        return
    moves = re.search(r"\d+", model.locator("legend").inner_text())
    assert moves
    assert int(moves.group()) > 0
    search = model.get_by_test_id("move-filter")
    if search.count():
        search.fill(rng.choice("abcdefghijk"))
        if options.count() == 0:
            search.fill("")
    expect(options.first).to_be_attached()
    option = options.nth(rng.randrange(options.count())).locator("input")
    option.focus()
    option.check()
    model.get_by_test_id("move-play").click()
