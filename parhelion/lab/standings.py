"""What the games of an arena say: shares of victory with intervals, and ratings.

A deal is the unit of chance: its games share their luck, so intervals come from the spread
between deals. Ratings are those of OpenSkill's Bradley-Terry model on the scale of Elo (200
points more win three games of four). Their intervals are as wide as the model's own doubt, and
as the spread over resampled deals where that is wider.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log, sqrt
from statistics import fmean, stdev, variance

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from parhelion.bots.analysis import NORMAL_95, interval
from parhelion.lab.arena import Entrant, Pairing, Result

Ranks = list[float]
"""Of the two entrants of a game: 0 for a part in the victory, 1 for none."""

MIDDLE = 1500.0
PRIOR = 350.0  # standard deviation of a rating before the first game
ELO = 400 / log(10)
RESAMPLES = 100


@dataclass(frozen=True)
class Standing:
    """How a pairing stands, seen from its first entrant."""

    pairing: Pairing
    games: int
    won: int
    shared: int
    """Games whose victory both had a part in."""
    share: float
    """Of all victories."""
    low: float
    high: float
    """The ends of the 95 % interval of the share."""
    points: tuple[float, float]
    """The mean points of a seat of each."""
    plies: float


@dataclass(frozen=True)
class Rating:
    """How strong an entrant is among the others, on the scale of Elo."""

    entrant: Entrant
    points: float
    low: float
    high: float
    games: int


# --- shares ------------------------------------------------------------------------------


def paired_interval(deals: Sequence[float], games: int) -> tuple[float, float]:
    """The 95 % interval of the mean share of some deals of so many games each.

    Wilson's, for as many independent games as would spread like these deals: pairs in which
    luck cancels tell more than their number, deals that decide all their games tell less. One
    deal as independent games spread is thrown in, lest few deals look surer than they are.
    """
    share = fmean(deals)
    expected = share * (1 - share) / games
    if expected == 0 or len(deals) < 2:
        return interval(sum(deals) * games, len(deals) * games)
    seen = (variance(deals) * (len(deals) - 1) + expected) / len(deals)
    worth = len(deals) * games * expected / seen
    return interval(share * worth, worth)


def standings(results: Iterable[Result]) -> list[Standing]:
    """How every pairing stands after some games, in the order of the plan."""
    return [standing(pairing, played) for pairing, played in by_pairing(results).items()]


def by_pairing(results: Iterable[Result]) -> dict[Pairing, list[Result]]:
    """The games of each pairing, in the order of the plan."""
    found: dict[Pairing, list[Result]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.number):
        found[result.pairing].append(result)
    return found


def by_deal(results: Iterable[Result]) -> list[list[Result]]:
    """The games of each deal of a pairing."""
    found: dict[int, list[Result]] = defaultdict(list)
    for result in results:
        found[result.deal].append(result)
    return list(found.values())


def standing(pairing: Pairing, results: Sequence[Result]) -> Standing:
    """How a pairing stands after its games."""
    one, other = pairing
    shares = [(result.share(one), result.share(other)) for result in results]
    deals = by_deal(results)
    share = fmean(mine for mine, _ in shares)
    most = max(map(len, deals))
    whole = [fmean(r.share(one) for r in deal) for deal in deals if len(deal) == most]
    low, high = paired_interval(whole, most)
    return Standing(
        pairing,
        games=len(results),
        won=sum(mine > 0 and theirs == 0 for mine, theirs in shares),
        shared=sum(mine > 0 and theirs > 0 for mine, theirs in shares),
        share=share,
        low=low,
        high=high,
        points=(_points(results, one), _points(results, other)),
        plies=fmean(result.plies for result in results),
    )


def _points(results: Sequence[Result], entrant: Entrant) -> float:
    return fmean(
        score
        for result in results
        for seat, score in zip(result.seats, result.scores, strict=True)
        if seat == entrant
    )


# --- ratings -----------------------------------------------------------------------------


def ratings(results: Iterable[Result]) -> list[Rating]:
    """The ratings of all entrants, best first; on average they are 1500."""
    pairings = by_pairing(results)
    deals = {pairing: _ranks(pairing, played) for pairing, played in pairings.items()}
    rng = random.Random(0)  # the same games, the same intervals
    drawn = [
        rated({pairing: rng.choices(some, k=len(some)) for pairing, some in deals.items()})
        for _ in range(RESAMPLES)
    ]
    found = []
    for entrant in drawn[0]:
        points = fmean(each[entrant].mu for each in drawn)
        doubt = fmean(each[entrant].sigma for each in drawn)
        reach = NORMAL_95 * max(doubt, stdev(each[entrant].mu for each in drawn))
        games = sum(len(played) for pairing, played in pairings.items() if entrant in pairing)
        found.append(Rating(entrant, points, points - reach, points + reach, games))
    return sorted(found, key=lambda rating: -rating.points)


def _ranks(pairing: Pairing, results: Iterable[Result]) -> list[list[Ranks]]:
    """The ranks of every game of every deal."""
    return [
        [[float(not result.share(entrant)) for entrant in pairing] for result in deal]
        for deal in by_deal(results)
    ]


def rated(deals: Mapping[Pairing, list[list[Ranks]]]) -> dict[Entrant, BradleyTerryFullRating]:
    """The ratings after some deals, pairing by pairing as planned: neighbours first, from the
    weakest on, so that the ladder stands before unequal opponents meet.

    Bots do not change, so nothing is added to the doubt about them between games (tau), and
    what games dispel of it is gone (gamma)."""
    model = BradleyTerryFull(
        mu=MIDDLE, sigma=PRIOR, beta=ELO / sqrt(2), tau=0.0, kappa=1e-9, gamma=lambda *_: 1.0
    )
    known = {entrant: model.rating() for pairing in deals for entrant in pairing}
    for (one, other), some in deals.items():
        for ranks in chain.from_iterable(some):
            [known[one]], [known[other]] = model.rate([[known[one]], [known[other]]], ranks)
    middle = fmean(rating.mu for rating in known.values())
    for rating in known.values():
        rating.mu += MIDDLE - middle
    return known
