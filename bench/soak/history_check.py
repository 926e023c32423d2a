"""Compares the answers that players got with what a database stored. No I/O."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from bench.soak.history import Attempt, Outcome, TableHistory

DECISIONS = ("moved", "took-back")
"""Kinds of entries that a move's version counts. Giving up counts too, but ends a game of two."""
UNCOUNTED = ("created", "started", "joined", "moved", "said", "rematched", "resumed")
"""Kinds of entries that other rules check, or that the server adds by itself."""


@dataclass(frozen=True)
class StoredEntry:
    """An entry of a journal."""

    number: int
    kind: str
    seat: int | None = None
    """The seat that it is about, or else its author's."""
    text: str = ""
    """The move, or the line of chat."""
    spent: float = 0.0


@dataclass(frozen=True)
class StoredGame:
    """A table's journal, and what it results in."""

    entries: Sequence[StoredEntry]
    people: Sequence[str | None] = ()
    """The owner of each seat, by their hash."""
    rematch: str | None = None


def violations(history: TableHistory, stored: StoredGame, seconds: float) -> list[str]:
    """Return everything that is wrong with a table whose players spent at most some seconds."""
    rules: tuple[Callable[[], Iterable[str]], ...] = (
        lambda: _gaps(stored),
        lambda: _moves(history, stored),
        lambda: _counted(history, stored),
        lambda: _chat(history, stored),
        lambda: _seats(history, stored),
        lambda: _clock(stored, seconds),
        lambda: _rematch(history, stored),
    )
    return [f"table {history.id}: {found}" for rule in rules for found in rule()]


def _gaps(stored: StoredGame) -> Iterator[str]:
    numbers = [entry.number for entry in stored.entries]
    if numbers != list(range(len(numbers))):
        yield f"the numbers of the journal are not consecutive: {numbers}"


def _moves(history: TableHistory, stored: StoredGame) -> Iterator[str]:
    """Check moves. A person's move names the version that it answers, so it is stored there or
    nowhere, and never twice."""
    tried = [attempt for attempt in history.attempts if attempt.kind == "moved"]
    moves = dict(_moves_by_version(stored))
    possible = {_slot(each) for each in tried if each.outcome != "refused"}
    for each in tried:
        version, *move = _slot(each)
        is_stored = moves.get(version) == tuple(move)
        if each.outcome == "kept" and not is_stored:
            yield f"lost: {_slot(each)}, there is {moves.get(version)}"
        if each.outcome == "refused" and is_stored and _slot(each) not in possible:
            yield f"refused and yet there: {_slot(each)}"
    for version, (seat, text) in moves.items():
        if seat not in history.bots and (version, seat, text) not in possible:
            yield f"nobody made this move here, or it is there twice: {(version, seat, text)}"


def _moves_by_version(stored: StoredGame) -> Iterator[tuple[int, tuple[int | None, str]]]:
    """Yield the seat and the text of each move, by the version that it answers."""
    version = 0
    for entry in stored.entries:
        if entry.kind == "moved":
            yield version, (entry.seat, entry.text)
        version += entry.kind in DECISIONS


def _slot(attempt: Attempt) -> tuple[int, int, str]:
    return attempt.version, attempt.seat, attempt.text


def _counted(history: TableHistory, stored: StoredGame) -> Iterator[str]:
    """Check other commands: all that were acknowledged are stored, and none that nobody gave."""
    tried = [attempt for attempt in history.attempts if attempt.kind != "moved"]
    entries = [entry for entry in stored.entries if entry.kind not in UNCOUNTED]
    found = Counter((entry.kind, entry.seat) for entry in entries)
    least = Counter[tuple[str, int | None]](
        (each.kind, each.seat) for each in tried if each.outcome == "kept"
    )
    most = Counter[tuple[str, int | None]](
        (each.kind, each.seat) for each in tried if each.outcome != "refused"
    )
    for what in found | least:
        if not least[what] <= found[what] <= most[what]:
            yield f"{what} is there {found[what]} times, not {least[what]} to {most[what]}"


def _chat(history: TableHistory, stored: StoredGame) -> Iterator[str]:
    found = Counter(entry.text for entry in stored.entries if entry.kind == "said")
    most: dict[Outcome, int] = {"kept": 1, "unknown": 1, "refused": 0}
    for line in history.said:
        if line.outcome == "kept" and not found[line.text]:
            yield f"lost line of chat: {line.text}"
        if found[line.text] > most[line.outcome]:
            yield f"line of chat, {line.outcome}, there {found[line.text]} times: {line.text}"
    for text in found.keys() - {line.text for line in history.said}:
        yield f"nobody said this: {text}"


def _seats(history: TableHistory, stored: StoredGame) -> Iterator[str]:
    joined = Counter(entry.seat for entry in stored.entries if entry.kind == "joined")
    for seat, times in joined.items():
        if times > 1:
            yield f"seat {seat} was joined {times} times"
    for join in history.joins:
        holder = stored.people[join.seat] if join.seat < len(stored.people) else None
        others = [other for other in history.joins if other != join and other.person == join.person]
        if join.outcome == "kept" and holder != join.person:
            yield f"{join.person} was given seat {join.seat}, which {holder} has"
        if join.outcome == "refused" and not others and holder == join.person:
            yield f"{join.person} was refused seat {join.seat} and has it"


def _clock(stored: StoredGame, seconds: float) -> Iterator[str]:
    spent = sum(entry.spent for entry in stored.entries)
    if spent > seconds:
        yield f"{spent:.0f} seconds were spent in {seconds:.0f}"


def _rematch(history: TableHistory, stored: StoredGame) -> Iterator[str]:
    if history.rematches - {stored.rematch}:
        yield f"the next game is {stored.rematch}, and players got {history.rematches}"
    if (times := sum(entry.kind == "rematched" for entry in stored.entries)) > 1:
        yield f"the next game was set {times} times"
