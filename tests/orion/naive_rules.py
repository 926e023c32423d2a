"""A second, deliberately naive Orion Duel (rules O1-O13), to check the fast kernel against.

It shares nothing with the kernel: sets, dictionaries, tuples and plain loops only.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache

Cell = tuple[int, int]
"""Axial coordinates (q, r) of a cell (O1)."""

Move = tuple[str, frozenset[Cell], Cell | None]
"""Kind of tile, the cells of its owner's colour, the cell of the other colour or None (O4, O9)."""

DIRECTIONS: tuple[Cell, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours of (0, 0), each one adjacent to the next around the ring (O1)."""

CORNERS: frozenset[Cell] = frozenset({(5, 0), (-5, 0), (0, 5), (0, -5), (5, -5), (-5, 5)})
"""The corners of the hexagon of side 6, which are no part of the board (O1)."""

CELLS: frozenset[Cell] = frozenset(
    (q, r) for q in range(-5, 6) for r in range(-5, 6) if abs(q + r) <= 5 and (q, r) not in CORNERS
)
"""The 85 cells of the board (O1)."""

SIDES: dict[str, frozenset[Cell]] = {
    "Monoceros": frozenset({(1, -5), (2, -5), (3, -5), (4, -5)}),
    "Taurus": frozenset({(-4, 5), (-3, 5), (-2, 5), (-1, 5)}),
    "Canis Major": frozenset({(-1, -4), (-2, -3), (-3, -2), (-4, -1)}),
    "Eridanus": frozenset({(1, 4), (2, 3), (3, 2), (4, 1)}),
    "Lepus": frozenset({(5, -4), (5, -3), (5, -2), (5, -1)}),
    "Gemini": frozenset({(-5, 1), (-5, 2), (-5, 3), (-5, 4)}),
}
"""The four cells of each side, by constellation (O2)."""

OPPOSITE: tuple[tuple[str, str], ...] = (
    ("Monoceros", "Taurus"),
    ("Canis Major", "Eridanus"),
    ("Lepus", "Gemini"),
)
"""The three pairs of opposite sides (O2)."""

GALAXIES = 8
"""How many galaxy tokens there are (O3)."""

HOLES = 7
"""How many black-hole tokens there are (O3)."""

TILES: dict[str, int] = {"star": 1, "pair": 1, "duo": 3, "line": 3, "bend": 3, "triangle": 3}
"""How many tiles of each kind a player starts with (O4)."""

CONDITIONS = ("constellations", "galaxies", "holes")
"""The names of the three winning conditions, in the order of O10."""


def name(cell: Cell) -> str:
    """Name a cell of O1: a letter for its row from the top, a number along the row."""
    q, r = cell
    row = sorted(other for other, its_r in CELLS if its_r == r)
    return "abcdefghijk"[r + 5] + str(row.index(q) + 1)


def cell(name: str) -> Cell:
    """Find the cell of O1 with this name."""
    r = "abcdefghijk".index(name[0]) - 5
    row = sorted(q for q, its_r in CELLS if its_r == r)
    number = int(name[1:])
    if not 1 <= number <= len(row):
        raise ValueError(f"no cell is called {name}")
    return row[number - 1], r


def distance(one: Cell, two: Cell) -> int:
    """Count the steps between two cells, a step going to an adjacent cell (O1)."""
    q, r = one[0] - two[0], one[1] - two[1]
    return max(abs(q), abs(r), abs(q + r))


def _step(start: Cell, direction: Cell) -> Cell:
    return start[0] + direction[0], start[1] + direction[1]


@cache
def neighbours(centre: Cell) -> frozenset[Cell]:
    """Give the cells of the board adjacent to a cell (O1)."""
    return frozenset(_step(centre, direction) for direction in DIRECTIONS) & CELLS


def _shapes_on_the_plane() -> Iterator[Move]:
    """List every placement of every kind (O4) around every cell, on the board or not."""
    for middle in CELLS:
        around = [_step(middle, direction) for direction in DIRECTIONS]
        yield "star", frozenset({middle}), None
        for i in range(6):
            yield "pair", frozenset({middle, around[i]}), None
            yield "duo", frozenset({middle}), around[i]
            yield "line", frozenset({middle, around[i]}), around[i - 3]
            yield "bend", frozenset({middle, around[i]}), around[i - 2]
            yield "bend", frozenset({middle, around[i - 2]}), around[i]
            yield "triangle", frozenset({around[i], around[i - 1]}), middle


@cache
def shapes() -> frozenset[Move]:
    """List all 2,323 placements on the board without tokens and tiles (O4)."""
    return frozenset(move for move in _shapes_on_the_plane() if covered(move) <= CELLS)


@cache
def covered(move: Move) -> frozenset[Cell]:
    """Give all cells that a move puts a hex on (O8)."""
    _, own, other = move
    return own if other is None else own | {other}


class Game:
    """One game of Orion Duel from the first tile on (O8-O13); Blue is 0, Orange is 1."""

    def __init__(
        self, galaxies: Iterable[Cell], holes: Iterable[Cell], count: str = "ways", first: int = 0
    ) -> None:
        """Start with these tokens on the board, one seat to move (O7), counting as O11 says."""
        self.galaxies = frozenset(galaxies)
        self.holes = frozenset(holes)
        self.count = count
        self.turn: int | None = first
        self.winner: int | None = None
        self.reason: frozenset[str] = frozenset()
        self.hexes: dict[Cell, int] = {}
        self.left: list[dict[str, int]] = [dict(TILES), dict(TILES)]

    def legal(self) -> set[Move]:
        """List the moves of the player to move (O8, O9); none when the game is over."""
        if self.turn is None:
            return set()
        return {move for move in shapes() if self._allowed(move, self.turn)}

    def play(self, move: Move) -> None:
        """Place a legal tile, then look at O11, O12 and O13, in this order."""
        assert self.turn is not None
        seat = self.turn
        before = (self.conditions(0), self.conditions(1))
        self._place(move, seat)
        if self.total(0) != self.total(1):
            winner = 0 if self.total(0) > self.total(1) else 1
            self._end(winner, self._gained(winner, before[winner]))
        elif not any(self.left[0].values()) and not any(self.left[1].values()):
            self._end(self._richer(), frozenset({"tiles"}))
        elif not any(self._allowed(reply, 1 - seat) for reply in shapes()):
            self._end(seat, frozenset({"stuck"}))
        else:
            self.turn = 1 - seat

    def chains(self, colour: int) -> list[set[Cell]]:
        """List the chains of a colour: its hexes, grouped by adjacency (O10)."""
        waiting = {place for place, its_colour in self.hexes.items() if its_colour == colour}
        found = []
        while waiting:
            chain: set[Cell] = set()
            edge = {waiting.pop()}
            while edge:
                place = edge.pop()
                chain.add(place)
                edge |= neighbours(place) & waiting
                waiting -= edge
            found.append(chain)
        return found

    def conditions(self, seat: int) -> tuple[int, int, int]:
        """Count a player's linked pairs of sides, galaxies and black holes (O10, O11).

        A linked pair counts once; galaxies count by fours in each own chain, black holes by
        threes in each chain of the opponent.
        """
        own = self.chains(seat)
        linked = 0
        for one, two in OPPOSITE:
            if any(chain & SIDES[one] and chain & SIDES[two] for chain in own):
                linked += 1
        fours = sum(len(chain & self.galaxies) // 4 for chain in own)
        threes = sum(len(chain & self.holes) // 3 for chain in self.chains(1 - seat))
        return linked, fours, threes

    def total(self, seat: int) -> int:
        """Count the winning conditions a player has reached under the option `count` (O11)."""
        return sum(self._counted(self.conditions(seat)))

    def balance(self, seat: int) -> int:
        """Score galaxies minus black holes on the hexes of a player's colour (O12)."""
        own = {place for place, colour in self.hexes.items() if colour == seat}
        return len(own & self.galaxies) - len(own & self.holes)

    def _allowed(self, move: Move, seat: int) -> bool:
        """Tell whether a player may make a move (O8, O9)."""
        kind, own, other = move
        if self.left[seat][kind] == 0:
            return False
        if any(place in self.hexes for place in covered(move)):
            return False
        others = frozenset() if other is None else frozenset({other})
        return self._anchored(own, seat) and self._anchored(others, 1 - seat)

    def _anchored(self, part: frozenset[Cell], colour: int) -> bool:
        """Check O9 for the hexes of one colour of a tile, which are always connected."""
        if part.isdisjoint(self.galaxies) and part.isdisjoint(self.holes):
            return True
        return any(self.hexes.get(near) == colour for place in part for near in neighbours(place))

    def _place(self, move: Move, seat: int) -> None:
        """Put the hexes of a tile on the board (O8)."""
        kind, own, other = move
        self.left[seat][kind] -= 1
        for place in own:
            self.hexes[place] = seat
        if other is not None:
            self.hexes[other] = 1 - seat

    def _counted(self, conditions: tuple[int, int, int]) -> list[int]:
        """Give what each condition counts for under the option `count` (O11)."""
        if self.count == "each":
            return list(conditions)
        return [min(number, 1) for number in conditions]

    def _gained(self, seat: int, before: tuple[int, int, int]) -> frozenset[str]:
        """Name the conditions that count for more than before the placement (O11)."""
        old = self._counted(before)
        new = self._counted(self.conditions(seat))
        return frozenset(CONDITIONS[i] for i in range(3) if new[i] > old[i])

    def _richer(self) -> int | None:
        """Name the player with the better balance, or None for a draw (O12)."""
        blue, orange = self.balance(0), self.balance(1)
        if blue == orange:
            return None
        return 0 if blue > orange else 1

    def _end(self, winner: int | None, reason: frozenset[str]) -> None:
        self.turn = None
        self.winner = winner
        self.reason = reason


def valid_layout(galaxies: Iterable[Cell], holes: Iterable[Cell]) -> bool:
    """Tell whether these are all the tokens, on the board and well apart (O3, O5, O6)."""
    bright, dark = list(galaxies), list(holes)
    if len(bright) != GALAXIES or len(dark) != HOLES:
        return False
    if not CELLS.issuperset(bright + dark):
        return False
    if any(distance(one, two) < 2 for one in bright for two in dark):
        return False
    return _apart(bright) and _apart(dark)


def _apart(tokens: list[Cell]) -> bool:
    """Tell whether at least two cells lie between any two tokens (O5, O6)."""
    return all(distance(tokens[i], tokens[j]) >= 3 for i in range(len(tokens)) for j in range(i))


def token_cells(galaxies: set[Cell], holes: set[Cell]) -> set[Cell]:
    """List the cells for the next token that leave room for all the others (O7).

    The next token is a galaxy while fewer than 8 lie, else a black hole. A completion found for
    one cell shows that its other cells are good too; a cell without one takes no part in later
    searches.
    """
    kind_is_galaxy = len(galaxies) < GALAXIES
    good: set[Cell] = set()
    bright = CELLS - _near(galaxies, 2) - _near(holes, 1)
    dark = CELLS - _near(galaxies, 1) - _near(holes, 2)
    for place in sorted(bright if kind_is_galaxy else dark):
        if place in good:
            continue
        if kind_is_galaxy:
            found = _complete(place, bright, dark, GALAXIES - len(galaxies), HOLES - len(holes))
            bright = bright if found else bright - {place}
        else:
            found = _pack_with(place, dark, HOLES - len(holes))
        good |= found or set()
    return good


@cache
def _ball(centre: Cell, radius: int) -> frozenset[Cell]:
    """Give the cells of the board at most this far from a cell."""
    return frozenset(place for place in CELLS if distance(centre, place) <= radius)


def _near(tokens: Iterable[Cell], radius: int) -> frozenset[Cell]:
    """Give the cells of the board at most this far from any of the tokens."""
    return frozenset().union(*(_ball(token, radius) for token in tokens))


def _complete(
    place: Cell, bright: frozenset[Cell], dark: frozenset[Cell], number: int, holes: int
) -> frozenset[Cell] | None:
    """Find `number` galaxies (O5), one on `place`, that leave room for the black holes (O6)."""
    rest = _galaxies(bright - _ball(place, 2), dark - _ball(place, 1), number - 1, holes)
    return None if rest is None else rest | {place}


@lru_cache(maxsize=100_000)
def _galaxies(
    bright: frozenset[Cell], dark: frozenset[Cell], number: int, holes: int
) -> frozenset[Cell] | None:
    """Find `number` galaxies on `bright` (O5) that leave room for `holes` on `dark` (O6).

    Backtracking: a branch ends when even without these galaxies the black holes do not fit, or
    when even without black holes these galaxies do not.
    """
    if _pack(dark, holes) is None or _most(bright) < number:
        return None
    if number == 0:
        return frozenset()
    while _most(bright) >= number:
        place = min(bright, key=lambda one: _harm(one, bright, dark))
        found = _complete(place, bright, dark, number, holes)
        if found is not None:
            return found
        bright -= {place}
    return None


def _harm(place: Cell, bright: frozenset[Cell], dark: frozenset[Cell]) -> tuple[int, int, Cell]:
    """Order the cells for a galaxy: first the one that takes the least room from the others."""
    return len(_ball(place, 1) & dark), len(_ball(place, 2) & bright), place


def _pack_with(place: Cell, room: frozenset[Cell], number: int) -> frozenset[Cell] | None:
    """Find `number` cells of `room` with distances of 3 or more (O6), one of them `place`."""
    rest = _pack(room - _ball(place, 2), number - 1)
    return None if rest is None else rest | {place}


@lru_cache(maxsize=100_000)
def _pack(room: frozenset[Cell], number: int) -> frozenset[Cell] | None:
    """Find `number` cells of `room` with distances of 3 or more (O6).

    Backtracking around the cell with the fewest others too near: when there is room for so many
    tokens, there is also room with one of them on this cell or on one of those others, for
    otherwise a token could move there.
    """
    if number == 0:
        return frozenset()
    if _most(room) < number:
        return None
    tight = min(room, key=lambda one: (len(_ball(one, 2) & room), one))
    for place in sorted(_ball(tight, 2) & room, key=lambda one: (distance(tight, one), one)):
        found = _pack_with(place, room, number)
        if found is not None:
            return found
    return None


@lru_cache(maxsize=100_000)
def _most(room: frozenset[Cell]) -> int:
    """Bound from above how many cells of `room` can have distances of 3 or more.

    A ball of radius 1 holds at most one of them, so count balls that cover the room.
    """
    balls = 0
    while room:
        first = min(room)
        room -= max((_ball(centre, 1) for centre in _ball(first, 1)), key=lambda b: len(b & room))
        balls += 1
    return balls
