"""Positions with known best moves: proved by playing everything through, solved by bots."""

import pytest

from parhelion import bots
from parhelion.games import Json
from tests.solstis.set_up import SOLSTIS
from tests.solstis.tactical_positions import KINDS, position, prove, tasks

TASKS = tasks()


def test_there_are_tasks_of_every_kind() -> None:
    assert {task["kind"] for task in TASKS} == set(KINDS)
    assert len(TASKS) >= 10


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task['kind']}-{task['seed']}")
def test_the_best_move_is_proved(task: Json) -> None:
    values = prove(position(task))
    assert values is not None
    best, _ = values.pop(task["best"])
    assert best > max(value for value, _ in values.values())
    assert best == (0.5 if task["kind"] == "rescue" else 1)


@pytest.mark.parametrize("task", TASKS, ids=lambda task: f"{task['kind']}-{task['seed']}")
def test_the_strongest_bot_finds_it(task: Json) -> None:
    bot = bots.bot(SOLSTIS.info.name, 5, seed=1)
    assert bot.choose(position(task)).text == task["best"]


@pytest.mark.parametrize("level", bots.LEVELS)
def test_every_bot_wins_on_the_spot(level: int) -> None:
    for task in TASKS:
        if task["kind"] == KINDS[0]:
            bot = bots.bot(SOLSTIS.info.name, level, seed=1)
            assert bot.choose(position(task)).text == task["best"]
