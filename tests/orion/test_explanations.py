"""What is said for moves of Orion Duel is true, as the naive implementation sees it.

`tests.orion.naive_explanations` checks more positions; here are some hundred.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import pytest

from parhelion.bots.explanations import explanations_for
from parhelion.games import Grade
from parhelion.games.orion.explanations import KINDS, sentence
from parhelion.words import LANGUAGES
from tests.orion.matches import ORION
from tests.orion.naive_explanations import Step, differing, steps
from tests.positions import EFFORT

GAMES = 10 * EFFORT
ENDINGS = 60
DRAWN = 389  # the seed of a random game that nobody wins
STOPPED = 24  # the seed of a random game in which a link is stopped
RARE = 8
"""Times that a kind of reason is checked wherever it is given."""


@cache
def sampled() -> tuple[Step, ...]:
    """Some games in full, and the last moves of more."""
    return (*(step for seed in (*range(GAMES), STOPPED) for step in game(seed)), *endings())


def checked() -> Iterator[Step]:
    """Every third step, and those with a kind of reason that has hardly been checked."""
    seen = Counter[str]()
    for number, step in enumerate(sampled()):
        before, move, _ = step
        kinds = {reason.name for reason in explanations_for(before, move, before.turn)}
        if number % 3 == 0 or any(seen[kind] < RARE for kind in kinds):
            seen.update(kinds)
            yield step


def game(seed: int) -> Iterator[Step]:
    """A game of quick bots, or at random."""
    return steps(seed, Grade(60, 4) if seed % 2 else None)


def endings() -> Iterator[Step]:
    """The last moves of random games."""
    return (list(steps(seed, None))[-1] for seed in (*range(GAMES, GAMES + ENDINGS), DRAWN))


@pytest.mark.rule("O10")
def test_everything_said_is_true_and_nothing_is_left_out() -> None:
    assert [wrong for step in checked() for wrong in differing(step)] == []


def test_every_kind_of_reason_occurs() -> None:
    told = (explanations_for(before, move, before.turn) for before, move, _ in sampled())
    assert {reason.name for each in told for reason in each} == set(KINDS)


def test_reasons_are_sentences_in_every_language() -> None:
    for before, move, _ in sampled():
        for reason in explanations_for(before, move, before.turn):
            for lang in LANGUAGES:
                said = sentence(reason, ORION.words(lang))
                assert said.endswith(".")
                assert "{" not in said
