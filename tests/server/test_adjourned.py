"""Tables that cannot go on here say why, show what is known, and go on when they can again (M2)."""

from collections.abc import Iterator
from typing import Any

import pytest
from websockets.exceptions import InvalidStatus

from parhelion import new, replay
from parhelion.games import registry
from parhelion.server import schemas
from parhelion.server.models import TableModel
from parhelion.tables.entries import Reshuffled
from parhelion.tables.table import dealt_by
from tests.positions import play_out
from tests.server.running_server import ME, OPEN, RunningServer, bot, given_to, pair, quick
from tests.server.test_damaged_tables import Damage, of, on, set_rules

Json = dict[str, Any]
DAYS = {"kind": "days", "days": 3}
SYMMETRIC = {"setup": "symmetric-1"}
A_WEEK = 7 * 86_400.0


@pytest.fixture
def server(test_games: None, database: str) -> Iterator[RunningServer]:
    """A server of its own for each test: rows are damaged behind its back."""
    with RunningServer(quick(database)) as running:
        yield running


def spoil(server: RunningServer, id: str, damage: Damage) -> None:
    """Change the rows of a table, and let the server read it anew."""
    damage(str(server.settings.database), id)
    if id in server.lobby._tables:
        server.lobby._tables[id].close()


def newer_rules(database: str, id: str) -> None:
    """Let a table have been dealt by newer rules."""
    set_rules(database, id, 99)


def game(name: str) -> Damage:
    """Let a table be of another game."""
    return of(TableModel, game=name)


REASONS: dict[str, tuple[Damage, str]] = {
    "game": (game("chess"), "This game is not installed here."),
    "rules": (newer_rules, "newer rules"),
    "parts": (on("created", {"options": {"setup": "square"}}), "options or its edition"),
    "damaged": (on("moved", {"move": "nonsense"}), "damaged"),
}


@pytest.mark.parametrize("reason", REASONS)
def test_a_table_that_cannot_go_on_says_why_and_shows_what_is_known(
    server: RunningServer, reason: str
) -> None:
    damage, sentence = REASONS[reason]
    ann, bob, id = pair(server, clock=DAYS, listed=True, options=SYMMETRIC)
    ann.plays(id, "star a1")
    spoil(server, id, damage)
    ann.refused("table/adjourned", "GET", f"/tables/{id}")
    ann.refused("table/adjourned", "POST", f"/tables/{id}/resign")
    told = server.guest("Eve")("GET", f"/tables/{id}/adjourned")
    assert (told["reason"], told["status"], told["yours"]) == (reason, "playing", False)
    assert sentence in told["sentence"]
    assert told["players"] == ["Ann", "Bob"]
    assert [(move["seat"], move["move"]) for move in told["moves"]] == [
        (0, "nonsense" if reason == "damaged" else "star a1")
    ]
    assert ann("GET", f"/tables/{id}/adjourned?lang=fr")["sentence"] != told["sentence"]
    for path in ("/me/tables", "/tables?status=playing"):
        (listed,) = bob("GET", path)["tables"]
        assert (listed["adjourned"], listed["waiting"]) == (True, False)
        assert sentence in listed["sentence"]
    bob.refused("table/not-over", "GET", f"/tables/{id}/record")
    with pytest.raises(InvalidStatus), bob.watches(id):
        pass


def test_a_table_that_goes_on_is_not_adjourned(server: RunningServer) -> None:
    ann, _, id = pair(server)
    ann.refused("unknown-path", "GET", f"/tables/{id}/adjourned")
    ann.refused("table/unknown", "GET", "/tables/none/adjourned")
    assert [each["adjourned"] for each in ann("GET", "/me/tables")["tables"]] == [False]


def test_moves_that_were_taken_back_are_not_told(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = ann.sets(seats=[ME, ME], options=SYMMETRIC)["table"]["id"]
    for move in ("star a1", "star c3"):
        ann.plays(id, move)
    ann("POST", f"/tables/{id}/takeback")
    spoil(server, id, newer_rules)
    told = ann("GET", f"/tables/{id}/adjourned")
    assert [move["move"] for move in told["moves"]] == ["star a1"]
    assert told["yours"]


@pytest.mark.parametrize("name", ["orion", "solenia", "solstis", "lantern"])
def test_the_record_of_a_finished_game_comes_from_its_rows(
    server: RunningServer, name: str
) -> None:
    ann, match = server.guest("Ann"), play_out(new(name, seed=7))
    id = given_to(server, [ann] * len(match.seats), match.record())
    spoil(server, id, newer_rules)
    spoil(server, id, of(TableModel, adjourned="parts"))
    told = ann("GET", f"/tables/{id}/adjourned")
    assert "win" in told["ending"] or "share" in told["ending"]
    assert {move["seat"] for move in told["moves"]} == {None}, "nobody here played them"
    answer = server.guest("Eve").http.get(f"/api/tables/{id}/record")
    assert "attachment" in answer.headers["content-disposition"]
    record = answer.json()
    assert record.pop("rules") == 99
    assert replay(record | {"rules": match.rules}) == match


@pytest.mark.parametrize("is_reshuffled", [False, True])
def test_a_shuffle_is_in_the_record_of_a_table_that_cannot_go_on(
    server: RunningServer, is_reshuffled: bool
) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    id = ann.sets(game="solstis", seats=[ME, OPEN], text="anns")["table"]["id"]
    if is_reshuffled:
        entry = Reshuffled(at=server.settings.time.now(), secret="0" * 32)
        server.carries_out(server.lobby._tables[id]._append([entry]))
    bob("POST", f"/tables/{id}/seats/1", {"text": "bobs"})
    ann("POST", f"/tables/{id}/resign")
    whole = ann("GET", f"/tables/{id}/record")
    assert whole["shuffle"]["seats"] == ["anns", "bobs"]
    assert (whole["shuffle"]["secret"] == "0" * 32) is is_reshuffled
    spoil(server, id, game("chess"))
    assert ann("GET", f"/tables/{id}/record") == {
        part: value for part, value in whole.items() if part != "result"
    } | {"game": "chess"}


@pytest.mark.parametrize("given", [True, False])
def test_adjourned_table_shows_whether_its_game_was_given(
    server: RunningServer, given: bool
) -> None:
    ann, record = server.guest("Ann"), play_out(new("orion", seed=7)).record()
    origin = {"record": record, "ply": 2} if given else {}
    id = ann.sets(game="orion", seats=[ME, ME], **origin)["table"]["id"]
    spoil(server, id, newer_rules)
    assert ann("GET", f"/tables/{id}/adjourned")["given"] == given
    (summary,) = ann("GET", "/me/tables")["tables"]
    assert (summary["adjourned"], summary["given"]) == (True, given)


def test_nothing_hidden_leaves_with_an_adjourned_table(server: RunningServer) -> None:
    ann, match = server.guest("Ann"), play_out(new("solstis", seed=5))
    id = given_to(server, [ann, server.guest("Bob")], match.record(), match.ply - 1)
    spoil(server, id, newer_rules)
    told = ann("GET", f"/tables/{id}/adjourned")
    assert told.keys() == schemas.AdjournedTable.model_fields.keys()
    assert [move["move"] for move in told["moves"]] == [
        move.text for move in match.history[: match.ply - 1]
    ]


def test_time_stands_still_and_bots_wait_until_a_table_can_go_on(server: RunningServer) -> None:
    ann, bob, id = pair(server, clock=DAYS)
    ann.plays(id)
    with_bot = ann.sets(seats=[ME, bot()])["table"]["id"]
    ann.plays(with_bot)
    for each in (id, with_bot):
        spoil(server, each, game("chess"))
        ann.refused("table/adjourned", "GET", f"/tables/{each}")
    server.advance(A_WEEK)
    for each in (id, with_bot):
        spoil(server, each, game("orion"))
    table = bob.sees(id)["table"]
    assert table["status"] == "playing"
    assert table["seats"][1]["seconds"] == pytest.approx(3 * 86_400, abs=60)
    ann.waits(with_bot, lambda table: table["ply"] == 2)
    server.lobby._tables[id].close()
    assert bob.sees(id)["table"]["status"] == "playing", "read again it is the same"
    bob.plays(id)
    assert not any(each["adjourned"] for each in ann("GET", "/me/tables")["tables"])


def test_who_deleted_themselves_meanwhile_gives_up_when_a_table_goes_on(
    server: RunningServer,
) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    waiting = bob.sets(seats=[ME, OPEN], listed=True)["table"]["id"]
    for each in (id, waiting):
        spoil(server, each, game("chess"))
        ann.refused("table/adjourned", "GET", f"/tables/{each}")
    assert bob.http.delete("/api/me").status_code == 204
    for each in (id, waiting):
        spoil(server, each, game("orion"))
    ended = ann.sees(id)["table"]
    assert (ended["status"], ended["winners"]) == ("over", [0])
    seats = ann.sees(waiting)["table"]["seats"]
    assert [seat["kind"] for seat in seats] == ["open", "open"]


def test_a_table_waits_for_the_edition_it_was_dealt_from(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = ann.sets(game="solenia")["table"]["id"]
    dealt = dealt_by(new("solenia", seed=1))
    beginning = {"deal": dealt["beginning"]["deal"] | {"edition": "0" * 16}}
    spoil(server, id, on("started", {"deal": dealt | {"beginning": beginning}}))
    ann.refused("table/adjourned", "GET", f"/tables/{id}")
    assert ann("GET", f"/tables/{id}/adjourned")["reason"] == "parts"
    spoil(server, id, on("started", {"deal": dealt}))
    assert ann.sees(id)["table"]["status"] == "playing"


def test_a_game_that_is_installed_again_goes_on(database: str) -> None:
    settings = quick(database)
    with RunningServer(settings) as server:
        ann = server.guest("Ann")
        id = ann.sets(game="lantern", seats=[ME, ME, ME])["table"]["id"]
        ann.plays(id)
        before = ann.sees(id)["scene"]["items"]
    with pytest.MonkeyPatch.context() as patch:
        others = {name: each for name, each in registry.packages().items() if name != "lantern"}
        patch.setattr(registry, "packages", lambda: others)
        with RunningServer(settings) as without:
            ann.moves_to(without)
            assert ann("GET", f"/tables/{id}/adjourned")["title"] == "lantern"
    with RunningServer(settings) as again:
        ann.moves_to(again)
        assert ann.sees(id)["scene"]["items"] == before
        ann.plays(id)
