"""The whole table of Solenia in sentences: how the game stands, and how it ended.

What is told of a part of the table is kept by that part, as in `scene`.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import cast

from parhelion.games import View
from parhelion.games.position_parts import SharedDict, shared
from parhelion.games.solenia.json_key import Frozen
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.labels import (
    WIND,
    airship_label,
    alone,
    amounts,
    bonus_words,
    capital,
    card_name,
    cards_label,
    effect,
    name,
    pair_label,
    pile_label,
    player,
    slot_name,
    space_words,
    strip_label,
    tile_label,
    tile_list,
)
from parhelion.games.solenia.notation import ROWS
from parhelion.games.solenia.view_position import PARTS, LyingCard, Player, Points, Position
from parhelion.games.solenia.view_printed import Amounts
from parhelion.games.star_count import StarPart
from parhelion.scene import Section
from parhelion.words import Words, mark, series

KEPT = 2048
"""How many sections are cached."""


def sections(view: View[Position], say: Words) -> tuple[Section, ...]:
    """The table as text: the sky, the deliveries, the slots, then each player."""
    solo, position = alone(view), view["position"]
    printed = Frozen([position["bonuses"], position["amounts"]])
    shown = shared(position["display"]), shared(position["left"])
    return (
        Section(say("The sky, front to rear"), tuple(_sky(position, solo, say))),
        _deliveries(*shown, say),
        *_offers(position, say),
        _slots(printed, view["options"]["board"] == "winter", say),
        *(
            _standing(name(view, seat, say), shared(owner), solo and seat == WIND, printed, say)
            for seat, owner in enumerate(position["players"])
        ),
    )


def _sky(position: Position, solo: bool, say: Words) -> Iterator[str]:
    for number in range(constants.STRIPS, 0, -1):
        yield _strip(number, shared(position["sky"][number - 1]), solo, say)
    yield airship_label(position["airship"], say)


@lru_cache(KEPT)
def _strip(number: int, strip: SharedDict, solo: bool, say: Words) -> str:
    each = zip(strip["spaces"], strip["cards"], strict=True)
    spaces = say("; ").join(_space(letter, card, solo, say) for letter, card in each)
    return say("{strip}: {spaces}", strip=strip_label(number, strip["face"], say), spaces=spaces)


def _space(letter: str, card: LyingCard | None, solo: bool, say: Words) -> str:
    what = space_words(letter, say)
    if not card:
        return what
    owner = player(card["seat"], solo and card["seat"] == WIND, say)
    called = card_name(card["card"], say)
    return say("{what}, {player}: {card}", what=what, player=owner, card=called)


@lru_cache(KEPT)
def _deliveries(display: SharedDict, left: SharedDict, say: Words) -> Section:
    lines: list[str] = []
    for row in ROWS:
        lines += [tile_label(row, tile["tile"], say) for tile in display[row] if tile]
        lines.append(pile_label(row, left[row], say))
    return Section(say("Deliveries"), tuple(lines))


def _offers(position: Position, say: Words) -> Iterator[Section]:
    numbers, offered = position["amounts"], position["offered"]
    if offered:
        ones = (effect(numbers, power, say) for power in offered["level_1"] if power)
        threes = (pair_label(numbers, powers, say) for powers in offered["level_3"] if powers)
        yield Section(say("Upgrade tiles on offer"), (*ones, *threes))


@lru_cache(KEPT)
def _slots(printed: Frozen, winter: bool, say: Words) -> Section:
    """What the slots of every board bring."""
    bonuses, _ = printed.value
    lines = []
    for slot, both in enumerate(zip(*(bonuses[row] for row in ROWS), strict=True)):
        day, night = (bonus_words(bonus, say) for bonus in both)
        which = capital(slot_name(constants.SLOTS[slot] if winter else str(slot + 1), say))
        lines.append(
            say("{slot}: by day {day}; by night {night}", slot=which, day=day, night=night)
        )
    return Section(say("Slots of the boards"), tuple(lines))


# --- a player ----------------------------------------------------------------------------


@lru_cache(KEPT)
def _standing(title: str, owner: SharedDict, wind: bool, printed: Frozen, say: Words) -> Section:
    """A player's store, board, cards and points."""
    return Section(title, tuple(_lines(cast(Player, owner), wind, printed, say)))


def _lines(owner: Player, wind: bool, printed: Frozen, say: Words) -> Iterator[str]:
    if not wind:
        stock = amounts(owner["stock"], say)
        yield say("Store: {stock}; capacity {n}", stock=stock, n=owner["capacity"])
    if owner["hand"]:
        yield say("Hand: {cards}", cards=series([card_name(c, say) for c in owner["hand"]], say))
    yield cards_label(owner["held"], owner["deck"], say)
    for row in ROWS:
        if owner["deliveries"][row]:
            yield _delivered(owner, row, say)
    yield from _upgrades(owner, printed.value[1], say)
    yield _stars(owner["points"], say)


def _delivered(owner: Player, row: str, say: Words) -> str:
    told = tile_list(owner["deliveries"][row], say)
    slots = owner["slots"] and owner["slots"][row]
    if slots:
        filled = series([slot_name(slot, say) for slot in slots], say)
        told = say("{tiles}; filled: {slots}", tiles=told, slots=filled)
    if row == "day":
        return say("Day deliveries: {tiles}", tiles=told)
    return say("Night deliveries: {tiles}", tiles=told)


def _upgrades(owner: Player, numbers: Amounts, say: Words) -> Iterator[str]:
    """The upgrade tiles, and whether they are at work."""
    if owner["level_1"]:
        yield _upgrade(effect(numbers, owner["level_1"], say), owner["awake"], say)
    for row, power in zip(ROWS, owner["level_3"] or (), strict=False):
        what = effect(numbers, power, say)
        half = (
            say("by day {what}", what=what) if row == "day" else say("by night {what}", what=what)
        )
        yield _upgrade(half, owner["crowned"][row], say)


def _upgrade(what: str, works: bool, say: Words) -> str:
    if works:
        return say("Active: {what}", what=what)
    return say("Not active yet: {what}", what=what)


PART_TITLES = {
    "stars": mark("Stars gained"),
    "deliveries": mark("Deliveries"),
    "pairs": mark("Pairs of day and night"),
    "resources": mark("Resources left"),
    "upgrades": mark("Upgrade tiles"),
}


def _stars(points: Points, say: Words) -> str:
    """The stars of a player, and what they are for."""
    parts = [f"{say(PART_TITLES[part])} {points[part]}" for part in PARTS if points[part]]
    told = say("Stars so far: {n}", n=points["total"])
    return f"{told} ({', '.join(parts)})" if parts else told


# --- the end -----------------------------------------------------------------------------


def star_parts(position: Position, say: Words) -> Iterator[StarPart]:
    """What the stars of all seats are for (S26): every part that somebody has."""
    points, about = [each["points"] for each in position["players"]], _about_parts(position, say)
    for part in PARTS:
        stars = tuple(each[part] for each in points)
        if any(stars) or part in PARTS[:2]:
            yield StarPart(say(PART_TITLES[part]), about[part], stars)


def _about_parts(position: Position, say: Words) -> dict[str, str]:
    """What each part counts."""
    stars = position["pair_stars"][1:]
    upgraded = any(each["level_3"] for each in position["players"])  # the Harbour counts all
    return {
        "stars": say("during the game"),
        "deliveries": say("as printed on the tiles"),
        "pairs": say("{stars} for 1 to {n} pairs", stars=", ".join(map(str, stars)), n=len(stars)),
        "resources": say("for what is in store") if upgraded else say("1 for every two in store"),
        "upgrades": say("for tiles of level 3"),
    }
