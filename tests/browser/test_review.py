"""Bots that explain: while they think, why they moved, and how a finished game went."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

import parhelion as ph
from tests.browser import robots
from tests.browser.axe import serious
from tests.browser.conftest import Somebody
from tests.browser.test_play import BOT, ME, OPEN, PHONE, set_table
from tests.positions import play_out
from tests.server.running_server import RunningServer, quick

GAME = "orion"
LOCALES = {"en-GB": "Review", "fr-FR": "Analyse", "nl-NL": "Analyse"}


@pytest.fixture
def review(somebody: Somebody, lanterns: RunningServer) -> "Review":
    """Reviews finished games at a server that does not take long for it."""
    return Review(somebody, f"http://{lanterns.host}")


class Review:
    """A finished game on a page, and what its review shows."""

    def __init__(self, somebody: Somebody, url: str) -> None:
        self._somebody, self._url = somebody, url

    def open(self, game: str, **settings: object) -> Page:
        """Let a game between players without a plan be reviewed."""
        self.page = self._somebody("/games", base_url=self._url, **settings)
        self.match = play_out(ph.new(game, seed=5))
        set_table(self.page, game, record=self.match.record())
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


def test_a_bot_shows_that_it_thinks_quietly_if_that_is_wished(
    somebody: Somebody, tmp_path: Path
) -> None:
    endless = "document.getAnimations().filter(a => a.effect.getTiming().iterations === Infinity)"
    with RunningServer(quick(tmp_path / "tables.db", pause=3600)) as slow:
        for motion in ("reduce", "no-preference"):
            page = somebody("/games", base_url=f"http://{slow.host}", reduced_motion=motion)
            set_table(page, GAME, seats=[BOT, ME])
            expect(page.locator(".seat.thinks")).to_contain_text("thinking")
            expect(page.get_by_test_id("prompt")).to_have_text("Sparrow is thinking…")
            assert bool(page.evaluate(f"{endless}.length")) == (motion == "no-preference")
            page.goto("about:blank")  # before the server goes


def test_an_open_seat_is_given_to_a_bot_of_the_level_chosen(somebody: Somebody) -> None:
    page = somebody("/games")
    set_table(page, GAME, seats=[ME, OPEN])
    level = page.get_by_test_id("invitation").get_by_label("Strength of the bot")
    expect(level.locator("option")).to_have_count(5)
    level.select_option("2")
    page.get_by_test_id("bot-instead").click()
    assert robots.my_turn(page)
    expect(page.locator(".row.top .seat .name")).to_have_text("Swift")


# --- why ---------------------------------------------------------------------------------


def test_a_move_of_a_bot_can_be_asked_about(somebody: Somebody, start: str) -> None:
    page = somebody("/games")
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


def test_a_finished_game_is_reviewed_and_every_move_can_be_looked_at(
    review: Review, start: str
) -> None:
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
        told = [row.replace("−", "-") for row in chart.locator(".number").all_inner_texts()]
        *parts, result = [int(text.removesuffix("%").strip()) for text in told]
        assert len(parts) == 5
        assert abs(sum(parts) - result) <= len(parts) / 2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_review(review: Review, scheme: str) -> None:
    page = review.open(GAME, color_scheme=scheme)
    page.get_by_text("The curve in numbers").click()
    review.curve.click()
    assert serious(page) == []


def test_on_a_phone_the_picture_stays_in_sight_beside_the_curve(review: Review) -> None:
    page = review.open(GAME, **PHONE)
    review.curve.tap()
    expect(page.get_by_test_id("replay")).to_be_attached()
    for part in (review.curve, page.get_by_test_id("scene")):
        expect(part).to_be_in_viewport()
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.parametrize("locale", LOCALES)
def test_a_review_speaks_the_language_of_the_page(review: Review, locale: str) -> None:
    page = review.open(GAME, locale=locale)
    expect(page.get_by_test_id("tab-review")).to_have_text(LOCALES[locale])
    played = page.get_by_test_id("mistake").first.locator("dt").first
    assert (played.inner_text() == "Played") == (locale == "en-GB")
