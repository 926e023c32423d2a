"""The lobby: finds and sets tables, brings them into memory and lets them go again."""

import asyncio
import logging
from collections.abc import Set
from contextlib import suppress

from sqlalchemy import exists, or_, select

from parhelion.games import Game, registry
from parhelion.match import Match
from parhelion.scene import Layout
from parhelion.server import catalogue_files, game_catalogue, rulebook_files, schemas, table_list
from parhelion.server.bot_pool import BotPool
from parhelion.server.expiry import Expiry
from parhelion.server.game_warmup import GameWarmup
from parhelion.server.live_table import LiveTable
from parhelion.server.models import JournalEntryModel, SeatModel, TableModel
from parhelion.server.people import People, secret_used
from parhelion.server.problems import Refused
from parhelion.server.quotas import Quotas, check
from parhelion.server.reviews import Reviews
from parhelion.server.schemas import Lang
from parhelion.server.settings import Settings, database_url, default_database
from parhelion.server.store import Person, Store
from parhelion.server.table import Services
from parhelion.server.table_list import tables_waiting, tables_with_bots
from parhelion.server.table_setup import load_game, rematch_setup, requested_setup
from parhelion.server.viewer import Viewer

SWEEP_SECONDS = 30.0
EXPIRY_SECONDS = 3600.0
A_DAY = 86_400.0
LOG = logging.getLogger("parhelion")


class Lobby:
    """All tables. Those in use are in memory."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.store = Store(database_url(settings.database or default_database()))
        self.people = People(self.store, settings)
        self.quotas = Quotas(settings.limits, settings.time)
        self.bot_pool = BotPool()
        reviews = Reviews(settings, self.quotas)
        self._services = Services(self.store, settings, self.bot_pool, reviews)
        self._expiry = Expiry(self.store, settings, self._is_used)
        self._tables: dict[str, LiveTable] = {}
        self._reading = asyncio.Lock()
        self._shuffling = asyncio.Lock()
        """Held while a secret is used, so that no two tables get the same."""
        self._tasks: list[asyncio.Task[None]] = []
        self._demos: dict[str, tuple[Match, ...]] = {}
        self._demo_json: dict[tuple[str, Lang, Layout], bytes] = {}

    async def open(self) -> None:
        """Open the database. In the background games are compiled and play goes on."""
        await self.store.open()
        self.warmup = GameWarmup()
        self.warmup.start()
        background = self._wake(), self._sweep(), self._expire()
        self._tasks = [asyncio.create_task(work) for work in background]
        if news := self.store.node_news(self.catch_up):
            self._tasks.append(asyncio.create_task(news.run()))

    async def close(self) -> None:
        """Close all tables and the database."""
        for task in self._tasks:
            task.cancel()
        self._services.reviews.close()
        for table in self._tables.values():
            table.close()
        await self.store.close()

    async def _wake(self) -> None:
        for id, game in await self._going_on():
            if game not in registry.names():
                LOG.warning("table %s cannot go on: %s is not installed", id, game)
                continue
            await self.warmup.wait_for(game)
            with suppress(Refused):  # a table that cannot be read keeps no other from going on
                await self.table(id)

    async def _going_on(self) -> list[tuple[str, str]]:
        """The tables where something happens by itself, with their games: a bot is to move or a
        clock runs."""
        entries = select(JournalEntryModel.table)
        gave_up = entries.where(JournalEntryModel.kind.in_(("resign", "time")))
        to_move = exists().where(
            SeatModel.table == TableModel.id,
            SeatModel.seat == TableModel.turn,
            SeatModel.level.is_not(None),
        )
        by_bot = or_(to_move, TableModel.id.in_(gave_up))
        columns = select(TableModel.id, TableModel.game, TableModel.clock, by_bot)
        rows = await self.store.rows(columns.where(TableModel.status == "playing"))
        return [(id, game) for id, game, clock, bot in rows if bot or clock["kind"] != "none"]

    # --- tables in memory

    async def table(self, id: str) -> LiveTable:
        """A table by its id, read from the database unless it is in memory."""
        if table := self._in_memory(id):
            return table
        if not id.isprintable():  # no database need be asked for it
            raise Refused("table/unknown")
        if not self.warmup.complete:
            for row in await self.store.rows(select(TableModel.game).where(TableModel.id == id)):
                await self.warmup.demand(row.game)
        async with self._reading:
            return self._in_memory(id) or self._kept(await self._read(id))

    def _in_memory(self, id: str) -> LiveTable | None:
        table = self._tables.get(id)
        return None if table is None or table.closed else table

    def _kept(self, table: LiveTable) -> LiveTable:
        """A table that is in memory from now on."""
        self._tables[table.id] = table
        table.wake()
        return table

    async def _read(self, id: str) -> LiveTable:
        stored = await self.store.table(id)
        if stored is None:
            raise Refused("table/unknown")
        load_game(stored.table.game)
        try:
            return LiveTable(self._services, stored)
        except Refused:
            raise
        except Exception as error:  # whatever is in its rows, the other tables go on
            LOG.exception("table %s cannot be read", id)
            raise Refused("table/broken") from error

    async def _sweep(self) -> None:
        while True:
            await self.settings.time.sleep(SWEEP_SECONDS)
            self.forget_idle()

    async def _expire(self) -> None:
        while True:
            await self.settings.time.sleep(EXPIRY_SECONDS)
            try:
                await self.delete_expired()
            except Exception:  # a full disk or a lost database; the next time may be better
                LOG.exception("what has expired could not be deleted")

    async def delete_expired(self) -> None:
        """Delete what nobody needs any more."""
        gone = await self._expiry.sweep()
        self.people.forget(gone)
        for id in gone:
            if table := self._in_memory(id):
                table.close()

    def _is_used(self, id: str) -> bool:
        table = self._in_memory(id)
        return table is not None and bool(table.presence.connections)

    def forget_idle(self) -> None:
        """Let tables leave the memory that nobody uses now."""
        for id, table in list(self._tables.items()):
            if table.closed or table.idle:
                table.close()
                del self._tables[id]

    async def catch_up(self, changed: Set[str] | None) -> None:
        """Take over what other servers have committed: about these tables and people, or, if it is
        not known what, about all."""
        self.people.forget(changed)
        tables = [table for table in self._tables.values() if table.concerned_by(changed)]
        catching_up = [table.catch_up() for table in tables]
        for end in await asyncio.gather(*catching_up, return_exceptions=True):
            if isinstance(end, Exception):  # that table has left the memory
                LOG.error("a table could not be read on", exc_info=end)

    async def rename(self, person: Person, name: str) -> Person:
        """Give a person a new name, at every table."""
        renamed = await self.people.rename(person, name)
        for table in self._tables.values():
            table.renamed(renamed)
        return renamed

    # --- new tables

    async def create(self, viewer: Viewer, wanted: schemas.NewTable) -> LiveTable:
        """Set a table."""
        await self.warmup.demand(wanted.game)
        if wanted.record is not None:
            self.quotas.spend("records", viewer.id, viewer.address)
        await self._check_tables_of(viewer.known)
        async with self._shuffling:
            secret = await self.people.next_secret(viewer.known)
            setup = requested_setup(wanted, viewer.known, secret)
            rows = setup.rows(self.settings.time.now())
            await self.store.write(*rows, secret_used(viewer.known, secret))
        async with self._reading:  # somebody may have found it in a list already
            stored = setup.stored(rows)
            return self._in_memory(setup.id) or self._kept(
                LiveTable(self._services, stored, setup.match)
            )

    async def rematch(self, person: Person, table: LiveTable, text: str) -> str:
        """The id of the table of the next game, which the first to ask sets."""
        async with table.command():
            if code := table.may(person, "rematch"):
                raise Refused(code)
            if table.rematch is None:
                await self._set_rematch(person, table, text)
            return str(table.rematch)

    async def _check_tables_of(self, person: Person) -> None:
        """Refuse one more table to who has as many as they may."""
        limits, since = self.settings.limits, self.settings.time.now() - A_DAY
        waiting = await self.store.rows(tables_waiting(person))
        check(waiting[0][0], limits.open_tables, "too-many/open-tables")
        with_bots = await self.store.rows(tables_with_bots(person, since))
        check(with_bots[0][0], limits.bot_tables, "too-many/bot-tables")

    async def _set_rematch(self, person: Person, table: LiveTable, text: str) -> None:
        await self._check_tables_of(person)
        async with self._shuffling:
            secret = await self.people.next_secret(person)
            setup = rematch_setup(table, person, secret, text)
            rows = setup.rows(self.settings.time.now())
            await table.commit_rematch(setup.id, *rows, secret_used(person, secret))

    # --- lists

    async def tables_of(self, viewer: Viewer) -> schemas.Summaries:
        """The tables where the viewer has a seat."""
        return await table_list.tables_of(self.store, viewer)

    async def listed_tables(self, viewer: Viewer, status: schemas.Status) -> schemas.Summaries:
        """The tables that everybody may see."""
        return await table_list.listed_tables(self.store, viewer, status)

    def games(self, lang: Lang) -> list[schemas.GameInfo]:
        """All games in a language."""
        return [
            game_catalogue.game_info(name, lang).model_copy(
                update={
                    "ready": self.warmup.is_ready(name),
                    "prepared": self.warmup.part_done(name),
                }
            )
            for name in registry.names()
        ]

    async def prepared_game(self, name: str) -> Game:
        """A game that can be played; refused if there is none or it is not ready."""
        game = load_game(name)
        await self.warmup.demand(name)
        return game

    async def choices(self, name: str, seat: int, lang: Lang) -> tuple[bytes, str]:
        """The catalogue of the choices of a seat as JSON, and the version in its address."""
        game = load_game(name)
        if seat >= game.most_seats:
            raise Refused("seat/unknown")
        await self.warmup.demand(name)
        return catalogue_files.content(game, seat, lang), catalogue_files.version(game, seat, lang)

    async def rules(self, name: str, lang: Lang) -> tuple[bytes, str]:
        """The rulebook of a game as JSON, and the tag that changes with it."""
        game = load_game(name)
        if not game.has_rules:
            raise Refused("unknown-path")
        await self.warmup.demand(name)  # the pictures are drawn from positions
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
