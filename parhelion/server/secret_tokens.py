"""Random ids and secrets, and what is kept of a secret."""

import hashlib
import secrets


def new_id() -> str:
    """A short random id that fits into an address; 72 bits."""
    return secrets.token_urlsafe(9)


def new_token() -> str:
    """A secret by which somebody is known; 192 bits, so that nobody guesses it."""
    return secrets.token_urlsafe(24)


def digest(token: str) -> str:
    """All that is kept of such a secret. It is too long to be guessed, so that a plain hash will
    do; passwords need more (see `parhelion.server.passwords`)."""
    return hashlib.sha256(token.encode()).hexdigest()
