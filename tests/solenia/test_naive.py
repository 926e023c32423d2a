"""The kernel against a second, naive implementation that shares no code with it."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from parhelion.games.solenia import kernels, view
from parhelion.games.solenia import notation as written
from parhelion.games.solenia.editions.edition_file import (
    as_arrays,
    checksum_of_record,
    load,
)
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.scoring import PARTS, count_points
from parhelion.kernel import below, stream
from tests.positions import EFFORT
from tests.solenia import naive_rules
from tests.solenia.edition_states import FACES, ROWS, record
from tests.solenia.event_tuples import SOLENIA
from tests.solenia.naive_edition import HOUSE

GAMES = EFFORT
"""Games for each way to play, each mode and each edition."""

RICH = HOUSE | {
    "strips": HOUSE["strips"] | {
        "A": {"day": "WDDDH", "night": "NSASN"},
        "B": {"day": "DWDHD", "night": "ASNAS"},
        "C": {"day": "DDWHD", "night": "ANSNN"},
        "D": {"day": "HDWDD", "night": "SNSNA"},
    },
    "cards": [
        "0x2", "0x1", "0wh", "0sa", "0hs", "1ha",
        "1x1", "1x2", "1w", "1h", "2s", "1a",
        "2*w", "2*h", "1*s", "2*a",
    ],
    "gifts": {n: ["WHSA" * 10] * n for n in (1, 2, 3, 4)},
    "capacity": {"summer": 42, "winter": 40},
    "pairs": [0, 2, 3, 5, 9],
    "even": HOUSE["even"] | {"winter": {2: [2, 0], 3: [0, 1, 3], 4: [4, 3, 0, 1]}},
    "powers": HOUSE["powers"] | {
        "tailwind": {"at once": 1},
        "deep hold": {"capacity": 2, "choose": 2},
        "star chart": {"stars": 1},
        "lookout": {"at once": 3},
        "salvage": {"at once": 1, "stars": 1},
        "harbour": {"at once": 2, "stars": 3},
        "cornucopia": {"stars": 2},
        "regatta": {"stars": 1, "least": 4},
        "clearance": {"at once": 2, "resources": 3, "stars": 2},
        "homecoming": {"most": 5, "equal": 2},
    },
}  # fmt: skip
"""Another edition, with many cities, in which everybody has enough to deliver much."""

MODES: dict[str, naive_rules.Json] = {
    "two": {"even": True},
    "three": {"players": 3},
    "four": {"players": 4},
    "two in winter": {"board": "winter"},
    "four in winter": {"players": 4, "board": "winter", "even": True},
    "two with upgrades": {"board": "winter", "upgrades": True},
    "three with upgrades": {"players": 3, "board": "winter", "upgrades": True},
    "four with upgrades": {"players": 4, "board": "winter", "upgrades": True},
    "alone": {"players": 1},
    "alone in winter": {"players": 1, "board": "winter", "difficulty": "gale"},
    "alone with upgrades": {
        "players": 1, "board": "winter", "upgrades": True, "difficulty": "storm",
    },
}  # fmt: skip


# --- notation and deals, read from the tables and the record


def notation(action: int) -> str:
    """An action id in notation."""
    if action < constants.PLAYS:
        kind, space = divmod(action, len(constants.SPACES))
        return f"play {card(kind)} {space // 5 + 1}-{space % 5 + 1}"
    if action < constants.FIRST_CHOICE:
        return f"discard {card(action - constants.PLAYS)}"
    phase, choice = constants.PHASES[constants.PHASE[action]], int(constants.CHOICE[action])
    if phase == "deliver":
        return f"deliver {ROWS[choice // 4]} {choice % 4 + 1}"
    if phase == "barter":
        return "exact" if choice == constants.EXACT else barter(*divmod(choice, 4))
    if phase == "slot":
        return f"slot {constants.SLOTS[choice]}"
    if phase == "draft" and choice < constants.LEVEL_3:
        return f"draft {constants.LASTING[choice]}"
    if phase == "draft":
        return f"draft {choice - constants.LEVEL_3 + 1}"
    if phase == "give" and choice == constants.STOP:
        return "stop"
    return f"{phase} {constants.RESOURCES[choice]}"


def barter(owed: int, given: int) -> str:
    """One resource given for another, in notation."""
    return f"barter {constants.RESOURCES[owed]} {constants.RESOURCES[given]}"


def card(kind: int) -> str:
    """A kind of card in notation."""
    return f"{kind // 16}{constants.POWERS[kind % 16]}"


NOTATION = [notation(action) for action in range(constants.ACTIONS)]
ACTION = {text: action for action, text in enumerate(NOTATION)}


class Reader:
    """Reads a record in names, with an edition at hand for the names of tiles."""

    def __init__(self, state: Any, edition: naive_rules.Json) -> None:
        self.state = state
        self.edition = edition
        self.seats = 2 if state.players == 1 else int(state.players)

    def tile(self, row: int, number: int) -> str | None:
        """A delivery tile by name."""
        tiles: list[str] = self.edition["deliveries"][ROWS[row]]
        return tiles[number] if number >= 0 else None

    def cards(self, numbers: Any) -> list[str]:
        """Cards by name; the empty places of a hand or a pile are left out."""
        return [self.edition["cards"][number] for number in numbers if number >= 0]

    def deck(self, seat: int) -> list[str]:
        """A draw pile, first drawn first."""
        return self.cards(self.state.decks[seat][: self.state.deck_left[seat]][::-1])

    def pile(self, row: int) -> list[str | None]:
        """A pile of deliveries, first drawn first."""
        piled = self.state.piles[row][: self.state.left[row]][::-1]
        return [self.tile(row, number) for number in piled]

    def face(self, strip: int) -> str:
        """The face of the strip on a position."""
        return FACES[self.state.face[strip]][int(self.state.order[strip] == 4)]

    def strip(self, strip: int) -> str:
        """The name of the strip on a position."""
        return "ABCDT"[self.state.order[strip]]

    def deal(self) -> naive_rules.Json:
        """The deal of a record in which nothing has been played yet. A hand is told in some
        order: the order in which it was drawn plays no part."""
        state, deal = self.state, naive_rules.Json()
        deal["sky"] = [[self.strip(strip), self.face(strip)] for strip in range(5)]
        deal["decks"] = [
            self.cards(state.hands[seat]) + self.deck(seat) for seat in range(self.seats)
        ]
        deal["deliveries"] = {
            name: self.display(row) + self.pile(row) for row, name in enumerate(ROWS)
        }
        if state.upgrades:
            deal["upgrades"] = self.offered()
        return deal

    def display(self, row: int) -> list[str | None]:
        """The tiles of a row that lie face up."""
        shown = 4 if self.state.players == 4 else 3
        assert (self.state.display[row][shown:] == -1).all()
        return [self.tile(row, number) for number in self.state.display[row][:shown]]

    def offered(self) -> naive_rules.Json:
        """The upgrade tiles to choose from."""
        players, state = int(self.state.players), self.state
        level_1 = [constants.LASTING[tile] if tile >= 0 else None for tile in state.offered_1]
        level_3 = [self.pair(pair) for pair in state.offered_3]
        return {"level 1": level_1[:players], "level 3": level_3[:players]}

    def pair(self, powers: Any) -> list[str] | None:
        """Both halves of a level-3 tile."""
        return [constants.CROWNING[power] for power in powers] if powers[0] >= 0 else None

    def view(self) -> naive_rules.Json:
        """Everything there is to see when nothing is hidden."""
        state = self.state
        chosen = f"{ROWS[state.row]} {state.chosen + 1}" if state.chosen >= 0 else None
        return {
            "phase": constants.PHASES[state.phase],
            "active": int(state.turn),
            "sky": [self.told_strip(strip) for strip in range(5)],
            "airship": "4-3" if state.ahead else "3-3",
            "display": {name: self.display(row) for row, name in enumerate(ROWS)},
            "piles": {name: self.pile(row) for row, name in enumerate(ROWS)},
            "players": [self.told_player(seat) for seat in range(self.seats)],
            "price": int(state.price),
            "place": self.space(state.place) if state.place >= 0 else None,
            "chosen": chosen,
            "choose": int(state.to_choose),
            "giving": int(state.giving),
            "offered": self.offered() if constants.PHASES[state.phase] == "draft" else None,
        }

    @staticmethod
    def space(bit: int) -> str:
        """A space in notation."""
        return f"{bit // constants.STRIDE + 1}-{bit % constants.STRIDE + 1}"

    def told_strip(self, strip: int) -> naive_rules.Json:
        """A strip, what it shows and what lies on it."""
        state, first = self.state, constants.STRIDE * strip
        shown = state.strips[state.order[strip], state.face[strip]]
        lying = state.lying[first : first + 5]
        owners = state.owner[first : first + 5]
        return {
            "strip": self.strip(strip),
            "face": self.face(strip),
            "spaces": [constants.LETTERS[letter] for letter in shown],
            "cards": [
                {"card": card(int(kind)), "seat": int(owner)} if owner >= 0 else None
                for kind, owner in zip(lying, owners, strict=True)
            ],
        }

    def check_sets(self) -> None:
        """The sets of spaces say the same as the cards that lie there."""
        owner, own = list(self.state.owner), self.state.own
        for seat in range(4):
            assert members(own[seat]) == [bit for bit, whose in enumerate(owner) if whose == seat]
        assert members(self.state.taken) == [bit for bit, whose in enumerate(owner) if whose >= 0]

    def told_player(self, seat: int) -> naive_rules.Json:
        """A player, hand and draw pile included."""
        state = self.state
        level_1 = int(state.level_1[seat])
        return {
            "stock": {
                name: int(number)
                for name, number in zip(constants.RESOURCES, state.stock[seat], strict=True)
            },
            "capacity": int(state.capacity[seat]),
            "stars": int(state.stars[seat]),
            "hand": sorted(self.cards(state.hands[seat])),
            "held": int(state.held[seat]),
            "deck": self.deck(seat),
            "used": sorted(self.edition["cards"][i] for i in members(state.used[seat])),
            "deliveries": {
                name: [self.tile(row, tile) for tile in members(state.tiles[seat, row])]
                for row, name in enumerate(ROWS)
            },
            "slots": {
                name: [constants.SLOTS[slot] for slot in members(state.slots[seat, row])]
                for row, name in enumerate(ROWS)
            }
            if state.board
            else None,
            "level 1": constants.LASTING[level_1] if level_1 >= 0 else None,
            "awake": bool(state.powers[seat]),
            "level 3": self.pair(state.level_3[seat]),
            "crowned": {name: bool(state.crowns[seat, row]) for row, name in enumerate(ROWS)},
            "points": self.points(seat),
        }

    def points(self, seat: int) -> naive_rules.Json:
        """The points of a seat, part by part."""
        parts = np.zeros(PARTS, dtype=np.int64)
        count_points(self.state, seat, parts)
        names = ("stars", "deliveries", "pairs", "resources", "upgrades")
        told = {name: int(part) for name, part in zip(names, parts, strict=True)}
        return told | {"total": int(parts.sum())}


def members(bits: Any) -> list[int]:
    """The numbers in a bit set."""
    return [number for number in range(32) if int(bits) >> number & 1]


# --- ways to choose among the legal moves, so that rare things come up too

Policy = Callable[[naive_rules.Game, random.Random], str]


def at_random(twin: naive_rules.Game, rng: random.Random) -> str:
    """Any legal move."""
    return rng.choice(sorted(twin.legal()))


def eagerly(twin: naive_rules.Game, rng: random.Random) -> str:
    """Cities whenever possible, else much of what is scarce; upgrades as soon as possible."""

    def worth(move: str) -> tuple[int, float]:
        what, *rest = move.split()
        if what == "play":
            there = twin.shows(naive_rules.space_of(rest[1]))
            stock = twin.players[twin.turn].stock
            return 9 if there in naive_rules.ROWS else naive_rules.value(rest[0]) - stock[
                there
            ], rng.random()
        return 2 * (rest == ["1b"]) + (rest == ["3b"]), rng.random()

    return max(sorted(twin.legal()), key=worth)


def afar(twin: naive_rules.Game, rng: random.Random) -> str:
    """Long voyages, cards of value 0 and discards: the airship sails on and on."""
    costly = [
        move
        for move in sorted(twin.legal())
        if move.startswith("discard")
        or (move.startswith("play") and twin.voyage_price(twin.turn, where(move)))
    ]
    return rng.choice(costly) if costly and rng.random() < 0.6 else at_random(twin, rng)


def where(move: str) -> naive_rules.Space:
    """The space of a play."""
    return naive_rules.space_of(move.split()[-1])


def by_day(twin: naive_rules.Game, rng: random.Random) -> str:
    """Day cities above all: more tiles of a kind than slots, and piles that run out."""
    cities = [
        move
        for move in sorted(twin.legal())
        if move.startswith("play") and twin.shows(where(move)) == "D"
    ]
    return rng.choice(cities) if cities else eagerly(twin, rng)


# --- comparing


def compare(reader: Reader, twin: naive_rules.Game) -> None:
    """Everything both implementations can say of a position."""
    state = reader.state
    seat = kernels.actor(state)
    assert (None if seat < 0 else seat) == twin.player
    actions = np.zeros(constants.ACTIONS, dtype=np.int32)
    listed = [NOTATION[action] for action in actions[: kernels.legal(state, actions)]]
    assert len(listed) == len(set(listed))
    assert set(listed) == twin.legal()
    reader.check_sets()
    told = reader.view()
    expected = secrets(twin)
    if twin.player is None:
        del told["active"], expected["active"]
    assert told == expected


def secrets(twin: naive_rules.Game) -> naive_rules.Json:
    """The view of the naive game with nothing hidden, piles in their order."""
    view = twin.view(None)
    for seat, player in enumerate(view["players"]):
        player["hand"] = sorted(twin.players[seat].hand)
        player["deck"] = twin.players[seat].deck
    view["display"] = twin.display
    view["piles"] = twin.piles
    del view["left"]
    return view


PRINTED = {"bonuses", "amounts", "pair_stars"}
"""Parts of a view that repeat what the edition prints."""
OF_TURN = {"free", "row", "among", "paid_out", "last_lane"}
"""Parts of a view that follow from others, or that only a position set up by hand needs."""


def as_naive(position: Any) -> naive_rules.Json:
    """A position as a view tells it, in the words of the naive game."""
    told = {part: position[part] for part in position if part not in PRINTED | OF_TURN}
    chosen, offered = told["chosen"], told["offered"]
    told["chosen"] = chosen and f"{chosen['row']} {chosen['place']}"
    told["offered"] = offered and {level.replace("_", " "): offered[level] for level in offered}
    told["players"] = [
        {part.replace("_", " "): value for part, value in player.items()}
        | {part: sorted(player[part]) for part in ("hand", "used")}
        for player in told["players"]
    ]
    return told


def compare_views(states: Any, twin: naive_rules.Game) -> None:
    """What each seat and a spectator are shown, and the ending."""
    for viewer in (None, *range(twin.count)):
        hidden = states.copy()
        kernels.hide(hidden[0], -1 if viewer is None else viewer)
        told, expected = as_naive(view.describe(hidden[0])), twin.view(viewer)
        if twin.player is None:
            del told["active"], expected["active"]
        assert told == expected
    if twin.player is None:
        assert list(view.winners(states[0])) == twin.winners()


def start(
    mode: naive_rules.Json, edition: naive_rules.Json, seed: int
) -> tuple[Any, naive_rules.Game]:
    """The same game on both; the naive one has a generator of its own for the die."""
    states = record(**mode, edition=edition)
    kernels.deal(states[0], stream(seed, "deal"))
    states[0].rng[:] = stream(seed, "play")
    die = stream(seed, "play")

    def roll() -> int | str:
        face = below(die, 6)
        return "star" if face == 5 else int(face) + 1

    deal = Reader(states[0], edition).deal()
    return states, naive_rules.Game(deal, **mode, roll=roll, edition=edition)


def play_both(
    mode: naive_rules.Json, edition: naive_rules.Json, seed: int, policy: Policy, seen: Counter[str]
) -> None:
    """One game on both, compared at every position."""
    states, twin = start(mode, edition, seed)
    reader, rng = Reader(states[0], edition), random.Random(seed)
    compare(reader, twin)
    while twin.player is not None:
        move = policy(twin, rng)
        seen.update(happening(twin, move))
        kernels.apply(states[0], ACTION[move])
        twin.play(move)
        compare(reader, twin)
    seen["over"] += 1
    seen.update(endings(twin))


def happening(twin: naive_rules.Game, move: str) -> list[str]:
    """What is worth counting of a move."""
    found = [twin.phase, move.split()[0]]
    if twin.phase == "drop" and twin.player != twin.turn:
        found.append("overflow of another")
    return found


def endings(twin: naive_rules.Game) -> list[str]:
    """What is worth counting of a game that is over."""
    found = []
    for player in twin.players:
        found += [str(player.level_1)] * player.awake() + [str(each) for each in player.crowns()]
        found += ["seventh" for tiles in player.delivered.values() if len(tiles) > 6]
    found += ["empty pile" for pile in twin.piles.values() if not pile]
    return found + ["empty display" for row in twin.display.values() if None in row]


@pytest.mark.rule(
    "S11", "S12", "S13", "S14", "S15", "S16", "S17", "S18", "S19", "S20", "S21", "S22", "S23",
    "S24", "S25", "S26", "S27", "S28", "S29", "S31", "S32", "S33",
)  # fmt: skip
@pytest.mark.parametrize("edition", [HOUSE, RICH], ids=["house", "rich"])
@pytest.mark.parametrize("policy", [at_random, eagerly, afar, by_day])
@pytest.mark.parametrize("mode", MODES)
def test_kernel_and_naive_agree_on_every_position(
    mode: str, policy: Policy, edition: naive_rules.Json
) -> None:
    """Legal moves, everything on the table, secrets and points, in every mode."""
    happenings: Counter[str] = Counter()
    first = GAMES * list(MODES).index(mode)
    for seed in range(first, first + GAMES):
        play_both(MODES[mode], edition, seed, policy, happenings)
    assert happenings["over"] == GAMES


@pytest.mark.rule("S5", "S6", "S7", "S10", "S19", "S26", "S28", "S29", "S30")
def test_house_edition_is_the_one_of_the_naive_game() -> None:
    """It was typed from the rules twice, for the game and for its naive twin."""
    state, printed = record()[0], as_arrays(load("house"))
    for name in printed:
        assert state[name].tolist() == printed[name].tolist(), name


def test_notation_is_as_agreed() -> None:
    """Every action has its own words, and they are read back."""
    assert [written.text(action) for action in range(constants.ACTIONS)] == NOTATION
    assert [SOLENIA.move(text).action for text in NOTATION] == list(range(constants.ACTIONS))


@pytest.mark.parametrize("mode", MODES)
def test_views_show_what_the_naive_game_shows(mode: str) -> None:
    """To each seat and to a spectator, at every position of a game."""
    for seed, edition in enumerate((HOUSE, RICH)):
        states, twin = start(MODES[mode], edition, seed)
        deal = written.read_deal(states[0])
        assert deal.pop("edition") == checksum_of_record(states[0])
        assert deal == Reader(states[0], edition).deal()
        rng = random.Random(seed)
        compare_views(states, twin)
        while twin.player is not None:
            move = eagerly(twin, rng)
            kernels.apply(states[0], ACTION[move])
            twin.play(move)
            compare_views(states, twin)


@pytest.mark.rule("S29", "S30")
def test_halves_of_a_tile_differ_in_an_edition_that_repeats_powers() -> None:
    """Four alike in both rows are as many as an edition may have."""
    states = record(players=4, board="winter", upgrades=True)
    states[0].crowning[:] = [0, 0, 0, 0, 1, 2, 3, 4]
    for seed in range(100):
        kernels.deal(states[0], stream(seed, "deal"))
        assert all(day != night for day, night in states[0].offered_3.tolist())
