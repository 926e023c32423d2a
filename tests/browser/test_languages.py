"""The page speaks the language of its reader."""

import pytest
from playwright.sync_api import expect

from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_play import sit_with_a_quick_bot
from tests.conftest import GAMES

GAME = GAMES[0]
WORDS = {"en-GB": ("en", "Play"), "fr-FR": ("fr", "Jouer"), "nl-NL": ("nl", "Spelen")}


@pytest.mark.parametrize("locale", WORDS)
def test_the_page_speaks_the_language_of_the_browser(somebody: Somebody, locale: str) -> None:
    lang, play = WORDS[locale]
    page = somebody(locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("article .button.primary").first).to_have_text(play)


def test_the_language_can_be_switched_in_the_middle_of_a_game(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, GAME)
    assert robots.my_turn(page)
    expect(page.get_by_test_id("prompt")).not_to_be_empty()
    english = page.get_by_test_id("prompt").inner_text()
    page.get_by_label("Language").select_option("nl")
    expect(page.get_by_test_id("prompt")).not_to_have_text(english)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert robots.my_turn(page)
