"""Records of games: opened, replayed, played on, or refused."""

import json
import random
from pathlib import Path

from playwright.sync_api import Page, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.conftest import GAMES
from tests.positions import play_out

GAME = GAMES[0]


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


def test_a_broken_record_is_refused_with_its_reason(somebody: Somebody, tmp_path: Path) -> None:
    file = tmp_path / "broken.json"
    record = play_out(ph.new(GAME, seed=5)).record()
    record["moves"][2] = "nonsense"
    file.write_text(json.dumps(record))
    page = somebody(f"/new/{GAME}")
    page.locator("input[type=file]").set_input_files(file)
    expect(page.get_by_text("nonsense")).to_be_visible()
    assert page.url.endswith(f"/new/{GAME}")
