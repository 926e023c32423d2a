"""The files of the browser client: what is kept for how long, and which addresses are pages."""

import asyncio
import re
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from parhelion.server.assets import FOR_EVER
from parhelion.server.client_files import ASK_FIRST, PAGES, ClientFiles


@pytest.fixture
def client(tmp_path: Path) -> Path:
    """The folder of a client with a page and a file whose name changes with its content."""
    folder = tmp_path / "static"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Parhelion</title>")
    (folder / "icon.svg").write_text("<svg/>")
    (folder / "assets" / "index-abc.js").write_text("start()")
    (tmp_path / "secret.txt").write_text("swordfish")
    return folder


def ask(folder: Path, path: str, method: str = "GET", **headers: str) -> httpx.Response:
    """The answer of a server whose client is in a folder."""
    app = Starlette(routes=[Mount("/", ClientFiles([], folder))])

    async def answer() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://here") as browser:
            return await browser.request(method, path, headers=headers)

    return asyncio.run(answer())


def test_files_with_a_hashed_name_are_kept_for_ever(client: Path) -> None:
    answer = ask(client, "/assets/index-abc.js")
    assert (answer.text, answer.headers["cache-control"]) == ("start()", FOR_EVER)


@pytest.mark.parametrize("path", ["/", "/icon.svg", "/index.html"])
def test_other_files_are_asked_for_again_but_sent_only_if_they_changed(
    client: Path, path: str
) -> None:
    first = ask(client, path)
    assert (first.status_code, first.headers["cache-control"]) == (200, ASK_FIRST)
    again = ask(client, path, **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.text) == (304, "")
    assert again.headers["cache-control"] == ASK_FIRST


PAGE_ADDRESSES = """
    /games /t/abc /new/orion/ /rules /rules/orion /verify /verify/abc /settings /login /recover
    /learn/orion/first
"""
UNKNOWN = """
    /metrics /nothing/here /games/abc /t /t/abc/def /new /rules/orion/2 /learn/orion /.games
    /index.php /api-docs
"""
BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


@pytest.mark.parametrize("path", PAGE_ADDRESSES.split())
def test_pages_of_the_client_are_served_at_their_addresses(client: Path, path: str) -> None:
    answer = ask(client, path)
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == ask(client, "/").text


def test_server_knows_the_same_pages_as_the_client() -> None:
    router = Path(__file__).parents[2] / "web" / "src" / "App.svelte"
    named = re.findall(r'\bpage === "(\w+)"', router.read_text(encoding="utf-8"))
    assert {"", *named} == set(PAGES)


@pytest.mark.parametrize("path", UNKNOWN.split())
def test_unknown_addresses_return_404(client: Path, path: str) -> None:
    assert ask(client, path).status_code == 404
    answer = ask(client, path, **BROWSER)
    assert (answer.status_code, answer.text) == (404, ask(client, "/").text)


def test_unknown_address_returns_404_again_when_a_browser_has_the_page(client: Path) -> None:
    known = {"If-None-Match": ask(client, "/").headers["etag"]}
    answer = ask(client, "/nothing/here", **BROWSER, **known)
    assert answer.status_code == 404
    assert "etag" not in answer.headers


@pytest.mark.parametrize("path", ["/assets/gone.js", "/api/nothing", "/art/nothing"])
def test_a_missing_file_is_not_answered_with_a_page(client: Path, path: str) -> None:
    assert ask(client, path, **BROWSER).status_code == 404
    assert "html" not in ask(client, path, **BROWSER).headers["content-type"]


def test_unknown_address_returns_404_without_a_client(tmp_path: Path) -> None:
    assert ask(tmp_path / "nowhere", "/nothing/here", **BROWSER).status_code == 404


def test_nothing_outside_the_folder_is_sent(client: Path) -> None:
    for path in ("/../secret.txt", "/%2e%2e/secret.txt", "/assets/..%2f..%2fsecret.txt"):
        assert "swordfish" not in ask(client, path).text


def test_files_are_only_for_reading(client: Path) -> None:
    assert ask(client, "/icon.svg", "HEAD").status_code == 200
    assert ask(client, "/icon.svg", "POST").status_code == 405


def test_without_a_client_it_is_said_how_to_build_one(tmp_path: Path) -> None:
    answer = ask(tmp_path / "nowhere", "/", **{"Accept-Language": "en"})
    assert answer.status_code == 503
    assert "make play" in answer.text
    french = ask(tmp_path / "nowhere", "/", **{"Accept-Language": "fr-BE"})
    assert french.text != answer.text
