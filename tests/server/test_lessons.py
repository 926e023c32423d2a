"""Lessons over HTTP: listed with their game, step by step, every try answered."""

from pathlib import Path

from parhelion.games import registry
from parhelion.server import lesson_steps
from tests.server.running_server import RunningServer
from tests.test_lessons import FIRST, HEAD, written

LESSON = "/games/orion/lessons/first"


def test_games_list_their_lessons_in_the_language_asked_for(server: RunningServer) -> None:
    listed = {
        game["name"]: game["lessons"] for game in server.guest()("GET", "/games?lang=nl")["games"]
    }
    assert [lesson["name"] for lesson in listed["solenia"]] == ["summer", "winter", "alone"]
    (first,) = listed["orion"]
    assert first["title"] == "Een eerste partij"
    assert first["options"]["setup"] == "symmetric-1"
    assert listed["lantern"] == []


def test_a_step_shows_a_position_with_all_choices(server: RunningServer) -> None:
    guest = server.guest(None)
    read, asked = (guest("GET", f"{LESSON}/{step}?lang=fr&layout=tall") for step in (1, 2))
    assert (read["asks"], read["example"], read["scene"]["choices"]) == (False, "", [])
    assert asked["asks"]
    assert asked["say"].startswith("Posez")
    assert asked["example"] in {choice["move"] for choice in asked["scene"]["choices"]}
    assert {*asked["show"]} <= {item["id"] for item in asked["scene"]["items"]}


def test_a_try_is_answered_and_a_right_one_is_shown(server: RunningServer) -> None:
    guest = server.guest(None)
    wrong = guest("POST", f"{LESSON}/2/tries", {"move": "star a1"})
    assert not wrong["right"]
    assert "pair" in wrong["say"]
    assert wrong["scenes"] == []
    right = guest("POST", f"{LESSON}/2/tries", {"move": "pair a1 a2"})
    assert right["right"]
    (after,) = right["scenes"]
    assert after["choices"] == []
    guest.refused("move/illegal", "POST", f"{LESSON}/2/tries", {"move": "star b2"})
    guest.refused("move/illegal", "POST", f"{LESSON}/2/tries", {"move": "nonsense"})


def test_an_illegal_pick_is_answered_with_the_reason(server: RunningServer) -> None:
    path = ["blue-star-1", "b2"]
    answer = server.guest(None)("POST", f"{LESSON}/2/why-illegal", {"path": path})
    assert "token" in answer["message"]


def test_an_unknown_lesson_or_step_is_refused(server: RunningServer) -> None:
    guest = server.guest(None)
    guest.refused("game/unknown", "GET", "/games/go/lessons/first/1")
    guest.refused("lesson/unknown", "GET", "/games/orion/lessons/last/1")
    guest.refused("lesson/unknown", "GET", f"{LESSON}/99")


def test_a_game_whose_lesson_cannot_be_read_is_offered_without_it(tmp_path: Path) -> None:
    assert lesson_steps.lesson_infos(registry.load("orion"), "en")
    broken = written(tmp_path, HEAD.replace("minutes", "minute") + FIRST)
    assert lesson_steps.lesson_infos(broken, "en") == []
