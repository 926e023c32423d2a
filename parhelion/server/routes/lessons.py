"""Routes of lessons: their steps, and what is said to a try."""

import asyncio
from typing import Annotated

from fastapi import Depends, Path, Response

from parhelion.refusals import Code
from parhelion.scene import Layout
from parhelion.server import lesson_steps, schemas
from parhelion.server.lesson_steps import StepAddress
from parhelion.server.problems import refusals
from parhelion.server.routes.common import EncodedJson, GameName, TheLobby, new_router, spends
from parhelion.server.schemas import Lang

router = new_router()

STEP = "/games/{game}/lessons/{lesson}/{step}"
UNKNOWN: tuple[Code, ...] = ("game/unknown", "lesson/unknown")


async def step_of(
    lobby: TheLobby, game: GameName, lesson: GameName, step: Annotated[int, Path(ge=1, le=999)]
) -> StepAddress:
    """The step asked for; refused if there is none."""
    return await asyncio.to_thread(
        lesson_steps.find_step, await lobby.shelf.prepared_game(game), lesson, step
    )


TheStep = Annotated[StepAddress, Depends(step_of)]


@router.get(
    STEP,
    operation_id="get_lesson_step",
    response_model=schemas.LessonStep,
    responses=refusals(*UNKNOWN),
)
async def get_lesson_step(found: TheStep, lang: Lang = "en", layout: Layout = "wide") -> Response:
    """A step of a lesson; steps count from 1."""
    return EncodedJson(await asyncio.to_thread(lesson_steps.step_json, found, lang, layout))


@router.post(
    f"{STEP}/tries",
    operation_id="try_lesson_move",
    response_model=schemas.LessonAnswer,
    responses=refusals(*UNKNOWN, "move/illegal"),
    dependencies=[spends("lessons")],
)
async def try_lesson_move(
    found: TheStep, tried: schemas.LessonTry, lang: Lang = "en", layout: Layout = "wide"
) -> Response:
    """What is said to a legal move, and how the table looks after a right one."""
    return EncodedJson(lesson_steps.answer_json(found.step, tried.move, lang, layout))


@router.post(
    f"{STEP}/why-illegal",
    operation_id="why_illegal_in_lesson",
    responses=refusals(*UNKNOWN),
    dependencies=[spends("lessons")],
)
async def why_illegal_in_lesson(
    found: TheStep, picked: schemas.Picked, lang: Lang = "en"
) -> schemas.WhyIllegal:
    """Why no legal move begins with picking these items."""
    return lesson_steps.why_illegal(found.step, picked.path, lang)
