"""A table that cannot go on here: its page says why and what is known; lists mark it."""

import json

from playwright.sync_api import Page, expect

from parhelion import new
from parhelion.server.viewer import COOKIE
from tests.browser.conftest import BLANK, Somebody
from tests.positions import play_out
from tests.server.running_server import Guest, RunningServer
from tests.server.test_damaged_tables import set_rules

TITLES = {
    "en": "This game cannot go on here",
    "fr": "Cette partie ne peut pas continuer ici",
    "nl": "Dit spel kan hier niet verder",
}


def stopped_table(server: RunningServer, ann: Guest, ply: int | None = None) -> str:
    """Return the id of a table of Ann's that cannot be read, as the server has noticed."""
    match = play_out(new("solenia", seed=7, players=3))
    id: str = ann.sets(game="solenia", record=match.record(), ply=ply, listed=True)["table"]["id"]
    server.lobby._tables[id].close()
    set_rules(str(server.settings.database), id, 99)
    ann.refused("table/adjourned", "GET", f"/tables/{id}")
    return id


def page_of(somebody: Somebody, server: RunningServer, guest: Guest) -> Page:
    """A browser of somebody who is known already."""
    page = somebody(BLANK, base_url=f"http://{server.host}")
    cookie = {"name": COOKIE, "value": guest.http.cookies[COOKIE], "url": f"http://{server.host}"}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    return page


def test_page_of_an_adjourned_table_says_why_in_three_languages(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    ann = lanterns.guest("Ann")
    id = stopped_table(lanterns, ann, 12)
    page = page_of(somebody, lanterns, ann)
    page.goto(f"/t/{id}")
    told = page.get_by_test_id("adjourned")
    for lang, title in TITLES.items():
        page.get_by_label("Language").or_(page.locator("header select")).first.select_option(lang)
        expect(told.get_by_role("heading", level=1)).to_have_text(title)
        expect(told.locator(".lead")).to_have_text(
            ann("GET", f"/tables/{id}/adjourned?lang={lang}")["sentence"]
        )
    expect(told.locator("ol li")).to_have_count(12)
    expect(told.get_by_test_id("given")).to_be_visible()
    expect(told.get_by_role("heading", level=2)).to_contain_text("Ann")
    expect(told.locator("a[download]")).to_have_count(0)


def test_finished_game_can_be_downloaded_from_an_adjourned_table(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    ann = lanterns.guest("Ann")
    id = stopped_table(lanterns, ann)
    page = page_of(somebody, lanterns, ann)
    page.goto("/games")
    entry = page.locator("li", has=page.locator(f"a[href='/t/{id}']"))
    expect(entry.locator(".stopped")).to_have_text("Cannot go on")
    entry.get_by_role("link", name="To the table").click()
    with page.expect_download() as download:
        page.get_by_test_id("adjourned").locator("a[download]").click()
    record = json.loads(download.value.path().read_text("utf-8"))
    assert (record["game"], record["rules"]) == ("solenia", 99)
    assert download.value.suggested_filename == f"solenia-{id}.json"
