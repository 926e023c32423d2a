"""Run the server: one process, one address."""

import asyncio
import contextlib
import errno
import gc
import socket
import threading
import webbrowser

import uvicorn
from alembic.util import CommandError
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError

from parhelion.errors import CannotServe
from parhelion.server.app import create_app
from parhelion.server.settings import Settings, default_database, url_of
from parhelion.server.sockets import QuickSockets
from parhelion.server.store import Store


class Server(uvicorn.Server):
    """A server that says where it is, and can open the browser, once it listens."""

    open_browser = False

    async def startup(self, sockets: list[object] | None = None) -> None:  # type: ignore[override]
        """Listen, then tell."""
        await super().startup(sockets)  # type: ignore[arg-type]
        if self.started:
            rarely_collect()
            address = f"http://{self.config.host}:{self._port()}/"
            print(f"Parhelion is at {address}", flush=True)
            if self.open_browser:
                threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()

    def _port(self) -> int:
        port: int = self.servers[0].sockets[0].getsockname()[1]
        return port


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    settings: Settings | None = None,
    open_browser: bool = False,
) -> None:
    """Serve until interrupted. Without a port the first free one from 8000 on is taken, for
    port 0 any; the address is printed."""
    chosen = free_port(host) if port is None else port
    if chosen and not is_free(host, chosen):
        raise CannotServe(f"port {chosen} of {host} is taken; choose another with --port")
    settings = settings or Settings()
    check_database(settings.database or default_database())
    server = Server(configured(create_app(settings), host, chosen))
    server.open_browser = open_browser
    with contextlib.suppress(KeyboardInterrupt):
        server.run()


def check_database(database: str) -> None:
    """Open a database once and bring it up to date; CannotServe says why it cannot be used."""

    async def try_it() -> None:
        store = Store(url_of(database))
        await store.open()
        await store.close()

    try:
        asyncio.run(try_it())
    except (OSError, ImportError, SQLAlchemyError, CommandError) as error:
        reason = getattr(error, "orig", None) or error
        raise CannotServe(f"cannot keep tables in {database}: {reason}") from error


def rarely_collect() -> None:
    """Scenes are many small objects without cycles: looking for garbage among them all the
    time would take an eighth of the server's work."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def free_port(host: str) -> int:
    """The first free port from 8000 on; any, if the first hundred are taken."""
    return next((port for port in range(8000, 8100) if is_free(host, port)), 0)


def is_free(host: str, port: int) -> bool:
    """Whether one could listen there; CannotServe if the host is not this machine."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as trial:
        trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            trial.bind((host, port))
        except OSError as error:
            if error.errno in (errno.EADDRINUSE, errno.EACCES):
                return False
            raise CannotServe(f"cannot listen on {host}: {error.strerror}") from error
    return True


def configured(app: FastAPI, host: str, port: int) -> uvicorn.Config:
    """How uvicorn runs an app of ours; nothing that anybody asks for is logged."""
    return uvicorn.Config(
        app,
        host=host,
        port=port,
        access_log=False,
        log_level="warning",
        ws=QuickSockets,
        ws_max_size=4096,  # nobody has much to say to us there
        timeout_keep_alive=75,
        timeout_graceful_shutdown=3,
    )
