"""Setting tables, sitting down, coming back and looking on."""

from pathlib import Path

import pytest

from tests.server.running_server import (
    ME,
    RunningServer,
    bot,
    pair,
    quick,
    seen,
)


def test_without_seats_i_sit_first_and_bots_take_the_rest(server: RunningServer) -> None:
    update = server.guest("Ann").sets()
    table = update["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
    assert table["seats"][0]["yours"]
    assert (table["status"], table["seat"]) == ("playing", 0)
    assert update["scene"]["choices"]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("game/unknown", {"game": "chess"}),
        ("option/bad", {"options": {"setup": "upside-down"}}),
        ("option/bad", {"options": {"moons": "2"}}),
        ("option/bad", {"seats": [ME]}),
        ("bot/unknown", {"seats": [ME, bot(99)]}),
        ("record/bad", {"record": {}}),
        ("record/bad", {"record": {"format": "parhelion/1", "moves": 3}}),
        ("bad-request", {"seats": [ME, {"kind": "ghost"}]}),
        ("bad-request", {"clock": {"kind": "live", "minutes": -1}}),
        ("bad-request", {"colour": "blue"}),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(
    server: RunningServer, code: str, wanted: dict[str, object]
) -> None:
    server.guest("Ann").refused(code, "POST", "/tables", {"game": "orion"} | wanted)


def test_seats_are_taken_once(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    eve = server.guest("Eve")
    eve.refused("seat/taken", "POST", f"/tables/{id}/seats/1")
    eve.refused("seat/unknown", "POST", f"/tables/{id}/seats/7")
    eve.refused("table/unknown", "POST", "/tables/nowhere/seats/0")
    assert [seat["name"] for seat in ann.sees(id)["table"]["seats"]] == ["Ann", "Bob"]
    assert bob.sees(id)["table"]["seat"] == 1


def test_somebody_who_comes_back_sees_the_same(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    bob("POST", f"/tables/{id}/chat", {"text": "well met"})
    with bob.watches(id) as live:
        first = live.next()
    with bob.watches(id) as live:
        again = live.until(lambda update: update["table"]["seats"][1]["online"])
    assert first == again
    assert first["scene"] == seen(bob.sees(id)["scene"])
    assert [line["text"] for line in again["chat"]] == ["well met"]


def test_after_a_restart_everything_is_as_it_was(tmp_path: Path) -> None:
    settings = quick(tmp_path / "tables.db")
    with RunningServer(settings) as first:
        ann, bob, id = pair(first)
        ann.plays(id)
        bob.plays(id)
        ann("POST", f"/tables/{id}/takeback")
        ann("POST", f"/tables/{id}/chat", {"text": "please?"})
        before = [guest.sees(id) for guest in (ann, bob)]
    with RunningServer(settings) as second:
        ann.moves_to(second)
        bob.moves_to(second)
        bob.sees(id)  # so that Ann sees him online, as before
        assert [guest.sees(id) for guest in (ann, bob)] == before


def test_spectators_look_on_and_may_do_nothing(server: RunningServer) -> None:
    ann, _, id = pair(server)
    eve = server.guest(None)
    with ann.watches(id) as hers, eve.watches(id, "?lang=fr&layout=tall") as live:
        update = live.next()
        assert update["table"]["seat"] is None
        assert not update["table"]["can"]
        assert not update["scene"]["choices"]
        hers.until(lambda update: update["table"]["spectators"] == 1)
        ann.plays(id)
        moved = live.until(lambda update: update["table"]["version"] == 1)
        assert not moved["scene"]["choices"]
        assert moved["scene"]["height"] > moved["scene"]["width"]
    hers_now = ann.waits(id, lambda table: table["spectators"] == 0)
    assert hers_now["scene"] is not None


def test_a_table_has_a_qr_code(server: RunningServer) -> None:
    ann, _, id = pair(server)
    answer = ann.http.get(f"/api/tables/{id}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    ann.refused("table/unknown", "GET", "/tables/nowhere/qr.svg")
