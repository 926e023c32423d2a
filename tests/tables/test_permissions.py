"""What people are offered is exactly what they may do."""

import random
from collections.abc import Callable
from typing import get_args

import pytest

from parhelion.tables import permissions
from parhelion.tables.moment import Actor
from parhelion.tables.permissions import RULES, SEAT_RULES, Ability, facts, refusal
from tests.tables.random_play import random_session, random_step
from tests.tables.situations import (
    ANN,
    BOB,
    CAS,
    EVE,
    GATHERER,
    HOUSE_BOT,
    SITUATIONS,
    Session,
    commands,
)

ACTORS = (ANN, BOB, CAS, EVE, GATHERER, HOUSE_BOT)


def check_offers(session: Session, actor: Actor) -> None:
    """Compare what a person is offered with what `decide` accepts."""
    offered = session.can(actor)
    for ability in get_args(Ability):
        accepted = [session.refusal(actor, each) is None for each in commands(session, ability)]
        assert any(accepted) is (ability in offered), (actor, ability)
        if ability in SEAT_RULES:
            at_seats = [ability in session.can_at(actor, seat) for seat in range(len(accepted))]
            assert accepted == at_seats, (actor, ability)


def check_unknown(session: Session) -> None:
    """Check that a visitor without a name is offered at most to join, and may do nothing."""
    assert set(session.can(None)) <= {"join"}
    for ability in get_args(Ability):
        codes = {session.refusal(None, each) for each in commands(session, ability)}
        assert codes == {"me/unknown"}
    stranger = Actor("id-of-a-stranger")
    assert ("join" in session.can(stranger)) is ("join" in session.can(None))


def test_every_ability_has_rules() -> None:
    assert RULES.keys() | SEAT_RULES.keys() == set(get_args(Ability))
    assert not RULES.keys() & SEAT_RULES.keys()


@pytest.mark.parametrize("situation", SITUATIONS.values(), ids=SITUATIONS)
def test_offers_are_accepted_and_nothing_else(situation: Callable[[], Session]) -> None:
    session = situation()
    for actor in ACTORS:
        check_offers(session, actor)
    check_unknown(session)


def test_every_ability_is_offered_in_some_situation() -> None:
    offered = {
        ability
        for situation in SITUATIONS.values()
        for actor in ACTORS
        for ability in situation().can(actor)
    }
    assert offered == set(get_args(Ability))


@pytest.mark.parametrize("seed", range(40))
def test_offers_are_accepted_in_random_situations(seed: int) -> None:
    chance = random.Random(seed)
    session = random_session(chance)
    for _ in range(25):
        random_step(session, chance)
        check_offers(session, chance.choice(ACTORS))
        if chance.random() < 0.2:
            check_unknown(session)


def test_offers_are_refused_as_commands_are() -> None:
    """The codes of refusals are the same for both."""
    for situation in SITUATIONS.values():
        session = situation()
        for actor in ACTORS:
            for ability in RULES:
                (command,) = commands(session, ability)
                code = refusal(session.table, actor, ability, session.moment)
                assert session.refusal(actor, command) == code


def test_unknown_seat_is_refused() -> None:
    session = SITUATIONS["first_move"]()
    for ability in SEAT_RULES:
        for seat in (-1, 3):
            code = refusal(session.table, ANN, ability, session.moment, seat)
            assert code == "seat/unknown"


def test_seat_abilities_are_allowed_for_any_seat() -> None:
    session = SITUATIONS["one_open_seat"]()
    assert refusal(session.table, ANN, "join", session.moment) is None
    assert refusal(session.table, ANN, "join", session.moment, 0) == "seat/taken"


def test_offers_depend_on_the_facts_alone() -> None:
    """They are cached by the facts, which hold no id and no table."""
    one, other = (SITUATIONS["first_move"]() for _ in range(2))
    known = facts(one.table, ANN, one.moment)
    assert known == facts(other.table, ANN, other.moment)
    assert hash(known) == hash(facts(other.table, ANN, other.moment))
    assert permissions.abilities(known) is one.can(ANN)
    assert ANN.id not in repr(known)


def test_decisions_change_nothing() -> None:
    for situation in SITUATIONS.values():
        session, twin = situation(), situation()
        for ability in get_args(Ability):
            for command in commands(session, ability):
                session.refusal(EVE, command)
                session.refusal(ANN, command)
        assert session.table == twin.table
