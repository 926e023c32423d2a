"""Game records as plain JSON: their parts, checked; reading and writing them as files.

docs/records.md describes the format.
"""

import json
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, model_validator

from parhelion.errors import BadOption, BadRecord, UnknownGame
from parhelion.fair_shuffle import Shuffle
from parhelion.games import Game, Json, registry
from parhelion.validated import Strict, validated

FORMAT = "parhelion/1"
SEED_BYTES = 16
LONGEST_SEED = 1000
"""Characters: a table of a dozen seats adds that many at most."""
EXACT_NUMBERS = 2**53
"""Whole numbers up to here are the same to every JSON reader."""


def _written_seed(seed: int | str) -> int | str:
    """A seed that a record can hold; ValueError says why it can not.

    A whole number that some JSON readers would round is kept as text: it deals the same.
    """
    if isinstance(seed, int):
        if abs(seed) <= EXACT_NUMBERS:
            return seed
        if abs(seed) >= 10**LONGEST_SEED:
            raise ValueError(f"a seed has at most {LONGEST_SEED} digits")
        return str(seed)
    if len(seed) > LONGEST_SEED:
        raise ValueError(f"a seed has at most {LONGEST_SEED} characters, not {len(seed)}")
    if any("\ud800" <= character <= "\udfff" for character in seed):
        raise ValueError(f"a seed is a text of whole characters, not {seed!r}")
    return seed


class Record(Strict):
    """A record whose shape has been checked; options, deal and moves are not yet."""

    format: Literal["parhelion/1"]
    name: str = Field(alias="game")
    rules: int = Field(ge=1)
    options: dict[str, Any]
    seed: Annotated[int | str, AfterValidator(_written_seed)] = 0
    shuffle: Shuffle | None = None
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
    def tells_result(self) -> bool:
        """Whether it says how the game stands at its end, if only that it goes on."""
        return "result" in self.model_fields_set

    def check_secret(self) -> None:
        """BadRecord if the secret of the shuffle is not the one that was committed to."""
        if self.shuffle is not None and not self.shuffle.keeps_its_word:
            raise BadRecord("shuffle.secret: it does not belong to the commitment")

    def check_seed(self, seats: Sequence[str]) -> None:
        """BadRecord if the seed is not made of the secret and one text of each seat: with any text
        more, somebody could have chosen the deal."""
        if self.shuffle is None:
            return
        texts, rivals = self.shuffle.seats, self.game.info.rivals
        if len(texts) != len(seats):
            raise BadRecord(f"shuffle.seats: expected {len(seats)} texts, found {len(texts)}")
        for i, (seat, text) in enumerate(zip(seats, texts, strict=True)):
            if seat in rivals and text:
                raise BadRecord(f"shuffle.seats[{i}]: the rules play {seat}, which adds no text")
        if self.shuffle.seed != self.seed:
            raise BadRecord("seed: it is not made of the secret and the texts of the seats")

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
    """A seed as given, for None a random one of 128 bits."""
    if seed is None:
        return secrets.token_hex(SEED_BYTES)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadOption(f"a seed is a whole number or a text, not {seed!r}")
    try:
        return _written_seed(seed)
    except ValueError as error:
        raise BadOption(str(error)) from error


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
    except RecursionError as error:
        raise BadRecord(f"{path}: lists within lists, thousands deep") from error
    except ValueError as error:  # thousands of digits
        raise BadRecord(f"{path}: {error}") from error


def write(path: Path, record: Json) -> None:
    """Write JSON to a file, whole or not at all."""
    whole = path.with_name(path.name + ".part")
    try:
        whole.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        whole.replace(path)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from error
