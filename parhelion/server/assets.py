"""The games' drawings and style sheets, served for ever; the client's words; QR codes."""

import hashlib
import io

import segno
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from parhelion.games import Game, registry
from parhelion.server.schemas import Lang
from parhelion.words import SHARED, catalogue

FOR_EVER = "public, max-age=31536000, immutable"
NO_STORE = "no-store"
"""What caches are told about answers that depend on who asks, or on the moment."""

MEDIA_TYPES = {"symbols.svg": "image/svg+xml", "theme.css": "text/css"}


async def game_asset(request: Request) -> Response:
    """The drawings or the style sheet of a game; kept for ever, as other content has another
    address."""
    game, name = request.path_params["game"], request.path_params["name"]
    if name not in MEDIA_TYPES or game not in registry.names():
        raise HTTPException(404)
    content = _content(game, name)
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{_digest(content)}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(content, media_type=MEDIA_TYPES[name], headers=headers)


def address(game: Game, name: str) -> str:
    """The address of one of a game's files; it changes with the content."""
    return f"/art/{game.name}/{name}?v={_digest(_content(game.name, name))}"


def _digest(content: str) -> str:
    return hashlib.sha256(content.encode()).hexdigest()[:12]


def _content(game: str, name: str) -> str:
    loaded = registry.load(game)
    return loaded.symbols if name == "symbols.svg" else loaded.theme


def texts(lang: Lang) -> dict[str, str | list[str]]:
    """The shared sentences in a language, by the English sentence."""
    said = catalogue(SHARED, lang)
    return {key: list(text) if isinstance(text, tuple) else text for key, text in said.items()}


def qr_code(text: str) -> bytes:
    """A QR code as SVG, dark on light in every theme."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=3, dark="#0b1026", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue()
