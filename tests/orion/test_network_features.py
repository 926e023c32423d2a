"""What a network sees of Orion Duel: nothing is forgotten, and turning the board turns it along."""

from collections import Counter
from typing import Any

import numpy as np
import pytest

import parhelion as ph
from parhelion.bots.kernels.network import MAX_FEATURES
from parhelion.games.orion.kernels import network_features as f
from parhelion.games.orion.kernels.constants import (
    AXIAL,
    CELL_AT,
    GALAXY_ACTIONS,
    HOLE_ACTIONS,
    KIND,
    KINDS,
    OTHER_PART,
    OWN_PART,
    PARTS,
    PLACEMENTS,
)
from parhelion.games.orion.symmetries import feature_symmetries
from parhelion.kernel import dispatch
from parhelion.match import Match
from tests.test_network import features_of

GROUPS = np.repeat(list(f.FEATURE_GROUPS), list(f.FEATURE_GROUPS.values()))
"""The group of every feature."""


def sorted_features(match: Match, seat: int) -> list[int]:
    return sorted(features_of(match, seat))


def bits(words: Any) -> int:
    return sum(int(word).bit_count() for word in words.flat)


def test_groups_follow_each_other() -> None:
    assert len(GROUPS) == f.FEATURES
    firsts = (f.HEXES, f.TOKENS, f.CHAINS, f.REACH, f.LINKS, f.TILES, f.PROGRESS, f.WAYS, f.RULES)
    assert [GROUPS[first] for first in firsts] == list(f.FEATURE_GROUPS)


@pytest.mark.uncompiled
def test_every_hex_chain_token_and_tile_is_seen_by_both_seats() -> None:
    match = ph.new("orion", seed=3, setup="symmetric-1", count="each")
    while match.turn is not None:
        state = match.state[0]
        taken = np.bitwise_or(*state.hexes)
        free = bits((state.galaxies | state.holes) & ~taken)
        own = Counter(GROUPS[features_of(match, 0)])
        assert own == Counter(GROUPS[features_of(match, 1)])
        assert own["hexes"] == bits(state.hexes)
        assert own["chains"] == sum(
            state.parent[cell] == cell
            for cell in range(len(AXIAL))
            if int(taken[cell >> 6]) >> (cell & 63) & 1
        )
        assert own["tokens"] == free
        assert own["reach"] == 2 * free
        assert own["links"] == 2 * f.PAIRS_OF_SIDES
        assert own["tiles"] == 2 * len(KINDS)
        assert own["progress"] == own["rules"] == 1
        match.play(match.moves()[37 * match.ply % len(match.moves())])


@pytest.mark.uncompiled
def test_tokens_that_do_not_lie_yet_and_ways_that_are_reached_are_seen() -> None:
    match = ph.new("orion", seed=3, setup="players")
    assert f.RULES + 1 in features_of(match, 0)
    states = match.state
    states[0].ways[0] = 3
    out = np.zeros(MAX_FEATURES, dtype=np.int32)
    listed = out[: dispatch.features(states[0], 0, out)]
    assert Counter(GROUPS[listed])["ways"] == 2


def test_symmetries_are_permutations_the_first_of_which_changes_nothing() -> None:
    found = feature_symmetries()
    assert found.shape == (12, f.FEATURES)
    assert (found[0] == np.arange(f.FEATURES)).all()
    assert len(np.unique(found, axis=0)) == 12
    for each in found:
        assert sorted(each) == list(range(f.FEATURES))
        assert (GROUPS[each] == GROUPS).all()


def turned(cell: int, mirrored: bool, turns: int) -> int:
    q, r = AXIAL[cell]
    if mirrored:
        q, r = r, q
    for _ in range(turns):
        q, r = -r, q + r
    return CELL_AT[q, r]


def parts_of(action: int) -> tuple[int, frozenset[int], frozenset[int]]:
    """The kind of a placement, its own cells and its other cell."""
    own, other = int(OWN_PART[action]), int(OTHER_PART[action])
    return int(KIND[action]), frozenset(PARTS[own]), frozenset((*PARTS, ())[other])


PLACED = {parts_of(action): action for action in range(PLACEMENTS)}


def turned_action(action: int, mirrored: bool, turns: int) -> int:
    if action >= PLACEMENTS:
        first = HOLE_ACTIONS if action >= HOLE_ACTIONS else GALAXY_ACTIONS
        return first + turned(action - first, mirrored, turns)
    kind, *parts = parts_of(action)
    own, other = (frozenset(turned(cell, mirrored, turns) for cell in part) for part in parts)
    return PLACED[kind, own, other]


@pytest.mark.parametrize("view", range(12))
def test_a_turned_game_has_turned_features(view: int) -> None:
    mirrored, turns = divmod(view, 6)
    moved = feature_symmetries()[view]
    match, twin = (ph.new("orion", seed=1, setup="players") for _ in range(2))
    while match.turn is not None:
        for seat in range(2):
            assert sorted(moved[features_of(match, seat)]) == sorted_features(twin, seat)
        move = match.moves()[41 * match.ply % len(match.moves())]
        twin.play(match.game.move(turned_action(move.action, bool(mirrored), turns)))
        match.play(move)
