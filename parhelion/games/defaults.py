"""What a game need not write: the defaults of `notation.py`, `view.py`, `scene.py` and
`statistics.py`.

The defaults of the kernels are in `parhelion.kernel.defaults`.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from parhelion.did_you_mean import did_you_mean
from parhelion.errors import BadDeal, BadNotation
from parhelion.games.contract import Event, Json, Move, PlayedMove
from parhelion.scene import Box, Choice, Layout
from parhelion.words import Words, series

if TYPE_CHECKING:
    from parhelion.games.game import Game


class DefaultNotation:
    """Moves are read by looking them up among all texts; the seed alone tells the deal."""

    def __init__(self, game: "Game") -> None:
        self._game = game

    @cached_property
    def _actions(self) -> dict[str, int]:
        """Every action by its text."""
        text = self._game.notation.text
        return {text(action).lower(): action for action in range(self._game.actions)}

    @cached_property
    def _verbs(self) -> list[str]:
        return sorted({text.split()[0] for text in self._actions})

    def parse(self, text: str, say: Words) -> int:
        """The action that a text means, whether legal now or not."""
        words = text.lower().split()
        action = self._actions.get(" ".join(words))
        if action is None:
            raise BadNotation(say("{text!r}: {why}", text=text, why=self._misread(words, say)))
        return action

    def _misread(self, words: list[str], say: Words) -> str:
        """What is wrong with a text that is no move."""
        verb = words[0] if words else ""
        if verb not in self._verbs:
            problem = say("no move begins with {verb!r}", verb=verb)
            return problem + did_you_mean(verb, self._verbs, say)
        example = next(text for text in self._actions if text.split()[0] == verb)
        return say("write it like this: {example}", example=example)

    def why_illegal(self, state: Any, action: int, say: Words) -> str:  # noqa: ARG002
        """Why an action is not legal."""
        return say("this is not a legal move now")

    def write_options(self, state: Any, options: Mapping[str, str]) -> None:
        """Every option into the field of its name: numbers as such, on and off as 1 and 0, other
        values as their index."""
        for option in self._game.options:
            value = options[option.name]
            if value in ("on", "off"):
                state[option.name] = value == "on"
            else:
                number = int(value) if value.isdecimal() else option.values.index(value)
                state[option.name] = number

    def read_deal(self, state: Any) -> Json:  # noqa: ARG002
        """Nothing: the seed tells it."""
        return {}

    def write_deal(self, states: Any, deal: Any) -> None:  # noqa: ARG002
        """Refuse: the seed tells it."""
        raise BadDeal(f"deal: {self._game.title} is dealt from its seed, found {deal!r}")

    def older_deal(self, options: Mapping[str, str], deal: Json, rules: int) -> Json:  # noqa: ARG002
        """The same: a seed has always dealt alike."""
        return deal

    def chance_text(self, state: Any) -> str:  # noqa: ARG002
        """Chance decides nothing after the deal."""
        return ""

    def give_chance(self, state: Any, text: str, say: Words) -> None:  # noqa: ARG002
        """Refuse: nothing is left to chance."""
        raise BadNotation(say("{text!r}: nothing is left to chance here", text=text))


class DefaultView:
    """The highest points win; how moves are typed needs no words."""

    NOTATION_HELP = ""

    def __init__(self, game: "Game") -> None:
        self._game = game
        self.HELP = game.info.summary

    def event(self, state: Any, code: int) -> Event:  # noqa: ARG002
        """An event without words."""
        return {"what": str(code)}

    def reasons(self, state: Any) -> tuple[str, ...]:  # noqa: ARG002
        """The points decide."""
        return ("points",)

    def details(self, state: Any) -> Json:  # noqa: ARG002
        """Nothing more to show."""
        return {}

    def winners(self, state: Any) -> tuple[int, ...]:
        """The seats with the most points."""
        scores = self._game.scores(state)
        return tuple(seat for seat, score in enumerate(scores) if score == max(scores))

    def sentence(self, state: Any, say: Words) -> str:
        """Who won, and the points of all."""
        scores = self._game.scores(state)
        seats = self._game.seats_of(state)
        winners = [say(seats[seat]) for seat in self._game.view.winners(state)]
        points = say(" to ").join(str(score) for score in sorted(scores, reverse=True))
        if len(winners) == len(seats) and len(seats) > 1:
            return say("A draw, {points}.", points=points)
        told = {"winner": series(winners, say), "points": points}
        return say("{winner} wins, {points}.", **told)


class DefaultScene:
    """A move is told by its notation; scenes bring their choices and sections."""

    def catalogue(
        self,
        moves: Sequence[Move],  # noqa: ARG002
        seat: int,  # noqa: ARG002
        say: Words,  # noqa: ARG002
    ) -> Sequence[tuple[int, Choice]]:
        """Nothing: every position tells all of its choices."""
        return ()

    def roles(self, view: Any) -> Mapping[str, Sequence[str]]:  # noqa: ARG002
        """None: there is no catalogue to name them."""
        return {}

    def label(self, view: Any, move: PlayedMove, say: Words) -> str:  # noqa: ARG002
        """The move in notation."""
        return move["text"]

    def items(self, view: Any, move: PlayedMove) -> tuple[str, ...]:  # noqa: ARG002
        """No item in particular."""
        return ()

    def tell(self, view: Any, events: Sequence[Event], say: Words) -> str:  # noqa: ARG002
        """Nothing."""
        return ""

    def why_illegal(self, state: Any, path: Sequence[str], say: Words) -> str:  # noqa: ARG002
        """Why no legal move begins with picking these items."""
        return say("That is not a legal move now.")

    def board_box(self, layout: Layout) -> Box | None:  # noqa: ARG002
        """The whole picture."""
        return None


class DefaultStatistics:
    """Points are of one kind, and no pieces are counted."""

    PARTS = ()

    def pieces(self, state: Any) -> Sequence[tuple[str, str]]:  # noqa: ARG002
        """None."""
        return ()

    def piece_title(self, kind: str, name: str, say: Words) -> str:  # noqa: ARG002
        """Its name."""
        return name

    def setup(self, state: Any) -> str:  # noqa: ARG002
        """Nothing that has a name."""
        return ""


# --- drawings ----------------------------------------------------------------------------

SEAT_COLOURS = ("#2f7de1", "#f08a24", "#8a5bd1", "#2a9d74")
"""By seat, where a game draws none of its own."""


def symbols(name: str) -> str:
    """Drawings for a game without `symbols.svg`: a `cell`, and a disc for each seat, `disc-0` …"""
    parts = [f'<g id="{name}-cell"><rect x="-24" y="-24" width="48" height="48" rx="8"/></g>']
    for seat, colour in enumerate(SEAT_COLOURS):
        parts.append(f'<g id="{name}-disc-{seat}"><circle r="17" fill="{colour}"/></g>')
    return f'<svg xmlns="http://www.w3.org/2000/svg"><defs>{"".join(parts)}</defs></svg>\n'


def seat_symbol(name: str, seat: int) -> str:
    """The sign of a seat, for a game that draws none."""
    colour = SEAT_COLOURS[seat % len(SEAT_COLOURS)]
    return f'<g id="{name}-seat-{seat}"><circle r="10" fill="{colour}"/></g>'


def theme(name: str) -> str:
    """Colours for a game without `theme.css`."""
    scene = f'.scene[data-game="{name}"]'
    return (
        f"{scene} {{ --backdrop: #1d2550; }}\n"
        f"{scene} .cell {{ fill: #2c3670; }}\n"
        f"{scene} text {{ fill: #fdf6ec; }}\n"
    )
