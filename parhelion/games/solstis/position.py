"""Positions that people set up: JSON with the words of views and deals, checked and laid out.

Whatever a view or a deal says can be typed in again, and each part may be left out. Hands are then
three tiles each, the line is six stacks of two, and the piles hold what lies nowhere else, all in
the order of rows and columns. If the draw pile is given, or full, the tiles that lie nowhere are
out of the game; if the spirit pile is given, the spirits that lie nowhere stay in the box.

A position begins with a turn, unless its `phase` says what is being decided. Three parts tell more
than a view does: `fresh`, the places filled in this turn; `effect`, the spirit that brings the
rainbow which is being placed; `barred`, for each seat the tiles that its hand cannot hold because
it passed (T16).
"""

from typing import Any

from parhelion.errors import BadPosition
from parhelion.games.solstis import INFO
from parhelion.games.solstis.kernels.constants import (
    BEAR,
    CORNERS,
    EVIL,
    MATCHES,
    PHASES,
    SPIRITS,
    SQUARES,
    STRIDE,
    bits,
)
from parhelion.games.solstis.kernels.rules import run
from parhelion.games.solstis.kernels.setup import clear
from parhelion.games.solstis.kernels.spirits import formed, offer
from parhelion.games.solstis.kernels.state import (
    BEGIN,
    DRAW_UP,
    EFFECT,
    END,
    HAND,
    LOOK,
    MATCH,
    MAX_HELD,
    NOBODY,
    PILE,
    PLACE,
    RAINBOWS,
    SEATS,
    SIT,
    SLOTS,
    STACKS,
)
from parhelion.games.solstis.notation import NAMES, NUMBER, SPIRIT, members
from parhelion.games.solstis.position_json import (
    Ledger,
    PanoramaInput,
    PositionInput,
    SlotInput,
    SpiritsInput,
    by_seat,
    number,
    refused,
    seat_number,
)
from parhelion.games.solstis.view import describe
from parhelion.validated import validated

DERIVED = ("held", "points", "lit", "largest")
"""What a view tells and the pieces decide: it must be right if it is given."""
STEPS = {
    "play": BEGIN,
    "capture": MATCH,
    "meet": LOOK,
    "square": SIT,
    "cover": BEGIN,  # after both have passed
    "over": BEGIN,
}
"""The step from which the rules come to the question of a phase."""
ADDERS = ("fish", "deer", "eagle", "dragonfly", "beetle", "squirrel")
"""The spirits whose effect may bring a rainbow to be placed."""


def write_position(states: Any, position: Any) -> None:
    """Set states[0] up, its options being written already; BadPosition names a contradiction."""
    _Writer(states[0], validated(PositionInput, position, "position", BadPosition)).write()


class _Writer:
    """Lays the pieces of a position out: first those with a name, then the others."""

    def __init__(self, state: Any, given: PositionInput) -> None:
        self.state = state
        self.given = given
        self.beside = given.spirits or SpiritsInput()
        playing = SPIRITS if state.evil else SPIRITS[:EVIL]
        self.tiles = Ledger("tile", NUMBER)
        self.spirits = Ledger("spirit", {name: SPIRIT[name] for name in playing})
        self.phase = given.phase or "play"

    def write(self) -> None:
        """Lay everything out, then let the rules run up to the first question."""
        clear(self.state)
        self.state.turn = seat_number(self.given.turn, 0, "turn")
        self._check_phase()
        for seat, panorama in enumerate(by_seat(self.given.panoramas, PanoramaInput())):
            self._lay_panorama(seat, panorama, f"panoramas[{seat}]")
        self._lay_tiles()
        self._lay_spirits()
        self._lay_rainbows()
        self._mark_turn()
        self._begin()
        self._compare()

    def _check_phase(self) -> None:
        """The phase exists, and no part is given that belongs to another."""
        if self.phase not in PHASES:
            raise refused("phase", f"there is no {self.phase!r}: {', '.join(PHASES)}")
        for part, value, phase in (
            ("centre", self.given.centre, "capture"),
            ("coming", self.given.coming, "rainbow"),
            ("effect", self.given.effect, "rainbow"),
            ("spirits.drawn", self.beside.drawn, "keep"),
            ("spirits.met", self.beside.met, "square"),
        ):
            if value and self.phase != phase:
                why = f"there is none in the phase {self.phase!r}, only in {phase!r}"
                raise refused(part, why)

    # --- panoramas

    def _lay_panorama(self, seat: int, given: PanoramaInput, part: str) -> None:
        tiles = bits(self.tiles.take_all(given.tiles, f"{part}.tiles"))
        self.state.tiles[seat] = tiles
        rainbows = Ledger("rainbow on", NUMBER)
        for place in rainbows.take_all(given.rainbows, f"{part}.rainbows", RAINBOWS):
            if int(tiles) >> place & 1:
                where = rainbows.found[NAMES[place]]
                raise refused(where, f"{NAMES[place]} holds a tile already")
            self.state.rainbows[seat] |= bits([place])
        self.state.kept[seat] = number(given.kept, RAINBOWS, f"{part}.kept")
        for name, square in given.spirits.items():
            where = f"{part}.spirits.{name}"
            self._seat_spirit(seat, self._friendly(name, where), square, where)
        self._check_rainbows(seat, rainbows)

    def _check_rainbows(self, seat: int, rainbows: Ledger) -> None:
        """T10: every rainbow lies beside a landscape tile."""
        tiles = members(self.state.tiles[seat])
        beside = {tile + step for tile in tiles for step in (1, -1, STRIDE, -STRIDE)}
        for name, where in rainbows.found.items():
            if NUMBER[name] not in beside:
                raise refused(where, f"{name} lies beside no tile")

    def _seat_spirit(self, seat: int, spirit: int, square: str, where: str) -> None:
        """T13: a spirit sits on a square of its own, whose four places are held."""
        place = NUMBER.get(square)
        if place not in SQUARES:
            raise refused(where, f"no square has its lower left place on {square!r}")
        held = self.state.tiles[seat] | self.state.rainbows[seat]
        for corner in CORNERS:
            if not int(held) >> place + corner & 1:
                raise refused(where, f"the square needs {NAMES[place + corner]}, which is empty")
        if place in members(self.state.squares[seat]):
            raise refused(where, f"another spirit sits on the square {square}")
        self.state.squares[seat] |= bits([place])
        self.state.spirits[seat] |= bits([spirit])
        self.state.square_of[spirit] = place

    # --- tiles

    def _lay_tiles(self) -> None:
        """The line, hands, centre and pile: first what has a name, then the rest in order."""
        state, given = self.state, self.given
        if given.centre is not None:
            state.centre = self.tiles.take(given.centre, "centre")
        coming = self.tiles.take_all(given.coming, "coming", MAX_HELD)
        state.coming[: len(coming)], state.waiting = coming, len(coming)
        state.gone = bits(self.tiles.take_all(given.gone or [], "gone"))
        hands = [
            self.tiles.take_all(hand, f"hands[{seat}]", MAX_HELD)
            for seat, hand in enumerate(by_seat(given.hands, []))
        ]
        slots = self._slots()
        tops = [self._named(slot.tile, f"line[{i}]") for i, slot in enumerate(slots)]
        unders = [self._named(slot.hidden, f"line[{i}].hidden") for i, slot in enumerate(slots)]
        pile = self._named_pile()
        self._fill_hands(hands, self._capturing([tile for tile in tops if tile is not None]))
        self._fill_line(slots, tops, unders)
        self._fill_pile(pile)

    def _named(self, tile: str | None, part: str) -> int | None:
        return None if tile is None else self.tiles.take(tile, part)

    def _capturing(self, line: list[int]) -> set[str]:
        """T16: the tiles that can be played if the draw pile is empty, else none."""
        if self.given.pile not in (0, []):
            return set()
        return {NAMES[other] for tile in line for other in members(MATCHES[tile])}

    def _fill_hands(self, hands: list[list[int]], capturing: set[str]) -> None:
        """Hands are as large as `held` says, else as named, else three tiles if there are. Who has
        the turn has a tile that can be played, if possible: where few can be, it comes first."""
        named, sizes = self.given.hands or [None, None], by_seat(self.given.held, -1)
        turn = int(self.state.turn)
        for seat in (turn, 1 - turn) if capturing else range(SEATS):
            tiles = hands[seat]
            usual = HAND if named[seat] is None else len(tiles)
            usual = min(usual, len(self.tiles.rest()) + len(tiles))
            count = usual if sizes[seat] < 0 else sizes[seat]
            first = capturing if seat == turn else set()
            self._fill_hand(seat, tiles, number(count, MAX_HELD, f"held[{seat}]"), first)

    def _fill_hand(self, seat: int, tiles: list[int], count: int, first: set[str]) -> None:
        part, bear = f"hands[{seat}]", int(self.state.spirits[seat]) >> BEAR & 1
        if count < len(tiles):
            raise refused(f"held[{seat}]", f"{count}, but {len(tiles)} tiles are named")
        if count > HAND + bear:
            raise refused(part, f"{count} tiles; without the Bear a hand holds {HAND}")
        hand = tiles + self.tiles.fill(count - len(tiles), part, first)
        self.state.hands[seat], self.state.held[seat] = bits(hand), count
        self.state.limit[seat] = HAND + bear

    def _slots(self) -> list[SlotInput]:
        """The slots of the line; six stacks if it was left out."""
        if self.given.line is None:
            return [SlotInput(under=True)] * STACKS
        if len(self.given.line) > SLOTS:
            raise refused("line", f"expected at most {SLOTS}, found {len(self.given.line)}")
        return self.given.line

    def _fill_line(
        self, slots: list[SlotInput], tops: list[int | None], unders: list[int | None]
    ) -> None:
        """Lay the line out. Beyond the six stacks no row occurs twice: so it never overflows."""
        rows: dict[int, str] = {}
        is_given = self.given.line is not None
        for i, slot in enumerate(slots):
            if not is_given and self.tiles.rest():
                tops[i] = self.tiles.fill(1, f"line[{i}]")[0]
            tile = tops[i]
            if tile is not None:
                if i >= STACKS and tile // STRIDE in rows:
                    why = f"beyond the sixth slot {rows[tile // STRIDE]} has this row"
                    raise refused(f"line[{i}]", why)
                if i >= STACKS:
                    rows[tile // STRIDE] = NAMES[tile]
                self.state.line[i] = tile
            if slot.has_tile_below and (is_given or self.tiles.rest()):
                self._fill_under(i, unders[i])
        self.state.faces = bits(int(tile) for tile in self.state.line if tile >= 0)
        self.state.stacked = sum(1 << i for i, tile in enumerate(self.state.under) if tile >= 0)

    def _fill_under(self, i: int, named: int | None) -> None:
        """A face-down tile lies in one of the first six slots, under another tile."""
        part = f"line[{i}].hidden"
        if i >= STACKS or self.state.line[i] < 0:
            raise refused(part, "a face-down tile lies under a tile of the first six slots")
        self.state.under[i] = self.tiles.fill(1, part)[0] if named is None else named

    def _named_pile(self) -> list[int]:
        pile = self.given.pile
        return self.tiles.take_all(pile, "pile", PILE) if isinstance(pile, list) else []

    def _fill_pile(self, pile: list[int]) -> None:
        """The draw pile; the tiles that lie nowhere then are out of the game."""
        given = self.given.pile
        if not isinstance(given, list):
            count = min(len(self.tiles.rest()), PILE) if given is None else given
            pile = self.tiles.fill(number(count, PILE, "pile"), "pile")
        self.state.pile[: len(pile)] = pile[::-1]
        self.state.left = len(pile)
        rest = self.tiles.rest()
        if rest and self.given.gone is not None:
            raise refused("gone", f"{', '.join(rest)} lie nowhere")
        self.state.gone |= bits(NUMBER[name] for name in rest)

    # --- spirits and rainbows

    def _lay_spirits(self) -> None:
        """The spirits beside the panoramas, the Evil one and the one that it covers."""
        state, beside = self.state, self.beside
        if self.given.evil is not None:
            self.spirits.take(SPIRITS[EVIL], "evil")
            state.evil_holder = seat_number(self.given.evil, NOBODY, "evil")
        state.open = bits(self._all_friendly(beside.open, "spirits.open"))
        drawn = sorted(self._all_friendly(beside.drawn, "spirits.drawn"))
        if len(drawn) != 2 * (self.phase == "keep"):
            raise refused("spirits.drawn", "expected two spirits to choose from")
        state.drawn[: len(drawn)] = drawn
        if beside.met is not None:
            state.met = self._friendly(beside.met, "spirits.met")
        self._lay_spirit_pile(beside.pile)
        self._cover()

    def _all_friendly(self, names: list[str], part: str) -> list[int]:
        return [self._friendly(name, f"{part}[{i}]") for i, name in enumerate(names)]

    def _friendly(self, name: str, part: str) -> int:
        """A spirit but the Evil one, which lies in its pile or in front of a player."""
        spirit = self.spirits.take(name, part)
        if spirit == EVIL:
            raise refused(part, "the Evil spirit lies in the pile or in front of a player")
        return spirit

    def _lay_spirit_pile(self, given: int | list[str] | None) -> None:
        """The spirit pile; the spirits that lie nowhere then stay in the box."""
        part = "spirits.pile"
        if isinstance(given, list):
            pile = self.spirits.take_all(given, part)
        else:
            count = len(self.spirits.rest()) if given is None else given
            pile = self.spirits.fill(number(count, EVIL + 1, part), part)
        self.state.spirit_pile[: len(pile)] = pile[::-1]
        self.state.spirits_left = len(pile)
        self.state.box |= bits(SPIRIT[name] for name in self.spirits.rest())

    def _cover(self) -> None:
        """T17: at the end the Evil spirit covers a spirit of its holder, if there is one."""
        covered, holder = self.given.covered, int(self.state.evil_holder)
        owned = [] if holder == NOBODY else members(self.state.spirits[holder])
        closing = self.phase == "over" or self.given.effect == "squirrel"
        if covered is None:
            if closing and owned:
                why = "the Evil spirit covers a spirit of its holder at the end"
                raise refused("covered", why)
            return
        if not closing:
            raise refused("covered", "nothing is covered before the end")
        if SPIRIT.get(covered) not in owned:
            raise refused("covered", f"{covered!r} does not belong to the Evil spirit's holder")
        self.state.covered = SPIRIT[covered]

    def _lay_rainbows(self) -> None:
        """T2: there are twelve; what is left to take, unless it is given, are all others."""
        state, given = self.state, self.given.rainbows
        used = sum(len(members(laid)) for laid in state.rainbows) + int(state.kept.sum())
        if used > RAINBOWS:
            raise refused("rainbows", f"{used} are laid or kept, and there are {RAINBOWS}")
        state.supply = number(RAINBOWS - used if given is None else given, RAINBOWS, "rainbows")
        if used + int(state.supply) > RAINBOWS:
            raise refused("rainbows", f"{state.supply} and {used} laid or kept are over {RAINBOWS}")

    def _mark_turn(self) -> None:
        """What was filled in this turn, and what everybody knows of hands that passed."""
        turn = int(self.state.turn)
        held = int(self.state.tiles[turn] | self.state.rainbows[turn])
        for i, name in enumerate(self.given.fresh):
            if name not in NUMBER or not held >> NUMBER[name] & 1:
                raise refused(f"fresh[{i}]", f"{INFO.seats[turn]} holds no place {name!r}")
            self.state.fresh |= bits([NUMBER[name]])
        for seat, barred in enumerate(by_seat(self.given.barred, [])):
            part = f"barred[{seat}]"
            self.state.barred[seat] = bits(Ledger("tile", NUMBER).take_all(barred, part))
            if self.state.barred[seat] & self.state.hands[seat]:
                raise refused(part, "the hand holds one of these tiles")

    # --- the question

    def _begin(self) -> None:
        """Let the rules run up to the first question."""
        state, phase = self.state, self.phase
        if phase in ("meet", "keep", "square") and not formed(state):
            raise refused("fresh", "no square was completed in this turn")
        if phase == "capture":
            self._check_centre()
        if phase == "square" and state.met < 0:
            raise refused("spirits.met", "missing: the spirit that looks for a square")
        if phase == "keep":
            offer(state, *state.drawn)
        elif phase == "rainbow":
            self._begin_rainbow()
        elif phase in ("deer", "beetle"):
            self._check_seated(phase, "phase")
            state.met, state.step = SPIRIT[phase], EFFECT
        else:
            state.step = STEPS[phase]
        self._run_to_the_end() if phase == "over" else run(state)

    def _check_centre(self) -> None:
        if self.given.centre is None:
            raise refused("centre", "missing: the tile that captures")
        if not int(MATCHES[self.state.centre]) & int(self.state.faces):
            raise refused("centre", f"{self.given.centre} matches no tile of the line")

    def _check_seated(self, spirit: str, part: str) -> None:
        if SPIRIT[spirit] not in members(self.state.spirits[self.state.turn]):
            raise refused(part, f"{spirit} is not on the panorama of the turn")

    def _begin_rainbow(self) -> None:
        """T10, T12: a rainbow gives way to the first tile that comes, or was kept."""
        state, effect, turn = self.state, self.given.effect, int(self.state.turn)
        if not state.kept[turn]:
            raise refused("phase", f"{INFO.seats[turn]} keeps no rainbow to place")
        if state.waiting and int(state.rainbows[turn]) >> int(state.coming[0]) & 1:
            raise refused("coming", "a rainbow lies on the place of the first tile")
        if effect is not None:
            if effect not in ADDERS:
                raise refused("effect", f"{effect!r} brings no rainbow: {', '.join(ADDERS)} may")
            self._check_seated(effect, "effect")
            if effect == "squirrel" and state.left:
                raise refused("effect", "the Squirrel adds tiles only when the pile is empty")
            state.after = END if effect == "squirrel" else DRAW_UP
        state.moving, state.step = state.waiting > 0, PLACE

    def _run_to_the_end(self) -> None:
        """T16: both pass. The Evil spirit is put away, since it has covered a spirit already."""
        state, held = self.state, self.state.held.tolist()
        holder, state.evil_holder = int(state.evil_holder), NOBODY
        run(state)
        state.evil_holder = holder
        if state.held.tolist() != held:
            raise refused("hands", "the Squirrel adds the tiles left in hand at the end")

    def _compare(self) -> None:
        """Whether what is being decided, and what follows from the pieces, is as it was given."""
        state, given = self.state, self.given
        found = PHASES[state.phase]
        if given.phase is not None and found != self.phase:
            raise refused("phase", f"{self.phase!r}, but these pieces lead to {found!r}")
        if given.phase is not None and seat_number(given.turn, state.turn, "turn") != state.turn:
            raise refused("turn", f"{INFO.seats[state.turn]} decides here")
        view, told = dict(describe(state)), given.model_dump(include=set(DERIVED))
        for part, values in told.items():
            if values is not None and values != view[part]:
                raise refused(part, f"{values}, but the pieces give {view[part]}")
