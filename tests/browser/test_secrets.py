"""Games with secrets: a device that is handed on, pages that never learn too much, and how what
happened is told by movement."""

import json
import random
import re
from typing import Any

import orjson
import pytest
from playwright.sync_api import Page, Response, Route, WebSocket, expect

from parhelion import new
from parhelion.games import registry
from parhelion.kernel import stream
from parhelion.match import Match
from parhelion.server.scene_json import PARTS
from tests.attacks.leaks import imagined
from tests.browser import robots
from tests.browser.axe import serious
from tests.browser.conftest import BLANK, Server, Somebody
from tests.browser.settling import settle, stop_clock
from tests.browser.test_play import PHONE, next_to_move, sit_together
from tests.conftest import GAMES
from tests.server.running_server import RunningServer

DEAL = {"hands": [[1, 2], [3, 4], [5, 6]], "pile": [7, 8, 9]}
LAST_LOOK = 2200
"""Milliseconds that the result of a move is shown before the table is covered."""
SECRET = [game for game in GAMES if registry.load(game).secrets]


def lantern_record(moves: list[str]) -> dict[str, Any]:
    """Lanterns with known hands, after some moves."""
    return {
        "format": "parhelion/1", "game": "lantern", "rules": 1, "options": {}, "seed": 5,
        "deal": DEAL, "moves": moves,
    }  # fmt: skip


def lantern_table(page: Page, seats: list[str], moves: list[str]) -> None:
    """A table of Lanterns with known hands, after some moves."""
    page.request.post("/api/me", data={"name": "Alba"})
    body = {
        "game": "lantern",
        "record": lantern_record(moves),
        "ply": len(moves),
        "seats": [{"kind": kind} for kind in seats],
    }
    made = page.request.post("/api/tables", data=body)
    assert made.status == 201, made.text()
    page.goto(f"/t/{made.json()['table']['id']}")


@pytest.fixture
def shared(somebody: Somebody, lanterns: RunningServer) -> Page:
    """A device that three players share. Its clock is stopped: nothing is covered too soon."""
    page = somebody(BLANK, base_url=f"http://{lanterns.host}")
    lantern_table(page, ["me"] * 3, [])
    expect(page.get_by_test_id("accept-handover")).to_be_visible()
    stop_clock(page)
    return page


def html(page: Page) -> str:
    """The page as it is now."""
    said: str = page.evaluate("document.documentElement.outerHTML")
    return said


def lanterns_in(text: str) -> set[int]:
    """The lanterns that a text tells of."""
    return {int(found) for found in re.findall(r"(?:lantern|light)[- ](\d)", text)}


def accept(page: Page) -> None:
    """Say that one has the device."""
    page.get_by_test_id("accept-handover").click()
    page.wait_for_selector(robots.PICKABLE)


def click_item(page: Page, id: str) -> None:
    page.mouse.click(*robots.centre(page.locator(f"[data-testid=scene] [data-id={id}]")))


def light(page: Page, lantern: int) -> None:
    """Play a lantern by clicking it twice."""
    click_item(page, f"lantern-{lantern}")
    expect(page.get_by_test_id("confirm")).to_be_visible()
    click_item(page, f"lantern-{lantern}")


# --- handing the device on ---------------------------------------------------------------


def test_shared_table_is_covered_until_a_player_accepts_the_device(shared: Page) -> None:
    expect(shared.get_by_test_id("handover")).to_contain_text("Hand the device to Ash")
    assert lanterns_in(html(shared)) == set()
    for key in "lwh":
        shared.keyboard.press(key)
    assert lanterns_in(html(shared)) == set()
    shared.clock.resume()  # axe-core needs timers
    assert serious(shared) == []
    accept(shared)
    assert lanterns_in(html(shared)) == {1, 2}


def test_player_sees_the_result_of_a_move_before_the_table_is_covered(shared: Page) -> None:
    accept(shared)
    light(shared, 2)
    expect(shared.get_by_test_id("prompt")).to_have_text("Birch to move.")
    shared.get_by_test_id("hand-on").wait_for()
    settle(shared)
    assert lanterns_in(html(shared)) == {1, 2}
    shared.clock.run_for(LAST_LOOK)
    expect(shared.get_by_test_id("handover")).to_contain_text("Birch")
    assert lanterns_in(html(shared)) == set()
    accept(shared)
    assert lanterns_in(html(shared)) == {2, 3, 4}


def test_after_a_reload_the_table_is_covered(shared: Page) -> None:
    accept(shared)
    shared.clock.resume()
    shared.reload()
    expect(shared.get_by_test_id("handover")).to_be_visible()
    assert lanterns_in(html(shared)) == set()


def test_the_device_is_accepted_with_the_keyboard_and_play_goes_on_with_it(shared: Page) -> None:
    accept_button = shared.get_by_test_id("accept-handover")
    for seat in ("Ash", "Birch"):
        expect(accept_button).to_be_focused()
        expect(accept_button).to_have_accessible_name(f"I am {seat}: show my table")
        shared.keyboard.press("Enter")
        shared.wait_for_selector(robots.PICKABLE)
        expect(shared.get_by_test_id("scene")).to_be_focused()
        robots.one_move(shared, robots.by_keys, random.Random(1))
        shared.get_by_test_id("hand-on").click()


def test_the_keyboard_enters_a_picture_that_comes_late(shared: Page) -> None:
    held: list[Route] = []
    shared.route("**/api/games*", lambda route: held.append(route))
    shared.clock.resume()
    shared.reload()
    expect(shared.get_by_test_id("accept-handover")).to_be_focused()
    shared.keyboard.press("Enter")
    expect(shared.get_by_test_id("accept-handover")).to_have_count(0)
    assert held
    for request in held:
        request.continue_()
    expect(shared.get_by_test_id("scene")).to_be_focused()


def test_looking_back_shows_what_the_seat_saw_that_has_the_device(shared: Page) -> None:
    accept(shared)
    light(shared, 2)
    shared.get_by_test_id("hand-on").click()
    accept(shared)
    shared.get_by_test_id("tab-log").click()
    shared.locator(".log button").first.click()
    expect(shared.get_by_test_id("replay")).to_be_visible()
    shared.get_by_role("button", name="To the start").click()
    expect(shared.locator("[data-testid=scene] [data-id=lantern-2]")).to_have_count(0)
    assert lanterns_in(html(shared)) <= {2, 3, 4}  # 2 is in the log
    expect(shared.locator("[data-testid=scene] [data-id=lantern-3]")).to_have_count(1)


def test_what_came_to_light_cannot_be_taken_back_and_the_page_says_so(shared: Page) -> None:
    accept(shared)
    expect(shared.get_by_test_id("firm")).to_have_count(0)
    click_item(shared, "pile")
    shared.get_by_test_id("confirm").click()
    shared.get_by_test_id("hand-on").click()
    accept(shared)
    expect(shared.get_by_test_id("takeback")).to_have_count(0)
    shared.get_by_test_id("firm").click(force=True)  # it looks disabled, and says why
    expect(shared.get_by_text("Hidden information was revealed")).to_be_visible()


def test_with_a_seat_each_nothing_is_handed_over(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    page = somebody(BLANK, base_url=f"http://{lanterns.host}")
    lantern_table(page, ["me", "bot", "bot"], [])
    assert robots.my_turn(page)
    expect(page.get_by_test_id("handover")).to_have_count(0)


def test_a_second_tap_plays_what_cannot_be_meant_otherwise(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    page = somebody(BLANK, base_url=f"http://{lanterns.host}", **PHONE)
    lantern_table(page, ["me", "bot", "bot"], [])
    assert robots.my_turn(page)
    lantern = page.locator("[data-testid=scene] [data-id=lantern-2]")
    settle(page)
    page.touchscreen.tap(*robots.centre(lantern))
    expect(page.get_by_test_id("confirm")).to_be_visible()
    settle(page)
    page.touchscreen.tap(*robots.centre(lantern))
    robots.wait_past(page, 0)


# --- told by movement --------------------------------------------------------------------

WRITE_DOWN = """
const animate = Element.prototype.animate;
window.told = [];
Element.prototype.animate = function (frames, timing) {
  const { id = null, gone } = this.dataset;
  told.push({ id, gone: gone !== undefined, from: frames[0].transform ?? null, ...timing });
  return animate.call(this, frames, timing);
};
"""
"""Keeps what is told by movement in a list."""


def watched(somebody: Somebody, lanterns: RunningServer, motion: str) -> tuple[Page, list[Page]]:
    """A page that sees two others play Lanterns, and these; it has moved already."""
    place = f"http://{lanterns.host}"
    host = somebody(BLANK, base_url=place, reduced_motion=motion)
    host.add_init_script(WRITE_DOWN)
    guests = [somebody(BLANK, base_url=place) for _ in range(2)]
    sit_together(lanterns.settings.database, [host, *guests], lantern_record(["light 2"]), 1)
    host.wait_for_selector("[data-status=playing] [data-testid=scene]")
    assert robots.my_turn(guests[0])
    return host, guests


def told_of(page: Page, ply: int) -> list[dict[str, Any]]:
    """What was told by movement until the page shows so many moves; from now on, anew."""
    robots.wait_past(page, ply - 1)
    page.wait_for_function("() => told.length > 0")
    movements: list[dict[str, Any]] = page.evaluate("told.splice(0)")
    return movements


def test_what_is_new_comes_from_its_origin_and_what_is_gone_fades(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    host, (birch, cedar) = watched(somebody, lanterns, "no-preference")
    click_item(birch, "pile")
    birch.get_by_test_id("confirm").click()
    (drawn,) = told_of(host, 2)
    assert drawn["id"] == "back-1-2"
    assert drawn["from"].startswith("translate(95px, 5px)")
    assert robots.my_turn(cedar)
    light(cedar, 5)
    assert {(each["id"], each["gone"]) for each in told_of(host, 3)} == {
        ("lantern-5", False),
        (None, True),
    }
    expect(host.locator("[data-gone]")).to_have_count(0)


def test_without_motion_there_is_only_a_highlight(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    host, (birch, _) = watched(somebody, lanterns, "reduce")
    light(birch, 3)
    (told,) = told_of(host, 2)
    assert (told["id"], told["from"]) == ("lantern-3", None)


# --- what pages are told -----------------------------------------------------------------


class Overheard:
    """Everything that a page is sent over HTTP and over its live connection."""

    def __init__(self, page: Page) -> None:
        self.frames: list[str] = []
        self.responses: list[Response] = []
        page.on("websocket", self._listen)
        page.on("response", lambda response: self.responses.append(response))

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda frame: self.frames.append(str(frame)))

    def text(self) -> str:
        """All of it so far."""
        asked = [each.text() for each in self.responses if "/api/tables/" in each.url]
        return "\n".join([*self.frames, *asked])

    def parts(self) -> set[str]:
        """The parts of all scenes, of whatever table."""
        frames = [json.loads(frame) for frame in self.frames if frame != "pong"]
        asked = [each for each in self.responses if "/api/tables/" in each.url]
        answers = [each.json() for each in asked if "json" in each.headers["content-type"]]
        scenes = [answer["scene"] for answer in answers if "scene" in answer]
        told = [part for scene in scenes for name in PARTS for part in scene[name]]
        for frame in frames:
            told += frame.get("words", {}).get("sections", [])
            if changes := frame.get("scene"):
                told += [item for _, item in changes["items"]] + changes["log"]
                told += (changes["offer"] or {}).get("choices", [])
        return {json.dumps(part) for part in told}


def new_moves(page: Page, match: Match) -> list[str]:
    """Return the moves at the table that a match has not seen."""
    log = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["scene"]["log"]
    return [entry["move"] for entry in log[match.ply :]]


def hidden(match: Match, seat: int) -> set[int]:
    """The lanterns that a seat may not know."""
    view = match.view(seat)["position"]
    return set(range(1, 10)) - set(view["lit"]) - set(view["hands"][seat])


def test_no_page_and_no_message_ever_tells_the_hand_of_another(
    somebody: Somebody, lanterns: RunningServer
) -> None:
    pages = [somebody(BLANK, base_url=f"http://{lanterns.host}") for _ in range(3)]
    heard = [Overheard(page) for page in pages]
    sit_together(lanterns.settings.database, pages, lantern_record([]), 0)
    match, rng = new("lantern", seed=5, deal=DEAL), random.Random(3)
    while (mover := next_to_move(pages)) is not None:
        robots.one_move(mover, robots.by_clicking, rng)
        for move in new_moves(pages[0], match):
            match.play(move)
        for seat, page in enumerate(pages):
            assert not lanterns_in(html(page)) & hidden(match, seat)
            assert not lanterns_in(heard[seat].text()) & hidden(match, seat)
    assert match.turn is None
    expect(pages[0].locator(robots.OVER)).to_be_attached()
    assert lanterns_in(heard[0].text()) == set(range(1, 10))


def company(game: str, most: int) -> Match:
    """A game with as many seats as there can be up to a number."""
    loaded = registry.load(game)
    fitting = {len(seats): value for value, seats in loaded.seatings.items() if len(seats) <= most}
    options = {loaded.info.seat_option: fitting[max(fitting)]} if fitting else {}
    return new(game, seed=7, **options)


def imagined_parts(match: Match, seat: int | None, rng: Any) -> set[str]:
    """All parts of what a seat would see if everything that it may not know were otherwise."""
    scene = imagined(match, seat, rng).scene(seat)
    parts = [part for name in PARTS for part in getattr(scene, name)]
    return {json.dumps(json.loads(orjson.dumps(part))) for part in parts}


def titles_by_name(page: Page, match: Match) -> dict[str, str]:
    """What the players of a table are called in sentences of the match alone."""
    seats = page.request.get(page.url.replace("/t/", "/api/tables/")).json()["table"]["seats"]
    return {seat["name"]: match.seats[seat["seat"]] for seat in seats}


def renamed(part: str, titles: dict[str, str]) -> str:
    for name, title in titles.items():
        part = part.replace(name, title)
    return part


@pytest.mark.parametrize("game", SECRET)
def test_what_pages_are_told_does_not_depend_on_what_others_know(
    server: Server, somebody: Somebody, game: str
) -> None:
    match, rng, picks = company(game, 3), stream(4, "test"), random.Random(3)
    pages = [somebody(BLANK) for _ in match.seats]
    heard = [Overheard(page) for page in pages]
    sit_together(server.database, pages, match.record(), 0)
    might = [imagined_parts(match, None, rng) for _ in pages]
    while match.ply < 10:
        mover = next_to_move(pages)
        assert mover
        robots.one_move(mover, robots.by_clicking, picks)
        for move in new_moves(pages[0], match):
            for seat, known in enumerate(might):
                known |= imagined_parts(match, seat, rng)
            match.play(move)
    for page in pages:
        robots.wait_past(page, match.ply - 1)
    titles = titles_by_name(pages[0], match)
    for seat, known in enumerate(might):
        told = {renamed(part, titles) for part in heard[seat].parts()}
        assert told - known - imagined_parts(match, seat, rng) == set()
        assert len(told) > len(known) / 2


@pytest.mark.parametrize("game", SECRET)
def test_tables_that_differ_in_secrets_only_look_alike(somebody: Somebody, game: str) -> None:
    """Both what the page shows and what it is told, when a game begins."""
    match = new(game, seed=7)
    other = match.copy()
    match.game.kernels.redeal(other._states[0], 0, stream(4, "test"))
    deals = [match.deal, match.game.notation.read_deal(other._states[0])]
    assert deals[0] != deals[1]
    assert table_as_seen(somebody, match, deals[0]) == table_as_seen(somebody, match, deals[1])


def table_as_seen(somebody: Somebody, match: Match, deal: object) -> tuple[str, set[str]]:
    """The page of the first seat when a game with a deal begins, and all parts it was told."""
    page = somebody(BLANK)
    heard = Overheard(page)
    page.request.post("/api/me", data={"name": "Alba"})
    record = match.record() | {"deal": deal, "moves": []}
    seats = [{"kind": "me"}, *[{"kind": "bot"}] * (len(match.seats) - 1)]
    body = {"game": match.game.info.name, "record": record, "ply": 0, "seats": seats}
    id = page.request.post("/api/tables", data=body).json()["table"]["id"]
    page.goto(f"/t/{id}")
    assert robots.my_turn(page)
    settle(page)
    return html(page).replace(id, "ID"), heard.parts()
