"""What is told of a game before it is played: a game to show, its art, its rulebook."""

import pytest

from parhelion.words import LANGUAGES
from tests.server.running_server import (
    RunningServer,
)


def test_the_start_page_has_a_game_to_show(server: RunningServer) -> None:
    guest = server.guest(None)
    scenes = guest("GET", "/games/orion/demo")["scenes"]
    assert len(scenes) > 10
    assert scenes[-1]["ending"]
    assert guest("GET", "/games/orion/demo")["box"][2] < scenes[0]["width"]
    assert not any(scene["choices"] or scene["log"] for scene in scenes)
    assert guest("GET", "/games/orion/demo")["scenes"] == scenes
    guest.refused("game/unknown", "GET", "/games/chess/demo")


def test_art_may_be_kept_for_ever(server: RunningServer) -> None:
    guest = server.guest(None)
    (orion,) = (g for g in guest("GET", "/games")["games"] if g["name"] == "orion")
    for address, kind in ((orion["symbols"], "image/svg+xml"), (orion["theme"], "text/css")):
        answer = guest.http.get(address)
        assert answer.status_code == 200
        assert answer.headers["content-type"].startswith(kind)
        assert "immutable" in answer.headers["cache-control"]
        unchanged = {"If-None-Match": answer.headers["etag"]}
        assert guest.http.get(address, headers=unchanged).status_code == 304
    for path in ("/art/orion/rules.py", "/art/chess/theme.css", "/art/orion/..%2f__init__.py"):
        assert guest.http.get(path).json()["code"] in ("unknown-path", "game/unknown")


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rulebook_of_a_game_is_told_in_every_language(server: RunningServer, lang: str) -> None:
    guest = server.guest(None)
    for game in guest("GET", f"/games?lang={lang}")["games"]:
        address = f"/games/{game['name']}/rules?lang={lang}"
        if not game["rules"]:
            guest.refused("unknown-path", "GET", address)
            continue
        rules = guest("GET", address)
        assert rules["lang"] == lang
        passages = [each for section in rules["sections"] for each in section["passages"]]
        assert len([each for each in passages if each["id"] and each["name"]]) > 10
        assert any('<svg xmlns="http://www.w3.org/2000/svg"' in each["html"] for each in passages)
    guest.refused("game/unknown", "GET", "/games/chess/rules")


def test_a_rulebook_is_sent_again_only_if_it_has_changed(server: RunningServer) -> None:
    http = server.guest(None).http
    first = http.get("/api/games/orion/rules")
    assert first.headers["cache-control"] == "no-cache"
    known = {"If-None-Match": first.headers["etag"]}
    again = http.get("/api/games/orion/rules", headers=known)
    assert (again.status_code, again.content) == (304, b"")
    assert http.get("/api/games/orion/rules?lang=nl", headers=known).status_code == 200
    assert http.get("/api/games/solstis/rules", headers=known).status_code == 200
