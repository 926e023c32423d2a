"""The installed client without its server."""

from playwright.sync_api import expect

from tests.browser.conftest import Server, Somebody


def test_without_the_server_the_installed_page_says_so(somebody: Somebody, server: Server) -> None:
    page = somebody(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("article")
    page.wait_for_load_state("networkidle")  # what it still asks for would fail
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text("Clouds before the sun")
    asked = "fetch('/api/games').then(() => 'answered', () => 'failed')"
    assert page.evaluate(asked) == "failed", "what the server said before is not said again"
    page.context.set_offline(False)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text("Games")
