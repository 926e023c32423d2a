"""A game of ours for two players and without secrets as an OpenSpiel game, for its C++ bots.

The rules run in our kernels, but each question of OpenSpiel's search about a state costs a call
from C++ to Python and back.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyspiel

from bench.kernels.openspiel_game import first_share, step, survey
from parhelion.errors import BadOption
from parhelion.match import Match, new

NAME = "python_parhelion"
PARAMETERS = {"game": "", "seed": "0", "option": "", "value": ""}
"""The game, the seed of its deal, and at most one option with its value."""

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
MAX_LENGTH = 200


class CompiledSteps:
    """The kernels of a game as machine code, with their memory."""

    def __init__(self, match: Match) -> None:
        self.dtype = match.game.dtype
        self.actions = np.zeros(match.game.actions, dtype=np.int32)
        self.points = np.zeros(2, dtype=np.int64)
        self.step: Any = step
        self.survey: Any = survey
        self.share: Any = first_share


class Position:
    """A record and the seat to move. OpenSpiel copies a state by `deepcopy` of its attributes; here
    that copies some bytes."""

    __slots__ = ("fixed", "kernels", "seat", "states")

    def __init__(self, kernels: CompiledSteps, raw: bytes, seat: int, fixed: bool = False) -> None:
        self.kernels, self.seat, self.fixed = kernels, seat, fixed
        self.states = np.frombuffer(bytearray(raw), dtype=kernels.dtype)

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Position":
        return Position(self.kernels, self.states.tobytes(), self.seat)


class OpenSpielState(pyspiel.State):  # type: ignore[misc]
    """A position for OpenSpiel. Every copy begins as an initial state, so initial states share the
    dealt position until they move."""

    def __init__(self, game: "OpenSpielGame") -> None:
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
        count = position.kernels.survey(position.states, actions)
        legal: list[int] = actions[:count].tolist()
        return legal

    def _apply_action(self, action: int) -> None:
        if self.position.fixed:
            self.position = self.position.__deepcopy__({})
        self.position.seat = self.position.kernels.step(self.position.states, action)

    def returns(self) -> list[float]:
        """1 for the winner and -1 for the loser; 0 for both before the end or if they share it."""
        if self.position.seat >= 0:
            return [0.0, 0.0]
        kernels = self.position.kernels
        first = 2 * kernels.share(self.position.states, kernels.points) - 1
        return [first, -first]

    def _action_to_string(self, _player: int, action: int) -> str:
        return str(action)

    def __str__(self) -> str:
        return " ".join(map(str, self.history()))


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game that starts from one deal."""

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        given = PARAMETERS | dict(params or {})
        options = {given["option"]: given["value"]} if given["option"] else {}
        match = new(given["game"], seed=given["seed"], **options)
        if match.game.secrets or len(match.seats) != 2 or match.turn is None:
            raise BadOption(f"{match.game.info.title} is not a game for two without secrets")
        self.dealt = Position(CompiledSteps(match), match.state.tobytes(), match.turn, fixed=True)
        info = pyspiel.GameInfo(
            num_distinct_actions=match.game.actions,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(TYPE, info, given)

    def new_initial_state(self) -> OpenSpielState:
        """The dealt position."""
        return OpenSpielState(self)

    def make_py_observer(self, _type: Any = None, _params: Any = None) -> None:
        """None: a search with rollouts needs no observations."""


pyspiel.register_game(TYPE, OpenSpielGame)


def load_game(match: Match) -> Any:
    """The OpenSpiel game with the deal of a match; only one of its options may be unusual."""
    defaults = match.game.complete_options({})
    chosen = [(name, value) for name, value in match.options.items() if defaults[name] != value]
    option, value = chosen[0] if chosen else ("", "")
    given = {"game": match.game.info.name, "seed": str(match.seed), "option": option}
    return pyspiel.load_game(NAME, given | {"value": value})
