"""The log of the server: a line for each event, for people or as JSON for programs.

It holds no cookies, tokens, names, moves or chat, and of an address only its route.
"""

import logging
import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import nullcontext
from contextvars import ContextVar
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal, TextIO

import orjson
from pydantic import ValidationError

from parhelion.errors import ParhelionError

LOG = logging.getLogger("parhelion")
LogFormat = Literal["text", "json"]
LogLevel = Literal["info", "warning", "error"]
"""What is logged: this and everything that matters more."""
REPEAT_SECONDS = 10.0
"""Minimum interval between two lines of the same warning."""
UNSAID = (ParhelionError, ValidationError)
"""Errors whose messages may quote moves, names or texts of people: the log has their type only."""


@dataclass
class RequestNotes:
    """What is known about the request that is being answered, for everything logged meanwhile."""

    id: str
    code: str = ""
    """The code of the problem that was told."""


NOTES: ContextVar[RequestNotes | None] = ContextVar("notes", default=None)


def event(message: str, **details: object) -> None:
    """Log that something happened, with details for programs."""
    if LOG.isEnabledFor(logging.INFO):
        LOG.info(message, extra={"details": details})


class Line(logging.Formatter):
    """A line for people: the time, what happened, its details; an error is on lines of its own."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of an event."""
        told = _told(record)
        when, level, _, what = (told.pop(name) for name in ("time", "level", "logger", "message"))
        error = told.pop("error", "")
        details = "".join(f" {name}={value}" for name, value in told.items())
        return f"{when} {level}: {what}{details}" + (f"\n{error}" if error else "")


class JsonLine(logging.Formatter):
    """A line for programs: one object in JSON, errors included."""

    def format(self, record: logging.LogRecord) -> str:
        """The line of an event."""
        return orjson.dumps(_told(record), default=str).decode()


def _told(record: logging.LogRecord) -> dict[str, Any]:
    told = {
        "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
    } | getattr(record, "details", {})
    if notes := NOTES.get():
        told["request"] = notes.id
    if record.exc_info and record.exc_info[1]:
        told["error"] = error_text(record.exc_info[1])
    return told


def error_text(error: BaseException) -> str:
    """Where an error comes from, the first cause first, without what people wrote."""
    return "\n".join(_error_parts(error))


def _error_parts(error: BaseException) -> Iterator[str]:
    if cause := error.__cause__ or (None if error.__suppress_context__ else error.__context__):
        yield from _error_parts(cause)
    if isinstance(error, BaseExceptionGroup):
        for part in error.exceptions:
            yield from _error_parts(part)
    where = "".join(traceback.format_tb(error.__traceback__))
    what = "" if isinstance(error, UNSAID) else f": {error}"
    yield f"{where}{type(error).__qualname__}{what}"


class MergingHandler(logging.StreamHandler[TextIO]):
    """Writes a warning once, and after some seconds how often it has been repeated since.

    Warnings about bad clients need no rate limit of their own then (L3). Only warnings without
    details are merged, so their number is known.
    """

    def __init__(self, stream: TextIO, seconds: float = REPEAT_SECONDS) -> None:
        super().__init__(stream)
        self._seconds = seconds
        self._repeats: dict[tuple[str, str], int] = {}
        """How often a warning was repeated since its last line."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record, unless it repeats one that was just written."""
        key = (record.name, str(record.msg))
        if record.levelno != logging.WARNING or record.args or record.exc_info:
            super().emit(record)
        elif key in self._repeats:
            self._repeats[key] += 1
        else:
            self._begin(key)
            super().emit(record)

    def write_repeats(self) -> None:
        """Write at once how often warnings were repeated."""
        for key in list(self._repeats):
            self._sum_up(key)

    def _begin(self, key: tuple[str, str]) -> None:
        self._repeats[key] = 0
        timer = threading.Timer(self._seconds, self._sum_up, (key,))
        timer.daemon = True
        timer.start()

    def _sum_up(self, key: tuple[str, str]) -> None:
        with self.lock or nullcontext():
            more = self._repeats.pop(key, 0)
            if more:
                self._begin(key)
                name, message = key
                text = f"{message} ({more} more times)"
                super().emit(logging.LogRecord(name, logging.WARNING, "", 0, text, (), None))


def configure(format: LogFormat, level: LogLevel) -> None:
    """Log to the standard error from now on. What the libraries say is logged if it is a warning:
    below that they tell addresses with everything in them."""
    handler = MergingHandler(sys.stderr)
    handler.setFormatter(JsonLine() if format == "json" else Line())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    LOG.setLevel(level.upper())


def write_repeats() -> None:
    """Write how often warnings were repeated, before the process ends."""
    for handler in logging.getLogger().handlers:
        if isinstance(handler, MergingHandler):
            handler.write_repeats()
