"""What can be said for a move of Solstis; ids such as T13 are those of docs/rules.

Each kind of reason is a small function of the position and of what is chosen; it returns the values
of its sentence, or None if it has nothing to say. All look only at what lies open: panoramas, the
line, spirits, and the tile of the move itself. What luck adds is never told.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any, NamedTuple

import numpy as np

from parhelion.games import Explanation, Json
from parhelion.games.solstis.kernels import constants, scores
from parhelion.games.solstis.kernels.places import (
    area_around,
    covered_by,
    squares_in,
    squares_with,
)
from parhelion.games.solstis.kernels.scoring import PARTS, active, count_points, fires_on
from parhelion.games.solstis.kernels.state import LOOK, NOBODY, STATE
from parhelion.games.solstis.labels import capitalised, spirit_title, tile_name, tile_series
from parhelion.games.solstis.notation import NAMES, members
from parhelion.games.solstis.view import plain
from parhelion.words import Words, mark

Kind = Callable[[Any, int], Json | None]

GROWTH = 2
"""Tiles by which an area must grow to be worth a word when it only might."""
MANY_STARS = 2
"""What a spirit must bring to be worth a word; one star it always brings."""

OF_SPIRITS = (constants.MEET, constants.KEEP)
FROM_LINE = (constants.CAPTURE, constants.PLAY_BEETLE)


# --- panoramas ---------------------------------------------------------------------------


@lru_cache(4096)
def stars(tiles: int, rainbows: int, spirits: int) -> tuple[int, ...]:
    """T18: what a panorama brings for its largest area, for its lit fires, for each spirit."""
    states = np.zeros(1, dtype=STATE)
    states[0].tiles[0], states[0].rainbows[0] = tiles, rainbows
    states[0].spirits[0], states[0].covered = spirits, NOBODY
    points = np.zeros(PARTS, dtype=np.int64)
    count_points(states[0], 0, points)
    return tuple(points.tolist())


class Panorama(NamedTuple):
    """What a player holds, as bit sets."""

    tiles: int
    rainbows: int
    squares: int
    """Those that hold a spirit."""

    @property
    def held(self) -> int:
        """All its places."""
        return self.tiles | self.rainbows

    @property
    def area(self) -> int:
        """The tiles of its largest area (T18)."""
        return stars(self.tiles, self.rainbows, 0)[0]

    @property
    def fires(self) -> int:
        """Its lit fires (T18)."""
        return stars(self.tiles, self.rainbows, 0)[1]

    def plus(self, *tiles: int) -> "Panorama":
        """With more tiles; blocked ones leave the game, free rainbows give way (T12)."""
        blocked = self.rainbows & int(covered_by(np.uint64(self.squares)))
        new = sum(1 << tile for tile in tiles) & ~blocked
        return self._replace(tiles=self.tiles | new, rainbows=self.rainbows & ~new)

    def formed(self, before: "Panorama") -> int:
        """The squares without a spirit that what is new here completes (T13)."""
        new = np.uint64(self.tiles & ~before.tiles | self.rainbows & ~before.rainbows)
        complete = squares_in(np.uint64(self.held)) & squares_with(new)
        return int(complete) & ~self.squares


def _of(state: Any, seat: int) -> Panorama:
    return Panorama(state.tiles[seat], state.rainbows[seat], state.squares[seat])


def _sides(state: Any) -> tuple[Panorama, Panorama]:
    """The panorama of the player who decides, and the other one."""
    return _of(state, state.actor), _of(state, 1 - state.actor)


@cache
def _areas(held: int) -> list[int]:
    """The separate areas of some places."""
    areas = []
    while held:
        areas.append(int(area_around(np.uint64(held & -held), np.uint64(held))))
        held &= ~areas[-1]
    return areas


@cache
def _lacking(held: int) -> set[int]:
    """The places that are all a square lacks."""
    corners = [[square + corner for corner in constants.CORNERS] for square in constants.SQUARES]
    empty = [[place for place in square if not held >> place & 1] for square in corners]
    return {places[0] for places in empty if len(places) == 1}


def _spirits_wait(state: Any) -> bool:
    """Whether a square brings a spirit (T13)."""
    return bool(state.spirits_left or state.open)


# --- what a move does for certain --------------------------------------------------------


def _matches(before: Any, tile: int) -> list[int]:
    """The tiles of the line that a tile can capture (T8)."""
    return members(int(constants.MATCHES[tile]) & before.faces)


def _taken(before: Any, choice: int) -> int | None:
    """The tile that leaves the line for the panorama."""
    if before.phase in FROM_LINE:
        return choice
    if before.phase == constants.PLAY:
        matches = _matches(before, choice)
        return matches[0] if len(matches) == 1 else None
    return None


def _change(before: Any, choice: int) -> tuple[Panorama, Panorama] | None:
    """The panorama without and with the move, as far as that is certain."""
    own, taken = _sides(before)[0], _taken(before, choice)
    if before.phase == constants.RAINBOW:
        own = own.plus(*before.coming[: before.waiting])
        return own, own._replace(rainbows=own.rainbows | 1 << choice)
    if before.phase == constants.PLAY_DEER:
        return own, own.plus(choice)
    if taken is None:
        return None
    if before.phase == constants.PLAY_BEETLE:
        return own, own.plus(taken)
    return own, own.plus(taken, choice if before.phase == constants.PLAY else before.centre)


def _worth(state: Any, seat: int, spirit: int) -> int:
    """The stars that a spirit adds to what a player has."""
    tiles, rainbows, _ = _of(state, seat)
    owned = state.spirits[seat]
    with_it = stars(tiles, rainbows, owned | 1 << spirit)
    return sum(with_it) - sum(stars(tiles, rainbows, owned & ~(1 << spirit)))


# --- the end, squares, fires, areas ------------------------------------------------------


def _wins(before: Any, after: Any) -> Json | None:
    """The game is over, nothing of that depends on a hidden hand, and the player has more."""
    if after.actor >= 0 or not _nothing_hidden(before, after):
        return None
    points = np.zeros(len(after.tiles), dtype=np.int64)
    scores(after, points)
    return {} if points[before.actor] > points[1 - before.actor] else None


def _nothing_hidden(before: Any, after: Any) -> bool:
    """Whether a move ends the game whatever anybody holds."""
    if before.phase == constants.COVER:
        squirrels = (int(active(after, seat)) >> constants.SQUIRREL & 1 for seat in (0, 1))
        return not any(has and before.held[seat] > 0 for seat, has in enumerate(squirrels))
    own, other = before.actor, 1 - before.actor
    met = after.spirits[own] != before.spirits[own]
    return bool(before.left == 0 and before.held[other] == 0 and after.held[own] == 0 and not met)


def _square(before: Any, choice: int) -> Json | None:
    """T13: squares are completed."""
    if _by_spirit(before):
        return None  # it brings no other one
    change = _change(before, choice)
    count = change[1].formed(change[0]).bit_count() if change else 0
    return {"count": count} if count else None


def _by_spirit(before: Any) -> bool:
    """Whether what comes to the panorama is the effect of a spirit."""
    if before.phase == constants.RAINBOW:
        return bool(before.after != LOOK)
    return before.phase in (constants.PLAY_DEER, constants.PLAY_BEETLE)


def _lights(before: Any, choice: int) -> Json | None:
    """T18: fires are lit."""
    change = _change(before, choice)
    count = change[1].fires - change[0].fires if change else 0
    return {"count": count} if count > 0 else None


def _area(before: Any, choice: int) -> Json | None:
    """T18: the largest area grows."""
    change = _change(before, choice)
    if change is None or change[1].area <= change[0].area:
        return None
    return {"less": change[0].area, "more": change[1].area}


def _joins(before: Any, choice: int) -> Json | None:
    """Separate areas become one."""
    change = _change(before, choice)
    if change is None:
        return None
    old = _areas(change[0].held)
    count = max((sum(part & new != 0 for part in old) for new in _areas(change[1].held)), default=0)
    return {"count": count} if count > 1 else None


def _dark(before: Any, choice: int) -> Json | None:
    """T3: a tile with a fire comes that is not connected with the valley."""
    change = _change(before, choice)
    if change is None:
        return None
    old, new = (_fires(panorama.tiles) - panorama.fires for panorama in change)
    return {} if new > old else None


def _fires(tiles: int) -> int:
    return int(fires_on(np.uint64(tiles)))


def _prepares(before: Any, choice: int) -> Json | None:
    """A square now lacks nothing but a tile that lies in the line."""
    change = _change(before, choice)
    if change is None or not _spirits_wait(before):
        return None
    taken = _taken(before, choice)
    line = before.faces & ~(0 if taken is None else 1 << taken)
    new = _lacking(change[1].held) - _lacking(change[0].held)
    tiles = [tile for tile in new if line >> tile & 1]
    return {"tile": NAMES[min(tiles)]} if tiles else None


# --- what a tile could capture -----------------------------------------------------------


def _captures(before: Any, choice: int) -> Json | None:
    """T8: what a tile of the hand can capture."""
    matches = _matches(before, choice) if before.phase == constants.PLAY else []
    return {"tiles": [NAMES[tile] for tile in matches]} if matches else None


def _can_square(before: Any, choice: int) -> Json | None:
    """One of several captures completes a square."""
    own = _sides(before)[0]
    found = [tile for tile, new in _captured(before, choice) if new.formed(own)]
    return {"tiles": [NAMES[tile] for tile in found]} if found else None


def _can_light(before: Any, choice: int) -> Json | None:
    """One of several captures lights a fire."""
    own = _sides(before)[0]
    found = [tile for tile, new in _captured(before, choice) if new.fires > own.fires]
    return {"tiles": [NAMES[tile] for tile in found]} if found else None


def _can_grow(before: Any, choice: int) -> Json | None:
    """One of several captures makes the largest area grow most."""
    less = _sides(before)[0].area
    more, tile = max(((new.area, -tile) for tile, new in _captured(before, choice)), default=(0, 0))
    return {"tile": NAMES[-tile], "less": less, "more": more} if more - less >= GROWTH else None


def _captured(before: Any, choice: int) -> list[tuple[int, Panorama]]:
    """If a tile of the hand has several captures: each, and the panorama it leads to."""
    matches = _matches(before, choice) if before.phase == constants.PLAY else []
    own = _sides(before)[0]
    return [(tile, own.plus(tile, choice)) for tile in matches] if len(matches) > 1 else []


def _chance(before: Any, choice: int) -> Json | None:
    """T9: a tile captures nothing, and the pile gets a second chance."""
    if before.phase != constants.PLAY or _matches(before, choice):
        return None
    return {"tile": NAMES[choice]}


# --- what the other player does not get --------------------------------------------------


def _denied(before: Any, choice: int) -> tuple[int, Panorama, Panorama] | None:
    """The tile that leaves the line, the other panorama, and the same with this tile."""
    tile, other = _taken(before, choice), _sides(before)[1]
    return None if tile is None else (tile, other, other.plus(tile))


def _denies_square(before: Any, choice: int) -> Json | None:
    """The tile would have completed a square of the other player."""
    denied = _denied(before, choice)
    if denied is None or not _spirits_wait(before) or not denied[2].formed(denied[1]):
        return None
    return {"tile": NAMES[denied[0]]}


def _denies_fire(before: Any, choice: int) -> Json | None:
    """The tile would have lit fires of the other player."""
    denied = _denied(before, choice)
    count = denied[2].fires - denied[1].fires if denied else 0
    return {"tile": NAMES[denied[0]], "count": count} if denied and count > 0 else None


def _denies_area(before: Any, choice: int) -> Json | None:
    """The tile would have made the largest area of the other player grow."""
    denied = _denied(before, choice)
    count = denied[2].area - denied[1].area if denied else 0
    return {"tile": NAMES[denied[0]], "count": count} if denied and count >= GROWTH else None


def _denies_spirit(before: Any, choice: int) -> Json | None:
    """The other player cannot take a spirit that lay face up."""
    if before.phase != constants.MEET or choice == constants.DRAW:
        return None
    count = _worth(before, 1 - before.actor, choice)
    return {"spirit": constants.SPIRITS[choice], "count": count} if count >= MANY_STARS else None


# --- spirits -----------------------------------------------------------------------------


def _spirit(before: Any, choice: int) -> int | None:
    """The spirit that is met."""
    return choice if before.phase in OF_SPIRITS and choice != constants.DRAW else None


def _sends_evil(before: Any, choice: int) -> Json | None:
    """T15: the Evil spirit moves on."""
    holds = before.evil_holder == before.actor and _spirit(before, choice) is not None
    return {} if holds else None


def _brings(before: Any, choice: int) -> Json | None:
    """The stars that a spirit brings as things are."""
    spirit = _spirit(before, choice)
    count = 0 if spirit is None else _worth(before, before.actor, spirit)
    return {"spirit": constants.SPIRITS[choice], "count": count} if count >= MANY_STARS else None


def _acts(before: Any, choice: int) -> Json | None:
    """T4: a wood spirit does something at once."""
    spirit = _spirit(before, choice)
    if spirit is None or spirit >= constants.BEE:
        return None
    own, other = before.actor, 1 - before.actor
    can = {
        "fish": before.supply,
        "deer": before.held[own],
        "eagle": before.left,
        "bear": before.left,
        "dragonfly": before.held[other],
        "beetle": before.faces,
        "groundhog": 1,
    }
    name = constants.SPIRITS[spirit]
    return {"spirit": name} if can[name] > 0 else None


def _saves_tiles(before: Any, choice: int) -> Json | None:
    """T17, Squirrel: tiles left in hand are not lost."""
    return {} if _spirit(before, choice) == constants.SQUIRREL else None


def _draws(before: Any, choice: int) -> Json | None:
    """T13: two spirits to choose from."""
    drawing = before.phase == constants.MEET and choice == constants.DRAW
    return {} if drawing and before.spirits_left > 1 else None


def _blocks_none(before: Any, choice: int) -> Json | None:
    """T12: the spirit sits on no free rainbow, which another square would have made it do."""
    if before.phase != constants.SQUARE:
        return None
    own = _sides(before)[0]
    free = own.rainbows & ~int(covered_by(np.uint64(own.squares)))
    others = int(covered_by(np.uint64(before.options))) & free
    return {} if others and not int(covered_by(np.uint64(1 << choice))) & free else None


def _costs(before: Any, choice: int) -> Json | None:
    """T17: the stars that the other player loses as things are."""
    if before.phase != constants.COVER:
        return None
    count = _worth(before, 1 - before.actor, choice)
    return {"spirit": constants.SPIRITS[choice], "count": count}


# --- all of them -------------------------------------------------------------------------

KINDS: dict[str, Kind] = {
    "square": _square,
    "lights": _lights,
    "can-square": _can_square,
    "denies-square": _denies_square,
    "costs": _costs,
    "brings": _brings,
    "acts": _acts,
    "sends-evil": _sends_evil,
    "joins": _joins,
    "can-light": _can_light,
    "can-grow": _can_grow,
    "denies-fire": _denies_fire,
    "denies-area": _denies_area,
    "denies-spirit": _denies_spirit,
    "prepares": _prepares,
    "area": _area,
    "saves-tiles": _saves_tiles,
    "draws": _draws,
    "blocks-none": _blocks_none,
    "dark": _dark,
    "captures": _captures,
    "chance": _chance,
}
"""All kinds of reasons but that a move wins, the most telling first."""


def explain(before: Any, action: int, after: Any) -> list[Explanation]:
    """What is true of an action, the most telling first."""
    choice, now = int(constants.CHOICE[action]), plain(before)
    found = [("wins", _wins(now, after))]
    found += [(name, kind(now, choice)) for name, kind in KINDS.items()]
    return [Explanation(name, values) for name, values in found if values is not None]


_PLAIN = {
    "wins": mark("This move wins the game."),
    "sends-evil": mark("This move sends the Evil Spirit to the other player."),
    "saves-tiles": mark(
        "At the end the Squirrel adds the tiles left in hand, unless it is covered."
    ),
    "draws": mark("This move turns up the next two spirits."),
    "blocks-none": mark("The spirit blocks no rainbow there."),
    "dark": mark("This move adds a fire that is not lit yet."),
    "can-square": mark("This move can complete a square by capturing {tiles}."),
    "can-light": mark("This move can light a fire by capturing {tiles}."),
    "can-grow": mark("Capturing {tile} lets the largest area grow from {less} to {more}."),
    "captures": mark("This move can capture {tiles}."),
    "area": mark("The largest area grows from {less} to {more}."),
    "joins": mark("This move joins {count} areas."),
    "prepares": mark("A square then lacks only {tile}, which is in the line."),
    "denies-square": mark(
        "This move takes {tile}, which would complete a square for the other player."
    ),
    "denies-area": mark(
        "This move takes {tile}, which would add {count} to the other player's largest area."
    ),
    "denies-spirit": mark(
        "The other player cannot take {spirit} any more, and would get {count} stars for it."
    ),
    "brings": mark("{spirit} brings {count} stars for now."),
    "chance": mark(
        "{tile} captures nothing: it joins the line, and the draw pile gives a second chance."
    ),
}
"""The sentences in which nothing is counted in words."""
_ACTS = {
    "fish": mark("The Fish brings a rainbow."),
    "deer": mark("The Deer adds a tile from the hand."),
    "eagle": mark("The Eagle adds a random tile from the pile."),
    "bear": mark("The Bear brings one more tile in hand for the rest of the game."),
    "dragonfly": mark("The Dragonfly takes a random tile from the opponent's hand."),
    "beetle": mark("The Beetle adds a tile from the line."),
    "groundhog": mark("The Groundhog brings another turn."),
}


def sentence(reason: Explanation, say: Words) -> str:
    """A reason in words."""
    name, values = reason
    if name == "acts":
        return say(_ACTS[values["spirit"]])
    told = dict(values)
    if "spirit" in told:
        told["spirit"] = spirit_title(told["spirit"], say)
    if "tiles" in told:
        told["tiles"] = tile_series(told["tiles"], say)
    if "tile" in told:
        told["tile"] = tile_name(told["tile"], say)
    words = say(_PLAIN[name], **told) if name in _PLAIN else _counted(name, told, say)
    return capitalised(words)


def _counted(name: str, values: Json, say: Words) -> str:
    """A sentence that is another for one than for many."""
    count = values.pop("count")
    if name == "square":
        return say.plural(
            "This move completes a square.", "This move completes {n} squares.", count
        )
    if name == "lights":
        return say.plural("This move lights a fire.", "This move lights {n} fires.", count)
    if name == "costs":
        return say.plural(
            "Without {spirit} the other player has {n} star less for now.",
            "Without {spirit} the other player has {n} stars less for now.",
            count,
            **values,
        )
    return say.plural(
        "This move takes {tile}, which would light a fire for the other player.",
        "This move takes {tile}, which would light {n} fires for the other player.",
        count,
        **values,
    )
