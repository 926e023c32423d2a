"""The server behind a reverse proxy with TLS, under a path of its own."""

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from parhelion.server.assets import qr_code
from parhelion.server.hosts import known_hosts
from parhelion.server.settings import Hosting
from tests.server.reverse_proxy import proxied
from tests.server.running_server import ME, OPEN, RunningServer, quick
from tests.waiting import TIMEOUT

NAMES = known_hosts(("play.example",), "127.0.0.1")
PATH = "/games"  # which is the path of a page, too


@pytest.fixture(params=["unchanged", "stripped"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of a server behind a proxy that it believes, with either way to pass paths on."""
    hosting = Hosting(root_path=PATH, forwarded_allow_ips="127.0.0.1")
    settings = quick(tmp_path / "tables.db", hosts=NAMES, hosting=hosting)
    with RunningServer(settings) as server:
        port = int(server.host.split(":")[1])
        with proxied(port, PATH, request.param == "stripped") as shown:
            yield shown


@pytest.fixture
def http(address: str) -> Iterator[httpx.Client]:
    """A browser without a screen that comes over TLS by the name of the server."""
    named = {"Host": "play.example"}
    unverified = httpx.create_ssl_context(verify=False)
    with httpx.Client(
        base_url=address, headers=named, verify=unverified, timeout=TIMEOUT
    ) as client:
        yield client


def test_pages_cookies_and_invitations_have_the_path_and_tls(http: httpx.Client) -> None:
    page = http.get("/t/anything")
    assert f'src="{PATH}/assets/' in page.text or page.status_code == 503
    assert page.headers["strict-transport-security"] == "max-age=31536000"
    known = http.post("/api/me", headers={"Origin": "https://play.example"})
    cookie = known.headers["set-cookie"]
    assert known.status_code == 201
    assert "Secure" in cookie
    assert f"Path={PATH};" in cookie
    token = {"Authorization": f"Bearer {known.json()['token']}"}
    wanted = {"game": "orion", "seats": [ME, OPEN]}
    id = http.post("/api/tables", json=wanted, headers=token).json()["table"]["id"]
    shown = http.get(f"/api/tables/{id}/qr.svg").content
    assert shown == qr_code(f"https://play.example{PATH}/t/{id}")
    assert http.get("/art/orion/theme.css").is_success
    assert http.get("/readyz").json()["ready"]


@pytest.mark.parametrize("origin", ["http://play.example", "https://evil.example"])
def test_a_page_without_tls_or_of_another_site_cannot_act(http: httpx.Client, origin: str) -> None:
    refused = http.post("/api/me", headers={"Origin": origin})
    assert (refused.status_code, refused.json()["code"]) == (403, "foreign-page")


def test_a_proxy_is_believed_only_if_it_is_known(tmp_path: Path) -> None:
    said = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        answer = server.guest(None).http.post("/api/me", headers=said)
    assert "Secure" not in answer.headers["set-cookie"]
    assert "strict-transport-security" not in answer.headers
