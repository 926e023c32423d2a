"""Garbled records: each is refused as a bad record, or is a game that can be written and read."""

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import parhelion as ph
from parhelion.games import Json, registry
from parhelion.verification import verify
from tests.attacks.garbling import garbled, garbled_json
from tests.positions import option_sets, play_out


def played_records(games: Sequence[str]) -> list[Json]:
    """Records to garble: games with every option, played to the end and broken off."""
    found = []
    for name in games:
        for number, options in enumerate(option_sets(registry.load(name))):
            match = play_out(ph.new(name, seed=f"attack {number}", **options))
            found.append(match.record())
            match.undo(match.ply // 2)
            found.append(match.record())
    return found


def attack(records: Sequence[Json], number: int, seed: int, file: Path) -> Iterator[list[str]]:
    """What goes wrong with each of so many garbled records; one in eight is read from a file."""
    rng = random.Random(seed)
    for count in range(number):
        record = rng.choice(records)
        if count % 8:
            yield list(problems_of_value(garbled(record, rng)))
        else:
            file.write_bytes(garbled_json(record, rng).encode("utf-8", "surrogatepass"))
            yield list(problems_of_file(file))


def problems_of_value(value: object) -> Iterator[str]:
    """What goes wrong when a value is read as a record."""
    try:
        match = ph.replay(value)  # type: ignore[arg-type]
        if ph.replay(json.loads(json.dumps(match.record()))) != match:
            yield f"is another game when written and read again: {value!r}"
    except ph.BadRecord as error:
        if not str(error):
            yield f"is refused without a word: {value!r}"
    except Exception as error:  # whatever it is, it is what we look for
        yield f"{error!r}: {value!r}"
    yield from _problems_of_proof(value)


def _problems_of_proof(value: object) -> Iterator[str]:
    try:
        verify(value)  # type: ignore[arg-type]
    except ph.BadRecord:
        pass
    except Exception as error:
        yield f"verification: {error!r}: {value!r}"


def problems_of_file(file: Path) -> Iterator[str]:
    """What goes wrong when a file is read as a record."""
    try:
        ph.load(file)
    except ph.BadRecord as error:
        if not str(error):
            yield f"is refused without a word: {file.read_bytes()!r}"
    except Exception as error:
        yield f"{error!r}: {file.read_bytes()!r}"
