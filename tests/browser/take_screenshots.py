"""Pictures of the main screens for the documentation: `python -m tests.browser.take_screenshots`.

They are taken from a real server in a real browser, at tables that go on from a game of bots. A
picture is replaced only if its screen has changed. docs/screenshots/README.md shows them all.
"""

import io
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import parhelion as ph
from parhelion.games import registry
from tests.browser import robots, test_play
from tests.browser.conftest import CHROMIUM, DESK, FLAGS, TIMEOUT_MS, Server
from tests.browser.settling import settle, watch_requests

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
WIDE: dict[str, Any] = {"viewport": {"width": 1440, "height": 900}, "locale": "en-GB"}
TABLET: dict[str, Any] = WIDE | {"viewport": {"width": 1024, "height": 768}}
PHONE: dict[str, Any] = test_play.PHONE | {"device_scale_factor": 2}
NIGHT: dict[str, Any] = {"color_scheme": "dark"}
FRENCH: dict[str, Any] = {"locale": "fr-FR"}
WIDE_ONLY = {"": WIDE}
SCREENS = WIDE_ONLY | {"-phone": PHONE}
"""Screens by the end of the picture's name; on these every game is shown in the middle."""
MORE_SCREENS = {"-tablet": TABLET, "-night": WIDE | NIGHT}
PHONE_AT_NIGHT = {"-phone-night": PHONE | NIGHT}
QUALITY = 78
"""Of WebP: small text stays crisp, a picture weighs about 100 kB."""
VISIBLE = 32
"""A pixel has changed if a colour of it differs by more, out of 255."""
UNCHANGED = 0.001
"""The share of the pixels that may change in the same screen: a figure or two of a bot."""
MODES = {
    "solenia": {
        "winter": {"board": "winter", "upgrades": "on"},
        "four": {"players": "4"},
        "solo": {"players": "1"},
    }
}
"""Ways to play that look different enough to be shown: their names and their options."""
TAUGHT = {"orion": ("first", "O10"), "solenia": ("summer", "S15"), "solstis": ("first", "T8")}
"""The lesson and the rule that are shown of each game."""


class Photographer:
    """Opens pages as different people and takes their pictures."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser = browser
        self.url = url

    def visit(self, path: str, settings: dict[str, Any]) -> Page:
        """A page of somebody with these settings, once it is quiet."""
        context = self.browser.new_context(**DESK | {"base_url": self.url} | settings)
        context.set_default_timeout(TIMEOUT_MS)
        page = context.new_page()
        watch_requests(page)
        page.goto(path)
        settle(page)
        return page

    def take(self, page: Page, name: str) -> None:
        """Keep a picture under a name, and close the page's browser."""
        settle(page)
        print(name, "is new" if keep(page.screenshot(), FOLDER / f"{name}.webp") else "is the same")
        page.context.close()

    def pages(self, game: str) -> None:
        """The start page and the one for a new table."""
        self.take(self.visit("/", WIDE), "start")
        self.take(self.visit("/", WIDE | NIGHT), "start-night")
        self.take(self.visit("/", WIDE | FRENCH), "start-french")
        self.take(self.visit("/", PHONE), "start-phone")
        self.take(self.visit(f"/new/{game}", WIDE), "new")
        self.take(self.visit("/settings", WIDE), "settings")

    def learning(self, game: str, lesson: str, rule: str) -> None:
        """A lesson of a game, and its rulebook at a rule."""
        for name, settings in SCREENS.items():
            self.take(self.visit(f"/learn/{game}/{lesson}", settings), f"{game}-learn{name}")
            self.take(self.visit(f"/rules/{game}#{rule}", settings), f"{game}-rules{name}")

    def middle(
        self, record: dict[str, Any], screens: dict[str, dict[str, Any]], mode: str = "middle"
    ) -> None:
        """A game in the middle, on several screens."""
        for name, settings in screens.items():
            page = self.sit_down(settings, record, middle(record))
            if page.get_by_test_id("confirm").count() == 0:
                page.get_by_test_id("hint").click()
                page.get_by_test_id("confirm").wait_for()
            self.take(page, f"{record['game']}-{mode}{name}")

    def end(self, record: dict[str, Any], screens: dict[str, dict[str, Any]]) -> None:
        """A game at its end, on several screens."""
        for name, settings in screens.items():
            page = self.sit_down(settings, record, None)
            page.get_by_test_id("ending").wait_for()
            self.take(page, f"{record['game']}-end{name}")

    def replay(self, record: dict[str, Any]) -> None:
        """Looking back at the middle of a game."""
        page = self.sit_down(WIDE | NIGHT, record, None)
        page.get_by_test_id("watch").click()
        page.get_by_test_id("scrubber").fill(str(middle(record)))
        self.take(page, f"{record['game']}-replay")

    def why(self, record: dict[str, Any], screens: dict[str, dict[str, Any]]) -> None:
        """A bot explains its move, in the log."""
        for name, settings in screens.items():
            page = self.sit_down(settings, record, middle(record))
            open_drawer(page, "log")
            page.get_by_test_id("why").last.click()
            page.get_by_test_id("explanation").last.wait_for()
            self.take(page, f"{record['game']}-why{name}")

    def review(self, record: dict[str, Any], screens: dict[str, dict[str, Any]]) -> None:
        """A finished game is reviewed; the picture shows one of its moves."""
        for name, settings in screens.items():
            page = self.sit_down(settings, record, None)
            page.get_by_test_id("review").click()
            page.get_by_test_id("reviewed").wait_for(timeout=0)
            page.get_by_test_id("curve").click()
            page.get_by_test_id("replay").wait_for()
            self.take(page, f"{record['game']}-review{name}")

    def sit_down(self, settings: dict[str, Any], record: dict[str, Any], ply: int | None) -> Page:
        """A table that goes on from a record, seen by the one who is to move."""
        page = self.visit("/", settings)
        page.request.post("/api/me", data={"name": "Alba"})
        match = ph.replay(record, ply or 0)
        seats = [
            {"kind": "me"} if seat == match.turn else {"kind": "bot", "level": 2}
            for seat in range(len(match.seats))
            if seat not in match.rivals
        ]
        body = {"game": record["game"], "seats": seats, "record": record, "ply": ply}
        made = page.request.post("/api/tables", data=body)
        page.goto(f"/t/{made.json()['table']['id']}")
        page.wait_for_selector(f"{robots.PICKABLE}, {robots.OVER}")
        return page


def keep(screenshot: bytes, file: Path) -> bool:
    """Write a screenshot as WebP, unless the file shows the same screen already."""
    picture = io.BytesIO()
    Image.open(io.BytesIO(screenshot)).convert("RGB").save(
        picture, "WEBP", quality=QUALITY, method=6
    )
    if file.exists() and is_same_screen(file.read_bytes(), picture.getvalue()):
        return False
    file.write_bytes(picture.getvalue())
    return True


def is_same_screen(one: bytes, other: bytes) -> bool:
    """Whether almost all pixels of two pictures look the same."""
    before, after = (np.asarray(Image.open(io.BytesIO(each)), np.int16) for each in (one, other))
    if before.shape != after.shape:
        return False
    changed = np.abs(before - after).max(axis=2) > VISIBLE
    return bool(changed.mean() <= UNCHANGED)


def open_drawer(page: Page, tab: str) -> None:
    """Open the drawer at one of its tabs, on a phone too."""
    if page.get_by_test_id("menu").count():
        page.get_by_test_id("menu").click()
        if page.get_by_test_id(f"tab-{tab}").get_attribute("aria-expanded") == "true":
            return
    page.get_by_test_id(f"tab-{tab}").click()


def middle(record: dict[str, Any]) -> int:
    """How many moves lead to a decision with much to choose from in the middle of a game."""
    length = len(record["moves"])
    plies = range(length * 3 // 5, length * 3 // 4)
    return max(plies, key=lambda ply: len(ph.replay(record, ply).moves()))


def strong_game(game: str, **options: str) -> dict[str, Any]:
    """The record of a game between equal bots that is decided by more than running out of moves."""
    for seed in range(100):
        match = ph.new(game, seed=seed, **options)
        player = ph.bot(game, 2, seed=seed)
        while match.turn is not None:
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
        records = [strong_game(game) for game in registry.names()]
        photographer.pages(records[0]["game"])
        for game, (lesson, rule) in TAUGHT.items():
            photographer.learning(game, lesson, rule)
        for record in records:
            photographer.middle(record, SCREENS)
            photographer.end(record, WIDE_ONLY)
            photographer.review(record, WIDE_ONLY)
            for mode, options in MODES.get(record["game"], {}).items():
                photographer.middle(strong_game(record["game"], **options), WIDE_ONLY, mode)
        photographer.middle(records[0], MORE_SCREENS)
        photographer.replay(records[0])
        photographer.why(records[0], WIDE_ONLY)
        photographer.review(records[0], PHONE_AT_NIGHT)
        browser.close()
        server.close()


if __name__ == "__main__":
    main()
