"""What is seen of a match: whole scenes, pictures without words and choices, and words alone."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from parhelion.games import Game, Move, View, choice_catalogue, complete_scene
from parhelion.games.choice_catalogue import Offer, catalogue_of
from parhelion.scene import Layout, Scene, Section
from parhelion.words import Words

if TYPE_CHECKING:
    from parhelion.match import Match

KEPT_POSITIONS = 256
"""How many positions are kept as JSON: whoever looks at a table asks for the same ones."""


def scene(
    match: "Match",
    seat: int | None,
    lang: str,
    layout: Layout,
    choices: bool,
    reader: int | None = None,
) -> Scene:
    """The whole scene for a seat, with words and, if it is to move, with choices unless they are
    left out."""
    say, view = match.words(lang, reader), _view(match, seat)
    seen, offered, drawn = _seen(match, view, say, layout, choices, reader)
    sections = complete_scene.sections(match.game, view, say, lambda: drawn)
    whole = replace(seen, items=tuple(seen.items), sections=sections)
    if offered is None:
        return whole
    found = choice_catalogue.choices(offered, catalogue_of(match.game, view["seat"] or 0, lang))
    return replace(whole, choices=found, notes=_notes(match, view, say))


def picture(
    match: "Match",
    seat: int | None,
    lang: str,
    layout: Layout,
    choices: bool,
    reader: int | None = None,
) -> tuple[Scene, Offer | None]:
    """What a seat sees, without words and choices, and what it may choose from if it is to move.
    Much less work than a whole scene."""
    say, view = match.words(lang, reader), _view(match, seat)
    return _seen(match, view, say, layout, choices, reader)[:2]


def words(
    match: "Match", seat: int | None, lang: str, choices: bool, reader: int | None = None
) -> tuple[tuple[Section, ...], dict[str, str]]:
    """The table as text for a seat, and notes on its legal moves: what pictures leave out."""
    say, view = match.words(lang, reader), _view(match, seat)
    drawn = partial(match.game.drawing.scene, view, (), say, "wide")
    sections = complete_scene.sections(match.game, view, say, drawn)
    return sections, _notes(match, view, say) if _is_choosing(match, seat, choices) else {}


def _view(match: "Match", seat: int | None) -> View[Any]:
    """What a seat may know, with the parts of the position that everybody shares."""
    return match.view_of(seat, _position(match.game, match.known_to(seat)))


@lru_cache(KEPT_POSITIONS)
def _position(game: Game, known: bytes) -> Any:
    """What is known of a state as JSON. Seats that know the same share it, and change nothing."""
    return game.view.describe(np.frombuffer(bytearray(known), dtype=game.dtype)[0])


def _is_choosing(match: "Match", seat: int | None, choices: bool) -> bool:
    return choices and seat is not None and seat == match.turn


def _seen(
    match: "Match",
    view: View[Any],
    say: Words,
    layout: Layout,
    choices: bool,
    reader: int | None,
) -> tuple[Scene, Offer | None, Scene]:
    """What is seen, what is offered, and the scene as the game draws it.

    While the game lasts, the drawing and the log name all players, also the reader: their parts are
    cached, and all viewers share them.
    """
    game, mine = match.game, _is_choosing(match, view["seat"], choices)
    legal: Sequence[Move] = match.moves() if mine else ()
    shared = say if match.turn is None else match.words(say.lang)
    drawn = game.drawing.scene(view, legal, shared, layout)
    log = match.log.entries(view, shared)
    sentence = partial(match.status, say.lang, reader)
    seen = complete_scene.picture(drawn, view, log, sentence, say)
    if not mine:
        return seen, None, drawn
    actions = np.frombuffer(match.actions(), dtype=np.int32)
    return seen, choice_catalogue.offer(game, view, actions, drawn, say), drawn


def _notes(match: "Match", view: View[Any], say: Words) -> dict[str, str]:
    """What the legal moves of the seat to move would bring, in words."""
    certain = match.certain(match.actions())
    return complete_scene.notes(match.game, match.hidden(match.turn), view, certain, say)
