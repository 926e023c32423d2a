"""Errors as answers: every refusal is a `Problem` with a stable code and a sentence."""

from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.routing import Match as RouteMatch

from parhelion.server.journal_writer import CommitUnknown, DatabaseAway
from parhelion.server.languages import language_of
from parhelion.server.schemas import Code, Problem
from parhelion.words import Words, mark

SENTENCES: dict[Code, tuple[int, str]] = {
    "bad-request": (422, mark("This request cannot be understood.")),
    "foreign-page": (403, mark("This comes from another site.")),
    "unknown-path": (404, mark("There is nothing here.")),
    "me/unknown": (401, mark("Choose a name first.")),
    "me/name-of-bot": (422, mark("A bot has this name. Choose another one.")),
    "game/unknown": (404, mark("There is no such game.")),
    "game/preparing": (503, mark("This game is being prepared for its first use.")),
    "lesson/unknown": (404, mark("There is no such lesson.")),
    "option/bad": (422, mark("These options do not fit the game.")),
    "bot/unknown": (422, mark("There is no bot at this level.")),
    "record/bad": (422, mark("This saved game cannot be read.")),
    "table/unknown": (404, mark("There is no such table.")),
    "table/broken": (500, mark("This table cannot be read. The others are not affected.")),
    "table/not-started": (409, mark("The game has not started yet: a seat is still open.")),
    "table/not-over": (409, mark("The game is not over yet.")),
    "table/over": (409, mark("The game is over.")),
    "table/not-yours": (403, mark("Only the person who set the table can do this.")),
    "seat/unknown": (404, mark("There is no such seat.")),
    "seat/taken": (409, mark("This seat is already taken.")),
    "seat/one-each": (409, mark("You have a seat at this table already.")),
    "seat/given-deal": (
        422,
        mark("This game has hidden pieces and comes from a record, so it can have no open seats."),
    ),
    "seat/not-yours": (403, mark("This seat is not yours.")),
    "seat/no-bot": (409, mark("No bot is playing for you here.")),
    "seat/not-absent": (409, mark("Nobody can play for this player now.")),
    "move/stale": (409, mark("The table has changed in the meantime.")),
    "move/not-yours": (409, mark("It is not your turn.")),
    "move/illegal": (422, mark("This move is not allowed now.")),
    "proposal/waits": (409, mark("Another question has to be answered first.")),
    "proposal/none": (409, mark("There is nothing to agree to.")),
    "takeback/nothing": (409, mark("You have no move to take back.")),
    "takeback/secret": (409, mark("Hidden information was revealed; you can't undo.")),
    "hint/not-here": (
        409,
        mark("Hints are available only if no other person plays at this table."),
    ),
    "review/busy": (503, mark("Many games are being reviewed. Try again in a while.")),
    "server/trouble": (500, mark("Something went wrong. Nothing has changed; try again.")),
    "server/unsure": (
        500,
        mark("It is not known whether this was saved. Look before you try again."),
    ),
    "server/database-away": (
        503,
        mark("The server cannot reach its database. Nothing has changed; try again in a moment."),
    ),
}
"""The HTTP status of every code, and its sentence unless a refusal brings its own."""
RETRY_AFTER = "2"
"""Seconds after which it is worth asking again when the database is away."""


class Refused(Exception):
    """A request that the server does not carry out; nothing has changed."""

    def __init__(self, code: Code, message: str | None = None, rule: str = "") -> None:
        super().__init__(message or SENTENCES[code][1])
        self.code, self.message, self.rule = code, message, rule


def problem(refused: Refused, lang: str) -> Problem:
    """A refusal as people read it."""
    message = refused.message or Words(lang)(SENTENCES[refused.code][1])
    return Problem(code=refused.code, message=message, rule=refused.rule or None)


def refusals(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route, for OpenAPI; a bad request and a database that is away are
    always among them, and where a game is needed, that it is not ready."""
    always: tuple[Code, ...] = ("bad-request", "server/database-away")
    if {"game/unknown", "table/unknown"} & set(codes):
        always += ("game/preparing",)
    statuses = sorted({SENTENCES[code][0] for code in (*always, *codes)})
    return {status: {"model": Problem, "description": "A problem"} for status in statuses}


def answer(status: int, code: Code, message: str) -> JSONResponse:
    """A problem as an answer."""
    return JSONResponse(Problem(code=code, message=message).model_dump(exclude_none=True), status)


def install(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Answer every error as a problem, the framework's own errors too. `routes` are those of the
    API, to tell which methods a path has."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        told = problem(error, language_of(request))
        return JSONResponse(told.model_dump(exclude_none=True), SENTENCES[error.code][0])

    @app.exception_handler(DatabaseAway)
    async def database_away(request: Request, _error: DatabaseAway) -> JSONResponse:
        told = await refused(request, Refused("server/database-away"))
        told.headers["Retry-After"] = RETRY_AFTER
        return told

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return answer(422, "bad-request", f"{where}: {first['msg']}")

    @app.exception_handler(Exception)
    async def trouble(request: Request, error: Exception) -> JSONResponse:
        unsure = isinstance(error, CommitUnknown)
        return await refused(request, Refused("server/unsure" if unsure else "server/trouble"))

    @app.exception_handler(HTTPException)
    async def framework(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 404:
            return await refused(request, Refused("unknown-path"))
        status = 422 if error.status_code == 400 else error.status_code  # a body in no encoding
        made = answer(status, "bad-request", str(error.detail))
        if error.status_code == 405:
            made.headers["Allow"] = ", ".join(sorted(methods(request, routes) or {"GET", "HEAD"}))
        return made


def methods(request: Request, routes: Sequence[BaseRoute]) -> set[str]:
    """The methods that some routes have for the path of a request."""
    return {
        method
        for route in routes
        if isinstance(route, Route) and route.matches(request.scope)[0] is not RouteMatch.NONE
        for method in route.methods or ()
    }
