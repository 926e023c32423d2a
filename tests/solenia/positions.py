"""Positions of Solenia set up by hand and played on in notation, and deals that begin as given."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parhelion.games import registry
from parhelion.games.solenia import kernels
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import HAND
from parhelion.games.solenia.kernels.powers import is_wind, variant
from parhelion.games.solenia.kernels.reach import price_of
from parhelion.games.solenia.kernels.rules import carry_on
from parhelion.games.solenia.notation import SPACES, text
from parhelion.games.solenia.position import write_position
from parhelion.kernel import stream
from parhelion.match import Match
from tests.solenia.edition_states import ROWS, amounts, record
from tests.solenia.event_tuples import happened
from tests.solenia.naive_edition import HOUSE
from tests.solenia.naive_rules import Json

SOLENIA = registry.load("solenia")

SKY = "A-night C-night T-dawn B-day D-day"
"""The sky of a position unless it says otherwise, from the rear to the front:

    5  H D W D H  day
    4  D W H W D  day
    3  N A H W D  dawn, the airship on the H
    2  A N S N A  night
    1  N S A S N  night
"""

DISPLAY = "SSA5 SAA5 WSS5 | WWH5 WHH5 WWS5"
"""The displayed tiles of a position unless it says otherwise."""

ISLANDS = HOUSE | {
    "strips": {name: dict.fromkeys(faces, "WWWWW") for name, faces in HOUSE["strips"].items()}
}
"""An edition with nothing but wood, where only distances matter."""


class Position:
    """A position at the beginning of a turn, played on in notation.

    Everything is given in names, by seat; rows are day, then night, with a bar between. Cards and
    tiles that are not named lie in their piles; cards that a named pile does not hold are used, and
    such tiles belong to the last player. A hand of `-` is empty.
    """

    def __init__(
        self,
        hands: Sequence[str] = (),
        cards: Sequence[str] = (),
        decks: Sequence[str | None] = (),
        stock: Sequence[str] = (),
        stars: Sequence[int] = (),
        delivered: Sequence[str] = (),
        slots: Sequence[str] = (),
        level_1: Sequence[str] = (),
        level_3: Sequence[str] = (),
        display: str = DISPLAY,
        piles: str | None = None,
        sky: str = SKY,
        players: int = 2,
        board: str = "summer",
        difficulty: str = "breeze",
        die: str = "",
        turn: int = 0,
        seed: int = 0,
        edition: Json = HOUSE,
    ) -> None:
        winter = board == "winter" or bool(slots or level_1 or level_3)
        self.edition = edition
        self.states = record(
            players,
            "winter" if winter else "summer",
            upgrades=bool(level_1 or level_3),
            difficulty=difficulty,
            edition=edition,
        )
        self.state = self.states[0]
        seats = range(max(2, players))
        owned, filled = self._deliveries(display, piles, delivered, slots, winter)
        told = [
            {
                "hand": self._hand(seat, _of(cards, seat), _of(hands, seat)),
                "stock": dict(zip(constants.RESOURCES, amounts(_of(stock, seat)), strict=True)),
                "stars": stars[seat] if seat < len(stars) else 0,
                "deliveries": owned[seat],
                "slots": filled[seat] if winter and (players > 1 or seat == 0) else None,
                "level_1": _of(level_1, seat) or None,
                "level_3": _pair(_of(level_3, seat)),
            }
            for seat in seats
        ]
        told = [{key: part for key, part in each.items() if part is not None} for each in told]
        if players == 1:
            told[1]["stars"] = sum(stars[1:2]) + self._head_start()
        position = {
            "active": turn,
            "sky": _sky(sky, cards),
            "players": told,
            "decks": [_words(_at(decks, seat)) for seat in seats],
            "display": {row: _row(display, i) for i, row in enumerate(ROWS)},
        }
        if piles is not None:
            position["deliveries"] = {row: _row(piles, i) for i, row in enumerate(ROWS)}
        write_position(self.states, position)
        if die:
            self.state.die[:] = -1 if die == "star" else int(die) - 1
        self.state.rng[:] = stream(seed, "play")
        carry_on(self.state)
        self.state.happened = self.state.revealed = 0

    # --- setting up

    def _hand(self, seat: int, lying: str, hand: str) -> list[str]:
        """The named hand, else the last cards of the edition."""
        if hand or is_wind(self.state, seat):
            return [name for name in hand.split() if name != "-"]
        left = list(self.edition["cards"])
        for each in lying.split():
            left.remove(each.split("@")[0])
        return left[::-1][:HAND]

    def _head_start(self) -> int:
        """The stars that the Trade Wind starts with (S33)."""
        return int(self.state.head_starts[variant(self.state), self.state.difficulty])

    def _deliveries(
        self,
        display: str,
        piles: str | None,
        delivered: Sequence[str],
        slots: Sequence[str],
        winter: bool,
    ) -> tuple[list[dict[str, list[str]]], list[dict[str, list[str]]]]:
        """The tiles and the filled slots of every seat. A tile lies at every filled slot, whether
        it is named or not."""
        owned: list[dict[str, list[str]]] = [{} for _ in range(4)]
        filled: list[dict[str, list[str]]] = [{} for _ in range(4)]
        last = int(self.state.players) - 1
        for i, row in enumerate(ROWS):
            left = list(self.edition["deliveries"][row])
            for name in _row(display, i) + [n for each in delivered for n in _row(each, i)]:
                left.remove(name)
            for seat in range(4):
                owned[seat][row] = _row(_of(delivered, seat), i)
                filled[seat][row] = _row(_of(slots, seat), i)
                while len(owned[seat][row]) < len(filled[seat][row]):
                    owned[seat][row].append(left.pop())
            if piles is not None:
                owned[last][row] += [name for name in left if name not in _row(piles, i)]
                if winter and len(owned[last][row]) >= len(constants.SLOTS):
                    filled[last][row] = list(constants.SLOTS)
        return owned, filled

    # --- playing

    def moves(self) -> set[str]:
        """Return the legal moves in notation. The list and the mask must agree."""
        actions = np.zeros(constants.ACTIONS, dtype=np.int32)
        mask = np.zeros(constants.ACTIONS, dtype=np.uint8)
        legal = actions[: kernels.legal(self.state, actions)]
        kernels.mask(self.state, mask)
        assert np.flatnonzero(mask).tolist() == legal.tolist()
        return {text(int(action)) for action in legal}

    def play(self, *moves: str) -> "Position":
        """Play legal moves; the table itself."""
        for move in moves:
            assert move in self.moves(), f"{move} is not one of {sorted(self.moves())}"
            kernels.apply(self.state, SOLENIA.move(move).action)
        return self

    def spaces(self) -> set[str]:
        """Where a card may be played."""
        return {move.split()[2] for move in self.moves() if move.startswith("play")}

    def price(self, space: str) -> int:
        """What the voyage to a space costs the player to decide."""
        return int(price_of(self.state, int(self.state.actor), bit(space)))

    # --- reading

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return constants.PHASES[self.state.phase]

    @property
    def player(self) -> int | None:
        """Who is to decide, None when the game is over."""
        return None if self.state.actor < 0 else int(self.state.actor)

    @property
    def view(self) -> Any:
        """Everything there is to see when nothing is hidden."""
        return SOLENIA.view.describe(self.state)

    def of(self, what: str, seat: int = 0) -> Any:
        """Something of a player's as the view has it."""
        return self.view["players"][seat][what]

    def stock(self, seat: int = 0) -> str:
        """A player's resources as letters."""
        return "".join(
            letter * int(n) for letter, n in zip("WHSA", self.state.stock[seat], strict=True)
        )

    def stars(self, seat: int = 0) -> int:
        """The stars that a player has gained."""
        return int(self.state.stars[seat])

    def points(self, seat: int = 0) -> Json:
        """The score of a seat as it stands, in its parts."""
        points: Json = self.of("points", seat)
        return points

    def shown(self, row: str) -> list[str | None]:
        """The tiles of the display."""
        return [tile and tile["tile"] for tile in self.view["display"][row]]

    def lying(self, space: str) -> tuple[str, int] | None:
        """The card on a space, and whose it is."""
        strip, lane = space.split("-")
        card = self.view["sky"][int(strip) - 1]["cards"][int(lane) - 1]
        return card and (card["card"], card["seat"])

    def events(self, *kinds: str) -> list[tuple[str, Any, int]]:
        """What everybody saw of the last move, or only some kinds of it: what, value, seat."""
        return [event for event in happened(self.state) if not kinds or event[0] in kinds]

    def story(self) -> str:
        """The kinds of what everybody saw of the last move, in order."""
        return " ".join(what for what, _, _ in self.events())


def bit(space: str) -> int:
    """The place of a space in the words of the record."""
    return constants.SPACES[SPACES.index(space)]


def _of(seats: Sequence[str], seat: int) -> str:
    return seats[seat] if seat < len(seats) else ""


def _at(seats: Sequence[str | None], seat: int) -> str | None:
    return seats[seat] if seat < len(seats) else None


def _row(both: str, row: int) -> list[str]:
    """One row of something written `day | night`."""
    return [*both.split("|"), ""][row].split()


def _words(text: str | None) -> list[str] | None:
    return None if text is None else text.split()


def _pair(level_3: str) -> list[str] | None:
    """Both halves of a level-3 tile."""
    return [half.strip() for half in level_3.split("|")] if level_3 else None


def _sky(sky: str, cards: Sequence[str]) -> list[Json]:
    """Strips such as `A-night`, from the rear to the front, and cards such as `1w@3-2` on them."""
    laid = [each.split("-") for each in sky.split()]
    strips: list[Json] = [
        {"strip": strip, "face": face, "cards": [None] * 5} for strip, face in laid
    ]
    for seat, each in enumerate(cards):
        for card, where in (one.split("@") for one in each.split()):
            strip, lane = map(int, where.split("-"))
            strips[strip - 1]["cards"][lane - 1] = {"card": card, "seat": seat}
    return strips


# --- whole games


def solenia(seed: int | str = 1, deal: Any = None, **options: str) -> Match:
    """A fresh match."""
    return Match(SOLENIA, options, seed, deal)


def dealt(
    decks: Sequence[str] = (),
    day: str = "",
    night: str = "",
    sky: str = SKY,
    seed: int | str = 1,
    upgrades: Json | None = None,
    **options: str,
) -> Match:
    """A match with a deal that begins as given; what is not named follows in order."""
    if upgrades:
        options |= {"board": "winter", "upgrades": "on"}
    deal = dict(solenia(seed, None, **options).deal)
    deal["sky"] = [laid.split("-") for laid in sky.split()]
    deal["decks"] = [
        begin(_of(decks, i), sorted(deck)[::-1]) for i, deck in enumerate(deal["decks"])
    ]
    deal["deliveries"] = {
        row: begin(given, sorted(deal["deliveries"][row]))
        for row, given in zip(ROWS, (day, night), strict=True)
    }
    return solenia(seed, deal | ({"upgrades": upgrades} if upgrades else {}), **options)


def begin(given: str, names: list[str]) -> list[str]:
    """Things in the order given, then all others."""
    rest = names[:]
    for name in given.split():
        rest.remove(name)
    return given.split() + rest


def legal_texts(match: Match) -> set[str]:
    """The legal moves in notation."""
    return {move.text for move in match.moves()}


def distance(one: str, other: str) -> int:
    """Steps from a space to another (S13)."""
    (strip, lane), (there, aside) = (map(int, space.split("-")) for space in (one, other))
    return abs(strip - there) + abs(lane - aside)


def lay(spaces: str | tuple[str, ...], names: str = "1x1 1x1 1w 1h 1s 1a 2*w 2*h") -> str:
    """Some cards on some spaces, as a table takes them."""
    listed = spaces.split() if isinstance(spaces, str) else spaces
    return " ".join(f"{name}@{space}" for name, space in zip(names.split(), listed, strict=False))


def dealt_state(seed: int = 0, **options: Any) -> Any:
    """A record that has just been dealt; it keeps its array alive."""
    states = record(**options)
    kernels.deal(states[0], stream(seed, "deal"))
    return states[0]


def deliver(row: str = "day", slot: str = "", **parts: Any) -> Position:
    """A turn in which the first seat plays a 1 on a city and honours the only displayed tile:
    for SSA by day, for WWH by night. The star that the card brings is part of it."""
    lane, cost, city = {"day": ("3-4", "SSA", "3-5"), "night": ("3-2", "WWH", "3-1")}[row]
    setup: dict[str, Any] = {
        "hands": ("1h 2*s 2*a",),
        "cards": (f"1w@{lane}",),
        "stock": (cost,),
        "display": "SSA5 | WWH5",
    }
    position = Position(**(setup | parts))
    position.play(f"play 1h {city}")
    return position.play(f"slot {slot}") if slot else position


AROUND_THE_AIRSHIP = ("3-3", "2-3", "4-3", "3-2", "3-4")
BLOCKED = ("", lay(AROUND_THE_AIRSHIP))
"""All around the airship lie cards of the second seat."""


def others(count: int, row: str = "day", skip: int = 0) -> str:
    """So many delivery tiles of a row that are not displayed, after some that are skipped."""
    names = [tile for tile in HOUSE["deliveries"][row] if tile not in DISPLAY.split()]
    return " ".join(names[skip : skip + count])
