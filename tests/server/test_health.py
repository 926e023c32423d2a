"""Whether the server lives and can be used, as those who watch over it ask."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from bench.load.postgres_cluster import PostgresCluster
from parhelion.server import health
from tests.server.migrated_databases import migrated_database
from tests.server.running_server import RunningServer, quick
from tests.waiting import TIMEOUT, until


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask the database each time, and wait for its answer as long as it takes."""
    monkeypatch.setattr(health, "BELIEVED", 0.0)
    monkeypatch.setattr(health, "PATIENCE", TIMEOUT)


def readiness(server: RunningServer) -> tuple[int, bool, str | None]:
    """The status, and what is told."""
    answer = server.guest(None).http.get("/readyz")
    assert answer.headers["cache-control"] == "no-store"
    return answer.status_code, answer.json()["ready"], answer.json()["reason"]


@pytest.mark.parametrize("path", ["/healthz", "/readyz"])
def test_anybody_may_ask_whether_the_server_can_be_used(server: RunningServer, path: str) -> None:
    http = server.guest(None).http
    answer = http.get(path)
    assert (answer.status_code, answer.headers["cache-control"]) == (200, "no-store")
    assert answer.headers["content-type"] == "application/json"
    assert http.head(path).status_code == 200


def test_a_server_that_stops_is_not_ready(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        assert readiness(server) == (200, True, None)
        server.app.state.health.stop()
        assert readiness(server) == (503, False, "stopping")
        assert server.guest(None).http.get("/healthz").status_code == 200


def test_without_its_database_a_server_lives_and_is_not_ready(postgres: PostgresCluster) -> None:
    with RunningServer(quick(migrated_database(postgres))) as server:
        assert readiness(server) == (200, True, None)
        postgres.lock_out(str(server.settings.database))
        until(lambda: readiness(server) == (503, False, "database"))
        assert server.guest(None).http.get("/healthz").status_code == 200
        postgres.let_in(str(server.settings.database))
        until(lambda: readiness(server) == (200, True, None))


def test_a_database_of_a_newer_server_is_not_used(tmp_path: Path) -> None:
    file = tmp_path / "tables.db"
    with RunningServer(quick(file)) as server, closing(sqlite3.connect(file)) as database:
        assert readiness(server) == (200, True, None)
        database.execute("UPDATE alembic_version SET version_num = 'newer'")
        database.commit()
        until(lambda: readiness(server) == (503, False, "migrations"))
