"""What a seat sees of a table: whole scenes, pictures without words and choices, words alone."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from parhelion import match_scene
from parhelion.games import Game
from parhelion.games.choice_catalogue import Offer
from parhelion.match import Match
from parhelion.scene import Ending, Layout, Scene, Section
from parhelion.tables.names import ending_sentence
from parhelion.tables.player_marks import mark_players
from parhelion.tables.table import Table
from parhelion.words import Lang, mark

NOT_DEALT = mark("The game is dealt when everybody sits.")
EXAMPLE = "example"
"""The seed of what is shown of a game before it is dealt."""
MAX_EXAMPLES = 100


def example(game: Game, options: Mapping[str, str]) -> Match:
    """Return how a game that waits for players may look. It is the same for everybody."""
    return _example(game, tuple(sorted(options.items())))


@lru_cache(MAX_EXAMPLES)
def _example(game: Game, options: tuple[tuple[str, str], ...]) -> Match:
    match = Match(game, dict(options), EXAMPLE)
    mark_players(match)
    return match


def shown_match(table: Table) -> Match:
    """Return the match, or an example before the deal."""
    return table.match or example(table.game, table.setup.options)


def is_choosing(table: Table, seat: int | None) -> bool:
    """Return True if a person plays the seat."""
    return seat is not None and table.status == "playing" and table.bot_level(seat) is None


def reader(table: Table, seat: int | None) -> int | None:
    """Return the seat whose player is "you" in sentences for a seat: its own, unless its person has
    several, because people share a device."""
    if seat is None or len(table.seats_of(table.seats[seat].person)) != 1:
        return None
    return seat


def scene(
    table: Table, seat: int | None, lang: Lang, layout: Layout, names: Sequence[str]
) -> Scene:
    """Return the whole scene for a seat, with words, and with choices if it is to move."""
    seen = shown_match(table).scene(
        seat if table.is_dealt else None,
        lang,
        layout,
        choices=is_choosing(table, seat),
        reader=reader(table, seat),
    )
    return _completed(table, seen, lang, names, seat)


def picture(
    table: Table, seat: int | None, lang: Lang, layout: Layout, names: Sequence[str]
) -> tuple[Scene, Offer | None]:
    """Return what a seat sees, without words and choices, and what it may choose from."""
    shown_to = seat if table.is_dealt else None
    choosing = is_choosing(table, seat)
    match, you = shown_match(table), reader(table, seat)
    seen, offer = match_scene.picture(match, shown_to, lang, layout, choosing, you)
    return _completed(table, seen, lang, names, seat), offer


def words(table: Table, seat: int | None, lang: Lang) -> tuple[tuple[Section, ...], dict[str, str]]:
    """Return the table in words for a seat, and notes on its legal moves."""
    if not table.is_dealt:
        return (_not_dealt(table, lang),), {}
    choosing, you = is_choosing(table, seat), reader(table, seat)
    return match_scene.words(table.dealt, seat, lang, choosing, you)


def _not_dealt(table: Table, lang: Lang) -> Section:
    say = table.game.words(lang)
    return Section(say("The table"), (say(NOT_DEALT),))


def _completed(
    table: Table, seen: Scene, lang: Lang, names: Sequence[str], seat: int | None
) -> Scene:
    """Return a scene with what the match does not know: it is yet to be dealt, or somebody resigned
    or ran out of time."""
    if not table.is_dealt:
        waits = _not_dealt(table, lang)
        return replace(seen, prompt=waits.lines[0], sections=(waits,))
    winners = table.winners
    if winners == list(table.dealt.winners):
        return seen
    say = table.game.words(lang)
    sentence = ending_sentence(names, table.ended, winners, say, reader(table, seat))
    ending = seen.ending or Ending((), "", (), ())
    ending = replace(ending, winners=tuple(winners), sentence=sentence)
    return replace(seen, prompt=sentence, ending=ending)
