"""A first visit: one click begins a first game, a victory leads on, and settings are kept."""

from itertools import count
from typing import Any

from playwright.sync_api import Page, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.axe import serious
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_play import BOT, ME, OPEN, set_table, sit_down, sit_with_a_quick_bot
from tests.positions import play_out


def options_of(page: Page) -> dict[str, str]:
    """The options of the table that a page shows."""
    path = page.url.replace("/t/", "/api/tables/")
    options: dict[str, str] = page.request.get(path).json()["table"]["options"]
    return options


def one_move_from_victory(game: str) -> tuple[dict[str, Any], str]:
    """A table at which the first seat wins with its next move, and that move."""
    for seed in count():
        match = play_out(ph.new(game, seed=seed))
        won, record = match.winners == (0,), match.record()
        match.undo()
        if won and match.turn == 0:
            return {"record": record, "ply": match.ply}, record["moves"][-1]
    raise AssertionError


def test_one_click_begins_a_first_game_against_the_friendliest_bot(somebody: Somebody) -> None:
    page = somebody()
    card = page.locator("article[data-game=solstis]")
    expect(card.locator(".facts")).to_have_text("2 players · 15 min")
    expect(card.locator(".terms")).to_have_text("Against Sparrow · Without the Evil Spirit")
    sit_down(page, "solstis")
    assert robots.my_turn(page)
    expect(page.locator(".row.top .seat .name")).to_have_text("Sparrow")
    expect(page.locator(".row.top .seat [data-level='1']")).to_be_visible()
    assert options_of(page) == {"evil": "off"}


def test_a_victory_leads_to_the_next_level_and_play_remembers_it(somebody: Somebody) -> None:
    page = somebody(BLANK)
    wanted, winning = one_move_from_victory("orion")
    set_table(page, "orion", seats=[ME, BOT], **wanted)
    assert robots.my_turn(page)
    page.get_by_test_id("tab-words").click()
    page.get_by_test_id("move-option").filter(has_text=winning).locator("input").check()
    page.get_by_test_id("move-play").click()
    expect(page.get_by_test_id("ending")).to_contain_text("You win")
    page.get_by_test_id("next-level").click()
    expect(page.locator(".row.top .seat .name")).to_have_text("Swift")
    page.goto("/")
    expect(page.locator("article[data-game=orion] .terms")).to_have_text("Against Swift")


def test_settings_are_found_at_the_table_and_kept(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, "orion")
    assert robots.my_turn(page)
    name = page.locator("[data-testid=scene] .cell text").first
    expect(name).to_have_css("opacity", "0")
    page.get_by_test_id("tab-help").click()
    page.locator(".drawer").get_by_role("link", name="Settings").click()
    page.get_by_label("Coordinates").check()
    page.get_by_label("Confirm moves").uncheck()
    page.get_by_label("Sound").check()
    page.get_by_label("Night", exact=True).check()
    assert serious(page) == []
    page.get_by_role("button", name="Back").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "night")
    expect(name).to_have_css("opacity", "1")
    page.reload()
    expect(name).to_have_css("opacity", "1")


def test_without_confirmation_the_last_pick_plays(somebody: Somebody) -> None:
    page = somebody("/settings")
    page.get_by_label("Confirm moves").uncheck()
    sit_with_a_quick_bot(page, "solstis")
    assert robots.my_turn(page)
    page.mouse.click(*robots.centre(page.locator(robots.PICKABLE).first))
    robots.wait_past(page, 0)


def test_an_invitation_to_this_computer_only_says_so(somebody: Somebody) -> None:
    page = somebody(BLANK)
    set_table(page, "orion", seats=[ME, OPEN])
    expect(page.get_by_test_id("only-here")).to_contain_text("parhelion serve --host 0.0.0.0")


def test_unknown_address_shows_a_page_with_status_404(somebody: Somebody) -> None:
    page = somebody()
    for path in ("/nothing/here", "/t/table/more"):
        answer = page.goto(path)
        assert answer
        assert answer.status == 404
        expect(page.locator("h1")).to_have_text("Nothing here but sky")
    page.get_by_role("link", name="To the start page").click()
    expect(page.locator("article[data-game=orion]")).to_be_visible()
