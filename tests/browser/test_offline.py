"""The installed client without its server."""

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server, Somebody
from tests.waiting import until

OFFLINE = "Clouds before the sun"


def test_without_the_server_the_installed_page_says_so(somebody: Somebody, server: Server) -> None:
    page = somebody(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("article")
    page.wait_for_load_state("networkidle")  # what it still asks for would fail
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text(OFFLINE)
    asked = "fetch('/api/games').then(() => 'answered', () => 'failed')"
    assert page.evaluate(asked) == "failed", "what the server said before is not said again"
    page.context.set_offline(False)
    until(lambda: OFFLINE not in visited(page))  # the service worker hears of it a little later
    expect(page.locator("h1")).to_have_text("Games")


def visited(page: Page) -> str:
    """What is answered to who goes to the games."""
    answer = page.goto("/games")
    assert answer
    return answer.text()
