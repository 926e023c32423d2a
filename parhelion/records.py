"""Game records as plain JSON: their shape, checked part by part. See docs/records.md."""

import json
import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parhelion import games
from parhelion.errors import BadOption, BadRecord, UnknownGame
from parhelion.games import Game, Json, did_you_mean

FORMAT = "parhelion/1"
PARTS: dict[str, type | tuple[type, ...]] = {
    "format": str,
    "game": str,
    "rules": int,
    "options": dict,
    "seed": (int, str),
    "deal": dict,
    "moves": list,
    "result": (dict, type(None)),
}
OPTIONAL = {"seed", "result"}


@dataclass(frozen=True)
class Parts:
    """A record whose shape has been checked; options, deal and moves are not yet."""

    game: Game
    options: Json
    seed: int | str
    deal: Json
    moves: list[str]
    result: Json | None


def checked_seed(seed: object) -> int | str:
    """A seed as given, a random one for None."""
    if seed is None:
        return secrets.randbits(53)  # every JSON reader keeps 53 bits
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise BadOption(f"a seed is a whole number or a text, not {seed!r}")
    return seed


def check(record: Any) -> Parts:
    """The parts of a record; BadRecord names the first that is missing or wrong."""
    if not isinstance(record, dict):
        raise BadRecord(f"a record is a JSON object, not {type(record).__name__}")
    if record.get("format") != FORMAT:
        raise BadRecord(f"format: expected {FORMAT!r}, found {record.get('format')!r}")
    for part in record:
        if part not in PARTS:
            raise BadRecord(f"{part}: not a part of a record{did_you_mean(part, PARTS)}")
    for part, types in PARTS.items():
        if part not in record and part not in OPTIONAL:
            raise BadRecord(f"{part}: missing")
        if part in record and (
            not isinstance(record[part], types) or isinstance(record[part], bool)
        ):
            raise BadRecord(f"{part}: cannot be {record[part]!r}")
    for number, move in enumerate(record["moves"], start=1):
        if not isinstance(move, str):
            raise BadRecord(f"move {number}: expected a text, found {move!r}")
    return Parts(
        _game(record),
        record["options"],
        record.get("seed", 0),
        record["deal"],
        record["moves"],
        record.get("result"),
    )


def _game(record: Json) -> Game:
    """The game of a record, if its rules have the version that the record was played with."""
    try:
        game = games.load(record["game"])
    except UnknownGame as error:
        raise BadRecord(f"game: {error}") from error
    if record["rules"] != game.info.version:
        raise BadRecord(
            f"rules: the record was played with version {record['rules']} of the rules of "
            f"{game.info.title}; this is version {game.info.version}"
        )
    return game


def result_differs(told: Json | None, found: Json | None, moves: int) -> str:
    """What to say of a record whose moves do not lead to the result it gives."""
    if found is None:
        return f"result: the record gives {told}, but after its {moves} moves the game goes on"
    return f"result: the record gives {told}, but its {moves} moves lead to {found}"


def load(path: Path) -> Any:
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


def save(path: Path, record: Json) -> None:
    """Write a record, whole or not at all."""
    whole = path.with_name(path.name + ".part")
    try:
        whole.write_text(json.dumps(record, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
        whole.replace(path)
    except OSError as error:
        raise BadRecord(f"{path}: {error.strerror}") from error
