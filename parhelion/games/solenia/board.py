"""The table of Solenia as text, for terminals of eighty columns."""

import textwrap
from collections.abc import Iterator
from typing import Any

from parhelion.games import Json, Span
from parhelion.games.solenia import PLAYERS, TRADE_WIND, rules, tables, telling
from parhelion.games.solenia.notation import ROWS
from parhelion.games.solenia.position import describe
from parhelion.words import ENGLISH, Words

STYLES = {
    "seat-0": "bold #0f8b8d",
    "seat-1": "bold #e4572e",
    "seat-2": "bold #9a6fd0",
    "seat-3": "bold #d99a1c",
    "day": "bold #14161f on #8fd3f4",
    "night": "bold white on #1d2550",
    "dawn": "bold #14161f on #f6b26b",
    "dusk": "bold white on #5b3a82",
    "title": "bold",
    "faint": "grey50",
}
SIGNS = "●▲■◆"
"""The players' shapes; the Trade Wind has one of its own."""
WIND_SIGN = "≈"
AIRSHIP = "@"
FILLED = "■"
TILE, WORKING = "◇", "◈"
"""An upgrade tile, on a slot whose bonus it replaces, and one that is at work."""
CELL = 12
WIDTH = 76
"""What a terminal of eighty columns leaves between its margins."""

Lines = Iterator[list[Span]]


def board(state: Any, say: Words = ENGLISH) -> list[list[Span]]:
    """The strips from front to rear, the deliveries on display and every player."""
    view = describe(state)
    alone = bool(state.players == rules.ALONE)
    return [*_sky(view, alone, say), [], *_deliveries(view, say), *_players(view, alone, say)]


def _sign(seat: int, alone: bool) -> str:
    return WIND_SIGN if alone and seat == rules.WIND else SIGNS[seat]


# --- the sky -----------------------------------------------------------------------------


def _sky(view: Json, alone: bool, say: Words) -> Lines:
    lanes = "".join(f"{lane:<{CELL}}" for lane in range(1, tables.LANES + 1))
    airship = say("{sign} is the airship", sign=AIRSHIP)
    yield [(f"    {lanes}".rstrip() + f"   {airship}", "faint")]
    for position in range(tables.STRIPS, 0, -1):
        strip = view["sky"][position - 1]
        yield [(f" {position} ", "title"), *_spaces(view, position, say)]
        if any(strip["cards"]):
            yield [("    ", ""), *_cards(strip["cards"], alone)]


def _spaces(view: Json, position: int, say: Words) -> Iterator[Span]:
    """What the spaces of a strip are, and its hour."""
    strip = view["sky"][position - 1]
    for lane, letter in enumerate(strip["spaces"], start=1):
        here = AIRSHIP if view["airship"] == f"{position}-{lane}" else " "
        name = telling.short_space(letter, say)
        yield f"{here + name:<{CELL}}"[:CELL], strip["face"]
    yield f" {telling.hour(strip['face'], say)}", "faint"


def _cards(cards: list[Json | None], alone: bool) -> Iterator[Span]:
    for card in cards:
        if card:
            seat = card["seat"]
            yield f"{_sign(seat, alone)} {card['card']:<{CELL - 2}}", f"seat-{seat}"
        else:
            yield " " * CELL, ""


# --- deliveries and upgrade tiles --------------------------------------------------------


def _deliveries(view: Json, say: Words) -> Lines:
    for row in ROWS:
        title = say("Day deliveries:") if row == "day" else say("Night deliveries:")
        tiles = "  ".join(
            f"{place}. {tile['tile'] if tile else '–'}"
            for place, tile in enumerate(view["display"][row], start=1)
        )
        yield [(f"{title:<18}", "title"), (tiles, ""), (f"  +{view['left'][row]}", "faint")]
    yield []
    if view["offered"]:
        yield from _offers(view, say)


def _offers(view: Json, say: Words) -> Lines:
    """The upgrade tiles on offer, named as a draft names them."""
    yield [(say("Upgrade tiles on offer"), "title")]
    for power in filter(None, view["offered"]["level 1"]):
        yield from _wrapped(power, telling.effect(view["amounts"], power, say))
    for number, powers in enumerate(view["offered"]["level 3"], start=1):
        if powers:
            yield from _wrapped(str(number), telling.pair_label(view["amounts"], powers, say))
    yield []


def _wrapped(name: str, words: str) -> Lines:
    """A name, and words beside it on as many lines as they need."""
    for number, line in enumerate(textwrap.wrap(words, WIDTH - 14)):
        yield [(f"  {'' if number else name:<12}", "title"), (line, "")]


# --- players -----------------------------------------------------------------------------


def _players(view: Json, alone: bool, say: Words) -> Lines:
    for seat, player in enumerate(view["players"]):
        wind = alone and seat == rules.WIND
        name = say(TRADE_WIND) if wind else say(PLAYERS[seat])
        total = telling.several(player["points"]["total"], telling.STAR, say)
        yield [
            (f"{_sign(seat, alone)} {name}", f"seat-{seat}"),
            (f"  {say('{stars} as it stands', stars=total)}", "title"),
            (f" · {_cards_left(player, wind, say)}", ""),
        ]
        if not wind:
            yield [("  ", ""), (_store(player, say), "")]
        for row in ROWS:
            yield [(f"  {telling.hour(row, say):<6}", "faint"), *_row(view, player, row, wind)]
        if player["level 1"] or player["level 3"]:
            yield [("  ", ""), *_upgrades(player, say)]


def _cards_left(player: Json, wind: bool, say: Words) -> str:
    """The cards in hand, if they are known, and in the pile."""
    pile = say("{n} in the pile", n=player["deck"])
    if wind:
        return pile
    hand = " ".join(player["hand"]) or str(player["held"])
    return f"{say('hand:')} {hand} · {pile}"


def _store(player: Json, say: Words) -> str:
    stock = telling.amounts(player["stock"], say)
    return say("Store: {stock}; capacity {n}", stock=stock, n=player["capacity"])


def _row(view: Json, player: Json, row: str, wind: bool) -> Iterator[Span]:
    """The slots of a row: filled, or what they bring; then the deliveries."""
    tiles = player["deliveries"][row]
    if not wind:
        for slot in range(len(tables.SLOTS)):
            yield _slot(view, player, row, slot)
    yield " ".join(tiles) if not wind or tiles else "–", "title"


def _slot(view: Json, player: Json, row: str, slot: int) -> Span:
    winter = player["slots"] is not None
    name = tables.SLOTS[slot] if winter else str(slot + 1)
    filled = name in player["slots"][row] if winter else slot < len(player["deliveries"][row])
    if filled:
        sign = FILLED
    elif telling.replaced(player, slot):
        sign = TILE
    else:
        sign = telling.bonus_signs(view["bonuses"][row][slot])
    return f"{name} {sign}  ", "faint" if filled else ""


def _upgrades(player: Json, say: Words) -> Iterator[Span]:
    """The upgrade tiles of a player, and whether they work."""
    if player["level 1"]:
        yield from _upgrade("1b", player["level 1"], player["awake"], say)
    for row, power in zip(ROWS, player["level 3"] or (), strict=False):
        place = f"3b {telling.hour(row, say)}"
        yield from _upgrade(place, power, player["crowned"][row], say)


def _upgrade(place: str, power: str, works: bool, say: Words) -> Iterator[Span]:
    yield f"{WORKING if works else TILE} {place} ", "faint"
    yield f"{say(telling.TITLES[power])}   ", "title" if works else ""
