"""Whether chance was fair in a game, as far as its record can prove it; see docs/shuffles.md.

>>> import parhelion as ph
>>> for step in verify(ph.new("solstis", seed=7).record()):
...     print(step)
✓ The deal follows from the seed.
✓ After the deal, chance decided nothing.
✓ The moves (0) are legal; the game goes on.
"""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from parhelion import match, records
from parhelion.errors import BadDeal, BadRecord, ParhelionError
from parhelion.games import Json
from parhelion.match import Match
from parhelion.printable import escaped
from parhelion.records import Record
from parhelion.words import ENGLISH, Words, mark

DEALT_OTHERWISE = mark("Older versions of the rules may have dealt otherwise.")


class Verdict(StrEnum):
    """What became of a step."""

    HOLDS = "✓"
    FAILS = "✗"
    OPEN = "–"


class Step(NamedTuple):
    """One thing that was looked at, and what was found, in words."""

    verdict: Verdict
    text: str

    def __str__(self) -> str:
        return f"{self.verdict} {self.text}"


def verify(record: Json, noted: str | None = None, say: Words = ENGLISH) -> list[Step]:
    """All steps from the secret to the result; `noted` is the commitment that somebody noted
    before the game. BadRecord if the record cannot even be read."""
    told = records.check(record)
    secret = [*_secret_steps(told, noted, say)]
    try:
        start = match.beginning(told)
    except BadRecord as error:
        return [*secret, Step(Verdict.FAILS, _sentence(error))]
    return [
        *secret,
        *_seed_steps(told, start, say),
        _deal_step(told, start, say),
        _later_chance_step(told, start, say),
        _moves_step(record, say),
    ]


def what_it_proves(record: Json, steps: list[Step], say: Words = ENGLISH) -> list[str]:
    """What follows from the steps, and what does not, in sentences."""
    told = records.check(record)
    if any(step.verdict is Verdict.FAILS for step in steps):
        return [say("This record does not prove that chance was fair. See the steps marked ✗.")]
    if told.position is not None or not _has_seed(told):
        return [say("Set-up positions and games that were typed in prove nothing about chance.")]
    if told.shuffle is None:
        return [say("Not proved: that nobody chose the seed, and with it the deal.")]
    return [
        say(
            "Nobody could choose the deal, not even whoever ran the table: if you noted the "
            "commitment before you sat down, and your own text is among those above."
        ),
        say(
            "Not proved: that nobody was told the deal; and that whoever ran the table did not "
            "choose the text of a seat that was taken after yours."
        ),
    ]


# --- the seed ----------------------------------------------------------------------------


def _secret_steps(told: Record, noted: str | None, say: Words) -> Iterator[Step]:
    """Whether the secret was fixed before the game."""
    if told.shuffle is None:
        if noted is not None:
            yield Step(Verdict.FAILS, say("You noted a commitment, but the record has none."))
        return
    commitment = told.shuffle.commitment
    if told.shuffle.keeps_its_word:
        text = say("The secret belongs to the commitment {commitment}.", commitment=commitment)
        yield Step(Verdict.HOLDS, text)
    else:
        text = say(
            "The secret does not belong to the commitment {commitment}.", commitment=commitment
        )
        yield Step(Verdict.FAILS, text)
    if noted == commitment:
        yield Step(Verdict.HOLDS, say("This is the commitment that you noted."))
    elif noted is not None:
        yield Step(Verdict.FAILS, say("You noted another commitment: {noted}.", noted=noted))


def _seed_steps(told: Record, start: Match, say: Words) -> Iterator[Step]:
    """Whether the seed was made of the secret and what the seats added."""
    if told.shuffle is None:
        return
    try:
        told.check_seed(start.seats)
    except BadRecord as error:
        text = say("The seed is not made of the secret and one text of each seat.")
        yield Step(Verdict.FAILS, f"{text} ({error})")
        return
    words = start.words(say.lang)
    texts = [
        say("{label}: {text}", label=words(seat), text=text or say("no text"))
        for seat, text in zip(start.seats, told.shuffle.seats, strict=True)
    ]
    found = say(
        "The seed is made of the secret and the texts of the seats: {texts}.",
        texts=", ".join(texts),
    )
    yield Step(Verdict.HOLDS, found)


def _has_seed(told: Record) -> bool:
    return "seed" in told.model_fields_set


# --- what follows from it ----------------------------------------------------------------


def _deal_step(told: Record, start: Match, say: Words) -> Step:
    """Whether the seed deals what the record tells."""
    if told.position is not None:
        return Step(Verdict.OPEN, say("There is no deal: the position was set up."))
    if not _has_seed(told):
        return Step(Verdict.OPEN, say("There is no seed: nothing tells where the deal comes from."))
    try:
        dealt = Match(start.game, start.options, told.seed, rules=start.rules)
    except BadDeal as error:  # tables whose shuffle can be proved are younger
        if told.shuffle is not None:
            return Step(Verdict.FAILS, _sentence(error))
        return Step(Verdict.OPEN, say(DEALT_OTHERWISE))
    different = _first_difference(start.deal, dealt.deal, "deal")
    if different is None:
        return Step(Verdict.HOLDS, say("The deal follows from the seed."))
    if told.shuffle is None and told.rules < start.game.info.version:
        return Step(Verdict.OPEN, say(DEALT_OTHERWISE))
    where, here, found = different
    text = say(
        "The deal does not follow from the seed: {where} is “{here}” in the record, but the seed "
        "gives “{found}”.",
        where=where,
        here=here,
        found=found,
    )
    return Step(Verdict.FAILS, text)


def _first_difference(here: Any, found: Any, where: str) -> tuple[str, Any, Any] | None:
    """Where two JSON values of the same shape differ first, and the two values there."""
    if isinstance(here, dict):
        parts = ((f"{where}.{name}", here[name], found[name]) for name in here)
    elif isinstance(here, list):
        numbered = enumerate(zip(here, found, strict=True))
        parts = ((f"{where}[{i}]", *pair) for i, pair in numbered)
    else:
        return (where, here, found) if here != found else None
    differences = (_first_difference(mine, other, place) for place, mine, other in parts)
    return next((each for each in differences if each is not None), None)


def _later_chance_step(told: Record, start: Match, say: Words) -> Step:
    """Whether the seed decides what the record tells of later chance: the game is played again
    without being told."""
    again, decided = start.copy(), 0
    for number, text in enumerate(told.moves, start=1):
        move, _, chance = (part.strip() for part in text.partition(";"))
        try:
            again.play(move)
        except ParhelionError:
            why = say("What chance decided from move {number} on was not checked.", number=number)
            return Step(Verdict.OPEN, why)
        found = again.log.chances[-1]
        if chance and not _has_seed(told):
            return Step(Verdict.OPEN, say("Chance was told with the moves, not by a seed."))
        if chance and _plain(chance) != found:
            return Step(Verdict.FAILS, _other_chance(number, move, chance, found, say))
        decided += bool(found)
    if not decided:
        return Step(Verdict.HOLDS, say("After the deal, chance decided nothing."))
    text = say.plural(
        "What chance decided with {n} later move follows from the seed.",
        "What chance decided with {n} later moves follows from the seed.",
        decided,
    )
    return Step(Verdict.HOLDS, text)


def _plain(chance: str) -> str:
    """What chance decided as we write it: small letters and single spaces."""
    return ", ".join(" ".join(part.lower().split()) for part in chance.split(","))


def _other_chance(number: int, move: str, chance: str, found: str, say: Words) -> str:
    told = {"number": number, "move": escaped(move), "chance": escaped(chance)}
    if not found:
        return say(
            "Move {number}, “{move}”: the record tells “{chance}”, but chance decides nothing "
            "with it.",
            **told,
        )
    return say(
        "Move {number}, “{move}”: the record tells “{chance}”, but the seed gives “{found}”.",
        **told,
        found=found,
    )


def _moves_step(record: Json, say: Words) -> Step:
    """Whether the moves are legal and lead to the result."""
    told = {part: value for part, value in record.items() if part != "shuffle"}
    try:
        played = match.replay(told)
    except BadRecord as error:
        return Step(Verdict.FAILS, _sentence(error))
    if played.turn is None:
        text = say("The moves ({n}) are legal and lead to the result.", n=played.ply)
    else:
        text = say("The moves ({n}) are legal; the game goes on.", n=played.ply)
    return Step(Verdict.HOLDS, text)


def _sentence(error: ParhelionError) -> str:
    text = str(error)
    return f"{text[0].upper()}{text[1:]}."
