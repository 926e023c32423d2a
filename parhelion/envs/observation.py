"""What the environments observe of a game: where each part lies in an array, and how it is
written."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

import numpy as np

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadArray, BadOption
from parhelion.games import Game, registry
from parhelion.games.observations import ObservedPart
from parhelion.kernel import dispatch


@cache
def observation(game: str) -> "Observation":
    """What is observed of a game.

    >>> orion = observation("orion")
    >>> orion.size, [part.name for part in orion.parts.values()][:3]
    (514, ['own_hexes', 'other_hexes', 'galaxies'])
    """
    return Observation(registry.load(game))


@dataclass(frozen=True, eq=False)
class Observation:
    """The layout of an observation, a flat array of int8, and how it is written.

    >>> import parhelion as ph
    >>> match = ph.new("orion", seed=7, setup="symmetric-1")
    >>> seen = observation("orion").of(match, seat=0)
    >>> observation("orion").part(seen, "own_tiles").tolist()
    [1, 1, 3, 3, 3, 3]
    """

    game: Game

    @cached_property
    def parts(self) -> Mapping[str, ObservedPart]:
        """The parts by name, in order."""
        return {part.name: part for part in self.game.observation}

    @cached_property
    def places(self) -> Mapping[str, slice]:
        """Where each part lies."""
        ends = np.cumsum([part.size for part in self.parts.values()]).tolist()
        begins = [0, *ends[:-1]]
        return {
            name: slice(begin, end)
            for name, begin, end in zip(self.parts, begins, ends, strict=True)
        }

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return sum(part.size for part in self.parts.values())

    @property
    def low(self) -> Any:
        """The least that each number can be."""
        return self._of_each([part.low for part in self.parts.values()])

    @property
    def high(self) -> Any:
        """The most that each number can be."""
        return self._of_each([part.high for part in self.parts.values()])

    def _of_each(self, bounds: list[int]) -> Any:
        return np.repeat(np.array(bounds, np.int8), [part.size for part in self.parts.values()])

    def part(self, observed: Any, name: str) -> Any:
        """A part of one or many observations, in its shape; a view, not a copy."""
        if name not in self.parts:
            hint = did_you_mean(name, self.parts)
            raise BadOption(f"{self.game.name} observes no {name!r}{hint}")
        if observed.shape[-1:] != (self.size,):
            raise BadArray(f"observations of {self.game.name} have {self.size} numbers each")
        part = observed[..., self.places[name]]
        return part.reshape(observed.shape[:-1] + self.parts[name].shape)

    def of(self, match: Any, seat: int) -> Any:
        """What a seat observes of a match."""
        out = np.zeros(self.size, dtype=np.int8)
        self.write(match.state, seat, out)
        return out

    def write(self, states: Any, seat: int, out: Any) -> None:
        """Write what a seat observes of the state states[0] into an array."""
        dispatch.observe(states[0], seat, out)
