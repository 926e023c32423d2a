"""Everything on a table can be asked: its card says what it is, and leads to its rule."""

import re
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle, stop_clock
from tests.browser.test_play import PHONE, sit_with_a_quick_bot
from tests.conftest import GAMES

CARD = "item-card"
RULE = re.compile(r"Rule [A-Z]\d+")
LINGER, STEPS = 900, 20
"""Milliseconds, longer than a card takes to appear or stays when it is left; steps of a slow
mouse."""
FINGER = 40
"""Pixels that a finger hits."""
UNUSABLE = f"{robots.OPTION}[aria-disabled=true]"


def test_item_card_describes_items_to_mouse_finger_and_keyboard(
    somebody: Somebody, start: str
) -> None:
    page = somebody(BLANK, has_touch=True)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    card, last = page.get_by_test_id(CARD), page.locator(UNUSABLE).last
    said = last.get_attribute("aria-label") or ""
    page.mouse.move(*robots.centre(last))
    expect(card.locator("p").first).to_have_text(said)
    link = card.locator("a")
    expect(link).to_have_text(RULE)
    id = link.inner_text().split()[-1]
    expect(link).to_have_attribute("href", f"/rules/{start}#{id}")
    settle(page)
    assert apart(card, last), "the card hides what it is about"
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.touchscreen.tap(*robots.centre(last))
    expect(card).to_be_visible()
    expect(page.locator(".scene-frame [role=status]")).to_contain_text(said)
    page.get_by_test_id("prompt").tap()
    expect(card).to_have_count(0)
    page.get_by_test_id("scene").focus()
    for arrow in ("Left", "Up", "Up"):
        page.keyboard.press(f"Shift+Arrow{arrow}")
    expect(card).not_to_be_empty()


def test_slow_pointer_reaches_the_link_to_the_rule(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, "solenia")
    assert robots.my_turn(page)
    settle(page)
    stop_clock(page)
    last, link = page.locator(UNUSABLE).last, page.get_by_test_id(CARD).locator("a")
    page.mouse.move(*robots.centre(last))
    page.clock.run_for(LINGER)
    expect(link).to_have_text(RULE)
    settle(page)
    id = link.inner_text().split()[-1]
    walk(page, robots.centre(last), robots.centre(link))
    page.clock.run_for(LINGER)
    assert opened_rule(page, link.click) == id
    expect(link).to_have_text(f"Rule {id}")  # the table is as it was left


def test_keyboard_reaches_the_link_to_the_rule_and_returns_to_the_picture(
    somebody: Somebody,
) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, "orion")
    assert robots.my_turn(page)
    picture, link = page.get_by_test_id("scene"), page.get_by_test_id(CARD).locator("a")
    stop_clock(page)
    picture.focus()
    page.keyboard.press("Shift+ArrowUp")
    page.clock.run_for(LINGER)
    expect(link).to_have_text(RULE)
    id = link.inner_text().split()[-1]
    page.keyboard.press("Tab")
    expect(link).to_be_focused()
    page.clock.run_for(LINGER)
    assert opened_rule(page, lambda: page.keyboard.press("Enter")) == id
    expect(link).to_be_focused()
    page.keyboard.press("Escape")
    expect(link).to_have_count(0)
    expect(picture).to_be_focused()


def test_finger_reaches_the_link_to_the_rule(somebody: Somebody) -> None:
    page = somebody(BLANK, **PHONE)
    sit_with_a_quick_bot(page, "solstis")
    assert robots.my_turn(page)
    settle(page)
    stop_clock(page)
    card = page.get_by_test_id(CARD)
    page.touchscreen.tap(*robots.centre(page.locator(UNUSABLE).last))
    card.locator("p").first.tap()
    page.clock.run_for(LINGER)
    link = card.locator("a").first
    box = link.bounding_box()
    assert box
    assert box["height"] >= FINGER
    id = link.inner_text().split()[-1]
    assert opened_rule(page, link.tap) == id


def test_link_is_in_the_language_of_the_page(somebody: Somebody) -> None:
    page = somebody(BLANK, locale="fr-FR")
    sit_with_a_quick_bot(page, GAMES[0])
    assert robots.my_turn(page)
    page.mouse.move(*robots.centre(page.locator(UNUSABLE).last))
    expect(page.get_by_test_id(CARD).locator("a")).to_have_text(re.compile(r"Règle [A-Z]\d+"))


def walk(page: Page, start: tuple[float, float], goal: tuple[float, float]) -> None:
    """Move the mouse in small steps that together take longer than a card stays."""
    for step in range(1, STEPS + 1):
        page.mouse.move(*(a + (b - a) * step / STEPS for a, b in zip(start, goal, strict=True)))
        page.clock.run_for(LINGER // STEPS)


def opened_rule(page: Page, follow: Callable[[], None]) -> str:
    """The rule that is lit on the page which following a link opens; that page is closed."""
    with page.context.expect_page() as opened:
        follow()
    rule = opened.value.locator(".rule.lit")
    rule.wait_for()
    id = rule.get_attribute("id") or ""
    opened.value.close()
    return id


def apart(card: Locator, item: Locator) -> bool:
    """Whether two boxes do not overlap."""
    one, other = card.bounding_box(), item.bounding_box()
    assert one
    assert other
    return (
        one["x"] >= other["x"] + other["width"]
        or other["x"] >= one["x"] + one["width"]
        or one["y"] >= other["y"] + other["height"]
        or other["y"] >= one["y"] + one["height"]
    )


def test_illegal_pick_is_answered_with_the_reason(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, "orion", options={"setup": "symmetric-1"})
    assert robots.my_turn(page)
    page.mouse.click(
        *robots.centre(page.locator(f"{robots.OPTION}.tile[aria-disabled=true]").first)
    )
    expect(page.get_by_test_id("refusal")).to_contain_text("belongs to")
    page.keyboard.press("Escape")
    page.mouse.click(*robots.centre(page.locator(f"{robots.OPTION}.side").first))
    expect(page.get_by_test_id("item-card")).to_contain_text("wins")
    expect(page.get_by_test_id("refusal")).to_have_count(0)
