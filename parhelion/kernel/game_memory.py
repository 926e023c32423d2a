"""The memory of a game in progress, which Python and the game's library share.

Playing a move has to be quick, so nothing is handed over for it: record, legal actions and turn
stay where they are as long as the game lives, and so do the words of `play.advance` that tell the
library where. A call writes the action into its word and reads what the library has left there.
`play.start` and `play.survey` take the first of the same words.
"""

from array import array
from collections.abc import Callable
from functools import cached_property, partial
from typing import Any

import numpy as np

from parhelion.kernel import arguments, library, play
from parhelion.kernel.rng import RNG

ADVANCED, ACTION, SEAT, COUNT = 0, 7, 8, 9
"""Which word holds what: what `play.advance` returned; the action to play; the seat to decide, -1
when the game is over; how many actions are legal."""
_RECORD, _LEGAL, _LENGTH, _TURN = 1, 3, 4, 5
"""Words with addresses, and how long the list of legal actions can be."""


class GameMemory:
    """The record of a game, what is legal in it and whose turn it is."""

    def __init__(self, dtype: Any, record: "array[int]", legal: "array[int]") -> None:
        self._dtype = dtype
        begin = dtype.fields["rng"][1]
        self._generator = slice(begin, begin + RNG.itemsize)
        self.record = record
        """The bytes of the record."""
        self.legal = legal
        """The legal actions, ascending, and anything behind them."""
        self.words = array("q", (0, 0, 1, 0, 0, 0, 2, 0, -1, 0))
        """The words of `play.advance` (see `arguments`), and behind them the turn."""
        self._bind()

    def _bind(self) -> None:
        """Write down where everything is."""
        words = self.words
        words[_RECORD] = self.record.buffer_info()[0]
        words[_LEGAL], words[_LENGTH] = self.legal.buffer_info()
        address = words.buffer_info()[0]
        words[_TURN] = address + SEAT * words.itemsize
        self._pointer = library.pointer(address)
        self.advance = self._bound(play.advance)
        """Play the action in its word if it is legal, and list what is legal next."""

    def copy(self) -> "GameMemory":
        """The same game somewhere else."""
        twin = object.__new__(GameMemory)
        twin._dtype, twin._generator = self._dtype, self._generator
        twin.record, twin.legal, twin.words = self.record[:], self.legal[:], self.words[:]
        twin._bind()
        return twin

    @cached_property
    def states(self) -> Any:
        """The record as an array of one state."""
        return np.frombuffer(self.record, dtype=self._dtype)

    def write(self, record: bytes) -> None:
        """Replace the record; what is legal in it is not listed yet."""
        self.record[:] = array("B", record)

    def seed(self, generator: bytes) -> None:
        """Put a generator into the record."""
        self.record[self._generator] = array("B", generator)

    def deal(self) -> None:
        """Deal a game from the options and the generator in the record."""
        self._bound(play.start)()

    def survey(self) -> None:
        """List what is legal in the record."""
        self._bound(play.survey)()

    def _bound(self, entry: Callable[..., Any]) -> Callable[[], None]:
        """An entry point that takes these words, or the first of them."""
        function = library.quick_function(entry, self._dtype)
        if function:
            return partial(function, self._pointer)
        return partial(self._run, getattr(entry, "py_func", entry))

    def _run(self, plain: Callable[..., Any]) -> None:
        """Do in plain Python what a library would do."""
        legal, words = np.frombuffer(self.legal, np.int32), np.frombuffer(self.words, np.int64)
        given = self.states, legal, words[SEAT:], self.words[ACTION]
        self.words[ADVANCED] = plain(*given[: len(arguments.kinds(plain)[0])]) or 0
