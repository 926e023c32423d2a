"""The standings of an arena: shares of victory and ratings, with confidence intervals.

The games of a deal share its luck, so they are not independent: intervals come from the spread
between deals. Ratings are those of OpenSkill's Bradley-Terry model on the scale of Elo (a lead of
200 points wins three games of four). Their intervals follow from the model's own uncertainty or
from the spread over resampled deals (bootstrap), whichever is wider.
"""

import random
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from math import log, sqrt
from statistics import fmean, stdev, variance

from openskill.models import BradleyTerryFull, BradleyTerryFullRating

from parhelion.bots.intervals import NORMAL_95, wilson_interval
from parhelion.lab.arena import GameResult
from parhelion.lab.arena_plan import Pairing
from parhelion.lab.entrants import Entrant

Ranks = list[float]
"""The ranks of the two entrants of a game: 0 for a share in the victory, 1 for none."""

MEAN_RATING = 1500.0
PRIOR_DEVIATION = 350.0  # standard deviation of a rating before the first game
ELO_SCALE = 400 / log(10)
RESAMPLES = 100


@dataclass(frozen=True)
class PairingStanding:
    """The results of a pairing, seen from its first entrant."""

    pairing: Pairing
    games: int
    won: int
    shared: int
    """Games whose victory both shared."""
    share: float
    """The mean share of victory."""
    low: float
    high: float
    """The 95 % interval of the share."""
    points: tuple[float, float]
    """The mean points of a seat, for both entrants."""
    plies: float


@dataclass(frozen=True)
class EntrantRating:
    """The strength of an entrant on the scale of Elo, with its 95 % interval."""

    entrant: Entrant
    points: float
    low: float
    high: float
    games: int


# --- shares ------------------------------------------------------------------------------


def paired_interval(deals: Sequence[float], games: int) -> tuple[float, float]:
    """The 95 % interval of the mean share of some deals with `games` games each.

    It is Wilson's interval for the effective number of games: as many independent games as would
    vary like these deals. If the luck of a deal cancels out, that is more than were played; if the
    deal decides all its games, it is fewer. One more deal with the variance of independent games is
    assumed, so that a few deals that happen to be alike do not look certain.
    """
    share = fmean(deals)
    independent = share * (1 - share) / games
    if independent == 0 or len(deals) < 2:
        return wilson_interval(sum(deals) * games, len(deals) * games)
    observed = (variance(deals) * (len(deals) - 1) + independent) / len(deals)
    effective = len(deals) * games * independent / observed
    return wilson_interval(share * effective, effective)


def standings(results: Iterable[GameResult]) -> list[PairingStanding]:
    """The standing of every pairing after some games, in the order of the plan."""
    return [standing(pairing, played) for pairing, played in by_pairing(results).items()]


def by_pairing(results: Iterable[GameResult]) -> dict[Pairing, list[GameResult]]:
    """The games of each pairing, in the order of the plan."""
    found: dict[Pairing, list[GameResult]] = defaultdict(list)
    for result in sorted(results, key=lambda result: result.number):
        found[result.pairing].append(result)
    return found


def by_deal(results: Iterable[GameResult]) -> list[list[GameResult]]:
    """The games of each deal of a pairing."""
    found: dict[int, list[GameResult]] = defaultdict(list)
    for result in results:
        found[result.deal].append(result)
    return list(found.values())


def standing(pairing: Pairing, results: Sequence[GameResult]) -> PairingStanding:
    """The standing of a pairing after its games."""
    one, other = pairing
    shares = [(result.share(one), result.share(other)) for result in results]
    deals = by_deal(results)
    share = fmean(mine for mine, _ in shares)
    games = max(map(len, deals))
    complete = [fmean(r.share(one) for r in deal) for deal in deals if len(deal) == games]
    low, high = paired_interval(complete, games)
    return PairingStanding(
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


def _points(results: Sequence[GameResult], entrant: Entrant) -> float:
    return fmean(
        score
        for result in results
        for seat, score in zip(result.seats, result.scores, strict=True)
        if seat == entrant
    )


# --- ratings -----------------------------------------------------------------------------


def ratings(results: Iterable[GameResult]) -> list[EntrantRating]:
    """The ratings of all entrants, best first; their mean is 1500."""
    pairings = by_pairing(results)
    deals = {pairing: _ranks(pairing, played) for pairing, played in pairings.items()}
    rng = random.Random(0)  # the same games, the same intervals
    samples = [
        rate_once({pairing: rng.choices(some, k=len(some)) for pairing, some in deals.items()})
        for _ in range(RESAMPLES)
    ]
    found = []
    for entrant in samples[0]:
        points = fmean(each[entrant].mu for each in samples)
        deviation = fmean(each[entrant].sigma for each in samples)
        margin = NORMAL_95 * max(deviation, stdev(each[entrant].mu for each in samples))
        games = sum(len(played) for pairing, played in pairings.items() if entrant in pairing)
        found.append(EntrantRating(entrant, points, points - margin, points + margin, games))
    return sorted(found, key=lambda rating: -rating.points)


def _ranks(pairing: Pairing, results: Iterable[GameResult]) -> list[list[Ranks]]:
    """The ranks of every game of every deal."""
    return [
        [[float(not result.share(entrant)) for entrant in pairing] for result in deal]
        for deal in by_deal(results)
    ]


def rate_once(
    deals: Mapping[Pairing, list[list[Ranks]]],
) -> dict[Entrant, BradleyTerryFullRating]:
    """The ratings after one pass over some deals, pairing by pairing in the order of the plan:
    neighbouring levels first, so that ratings are about right before unequal opponents meet.

    Bots do not change, so no uncertainty is added between games (tau is 0), and each game reduces
    it fully (gamma is 1).
    """
    model = BradleyTerryFull(
        mu=MEAN_RATING,
        sigma=PRIOR_DEVIATION,
        beta=ELO_SCALE / sqrt(2),
        tau=0.0,
        kappa=1e-9,
        gamma=lambda *_: 1.0,
    )
    known = {entrant: model.rating() for pairing in deals for entrant in pairing}
    for (one, other), some in deals.items():
        for ranks in chain.from_iterable(some):
            [known[one]], [known[other]] = model.rate([[known[one]], [known[other]]], ranks)
    mean = fmean(rating.mu for rating in known.values())
    for rating in known.values():
        rating.mu += MEAN_RATING - mean
    return known
