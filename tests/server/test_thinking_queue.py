"""The order in which bots think: fair between addresses and people, quick bots not held up."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from parhelion.server.thinking_queue import HALF_LIFE, Asker, ThinkingQueue

QUICK, SLOW = 1, 5


class Thinkers:
    """Bots that think until a test says that they are done, by a clock that the test sets."""

    def __init__(self, cores: int) -> None:
        self.now = 0.0
        self.queue = ThinkingQueue(cores, lambda: self.now)
        self.thinking: list[str] = []
        self._done: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def come(self, name: str, person: str, level: int, **asker: Any) -> None:
        """Let a bot wait for its turn. By default its person is seated at an own address."""
        about: dict[str, Any] = {"address": person, "seated": True} | asker
        self._done[name] = asyncio.Event()
        self.tasks[name] = asyncio.create_task(self._think(name, Asker(person, **about), level))
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    async def _think(self, name: str, asker: Asker, level: int) -> None:
        async with self.queue.turn(asker, level):
            self.thinking.append(name)
            try:
                await self._done[name].wait()
            finally:
                self.thinking.remove(name)

    async def end(self, name: str, after: float = 1.0) -> None:
        """Let a bot be done after some seconds."""
        self.now += after
        self._done[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)


def trial(cores: int, story: Callable[[Thinkers], Awaitable[None]]) -> None:
    async def run() -> None:
        thinkers = Thinkers(cores)
        await story(thinkers)
        for task in thinkers.tasks.values():
            task.cancel()
        await asyncio.gather(*thinkers.tasks.values(), return_exceptions=True)

    asyncio.run(run())


def test_fifty_tables_of_one_person_do_not_hold_up_another() -> None:
    async def story(bots: Thinkers) -> None:
        for number in range(50):
            await bots.come(f"flood {number}", "eve", SLOW)
        assert bots.thinking == ["flood 0"]  # a core is left for quick bots
        await bots.come("reply", "ann", QUICK)
        assert bots.thinking == ["flood 0", "reply"]
        await bots.end("reply", 0.1)
        await bots.come("strong", "ann", SLOW)
        await bots.end("flood 0")
        assert bots.thinking == ["strong"]

    trial(2, story)


def test_the_bots_of_one_person_leave_a_core_to_the_others() -> None:
    async def story(bots: Thinkers) -> None:
        for number in range(4):
            await bots.come(f"flood {number}", "eve", QUICK)
        assert bots.thinking == ["flood 0", "flood 1"]
        await bots.come("reply", "ann", QUICK)
        assert bots.thinking == ["flood 0", "flood 1", "reply"]
        await bots.end("flood 0")
        assert bots.thinking == ["flood 1", "reply", "flood 2"]

    trial(3, story)


def test_identities_of_one_address_do_not_hold_up_another_address() -> None:
    """N3: sixty new people from one address made everybody else wait for minutes."""

    async def story(bots: Thinkers) -> None:
        for number in range(60):
            await bots.come(f"flood {number}", f"identity {number}", SLOW, address="flat")
        assert bots.thinking == ["flood 0"]
        for reply in ("first", "second"):
            await bots.come(reply, "ann", SLOW)
            await bots.end(f"flood {0 if reply == 'first' else 1}")
            assert bots.thinking == [reply]
            await bots.end(reply, 0.1)

    trial(2, story)


def test_people_who_share_an_address_take_turns() -> None:
    async def story(bots: Thinkers) -> None:
        for number in range(3):
            await bots.come(f"flood {number}", "eve", SLOW, address="club")
        await bots.come("reply", "ann", SLOW, address="club")
        await bots.end("flood 0")
        assert bots.thinking == ["reply"]

    trial(1, story)


def test_tables_without_a_connected_player_come_last() -> None:
    async def story(bots: Thinkers) -> None:
        await bots.come("busy", "ann", QUICK)
        await bots.come("watched only", "eve", QUICK, seated=False)
        await bots.come("played", "ann", SLOW)
        await bots.end("busy")
        assert bots.thinking == ["played"]

    trial(1, story)


def test_on_one_core_who_used_least_is_next() -> None:
    async def story(bots: Thinkers) -> None:
        await bots.come("first", "eve", SLOW)
        await bots.come("second", "eve", QUICK)
        await bots.come("other", "ann", SLOW)
        await bots.end("first")
        assert bots.thinking == ["other"]
        await bots.end("other", 0.5)
        assert bots.thinking == ["second"]

    trial(1, story)


def test_what_was_used_long_ago_is_forgotten() -> None:
    async def story(bots: Thinkers) -> None:
        await bots.come("long ago", "eve", SLOW)
        await bots.end("long ago", 8)
        bots.now += 10 * HALF_LIFE
        await bots.come("just now", "ann", SLOW)
        await bots.come("waits", "ann", QUICK)
        await bots.come("again", "eve", SLOW)
        await bots.end("just now")
        assert bots.thinking == ["again"]

    trial(1, story)


@pytest.mark.parametrize("cores", [1, 2])
def test_who_stops_waiting_leaves_its_place(cores: int) -> None:
    async def story(bots: Thinkers) -> None:
        for number in range(cores + 2):
            await bots.come(str(number), f"person {number}", QUICK)
        assert len(bots.thinking) == cores
        bots.tasks[str(cores)].cancel()
        bots.tasks["0"].cancel()
        await asyncio.gather(bots.tasks[str(cores)], bots.tasks["0"], return_exceptions=True)
        await asyncio.sleep(0)
        assert sorted(bots.thinking) == [
            str(number) for number in range(1, cores + 2) if number != cores
        ]

    trial(cores, story)
