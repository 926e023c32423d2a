"""The files of the browser client: what is kept for how long, and which paths are pages."""

import asyncio
from pathlib import Path

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Mount

from parhelion.server.assets import FOR_EVER
from parhelion.server.client_files import ASK_FIRST, ClientFiles


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


@pytest.mark.parametrize("path", ["/games", "/t/abc", "/new/orion/"])
def test_every_other_path_is_a_page_of_the_client(client: Path, path: str) -> None:
    answer = ask(client, path)
    assert answer.headers["content-type"].startswith("text/html")
    assert answer.text == ask(client, "/").text


@pytest.mark.parametrize("path", ["/assets/gone.js", "/api/nothing", "/art/nothing"])
def test_a_missing_file_is_not_answered_with_a_page(client: Path, path: str) -> None:
    assert ask(client, path).status_code == 404


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
