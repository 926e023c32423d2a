"""The table of Solenia as text."""

import pytest

from parhelion.games import registry
from parhelion.games.solenia import text_board
from parhelion.match import Match
from parhelion.words import LANGUAGES
from tests.positions import positions

SOLENIA = registry.load("solenia")
COLUMNS = 76
"""What a terminal of eighty columns leaves between its margins."""
MODES: tuple[dict[str, str], ...] = (
    {"players": "2"},
    {"players": "4", "board": "winter", "upgrades": "on"},
    {"players": "1", "board": "winter"},
)


def solenia(seed: int = 0, **options: str) -> Match:
    return Match(SOLENIA, {"sky": "dawn"} | options, seed)


def lines(match: Match, lang: str = "en") -> list[str]:
    return ["".join(text for text, _ in line).rstrip() for line in match.board(lang)]


def middle(**options: str) -> Match:
    """A game in which everybody has played some cards."""
    return next(match for match in positions(solenia(2, **options)) if match.ply == 25)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_line_fits_into_a_terminal(lang: str) -> None:
    for options in MODES:
        for match in positions(solenia(1, **options)):
            for line in lines(match, lang):
                assert len(line) <= COLUMNS, line


def test_every_style_is_known() -> None:
    for options in MODES:
        for line in middle(**options).board():
            assert {style for _, style in line} <= {*text_board.STYLES, ""}


def test_the_sky_tells_spaces_by_name_the_airship_and_the_hour() -> None:
    names = {"W": "wood", "H": "wheat", "S": "stone", "A": "water"}
    names |= {"D": "day city", "N": "night city"}
    match = solenia()
    told = lines(match)[1:6]
    for line, strip in zip(told, reversed(match.view()["position"]["sky"]), strict=True):
        cells = [line[3 + 12 * lane : 15 + 12 * lane] for lane in range(5)]
        assert [cell.strip(" @") for cell in cells] == [names[each] for each in strip["spaces"]]
        assert line.endswith(strip["face"])
    assert [number for number, line in enumerate(told) if "@" in line] == [2]
    assert told[2][27] == "@"


def test_cards_lie_under_their_spaces_with_the_sign_of_their_player() -> None:
    match = middle(players="2")
    told = lines(match)[1:]
    for position in range(5, 0, -1):
        told = told[1:] if told[0].startswith(f" {position} ") else told
        cards = match.view()["position"]["sky"][position - 1]["cards"]
        if any(cards):
            cells = [told[0][4 + 12 * lane : 16 + 12 * lane].strip() for lane in range(5)]
            assert cells == [f"{'●▲'[c['seat']]} {c['card']}" if c else "" for c in cards]
            told = told[1:]


def test_players_have_stars_cards_store_slots_and_deliveries() -> None:
    match = solenia()
    hand = " ".join(match.view(0)["position"]["players"][0]["hand"])
    told = lines(match)
    assert f"● Teal  0 stars so far · hand: {hand} · 13 in the pile" in told
    assert "▲ Coral  0 stars so far · hand: 3 · 13 in the pile" in told
    assert told.count("  Store: nothing; capacity 8") == 2
    assert told.count("  day   1 W  2 H  3 W/H  4 W+H  5 5★  6 5★") == 2
    assert told.count("  night 1 S  2 A  3 S/A  4 S+A  5 5★  6 5★") == 2


def test_filled_slots_and_upgrade_tiles_of_a_winter_board() -> None:
    *_, match = positions(solenia(2, players="4", board="winter", upgrades="on"))
    told, seen = lines(match), 0
    for player in match.view()["position"]["players"]:
        sign, title = "◈" if player["awake"] else "◇", player["level_1"].capitalize()
        assert any(f"{sign} 1b {title}" in line for line in told)
        for row in ("day", "night"):
            for slot in player["slots"][row]:
                tiles = " ".join(player["deliveries"][row])
                assert any(f"{slot} ■" in line and line.endswith(tiles) for line in told)
                seen += 1
    assert seen


def test_the_tiles_on_offer_are_told_with_the_names_that_a_draft_uses() -> None:
    match = solenia(players="2", board="winter", upgrades="on")
    told = lines(match)
    for move in match.moves():
        name = move.text.removeprefix("draft ")
        assert any(line.startswith(f"  {name} ") for line in told)


def test_the_trade_wind_has_a_pile_and_no_store() -> None:
    told = lines(solenia(players="1", difficulty="gale"))
    assert "≈ Trade Wind  24 stars so far · 16 in the pile" in told
    assert sum(line.startswith("  Store:") for line in told) == 1
