"""Pieces of a position that is set up: each lies in one place only."""

from collections.abc import Iterable, Sequence

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadPosition


class Pieces:
    """Pieces with names, of which those that are named first leave; alike ones in their order.

    BadPosition names the place of a piece that is not there, or not there any more.
    """

    def __init__(self, names: list[str], what: str) -> None:
        self.names, self.what = names, what
        self.left = list(range(len(names)))
        self.places: dict[str, str] = {}

    def take(self, name: str, where: str) -> int:
        """The number of a piece, which is placed now."""
        if name not in self.names:
            hint = did_you_mean(name, set(self.names))
            raise BadPosition(f"{where}: there is no {self.what} {name!r}{hint}")
        for number in self.left:
            if self.names[number] == name:
                self.left.remove(number)
                self.places[name] = where
                return number
        raise BadPosition(f"{where}: {self.what} {name} is at {self.places[name]} already")

    def take_all(self, names: Iterable[str], where: str) -> list[int]:
        """The numbers of the pieces of a list, which are placed now."""
        return [self.take(name, f"{where}[{i}]") for i, name in enumerate(names)]

    def rest(self, count: int) -> list[int]:
        """The next pieces, at most so many, which are placed now."""
        taken, self.left = self.left[:count], self.left[count:]
        for number in taken:
            self.places[self.names[number]] = "a place that was not named"
        return taken

    def names_left(self) -> list[str]:
        """What is not placed yet."""
        return [self.names[number] for number in self.left]


def check_length(listed: Sequence[object], where: str, most: int) -> None:
    """A list may not be too long."""
    if len(listed) > most:
        raise BadPosition(f"{where}: expected a list of at most {most}, found {len(listed)}")


def check_seat(seat: int, where: str, seats: int) -> None:
    """A seat has to be there."""
    if not 0 <= seat < seats:
        raise BadPosition(f"{where}: expected a number from 0 to {seats - 1}, found {seat}")
