"""The review of a whole game: who was winning when, which moves were mistakes, where the game
turned, and how much of it was luck. See docs/analysis.md."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from math import sqrt
from typing import NamedTuple

from parhelion.bots import luck_and_skill
from parhelion.bots.explanations import explanation_sentences
from parhelion.bots.luck_and_skill import (
    Decomposition,
    Estimate,
    Estimator,
    LuckAnalysis,
    Quantity,
    ResultParts,
    Shares,
)
from parhelion.bots.move_rating import MoveRating
from parhelion.bots.search_bot import SearchBot
from parhelion.cores import usable_cores
from parhelion.errors import BadOption
from parhelion.games import Grade, Json, Move
from parhelion.match import Match
from parhelion.words import Words

FORMAT = "parhelion-review/1"
PLAYOUTS = 2_000
"""Games played for each estimate of the curve and of luck and skill."""

VERDICTS = (("blunder", 0.2), ("mistake", 0.1), ("inaccuracy", 0.05))
"""The verdicts on a move, and the least loss of the chance to win for each."""
SERIOUS = ("mistake", "blunder")
MAX_BETTER = 3
MAX_TURNING_POINTS = 5
MIN_SWING = 0.1

SEARCH_WEIGHT = 3
"""Steps of progress that the search of a position counts for; its estimates count for one."""

Progress = Callable[[int, int], None]
"""Called with the steps done and the steps in all. An exception in it stops the review."""


@dataclass(frozen=True)
class JudgedMove:
    """A move that was played, judged by what its player could know."""

    ply: int
    """Its number, from 1: the move leads from the position after ply - 1 moves to the next."""
    seat: int
    move: Move
    choices: int
    """The number of legal moves; a single one is forced and not judged."""
    played: MoveRating | None
    best: MoveRating | None
    better: tuple[MoveRating, ...]
    """The best of the moves that were rated higher than the one played."""
    luck: Shares
    """By seat, how the share of victory changed through what the move revealed."""
    skill: Shares
    """By seat, how it changed through the choice of the move."""

    @property
    def loss(self) -> float:
        """The chance to win that the move gave away."""
        if self.played is None or self.best is None:
            return 0.0
        return max(0.0, self.best.chance - self.played.chance)

    @property
    def margin(self) -> float:
        """The 95 % margin of error of the loss."""
        if self.played is None or self.best is None:
            return 0.0
        played, best = _half_width(self.played), _half_width(self.best)
        return sqrt(played * played + best * best)  # `hypot` may round differently elsewhere

    @property
    def verdict(self) -> str:
        """One of the stable words forced, fine, inaccuracy, mistake and blunder."""
        if self.played is None:
            return "forced"
        if self.loss <= self.margin:
            return "fine"
        return next((name for name, least in VERDICTS if self.loss >= least), "fine")


class TurningPoint(NamedTuple):
    """A move with which the chances to win changed much."""

    ply: int
    seat: int
    swing: Shares
    """By seat, the change of the share of victory."""
    cause: str
    """One of the stable words move and luck, whichever changed more."""


@dataclass(frozen=True)
class Review:
    """The review of a game.

    >>> import parhelion as ph
    >>> found = ph.review(ph.new("orion", setup="symmetric-1"), iterations=20, playouts=4)
    >>> len(found.curve), found.moves
    (1, ())
    """

    match: Match
    iterations: int
    playouts: int
    seed: int | str
    curve: tuple[Shares, ...]
    """The shares of victory of all seats after each number of moves, from the deal on."""
    moves: tuple[JudgedMove, ...]
    parts: tuple[ResultParts, ...]
    """The parts of each seat's result."""

    @property
    def mistakes(self) -> list[JudgedMove]:
        """The mistakes and blunders, the worst first."""
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

    def explanations(self, ply: int, lang: str = "en") -> list[str]:
        """Why another move would have been better, in sentences, as the player could know."""
        judged = self.moves[ply - 1]
        if not judged.better:
            return []
        return explanation_sentences(self.before(ply), judged.better[0].move, judged.seat, lang)

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
            "moves": [_move_json(judged) for judged in self.moves],
            "mistakes": [judged.ply for judged in self.mistakes],
            "turning_points": [_point_json(point) for point in self.turning_points],
            "parts": [{"seat": seat, **asdict(parts)} for seat, parts in enumerate(self.parts)],
        }

    def text(self, say: Words) -> str:
        """The review for a terminal."""
        from parhelion.bots import review_text

        return review_text.text(self, say)


def _half_width(rating: MoveRating) -> float:
    return (rating.high - rating.low) / 2


def _size(changes: Shares) -> float:
    return max(map(abs, changes))


def _turning_point(review: Review, judged: JudgedMove) -> TurningPoint:
    then, now = review.curve[judged.ply - 1 : judged.ply + 1]
    swing = tuple(b - a for a, b in zip(then, now, strict=True))
    cause = "luck" if _size(judged.luck) > _size(judged.skill) else "move"
    return TurningPoint(judged.ply, judged.seat, swing, cause)


def _move_json(judged: JudgedMove) -> Json:
    return {
        "ply": judged.ply,
        "seat": judged.seat,
        "move": judged.move.text,
        "choices": judged.choices,
        "verdict": judged.verdict,
        "loss": judged.loss,
        "margin": judged.margin,
        "played": judged.played and _rating_json(judged.played),
        "best": judged.best and _rating_json(judged.best),
        "better": [_rating_json(rating) for rating in judged.better],
        "luck": list(judged.luck),
        "skill": list(judged.skill),
    }


def _rating_json(rating: MoveRating) -> Json:
    return {
        **rating._asdict(),
        "move": rating.move.text,
        "line": [move.text for move in rating.line],
        "scores": list(rating.scores),
    }


def _point_json(point: TurningPoint) -> Json:
    return {**point._asdict(), "swing": list(point.swing)}


# --- making one --------------------------------------------------------------------------


def review(
    match: Match,
    iterations: int | None = None,
    seed: int | str = 0,
    progress: Progress | None = None,
    *,
    playouts: int = PLAYOUTS,
    threads: int | None = None,
) -> Review:
    """Review a match, finished or not; the same seed gives the same review.

    A search judges the moves of each position, with `iterations` or as many as the game's
    `review_grade` has. It knows only what the seat to move knew. Curve, luck and skill are
    estimated from `playouts` games for each number.

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> match.play("star a1")
    >>> found = review(match, iterations=20, playouts=4)
    >>> len(found.curve), [judged.move.text for judged in found.moves]
    (2, ['star a1'])
    """
    for name, number, least in (("iterations", iterations, 1), ("playouts", playouts, 2)):
        if number is not None and number < least:
            raise BadOption(f"{name} {number!r}: there must be at least {least}")
    grade = _grade(match, iterations)
    reviewer = _Reviewer(luck_and_skill.positions_of(match), grade, playouts, seed)
    reviewer.run(threads or usable_cores(), progress or _ignore_progress)
    return reviewer.review()


def _grade(match: Match, iterations: int | None) -> Grade:
    """Return the grade of the judge. It has one thread: several positions are judged at once."""
    grade = match.game.info.review_grade
    return replace(grade, iterations=iterations or grade.iterations, threads=1)


def _fractions_done(futures: "list[Future[None]]") -> Iterator[float]:
    """The fraction of some futures that is done, each time that one more is."""
    for done, future in enumerate(as_completed(futures), start=1):
        future.result()
        yield done / len(futures)


def _ignore_progress(done: int, of: int) -> None:
    """The progress of a review that nobody watches."""


class _Reviewer:
    """Runs the searches and estimates of a review, in any order, and keeps their results."""

    def __init__(
        self, positions: Sequence[Match], grade: Grade, playouts: int, seed: int | str
    ) -> None:
        self.positions = positions
        self.match = positions[-1]
        self.grade = grade
        self.seed = seed
        self.estimator = Estimator(positions, playouts, seed)
        self.ratings: dict[int, list[MoveRating]] = {}
        self.estimates: dict[Quantity, Estimate] = {}

    def run(self, threads: int, progress: Progress) -> None:
        """Do all the work: first search for the best moves, then estimate values."""
        choices = [ply for ply, at in enumerate(self.positions) if len(at.actions()) > 1]
        searching, estimating = SEARCH_WEIGHT * len(choices), len(self.positions)
        steps = searching + estimating
        with ThreadPoolExecutor(threads) as pool:
            try:
                futures = [pool.submit(self._search, ply) for ply in choices]
                for done in _fractions_done(futures):
                    progress(round(done * searching), steps)
                futures = [pool.submit(self._estimate, q) for q in self.decomposition.quantities]
                for done in _fractions_done(futures):
                    progress(searching + round(done * estimating), steps)
            finally:
                pool.shutdown(wait=False, cancel_futures=True)

    @cached_property
    def decomposition(self) -> Decomposition:
        """What to estimate, once the best moves are known."""
        best = {ply: self._best(ply) for ply in self.ratings}
        return luck_and_skill.decompose(self.positions, best)

    def _search(self, ply: int) -> None:
        """Rate the moves of a position, with a bot that has seen no other."""
        judge = SearchBot(self.match.game, self.grade, f"{self.seed} {ply}")
        played = [self._move(ply)] if ply < self.match.ply else []
        self.ratings[ply] = judge.analyse(self.positions[ply], also=played)

    def _estimate(self, quantity: Quantity) -> None:
        self.estimates[quantity] = self.estimator.estimate(quantity)

    def _move(self, ply: int) -> Move:
        """The move that was played in a position."""
        return self.match.history[ply]

    def _played(self, ply: int) -> MoveRating | None:
        """Return the rating of the move that was played in a position; None if none was."""
        if ply == self.match.ply:
            return None
        return next(each for each in self.ratings[ply] if each.move == self._move(ply))

    def _better(self, ply: int) -> tuple[MoveRating, ...]:
        """Return the first moves that the search ranks above the played one and that also won more
        often. Its ranking uses evaluations, ratings count games: they can disagree."""
        ratings, played = self.ratings[ply], self._played(ply)
        if played is None:
            return ()
        above = ratings[: ratings.index(played)]
        return tuple(each for each in above if each.chance > played.chance)[:MAX_BETTER]

    def _best(self, ply: int) -> MoveRating:
        """Return the best move of a position. It is never rated below the played one."""
        best, played = self.ratings[ply][0], self._played(ply)
        if played is None or best.solved == 1:
            return best
        return next(iter(self._better(ply)), played)

    def review(self) -> Review:
        """The review, once all the work is done."""
        found = LuckAnalysis(self.decomposition, self.estimates)
        return Review(
            match=self.match,
            iterations=self.grade.iterations,
            playouts=self.estimator.playouts,
            seed=self.seed,
            curve=found.curve,
            moves=tuple(self._judged(found, ply) for ply in range(self.match.ply)),
            parts=tuple(found.parts(seat) for seat in range(len(self.match.seats))),
        )

    def _judged(self, found: LuckAnalysis, ply: int) -> JudgedMove:
        position, move = self.positions[ply], self._move(ply)
        effect = self.decomposition.effects[ply]
        choices = len(position.actions())
        judged = choices > 1
        played = self._played(ply) if judged else None
        return JudgedMove(
            ply=ply + 1,
            seat=effect.seat,
            move=move,
            choices=choices,
            played=played,
            best=self._best(ply) if judged else None,
            better=self._better(ply) if judged else (),
            luck=found.sum(effect.luck),
            skill=found.sum(effect.skill),
        )
