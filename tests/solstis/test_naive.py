"""The kernel against a second, naive implementation that shares no code with it."""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from parhelion.games.solstis.kernels.constants import SPIRITS
from parhelion.games.solstis.notation import NAMES, tile_names
from parhelion.match import Match
from tests.positions import EFFORT
from tests.solstis import naive_rules
from tests.solstis.set_up import SOLSTIS, kind_of, solstis, value_of

GAMES = 5 * EFFORT
"""Games for each way to play and each value of the option."""

PICKED = ("eagle", "dragonfly")
"""The events that tell what came by chance."""


# --- ways to choose among the legal moves, so that rare things come up too

Policy = Callable[[naive_rules.Game, random.Random], str]


def at_random(twin: naive_rules.Game, rng: random.Random) -> str:
    """Any legal move."""
    return rng.choice(sorted(twin.legal()))


def shyly(twin: naive_rules.Game, rng: random.Random) -> str:
    """Tiles that capture nothing: a long line and many rainbows."""
    line = [slot.tile for slot in twin.line if slot.tile]
    hand = [
        held for held in twin.hands[twin.turn] if not any(naive_rules.match(held, t) for t in line)
    ]
    if twin.phase == "play" and twin.pile and hand:
        return f"play {naive_rules.name(rng.choice(hand))}"
    return at_random(twin, rng)


def densely(twin: naive_rules.Game, rng: random.Random) -> str:
    """Tiles and places beside many others: squares, spirits and rainbows in the way."""
    if twin.phase not in ("play", "capture", "rainbow", "deer", "beetle"):
        return at_random(twin, rng)
    panorama = twin.panoramas[twin.turn]

    def worth(move: str) -> tuple[bool, int, float]:
        place = naive_rules.tile(move.split()[-1])
        beside = panorama.held() & naive_rules.neighbours(place)
        return place in panorama.rainbows, len(beside), rng.random()

    return max(sorted(twin.legal()), key=worth)


# --- comparing


def compare(match: Match, twin: naive_rules.Game) -> None:
    """Everything both implementations can say of a position."""
    assert match.turn == twin.player
    assert {move.text for move in match.moves()} == twin.legal()
    for viewer in (None, 0, 1):
        view = match.view(viewer)
        told = view["position"] | {"turn": view["turn"]}
        assert in_order({key: told[key] for key in naive_rules.SHOWN}) == in_order(
            twin.view(viewer)
        )
    for largest, panorama in zip(told["largest"], twin.panoramas, strict=True):
        assert {naive_rules.tile(name) for name in largest} in (
            naive_rules.largest_areas(panorama) or [set()]
        )
    assert list(match.scores) == twin.scores()
    assert list(match.winners) == twin.winners()
    compare_secrets(match.state[0], twin)


def in_order(view: naive_rules.Json) -> naive_rules.Json:
    """The same with sets of names sorted, and whose turn it is only while it is somebody's."""
    view = view | {"gone": sorted(view["gone"]), "hands": [sorted(hand) for hand in view["hands"]]}
    view["lit"] = [sorted(lit) for lit in view["lit"]]
    spirits = view["spirits"]
    view["spirits"] = spirits | {key: sorted(spirits[key]) for key in ("open", "drawn")}
    view["panoramas"] = [
        each | {key: sorted(each[key]) for key in ("tiles", "rainbows")}
        for each in view["panoramas"]
    ]
    if view["phase"] == "over":
        del view["turn"]
    return view


def compare_secrets(state: Any, twin: naive_rules.Game) -> None:
    """The piles in their order, both hands, what lies face down."""
    pile = [NAMES[int(tile)] for tile in state.pile[: state.left][::-1]]
    assert pile == naive_rules.names(twin.pile)
    spirits = [SPIRITS[int(spirit)] for spirit in state.spirit_pile[: state.spirits_left][::-1]]
    assert spirits == twin.spirit_pile
    for seat in range(2):
        assert tile_names(state.hands[seat]) == naive_rules.names(sorted(twin.hands[seat]))
    under = [NAMES.get(int(tile)) for tile in state.under]
    assert under == [naive_rules.name(slot.under) if slot.under else None for slot in twin.line[:6]]


def play_both(match: Match, policy: Policy, rng: random.Random, seen: Counter[str]) -> None:
    """One game on both, compared at every position."""
    twin = naive_rules.Game(match.deal)
    compare(match, twin)
    while match.turn is not None:
        move = policy(twin, rng)
        match.play(move)
        events = SOLSTIS.events(match.state[0])
        chance = [str(value_of(event)) for event in events if kind_of(event) in PICKED]
        twin.answer(move, chance)
        compare(match, twin)
        seen.update(map(kind_of, events))
        seen[twin.phase] += 1
    assert match.outcome is not None
    assert match.outcome.details["points"] == twin.points()


@pytest.mark.rule("T8", "T9", "T10", "T11", "T12", "T13", "T14", "T15", "T16", "T17", "T18")
@pytest.mark.parametrize("evil", ["on", "off"])
@pytest.mark.parametrize("policy", [at_random, shyly, densely])
def test_kernel_and_naive_agree_on_every_position(policy: Policy, evil: str) -> None:
    """Legal moves, views of both seats and a spectator, secrets, scores and endings."""
    happenings: Counter[str] = Counter()
    for seed in range(GAMES):
        play_both(solstis(seed, evil), policy, random.Random(seed), happenings)
    assert happenings["over"] == GAMES * 2  # the event and the phase
