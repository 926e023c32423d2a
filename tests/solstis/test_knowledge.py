"""What a seat may know: hiding, dealing anew, and a memory of everything it was shown."""

import random
from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from parhelion.games import Event
from parhelion.games.solstis import kernels
from parhelion.games.solstis.kernels.constants import ACTIONS, SPIRITS
from parhelion.games.solstis.notation import NAMES, members, spirit_names, tile_names
from parhelion.kernel import COMPILED, play, stream
from parhelion.match import Match
from tests.positions import raw
from tests.solstis import naive_rules
from tests.solstis.game_statistics import fault
from tests.solstis.set_up import Table, kind_of, solstis, value_of

pytestmark = pytest.mark.uncompiled

GAMES = 20 if COMPILED else 2
VIEWERS = (0, 1, None)
TO_LIGHT = {
    "chance", "uncovered", "drawn", "eagle", "dragonfly", "drew", "squirrel", "passed", "over",
}  # fmt: skip
"""Events with which something comes to light that somebody did not know."""


class Memory:
    """All that a seat, or for None a spectator, can tell from its views of a game so far."""

    def __init__(self, match: Match, seat: int | None) -> None:
        self.seat = seat
        self.options = match.options
        self.see(match)
        self.line = {slot["tile"] for slot in self.view["line"]}
        self.seen: set[str] = set()  # tiles
        self.spirits: set[str] = set()  # seen as well
        self.ruled_out: list[set[str]] = [set(), set()]  # by hand: it passed
        self.remember()

    def see(self, match: Match) -> list[Event]:
        """See the table; what happened on it with the last move."""
        view = match.view(self.seat)
        self.view, self.turn = view["position"], view["turn"]
        return view["moves"][-1]["events"] if view["moves"] else []

    def look(self, match: Match) -> None:
        """After a move: see the table, and what happened on it in the meantime."""
        for event in self.see(match):
            what, value = kind_of(event), str(value_of(event))
            if what in ("joined", "uncovered"):
                self.line.add(value)
            if what in ("captured", "beetle"):
                self.line.discard(value)
            if what in ("played", "chance", "uncovered", "eagle", "dragonfly", "squirrel", "deer"):
                self.seen.add(value)
            if what in ("drew", "aside", "met"):
                self.spirits.add(value)
            if what == "passed":
                self.ruled_out[event["seat"]] |= {
                    tile for tile in NAMES.values() if self.matches(tile)
                }
        self.remember()

    def matches(self, tile: str) -> bool:
        """Whether a tile would capture now."""
        line = [naive_rules.tile(other) for other in self.line if other]
        return any(naive_rules.match(naive_rules.tile(tile), other) for other in line)

    def remember(self) -> None:
        """The tiles that lie open and those in one's own hand."""
        self.seen |= {slot["tile"] for slot in self.view["line"] if slot["tile"]}
        for panorama in self.view["panoramas"]:
            self.seen |= set(panorama["tiles"])
        if self.seat is not None:
            self.seen |= set(self.view["hands"][self.seat])

    def check(self, state: Any) -> None:
        """A full state agrees with everything remembered."""
        hands = [set(tile_names(hand)) for hand in state.hands]
        pile = [NAMES[int(tile)] for tile in state.pile[: state.left]]
        under = [NAMES[int(tile)] for tile in state.under if tile >= 0]
        hidden = [*pile, *under]
        for seat, hand in enumerate(hands):
            assert len(hand) == self.view["held"][seat] == state.held[seat]
            if seat == self.seat:
                assert hand == set(self.view["hands"][seat])
            else:
                assert not hand & self.ruled_out[seat]
                hidden += hand
        assert sorted(hidden) == sorted(set(NAMES.values()) - self.seen)
        assert len(pile) == self.view["pile"]
        self.check_slots(state)
        self.check_spirits(state)
        self.check_can_play(hands)

    def check_slots(self, state: Any) -> None:
        """Something lies face down exactly where it did."""
        for slot, tile in enumerate(state.under):
            assert (tile >= 0) == self.view["line"][slot]["under"]

    def check_spirits(self, state: Any) -> None:
        """The pile holds the spirits that were never seen."""
        pile = [SPIRITS[int(spirit)] for spirit in state.spirit_pile[: state.spirits_left]]
        playing = SPIRITS if self.options["evil"] == "on" else SPIRITS[:-1]
        assert sorted(pile) == sorted(set(playing) - self.spirits)

    def check_can_play(self, hands: list[set[str]]) -> None:
        """Who is asked for a tile with an empty pile has one that captures (T16)."""
        if self.view["phase"] == "play" and self.view["pile"] == 0:
            assert self.turn is not None
            assert any(self.matches(tile) for tile in hands[self.turn])


def guess(match: Match, seat: int | None, rng: Any) -> Any:
    """A full state that a seat thinks possible."""
    states = match.state
    kernels.redeal(states[0], -1 if seat is None else seat, rng)
    return states


def veiled(states: Any, seat: int | None) -> bytes:
    """What is left of a state when a seat's secrets are hidden."""
    hidden = states.copy()
    play.veil(hidden, -1 if seat is None else seat)
    return raw(hidden)


def games(count: int) -> list[Match]:
    """Fresh matches of both options."""
    return [solstis(seed, evil) for seed in range(count) for evil in ("on", "off")]


def random_move(match: Match, rng: random.Random) -> str:
    """Any legal move."""
    return rng.choice(match.moves()).text


def test_no_redeal_contradicts_what_a_seat_has_seen() -> None:
    """At every position of many games, for both seats and a spectator."""
    rng, chance = stream(3, "test"), random.Random(3)
    for match in games(GAMES // 2):
        memories = [Memory(match, seat) for seat in VIEWERS]
        while match.turn is not None:
            for memory in memories:
                guessed = guess(match, memory.seat, rng)
                memory.check(guessed[0])
                memory.check(match.state[0])  # and the truth agrees, too
                assert veiled(guessed, memory.seat) == veiled(match.state, memory.seat)
            match.play(random_move(match, chance))
            for memory in memories:
                memory.look(match)


def test_a_redealt_game_can_be_played_to_its_end() -> None:
    rng, chance = stream(4, "test"), random.Random(4)
    actions = np.zeros(ACTIONS, dtype=np.int32)
    for match in games(GAMES // 2):
        while match.turn is not None:
            if COMPILED or match.ply % 5 == 0:
                seat = VIEWERS[match.ply % 3]
                guessed = guess(match, seat, rng)
                turn = np.zeros(2, dtype=np.int64)
                play.survey(guessed, actions, turn)
                assert turn[play.SEAT] == match.turn
                assert turn[play.COUNT] > 0
                play.playout(guessed[0], rng)
                assert guessed[0].actor == -1
            match.play(random_move(match, chance))


def test_after_the_end_everything_is_open() -> None:
    match, chance = solstis(5), random.Random(5)
    while match.turn is not None:
        match.play(random_move(match, chance))
    state = match.state[0]
    for seat in VIEWERS:
        view = match.view(seat)["position"]
        assert view["hands"] == [tile_names(hand) for hand in state.hands]
        assert [slot["hidden"] is not None for slot in view["line"]] == [
            slot["under"] for slot in view["line"]
        ]
        assert veiled(guess(match, seat, stream(5, "test")), seat) == veiled(match.state, seat)


def test_the_counter_of_what_came_to_light_rises_with_each_such_move_and_no_other() -> None:
    chance = random.Random(6)
    for match in games(GAMES // 4 + 1):
        revealed = int(match.state[0].revealed)
        while match.turn is not None:
            match.play(random_move(match, chance))
            events = set(map(kind_of, match.view()["moves"][-1]["events"]))
            rose = int(match.state[0].revealed) > revealed
            assert rose == bool(events & TO_LIGHT), events
            revealed = int(match.state[0].revealed)


def test_the_options_of_a_hand_are_hidden_with_it() -> None:
    """Neither the options nor anything else in a hidden state tell what the other may play."""
    for match in games(2):
        for seat in (1, None):
            hidden = match.state
            play.veil(hidden, -1 if seat is None else seat)
            assert hidden[0].options == 0
            assert members(hidden[0].hands[0]) == []
            assert (hidden[0].pile == -1).all()
            assert (hidden[0].under == -1).all()
            assert (hidden[0].spirit_pile == -1).all()
            assert (hidden[0].rng == 0).all()


# --- in the middle of a turn


def asked(phase: str) -> Table:
    """A table at which the first seat decides something in the middle of its turn."""
    drawn = {"deer": "deer", "square": "wolf"}.get(phase, "wolf bee")
    rest = " ".join(
        name for name in naive_rules.WOOD + naive_rules.BLUE if name not in drawn.split()
    )
    table = Table(
        hands=("2-1 3-9 6-6", "1-9 4-4 5-5"),
        line="2-2 2-8" if phase == "capture" else "2-2 5-8",
        under="4-6 4-7",
        pile="3-3 3-4 3-5",
        tiles=("1-1 1-2 1-3 2-3" if phase == "square" else "1-1 1-2", ""),
        kept=(1 if phase == "rainbow" else 0, 0),
        spirit_pile=drawn,
        open=rest,
        evil=1,
    )
    table.play("play 2-1")
    if phase in ("deer", "keep", "square"):
        table.play("draw")
    assert (table.phase, table.player) == (phase, 0)
    return table


@pytest.mark.parametrize("seat", [0, 1, -1])
@pytest.mark.parametrize("phase", ["capture", "rainbow", "meet", "keep", "square", "deer"])
def test_in_the_middle_of_a_turn_only_what_is_hidden_is_dealt_anew(phase: str, seat: int) -> None:
    table, rng = asked(phase), stream(10, "test")
    before = veiled(table.states, seat)
    moves, spirits = table.moves(), table.view["spirits"]
    for _ in range(20):
        kernels.redeal(table.state, seat, rng)
        assert veiled(table.states, seat) == before
        assert table.view["spirits"] == spirits
        hand = {f"deer {tile}" for tile in table.view["hands"][0]}
        assert table.moves() == (hand if phase == "deer" else moves)
        assert fault(table.state, np.zeros(ACTIONS, dtype=np.int64)) == 0


# --- an endgame small enough to count what is possible


FACES = ("5-8 4-4 3-10 3-7", "1-9 4-4 3-10 3-7")
"""The line when Dusk passed, and the one that it can capture from now."""


def endgame() -> Table:
    """Dusk passed; then Dawn uncovered 1-9, and now Dusk can play."""
    table = Table(
        hands=("5-5 5-6", "1-1 6-6"),
        line=FACES[0],
        under="1-9 4-7 2-6 6-5",
        spirit_pile="bee wolf",
        open=" ".join(
            name for name in naive_rules.WOOD + naive_rules.BLUE if name not in ("bee", "wolf")
        ),
        evil=0,
        turn=1,
    )
    table.play("play 5-5")
    assert table.line[:4] == FACES[1].split()
    assert table.player == 1
    return table


Arrangement = tuple[frozenset[str], frozenset[str], tuple[str, ...], tuple[str, ...]]
"""Both hands, what lies face down, the spirit pile."""


def possible(seat: int) -> set[Arrangement]:
    """Everything that a seat must think possible in the endgame; -1 for a spectator."""
    found: set[Arrangement] = set()
    for order in permutations(["5-6", "1-1", "6-6", "4-7", "2-6", "6-5"]):
        dawn, dusk, under = frozenset(order[:1]), frozenset(order[1:3]), order[3:]
        passed, able = (capturing(dusk, faces) for faces in FACES)
        if able and not passed and (seat != 0 or dawn == {"5-6"}):
            found |= {(dawn, dusk, under, ("bee", "wolf")), (dawn, dusk, under, ("wolf", "bee"))}
    return found


def capturing(hand: frozenset[str], faces: str) -> bool:
    """Whether a tile of a hand captures one of a line."""
    line = [naive_rules.tile(name) for name in faces.split()]
    return any(naive_rules.match(naive_rules.tile(name), other) for name in hand for other in line)


def arrangement(state: Any) -> Arrangement:
    """What is hidden in a state."""
    dawn, dusk = (frozenset(tile_names(hand)) for hand in state.hands)
    under = tuple(NAMES[int(tile)] for tile in state.under if tile >= 0)
    spirits = tuple(SPIRITS[int(spirit)] for spirit in state.spirit_pile[: state.spirits_left])
    return dawn, dusk, under, spirits


@pytest.mark.parametrize("seat", [0, -1])
def test_every_possibility_is_dealt_and_each_as_often_as_any_other(seat: int) -> None:
    table, rng = endgame(), stream(7, "test")
    expected = possible(seat)
    draws = 100 * len(expected) if COMPILED else 60
    counts: Counter[Arrangement] = Counter()
    states = table.states.copy()
    for _ in range(draws):
        kernels.redeal(states[0], seat, rng)
        counts[arrangement(states[0])] += 1
    assert set(counts) <= expected
    if COMPILED:  # uncompiled there are too few draws to tell
        mean, freedom = draws / len(expected), len(expected) - 1
        chi = sum((counts[each] - mean) ** 2 / mean for each in expected)
        assert set(counts) == expected
        assert abs(chi - freedom) <= 5 * np.sqrt(2 * freedom)


def test_a_seat_that_passed_knows_its_own_hand_and_what_it_may_play() -> None:
    table, rng = endgame(), stream(8, "test")
    for _ in range(20):
        kernels.redeal(table.state, 1, rng)
        assert table.moves() == {"play 1-1"}
        assert table.view["hands"][1] == ["1-1", "6-6"]
        assert spirit_names(table.state.open) == table.view["spirits"]["open"]
