"""Setting tables, coming and going, looking on, lists, records."""

import contextlib
import json
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from parhelion import new, replay
from parhelion.server.languages import negotiated
from parhelion.words import LANGUAGES
from tests.positions import play_out
from tests.server.running_server import (
    ME,
    OPEN,
    Live,
    RunningServer,
    bot,
    pair,
    quick,
    seen,
    until,
)

ON_BOTH_DATABASES = True


def test_a_newcomer_gets_a_name_and_a_cookie_that_scripts_cannot_read(
    server: RunningServer,
) -> None:
    guest = server.guest(None)
    guest.refused("me/unknown", "GET", "/me")
    answer = guest.http.post("/api/me")
    assert answer.status_code == 201
    assert answer.json()["name"]
    assert "HttpOnly" in answer.headers["set-cookie"]
    assert "samesite=lax" in answer.headers["set-cookie"].lower()
    assert guest("GET", "/me") == {"name": answer.json()["name"], "token": None}


def test_a_program_is_known_by_its_token(server: RunningServer) -> None:
    token = server.guest(None)("POST", "/me", {"name": "Robot"}, 201)["token"]
    known = {"Authorization": f"Bearer {token}"}
    url = f"http://{server.host}/api/me"
    assert httpx.get(url, headers=known).json()["name"] == "Robot"
    assert httpx.get(url, headers={"Authorization": "Bearer nobody"}).status_code == 401


def test_the_database_holds_no_secret(tmp_path: Path) -> None:
    with RunningServer(quick(tmp_path / "tables.db")) as server:
        token = server.guest(None)("POST", "/me", {"name": "Robot"}, 201)["token"]
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert b"Robot" in kept
    assert token.encode() not in kept


def test_a_new_name_is_seen_at_the_table(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with bob.watches(id) as live:
        live.next()
        assert ann("PATCH", "/me", {"name": "  Anna "})["name"] == "Anna"
        live.until(lambda update: update["table"]["seats"][0]["name"] == "Anna")
    assert ann("GET", "/me")["name"] == "Anna"


@pytest.mark.parametrize("name", ["", "   ", "x" * 25, None, 7])
def test_a_name_that_is_none_is_refused(server: RunningServer, name: object) -> None:
    server.guest(None).refused("bad-request", "POST", "/me", {"name": name})


def test_without_seats_i_sit_first_and_bots_take_the_rest(server: RunningServer) -> None:
    update = server.guest("Ann").sets()
    table = update["table"]
    assert [seat["kind"] for seat in table["seats"]] == ["human", "bot"]
    assert table["seats"][0]["yours"]
    assert (table["status"], table["seat"]) == ("playing", 0)
    assert update["scene"]["choices"]


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("game/unknown", {"game": "chess"}),
        ("option/bad", {"options": {"setup": "upside-down"}}),
        ("option/bad", {"options": {"moons": "2"}}),
        ("option/bad", {"seats": [ME]}),
        ("bot/unknown", {"seats": [ME, bot(99)]}),
        ("record/bad", {"record": {}}),
        ("record/bad", {"record": {"format": "parhelion/1", "moves": 3}}),
        ("bad-request", {"seats": [ME, {"kind": "ghost"}]}),
        ("bad-request", {"clock": {"kind": "live", "minutes": -1}}),
        ("bad-request", {"colour": "blue"}),
    ],
)
def test_a_table_that_cannot_be_set_is_refused(
    server: RunningServer, code: str, wanted: dict[str, object]
) -> None:
    server.guest("Ann").refused(code, "POST", "/tables", {"game": "orion"} | wanted)


def test_seats_are_taken_once(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    eve = server.guest("Eve")
    eve.refused("seat/taken", "POST", f"/tables/{id}/seats/1")
    eve.refused("seat/unknown", "POST", f"/tables/{id}/seats/7")
    eve.refused("table/unknown", "POST", "/tables/nowhere/seats/0")
    assert [seat["name"] for seat in ann.sees(id)["table"]["seats"]] == ["Ann", "Bob"]
    assert bob.sees(id)["table"]["seat"] == 1


def test_somebody_who_comes_back_sees_the_same(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann.plays(id)
    bob("POST", f"/tables/{id}/chat", {"text": "well met"})
    with bob.watches(id) as live:
        first = live.next()
    with bob.watches(id) as live:
        again = live.until(lambda update: update["table"]["seats"][1]["online"])
    assert first == again
    assert first["scene"] == seen(bob.sees(id)["scene"])
    assert [line["text"] for line in again["chat"]] == ["well met"]


def test_after_a_restart_everything_is_as_it_was(database: str) -> None:
    settings = quick(database)
    with RunningServer(settings) as first:
        ann, bob, id = pair(first)
        ann.plays(id)
        bob.plays(id)
        ann("POST", f"/tables/{id}/takeback")
        ann("POST", f"/tables/{id}/chat", {"text": "please?"})
        before = [guest.sees(id) for guest in (ann, bob)]
    with RunningServer(settings) as second:
        ann.moves_to(second)
        bob.moves_to(second)
        assert [guest.sees(id) for guest in (ann, bob)] == before


def test_spectators_look_on_and_may_do_nothing(server: RunningServer) -> None:
    ann, _, id = pair(server)
    eve = server.guest(None)
    with ann.watches(id) as hers, eve.watches(id, "?lang=fr&layout=tall") as live:
        update = live.next()
        assert update["table"]["seat"] is None
        assert not update["table"]["can"]
        assert not update["scene"]["choices"]
        hers.until(lambda update: update["table"]["spectators"] == 1)
        ann.plays(id)
        moved = live.until(lambda update: update["table"]["version"] == 1)
        assert not moved["scene"]["choices"]
        assert moved["scene"]["height"] > moved["scene"]["width"]
    hers_now = ann.waits(id, lambda table: table["spectators"] == 0)
    assert hers_now["scene"] is not None


def test_talk_is_pushed_without_the_picture(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with bob.watches(id) as live:
        live.next()
        line = ann("POST", f"/tables/{id}/chat", {"text": " hello <b>you</b> "})
        assert (line["name"], line["seat"]) == ("Ann", 0)
        assert line["text"] == "hello <b>you</b>"
        update = live.until(lambda update: bool(update["chat"]))
        assert update["chat"] == [line]
        assert update["scene"] is None
        second = ann("POST", f"/tables/{id}/chat", {"text": "again"})
        assert live.until(lambda update: bool(update["chat"]))["chat"] == [second]
    assert bob.sees(id)["chat"] == [line, second]
    ann.refused("bad-request", "POST", f"/tables/{id}/chat", {"text": "  "})
    ann.refused("bad-request", "POST", f"/tables/{id}/chat", {"text": "x" * 281})
    server.guest(None).refused("me/unknown", "POST", f"/tables/{id}/chat", {"text": "boo"})


def test_a_ping_is_answered_and_other_talk_is_not_understood(server: RunningServer) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.next()
        for talk in ("what?", b"\x00", "{}", '{"ask": "move", "id": 1}', "[" * 2000):
            live.socket.send(talk)
            answer = json.loads(live.socket.recv(10))
            assert answer["answer"] is None
            assert answer["problem"]["code"] == "bad-request"
        live.socket.send("ping")
        assert live.socket.recv(10) == "pong"


def test_the_table_in_words_is_told_to_who_asks(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with ann.watches(id) as hers, bob.watches(id) as his:
        for guest, live in ((ann, hers), (bob, his)):
            words, scene = live.asks("words")["words"], guest.sees(id)["scene"]
            assert words["version"] == 0
            assert words["sections"] == scene["sections"]
            assert words["notes"] == scene["notes"]
            assert words["sections"]


def farewell(live: Live) -> tuple[int | None, str | None]:
    """The code and the reason with which a connection ends."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            live.socket.recv(10)
    return live.socket.close_code, live.socket.close_reason


def test_somebody_who_talks_too_much_is_hung_up_on(server: RunningServer) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        with contextlib.suppress(ConnectionClosed):
            for _ in range(500):
                live.socket.send("ping")
        assert farewell(live) == (1008, "too many messages")
    assert ann.sees(id)["table"]["status"] == "playing"


def test_a_message_that_is_too_large_ends_the_connection(server: RunningServer) -> None:
    ann, _, id = pair(server)
    with ann.watches(id) as live:
        live.socket.send("x" * 5000)
        assert farewell(live)[0] == 1009


def test_who_reads_too_slowly_is_sent_the_newest_state(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    with ann.watches(id) as live:
        first = live.next()
        for guest in (ann, bob, ann, bob):
            guest.plays(id)
        last = live.until(lambda update: update["table"]["version"] == 4)
        assert first["table"]["version"] == 0
        assert last["scene"] == seen(ann.sees(id)["scene"])


def test_spectators_share_what_is_worked_out_for_them(server: RunningServer) -> None:
    ann, _, id = pair(server)
    table = server.lobby._tables[id]
    with contextlib.ExitStack() as stack:
        eyes = [stack.enter_context(server.guest(None).watches(id)) for _ in range(5)]
        for live in eyes:
            live.next()
        ann.plays(id)
        seen_by = [live.until(lambda update: update["table"]["version"] == 1) for live in eyes]
        assert all(update["scene"] == seen_by[0]["scene"] for update in seen_by)
        assert len(table._audiences) == 1
    until(lambda: len(table._audiences) == 0)


def test_a_page_of_somebody_else_cannot_listen(server: RunningServer) -> None:
    _, _, id = pair(server)
    url = f"ws://{server.host}/api/tables/{id}/live"
    for address, origin in ((url, "http://evil.example"), (url + "x", f"http://{server.host}")):
        with (
            pytest.raises(InvalidStatus) as refused,
            connect(address, additional_headers={"Origin": origin}),
        ):
            pass
        assert refused.value.response.status_code in (403, 404)
    with connect(url, additional_headers={"Origin": f"http://{server.host}"}) as socket:
        assert json.loads(socket.recv(10))["table"]["id"] == id


# --- lists -------------------------------------------------------------------------------


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


# --- records and the next game -----------------------------------------------------------


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


def test_a_record_of_another_game_is_refused(server: RunningServer) -> None:
    record = play_out(new("orion", seed=7)).record()
    server.guest("Ann").refused(
        "record/bad", "POST", "/tables", {"game": "lantern", "record": record}
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


# --- games, words, pictures --------------------------------------------------------------


def test_games_are_told_in_the_language_asked_for(server: RunningServer) -> None:
    guest = server.guest(None)
    (orion,) = (g for g in guest("GET", "/games?lang=nl")["games"] if g["name"] == "orion")
    (english,) = (g for g in guest("GET", "/games")["games"] if g["name"] == "orion")
    assert english["summary"].startswith("Link opposite")
    assert orion["summary"] != english["summary"]
    assert [level["level"] for level in orion["levels"]] == [1, 2, 3, 4, 5]
    assert [option["name"] for option in orion["options"]] == ["setup", "count", "placer", "first"]
    guest.refused("bad-request", "GET", "/games?lang=xx")


def test_words_come_with_the_names_of_the_languages(server: RunningServer) -> None:
    words = server.guest(None)("GET", "/words/fr")
    assert words["languages"]["fr"] == "Français"
    assert words["texts"]["The game is over."] != "The game is over."


def test_problems_are_told_in_the_language_asked_for(server: RunningServer) -> None:
    guest = server.guest(None)
    english = guest.refused("table/unknown", "GET", "/tables/nowhere")
    assert guest.refused("table/unknown", "GET", "/tables/nowhere?lang=nl") != english


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("fr-CH, fr;q=0.9, en;q=0.8", "fr"),
        ("de, nl-BE;q=0.5, en;q=0.3", "nl"),
        ("en;q=0.1, NL;q=0.2", "nl"),
        ("nl;q=0, de", "en"),
        ("fr;q=much", "en"),
        ("", "en"),
    ],
)
def test_the_language_is_the_best_that_a_browser_accepts(accepted: str, lang: str) -> None:
    assert negotiated(accepted) == lang


def test_problems_are_told_in_the_language_of_the_browser_unless_another_is_asked_for(
    server: RunningServer,
) -> None:
    guest = server.guest(None)
    french = guest.refused("table/unknown", "GET", "/tables/nowhere?lang=fr")
    guest.http.headers["Accept-Language"] = "fr-FR, en;q=0.5"
    assert guest.refused("table/unknown", "GET", "/tables/nowhere") == french
    assert guest.refused("table/unknown", "GET", "/tables/nowhere?lang=nl") != french


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


def test_a_table_has_a_qr_code(server: RunningServer) -> None:
    ann, _, id = pair(server)
    answer = ann.http.get(f"/api/tables/{id}/qr.svg")
    assert answer.headers["content-type"].startswith("image/svg+xml")
    assert answer.text.startswith("<svg")
    ann.refused("table/unknown", "GET", "/tables/nowhere/qr.svg")


def test_every_answer_carries_the_security_headers(server: RunningServer) -> None:
    guest = server.guest(None)
    for path in ("/", "/api/games", "/api/nowhere", "/t/anything"):
        headers = guest.http.get(path).headers
        assert "script-src 'self';" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"


def test_unknown_paths_and_methods_are_problems(server: RunningServer) -> None:
    guest = server.guest("Ann")
    guest.refused("unknown-path", "GET", "/nothing/here")
    guest.refused("bad-request", "DELETE", "/games")
    answer = guest.http.post("/api/tables", content=b"{", headers={"Content-Type": "text/json"})
    assert answer.json()["code"] == "bad-request"
    assert guest.http.get("/%2e%2e/%2e%2e/pyproject.toml").status_code in (200, 404, 503)
    assert "hatchling" not in guest.http.get("/..%2f..%2f..%2fpyproject.toml").text


def test_what_is_too_large_is_not_read(server: RunningServer) -> None:
    ann = server.guest("Ann")
    answer = ann.http.post("/api/tables", content=b"x" * 1_000_001)
    assert (answer.status_code, answer.json()["code"]) == (413, "bad-request")
    chunks = ann.http.post("/api/tables", content=iter([b"x"]))
    assert (chunks.status_code, chunks.json()["code"]) == (413, "bad-request")
