"""How soon a page can be used, in a real Chromium on a real server: `python -m bench.page_speed`.

A page can be used once its button, or an item that can be picked, is there. The first visit has an
empty cache; the warm ones are later visits of the same browser.
"""

import gzip
import shutil
import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

from bench.load.server_process import start_parhelion

REPEATS = 10
USABLE = {"/": "article .button.primary:enabled", "/t/": "[data-testid=scene] .pickable"}
STATIC = Path(__file__).resolve().parents[1] / "parhelion" / "server" / "static"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]


def client_size() -> int:
    """Bytes of the whole built client, compressed as the server sends it."""
    files = [path for path in STATIC.rglob("*") if path.is_file()]
    return sum(min(len(gzip.compress(f.read_bytes())), f.stat().st_size) for f in files)


def visit(page: Page, url: str, usable: str) -> float:
    """Seconds from the request of a page until it can be used."""
    start = time.perf_counter()
    page.goto(url, wait_until="commit")
    page.wait_for_selector(usable)
    return time.perf_counter() - start


def report(browser: Browser, url: str) -> None:
    """Measure the start page and a table."""
    context = browser.new_context()
    page = context.new_page()
    table = context.request.post(f"{url}/api/me") and context.request.post(
        f"{url}/api/tables", data={"game": "orion"}
    )
    paths = {"start page": ("/", "/"), "table": (f"/t/{table.json()['table']['id']}", "/t/")}
    for name, (path, kind) in paths.items():
        first, *warm = (visit(page, url + path, USABLE[kind]) for _ in range(REPEATS + 1))
        print(
            f"{name}: first {first:.2f} s, warm median {statistics.median(warm):.2f} s, "
            f"slowest {max(warm):.2f} s of {REPEATS}"
        )


def main() -> None:
    """Measure and print."""
    print(f"built client: {client_size() / 1024:.0f} KB compressed")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server, port = start_parhelion(Path(folder) / "tables.db")
        chromium = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        report(browser, f"http://127.0.0.1:{port}")
        browser.close()
        server.end()


if __name__ == "__main__":
    main()
