"""Backups: made while people play, restored into either kind of database, whole or not at all."""

import hashlib
import json
import threading
import time
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import JSON, Boolean, Connection, Float, Integer, String

from bench.load.postgres_cluster import PostgresCluster
from parhelion import load, new
from parhelion.errors import BadBackup
from parhelion.server.backup import back_up
from parhelion.server.backup_file import MANIFEST
from parhelion.server.check_database import check_database
from parhelion.server.export import export_records
from parhelion.server.models import NO_BACKUP, Base, TableModel
from parhelion.server.restore import restore
from parhelion.server.store import migrations
from tests.positions import play_out
from tests.server import test_migrations
from tests.server.forked_parhelion import run
from tests.server.running_server import ME, OPEN, Guest, ManualTime, RunningServer, pair, quick
from tests.server.test_damaged_tables import damage
from tests.server.test_migrations import Contents, contents, with_connection
from tests.waiting import until

ON_BOTH_DATABASES = True


@pytest.fixture(scope="module")
def new_database(new_empty_database: Callable[[], str]) -> Callable[[], str]:
    """Makes databases without tables."""
    return new_empty_database


Members = dict[str, bytes]
BEGUN_ANEW = {"people": ("next_secret",), "tables": ("seen", "owner")}
"""Columns that a restore does not bring back: secrets of future shuffles, and the time that passed
meanwhile."""
ADDED = ("resumed", "reshuffled")
"""Kinds of entries that a restore adds."""


class Today(ManualTime):
    """A clock that shows the time of the machine, decades after the clock of other tests."""

    def now(self) -> float:
        """Now, as a restore takes it."""
        return time.time()


def everything(database: str) -> Contents:
    """All rows in a database."""
    found: Contents = {}
    with_connection(database, lambda connection: found.update(contents(connection)))
    return found


def kept(found: Contents) -> Contents:
    """Of all rows, what a backup keeps."""
    short_lived = {name for name, table in Base.metadata.tables.items() if NO_BACKUP in table.info}
    return {
        name: [
            {k: v for k, v in row.items() if k not in BEGUN_ANEW.get(name, ())}
            for row in rows
            if row.get("kind") not in ADDED
        ]
        for name, rows in found.items()
        if name not in short_lived
    }


def rows_of(database: str) -> Contents:
    """Everything in a database that belongs into a backup."""
    return kept(everything(database))


def filled(database: str) -> None:
    """Put a little of everything into a database: play, chat, a waiting table, a bot."""
    with RunningServer(quick(database)) as server:
        ann, bob, id = pair(server, "solstis")
        ann("POST", f"/tables/{id}/chat", {"text": "« hé » ☀"})
        for _ in range(2):
            mover = ann if "move" in ann.sees(id)["table"]["can"] else bob
            mover.plays(id)
        ann("POST", "/me/bots", {"name": "Gatherer"}, 201)
        bob.sets(game="solenia", seats=[ME, OPEN], clock={"kind": "live", "seconds": 0.1})


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Where a backup goes."""
    return tmp_path / "club.backup"


def test_a_backup_made_during_play_has_every_acknowledged_move_and_play_goes_on(
    database: str, new_database: Callable[[], str], backup: Path
) -> None:
    acknowledged, stop = [0], threading.Event()

    def play_on(people: list[Guest], id: str) -> None:
        while not stop.is_set() and people[0].sees(id)["table"]["status"] == "playing":
            turn = people[0].sees(id)["table"]["turn"]
            acknowledged[0] = people[turn].plays(id)["ply"]

    with RunningServer(quick(database)) as server:
        ann, bob, id = pair(server, "solenia")
        thread = threading.Thread(target=play_on, args=([ann, bob], id))
        thread.start()
        until(lambda: acknowledged[0] >= 3)
        before = acknowledged[0]
        commitment = ann.sees(id)["table"]["commitment"]
        back_up(database, backup)
        stop.set()
        thread.join()
    other = new_database()
    restore(other, backup)
    with RunningServer(quick(other)) as again:
        for guest in (ann, bob):
            guest.moves_to(again)
        table = ann.sees(id)["table"]
        assert table["ply"] >= before
        assert table["commitment"] == commitment  # to the secret with which the game was dealt
        (ann, bob)[table["turn"]].plays(id)
        assert bob.sees(id)["table"]["ply"] == table["ply"] + 1


def test_every_table_of_the_schema_is_in_a_backup(database: str, backup: Path) -> None:
    filled(database)
    made = back_up(database, backup)
    wanted = {table.name for table in Base.metadata.tables.values() if NO_BACKUP not in table.info}
    assert made.tables.keys() == wanted
    assert {name: facts.rows for name, facts in made.tables.items()} == {
        name: len(rows) for name, rows in rows_of(database).items() if name in wanted
    }
    assert made.tables["entries"].rows == 7


def test_a_backup_can_hold_every_column_of_the_schema() -> None:
    for table in Base.metadata.tables.values():
        assert table.autoincrement_column is None, "rows are written with all their numbers"
        for column in table.columns:
            assert isinstance(column.type, (String, Integer, Float, Boolean, JSON)), column


def test_from_one_kind_of_database_to_the_other_and_back(
    tmp_path: Path, postgres: PostgresCluster
) -> None:
    first, second = str(tmp_path / "first.db"), str(tmp_path / "second.db")
    filled(first)
    other = postgres.new_database()
    for number, (source, target) in enumerate(((first, other), (other, second))):
        back_up(source, tmp_path / str(number))
        restore(target, tmp_path / str(number))
    assert rows_of(first) == rows_of(other) == rows_of(second)
    for database in (other, second):
        assert check_database(database).findings == []


def test_a_backup_of_an_older_schema_is_brought_up_to_date(
    database: str, new_database: Callable[[], str], backup: Path
) -> None:
    def make(connection: Connection) -> None:
        command.upgrade(migrations(connection), test_migrations.FIRST)
        test_migrations.fill(connection)

    with_connection(database, make)
    assert back_up(database, backup).revision == test_migrations.FIRST
    other = new_database()
    restore(other, backup)
    with RunningServer(quick(other, pause=60)) as server:  # Bob's bot does not move meanwhile
        cas = server.guest("Cas")
        seen = cas.sees("one")
        assert (seen["table"]["status"], seen["table"]["ply"]) == ("playing", 1)
        assert [seat["name"] for seat in seen["table"]["seats"]] == ["Ann ☀", "Bob"]
        assert [line["text"] for line in seen["chat"]] == [test_migrations.ROWS["chat"][0]["text"]]
        cas.sets()


def changed_members(backup: Path, change: Callable[[Members], None]) -> None:
    """Write a backup anew with other members."""
    with zipfile.ZipFile(backup) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    change(members)
    with zipfile.ZipFile(backup, "w") as archive:
        for name, content in members.items():
            archive.writestr(name, content)


def in_manifest(**values: object) -> Callable[[Path], None]:
    """What changes parts of a manifest."""

    def change(members: Members) -> None:
        members[MANIFEST] = json.dumps(json.loads(members[MANIFEST]) | values).encode()

    return lambda backup: changed_members(backup, change)


def truncated(backup: Path) -> None:
    """Lose the end of a file."""
    backup.write_bytes(backup.read_bytes()[:-100])


def garbled(backup: Path) -> None:
    """Change a byte in the middle of the rows."""
    content = bytearray(backup.read_bytes())
    content[content.find(b"journal.jsonl") + 50] ^= 0xFF
    backup.write_bytes(content)


def without_a_member(backup: Path) -> None:
    """Lose the rows of a table."""
    changed_members(backup, lambda members: members.__delitem__("people.jsonl"))


def with_another_row(backup: Path) -> None:
    """Change what a row says."""

    def change(members: Members) -> None:
        members["people.jsonl"] = members["people.jsonl"].replace(b"Ann", b"Eve")

    changed_members(backup, change)


DAMAGES: dict[str, tuple[Callable[[Path], Any], str]] = {
    "truncated": (truncated, "not a whole backup"),
    "not an archive": (lambda backup: backup.write_bytes(b"PARHELION"), "not a whole backup"),
    "garbled": (garbled, "cannot be read|damaged"),
    "a table is missing": (without_a_member, "people.jsonl cannot be read"),
    "a row was changed": (with_another_row, "people.jsonl was changed"),
    "newer schema": (in_manifest(revision="9999"), "schema 9999.*newer Parhelion"),
    "newer format": (in_manifest(format="parhelion-backup/2"), "newer Parhelion"),
    "no revision": (in_manifest(revision=None), "revision"),
}


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_broken_or_newer_file_changes_nothing(tmp_path: Path, damage: str) -> None:
    database, backup = str(tmp_path / "tables.db"), tmp_path / "club.backup"
    with_connection(database, lambda each: command.upgrade(migrations(each), test_migrations.FIRST))
    with_connection(database, test_migrations.fill)
    back_up(database, backup)
    before = Path(database).read_bytes()
    break_it, told = DAMAGES[damage]
    break_it(backup)
    with pytest.raises(BadBackup, match=told):
        restore(database, backup, replace=True)
    assert Path(database).read_bytes() == before
    assert {path.name for path in tmp_path.iterdir()} <= {
        "tables.db", "tables.db.lock", "club.backup",
    }  # fmt: skip


def test_rows_that_do_not_fit_change_nothing(database: str, backup: Path) -> None:
    filled(database)
    back_up(database, backup)
    before = rows_of(database)

    def orphan(members: Members) -> None:
        """A backup with valid hashes whose seats belong to nobody."""
        manifest = json.loads(members[MANIFEST])
        members["people.jsonl"] = b""
        empty = {"rows": 0, "sha256": hashlib.sha256(b"").hexdigest()}
        manifest["tables"]["people"] = empty
        members[MANIFEST] = json.dumps(manifest).encode()

    changed_members(backup, orphan)
    with pytest.raises(BadBackup, match="cannot restore"):
        restore(database, backup, replace=True)
    assert rows_of(database) == before


def test_only_an_empty_database_is_restored_into_unless_it_may_be_replaced(
    database: str, new_database: Callable[[], str], backup: Path
) -> None:
    filled(database)
    back_up(database, backup)
    other = new_database()
    with RunningServer(quick(other)) as server:
        server.guest("Eve").sets()
    with pytest.raises(BadBackup, match=r"not empty.*--replace"):
        restore(other, backup)
    assert [person["name"] for person in rows_of(other)["people"]] == ["Eve"]
    restore(other, backup, replace=True)
    assert rows_of(other) == rows_of(database)


def test_restore_signs_everybody_out_if_asked(
    database: str, new_database: Callable[[], str], backup: Path
) -> None:
    """N9: sessions and links that were ended after the backup worked again."""
    with RunningServer(quick(database)) as server:
        ann = server.guest("Ann")
        ann("POST", "/me/account", {"login": "ann", "password": "correct horse"}, 201)
        secret = ann("POST", "/me/recovery", status=201)["address"].partition("#")[2]
    back_up(database, backup)
    other = new_database()
    restore(other, backup, sign_out=True)
    with RunningServer(quick(other)) as server:
        ann.moves_to(server)
        ann.refused("me/unknown", "GET", "/me")
        ann.refused("me/unknown-link", "POST", "/recovery", {"secret": secret})
        signed_in = ann("POST", "/login", {"login": "ann", "password": "correct horse"})
        assert signed_in["name"] == "Ann"


def test_a_damaged_database_can_be_replaced(tmp_path: Path) -> None:
    database, backup = str(tmp_path / "tables.db"), tmp_path / "club.backup"
    filled(database)
    back_up(database, backup)
    before = rows_of(database)
    Path(database).write_bytes(b"this was a database once" * 1000)
    with pytest.raises(BadBackup, match="not a database"):
        restore(database, backup)
    restore(database, backup, replace=True)
    assert rows_of(database) == before


def test_a_backup_beside_a_running_server_and_no_restore_there(database: str, backup: Path) -> None:
    with RunningServer(quick(database)) as server:
        server.guest("Ann").sets()
        made = run("backup", str(backup), "--database", database)
        assert made.returncode == 0, made.stderr
        assert "1 table" in made.stdout
        refused = run("restore", str(backup), "--database", database, "--replace")
        assert refused.returncode == 2
        assert "server" in refused.stderr
        assert "secret" not in refused.stderr
        server.guest("Bob").sets()
    assert len(rows_of(database)["tables"]) == 2
    done = run("restore", str(backup), "--database", database, "--replace")
    assert done.returncode == 0, done.stderr
    assert len(rows_of(database)["tables"]) == 1


def test_only_its_owner_can_read_a_backup(database: str, backup: Path) -> None:
    backup.write_text("an older one")
    backup.chmod(0o644)
    filled(database)
    back_up(database, backup)
    assert backup.stat().st_mode & 0o777 == 0o600


def test_what_cannot_be_backed_up_leaves_no_file(tmp_path: Path) -> None:
    backup, empty = tmp_path / "club.backup", tmp_path / "empty.db"
    with pytest.raises(BadBackup, match="no such file"):
        back_up(str(tmp_path / "none.db"), backup)
    empty.touch()
    with pytest.raises(BadBackup, match="nothing to back up"):
        back_up(str(empty), backup)
    assert not list(tmp_path.glob("club.backup*"))


def test_records_of_all_games_are_exported_even_without_their_game(tmp_path: Path) -> None:
    database, folder = str(tmp_path / "tables.db"), tmp_path / "records"
    folder.mkdir()
    with RunningServer(quick(database)) as server:
        ann, _, over = pair(server, "solstis")
        ann("POST", f"/tables/{over}/resign")
        going_on = ann.sets(game="orion")["table"]["id"]
        ann.sets(seats=[ME, OPEN])
        gone = ann.sets(game="orion", record=play_out(new("orion", seed=7)).record())["table"]["id"]
        kept = ann("GET", f"/tables/{over}/record")
    damage(database, TableModel, gone, game="chess")
    assert export_records(database, folder) == 2
    assert json.loads((folder / f"solstis-{over}.json").read_text("utf-8")) == kept
    assert json.loads((folder / f"chess-{gone}.json").read_text("utf-8"))["moves"]
    made = run("export", str(folder), "--database", database, "--unfinished")
    assert "3 records" in made.stdout, made.stderr
    assert load(folder / f"orion-{going_on}.json").ply == 0


def test_nobody_loses_by_the_time_since_the_backup_or_knows_a_shuffle(
    database: str, new_database: Callable[[], str], backup: Path
) -> None:
    """A game with a clock of days was lost as soon as a server started; a secret that was shown in
    a record meanwhile was used once more."""
    with RunningServer(quick(database)) as server:
        ann, _, id = pair(server, clock={"kind": "days", "days": 1})
        undealt = ann.sets(seats=[ME, OPEN])["table"]
        commitment = ann("GET", "/me")["commitment"]
        cookies = ann.http.cookies
        bob, _, over = pair(server)
        bob("POST", f"/tables/{over}/resign")
        record = bob("GET", f"/tables/{over}/record")
    back_up(database, backup)
    restored = new_database()
    restore(restored, backup)
    with RunningServer(quick(restored, time=Today())) as server:
        again = server.guest(None)
        again.http.cookies = cookies
        assert again("GET", "/me")["commitment"] != commitment
        assert again.sees(id)["table"]["status"] == "playing"
        assert again.sees(undealt["id"])["table"]["commitment"] != undealt["commitment"]
        assert again("GET", f"/tables/{over}/record") == record  # its secret included
