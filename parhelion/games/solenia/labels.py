"""Solenia in people's words: the names of things, the moves, what is to be done."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from typing import NamedTuple

from parhelion.games import Move, View
from parhelion.games.solenia import PLAYERS, TRADE_WIND
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.notation import (
    PLACES,
    ROWS,
    card_parts,
    draft_choice,
    tile_parts,
)
from parhelion.games.solenia.view_position import Player, Position
from parhelion.games.solenia.view_printed import Amounts, Bonus
from parhelion.scene import Label
from parhelion.words import Words, mark, series

RESOURCES = (mark("wood"), mark("wheat"), mark("stone"), mark("water"))
OF_LETTER = dict(zip("WHSA", constants.RESOURCES, strict=True))
"""The resource that a letter stands for."""
ANYTHING = "".join(OF_LETTER)
STAR = "star"
WIND = 1
"""The Trade Wind's seat in a game alone."""


# --- players and things ------------------------------------------------------------------


def capital(words: str) -> str:
    """Some words with a capital."""
    return f"{words[0].upper()}{words[1:]}"


def sentence(words: str) -> str:
    """Some words with a capital and a full stop."""
    return f"{capital(words)}."


def alone(view: View[Position]) -> bool:
    """Whether somebody plays against the Trade Wind."""
    return view["options"]["players"] == "1"


@cache
def player(seat: int, is_wind: bool, say: Words) -> str:
    """A seat as people call it."""
    return say(TRADE_WIND) if is_wind else say(PLAYERS[seat])


def name(view: View[Position], seat: int, say: Words) -> str:
    """A player of a game, or the Trade Wind."""
    return player(seat, alone(view) and seat == WIND, say)


def several(n: int, what: str, say: Words) -> str:
    """So many of a resource, or stars."""
    if what == STAR:
        return say.plural("{n} star", "{n} stars", n)
    if what == "wood":
        return say.plural("{n} wood", "{n} wood", n)
    if what == "wheat":
        return say.plural("{n} wheat", "{n} wheat", n)
    if what == "stone":
        return say.plural("{n} stone", "{n} stone", n)
    return say.plural("{n} water", "{n} water", n)


def amounts(counted: Mapping[str, int], say: Words) -> str:
    """Some resources and stars as people list them."""
    told = _each_amount(counted, say)
    return series(told, say) if told else say("nothing")


def _each_amount(counted: Mapping[str, int], say: Words) -> list[str]:
    order = (*constants.RESOURCES, STAR)
    return [several(counted[what], what, say) for what in order if counted.get(what)]


def gains(counted: Mapping[str, int], say: Words) -> str:
    """Some resources and stars that come in."""
    return ", ".join(f"+{amount}" for amount in _each_amount(counted, say))


def counted(letters: str) -> Counter[str]:
    """How many of each resource some letters are."""
    return Counter(OF_LETTER[letter] for letter in letters)


_SPACES = {
    "W": mark("Wood island"),
    "H": mark("Wheat island"),
    "S": mark("Stone island"),
    "A": mark("Water island"),
    "D": mark("Day city"),
    "N": mark("Night city"),
}


@cache
def space_words(letter: str, say: Words) -> str:
    """What a space is."""
    return say(_SPACES[letter])


def place_of(space: str) -> dict[str, int]:
    """Where a space is, for sentences that tell its strip and its lane."""
    strip, lane = PLACES[space]
    return {"strip": strip, "lane": lane}


_SHORT = {"D": mark("day city"), "N": mark("night city")}


def short_space(letter: str, say: Words) -> str:
    """What a space is, in at most eleven letters."""
    return say(_SHORT[letter]) if letter in _SHORT else say(OF_LETTER[letter])


_HOURS = {
    "day": mark("day"),
    "night": mark("night"),
    "dawn": mark("dawn"),
    "dusk": mark("dusk"),
}


def hour(face: str, say: Words) -> str:
    """The hour of a strip or a row."""
    return say(_HOURS[face])


def seat_label(name: str, is_wind: bool) -> Label:
    """A player, or the Trade Wind."""
    return Label(name, "S31" if is_wind else "S10")


def airship_label(space: str, say: Words) -> Label:
    """Where the airship is."""
    return Label(say("The airship is on strip {strip}, lane {lane}", **place_of(space)), "S12")


def heading_label(say: Words) -> Label:
    """Which way the airship flies."""
    told = say("The airship flies this way; the rear strip turns and moves to the front")
    return Label(told, "S23")


@cache
def strip_label(position: int, face: str, say: Words) -> Label:
    """A strip and its hour."""
    return Label(say("Strip {n}, {hour}", n=position, hour=hour(face, say)), "S1")


@cache
def space_label(space: str, letter: str, card: str, owner: str, say: Words) -> Label:
    """A space, what it is and the card on it."""
    what, rule = space_words(letter, say), "S15" if letter in OF_LETTER else "S16"
    place = say("{what}, strip {strip}, lane {lane}", what=what, **place_of(space))
    if card:
        lying = {"player": owner, "card": card_name(card, say)}
        place = say("{place}; {player}: {card}", place=place, **lying)
    return Label(place, rule)


class Power(NamedTuple):
    """What a card brings when it is expelled (S6); one of these."""

    of_space: int
    """So many of what its space produces, or stars."""
    star_on: str
    """A star if the space produces this resource."""
    resources: list[str]
    """One of each of these."""


@cache
def _power(power: str) -> Power:
    number = constants.POWERS.index(power)
    star_on = int(constants.STAR_IF[number])
    fixed = zip(constants.RESOURCES, constants.FIXED[number].tolist(), strict=True)
    return Power(
        int(constants.OF_SPACE[number]),
        constants.RESOURCES[star_on] if star_on >= 0 else "",
        [resource for resource, n in fixed if n],
    )


@cache
def power_words(power: str, say: Words) -> str:
    """What a card brings when it is expelled."""
    of_space, star_on, resources = _power(power)
    if of_space:
        return say.plural(
            "{n} of what the space produces, a star on a city",
            "{n} of what the space produces, {n} stars on a city",
            of_space,
        )
    if star_on:
        return say("1 star if the space produces {resource}", resource=say(star_on))
    return series([say(resource) for resource in resources], say)


def _short_power(power: str, say: Words) -> str:
    """The same in two or three words."""
    of_space, star_on, resources = _power(power)
    if of_space:
        return say("{n} from its space", n=of_space)
    if star_on:
        return say("star on {resource}", resource=say(star_on))
    return series([say(resource) for resource in resources], say)


@cache
def card_name(card: str, say: Words) -> str:
    """A card in a sentence: its value, and what it brings when it is expelled."""
    value, power = card_parts(card)
    return say("a {value} ({power})", value=value, power=_short_power(power, say))


@cache
def card_label(card: str, say: Words) -> Label:
    """A card by itself: what it does when it is played, and when it is expelled."""
    value, power = card_parts(card)
    brings = power_words(power, say)
    if value:
        told = say("Card of value {value}. When expelled: {power}", value=value, power=brings)
    else:
        told = say("Card of value 0: the airship advances. When expelled: {power}", power=brings)
    return Label(told, "S6")


@cache
def tile_label(row: str, tile: str, say: Words) -> Label:
    """A delivery tile by itself: what it asks for and its stars."""
    if row == "day":
        return Label(say("Day delivery: {cost} for {stars}", **_tile(tile, say)), "S16")
    return Label(say("Night delivery: {cost} for {stars}", **_tile(tile, say)), "S16")


@cache
def tile_name(row: str, tile: str, say: Words) -> str:
    """A delivery tile in a sentence."""
    if row == "day":
        return say("a day delivery for {stars} ({cost})", **_tile(tile, say))
    return say("a night delivery for {stars} ({cost})", **_tile(tile, say))


def tile_title(row: str, tile: str, say: Words) -> str:
    """A delivery tile in few words, for tables."""
    cost, stars = tile_parts(tile)
    asked = ", ".join(_each_amount(counted(cost), say)) or say("nothing")
    return f"{capital(hour(row, say))}: {asked} – {several(stars, STAR, say)}"


def tile_list(tiles: Iterable[str], say: Words) -> str:
    """Some delivery tiles of a kind that is known."""
    return say("; ").join("{stars} ({cost})".format(**_tile(tile, say)) for tile in tiles)


def _tile(tile: str, say: Words) -> dict[str, str]:
    cost, stars = tile_parts(tile)
    return {"cost": amounts(counted(cost), say), "stars": several(stars, STAR, say)}


@cache
def pile_label(row: str, left: int, say: Words) -> Label:
    """A pile of deliveries."""
    if row == "day":
        told = say.plural(
            "Pile of day deliveries: {n} tile", "Pile of day deliveries: {n} tiles", left
        )
    else:
        told = say.plural(
            "Pile of night deliveries: {n} tile", "Pile of night deliveries: {n} tiles", left
        )
    return Label(told, "S9")


@cache
def supply_label(resource: str, say: Words) -> Label:
    """A resource that never runs out."""
    return Label(say("Unlimited supply: {resource}", resource=say(resource)), "S8")


def stop_label(say: Words) -> Label:
    """The way to give no more resources for stars (S29, Clearance)."""
    return Label(say("Give nothing more"), "S29")


def die_label(say: Words) -> Label:
    """The die of the Trade Wind."""
    return Label(say("The Trade Wind's die: the lane of its card"), "S31")


@cache
def slot_name(slot: str, say: Words) -> str:
    """A slot: on a summer board by its number, on a winter board by its level and side."""
    level, side = slot[0], slot[1:]
    if not side:
        return say("slot {n}", n=slot)
    if side == "a":
        return say("left slot of level {level}", level=level)
    return say("right slot of level {level}", level=level)


@cache
def slot_label(row: str, slot: str, brings: str, say: Words) -> Label:
    """A slot of a board, and what it brings."""
    told, rule = (
        {"slot": slot_name(slot, say), "brings": brings},
        "S19" if slot.isdigit() else "S28",
    )
    if row == "day":
        return Label(say("Day row, {slot}: {brings}", **told), rule)
    return Label(say("Night row, {slot}: {brings}", **told), rule)


@cache
def board_label(player: str, days: int, nights: int, say: Words) -> Label:
    """The board of a player."""
    told = say(
        "{player}: deliveries made, {days} by day and {nights} by night",
        player=player,
        days=days,
        nights=nights,
    )
    return Label(told, "S17")


@cache
def capacity_label(count: int, capacity: int, say: Words) -> Label:
    """How full the store is."""
    told = say("Store {n}/{m}: resources held, and room for them", n=count, m=capacity)
    return Label(told, "S18")


@cache
def cards_label(held: int, deck: int, say: Words) -> Label:
    """How many cards a player has left."""
    told = say("Cards: {held} in hand, {deck} in the draw pile", held=held, deck=deck)
    return Label(told, "S20")


@cache
def pairs_label(player: str, pairs: int, stars: int, say: Words) -> Label:
    """The pairs of a player, and what they bring."""
    told = say.plural(
        "{player}: {n} pair of day and night, {stars} at the end",
        "{player}: {n} pairs of day and night, {stars} at the end",
        pairs,
        player=player,
        stars=several(stars, STAR, say),
    )
    return Label(told, "S26")


def discard_label(say: Words) -> Label:
    """The pile to discard cards on."""
    return Label(say("Discard pile: discard a card here if every space costs a voyage"), "S14")


@cache
def held_label(player: str, held: int, say: Words) -> Label:
    """A hand that is not seen."""
    who = {"player": player}
    return Label(
        say.plural("{player} holds {n} card", "{player} holds {n} cards", held, **who), "S10"
    )


@cache
def stars_label(player: str, total: int, say: Words) -> Label:
    """The points of a player as they stand."""
    told = say("{player}: {stars} so far", player=player, stars=several(total, STAR, say))
    return Label(told, "S26")


def store_label(player: str, stock: Mapping[str, int], capacity: int, say: Words) -> Label:
    """The store of a player."""
    told = say(
        "{player}'s store: {stock}; room for {n}",
        player=player,
        stock=amounts(stock, say),
        n=capacity,
    )
    return Label(told, "S18")


@cache
def stock_label(
    player: str, kept: int, resource: str, filled: int, capacity: int, say: Words
) -> Label:
    """A resource in the store of another player, and how full the store is."""
    told = say(
        "{player}'s store: {amount}; {filled} of {n} places filled",
        player=player,
        amount=several(kept, resource, say),
        filled=filled,
        n=capacity,
    )
    return Label(told, "S18")


@cache
def token_label(resource: str, say: Words) -> Label:
    """A resource of one's own."""
    return Label(capital(say("{resource} in the store", resource=say(resource))), "S18")


def bonus_words(bonus: Bonus, say: Words) -> str:
    """What a slot brings."""
    return series(list(_bonus(bonus, say)), say) if any(bonus.values()) else say("nothing")


def _bonus(bonus: Bonus, say: Words) -> Iterator[str]:
    if bonus["capacity"]:
        yield say("capacity +{n}", n=bonus["capacity"])
    if bonus["gain"]:
        yield amounts(counted(bonus["gain"]), say)
    if bonus["choose"]:
        yield choice_of(bonus["choose"], bonus["among"], say)
    if bonus["stars"]:
        yield several(bonus["stars"], STAR, say)
    if bonus["stars_per_tile"]:
        n = bonus["stars_per_tile"]
        yield say.plural("{n} star per delivery tile", "{n} stars per delivery tile", n)


def bonus_signs(bonus: Bonus) -> str:
    """What a slot brings, in signs."""
    among = "?" if len(bonus["among"]) == len(OF_LETTER) else "/".join(bonus["among"])
    signs = [
        f"▣+{bonus['capacity']}" if bonus["capacity"] else "",
        "+".join(bonus["gain"]),
        among if bonus["choose"] == 1 else f"{bonus['choose']}×{among}" if among else "",
        f"{bonus['stars']}★" if bonus["stars"] else "",
        f"{bonus['stars_per_tile']}★/▭" if bonus["stars_per_tile"] else "",
    ]
    return " ".join(filter(None, signs)) or "–"


def half_awake(power: str, say: Words) -> str:
    """S29: that a slot is one of the two which an upgrade tile of level 1 needs."""
    return say("one of two slots that activate {title}", title=say(TITLES[power]))


def replaced(owner: Player, slot: int) -> bool:
    """S29: whether an upgrade tile stands for what is printed on a slot."""
    first = owner["level_1"] and slot == constants.SLOT_1B
    return bool(first or (owner["level_3"] and slot == constants.SLOT_3B))


def choice_of(n: int, among: str, say: Words) -> str:
    """So many resources of one's choice."""
    if len(among) == len(OF_LETTER):
        return say.plural("{n} resource of your choice", "{n} resources of your choice", n)
    *first, last = [say(OF_LETTER[letter]) for letter in among]
    either = say("{these} or {last}", these=", ".join(first), last=last) if first else last
    return f"{n} {either}"


# --- upgrade tiles -----------------------------------------------------------------------

TITLES = {
    "tailwind": mark("Tailwind"),
    "crow's nest": mark("Crow's nest"),
    "deep hold": mark("Deep hold"),
    "star chart": mark("Star chart"),
    "cloud nets": mark("Cloud nets"),
    "barter": mark("Barter"),
    "lookout": mark("Lookout"),
    "salvage": mark("Salvage"),
    "jubilee": mark("Jubilee"),
    "harbour": mark("Harbour"),
    "twin cities": mark("Twin cities"),
    "guild": mark("Guild"),
    "cornucopia": mark("Cornucopia"),
    "regatta": mark("Regatta"),
    "clearance": mark("Clearance"),
    "homecoming": mark("Homecoming"),
}
EFFECTS = {
    "tailwind": mark("voyages cost one resource less"),
    "crow's nest": mark("diagonal neighbours cost nothing"),
    "deep hold": mark("capacity +{n}, and {resources} at once"),
    "star chart": mark("{stars} for each later delivery"),
    "cloud nets": mark("your cards of value 0 bring 1"),
    "barter": mark("once per delivery, one resource may stand in for another"),
    "lookout": mark("you hold four cards"),
    "salvage": mark("{stars} for each of your cards expelled from a city"),
    "jubilee": mark("{stars}"),
    "harbour": mark("{stars}, and at the end 1 star per resource left"),
    "twin cities": mark("at the end, {stars} per pair of day and night"),
    "guild": mark("at the end, {stars} per delivery tile"),
    "cornucopia": mark("one of each resource and {stars}"),
    "regatta": mark("{stars} for each of your cards on the board, at least {m}"),
    "clearance": mark("give up to {n} resources for {stars} each"),
    "homecoming": mark("at the end, {stars} for the most deliveries of this kind, {m} if tied"),
}


def effect(numbers: Amounts, power: str, say: Words) -> Label:
    """An upgrade and what it does, with the numbers of its edition."""
    what = _effect(power, *numbers[power], say)
    return Label(say("{title}: {what}", title=say(TITLES[power]), what=what), "S29")


def effect_sentence(numbers: Amounts, power: str, say: Words) -> str:
    """What an upgrade does, without its name."""
    return sentence(_effect(power, *numbers[power], say))


@cache
def _effect(power: str, n: int, m: int, at_once: int, say: Words) -> str:
    stars = several(m if power == "clearance" else n, STAR, say)
    what = say(EFFECTS[power], n=n, m=m, stars=stars, resources=choice_of(m, ANYTHING, say))
    if power == "cornucopia" and n == 0:
        what = say("one of each resource")
    if not at_once:
        return what
    return say("{stars} at once; {what}", stars=several(at_once, STAR, say), what=what)


def pair_label(numbers: Amounts, powers: Iterable[str], say: Words) -> Label:
    """A tile of level 3: its half of the day and its half of the night."""
    day, night = (effect(numbers, power, say) for power in powers)
    return Label(say("By day, {day}. By night, {night}", day=day, night=night), "S29")


# --- moves -------------------------------------------------------------------------------

_RESOURCE_MOVES = {
    "pay": mark("Pay 1 {resource}"),
    "take": mark("Take 1 {resource}"),
    "give": mark("Give 1 {resource}"),
    "drop": mark("Discard 1 {resource}"),
}


def move_label(position: Position, move: Move, say: Words) -> str:
    """A move without a card, in words."""
    if move.verb == "deliver":
        row, place = move.args
        tile = position["display"][row][int(place) - 1]
        return tile_label(row, tile["tile"], say) if tile else ""
    if move.verb == "draft":
        return draft_label(position, *draft_choice(int(constants.CHOICE[move.action])), say)
    if move.verb == "slot":
        return capital(slot_name(move.args[0], say))
    return fixed_label(move, say)


def fixed_label(move: Move, say: Words) -> str:
    """A move without a card that is called the same in every position."""
    if move.verb in _RESOURCE_MOVES:
        return say(_RESOURCE_MOVES[move.verb], resource=say(move.args[0]))
    if move.verb == "barter":
        owed, given = move.args
        return say("Give 1 {given} instead of 1 {owed}", given=say(given), owed=say(owed))
    if move.verb == "exact":
        return say("Pay what the tile asks for")
    return say("Give nothing more")


def draft_label(position: Position, level: int, tile: str, say: Words) -> str:
    """An upgrade tile on offer: one of level 1 by its name, one of level 3 by its number."""
    if level == 1 or not position["offered"]:
        return effect(position["amounts"], tile, say)
    powers = position["offered"]["level_3"][int(tile) - 1]
    return pair_label(position["amounts"], powers or (), say)


def slot_words(
    numbers: Amounts,
    bonuses: Mapping[str, list[Bonus]],
    owner: Player,
    row: str,
    slot: int,
    say: Words,
) -> str:
    """What a slot brings to its owner, upgrades included (S29)."""
    if owner["level_1"] and slot == constants.SLOT_1B:
        other = owner["slots"] and owner["slots"][ROWS[1 - ROWS.index(row)]]
        if constants.SLOTS[slot] in (other or ()):
            return effect(numbers, owner["level_1"], say)
        return half_awake(owner["level_1"], say)
    if owner["level_3"] and slot == constants.SLOT_3B:
        return effect(numbers, owner["level_3"][ROWS.index(row)], say)
    return bonus_words(bonuses[row][slot], say)


# --- what is to be done ------------------------------------------------------------------

_TO_DO = {
    "play": mark("Your turn: choose a card from your hand, then a space."),
    "stuck": mark("Every space costs a voyage: pay for one, or discard a card."),
    "pay": mark("Pay for the voyage: {n} to go."),
    "deliver": mark("Choose the delivery to honour."),
    "barter": mark("Pay what the tile asks for, or give one resource instead of another."),
    "slot": mark("Choose a slot for your delivery."),
    "take": mark("Choose a resource: {n} to go."),
    "give": mark("Clearance: give resources for stars ({n} at most), or stop."),
    "drop": mark("Your store is too full: discard {n}."),
    "draft": mark("Choose an upgrade tile."),
}
_WAITING = {
    "play": mark("{player} chooses a card and a space."),
    "pay": mark("{player} pays for the voyage."),
    "deliver": mark("{player} chooses a delivery."),
    "barter": mark("{player} barters."),
    "slot": mark("{player} chooses a slot."),
    "take": mark("{player} chooses a resource."),
    "give": mark("{player} gives resources for stars."),
    "drop": mark("{player} discards what does not fit in the store."),
    "draft": mark("{player} chooses an upgrade tile."),
}


def prompt(view: View[Position], stuck: bool, say: Words) -> str:
    """What is to be done now, empty if the game is over; `stuck` if a card may be discarded
    (S14)."""
    seat, phase = view["turn"], view["position"]["phase"]
    if seat is None:
        return ""
    if view["seat"] != seat:
        return say(_WAITING[phase], player=name(view, seat, say))
    to_go = _to_go(view["position"], seat)
    return say(_TO_DO["stuck" if stuck and phase == "play" else phase], n=to_go)


def _to_go(position: Position, seat: int) -> int:
    """How many resources are still to be paid, chosen, given or discarded."""
    owner = position["players"][seat]
    left = {
        "pay": position["price"],
        "take": position["choose"],
        "give": position["giving"],
        "drop": sum(owner["stock"].values()) - owner["capacity"],
    }
    return left.get(position["phase"], 0)
