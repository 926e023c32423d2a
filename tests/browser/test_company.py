"""Several people at a table: watching, talking, sharing a device."""

import random

import pytest
from playwright.sync_api import Page, expect

from tests.browser import robots
from tests.browser.conftest import BLANK, Somebody
from tests.browser.test_play import sit_with_a_quick_bot
from tests.conftest import GAMES

GAME = GAMES[0]


def test_spectators_see_the_game_but_cannot_move(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, GAME)
    assert robots.my_turn(page)
    watcher = somebody(page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    robots.one_move(page, robots.by_clicking, random.Random(4))
    robots.wait_past(watcher, 0)
    assert watcher.locator(robots.PICKABLE).count() == 0


def two_at_a_table(somebody: Somebody) -> tuple[Page, Page]:
    """A host and a guest at a table of two."""
    host = somebody()
    host.locator(f"article[data-game={GAME}] .ways .button").first.click()
    host.wait_for_url("**/t/*")
    guest = somebody(host.url)
    guest.get_by_test_id("join").first.click()
    assert robots.my_turn(host)
    return host, guest


def open_chat(page: Page) -> None:
    """Open the chat unless it is open."""
    tab = page.get_by_test_id("tab-chat")
    if tab.get_attribute("aria-expanded") != "true":
        tab.click()
    expect(tab).to_have_attribute("aria-expanded", "true")


def say(page: Page, text: str) -> None:
    """Send a chat message."""
    open_chat(page)
    page.locator("#say").fill(text)
    page.keyboard.press("Enter")
    expect(page.locator("#say")).to_have_value("")


def test_two_players_chat_and_agree_to_a_takeback(somebody: Somebody) -> None:
    host, guest = two_at_a_table(somebody)
    robots.one_move(host, robots.by_clicking, random.Random(6))
    say(host, "Good evening!")
    host.locator("#say").press("Escape")
    expect(host.get_by_test_id("tab-chat")).to_have_attribute("aria-expanded", "false")
    guest.get_by_test_id("tab-chat").click()
    expect(guest.get_by_text("Good evening!")).to_be_visible()
    host.get_by_test_id("takeback").click()
    guest.get_by_test_id("agree").click()
    expect(host.locator(robots.TABLE)).to_have_attribute("data-ply", "0")
    assert robots.my_turn(host)


@pytest.mark.parametrize("game", ["orion", "solstis"])
def test_two_players_share_a_device(somebody: Somebody, game: str) -> None:
    """With secrets they hand it over, without they don't."""
    page = somebody(f"/new/{game}")
    page.wait_for_selector("fieldset[data-seat]")
    for seat in page.locator("fieldset[data-seat]").all():
        seat.locator("input[value=me]").check()
    page.locator("form button[type=submit]").click()
    page.wait_for_url("**/t/*")
    rng, moved = random.Random(0), set[str | None]()
    while len(moved) < 2:
        assert robots.my_turn(page)
        moved.add(page.locator(".seat.turn").get_attribute("data-seat"))
        robots.one_move(page, robots.by_clicking, rng)
    assert robots.my_turn(page)


def test_muted_players_are_hidden_until_they_are_unmuted(somebody: Somebody) -> None:
    host, guest = two_at_a_table(somebody)
    for text in ("First!", "Second!"):
        say(guest, text)
    host.get_by_test_id("tab-chat").click()
    lines = host.get_by_role("log")
    expect(lines).to_contain_text("Second!")
    summary = host.get_by_text("Mute somebody")
    summary.focus()
    host.keyboard.press("Enter")
    mute = host.get_by_test_id("mute")
    expect(mute).to_be_visible()
    host.keyboard.press("Tab")
    expect(mute).to_be_focused()
    name = mute.get_attribute("aria-label")
    assert name
    assert name.startswith("Mute ")
    host.keyboard.press("Enter")
    expect(lines).not_to_contain_text("First!")
    expect(host.get_by_test_id("hidden-lines")).to_contain_text("2")
    host.get_by_test_id("tab-log").click()
    say(guest, "Third!")
    expect(guest.get_by_role("log")).to_contain_text("Third!")
    host.reload()  # it is remembered, and nothing unread is told of
    host.get_by_test_id("tab-chat").click()
    expect(host.get_by_test_id("hidden-lines")).to_contain_text("3")
    host.get_by_text("Mute somebody").click()
    host.get_by_role("button", name="Unmute").click()
    expect(host.get_by_role("log")).to_contain_text("Third!")


def test_spectators_chat_only_if_the_host_allows_it(somebody: Somebody) -> None:
    for allowed in (False, True):
        host = somebody(f"/new/{GAME}")
        host.get_by_test_id("spectators-chat").set_checked(allowed)
        host.locator("form button[type=submit]").click()
        host.wait_for_url("**/t/*")
        watcher = somebody(host.url)
        open_chat(watcher)
        if not allowed:
            refusal = "Only those who play at this table can write here."
            expect(watcher.get_by_text(refusal)).to_be_visible()
            assert watcher.locator("#say").count() == 0
            continue
        say(watcher, "May I?")
        host.get_by_test_id("tab-chat").click()
        line = host.get_by_role("log").locator("p", has_text="May I?")
        expect(line).to_contain_text("watching")
