"""Steps of lessons as they are sent: the position with all choices, and answers to tries.

Nothing is kept of who takes a lesson: a browser names the step and knows how far it is."""

import logging
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

import orjson

from parhelion import lessons
from parhelion.errors import BadLesson, BadNotation, IllegalMove
from parhelion.games import Game
from parhelion.games.lesson_file import lesson_files, said_in
from parhelion.lessons import Lesson, LessonStep
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.scene import Layout, Scene
from parhelion.server import schemas
from parhelion.server.schemas import Lang

LOG = logging.getLogger(__name__)
KEPT = 256
"""How many steps are kept as JSON: everybody who takes a lesson asks for the same ones."""


class StepAddress(NamedTuple):
    """A step of a lesson; its number counts from 1."""

    lesson: Lesson
    number: int

    @property
    def step(self) -> LessonStep:
        """The step itself."""
        return self.lesson.steps[self.number - 1]


def lesson_infos(game: Game, lang: Lang) -> list[schemas.LessonInfo]:
    """The lessons of a game, in their order; none if one cannot be read: the game can be played
    all the same."""
    try:
        found = lesson_files(game)
    except BadLesson as error:
        LOG.warning("the lessons of %s are left out: %s", game.name, error)
        return []
    return [
        schemas.LessonInfo(
            name=name,
            title=said_in(told.title, lang),
            minutes=told.minutes,
            steps=len(told.step),
            options=game.complete_options(told.options),
        )
        for name, told in found.items()
    ]


def find_step(game: Game, name: str, number: int) -> StepAddress:
    """A step of a lesson; refused if there is none."""
    if name not in lesson_files(game):
        raise Refused("lesson/unknown")
    lesson = lessons.load(game, name)
    if not 1 <= number <= len(lesson.steps):
        raise Refused("lesson/unknown")
    return StepAddress(lesson, number)


@lru_cache(KEPT)
def step_json(address: StepAddress, lang: Lang, layout: Layout) -> bytes:
    """A `LessonStep` as JSON."""
    step = address.step
    return orjson.dumps(
        {
            "number": address.number,
            "say": said_in(step.told.say, lang),
            "show": step.told.show,
            "asks": step.told.any,
            "example": step.example,
            "scene": _scene(step.match, step.seat, lang, layout, choices=step.told.any),
        }
    )


def answer_json(step: LessonStep, move: str, lang: Lang, layout: Layout) -> bytes:
    """A `LessonAnswer` as JSON; refused if the move is not legal."""
    try:
        answer = lessons.answer(step, move, lang)
    except (BadNotation, IllegalMove) as error:
        raise Refused("move/illegal", getattr(error, "why", "") or str(error)) from error
    told: dict[str, Any] = {"right": answer.right, "say": answer.words(lang)}
    scenes = [_scene(match, step.seat, lang, layout, choices=False) for match in answer.matches]
    return orjson.dumps(told | {"scenes": scenes})


def why_illegal(step: LessonStep, path: Sequence[str], lang: Lang) -> schemas.WhyIllegal:
    """Why no legal move begins with picking these items."""
    why = step.match.why_illegal(step.seat, path, lang)
    return schemas.WhyIllegal(message=why, rule=why.rule or None)


def _scene(match: Match, seat: int, lang: Lang, layout: Layout, *, choices: bool) -> Scene:
    return replace(match.scene(seat, lang, layout, choices=choices), log=())
