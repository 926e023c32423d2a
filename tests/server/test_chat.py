"""Who may write in the chat of a table, and by what lines tell who wrote them."""

import json

import pytest
from sqlalchemy import select

from parhelion.server.models import PersonModel
from tests.server.running_server import ME, OPEN, RunningServer, pair

HELLO = {"text": "hello"}


@pytest.mark.parametrize("allowed", [False, True])
@pytest.mark.parametrize("status", ["open", "playing", "over"])
def test_who_may_write(server: RunningServer, allowed: bool, status: str) -> None:
    ann, bob, cas = (server.guest(name) for name in ("Ann", "Bob", "Cas"))
    first = ann.sets(seats=[ME, OPEN], spectators_chat=allowed)
    id, address = first["table"]["id"], f"/tables/{first['table']['id']}/chat"
    assert first["table"]["spectators_chat"] is allowed
    if status != "open":
        bob("POST", f"/tables/{id}/seats/1")
    if status == "over":
        bob("POST", f"/tables/{id}/resign")
    ann("POST", address, HELLO)
    server.guest(None).refused("me/unknown", "POST", address, HELLO)
    for guest, seat in ((bob, None if status == "open" else 1), (cas, None)):
        may = allowed or seat is not None
        assert ("chat" in guest.sees(id)["table"]["can"]) is may
        if may:
            assert guest("POST", address, HELLO)["seat"] == seat
        else:
            guest.refused("chat/players-only", "POST", address, HELLO)
    assert len(ann.sees(id)["chat"]) == 1 + allowed + (allowed or status != "open")


def test_a_rematch_keeps_who_may_write(server: RunningServer) -> None:
    ann, bob, id = pair(server, spectators_chat=True)
    bob("POST", f"/tables/{id}/resign")
    again = ann("POST", f"/tables/{id}/rematch")["id"]
    assert ann.sees(again)["table"]["spectators_chat"]


def test_lines_tell_who_wrote_them_at_every_table_and_under_every_name(
    server: RunningServer,
) -> None:
    """By this others mute them."""
    ann, bob, id = pair(server)
    other = bob.sets(seats=[ME, OPEN])["table"]["id"]
    first = bob("POST", f"/tables/{id}/chat", HELLO)["sender"]
    bob("PATCH", "/me", {"name": "Rob"})
    assert bob("POST", f"/tables/{id}/chat", HELLO)["sender"] == first
    assert bob("POST", f"/tables/{other}/chat", HELLO)["sender"] == first
    assert bob("GET", "/me")["sender"] == first
    hers = ann("POST", f"/tables/{id}/chat", HELLO)["sender"]
    assert hers
    assert hers != first
    assert [line["sender"] for line in ann.sees(id)["chat"]] == [first, first, hers]


def test_chat_lines_contain_no_person_id(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    line = bob("POST", f"/tables/{id}/chat", HELLO)
    people = server.carries_out(server.lobby.store.rows(select(PersonModel.id)))
    for _ in range(2):
        update = ann.sees(id)
        assert update["chat"] == [line]
        assert not [person for (person,) in people if person in json.dumps(update)]
        server.lobby._tables[id].close()  # the next update is read from the database
