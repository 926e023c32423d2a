"""Runs the server: one process that listens on one address."""

import asyncio
import contextlib
import errno
import gc
import os
import socket
import threading
import webbrowser
from dataclasses import replace
from functools import partial
from importlib.metadata import version
from typing import Any, cast

import uvicorn
from alembic.util import CommandError
from fastapi import FastAPI
from sqlalchemy.exc import SQLAlchemyError
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from parhelion.errors import CannotServe
from parhelion.server import logs, metrics
from parhelion.server.addresses import addresses_for_others, own_address
from parhelion.server.app import create_app
from parhelion.server.connection_room import ConnectionRoom, most_connections, raise_file_limit
from parhelion.server.database_lock import DatabaseLock
from parhelion.server.host_bots import HostBots
from parhelion.server.hosts import known_hosts
from parhelion.server.http_protocol import PatientProtocol, limit_output
from parhelion.server.lobby import Lobby
from parhelion.server.metrics import Load
from parhelion.server.settings import Settings, database_url, default_database, shown
from parhelion.server.store import Store, is_postgres
from parhelion.server.websocket_protocol import FastProtocol

FIRST_PORT, LAST_PORT = 8000, 8099
"""The ports that are tried when none is given; after them the system chooses one."""
BACKLOG = 2048


class Server(uvicorn.Server):
    """A server that prints its addresses, and can open the browser, once it answers."""

    def __init__(
        self, app: FastAPI, settings: Settings, addresses: tuple[str, ...], open_browser: bool
    ) -> None:
        super().__init__(configured(app, settings))
        self._bots: HostBots | None = None
        self._app, self._addresses, self._open_browser = app, addresses, open_browser
        self._log_format = settings.hosting.log_format

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start answering, then say so."""
        await super().startup(sockets)
        if self.started:
            collect_garbage_rarely()
            self._bots = HostBots(self._app.state.lobby, self._addresses[0])
            self._bots.start()
            self._announce()
            if self._open_browser:
                threading.Thread(
                    target=webbrowser.open, args=(self._addresses[0],), daemon=True
                ).start()

    def _announce(self) -> None:
        nodes = self._app.state.lobby.nodes
        facts = {"node": nodes.me} if nodes else {}
        logs.event("serving", version=version("parhelion"), addresses=self._addresses, **facts)
        if self._log_format == "json":  # a program reads every line
            return
        address, *for_others = self._addresses
        print(f"Parhelion is at {address}", flush=True)
        for each in for_others:
            print(f"Others on your network find it at {each}", flush=True)
        if nodes:
            print(f"It is node {nodes.me} of its database", flush=True)

    def load(self) -> Load:
        """What there is to do at the moment."""
        lobby: Lobby | None = getattr(self._app.state, "lobby", None)
        return lobby.load() if lobby else Load()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Tell whoever watches, hand over what goes on by itself, then finish what people have
        asked for."""
        self._app.state.health.stop()
        logs.event("stopping")
        if self._bots:
            await self._bots.stop()
        await self._app.state.lobby.hand_over()
        await super().shutdown(sockets)
        logs.write_repeats()


def serve(
    host: str = "127.0.0.1",
    port: int | None = None,
    settings: Settings | None = None,
    open_browser: bool = False,
) -> None:
    """Serve until interrupted, and print the address. Without a port the first free one from 8000
    on is taken; for port 0 the system chooses."""
    settings = settings or Settings()
    raise_file_limit()
    hosting, database = settings.hosting, settings.database or default_database()
    logs.configure(hosting.log_format, hosting.log_level)
    with (
        listening_socket(host, port) as listener,
        checked_database(database),
        contextlib.suppress(KeyboardInterrupt),
    ):
        settings = replace(
            settings,
            addresses=addresses_for_others(host, listener, hosting.root_path),
            hosts=known_hosts(hosting.public_hosts, host),
        )
        addresses = (own_address(host, listener, hosting.root_path), *settings.addresses)
        server = Server(create_app(settings), settings, addresses, open_browser)
        with metrics.serving(hosting.metrics_host, hosting.metrics_port, server.load):
            server.run([listener])


def listening_socket(host: str, port: int | None) -> socket.socket:
    """A socket that listens already, so that nobody else can take its port; CannotServe says why
    there is none."""
    if port is not None:
        return _listen(host, port)
    for each in range(FIRST_PORT, LAST_PORT + 1):
        with contextlib.suppress(PortTaken):
            return _listen(host, each)
    return _listen(host, 0)


class PortTaken(CannotServe):
    """Another program listens on a port, or this one may not."""


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=BACKLOG)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            why = f"port {port} of {host} is taken; choose another with --port"
            raise PortTaken(why) from error
        if error.errno == errno.EACCES:
            why = f"port {port} of {host} is not allowed; choose another with --port"
            raise PortTaken(why) from error
        raise CannotServe(f"cannot listen on {host}: {_reason(error)}") from error
    limit_output(listener)
    return listener


def _reason(error: OSError) -> str:
    """What went wrong, without what Python adds to it. Errors of name lookup are negative."""
    number = error.errno or 0
    return os.strerror(number) if number > 0 else str(error.strerror)


def checked_database(database: str) -> contextlib.ExitStack:
    """Open a database once and bring it up to date; CannotServe says why it cannot be used. As
    long as what is returned is not closed, no other process can use it if it is for one."""

    async def try_it(store: Store) -> None:
        await store.open()
        await store.close()

    try:
        url = database_url(database)
        with contextlib.ExitStack() as held:
            if not is_postgres(url):
                held.enter_context(DatabaseLock(str(url.database)))
            asyncio.run(try_it(Store(url)))
            return held.pop_all()
    except (OSError, SQLAlchemyError, CommandError) as error:
        reason = getattr(error, "orig", None) or error
        raise CannotServe(f"cannot keep tables in {shown(database)}: {reason}") from error


def collect_garbage_rarely() -> None:
    """Look for garbage less often: scenes are many small objects without cycles, and looking
    through them all the time would take an eighth of the server's work."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def connection_room(app: FastAPI, settings: Settings) -> ConnectionRoom:
    """Return the room for HTTP connections. Trusted proxies carry those of many people."""
    trusting = ProxyHeadersMiddleware(cast(Any, app), settings.hosting.forwarded_allow_ips)
    proxies = trusting.trusted_hosts
    limit = settings.limits.address_sockets
    return ConnectionRoom(limit, most_connections(), proxies.__contains__)


def configured(app: FastAPI, settings: Settings) -> uvicorn.Config:
    """The configuration of uvicorn for an app of ours, which logs requests itself. Proxies at the
    addresses given, and nobody else, are believed who asks and whether it was over TLS."""
    proxies = settings.hosting.forwarded_allow_ips
    http = partial(PatientProtocol, room=connection_room(app, settings))
    live = partial(FastProtocol, limits=settings.limits, turns=app.state.turns)
    return uvicorn.Config(
        app,
        access_log=False,
        server_header=False,
        log_config=None,
        log_level="warning",  # below that it logs addresses with all that is in them
        proxy_headers=bool(proxies),
        forwarded_allow_ips=proxies,
        http=cast(type[asyncio.Protocol], http),
        ws=cast(type[asyncio.Protocol], live),
        ws_max_size=4096,  # clients send nothing but small commands there
        timeout_keep_alive=75,
        timeout_graceful_shutdown=3,
    )
