"""The legal moves of Solstis as choices: what to pick on the table, and how it would look."""

from collections.abc import Iterable
from functools import cache, lru_cache

from parhelion.games import Move, View
from parhelion.games.solstis.item_ids import place_id, slot_id, spirit_id, square_id, tile_id
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.labels import move_label, tile_name
from parhelion.games.solstis.notation import NUMBER, tile_names
from parhelion.games.solstis.view import Position
from parhelion.scene import Choice, Ghost
from parhelion.words import Words

KEPT = 4096
"""How many ways to play a tile are kept ready."""


def choices_of(view: View[Position], move: Move, say: Words) -> Iterable[Choice]:
    """A legal move: what to pick for it, and how it would look. A tile of the hand is played by
    itself, or together with what it captures or the gap that it fills."""
    position, seat = view["position"], view["turn"] or 0
    if move.verb == "play":
        return _plays(move, seat, *_captures_and_gap(position, move.args[0]), say)
    label = move_label(move, position["spirits"]["met"], say)
    id, ghosts = _pick(position, seat, move.verb, "".join(move.args))
    return (Choice(move.text, (id,), ghosts, label),)


@lru_cache(KEPT)
def _plays(
    move: Move, seat: int, captures: tuple[str, ...], gap: int, say: Words
) -> tuple[Choice, ...]:
    """Playing a tile by itself, at what it captures, or at the gap that it fills."""
    (tile,) = move.args
    label, ghosts = move_label(move, None, say), _play_ghosts(seat, tile, captures, gap)
    alone = Choice(move.text, (tile_id(tile),), ghosts, label)
    if not captures:
        return alone, Choice(move.text, (tile_id(tile), ghosts[0].at), ghosts, label)
    return alone, *(_aimed(move, seat, other, len(captures) > 1, say) for other in captures)


def _aimed(move: Move, seat: int, other: str, several: bool, say: Words) -> Choice:
    """Playing a tile at one that it captures; there may be several."""
    (tile,) = move.args
    names = {"tile": tile_name(tile, say), "other": tile_name(other, say)}
    both = say("Play {tile}, capture {other}", **names)
    ghosts = _ghost(seat, other), _ghost(seat, tile)
    follow_up = f"capture {other}" if several else ""
    return Choice(move.text, (tile_id(tile), tile_id(other)), ghosts, both, follow_up)


def _pick(position: Position, seat: int, verb: str, what: str) -> tuple[str, tuple[Ghost, ...]]:
    """The item to pick, and the ghosts of what it would put on the table."""
    if verb == "capture":
        return tile_id(what), (_ghost(seat, what), _ghost(seat, position["centre"] or ""))
    if verb in ("deer", "beetle"):
        return tile_id(what), (_ghost(seat, what),)
    if verb == "rainbow":
        id = place_id(seat, what)
        return id, (Ghost("rainbow", id),)
    if verb == "square":
        id = square_id(seat, what)
        return id, (Ghost(spirit_id(position["spirits"]["met"] or ""), id),)
    if verb == "cover":
        return spirit_id(what), (Ghost(spirit_id("evil"), spirit_id(what)),)
    if verb == "draw":
        return "spirits", (Ghost("spirit-back", "centre"),)
    at = "centre" if verb == "take" else spirit_id(what)
    return spirit_id(what), (Ghost(spirit_id(what), at),)


def _ghost(seat: int, tile: str) -> Ghost:
    """A tile on its place in a panorama."""
    return Ghost(tile_id(tile), place_id(seat, tile))


def _play_ghosts(seat: int, tile: str, captures: tuple[str, ...], gap: int) -> tuple[Ghost, ...]:
    """The tile on its place, with what it captures if that is certain, or in the line (T11)."""
    if len(captures) == 1:
        return _ghost(seat, captures[0]), _ghost(seat, tile)
    return (_ghost(seat, tile),) if captures else (Ghost(tile_id(tile), slot_id(gap)),)


def _captures_and_gap(position: Position, tile: str) -> tuple[tuple[str, ...], int]:
    """The tiles of the line that a tile can capture; the slot that it fills if there are none."""
    tiles, matching = [slot["tile"] for slot in position["line"]], _matching(tile)
    found = tuple(other for other in tiles if other in matching)
    if found:
        return found, -1
    return (), tiles.index(None) if None in tiles else len(tiles)


def is_match(tile: str, other: str) -> bool:
    """Whether a tile captures another."""
    return other in _matching(tile)


@cache
def _matching(tile: str) -> frozenset[str]:
    """The tiles that share a row or a column with a tile (T8)."""
    return frozenset(tile_names(constants.MATCHES[NUMBER[tile]]))
