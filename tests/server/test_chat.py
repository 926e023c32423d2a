"""Who may write in the chat of a table, and how lines identify their writers."""

import json

import pytest
from sqlalchemy import select

from parhelion.server.models import PersonModel
from tests.server.running_server import ME, OPEN, Guest, Json, RunningServer, pair

HELLO = {"text": "hello"}


def writes(guest: Guest, id: str) -> Json:
    """Write a line and return it as the table shows it."""
    line: Json = guest.does("POST", f"/tables/{id}/chat", HELLO)["chat"][-1]
    return line


@pytest.mark.parametrize("allowed", [False, True])
def test_spectators_write_only_where_the_host_allows_it(
    server: RunningServer, allowed: bool
) -> None:
    ann, bob, id = pair(server, spectators_chat=allowed)
    address = f"/tables/{id}/chat"
    assert ann.sees(id)["table"]["spectators_chat"] is allowed
    assert writes(bob, id)["seat"] == 1
    server.guest(None).refused("me/unknown", "POST", address, HELLO)
    cas = server.guest("Cas")
    assert ("chat" in cas.sees(id)["table"]["can"]) is allowed
    if allowed:
        assert writes(cas, id)["seat"] is None
    else:
        cas.refused("chat/players-only", "POST", address, HELLO)
    assert len(ann.sees(id)["chat"]) == 1 + allowed


def test_lines_tell_who_wrote_them_at_every_table_and_under_every_name(
    server: RunningServer,
) -> None:
    """By this others mute them."""
    ann, bob, id = pair(server)
    other = bob.sets(seats=[ME, OPEN])["table"]["id"]
    first = writes(bob, id)["sender"]
    bob("PATCH", "/me", {"name": "Rob"})
    assert writes(bob, id)["sender"] == first
    assert writes(bob, other)["sender"] == first
    assert bob("GET", "/me")["sender"] == first
    hers = writes(ann, id)["sender"]
    assert hers
    assert hers != first
    assert [line["sender"] for line in ann.sees(id)["chat"]] == [first, first, hers]


def test_new_name_shows_in_earlier_lines_of_the_chat(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    writes(bob, id)
    bob("PATCH", "/me", {"name": "Rob"})
    for _ in range(2):
        assert [line["name"] for line in ann.sees(id)["chat"]] == ["Rob"]
        server.lobby._tables[id].close()  # the next update is read from the database


def test_chat_lines_contain_no_person_id(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    line = writes(bob, id)
    people = server.carries_out(server.lobby.store.rows(select(PersonModel.id)))
    for _ in range(2):
        update = ann.sees(id)
        assert update["chat"] == [line]
        assert not [person for (person,) in people if person in json.dumps(update)]
        server.lobby._tables[id].close()  # the next update is read from the database
