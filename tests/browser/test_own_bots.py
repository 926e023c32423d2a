"""Bots of one's own in the browser: made and ended in the settings, asked to a table, replaced when
they find no move."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser import axe, robots
from tests.browser.conftest import Server, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import PHONE, set_table, sit_down
from tests.conftest import GAMES

EXAMPLE = Path(__file__).parents[2] / "examples" / "own_bot" / "gatherer.py"
CLUMSY = "class Clumsy:\n    def choose(self, view):\n        return view['no such key']\n"


@pytest.fixture(scope="module")
def hosted(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server whose host brings two bots along, one of which always fails."""
    folder = tmp_path_factory.mktemp("bots")
    (folder / "clumsy.py").write_text(CLUMSY)
    bots = "--bot", f"{EXAMPLE}:Gatherer", "--bot", f"{folder / 'clumsy.py'}:Clumsy"
    running = Server(folder / "tables.db", *bots)
    yield running
    running.close()


def button(page: Page, name: str) -> None:
    settle(page)
    page.get_by_role("button", name=name, exact=True).click()


def test_custom_bot_is_created_shared_and_ended(somebody: Somebody) -> None:
    page = somebody()
    sit_down(page, GAMES[0])
    page.goto("/settings")
    bots = page.get_by_test_id("bots")
    bots.get_by_label("The name of a new bot").fill("Sparrow")
    button(page, "Make a bot")
    expect(bots.get_by_role("alert")).to_have_text("A bot has this name. Choose another one.")
    bots.get_by_label("The name of a new bot").fill("Gatherer")
    button(page, "Make a bot")
    token = bots.get_by_label("The token of Gatherer").input_value()
    assert len(token) == 32
    expect(bots.get_by_text("never here yet")).to_be_visible()
    assert not axe.serious(page)
    answer = page.request.get("/api/bot", headers={"Authorization": f"Bearer {token}"})
    assert answer.json()["name"] == "Gatherer"
    with page.expect_response("**/api/me/bots/*"):
        bots.get_by_label("Everybody may ask Gatherer to a table").check()
    page.reload()
    expect(bots.get_by_text("online")).to_be_visible()
    expect(bots.get_by_label("Everybody may ask Gatherer to a table")).to_be_checked()
    assert token not in page.content()
    button(page, "New token for Gatherer")
    expect(bots.get_by_text("The old token stops working immediately.")).to_be_visible()
    button(page, "Make a new token")
    renewed = bots.get_by_label("The token of Gatherer").input_value()
    answer = page.request.get("/api/bot", headers={"Authorization": f"Bearer {token}"})
    assert answer.status == 401
    answer = page.request.get("/api/bot", headers={"Authorization": f"Bearer {renewed}"})
    assert answer.json()["name"] == "Gatherer"
    button(page, "End Gatherer")
    page.get_by_role("button", name="End Gatherer").last.click()
    expect(bots.get_by_text("Gatherer")).to_have_count(0)
    answer = page.request.get("/api/bot", headers={"Authorization": f"Bearer {renewed}"})
    assert answer.status == 401


def choose_bot(page: Page, seat: int, name: str) -> None:
    """Ask a bot to a seat of a new table."""
    place = page.locator(f"fieldset[data-seat='{seat}']")
    place.get_by_role("radio", name=name).check()


def test_a_bot_of_the_host_is_chosen_at_a_new_table_and_played_against(
    somebody: Somebody, hosted: Server
) -> None:
    page = somebody("/new/solstis", base_url=hosted.url)
    choose_bot(page, 1, "Gatherer")
    assert not axe.serious(page)
    page.get_by_role("button", name="Open the table").click()
    page.wait_for_url("**/t/*")
    plate = page.locator(".seat[data-seat='1']")
    expect(plate).to_contain_text("Gatherer")
    expect(plate).to_contain_text("a bot of the host")
    for _ in range(3):
        assert robots.my_turn(page)
        robots.one_move(page, robots.by_clicking, random.Random(1))
    expect(page.locator(".table-page")).to_have_attribute("data-status", "playing")
    assert not axe.serious(page)


def test_a_bot_that_finds_no_move_says_so_and_is_replaced(
    somebody: Somebody, hosted: Server
) -> None:
    page = somebody(base_url=hosted.url, **PHONE)
    offered = page.request.get("/api/bots").json()["bots"]
    clumsy = next(bot["id"] for bot in offered if bot["name"] == "Clumsy")
    set_table(page, "solstis", seats=[{"kind": "bot", "bot": clumsy}, {"kind": "me"}])
    plate = page.locator(".seat[data-seat='0']")
    expect(plate).to_contain_text("found no move")
    plate.get_by_role("button", name="Let a bot sit in").click()
    assert robots.my_turn(page)
    expect(plate).not_to_contain_text("found no move")
