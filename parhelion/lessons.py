"""Guided first games: every step of a lesson as a real position, and what is said to each try.

    >>> import parhelion as ph
    >>> from parhelion import lessons
    >>> lesson = lessons.load(ph.game("orion"), "first")
    >>> step = lesson.steps[1]
    >>> step.match.turn, lessons.answer(step, step.example).right
    (0, True)

A lesson is checked as a whole when it is loaded; `BadLesson` names the file, the step and what is
wrong with it.
"""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from functools import cache, cached_property
from typing import get_args

from parhelion.errors import BadLesson, ParhelionError
from parhelion.games import Game, registry
from parhelion.games.lesson_file import (
    FOLDER,
    LessonFile,
    Said,
    Step,
    Tries,
    lesson_files,
    read_lesson,
    said_in,
)
from parhelion.match import Match
from parhelion.scene import Layout

SEED = 1
"""Of the chance in positions: everybody who takes a lesson sees the same."""


@dataclass(frozen=True, eq=False)
class LessonStep:
    """A step with the match as it stands before the reader moves."""

    told: Step
    match: Match
    seat: int

    @cached_property
    def right_moves(self) -> tuple[str, ...]:
        """Every legal move that is right, with what chance decides; those written first."""
        return tuple(dict.fromkeys(self.fitting(self.told)))

    def fitting(self, tries: Tries) -> Iterator[str]:
        """The legal moves that are meant; a move that is written in full is not looked up."""
        legal = [move.text for move in self.match.moves()]
        for pattern in tries.moves:
            text, semicolon, chance = pattern.partition(";")
            if "*" in text:
                yield from (
                    each + semicolon + chance for each in legal if fnmatchcase(each, text.strip())
                )
            else:
                yield pattern
        if tries.event or tries.goal:
            yield from (move for move in legal if self._reaches(move, tries))

    def _reaches(self, move: str, tries: Tries) -> bool:
        """Whether a move brings about what is wanted."""
        after = self.match.copy()
        after.play(move)
        if tries.goal and after.winners == (self.seat,):
            return True
        wanted = tries.event.items() if tries.event else None
        return wanted is not None and any(
            wanted <= event.items() for event in after.log.moves[-1]["events"]
        )

    @property
    def example(self) -> str:
        """A right move in notation; empty if none is asked for."""
        return _without_chance(self.right_moves[0]) if self.told.any else ""

    def after(self, move: str) -> list[Match]:
        """The match after a move, and after each move that follows by itself."""
        match, seen = self.match.copy(), []
        for text in (move, *self.told.then):
            match.play(text)
            seen.append(match.copy())
        return seen


@dataclass(frozen=True, eq=False)
class Lesson:
    """A lesson that was checked."""

    game: Game
    name: str
    told: LessonFile
    steps: Sequence[LessonStep]


@dataclass(frozen=True)
class Answer:
    """What is said to a try, and if it is right, what the table looks like afterwards."""

    right: bool
    said: Said
    matches: Sequence[Match]

    def words(self, lang: str) -> str:
        """What is said, in a language; empty if there is nothing to say."""
        return said_in(self.said, lang)


def answer(step: LessonStep, move: str, lang: str = "en") -> Answer:
    """What is said to a legal move; IllegalMove or BadNotation if it is none."""
    text = step.match.parse(move, lang).text
    for right in step.right_moves:
        if _without_chance(right) == text:
            return Answer(True, step.told.right or {}, step.after(right))
    for wrong in step.told.wrong:
        if text in step.fitting(wrong):
            return Answer(False, wrong.say, ())
    return Answer(False, step.told.otherwise or {}, ())


def _without_chance(move: str) -> str:
    return move.partition(";")[0].strip()


@cache
def load(game: Game, name: str) -> Lesson:
    """A lesson of a game; BadLesson says what is wrong with it."""
    file = game.folder / FOLDER / f"{name}.toml"
    told = read_lesson(file)
    steps: list[LessonStep] = []
    for number, step in enumerate(told.steps(file), start=1):
        try:
            made = _step(game, told, step, steps[-1] if steps else None)
            _check(made)
        except ParhelionError as error:
            raise BadLesson(f"{file.name}: step {number}: {error}") from error
        steps.append(made)
    return Lesson(game, name, told, steps)


def _step(game: Game, lesson: LessonFile, step: Step, before: LessonStep | None) -> LessonStep:
    match = _beginning(game, lesson, step, before)
    for move in step.begin:
        match.play(move)
    return LessonStep(step, match, lesson.seat if step.seat is None else step.seat)


def _beginning(game: Game, lesson: LessonFile, step: Step, before: LessonStep | None) -> Match:
    options = lesson.options | step.options
    if step.position is not None:
        return Match(game, options, step.seed or SEED, position=step.position)
    if step.seed is not None:
        return Match(game, options, step.seed)
    if before is None:
        raise BadLesson("the first step needs a position or a seed")
    if not before.told.any:
        return before.match.copy()
    if len(before.right_moves) > 1:
        raise BadLesson("needs a position of its own: the step before has several right moves")
    return before.after(before.right_moves[0])[-1]


def _check(step: LessonStep) -> None:
    """What the author promised must be so."""
    told, match = step.told, step.match
    for layout in get_args(Layout):
        items = {item.id for item in match.scene(step.seat, layout=layout).items}
        for id in told.show:
            if id not in items:
                raise BadLesson(f"show: there is no item {id!r} in the {layout} scene")
    if not told.any:
        return
    if match.turn != step.seat:
        raise BadLesson(f"seat {step.seat} is asked for a move, but it is not its turn")
    if not step.right_moves:
        raise BadLesson("no legal move is right")
    for move in step.right_moves:
        step.after(move)
    for number, wrong in enumerate(told.wrong, start=1):
        tries = [match.parse(move).text for move in step.fitting(wrong)]
        if not tries:
            raise BadLesson(f"wrong {number}: no legal move fits")
        if all(answer(step, move).right for move in tries):
            raise BadLesson(f"wrong {number}: every such move is right")


def main(name: str) -> None:
    """Check the lessons of a game, and print every step with its first right move."""
    game = registry.load(name)
    for lesson in lesson_files(game):
        for number, step in enumerate(load(game, lesson).steps, start=1):
            print(f"{lesson} {number}: {step.told.say['en']}")
            print(f"    {step.example or '(to read)'}")


if __name__ == "__main__":
    main(sys.argv[1])
