"""A game of ours for two, without secrets, as an OpenSpiel game: for its C++ bots.

The rules run in our kernels; whatever OpenSpiel's search asks of a state costs a call from C++
to Python and back."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from parhelion.errors import BadOption
from parhelion.kernel import kernel, machine_code, play
from parhelion.kernel.dispatch import actor, apply, share
from parhelion.match import Match, new

NAME = "python_parhelion"
PARAMETERS = {"game": "orion", "seed": "0", "option": "", "value": ""}
"""The deal that a game starts from, with one option of the game if need be."""

TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="A game of Parhelion from one deal",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
    information=pyspiel.GameType.Information.PERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.ZERO_SUM,
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=2,
    min_num_players=2,
    provides_information_state_string=False,
    provides_information_state_tensor=False,
    provides_observation_string=False,
    provides_observation_tensor=False,
    parameter_specification=PARAMETERS,
)
LONGEST = 200


@kernel
def step(states: Any, action: Any) -> Any:
    """Play an action in states[0]; the seat to decide next."""
    apply(states[0], action)
    return actor(states[0])


@kernel
def first_share(states: Any, points: Any) -> Any:
    """The share of victory of seat 0 in the finished game states[0]."""
    return share(states[0], 0, points)


class Kernels:
    """The kernels of a game as machine code, and memory for them."""

    def __init__(self, match: Match) -> None:
        states = match.state
        self.dtype = match.game.dtype
        self.actions = np.zeros(match.game.rules.ACTIONS, dtype=np.int32)
        self.points = np.zeros(2, dtype=np.int64)
        self.step = machine_code(step, states, 0)
        self.survey: Any = machine_code(play.survey, states, self.actions)
        self.share = machine_code(first_share, states, self.points)


class Position:
    """A record and who is to move. OpenSpiel copies a state by `deepcopy` of its parts: here a
    copy of some bytes."""

    __slots__ = ("fixed", "kernels", "seat", "states")

    def __init__(self, kernels: Kernels, raw: bytes, seat: int, fixed: bool = False) -> None:
        self.kernels, self.seat, self.fixed = kernels, seat, fixed
        self.states = np.frombuffer(bytearray(raw), dtype=kernels.dtype)

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Position":
        return Position(self.kernels, self.states.tobytes(), self.seat)


class State(pyspiel.State):  # type: ignore[misc]
    """A position for OpenSpiel. Every copy begins as a new initial state, so these share the
    dealt position until they move."""

    def __init__(self, game: "Game") -> None:
        super().__init__(game)
        self.position = game.dealt

    def current_player(self) -> int:
        """The seat to move."""
        seat = self.position.seat
        return seat if seat >= 0 else int(pyspiel.PlayerId.TERMINAL)

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.position.seat < 0

    def _legal_actions(self, _player: int) -> list[int]:
        position = self.position
        actions = position.kernels.actions
        _, count = position.kernels.survey(position.states, actions)
        legal: list[int] = actions[:count].tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if self.position.fixed:
            self.position = self.position.__deepcopy__({})
        self.position.seat = self.position.kernels.step(self.position.states, action)

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for both while the game goes on or is shared."""
        if self.position.seat >= 0:
            return [0.0, 0.0]
        kernels = self.position.kernels
        first = 2 * kernels.share(self.position.states, kernels.points) - 1
        return [first, -first]

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class Game(pyspiel.Game):  # type: ignore[misc]
    """A game from one deal."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        options = {given["option"]: given["value"]} if given["option"] else {}
        match = new(given["game"], seed=given["seed"], **options)
        if match.game.secrets or len(match.seats) != 2 or match.turn is None:
            raise BadOption(f"{match.game.info.title} is not a game for two without secrets")
        self.dealt = Position(Kernels(match), match.state.tobytes(), match.turn, fixed=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=match.game.rules.ACTIONS,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> State:
        """The dealt position."""
        return State(self)

    def make_py_observer(self, _type: Any = None, _params: Any = None) -> None:
        """None: a search with rollouts needs no observations."""


pyspiel.register_game(TYPE, Game)


def load_game(match: Match) -> Any:
    """OpenSpiel's game from the deal of a match with at most one option of note."""
    usual = match.game.options({})
    chosen = [(name, value) for name, value in match.options.items() if usual[name] != value]
    option, value = chosen[0] if chosen else ("", "")
    given = {"game": match.game.info.name, "seed": str(match.seed), "option": option}
    return pyspiel.load_game(NAME, given | {"value": value})
