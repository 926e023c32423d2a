"""Accessibility problems that axe-core finds on a page."""

from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.painting import paint
from tests.browser.settling import settle

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"
COLOUR_RULES = ["color-contrast", "link-in-text-block"]
"""The rules whose results depend on the colour scheme."""


def serious(page: Page, within: str = "html") -> list[str]:
    """Return the serious and critical problems that axe-core finds on a page, or a part of it."""
    paint(page)  # contrast is that of visible text
    settle(page)
    return _violations(page, within, {})


def serious_in_both_schemes(page: Page, within: str = "html") -> list[str]:
    """Return the serious and critical problems by day and by night."""
    problems = serious(page, within)
    page.emulate_media(color_scheme="dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    settle(page)
    problems += _violations(page, within, {"runOnly": COLOUR_RULES})
    page.emulate_media(color_scheme="light")
    expect(page.locator("html")).to_have_attribute("data-theme", "day")
    return problems


def _violations(page: Page, within: str, options: dict[str, object]) -> list[str]:
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text(encoding="utf-8"))
    quick = {"resultTypes": ["violations"], "preload": False, "iframes": False}
    run = "([part, options]) => axe.run(part, options)"
    found = page.evaluate(run, [within, quick | options])
    return [
        f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
