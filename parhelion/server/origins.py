"""Where requests come from: other pages must not act with the cookie of their visitors."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection

OWN = ("same-origin", "none")
"""What browsers call requests of our own pages, and of people who typed the address."""


def is_own_origin(connection: HTTPConnection) -> bool:
    """Whether a request comes from a page of ours, or from a program, which sends no origin."""
    if connection.headers.get("sec-fetch-site", "none") not in OWN:
        return False
    origin = connection.headers.get("origin")
    if origin is None:
        return True
    scheme, host, *_ = urlsplit(origin)
    if is_secure(connection) and scheme != "https":  # whoever is on the way may have written it
        return False
    return host == connection.headers.get("host")


def is_secure(connection: HTTPConnection) -> bool:
    """Whether a request came over TLS, to this server or to a proxy that is believed."""
    return connection.url.scheme in ("https", "wss")
