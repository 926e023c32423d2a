"""Records of games: opened, replayed, played on, or refused."""

import json
import random
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import ME, OPEN, set_table
from tests.conftest import GAMES
from tests.positions import play_out

GAME = GAMES[0]
NOTE = "Set up from a record"
SENTENCE = "This game was set up from a record, so its deal was known in advance."


def imported(page: Page, tmp_path: Path, game: str) -> ph.Match:
    """Open the record of a finished game on the page for a new table."""
    match = play_out(ph.new(game, seed=5))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record()))
    page.goto(f"/new/{game}")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/t/*")
    expect(page.get_by_test_id("ending")).to_be_visible()
    settle(page)
    return match


def test_a_record_is_opened_replayed_and_played_on(
    somebody: Somebody, start: str, tmp_path: Path
) -> None:
    page = somebody(BLANK)
    match = imported(page, tmp_path, start)
    page.get_by_test_id("watch").click()
    scrubber = page.get_by_test_id("scrubber")
    expect(scrubber).to_have_attribute("max", str(match.ply))
    scrubber.fill("4")
    expect(page.locator(".replay .said strong")).to_contain_text(f"4 of {match.ply}")
    page.get_by_test_id("play-on").click()
    expect(page.locator(robots.TABLE)).to_have_attribute("data-ply", "4")
    assert robots.my_turn(page)
    table = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["table"]
    mine = [seat["seat"] for seat in table["seats"] if seat["kind"] == "human"]
    assert mine == [ph.replay(match.record(), 4).turn], "another seat was to move"
    robots.one_move(page, robots.by_clicking, random.Random(0))


def row_of(page: Page, id: str) -> Locator:
    """A table's row in the lists of tables."""
    return page.locator("li", has=page.locator(f"a[href='/t/{id}']"))


def open_from_list(page: Page, id: str) -> None:
    """Go to a table from its row, and wait for its invitation."""
    row_of(page, id).get_by_role("link").first.click()
    expect(page.get_by_test_id("invitation")).to_be_visible()


def open_games(page: Page) -> None:
    """Go to the lists of tables without loading the page again."""
    page.locator("header a[href='/games']").click()


def test_everybody_sees_that_a_table_was_set_up_from_a_record(somebody: Somebody) -> None:
    host, guest = somebody(BLANK), somebody(BLANK)
    record = play_out(ph.new("orion", seed=5)).record()
    shared = {"seats": [ME, OPEN], "listed": True}
    set_table(host, "orion", **shared)
    fresh = host.url.rpartition("/")[2]
    set_table(host, "orion", **shared, record=record, ply=2)
    given = host.url.rpartition("/")[2]
    expect(host.get_by_test_id("invitation")).to_contain_text(SENTENCE)
    expect(host.get_by_test_id("given")).to_have_text(NOTE)
    guest.goto("/games")
    expect(row_of(guest, given)).to_contain_text(NOTE)
    expect(row_of(guest, fresh)).not_to_contain_text(NOTE)
    open_from_list(guest, fresh)
    expect(guest.get_by_test_id("invitation")).not_to_contain_text(SENTENCE)
    expect(guest.get_by_test_id("given")).to_have_count(0)
    open_games(guest)
    open_from_list(guest, given)
    expect(guest.get_by_test_id("invitation")).to_contain_text(SENTENCE)
    guest.get_by_test_id("join").click()
    expect(guest.get_by_test_id("invitation")).to_have_count(0)
    expect(guest.get_by_test_id("given")).to_have_text(NOTE)
    guest.get_by_test_id("tab-log").click()
    expect(guest.get_by_test_id("remarks")).to_have_text(SENTENCE)
    open_games(guest)
    mine = guest.get_by_role("region", name="My games")
    expect(row_of(guest, given).and_(mine.locator("li"))).to_contain_text(NOTE)


def test_table_set_up_from_a_record_does_not_announce_a_deal(somebody: Somebody) -> None:
    """A fresh table that waits for a bot is dealt later. This one has its deal already."""
    page = somebody(BLANK)
    page.request.post("/api/me", data={"name": "Alba"})
    bot = page.request.post("/api/me/bots", data={"name": "Gatherer"}).json()["id"]
    record = play_out(ph.new("orion", seed=5)).record()
    set_table(page, "orion", seats=[ME, {"kind": "bot", "bot": bot}], record=record, ply=2)
    invitation = page.get_by_test_id("invitation")
    expect(invitation).to_contain_text(SENTENCE)
    expect(invitation).not_to_contain_text("dealt")


def test_a_broken_record_is_refused_with_its_reason(somebody: Somebody, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    record = play_out(ph.new(GAME, seed=5)).record()
    record["moves"][2] = "nonsense"
    file.write_text(json.dumps(record))
    page = somebody(f"/new/{GAME}")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("nonsense")).to_be_visible()
    assert page.url.endswith(f"/new/{GAME}")
