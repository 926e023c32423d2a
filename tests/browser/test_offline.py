"""The installed client without its server."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Somebody
from tests.browser.settling import settle
from tests.waiting import until

OFFLINE = "Clouds before the sun"


def test_installed_client_says_that_it_is_offline(somebody: Somebody) -> None:
    page = somebody(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("article")
    settle(page)  # a request that is still open would fail
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text(OFFLINE)
    asked = "fetch('/api/games').then(() => 'answered', () => 'failed')"
    assert page.evaluate(asked) == "failed", "an answer of the server was cached"
    page.context.set_offline(False)
    until(lambda: OFFLINE not in visited(page))  # the service worker notices it a little later
    expect(page.locator("h1")).to_have_text("Games")


def visited(page: Page) -> str:
    """Go to the list of games and return the HTML of the answer."""
    answer = page.goto("/games")
    assert answer
    return answer.text()
