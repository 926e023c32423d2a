"""What a seat may know: hiding, dealing anew, and a memory of everything it was shown."""

import json
import random
from collections import Counter
from itertools import chain, combinations, permutations, product
from typing import Any

import numpy as np
import pytest

from parhelion.errors import IllegalMove
from parhelion.games.solenia import kernels
from parhelion.games.solenia.kernels.constants import ACTIONS, DAY_CITY
from parhelion.games.solenia.kernels.event_codes import ROLLED
from parhelion.games.solenia.notation import card_name, tile_name
from parhelion.kernel import COMPILED, play, stream
from parhelion.match import Match
from tests.positions import raw
from tests.solenia.edition_states import ROWS
from tests.solenia.event_tuples import seen_by
from tests.solenia.naive_edition import HOUSE
from tests.solenia.naive_rules import Json
from tests.solenia.positions import Position, dealt, solenia

pytestmark = pytest.mark.uncompiled

UPGRADES = {"board": "winter", "upgrades": "on"}
MODES: dict[str, dict[str, str]] = {
    "two": {"players": "2"},
    "three": {"players": "3"},
    "four": {"players": "4"},
    "two in winter": {"players": "2", "board": "winter"},
    "two with upgrades": {"players": "2", **UPGRADES},
    "three with upgrades": {"players": "3", **UPGRADES},
    "four with upgrades": {"players": "4", **UPGRADES},
    "alone": {"players": "1"},
    "alone with upgrades": {"players": "1", "difficulty": "gale", **UPGRADES},
}
PAUSE = 5 if COMPILED else 13
"""Moves between the positions that are looked at."""
TO_LIGHT = {"drew", "shown", "rolled", "over"}
"""Events with which something comes to light that somebody did not know."""
FEW = ("two", "three with upgrades", "alone")
every_mode = pytest.mark.parametrize("mode", MODES if COMPILED else FEW)


def viewers(match: Match) -> tuple[int | None, ...]:
    """Every seat and a spectator."""
    return (None, *range(len(match.seats)))


def number(seat: int | None) -> int:
    """A viewer as the kernels have it."""
    return -1 if seat is None else seat


class Memory:
    """All that a seat, or for None a spectator, can tell from its views of a game so far."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.seat = seat
        self.used: list[Counter[str]] = [Counter() for _ in match.seats]
        self.tiles: dict[str, set[str]] = {row: set() for row in ROWS}
        self.view = match.view(seat)
        for row in ROWS:
            self.tiles[row] |= {tile["tile"] for tile in self.view["position"]["display"][row]}

    def look(self, match: Match) -> None:
        """See the table, and what happened on it since one looked last."""
        before = len(self.view["moves"])
        self.view = match.view(self.seat)
        for what, value, seat in chain(*seen_by(self.view)[before:]):
            if what in ("played", "discarded", "blew"):
                self.used[seat][value.split()[0]] += 1
            if what == "shown":
                row, tile = value.split()
                self.tiles[row].add(tile)

    def check(self, state: Any) -> None:
        """A full state agrees with everything remembered, and nothing in it is lost."""
        for seat, told in enumerate(self.view["position"]["players"]):
            hand = state.hands[seat][: state.held[seat]].tolist()
            deck = state.decks[seat][: state.deck_left[seat]].tolist()
            assert (len(hand), len(deck)) == (told["held"], told["deck"])
            unseen = Counter(card_name(state, card) for card in hand + deck)
            assert unseen + self.used[seat] == Counter(HOUSE["cards"])
            used = [card for card in range(16) if int(state.used[seat]) >> card & 1]
            assert sorted(hand + deck + used) == list(range(16))
            assert hand == sorted(hand)
            if seat == self.seat:
                assert [card_name(state, card) for card in hand] == told["hand"]
        for row, name in enumerate(ROWS):
            pile = [tile_name(state, row, tile) for tile in state.piles[row][: state.left[row]]]
            assert len(pile) == self.view["position"]["left"][name]
            assert sorted([*pile, *self.tiles[name]]) == sorted(HOUSE["deliveries"][name])
            assert (state.piles[row][state.left[row] :] == -1).all()


def twin(states: Any) -> Any:
    """The same states to the bit: NumPy's own copy leaves out what lies between fields."""
    return np.frombuffer(bytearray(states.tobytes()), dtype=states.dtype)


def guess(states: Any, seat: int | None, rng: Any) -> Any:
    """A full state that a seat thinks possible."""
    guessed = twin(states)
    kernels.redeal(guessed[0], number(seat), rng)
    return guessed


def veiled(states: Any, seat: int | None) -> bytes:
    """What is left of a state when a seat's secrets are hidden."""
    hidden = twin(states)
    play.veil(hidden, number(seat))
    return raw(hidden)


def random_move(match: Match, chance: random.Random) -> str:
    """Any legal move, on cities rather than on islands so that much is delivered."""
    state = match.state[0]
    cities = np.argwhere(state.strips[state.order, state.face] >= DAY_CITY) + 1
    named = {f"{strip}-{lane}" for strip, lane in cities.tolist()}
    moves = [move.text for move in match.moves()]
    return chance.choice([move for move in moves if move.split()[-1] in named] or moves)


def legal_actions(states: Any) -> list[int]:
    """The legal actions of a state."""
    actions = np.zeros(ACTIONS, dtype=np.int32)
    return list(actions[: kernels.legal(states[0], actions)])


# --- whole games


@every_mode
def test_no_redeal_contradicts_what_a_seat_has_seen(mode: str) -> None:
    """For every seat and a spectator; and what is hidden from them stays the same to the bit."""
    rng, chance = stream(3, "test"), random.Random(3)
    match = solenia(3, **MODES[mode])
    memories = [Memory(match, seat) for seat in viewers(match)]
    while match.turn is not None:
        for memory in memories if match.ply % PAUSE == 0 else ():
            memory.look(match)
            guessed = guess(match.state, memory.seat, rng)
            memory.check(guessed[0])
            memory.check(match.state[0])  # and the truth agrees, too
            assert veiled(guessed, memory.seat) == veiled(match.state, memory.seat)
        match.play(random_move(match, chance))


@every_mode
def test_a_redealt_game_can_be_played_to_its_end(mode: str) -> None:
    rng, chance = stream(4, "test"), random.Random(4)
    actions = np.zeros(ACTIONS, dtype=np.int32)
    match = solenia(7, **MODES[mode])
    while match.turn is not None:
        if match.ply % PAUSE == 0:
            seat = viewers(match)[match.ply % len(viewers(match))]
            guessed = guess(match.state, seat, rng)
            turn = np.zeros(2, dtype=np.int64)
            play.survey(guessed, actions, turn)
            assert turn[play.SEAT] == match.turn
            assert turn[play.COUNT] > 0
            play.playout(guessed[0], rng)
            assert guessed[0].actor == -1
            seats = range(len(match.seats))
            assert all(int(guessed[0].used[seat]) == 0xFFFF for seat in seats)
        match.play(random_move(match, chance))


@every_mode
def test_a_seat_keeps_its_moves_when_the_rest_is_dealt_anew(mode: str) -> None:
    rng, chance = stream(5, "test"), random.Random(5)
    match = solenia(8, **MODES[mode])
    while match.turn is not None:
        if match.ply % PAUSE == 0:
            guessed = guess(match.state, match.turn, rng)
            assert legal_actions(guessed) == list(match.actions())
        match.play(random_move(match, chance))


@every_mode
def test_after_the_end_everything_is_open(mode: str) -> None:
    match, chance = solenia(5, **MODES[mode]), random.Random(5)
    while match.turn is not None:
        match.play(random_move(match, chance))
    for seat in viewers(match):
        hidden = match.state
        play.veil(hidden, number(seat))
        assert (hidden[0].piles == match.state[0].piles).all()
        assert veiled(guess(match.state, seat, stream(5, "test")), seat) == veiled(
            match.state, seat
        )


@every_mode
def test_the_counter_of_what_came_to_light_rises_with_each_such_move_and_no_other(
    mode: str,
) -> None:
    match, chance = solenia(6, **MODES[mode]), random.Random(6)
    revealed = int(match.state[0].revealed)
    while match.turn is not None:
        match.play(random_move(match, chance))
        events = {what for what, _, _ in seen_by(match.view())[-1]}
        rose = int(match.state[0].revealed) > revealed
        assert rose == bool(events & TO_LIGHT), events
        revealed = int(match.state[0].revealed)


# --- two worlds that differ only in what a seat does not know


def other_world(match: Match, seat: int | None, chance: random.Random) -> Match:
    """The same moves after another deal. Cards that others hold or have not drawn change places
    with each other, so do those that the seat has not drawn, and the tiles of each pile."""
    state, deal = match.state[0], dict(match.deal)
    deal["decks"] = [
        shuffled(deck, unknown_cards(state, other, seat, deck), chance)
        for other, deck in enumerate(deal["decks"])
    ]
    deal["deliveries"] = {
        name: shuffled(tiles, list(range(24 - int(state.left[row]), 24)), chance)
        for row, (name, tiles) in enumerate(deal["deliveries"].items())
    }
    world = solenia(match.seed, deal, **dict(match.options))
    for move in match.history:
        world.play(move)
    return world


def unknown_cards(state: Any, seat: int, viewer: int | None, deck: list[str]) -> list[int]:
    """The places in a deck, as it was dealt, of the cards that a viewer has not seen."""
    drawn = 16 - int(state.deck_left[seat])
    if seat == viewer:
        return list(range(drawn, 16))
    used = Counter(card_name(state, card) for card in range(16) if state.used[seat] >> card & 1)
    places = []
    for place, card in enumerate(deck):
        if used[card]:
            used[card] -= 1  # of two that are alike the first one drawn was played
        else:
            places.append(place)
    return places


def shuffled(things: list[str], places: list[int], chance: random.Random) -> list[str]:
    """Things of which those on some places have changed places with each other."""
    changed, moved = things[:], [things[place] for place in places]
    chance.shuffle(moved)
    for place, thing in zip(places, moved, strict=True):
        changed[place] = thing
    return changed


WRONG = ("discard 1w", "play 2*a 1-1", "pay wood", "deliver night 3", "exact", "stop", "slot 3b")
"""Moves that are hardly ever legal, and why not is told."""


def complaints(match: Match) -> list[str]:
    """What the seat to move is told about moves that it cannot make."""
    told = []
    for text in WRONG:
        try:
            match.parse(text)
        except IllegalMove as error:
            told.append(str(error))
    return told


@every_mode
def test_worlds_that_differ_only_in_secrets_look_the_same(mode: str) -> None:
    """To the bit in the hidden record, in views with all their events, and in errors."""
    chance = random.Random(9)
    match, differing = solenia(9, **MODES[mode]), 0
    while match.turn is not None:
        seat = viewers(match)[match.ply % len(viewers(match))]
        if match.ply % PAUSE == 0:
            world = other_world(match, seat, chance)
            differing += raw(world.state) != raw(match.state)
            assert veiled(world.state, seat) == veiled(match.state, seat)
            assert world.view(seat) == match.view(seat)
            if seat == match.turn:
                assert complaints(world) == complaints(match)
                assert list(world.actions()) == list(match.actions())
        match.play(random_move(match, chance))
    assert differing > 0


@every_mode
def test_hidden_fields_are_blank(mode: str) -> None:
    match = solenia(10, **MODES[mode])
    for seat in viewers(match):
        hidden = match.state
        play.veil(hidden, number(seat))
        state = hidden[0]
        assert (state.decks == -1).all()
        assert (state.piles == -1).all()
        assert (state.rng == 0).all()
        for other in range(4):
            if other != seat:
                assert (state.hands[other] == -1).all()


@every_mode
def test_views_do_not_name_a_hidden_card_or_tile(mode: str) -> None:
    chance = random.Random(11)
    match = solenia(11, **MODES[mode])
    while match.turn is not None:
        for seat in viewers(match) if match.ply % PAUSE == 0 else ():
            view = match.view(seat)
            text = json.dumps(view)
            for name in hidden_tiles(match.state[0]):
                assert f'{name}"' not in text
            for other, player in enumerate(view["position"]["players"]):
                shown = len(player["hand"]) + player["held"] * (other != seat)
                assert shown == player["held"]
                mentioned = json.dumps({k: v for k, v in player.items() if k not in OWN_CARDS})
                assert not any(f'"{card}"' in mentioned for card in HOUSE["cards"])
        match.play(random_move(match, chance))


OWN_CARDS = ("hand", "used", "slots")
"""Parts of a player's view that name cards; a slot may be called like one."""


def hidden_tiles(state: Any) -> list[str]:
    """Tiles of the piles whose names are not those of a tile of the other kind."""
    both = set(HOUSE["deliveries"]["day"]) & set(HOUSE["deliveries"]["night"])
    piled = [
        tile_name(state, row, tile)
        for row in range(2)
        for tile in state.piles[row][: state.left[row]]
    ]
    return [name for name in piled if name not in both]


# --- in the middle of a turn


def asked(phase: str) -> Position:
    """A table at which the first seat decides something in the middle of its turn."""
    upgraded: Json = {"level_1": ("barter",), "level_3": ("clearance | guild",)}
    by_night: Json = {"cards": ("1w@3-2",), "display": "SSA5 SAA5 | WWH5 WHH5 WWS5"}
    setups: dict[str, tuple[Json, list[str]]] = {
        "play": ({}, []),
        "pay": ({"stock": ("WS",)}, ["play 2*s 4-2"]),
        "deliver": ({"stock": ("WWHH",), **by_night}, ["play 2*s 3-1"]),
        "barter": (
            {"stock": ("WWHSS",), "slots": ("1b | 1b",), **by_night, **upgraded},
            ["play 2*s 3-1", "deliver night 1"],
        ),
        "slot": ({"stock": ("WWH",), "board": "winter", **by_night}, ["play 2*s 3-1"]),
        "take": (
            {"stock": ("WWH",), "board": "winter", **by_night},
            ["play 2*s 3-1", "slot 1a"],
        ),
        "give": (
            {"stock": ("SSAW",), "slots": ("1a 2a |",), "cards": ("1w@3-4",), "display": "SSA5 |"}
            | upgraded,
            ["play 2*s 3-5", "slot 3b"],
        ),
        "drop": ({"stock": ("WWWHHSSA",)}, ["play 2*s 3-4"]),
    }
    parts, moves = setups[phase]
    table = Position(hands=("2*s 2*a 1h", "1a 1s 0x2"), **parts).play(*moves)
    assert (table.phase, table.player) == (phase, 0)
    return table


@pytest.mark.parametrize("seat", [0, 1, -1])
@pytest.mark.parametrize(
    "phase", ["play", "pay", "deliver", "barter", "slot", "take", "give", "drop"]
)
def test_in_the_middle_of_a_turn_only_what_is_hidden_is_dealt_anew(phase: str, seat: int) -> None:
    table, rng = asked(phase), stream(10, "test")
    before, moves = veiled(table.states, seat), table.moves()
    for _ in range(10):
        kernels.redeal(table.state, seat, rng)
        assert veiled(table.states, seat) == before
        if phase != "play" or seat == 0:
            assert table.moves() == moves


def test_during_the_draft_hands_are_hidden_and_what_is_offered_is_not() -> None:
    offered = {
        "level 1": ["tailwind", "barter"],
        "level 3": [["jubilee", "guild"], ["guild", "harbour"]],
    }
    in_view = {level.replace(" ", "_"): tiles for level, tiles in offered.items()}
    match, rng = dealt(upgrades=offered), stream(11, "test")
    for seat in viewers(match):
        assert match.view(seat)["position"]["offered"] == in_view
        guessed = guess(match.state, seat, rng)
        assert legal_actions(guessed) == list(match.actions())
        assert veiled(guessed, seat) == veiled(match.state, seat)


# --- an endgame small enough to count what is possible

DAY, NIGHT = ("SSAA6", "WHSSA8"), ("WWHH6", "WHHSA8", "WWHSA8")
"""The tiles left in the piles."""


def endgame(hands: tuple[str, str] = ("1w 1h", "1s 1a"), last: str = "2*s") -> Position:
    """Two players with a few cards left; all tiles but five have been seen."""
    shown = {"day": "SSA5 SAA5 WSS5", "night": "WWH5 WHH5 WWS5"}
    seen = {
        row: [
            tile
            for tile in HOUSE["deliveries"][row]
            if tile not in shown[row].split() and tile not in DAY + NIGHT
        ]
        for row in ROWS
    }
    return Position(
        hands=hands,
        decks=("2*w 2*h", last),
        delivered=("", f"{' '.join(seen['day'])} | {' '.join(seen['night'])}"),
        display=f"{shown['day']} | {shown['night']}",
        piles=f"{' '.join(DAY)} | {' '.join(NIGHT)}",
    )


Arrangement = tuple[tuple[str, ...], ...]
"""Hands, decks and piles."""


def arrangement(state: Any) -> Arrangement:
    """What is hidden in a state of two players."""
    cards = [
        tuple(card_name(state, card) for card in cards)
        for seat in range(2)
        for cards in (
            state.hands[seat][: state.held[seat]],
            state.decks[seat][: state.deck_left[seat]],
        )
    ]
    piles = [
        tuple(tile_name(state, row, tile) for tile in state.piles[row][: state.left[row]])
        for row in range(2)
    ]
    return (*cards, *piles)


def dealt_anew(table: Position, seat: int, times: int, rng: Any) -> Counter[Arrangement]:
    """How often each arrangement comes up."""
    state, counts, told = table.state, Counter[bytes](), dict[bytes, Arrangement]()
    for _ in range(times):
        kernels.redeal(state, seat, rng)
        dealt = state.hands.tobytes() + state.decks.tobytes() + state.piles.tobytes()
        counts[dealt] += 1
        if dealt not in told:
            told[dealt] = arrangement(state)
    found: Counter[Arrangement] = Counter()
    for dealt, count in counts.items():
        found[told[dealt]] += count
    return found


def possible(seat: int) -> set[Arrangement]:
    """Everything that a seat must think possible in the endgame; -1 for a spectator."""
    mine = [
        (hand, deck)
        for hand, deck in hands_and_decks(("1w", "1h", "2*w", "2*h"))
        if seat != 0 or hand == ("1w", "1h")
    ]
    theirs = [
        (hand, deck)
        for hand, deck in hands_and_decks(("1s", "1a", "2*s"))
        if seat != 1 or hand == ("1s", "1a")
    ]
    piles = product(permutations(DAY), permutations(NIGHT))
    return {(*one, *other, *both) for one, other, both in product(mine, theirs, piles)}


def hands_and_decks(
    cards: tuple[str, ...],
) -> list[tuple[tuple[str, ...], tuple[str, ...]]]:
    """Every hand of two of some cards with every order of the others."""
    return [
        (hand, deck)
        for hand in combinations(cards, 2)
        for deck in permutations([card for card in cards if card not in hand])
    ]


def surprise(counts: Counter[Any], expected: dict[Any, float]) -> float:
    """How many standard deviations chi-square lies off what chance would give."""
    draws = counts.total()
    chi = sum((counts[e] - p * draws) ** 2 / (p * draws) for e, p in expected.items())
    freedom = len(expected) - 1
    return float(abs(chi - freedom) / np.sqrt(2 * freedom))


@pytest.mark.parametrize(("seat", "count"), [(0, 72), (1, 144), (-1, 432)])
def test_every_possibility_is_dealt_and_each_as_often_as_any_other(seat: int, count: int) -> None:
    table, rng = endgame(), stream(7, "test")
    expected = possible(seat)
    assert len(expected) == count
    assert arrangement(table.state) in expected
    counts = dealt_anew(table, seat, 50 * count if COMPILED else 60, rng)
    assert set(counts) <= expected
    if COMPILED:  # uncompiled there are too few draws to tell
        assert set(counts) == expected
        assert surprise(counts, dict.fromkeys(expected, 1 / count)) < 5


def test_cards_that_are_alike_count_each_for_itself() -> None:
    """Of 1x1, 1x1 and 1w a hand of two holds both 1x1 in one case of three."""
    table, rng = endgame(("1w 1h", "1x1 1w"), "1x1"), stream(8, "test")
    hands: Counter[tuple[str, ...]] = Counter()
    for found, count in dealt_anew(table, 0, 3000 if COMPILED else 60, rng).items():
        hands[found[2]] += count
    alike, mixed = ("1x1", "1x1"), {("1w", "1x1"), ("1x1", "1w")}
    assert set(hands) <= {alike, *mixed}
    if COMPILED:
        counts = Counter({"alike": hands[alike], "mixed": sum(hands[each] for each in mixed)})
        assert surprise(counts, {"alike": 1 / 3, "mixed": 2 / 3}) < 5


def test_alone_neither_the_winds_cards_nor_its_dice_are_known() -> None:
    """The next card and the next roll, dealt anew, are as likely as any other."""
    start, rng = Position(players=1, decks=(None, "1w 1h 2*w")), stream(9, "test")
    counts: Counter[Any] = Counter()
    for _ in range(900 if COMPILED else 18):
        states = guess(start.states, 0, rng)
        assert veiled(states, 0) == veiled(start.states, 0)
        card = card_name(states[0], states[0].decks[1][states[0].deck_left[1] - 1])
        kernels.apply(states[0], legal_actions(states)[0])
        [roll] = [w & 65535 for w in states[0].events.tolist() if w >> 24 == ROLLED]
        counts[card, roll] += 1
    expected = dict.fromkeys(product(("1w", "1h", "2*w"), range(6)), 1 / 18)
    assert set(counts) <= set(expected)
    assert len({roll for _, roll in counts}) > 1
    if COMPILED:
        assert surprise(counts, expected) < 5
