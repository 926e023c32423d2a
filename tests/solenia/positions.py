"""Positions of Solenia set up by hand and played on in notation, and deals that begin as given."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from parhelion import games
from parhelion.games.solenia import rules, tables
from parhelion.games.solenia.notation import SPACES, STRIPS, parse, text
from parhelion.games.solenia.state import E_CAPACITY, HAND
from parhelion.games.solenia.view import happened
from parhelion.kernel import stream
from parhelion.match import Match
from tests.solenia.boards import FACES, ROWS, amounts, kind, table
from tests.solenia.house import HOUSE
from tests.solenia.naive import Json

SOLENIA = games.load("solenia")

SKY = "A-night C-night T-dawn B-day D-day"
"""The sky of a position unless it says otherwise, from the rear to the front:

    5  H D W D H  day
    4  D W H W D  day
    3  N S H W D  dawn, the airship on the H
    2  A N S N A  night
    1  N S A S N  night
"""

ISLANDS = HOUSE | {
    "strips": {name: dict.fromkeys(faces, "WWWWW") for name, faces in HOUSE["strips"].items()}
}
"""An edition with nothing but wood, where only distances matter."""


class Table:
    """A position at the beginning of a turn, played on in notation.

    Everything is given in names, by seat; rows are day, then night, with a bar between. Cards and
    tiles that are not named lie in their piles; those that a named pile does not hold are used.
    A hand of `-` is empty.
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
        display: str = "SSA5 SAA5 WSS5 | WWH5 WHH5 WWS5",
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
        self.states = table(
            players,
            "winter" if winter else "summer",
            upgrades=bool(level_1 or level_3),
            difficulty=difficulty,
            edition=edition,
        )
        self.state = state = self.states[0]
        rules.clear(state)
        self._lay_sky(sky)
        for seat in range(rules.decks_in_play(state)):
            self._hand_out(seat, _of(cards, seat), _of(hands, seat), _at(decks, seat))
            state.stock[seat] = amounts(_of(stock, seat))
            state.stars[seat] = stars[seat] if seat < len(stars) else 0
        self._lay_tiles(display, piles, delivered, slots)
        for seat in range(players):
            self._upgrade(seat, _of(slots, seat), _of(level_1, seat), _of(level_3, seat))
        if players == 1:
            state.stars[1] += state.head_starts[state.difficulty]
        if die:
            state.die[:] = -1 if die == "star" else int(die) - 1
        state.draft_round = 3 if state.upgrades else 0
        state.rng[:] = stream(seed, "play")
        state.turn = turn
        state.step = rules.BEGIN
        rules.carry_on(state)
        state.happened = state.revealed = 0

    # --- setting up

    def _lay_sky(self, sky: str) -> None:
        """Strips with their faces, such as `A-night`, from the rear to the front."""
        for position, laid in enumerate(sky.split()):
            name, face = laid.split("-")
            self.state.order[position] = STRIPS.index(name)
            self.state.face[position] = [face in faces for faces in FACES].index(True)

    def _hand_out(self, seat: int, lying: str, hand: str, deck: str | None) -> None:
        """Cards such as `1w@3-2` on the board, in the hand and, first drawn first, in the deck."""
        state, left = self.state, list(range(16))

        def take(name: str) -> int:
            number = next(card for card in left if state.cards[card] == kind(name))
            left.remove(number)
            return number

        used = [take(each.split("@")[0]) for each in lying.split()]
        for each in lying.split():
            name, where = each.split("@")
            rules.lay_card(state, seat, kind(name), bit(where))
        count = 0 if rules.is_wind(state, seat) else HAND
        held = [take(name) for name in hand.split() if name != "-"]
        held = held if hand else left[::-1][:count]
        left = [card for card in left if card not in held]
        drawn = left[:] if deck is None else [take(name) for name in deck.split()]
        state.used[seat] = sum(1 << card for card in {*used, *left} - set(drawn))
        state.held[seat] = len(held)
        state.hands[seat, : len(held)] = sorted(held)
        state.deck_left[seat] = len(drawn)
        state.decks[seat, : len(drawn)] = drawn[::-1]

    def _lay_tiles(
        self, display: str, piles: str | None, delivered: Sequence[str], slots: Sequence[str]
    ) -> None:
        """Deliveries on display, on the boards and in the piles, first drawn first. A tile lies
        at every filled slot, whether it is named or not."""
        state = self.state
        for row in range(2):
            names: list[str] = self.edition["deliveries"][ROWS[row]]
            shown = [names.index(name) for name in _row(display, row)]
            state.display[row, : len(shown)] = shown
            owned = [[names.index(name) for name in _row(of, row)] for of in delivered]
            owned += [[] for _ in range(4 - len(owned))]
            left = [t for t in range(24) if not any(t in taken for taken in (shown, *owned))]
            for seat in range(4):
                while len(owned[seat]) < len(_row(_of(slots, seat), row)):
                    owned[seat].append(left.pop())
                state.tiles[seat, row] = sum(1 << tile for tile in owned[seat])
                state.delivered[seat, row] = len(owned[seat])
            pile = left if piles is None else [names.index(name) for name in _row(piles, row)]
            state.left[row] = len(pile)
            state.piles[row, : len(pile)] = pile[::-1]

    def _upgrade(self, seat: int, slots: str, level_1: str, level_3: str) -> None:
        """The filled slots of a winter board and what they brought; a level-1 tile, and the two
        halves of a level-3 tile."""
        state = self.state
        if level_1:
            state.level_1[seat] = tables.LASTING.index(level_1)
        for row in range(2):
            if level_3:
                state.level_3[seat, row] = tables.CROWNING.index(_row(level_3, row, ",")[0])
            for slot in map(tables.SLOTS.index, _row(slots, row)):
                state.slots[seat, row] |= 1 << slot
                state.capacity[seat] += state.effects[1, row, slot, E_CAPACITY]
                if level_3 and slot == tables.SLOT_3B:
                    state.crowns[seat, row] = 1 << int(state.level_3[seat, row])
        if level_1 and all("1b" in _row(slots, row) for row in range(2)):
            state.powers[seat] = 1 << int(state.level_1[seat])
            state.capacity[seat] += 2 * (level_1 == "deep hold")
            state.limit[seat] += level_1 == "lookout"

    # --- playing

    def moves(self) -> set[str]:
        """The legal moves in notation."""
        actions = np.zeros(tables.ACTIONS, dtype=np.int32)
        return {text(int(action)) for action in actions[: rules.legal(self.state, actions)]}

    def play(self, *moves: str) -> "Table":
        """Play legal moves; the table itself."""
        for move in moves:
            assert move in self.moves(), f"{move} is not one of {sorted(self.moves())}"
            rules.apply(self.state, parse(move))
        return self

    def spaces(self) -> set[str]:
        """Where a card may be played."""
        return {move.split()[2] for move in self.moves() if move.startswith("play")}

    def price(self, space: str) -> int:
        """What the voyage to a space costs the player to decide."""
        return int(rules.price_of(self.state, int(self.state.actor), bit(space)))

    # --- reading

    @property
    def phase(self) -> str:
        """What is to be decided."""
        return tables.PHASES[self.state.phase]

    @property
    def player(self) -> int | None:
        """Who is to decide, None when the game is over."""
        return None if self.state.actor < 0 else int(self.state.actor)

    @property
    def view(self) -> Json:
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
        told = [(what, value, seat) for what, value, seat in happened(self.state)]
        return [event for event in told if not kinds or event[0] in kinds]

    def story(self) -> str:
        """The kinds of what everybody saw of the last move, in order."""
        return " ".join(what for what, _, _ in self.events())


def bit(space: str) -> int:
    """The place of a space in the words of the record."""
    return tables.SPACES[SPACES.index(space)]


def _of(seats: Sequence[str], seat: int) -> str:
    return seats[seat] if seat < len(seats) else ""


def _at(seats: Sequence[str | None], seat: int) -> str | None:
    return seats[seat] if seat < len(seats) else None


def _row(both: str, row: int, between: str | None = None) -> list[str]:
    """One row of something written `day | night`."""
    parts = [*both.split("|"), ""]
    return [each.strip() for each in parts[row].split(between) if each.strip()]


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
    states = table(**options)
    rules.deal(states[0], stream(seed, "deal"))
    return states[0]


def deliver(row: str = "day", slot: str = "", **parts: Any) -> Table:
    """A turn in which the first seat plays a 1 on a city and honours the only displayed tile:
    for SSA by day, for WWH by night. The star that the card brings is part of it."""
    lane, cost, city = {"day": ("3-4", "SSA", "3-5"), "night": ("3-2", "WWH", "3-1")}[row]
    setup: dict[str, Any] = {
        "hands": ("1h 2*s 2*a",),
        "cards": (f"1w@{lane}",),
        "stock": (cost,),
        "display": "SSA5 | WWH5",
    }
    position = Table(**(setup | parts))
    position.play(f"play 1h {city}")
    return position.play(f"slot {slot}") if slot else position


AROUND_THE_AIRSHIP = ("3-3", "2-3", "4-3", "3-2", "3-4")
BLOCKED = ("", lay(AROUND_THE_AIRSHIP))
"""All around the airship lie cards of the second seat."""


def others(count: int, row: str = "day") -> str:
    """So many delivery tiles of a row, other than those of `deliver`."""
    names = [tile for tile in HOUSE["deliveries"][row] if tile not in ("SSA5", "WWH5")]
    return " ".join(names[:count])
