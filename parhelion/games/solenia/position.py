"""A position of Solenia as JSON: the sky, the deliveries, the players, and what is printed."""

from collections.abc import Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Any, NamedTuple

import numpy as np

from parhelion.games import Json
from parhelion.games.solenia import rules, tables
from parhelion.games.solenia.notation import FACES, KINDS, ROWS, STRIPS, cost_name, space_name
from parhelion.games.solenia.state import (
    CARDS,
    E_AMONG,
    E_CAPACITY,
    E_CHOOSE,
    E_PER_TILE,
    E_STARS,
    STATE,
    TILES,
    WINTER,
)

PARTS = ("stars", "deliveries", "pairs", "resources", "upgrades")
"""What brings points, in the order of the rules."""
LETTERS = tables.LETTERS[: len(tables.RESOURCES)]
EDITIONS = 16
"""How many editions are kept as they are told."""


# --- what is printed ---------------------------------------------------------------------


class Printed(NamedTuple):
    """What people read of an edition; made once, and shared by everything told of it."""

    strips: list[list[list[str]]]
    """The spaces of each strip and face."""
    cards: list[str]
    tiles: list[list[Json]]
    """The delivery tiles of each row."""
    bonuses: list[Json]
    """What the slots of each board bring, by row."""
    amounts: Json
    """The numbers of the upgrade powers."""
    pair_stars: list[int]


_END = dict(STATE.fields or {})["players"][1]  # the edition comes first in the record


def printed(state: Any) -> Printed:
    """What the edition in a state prints."""
    return _printed(state.tobytes()[:_END])


@lru_cache(EDITIONS)
def _printed(edition: bytes) -> Printed:
    states = np.zeros(1, dtype=STATE)
    states.view(np.uint8)[:_END] = np.frombuffer(edition, dtype=np.uint8)
    now = _plain(states[0])
    powers = zip(
        (*tables.LASTING, *tables.CROWNING),
        (*now.lasting_amounts, *now.crowning_amounts),
        strict=True,
    )
    return Printed(
        [[[tables.LETTERS[each] for each in face] for face in strip] for strip in now.strips],
        [KINDS[kind] for kind in now.cards],
        [
            [_tile(cost, stars) for cost, stars in zip(*of_row, strict=True)]
            for of_row in zip(now.costs, now.worth, strict=True)
        ],
        [
            {name: list(map(_bonus, slots)) for name, slots in zip(ROWS, board, strict=True)}
            for board in now.effects
        ],
        dict(powers),
        now.pair_stars,
    )


def _tile(cost: Sequence[int], stars: int) -> Json:
    letters = cost_name(cost)
    return {"tile": f"{letters}{stars}", "cost": letters, "stars": stars}


def _bonus(effect: Sequence[int]) -> Json:
    """What a slot brings, in words and numbers (S19, S28)."""
    among = "".join(letter for i, letter in enumerate(LETTERS) if effect[E_AMONG] >> i & 1)
    return {
        "gain": cost_name(effect[: len(LETTERS)]),
        "stars": effect[E_STARS],
        "choose": effect[E_CHOOSE],
        "among": among,
        "capacity": effect[E_CAPACITY],
        "stars per tile": effect[E_PER_TILE],
    }


# --- the position ------------------------------------------------------------------------


def describe(state: Any) -> Json:
    """The sky, the deliveries and the players as far as they are known."""
    now, known = _plain(state), printed(state)
    seats = 2 if now.players == rules.ALONE else now.players
    return {
        "phase": tables.PHASES[now.phase],
        "turn": now.turn,
        "sky": [_strip(now, position, known) for position in range(tables.STRIPS)],
        "airship": f"{3 + now.ahead}-3",
        "display": {name: _display(now, row, known) for row, name in enumerate(ROWS)},
        "left": dict(zip(ROWS, now.left, strict=True)),
        "players": [_player(state, now, seat, known) for seat in range(seats)],
        "price": now.price,
        "place": space_name(now.place),
        "chosen": f"{ROWS[now.row]} {now.chosen + 1}" if now.chosen >= 0 else None,
        "choose": now.to_choose,
        "giving": now.giving,
        "offered": _offered(now),
        "bonuses": known.bonuses[now.board],
        "amounts": known.amounts,
        "pair stars": known.pair_stars,
    }


def _plain(state: Any) -> Any:
    """A state with plain Python values: each look into a record would take microseconds."""
    values = (each.tolist() if hasattr(each, "tolist") else each for each in state.item())
    return SimpleNamespace(**dict(zip(state.dtype.names, values, strict=True)))


def _strip(now: Any, position: int, known: Printed) -> Json:
    strip, face = now.order[position], now.face[position]
    first = tables.STRIDE * position
    return {
        "strip": STRIPS[strip],
        "face": FACES[strip][face],
        "spaces": known.strips[strip][face],
        "cards": [_card(now, first + lane) for lane in range(tables.LANES)],
    }


def _card(now: Any, space: int) -> Json | None:
    if now.lying[space] < 0:
        return None
    return {"card": KINDS[now.lying[space]], "seat": now.owner[space]}


def _display(now: Any, row: int, known: Printed) -> list[Json | None]:
    places = 3 if now.players < 4 else 4
    return [known.tiles[row][tile] if tile >= 0 else None for tile in now.display[row][:places]]


def _player(state: Any, now: Any, seat: int, known: Printed) -> Json:
    return {
        "stock": dict(zip(tables.RESOURCES, now.stock[seat], strict=True)),
        "capacity": now.capacity[seat],
        "stars": now.stars[seat],
        "hand": [known.cards[card] for card in now.hands[seat] if card >= 0],
        "held": now.held[seat],
        "deck": now.deck_left[seat],
        "used": [known.cards[card] for card in range(CARDS) if now.used[seat] >> card & 1],
        "deliveries": {
            name: _delivered(now.tiles[seat][row], known.tiles[row])
            for row, name in enumerate(ROWS)
        },
        **_upgraded(now, seat),
        "points": points(state, seat),
    }


def _delivered(tiles: int, known: list[Json]) -> list[str]:
    return [known[tile]["tile"] for tile in range(TILES) if tiles >> tile & 1]


def _upgraded(now: Any, seat: int) -> Json:
    """The slots of a winter board and the upgrade tiles."""
    first, third = now.level_1[seat], now.level_3[seat]
    return {
        "slots": _slots(now.slots[seat]) if now.board == WINTER else None,
        "level 1": tables.LASTING[first] if first >= 0 else None,
        "awake": bool(now.powers[seat]),
        "level 3": [tables.CROWNING[power] for power in third] if third[0] >= 0 else None,
        "crowned": {name: bool(now.crowns[seat][row]) for row, name in enumerate(ROWS)},
    }


def _slots(filled: Sequence[int]) -> Json:
    """The filled slots of both rows by their names."""
    return {
        name: [slot for i, slot in enumerate(tables.SLOTS) if filled[row] >> i & 1]
        for row, name in enumerate(ROWS)
    }


def _offered(now: Any) -> Json | None:
    """The upgrade tiles on offer during the draft."""
    if not now.upgrades or now.draft_round > 1:
        return None
    ones, threes = now.offered_1[: now.players], now.offered_3[: now.players]
    return {
        "level 1": [tables.LASTING[power] if power >= 0 else None for power in ones],
        "level 3": [
            [tables.CROWNING[power] for power in pair] if pair[0] >= 0 else None for pair in threes
        ],
    }


def points(state: Any, seat: int) -> Json:
    """S26: what a seat would score now, part by part."""
    parts = np.zeros(rules.PARTS, dtype=np.int64)
    rules.count_points(state, seat, parts)
    counted = dict(zip(PARTS, parts.tolist(), strict=True))
    return counted | {"total": sum(counted.values())}
