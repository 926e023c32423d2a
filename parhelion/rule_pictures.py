"""The rulebook of a game with its pictures, drawn from positions: they look as the game does."""

from parhelion import match, scene
from parhelion.errors import BadRulebook
from parhelion.games import Game, rulebook
from parhelion.games.rulebook import PictureSource, Rulebook
from parhelion.match import Match
from parhelion.scene import Scene


def illustrated(game: Game, lang: str) -> Rulebook | None:
    """The rulebook of a game in a language, for pages that have the drawings and the theme of the
    game; None if it has no rulebook."""
    found = rulebook.source(game.folder, lang)
    if found is None:
        return None
    text, read_in = found
    sources = rulebook.pictures(game.folder)

    def draw(name: str) -> str:
        if name not in sources:
            raise BadRulebook(f"{game.name}: {rulebook.PICTURES} has no picture {name!r}")
        drawn, shown = _scene(game, name, sources[name], read_in), sources[name]
        return scene.inline_svg(drawn, game.name, crop=shown.crop, marks=shown.mark)

    return rulebook.read(text, read_in, draw)


def picture_files(game: Game) -> dict[str, str]:
    """Every picture of a rulebook in English as an SVG that needs nothing else, by its name."""
    return {
        name: scene.svg(
            _scene(game, name, shown, "en"),
            game.name,
            game.symbols,
            game.theme,
            crop=shown.crop,
            marks=shown.mark,
        )
        for name, shown in rulebook.pictures(game.folder).items()
    }


def _scene(game: Game, name: str, source: PictureSource, lang: str) -> Scene:
    """The table that a picture shows."""
    drawn = _match(game, source).scene(source.seat, lang, source.layout, choices=False)
    unknown = {*source.crop, *source.mark} - {item.id for item in drawn.items}
    if unknown:
        raise BadRulebook(f"{game.name}: picture {name!r} has no item {min(unknown)!r}")
    return drawn


def _match(game: Game, source: PictureSource) -> Match:
    if source.position is None:
        played = match.new(game.name, seed=source.seed, deal=source.deal, **source.options)
    else:
        played = match.position(game.name, source.position, seed=source.seed, **source.options)
    for move in source.moves:
        played.play(move)
    return played
