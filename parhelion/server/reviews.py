"""Reviews of finished games: worked out in the background one after the other, kept for a while."""

import asyncio
import os
from collections import OrderedDict
from collections.abc import Sequence
from contextlib import suppress
from typing import Any, Literal

from parhelion.bots.review import Review, review
from parhelion.match import Match
from parhelion.scene import Entry
from parhelion.server import schemas
from parhelion.server.problems import Refused
from parhelion.server.schemas import Lang
from parhelion.server.settings import Settings

MAX_KEPT = 100
MAX_WAITING = 20
MAX_MISTAKES = 10
DIGITS = 4


class Stopped(Exception):
    """The server stops: nobody waits for this review any more."""


class Job:
    """The review of one game, from the question to the answer in every language."""

    def __init__(self, match: Match, settings: Settings) -> None:
        self.match, self._settings = match, settings
        self.state: Literal["waiting", "working", "done"] = "waiting"
        self.progress = 0.0
        self.review: Review | None = None
        self.told: dict[Lang, schemas.Review] = {}
        self.stopped = False

    def work(self) -> None:
        """Look at every move; this takes a while. Half of the machine is left to those who play."""
        self.review = review(
            self.match,
            self._settings.review_iterations,
            progress=self._note,
            playouts=self._settings.review_playouts,
            threads=max(1, (os.cpu_count() or 1) // 2),
        )

    def _note(self, done: int, of: int) -> None:
        if self.stopped:
            raise Stopped
        self.progress = done / max(of, 1)


class Reviews:
    """All reviews: one for each table, one at a time; the latest are kept."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._jobs: OrderedDict[str, Job] = OrderedDict()
        self._tasks: set[asyncio.Task[None]] = set()
        self._free = asyncio.Semaphore(1)

    def begin(self, table: str, match: Match) -> None:
        """Let a game be reviewed, unless it is or was; refused while many others wait."""
        if table in self._jobs:
            return
        if sum(job.state != "done" for job in self._jobs.values()) >= MAX_WAITING:
            raise Refused("review/busy")
        job = self._jobs[table] = Job(match.copy(), self._settings)
        task = asyncio.get_running_loop().create_task(self._work(table, job))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def of(self, table: str, lang: Lang) -> schemas.ReviewWork:
        """How far the review of a game is; once it is done, all of it in a language."""
        job = self._jobs.get(table)
        if job is None:
            return schemas.ReviewWork(state="none", progress=0)
        if job.review is None or job.state != "done":
            return schemas.ReviewWork(state=job.state, progress=job.progress)
        self._jobs.move_to_end(table)
        if lang not in job.told:
            job.told[lang] = await asyncio.to_thread(told, job.match, job.review, lang)
        return schemas.ReviewWork(state="done", progress=1, review=job.told[lang])

    def close(self) -> None:
        """Stop all work."""
        for job in self._jobs.values():
            job.stopped = True
        for task in self._tasks:
            task.cancel()

    async def _work(self, table: str, job: Job) -> None:
        try:
            async with self._free:
                job.state = "working"
                with suppress(Stopped):
                    await asyncio.to_thread(job.work)
        finally:
            if job.review is None:  # it failed: who asks again tries again
                del self._jobs[table]
        job.state = "done"
        self._trim()

    def _trim(self) -> None:
        done = [table for table, job in self._jobs.items() if job.state == "done"]
        for table in done[: max(0, len(done) - MAX_KEPT)]:
            del self._jobs[table]


# --- in words ----------------------------------------------------------------------------


def told(match: Match, found: Review, lang: Lang) -> schemas.Review:
    """A review for people: its moves in their language."""
    facts, log = found.json(), match.scene(None, lang).log
    worst = sorted(facts["mistakes"][:MAX_MISTAKES])
    return schemas.Review(
        finished=facts["finished"],
        curve=[_rounded(shares) for shares in facts["curve"]],
        mistakes=[_mistake(match, found, facts["moves"][ply - 1], log, lang) for ply in worst],
        turning_points=[_turning_point(point, log) for point in facts["turning_points"]],
        parts=[schemas.Part.model_validate(part) for part in facts["parts"]],
    )


def _mistake(
    match: Match, found: Review, move: dict[str, Any], log: Sequence[Entry], lang: Lang
) -> schemas.Mistake:
    ply, seat, better = move["ply"], move["seat"], move["better"][0]
    return schemas.Mistake(
        ply=ply,
        seat=seat,
        verdict=move["verdict"],
        played=_rated(move["played"], log[ply - 1].label),
        better=_rated(better, label_at(match, ply - 1, seat, better["move"], lang)),
        reasons=found.reasons(ply, lang)[:2],
    )


def label_at(match: Match, ply: int, seat: int, move: str, lang: str) -> str:
    """A move in words that a seat could have played after some of the moves."""
    earlier = match.copy()
    earlier.undo(match.ply - ply)
    choices = earlier.scene(seat, lang).choices
    return next((choice.label for choice in choices if choice.move == move), move)


def _rated(rated: dict[str, Any], label: str) -> schemas.RatedMove:
    return schemas.RatedMove(move=rated["move"], label=label, chance=rated["chance"])


def _turning_point(point: dict[str, Any], log: Sequence[Entry]) -> schemas.TurningPoint:
    return schemas.TurningPoint(
        ply=point["ply"],
        seat=point["seat"],
        label=log[point["ply"] - 1].label,
        cause=point["cause"],
        swing=_rounded(point["swing"]),
    )


def _rounded(shares: Sequence[float]) -> list[float]:
    return [round(share, DIGITS) for share in shares]
