"""Why a move: sentences that are true of it, whatever the one who reads them cannot know."""

from typing import Any

from parhelion.games import Explanation
from parhelion.kernel import SPECTATOR, play, stream
from parhelion.match import Match, Move

GUESSES = 8
"""At what is hidden; a reason has to hold in each."""
MAX_TOLD = 3
"""Sentences at once."""


def explained(match: Match, move: Move, viewer: int | None, lang: str = "en") -> list[str]:
    """What speaks for a legal move of a position, in a few sentences, the most telling first.

    The seat to move is told what it knows itself, others only what everybody knows.
    """
    say, told = match.game.words(lang), match.game.explanations
    if len(match.actions()) == 1 and (viewer == match.turn or not match.game.secrets):
        return [say("There is no other move.")]  # others might learn about a hand
    if told is None:
        return []
    return [told.sentence(reason, say) for reason in explain(match, move, viewer)[:MAX_TOLD]]


def explain(match: Match, move: Move, viewer: int | None) -> list[Explanation]:
    """The reasons for a legal move that hold in all guesses at what is hidden."""
    if match.game.explanations is None or match.turn is None:
        return []
    seat = match.turn if viewer == match.turn else SPECTATOR
    before, rng = match.state, stream(match.ply, "reasons")
    play.veil(before, seat)
    held: list[Explanation] | None = None
    for _ in range(GUESSES if match.game.secrets else 1):
        found = match.game.explanations.explain(
            before[0], move.action, _after(match, move, seat, rng)
        )
        held = found if held is None else [reason for reason in held if reason in found]
    return held or []


def _after(match: Match, move: Move, seat: int, rng: Any) -> Any:
    """The record after a move, in a guess of its player's, with what a seat may not know hidden."""
    after = match.state
    play.imagine(after, match.turn, rng, move.action)
    play.veil(after, seat)
    return after[0]
