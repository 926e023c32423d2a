"""Plays game after game at one table of a crash test, and notes everything in its history."""

import asyncio
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass

from bench.soak.history import History, TableHistory
from bench.soak.person import PATIENCE, RETRY, Json, NotKnown, Person, SoakConnection

PACE = (0.1, 0.6)
"""Seconds that somebody thinks before each move."""
SILENCE = 3.0
"""Seconds without news after which somebody connects anew."""
CHAT, RESIGN, TAKE_BACK, BY_HTTP, MOVE_HOUSE, AGREE, REMATCH = (
    0.05,
    0.004,
    0.05,
    0.2,
    0.02,
    0.7,
    0.3,
)
"""How likely people do each of these."""


@dataclass(frozen=True)
class TableKind:
    """What is played at a table, and how."""

    game: str
    clock: Json
    with_bot: bool


class TablePlay:
    """A table where two people play, or one plays a bot; a finished game is followed by another."""

    def __init__(self, kind: TableKind, people: Sequence[Person], history: History) -> None:
        """For two seats three people: two of them want the second seat."""
        self.kind, self.people = kind, people
        self.progressed = 0.0
        """When a game was last seen to go on."""
        self._history = history
        self._chance = people[0].chance
        self.present: TableHistory | None = None
        """The game that is played now."""

    async def play(self) -> None:
        """Play until cancelled."""
        for person in self.people:
            await person.arrive()
        players = await self._new_game()
        while True:
            await self._play_game(players)
            if len(players) == 2 and self._chance.random() < REMATCH:
                players = await self._rematch(players)
            else:
                players = await self._new_game()

    # --- sitting down

    async def _new_game(self) -> list[Person]:
        """Set a table; those who have a seat there."""
        maker = self.people[0]
        other: Json = {"kind": "bot", "level": 1} if self.kind.with_bot else {"kind": "open"}
        wanted = {"game": self.kind.game, "clock": self.kind.clock, "listed": True}
        made = await maker.insist("POST", "/tables", {**wanted, "seats": [{"kind": "me"}, other]})
        bots = frozenset({1} if self.kind.with_bot else ())
        self.present = self._history.table(made["table"]["id"], self.kind.game, bots)
        if self.kind.with_bot:
            return [maker]
        return [maker, await self._one_of_two(self.people[1:])]

    async def _one_of_two(self, rivals: Sequence[Person]) -> Person:
        """Two people want the same seat at the same time; the one who gets it."""
        while True:
            await asyncio.gather(*(self._join(person, 1) for person in rivals))
            for person in rivals:
                table = (await person.insist("GET", f"/tables/{self.table.id}"))["table"]
                if table["seats"][1]["yours"]:
                    return person

    async def _join(self, person: Person, seat: int) -> None:
        join = self.table.joining(seat, person.hash)
        await person.attempt(join, person.ask("POST", f"/tables/{self.table.id}/seats/{seat}"))

    async def _rematch(self, players: list[Person]) -> list[Person]:
        """Play again with the same people, of whom each joins the seat that is kept for them."""
        over, asking = self.table, f"/tables/{self.table.id}/rematch"
        for person in players:
            over.rematches.add((await person.insist("POST", asking))["id"])
        self.present = self._history.table(min(over.rematches), self.kind.game)
        for person in players:
            await self._take_awaited_seat(person)
        return players

    async def _take_awaited_seat(self, person: Person) -> None:
        while True:
            table = (await person.insist("GET", f"/tables/{self.table.id}"))["table"]
            seats = [seat["seat"] for seat in table["seats"] if "join" in seat["can"]]
            if not seats:
                return
            await self._join(person, seats[0])

    @property
    def table(self) -> TableHistory:
        """The history of the present game."""
        assert self.present is not None  # noqa: S101
        return self.present

    # --- playing

    async def _play_game(self, players: Sequence[Person]) -> None:
        async with asyncio.TaskGroup() as group:
            for person in players:
                group.create_task(PlayerAtTable(person, self).play())

    def goes_on(self) -> None:
        """Note that something was seen to happen."""
        self.progressed = time.monotonic()


class PlayerAtTable:
    """Somebody with a seat. They come back whenever the connection is lost, and look how the table
    is before they try anything again."""

    def __init__(self, person: Person, play: TablePlay) -> None:
        self._person, self._play, self._table = person, play, play.table
        self._chance: random.Random = person.chance

    async def play(self) -> None:
        """Play until the game is over."""
        is_over = False
        while not is_over:
            try:
                connection = await self._person.watch(self._table.game, self._table.id)
            except OSError:
                await asyncio.sleep(self._chance.uniform(*RETRY))
                continue
            try:
                is_over = await self._stay(connection)
            except OSError:  # look again, maybe at another server
                pass
            finally:
                connection.socket.close()

    async def _stay(self, connection: SoakConnection) -> bool:
        """Play on a connection until the game is over, or the person connects anew."""
        seen = connection.version
        while connection.table["status"] != "over":
            connection.news.clear()
            if connection.lost or self._chance.random() < MOVE_HOUSE:
                return False
            if not await self._act(connection):
                async with asyncio.timeout(SILENCE):
                    await connection.news.wait()
            if connection.version > seen:
                seen = connection.version
                self._play.goes_on()
        self._play.goes_on()
        return True

    async def _act(self, connection: SoakConnection) -> bool:
        """Do something if there is something to do; whether there was."""
        can = connection.table["can"]
        if "agree" in can:
            await self._answer(connection)
            return False
        if "takeback" in can and self._chance.random() < TAKE_BACK:
            await self._take_back(connection)
            return False
        if "move" not in can:
            return False
        await asyncio.sleep(self._chance.uniform(*PACE))
        if self._chance.random() < CHAT:
            await self._say()
        if self._chance.random() < RESIGN:
            await self._resign(connection)
            return False
        return await self._move(connection)

    async def _move(self, connection: SoakConnection) -> bool:
        version, seat = connection.version, connection.table["turn"]
        if "move" not in connection.table["can"] or not connection.may_choose:
            return False  # something has happened while they thought
        move = connection.random_move(self._chance)
        attempt = self._table.trying("moved", seat, move, version)
        if self._chance.random() < BY_HTTP:
            body = {"version": version, "move": move}
            doing = self._person.ask("POST", f"/tables/{self._table.id}/moves", body)
        else:
            doing = connection.move(move)
        await self._person.attempt(attempt, doing)
        if attempt.outcome != "kept":
            raise NotKnown("look how the table is")
        async with asyncio.timeout(PATIENCE):
            while connection.version <= version:
                await connection.next_view()
        return True

    async def _answer(self, connection: SoakConnection) -> None:
        proposal, mine = connection.table["proposal"], connection.table["seat"]
        path = f"/tables/{self._table.id}/proposal"
        if self._chance.random() > AGREE:
            noted = self._table.trying("declined", mine)
            await self._person.attempt(noted, self._person.ask("DELETE", path))
            return
        answer = {name: proposal[name] for name in ("kind", "seat", "ply")}
        noted = self._table.trying("took-back", proposal["seat"])
        agreed = self._table.trying("agreed", mine)
        await self._person.attempt(noted, self._person.ask("POST", path, answer))
        agreed.outcome = noted.outcome  # one command adds both entries

    async def _take_back(self, connection: SoakConnection) -> None:
        """Ask for a takeback. Without other people it happens at once."""
        kind = "took-back" if self._table.bots else "proposed"
        noted = self._table.trying(kind, connection.table["seat"])
        path = f"/tables/{self._table.id}/takeback"
        await self._person.attempt(noted, self._person.ask("POST", path))

    async def _say(self) -> None:
        number = len(self._table.said)
        line = self._table.saying(f"line {number} of {self._person.hash[:8]}")
        path = f"/tables/{self._table.id}/chat"
        await self._person.attempt(line, self._person.ask("POST", path, {"text": line.text}))

    async def _resign(self, connection: SoakConnection) -> None:
        noted = self._table.trying("resigned", connection.table["seat"])
        path = f"/tables/{self._table.id}/resign"
        await self._person.attempt(noted, self._person.ask("POST", path))
