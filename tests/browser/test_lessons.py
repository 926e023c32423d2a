"""Lessons in the browser: taken by reading alone, by keys, by touch; left and resumed."""

import random
import re
from itertools import cycle

import pytest
from playwright.sync_api import Locator, Page, expect

from parhelion.bots import LEVELS
from parhelion.games import registry
from parhelion.games.lesson_file import LessonFile, lesson_files
from tests.browser import robots
from tests.browser.axe import serious, serious_in_both_schemes
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_languages import WORDS
from tests.browser.test_play import PHONE, SMALL
from tests.conftest import GAMES

LESSONS: dict[str, LessonFile] = {
    f"{game}/{name}": lesson
    for game in GAMES
    for name, lesson in lesson_files(registry.load(game)).items()
}
FIRST = "orion/first"
SOLVED = ".lesson-page[data-solved=true]"


def step(page: Page) -> int:
    """The number of the step that the page shows."""
    return int(page.locator(".lesson-page").get_attribute("data-step") or 0)


def at_step(page: Page, number: int) -> None:
    expect(page.locator(".lesson-page")).to_have_attribute("data-step", str(number))


def asks(page: Page) -> bool:
    return page.get_by_test_id("show-me").count() == 1


def next_button(page: Page) -> Locator:
    return page.get_by_test_id("next")


def pick(page: Page, *ids: str) -> None:
    """Click items of the picture."""
    for id in ids:
        page.mouse.click(*robots.centre(page.locator(f"[data-testid=scene] [data-id='{id}']")))


def play_in_words(page: Page, label: str) -> None:
    """Find a move by its words in the list of moves, and play it."""
    model = page.get_by_test_id("text-model")
    search = model.get_by_test_id("move-filter")
    if search.count():
        search.fill(label)
    options = model.get_by_test_id("move-option").filter(has_text=label)
    options.first.locator("input").check()
    model.get_by_test_id("move-play").click()


def take_step_by_words(page: Page, rng: random.Random) -> None:
    """Read what the coach says, try something, ask for an example, play it; go on."""
    expect(page.get_by_test_id("coach")).not_to_be_empty()
    if asks(page) and rng.random() < 0.3:
        robots.by_words(page, rng)
        expect(page.get_by_test_id("answer")).not_to_be_empty()
    if asks(page):
        page.get_by_test_id("show-me").click()
        _, _, label = page.get_by_test_id("example").inner_text().partition(":")
        play_in_words(page, label.strip())
        page.wait_for_selector(SOLVED)
    next_button(page).click()


LOCALES = dict(zip(LESSONS, cycle(WORDS), strict=False))
"""One language per lesson. tests/test_lessons.py plays every lesson in every language."""


@pytest.mark.parametrize("path", LESSONS)
def test_lesson_can_be_finished_by_reading_alone(somebody: Somebody, path: str) -> None:
    """One lesson is taken from the start, the others from the middle. tests/test_lessons.py takes
    every step of all of them."""
    locale, steps = LOCALES[path], len(LESSONS[path].step)
    start = 1 if path == FIRST else steps // 2 + 1
    rng = random.Random(path + locale)
    page = somebody(BLANK, locale=locale, **SMALL)
    page.add_init_script(begin_at(path, start))
    page.goto(f"/learn/{path}")
    page.wait_for_selector(".lesson-page")
    page.get_by_test_id("in-words").click()
    for number in range(start, steps + 1):
        at_step(page, number)
        take_step_by_words(page, rng)
    expect(page.get_by_test_id("lesson-end")).to_be_visible()
    expect(page.get_by_test_id("first-game")).to_be_focused()


def test_start_page_links_to_the_first_lesson_of_every_game(somebody: Somebody) -> None:
    page = somebody()
    for game in GAMES:
        link = page.locator(f"article[data-game={game}]").get_by_role("link", name="Learn")
        expect(link).to_have_attribute("href", re.compile(f"/learn/{game}/"))
    link.click()
    page.wait_for_url(f"**/learn/{game}/*")
    at_step(page, 1)


def test_a_wrong_try_is_answered_kindly_and_can_be_made_again(somebody: Somebody) -> None:
    page = somebody(f"/learn/{FIRST}")
    next_button(page).click()
    at_step(page, 2)
    pick(page, "blue-star-1", "c4")
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("answer")).to_contain_text("Look for the pair")
    expect(next_button(page)).to_have_count(0)
    pick(page, "blue-pair-1", "c4")
    page.get_by_test_id("confirm").click()
    expect(page.get_by_test_id("answer")).to_contain_text("There it lies")
    expect(next_button(page)).to_be_focused()


def test_an_illegal_pick_is_answered_with_the_reason(somebody: Somebody) -> None:
    page = somebody(f"/learn/{FIRST}")
    next_button(page).click()
    at_step(page, 2)
    pick(page, "blue-star-1", "b2")
    expect(page.get_by_test_id("refusal")).to_contain_text("token")


def test_a_lesson_is_resumed_where_it_was_left_and_can_begin_again(somebody: Somebody) -> None:
    page = somebody(f"/learn/{FIRST}")
    for number in (1, 2, 3):
        at_step(page, number)
        if asks(page):
            page.get_by_test_id("show-me").click()
            page.get_by_test_id("confirm").click()
        next_button(page).click()
    at_step(page, 4)
    page.reload()
    at_step(page, 4)
    page.get_by_role("button", name="Back").click()
    at_step(page, 3)


def test_what_was_answered_stays_answered_in_another_language(somebody: Somebody) -> None:
    page = somebody(f"/learn/{FIRST}")
    next_button(page).click()
    page.get_by_test_id("show-me").click()
    page.get_by_test_id("confirm").click()
    expect(next_button(page)).to_be_enabled()
    page.get_by_label("Language").select_option("fr")
    expect(page.get_by_test_id("coach")).to_contain_text("Posez")
    expect(next_button(page)).to_be_enabled()
    assert step(page) == 2


def begin_at(path: str, start: int) -> str:
    """Return a script that makes a lesson resume at a step."""
    key = f"lesson-{path.replace('/', '-')}"
    return f"localStorage.setItem('{key}', JSON.stringify({{step: {start}}}))"


def finished(page: Page, path: str, start: int) -> None:
    """Take the last steps of a lesson."""
    page.evaluate(begin_at(path, start))
    page.goto(f"/learn/{path}")
    for number in range(start, len(LESSONS[path].step) + 1):
        at_step(page, number)
        if asks(page):
            page.get_by_test_id("show-me").click()
            page.get_by_test_id("confirm").click()
        next_button(page).click()


@pytest.mark.parametrize(("path", "other"), [("solstis/first", "bot"), ("solenia/alone", "rules")])
def test_after_a_lesson_a_first_game_begins(somebody: Somebody, path: str, other: str) -> None:
    """As it was taught, against the friendliest bot if against any."""
    page = somebody()
    finished(page, path, len(LESSONS[path].step) - 1)
    page.get_by_test_id("first-game").click()
    page.wait_for_url("**/t/*")
    assert robots.my_turn(page)
    table = page.request.get(f"/api/tables/{page.url.rsplit('/', 1)[1]}").json()["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["human", other]
    assert table["seats"][1]["level"] == (min(LEVELS) if other == "bot" else None)
    told = {name: str(value) for name, value in LESSONS[path].options.items()}
    assert told.items() <= table["options"].items()


def test_the_next_lesson_follows(somebody: Somebody) -> None:
    page = somebody()
    finished(page, "solenia/summer", len(LESSONS["solenia/summer"].step))
    page.get_by_role("link", name="Next lesson").click()
    page.wait_for_url("**/learn/solenia/winter")
    at_step(page, 1)
    page.goto("/")
    link = page.locator("article[data-game=solenia]").get_by_role("link", name="Learn")
    expect(link).to_have_attribute("href", "/learn/solenia/winter")


def test_a_lesson_is_taken_by_keys_alone(somebody: Somebody) -> None:
    """The focus is always where there is something to do."""
    page = somebody(f"/learn/{FIRST}")
    next_button(page).focus()
    page.keyboard.press("Enter")
    at_step(page, 2)
    expect(page.get_by_test_id("scene")).to_be_focused()
    page.get_by_test_id("show-me").focus()
    page.keyboard.press("Enter")
    page.get_by_test_id("confirm").focus()
    page.keyboard.press("Enter")
    expect(next_button(page)).to_be_focused()
    page.keyboard.press("Enter")
    at_step(page, 3)


@pytest.mark.parametrize("game", GAMES)
def test_picture_is_not_covered_on_a_phone(somebody: Somebody, game: str) -> None:
    page = somebody(f"/learn/{first_lesson(game)}", **PHONE)
    page.wait_for_selector(".lesson-page")
    if not asks(page):
        next_button(page).tap()
        at_step(page, 2)
    page.get_by_test_id("show-me").tap()
    page.get_by_test_id("confirm").wait_for()
    settle(page)
    bar = page.get_by_role("group", name="Your move").bounding_box()
    stage = page.get_by_test_id("scene").bounding_box()
    assert bar
    assert stage
    assert stage["y"] + stage["height"] <= bar["y"] + 1
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.get_by_test_id("confirm").tap()
    expect(next_button(page)).to_be_enabled()


@pytest.mark.parametrize("game", GAMES)
def test_axe_finds_nothing_serious_in_a_lesson(somebody: Somebody, game: str) -> None:
    page = somebody(f"/learn/{first_lesson(game)}")
    page.wait_for_selector(".lesson-page")
    if not asks(page):
        next_button(page).click()
        at_step(page, 2)
    page.get_by_test_id("in-words").click()
    page.get_by_test_id("show-me").click()
    page.get_by_test_id("confirm").wait_for()
    assert serious_in_both_schemes(page) == []
    page.get_by_test_id("confirm").click()
    expect(next_button(page)).to_be_enabled()
    assert serious(page, ".coach") == []


def first_lesson(game: str) -> str:
    return next(path for path in LESSONS if path.startswith(f"{game}/"))


def test_an_unknown_lesson_leads_nowhere(somebody: Somebody) -> None:
    page = somebody("/learn/orion/nothing")
    expect(page.get_by_role("heading", level=1)).to_have_text("Nothing here but sky")
