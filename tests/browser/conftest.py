"""A real server and a real Chromium for the browser tests."""

import re
import shutil
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    expect,
    sync_playwright,
)

from tests import plugins
from tests.browser.painting import LEAVE_UNPAINTED
from tests.browser.settling import settle, watch_requests
from tests.conftest import GAMES
from tests.server.running_server import RunningServer, quick
from tests.waiting import TIMEOUT, until

CHROMIUM = next(
    (
        path
        for name in ("chromium", "chromium-browser", "google-chrome")
        if (path := shutil.which(name))
    ),
    None,
)
OMNIBOX = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"]
"""The pages under the address bar that every new window draws, though nobody sees them."""
AS_PLAYWRIGHT = [
    "AimEnabled",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
]
"""What Playwright switches off itself: Chromium heeds only the last list that it is given."""
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OMNIBOX + AS_PLAYWRIGHT)}",
]
TIMEOUT_MS = TIMEOUT * 1000
"""The timeout of all tests in milliseconds, as Playwright expects it."""

BLANK = "about:blank"
"""Where a page starts that goes to its table later."""
DESK = {
    "viewport": {"width": 1440, "height": 900},
    "locale": "en-GB",
    "timezone_id": "UTC",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""A browser on a desk, unless a test says otherwise."""
FINISH_ANIMATIONS = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (...settings) {
    const animation = animate.apply(this, settings);
    animation.finish();
    return animation;
};
"""
"""With reduced motion only highlights are left. They would draw every picture twenty times."""


class Server:
    """A server process on loopback that can be killed and restarted on the same port and data."""

    def __init__(self, database: Path, *options: str) -> None:
        self.database, self.options = database, options
        # A bound socket that doesn't listen: no other process gets the port, but the server does.
        self._reserved = socket.socket()
        self._reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self._reserved.bind(("127.0.0.1", 0))
        self.port = int(self._reserved.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start the process and wait until every game is ready."""
        command = [sys.executable, "-m", "parhelion", "serve", "--pause", "0", "--limits", "off"]
        command += ["--port", str(self.port), "--database", str(self.database), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        with httpx.Client(base_url=self.url, timeout=TIMEOUT) as client:
            until(lambda: self._is_ready(client))

    def _is_ready(self, client: httpx.Client) -> bool:
        assert self.process.poll() is None, "the server has stopped"
        try:
            answer = client.get("/api/games").raise_for_status().json()
        except httpx.HTTPError:
            return False
        return all(game["ready"] for game in answer["games"])

    def kill(self) -> None:
        """Kill the process without warning, as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def close(self) -> None:
        """Kill the process and release its port."""
        self.kill()
        self._reserved.close()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests."""
    running = Server(tmp_path_factory.mktemp("server") / "tables.db")
    yield running
    running.close()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One Chromium for all browser tests; closed after them, as it holds an event loop."""
    assert CHROMIUM, "no Chromium: run scripts/install-browser"
    expect.set_options(timeout=TIMEOUT_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=CHROMIUM, args=FLAGS, timeout=TIMEOUT_MS
        )
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def lanterns(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with the test game beside the real ones."""
    database = tmp_path_factory.mktemp("lanterns") / "tables.db"
    with plugins.known(), RunningServer(quick(database)) as running:
        yield running


Somebody = Callable[..., Page]


@pytest.fixture
def somebody(chromium: Browser, server: Server) -> Iterator[Somebody]:
    """Makes a page of somebody new: a browser of their own, with nothing kept.

    A page that logs an error, or breaks, fails the test.
    """
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def arrive(path: str = "/", **settings: Any) -> Page:
        context = chromium.new_context(**DESK | {"base_url": server.url} | settings)
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(LEAVE_UNPAINTED)
        if settings.get("reduced_motion", "reduce") == "reduce":
            context.add_init_script(FINISH_ANIMATIONS)
        contexts.append(context)
        page = context.new_page()
        watch_requests(page)
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend(errors(said)))
        page.goto(path)
        if path != BLANK:
            settle(page)  # a click on something that still moves is lost
        return page

    yield arrive
    for context in contexts:
        context.close()
    assert not [each for each in complaints if not EXPECTED.search(each)]


@pytest.fixture(params=GAMES)
def start(request: pytest.FixtureRequest) -> str:
    """The name of every game in turn, for its part of the start page."""
    return str(request.param)


def errors(said: ConsoleMessage) -> list[str]:
    """What a console message complains about."""
    return [said.text] if said.type == "error" else []


EXPECTED = re.compile(r"status of 4\d\d|WebSocket|net::ERR")
"""A refusal is told to the person; a killed server does not answer."""
