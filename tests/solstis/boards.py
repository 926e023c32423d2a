"""Setting up deals and positions of Solstis for tests, and reading them."""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np

from parhelion import games
from parhelion.games.solstis import rules, tables
from parhelion.games.solstis.notation import NUMBER, SPIRIT, parse, text
from parhelion.games.solstis.state import RAINBOWS, STATE
from parhelion.games.solstis.view import happened
from parhelion.kernel import stream
from parhelion.match import Match
from tests.solstis import naive

SOLSTIS = games.load("solstis")


# --- tiles as text and as sets


def bits(names: str) -> Any:
    """A set of tiles, given as names with spaces between."""
    return tables.bits([NUMBER[name] for name in names.split()])


def spirit_bits(names: Iterable[str]) -> int:
    """A set of spirits."""
    return sum(1 << SPIRIT[name] for name in names)


# --- whole games


def deal(
    hands: tuple[str, str] = ("", ""),
    top: str = "",
    bottom: str = "",
    pile: str = "",
    spirits: str = "",
    evil: bool = True,
) -> naive.Json:
    """A deal that begins as given; the tiles and spirits not named fill it up in order."""
    named = " ".join([*hands, top, bottom, pile]).split()
    rest = iter(name for name in naive.names(naive.TILES) if name not in named)
    filled = [_fill(hand, 3, rest) for hand in hands]
    line = {"top": _fill(top, 6, rest), "bottom": _fill(bottom, 6, rest)}
    others = [name for name in naive.SPIRITS[: 15 if evil else 14] if name not in spirits.split()]
    return {
        "hands": filled,
        "line": line,
        "pile": _fill(pile, 30, rest),
        "spirits": [*spirits.split(), *others],
    }


def _fill(given: str, count: int, rest: Iterator[str]) -> list[str]:
    named = given.split()
    return named + [next(rest) for _ in range(count - len(named))]


def solstis(seed: int = 1, evil: str = "on", deal: naive.Json | None = None) -> Match:
    """A fresh match."""
    return Match(SOLSTIS, {"evil": evil}, seed, deal)


def dealt(**parts: Any) -> Match:
    """A fresh match with a deal that begins as given."""
    return solstis(deal=deal(**parts))


def legal_texts(match: Match) -> set[str]:
    """The legal moves in notation."""
    return {move.text for move in match.moves()}


# --- positions set up by hand


class Table:
    """A position at the beginning of a turn, played on in notation. Everything is given in
    names; tiles that are not named are out of the game, spirits that are not named nowhere."""

    def __init__(
        self,
        hands: tuple[str, str] = ("", ""),
        line: str = "",
        under: str = "",
        pile: str = "",
        tiles: tuple[str, str] = ("", ""),
        rainbows: tuple[str, str] = ("", ""),
        spirits: tuple[str, str] = ("", ""),
        spirit_pile: str = "",
        open: str = "",
        evil: int | None = None,
        kept: tuple[int, int] = (0, 0),
        supply: int | None = None,
        turn: int = 0,
        seed: int = 0,
    ) -> None:
        self.states = np.zeros(1, dtype=STATE)
        self.state = state = self.states[0]
        state.with_evil = 1
        rules.clear(state)
        for seat in range(2):
            state.hands[seat] = bits(hands[seat])
            state.held[seat] = len(hands[seat].split())
            state.tiles[seat] = bits(tiles[seat])
            state.rainbows[seat] = bits(rainbows[seat])
            state.kept[seat] = kept[seat]
            self._seat_spirits(seat, spirits[seat])
        self._lay_line(line, under)
        self._lay_piles(pile, spirit_pile)
        state.open = spirit_bits(open.split())
        state.evil = -1 if evil is None else evil
        used = len(" ".join(rainbows).split()) + sum(kept)
        state.supply = RAINBOWS - used if supply is None else supply
        named = " ".join([*hands, *tiles, line.replace("-- ", ""), under, pile])
        state.gone = tables.MOUNTAIN & ~bits(named.replace("--", ""))
        state.rng[:] = stream(seed, "play")
        state.turn = turn
        state.after, state.step = rules.LOOK, rules.BEGIN
        rules.carry_on(state)

    def _seat_spirits(self, seat: int, seated: str) -> None:
        """Spirits such as `bee@1-1`: a name and its square."""
        for each in seated.split():
            name, square = each.split("@")
            self.state.spirits[seat] |= spirit_bits([name])
            self.state.squares[seat] |= bits(square)
            self.state.square_of[SPIRIT[name]] = NUMBER[square]

    def _lay_line(self, line: str, under: str) -> None:
        """Face-up tiles by slot, `--` for a gap; what lies below the first ones."""
        for slot, name in enumerate(line.split()):
            if name != "--":
                self.state.line[slot] = NUMBER[name]
                self.state.faces |= bits(name)
        self.state.stacked = (1 << len(under.split())) - 1
        for slot, name in enumerate(under.split()):
            self.state.under[slot] = NUMBER[name]

    def _lay_piles(self, pile: str, spirit_pile: str) -> None:
        """Both piles, the tile or spirit drawn first named first."""
        self.state.left = len(pile.split())
        for i, name in enumerate(reversed(pile.split())):
            self.state.pile[i] = NUMBER[name]
        self.state.spirits_left = len(spirit_pile.split())
        for i, name in enumerate(reversed(spirit_pile.split())):
            self.state.spirit_pile[i] = SPIRIT[name]

    def moves(self) -> set[str]:
        """The legal moves in notation."""
        actions = np.zeros(tables.ACTIONS, dtype=np.int32)
        count = rules.legal(self.state, actions)
        return {text(int(action)) for action in actions[:count]}

    def play(self, *moves: str) -> "Table":
        """Play legal moves; the table itself."""
        for move in moves:
            assert move in self.moves(), f"{move} is not one of {sorted(self.moves())}"
            rules.apply(self.state, parse(move))
        return self

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return tables.PHASES[self.state.phase]

    @property
    def player(self) -> int | None:
        """Who is to decide, None when the game is over."""
        return None if self.state.actor < 0 else int(self.state.actor)

    @property
    def view(self) -> naive.Json:
        """Everything there is to see when nothing is hidden."""
        return SOLSTIS.view.describe(self.state)

    @property
    def line(self) -> list[str | None]:
        """The face-up tiles of the line, None for a gap."""
        return [slot["tile"] for slot in self.view["line"]]

    def mine(self, what: str, seat: int = 0) -> Any:
        """A part of a seat's panorama: tiles, rainbows, spirits or kept."""
        return self.view["panoramas"][seat][what]

    def happened(self, *kinds: str) -> list[str | None]:
        """The values of the last move's events of some kinds, in order."""
        return [value for kind, value, _ in happened(self.state) if kind in kinds]

    def points(self, seat: int = 0) -> naive.Json:
        """The score of a seat as it stands, in its parts."""
        points: naive.Json = self.view["points"][seat]
        return points

    def scores(self) -> list[int]:
        """The points of both seats as they stand."""
        out = np.zeros(2, dtype=np.int64)
        rules.scores(self.state, out)
        return [int(points) for points in out]
