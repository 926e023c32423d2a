"""Names at a table: of its players, of their programs, and in the sentence of the end."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from parhelion import bots
from parhelion.games import Game
from parhelion.tables.seats import Seat, Seats, middle_level
from parhelion.words import Words, mark, told_apart

LEFT = mark("Somebody who left")
"""The name of a deleted person."""
BOT_LEFT = mark("A bot that left")
"""The name of a program whose owner ended it."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What everybody may know of a person."""

    name: str
    """Empty if the person was deleted."""
    owner_name: str = ""
    """The name of a program's owner; empty for one of the host."""


People = Mapping[str, Profile]
"""Profiles by the ids of their people."""
UNKNOWN = Profile("")


def player_names(
    game: Game, options: Mapping[str, str], seats: Seats, people: People, say: Words
) -> list[str]:
    """Return the names of all players; empty for open seats.

    Seats that the rules play have the name that the game gives them. So has each seat of a person
    who plays several. Names that are alike get their seats behind them.
    """
    titles, names = game.seats_for(options), []
    for number, title in enumerate(titles):
        if title in game.info.rivals or _is_shared(seats[number], seats):
            names.append(say(title))
        else:
            names.append(_player_name(game, number, seats, people, say))
    return told_apart(names, [say(title) for title in titles])


def person_name(seat: Seat, people: People, say: Words) -> str:
    """Return the name of a seat's person, also of a deleted one."""
    profile = people.get(seat.person or "", UNKNOWN)
    return profile.name or say(BOT_LEFT if seat.is_program else LEFT)


def _player_name(game: Game, number: int, seats: Seats, people: People, say: Words) -> str:
    seat = seats[number]
    if seat.person:
        return person_name(seat, people, say)
    if seat.level is None:
        return ""
    before = [each.level for each in seats[:number] if each.person is None]
    return bot_name(game.info.name, seat.level, before.count(seat.level), say)


def _is_shared(seat: Seat, seats: Seats) -> bool:
    """Return True if the seat's person plays several seats: people share a device."""
    return seat.person is not None and sum(each.person == seat.person for each in seats) > 1


def bot_name(game: str, level: int, number: int, say: Words) -> str:
    """Return the name of a bot that has `number` bots of its level before it.

    A level that no longer exists has the name of the middle one.
    """
    levels = bots.levels(game)
    return say(levels.get(level, levels[middle_level(game)]).name_of(number))


def ending_sentence(
    names: Sequence[str],
    ended: str | None,
    winners: list[int],
    say: Words,
    reader: int | None = None,
) -> str:
    """Return how a game ended, by the names of all its players. `reader` is the seat of "you"."""
    won = ", ".join(names[seat] for seat in winners)
    if len(winners) > 1:
        return say("{names} share the victory.", names=won)
    is_mine = winners == [reader]
    if ended == "time":
        return say("You win on time.") if is_mine else say("{name} wins on time.", name=won)
    if ended == "resigned":
        if is_mine:
            return say("You win by resignation.")
        return say("{name} wins by resignation.", name=won)
    return say("You win.") if is_mine else say("{name} wins.", name=won)


def sender_of(person: str) -> str:
    """Return the public mark of a chat writer.

    It is the same at every table, so that people can be muted, and does not reveal the id.
    """
    return hashlib.sha256(f"sender {person}".encode()).hexdigest()[:16]
