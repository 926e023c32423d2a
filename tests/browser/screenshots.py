"""Pictures of the main screens for the documentation: `python -m tests.browser.screenshots`.

They are taken from a real server in a real browser, a bot playing a bot's game by clicking.
"""

import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

import parhelion as ph
from parhelion import games
from tests.browser import robots
from tests.browser.conftest import CHROMIUM, FLAGS, Server
from tests.browser.test_play import PHONE

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"}
TABLET: dict[str, Any] = WIDE | {"viewport": {"width": 1024, "height": 768}}
NIGHT: dict[str, Any] = {"color_scheme": "dark"}
FRENCH: dict[str, Any] = {"locale": "fr-FR"}


class Photographer:
    """Opens pages as different people and takes their pictures."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    def visit(self, path: str, settings: dict[str, Any]) -> Page:
        """A page of somebody with these settings, once it is quiet."""
        context = self.browser.new_context(
            base_url=self.url, reduced_motion="reduce", service_workers="block", **settings
        )
        page = context.new_page()
        page.goto(path)
        page.wait_for_load_state("networkidle")
        return page

    def take(self, page: Page, name: str) -> None:
        """Keep a picture under a name, and close the page's browser."""
        page.wait_for_timeout(600)
        page.screenshot(path=FOLDER / f"{name}.png")
        print(name)
        page.context.close()

    def pages(self, game: str) -> None:
        """The start page and the one for a new table."""
        self.take(self.visit("/", WIDE), "start")
        self.take(self.visit("/", WIDE | NIGHT), "start-night")
        self.take(self.visit("/", WIDE | FRENCH), "start-french")
        self.take(self.visit("/", PHONE), "start-phone")
        self.take(self.visit(f"/new/{game}", WIDE), "new")

    def tables(self, game: str) -> None:
        """A game in the middle and at its end, on several screens."""
        record = strong_game(game)
        middle = len(record["moves"]) * 3 // 5
        for name, settings in {
            "middle": WIDE,
            "middle-night": WIDE | NIGHT,
            "middle-tablet": TABLET,
            "middle-phone": PHONE,
            "middle-french": WIDE | FRENCH,
        }.items():
            page = self.sit_down(game, settings, record, middle)
            if page.get_by_test_id("confirm").count() == 0:
                page.get_by_test_id("hint").click()
                page.get_by_test_id("confirm").wait_for()
            self.take(page, f"{game}-{name}")
        for name, settings in {
            "end": WIDE,
            "end-night": WIDE | NIGHT,
            "end-phone": PHONE,
        }.items():
            page = self.sit_down(game, settings, record, None)
            page.get_by_test_id("ending").wait_for()
            self.take(page, f"{game}-{name}")
        page = self.sit_down(game, WIDE | NIGHT, record, None)
        page.get_by_test_id("review").click()
        page.get_by_test_id("scrubber").fill(str(middle))
        self.take(page, f"{game}-replay")

    def sit_down(
        self, game: str, settings: dict[str, Any], record: dict[str, Any], ply: int | None
    ) -> Page:
        """A table that goes on from a record, seen by the one who is to move."""
        page = self.visit("/", settings)
        page.request.post("/api/me", data={"name": "Alba"})
        mover = ph.replay(record, ply).player if ply is not None else 0
        seats = [
            {"kind": "me"} if seat == mover else {"kind": "bot", "level": 2}
            for seat in range(len(games.load(game).info.seats))
        ]
        body = {"game": game, "seats": seats, "record": record, "ply": ply}
        made = page.request.post("/api/tables", data=body)
        page.goto(f"/t/{made.json()['table']['id']}")
        page.wait_for_selector(f"{robots.PICKABLE}, {robots.OVER}")
        return page


def strong_game(game: str) -> dict[str, Any]:
    """The record of a game between equal bots that is decided by more than running out of moves."""
    for seed in range(100):
        match = ph.new(game, seed=seed)
        player = ph.bot(game, 2, seed=seed)
        while match.player is not None:
            match.play(player.choose(match))
        outcome = match.outcome
        if outcome and len(match.winners) == 1 and not {"stuck", "tiles"} & set(outcome.reason):
            return match.record()
    raise AssertionError("no such game among a hundred")


def main() -> None:
    """Take all pictures."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = Server(Path(folder) / "tables.db")
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        photographer = Photographer(browser, server.url)
        photographer.pages(games.names()[0])
        for game in games.names():
            photographer.tables(game)
        browser.close()
        server.kill()


if __name__ == "__main__":
    main()
