"""Bots that explain: while they think, why they moved, and how a finished game went."""

import random
import re
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.axe import serious, serious_in_both_schemes
from tests.browser.conftest import BLANK, Somebody
from tests.browser.settling import settle
from tests.browser.test_play import BOT, ME, OPEN, PHONE, set_table
from tests.positions import play_out
from tests.server.running_server import RunningServer, quick

GAME = "orion"
PAUSE = 3600
"""Seconds that bots of the slow server think."""
LOCALES = {"en-GB": "Review", "fr-FR": "Analyse", "nl-NL": "Analyse"}


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server whose bots think until the test advances its clock."""
    database = tmp_path_factory.mktemp("slow") / "tables.db"
    with RunningServer(quick(database, pause=PAUSE)) as running:
        yield running


@pytest.fixture(scope="module")
def tables() -> dict[str, str]:
    """The tables of reviewed games: a review that is done is shown again at once."""
    return {}


@pytest.fixture
def review(somebody: Somebody, lanterns: RunningServer, tables: dict[str, str]) -> "Review":
    """Reviews of finished games by a server with a quick search."""
    return Review(somebody, f"http://{lanterns.host}", tables)


class Review:
    """A finished game on a page, and its review."""

    def __init__(self, somebody: Somebody, url: str, tables: dict[str, str]) -> None:
        self._somebody, self._url, self._tables = somebody, url, tables

    def open(self, game: str, **settings: object) -> Page:
        """Open the review of a game between players who move at random."""
        path = self._tables.get(game, BLANK)
        self.page = self._somebody(path, base_url=self._url, **settings)
        self.match = play_out(ph.new(game, seed=5))
        if game not in self._tables:
            set_table(self.page, game, record=self.match.record())
            self._tables[game] = urlsplit(self.page.url).path
        self.page.get_by_test_id("review").click()
        expect(self.page.get_by_test_id("reviewed")).to_be_visible()
        return self.page

    @property
    def curve(self) -> Locator:
        """The chances over the moves."""
        return self.page.get_by_test_id("curve")

    def shows(self, ply: int) -> None:
        """The picture, the strip under it and the curve are at a move."""
        expect(self.page.get_by_test_id("scrubber")).to_have_value(str(ply))
        expect(self.curve).to_have_attribute("aria-valuenow", str(ply))


# --- while they think --------------------------------------------------------------------


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_thinking_bot_is_animated_unless_motion_is_reduced(
    somebody: Somebody, slow: RunningServer, motion: str
) -> None:
    endless = "document.getAnimations().filter(a => a.effect.getTiming().iterations === Infinity)"
    page = somebody(BLANK, base_url=f"http://{slow.host}", reduced_motion=motion)
    set_table(page, GAME, seats=[BOT, ME])
    expect(page.locator(".seat.thinks")).to_contain_text("thinking")
    expect(page.get_by_test_id("prompt")).to_have_text("Sparrow is thinking…")
    settle(page)
    assert bool(page.evaluate(f"{endless}.length")) == (motion == "no-preference")


def test_prompt_stops_saying_that_a_bot_thinks_when_it_has_moved(
    somebody: Somebody, slow: RunningServer
) -> None:
    page = somebody(BLANK, base_url=f"http://{slow.host}", reduced_motion="no-preference")
    set_table(page, GAME, seats=[ME, BOT], options={"setup": "symmetric-1"})
    assert robots.my_turn(page)
    page.evaluate(WATCH_PROMPTS)
    robots.one_move(page, robots.by_clicking, random.Random(0))
    page.wait_for_function("() => window.prompts.some(([thinking]) => thinking)")
    slow.advance(PAUSE)
    assert robots.my_turn(page)
    expect(page.get_by_test_id("prompt")).not_to_be_empty()
    assert [True, False] not in page.evaluate("() => window.prompts")


WATCH_PROMPTS = """() => {
    window.prompts = [];
    const thinks = (place) => document.querySelector(place).textContent.includes("thinking");
    const watch = () => {
        const places = ["[data-testid=prompt]", "[data-testid=text-model] > p"];
        window.prompts.push(places.map(thinks));
        requestAnimationFrame(watch);
    };
    watch();
}"""
"""Note at every frame whether the prompt says that a bot thinks, and whether one does."""


def test_open_seat_is_given_to_a_bot_of_the_chosen_level(somebody: Somebody) -> None:
    page = somebody(BLANK)
    set_table(page, GAME, seats=[ME, OPEN])
    level = page.get_by_test_id("invitation").get_by_label("Strength of the bot")
    expect(level.locator("option")).to_have_count(5)
    level.select_option("2")
    page.get_by_test_id("bot-instead").click()
    assert robots.my_turn(page)
    expect(page.locator(".row.top .seat .name")).to_have_text("Swift")


# --- why ---------------------------------------------------------------------------------


def test_move_of_a_bot_is_explained(somebody: Somebody, start: str) -> None:
    page = somebody(BLANK)
    set_table(page, start, seats=[BOT, ME])
    assert robots.my_turn(page)
    page.get_by_test_id("tab-log").click()
    page.get_by_test_id("why").first.click()
    explanation = page.get_by_test_id("explanation").first
    expect(explanation).to_contain_text(".")
    expect(explanation).to_be_in_viewport()
    said = explanation.inner_text()
    assert serious(page) == []
    page.locator(".log .entry").first.click()
    page.get_by_test_id("replay").get_by_test_id("why").click()
    expect(page.get_by_test_id("replay").get_by_test_id("explanation")).to_have_text(said)
    page.get_by_label("Language").select_option("nl")
    expect(explanation).not_to_have_text(said)


# --- the review --------------------------------------------------------------------------


def test_review_shows_every_move(review: Review, start: str) -> None:
    page = review.open(start)
    last = review.match.ply
    lines = review.curve.locator("polyline")
    expect(lines).to_have_count(len(review.match.seats))
    for line in lines.all():
        assert len((line.get_attribute("points") or "").split()) == last + 1
    review.curve.click()
    ply = int(page.get_by_test_id("scrubber").input_value())
    assert 0 < ply < last
    review.shows(ply)
    page.keyboard.press("ArrowRight")
    review.shows(ply + 1)
    page.keyboard.press("Home")
    review.shows(0)
    page.get_by_text("The curve in numbers").click()
    expect(page.locator(".numbers tbody tr")).to_have_count(last + 1)
    page.locator(".numbers .jump").nth(3).click()
    review.shows(3)


def test_mistakes_and_turning_points_lead_to_their_moves(review: Review) -> None:
    page = review.open(GAME)
    mistake = page.get_by_test_id("mistake").first
    expect(mistake.locator("dd")).to_have_count(2)
    mistake.get_by_role("button").click()
    number = re.search(r"Move (\d+)", mistake.inner_text())
    assert number
    review.shows(int(number[1]) - 1)
    expect(page.get_by_test_id("play-on")).to_be_visible()
    point = page.get_by_test_id("turning-point").first
    point.click()
    number = re.search(r"Move (\d+)", point.inner_text())
    assert number
    review.shows(int(number[1]))


def test_luck_and_skill_add_up_to_the_result(review: Review) -> None:
    page = review.open("solstis")
    charts = page.get_by_test_id("luck-and-skill")
    expect(charts).to_have_count(2)
    for chart in charts.all():
        shown = [row.replace("−", "-") for row in chart.locator(".number").all_inner_texts()]
        *parts, result = [int(text.removesuffix("%").strip()) for text in shown]
        assert len(parts) == 5
        assert abs(sum(parts) - result) <= len(shown) / 2, "more than rounding explains"


def test_axe_finds_nothing_serious_in_a_review(review: Review) -> None:
    page = review.open(GAME)
    page.get_by_text("The curve in numbers").click()
    review.curve.click()
    assert serious_in_both_schemes(page) == []


def test_picture_and_curve_fit_a_phone_together(review: Review) -> None:
    page = review.open(GAME, **PHONE)
    review.curve.tap()
    expect(page.get_by_test_id("replay")).to_be_attached()
    for part in (review.curve, page.get_by_test_id("scene")):
        expect(part).to_be_in_viewport()
    settle(page)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("locale", LOCALES)
def test_review_is_in_the_language_of_the_page(review: Review, locale: str) -> None:
    page = review.open(GAME, locale=locale)
    expect(page.get_by_test_id("tab-review")).to_have_text(LOCALES[locale])
    played = page.get_by_test_id("mistake").first.locator("dt").first
    assert (played.inner_text() == "Played") == (locale == "en-GB")
