"""Refusals name their rule: what is not allowed can be looked up in the rulebook."""

import random
from collections.abc import Iterator

import pytest

import parhelion as ph
from parhelion.games import Game, Refusal, rulebook
from parhelion.match import Match
from tests.positions import matches, positions

SAMPLED = 8
"""Refusals of each kind that are looked at in a position."""


def sampled_positions(game: Game) -> Iterator[Match]:
    """Positions of one game for every set of options, the last one of each included."""
    for match in matches(game, count=1):
        for number, position in enumerate(positions(match)):
            if number % 5 == 0 or position.turn is None:
                yield position


def refused_picks(match: Match, chance: random.Random) -> Iterator[Refusal]:
    """Answers to picking an item that leads nowhere, at once or after one that leads on."""
    drawn = match.scene(match.turn)
    paths = {choice.path[:length] for choice in drawn.choices for length in (1, 2)}
    starts = sorted(path[0] for path in paths if len(path) == 1)
    ids = [item.id for item in drawn.items]
    tried: list[tuple[str, ...]] = [(id,) for id in chance.sample(ids, min(SAMPLED, len(ids)))]
    tried += [(chance.choice(starts), *path) for path in tried if starts]
    for path in tried:
        if path not in paths:
            yield match.why_illegal(match.turn or 0, path)


def refused_moves(match: Match, chance: random.Random) -> Iterator[ph.IllegalMove]:
    """The errors of some moves that are not legal now."""
    illegal = sorted(set(range(match.game.actions)) - set(match.actions()))
    for action in chance.sample(illegal, min(SAMPLED, len(illegal))):
        with pytest.raises(ph.IllegalMove) as error:
            match.parse(match.game.move(action).text)
        yield error.value


def known_rules(game: Game) -> set[str]:
    found = rulebook.source(game.folder, "en")
    assert found
    return set(rulebook.rule_ids(found[0]))


def test_an_item_that_cannot_be_picked_is_answered_with_a_rule(game: Game) -> None:
    known, chance = known_rules(game), random.Random(0)
    named = {
        why.rule: str(why)
        for match in sampled_positions(game)
        for why in refused_picks(match, chance)
        if why  # what has no part in any move is not refused
    }
    assert {rule: why for rule, why in named.items() if rule not in known} == {}
    assert len(named) > 2, "one rule cannot be the reason for everything"


def test_a_move_that_is_not_legal_is_refused_with_a_rule(game: Game) -> None:
    known, chance = known_rules(game), random.Random(0)
    named = {
        error.rule: error.why
        for match in sampled_positions(game)
        if match.turn is not None
        for error in refused_moves(match, chance)
    }
    assert {rule: why for rule, why in named.items() if rule not in known} == {}
    assert len(named) > 2, "one rule cannot be the reason for everything"


def test_a_refusal_is_a_text_that_keeps_the_rule_it_brings() -> None:
    assert Refusal("not here", "O8") == "not here"
    assert Refusal(Refusal("not here", "O8"), "O9").rule == "O8"
    assert Refusal("not here").rule == ""
