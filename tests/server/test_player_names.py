"""People are called by their names in everything that a table tells."""

import json
import random
from typing import Any

import pytest

from parhelion.games import registry
from parhelion.words import LANGUAGES
from tests.conftest import GAMES
from tests.server.running_server import Guest, RunningServer, pair

NAME = 'A "quoted" \\ name'


def has_mark(told: Any) -> bool:
    """Whether a mark that stands for a player was left in an answer."""
    return any("\ue000" <= letter <= "\uf8ff" for letter in json.dumps(told, ensure_ascii=False))


def play(id: str, people: tuple[Guest, Guest], moves: int) -> None:
    """Play random moves."""
    chance = random.Random(3)
    for _ in range(moves):
        turn = people[0].sees(id)["table"]["turn"]
        if turn is None:
            return
        people[turn].plays(id, chance.choice(people[turn].sees(id)["scene"]["choices"])["move"])


@pytest.mark.parametrize("game", GAMES)
def test_sentences_have_names_instead_of_seats(server: RunningServer, game: str) -> None:
    ann, bob, id = pair(server, game)
    play(id, (ann, bob), 12)
    for lang in LANGUAGES:
        shown = [guest.sees(id, f"?lang={lang}") for guest in (ann, bob)]
        with ann.watches(id, f"?lang={lang}") as live:
            shown += [live.next(), live.asks("words")]
        shown.append(ann("GET", f"/tables/{id}/at/2?lang={lang}"))
        shown.append(ann("GET", f"/tables/{id}/moves/2/explanation?lang={lang}"))
        assert not has_mark(shown)
        text = json.dumps(shown[0]["scene"], ensure_ascii=False)
        assert "Ann" in text
        assert "Bob" in text
        say, seats = registry.load(game).words(lang), registry.load(game).info.seats
        assert all(f'"{say(seat)}:' not in text for seat in seats)


def test_a_name_may_have_any_letters(server: RunningServer) -> None:
    ann, bob, id = pair(server)
    ann("PATCH", "/me", {"name": NAME})
    play(id, (ann, bob), 2)
    told = [section["title"] for section in ann.sees(id)["scene"]["sections"]]
    assert any(NAME in title for title in told)


def test_refusals_have_names(server: RunningServer) -> None:
    ann, _, id = pair(server)
    version = ann.sees(id)["table"]["version"]
    said = ann.refused(
        "move/illegal", "POST", f"/tables/{id}/moves", {"version": version, "move": "star zz"}
    )
    assert not has_mark(said)
