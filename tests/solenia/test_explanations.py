"""What is told for moves of Solenia is true, and nothing is left out."""

from collections import Counter

import pytest

from parhelion.games import Explanation
from parhelion.games.solenia.explanations import KINDS, sentence
from parhelion.words import ENGLISH
from tests.solenia.naive_explanations import CHECKS, disagreements, positions

POSITIONS = 400
"""`python -m tests.solenia.naive_explanations` looks at more."""

EXAMPLES = [
    ("won", {"stars": 50, "shared": False}, "This move wins the game with 50 stars."),
    ("won", {"stars": 50, "shared": True}, "This move leads to a shared victory, with 50 stars."),
    ("lead", {"mine": 31, "theirs": 29}, "This move takes the lead, 31 to 29."),
    ("delivered", {"row": "day", "stars": 6}, "This move honours a day delivery for 6 stars."),
    ("pair", {"stars": 2}, "This move makes a pair of day and night, for 2 stars."),
    ("wakes", {"upgrade": "deep hold"}, "Deep hold becomes active."),
    (
        "denied",
        {"seats": [1, 2]},
        "This move takes a delivery that Coral and Violet could have paid.",
    ),
    (
        "blocked",
        {"seats": [1], "row": "night"},
        "This move takes the only night city that Coral could use without a voyage.",
    ),
    (
        "city",
        {"row": "day", "stars": 8},
        "This move reaches a day city: a delivery for up to 8 stars.",
    ),
    ("ready", {"stars": 5}, "A delivery for 5 stars can be honoured next turn."),
    (
        "completes",
        {"row": "night", "stars": 6},
        "This move completes what a night delivery for 6 stars asks for.",
    ),
    ("most", {"stars": 8}, "No other delivery that can be paid brings more."),
    ("slot", {"gains": {"wood": 1, "wheat": 1}}, "The slot brings 1 wood and 1 wheat."),
    ("expelled", {"n": 1, "gains": {"star": 1}}, "The expelled card brings 1 star."),
    (
        "expelled",
        {"n": 2, "gains": {"stone": 2, "star": 1}},
        "The 2 expelled cards bring 2 stone and 1 star.",
    ),
    (
        "closer",
        {"resource": "wood", "stars": 6},
        "Only wood is missing now for a delivery worth 6 stars.",
    ),
    ("stars", {"stars": 2}, "This move brings 2 stars at once."),
    (
        "gathers",
        {"gains": {"water": 2}},
        "This move brings 2 water, which a delivery on display asks for.",
    ),
    ("spare", {"resource": "wheat"}, "Enough wheat is left for every delivery on display."),
    ("voyage", {"n": 1}, "The voyage costs 1 resource."),
]


def test_reasons_are_true_and_complete() -> None:
    """A second look, from what people see, finds the same."""
    seen: Counter[str] = Counter()
    for before, action, mode in positions(POSITIONS):
        assert not disagreements(before, action, mode, seen), mode
    assert set(seen) == set(KINDS) == set(CHECKS)


@pytest.mark.parametrize(("name", "values", "words"), EXAMPLES)
def test_sentences(name: str, values: dict[str, object], words: str) -> None:
    assert sentence(Explanation(name, values), ENGLISH) == words


def test_every_kind_has_an_example() -> None:
    assert {name for name, _, _ in EXAMPLES} == set(KINDS)
