"""The games on offer: their options, seats and bots in a language, and a demo game of each."""

from dataclasses import replace
from functools import cache

import orjson

from parhelion import bots
from parhelion.games import Game, Option, registry
from parhelion.match import Match, new
from parhelion.scene import Layout
from parhelion.server import assets, lesson_steps, schemas
from parhelion.server.schemas import Lang
from parhelion.words import Words

DEMO_SEED = 3
DEMO_LEVEL = 1


@cache
def game_info(name: str, lang: Lang) -> schemas.GameInfo:
    """A game in a language."""
    game = registry.load(name)
    say, info = game.words(lang), game.info
    return schemas.GameInfo(
        name=info.name,
        title=info.title,
        summary=say(info.summary),
        authors=say(info.authors),
        publisher=info.publisher,
        seats=[say(seat) for seat in info.seats],
        seatings=_seatings(game, say),
        options=[_option(option, say) for option in info.options],
        first_game=dict(info.first_game),
        minutes=info.minutes,
        levels=[
            schemas.LevelInfo(level=number, name=say(each.name), character=say(each.character))
            for number, each in bots.levels(name).items()
        ],
        help=say(game.view.HELP),
        rules=game.has_rules,
        lessons=lesson_steps.lesson_infos(game, lang),
        symbols=assets.address(game, "symbols.svg"),
        theme=assets.address(game, "theme.css"),
    )


def _seatings(game: Game, say: Words) -> schemas.Seatings | None:
    """The seats for people and bots by the option that they depend on; None if on none."""
    if not game.seatings:
        return None
    seats = {value: [say(seat) for seat in seats] for value, seats in game.seatings.items()}
    return schemas.Seatings(option=game.info.seat_option, seats=seats)


def _option(option: Option, say: Words) -> schemas.OptionInfo:
    labelled = zip(option.values, option.labels, strict=True)
    values = [schemas.OptionValue(value=value, label=say(label)) for value, label in labelled]
    return schemas.OptionInfo(
        name=option.name,
        label=say(option.label),
        help=say(option.help),
        values=values,
        needs=dict(option.needs),
        unless=dict(option.unless),
    )


def demo_positions(game: Game) -> tuple[Match, ...]:
    """All positions of a game between bots."""
    match = new(game.info.name, seed=DEMO_SEED)
    bot = bots.bot(game.info.name, DEMO_LEVEL, DEMO_SEED)
    positions = [match.copy()]
    while match.turn is not None:
        match.play(bot.choose(match))
        positions.append(match.copy())
    return tuple(positions)


def demo_json(positions: tuple[Match, ...], lang: Lang, layout: Layout) -> bytes:
    """Positions as the scenes of a `Demo` in JSON, to look at only."""
    scenes = [replace(match.scene(None, lang, layout), choices=(), log=()) for match in positions]
    box = positions[0].game.drawing.board_box(layout)
    return orjson.dumps({"scenes": scenes, "box": box})
