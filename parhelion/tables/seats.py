"""Seats at a table."""

from dataclasses import dataclass

from parhelion import bots
from parhelion.games import Json
from parhelion.refusals import Refused


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: open, reserved for a person, or played by a person, a bot, or a bot for a person."""

    person: str | None = None
    """The id of its player, also while a bot plays for them."""
    owner: str | None = None
    """If the player is a program: the id of its owner, empty for one of the host. Else None."""
    level: int | None = None
    """The level of the bot that plays here."""
    text: str | None = None
    """The player's contribution to the shuffle; None until they have joined."""

    @property
    def is_open(self) -> bool:
        """True if anybody may join."""
        return self.person is None and self.level is None

    @property
    def is_reserved(self) -> bool:
        """True if the seat is kept for a person who has not joined yet."""
        return self.person is not None and self.text is None

    @property
    def is_program(self) -> bool:
        """True if the player is a program."""
        return self.owner is not None

    def json(self) -> Json:
        """Return the seat as JSON, without what is None."""
        values = {"person": self.person, "owner": self.owner, "level": self.level}
        values["text"] = self.text
        return {name: value for name, value in values.items() if value is not None}


Seats = tuple[Seat, ...]


def all_joined(seats: Seats) -> bool:
    """Return True if the game can start."""
    return not any(seat.is_open or seat.is_reserved for seat in seats)


def seats_of(seats: Seats, person: str | None) -> frozenset[int]:
    """Return the seats of a person."""
    if person is None:
        return frozenset()
    return frozenset(number for number, seat in enumerate(seats) if seat.person == person)


def with_seat(seats: Seats, number: int, seat: Seat) -> Seats:
    """Return the seats with one of them replaced."""
    return (*seats[:number], seat, *seats[number + 1 :])


def rotated(seats: Seats, players: int) -> Seats:
    """Return the seats of a rematch: the first `players` move on by one, the others stay."""
    return (*seats[players - 1 : players], *seats[: players - 1], *seats[players:])


def middle_level(game: str) -> int:
    """Return the level of a bot that nobody chose."""
    levels = sorted(bots.levels(game))
    return levels[len(levels) // 2]


def checked_level(game: str, level: int | None) -> int:
    """Return a level of the game's bots; None means the middle one. Raises Refused if unknown."""
    if level is None:
        return middle_level(game)
    if level not in bots.levels(game):
        raise Refused("bot/unknown")
    return level
