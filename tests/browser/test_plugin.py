"""A game that another package brings, in the browser: on the start page, played to its end."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests import plugins
from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_play import assert_over, sit_with_a_quick_bot
from tests.server.running_server import RunningServer, quick

GAME = "noughts"


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server where the example is installed."""
    folder = plugins.installed(plugins.EXAMPLE, tmp_path_factory.mktemp("noughts"))
    database: Path = folder / "tables.db"
    with plugins.known(folder), RunningServer(quick(database)) as running:
        yield f"http://{running.host}"


def test_plugin_is_on_the_start_page_and_played_by_clicking(somebody: Somebody, url: str) -> None:
    page = somebody(base_url=url)
    card = page.locator(f"article[data-game={GAME}]")
    expect(card).to_contain_text("Noughts and Crosses")
    card.locator(".button.primary").click()
    robots.play_on(page, robots.by_clicking)
    assert_over(page)


def test_plugin_is_played_by_words_in_french(somebody: Somebody, url: str) -> None:
    page = somebody(BLANK, base_url=url, locale="fr-FR")
    sit_with_a_quick_bot(page, GAME)
    robots.play_on(page, robots.by_words)
    assert_over(page)
    expect(page.get_by_role("region", name="La table en mots")).to_contain_text("une croix")


def test_lesson_of_a_plugin_does_not_wait_for_slow_pieces(somebody: Somebody, url: str) -> None:
    page = somebody(BLANK, base_url=url, reduced_motion="no-preference")
    page.add_init_script("localStorage.setItem('speed', 'slow')")
    page.goto("/")
    page.locator(f"article[data-game={GAME}]").get_by_role("link", name="Learn").click()
    for _ in range(3):
        page.get_by_test_id("show-me").click()
        page.get_by_test_id("confirm").click()
        page.get_by_test_id("next").click()
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
