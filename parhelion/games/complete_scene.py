"""A scene as its game draws it, completed with what is told alike in every game: the log, what
moves would bring, whose turn it is and how the game ended."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from parhelion.games.game import Game, Part
from parhelion.scene import Ending, LogEntry, Scene, ScoreRow, Section
from parhelion.words import Words


def picture(
    drawn: Scene, view: Any, log: tuple[LogEntry, ...], sentence: Callable[[], str], say: Words
) -> Scene:
    """What is seen of a scene, with its log, and where the game leaves them out with a prompt and
    an ending. `sentence` tells who is to move, or how the game ended."""
    ending, result = drawn.ending, view["result"]
    if ending is None and result is not None:
        ending = _ending(result, sentence(), say)
    prompt = drawn.prompt or (sentence() if ending else _turn(view, say))
    return Scene(drawn.width, drawn.height, drawn.items, prompt=prompt, ending=ending, log=log)


def sections(game: Game, view: Any, say: Words, drawn: Callable[[], Scene]) -> tuple[Section, ...]:
    """The table as text: the game's own function tells it, else its scene."""
    if cast(Part, game.drawing).offers("sections"):
        return tuple(game.drawing.sections(view, say))
    return drawn().sections


def notes(
    game: Game, state: Any, view: Any, certain: Mapping[int, tuple[int, ...]], say: Words
) -> dict[str, str]:
    """What moves would bring, in words, by their notation; those worth a word. `certain` has, by
    action, the events of the record; many moves share theirs, which are told only once."""
    told = {codes: _told(game, state, view, codes, say) for codes in set(certain.values())}
    return {
        game.all_moves[action].text: told[codes] for action, codes in certain.items() if told[codes]
    }


def _told(game: Game, state: Any, view: Any, codes: tuple[int, ...], say: Words) -> str:
    events = [game.view.event(state, code) for code in codes]
    return game.drawing.tell(view, events, say)


def _turn(view: Any, say: Words) -> str:
    if view["turn"] == view["seat"]:
        return say("Your turn.")
    return say("{seat} to move.", seat=say(view["seats"][view["turn"]]))


def _ending(result: Any, sentence: str, say: Words) -> Ending:
    points = ScoreRow(say("Points"), tuple(map(str, result["scores"])))
    return Ending(tuple(result["winners"]), sentence, (points,), ())
