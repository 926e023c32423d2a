"""The legal moves of Solstis as choices: what to pick on the table, and how it would look."""

from collections.abc import Iterator
from functools import cache

from parhelion.games import Move, View
from parhelion.games.solstis.item_ids import place_id, slot_id, spirit_id, square_id, tile_id
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.labels import move_label, tile_name
from parhelion.games.solstis.notation import NUMBER, tile_names
from parhelion.games.solstis.view import Position
from parhelion.scene import Choice, Ghost
from parhelion.words import Words


def choices_of(view: View[Position], move: Move, say: Words) -> Iterator[Choice]:
    """A legal move: what to pick for it, and how it would look. A tile of the hand is played by
    itself, or together with what it captures or the gap that it fills."""
    position, seat = view["position"], view["turn"] or 0
    label = move_label(move, position["spirits"]["met"], say)
    id, ghosts = _pick(position, seat, move.verb, "".join(move.args))
    yield Choice(move.text, (id,), ghosts, label)
    if move.verb == "play":
        yield from _aimed(position, seat, move, label, say)


def _aimed(position: Position, seat: int, move: Move, label: str, say: Words) -> Iterator[Choice]:
    """Playing a tile at what it captures, or at the gap that it fills."""
    (tile,) = move.args
    found = _captures(position, tile)
    for other in found:
        names = {"tile": tile_name(tile, say), "other": tile_name(other, say)}
        both = say("Play {tile}, capture {other}", **names)
        ghosts = _ghost(seat, other), _ghost(seat, tile)
        follow_up = f"capture {other}" if len(found) > 1 else ""
        yield Choice(move.text, (tile_id(tile), tile_id(other)), ghosts, both, follow_up)
    if not found:
        (ghost,) = _play_ghosts(position, seat, tile)
        yield Choice(move.text, (tile_id(tile), ghost.at), (ghost,), label)


def _pick(position: Position, seat: int, verb: str, what: str) -> tuple[str, tuple[Ghost, ...]]:
    """The item to pick, and the ghosts of what it would put on the table."""
    if verb == "play":
        return tile_id(what), _play_ghosts(position, seat, what)
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


def _play_ghosts(position: Position, seat: int, tile: str) -> tuple[Ghost, ...]:
    """The tile on its place, with what it captures if that is certain, or in the line (T11)."""
    found, tiles = _captures(position, tile), [slot["tile"] for slot in position["line"]]
    if len(found) == 1:
        return _ghost(seat, found[0]), _ghost(seat, tile)
    if found:
        return (_ghost(seat, tile),)
    gap = tiles.index(None) if None in tiles else len(tiles)
    return (Ghost(tile_id(tile), slot_id(gap)),)


def _captures(position: Position, tile: str) -> list[str]:
    """The tiles of the line that a tile can capture."""
    tiles = (slot["tile"] for slot in position["line"])
    return [other for other in tiles if other and is_match(tile, other)]


def is_match(tile: str, other: str) -> bool:
    """Whether a tile captures another."""
    return other in _matching(tile)


@cache
def _matching(tile: str) -> frozenset[str]:
    """The tiles that share a row or a column with a tile (T8)."""
    return frozenset(tile_names(constants.MATCHES[NUMBER[tile]]))
