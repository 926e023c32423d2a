"""The board and the hands as lines of styled text, for terminals."""

from typing import Any

from parhelion.games import Span
from parhelion.games.orion import INFO
from parhelion.games.orion.kernels.constants import AXIAL, COLOURS
from parhelion.games.orion.notation import NAMES, members, tiles_left
from parhelion.words import Words

CELL_WIDTH = 4
MARGIN = 16
STYLES = {
    "blue": "bold white on #2f7de1",
    "orange": "bold #14161f on #f08a24",
    "galaxy": "bold #f2c14e",
    "hole": "bold #d9728b",
    "row": "bold",
    "faint": "grey50",
}


def board(state: Any, say: Words) -> list[list[Span]]:
    """The board, blue hexes in round and orange ones in pointed brackets, and the hands."""
    rows: dict[int, list[int]] = {}
    for cell, (_, r) in enumerate(AXIAL):
        rows.setdefault(r, []).append(cell)
    lines = [[(" " * 28 + "Monoceros", "faint")]]
    lines += [_row(state, r, cells) for r, cells in rows.items()]
    lines += [[(" " * 29 + "Taurus", "faint")], []]
    return lines + [_hand(state, seat, say) for seat in range(2)]


def _row(state: Any, r: int, cells: list[int]) -> list[Span]:
    """One row of the board between the names of the constellations on its ends."""
    half_steps = 2 * AXIAL[cells[0]][0] + r + 9
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
    left = ", ".join(f"{n} {kind}" for kind, n in tiles_left(state.tiles[seat]).items() if n)
    width = max(len(say(each)) for each in INFO.seats)
    name = f" {say(INFO.seats[seat]):{width}} "
    return [(f"{brackets[0]} {brackets[1]}", COLOURS[seat]), (name, "row"), (left, "")]
