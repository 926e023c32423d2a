"""A table whose rows are garbled and mended again (M1, M2)."""

import random

from bench.load.http_client import Refused
from bench.soak.databases import SoakDatabase
from bench.soak.history import History
from bench.soak.person import Json, Person, code_of
from bench.soak.server_node import ServerNode

DAMAGES: tuple[Json, ...] = (
    {"kind": "what"},
    {"format": 99},
    {"fields": {"move": "nonsense"}},
    {"fields": {"seat": 99}},
    {"fields": {"spent": None}},
)
"""Columns of an entry that are replaced; of its fields, some."""
GAME = "orion"


class SacrificialTable:
    """One person plays both seats, with a clock, so that every server that starts reads it."""

    def __init__(self, person: Person, history: History) -> None:
        self.person = person
        self._history = history
        self.id = ""

    async def set(self) -> None:
        """Sit down and make a first move."""
        await self.person.arrive()
        seats = [{"kind": "me"}, {"kind": "me"}]
        wanted = {"game": GAME, "seats": seats, "clock": {"kind": "live", "minutes": 600}}
        made = await self.person.insist("POST", "/tables", wanted)
        self.id = made["table"]["id"]
        await self.go_on()

    async def go_on(self) -> None:
        """Make a move, whatever it takes; sit down at another table if the game is over."""
        table = self._history.table(self.id, GAME)
        version = -1
        while True:
            update = await self.person.insist("GET", f"/tables/{self.id}")
            if update["table"]["status"] == "over":
                await self.set()
                return
            if 0 <= version < update["table"]["version"]:
                return
            version = update["table"]["version"]
            move = self.person.chance.choice(update["scene"]["choices"])["move"]
            noted = table.trying("moved", update["table"]["turn"], move, version)
            asking = self.person.ask(
                "POST", f"/tables/{self.id}/moves", {"version": version, "move": move}
            )
            await self.person.attempt(noted, asking)

    async def garble(
        self, database: SoakDatabase, nodes: list[ServerNode], chance: random.Random
    ) -> list[str]:
        """Garble its last entry while no server runs, then start them, and mend it; what was wrong
        meanwhile. A server must refuse this table, and nothing else."""
        await self.go_on()
        for node in nodes:
            await node.stay_down()
        async with database.changing:
            entry = (await database.table(self.id)).entries[-1]
            damage = chance.choice(DAMAGES)
            garbled = {**damage, "fields": entry.fields | damage.get("fields", {})}
            await database.write_entry(self.id, entry.number, **garbled)
        for node in nodes:
            node.come_back()
        wrong = [wrong for node in nodes for wrong in await self._wrong_at(node, damage)]
        whole = {name: getattr(entry, name) for name in garbled}
        async with database.changing:
            await database.write_entry(self.id, entry.number, **whole)
        await self.go_on()
        return wrong

    async def _wrong_at(self, node: ServerNode, damage: Json) -> list[str]:
        """Whether a server refuses the table and still lists it."""
        listed = (await self.person.insist("GET", "/me/tables", node=node))["tables"]
        wrong = [] if self.id in {each["id"] for each in listed} else ["a garbled table unlisted"]
        try:
            await self.person.insist("GET", f"/tables/{self.id}", node=node)
        except Refused as refused:
            if code_of(refused) == "table/adjourned":
                return wrong
        return [*wrong, f"a garbled table is not refused: {damage}"]
