"""Who looks at a table, in which language and window; and the secret by which they are known."""

from dataclasses import dataclass

from starlette.requests import HTTPConnection

from parhelion.scene import Layout
from parhelion.server.quotas import network_of
from parhelion.server.schemas import Lang
from parhelion.server.sessions import Session
from parhelion.server.store import Person
from parhelion.server.thinking_queue import Asker

COOKIE = "parhelion"


@dataclass(frozen=True)
class Viewer:
    """A person or an unknown spectator, their language and the shape of their window."""

    person: Person | None
    lang: Lang
    layout: Layout
    session: str = ""
    """The id of the session by which they are known."""
    address: str = ""
    """Where their requests come from, as far as the server knows."""

    @classmethod
    def of(cls, session: Session | None, lang: Lang, layout: Layout, address: str) -> "Viewer":
        """Who looks, by their session; None if they have none."""
        if session is None:
            return cls(None, lang, layout, address=address)
        return cls(session.person, lang, layout, session.id, address)

    @property
    def id(self) -> str:
        """The person's; empty for somebody unknown."""
        return self.person.id if self.person else ""

    @property
    def asker(self) -> Asker:
        """This viewer, a connected player, as the one a bot thinks for."""
        return Asker(self.id, network_of(self.address), seated=True)

    @property
    def known(self) -> Person:
        """The person, where an unknown viewer has been refused already."""
        assert self.person is not None  # noqa: S101
        return self.person


def address_of(connection: HTTPConnection) -> str:
    """Where a request or a WebSocket comes from; empty if that is not known."""
    return connection.client.host if connection.client else ""


def secret_of(connection: HTTPConnection) -> str | None:
    """The secret that comes with a request or a WebSocket, as a bearer token or as a cookie."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    bearer = token.strip() if scheme.lower() == "bearer" else ""
    return bearer or connection.cookies.get(COOKIE)
