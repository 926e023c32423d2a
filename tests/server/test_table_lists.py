"""Lists of tables: my own, and those that are open to all."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

import pytest

from parhelion.server import table_list
from parhelion.server.lobby import SEEN_SECONDS, SWEEP_SECONDS
from parhelion.server.quotas import Limits
from parhelion.server.settings import Hosting, Settings
from tests.server.running_server import ME, OPEN, Guest, RunningServer, pair, quick
from tests.waiting import until

ON_BOTH_DATABASES = True


def test_my_games_show_first_those_that_wait_for_me(server: RunningServer) -> None:
    ann, bob, first = pair(server)
    waiting = bob.sets(seats=[OPEN, ME])["table"]["id"]
    ann("POST", f"/tables/{waiting}/seats/0")
    ann.plays(first)
    ann.plays(waiting)
    open_table = bob.sets(seats=[ME, OPEN])["table"]["id"]
    bob.plays(first)
    bob.plays(waiting)
    ann.plays(first)
    tables = bob("GET", "/me/tables")["tables"]
    assert [table["id"] for table in tables] == [first, waiting, open_table]
    assert [table["waiting"] for table in tables] == [True, False, False]
    assert [table["status"] for table in tables] == ["playing", "playing", "open"]
    assert tables[0]["players"] == ["Ann", "Bob"]
    assert tables[0]["sentence"] == "Bob to move."
    assert "open" in tables[2]["sentence"]
    assert "Ann" in bob("GET", "/me/tables?lang=fr")["tables"][1]["sentence"]


def test_only_listed_tables_are_listed(server: RunningServer) -> None:
    ann, bob, hidden = pair(server)
    shown = ann.sets(seats=[ME, OPEN], listed=True)["table"]["id"]

    def listed(status: str) -> list[str]:
        return [table["id"] for table in bob("GET", f"/tables?status={status}")["tables"]]

    assert shown in listed("open")
    bob("POST", f"/tables/{shown}/seats/1")
    assert shown in listed("playing")
    assert hidden not in listed("playing")
    bob("POST", f"/tables/{shown}/resign")
    bob("POST", f"/tables/{hidden}/resign")
    assert shown in listed("over")
    assert hidden not in listed("over")
    told = bob("GET", "/tables?status=over")["tables"]
    assert "Ann wins" in next(table for table in told if table["id"] == shown)["sentence"]


# --- which open tables the public list shows (M1)


@pytest.fixture
def club(new_database: Callable[[], str]) -> Iterator[RunningServer]:
    """A server behind a proxy, with the usual limit of listed tables and a list of five."""
    settings = quick(
        new_database(),
        limits=replace(Limits.off(), listed_tables=3),
        hosting=Hosting(forwarded_allow_ips="127.0.0.1"),
    )
    with pytest.MonkeyPatch.context() as patch, RunningServer(settings) as running:
        patch.setattr(table_list, "MAX_LISTED", 5)
        yield running


def lists(guest: Guest, seats: Sequence[object] = (ME, OPEN), **wanted: object) -> str:
    """Set a table that everybody sees."""
    return str(guest.sets(listed=True, seats=list(seats), **wanted)["table"]["id"])


def listed(server: RunningServer) -> list[str]:
    """The open tables that a stranger sees."""
    tables = server.guest(None)("GET", "/tables?status=open")["tables"]
    return [table["id"] for table in tables]


def test_few_tables_of_one_host_are_listed(club: RunningServer) -> None:
    ann = club.guest("Ann")
    ids = [lists(ann) for _ in range(4)]
    assert listed(club) == ids[:0:-1]
    assert len(ann("GET", "/me/tables")["tables"]) == 4


def test_one_address_does_not_push_the_tables_of_others_out(club: RunningServer) -> None:
    ann = lists(club.guest("Ann").calls_from("192.0.2.1"))
    flood = [lists(club.guest(f"Eve {n}").calls_from("192.0.2.2")) for n in range(10)]
    assert listed(club) == [flood[9], ann, *flood[8:5:-1]]


def test_tables_with_a_connected_host_are_listed_first(club: RunningServer) -> None:
    ann = club.guest("Ann").calls_from("192.0.2.1")
    id = lists(ann)
    others = [lists(club.guest().calls_from(f"198.51.100.{n}")) for n in range(6)]
    assert listed(club) == others[:0:-1]
    with ann.watches(id) as live:
        live.next()
        assert listed(club) == [id, *others[:1:-1]]


def test_table_whose_host_is_away_leaves_the_list_until_they_return(club: RunningServer) -> None:
    ann, bob = club.guest("Ann"), club.guest("Bob")
    id, other = lists(ann), lists(bob)
    table, away = club.lobby.in_memory(id), Settings().host_away_after
    assert table

    def is_seen() -> bool:
        club.advance(SWEEP_SECONDS)
        return club.settings.time.now() - table.seen < SEEN_SECONDS

    with ann.watches(id) as live:
        live.next()
        club.advance(away)
        until(is_seen)
        assert listed(club) == [id]
        assert [each["id"] for each in bob("GET", "/me/tables")["tables"]] == [other]
    until(lambda: not table.attendance.is_followed)
    club.advance(away)
    assert listed(club) == []
    with ann.watches(id) as live:
        live.next()

        def is_back() -> bool:
            club.advance(SWEEP_SECONDS)
            return listed(club) == [id]

        until(is_back)
