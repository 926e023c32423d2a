"""The addresses of a server: for the person who started it, and for others on the network."""

import ipaddress
import socket
from urllib.parse import urlsplit

ELSEWHERE = ("192.0.2.1", 9)
"""An address of nobody (RFC 5737). Asking the system for the way there sends nothing."""


def own_address(host: str, listener: socket.socket, root_path: str = "") -> str:
    """The URL of a server for browsers on the same machine."""
    if _listens_everywhere(listener):
        host = "::1" if ":" in host else "127.0.0.1"
    return _url(host, listener, root_path)


def addresses_for_others(
    host: str, listener: socket.socket, root_path: str = ""
) -> tuple[str, ...]:
    """The URLs of a server for other machines; none if it listens to this one alone."""
    if _listens_everywhere(listener):
        found = _network_address()
        return (_url(found, listener, root_path),) if found else ()
    return () if is_loopback(listener.getsockname()[0]) else (_url(host, listener, root_path),)


def shared_address(asked: str, addresses: tuple[str, ...]) -> str:
    """The URL to share with others, given the one that somebody uses: that one, unless it leads to
    this machine only and there is a better one."""
    if addresses and is_loopback(urlsplit(asked).hostname or ""):
        return addresses[0]
    return asked


def is_loopback(host: str) -> bool:
    """Whether a host is the machine itself."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _listens_everywhere(listener: socket.socket) -> bool:
    return ipaddress.ip_address(listener.getsockname()[0]).is_unspecified


def _network_address() -> str:
    """The address of this machine in its network; empty if it is in none."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(ELSEWHERE)
        except OSError:
            return ""
        found = str(probe.getsockname()[0])
    return "" if is_loopback(found) else found


def _url(host: str, listener: socket.socket, root_path: str) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}:{listener.getsockname()[1]}{root_path}/"
