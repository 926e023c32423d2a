"""Games, words and problems are told in the language of who asks."""

import pytest

from parhelion.server.languages import negotiated
from tests.server.running_server import (
    RunningServer,
)


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
