"""A whole game looked at again: who was winning when, which moves were mistakes, where it turned,
and how much of it was luck. See docs/analysis.md."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import hypot
from typing import NamedTuple

from parhelion.bots import skill
from parhelion.bots.analysis import Rated
from parhelion.bots.explanations import explained
from parhelion.bots.levels import levels
from parhelion.bots.player import SearchBot
from parhelion.bots.skill import Estimate, Oracle, Parts, Plan, Question, Shares, Story
from parhelion.errors import BadOption, UnknownBot
from parhelion.games import Grade, Json
from parhelion.match import Match, Move
from parhelion.words import Words

FORMAT = "parhelion-review/1"
LEVEL = 4
"""The bot that judges, unless another one is asked for."""
PLAYOUTS = 2_000
"""Games played for each number of the curve and of luck and skill."""

VERDICTS = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
"""What a move is called that gives away at least so much of the chance to win."""
SERIOUS = ("mistake", "blunder")
MAX_BETTER = 3
MAX_TURNING_POINTS = 5
MIN_SWING = 0.1

SEARCH_WEIGHT = 3
"""Steps of the progress for the search of a position; all the rest about it is one."""

Progress = Callable[[int, int], None]
"""Is told how much is done, and of how much. What it raises stops the review."""


@dataclass(frozen=True)
class Judged:
    """A move that was played, and what its player could have known of it."""

    ply: int
    """Its number, from 1 on: it leads from the position after ply - 1 moves to the next."""
    seat: int
    move: Move
    choices: int
    """The legal moves there were; a single one is forced and not judged."""
    played: Rated | None
    best: Rated | None
    better: tuple[Rated, ...]
    """The best moves among those that seem better than the one played."""
    luck: Shares
    """What came to light with the move did to the share of every seat."""
    skill: Shares
    """What the choice of the move did."""

    @property
    def loss(self) -> float:
        """The chance to win that the move gave away."""
        if self.played is None or self.best is None:
            return 0.0
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def margin(self) -> float:
        """How far off the loss may be, with 95 %."""
        if self.played is None or self.best is None:
            return 0.0
        return hypot(_reach(self.played), _reach(self.best))

    @property
    def verdict(self) -> str:
        """A stable word: forced, fine, inaccuracy, mistake or blunder."""
        if self.played is None:
            return "forced"
        if self.loss <= self.margin:
            return "fine"
        return next((name for name, least in VERDICTS if self.loss >= least), "fine")


class TurningPoint(NamedTuple):
    """A move with which the chances turned."""

    ply: int
    seat: int
    swing: Shares
    """What became of the share of every seat."""
    cause: str
    """A stable word: move or luck, whichever did more."""


@dataclass(frozen=True)
class Review:
    """What there is to say about a game."""

    match: Match
    iterations: int
    playouts: int
    seed: int | str
    curve: tuple[Shares, ...]
    """After each number of moves, from the deal on, the share of victory of every seat."""
    moves: tuple[Judged, ...]
    parts: tuple[Parts, ...]
    """What the result of each seat is made of."""

    @property
    def mistakes(self) -> list[Judged]:
        """The moves that gave away most, the worst first."""
        serious = [judged for judged in self.moves if judged.verdict in SERIOUS]
        return sorted(serious, key=lambda judged: -judged.loss)

    @cached_property
    def turning_points(self) -> list[TurningPoint]:
        """The largest swings of the curve, in the order of the game."""
        points = [_turning_point(self, judged) for judged in self.moves]
        large = [point for point in points if _size(point.swing) >= MIN_SWING]
        largest = sorted(large, key=lambda point: -_size(point.swing))[:MAX_TURNING_POINTS]
        return sorted(largest)

    def before(self, ply: int) -> Match:
        """The position in which a move was made."""
        position = self.match.copy()
        position.undo(position.ply - ply + 1)
        return position

    def reasons(self, ply: int, lang: str = "en") -> list[str]:
        """What speaks for the move that would have been better, as its player could know."""
        judged = self.moves[ply - 1]
        if not judged.better:
            return []
        return explained(self.before(ply), judged.better[0].move, judged.seat, lang)

    def json(self) -> Json:
        """The review as plain JSON, without sentences: see docs/analysis.md."""
        match = self.match
        return {
            "format": FORMAT,
            "game": match.game.info.name,
            "options": dict(match.options),
            "seats": list(match.seats),
            "rivals": sorted(match.rivals),
            "plies": match.ply,
            "finished": match.turn is None,
            "scores": list(match.scores),
            "result": list(self.curve[-1]) if match.turn is None else None,
            "iterations": self.iterations,
            "playouts": self.playouts,
            "seed": self.seed,
            "curve": [list(shares) for shares in self.curve],
            "moves": [_json_of(judged) for judged in self.moves],
            "mistakes": [judged.ply for judged in self.mistakes],
            "turning_points": [_json_of_point(point) for point in self.turning_points],
            "parts": [{"seat": seat, **asdict(parts)} for seat, parts in enumerate(self.parts)],
        }

    def text(self, say: Words) -> str:
        """The review for a terminal."""
        from parhelion.bots import report

        return report.text(self, say)


def _reach(rated: Rated) -> float:
    return (rated.high - rated.low) / 2


def _size(changes: Shares) -> float:
    return max(map(abs, changes))


def _turning_point(review: Review, judged: Judged) -> TurningPoint:
    then, now = review.curve[judged.ply - 1 : judged.ply + 1]
    swing = tuple(b - a for a, b in zip(then, now, strict=True))
    cause = "luck" if _size(judged.luck) > _size(judged.skill) else "move"
    return TurningPoint(judged.ply, judged.seat, swing, cause)


def _json_of(judged: Judged) -> Json:
    return {
        "ply": judged.ply,
        "seat": judged.seat,
        "move": judged.move.text,
        "choices": judged.choices,
        "verdict": judged.verdict,
        "loss": judged.loss,
        "margin": judged.margin,
        "played": judged.played and _json_of_rated(judged.played),
        "best": judged.best and _json_of_rated(judged.best),
        "better": [_json_of_rated(rated) for rated in judged.better],
        "luck": list(judged.luck),
        "skill": list(judged.skill),
    }


def _json_of_rated(rated: Rated) -> Json:
    told = rated._asdict()
    told["move"] = rated.move.text
    told["line"] = [move.text for move in rated.line]
    told["scores"] = list(rated.scores)
    return told


def _json_of_point(point: TurningPoint) -> Json:
    return {**point._asdict(), "swing": list(point.swing)}


# --- making one --------------------------------------------------------------------------


def review(
    match: Match,
    iterations: int | None = None,
    seed: int | str = 0,
    progress: Progress | None = None,
    *,
    level: int = LEVEL,
    playouts: int = PLAYOUTS,
    threads: int | None = None,
) -> Review:
    """Look at a match again, finished or not; the same seed gives the same review.

    Moves are judged by a bot of some level, or by one that spends so many iterations on each;
    it knows what the seat to move knew. The rest is estimated from so many games each.
    """
    for name, number, least in (("iterations", iterations, 1), ("playouts", playouts, 2)):
        if number is not None and number < least:
            raise BadOption(f"{name} {number!r}: there must be at least {least}")
    study = _Study(skill.retell(match), _grade(match, level, iterations), playouts, seed)
    study.run(threads or os.cpu_count() or 1, progress or _silent)
    return study.review()


def _grade(match: Match, level: int, iterations: int | None) -> Grade:
    """How hard the judge tries. It has one thread: several positions are judged at once."""
    known = levels(match.game.info.name)
    if level not in known:
        raise UnknownBot(f"no bot has level {level!r}; there is: {', '.join(map(str, known))}")
    grade = known[level].grade
    return replace(grade, iterations=iterations or grade.iterations, threads=1)


def _each(jobs: "list[Future[None]]") -> Iterator[float]:
    """The part of some jobs that is done, each time that one more is."""
    for done, job in enumerate(as_completed(jobs), start=1):
        job.result()
        yield done / len(jobs)


def _silent(done: int, of: int) -> None:
    """Nobody wants to know how far it is."""


class _Study:
    """All that has to be found out for a review, in any order, and what was found."""

    def __init__(
        self, positions: Sequence[Match], grade: Grade, playouts: int, seed: int | str
    ) -> None:
        self.positions = positions
        self.match = positions[-1]
        self.grade = grade
        self.seed = seed
        self.oracle = Oracle(positions, playouts, seed)
        self.analyses: dict[int, list[Rated]] = {}
        self.answers: dict[Question, Estimate] = {}

    def run(self, threads: int, progress: Progress) -> None:
        """Find it all out: first what was best, then what the positions are worth."""
        skill.prepare(self.match.game)
        SearchBot(self.match.game, self.grade)  # compiles what it needs
        chosen = [ply for ply, at in enumerate(self.positions) if len(at.actions()) > 1]
        first, then = SEARCH_WEIGHT * len(chosen), len(self.positions)
        with ThreadPoolExecutor(threads) as pool:
            try:
                jobs = [pool.submit(self._search, ply) for ply in chosen]
                for done in _each(jobs):
                    progress(round(done * first), first + then)
                jobs = [pool.submit(self._ask, asked) for asked in self.plan.questions]
                for done in _each(jobs):
                    progress(first + round(done * then), first + then)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    @cached_property
    def plan(self) -> Plan:
        """What to ask, once it is known what was best."""
        return skill.plan(self.positions, {ply: some[0] for ply, some in self.analyses.items()})

    def _search(self, ply: int) -> None:
        """Rate the moves of a position, with a bot that has not seen any other."""
        judge = SearchBot(self.match.game, self.grade, f"{self.seed} {ply}")
        played = [self._move(ply)] if ply < self.match.ply else []
        self.analyses[ply] = judge.analyse(self.positions[ply], also=played)

    def _ask(self, question: Question) -> None:
        self.answers[question] = self.oracle.answer(question)

    def _move(self, ply: int) -> Move:
        """The move that was played in a position."""
        action = self.match.played[ply]
        return Move(action, self.match.game.notation.text(action))

    def review(self) -> Review:
        """What follows from it all."""
        story = Story(self.plan, self.answers)
        moves = [self._judged(story, ply) for ply in range(self.match.ply)]
        parts = [story.parts(seat) for seat in range(len(self.match.seats))]
        return Review(
            match=self.match,
            iterations=self.grade.iterations,
            playouts=self.oracle.playouts,
            seed=self.seed,
            curve=story.curve,
            moves=tuple(moves),
            parts=tuple(parts),
        )

    def _judged(self, story: Story, ply: int) -> Judged:
        position, move, change = self.positions[ply], self._move(ply), self.plan.changes[ply]
        choices = len(position.actions())
        rated = self.analyses[ply] if choices > 1 else []
        played = next((each for each in rated if each.move == move), None)
        return Judged(
            ply=ply + 1,
            seat=change.seat,
            move=move,
            choices=choices,
            played=played,
            best=rated[0] if rated else None,
            better=_better(rated, played),
            luck=story.sum(change.luck),
            skill=story.sum(change.skill),
        )


def _better(rated: list[Rated], played: Rated | None) -> tuple[Rated, ...]:
    """The first of some rated moves that stand above the one that was played."""
    if played is None:
        return ()
    above = rated[: rated.index(played)]
    return tuple(each for each in above if each.chance > played.chance)[:MAX_BETTER]
