"""A real server and a real Chromium for the browser tests."""

import re
import shutil
import signal
import socket
import subprocess
import sys
import time
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
from tests.conftest import GAMES
from tests.server.running_server import RunningServer, quick
from tests.waiting import TIMEOUT

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
PATIENCE = 30_000
"""Milliseconds to wait for something to appear on a slow machine."""


DESK = {
    "viewport": {"width": 1440, "height": 900},
    "locale": "en-GB",
    "reduced_motion": "reduce",
    "service_workers": "block",
}
"""A browser on a desk, unless a test says otherwise."""


class Server:
    """A server process on loopback that can be killed and started again on the same data."""

    def __init__(self, database: Path, *options: str) -> None:
        self.database, self.options = database, options
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start the process and wait until every game is ready."""
        command = [sys.executable, "-m", "parhelion", "serve", "--pause", "0", "--limits", "off"]
        command += ["--port", str(self.port), "--database", str(self.database), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        deadline = time.monotonic() + TIMEOUT
        while time.monotonic() < deadline:
            assert self.process.poll() is None, "the server has stopped"
            if self._is_ready():
                return
            time.sleep(0.1)
        raise AssertionError("the games are never ready")

    def _is_ready(self) -> bool:
        try:
            told = httpx.get(f"{self.url}/api/games").raise_for_status().json()
        except httpx.HTTPError:
            return False
        return all(game["ready"] for game in told["games"])

    def kill(self) -> None:
        """End the process as a power cut would."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """One server for all browser tests."""
    running = Server(tmp_path_factory.mktemp("server") / "tables.db")
    yield running
    running.kill()


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """One Chromium for all browser tests; closed after them, as it holds an event loop."""
    assert CHROMIUM, "no Chromium: run scripts/install-browser"
    expect.set_options(timeout=PATIENCE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
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
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("console", lambda said: complaints.extend(errors(said)))
        page.goto(path)
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
