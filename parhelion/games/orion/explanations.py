"""What can be said for a move of Orion Duel; ids such as O10 are those of docs/rules.

Every function below looks at the position before and after a move and returns what it has to
tell, or None.
"""

from functools import cached_property
from typing import Any

import numpy as np

from parhelion.games import Explanation, Json
from parhelion.games.orion.chain_search import NEIGHBOURS, chain_of, sides_touched
from parhelion.games.orion.events import SEATS
from parhelion.games.orion.kernels import constants
from parhelion.games.orion.kernels.constants import CONSTELLATIONS, GALAXIES, HOLES, STUCK, TILES
from parhelion.games.orion.kernels.link_distance import FAR, least_distance
from parhelion.games.orion.kernels.threats import unstoppable, winning_ways
from parhelion.games.orion.labels import move_label
from parhelion.games.orion.notation import NAMES, members, parse, parts, text
from parhelion.words import Words, mark, series

FEW_PLACES = 40
"""So few ways to place a tile are worth telling."""


class LaidTile:
    """A tile laid between two positions, and what it takes to talk about it."""

    def __init__(self, before: Any, action: int, after: Any) -> None:
        self.before, self.after, self.action = before, after, action
        self.seat = int(before.actor)
        self.other = 1 - self.seat
        self.own_cells, self.other_cells = parts(action)

    @property
    def over(self) -> bool:
        """Whether it ends the game."""
        return bool(self.after.actor < 0)

    @cached_property
    def threats(self) -> int:
        """How its player could win with another tile at once (bits of REASONS)."""
        return _ways(self.after, self.seat)[0]

    @cached_property
    def answers(self) -> tuple[int, Any]:
        """How the other can win now, and with which placements."""
        return _ways(self.after, self.other)

    @cached_property
    def averted(self) -> int:
        """How the other could have won before, and cannot any more."""
        return _ways(self.before, self.other)[0] & ~self.answers[0]

    def chain(self, colour: int, cells: tuple[int, ...]) -> set[int]:
        """The chain of a colour that the tile's cells now belong to."""
        return chain_of(cells[0], members(self.after.hexes[colour]))

    def joined(self, colour: int, cells: tuple[int, ...]) -> list[set[int]]:
        """The chains that this one was made of."""
        hexes, found = members(self.before.hexes[colour]), list[set[int]]()
        for cell in sorted(self.chain(colour, cells) & set(hexes)):
            if not any(cell in chain for chain in found):
                found.append(chain_of(cell, hexes))
        return found


def _ways(state: Any, seat: int) -> tuple[int, Any]:
    """How a seat could win on the spot if it were its turn, and for every placement how it does."""
    states, ways = _memory(state)
    return int(winning_ways(states, seat, ways)), ways


def _memory(state: Any) -> tuple[Any, Any]:
    """A position with room for trying tiles."""
    states = np.zeros(4, dtype=state.dtype)
    states[0] = state
    return states, np.zeros(constants.PLACEMENTS, dtype=np.uint8)


def explain(before: Any, action: int, after: Any) -> list[Explanation]:
    """What is true of an action, the most telling first; nothing while tokens are placed."""
    if action >= constants.PLACEMENTS:
        return []
    step = LaidTile(before, action, after)
    told = ((name, kind(step)) for name, kind in KINDS.items())
    return [Explanation(name, values) for name, values in told if values is not None]


# --- the end -----------------------------------------------------------------------------


def _wins(way: int) -> Any:
    def kind(step: LaidTile) -> Json | None:
        won = step.over and step.after.winner == step.seat and int(step.after.reason) & way
        return {"other": step.other} if won else None

    return kind


def loses(step: LaidTile) -> Json | None:
    """It makes the other player win."""
    return {"other": step.other} if step.over and step.after.winner == step.other else None


def draws(step: LaidTile) -> Json | None:
    """The last tile, and nobody is ahead (O12)."""
    return {} if step.over and step.after.winner < 0 else None


# --- what comes next ---------------------------------------------------------------------


def allows(step: LaidTile) -> Json | None:
    """The other can win at once."""
    if step.over or not step.answers[0]:
        return None
    return {"other": step.other, "move": text(int(np.flatnonzero(step.answers[1])[0]))}


def forces(step: LaidTile) -> Json | None:
    """Whatever the reply, its player wins with the next tile."""
    if step.over or not step.threats or step.answers[0]:
        return None
    states, ways = _memory(step.after)
    return {"other": step.other} if unstoppable(states, step.seat, ways) else None


def _threatens(way: int) -> Any:
    def kind(step: LaidTile) -> Json | None:
        threat = not step.over and not step.answers[0] and step.threats & way
        return {"other": step.other} if threat else None

    return kind


def _stops(way: int) -> Any:
    def kind(step: LaidTile) -> Json | None:
        return {"other": step.other} if not step.over and step.averted & way else None

    return kind


# --- tokens ------------------------------------------------------------------------------


def _tokens(cells: Any, tokens: Any) -> list[int]:
    return sorted(set(cells) & set(members(tokens)))


def _names(cells: list[int]) -> list[str]:
    return [NAMES[cell] for cell in cells]


def galaxies_together(step: LaidTile) -> Json | None:
    """Its chain holds more galaxies than any of those it was made of, at least two."""
    held = len(_tokens(step.chain(step.seat, step.own_cells), step.after.galaxies))
    chains = step.joined(step.seat, step.own_cells)
    before = max((len(_tokens(chain, step.after.galaxies)) for chain in chains), default=0)
    return {"n": held} if not step.over and held > max(1, before) else None


def snatches(step: LaidTile) -> Json | None:
    """It covers galaxies that lay beside a hex of the other colour (O9)."""
    near = set(members(step.before.hexes[step.other]))
    found = [
        cell for cell in _tokens(step.own_cells, step.before.galaxies) if NEIGHBOURS[cell] & near
    ]
    return {"cells": _names(found), "other": step.other} if found else None


def gains_galaxy(step: LaidTile) -> Json | None:
    """It covers galaxies with its player's colour."""
    found = _tokens(step.own_cells, step.before.galaxies)
    return {"cells": _names(found)} if found and snatches(step) is None else None


def gives_galaxy(step: LaidTile) -> Json | None:
    """It covers a galaxy with the other's colour."""
    found = _tokens(step.other_cells, step.before.galaxies)
    return {"cells": _names(found), "other": step.other} if found else None


def sinks(step: LaidTile) -> Json | None:
    """It covers a black hole with the other's colour."""
    found = _tokens(step.other_cells, step.before.holes)
    if step.over or not found:
        return None
    held = len(_tokens(step.chain(step.other, step.other_cells), step.after.holes))
    return {"cells": _names(found), "other": step.other, "n": held}


def takes_hole(step: LaidTile) -> Json | None:
    """It covers black holes with its player's colour."""
    found = _tokens(step.own_cells, step.before.holes)
    return {"cells": _names(found)} if found else None


# --- ways across -------------------------------------------------------------------------


def nears(step: LaidTile) -> Json | None:
    """The nearest link of its player needs fewer cells."""
    return _distances(step, step.seat, nearer=True)


def blocks(step: LaidTile) -> Json | None:
    """The nearest link of the other needs more cells."""
    return _distances(step, step.other, nearer=False)


def _distances(step: LaidTile, colour: int, nearer: bool) -> Json | None:
    was, now = (int(least_distance(state, colour)) for state in (step.before, step.after))
    if step.over or was == now or (now < was) != nearer or FAR in (was, now):
        return None
    return {"seat": colour, "was": was, "n": now}


def touches(step: LaidTile) -> Json | None:
    """Its chain reaches constellations that no part of it touched before."""
    sides = sides_touched(step.chain(step.seat, step.own_cells))
    for chain in step.joined(step.seat, step.own_cells):
        sides &= ~sides_touched(chain)
    found = [name.title() for side, name in enumerate(constants.SIDES) if sides >> side & 1]
    return {"sides": found} if found and not step.over else None


def joins(step: LaidTile) -> Json | None:
    """It makes one chain of several."""
    n = len(step.joined(step.seat, step.own_cells))
    return {"n": n} if n > 1 and not step.over else None


# --- tiles -------------------------------------------------------------------------------


def cramps(step: LaidTile) -> Json | None:
    """The other has few ways to place a tile (O13)."""
    n = int(step.after.choices)
    return {"other": step.other, "n": n} if not step.over and n <= FEW_PLACES else None


def last_of_kind(step: LaidTile) -> Json | None:
    """It is its player's last tile of a kind of which there were several."""
    kind = int(constants.KIND[step.action])
    last = constants.TILES_OF_KIND[kind] > 1 and step.after.tiles[step.seat, kind] == 0
    return {"kind": constants.KINDS[kind]} if last and not step.over else None


KINDS = {
    "wins_linking": _wins(CONSTELLATIONS),
    "wins_galaxies": _wins(GALAXIES),
    "wins_holes": _wins(HOLES),
    "wins_stuck": _wins(STUCK),
    "wins_tiles": _wins(TILES),
    "loses": loses,
    "draws": draws,
    "allows": allows,
    "forces": forces,
    "stops_link": _stops(CONSTELLATIONS),
    "stops_galaxies": _stops(GALAXIES),
    "stops_holes": _stops(HOLES),
    "threatens_link": _threatens(CONSTELLATIONS),
    "threatens_galaxies": _threatens(GALAXIES),
    "threatens_holes": _threatens(HOLES),
    "sinks": sinks,
    "snatches": snatches,
    "galaxies_together": galaxies_together,
    "gains_galaxy": gains_galaxy,
    "nears": nears,
    "blocks": blocks,
    "joins": joins,
    "touches": touches,
    "cramps": cramps,
    "takes_hole": takes_hole,
    "gives_galaxy": gives_galaxy,
    "last_of_kind": last_of_kind,
}
"""Every kind of reason, the most telling first."""


# --- in words ----------------------------------------------------------------------------

_SENTENCES = {
    "wins_linking": mark("This move links two opposite constellations and wins."),
    "wins_galaxies": mark("This move connects four galaxies and wins."),
    "wins_holes": mark("This move draws {other} into a third black hole and wins."),
    "wins_stuck": mark("This move leaves {other} no place for a tile and wins."),
    "wins_tiles": mark("This is the last tile, and it wins on galaxies minus black holes."),
    "loses": mark("This move makes {other} win."),
    "draws": mark("This is the last tile, and the game ends in a draw."),
    "allows": mark("This move lets {other} win at once ({move})."),
    "forces": mark("This move wins next turn, whatever {other} replies."),
    "stops_link": mark(
        "This move stops {other} from linking two opposite constellations next turn."
    ),
    "stops_galaxies": mark("This move stops {other} from connecting four galaxies next turn."),
    "stops_holes": mark("This move stops {other} from winning by a third black hole next turn."),
    "threatens_link": mark("This move threatens to link two opposite constellations next turn."),
    "threatens_galaxies": mark("This move threatens to connect four galaxies next turn."),
    "threatens_holes": mark(
        "This move threatens to draw {other} into a third black hole next turn."
    ),
    "snatches": mark("This move takes the galaxy on {cells}, right next to the opponent's chain."),
    "gains_galaxy": mark("This move gains the galaxy on {cells}."),
    "galaxies_together": mark("This move connects {n} galaxies on one chain."),
    "takes_hole": mark("This move takes the black hole on {cells}."),
    "gives_galaxy": mark("This move gives {other} the galaxy on {cells}."),
    "joins": mark("This move joins {n} chains into one."),
    "touches": mark("The chain now reaches {sides}."),
}
_LAST = {
    "duo": mark("This move uses up the last duo."),
    "line": mark("This move uses up the last line."),
    "bend": mark("This move uses up the last bend."),
    "triangle": mark("This move uses up the last triangle."),
}


def sentence(reason: Explanation, say: Words) -> str:
    """A reason in words."""
    name, values = reason
    n = int(values.get("n", 0))
    told = {key: _told(key, value, say) for key, value in values.items() if key != "n"}
    if "move" in values:
        told["move"] = move_label(parse(values["move"], say), values["other"], say)
    match name:
        case "last_of_kind":
            return say(_LAST[values["kind"]])
        case "sinks":
            return say.plural(
                "This move draws {other} into the black hole on {cells}.",
                "This move draws {other} into the black hole on {cells}: {n} on one chain.",
                n,
                **told,
            )
        case "nears" | "blocks":
            return say.plural(
                "{seat} now needs {n} cell instead of {was} for the shortest link.",
                "{seat} now needs {n} cells instead of {was} for the shortest link.",
                n,
                **told,
            )
        case "cramps":
            return say.plural(
                "This move leaves {other} {n} way to place a tile.",
                "This move leaves {other} {n} ways to place a tile.",
                n,
                **told,
            )
    return say(_SENTENCES[name], n=n, **told)


def _told(key: str, value: Any, say: Words) -> str:
    """A value of a reason: a seat, a list of names, or as it is."""
    if key in ("other", "seat"):
        return say(SEATS[value])
    return series(value, say) if isinstance(value, list) else str(value)
