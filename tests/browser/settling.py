"""Waiting until a page is at rest, and stopping its clock."""

from weakref import WeakKeyDictionary

from playwright.sync_api import Locator, Page, Request

from tests.waiting import until

AT_REST = """() => {
    const moves = (animation) =>
        animation.playState === "running"
        && animation.effect.getComputedTiming().endTime !== Infinity;
    const boxes = [...document.querySelectorAll("body :not(svg *)")].map((element) => {
        const { x, y, width, height } = element.getBoundingClientRect();
        return [x, y, width, height].join(" ");
    });
    const items = [...document.querySelectorAll("svg [data-id]")].map(
        (item) => item.getAttribute("transform"));
    const places = [...boxes, ...items].join("\\n");
    const before = window.placesBefore;
    window.placesBefore = places;
    return places === before
        && document.fonts.status === "loaded"
        && !document.getAnimations().some(moves);
}"""
"""True if fonts are loaded, no animation is about to end, and no box and no item of a
picture has moved since the last frame. Playwright evaluates it once per frame."""
TICK = 10
"""Milliseconds per step of a stopped clock that is advanced until something appears."""
LATER = 86_400
"""Time at which a clock that started at 0 stops, in seconds: no test takes as long to get there."""

_open_requests: WeakKeyDictionary[Page, set[Request]] = WeakKeyDictionary()


def watch_requests(page: Page) -> None:
    """Keep track of the requests that a page waits for."""
    waiting = _open_requests.setdefault(page, set())

    def begin(request: Request) -> None:
        if request.is_navigation_request():  # it cancels all others
            waiting.clear()
        waiting.add(request)

    page.on("request", begin)
    page.on("requestfinished", lambda request: waiting.discard(request))
    page.on("requestfailed", lambda request: waiting.discard(request))


def settle(page: Page) -> None:
    """Wait until a page has everything it asked for and its layout is final."""

    waiting = _open_requests.get(page, set())

    def is_settled() -> bool:
        had_everything = not waiting
        page.evaluate("() => { window.placesBefore = undefined }")
        page.wait_for_function(AT_REST)
        return had_everything and not waiting

    until(is_settled)


def stop_clock(page: Page) -> None:
    """Stop the timers of a page. From now on they only run when the test advances its clock."""
    page.clock.install(time=0)
    page.clock.pause_at(LATER)


def advance_until_visible(page: Page, wanted: Locator) -> None:
    """Advance the stopped clock of a page until something appears, and not much further."""

    def is_visible() -> bool:
        if wanted.is_visible():
            return True
        page.clock.run_for(TICK)
        return False

    until(is_visible)


def advance_until_gone(page: Page, shown: Locator, step: int) -> None:
    """Advance the stopped clock of a page by some milliseconds at a time until nothing is shown."""

    def is_gone() -> bool:
        page.clock.run_for(step)
        return shown.count() == 0

    until(is_gone)
