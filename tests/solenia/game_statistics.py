"""Many random games of Solenia of every mode: is everything accounted for at every position?

python -m tests.solenia.game_statistics --games 100000

What games are like is counted by `parhelion simulate`.
"""

import argparse
from typing import Any, NamedTuple

import numpy as np
from rich.console import Console
from rich.progress import track

import parhelion as ph
from parhelion.games.solenia import kernels
from parhelion.games.solenia.kernels import constants
from parhelion.games.solenia.kernels.constants import (
    ACTIONS,
    BOARD,
    CARDS,
    DAY_CITY,
    DISPLAYED,
    PLAY,
    PLAYS,
    SEATS,
    SLOT,
    SLOTS,
    SPACE,
    SPACES,
    STRIPS,
    TILES,
    WINTER,
)
from parhelion.games.solenia.kernels.event_codes import (
    DELIVERED,
    DROPPED,
    EVENTS,
    GAINED,
    GIVEN,
    PAID,
    SOURCE,
    STARRED,
)
from parhelion.games.solenia.kernels.powers import decks_in_play, is_wind
from parhelion.games.solenia.kernels.resources import amount_in
from parhelion.games.solenia.kernels.spaces import produces
from parhelion.kernel import jit, one, popcount, split, stream

BATCH = 1000
NONE = np.uint64(0)
ALL_TILES = (1 << TILES) - 1
ALL_CARDS = (1 << CARDS) - 1

FAULTS = (
    "a card is lost or lies in two places",
    "a space and its card do not fit together",
    "a delivery tile is lost or in two places",
    "the sky is not five strips that go round",
    "somebody has less than nothing, or more than the store holds when a turn begins",
    "slots and delivery tiles differ in number",
    "an upgrade tile is lost or in two places",
    "a resource or a star came from nowhere or went there",
    "nobody can do anything before the end",
    "more happened than the record has room for",
)
"""What can be wrong with a position, by number from 1."""


class Mode(NamedTuple):
    """A way to play."""

    players: int
    board: str = "summer"
    upgrades: str = "off"
    difficulty: str = "breeze"
    even: str = "off"

    @property
    def options(self) -> dict[str, str]:
        """As the game takes them."""
        return {name: str(value) for name, value in self._asdict().items()}

    def __str__(self) -> str:
        board = f"{self.board} with upgrades" if self.upgrades == "on" else self.board
        even = ", even" if self.even == "on" else ""
        return f"alone, {board}" if self.players == 1 else f"{self.players} players, {board}{even}"


MODES = [
    Mode(players, board, upgrades)
    for players in range(1, SEATS + 1)
    for board, upgrades in (("summer", "off"), ("winter", "off"), ("winter", "on"))
]
"""Every mode with every number of players."""


# --- is everything there?


@jit
def fault(state: Any, actions: Any) -> Any:
    """0 for a position in which everything is accounted for, else the number of the fault."""
    for seat in range(decks_in_play(state)):
        if not cards_are_there(state, seat):
            return 1
    if not spaces_are_right(state):
        return 2
    for row in range(2):
        if not tiles_are_there(state, row):
            return 3
    if not sky_goes_round(state):
        return 4
    for seat in range(SEATS):
        if not store_is_right(state, seat):
            return 5
        if not slots_are_right(state, seat):
            return 6
    if not upgrades_are_there(state):
        return 7
    if (kernels.actor(state) < 0) != (kernels.legal(state, actions) == 0):
        return 9
    return 10 if state.happened >= EVENTS else 0


@jit
def set_of(items: Any, n: Any) -> Any:
    """The first `n` of some cards or tiles as a set; none of them may come twice."""
    found: Any = 0
    for i in range(n):
        if items[i] < 0 or found >> items[i] & 1:
            return -1
        found |= 1 << np.int64(items[i])
    return found


@jit
def cards_are_there(state: Any, seat: Any) -> Any:
    """A player's sixteen cards are in the hand, in the draw pile or used, and those that lie on
    the board are used."""
    hand = set_of(state.hands[seat], state.held[seat])
    deck = set_of(state.decks[seat], state.deck_left[seat])
    used = np.int64(state.used[seat])
    if hand < 0 or deck < 0 or hand & deck or (hand | deck) & used:
        return False
    for space in SPACES:
        if state.owner[space] == seat:
            card = 0
            while card < CARDS and not (
                used >> card & 1 and state.cards[card] == state.lying[space]
            ):
                card += 1
            if card == CARDS:
                return False
            used &= ~(1 << card)
    return hand | deck | np.int64(state.used[seat]) == ALL_CARDS


@jit
def spaces_are_right(state: Any) -> Any:
    """Sets of spaces, cards and owners tell the same."""
    taken = NONE
    for seat in range(SEATS):
        if taken & state.own[seat] != NONE:
            return False
        taken |= state.own[seat]
    for space in range(len(state.owner)):
        owner = np.int64(state.owner[space])
        if (owner < 0) != (state.lying[space] < 0):
            return False
        if owner < 0 and taken & one(space) != NONE:
            return False
        if owner >= 0 and state.own[owner] & one(space) == NONE:
            return False
    return taken == state.taken and taken & ~BOARD == NONE


@jit
def tiles_are_there(state: Any, row: Any) -> Any:
    """Every delivery tile of a kind is in exactly one place."""
    found = set_of(state.piles[row], state.left[row])
    for place in range(DISPLAYED):
        if state.display[row, place] >= 0:
            if found >> state.display[row, place] & 1:
                return False
            found |= 1 << np.int64(state.display[row, place])
    for seat in range(SEATS):
        if found & np.int64(state.tiles[seat, row]):
            return False
        found |= np.int64(state.tiles[seat, row])
    return found == ALL_TILES


@jit
def sky_goes_round(state: Any) -> Any:
    """Five different strips; dawn has night behind it and day ahead, dusk the other way round."""
    twilight = 0
    while state.order[twilight] != constants.TWILIGHT:
        twilight += 1
    turned = np.int64(state.face[twilight])
    for i in range(STRIPS):
        if state.face[i] != (1 - turned if i < twilight else turned):
            return False
    return set_of(state.order, STRIPS) == (1 << STRIPS) - 1


@jit
def store_is_right(state: Any, seat: Any) -> Any:
    """Nothing below zero; when a turn begins no store is too full."""
    for resource in range(4):
        if state.stock[seat, resource] < 0:
            return False
    return state.phase != PLAY or amount_in(state, seat) <= state.capacity[seat]


@jit
def slots_are_right(state: Any, seat: Any) -> Any:
    """As many slots of a winter board are filled as tiles came, six at most, but for the one
    that waits for its slot."""
    for row in range(2):
        tiles = popcount(np.uint64(state.tiles[seat, row]))
        if tiles != state.delivered[seat, row]:
            return False
        filled, due = popcount(np.uint64(state.slots[seat, row])), min(tiles, len(SLOTS))
        waiting = state.phase == SLOT and state.turn == seat and state.row == row
        of_wind = is_wind(state, seat)
        if filled != (due - waiting if state.board == WINTER and not of_wind else 0):
            return False
    return True


@jit
def upgrades_are_there(state: Any) -> Any:
    """As many tiles of each level as players, offered or taken."""
    first = third = 0
    for i in range(SEATS):
        first += int(state.offered_1[i] >= 0) + int(state.level_1[i] >= 0)
        third += int(state.offered_3[i, 0] >= 0) + int(state.level_3[i, 0] >= 0)
    players = state.players if state.upgrades else 0
    return first == players and third == players


@jit
def flow(state: Any, seat: Any, out: Any) -> Any:
    """What the events of the last action brought a player: resources less what went, stars."""
    out[:] = 0
    for i in range(state.happened):
        event, value = state.events[i] >> 24, state.events[i] & 65535
        if state.events[i] >> 16 & 255 != seat:
            continue
        if event == GAINED:
            out[0] += value % SOURCE // 16
        elif event in (PAID, DROPPED, GIVEN):
            out[0] -= 1
        elif event == DELIVERED and not is_wind(state, seat):
            out[0] -= state.costs[value // 32, value % 32].sum()
        elif event == STARRED:
            out[1] += value % SOURCE


@jit
def adds_up(state: Any, before: Any, delta: Any) -> Any:
    """Whether every store and every star is explained by what was seen to happen."""
    for seat in range(SEATS):
        flow(state, seat, delta)
        if before[seat, 0] + delta[0] != amount_in(state, seat):
            return False
        if before[seat, 1] + delta[1] != state.stars[seat]:
            return False
    return True


# --- random games


@jit
def remember(state: Any, before: Any) -> Any:
    """What everybody has."""
    for seat in range(SEATS):
        before[seat, 0] = amount_in(state, seat)
        before[seat, 1] = state.stars[seat]


TRIES = 12


@jit
def sample_eagerly(state: Any, rng: Any) -> Any:
    """A random action; of plays one on a city if some are soon found, else one that is free.

    Random players hardly ever deliver: eager ones come to the end of rows and to every power.
    """
    free = kernels.sample(state, rng)
    for _ in range(TRIES):
        action = kernels.sample(state, rng)
        if action >= PLAYS:
            return action
        space = SPACE[action % len(SPACES)]
        if produces(state, space) >= DAY_CITY:
            return action
        if state.free & one(space) != NONE:
            free = action
    return free


@jit
def play_games(states: Any, rng: Any, games: Any, eager: Any) -> Any:
    """Random games with everything checked at each position; the positions seen and the first
    fault, 0 if there was none."""
    actions, positions = np.empty(ACTIONS, dtype=np.int64), 0
    before, delta = np.zeros((SEATS, 2), dtype=np.int64), np.zeros(2, dtype=np.int64)
    state = states[0]
    for _ in range(games):
        kernels.deal(state, rng)
        split(rng, state.rng)
        wrong = fault(state, actions)
        while kernels.actor(state) >= 0 and wrong == 0:
            remember(state, before)
            action = sample_eagerly(state, rng) if eager else kernels.sample(state, rng)
            kernels.apply(state, action)
            wrong = fault(state, actions)
            if wrong == 0 and not adds_up(state, before, delta):
                wrong = 8
            positions += 1
        if wrong:
            return positions, wrong
    return positions, 0


def random_games(
    games: int, mode: Mode, seed: int | str, eager: bool = False, show: bool = False
) -> int:
    """Play random games; how many positions there were. AssertionError names a fault."""
    states, rng = ph.new("solenia", **mode.options).state, stream(seed, "statistics")
    positions = 0
    batches = [min(BATCH, games - first) for first in range(0, games, BATCH)]
    for size in track(batches, description=str(mode), disable=not show):
        seen, wrong = play_games(states, rng, size, eager)
        assert wrong == 0, FAULTS[wrong - 1]
        positions += seen
    return positions


def main() -> None:
    """Play and check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000, help="of each mode")
    parser.add_argument("--eager", action="store_true", help="random players who love cities")
    parser.add_argument("--seed", default="1")
    given = parser.parse_args()
    positions = sum(
        random_games(given.games, mode, given.seed, given.eager, show=True) for mode in MODES
    )
    Console().print(f"{positions:,} positions after a move: all is there.")


if __name__ == "__main__":
    main()
