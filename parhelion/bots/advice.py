"""What a bot thinks of a move, in words: for hints at the table and in the terminal."""

from parhelion.bots.analysis import Rated
from parhelion.words import Words, mark

NO_WAY_ROUND = {1: mark("This wins by force."), -1: mark("This loses by force.")}


def expectation(rated: Rated, seat: int, say: Words) -> str:
    """The chance that a rated move has, give or take, and the points it leads to."""
    if rated.solved:
        return say(NO_WAY_ROUND[rated.solved])
    percent, give = round(100 * rated.chance), round(50 * (rated.high - rated.low))
    chance = (
        say("Chance to win: about {percent} %, give or take {give}.", percent=percent, give=give)
        if give
        else say("Chance to win: about {percent} %.", percent=percent)
    )
    points = expected_points(rated)
    if not points:
        return chance
    mine, others = points[seat], [each for at, each in enumerate(points) if at != seat]
    expected = say(
        "Expected points: {mine} to {others}.",
        mine=round(mine),
        others=", ".join(str(round(each)) for each in others),
    )
    return f"{chance} {expected}"


def expected_points(rated: Rated) -> tuple[float, ...]:
    """What each seat may expect in the end; nothing where a game only knows who won."""
    return rated.scores if max(rated.scores, default=0) > 1 else ()
