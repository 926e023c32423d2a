"""Pages for everybody: nothing serious for axe-core, and nothing wider than a phone."""

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser import robots
from tests.browser.axe import serious
from tests.browser.conftest import Somebody
from tests.browser.test_play import PHONE, sit_down
from tests.browser.test_records import imported
from tests.conftest import GAMES

GAME = GAMES[0]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", f"/new/{GAME}", "/games", "/nowhere"])
def test_axe_finds_nothing_serious_on_a_page(somebody: Somebody, path: str, scheme: str) -> None:
    page = somebody(path, color_scheme=scheme)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_a_table(
    somebody: Somebody, start: str, scheme: str, tmp_path: Path
) -> None:
    page = somebody(color_scheme=scheme)
    sit_down(page, start)
    assert robots.my_turn(page)
    for tab in ("log", "chat", "words", "help"):
        page.get_by_test_id(f"tab-{tab}").click()
        assert serious(page) == []
    imported(page, tmp_path, start)
    expect(page.get_by_test_id("ending")).to_be_visible()
    assert serious(page) == []
    page.get_by_test_id("watch").click()
    expect(page.get_by_test_id("scrubber")).to_be_visible()
    assert serious(page) == []


def test_no_page_is_wider_than_a_phone(somebody: Somebody) -> None:
    page = somebody(**PHONE)
    for path in ("/", *(f"/new/{game}" for game in GAMES), "/games"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
