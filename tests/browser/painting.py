"""Pages that are laid out but not painted: painting takes half the processor time of a move."""

from playwright.sync_api import Page

LEAVE_UNPAINTED = """
const unpainted = new CSSStyleSheet();
unpainted.replaceSync("html:not(.painted) body { opacity: 0 !important }");
document.adoptedStyleSheets.push(unpainted);
"""
"""A script that runs before those of the page.

Chromium doesn't paint a page without opacity, but lays it out and delivers clicks as always. For
Playwright the page is visible.
"""


def paint(page: Page) -> None:
    """Paint a page from now on, until it is loaded again."""
    page.evaluate("() => document.documentElement.classList.add('painted')")
