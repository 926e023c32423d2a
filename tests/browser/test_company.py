"""Several people at a table: watching, talking, sharing a device."""

import random

from playwright.sync_api import expect

from tests.browser import robots
from tests.browser.conftest import Somebody
from tests.browser.test_play import sit_down
from tests.conftest import GAMES

GAME = GAMES[0]


def test_people_who_watch_see_the_game_but_cannot_move(somebody: Somebody, start: str) -> None:
    page = somebody()
    sit_down(page, start)
    assert robots.my_turn(page)
    watcher = somebody(page.url)
    expect(watcher.get_by_text("You are watching")).to_be_visible()
    robots.one_move(page, robots.by_clicking, random.Random(4))
    robots.wait_past(watcher, 0)
    assert watcher.locator(robots.PICKABLE).count() == 0


def test_two_people_talk_and_agree_to_a_takeback(somebody: Somebody) -> None:
    host = somebody()
    host.locator(f"article[data-game={GAME}] .ways .button").first.click()
    host.wait_for_url("**/t/*")
    guest = somebody(host.url)
    guest.get_by_test_id("join").first.click()
    assert robots.my_turn(host)
    robots.one_move(host, robots.by_clicking, random.Random(6))
    host.get_by_test_id("tab-chat").click()
    host.locator("aside textarea, aside input").first.fill("Good evening!")
    host.keyboard.press("Enter")
    guest.get_by_test_id("tab-chat").click()
    expect(guest.get_by_text("Good evening!")).to_be_visible()
    host.get_by_test_id("takeback").click()
    guest.get_by_test_id("agree").click()
    expect(host.locator(robots.TABLE)).to_have_attribute("data-ply", "0")
    assert robots.my_turn(host)


def test_two_people_play_on_one_device(somebody: Somebody, start: str) -> None:
    page = somebody(f"/new/{start}")
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
