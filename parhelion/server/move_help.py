"""Questions about a position, answered on demand: hints, explanations, why a move is illegal."""

import asyncio
from collections.abc import Sequence

from parhelion.bots.explanations import explanation_sentences
from parhelion.bots.move_rating import expectation, expected_points
from parhelion.games import Move
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.server import schemas
from parhelion.server.live.live_table import LiveTable
from parhelion.server.schemas import Lang
from parhelion.server.viewer import Viewer
from parhelion.tables.commands import AskForHint
from parhelion.tables.permissions import refusal

MAX_SENTENCES = 2
"""Sentences about one move."""


def why_illegal(live: LiveTable, viewer: Viewer, path: Sequence[str]) -> schemas.WhyIllegal:
    """Return why the viewer, who is to move, has no legal move that begins with these items."""
    table, views = live.table, live.views
    if code := refusal(table, viewer.known.actor, "move", live.moment()):
        raise Refused(code)
    why = table.dealt.why_illegal(table.turn or 0, path, viewer.lang)
    message = views.named_text(viewer.lang).text(why)
    return schemas.WhyIllegal(message=message, rule=why.rule or None)


async def hint(live: LiveTable, viewer: Viewer) -> schemas.Hint:
    """Return the best move that a strong bot finds. Everybody sees that the viewer asked."""
    table = await live.carry_out(viewer.known, AskForHint())
    seat, match = table.turn or 0, table.dealt.copy()
    choices = live.views.scene(seat, viewer.lang, viewer.layout).choices
    best = await live.services.bot_pool.best(match, viewer.asker)
    labels = (choice.label for choice in choices if choice.move == best.move.text)
    named = live.views.named_text(viewer.lang)
    return schemas.Hint(
        version=table.position,
        move=best.move.text,
        label=named.text(next(labels, best.move.text)),
        chance=best.chance,
        low=best.low,
        high=best.high,
        points=list(expected_points(best)),
        words=named.text(expectation(best, seat, table.game.words(viewer.lang))),
        explanation=named.fill(await _explained(match, best.move, seat, viewer.lang)),
    )


async def explanation(
    live: LiveTable, viewer: Viewer, ply: int, seat: int | None
) -> schemas.Explanation:
    """Return what spoke for a move that was played, as far as the viewer could know then."""
    views, table = live.views, live.table
    if ply > table.ply:
        raise Refused("unknown-path")
    seat, earlier = views.seat_asked_for(viewer, seat), views.match_at(ply - 1)
    move = table.dealt.history[ply - 1]
    sentences = await _explained(earlier, move, seat, viewer.lang)
    say = table.game.words(viewer.lang)
    usual = say("No single reason stands out; looking ahead, this move seemed best.")
    named = views.named_text(viewer.lang)
    return schemas.Explanation(sentences=named.fill(sentences) or [usual])


async def _explained(match: Match, move: Move, seat: int | None, lang: Lang) -> list[str]:
    """Return what speaks for a move, computed in a thread."""
    return (await asyncio.to_thread(explanation_sentences, match, move, seat, lang))[:MAX_SENTENCES]
