"""Tables of one to four seats: setting them, sitting down at them, playing at them."""

import random
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import parhelion as ph
from parhelion.bots import LEVELS
from parhelion.games import registry
from tests.browser import robots
from tests.browser.axe import serious
from tests.browser.conftest import BLANK, Server, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import (
    BOT,
    LAST_MOVES,
    ME,
    OPEN,
    PHONE,
    assert_over,
    last_moves,
    next_to_move,
    set_table,
    sit_together,
    sit_with_a_quick_bot,
)
from tests.positions import play_out

GAME = "solenia"
FOUR = [ME, BOT, OPEN, BOT]
WINTER = {"board": "winter", "upgrades": "on"}


def join(page: Page) -> Page:
    """Take the first free seat."""
    page.get_by_test_id("join").first.click()
    expect(page.get_by_test_id("join")).to_have_count(0)
    return page


def play_some(pages: list[Page], moves: int, seed: int = 0) -> None:
    """Let whoever is to move play by clicking, so many times."""
    rng = random.Random(seed)
    for _ in range(moves):
        mover = next_to_move(pages)
        assert mover, "the game goes on"
        robots.one_move(mover, robots.by_clicking, rng)


# --- a new table -------------------------------------------------------------------------


@pytest.fixture
def form(somebody: Somebody) -> Page:
    """The page for a new table."""
    page = somebody(f"/new/{GAME}")
    page.wait_for_selector("fieldset[data-seat]")
    return page


def choose(page: Page, option: str, value: str) -> None:
    page.get_by_role("group", name=option, exact=True).get_by_label(value, exact=True).check()


def asked(page: Page) -> list[str]:
    """The options that a page asks about."""
    return page.locator("form fieldset:not([data-seat]) > legend").all_inner_texts()


def test_a_new_table_has_as_many_seats_as_there_are_players(form: Page) -> None:
    seats = form.locator("fieldset[data-seat]")
    for value, count in (("Two", 2), ("Three", 3), ("Four", 4), ("Alone", 0), ("Three", 3)):
        choose(form, "Players", value)
        expect(seats).to_have_count(count)
        for seat in seats.all():
            expect(seat.locator(".kinds input:checked")).to_have_count(1)


def test_only_options_that_there_is_a_choice_about_are_shown(form: Page) -> None:
    always = ["Players", "Who plays?", "Boards", "Sky", "Even start", "Clock"]
    assert asked(form) == always
    choose(form, "Boards", "Winter")
    choose(form, "Upgrade tiles", "With upgrade tiles")
    choose(form, "Boards", "Summer")
    assert asked(form) == always
    choose(form, "Players", "Alone")
    assert "Who plays?" not in asked(form)
    assert "Trade Wind" in asked(form)
    choose(form, "Trade Wind", "Storm")
    choose(form, "Players", "Two")
    form.locator("form button[type=submit]").click()
    form.wait_for_url("**/t/*")
    path = form.url.replace("/t/", "/api/tables/")
    options = form.request.get(path).json()["table"]["options"]
    assert (options["upgrades"], options["difficulty"]) == ("off", "breeze")


def test_a_seat_each_for_me_a_bot_of_some_level_and_whoever_comes(form: Page) -> None:
    choose(form, "Players", "Four")
    choose(form, "Boards", "Winter")
    choose(form, "Upgrade tiles", "With upgrade tiles")
    seats = form.locator("fieldset[data-seat]")
    seats.nth(1).locator("input[value=open]").check()
    seats.nth(2).get_by_label("Sparrow").check()
    form.get_by_role("button", name="Change seats").click()
    expect(seats.nth(2).locator("input[value=open]")).to_be_checked()
    assert serious(form) == []
    form.locator("form button[type=submit]").click()
    form.wait_for_url("**/t/*")
    path = form.url.replace("/t/", "/api/tables/")
    table = form.request.get(path).json()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["bot", "human", "open", "bot"]
    assert [seat["level"] for seat in table["seats"]][3] == min(LEVELS)
    assert table["options"]["upgrades"] == "on"


# --- four seats --------------------------------------------------------------------------


def test_two_people_and_two_bots_begin_a_game(somebody: Somebody) -> None:
    """One of the people has a phone, which is no wider than before."""
    host = somebody(BLANK)
    set_table(host, GAME, options={"players": "4"}, seats=FOUR, clock={"kind": "live"})
    expect(host.get_by_test_id("invitation")).to_be_visible()
    guest = join(somebody(host.url, **PHONE))
    play_some([host, guest], 4)
    settle(guest)
    assert guest.evaluate("document.documentElement.scrollWidth") <= 390
    for page, mine in ((host, "0"), (guest, "2")):
        expect(page.locator(".row.bottom .seat")).to_have_attribute("data-seat", mine)
        others = page.locator(".row.top .seat")
        seats = [seat.get_attribute("data-seat") for seat in others.all()]
        assert seats == [str((int(mine) + step) % 4) for step in (1, 2, 3)]
        expect(others.locator(".clock")).to_have_count(3)
        for seat in page.locator(".row.top .seat .name").all():
            expect(seat).to_be_visible()
    assert serious(guest) == []


def test_host_deletes_a_table_that_has_not_started(somebody: Somebody) -> None:
    host = somebody(BLANK)
    set_table(host, GAME, options={"players": "4"}, seats=FOUR)
    guest = somebody(host.url)
    expect(guest.get_by_test_id("join")).not_to_have_count(0)
    expect(guest.get_by_role("button", name="Delete this table")).to_have_count(0)
    host.get_by_role("button", name="Delete this table").click()
    assert serious(host) == []
    host.get_by_role("button", name="Delete", exact=True).click()
    host.wait_for_url("**/games")
    expect(guest.get_by_text("This table no longer exists.")).to_be_visible()


def test_two_people_and_two_bots_end_a_game_and_play_again(
    server: Server, somebody: Somebody
) -> None:
    host, guest = somebody(BLANK, color_scheme="dark"), somebody(BLANK)
    seats = [host, None, guest, None]
    sit_together(server.database, seats, **last_moves(GAME, players="4"))
    rng, pages = random.Random(1), [host, guest]
    while (mover := next_to_move(pages)) is not None:
        robots.one_move(mover, robots.by_clicking, rng)
    for page in pages:
        assert_over(page)
        expect(page.locator(".ending thead th")).to_have_count(4)
    assert serious(host) == []
    host.get_by_test_id("again").click()
    host.wait_for_url(lambda url: url != guest.url)
    expect(host.locator(".row.bottom .seat")).to_have_attribute("data-seat", "1")
    expect(host.locator(".row.top .seat")).to_have_count(3)
    expect(host.get_by_test_id("invitation")).to_contain_text("Waiting for")
    guest.get_by_role("link", name="To the next game").click()
    assert next_to_move(pages)


# --- winter with upgrades ----------------------------------------------------------------


def test_upgrade_tiles_are_drafted_and_played_with(somebody: Somebody) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, GAME, options=WINTER)
    play_some([page], 8)
    assert serious(page) == []


def test_a_winter_game_with_upgrades_ends_on_a_phone(somebody: Somebody) -> None:
    page = somebody(BLANK, **PHONE)
    sit_with_a_quick_bot(page, GAME, **last_moves(GAME, LAST_MOVES, **WINTER))
    robots.play_on(page, robots.by_tapping)
    assert_over(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


# --- alone -------------------------------------------------------------------------------


def test_solo_game_starts_ends_and_starts_again(form: Page) -> None:
    choose(form, "Players", "Alone")
    form.locator("form button[type=submit]").click()
    form.wait_for_url("**/t/*")
    rival = form.locator(".row.top .seat")
    expect(rival).to_contain_text("automatic")
    play_some([form], 2)
    set_table(form, GAME, seats=[ME], **last_moves(GAME, players="1"))
    robots.play_on(form, robots.by_clicking)
    assert_over(form)
    expect(form.locator(".ending thead th")).to_have_count(2)
    before = form.url
    form.get_by_test_id("again").click()
    form.wait_for_url(lambda url: url != before)
    assert robots.my_turn(form)
    expect(rival).to_contain_text("Trade Wind")


# --- taking back -------------------------------------------------------------------------


def test_decisions_of_a_turn_are_taken_back_until_a_secret_comes_to_light(
    somebody: Somebody,
) -> None:
    record, ply = a_turn_of_several_decisions()
    page = somebody(BLANK)
    mover = ph.replay(record, ply).turn
    seats = [ME if seat == mover else BOT for seat in range(len(registry.load(GAME).info.seats))]
    set_table(page, GAME, seats=seats, record=record, ply=ply)
    assert robots.my_turn(page)
    play_by_words(page, record["moves"][ply])
    page.get_by_test_id("takeback").click()
    expect(page.locator(robots.TABLE)).to_have_attribute("data-ply", str(ply))
    assert robots.my_turn(page)
    play_by_words(page, record["moves"][ply])
    rng = random.Random(0)
    while page.get_by_test_id("firm").count() == 0:
        assert robots.my_turn(page)
        robots.one_move(page, robots.by_clicking, rng)
    expect(page.get_by_test_id("takeback")).to_have_count(0)


def a_turn_of_several_decisions() -> tuple[dict[str, Any], int]:
    """A record, and how many of its moves lead to one after which the same seat goes on."""
    match = play_out(ph.new(GAME, seed=5))
    for ply in range(match.ply - 1):
        before, after = ph.replay(match.record(), ply), ph.replay(match.record(), ply + 1)
        if ply and before.turn == after.turn and before.firm == after.firm:
            return match.record(), ply
    raise AssertionError("every turn is one decision")


def play_by_words(page: Page, move: str) -> None:
    """Play a certain move from the table in words."""
    before = robots.ply(page)
    model = page.get_by_test_id("text-model")
    if model.get_by_test_id("move-filter").count():
        model.get_by_test_id("move-filter").fill(move)
    model.locator(f"input[value='{move}']").check()
    model.get_by_test_id("move-play").click()
    robots.wait_past(page, before)
