"""The names under which a server may be asked. A page of another site whose name is made to lead to
this machine (DNS rebinding) asks under its own name, and is refused."""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from parhelion.server.addresses import is_loopback

PRIVATE_ENDINGS = (".local", ".lan", ".home", ".internal", ".localdomain", ".home.arpa")
"""Names that only a network itself gives: no site of the internet can have one."""


@dataclass(frozen=True)
class KnownHosts:
    """The names of a server. Numeric addresses are always among them: whoever can make a browser
    send one has not changed the meaning of a name."""

    names: frozenset[str]
    """As given, in lower case."""
    in_network: bool
    """Whether other machines of the network may use the names that the network gives."""

    def include(self, host: str) -> bool:
        """Whether a request with this `Host` is for us. Only programs send none."""
        name = hostname(host)
        if not name:
            return not host
        if name in self.names or is_loopback(name) or _is_numeric(name):
            return True
        return self.in_network and ("." not in name or name.endswith(PRIVATE_ENDINGS))


def known_hosts(given: tuple[str, ...], bound: str) -> KnownHosts:
    """The names of a server that listens on an address: those given, and its machine's own."""
    own = () if is_loopback(bound) else (socket.gethostname(), bound)
    names = frozenset(hostname(name) for name in (*given, *own))
    return KnownHosts(names, not is_loopback(bound))


def hostname(host: str) -> str:
    """A `Host` without its port; empty if it is none."""
    try:
        parts = urlsplit(f"//{host}")
        return "" if parts.username is not None else (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""


def _is_numeric(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True
