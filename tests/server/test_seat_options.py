"""Tables whose seats depend on an option: one to four of them, and one that the rules play."""

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parhelion import new, replay
from parhelion.games import registry
from tests.positions import play_out
from tests.server.running_server import ME, OPEN, Guest, Json, RunningServer, bot

GAME = "solenia"
ALONE = {"game": GAME, "options": {"players": "1"}}
HOUSE = registry.load(GAME).folder / "editions" / "house.toml"


# --- what a new table may be -------------------------------------------------------------


def test_a_game_tells_its_seats_by_the_option_they_depend_on(server: RunningServer) -> None:
    guest = server.guest(None)
    told = {game["name"]: game for game in guest("GET", "/games")["games"]}
    seatings = told[GAME]["seatings"]
    assert seatings["option"] == "players"
    assert {value: len(seats) for value, seats in seatings["seats"].items()} == {
        "1": 1, "2": 2, "3": 3, "4": 4,
    }  # fmt: skip
    assert seatings["seats"]["2"] == told[GAME]["seats"]
    assert told["lantern"]["seatings"] is None


def test_a_game_tells_what_its_options_need(server: RunningServer) -> None:
    (told,) = (
        game for game in server.guest(None)("GET", "/games")["games"] if game["name"] == GAME
    )
    needs = {option["name"]: option["needs"] for option in told["options"] if option["needs"]}
    assert needs == {"upgrades": {"board": "winter"}, "difficulty": {"players": "1"}}
    refused = {"game": GAME, "options": {"upgrades": "on"}}
    assert "board=winter" in server.guest("Ann").refused("option/bad", "POST", "/tables", refused)


def test_nobody_who_plays_alone_is_asked_about_a_second_player(server: RunningServer) -> None:
    (told,) = (
        game for game in server.guest(None)("GET", "/games")["games"] if game["name"] == GAME
    )
    unless = {option["name"]: option["unless"] for option in told["options"] if option["unless"]}
    assert unless == {"even": {"players": "1"}}
    old = ALONE | {"options": {"players": "1", "even": "on"}}
    assert server.guest("Ann").sets(**old)["table"]["options"]["even"] == "on"


def test_people_who_share_a_device_are_known_by_their_seats(server: RunningServer) -> None:
    ann = server.guest("Ann")
    table = ann.sets(game=GAME, options={"players": "3"}, seats=[ME, bot(), ME])["table"]
    assert [seat["name"] for seat in table["seats"]] == ["Teal", "Sparrow", "Violet"]
    (mine,) = (each for each in ann("GET", "/me/tables")["tables"] if each["id"] == table["id"])
    assert mine["players"] == ["Teal", "Sparrow", "Violet"]


def test_two_people_and_two_bots_play_to_the_end(server: RunningServer) -> None:
    ann, bob = server.guest("Ann"), server.guest("Bob")
    seats = [ME, bot(), OPEN, bot()]
    id = ann.sets(game=GAME, options={"players": "4"}, seats=seats)["table"]["id"]
    bob("POST", f"/tables/{id}/seats/2")
    people, answered = {0: ann, 2: bob}, -1

    def is_due(update: Json) -> bool:
        return update["table"]["version"] > answered and is_for_people(update["table"])

    with ann.watches(id) as live:
        while (table := live.until(is_due)["table"])["status"] == "playing":
            answered = table["version"]
            people[table["turn"]].plays(id)
    record = bob("GET", f"/tables/{id}/record")
    assert list(replay(record).winners) == ann.sees(id)["table"]["winners"]


def is_for_people(table: Json) -> bool:
    """Whether a game waits for a person or is over."""
    return table["turn"] is None or table["seats"][table["turn"]]["kind"] == "human"


# --- a seat that the rules play ----------------------------------------------------------


def test_what_the_rules_play_is_called_so_in_lists_and_when_it_wins(server: RunningServer) -> None:
    ann = server.guest("Ann")
    id = ann.sets(**ALONE)["table"]["id"]
    (summary,) = ann("GET", "/me/tables")["tables"]
    assert summary["players"] == ["Ann", "Trade Wind"]
    update = ann.does("POST", f"/tables/{id}/resign")
    assert update["scene"]["ending"]["sentence"] == "Trade Wind wins by resignation."
    (summary,) = ann("GET", "/me/tables")["tables"]
    assert summary["sentence"] == "Trade Wind wins by resignation."


# --- values that only this machine may use -----------------------------------------------


class Watch:
    """Notes which files this process opens."""

    def __init__(self) -> None:
        self.opened: list[str] = []
        self.on = True

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.on and event == "open":
            self.opened.append(str(arguments[0]))


@pytest.fixture
def watch() -> Iterator[Watch]:
    """Watches while a test runs; a hook cannot be taken away, but it can sleep."""
    watching = Watch()
    sys.addaudithook(watching)
    yield watching
    watching.on = False


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    """An edition of somebody's own, which the game itself would take."""
    return Path(shutil.copy(HOUSE, tmp_path / "mine.toml"))


def refused(guest: Guest, **wanted: object) -> str:
    return guest.refused("option/bad", "POST", "/tables", {"game": GAME} | wanted)


def test_files_of_the_server_are_not_for_those_who_come_by_the_network(
    server: RunningServer, edition: Path, watch: Watch
) -> None:
    assert new(GAME, edition=str(edition), seed=7)
    assert str(edition) in watch.opened
    ann, record = server.guest("Ann"), new(GAME, edition=str(edition), seed=8).record()
    secret = edition.with_name("secret.toml")
    secret.write_text("password = 'swordfish'")
    watch.opened.clear()
    for path in (str(edition), str(secret), f"{edition.parent}/./mine.toml", "nowhere.toml"):
        asked = [
            refused(ann, options={"edition": path}),
            refused(ann, record=record | {"options": record["options"] | {"edition": path}}),
            refused(ann, record={**record, "options": {"edition": path}}, ply=0),
        ]
        assert set(asked) == {"option edition: here it is one of: house"}
    assert not [path for path in watch.opened if path.endswith(".toml")]


def test_the_files_of_another_game_are_not_reached_either(
    server: RunningServer, edition: Path, watch: Watch
) -> None:
    record = new(GAME, edition=str(edition), seed=8).record()
    watch.opened.clear()
    for wanted in ({"game": "orion", "record": record}, {"game": "lantern", "record": record}):
        server.guest("Ann").refused("record/bad", "POST", "/tables", wanted)
    assert not [path for path in watch.opened if path.endswith(".toml")]


@pytest.mark.parametrize("value", [None, 7, ["house"], {"house": 1}, "", "House", "house.toml"])
def test_what_is_no_listed_value_is_refused_in_a_record(
    server: RunningServer, value: object
) -> None:
    record = new(GAME, seed=8).record()
    refused(
        server.guest("Ann"), record=record | {"options": record["options"] | {"edition": value}}
    )


def test_a_record_of_a_listed_edition_is_taken(server: RunningServer) -> None:
    match = play_out(new(GAME, seed=7, players="3", edition="house"))
    table = server.guest("Ann").sets(game=GAME, record=match.record())["table"]
    assert (table["status"], table["winners"]) == ("over", list(match.winners))
