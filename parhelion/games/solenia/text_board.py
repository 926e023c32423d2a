"""The table of Solenia as text, for terminals of eighty columns."""

import textwrap
from collections.abc import Iterator
from typing import Any

from parhelion.games import Span
from parhelion.games.solenia import PLAYERS, TRADE_WIND, labels
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import ROWS, space_at
from parhelion.games.solenia.view_position import (
    LyingCard,
    Offered,
    Player,
    Position,
    Strip,
    describe,
)
from parhelion.games.solenia.view_printed import Amounts
from parhelion.words import Words

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


def board(state: Any, say: Words) -> list[list[Span]]:
    """The strips from front to rear, the deliveries on display, every player, the codes."""
    position = describe(state)
    alone = bool(state.players == constants.ALONE)
    return [
        *_sky(position, alone, say),
        [],
        *_deliveries(position, say),
        *_players(position, alone, say),
        [],
        *_legend(say),
    ]


def _legend(say: Words) -> Lines:
    """What the codes mean."""
    words = say(
        "w wood, h wheat, s stone, a water. Delivery WWH5: costs two wood and a wheat, brings 5 "
        "stars. Card 1h: value 1, brings a wheat when expelled; x2 brings two of what the space "
        "produces, *w a star if it produces wood."
    )
    yield from ([(line, "faint")] for line in textwrap.wrap(words, WIDTH))


def _sign(seat: int, alone: bool) -> str:
    return WIND_SIGN if alone and seat == constants.WIND else SIGNS[seat]


# --- the sky -----------------------------------------------------------------------------


def _sky(position: Position, alone: bool, say: Words) -> Lines:
    lanes = "".join(f"{lane:<{CELL}}" for lane in range(1, constants.LANES + 1))
    airship = say("{sign} is the airship", sign=AIRSHIP)
    yield [(f"    {lanes}".rstrip() + f"   {airship}", "faint")]
    for number in range(constants.STRIPS, 0, -1):
        strip = position["sky"][number - 1]
        yield [(f" {number} ", "title"), *_spaces(strip, number, position["airship"], say)]
        if any(strip["cards"]):
            yield [("    ", ""), *_cards(strip["cards"], alone)]


def _spaces(strip: Strip, number: int, airship: str, say: Words) -> Iterator[Span]:
    """What the spaces of a strip are, and its hour."""
    for lane, letter in enumerate(strip["spaces"], start=1):
        here = AIRSHIP if airship == space_at(number, lane) else " "
        name = labels.short_space(letter, say)
        yield f"{here + name:<{CELL}}"[:CELL], strip["face"]
    yield labels.hour(strip["face"], say), "faint"


def _cards(cards: list[LyingCard | None], alone: bool) -> Iterator[Span]:
    for card in cards:
        if card:
            seat = card["seat"]
            yield f"{_sign(seat, alone)} {card['card']:<{CELL - 2}}", f"seat-{seat}"
        else:
            yield " " * CELL, ""


# --- deliveries and upgrade tiles --------------------------------------------------------


def _deliveries(position: Position, say: Words) -> Lines:
    for row in ROWS:
        title = say("Day deliveries:") if row == "day" else say("Night deliveries:")
        tiles = "  ".join(
            f"{place}. {tile['tile'] if tile else '–'}"
            for place, tile in enumerate(position["display"][row], start=1)
        )
        yield [(f"{title:<17} ", "title"), (tiles, ""), (f"  +{position['left'][row]}", "faint")]
    yield []
    if position["offered"]:
        yield from _offers(position["offered"], position["amounts"], say)


def _offers(offered: Offered, numbers: Amounts, say: Words) -> Lines:
    """The upgrade tiles on offer, named as a draft names them."""
    yield [(say("Upgrade tiles on offer"), "title")]
    for power in filter(None, offered["level_1"]):
        yield from _wrapped(power, labels.effect(numbers, power, say))
    for number, powers in enumerate(offered["level_3"], start=1):
        if powers:
            yield from _wrapped(str(number), labels.pair_label(numbers, powers, say))
    yield []


def _wrapped(name: str, words: str) -> Lines:
    """A name, and words beside it on as many lines as they need."""
    for number, line in enumerate(textwrap.wrap(words, WIDTH - 14)):
        yield [(f"  {'' if number else name:<12}", "title"), (line, "")]


# --- players -----------------------------------------------------------------------------


def _players(position: Position, alone: bool, say: Words) -> Lines:
    for seat, player in enumerate(position["players"]):
        wind = alone and seat == constants.WIND
        name = say(TRADE_WIND) if wind else say(PLAYERS[seat])
        total = labels.several(player["points"]["total"], labels.STAR, say)
        yield [
            (f"{_sign(seat, alone)} {name}", f"seat-{seat}"),
            (f"  {say('{stars} so far', stars=total)}", "title"),
            (f" · {_cards_left(player, wind, say)}", ""),
        ]
        if not wind:
            yield [("  ", ""), (_store(player, say), "")]
        for row in ROWS:
            yield [(f"  {labels.hour(row, say):<6}", "faint"), *_row(position, player, row, wind)]
        if player["level_1"] or player["level_3"]:
            yield [("  ", ""), *_upgrades(player, say)]


def _cards_left(player: Player, wind: bool, say: Words) -> str:
    """The cards in hand, if they are known, and in the pile."""
    pile = say("{n} in the pile", n=player["deck"])
    if wind:
        return pile
    hand = " ".join(player["hand"]) or str(player["held"])
    return f"{say('hand:')} {hand} · {pile}"


def _store(player: Player, say: Words) -> str:
    stock = labels.amounts(player["stock"], say)
    return say("Store: {stock}; capacity {n}", stock=stock, n=player["capacity"])


def _row(position: Position, player: Player, row: str, wind: bool) -> Iterator[Span]:
    """The slots of a row: filled, or what they bring; then the deliveries."""
    tiles = player["deliveries"][row]
    if not wind:
        for slot in range(len(constants.SLOTS)):
            yield _slot(position, player, row, slot)
    yield " ".join(tiles) if not wind or tiles else "–", "title"


def _slot(position: Position, player: Player, row: str, slot: int) -> Span:
    slots = player["slots"]
    name = str(slot + 1) if slots is None else constants.SLOTS[slot]
    filled = slot < len(player["deliveries"][row]) if slots is None else name in slots[row]
    if filled:
        sign = FILLED
    elif labels.replaced(player, slot):
        sign = TILE
    else:
        sign = labels.bonus_signs(position["bonuses"][row][slot])
    return f"{name} {sign}  ", "faint" if filled else ""


def _upgrades(player: Player, say: Words) -> Iterator[Span]:
    """The upgrade tiles of a player, and whether they work."""
    if player["level_1"]:
        yield from _upgrade("1b", player["level_1"], player["awake"], say)
    for row, power in zip(ROWS, player["level_3"] or (), strict=False):
        place = f"3b {labels.hour(row, say)}"
        yield from _upgrade(place, power, player["crowned"][row], say)


def _upgrade(place: str, power: str, works: bool, say: Words) -> Iterator[Span]:
    yield f"{WORKING if works else TILE} {place} ", "faint"
    yield f"{say(labels.TITLES[power])}   ", "title" if works else ""
