"""What a session is called in a list of sessions: the browser and the system, as far as a
User-Agent tells them. Nothing depends on it being right."""

from typing import NamedTuple

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "FxiOS/": "Firefox",
    "Firefox/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""Names by what a User-Agent holds. The order counts: most of them claim to be Chrome and Safari,
too."""
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "CrOS": "ChromeOS",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "Linux": "Linux",
}


class Device(NamedTuple):
    """A browser and the system it runs on; empty if they are not known."""

    browser: str
    system: str


def device_of(user_agent: str) -> Device:
    """What a User-Agent tells."""
    return Device(_first_named(BROWSERS, user_agent), _first_named(SYSTEMS, user_agent))


def _first_named(names: dict[str, str], text: str) -> str:
    return next((name for sign, name in names.items() if sign in text), "")
