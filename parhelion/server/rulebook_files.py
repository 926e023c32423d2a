"""The rulebooks as files: made once, and sent again only if they have changed."""

import hashlib
from functools import cache

import orjson

from parhelion.games import Game
from parhelion.rule_pictures import illustrated
from parhelion.server.schemas import Lang


@cache
def content(game: Game, lang: Lang) -> bytes:
    """A `Rules` as JSON; empty if the game has no rulebook."""
    book = illustrated(game, lang)
    return orjson.dumps(book) if book else b""


@cache
def etag(game: Game, lang: Lang) -> str:
    """Changes with the content."""
    return f'"{hashlib.sha256(content(game, lang)).hexdigest()[:12]}"'
