"""The page of a report in a real Chromium: by day and night, on a phone, on paper."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Request

from parhelion.lab.report_data import Report
from parhelion.lab.report_page import page as written
from parhelion.lab.run_reader import Run
from tests.browser.axe import serious
from tests.browser.conftest import TIMEOUT_MS
from tests.invented_runs import Truth, write_run


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a page that compares two runs."""
    folder = tmp_path_factory.mktemp("report")
    runs = [Run(write_run(folder / f"run {seed}", Truth(seed=seed))) for seed in (1, 2)]
    path: Path = folder / "report.html"
    path.write_text(written(Report(*runs)), encoding="utf-8")
    return path.as_uri()


SMALLEST_TEXT = """() => Math.min(...[...document.querySelectorAll("svg text")].map((text) => {
    const { a, b } = text.getScreenCTM();
    return parseFloat(getComputedStyle(text).fontSize) * Math.hypot(a, b);
}))"""
"""Font size on the screen in pixels, whichever fonts the machine has."""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_report_is_accessible(chromium: Browser, report: str, scheme: str) -> None:
    """axe-core finds nothing serious with all tables open; the page is no wider than a phone and
    loads nothing else; text in plots is large enough."""
    asked: list[str] = []
    context = chromium.new_context(
        color_scheme="dark" if scheme == "dark" else "light",
        viewport={"width": 390, "height": 844},
    )
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()

    def note(request: Request) -> None:
        asked.append(request.url)

    page.on("request", note)
    page.goto(report)
    for details in page.locator("summary").all():
        details.click()
    assert serious(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    assert page.evaluate(SMALLEST_TEXT) >= 11
    assert set(asked) == {report}
    context.close()


def test_night_and_paper_change_the_colours(chromium: Browser, report: str) -> None:
    context = chromium.new_context(color_scheme="dark")
    context.set_default_timeout(TIMEOUT_MS)
    page = context.new_page()
    page.goto(report)
    ink = "getComputedStyle(document.querySelector('svg text')).fill"
    assert page.evaluate(ink) == "rgb(253, 246, 236)"
    page.emulate_media(media="print")
    assert page.evaluate(ink) == "rgb(20, 22, 31)"
    context.close()
