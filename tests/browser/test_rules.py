"""The rules pages: found from everywhere, searched, linked to, printed."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser import robots
from tests.browser.axe import serious
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import PHONE, sit_with_a_quick_bot
from tests.conftest import GAMES

LANGUAGES = {"en-GB": "en", "fr-FR": "fr", "nl-NL": "nl"}
GAME, RULE, LATE_RULE = GAMES[0], "O9", "O13"


def rules(page: Page) -> Locator:
    return page.locator(".rule")


@pytest.mark.parametrize(("start", "locale"), list(zip(GAMES, LANGUAGES, strict=True)))
def test_rules_can_be_searched(somebody: Somebody, start: str, locale: str) -> None:
    page = somebody(f"/rules/{start}", locale=locale)
    expect(rules(page).nth(10)).to_be_visible()
    expect(page.locator(".page.rules")).to_have_attribute("lang", LANGUAGES[locale])
    all_rules = rules(page).count()
    id = str(rules(page).last.get_attribute("id"))
    word = sorted(rules(page).first.inner_text().split(), key=len)[-1].strip(".,;:")
    page.get_by_role("searchbox").fill(word)
    expect(page.locator("mark").first).to_have_text(word, ignore_case=True)
    assert 0 < rules(page).count() < all_rules
    page.get_by_role("searchbox").fill("xyzzy")
    expect(rules(page)).to_have_count(0)
    page.goto(f"/rules/{start}#{id}")
    expect(page.locator(f"#{id}")).to_be_in_viewport()
    assert serious(page) == []


def test_the_address_lights_its_rule_and_a_link_in_the_text_another(somebody: Somebody) -> None:
    page = somebody(f"/rules/{GAME}#{LATE_RULE}")
    expect(page.locator(".rule.lit")).to_have_attribute("id", LATE_RULE)
    expect(page.locator(f"#{LATE_RULE}")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("xyzzy")
    page.evaluate(f"location.hash = '{RULE}'")
    expect(page.locator(".rule.lit")).to_have_attribute("id", RULE)
    expect(page.locator(f"#{RULE}")).to_be_in_viewport()
    expect(page.get_by_role("searchbox")).to_have_value("")


def test_notes_for_programmers_are_closed_until_they_are_looked_for(somebody: Somebody) -> None:
    page = somebody("/rules/solenia")
    notes = page.locator(".book details")
    expect(notes.get_by_text("For programmers")).to_be_visible()
    expect(page.locator("#S30")).to_be_hidden()
    expect(page.locator(".modes button")).to_have_count(3)
    page.get_by_role("searchbox").fill("TOML")
    expect(page.locator("#S30")).to_be_visible()
    page.get_by_role("searchbox").fill("")
    expect(page.locator("#S30")).to_be_hidden()
    page.evaluate("location.hash = 'S30'")
    expect(page.locator("#S30")).to_be_in_viewport()


def test_a_way_to_play_can_be_left_out(somebody: Somebody) -> None:
    page = somebody("/rules/solenia")
    expect(page.locator("#S29")).to_be_attached()
    page.get_by_role("button", name="Upgrade tiles").click()
    expect(page.locator("#S29")).to_have_count(0)
    expect(page.locator("#S27")).to_be_attached()
    page.evaluate("location.hash = 'S29'")
    expect(page.locator("#S29")).to_be_in_viewport()


def test_printed_rules_have_pictures_and_no_controls(somebody: Somebody) -> None:
    page = somebody(f"/rules/{GAME}", color_scheme="dark")
    expect(rules(page).first).to_be_visible()
    page.emulate_media(media="print")
    for hidden in ("#app > header", "#app > .sky", ".tools"):
        expect(page.locator(hidden)).to_be_hidden()
    expect(page.locator("section > .rule").last).to_be_visible()
    expect(page.locator("figure svg").first).to_be_visible()
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    ground = "getComputedStyle(document.body).backgroundColor"
    assert page.evaluate(ground) == "rgb(255, 255, 255)"
    assert page.pdf().startswith(b"%PDF")


def test_rules_fit_a_phone(somebody: Somebody, start: str) -> None:
    page = somebody(f"/rules/{start}", **PHONE)
    expect(rules(page).first).to_be_visible()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_text("Contents").click()
    page.locator("nav li a").last.click()
    expect(page.locator(".book h2").last).to_be_in_viewport()


def test_rules_are_found_from_every_page(somebody: Somebody) -> None:
    page = somebody("/")
    page.get_by_role("link", name="Rules", exact=True).click()
    page.locator(f"a[href='/rules/{GAME}']").click()
    expect(rules(page).first).to_be_visible()
    for path in ("/", f"/new/{GAME}"):
        page.goto(path)
        page.locator(f"main a[href='/rules/{GAME}']").click()
        expect(rules(page).first).to_be_visible()
    page.goto("/rules/chess")
    expect(page.locator("h1")).to_have_text("Nothing here but sky")


def refused_pick(page: Page) -> Locator:
    """Try items until one is refused by a rule. Return the link to the rule."""
    unusable = page.locator(f"{robots.OPTION}[aria-disabled=true]")
    link = page.get_by_test_id("refusal").locator("a")
    page.mouse.click(*robots.centre(page.locator(robots.PICKABLE).first))
    for number in range(unusable.count()):
        page.mouse.click(*robots.centre(unusable.nth(number)))
        settle(page)
        if link.count():
            return link
    raise AssertionError("nothing is refused")


def test_refusal_links_to_its_rule_in_another_tab(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    link = refused_pick(page)
    with page.context.expect_page() as opened:
        link.click()
    id = link.inner_text().split()[-1]
    expect(opened.value.locator(".rule.lit")).to_have_attribute("id", id)
    page.keyboard.press("?")
    expect(page.locator(f"a[href='/rules/{start}']")).to_be_visible()
