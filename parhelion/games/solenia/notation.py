"""Solenia in words: spaces, cards, delivery tiles, moves and deals.

A space is a strip from the rear and a lane: "3-2". A card is its value and its power: "0x2" brings
two of what the space produces, "0ws" wood and stone, "1w" one wood, "2*w" a star if the space
produces wood. A delivery tile is what it asks for and its stars: "WWH5". A move is a word and
what is chosen: "play 0x2 3-2", "discard 0x2", "pay wood", "deliver day 2", "exact",
"barter wood stone" (stone is given for wood), "slot 2a", "take wood", "give wood", "stop",
"drop wood", "draft tailwind", "draft 2".
"""

from collections.abc import Mapping
from typing import Any

import numpy as np

from parhelion.errors import BadDeal, BadNotation
from parhelion.games import Json, did_you_mean
from parhelion.games.deals import checked_list, checked_object
from parhelion.games.solenia import rules, tables
from parhelion.games.solenia.editions import edition
from parhelion.games.solenia.state import CARDS, TILES
from parhelion.words import ENGLISH, Words, mark

ROWS = ("day", "night")
SPACES = [f"{space // tables.STRIDE + 1}-{space % tables.STRIDE + 1}" for space in tables.SPACES]
"""The name of every space."""
KINDS = [f"{value}{power}" for value in range(tables.VALUES) for power in tables.POWERS]
"""The name of every kind of card."""
STRIPS = "ABCDT"
FACES = (("day", "night"),) * 4 + (("dawn", "dusk"),)


def space_name(space: int) -> str | None:
    """The name of a space, None for none."""
    return SPACES[tables.SPACE_NUMBER[space]] if space >= 0 else None


def cost_name(cost: Any) -> str:
    """What a delivery asks for, in letters."""
    return "".join(letter * int(n) for letter, n in zip("WHSA", cost, strict=True))


def tile_name(state: Any, row: int, tile: int) -> str:
    """A delivery tile of the edition in a state."""
    return f"{cost_name(state.costs[row, tile])}{int(state.worth[row, tile])}"


def card_name(state: Any, card: int) -> str:
    """A card of the edition in a state."""
    return KINDS[int(state.cards[card])]


# --- moves -------------------------------------------------------------------------------


def _choice_text(phase: int, choice: int) -> str:
    if phase == tables.DELIVER:
        return f"deliver {ROWS[choice // tables.DISPLAYED]} {choice % tables.DISPLAYED + 1}"
    if phase == tables.BARTER_PHASE:
        if choice == tables.EXACT:
            return "exact"
        return f"barter {tables.RESOURCES[choice // 4]} {tables.RESOURCES[choice % 4]}"
    if phase == tables.SLOT:
        return f"slot {tables.SLOTS[choice]}"
    if phase == tables.DRAFT:
        if choice < tables.LEVEL_3:
            return f"draft {tables.LASTING[choice]}"
        return f"draft {choice - tables.LEVEL_3 + 1}"
    if choice == tables.STOP:
        return "stop"
    return f"{tables.PHASES[phase]} {tables.RESOURCES[choice]}"


TEXTS = [
    *(f"play {kind} {space}" for kind in KINDS for space in SPACES),
    *(f"discard {kind}" for kind in KINDS),
    *(_choice_text(phase, each) for phase, every in enumerate(tables.CHOICES) for each in every),
]
"""Every action in notation."""
ACTIONS = {text: action for action, text in enumerate(TEXTS)}
VERBS = sorted({text.split()[0] for text in TEXTS})


def text(action: int) -> str:
    """An action in notation."""
    return TEXTS[action]


def parse(text: str, say: Words = ENGLISH) -> int:
    """The action that a text means, whether legal now or not."""
    words = text.lower().split()
    if (action := ACTIONS.get(" ".join(words))) is not None:
        return action
    raise BadNotation(say("{text!r}: {why}", text=text, why=_misread(words, say)))


def _misread(words: list[str], say: Words) -> str:
    """What is wrong with a text that is no move."""
    verb, *rest = words or [""]
    if verb not in VERBS:
        return say("no move begins with {verb!r}", verb=verb) + did_you_mean(verb, VERBS, say)
    if verb in ("play", "discard") and rest and rest[0] not in KINDS:
        return say("no card is called {name!r}", name=rest[0])
    example = next(text for text in TEXTS if text.startswith(verb))
    return say("write it like this: {example}", example=example)


_NOT_NOW = (
    mark("it is not the time to play a card"),
    mark("there is no voyage to pay"),
    mark("it is not the time to honour a delivery"),
    mark("there is nothing to barter"),
    mark("no delivery waits for a slot"),
    mark("there is nothing to choose"),
    mark("it is not the time to give resources for stars"),
    mark("your store is not too full"),
    mark("no upgrade tiles are handed out now"),
)
_NOT_THAT = (
    "",
    mark("you have none of it, or no delivery could be paid after it"),
    mark("this delivery is not there, or you cannot pay it"),
    mark("this delivery cannot be paid so"),
    mark("this slot is not open"),
    mark("this resource is not among those to choose from"),
    mark("you have none of it"),
    mark("you have none of it"),
    mark("this tile is not on offer to you"),
)


def why_illegal(state: Any, action: int, say: Words = ENGLISH) -> str:
    """Why an action is not legal."""
    phase = tables.PLAY if action < tables.FIRST_CHOICE else int(tables.PHASE[action])
    if phase != state.phase:
        return say(_NOT_NOW[phase])
    if phase != tables.PLAY:
        return say(_NOT_THAT[phase])
    verb, kind, *where = TEXTS[action].split()
    if kind not in {card_name(state, card) for card in state.hands[state.actor] if card >= 0}:
        return say("{card} is not in your hand", card=kind)
    if verb == "discard":
        return say("you can play a card without extending the voyage")
    return _space_why_illegal(state, where[0], say)


def _space_why_illegal(state: Any, name: str, say: Words) -> str:
    """Why a card may not be played on a space (S11-S16)."""
    space = int(tables.SPACE[SPACES.index(name)])
    if int(state.taken) >> space & 1:
        return say("there is a card on {space}", space=name)
    price = int(rules.price_of(state, int(state.actor), space))
    if price > int(rules.amount_in(state, int(state.actor))):
        return say.plural(
            "the voyage to {space} costs {n} resource",
            "the voyage to {space} costs {n} resources",
            price,
            space=name,
        )
    return say("no delivery could be honoured on {space}", space=name)


# --- options and deals -------------------------------------------------------------------

BOARDS = ("summer", "winter")
SKIES = ("random", "dawn", "dusk")
DIFFICULTIES = ("breeze", "gale", "storm")


def write_options(state: Any, options: Mapping[str, str]) -> None:
    """Put the options into a fresh state, and the edition that they name."""
    state.players = int(options["players"])
    state.board = BOARDS.index(options["board"])
    state.upgrades = options["upgrades"] == "on"
    state.sky = SKIES.index(options["sky"])
    state.even = options["even"] == "on"
    state.difficulty = DIFFICULTIES.index(options["difficulty"])
    for name, table in edition.as_arrays(edition.load(options["edition"])).items():
        state[name] = table


def read_deal(state: Any) -> Json:
    """The checksum of the edition, the sky, every deck and both delivery piles in the order they
    are drawn, the upgrades.

    A state that has just been dealt has drawn already: hands and display come first.
    """
    deal: Json = {
        "edition": edition.checksum_of_record(state),
        "sky": [
            [STRIPS[strip], FACES[strip][face]]
            for strip, face in zip(state.order.tolist(), state.face.tolist(), strict=True)
        ],
        "decks": [_deck(state, seat) for seat in range(int(rules.decks_in_play(state)))],
        "deliveries": {name: _pile(state, row) for row, name in enumerate(ROWS)},
    }
    if state.upgrades:
        players = int(state.players)
        deal["upgrades"] = {
            "level 1": [tables.LASTING[power] for power in state.offered_1[:players]],
            "level 3": [
                [tables.CROWNING[power] for power in pair] for pair in state.offered_3[:players]
            ],
        }
    return deal


def _deck(state: Any, seat: int) -> list[str]:
    hand = [card for card in state.hands[seat].tolist() if card >= 0]
    deck = state.decks[seat][: state.deck_left[seat]].tolist()
    return [card_name(state, card) for card in (*hand, *reversed(deck))]


def _pile(state: Any, row: int) -> list[str]:
    shown = [tile for tile in state.display[row].tolist() if tile >= 0]
    pile = state.piles[row][: state.left[row]].tolist()
    return [tile_name(state, row, tile) for tile in (*shown, *reversed(pile))]


def write_deal(states: Any, deal: Any) -> None:
    """Set states[0] up with everything where an explicit deal says."""
    state = states[0]
    keys = ("edition", "sky", "decks", "deliveries", *(("upgrades",) if state.upgrades else ()))
    parts = checked_object(deal, "deal", keys)
    if parts["edition"] != (here := edition.checksum_of_record(state)):
        found = parts["edition"]
        raise BadDeal(
            f"deal.edition: the game was dealt from edition {found!r}, this one is {here!r}"
        )
    strips, sky = _sky(parts["sky"])
    seats = int(rules.decks_in_play(state))
    names = [card_name(state, card) for card in range(CARDS)]
    given = checked_list(parts["decks"], "deal.decks", seats, "decks")
    decks = [_order(deck, f"deal.decks[{i}]", names, "card") for i, deck in enumerate(given)]
    both = checked_object(parts["deliveries"], "deal.deliveries", ROWS)
    piles = [
        _order(
            both[name],
            f"deal.deliveries.{name}",
            [tile_name(state, row, tile) for tile in range(TILES)],
            "tile",
        )
        for row, name in enumerate(ROWS)
    ]
    first, third = _upgrades(parts["upgrades"], state) if state.upgrades else ([], [])
    rules.clear(state)
    rules.lay_sky(state, np.array(strips, dtype=np.int64), sky)
    for row, pile in enumerate(piles):
        state.piles[row] = pile[::-1]
    for seat, deck in enumerate(decks):
        state.decks[seat] = deck[::-1]
    state.offered_1[: len(first)] = first
    for i, pair in enumerate(third):
        state.offered_3[i] = pair
    rules.begin(state)


def _sky(value: Any) -> tuple[list[int], int]:
    """The four strips around the twilight one, and 0 for dawn or 1 for dusk in the middle."""
    laid = [
        (checked_list(each, f"deal.sky[{i}]", 2, "parts")[0], each[1])
        for i, each in enumerate(checked_list(value, "deal.sky", 5, "strips"))
    ]
    if sorted(str(strip) for strip, _ in laid) != sorted(STRIPS) or laid[2][0] != "T":
        raise BadDeal("deal.sky: expected the strips A to D in any order around T in the middle")
    strips = [STRIPS.index(strip) for strip, _ in laid]
    for sky in range(2):
        faces = [1 - sky, 1 - sky, sky, sky, sky]
        if [face for _, face in laid] == [FACES[s][f] for s, f in zip(strips, faces, strict=True)]:
            return [strip for strip in strips if strip != rules.TWILIGHT], sky
    raise BadDeal(
        "deal.sky: expected night, night, dawn, day, day or day, day, dusk, night, night, "
        f"found {', '.join(str(face) for _, face in laid)}"
    )


def _upgrades(value: Any, state: Any) -> tuple[list[int], list[list[int]]]:
    """The level-1 tiles and the pairs of level 3, one of each a player."""
    parts = checked_object(value, "deal.upgrades", ("level 1", "level 3"))
    players, where = int(state.players), "deal.upgrades.level 1"
    ones = checked_list(parts["level 1"], where, players, "tiles")
    first = [_power(name, f"{where}[{i}]", tables.LASTING) for i, name in enumerate(ones)]
    _count(first, where, state.lasting, tables.LASTING)
    where = "deal.upgrades.level 3"
    threes = checked_list(parts["level 3"], where, players, "tiles")
    third = [_halves(pair, f"{where}[{i}]") for i, pair in enumerate(threes)]
    for row, name in enumerate(ROWS):
        powers = [pair[row] for pair in third]
        _count(powers, f"{where}, {name}", state.crowning[row], tables.CROWNING)
    return first, third


def _halves(value: Any, where: str) -> list[int]:
    """A pair of different halves."""
    halves = checked_list(value, where, 2, "halves")
    if halves[0] == halves[1]:
        raise BadDeal(f"{where}: expected two different halves, found {halves[0]!r} twice")
    return [_power(name, where, tables.CROWNING) for name in halves]


def _power(name: Any, where: str, known: tuple[str, ...]) -> int:
    if name not in known:
        raise BadDeal(f"{where}: there is no upgrade {name!r}{did_you_mean(name, known)}")
    return known.index(name)


def _count(powers: list[int], where: str, printed: Any, names: tuple[str, ...]) -> None:
    """No more tiles of a power than the edition has."""
    for power in sorted(set(powers)):
        if (there := printed.tolist().count(power)) < powers.count(power):
            raise BadDeal(f"{where}: {names[power]!r} is there {there} times in this edition")


def _order(value: Any, where: str, names: list[str], what: str) -> list[int]:
    """The numbers of named things in the order given; things of one name are alike."""
    left: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        left.setdefault(name, []).append(number)
    order = []
    for i, name in enumerate(checked_list(value, where, len(names), f"{what}s")):
        if not isinstance(name, str) or name not in left:
            raise BadDeal(f"{where}[{i}]: there is no {what} {name!r}")
        if not left[name]:
            raise BadDeal(f"{where}[{i}]: one {what} {name} too many")
        order.append(left[name].pop(0))
    return order
