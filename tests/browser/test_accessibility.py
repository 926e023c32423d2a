"""Pages for everybody: nothing serious for axe-core, and nothing wider than a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import robots
from tests.browser.axe import serious_in_both_schemes
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import PHONE, sit_with_a_quick_bot
from tests.browser.test_records import imported
from tests.conftest import GAMES

GAME = GAMES[0]


@pytest.mark.parametrize("path", ["/", f"/new/{GAME}", "/games", "/nowhere"])
def test_axe_finds_nothing_serious_on_a_page(somebody: Somebody, path: str) -> None:
    page = somebody(path)
    page.wait_for_selector("h1")
    assert serious_in_both_schemes(page) == []


def test_axe_finds_nothing_serious_at_a_table(
    somebody: Somebody, start: str, tmp_path: Path
) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    page.get_by_test_id("tab-log").click()
    page.wait_for_selector(".drawer")
    assert serious_in_both_schemes(page) == []
    imported(page, tmp_path, start)
    expect(page.get_by_test_id("ending")).to_be_visible()
    assert serious_in_both_schemes(page, ".drawer") == []


def test_axe_finds_nothing_serious_beside_a_table(somebody: Somebody, tmp_path: Path) -> None:
    page = somebody(BLANK)
    imported(page, tmp_path, GAME)
    for tab in ("chat", "words", "help"):
        page.get_by_test_id(f"tab-{tab}").click()
        page.wait_for_selector(".drawer")
        assert serious_in_both_schemes(page, ".drawer") == []
    page.get_by_test_id("tab-result").click()
    page.get_by_test_id("watch").click()
    page.get_by_test_id("scrubber").fill("4")
    assert serious_in_both_schemes(page, "[data-testid=replay]") == []


def test_no_page_is_wider_than_a_phone(somebody: Somebody) -> None:
    page = somebody(**PHONE)
    for path in ("/", *(f"/new/{game}" for game in GAMES), "/games"):
        page.goto(path)
        page.wait_for_selector("h1")
        settle(page)
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
