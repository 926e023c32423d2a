"""Compares what players were told with what a database kept. No I/O."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bench.soak.history import Attempt, Outcome, TableHistory


@dataclass(frozen=True)
class KeptEntry:
    """An entry of a journal."""

    number: int
    kind: str
    seat: int
    text: str
    spent: float = 0.0


@dataclass(frozen=True)
class KeptTable:
    """What a database holds about a table, in the order of the numbers."""

    entries: Sequence[KeptEntry]
    chat: Sequence[tuple[int, str]] = ()
    people: Sequence[str | None] = ()
    """Who has each seat, by their hash."""
    rematch: str | None = None


def violations(told: TableHistory, kept: KeptTable, seconds: float) -> list[str]:
    """Everything that is wrong with a table whose players spent at most so many seconds; nothing
    if every promise was kept."""
    rules: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: _gaps("journal", [entry.number for entry in kept.entries]),
        lambda: _gaps("chat", [number for number, _ in kept.chat]),
        lambda: _versioned(told, kept),
        lambda: _counted(told, kept),
        lambda: _chat(told, kept),
        lambda: _seats(told, kept),
        lambda: _clock(kept, seconds),
        lambda: _rematch(told, kept),
    )
    return [f"table {told.id}: {found}" for rule in rules for found in rule()]


def _gaps(name: str, numbers: list[int]) -> Iterator[str]:
    if numbers != list(range(len(numbers))):
        yield f"the numbers of the {name} are not consecutive: {numbers}"


def _versioned(told: TableHistory, kept: KeptTable) -> Iterator[str]:
    """Commands that name a version: each is the entry of that number or none, and every move of a
    person is such a command, so that none is there twice."""
    tried = [attempt for attempt in told.attempts if attempt.version is not None]
    entries = {entry.number: (entry.kind, entry.seat, entry.text) for entry in kept.entries}
    possible = {_slot(each) for each in tried if each.outcome != "refused"}
    for each in tried:
        there = entries.get(each.version or 0) == _slot(each)[1:]
        if each.outcome == "kept" and not there:
            yield f"lost: {_slot(each)}, there is {entries.get(each.version or 0)}"
        if each.outcome == "refused" and there and _slot(each) not in possible:
            yield f"refused and yet there: {_slot(each)}"
    for number, (kind, seat, text) in entries.items():
        if kind == "move" and seat not in told.bots and (number, kind, seat, text) not in possible:
            yield f"nobody made this move here, or it is there twice: {(number, seat, text)}"


def _slot(attempt: Attempt) -> tuple[int | None, str, int, str]:
    return attempt.version, attempt.kind, attempt.seat, attempt.text


def _counted(told: TableHistory, kept: KeptTable) -> Iterator[str]:
    """Other commands: each that was acknowledged is there, and none more often than tried."""
    tried = [attempt for attempt in told.attempts if attempt.version is None]
    found = Counter((entry.kind, entry.seat) for entry in kept.entries if entry.kind != "move")
    least = Counter((each.kind, each.seat) for each in tried if each.outcome == "kept")
    most = Counter((each.kind, each.seat) for each in tried if each.outcome != "refused")
    for what in found | least:
        if not least[what] <= found[what] <= most[what]:
            yield f"{what} is there {found[what]} times, not {least[what]} to {most[what]}"


def _chat(told: TableHistory, kept: KeptTable) -> Iterator[str]:
    lines, texts = dict(kept.chat), Counter(text for _, text in kept.chat)
    most: dict[Outcome, int] = {"kept": 1, "unknown": 1, "refused": 0}
    for line in told.said:
        if line.outcome == "kept" and lines.get(line.number or 0) != line.text:
            yield f"lost line of chat: {line.text}"
        if texts[line.text] > most[line.outcome]:
            yield f"line of chat, {line.outcome}, there {texts[line.text]} times: {line.text}"
    for text in texts.keys() - {line.text for line in told.said}:
        yield f"nobody said this: {text}"


def _seats(told: TableHistory, kept: KeptTable) -> Iterator[str]:
    for join in told.joins:
        holder = kept.people[join.seat] if join.seat < len(kept.people) else None
        tried = [other for other in told.joins if other != join and other.person == join.person]
        if join.outcome == "kept" and holder != join.person:
            yield f"{join.person} was given seat {join.seat}, which {holder} has"
        if join.outcome == "refused" and not tried and holder == join.person:
            yield f"{join.person} was refused seat {join.seat} and has it"


def _clock(kept: KeptTable, seconds: float) -> Iterator[str]:
    spent = sum(entry.spent for entry in kept.entries)
    if spent > seconds:
        yield f"{spent:.0f} seconds were spent in {seconds:.0f}"


def _rematch(told: TableHistory, kept: KeptTable) -> Iterator[str]:
    if told.rematches - {kept.rematch}:
        yield f"the next game is {kept.rematch}, and people were told {told.rematches}"
