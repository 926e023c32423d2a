"""What else people do: languages, replay, takebacks, hints, watching, and pages for everybody."""

import json
import random
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import parhelion as ph
from parhelion.games import registry
from tests.browser import robots
from tests.browser.conftest import Server, Somebody
from tests.browser.test_play import PHONE, sit_down, sit_with_a_quick_bot
from tests.conftest import GAMES
from tests.positions import play_out

GAME = GAMES[0]
OPTION = "[data-testid=scene] [role=option]"
WORDS = {"en-GB": ("en", "Play"), "fr-FR": ("fr", "Jouer"), "nl-NL": ("nl", "Spelen")}


def imported(page: Page, tmp_path: Path, game: str) -> ph.Match:
    """Open the record of a finished game on the page for a new table."""
    match = play_out(ph.new(game, seed=5))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(match.record()))
    page.goto(f"/new/{game}")
    page.locator("input[type=file]").set_input_files(file)
    page.wait_for_url("**/t/*")
    return match


# --- languages ---------------------------------------------------------------------------


@pytest.mark.parametrize("locale", WORDS)
def test_the_page_speaks_the_language_of_the_browser(somebody: Somebody, locale: str) -> None:
    lang, play = WORDS[locale]
    page = somebody(locale=locale)
    expect(page.locator("html")).to_have_attribute("lang", lang)
    expect(page.locator("article .button.primary").first).to_have_text(play)


def test_the_language_can_be_switched_in_the_middle_of_a_game(somebody: Somebody) -> None:
    page = somebody()
    sit_down(page, GAME)
    assert robots.my_turn(page)
    english = page.get_by_test_id("prompt").inner_text()
    page.get_by_label("Language").select_option("nl")
    expect(page.get_by_test_id("prompt")).not_to_have_text(english)
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "nl")
    assert robots.my_turn(page)


# --- looking back ------------------------------------------------------------------------


def test_a_record_is_opened_replayed_and_played_on(
    somebody: Somebody, start: str, tmp_path: Path
) -> None:
    page = somebody("/games")
    match = imported(page, tmp_path, start)
    page.get_by_test_id("watch").click()
    scrubber = page.get_by_test_id("scrubber")
    expect(scrubber).to_have_attribute("max", str(match.ply))
    scrubber.fill("4")
    expect(page.locator(".replay .said strong")).to_contain_text(f"4 of {match.ply}")
    page.get_by_test_id("play-on").click()
    expect(page.locator(robots.TABLE)).to_have_attribute("data-ply", "4")
    assert robots.my_turn(page)
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


# --- at the table ------------------------------------------------------------------------


def test_a_takeback_against_a_bot_is_free_unless_a_secret_came_to_light(
    somebody: Somebody, start: str
) -> None:
    page = somebody()
    sit_down(page, start)
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_clicking, random.Random(3))
    assert robots.my_turn(page)
    ways = page.locator("[data-testid=takeback], [data-testid=firm]")
    expect(ways).to_have_count(1)
    if ways.get_attribute("data-testid") == "firm":
        assert registry.load(start).secrets
        return
    ways.click()
    expect(page.locator(robots.TABLE)).to_have_attribute("data-ply", "0")
    assert robots.my_turn(page)


def test_a_hint_is_shown_in_the_picture_and_in_words_with_its_reason(
    somebody: Somebody, start: str
) -> None:
    page = somebody()
    sit_down(page, start)
    assert robots.my_turn(page)
    page.get_by_test_id("hint").click()
    advice = page.get_by_test_id("advice")
    expect(advice).to_contain_text("%")
    expect(page.locator("[data-testid=scene] .picked").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(advice).to_have_count(0)
    page.get_by_test_id("hint").click()
    expect(advice).to_be_visible()
    page.get_by_test_id("confirm").click()
    robots.wait_past(page, 0)


def test_what_cannot_be_picked_says_what_it_is_to_mouse_finger_and_keyboard(
    somebody: Somebody, start: str
) -> None:
    page = somebody(has_touch=True)
    sit_down(page, start)
    assert robots.my_turn(page)
    card, unusable = page.get_by_test_id("item-card"), page.locator(f"{OPTION}[aria-disabled=true]")
    last = unusable.last
    page.mouse.move(*robots.centre(last))
    expect(card).to_have_text(last.get_attribute("aria-label") or "")
    assert apart(card, last), "the card hides what it is about"
    card.hover()
    expect(card).to_be_visible()
    page.keyboard.press("Escape")
    expect(card).to_have_count(0)
    page.touchscreen.tap(*robots.centre(last))
    expect(card).to_be_visible()
    expect(page.locator(".scene-frame [role=status]")).to_contain_text(card.inner_text())
    page.get_by_test_id("prompt").tap()
    expect(card).to_have_count(0)
    page.get_by_test_id("scene").focus()
    for arrow in ("Left", "Up", "Up"):
        page.keyboard.press(f"Shift+Arrow{arrow}")
    expect(card).not_to_be_empty()


def apart(card: Locator, item: Locator) -> bool:
    """Whether two boxes do not overlap."""
    one, other = card.bounding_box(), item.bounding_box()
    assert one
    assert other
    return (
        one["x"] >= other["x"] + other["width"]
        or other["x"] >= one["x"] + one["width"]
        or one["y"] >= other["y"] + other["height"]
        or other["y"] >= one["y"] + one["height"]
    )


def test_an_illegal_tap_is_answered_with_the_reason(somebody: Somebody) -> None:
    page = somebody("/games")
    sit_with_a_quick_bot(page, "orion", options={"setup": "symmetric-1"})
    assert robots.my_turn(page)
    page.mouse.click(*robots.centre(page.locator(f"{OPTION}.tile[aria-disabled=true]").first))
    expect(page.get_by_test_id("refusal")).to_contain_text("belongs to")
    page.keyboard.press("Escape")
    page.mouse.click(*robots.centre(page.locator(f"{OPTION}.side").first))
    expect(page.get_by_test_id("item-card")).to_contain_text("wins")
    expect(page.get_by_test_id("refusal")).to_have_count(0)


def test_a_pick_can_be_undone_before_it_is_confirmed(somebody: Somebody, start: str) -> None:
    page = somebody()
    sit_down(page, start)
    assert robots.my_turn(page)
    page.mouse.click(*robots.centre(page.locator(robots.PICKABLE).first))
    expect(page.locator("[data-testid=scene] .picked")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator("[data-testid=scene] .picked")).to_have_count(0)


@pytest.mark.parametrize(("width", "height"), [(1440, 900), (1024, 768)])
def test_the_bar_with_a_picked_move_hides_nothing_of_the_picture(
    somebody: Somebody, start: str, width: int, height: int
) -> None:
    page = somebody("/games", viewport={"width": width, "height": height})
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    assert_nothing_hidden(page)
    page.keyboard.press("Escape")
    page.get_by_test_id("hint").click()
    page.get_by_test_id("advice").wait_for()
    assert_nothing_hidden(page)


def assert_nothing_hidden(page: Page) -> None:
    """No item of the picture has its middle under the bar."""
    bar, items = page.locator(".confirm").bounding_box(), page.locator(OPTION).all()
    assert bar
    assert items
    for item in items:
        x, y = robots.centre(item)
        assert y < bar["y"] or not bar["x"] < x < bar["x"] + bar["width"], item.inner_html()


def test_after_its_button_is_pressed_the_keyboard_is_in_the_picture_again(
    somebody: Somebody, start: str
) -> None:
    page = somebody("/games")
    sit_with_a_quick_bot(page, start)
    assert robots.my_turn(page)
    robots.pick_all(page, random.Random(0), page.mouse.click)
    page.get_by_test_id("confirm").focus()
    page.keyboard.press("Enter")
    robots.wait_past(page, 0)
    expect(page.get_by_test_id("scene")).to_be_focused()
    assert robots.my_turn(page)
    robots.one_move(page, robots.by_keys, random.Random(0))


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


# --- for everybody -----------------------------------------------------------------------


AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or worse on a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", ["/", f"/new/{GAME}", "/games", "/nowhere"])
def test_axe_finds_nothing_serious_on_a_page(somebody: Somebody, path: str, scheme: str) -> None:
    page = somebody(path, color_scheme=scheme)
    page.wait_for_selector("h1")
    page.wait_for_load_state("networkidle")
    assert serious(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_at_a_table(
    somebody: Somebody, start: str, scheme: str, tmp_path: Path
) -> None:
    page = somebody(color_scheme=scheme)
    sit_down(page, start)
    assert robots.my_turn(page)
    for tab in ("log", "chat", "words", "help"):
        page.get_by_test_id(f"tab-{tab}").click()
        assert serious(page) == []
    imported(page, tmp_path, start)
    expect(page.get_by_test_id("ending")).to_be_visible()
    assert serious(page) == []
    page.get_by_test_id("watch").click()
    expect(page.get_by_test_id("scrubber")).to_be_visible()
    assert serious(page) == []


def test_no_page_is_wider_than_a_phone(somebody: Somebody) -> None:
    page = somebody(**PHONE)
    for path in ("/", *(f"/new/{game}" for game in GAMES), "/games"):
        page.goto(path)
        page.wait_for_load_state("networkidle")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_the_server_the_installed_page_says_so(somebody: Somebody, server: Server) -> None:
    page = somebody(service_workers="allow")
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.reload()
    page.wait_for_selector("article")
    page.context.set_offline(True)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text("Clouds before the sun")
    asked = "fetch('/api/games').then(() => 'answered', () => 'failed')"
    assert page.evaluate(asked) == "failed", "what the server said before is not said again"
    page.context.set_offline(False)
    page.goto("/games")
    expect(page.locator("h1")).to_have_text("Games")
