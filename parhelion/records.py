"""Game records as plain JSON: their parts, checked; reading and writing them as files.

docs/records.md describes the format.
"""

import json
import secrets
from pathlib import Path
from typing import Any, Literal

from pydantic import Field, model_validator

from parhelion.errors import BadOption, BadRecord, UnknownGame
from parhelion.games import Game, Json, registry
from parhelion.validated import Strict, validated

FORMAT = "parhelion/1"


class Record(Strict):
    """A record whose shape has been checked; options, deal and moves are not yet."""

    format: Literal["parhelion/1"]
    name: str = Field(alias="game")
    rules: int = Field(ge=1)
    options: dict[str, Any]
    seed: int | str = 0
    deal: Json | None = None
    position: Json | None = None
    moves: list[str]
    result: Json | None = None

    @model_validator(mode="after")
    def _one_start(self) -> "Record":
        if (self.deal is None) == (self.position is None):
            raise ValueError("a record has either a deal or a position")
        return self

    @property
    def game(self) -> Game:
        """The game it was played with; BadRecord if there is none, or only an older one."""
        try:
            game = registry.load(self.name)
        except UnknownGame as error:
            raise BadRecord(f"game: {error}") from error
        if self.rules > game.info.version:
            raise BadRecord(
                f"rules: the record was played with version {self.rules} of the rules of "
                f"{game.title}; here is only version {game.info.version}"
            )
        return game


def check(record: Any) -> Record:
    """A record with its shape checked; BadRecord names the first part that is missing or wrong."""
    if not isinstance(record, dict):
        raise BadRecord(f"a record is a JSON object, not {type(record).__name__}")
    if record.get("format") != FORMAT:
        raise BadRecord(f"format: expected {FORMAT!r}, found {record.get('format')!r}")
    return validated(Record, record, "", BadRecord)


def checked_seed(seed: object) -> int | str:
    """A seed as given, a random one for None."""
    if seed is None:
        return secrets.randbits(53)  # every JSON reader keeps 53 bits
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadOption(f"a seed is a whole number or a text, not {seed!r}")
    return seed


def result_differs(told: Json | None, found: Json | None, moves: int) -> str:
    """What to say of a record whose moves do not lead to the result it gives."""
    if found is None:
        return f"result: the record gives {told}, but after its {moves} moves the game goes on"
    return f"result: the record gives {told}, but its {moves} moves lead to {found}"


def read(path: Path) -> Any:
    """The JSON in a file; BadRecord says where it breaks off."""
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadRecord(f"{path}: not a text file") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise BadRecord(f"{path}: broken JSON at {where}: {error.msg}") from error


def write(path: Path, record: Json) -> None:
    """Write JSON to a file, whole or not at all."""
    whole = path.with_name(path.name + ".part")
    try:
        whole.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        whole.replace(path)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from error
