"""Bots of the host: each runs in a process of its own beside the server and plays over the same
interface as the bots of people, so that whatever it does, the server answers."""

import asyncio
import logging
import os
import sys
from collections.abc import Iterable

from pydantic import TypeAdapter, ValidationError

from parhelion.bots import load_own_bot
from parhelion.errors import CannotServe
from parhelion.remote_bot import PARENT, TOKEN
from parhelion.server.lobby import Lobby
from parhelion.server.reserved_names import is_name_of_bot
from parhelion.server.schemas import Name
from parhelion.server.settings import HostBot

LOG = logging.getLogger("parhelion")
FIRST_RETRY, LAST_RETRY = 1.0, 60.0
"""Seconds after which a bot that ended is started again: longer each time."""
ENDING_SECONDS = 2.0


def host_bots(specs: Iterable[str]) -> tuple[HostBot, ...]:
    """The bots that a host names on the command line; an error says what is wrong with one."""
    found: list[HostBot] = []
    for spec in specs:
        name = _checked_name(spec, load_own_bot(spec).name)
        if is_name_of_bot(name, [each.name for each in found]):
            raise CannotServe(f"bot {spec!r}: a bot is called {name!r} already")
        found.append(HostBot(spec, name))
    return tuple(found)


def _checked_name(spec: str, name: str) -> str:
    try:
        checked: str = TypeAdapter(Name).validate_python(name)
    except ValidationError:
        why = "its name needs 1 to 24 letters that people can read"
        raise CannotServe(f"bot {spec!r}: {why}, not {name!r}") from None
    return checked


class HostBots:
    """The processes of the host's bots, as long as the server runs."""

    def __init__(self, lobby: Lobby, address: str) -> None:
        """`address` is where this machine finds the server."""
        self._lobby, self._address = lobby, address
        self._tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        """Start them all."""
        self._tasks = [asyncio.create_task(self._keep(bot)) for bot in self._lobby.settings.bots]

    async def stop(self) -> None:
        """End them all."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _keep(self, bot: HostBot) -> None:
        """Let a bot run, and start it again if it ends."""
        retry = FIRST_RETRY
        while True:
            try:
                await self._run(bot, await self._lobby.own_bots.token_for_host(bot))
                LOG.warning("the bot %s has ended; it is started again", bot.name)
            except Exception:  # the database is away, say
                LOG.exception("the bot %s cannot be started now", bot.name)
            await asyncio.sleep(retry)
            retry = min(2 * retry, LAST_RETRY)

    async def _run(self, bot: HostBot, token: str) -> None:
        """Run the process of a bot until it ends; what it prints is logged."""
        command = [sys.executable, "-m", "parhelion", "bot", bot.spec, "--server", self._address]
        told = {TOKEN: token, PARENT: str(os.getpid())}
        process = await asyncio.create_subprocess_exec(
            *command,
            env=os.environ | told,
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
            start_new_session=True,  # Ctrl-C is for us: we end it
        )
        assert process.stdout is not None  # noqa: S101
        try:
            async for line in process.stdout:
                LOG.warning("bot %s: %s", bot.name, line.decode(errors="replace").strip())
            await process.wait()
        finally:
            await _end(process)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.returncode is None:
        process.terminate()
        try:
            async with asyncio.timeout(ENDING_SECONDS):
                await process.wait()
        except TimeoutError:
            process.kill()
