"""Why a move is good: explanations that hold whatever their reader cannot know."""

from typing import Any

from parhelion.games import Explanation, Move
from parhelion.kernel import SPECTATOR, play, stream
from parhelion.match import Match

GUESSES = 8
"""Random guesses at what is hidden; an explanation has to hold in all of them."""
MAX_SENTENCES = 3


def explanation_sentences(
    match: Match, move: Move, viewer: int | None, lang: str = "en"
) -> list[str]:
    """A few sentences on why a legal move is good, the most important first.

    The seat to move reads what it knows itself, others only what everybody knows.
    """
    say, game = match.words(lang), match.game.explanations
    if len(match.actions()) == 1 and (viewer == match.turn or not match.game.secrets):
        return [say("There is no other move.")]  # others might learn about a hand
    if game is None:
        return []
    explanations = explanations_for(match, move, viewer)[:MAX_SENTENCES]
    return [game.sentence(explanation, say) for explanation in explanations]


def explanations_for(match: Match, move: Move, viewer: int | None) -> list[Explanation]:
    """The explanations of a legal move that hold in all guesses at what is hidden."""
    if match.game.explanations is None or match.turn is None:
        return []
    seat = match.turn if viewer == match.turn else SPECTATOR
    before, rng = match.state, stream(match.ply, "reasons")
    play.veil(before, seat)
    common: list[Explanation] | None = None
    for _ in range(GUESSES if match.game.secrets else 1):
        after = _guess_after(match, move, seat, rng)
        found = match.game.explanations.explain(before[0], move.action, after)
        common = found if common is None else [each for each in common if each in found]
    return common or []


def _guess_after(match: Match, move: Move, seat: int, rng: Any) -> Any:
    """The record after a move, with a guess at what the mover cannot know; what `seat` may not know
    is hidden."""
    after = match.state
    assert match.turn is not None  # noqa: S101
    play.imagine(after, match.turn, rng, move.action)
    play.veil(after, seat)
    return after[0]
