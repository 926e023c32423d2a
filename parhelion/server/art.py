"""Drawings, styles, words and QR codes: what a client shows beside scenes."""

import hashlib
import io
from functools import cache
from pathlib import Path

import segno
from fastapi import APIRouter, Request, Response

from parhelion import games
from parhelion.errors import UnknownGame
from parhelion.server.problems import Refused
from parhelion.server.schemas import Lang
from parhelion.words import SHARED, catalogue

FILES = {"symbols.svg": "image/svg+xml", "theme.css": "text/css"}
FOR_EVER = "public, max-age=31536000, immutable"

router = APIRouter(prefix="/art", include_in_schema=False)


def address(game: games.Game, name: str) -> str:
    """Where a file of a game's art is; another content has another address."""
    return f"/art/{game.info.name}/{name}?v={_digest(game.folder / name)}"


@cache
def _digest(file: Path) -> str:
    return hashlib.sha256(file.read_bytes()).hexdigest()[:12] if file.exists() else "none"


@router.get("/{game}/{name}")
async def get_art(request: Request, game: str, name: str) -> Response:
    """A file of a game's art."""
    try:
        file = games.load(game).folder / name
    except UnknownGame as error:
        raise Refused("game/unknown") from error
    if name not in FILES or not file.exists():
        raise Refused("unknown-path")
    headers = {"Cache-Control": FOR_EVER, "ETag": f'"{_digest(file)}"'}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers)
    return Response(file.read_bytes(), media_type=FILES[name], headers=headers)


def texts(lang: Lang) -> dict[str, str | list[str]]:
    """The shared words in a language, by the English sentence."""
    said = catalogue(SHARED, lang)
    return {key: list(text) if isinstance(text, tuple) else text for key, text in said.items()}


def qr_code(text: str) -> bytes:
    """A QR code as SVG, dark on light whatever the theme."""
    out = io.BytesIO()
    code = segno.make(text, error="m", micro=False)
    code.save(out, kind="svg", border=3, dark="#0b1026", light="#fff", xmldecl=False, omitsize=True)
    return out.getvalue()
