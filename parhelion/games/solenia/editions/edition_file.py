"""Editions of Solenia: one TOML file holds what strips, cards, tiles and boards print (S30).

`editions/house.toml` is ours and explains itself; `load` reads and checks any other, `as_arrays`
turns it into the numbers that the kernels read.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args, get_origin

import numpy as np
from pydantic import ValidationError
from pydantic_core import ErrorDetails

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadEdition
from parhelion.games.solenia.editions import ARCHIVE, HOUSE, OURS, shelf
from parhelion.games.solenia.editions.edition_parts import (
    RESOURCES,
    UNBALANCED,
    Bonus,
    Card,
    Edition,
    EditionPart,
    EvenStart,
    EvenStarts,
    Powers,
    Start,
    fields,
    keys,
    length,
)
from parhelion.games.solenia.editions.toml_lines import KeyPath, lines
from parhelion.games.solenia.kernels.constants import CROWNING, LASTING, LETTERS, POWERS

LONGEST = 40
"""Characters of a text that a message repeats."""

PRINTED = (
    "strips", "cards", "costs", "worth", "effects", "capacities", "pair_stars", "gifts", "lasting",
    "crowning", "lasting_amounts", "crowning_amounts", "die", "head_starts",
)  # fmt: skip
"""The fields of a record that hold what every edition says."""

Mistake = tuple[KeyPath, str]
"""Where something is wrong, and what."""


# --- reading a file ----------------------------------------------------------------------


def load(edition: str | Path = HOUSE) -> Edition:
    """The edition of a name, or the one in a .toml file; BadEdition tells all that is wrong."""
    path = Path(edition)
    if path.suffix != ".toml":
        known = shelf()
        if str(edition) not in known:
            hint = did_you_mean(edition, known)
            raise BadEdition(f"no edition is called {str(edition)!r}{hint} (a file ends in .toml)")
        path = known[str(edition)]
    return read(_text(path), path.name if path.parent == OURS else str(path))


@cache
def archived() -> dict[str, Edition]:
    """What the house edition was in older versions of the rules, by checksum."""
    editions = (read(_text(path), path.name) for path in sorted(ARCHIVE.glob("*.toml")))
    return {checksum(edition): edition for edition in editions}


def house_of(rules: int) -> Edition:
    """What the house edition was in a version of the rules. The number of a file in the archive is
    that of the last version that it belongs to."""
    numbers = (int(path.stem.removeprefix(f"{HOUSE}-")) for path in ARCHIVE.glob(f"{HOUSE}-*.toml"))
    last = min((number for number in numbers if number >= rules), default=None)
    return load(HOUSE if last is None else ARCHIVE / f"{HOUSE}-{last}.toml")


def read(text: str, file: str) -> Edition:
    """The edition that the text of a file means; BadEdition tells all that is wrong with it."""
    try:
        data = tomllib.loads(text)
        return Edition.model_validate(data, context=_context(data))
    except tomllib.TOMLDecodeError as error:
        raise BadEdition(_broken(error, text, file)) from None
    except ValidationError as error:
        raise BadEdition("\n".join(_mistakes(error, text, file))) from None


def _context(data: dict[str, Any]) -> str | None:
    """Whether faces need not be balanced, which each of them has to know on its own."""
    strips = data.get("strips")
    return UNBALANCED if isinstance(strips, dict) and strips.get("balanced") is False else None


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadEdition(f"{path}: {error.strerror}") from error
    except UnicodeDecodeError as error:
        raise BadEdition(f"{path}: not a text file") from error


def _broken(error: tomllib.TOMLDecodeError, text: str, file: str) -> str:
    """Where a text stops being TOML; the reader says it only in words."""
    what, _, where = str(error).removesuffix(")").rpartition(" (at ")
    numbers = re.findall(r"\d+", where) or [str(len(text.splitlines()))]
    return f"{file}:{numbers[0]}: broken TOML: {what} (at {where})"


def _mistakes(error: ValidationError, text: str, file: str) -> list[str]:
    """Everything wrong with an edition, from the top of its file to the bottom."""
    known = lines(text)
    told = [*_lengths(tomllib.loads(text)), *_complaints(error)]
    told.sort(key=lambda mistake: _line(known, mistake[0]))
    return [f"{file}:{_line(known, place)}: {place_name(place)}: {what}" for place, what in told]


def _lengths(
    data: Any, part: type[EditionPart] = Edition, above: KeyPath = ()
) -> Iterator[Mistake]:
    """Every list that is too long or too short.

    Pydantic counts only the elements it likes, so a wrong one would hide that one is missing.
    """
    for key, field in fields(part).items():
        value = data.get(key) if isinstance(data, dict) else None
        if get_origin(field.annotation) is not tuple:
            if issubclass(field.annotation, EditionPart):
                yield from _lengths(value, field.annotation, (*above, key))
        elif isinstance(value, list) and len(value) != length(field):
            yield (*above, key), f"found {_shown(value)}, expected {field.description}"


def _complaints(error: ValidationError) -> Iterator[Mistake]:
    """Everything else."""
    for fault in error.errors(include_url=False):
        if fault["type"] not in {"too_short", "too_long", "default_factory_not_called"}:
            yield fault["loc"], _complaint(fault)


def _line(known: dict[KeyPath, int], place: KeyPath) -> int:
    """The line of a place; if it is missing, the line of the part that it belongs in."""
    while place and place not in known:
        place = place[:-1]
    return known.get(place, 1)


def place_name(place: KeyPath) -> str:
    """A place as people say it: elements are counted from 1."""
    steps = (f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in place)
    return "".join(steps).removeprefix(".")


def _complaint(fault: ErrorDetails) -> str:
    if fault["type"] == "fault":
        return f"found {fault['ctx']['found']}, expected {fault['ctx']['expected']}"
    if fault["type"] == "extra_forbidden":
        part, _ = _belongs(fault["loc"][:-1])
        return f"found an unknown key, expected one of: {', '.join(fields(part))}"
    found = "nothing" if fault["type"] == "missing" else _shown(fault["input"])
    kind, text = _belongs(fault["loc"])
    return f"found {found}, expected {text or keys(kind)}"


def _shown(value: object) -> str:
    """A value of a file in a few words."""
    if isinstance(value, str):
        told = value if len(value) <= LONGEST else f"{value[:LONGEST]}…"
        return json.dumps(told, ensure_ascii=False)
    if isinstance(value, list | tuple):
        return f"a list of {len(value)}"
    return "a table" if isinstance(value, dict) else str(value).lower()


def _belongs(place: KeyPath) -> tuple[Any, str | None]:
    """The type of what belongs at a place, and its description if it has one."""
    kind: Any = Edition
    text: str | None = None
    for step in place:
        if isinstance(step, int):
            kind, *notes = get_args(get_args(kind)[0]) or [get_args(kind)[0]]
            text = next((note.description for note in notes if hasattr(note, "description")), None)
        else:
            field = fields(kind)[step]
            kind, text = field.annotation, field.description
    return kind, text


# --- what an edition is good for ---------------------------------------------------------


def checksum(edition: Edition) -> str:
    """Sixteen digits that are the same for two editions exactly if they play the same.

    Names, comments, spaces and the order of letters do not matter; the order of pieces does,
    since a seed deals by it.
    """
    return checksum_of_record(as_arrays(edition))


def checksum_of_record(record: Any) -> str:
    """The checksum of the edition that a record of a game holds."""
    digest = hashlib.sha256()
    for table in (*_printed(record), *_unusual(record)):
        digest.update(np.ascontiguousarray(table, dtype=np.int8).tobytes())
    return digest.hexdigest()[:16]


def _printed(record: Any) -> Iterator[Any]:
    """What every edition says, in the order of `PRINTED`; of head starts those on summer boards."""
    for name in PRINTED:
        yield record[name][0] if name == "head_starts" else record[name]


def _unusual(record: Any) -> Iterator[Any]:
    """What an edition may leave out, where it is not as if left out, after its name. So editions
    that were written before it could be said keep their checksums."""
    left_out: dict[str, Any] = {
        "head_starts": np.broadcast_to(record["head_starts"][0], (3, 3)),
        "even_stars": _even(EvenStarts()),
        "at_once": np.zeros((2, len(LASTING))),
    }
    for name, usual in left_out.items():
        if not np.array_equal(record[name], usual):
            yield from (np.frombuffer(name.encode(), dtype=np.int8), record[name])


def template(name: str = "my-box") -> str:
    """The text of the house edition under another name, to be filled in from a box."""
    return re.sub(
        '(?m)^(name|title) = "[^"]*" *#',
        lambda line: f'{line[1]} = "{name}"'.ljust(25) + " #",
        _text(shelf()[HOUSE]),
    )


def as_arrays(edition: Edition) -> dict[str, np.ndarray[Any, Any]]:
    """An edition as the fields of the record that hold it, all of small whole numbers.

    Resources are W, H, S, A in this order, spaces the numbers of `LETTERS`; rows are day, night.

    | array              | shape   | what                                                        |
    |--------------------|---------|-------------------------------------------------------------|
    | `strips`           | 5 2 5   | space by strip (A to D, twilight), face (day, night), lane  |
    | `cards`            | 16      | kinds of cards: 16 times the value, and the power           |
    | `costs`            | 2 24 4  | resources that a delivery tile asks for, by row and tile    |
    | `worth`            | 2 24    | its stars                                                   |
    | `effects`          | 2 2 6 9 | of slots, by board (summer, winter), row, slot: see `effect`|
    | `capacities`       | 2       | by board                                                    |
    | `pair_stars`       | 5       | for 0 to 4 and more pairs                                   |
    | `gifts`            | 4 4 4   | resources at the start, by players less one, and seat       |
    | `lasting`          | 8       | power of each level-1 tile, an index of `LASTING`           |
    | `crowning`         | 2 8     | power of each half by row, an index of `CROWNING`           |
    | `lasting_amounts`  | 8 2     | numbers of each level-1 power, as its table orders them     |
    | `crowning_amounts` | 8 2     | numbers of each level-3 power, likewise; 0 where none is    |
    | `die`              | 6       | lanes from 0 to 4, -1 for the star                          |
    | `head_starts`      | 3 3     | of the Trade Wind by variant: breeze, gale, storm           |
    | `even_stars`       | 3 4 4   | of an even start, by variant, players less one, and seat    |
    | `at_once`          | 2 8     | stars of each power of level 1 and 3 when it starts to work |

    Variants are summer boards, winter boards, winter boards with upgrade tiles.
    """
    deliveries = (edition.deliveries.day, edition.deliveries.night)
    boards = (
        (edition.summer.day, edition.summer.night),
        (edition.winter.day.slots, edition.winter.night.slots),
    )
    halves = (edition.upgrades.day, edition.upgrades.night)
    solo = (edition.solo.stars, edition.solo.winter, edition.solo.upgrades)
    tables: dict[str, Any] = {
        "strips": [[spaces(face) for face in faces] for faces in edition.strips.faces],
        "cards": [kind(card) for card in edition.cards.deck],
        "costs": [[amounts(tile.cost) for tile in tiles] for tiles in deliveries],
        "worth": [[tile.stars for tile in tiles] for tiles in deliveries],
        "effects": [[[effect(slot) for slot in slots] for slots in board] for board in boards],
        "capacities": [edition.summer.capacity, edition.winter.capacity],
        "pair_stars": [0, *edition.summer.pairs],
        "gifts": [gifts(given) for given in ((), *_given(edition.start))],
        "lasting": [LASTING.index(power) for power in edition.upgrades.level_1],
        "crowning": [[CROWNING.index(power) for power in row] for row in halves],
        "lasting_amounts": [_numbers(edition.powers, power) for power in LASTING],
        "crowning_amounts": [_numbers(edition.powers, power) for power in CROWNING],
        "die": [face - 1 for face in edition.solo.die],
        "head_starts": [[stars.breeze, stars.gale, stars.storm] for stars in solo],
        "even_stars": _even(edition.even),
        "at_once": [
            [edition.powers.at_once(power) for power in row] for row in (LASTING, CROWNING)
        ],
    }
    return {name: np.array(table, dtype=np.int8) for name, table in tables.items()}


def spaces(face: str) -> list[int]:
    """The spaces of a face as numbers."""
    return [LETTERS.index(letter) for letter in face]


def amounts(letters: str) -> list[int]:
    """How many of each resource some letters are."""
    return [letters.count(resource) for resource in RESOURCES]


def kind(card: Card) -> int:
    """The kind of a card: its value and its power in one number."""
    return len(POWERS) * card.value + POWERS.index(card.power.lower())


def effect(bonus: Bonus) -> list[int]:
    """A bonus as nine numbers.

    Four resources, stars, how many resources to choose, among which (a bit set), more capacity,
    stars for each delivery tile.
    """
    among = sum(1 << spaces(letter)[0] for letter in bonus.among) if bonus.choose else 0
    chosen = [bonus.choose, among]
    return [*amounts(bonus.gain), bonus.stars, *chosen, bonus.capacity, bonus.stars_per_tile]


def gifts(given: tuple[str, ...]) -> list[list[int]]:
    """What four seats start with, if only some of them are taken."""
    return [amounts(letters) for letters in (*given, "", "", "", "")[:4]]


def _even(starts: EvenStarts) -> list[list[list[int]]]:
    """The stars of four seats by variant and number of players; alone nobody has any."""
    variants = (starts.summer, starts.winter, starts.upgrades)
    return [[[*stars, 0, 0, 0, 0][:4] for stars in ((), *_even_start(each))] for each in variants]


def _even_start(start: EvenStart) -> tuple[tuple[int, ...], ...]:
    return (start.two, start.three, start.four)


def _given(start: Start) -> tuple[tuple[str, ...], ...]:
    return (start.two, start.three, start.four)


def _numbers(powers: Powers, power: str) -> list[int]:
    return [*powers.numbers(power).values(), 0, 0][:2]
