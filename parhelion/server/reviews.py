"""Reviews of finished games, made in the background one after the other and kept for a while.

The address that used the least time lately is next (see `thinking_queue`).
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal, TypeVar

from cachetools import LRUCache
from pydantic import BaseModel

from parhelion.bots.review import Review, review
from parhelion.cores import usable_cores
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.scene import LogEntry
from parhelion.server import metrics, schemas
from parhelion.server.quotas import Quotas, check
from parhelion.server.schemas import Lang
from parhelion.server.settings import Settings
from parhelion.server.thinking_queue import SLOW_LEVEL, Asker, ThinkingQueue
from parhelion.server.viewer import Viewer
from parhelion.tables.named_text import NamedText

MAX_KEPT = 100
MAX_PENDING = 100
RESERVED = 100
"""Further reviews for addresses that have none pending."""
MAX_MISTAKES = 10
MAX_SENTENCES = 2
"""Sentences about one mistake."""
DIGITS = 4


Model = TypeVar("Model", bound=BaseModel)


class Stopped(Exception):
    """The server stops, and nobody waits for this review any more."""


class ReviewJob:
    """The review of one game, from the request to the answer in every language."""

    def __init__(self, match: Match, settings: Settings, asker: Asker) -> None:
        self.match, self._settings, self.asker = match, settings, asker
        self.state: Literal["waiting", "working"] = "waiting"
        self.progress = 0.0
        self.review: Review | None = None
        self.translated: dict[Lang, schemas.GameReview] = {}
        self.stopped = False

    def work(self) -> None:
        """Review every move. Half of the cores are left to those who play."""
        self.review = review(
            self.match,
            self._settings.review_iterations,
            progress=self._note_progress,
            playouts=self._settings.review_playouts,
            threads=max(1, usable_cores() // 2),
        )

    def _note_progress(self, done: int, of: int) -> None:
        if self.stopped:
            raise Stopped
        self.progress = done / max(of, 1)


class Reviews:
    """All reviews: one for each table, one in work at a time; the last used are kept."""

    def __init__(self, settings: Settings, quotas: Quotas) -> None:
        self._settings, self._quotas = settings, quotas
        self._jobs: dict[str, ReviewJob] = {}
        """Not done yet, by table."""
        self._done: LRUCache[str, ReviewJob] = LRUCache(MAX_KEPT)
        self._tasks: set[asyncio.Task[None]] = set()
        self._queue = ThinkingQueue(1)

    def begin(self, table: str, match: Match, viewer: Viewer) -> None:
        """Start the review of a game unless there is one. Raises Refused if too many are pending
        altogether, for the person or for their address."""
        if table in self._jobs or table in self._done:
            return
        self._check_room_for(viewer.asker)
        self._quotas.spend("reviews", viewer.id, viewer.address)
        job = self._jobs[table] = ReviewJob(match.copy(), self._settings, viewer.asker)
        task = asyncio.get_running_loop().create_task(self._work(table, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _check_room_for(self, asker: Asker) -> None:
        """Enforce the shares of the queue. If it is full, an address with nothing pending still
        gets one review: a few addresses keep nobody out (L2)."""
        limits, askers = self._settings.limits, [job.asker for job in self._jobs.values()]
        of_person = sum(each.person == asker.person for each in askers)
        of_address = sum(each.address == asker.address for each in askers)
        check(of_person, limits.waiting_reviews, "too-many/reviews")
        check(of_address, limits.address_reviews, "too-many/reviews")
        if len(askers) >= (MAX_PENDING if of_address else MAX_PENDING + RESERVED):
            raise Refused("review/busy")

    @property
    def pending(self) -> int:
        """How many wait or are being made."""
        return len(self._jobs)

    async def of(self, table: str, lang: Lang) -> schemas.ReviewWork:
        """How far the review of a game is; once it is done, all of it in a language."""
        if job := self._jobs.get(table):
            return schemas.ReviewWork(state=job.state, progress=job.progress)
        done = self._done.get(table)
        if done is None or done.review is None:
            return schemas.ReviewWork(state="none", progress=0)
        if lang not in done.translated:
            made = await asyncio.to_thread(translated, done.match, done.review, lang)
            done.translated[lang] = made
        return schemas.ReviewWork(state="done", progress=1, review=done.translated[lang])

    def close(self) -> None:
        """Stop all work."""
        for job in self._jobs.values():
            job.stopped = True
        for task in self._tasks:
            task.cancel()

    async def _work(self, table: str, job: ReviewJob) -> None:
        """Make a review; after a failure it can be asked for again."""
        try:
            async with self._queue.turn(job.asker, SLOW_LEVEL):
                job.state = "working"
                with suppress(Stopped):
                    await asyncio.to_thread(job.work)
                    self._done[table] = job
                    metrics.REVIEWS.inc()
        finally:
            del self._jobs[table]


# --- in a language -----------------------------------------------------------------------


def translated(match: Match, found: Review, lang: Lang) -> schemas.GameReview:
    """A review with its moves in a language."""
    facts, log = found.json(), match.scene(None, lang).log
    worst = sorted(facts["mistakes"][:MAX_MISTAKES])
    return schemas.GameReview(
        finished=facts["finished"],
        curve=[_rounded(shares) for shares in facts["curve"]],
        mistakes=[_mistake(match, found, facts["moves"][ply - 1], log, lang) for ply in worst],
        turning_points=[_turning_point(point, log) for point in facts["turning_points"]],
        parts=[schemas.LuckAndSkill.model_validate(part) for part in facts["parts"]],
    )


def _mistake(
    match: Match, found: Review, move: dict[str, Any], log: Sequence[LogEntry], lang: Lang
) -> schemas.Mistake:
    ply, seat, better = move["ply"], move["seat"], move["better"][0]
    return schemas.Mistake(
        ply=ply,
        seat=seat,
        verdict=move["verdict"],
        played=_rated(move["played"], log[ply - 1].label),
        better=_rated(better, label_at(match, ply - 1, seat, better["move"], lang)),
        explanation=found.explanations(ply, lang)[:MAX_SENTENCES],
    )


def label_at(match: Match, ply: int, seat: int, move: str, lang: str) -> str:
    """The label of a move that a seat could have played after `ply` moves."""
    earlier = match.copy()
    earlier.undo(match.ply - ply)
    choices = earlier.scene(seat, lang).choices
    return next((choice.label for choice in choices if choice.move == move), move)


def _rated(rated: dict[str, Any], label: str) -> schemas.RatedMove:
    return schemas.RatedMove(move=rated["move"], label=label, chance=rated["chance"])


def _turning_point(point: dict[str, Any], log: Sequence[LogEntry]) -> schemas.TurningPointInfo:
    return schemas.TurningPointInfo(
        ply=point["ply"],
        seat=point["seat"],
        label=log[point["ply"] - 1].label,
        cause=point["cause"],
        swing=_rounded(point["swing"]),
    )


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(share, DIGITS) for share in shares]


def with_names(model: Model, named: NamedText) -> Model:
    """Return a model whose sentences have names."""

    def filled(value: Any) -> Any:
        if isinstance(value, BaseModel):
            return with_names(value, named)
        return [filled(each) for each in value] if isinstance(value, list) else named.fill(value)

    values = {name: filled(getattr(model, name)) for name in type(model).model_fields}
    return model.model_copy(update=values)
