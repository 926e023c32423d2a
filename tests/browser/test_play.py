"""Playing whole games in a real browser, in every way that people play."""

import random
import re
from collections.abc import Sequence
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect

import parhelion as ph
from parhelion.bots import LEVELS
from parhelion.server.viewer import COOKIE
from tests.browser import robots
from tests.browser.conftest import BLANK, Server, Somebody
from tests.browser.settling import advance_until_gone, settle, stop_clock
from tests.conftest import GAMES
from tests.positions import play_out
from tests.server.given_tables import given_table
from tests.waiting import until

PHONE = {
    "viewport": {"width": 390, "height": 844},
    "has_touch": True,
    "is_mobile": True,
}
SMALL = {"viewport": {"width": 900, "height": 640}}
"""A window of somebody who plays much in a test: most of what a move costs is painting."""
ME, OPEN, BOT = {"kind": "me"}, {"kind": "open"}, {"kind": "bot", "level": min(LEVELS)}
LAST_MOVES = 6
"""Moves to the end of a game that is not played whole."""

REPLAY_STEP = 1100
"""Milliseconds that a replay shows each move."""


def sit_down(page: Page, game: str) -> None:
    """Play at once against a bot, with no form to fill in."""
    page.locator(f"article[data-game={game}] .button.primary").click()
    page.wait_for_url("**/t/*")


def set_table(page: Page, game: str, **wanted: Any) -> None:
    """Set a table without a form, and go there."""
    page.request.post("/api/me", data={"name": "Alba"})
    made = page.request.post("/api/tables", data={"game": game} | wanted)
    assert made.status == 201, made.text()
    page.goto(f"/t/{made.json()['table']['id']}")
    settle(page)


def sit_together(database: object, seats: Sequence[Page | None], record: Any, ply: int) -> None:
    """Let the people of some pages go on from a record at a table of their own; for None, a bot."""
    id = given_table(
        str(database), [secret_of(page) if page else None for page in seats], record, ply
    )
    for page in filter(None, seats):
        page.goto(f"/t/{id}")


def secret_of(page: Page) -> str:
    """By which the server knows the person of a page."""
    page.request.post("/api/me", data={"name": "Alba"})
    return next(cookie["value"] for cookie in page.context.cookies() if cookie["name"] == COOKIE)


def sit_with_a_quick_bot(page: Page, game: str, **wanted: Any) -> None:
    """Play against the weakest bot: who tests how a game is played need not wait for thoughts."""
    set_table(page, game, seats=[ME, BOT], **wanted)


def last_moves(game: str, moves: int = LAST_MOVES, **options: str) -> dict[str, Any]:
    """What to ask for to come to a game when so many moves are left, or all if it is short."""
    record = play_out(ph.new(game, seed=5, **options)).record()
    return {"record": record, "ply": max(0, len(record["moves"]) - moves)}


def assert_over(page: Page) -> None:
    """The end is told with its reason and the breakdown."""
    ending = page.get_by_test_id("ending")
    expect(ending).to_be_visible()
    expect(ending.locator("[role=status]")).not_to_be_empty()


def without_acknowledgements(socket: WebSocketRoute) -> None:
    """Let everything through but the answers to moves."""
    server = socket.connect_to_server()
    server.on_message(
        lambda message: None if '"acknowledged"' in str(message) else socket.send(message)
    )


def test_next_move_does_not_wait_for_the_acknowledgement_of_the_last(somebody: Somebody) -> None:
    page = somebody(BLANK)
    page.route_web_socket(re.compile("/live"), without_acknowledgements)
    sit_with_a_quick_bot(page, "solstis", **last_moves("solstis", 8))
    robots.play_on(page, robots.by_words)
    assert_over(page)


class LateAcknowledgements:
    """A connection that holds back the acknowledgements of moves until they are released."""

    def __init__(self, page: Page) -> None:
        self._held: list[tuple[WebSocketRoute, str | bytes]] = []
        page.route_web_socket(re.compile("/live"), self._connect)

    def _connect(self, socket: WebSocketRoute) -> None:
        def forward(message: str | bytes) -> None:
            if '"acknowledged"' in str(message):
                self._held.append((socket, message))
            else:
                socket.send(message)

        socket.connect_to_server().on_message(forward)

    def release(self) -> None:
        """Deliver what was held back."""
        assert self._held
        for socket, message in self._held:
            socket.send(message)


def test_late_acknowledgement_keeps_the_picks_of_the_next_move(somebody: Somebody) -> None:
    page = somebody(BLANK)
    late = LateAcknowledgements(page)
    set_table(page, "orion", seats=[ME, ME], options={"setup": "symmetric-1"})
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_clicking, random.Random(0))
    picked = page.locator("[data-testid=scene] .picked")
    expect(picked).to_have_count(0)
    robots.pick_all(page, random.Random(1), page.mouse.click)
    count = picked.count()
    late.release()
    expect(page.get_by_test_id("confirm")).to_be_enabled()
    settle(page)
    expect(picked).to_have_count(count)
    robots.wait_past(page, 0)
    page.get_by_test_id("confirm").click()
    robots.wait_past(page, 1)


def test_whole_game_is_played_by_clicking(somebody: Somebody) -> None:
    page = somebody(**SMALL)
    sit_down(page, GAMES[0])
    robots.play_on(page, robots.by_clicking)
    assert_over(page)
    with page.expect_download() as download:
        page.locator("a[download]").click()
    assert download.value.suggested_filename.endswith(".json")
    before = page.url
    page.get_by_test_id("again").click()
    page.wait_for_url(lambda url: url != before)
    assert robots.my_turn(page)


@pytest.mark.parametrize("start", GAMES[1:])
def test_second_half_of_a_game_is_played_by_clicking(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK, **SMALL)
    length = len(last_moves(start)["record"]["moves"])
    sit_with_a_quick_bot(page, start, **last_moves(start, length // 2))
    robots.play_on(page, robots.by_clicking)
    assert_over(page)


def test_game_is_started_with_the_keyboard(somebody: Somebody) -> None:
    page = somebody()
    play = page.locator(f"article[data-game={GAMES[0]}] .button.primary")
    press_until_focused(page, play.element_handle())
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")


def test_game_is_played_with_the_keyboard(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start, **last_moves(start))
    page.wait_for_selector(robots.PICKABLE)
    press_until_focused(page, page.get_by_test_id("scene").element_handle())
    robots.play_on(page, robots.by_keys)
    assert_over(page)


def press_until_focused(page: Page, element: object) -> None:
    """Tab on until an element has the focus."""
    for _ in range(60):
        page.keyboard.press("Tab")
        if page.evaluate("element => document.activeElement === element", element):
            return
    raise AssertionError("the keyboard does not reach it")


def test_game_is_started_on_a_phone(somebody: Somebody) -> None:
    page = somebody(**PHONE)
    page.locator(f"article[data-game={GAMES[0]}] .button.primary").tap()
    page.wait_for_url("**/t/*")


def test_game_is_played_on_a_phone_by_tapping(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK, **PHONE)
    sit_with_a_quick_bot(page, start, **last_moves(start))
    robots.play_on(page, robots.by_tapping)
    assert_over(page)
    settle(page)
    width = page.evaluate("document.documentElement.scrollWidth")
    assert width <= PHONE["viewport"]["width"], "the page is wider than the phone"  # type: ignore[index]


def test_game_is_played_by_the_table_in_words(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    sit_with_a_quick_bot(page, start, **last_moves(start))
    robots.play_on(page, robots.by_words)
    ending = page.get_by_test_id("text-model").locator("h3 + p").last
    expect(ending).not_to_be_empty()


def test_who_reads_the_table_in_words_is_told_it_at_every_move_and_visit(
    somebody: Somebody,
) -> None:
    page = somebody(BLANK)
    set_table(page, "orion", seats=[ME, ME], options={"setup": "symmetric-1"})
    model = page.get_by_test_id("text-model")
    expect(model.get_by_test_id("move-option").first).to_be_attached()
    expect(model.locator("h3", has_text="Blue")).to_have_count(0)  # nobody has asked yet
    model.get_by_test_id("tell-table").focus()
    expect(model.locator("h3", has_text="Blue")).to_have_count(1)
    expect(model.get_by_test_id("tell-table")).to_have_count(0)
    model.get_by_test_id("move-filter").fill("star e4")
    model.locator("input[value='star e4']").check()
    model.get_by_test_id("move-play").click()
    expect(model.locator("li", has_text="Hex e4")).to_have_count(1)
    page.reload()
    expect(page.get_by_test_id("text-model").locator("li", has_text="Hex e4")).to_have_count(1)


def test_the_hidden_words_tell_the_move_of_a_bot_although_nobody_reads_them(
    somebody: Somebody,
) -> None:
    page = somebody(BLANK)
    set_table(page, "orion", seats=[ME, BOT], options={"setup": "symmetric-1"})
    lines = page.get_by_test_id("text-model").locator("li")
    expect(lines.first).to_be_attached()
    before = set(lines.all_text_contents())
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_clicking, random.Random(0))
    assert robots.my_turn(page)
    log = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["scene"]["log"]
    assert log[-1]["seat"] == 1, "the bot has not moved"
    labels = set(scene_labels(page))
    assert labels - before, "the move has changed nothing"
    assert set(lines.all_text_contents()) == labels
    expect(page.get_by_test_id("tell-table")).to_have_count(1)  # nobody has asked


def scene_labels(page: Page) -> list[str]:
    """What the items of the picture are called on the server now."""
    scene = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["scene"]
    return [item["label"] for item in scene["items"] if item["label"]]


def test_two_players_play_each_other_to_the_end(server: Server, somebody: Somebody) -> None:
    start = "solstis"  # test_seats.py and test_two_servers.py play the others
    host = somebody()
    host.locator(f"article[data-game={start}] .ways .button").first.click()
    host.wait_for_url("**/t/*")
    expect(host.get_by_test_id("invitation").locator("img")).to_be_visible()  # the QR code
    guest = somebody(host.url, **SMALL)
    guest.get_by_test_id("join").first.click()
    rng, pages = random.Random(1), [host, guest]
    robots.one_move(next_to_move(pages) or host, robots.by_clicking, rng)
    sit_together(server.database, pages, **last_moves(start))
    while host.locator(robots.OVER).count() == 0:
        mover = next_to_move(pages)
        if mover is None:
            break
        robots.one_move(mover, robots.by_clicking, rng)
    for page in pages:
        assert_over(page)
    told = [page.get_by_test_id("ending").locator("[role=status]").inner_text() for page in pages]
    assert told[0] == told[1]
    assert_rematch(host, guest)


def next_to_move(pages: list[Page]) -> Page | None:
    """Wait for a page whose turn it is. Return None when the game is over."""
    ready: list[Page] = []

    def somebody_can_move() -> bool:
        if any(page.locator(robots.OVER).count() for page in pages):
            return True
        ready.extend(page for page in pages if page.locator(robots.PICKABLE).count())
        return bool(ready)

    until(somebody_can_move)
    return ready[0] if ready else None


def assert_rematch(host: Page, guest: Page) -> None:
    """One asks for another game, the other follows; the seats have moved on."""
    host.get_by_test_id("again").click()
    table = urlsplit(guest.url).path
    host.wait_for_url(lambda url: urlsplit(url).path != table)
    guest.locator(".ending a.button.primary").click()
    guest.wait_for_url(f"**{urlsplit(host.url).path}")
    assert next_to_move([host, guest]) is guest


def test_games_survive_a_reload_and_a_killed_server(somebody: Somebody, server: Server) -> None:
    rng, before = random.Random(2), {}
    for game in GAMES:
        page = somebody(BLANK, **SMALL)
        sit_with_a_quick_bot(page, game)
        for _ in range(2):
            assert robots.my_turn(page)
            robots.one_move(page, robots.by_clicking, rng)
        assert robots.my_turn(page)
        settle(page)
        before[page] = picture(page)
        page.reload()
        assert robots.my_turn(page)
        settle(page)
        assert picture(page) == before[page]
    lost = [page.get_by_role("status").filter(has_text="Connecting again") for page in before]
    server.kill()
    for status in lost:
        expect(status).to_be_visible()
    server.start()
    for status in lost:
        expect(status).not_to_be_visible()
    for page, shown in before.items():
        settle(page)
        assert picture(page) == shown
        assert robots.my_turn(page)
        robots.one_move(page, robots.by_clicking, rng)


def picture(page: Page) -> list[str]:
    """Every item with its place, as drawn."""
    drawn: list[str] = page.evaluate(
        "[...document.querySelectorAll('[data-testid=scene] [data-id]')]"
        ".map(item => item.dataset.id + ' ' + item.getAttribute('transform'))"
    )
    return drawn


def name_of(page: Page, seat: int) -> str:
    """What the player of a seat is called."""
    table = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["table"]
    name: str = table["seats"][seat]["name"]
    return name


def test_moves_of_the_others_are_listed_marked_and_replayed(somebody: Somebody) -> None:
    page = somebody(BLANK)
    set_table(page, "solenia", seats=[ME, BOT, BOT], options={"players": "3"})
    assert robots.my_turn(page)
    happened, rng = page.get_by_test_id("happened"), random.Random(0)
    expect(happened).to_have_count(0)
    while page.locator("[data-testid=scene] .card.last").count() < 2:
        robots.one_move(page, robots.by_clicking, rng)
        assert robots.my_turn(page)
    page.get_by_test_id("happened-more").click()
    moves = happened.locator("ol")
    for seat in (1, 2):
        expect(moves).to_contain_text(name_of(page, seat))
    stop_clock(page)
    happened.locator("button").first.click()
    replay = page.get_by_test_id("replay")
    expect(replay).to_be_visible()
    advance_until_gone(page, replay, REPLAY_STEP)
    expect(happened).to_be_visible()


def test_a_tile_of_the_hand_is_played_at_the_tile_that_it_captures(somebody: Somebody) -> None:
    match = ph.new("solstis", seed=1)
    aimed = next(choice for choice in match.scene(0).choices if choice.follow_up)
    page = somebody(BLANK)
    set_table(page, "solstis", seats=[ME, ME], record=match.record(), ply=0)
    assert robots.my_turn(page)
    for id in reversed(aimed.path):  # the other order works as well
        page.mouse.click(*robots.centre(page.locator(f"[data-testid=scene] [data-id={id}]")))
    page.get_by_test_id("confirm").click()
    robots.wait_past(page, 1)
