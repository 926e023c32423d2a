"""Lessons as their authors write them: a TOML file for each, in the folder `lessons` of a game.

    number = 1                      # its place among the lessons of the game
    minutes = 6
    title = { en = "A first game", fr = "…", nl = "…" }
    options = { setup = "symmetric-1" }

    [[step]]
    rule = "O8"                     # the rule it teaches
    position = { hexes = { blue = ["e4"] } }
    say = { en = "Lay a tile.", fr = "…", nl = "…" }
    show = ["blue-line-1"]          # items of the scene that are pointed out
    moves = ["line *"]              # the answers that are right; * stands for anything;
    event = { what = "galaxy" }     # or what a right answer brings about; or goal = "win"
    right = { en = "Well done." }
    otherwise = { en = "Not this one." }
    then = ["star a1"]              # what the others answer

    [[step.wrong]]
    moves = ["star *"]
    say = { en = "The star is worth more later." }

A step begins with a `position`, or with a new deal from a `seed`, or else where the step before
ended; `begin` are moves that are played before it is shown. A step without `moves`, `event` and
`goal` is only read. What chance decides with a move stands behind a semicolon:
"play 3-4; eagle 2-8". TOML has no null; {} in a list of a position stands for it.
"""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from parhelion.errors import BadLesson
from parhelion.games.game import Game
from parhelion.validated import Strict, validated
from parhelion.words import LANGUAGES

FOLDER = "lessons"


def _in_our_languages(said: dict[str, str]) -> dict[str, str]:
    first = next(iter(LANGUAGES))
    if first not in said:
        raise ValueError(f"nothing is said in {first}")
    unknown = [lang for lang in said if lang not in LANGUAGES]
    if unknown:
        raise ValueError(f"{unknown[0]!r} is not one of our languages: {', '.join(LANGUAGES)}")
    return said


def _with_nulls(value: Any) -> Any:
    """A position in which {} in a list was written for null."""
    if isinstance(value, dict):
        return {key: _with_nulls(each) for key, each in value.items()}
    if isinstance(value, list):
        return [None if each == {} else _with_nulls(each) for each in value]
    return value


Said = Annotated[dict[str, str], AfterValidator(_in_our_languages)]
"""Words by language; English is always among them."""


def said_in(said: Mapping[str, str], lang: str) -> str:
    """Words in a language, in English if they are not translated; empty if there are none."""
    return said.get(lang) or said.get("en", "")


class Tries(Strict):
    """Some of the legal moves: those of `moves`, and those that reach something."""

    moves: list[str] = Field(default_factory=list)
    """In notation; * stands for anything."""
    event: dict[str, str | int] | None = None
    """Moves that bring about an event with these parts."""
    goal: Literal["", "win"] = ""
    """`win`: moves that win at once."""

    @property
    def any(self) -> bool:
        """Whether there are any."""
        return bool(self.moves or self.event or self.goal)


class WrongTry(Tries):
    """Moves that people are likely to try, and why they are not what is asked for."""

    say: Said


class Step(Tries):
    """One idea: words, and mostly a move that the reader makes; its tries are the right ones."""

    say: Said
    options: dict[str, str | int | bool] = Field(default_factory=dict)
    """That differ from those of the lesson."""
    rule: str = ""
    position: Annotated[dict[str, Any] | None, AfterValidator(_with_nulls)] = None
    seed: int | None = None
    begin: list[str] = Field(default_factory=list)
    seat: int | None = None
    show: list[str] = Field(default_factory=list)
    right: Said | None = None
    wrong: list[WrongTry] = Field(default_factory=list)
    otherwise: Said | None = None
    then: list[str] = Field(default_factory=list)


class LessonFile(Strict):
    """A lesson as its file tells it."""

    number: int
    minutes: int = Field(ge=1, le=60)
    title: Said
    options: dict[str, str | int | bool] = Field(default_factory=dict)
    seat: int = 0
    """Whose eyes the reader has, unless a step says otherwise."""
    step: list[Any] = Field(min_length=1)

    def steps(self, file: Path) -> list[Step]:
        """Every step; BadLesson says which one is wrong."""
        numbered = enumerate(self.step, start=1)
        return [
            validated(Step, step, f"{file.name}: step {number}", BadLesson)
            for number, step in numbered
        ]


def lesson_files(game: Game) -> dict[str, LessonFile]:
    """The lessons of a game by name, in their order."""
    found = {file.stem: read_lesson(file) for file in sorted((game.folder / FOLDER).glob("*.toml"))}
    return dict(sorted(found.items(), key=lambda lesson: lesson[1].number))


def read_lesson(file: Path) -> LessonFile:
    """The lesson in a file; BadLesson says what is wrong with it."""
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BadLesson(f"{file.name}: {error}") from None
    return validated(LessonFile, told, file.name, BadLesson)
