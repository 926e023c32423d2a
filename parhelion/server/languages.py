"""The language of an answer: the one asked for, else the one that the browser prefers."""

from babel.core import negotiate_locale
from starlette.requests import HTTPConnection

from parhelion.words import LANGUAGES

DEFAULT = next(iter(LANGUAGES))


def language_of(connection: HTTPConnection) -> str:
    """The language of `?lang=`, if it is one of ours, else that of Accept-Language."""
    asked = connection.query_params.get("lang")
    if asked and asked in LANGUAGES:
        return asked
    return negotiated(connection.headers.get("accept-language", ""))


def negotiated(accept_language: str) -> str:
    """The best of our languages for an Accept-Language header; English if it names none."""
    weighted = [_weighted(part) for part in accept_language.split(",")]
    preferred = [tag for tag, weight in sorted(weighted, key=lambda each: -each[1]) if weight > 0]
    return negotiate_locale(preferred, LANGUAGES, sep="-") or DEFAULT


def _weighted(part: str) -> tuple[str, float]:
    """A tag of the header and its weight, 1 unless it says otherwise."""
    tag, _, weight = part.partition(";q=")
    try:
        return tag.strip().lower(), float(weight or 1)
    except ValueError:
        return tag.strip().lower(), 0
