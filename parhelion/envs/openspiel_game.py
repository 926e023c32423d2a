"""The games for OpenSpiel, under names such as `parhelion_orion`.

Importing this module registers every game that is installed.

>>> import pyspiel
>>> game = pyspiel.load_game("parhelion_orion(setup=symmetric-1)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.legal_actions()[0])
>>> state.current_player(), state.history_str()
(1, '0')

The parameters are the options of a game, and two more. A game begins with a chance node that deals
one of `deals` deals, all equally likely; deal k is that of the seed "`seed`/k". Whatever chance
decides later follows from the deal, so there is no other chance node. With `deals=1`, or if all
deals are the same, there is none at all, and the deal is that of `seed`.
"""

from collections.abc import Mapping
from hashlib import blake2b
from typing import Any

import numpy as np

from parhelion.bots.luck_and_skill import is_deal_random
from parhelion.envs.observation import observation
from parhelion.envs.rewards import rewards
from parhelion.errors import BadOption, MissingExtra
from parhelion.games import Game, registry
from parhelion.match import Match

try:
    import pyspiel
except ModuleNotFoundError as error:
    raise MissingExtra(f"environments need {error.name}: pip install 'parhelion[envs]'") from error

DEALS = 1_000
"""Deals of a game, unless the parameter `deals` says otherwise."""
MAX_LENGTH = 2_000
"""No game has more actions."""
CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class Table:
    """What all states of a game share: its options and its deals."""

    def __init__(self, game: Game, options: Mapping[str, object], seed: str, deals: int) -> None:
        if deals < 1:
            raise BadOption(f"{game.name}: there must be at least one deal, not {deals}")
        self.game, self.options, self.seed = game, options, seed
        self.only_deal = Match(game, options, seed)
        self.seats = len(self.only_deal.seats)
        self.deals = deals if is_deal_random(self.only_deal) else 1

    def __deepcopy__(self, _memo: dict[int, Any]) -> "Table":
        return self

    def dealt(self, deal: int) -> Match:
        """The game after a deal."""
        return Match(self.game, self.options, f"{self.seed}/{deal}")


class GameState(pyspiel.State):  # type: ignore[misc]
    """A position for OpenSpiel, which copies it by `deepcopy` of its attributes. Every copy begins
    as an initial state, so initial states share the match that has only one deal."""

    def __init__(self, game: "OpenSpielGame") -> None:
        super().__init__(game)
        self.table = game.table
        self.match = self.table.only_deal if self.table.deals == 1 else None

    def current_player(self) -> int:
        """The seat to move, or chance before the deal."""
        if self.match is None:
            return CHANCE
        return TERMINAL if self.match.turn is None else self.match.turn

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.match is not None and self.match.turn is None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """All deals."""
        return [(deal, 1 / self.table.deals) for deal in range(self.table.deals)]

    def _legal_actions(self, _player: int) -> list[int]:
        return self.match.actions().tolist() if self.match else []

    def _apply_action(self, action: int) -> None:
        if self.match is None:
            self.match = self.table.dealt(action)
            return
        if self.match is self.table.only_deal:
            self.match = self.match.copy()
        self.match.play(action)

    def returns(self) -> list[float]:
        """The rewards of a finished game (see `parhelion.envs.rewards`); 0 before."""
        if self.match is None or self.match.turn is not None:
            return [0.0] * self.table.seats
        return rewards(self.match.state, self.table.seats)

    def _action_to_string(self, player: int, action: int) -> str:
        return f"deal {action}" if player == CHANCE else self.table.game.move(action).text

    def __str__(self) -> str:
        actions = self.history()
        dealt = [f"deal {actions[0]}"] if self.table.deals > 1 and actions else []
        moves = [move.text for move in self.match.history] if self.match else []
        return "; ".join(dealt + moves)


class Observer:
    """What a player observes now; with perfect recall, as text, also what it observed before."""

    def __init__(self, table: Table, perfect_recall: bool) -> None:
        self._observation, self._recall = observation(table.game.name), perfect_recall
        self.tensor: Any = None if perfect_recall else np.zeros(self._observation.size, np.float32)
        self.dict: dict[str, Any] = {}
        if not perfect_recall:
            names = self._observation.parts
            self.dict = {name: self._observation.part(self.tensor, name) for name in names}

    def set_from(self, state: GameState, player: int) -> None:
        """Write what a player observes into `tensor` and `dict`; before the deal all is 0."""
        if self.tensor is not None:
            self.tensor[:] = self._observation.of(state.match, player) if state.match else 0

    def string_from(self, state: GameState, player: int) -> str:
        """What a player observes, as text."""
        if state.match is None:
            return "before the deal"
        if not self._recall:
            return self._told(state.match, player)
        return "\n".join(self._recalled(state.match, player))

    def _told(self, match: Match, player: int) -> str:
        """The parts that are not 0."""
        seen = self._observation.of(match, player)
        parts = {name: self._observation.part(seen, name) for name in self._observation.parts}
        return " ".join(
            f"{name}={','.join(map(str, part.ravel().tolist()))}"
            for name, part in parts.items()
            if part.any()
        )

    def _recalled(self, match: Match, player: int) -> list[str]:
        """What a player did and a digest of each of its observations, in order; the last one is
        told in full."""
        again = match.copy()
        again.undo(again.ply)
        lines = []
        for mover, move in zip(match.movers, match.history, strict=True):
            seen = self._observation.of(again, player).tobytes()
            lines.append(blake2b(seen, digest_size=8).hexdigest())
            lines += [move.text] if mover == player else []
            again.play(move.action)
        return [*lines, self._told(match, player)]


class OpenSpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options; of every game there is a class of its own."""

    rules: Game

    def __init__(self, given: Mapping[str, Any] | None = None) -> None:
        game, params = self.rules, dict(given or {})
        seed, deals = str(params.pop("seed", 0)), int(params.pop("deals", DEALS))
        self.table = Table(game, params, seed, deals)
        info = pyspiel.GameInfo(
            num_distinct_actions=game.actions,
            max_chance_outcomes=self.table.deals if self.table.deals > 1 else 0,
            num_players=self.table.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=MAX_LENGTH,
        )
        super().__init__(game_type(game, self.table.deals > 1), info, dict(given or {}))

    def new_initial_state(self) -> GameState:
        """The chance node before the deal, or the position after the only one."""
        return GameState(self)

    def make_py_observer(self, kind: Any = None, _params: Any = None) -> Observer | None:
        """What a player observes: all it may know, or nothing if only a part is asked for."""
        if kind is None:
            return Observer(self.table, perfect_recall=False)
        both = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return Observer(self.table, kind.perfect_recall) if both else None


def short_name(game: str) -> str:
    """What OpenSpiel calls a game: `parhelion_orion`."""
    return f"parhelion_{game}"


def game_type(game: Game, has_chance: bool = True) -> Any:
    """What OpenSpiel has to know of a game."""
    kind = pyspiel.GameType
    sizes = [len(seats) for seats in (game.info.seatings or {"": game.seats}).values()]
    options = {option.name: _typed(option.values[0]) for option in game.options}
    return kind(
        short_name=short_name(game.name),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=(
            kind.ChanceMode.EXPLICIT_STOCHASTIC if has_chance else kind.ChanceMode.DETERMINISTIC
        ),
        information=(
            kind.Information.IMPERFECT_INFORMATION
            if game.secrets
            else kind.Information.PERFECT_INFORMATION
        ),
        utility=kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=max(sizes),
        min_num_players=min(sizes),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seed": 0, "deals": DEALS} | options,
    )


def _typed(value: str) -> int | str:
    """A value as OpenSpiel reads it in `name(option=value)`."""
    return int(value) if value.isdigit() else value


def register() -> None:
    """Register every game that is not yet: plug-ins may be installed at any time."""
    known = set(pyspiel.registered_names())
    for game in map(registry.load, registry.names()):
        if short_name(game.name) not in known:
            its_class = type(
                f"{OpenSpielGame.__name__}_{game.name}", (OpenSpielGame,), {"rules": game}
            )
            pyspiel.register_game(game_type(game), its_class)


register()
