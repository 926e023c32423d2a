"""Preparing games in the background: what somebody wants comes first, nobody waits in vain."""

import asyncio
import threading

import pytest

from parhelion import bots
from parhelion.errors import ParhelionError
from parhelion.games import registry
from parhelion.refusals import Refused
from parhelion.server import game_warmup
from parhelion.server.game_warmup import GameWarmup
from tests.waiting import TIMEOUT, until_async


class Builds:
    """Stands in for the compiler: a game is ready when the test says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun: list[str] = []
        self.may_end = {name: threading.Event() for name in registry.names()}
        monkeypatch.setattr(bots, "prepare", self.prepare)
        monkeypatch.setattr(game_warmup, "usable_cores", lambda: 1)
        monkeypatch.setattr(game_warmup, "PATIENCE", 0.01)

    def prepare(self, name: str, tell: bots.Told) -> None:
        """Take a step, then wait."""
        self.begun.append(name)
        tell(1, 4)
        self.may_end[name].wait(TIMEOUT)


async def until_ready(warmup: GameWarmup, name: str) -> None:
    await asyncio.wait_for(warmup.wait_for(name), TIMEOUT)


def test_the_game_that_somebody_wants_is_next(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        builds, (first, second, *others) = Builds(monkeypatch), registry.names()
        wanted, warmup = others[-1], GameWarmup()
        with pytest.raises(Refused, match="prepared"):
            await warmup.demand(wanted)
        warmup.start()
        builds.may_end[wanted].set()
        await until_ready(warmup, wanted)
        await warmup.demand(wanted)
        builds.may_end[first].set()
        await until_ready(warmup, first)
        await until_async(lambda: bool(warmup.part_done(second)))
        assert builds.begun == [wanted, first, second]
        assert (warmup.part_done(wanted), warmup.part_done(second)) == (1.0, 0.25)
        assert not warmup.complete
        builds.may_end[second].set()

    asyncio.run(story())


def test_what_cannot_be_prepared_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_name: str, _tell: bots.Told) -> None:
        raise ParhelionError("no linker here")

    async def story() -> None:
        monkeypatch.setattr(bots, "prepare", fails)
        warmup = GameWarmup()
        warmup.start()
        for name in registry.names():
            with pytest.raises(ParhelionError, match="no linker here"):
                await until_ready(warmup, name)
            with pytest.raises(ParhelionError, match="no linker here"):
                await warmup.demand(name)

    asyncio.run(story())
