"""An edition laid out for people to read."""

from collections import Counter
from collections.abc import Iterable, Sequence

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from parhelion.games.solenia.editions.edition_file import checksum
from parhelion.games.solenia.editions.edition_parts import (
    RESOURCES,
    Bonus,
    Delivery,
    Difficulties,
    Edition,
    EvenStart,
    Powers,
)
from parhelion.games.solenia.kernels.constants import SLOTS
from parhelion.words import ENGLISH, Words


def listing(edition: Edition, say: Words = ENGLISH) -> RenderableType:
    """Everything that an edition prints."""
    title = f"{edition.title} ({edition.name}) · {checksum(edition)}"
    letters = say("W wood, H wheat, S stone, A water; D day city, N night city")
    return Group(
        Text(title, style="bold"),
        Text(letters),
        _strips(edition, say),
        _cards(edition, say),
        _deliveries(edition, say),
        _boards(edition, say),
        _upgrades(edition, say),
        _others(edition, say),
    )


def _grid(title: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    grid = Table(title=title, title_justify="left")
    for head in heads:
        grid.add_column(head)
    for row in rows:
        grid.add_row(*map(Text, row))
    return grid


def _strips(edition: Edition, say: Words) -> Table:
    rows = zip(("A", "B", "C", "D", say("dawn/dusk")), edition.strips.faces, strict=True)
    return _grid(
        say("Strips"),
        (say("strip"), say("day or dawn"), say("night or dusk")),
        ((name, *map(" ".join, faces)) for name, faces in rows),
    )


def _cards(edition: Edition, say: Words) -> Table:
    """Equal cards are one line."""
    cards = Counter((card.value, card.power) for card in edition.cards.deck)
    return _grid(
        say("Airship cards"),
        (say("value"), say("cards"), say("power when expelled")),
        ((str(value), str(n), _power(power, say)) for (value, power), n in cards.items()),
    )


def _power(power: str, say: Words) -> str:
    if power[0] == "x":
        return say("{n} of what the space produces, stars on a city", n=power[1])
    if power[0] == "*":
        return say("1 star if the space produces {letter}", letter=power[1])
    return " + ".join(power)


def _deliveries(edition: Edition, say: Words) -> Table:
    kinds = (edition.deliveries.day, edition.deliveries.night)
    worths = sorted({tile.stars for tiles in kinds for tile in tiles})
    return _grid(
        say("Delivery tiles"),
        (say("stars"), say("day"), say("night")),
        ((str(stars), *(_costs(tiles, stars) for tiles in kinds)) for stars in worths),
    )


def _costs(tiles: Iterable[Delivery], stars: int) -> str:
    return " ".join(tile.cost for tile in tiles if tile.stars == stars)


def _boards(edition: Edition, say: Words) -> Table:
    summer, winter = edition.summer, edition.winter
    names = [
        *(say("summer {slot}", slot=number) for number in range(1, 7)),
        *(say("winter {slot}", slot=slot) for slot in SLOTS),
    ]
    day = (*summer.day, *winter.day.slots)
    night = (*summer.night, *winter.night.slots)
    return _grid(
        say("Slots of the boards"),
        (say("slot"), say("day"), say("night")),
        (
            (name, _bonus(above, say), _bonus(below, say))
            for name, above, below in zip(names, day, night, strict=True)
        ),
    )


def _bonus(bonus: Bonus, say: Words) -> str:
    """A bonus in a few words, its parts in the order in which they come."""
    parts = []
    if bonus.capacity:
        parts.append(say("capacity +{n}", n=bonus.capacity))
    if bonus.gain:
        parts.append(" + ".join(bonus.gain))
    if bonus.choose:
        among = say("any") if bonus.among == RESOURCES else "/".join(bonus.among)
        parts.append(f"{bonus.choose} {among}")
    if bonus.stars:
        parts.append(say.plural("{n} star", "{n} stars", bonus.stars))
    if bonus.stars_per_tile:
        parts.append(say.plural("{n} star a tile", "{n} stars a tile", bonus.stars_per_tile))
    return ", ".join(parts) or "–"


def _upgrades(edition: Edition, say: Words) -> Table:
    tiles = edition.upgrades
    return _grid(
        say("Upgrade tiles"),
        (say("level 1"), say("level 3, day"), say("level 3, night")),
        (
            [_upgrade(power, edition.powers) for power in line]
            for line in zip(tiles.level_1, tiles.day, tiles.night, strict=True)
        ),
    )


def _upgrade(power: str, powers: Powers) -> str:
    """A power with its numbers, as the file names them."""
    named = powers.numbers(power)
    if powers.at_once(power):
        named["at_once"] = powers.at_once(power)
    numbers = ", ".join(f"{name} {number}" for name, number in named.items())
    return f"{power}: {numbers}" if numbers else power


def _others(edition: Edition, say: Words) -> Table:
    start, even, solo = edition.start, edition.even, edition.solo
    capacities = (edition.summer.capacity, edition.winter.capacity)
    gifts = (start.two, start.three, start.four)
    die = (face or "★" for face in edition.solo.die)
    rows = (
        (say("capacity, summer and winter"), _series(capacities)),
        (say("stars for 1, 2, 3, 4 pairs"), _series(edition.summer.pairs)),
        *((say("start with {n} players", n=len(given)), _series(given)) for given in gifts),
        (say("even start, summer"), _stars(even.summer)),
        (say("even start, winter"), _stars(even.winter)),
        (say("even start, upgrade tiles"), _stars(even.upgrades)),
        (say("die of the Trade Wind"), _series(die)),
        (say("its stars as breeze, gale, storm"), _wind(solo.stars)),
        (say("its stars, winter"), _wind(solo.winter)),
        (say("its stars, upgrade tiles"), _wind(solo.upgrades)),
    )
    return _grid(say("Numbers"), (say("what"), say("how much")), rows)


def _stars(start: EvenStart) -> str:
    """The stars of the seats with two, three and four players."""
    return " · ".join(map(_series, (start.two, start.three, start.four)))


def _wind(stars: Difficulties) -> str:
    return _series((stars.breeze, stars.gale, stars.storm))


def _series(values: Iterable[object]) -> str:
    return ", ".join("–" if value == "" else str(value) for value in values)
