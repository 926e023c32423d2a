"""The games that a server offers: what is told of each, and what is fetched once and kept."""

import asyncio

from parhelion.games import Game, registry
from parhelion.match import Match
from parhelion.refusals import Refused
from parhelion.scene import Layout
from parhelion.server import catalogue_files, game_catalogue, rulebook_files, schemas
from parhelion.server.game_warmup import GameWarmup
from parhelion.server.schemas import Lang
from parhelion.tables.setup import load_game


class GameShelf:
    """All games, ready or in preparation."""

    def __init__(self, warmup: GameWarmup) -> None:
        self._warmup = warmup
        self._demos: dict[str, tuple[Match, ...]] = {}
        self._demo_json: dict[tuple[str, Lang, Layout], bytes] = {}

    def games(self, lang: Lang) -> list[schemas.GameInfo]:
        """All games in a language."""
        return [
            game_catalogue.game_info(name, lang).model_copy(
                update={
                    "ready": self._warmup.is_ready(name),
                    "prepared": self._warmup.part_done(name),
                }
            )
            for name in registry.names()
        ]

    def games_in_preparation(self) -> list[str]:
        """The names of the games that are not ready yet."""
        return [name for name in registry.names() if not self._warmup.is_ready(name)]

    async def prepared_game(self, name: str) -> Game:
        """A game that can be played; refused if there is none or it is not ready."""
        game = load_game(name)
        await self._warmup.demand(name)
        return game

    async def choices(self, name: str, seat: int, lang: Lang) -> tuple[bytes, str]:
        """The catalogue of the choices of a seat as JSON, and the version in its address."""
        game = load_game(name)
        if seat >= game.most_seats:
            raise Refused("seat/unknown")
        await self._warmup.demand(name)
        return catalogue_files.content(game, seat, lang), catalogue_files.version(game, seat, lang)

    async def rules(self, name: str, lang: Lang) -> tuple[bytes, str]:
        """The rulebook of a game as JSON, and the tag that changes with it."""
        game = load_game(name)
        if not game.has_rules:
            raise Refused("unknown-path")
        await self._warmup.demand(name)  # the pictures are drawn from positions
        content = await asyncio.to_thread(rulebook_files.content, game, lang)
        return content, rulebook_files.etag(game, lang)

    async def demo(self, name: str, lang: Lang, layout: Layout) -> bytes:
        """A game between bots as JSON, the same until the server stops."""
        game = await self.prepared_game(name)
        if name not in self._demos:
            self._demos[name] = await asyncio.to_thread(game_catalogue.demo_positions, game)
        key = name, lang, layout
        if key not in self._demo_json:
            self._demo_json[key] = game_catalogue.demo_json(self._demos[name], lang, layout)
        return self._demo_json[key]
