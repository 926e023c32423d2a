"""After a game: the next one, its record, and looking back."""

import pytest

from parhelion import new, replay
from tests.positions import play_out
from tests.server.running_server import (
    ME,
    RunningServer,
    pair,
)


def test_a_rematch_turns_the_seats_and_is_the_same_for_all(server: RunningServer) -> None:
    ann, bob, id = pair(server, options={"setup": "symmetric-2"})
    ann.refused("table/not-over", "POST", f"/tables/{id}/rematch")
    ann("POST", f"/tables/{id}/resign")
    assert "rematch" in bob.sees(id)["table"]["can"]
    server.guest("Eve").refused("seat/not-yours", "POST", f"/tables/{id}/rematch")
    again = bob("POST", f"/tables/{id}/rematch")["id"]
    assert ann("POST", f"/tables/{id}/rematch")["id"] == again
    assert ann.sees(id)["table"]["rematch"] == again
    table = ann.sees(again)["table"]
    assert [seat["awaited"] for seat in table["seats"]] == [False, True]
    assert table["status"] == "open"
    bob.refused("seat/taken", "POST", f"/tables/{again}/seats/1")  # it is kept for Ann
    table = ann.does("POST", f"/tables/{again}/seats/1")["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Bob", "Ann"]
    assert table["options"]["setup"] == "symmetric-2"
    assert (table["status"], table["ply"]) == ("playing", 0)


def test_a_record_stays_closed_until_the_end(server: RunningServer) -> None:
    ann, _, id = pair(server)
    ann.refused("table/not-over", "GET", f"/tables/{id}/record")
    ann("POST", f"/tables/{id}/resign")
    answer = ann.http.get(f"/api/tables/{id}/record")
    assert "attachment" in answer.headers["content-disposition"]
    assert replay(answer.json()).ply == 0


def test_a_finished_record_can_be_looked_at_again(server: RunningServer) -> None:
    match = play_out(new("orion", seed=7))
    ann = server.guest("Ann")
    table = ann.sets(record=match.record())["table"]
    assert (table["status"], table["ended"]) == ("over", "rules")
    assert table["winners"] == list(match.winners)
    assert ann("GET", f"/tables/{table['id']}/record") == match.record()


@pytest.mark.parametrize("game", ["orion", "lantern"])
def test_play_goes_on_from_any_move_of_a_record(server: RunningServer, game: str) -> None:
    match = play_out(new(game, seed=7))
    half = replay(match.record(), to=match.ply // 2)
    ann = server.guest("Ann")
    seats = [ME] * len(match.seats)
    update = ann.sets(game=game, record=match.record(), ply=half.ply, seats=seats)
    table = update["table"]
    assert (table["status"], table["ply"], table["turn"]) == ("playing", half.ply, half.turn)
    legal = {move.text for move in half.moves()}
    assert {choice["move"] for choice in update["scene"]["choices"]} == legal
    for move in match.texts()[half.ply :]:
        ann.plays(table["id"], move)
    assert ann("GET", f"/tables/{table['id']}/record") == match.record()
    ann.refused(
        "record/bad", "POST", "/tables", {"game": game, "record": match.record(), "ply": 999}
    )


def test_looking_back_shows_every_earlier_position(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    shown = []
    for guest in (ann, bob, ann):
        shown.append(bob.sees(id)["scene"]["items"])
        guest.plays(id)
    for ply, items in enumerate(shown):
        scene = bob("GET", f"/tables/{id}/at/{ply}")
        assert scene["items"] == items
        assert not scene["choices"]
    bob.refused("unknown-path", "GET", f"/tables/{id}/at/4")
