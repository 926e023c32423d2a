"""The choices of a position, put together from the catalogue of a game and what is particular to
the position.

An action means the same in every position, so most games can say once and for all what picking it
looks like. A browser fetches that catalogue once; a position then tells only which actions are
legal, and which items play the *roles* that paths of the catalogue name. A path may be a *second
way*, for a pick that leads to no other legal choice. Whatever a game leaves out
of its catalogue is told with every position. A game that has no catalogue leaves out everything.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import Any, NamedTuple, cast

import numpy as np

from parhelion.games.game import Game, Part
from parhelion.scene import Choice, Scene
from parhelion.words import Words

Roles = Mapping[str, Sequence[str]]
"""The items that play each role, by its name."""
SECOND_WAY = "?"
"""How the last id of a path begins that is open only where no other legal choice has this path."""


def second_way(*path: str) -> tuple[str, ...]:
    """A path that is open only where no other legal choice has it."""
    return *path[:-1], SECOND_WAY + path[-1]


class CataloguedChoice(NamedTuple):
    """What an action looks like wherever it is legal."""

    action: int
    choice: Choice
    """Its path may name roles, ids that begin with @, and may be a second way."""


class Catalogue:
    """What choices of a seat look like in every position, in the order in which they are shown."""

    def __init__(self, choices: Sequence[CataloguedChoice], actions: int) -> None:
        self.choices = choices
        self.has = np.zeros(actions, dtype=np.bool_)
        """For every action whether it is in the catalogue."""
        self.has[[each.action for each in choices]] = True
        self.has_all = bool(self.has.all())
        self._filled: dict[tuple[int, tuple[str, ...]], Choice] = {}
        """By place and path: a choice that comes again is the same object."""

    def legal(self, actions: Any, roles: Roles) -> Iterator[Choice]:
        """The choices for some actions, once for each way to give items to the roles."""
        for place, open_path in self._open_paths(set(actions.tolist())):
            for path in product(*(roles.get(id, (id,)) for id in open_path)):
                yield self._with_path(place, path)

    def _open_paths(self, legal: set[int]) -> Iterator[tuple[int, tuple[str, ...]]]:
        """The places of legal choices with their paths; second ways only where they are needed."""
        known = [
            (place, choice.path)
            for place, (action, choice) in enumerate(self.choices)
            if action in legal
        ]
        direct = {path for _, path in known}
        for place, path in known:
            if not path or not path[-1].startswith(SECOND_WAY):
                yield place, path
                continue
            way = *path[:-1], path[-1].removeprefix(SECOND_WAY)
            if way not in direct:
                yield place, way

    def _with_path(self, place: int, path: tuple[str, ...]) -> Choice:
        filled = self._filled.get((place, path))
        if filled is None:
            choice = self.choices[place].choice
            filled = Choice(choice.move, path, choice.ghosts, choice.label)
            self._filled[place, path] = filled
        return filled


class Offer(NamedTuple):
    """The choices of a position, for somebody who has the catalogue."""

    actions: Any
    """The legal actions of the catalogue, as an ascending array."""
    roles: Roles
    particular: tuple[Choice, ...]
    """The choices that are not in the catalogue."""


@cache
def catalogue_of(game: Game, seat: int, lang: str) -> Catalogue:
    """The catalogue of a seat in a language; empty if the game has none."""
    made = game.drawing.catalogue(game.all_moves, seat, game.words(lang))
    return Catalogue([CataloguedChoice(*each) for each in made], game.actions)


def offer(game: Game, view: Any, actions: Any, drawn: Scene, say: Words) -> Offer:
    """The choices of the viewer, who is to move; `actions` are the legal ones as an array."""
    catalogue = catalogue_of(game, view["seat"], say.lang)
    if catalogue.has_all:
        return Offer(actions, game.drawing.roles(view), ())
    known = catalogue.has[actions]
    roles = game.drawing.roles(view) if known.any() else {}
    if known.all():
        return Offer(actions, roles, ())
    return Offer(actions[known], roles, tuple(_particular(game, view, actions[~known], drawn, say)))


def _particular(game: Game, view: Any, actions: Any, drawn: Scene, say: Words) -> Sequence[Choice]:
    """The choices for some actions that are not in the catalogue."""
    if not cast(Part, game.drawing).offers("choices"):
        return drawn.choices
    return game.drawing.choices(view, [game.all_moves[action] for action in actions], say)


def choices(offered: Offer, catalogue: Catalogue) -> tuple[Choice, ...]:
    """All choices of a position, as somebody without the catalogue needs them."""
    return *catalogue.legal(offered.actions, offered.roles), *offered.particular
