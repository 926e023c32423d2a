"""Playing behind a reverse proxy with TLS, under a path."""

import random
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from parhelion.server.settings import Hosting
from tests.browser import robots
from tests.browser.conftest import Somebody
from tests.server.reverse_proxy import proxied
from tests.server.running_server import RunningServer, quick

PATH = "/games"  # which is the path of a page, too


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server under a path, behind a proxy that it believes."""
    folder = tmp_path_factory.mktemp("proxy")
    hosting = Hosting(root_path=PATH, forwarded_allow_ips="127.0.0.1")
    with (
        RunningServer(quick(folder / "tables.db", hosting=hosting)) as server,
        proxied(int(server.host.split(":")[1]), PATH) as shown,
    ):
        yield shown


def test_a_game_is_played_under_a_path(somebody: Somebody, address: str) -> None:
    page = somebody(f"{address}/", ignore_https_errors=True)
    strays: list[str] = []
    page.on("request", lambda asked: strays.append(asked.url))
    page.locator("article[data-game=orion] .button.primary").click()
    page.wait_for_url(f"{address}/t/*")
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_clicking, random.Random(1))
    page.reload()  # the address of a table is its invitation
    assert robots.my_turn(page)
    assert robots.ply(page) >= 1
    (cookie,) = page.context.cookies()
    assert (cookie["path"], cookie["secure"]) == (PATH, True)
    assert not [url for url in strays if not url.startswith((address, "data:", "blob:"))]


def test_links_and_deep_addresses_stay_under_the_path(somebody: Somebody, address: str) -> None:
    page = somebody(f"{address}/rules/orion#O9", ignore_https_errors=True)
    expect(page.locator("#O9")).to_be_in_viewport()
    page.locator(f'a[href="{PATH}/games"]').click()
    expect(page.locator("h1")).to_have_text("Games")
    assert page.url == f"{address}/games"
    page.locator(f'a.home[href="{PATH}/"]').click()
    page.locator("article[data-game=solstis]").wait_for()
    assert re.fullmatch(f"{address}/", page.url)
    page.go_back()
    expect(page.locator("h1")).to_have_text("Games")


def test_an_invitation_has_the_path_and_tls(somebody: Somebody, address: str) -> None:
    page = somebody(f"{address}/new/orion", ignore_https_errors=True)
    page.request.post(f"{address}/api/me", data={"name": "Alba"})
    wanted = {"game": "orion", "seats": [{"kind": "me"}, {"kind": "open"}]}
    made = page.request.post(f"{address}/api/tables", data=wanted)
    page.goto(f"{address}/t/{made.json()['table']['id']}")
    code = page.locator("img[src$='qr.svg']")
    code.wait_for()
    assert code.evaluate("image => image.decode().then(() => image.naturalWidth > 0)")
    shown = page.locator("body").inner_text() + str(
        page.locator("input").evaluate_all("fields => fields.map(field => field.value).join(' ')")
    )
    assert page.url in shown
