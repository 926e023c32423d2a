"""The notation of Solenia: spaces, cards, delivery tiles, moves, rolls and deals as text.

A space is a strip from the rear and a lane: "3-2". A card is its value and its power: "0x2" brings
two of what the space produces, "0ws" wood and stone, "1w" one wood, "2*w" a star if the space
produces wood. A delivery tile is what it asks for and its stars: "WWH5". A move is a word and
what is chosen: "play 0x2 3-2", "discard 0x2", "pay wood", "deliver day 2", "exact",
"barter wood stone" (stone is given for wood), "slot 2a", "take wood", "give wood", "stop",
"drop wood", "draft tailwind", "draft 2".
"""

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Any

import numpy as np
from pydantic import AfterValidator, Field

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadDeal, BadNotation
from parhelion.games import Json, Refusal
from parhelion.games.event_codes import event_codes
from parhelion.games.solenia import INFO
from parhelion.games.solenia.editions import HOUSE, edition_file
from parhelion.games.solenia.editions.edition_parts import Edition
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import CARDS, TILES
from parhelion.games.solenia.kernels.event_codes import ROLLED
from parhelion.games.solenia.kernels.powers import decks_in_play
from parhelion.games.solenia.kernels.reach import price_of
from parhelion.games.solenia.kernels.resources import amount_in
from parhelion.games.solenia.kernels.rules import begin
from parhelion.games.solenia.kernels.setup import clear, lay_sky
from parhelion.validated import Strict, validated
from parhelion.words import Words, mark

ROWS = ("day", "night")
SPACES = [
    f"{space // constants.STRIDE + 1}-{space % constants.STRIDE + 1}" for space in constants.SPACES
]
"""The name of every space."""
PLACES = {
    name: (space // constants.STRIDE + 1, space % constants.STRIDE + 1)
    for name, space in zip(SPACES, constants.SPACES, strict=True)
}
"""The strip, from the rear, and the lane of every space by its name, both from 1."""
KINDS = [f"{value}{power}" for value in range(constants.VALUES) for power in constants.POWERS]
"""The name of every kind of card."""
STRIPS = "ABCDT"
FACES = (("day", "night"),) * 4 + (("dawn", "dusk"),)


def space_name(space: int) -> str | None:
    """The name of a space, None for none."""
    return SPACES[constants.SPACE_NUMBER[space]] if space >= 0 else None


def space_at(strip: int, lane: int) -> str:
    """The name of the space on a strip, from the rear, and a lane, both from 1."""
    return SPACES[constants.LANES * (strip - 1) + lane - 1]


def card_parts(kind: str) -> tuple[int, str]:
    """The value and the power of a kind of card."""
    return int(kind[0]), kind[1:]


@cache
def tile_parts(name: str) -> tuple[str, int]:
    """What a delivery tile asks for, in letters, and its stars."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :])


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


def draft_choice(choice: int) -> tuple[int, str]:
    """The level of a tile that can be drafted, and its name (level 1) or number (level 3)."""
    if choice < constants.LEVEL_3:
        return 1, constants.LASTING[choice]
    return 3, str(choice - constants.LEVEL_3 + 1)


def _choice_text(phase: int, choice: int) -> str:
    if phase == constants.DELIVER:
        return f"deliver {ROWS[choice // constants.DISPLAYED]} {choice % constants.DISPLAYED + 1}"
    if phase == constants.BARTER_PHASE:
        if choice == constants.EXACT:
            return "exact"
        return f"barter {constants.RESOURCES[choice // 4]} {constants.RESOURCES[choice % 4]}"
    if phase == constants.SLOT:
        return f"slot {constants.SLOTS[choice]}"
    if phase == constants.DRAFT:
        return f"draft {draft_choice(choice)[1]}"
    if choice == constants.STOP:
        return "stop"
    return f"{constants.PHASES[phase]} {constants.RESOURCES[choice]}"


TEXTS = [
    *(f"play {kind} {space}" for kind in KINDS for space in SPACES),
    *(f"discard {kind}" for kind in KINDS),
    *(_choice_text(phase, each) for phase, every in enumerate(constants.CHOICES) for each in every),
]
"""Every action in notation."""


def play_action(kind: str, space: str) -> int:
    """The action that plays a card on a space."""
    return constants.NUMBER_OF_SPACES * KINDS.index(kind) + SPACES.index(space)


def discard_action(kind: str) -> int:
    """The action that discards a card."""
    return constants.PLAYS + KINDS.index(kind)


def text(action: int) -> str:
    """An action in notation."""
    return TEXTS[action]


_NOT_NOW = (
    mark("you can't play a card now"),
    mark("there is no voyage to pay"),
    mark("you can't honour a delivery now"),
    mark("there is nothing to barter"),
    mark("no delivery is waiting for a slot"),
    mark("there is nothing to choose"),
    mark("you can't give resources for stars now"),
    mark("your store is not too full"),
    mark("you can't take an upgrade tile now"),
)
_NOT_THAT = (
    "",
    mark("you have none, or could pay for no delivery afterwards"),
    mark("this delivery is not on display, or you can't pay for it"),
    mark("this delivery can't be paid that way"),
    mark("this slot is not open"),
    mark("you can't choose this resource"),
    mark("you have none"),
    mark("you have none"),
    mark("you can't take this tile"),
)


_RULES = ("S11", "S13", "S16", "S29", "S27", "S19", "S29", "S18", "S29", "S25")


def rule_of(state: Any, phase: int) -> str:
    """The rule about the choice of a phase; winter boards have bonuses of their own."""
    return "S28" if phase == constants.TAKE and state.board else _RULES[phase]


def why_illegal(state: Any, action: int, say: Words) -> Refusal:
    """Why an action is not legal."""
    phase = constants.PLAY if action < constants.FIRST_CHOICE else int(constants.PHASE[action])
    if phase != state.phase:
        return Refusal(say(_NOT_NOW[phase]), rule_of(state, phase))
    if phase != constants.PLAY:
        return Refusal(say(_NOT_THAT[phase]), rule_of(state, phase))
    discards = action >= constants.PLAYS
    kind = action - constants.PLAYS if discards else action // constants.NUMBER_OF_SPACES
    if kind not in {int(state.cards[card]) for card in state.hands[state.actor] if card >= 0}:
        return Refusal(say("this card is not in your hand"), "S11")
    if discards:
        return Refusal(say("you can play a card without extending the voyage"), "S14")
    return _space_why_illegal(state, action % constants.NUMBER_OF_SPACES, say)


def _space_why_illegal(state: Any, number: int, say: Words) -> Refusal:
    """Why a card may not be played on a space (S11-S16)."""
    space = constants.SPACES[number]
    if int(state.taken) >> space & 1:
        return Refusal(say("there is already a card on this space"), "S11")
    price = int(price_of(state, int(state.actor), space))
    if price > int(amount_in(state, int(state.actor))):
        costs = say.plural(
            "the voyage to this space costs {n} resource",
            "the voyage to this space costs {n} resources",
            price,
        )
        return Refusal(costs, "S13")
    return Refusal(say("you can't honour a delivery in this city"), "S16")


# --- chance ------------------------------------------------------------------------------

ROLLS = [f"roll {face}" for face in (*range(1, constants.LANES + 1), "star")]
"""The faces of the die in notation, by lane, the star last."""


def chance_text(state: Any) -> str:
    """What chance decided in the last action: the rolls of the die (S31), "" if there were none."""
    codes = event_codes(state)
    return ", ".join(ROLLS[code & 65535] for code in codes if code >> 24 == ROLLED)


def give_chance(state: Any, text: str, say: Words) -> None:
    """Let the next action roll what a real die shows: "roll 4", "roll star"."""
    if state.players != constants.ALONE:
        raise BadNotation(say("{text!r}: only the Trade Wind rolls a die", text=text))
    rolls = [" ".join(roll.lower().split()) for roll in text.split(",")]
    for roll in rolls:
        if roll not in ROLLS:
            raise BadNotation(say("{text!r}: write a roll like this: roll 4", text=roll))
        if (ROLLS.index(roll) if roll != ROLLS[-1] else -1) not in state.die:
            raise BadNotation(say("{text!r}: the die has no such face", text=roll))
    if len(rolls) > constants.ROLLS:
        raise BadNotation(say("{text!r}: the die is not rolled so often", text=text))
    state.given[: len(rolls)] = [ROLLS.index(roll) for roll in rolls]


# --- options and deals -------------------------------------------------------------------

_INDEXED = {option.name: option.values for option in INFO.options if option.name != "edition"}


def write_options(state: Any, options: Mapping[str, str]) -> None:
    """Put the options into a fresh state, and the edition that they name."""
    for name, values in _INDEXED.items():
        state[name] = values.index(options[name])
    state.players = int(options["players"])
    _write_edition(state, edition_file.load(options["edition"]))


def _write_edition(state: Any, printed: Edition) -> None:
    for name, table in edition_file.as_arrays(printed).items():
        state[name] = table


def _find_edition(state: Any, dealt: str) -> None:
    """See that a state holds the edition with the checksum of a deal. If the house edition was
    another one when the game was dealt, put that one in."""
    here = edition_file.checksum_of_record(state)
    if dealt == here:
        return
    older = edition_file.archived().get(dealt)
    if older is None or here != edition_file.checksum(edition_file.load()):
        raise BadDeal(
            f"deal.edition: the game was dealt from edition {dealt!r}, this one is {here!r}"
        )
    _write_edition(state, older)


def older_deal(options: Mapping[str, str], deal: Json, rules: int) -> Json:
    """The same deal from the house edition of that version."""
    if options["edition"] != HOUSE:
        return deal
    return deal | {"edition": edition_file.checksum(edition_file.house_of(rules))}


def read_deal(state: Any) -> Json:
    """The checksum of the edition, the sky, every deck and both delivery piles in the order they
    are drawn, the upgrades.

    A state that has just been dealt has drawn already: hands and display come first.
    """
    deal: Json = {
        "edition": edition_file.checksum_of_record(state),
        "sky": [
            [STRIPS[strip], FACES[strip][face]]
            for strip, face in zip(state.order.tolist(), state.face.tolist(), strict=True)
        ],
        "decks": [_deck(state, seat) for seat in range(int(decks_in_play(state)))],
        "deliveries": {name: _pile(state, row) for row, name in enumerate(ROWS)},
    }
    if state.upgrades:
        players = int(state.players)
        deal["upgrades"] = {
            "level 1": [constants.LASTING[power] for power in state.offered_1[:players]],
            "level 3": [
                [constants.CROWNING[power] for power in pair] for pair in state.offered_3[:players]
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


def _of(count: int, what: str) -> AfterValidator:
    """A list has so many things."""

    def check(given: list[Any]) -> list[Any]:
        _count(given, count, what)
        return given

    return AfterValidator(check)


def _count(given: list[Any], count: int, what: str, where: str = "") -> None:
    if len(given) != count:
        problem = f"expected {count} {what}, found {len(given)}"
        raise BadDeal(f"{where}: {problem}") if where else ValueError(problem)


class Piles(Strict):
    """The tiles of both delivery piles in the order they are drawn."""

    day: Annotated[list[str], _of(TILES, "tiles")]
    night: Annotated[list[str], _of(TILES, "tiles")]


class Deal(Strict):
    """A deal as a record has it."""

    edition: str
    sky: Annotated[list[Annotated[list[str], _of(2, "parts")]], _of(constants.STRIPS, "strips")]
    decks: list[Annotated[list[str], _of(CARDS, "cards")]]
    deliveries: Piles


class Upgrades(Strict):
    """The upgrade tiles on offer."""

    level_1: list[str] = Field(alias="level 1")
    level_3: list[Annotated[list[str], _of(2, "halves")]] = Field(alias="level 3")


class DealWithUpgrades(Deal):
    """A deal of a game with upgrade tiles."""

    upgrades: Upgrades


def write_deal(states: Any, deal: Any) -> None:
    """Set states[0] up with everything where an explicit deal says."""
    state = states[0]
    given = validated(DealWithUpgrades if state.upgrades else Deal, deal, "deal", BadDeal)
    _find_edition(state, given.edition)
    strips, sky = _sky(given.sky)
    _count(given.decks, int(decks_in_play(state)), "decks", "deal.decks")
    cards = [card_name(state, card) for card in range(CARDS)]
    decks = [_order(deck, f"deal.decks[{i}]", cards, "card") for i, deck in enumerate(given.decks)]
    piles = [_pile_order(state, given.deliveries, row) for row in range(2)]
    upgrades = given.upgrades if isinstance(given, DealWithUpgrades) else None
    first, third = _upgrades(upgrades, state) if upgrades else ([], [])
    clear(state)
    lay_sky(state, np.array(strips, dtype=np.int64), sky)
    state.piles[:] = [pile[::-1] for pile in piles]
    state.decks[: len(decks)] = [deck[::-1] for deck in decks]
    if upgrades:
        state.offered_1[: len(first)] = first
        state.offered_3[: len(third)] = third
    begin(state)


def _pile_order(state: Any, piles: Piles, row: int) -> list[int]:
    names = [tile_name(state, row, tile) for tile in range(TILES)]
    return _order(getattr(piles, ROWS[row]), f"deal.deliveries.{ROWS[row]}", names, "tile")


def _sky(laid: list[list[str]]) -> tuple[list[int], int]:
    """The four strips around the twilight one, and 0 for dawn or 1 for dusk in the middle."""
    if sorted(strip for strip, _ in laid) != sorted(STRIPS) or laid[2][0] != "T":
        raise BadDeal("deal.sky: expected the strips A to D in any order around T in the middle")
    strips = [STRIPS.index(strip) for strip, _ in laid]
    for sky in range(2):
        faces = [1 - sky, 1 - sky, sky, sky, sky]
        if [face for _, face in laid] == [FACES[s][f] for s, f in zip(strips, faces, strict=True)]:
            return [strip for strip in strips if strip != constants.TWILIGHT], sky
    raise BadDeal(
        "deal.sky: expected night, night, dawn, day, day or day, day, dusk, night, night, "
        f"found {', '.join(face for _, face in laid)}"
    )


def _upgrades(given: Upgrades, state: Any) -> tuple[list[int], list[list[int]]]:
    """The level-1 tiles and the pairs of level 3, one of each a player."""
    players, where = int(state.players), "deal.upgrades.level 1"
    _count(given.level_1, players, "tiles", where)
    first = [
        _power(name, f"{where}[{i}]", constants.LASTING) for i, name in enumerate(given.level_1)
    ]
    _are_there(first, where, state.lasting, constants.LASTING)
    where = "deal.upgrades.level 3"
    _count(given.level_3, players, "tiles", where)
    third = [_halves(pair, f"{where}[{i}]") for i, pair in enumerate(given.level_3)]
    for row, name in enumerate(ROWS):
        powers = [pair[row] for pair in third]
        _are_there(powers, f"{where}, {name}", state.crowning[row], constants.CROWNING)
    return first, third


def _halves(halves: list[str], where: str) -> list[int]:
    """A pair of different halves."""
    if halves[0] == halves[1]:
        raise BadDeal(f"{where}: expected two different halves, found {halves[0]!r} twice")
    return [_power(name, where, constants.CROWNING) for name in halves]


def _power(name: str, where: str, known: tuple[str, ...]) -> int:
    if name not in known:
        raise BadDeal(f"{where}: there is no upgrade {name!r}{did_you_mean(name, known)}")
    return known.index(name)


def _are_there(powers: list[int], where: str, printed: Any, names: tuple[str, ...]) -> None:
    """No more tiles of a power than the edition has."""
    for power in sorted(set(powers)):
        if (there := printed.tolist().count(power)) < powers.count(power):
            raise BadDeal(f"{where}: {names[power]!r} is there {there} times in this edition")


def _order(given: list[str], where: str, names: list[str], what: str) -> list[int]:
    """The numbers of named things in the order given; things of one name are alike."""
    left: dict[str, list[int]] = {}
    for number, name in enumerate(names):
        left.setdefault(name, []).append(number)
    order = []
    for i, name in enumerate(given):
        if name not in left:
            raise BadDeal(f"{where}[{i}]: there is no {what} {name!r}")
        if not left[name]:
            raise BadDeal(f"{where}[{i}]: one {what} {name} too many")
        order.append(left[name].pop(0))
    return order
