"""A second, deliberately naive Solstis (rules T1-T18), to check the fast kernel against.

It shares nothing with the kernel: a whole game is one generator that reads like the rulebook and
stops wherever a player has a choice. Tiles and places are tuples (row, column).
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.naive_game import Asking, Playing

Tile = tuple[int, int]
"""Row and column; a tile and its place in a panorama are the same (T1)."""

Json = dict[str, Any]

COLUMNS = {1: (1, 10), 2: (1, 10), 3: (1, 10), 4: (2, 9), 5: (3, 8), 6: (4, 7)}
"""The first and the last column of every row (T1)."""

TILES: list[Tile] = [
    (row, column) for row, (first, last) in COLUMNS.items() for column in range(first, last + 1)
]
"""The 48 landscape tiles (T1)."""

RAINBOWS = 12
"""How many rainbow tiles there are (T2)."""

WOOD = ["fish", "deer", "eagle", "bear", "dragonfly", "beetle", "groundhog"]
BLUE = ["bee", "ladybug", "wolf", "squirrel", "bird", "lizard", "butterfly"]
EVIL = "evil"
SPIRITS = [*WOOD, *BLUE, EVIL]
"""The 15 spirits (T2, T4)."""

FIRES: list[list[Tile]] = [
    [(4, 2)],
    [(5, 3)],
    [(6, 4)],
    [(6, 5)],
    [(6, 5), (6, 6)],
    [(6, 6)],
    [(6, 7)],
    [(5, 8)],
    [(4, 9)],
]
"""The tiles that each of the nine fires is on (T3)."""

VALLEY = 1
"""The row that fires must be connected with (T18)."""


SHOWN = (
    "phase", "turn", "centre", "line", "panoramas", "hands", "held", "pile", "rainbows", "spirits",
    "evil", "covered", "coming", "gone", "points", "lit",
)  # fmt: skip
"""What a view tells of a position."""


@dataclass
class Slot:
    """A place in the line: a face-up tile or a gap, and perhaps a face-down tile below."""

    tile: Tile | None
    under: Tile | None = None


@dataclass
class Panorama:
    """What lies in front of a player."""

    tiles: set[Tile] = field(default_factory=set)
    rainbows: set[Tile] = field(default_factory=set)
    spirits: dict[str, Tile] = field(default_factory=dict)  # each with its square
    kept: int = 0  # rainbows that wait for a place

    def held(self) -> set[Tile]:
        """The places with a tile or a rainbow."""
        return self.tiles | self.rainbows

    def blocked(self) -> set[Tile]:
        """The places covered by a spirit (T13)."""
        return {place for square in self.spirits.values() for place in places_of(square)}

    def rainbow_places(self) -> set[Tile]:
        """The empty places next to a landscape tile (T10)."""
        return {place for tile in self.tiles for place in neighbours(tile)} - self.held()

    def areas(self) -> list[set[Tile]]:
        """The connected areas, rainbows connecting (T18)."""
        left, areas = self.held(), []
        while left:
            areas.append(reach(next(iter(left)), left))
            left = left - areas[-1]
        return areas


# --- the mountain


def name(tile: Tile) -> str:
    """A tile or place in notation."""
    return f"{tile[0]}-{tile[1]}"


def names(tiles: Iterable[Tile]) -> list[str]:
    """Tiles in notation, in order."""
    return [name(tile) for tile in tiles]


def tile(text: str) -> Tile:
    """The tile of a name."""
    row, column = text.split("-")
    return int(row), int(column)


@cache
def neighbours(place: Tile) -> frozenset[Tile]:
    """The places that share an edge with a place."""
    row, column = place
    beside = {(row + 1, column), (row - 1, column), (row, column + 1), (row, column - 1)}
    return frozenset(beside & set(TILES))


def places_of(square: Tile) -> set[Tile]:
    """The four places of the square with this lower left place."""
    row, column = square
    return {(row, column), (row, column + 1), (row + 1, column), (row + 1, column + 1)}


SQUARES = [square for square in TILES if places_of(square) <= set(TILES)]
"""The squares of the mountain, by their lower left place (T13)."""


def reach(start: Tile, places: set[Tile]) -> set[Tile]:
    """All places connected with one of them, itself included."""
    found, new = {start}, {start}
    while new:
        new = {beside for place in new for beside in neighbours(place)} & places - found
        found |= new
    return found


def match(one: Tile, other: Tile) -> bool:
    """T8: the same row or the same column."""
    return one[0] == other[0] or one[1] == other[1]


# --- scoring


def fires_of(panorama: Panorama) -> list[list[Tile]]:
    """The fires whose tiles are in a panorama (T3)."""
    return [fire for fire in FIRES if set(fire) <= panorama.tiles]


def lit_fires(panorama: Panorama) -> list[list[Tile]]:
    """T18: the fires connected with a place of the valley."""
    lit = []
    for fire in fires_of(panorama):
        if any(row == VALLEY for row, _ in reach(fire[0], panorama.held())):
            lit.append(fire)
    return lit


def largest_areas(panorama: Panorama) -> list[set[Tile]]:
    """The landscape tiles of the area with most of them; of all such areas, if several tie."""
    areas = [area & panorama.tiles for area in panorama.areas()]
    most = max([len(area) for area in areas], default=0)
    return [area for area in areas if len(area) == most]


def bonus(spirit: str, panorama: Panorama, owned: list[str]) -> int:
    """T4: what a spirit adds beside its own point; `owned` are those that are not covered."""
    if spirit == "bee":
        return len([other for other in owned if other in WOOD])
    if spirit == "ladybug":
        return len(fires_of(panorama)) - len(lit_fires(panorama))
    if spirit == "wolf":
        return len(panorama.areas())
    if spirit == "bird":
        return len([other for other in owned if other in BLUE and other != "bird"])
    if spirit == "lizard":
        return len(panorama.rainbows)
    if spirit == "butterfly":
        return len(lit_fires(panorama))
    return 0


def points(panorama: Panorama, covered: str | None = None) -> Json:
    """T18: the score of a panorama with its parts."""
    owned = [spirit for spirit in panorama.spirits if spirit != covered]
    hidden = [spirit for spirit in panorama.spirits if spirit == covered]
    area = max([len(tiles) for tiles in largest_areas(panorama)], default=0)
    fires = len(lit_fires(panorama))
    spirits = {spirit: 1 + bonus(spirit, panorama, owned) for spirit in owned}
    spirits |= dict.fromkeys(hidden, 0)
    total = area + fires + sum(spirits.values())
    return {"area": area, "fires": fires, "spirits": spirits, "total": total}


# --- the game


class Game(Asking):
    """A game from its deal. `decision` is what is to be decided, None when it is over."""

    def __init__(self, deal: Json) -> None:
        self.hands = [[tile(text) for text in hand] for hand in deal["hands"]]
        line = deal["line"]
        self.line = [
            Slot(tile(top), tile(bottom))
            for top, bottom in zip(line["top"], line["bottom"], strict=True)
        ]
        self.pile = [tile(text) for text in deal["pile"]]
        self.spirit_pile = list(deal["spirits"])
        self.open_spirits: list[str] = []
        self.drawn_spirits: list[str] = []
        self.met: str | None = None
        self.rainbows = RAINBOWS
        self.panoramas = [Panorama(), Panorama()]
        self.limits = [3, 3]
        self.evil: int | None = None
        self.covered: str | None = None
        self.centre: Tile | None = None
        self.coming: list[Tile] = []
        self.gone: list[Tile] = []
        self.filled: set[Tile] = set()  # places that got a tile or a rainbow this turn
        self.turn = 0
        self.turns = 1
        self.again = False
        self.chance: list[Tile] = []  # what Eagle and Dragonfly are going to pick
        self.begin(self._whole_game())

    def answer(self, text: str, chance: Iterable[str] = ()) -> None:
        """Answer the decision; `chance` names the tiles that random effects pick after it."""
        self.chance = [tile(picked) for picked in chance]
        self.play(text)
        if self.chance:
            raise ValueError(f"no effect asked for {self.chance}")

    # --- asking

    def _ask_tile(
        self, seat: int, phase: str, tiles: Iterable[Tile], even_one: bool = False
    ) -> Playing[Tile]:
        """The same for a tile or a place."""
        options = [f"{phase} {name(each)}" for each in tiles]
        answer = yield from self.ask(seat, phase, options, even_one)
        return tile(answer.split()[-1])

    def _pick(self, tiles: list[Tile]) -> Tile:
        """The random one of some tiles that we were told of."""
        picked = self.chance.pop(0)
        if picked not in tiles:
            raise ValueError(f"{picked} cannot come: there are {tiles}")
        return picked

    # --- the course of the game

    def _whole_game(self) -> Playing[None]:
        while self.pile or self._can_capture(0) or self._can_capture(1):  # T16
            if self.pile or self._can_capture(self.turn):
                yield from self._one_turn(self.turn)
            if self.again:
                self.again = False
            else:
                self.turn = 1 - self.turn
            self.turns += 1
        yield from self._cover()
        yield from self._squirrel()

    def _one_turn(self, seat: int) -> Playing[None]:
        self.filled = set()
        played = yield from self._play_tile(seat)
        self.hands[seat].remove(played)
        captured = yield from self._capture_with(seat, played)
        if not captured and self.pile:
            captured = yield from self._capture_with(seat, self.pile.pop(0))  # T9
        if not captured:
            yield from self._new_rainbow(seat)  # T10
        yield from self._meet_spirit(seat)
        self._draw(seat)

    def _captures(self, played: Tile) -> list[Tile]:
        """The tiles of the line that a tile matches (T8)."""
        return [slot.tile for slot in self.line if slot.tile and match(slot.tile, played)]

    def _can_capture(self, seat: int) -> bool:
        return any(self._captures(held) for held in self.hands[seat])

    def _play_tile(self, seat: int) -> Playing[Tile]:
        """T7 and T16. With a choice of tiles it is asked even if only one of them captures:
        otherwise the opponent would learn something of the others."""
        hand = self.hands[seat]
        able = hand if self.pile else [held for held in hand if self._captures(held)]
        return (yield from self._ask_tile(seat, "play", able, even_one=len(hand) > 1))

    def _capture_with(self, seat: int, played: Tile) -> Playing[bool]:
        """T8: capture if anything matches; else the tile joins the line."""
        able = self._captures(played)
        if not able:
            self._join_line(played)
            return False
        self.centre = played
        captured = yield from self._ask_tile(seat, "capture", able)
        self.centre = None
        self._take_from_line(captured)
        yield from self._add_tiles(seat, [captured, played])
        return True

    def _join_line(self, joining: Tile) -> None:
        """T11: into the first gap, else at the end."""
        for slot in self.line:
            if slot.tile is None:
                slot.tile = joining
                return
        self.line.append(Slot(joining))

    def _take_from_line(self, taken: Tile) -> None:
        """T8: what lay below is turned up at once."""
        for slot in self.line:
            if slot.tile == taken:
                slot.tile, slot.under = slot.under, None

    def _draw(self, seat: int) -> None:
        """T14."""
        while self.pile and len(self.hands[seat]) < self.limits[seat]:
            self.hands[seat].append(self.pile.pop(0))

    # --- tiles and rainbows come to a panorama

    def _add_tiles(self, seat: int, tiles: list[Tile]) -> Playing[None]:
        """T8, T12: one after the other. T10: kept rainbows after the last of them."""
        self.coming = list(tiles)
        while self.coming:
            yield from self._make_room(seat, self.coming[0])
            self._put(seat, self.coming.pop(0))
        yield from self._lay_kept(seat)

    def _make_room(self, seat: int, place: Tile) -> Playing[None]:
        """T12: a free rainbow goes to another place, or is kept if there is none."""
        panorama = self.panoramas[seat]
        if place in panorama.rainbows and place not in panorama.blocked():
            panorama.rainbows.remove(place)
            panorama.kept += 1
            if others := panorama.rainbow_places() - {place}:
                yield from self._lay_rainbow(seat, others)

    def _put(self, seat: int, placed: Tile) -> None:
        """T12: a tile comes to its place, or leaves the game if a blocked rainbow is there."""
        if placed in self.panoramas[seat].rainbows:
            self.gone.append(placed)
        else:
            self.panoramas[seat].tiles.add(placed)
            self.filled.add(placed)

    def _lay_rainbow(self, seat: int, places: set[Tile]) -> Playing[None]:
        """One of the rainbows without a place goes to one of these."""
        place = yield from self._ask_tile(seat, "rainbow", places)
        self.panoramas[seat].rainbows.add(place)
        self.panoramas[seat].kept -= 1
        self.filled.add(place)

    def _lay_kept(self, seat: int) -> Playing[None]:
        """T10: all kept rainbows, as far as there are places."""
        panorama = self.panoramas[seat]
        while panorama.kept and panorama.rainbow_places():
            yield from self._lay_rainbow(seat, panorama.rainbow_places())

    def _new_rainbow(self, seat: int) -> Playing[None]:
        """T10: one from the supply, if there is one."""
        if self.rainbows:
            self.rainbows -= 1
            self.panoramas[seat].kept += 1
            yield from self._lay_kept(seat)

    # --- spirits

    def _formed(self, seat: int) -> list[Tile]:
        """T13: the squares formed this turn that hold no spirit."""
        panorama = self.panoramas[seat]
        return [
            square
            for square in SQUARES
            if places_of(square) <= panorama.held()
            and places_of(square) & self.filled
            and square not in panorama.spirits.values()
        ]

    def _meet_spirit(self, seat: int) -> Playing[None]:
        """T13, T15: one spirit, whatever the number of squares."""
        squares = self._formed(seat)
        if not squares:
            return
        holder = self.evil
        self.met = yield from self._find_spirit(seat)
        if self.met is None:
            return
        if holder == seat:
            self.evil = 1 - seat
        square = yield from self._ask_tile(seat, "square", squares)
        spirit, self.met = self.met, None
        self.panoramas[seat].spirits[spirit] = square
        yield from self._effect(seat, spirit)

    def _find_spirit(self, seat: int) -> Playing[str | None]:
        """T13: draw, or take one that lies face up."""
        options = [f"take {spirit}" for spirit in self.open_spirits]
        if self.spirit_pile:
            options.append("draw")
        if not options:
            return None
        answer = yield from self.ask(seat, "meet", options)
        if answer == "draw":
            return (yield from self._draw_spirits(seat))
        spirit = answer.split()[-1]
        self.open_spirits.remove(spirit)
        return spirit

    def _draw_spirits(self, seat: int) -> Playing[str | None]:
        """T13, T15: keep one of the two; with the Evil spirit there is no choice."""
        drawn = [self.spirit_pile.pop(0) for _ in self.spirit_pile[:2]]
        if EVIL in drawn:
            self.evil = seat
            drawn.remove(EVIL)
        if not drawn:
            return None
        self.drawn_spirits = drawn
        answer = yield from self.ask(seat, "keep", [f"keep {spirit}" for spirit in drawn])
        self.drawn_spirits = []
        kept = answer.split()[-1]
        drawn.remove(kept)
        self.open_spirits += drawn
        return kept

    def _effect(self, seat: int, spirit: str) -> Playing[None]:
        """T4: what a wood spirit does at once; what cannot happen is skipped (T13)."""
        if spirit == "fish":
            yield from self._new_rainbow(seat)
        if spirit == "deer" and self.hands[seat]:
            given = yield from self._ask_tile(seat, "deer", self.hands[seat])
            self.hands[seat].remove(given)
            yield from self._add_tiles(seat, [given])
        if spirit == "eagle" and self.pile:
            picked = self._pick(self.pile)
            self.pile.remove(picked)
            yield from self._add_tiles(seat, [picked])
        if spirit == "bear" and self.pile:
            self.limits[seat] = 4
            self.hands[seat].append(self.pile.pop(0))
        if spirit == "dragonfly" and self.hands[1 - seat]:
            yield from self._dragonfly(seat)
        if spirit == "beetle" and self._line_tiles():
            taken = yield from self._ask_tile(seat, "beetle", self._line_tiles())
            self._take_from_line(taken)
            yield from self._add_tiles(seat, [taken])
        if spirit == "groundhog":
            self.again = True

    def _dragonfly(self, seat: int) -> Playing[None]:
        """The opponent draws at once, if possible."""
        other = self.hands[1 - seat]
        stolen = self._pick(other)
        other.remove(stolen)
        if self.pile:
            other.append(self.pile.pop(0))
        yield from self._add_tiles(seat, [stolen])

    def _line_tiles(self) -> list[Tile]:
        return [slot.tile for slot in self.line if slot.tile]

    # --- the end

    def _cover(self) -> Playing[None]:
        """T17: the opponent of the Evil spirit's holder chooses which spirit it covers."""
        if self.evil is None or not self.panoramas[self.evil].spirits:
            return
        self.turn = 1 - self.evil
        owned = [f"cover {spirit}" for spirit in self.panoramas[self.evil].spirits]
        answer = yield from self.ask(1 - self.evil, "cover", owned)
        self.covered = answer.split()[-1]

    def _squirrel(self) -> Playing[None]:
        """T17: the tiles left in its owner's hand come to the panorama, in ascending order."""
        for seat in range(2):
            if "squirrel" in self.panoramas[seat].spirits and self.covered != "squirrel":
                self.turn = seat
                added, self.hands[seat] = sorted(self.hands[seat]), []
                yield from self._add_tiles(seat, added)

    # --- what is to be seen

    def points(self) -> list[Json]:
        """The score of every seat as it stands, in its parts."""
        return [points(panorama, self.covered) for panorama in self.panoramas]

    def scores(self) -> list[int]:
        """The points of every seat as they stand."""
        return [each["total"] for each in self.points()]

    def winners(self) -> list[int]:
        """T18: most points win, equal ones share; nobody before the end."""
        if self.decision:
            return []
        return [seat for seat in range(2) if self.scores()[seat] == max(self.scores())]

    def view(self, viewer: int | None) -> Json:
        """What a seat, or for None a spectator, may know; everything once it is over."""
        over = self.decision is None
        return {
            "phase": self.phase,
            "turn": self.turn,
            "centre": name(self.centre) if self.centre else None,
            "line": self._told_line(over),
            "panoramas": [self._told_panorama(panorama) for panorama in self.panoramas],
            "hands": [
                sorted(names(hand)) if over or seat == viewer else []
                for seat, hand in enumerate(self.hands)
            ],
            "held": [len(hand) for hand in self.hands],
            "pile": len(self.pile),
            "rainbows": self.rainbows,
            "spirits": {
                "pile": len(self.spirit_pile),
                "open": sorted(self.open_spirits),
                "drawn": sorted(self.drawn_spirits),
                "met": self.met,
            },
            "evil": self.evil,
            "covered": self.covered,
            "coming": names(self.coming),
            "gone": sorted(names(self.gone)),
            "points": self.points(),
            "lit": [
                sorted("/".join(names(fire)) for fire in lit_fires(panorama))
                for panorama in self.panoramas
            ],
        }

    def _told_line(self, over: bool) -> list[Json]:
        """The line up to its last tile, but never shorter than it began."""
        filled = [i for i, slot in enumerate(self.line, start=1) if slot.tile]
        return [
            {
                "tile": name(slot.tile) if slot.tile else None,
                "under": slot.under is not None,
                "hidden": name(slot.under) if slot.under and over else None,
            }
            for slot in self.line[: max([6, *filled])]
        ]

    @staticmethod
    def _told_panorama(panorama: Panorama) -> Json:
        return {
            "tiles": sorted(names(panorama.tiles)),
            "rainbows": sorted(names(panorama.rainbows)),
            "spirits": {spirit: name(square) for spirit, square in panorama.spirits.items()},
            "kept": panorama.kept,
        }
