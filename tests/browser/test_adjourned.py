"""A table that cannot go on here: its page says why and what is known; lists mark it."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from parhelion import new
from parhelion.server.models import TableModel
from parhelion.server.viewer import COOKIE
from tests.browser.conftest import Somebody
from tests.positions import play_out
from tests.server.running_server import Guest, RunningServer, quick
from tests.server.test_damaged_tables import damage

TITLES = {
    "en": "This game cannot go on here",
    "fr": "Cette partie ne peut pas continuer ici",
    "nl": "Dit spel kan hier niet verder",
}


@pytest.fixture
def spoiled(tmp_path: Path) -> Iterator[RunningServer]:
    """A server whose rows may be spoiled."""
    with RunningServer(quick(tmp_path / "tables.db")) as running:
        yield running


def stopped_table(server: RunningServer, ann: Guest, ply: int | None = None) -> str:
    """The id of a table of Ann's that cannot go on."""
    match = play_out(new("solenia", seed=7, players=3))
    id: str = ann.sets(game="solenia", record=match.record(), ply=ply, listed=True)["table"]["id"]
    server.lobby._tables[id].close()
    damage(str(server.settings.database), TableModel, id, rules=99)
    return id


def page_of(somebody: Somebody, server: RunningServer, guest: Guest) -> Page:
    """A browser of somebody who is known already."""
    page = somebody("about:blank", base_url=f"http://{server.host}")
    cookie = {"name": COOKIE, "value": guest.http.cookies[COOKIE], "url": f"http://{server.host}"}
    page.context.add_cookies([cookie])  # type: ignore[list-item]
    return page


def test_the_page_of_a_table_that_cannot_go_on_says_why_in_three_languages(
    somebody: Somebody, spoiled: RunningServer
) -> None:
    ann = spoiled.guest("Ann")
    id = stopped_table(spoiled, ann, 12)
    page = page_of(somebody, spoiled, ann)
    page.goto(f"/t/{id}")
    told = page.get_by_test_id("adjourned")
    for lang, title in TITLES.items():
        page.get_by_label("Language").or_(page.locator("header select")).first.select_option(lang)
        expect(told.get_by_role("heading", level=1)).to_have_text(title)
        expect(told.locator(".lead")).to_have_text(
            ann("GET", f"/tables/{id}/adjourned?lang={lang}")["sentence"]
        )
    expect(told.locator("ol li")).to_have_count(12)
    expect(told.get_by_role("heading", level=2)).to_contain_text("Ann")
    expect(told.locator("a[download]")).to_have_count(0)


def test_a_finished_game_can_be_downloaded_where_it_cannot_be_watched(
    somebody: Somebody, spoiled: RunningServer
) -> None:
    ann = spoiled.guest("Ann")
    id = stopped_table(spoiled, ann)
    page = page_of(somebody, spoiled, ann)
    page.goto("/games")
    expect(page.locator("li .stopped")).to_have_text("Cannot go on")
    page.get_by_role("link", name="To the table").click()
    with page.expect_download() as download:
        page.get_by_test_id("adjourned").locator("a[download]").click()
    record = json.loads(download.value.path().read_text("utf-8"))
    assert (record["game"], record["rules"]) == ("solenia", 99)
    assert download.value.suggested_filename == f"solenia-{id}.json"
