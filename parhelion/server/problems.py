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

from parhelion.refusals import SENTENCES, Code, Refused
from parhelion.server import metrics
from parhelion.server.journal_writer import CommitUnknown, DatabaseAway
from parhelion.server.languages import language_of
from parhelion.server.logs import NOTES
from parhelion.server.schemas import Problem
from parhelion.words import Words

STATUSES: dict[Code, int] = {
    "bad-request": 422,
    "foreign-page": 403,
    "foreign-host": 421,
    "unknown-path": 404,
    "me/unknown": 401,
    "me/is-bot": 403,
    "me/is-no-bot": 403,
    "me/name-of-bot": 422,
    "me/unknown-session": 404,
    "me/unknown-link": 403,
    "me/leaves-games": 409,
    "me/too-many-tries": 429,
    "me/login-taken": 409,
    "me/has-login": 409,
    "me/no-login": 409,
    "me/wrong-password": 403,
    "me/password-needed": 403,
    "game/unknown": 404,
    "game/preparing": 503,
    "lesson/unknown": 404,
    "option/bad": 422,
    "bot/unknown": 422,
    "bot/not-yours": 404,
    "bot/not-invited": 403,
    "bot/too-many": 409,
    "record/bad": 422,
    "table/unknown": 404,
    "table/adjourned": 409,
    "table/not-started": 409,
    "table/started": 409,
    "table/not-over": 409,
    "table/over": 409,
    "table/not-yours": 403,
    "seat/unknown": 404,
    "seat/taken": 409,
    "seat/one-each": 409,
    "seat/given-deal": 422,
    "seat/not-yours": 403,
    "seat/no-bot": 409,
    "seat/not-absent": 409,
    "move/stale": 409,
    "move/not-yours": 409,
    "move/illegal": 422,
    "proposal/waits": 409,
    "proposal/none": 409,
    "takeback/nothing": 409,
    "takeback/secret": 409,
    "hint/not-here": 409,
    "chat/players-only": 403,
    "review/busy": 503,
    "too-many/requests": 429,
    "too-many/people": 429,
    "too-many/tables": 429,
    "too-many/open-tables": 429,
    "too-many/bot-tables": 429,
    "too-many/hints": 429,
    "too-many/reviews": 429,
    "too-many/lines": 429,
    "too-many/connections": 429,
    "server/trouble": 500,
    "server/unsure": 500,
    "server/database-away": 503,
}
"""The HTTP status of every code."""
RETRY_AFTER = 2
"""Seconds after which it is worth asking again when the database is away."""


def problem(refused: Refused, lang: str) -> Problem:
    """A refusal as people read it."""
    say, wait = Words(lang), refused.wait
    message = refused.message or say(SENTENCES[refused.code])
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
    statuses = sorted({STATUSES[code] for code in (*always, *codes)})
    return {status: {"model": Problem, "description": "A problem"} for status in statuses}


def answer(status: int, code: Code, message: str) -> JSONResponse:
    """A problem as an answer."""
    told = _counted(Problem(code=code, message=message))
    return JSONResponse(told.model_dump(exclude_none=True), status)


def refusal(connection: HTTPConnection, error: Refused) -> JSONResponse:
    """A refusal as an answer."""
    told = problem(error, language_of(connection))
    headers = {} if error.wait is None else {"Retry-After": str(error.wait)}
    return JSONResponse(told.model_dump(exclude_none=True), STATUSES[error.code], headers)


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
