"""Names and chat show what they are: nothing unseen, nothing that turns other texts around."""

import unicodedata

import pytest

from parhelion.tables.player_marks import FIRST_MARK
from parhelion.words import LANGUAGES
from tests.server.running_server import RunningServer, pair

UNSEEN = ["\u200b", "\u202e", "\u2066", "\ufeff", "\x07", "\u2028", chr(FIRST_MARK), "\U000e0041"]
UNSEEN += ["\u115f", "\u2800", "\u3164", "\uffa0", "\ufe0f", "\U0001d159"]  # show nothing


@pytest.mark.parametrize("unseen", UNSEEN, ids=ascii)
def test_what_nobody_sees_is_left_out(server: RunningServer, unseen: str) -> None:
    ann, bob, id = pair(server)
    assert ann("PATCH", "/me", {"name": f"A{unseen}da {unseen}"})["name"].replace(" ", "") == "Ada"
    ann.refused("bad-request", "PATCH", "/me", {"name": unseen * 3})
    ann("POST", f"/tables/{id}/chat", {"text": f"go{unseen}od"})
    assert bob.sees(id)["chat"][-1]["text"].replace(" ", "") == "good"
    ann.refused("bad-request", "POST", f"/tables/{id}/chat", {"text": f" {unseen} "})


def test_nobody_writes_in_the_name_of_another(server: RunningServer) -> None:
    """The server marks players in sentences by characters that nobody else may use."""
    ann, bob, id = pair(server)
    ann("POST", f"/tables/{id}/chat", {"text": f"{chr(FIRST_MARK + 1)} resigns"})
    assert bob.sees(id)["chat"][-1]["text"] == "resigns"


def test_accents_do_not_pile_up(server: RunningServer) -> None:
    ann = server.guest("Ann")
    assert (
        ann("PATCH", "/me", {"name": "Zoe\u0308" + "\u0301" * 12})["name"] == "Zo\u00eb\u0301\u0301"
    )
    assert ann("PATCH", "/me", {"name": "  Ḿaría   José "})["name"] == "Ḿaría José"


def test_marks_of_any_script_do_not_pile_up(server: RunningServer) -> None:
    """L5: tone marks of Thai climbed over the lines above."""
    ann = server.guest("Ann")
    assert ann("PATCH", "/me", {"name": "ก" + "\u0e49" * 20})["name"] == "ก" + "\u0e49" * 4
    for name in ("ผู้ใหญ่", "שָׁלוֹם", "हिन्दी", "བསྒྲུབས"):
        assert ann("PATCH", "/me", {"name": name})["name"] == unicodedata.normalize("NFC", name)


@pytest.mark.parametrize("marks", ["\u05b0\u05b1", "\u0e49" * 24, "\u0301", "\u20dd \u093f"])
def test_marks_without_a_letter_are_no_name(server: RunningServer, marks: str) -> None:
    """L5: such a name cannot be seen or drags what stands before it along."""
    server.guest("Ann").refused("bad-request", "PATCH", "/me", {"name": marks})


@pytest.mark.parametrize("lang", LANGUAGES)
def test_nobody_is_called_like_a_bot(server: RunningServer, lang: str) -> None:
    guest = server.guest("Ann")
    for level in guest("GET", f"/games?lang={lang}")["games"][0]["levels"]:
        name = level["name"]
        for like in (name, name.upper(), f" {name[:2]}\u200b{name[2:]}"):
            guest.refused("me/name-of-bot", "PATCH", "/me", {"name": like})
        server.guest(None).refused("me/name-of-bot", "POST", "/me", {"name": name})


@pytest.mark.parametrize(
    "like",
    [
        *("Ѕраrrоw", "Еаgӏе", "ΗΕRΟΝ", "EagIe", "Eag1e", "Falc0n", "Ｋｉｔｅ", "ᴇagle", "Øsprey"),
        *("Eagle.", "E a g l e", "🦅 Eagle", "Eagle (bot)", "bot Eagle", "Falcon, level 4"),
        *("Eagle 5", "Osprey [AI]"),
        *("Herօn", "ꓧeron", "Ꮋeron", "ꮋeron", "Spɑrrow", "Fɑlcon", "Ꮮark", "Swɩft", "H3ron"),
        *("5parr0w", "F4lcon", "Swif7", "Heroո", "Herσn", "Ηєяоп", "Heᴦon", "Hҽron"),
    ],
)
def test_nobody_is_called_almost_like_a_bot(server: RunningServer, like: str) -> None:
    server.guest("Ann").refused("me/name-of-bot", "PATCH", "/me", {"name": like})


@pytest.mark.parametrize(
    "name",
    [
        "Анна",
        "Нина",
        "Ελένη",
        "Արամ",
        "Ilse 10",
        "Jack Sparrow",
        "Eagle’s friend",
        "***",
        "🦊",
        "7",
    ],
)
def test_names_of_people_are_free_in_every_script(server: RunningServer, name: str) -> None:
    assert server.guest("Ann")("PATCH", "/me", {"name": name})["name"] == name
