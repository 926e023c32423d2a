"""Fair between people: nobody knows or chooses a deal, and no clock of the machine decides."""

import json
import time

import pytest

from parhelion import new
from parhelion.fair_shuffle import commitment_of
from parhelion.server.time_source import TimeSource
from parhelion.verification import Verdict, verify
from tests.positions import play_out
from tests.server.running_server import (
    ME,
    OPEN,
    Guest,
    ManualTime,
    RunningServer,
    bot,
    pair,
    seen,
)
from tests.server.test_damaged_tables import damage_entries

ON_BOTH_DATABASES = True
HIDDEN = ["solstis", "solenia", "lantern"]
"""Games with something that is not for everybody."""


# --- the deal ----------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["orion", *HIDDEN])
def test_nobody_sees_a_deal_before_everybody_sits(server: RunningServer, game: str) -> None:
    """M6: to make tables until the hand is good is no use."""
    seats = [ME, *[OPEN] * (len(new(game).seats) - 1)]
    ann, bob = server.guest("Ann"), server.guest("Bob")
    first, second = (ann.sets(game=game, seats=seats) for _ in range(2))
    stranger = bob.sees(first["table"]["id"])
    for update in (second, stranger):
        assert update["scene"] == first["scene"]
    assert first["scene"]["prompt"] == "The game is dealt when everybody sits."
    assert first["scene"]["sections"] == [
        {"title": "The table", "lines": ["The game is dealt when everybody sits."]}
    ]


def test_two_tables_of_the_same_people_are_dealt_differently(server: RunningServer) -> None:
    ann, _, one = pair(server, "solstis")
    *_, other = pair(server, "solstis")
    assert ann.sees(one)["table"]["commitment"] != ann.sees(other)["table"]["commitment"]
    assert seen(ann.sees(one)) != seen(server.guest(None).sees(other))


def test_table_after_a_rematch_has_a_secret_of_its_own(server: RunningServer) -> None:
    ann, _, first = pair(server, "solstis")
    ann("POST", f"/tables/{first}/resign")
    rematch = ann("POST", f"/tables/{first}/rematch")["id"]
    third = ann.sets(game="solstis", seats=[ME, OPEN])["table"]["id"]
    commitments = {ann.sees(id)["table"]["commitment"] for id in (first, rematch, third)}
    assert len(commitments) == 3


def test_a_table_survives_a_restart_before_its_deal(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN])["table"]["id"]
    server.lobby._tables[id].close()
    table = bob.does("POST", f"/tables/{id}/seats/1", {"text": "bobs"})["table"]
    assert table["status"] == "playing"
    before = ann.sees(id)["scene"]
    server.lobby._tables[id].close()
    assert ann.sees(id)["scene"] == before


@pytest.mark.parametrize("game", ["orion", "solstis", "solenia"])
def test_the_record_of_a_table_proves_its_shuffle(server: RunningServer, game: str) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    promised = ann("GET", "/me")["commitment"]
    id = ann.sets(game=game, seats=[ME, OPEN], text="anns-text")["table"]["id"]
    assert ann("GET", "/me")["commitment"] != promised
    table = bob.does("POST", f"/tables/{id}/seats/1", {"text": "bobs_text"})["table"]
    assert table["commitment"] == promised
    ann.plays(id)
    ann("POST", f"/tables/{id}/resign")
    record = ann("GET", f"/tables/{id}/record")
    assert record["shuffle"]["seats"] == ["anns-text", "bobs_text"]
    assert commitment_of(record["shuffle"]["secret"]) == promised
    steps = verify(record, promised)
    assert {step.verdict for step in steps} == {Verdict.HOLDS}


def test_nothing_of_the_shuffle_leaves_before_the_end(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN], text="anns-own-text")["table"]["id"]
    bob("POST", f"/tables/{id}/seats/1", {"text": "bobs-own-text"})
    table = server.lobby._tables[id].table
    assert table.setup.secret
    for guest in (ann, bob, server.guest(None)):
        sent = json.dumps(guest.sees(id))
        for secret in (table.setup.secret, "anns-own-text", "bobs-own-text", table.dealt.seed):
            assert str(secret) not in sent


@pytest.mark.parametrize("text", ["a.b", "x" * 65, "ä", "\n"])
def test_what_a_seat_adds_is_checked(server: RunningServer, text: str) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    ann.refused("bad-request", "POST", "/tables", {"game": "orion", "text": text})
    id = ann.sets(seats=[ME, OPEN])["table"]["id"]
    bob.refused("bad-request", "POST", f"/tables/{id}/seats/1", {"text": text})
    assert bob.sees(id)["table"]["status"] == "open"


# --- given games -------------------------------------------------------------------------


@pytest.mark.parametrize("game", HIDDEN)
def test_who_knows_a_deal_plays_it_with_no_stranger(server: RunningServer, game: str) -> None:
    """H2: whoever has the record knows every hand and pile."""
    record = play_out(new(game, seed=3)).record()
    ann, seats = server.guest("Ann"), len(new(game).seats)
    wanted = {"game": game, "record": record, "ply": 0}
    with_strangers = wanted | {"seats": [ME, *[OPEN] * (seats - 1)]}
    ann.refused("seat/given-deal", "POST", "/tables", with_strangers)
    table = ann.sets(**wanted, seats=[ME, *[bot()] * (seats - 1)])["table"]
    assert table["given"]
    assert table["commitment"] is None


def test_no_seat_at_a_known_deal_becomes_open(server: RunningServer) -> None:
    """N1: the maker's bot left its seat, and a stranger could take it."""
    ann, bob = server.guest("Ann"), server.guest("Bob")
    record = play_out(new("solstis", seed=3)).record()
    made = ann("POST", "/me/bots", {"name": "Gatherer"}, 201)
    wanted = {"game": "solstis", "record": record, "ply": 0, "listed": True}
    seats = [ME, {"kind": "bot", "bot": made["id"]}]
    id = ann.sets(**wanted, seats=seats)["table"]["id"]
    bob.refused("seat/taken", "POST", f"/tables/{id}/seats/1")
    ann("DELETE", f"/me/bots/{made['id']}")
    table = bob.sees(id)["table"]
    assert table["status"] == "playing"
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot"]


def test_everybody_is_told_that_a_game_was_given(server: RunningServer) -> None:
    """H2: where nothing is hidden a friend may sit down, and knows it."""
    record = play_out(new("orion", seed=3)).record()
    ann = server.guest("Ann")
    id = ann.sets(game="orion", record=record, ply=2, seats=[ME, OPEN])["table"]["id"]
    bob = server.guest("Bob")
    assert bob.sees(id)["table"]["given"]
    bob("POST", f"/tables/{id}/seats/1")
    assert bob.sees(id)["table"]["ply"] == 2
    fresh = ann.sets(seats=[ME, bot()])["table"]
    assert not fresh["given"]


def is_listed_as_given(guest: Guest, path: str, id: str) -> bool:
    """Return the `given` flag of a table in a list."""
    (summary,) = (each for each in guest("GET", path)["tables"] if each["id"] == id)
    given: bool = summary["given"]
    return given


def test_lists_mark_games_set_up_from_a_record(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    record = play_out(new("orion", seed=3)).record()
    shared = {"game": "orion", "seats": [ME, OPEN], "listed": True}
    given = ann.sets(**shared, record=record, ply=2)["table"]["id"]
    fresh = ann.sets(**shared)["table"]["id"]
    commands = {"open": "seats/1", "playing": "resign", "over": None}
    for status, command in commands.items():
        for path in ("/me/tables", f"/tables?status={status}"):
            assert is_listed_as_given(ann, path, given)
            assert not is_listed_as_given(ann, path, fresh)
        for id in (given, fresh) if command else ():
            bob("POST", f"/tables/{id}/{command}")
    again = ann("POST", f"/tables/{given}/rematch")["id"]
    assert not is_listed_as_given(ann, "/me/tables", again)


def test_game_dealt_before_shuffles_had_secrets_is_not_given(server: RunningServer) -> None:
    ann, _, id = pair(server, "solstis")
    damage_entries(str(server.settings.database), id, "created", {"secret": None})
    server.lobby._tables[id].close()
    table = ann.sees(id)["table"]
    assert (table["given"], table["commitment"]) == (False, None)
    assert not is_listed_as_given(ann, "/me/tables", id)


# --- clocks ------------------------------------------------------------------------------


@pytest.mark.parametrize("jump", [-86_400.0, 4 * 86_400.0])
@pytest.mark.parametrize(
    "clock", [{"kind": "live", "minutes": 5}, {"kind": "days", "days": 3}], ids=["live", "days"]
)
def test_setting_the_time_of_the_machine_decides_no_game(
    server: RunningServer, clock: dict[str, object], jump: float
) -> None:
    """M4: what is measured is measured by a clock that never jumps."""
    ann, bob, id = pair(server, clock=clock)
    ann.plays(id)
    time = server.settings.time
    assert isinstance(time, ManualTime)
    before = bob.sees(id)["table"]["seats"][1]["seconds"]
    time.jump = jump
    table = bob.sees(id)["table"]
    assert table["seats"][1]["seconds"] == pytest.approx(before, abs=1)
    bob.plays(id)
    assert ann.sees(id)["table"]["status"] == "playing"


@pytest.mark.parametrize("jump", [-30 * 86_400.0, 30 * 86_400.0])
def test_a_running_server_does_not_follow_a_clock_that_jumps(
    monkeypatch: pytest.MonkeyPatch, jump: float
) -> None:
    """A table that was read again meanwhile ended by a clock of days."""
    source = TimeSource()
    wall, before = time.time, source.now()
    monkeypatch.setattr(time, "time", lambda: wall() + jump)
    assert source.now() - before < 86_400
    assert source.now() >= before
