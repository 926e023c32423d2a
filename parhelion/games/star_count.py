"""The count of stars at the end of a game, told part by part."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from parhelion.scene import ScoreRow
from parhelion.words import Words


class StarPart(NamedTuple):
    """A part of the count."""

    label: str
    about: str
    """What it counts, in a few words."""
    stars: tuple[int, ...]
    """By seat."""
    shown: tuple[str, ...] = ()
    """What is written instead of the stars, by seat."""


def star_rows(parts: Iterable[StarPart], total: str) -> Iterator[ScoreRow]:
    """A line for each part with the stars up to it, then the total, which decides."""
    so_far: tuple[int, ...] = ()
    for part in parts:
        so_far = tuple(map(sum, zip(so_far or (0,) * len(part.stars), part.stars, strict=True)))
        yield ScoreRow(part.label, part.shown or _written(part.stars), part.about, so_far)
    yield ScoreRow(total, _written(so_far), so_far=so_far, decides=True)


def _written(stars: Iterable[int]) -> tuple[str, ...]:
    return tuple(map(str, stars))


def count_told(players: Sequence[str], parts: Sequence[StarPart], say: Words) -> tuple[str, ...]:
    """The count of each player in a sentence.

    >>> from parhelion.words import ENGLISH
    >>> parts = [StarPart("Deliveries", "", (35, 8)), StarPart("Pairs", "", (4, 0))]
    >>> for told in count_told(["Teal", "Coral"], parts, ENGLISH):
    ...     print(told)
    Teal: deliveries 35, then pairs 4. Together 39 stars.
    Coral: deliveries 8. Together 8 stars.
    """
    return tuple(_sentence(player, seat, parts, say) for seat, player in enumerate(players))


def _sentence(player: str, seat: int, parts: Sequence[StarPart], say: Words) -> str:
    counted = [
        say("{part} {n}", part=_uncapitalised(part.label), n=part.stars[seat])
        for part in parts
        if part.stars[seat]
    ]
    told = say(", then ").join(counted) or say("nothing")
    n = sum(part.stars[seat] for part in parts)
    return say.plural(
        "{player}: {parts}. Together {n} star.",
        "{player}: {parts}. Together {n} stars.",
        n,
        player=player,
        parts=told,
    )


def _uncapitalised(label: str) -> str:
    """A title inside a sentence."""
    return f"{label[:1].lower()}{label[1:]}"
