"""Errors as answers: every refusal is a `Problem` with a stable code and a sentence."""

import math
from collections.abc import Sequence
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.routing import BaseRoute, Route
from starlette.routing import Match as RouteMatch

from parhelion.server import metrics
from parhelion.server.journal_writer import CommitUnknown, DatabaseAway
from parhelion.server.languages import language_of
from parhelion.server.logs import NOTES
from parhelion.server.schemas import Code, Problem
from parhelion.words import Words, mark

SENTENCES: dict[Code, tuple[int, str]] = {
    "bad-request": (422, mark("This request cannot be understood.")),
    "foreign-page": (403, mark("This comes from another site.")),
    "foreign-host": (
        421,
        mark("This server has another name. Whoever runs it can add this one with --public-host."),
    ),
    "unknown-path": (404, mark("There is nothing here.")),
    "me/unknown": (401, mark("Choose a name first.")),
    "me/is-bot": (403, mark("A bot cannot do this: its token opens its own seats only.")),
    "me/is-no-bot": (403, mark("Only a bot can do this.")),
    "me/name-of-bot": (422, mark("A bot has this name. Choose another one.")),
    "me/unknown-session": (404, mark("You are not signed in there.")),
    "me/unknown-link": (403, mark("This link is not valid any more.")),
    "me/leaves-games": (409, mark("You have games here that you would leave.")),
    "me/too-many-tries": (429, mark("Too many tries.")),
    "me/login-taken": (409, mark("Somebody has this login. Choose another one.")),
    "me/has-login": (409, mark("You have a login already.")),
    "me/no-login": (409, mark("You have no login.")),
    "me/wrong-password": (403, mark("The login or the password is wrong.")),
    "me/password-needed": (403, mark("Enter your password to do this.")),
    "game/unknown": (404, mark("There is no such game.")),
    "game/preparing": (503, mark("This game is being prepared for its first use.")),
    "lesson/unknown": (404, mark("There is no such lesson.")),
    "option/bad": (422, mark("These options do not fit the game.")),
    "bot/unknown": (422, mark("There is no bot at this level.")),
    "bot/not-yours": (404, mark("You have no such bot.")),
    "bot/not-invited": (403, mark("This bot does not play with you.")),
    "bot/too-many": (409, mark("You have as many bots as you may have. End one of them first.")),
    "record/bad": (422, mark("This saved game cannot be read.")),
    "table/unknown": (404, mark("There is no such table.")),
    "table/adjourned": (409, mark("This game cannot go on here.")),
    "table/not-started": (409, mark("The game has not started yet: a seat is still open.")),
    "table/started": (409, mark("The game has already started.")),
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
    "chat/players-only": (403, mark("Only those who play at this table can write here.")),
    "review/busy": (503, mark("Many games are being reviewed. Try again in a while.")),
    "too-many/requests": (429, mark("Too much was asked for in a short time.")),
    "too-many/people": (429, mark("Many new people have come from your network.")),
    "too-many/tables": (429, mark("You have set many tables in a short time.")),
    "too-many/open-tables": (
        429,
        mark(
            "Too many of your tables are waiting for players or for your first move. "
            "Play one of them first."
        ),
    ),
    "too-many/bot-tables": (
        429,
        mark("You play with bots at many tables. Finish one of these games first."),
    ),
    "too-many/hints": (429, mark("You have asked for many hints in a short time.")),
    "too-many/reviews": (429, mark("You have asked for many reviews in a short time.")),
    "too-many/lines": (429, mark("You have written a lot in a short time.")),
    "too-many/connections": (429, mark("Too many pages are open at once.")),
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
RETRY_AFTER = 2
"""Seconds after which it is worth asking again when the database is away."""


class Refused(Exception):
    """A request that the server does not carry out; nothing has changed."""

    def __init__(
        self, code: Code, message: str | None = None, rule: str = "", wait: int | None = None
    ) -> None:
        """`wait` tells in how many seconds to try again."""
        super().__init__(message or SENTENCES[code][1])
        self.code, self.message, self.rule, self.wait = code, message, rule, wait


def problem(refused: Refused, lang: str) -> Problem:
    """A refusal as people read it."""
    say, wait = Words(lang), refused.wait
    message = refused.message or say(SENTENCES[refused.code][1])
    if wait is not None:
        message = f"{message} {_when_to_try_again(wait, say)}"
    told = Problem(code=refused.code, message=message, rule=refused.rule or None, wait=wait)
    return _counted(told)


def _when_to_try_again(wait: int, say: Words) -> str:
    if wait < 100:
        return say.plural("Try again in {n} second.", "Try again in {n} seconds.", wait)
    minutes = math.ceil(wait / 60)
    if minutes < 100:
        return say.plural("Try again in {n} minute.", "Try again in {n} minutes.", minutes)
    hours = math.ceil(minutes / 60)
    return say.plural("Try again in {n} hour.", "Try again in {n} hours.", hours)


def _counted(told: Problem) -> Problem:
    """A problem that is told now; the log of the request will name its code."""
    metrics.REFUSALS.labels(told.code).inc()
    if notes := NOTES.get():
        notes.code = told.code
    return told


def refusals(*codes: Code) -> dict[int | str, dict[str, Any]]:
    """The error answers of a route, for OpenAPI. A bad request, too many requests and a database
    that is away are always among them; where a game is needed, that it is not ready, and where a
    table is, that it cannot go on."""
    always: tuple[Code, ...] = ("bad-request", "too-many/requests", "server/database-away")
    if {"game/unknown", "table/unknown"} & set(codes):
        always += ("game/preparing",)
    if "table/unknown" in codes:
        always += ("table/adjourned",)
    statuses = sorted({SENTENCES[code][0] for code in (*always, *codes)})
    return {status: {"model": Problem, "description": "A problem"} for status in statuses}


def answer(status: int, code: Code, message: str) -> JSONResponse:
    """A problem as an answer."""
    told = _counted(Problem(code=code, message=message))
    return JSONResponse(told.model_dump(exclude_none=True), status)


def refusal(connection: HTTPConnection, error: Refused) -> JSONResponse:
    """A refusal as an answer."""
    told = problem(error, language_of(connection))
    headers = {} if error.wait is None else {"Retry-After": str(error.wait)}
    return JSONResponse(told.model_dump(exclude_none=True), SENTENCES[error.code][0], headers)


def trouble(connection: HTTPConnection, error: Exception) -> JSONResponse:
    """The answer where an error was not foreseen."""
    unsure = isinstance(error, CommitUnknown)
    return refusal(connection, Refused("server/unsure" if unsure else "server/trouble"))


def install(app: FastAPI, routes: Sequence[BaseRoute]) -> None:
    """Answer what is refused as a problem, the framework's own errors too. `routes` are those of
    the API, to tell which methods a path has."""

    @app.exception_handler(Refused)
    async def refused(request: Request, error: Refused) -> JSONResponse:
        return refusal(request, error)

    @app.exception_handler(DatabaseAway)
    async def database_away(request: Request, _error: DatabaseAway) -> JSONResponse:
        return refusal(request, Refused("server/database-away", wait=RETRY_AFTER))

    @app.exception_handler(RequestValidationError)
    async def invalid(_request: Request, error: RequestValidationError) -> JSONResponse:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        return answer(422, "bad-request", f"{where}: {first['msg']}")

    @app.exception_handler(HTTPException)
    async def framework(request: Request, error: HTTPException) -> JSONResponse:
        if error.status_code == 404:
            return refusal(request, Refused("unknown-path"))
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
