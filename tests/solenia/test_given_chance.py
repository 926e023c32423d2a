"""Rolls of a real die given with the moves of a game alone (S31)."""

import random
from typing import Any

import numpy as np
import pytest

from parhelion.errors import BadNotation
from parhelion.games.solenia import kernels
from parhelion.games.solenia.notation import ROLLS, chance_text, give_chance
from parhelion.kernel import COMPILED
from parhelion.words import ENGLISH
from tests.solenia.positions import Position, lay, solenia

pytestmark = pytest.mark.uncompiled

GAMES = 20 if COMPILED else 3


def fields(states: Any) -> dict[str, Any]:
    """A record without its generator."""
    return {name: states[0][name].tolist() for name in states.dtype.names if name != "rng"}


@pytest.mark.rule("S31")
def test_a_game_typed_in_with_its_rolls_is_the_same_whatever_the_seed() -> None:
    told = set()
    for seed in range(GAMES):
        match = solenia(seed, players="1")
        twin = solenia(seed + 1000, match.deal, players="1")
        here, there, pick = match.state, twin.state, random.Random(seed)
        assert fields(here) == fields(there)
        while kernels.actor(here[0]) >= 0:
            action = _random_action(here[0], pick)
            kernels.apply(here[0], action)
            told.add(chance_text(here[0]))
            if chance_text(here[0]):
                give_chance(there[0], chance_text(here[0]), ENGLISH)
            kernels.apply(there[0], action)
            assert fields(here) == fields(there)
    assert {*ROLLS, ""} <= told


def _random_action(state: Any, pick: random.Random) -> int:
    actions = np.zeros(kernels.ACTIONS, dtype=np.int32)
    return int(actions[pick.randrange(kernels.legal(state, actions))])


@pytest.mark.rule("S31")
def test_a_given_roll_counts_for_one_action_and_leaves_the_next_rolls_as_they_are() -> None:
    plain, given = (Position(players=1, decks=(None, "1w 1h 1s")) for _ in range(2))
    give_chance(given.state, "Roll  5", ENGLISH)
    given.play("play 2*s 3-3")
    plain.play("play 2*s 3-3")
    assert chance_text(given.state) == "roll 5"
    assert given.state.rng.tolist() == plain.state.rng.tolist()
    assert given.state.given.tolist() == [-1, -1]


@pytest.mark.rule("S31")
def test_a_roll_that_is_not_needed_is_forgotten() -> None:
    position = Position(players=1, stock=("WH",))
    give_chance(position.state, "roll 5", ENGLISH)
    position.play("play 2*s 1-3")
    assert (position.phase, chance_text(position.state)) == ("pay", "")
    assert position.state.given.tolist() == [-1, -1]


@pytest.mark.rule("S31")
def test_the_last_card_plays_itself_and_the_die_is_rolled_twice() -> None:
    position = Position(
        players=1,
        hands=("0ws 1w",),
        cards=("", lay("5-3 4-2 4-4 2-3 3-2 3-4")),
        decks=("", "2*s 2*a"),
    )
    give_chance(position.state, "roll 1, roll star", ENGLISH)
    position.play("play 0ws 3-3")
    assert position.events("played") == [("played", "0ws 3-3", 0), ("played", "1w 3-3", 0)]
    assert chance_text(position.state) == "roll 1, roll star"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("roll 6", "'roll 6': write a roll like this: roll 4"),
        ("4", "'4': write a roll like this: roll 4"),
        ("roll 4, ", "'': write a roll like this: roll 4"),
        ("roll 1, roll 2, roll 3", "'roll 1, roll 2, roll 3': the die is not rolled so often"),
    ],
)
def test_a_text_that_is_no_roll_is_refused(text: str, why: str) -> None:
    position = Position(players=1)
    with pytest.raises(BadNotation, match=f"^{why}$"):
        give_chance(position.state, text, ENGLISH)
    assert position.state.given.tolist() == [-1, -1]


def test_a_roll_has_to_be_on_the_die_of_the_edition() -> None:
    with pytest.raises(BadNotation, match="'roll star': the die has no such face"):
        give_chance(Position(players=1, die="3").state, "roll star", ENGLISH)
    with pytest.raises(BadNotation, match="'roll 2': the die has no such face"):
        give_chance(Position(players=1, die="3").state, "roll 2", ENGLISH)


def test_nobody_but_the_trade_wind_rolls_a_die() -> None:
    with pytest.raises(BadNotation, match="only the Trade Wind rolls a die"):
        give_chance(Position().state, "roll 4", ENGLISH)
