"""The page that checks a shuffle in the browser: files, drops, the table that has just ended."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from parhelion import records
from tests.browser.axe import serious_in_both_schemes
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_records import imported
from tests.conftest import GAMES
from tests.shuffled_games import PLANS, path

DROP = """([text, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name, { type: "application/json" }));
  const target = document.querySelector("section.paper");
  target.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""


def drop(page: Page, text: str, name: str = "game") -> None:
    """Drop a file with a text on the page."""
    page.wait_for_selector("section.paper")
    page.evaluate(DROP, [text, f"{name}.json"])


def test_dropped_games_hold(somebody: Somebody) -> None:
    page, requests = somebody("/verify"), list[str]()
    page.wait_for_selector("section.paper")
    page.on("request", lambda request: requests.append(f"{request.method} {request.url}"))
    verdict = page.get_by_test_id("verdict")
    for name in sorted(PLANS):
        drop(page, path(name).read_text(encoding="utf-8"), name)
        expect(verdict).to_contain_text(name)
        expect(verdict.get_by_role("heading")).to_have_text("Everything that was checked holds")
        assert verdict.locator("li.holds").count() >= 4
        expect(verdict.locator("li.fails")).to_have_count(0)
    assert not [each for each in requests if not each.startswith("GET")], "nothing is sent"


def test_an_altered_game_does_not_hold_and_the_noted_commitment_counts(somebody: Somebody) -> None:
    page, record = somebody("/verify"), records.read(path("solstis"))
    commitment = record["shuffle"]["commitment"]
    record["shuffle"]["seats"][0] = "ann"
    drop(page, json.dumps(record))
    verdict = page.get_by_test_id("verdict")
    expect(verdict.get_by_role("heading")).to_have_text("This game does not hold")
    expect(verdict.locator("li.fails")).to_have_count(1)
    drop(page, path("solstis").read_text(encoding="utf-8"))
    expect(verdict.locator("li.fails")).to_have_count(0)
    noted = page.get_by_label("The commitment that you noted")
    noted.fill(commitment)
    expect(verdict).to_contain_text("This is the commitment that you noted.")
    noted.fill("0" * 64)
    expect(verdict.locator("li.fails")).to_have_count(1)


def test_files_and_pasted_texts_are_checked_and_others_refused(somebody: Somebody) -> None:
    page = somebody("/verify")
    page.locator("input[type=file]").set_input_files(path("orion"))
    expect(page.get_by_test_id("verdict")).to_contain_text("orion.json")
    page.get_by_text("Paste a game").click()
    page.get_by_label("The text of a saved game").fill("{")
    expect(page.get_by_role("alert")).to_have_text("This text is not a saved game.")
    expect(page.get_by_test_id("verdict")).to_have_count(0)


def test_the_end_of_a_game_leads_to_its_check(somebody: Somebody, tmp_path: Path) -> None:
    page = somebody(BLANK)
    imported(page, tmp_path, GAMES[0])
    # By keyboard: a click may miss a link that moves while the counting of points is shown.
    page.get_by_role("link", name="Was the shuffle fair?").press("Enter")
    page.wait_for_url(re.compile(r"/verify/\w+"))
    expect(page.get_by_test_id("verdict").locator("li.holds").first).to_be_visible()


def test_verdict_is_accessible_on_a_phone(somebody: Somebody) -> None:
    page = somebody("/verify", viewport={"width": 390, "height": 844})
    drop(page, path("solenia-four").read_text(encoding="utf-8"))
    expect(page.get_by_test_id("verdict")).to_be_visible()
    assert serious_in_both_schemes(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") == 390
