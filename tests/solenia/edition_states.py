"""Records that hold an edition as the naive game reads it, and options; nothing is dealt."""

from collections.abc import Iterable
from typing import Any

import numpy as np

from parhelion.games.solenia.kernels.constants import (
    CROWNING,
    E_AMONG,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    EFFECT,
    LASTING,
    LETTERS,
    POWERS,
    SLOTS,
)
from parhelion.games.solenia.kernels.state import STATE
from tests.solenia.naive_edition import HOUSE
from tests.solenia.naive_rules import Json, cost, worth

ROWS = ("day", "night")
BOARDS = ("summer", "winter")
VARIANTS = (*BOARDS, "upgrades")
DIFFICULTIES = ("breeze", "gale", "storm")
FACES = (("day", "dawn"), ("night", "dusk"))

AMOUNTS = {
    "deep hold": ("capacity", "choose"),
    "star chart": ("stars",),
    "salvage": ("stars",),
    "jubilee": ("stars",),
    "harbour": ("stars",),
    "twin cities": ("stars",),
    "guild": ("stars",),
    "cornucopia": ("stars",),
    "regatta": ("stars", "least"),
    "clearance": ("resources", "stars"),
    "homecoming": ("most", "equal"),
}
"""What the numbers of an upgrade power in a record mean (S29); two each, 0 where there is none."""


def record(
    players: int = 2,
    board: str = "summer",
    upgrades: bool = False,
    even: bool = False,
    difficulty: str = "breeze",
    edition: Json = HOUSE,
) -> Any:
    """One record with its edition and its options, not dealt yet."""
    states = np.zeros(1, dtype=STATE)
    state = states[0]
    fill(state, edition)
    state.players = players
    state.board = BOARDS.index(board)
    state.upgrades = upgrades
    state.even = even
    state.difficulty = DIFFICULTIES.index(difficulty)
    return states


def fill(state: Any, edition: Json) -> None:
    """Write an edition, as the naive game reads it, into a record (S30)."""
    for strip, faces in enumerate(edition["strips"].values()):
        for face, spaces in enumerate(faces.values()):
            state.strips[strip, face] = [LETTERS.index(letter) for letter in spaces]
    state.cards[:] = [kind(card) for card in edition["cards"]]
    for row, of_day_or_night in enumerate(ROWS):
        for number, tile in enumerate(edition["deliveries"][of_day_or_night]):
            state.costs[row, number] = amounts(cost(tile))
            state.worth[row, number] = worth(tile)
        for slot, name in enumerate(SLOTS):
            state.effects[0, row, slot] = effect(edition["summer"][of_day_or_night][slot])
            state.effects[1, row, slot] = effect(edition["winter"][of_day_or_night][name])
    state.capacities[:] = [edition["capacity"][board] for board in BOARDS]
    state.pair_stars[:] = edition["pairs"]
    for players, gifts in edition["gifts"].items():
        for seat, gift in enumerate(gifts):
            state.gifts[players - 1, seat] = amounts(gift)
    state.lasting[:] = range(8)
    state.crowning[:] = range(8)
    state.lasting_amounts[:] = [power_amounts(edition, power) for power in LASTING]
    state.crowning_amounts[:] = [power_amounts(edition, power) for power in CROWNING]
    state.die[:] = (0, 1, 2, 3, 4, -1)
    for number, variant in enumerate(VARIANTS):
        wind = edition["head start"][variant]
        state.head_starts[number] = [wind[difficulty] for difficulty in DIFFICULTIES]
        for players, stars in edition["even"][variant].items():
            state.even_stars[number, players - 1, :players] = stars
    for number, powers in enumerate((LASTING, CROWNING)):
        state.at_once[number] = [edition["powers"][power].get("at once", 0) for power in powers]


def power_amounts(edition: Json, power: str) -> list[int]:
    """The numbers of an upgrade power, beside the stars that it brings at once."""
    numbers = [edition["powers"][power][name] for name in AMOUNTS.get(power, ())]
    return numbers + [0] * (2 - len(numbers))


def kind(card: str) -> int:
    """The number of a kind of card."""
    return len(POWERS) * int(card[0]) + POWERS.index(card[1:])


def amounts(letters: Iterable[str]) -> list[int]:
    """How many of each resource some letters are."""
    listed = list(letters)
    return [listed.count(letter) for letter in LETTERS[:4]]


def effect(bonus: Json) -> list[int]:
    """The bonus of a slot in the numbers of the record."""
    numbers = amounts(bonus.get("gain", "")) + [0] * (EFFECT - 4)
    numbers[E_STARS] = bonus.get("stars", 0)
    numbers[E_PER_TILE] = bonus.get("stars per tile", 0)
    numbers[E_CAPACITY] = bonus.get("capacity", 0)
    if "choose" in bonus:
        numbers[E_CHOOSE] = bonus["choose"]
        numbers[E_AMONG] = sum(1 << LETTERS.index(each) for each in bonus.get("among", "WHSA"))
    return numbers
