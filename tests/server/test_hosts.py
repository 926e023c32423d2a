"""The names under which the server may be asked."""

import socket
from dataclasses import replace
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from parhelion.server.hosts import known_hosts
from tests.server.running_server import RunningServer, quick
from tests.waiting import TIMEOUT

EVERYWHERE = "0.0.0.0"  # noqa: S104


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1", "[::1]:8000", "192.168.1.5:8000", "LocalHost.", ""]
)
@pytest.mark.parametrize("bound", ["127.0.0.1", "localhost", "::1", EVERYWHERE])
def test_numbers_and_the_machine_itself_are_always_known(bound: str, host: str) -> None:
    assert known_hosts((), bound).include(host)


@pytest.mark.parametrize("host", ["mylaptop.local:8000", "mylaptop", "club.lan", "x.home.arpa"])
def test_names_that_a_network_gives_are_known_where_the_network_may_ask(host: str) -> None:
    assert known_hosts((), EVERYWHERE).include(host)
    assert not known_hosts((), "127.0.0.1").include(host)


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example:8000", "localhost.evil.example", "a@b", "[::"]
)
@pytest.mark.parametrize("bound", ["127.0.0.1", EVERYWHERE])
def test_other_names_are_known_only_if_they_are_given(bound: str, host: str) -> None:
    hosts = known_hosts(("Play.Example",), bound)
    assert hosts.include("play.example:443")
    assert not hosts.include(host)


def test_a_site_whose_name_leads_to_this_machine_gets_nothing(tmp_path: Path) -> None:
    """DNS rebinding: for the browser it is the other site's own server."""
    settings = replace(quick(tmp_path / "tables.db"), hosts=known_hosts((), "127.0.0.1"))
    foreign = {"Host": "evil.example", "Accept-Language": "fr"}
    with RunningServer(settings) as server:
        ann = server.guest("Ann")
        id = ann.sets()["table"]["id"]
        for path in ("/", f"/api/tables/{id}", "/healthz"):
            answer = ann.http.get(path, headers=foreign)
            assert (answer.status_code, answer.json()["code"]) == (421, "foreign-host")
            assert "--public-host" in answer.json()["message"]
            assert answer.headers["x-content-type-options"] == "nosniff"
        sock = socket.create_connection(("127.0.0.1", int(server.host.split(":")[1])))
        with pytest.raises(InvalidStatus, match="403"):
            connect(f"ws://evil.example/api/tables/{id}/live", sock=sock, open_timeout=TIMEOUT)
