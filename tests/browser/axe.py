"""What axe-core says about a page."""

from pathlib import Path

from playwright.sync_api import Page

AXE = Path(__file__).resolve().parents[2] / "web/node_modules/axe-core/axe.min.js"


def serious(page: Page) -> list[str]:
    """What axe-core finds serious or worse on a page."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {[node['html'][:120] for node in each['nodes'][:3]]}"
        for each in found["violations"]
        if each["impact"] in ("serious", "critical")
    ]
