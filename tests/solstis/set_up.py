"""Deals and positions set up for tests, and a table to play on from them."""

from collections.abc import Iterator
from typing import Any

import numpy as np

import parhelion as ph
from parhelion.games import Event, registry
from parhelion.games.solstis import kernels
from parhelion.games.solstis.kernels import constants
from parhelion.games.solstis.kernels.state import STATE
from parhelion.games.solstis.notation import NUMBER
from parhelion.games.solstis.position import write_position
from parhelion.games.solstis.view import describe
from parhelion.kernel import stream
from parhelion.match import Match
from tests.positions import positions
from tests.solstis import naive_rules

SOLSTIS = registry.load("solstis")


# --- tiles as text and as sets


def bits(names: str) -> Any:
    """A set of tiles, given as names with spaces between."""
    return constants.bits([NUMBER[name] for name in names.split()])


# --- whole games


def deal(
    hands: tuple[str, str] = ("", ""),
    top: str = "",
    bottom: str = "",
    pile: str = "",
    spirits: str = "",
    evil: bool = True,
) -> naive_rules.Json:
    """A deal that begins as given; the tiles and spirits not named fill it up in order."""
    named = " ".join([*hands, top, bottom, pile]).split()
    rest = iter(name for name in naive_rules.names(naive_rules.TILES) if name not in named)
    filled = [_fill(hand, 3, rest) for hand in hands]
    line = {"top": _fill(top, 6, rest), "bottom": _fill(bottom, 6, rest)}
    others = [
        name for name in naive_rules.SPIRITS[: 15 if evil else 14] if name not in spirits.split()
    ]
    return {
        "hands": filled,
        "line": line,
        "pile": _fill(pile, 30, rest),
        "spirits": [*spirits.split(), *others],
    }


def _fill(given: str, count: int, rest: Iterator[str]) -> list[str]:
    named = given.split()
    return named + [next(rest) for _ in range(count - len(named))]


def solstis(seed: int | str = 1, evil: str = "on", deal: naive_rules.Json | None = None) -> Match:
    """A fresh match."""
    return Match(SOLSTIS, {"evil": evil}, seed, deal)


def dealt(**parts: Any) -> Match:
    """A fresh match with a deal that begins as given."""
    return solstis(deal=deal(**parts))


def two_ways_to_capture(**parts: Any) -> Match:
    """A fresh match in which Dawn's 4-2 matches 4-7 and 4-9 of the line, and 1-1 nothing."""
    hands, top = ("4-2 1-1 3-8", ""), "4-7 4-9 5-3 5-4 6-4 6-5"
    return dealt(hands=hands, top=top, **parts)


def played(seeds: range) -> Iterator[Match]:
    """Every position of some random games."""
    for seed in seeds:
        yield from positions(solstis(seed))


def legal_texts(match: Match) -> set[str]:
    """The legal moves in notation."""
    return {move.text for move in match.moves()}


# --- positions set up by hand


class Table:
    """A position at the beginning of a turn, played on in notation. Everything is given in names;
    tiles that are not named are out of the game, spirits that are not named in the box."""

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
        self.state = self.states[0]
        self.state.evil = 1
        self.state.rng[:] = stream(seed, "play")
        parts = zip(tiles, rainbows, spirits, kept, strict=True)
        self.seed, self.played = seed, list[str]()
        self.position = {
            "hands": [hand.split() for hand in hands],
            "line": _slots(line.split(), under.split()),
            "pile": pile.split(),
            "panoramas": [_panorama(*each) for each in parts],
            "spirits": {"pile": spirit_pile.split(), "open": open.split()},
            "evil": evil,
            "rainbows": supply,
            "turn": turn,
        }
        write_position(self.states, self.position)

    def match(self) -> Match:
        """The same as a match."""
        match = ph.position("solstis", self.position, seed=self.seed)
        for move in self.played:
            match.play(move)
        return match

    def moves(self) -> set[str]:
        """The legal moves in notation."""
        actions = np.zeros(constants.ACTIONS, dtype=np.int32)
        count = kernels.legal(self.state, actions)
        return {SOLSTIS.move(int(action)).text for action in actions[:count]}

    def play(self, *moves: str) -> "Table":
        """Play legal moves; the table itself."""
        for move in moves:
            assert move in self.moves(), f"{move} is not one of {sorted(self.moves())}"
            kernels.apply(self.state, SOLSTIS.move(move).action)
            self.played.append(move)
        return self

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return constants.PHASES[self.state.phase]

    @property
    def player(self) -> int | None:
        """Who is to decide, None when the game is over."""
        return None if self.state.actor < 0 else int(self.state.actor)

    @property
    def view(self) -> naive_rules.Json:
        """Everything there is to see when nothing is hidden."""
        return dict(describe(self.state))

    @property
    def line(self) -> list[str | None]:
        """The face-up tiles of the line, None for a gap."""
        return [slot["tile"] for slot in self.view["line"]]

    def mine(self, what: str, seat: int = 0) -> Any:
        """A part of a seat's panorama: tiles, rainbows, spirits or kept."""
        return self.view["panoramas"][seat][what]

    def happened(self, *kinds: str) -> list[str | int | None]:
        """What the last move's events of some kinds tell, in order."""
        events = SOLSTIS.events(self.state)
        return [value_of(event) for event in events if kind_of(event) in kinds]

    def points(self, seat: int = 0) -> naive_rules.Json:
        """The score of a seat as it stands, in its parts."""
        points: naive_rules.Json = self.view["points"][seat]
        return points

    def scores(self) -> list[int]:
        """The points of both seats as they stand."""
        out = np.zeros(2, dtype=np.int64)
        kernels.scores(self.state, out)
        return [int(points) for points in out]


def fire_to_light() -> Table:
    """Dawn may capture 3-2 with 4-2, which lights a fire."""
    return Table(hands=("4-2 1-9", "6-6"), line="3-2", pile="6-7", tiles=("1-1 1-2 2-1 2-2", ""))


def square_to_complete(**parts: Any) -> Table:
    """Dawn's 2-2 completes a square, and takes the place of a rainbow; other parts if given."""
    usual: dict[str, Any] = {
        "line": "2-9",
        "pile": "6-5",
        "tiles": ("1-1 1-2 2-1", ""),
        "rainbows": ("2-2", ""),
    }
    return Table(hands=("2-2 6-7", "6-6"), **usual | parts)


def kind_of(event: Event) -> str:
    """What an event is; if a spirit adds a tile, that spirit."""
    return str(event["spirit"] if event["what"] == "added" else event["what"])


def value_of(event: Event) -> str | int | None:
    """The tile, place, square, spirit or number that an event tells, None if there is none."""
    parts = ("tile", "place", "square", "spirit", "fire", "n")
    return next((event[part] for part in parts if part in event), None)


def _slots(line: list[str], under: list[str]) -> list[naive_rules.Json]:
    """Face-up tiles by slot, `--` for a gap; what lies below the first ones."""
    below = [*under, *[None] * (len(line) - len(under))]
    both = zip(line, below, strict=True)
    return [{"tile": None if tile == "--" else tile, "hidden": low} for tile, low in both]


def _panorama(tiles: str, rainbows: str, spirits: str, kept: int) -> naive_rules.Json:
    """A panorama; spirits such as `bee@1-1` are a name and a square."""
    seated = dict(spirit.split("@") for spirit in spirits.split())
    return {"tiles": tiles.split(), "rainbows": rainbows.split(), "spirits": seated, "kept": kept}
