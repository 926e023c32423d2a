"""The catalogues of choices as files: a browser fetches each once and keeps it for ever."""

import hashlib
from functools import cache

import orjson

from parhelion.games import Game
from parhelion.games.choice_catalogue import catalogue_of
from parhelion.server.schemas import Lang


@cache
def content(game: Game, seat: int, lang: Lang) -> bytes:
    """A `ChoiceCatalogue` as JSON."""
    choices = catalogue_of(game, seat, lang).choices
    return orjson.dumps({"choices": [each._asdict() for each in choices]})


@cache
def version(game: Game, seat: int, lang: Lang) -> str:
    """Changes with the content."""
    return hashlib.sha256(content(game, seat, lang)).hexdigest()[:12]


@cache
def address(game: Game, seat: int, lang: Lang) -> str:
    """Where the catalogue of a seat is; empty if there is nothing in it."""
    if not catalogue_of(game, seat, lang).choices:
        return ""
    return f"/api/games/{game.name}/choices/{seat}?lang={lang}&v={version(game, seat, lang)}"
