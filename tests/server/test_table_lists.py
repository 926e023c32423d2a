"""Lists of tables: my own, and those that are open to all."""

from tests.server.running_server import (
    ME,
    OPEN,
    RunningServer,
    pair,
)


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
