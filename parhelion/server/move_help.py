"""Questions about a position, answered on demand: hints, explanations, why a move is illegal."""

import asyncio
from collections.abc import Sequence

from parhelion.bots.explanations import explanation_sentences
from parhelion.bots.move_rating import expectation, expected_points
from parhelion.games import Move
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.schemas import Lang
from parhelion.server.table import GameTable
from parhelion.server.viewer import Viewer

MAX_SENTENCES = 2
"""Sentences about one move."""


def why_illegal(table: GameTable, seat: int, path: Sequence[str], lang: Lang) -> schemas.WhyIllegal:
    """Why a seat has no legal move that begins with picking these items."""
    why = table.match.why_illegal(seat, path, lang)
    return schemas.WhyIllegal(message=why, rule=why.rule or None)


async def hint(table: GameTable, seat: int, viewer: Viewer) -> schemas.Hint:
    """The best move that a strong bot finds for the seat to move."""
    choices = table.scene(seat, viewer.lang, viewer.layout).choices
    match, version = table.match.copy(), table.journal.version
    best = await table.services.bot_pool.best(match, viewer.asker)
    labels = (choice.label for choice in choices if choice.move == best.move.text)
    return schemas.Hint(
        version=version,
        move=best.move.text,
        label=next(labels, best.move.text),
        chance=best.chance,
        low=best.low,
        high=best.high,
        points=list(expected_points(best)),
        words=expectation(best, seat, table.game.words(viewer.lang)),
        explanation=await _explained(match, best.move, seat, viewer.lang),
    )


async def explanation(
    table: GameTable, viewer: Viewer, ply: int, seat: int | None
) -> schemas.Explanation:
    """What spoke for a move that was played, as far as the viewer could know at that time."""
    if ply > table.match.ply:
        raise Refused("unknown-path")
    seat, earlier = table.seat_asked_for(viewer, seat), table.match_at(ply - 1)
    move = table.match.history[ply - 1]
    sentences = await _explained(earlier, move, seat, viewer.lang)
    say = table.game.words(viewer.lang)
    usual = say("No single reason stands out; looking ahead, this move seemed best.")
    return schemas.Explanation(sentences=sentences or [usual])


async def _explained(match: Match, move: Move, seat: int | None, lang: Lang) -> list[str]:
    """What speaks for a move, worked out in a thread."""
    return (await asyncio.to_thread(explanation_sentences, match, move, seat, lang))[:MAX_SENTENCES]
