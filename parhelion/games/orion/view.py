"""What people see of Orion Duel: the position as JSON, the outcome, the board as text."""

from collections.abc import Sequence
from typing import Any

from parhelion.games import Json, Span
from parhelion.games.orion import INFO, tables
from parhelion.games.orion.notation import NAMES, cell_names, members, parts, tokens_left
from parhelion.games.orion.state import REASONS
from parhelion.words import ENGLISH, Words, mark, series

COLOURS = ("blue", "orange")
SEATS = INFO.seats
PAIRS = tuple((tables.SIDES[i], tables.SIDES[i + 3]) for i in range(3))

STYLES = {
    "blue": "bold white on #2f7de1",
    "orange": "bold #14161f on #f08a24",
    "galaxy": "bold #f2c14e",
    "hole": "bold #d9728b",
    "row": "bold",
    "faint": "grey50",
}

HELP = mark(
    "Place one of your tiles on free cells; it need not touch anything. You win by linking two "
    "opposite sides with a chain of your colour, by joining four galaxies (✦) on one chain of your "
    "colour, or when a chain of your opponent's colour holds three black holes (●). A hex may "
    "cover a token only if its tile continues a chain of that colour.\n"
    "A move is a tile and its cells, the cell of your opponent's colour behind a slash: "
    "line e4 e5/e6."
)


# --- JSON --------------------------------------------------------------------------------


def describe(state: Any) -> Json:
    """Tokens, hexes by colour, tiles left and conditions reached."""
    return {
        "galaxies": cell_names(state.galaxies),
        "holes": cell_names(state.holes),
        "tokens_left": tokens_left(state),
        "hexes": {colour: cell_names(state.hexes[i]) for i, colour in enumerate(COLOURS)},
        "tiles": {colour: tiles_left(state, i) for i, colour in enumerate(COLOURS)},
        "conditions": [int(n) for n in state.conditions],
    }


def tiles_left(state: Any, seat: int) -> dict[str, int]:
    """How many tiles of each kind a seat still has."""
    return {kind: int(state.tiles[seat, k]) for k, kind in enumerate(tables.KINDS)}


# --- the end -----------------------------------------------------------------------------


def reasons(state: Any) -> tuple[str, ...]:
    """Why the game ended (O11-O13)."""
    return tuple(reason for bit, reason in enumerate(REASONS) if state.reason >> bit & 1)


def details(state: Any) -> Json:
    """The winning chains, with what each holds; after `tiles` the balance of O12."""
    if "tiles" in reasons(state):
        return {"balance": [balance(state, seat) for seat in range(2)]}
    chains = [_chain(state, reason) for reason in reasons(state) if reason != "stuck"]
    return {"chains": [chain for found in chains for chain in found]}


def balance(state: Any, seat: int) -> int:
    """Galaxies minus black holes under a seat's colour (O12)."""
    hexes = set(members(state.hexes[seat]))
    return len(hexes & set(members(state.galaxies))) - len(hexes & set(members(state.holes)))


def _chain(state: Any, reason: str) -> list[Json]:
    """The chains through the last tile that brought a winning condition (O10)."""
    winner = int(state.winner)
    colour = 1 - winner if reason == "holes" else winner
    own, other = parts(int(state.last))
    mover_is_colour = (1 - int(state.ply) % 2) == colour
    fresh = set(own if mover_is_colour else other)
    found = []
    while fresh:
        chain = chain_of(fresh.pop(), members(state.hexes[colour]))
        fresh -= chain
        if what := _brings(state, reason, chain):
            cells = [NAMES[cell] for cell in sorted(chain)]
            found.append({"reason": reason, "colour": COLOURS[colour], "cells": cells, **what})
    return found


def chain_of(cell: int, hexes: list[int]) -> set[int]:
    """The chain that a cell belongs to, among hexes of one colour."""
    chain, border = {cell}, [cell]
    while border:
        here = border.pop()
        near = {c for c in hexes if tables.distance(here, c) == 1} - chain
        chain |= near
        border.extend(near)
    return chain


def _brings(state: Any, reason: str, chain: set[int]) -> Json:
    """What makes a chain a winning one, empty if nothing does."""
    if reason == "constellations":
        sides = 0
        for cell in chain:
            sides |= int(tables.ON_SIDES[cell])
        linked = [list(pair) for i, pair in enumerate(PAIRS) if sides >> i & sides >> i + 3 & 1]
        return {"pairs": linked} if linked else {}
    least = 4 if reason == "galaxies" else 3
    tokens = sorted(chain & set(members(state.galaxies if least == 4 else state.holes)))
    return {"tokens": [NAMES[cell] for cell in tokens]} if len(tokens) >= least else {}


def sentence(state: Any, say: Words = ENGLISH) -> str:
    """The end in one sentence."""
    return ending_sentence(int(state.winner), reasons(state), details(state), say)


def ending_sentence(winner: int, reasons: Sequence[str], details: Json, say: Words) -> str:
    """The end in one sentence, from the winner (-1 for none), the reasons and the details."""
    if winner < 0:
        return say("All tiles are placed and neither is ahead: a draw.")
    names = {"winner": say(SEATS[winner]), "loser": say(SEATS[1 - winner])}
    if "tiles" in reasons:
        mine, yours = (f"{details['balance'][seat]:+d}" for seat in (winner, 1 - winner))
        return say(
            "All tiles are placed: {winner} wins, {mine} to {yours}.",
            winner=names["winner"],
            mine=mine,
            yours=yours,
        )
    facts = {chain["reason"]: chain for chain in details["chains"]}
    how = [_how(reason, facts.get(reason, {}), names, say) for reason in reasons]
    return say("{how}: {winner} wins.", how=series(how, say), winner=names["winner"])


def _how(reason: str, chain: Json, names: dict[str, str], say: Words) -> str:
    """What brought the victory, without the full stop."""
    if reason == "stuck":
        return say("{loser} cannot place any tile", **names)
    if reason == "constellations":
        linked = [
            say("{this} with {that}", this=a.title(), that=b.title()) for a, b in chain["pairs"]
        ]
        return say("{winner} links {pairs}", **names, pairs=series(linked, say))
    n = len(chain["tokens"])
    if reason == "galaxies":
        return say.plural("{winner} joins {n} galaxy", "{winner} joins {n} galaxies", n, **names)
    return say.plural(
        "{loser} is drawn into {n} black hole", "{loser} is drawn into {n} black holes", n, **names
    )


# --- the board as text -------------------------------------------------------------------

CELL_WIDTH = 4
MARGIN = 16


def board(state: Any, say: Words = ENGLISH) -> list[list[Span]]:
    """The board, blue hexes in round and orange ones in pointed brackets, and the hands."""
    rows: dict[int, list[int]] = {}
    for cell, (_, r) in enumerate(tables.AXIAL):
        rows.setdefault(r, []).append(cell)
    lines = [[(" " * 28 + "Monoceros", "faint")]]
    lines += [_row(state, r, cells) for r, cells in rows.items()]
    lines += [[(" " * 29 + "Taurus", "faint")], []]
    return lines + [_hand(state, seat, say) for seat in range(2)]


def _row(state: Any, r: int, cells: list[int]) -> list[Span]:
    """One row of the board between the names of the constellations on its ends."""
    half_steps = 2 * tables.AXIAL[cells[0]][0] + r + 9
    indent = " " * (CELL_WIDTH // 2 * half_steps)
    left = {-3: "Canis Major", 3: "Gemini"}.get(r, "")
    right = {-3: "Lepus", 3: "Eridanus"}.get(r, "")
    letter = NAMES[cells[0]][0]
    spans: list[Span] = [(left.ljust(MARGIN - 3), "faint"), (indent + letter + " ", "row")]
    for cell in cells:
        spans += [_hex(state, cell), (" ", "")]
    return [*spans, (indent + "  " + right, "faint")]


def _hex(state: Any, cell: int) -> Span:
    """One cell in three characters: its number while it is empty."""
    token = "galaxy" if cell in members(state.galaxies) else ""
    token = "hole" if cell in members(state.holes) else token
    mark = {"galaxy": "✦", "hole": "●", "": " "}[token]
    if cell in members(state.hexes[0]):
        return f"({mark})", "blue"
    if cell in members(state.hexes[1]):
        return f"‹{mark}›", "orange"
    return (f" {mark} ", token) if token else (NAMES[cell][1:].center(3), "faint")


def _hand(state: Any, seat: int, say: Words) -> list[Span]:
    """A player's tiles left, called as in notation."""
    brackets = "()" if seat == 0 else "‹›"
    left = ", ".join(f"{n} {kind}" for kind, n in tiles_left(state, seat).items() if n)
    name = f" {say(INFO.seats[seat]):7}"
    return [(f"{brackets[0]} {brackets[1]}", COLOURS[seat]), (name, "row"), (left, "")]
