"""A game as a Gymnasium environment: one seat against bots, under ids such as `parhelion/Orion-v0`.

Importing this module registers an id for every game that is installed.

>>> import gymnasium
>>> env = gymnasium.make("parhelion/Orion-v0", opponents=1, setup="symmetric-1")
>>> observation, info = env.reset(seed=7)
>>> observation.shape, info["action_mask"].sum().item()
((514,), 1220)
"""

from collections.abc import Sequence
from typing import Any, Protocol

from parhelion.bots import bot
from parhelion.envs.observation import observation
from parhelion.envs.rewards import rewards
from parhelion.envs.spaces import action_mask, observation_space
from parhelion.errors import BadOption, GameOver, IllegalMove, MissingExtra
from parhelion.games import Move, registry
from parhelion.match import Match, new

try:
    import gymnasium
    from gymnasium import spaces
except ModuleNotFoundError as error:
    raise MissingExtra(f"environments need {error.name}: pip install 'parhelion[envs]'") from error


class Opponent(Protocol):
    """Whoever plays another seat: a bot of ours, or an object of yours."""

    def choose(self, match: Match) -> Move:
        """A legal move of the seat to move."""


class GameEnv(gymnasium.Env[Any, Any]):
    """A game from one seat; bots play the others.

    `opponents` is a level (0: random moves), or one for each other seat: levels, bots of your own
    (`my_bot.py:MyBot`), or objects with `choose(match)`. With `seat=None` every game has another
    seat, chosen at random. `info` holds `action_mask` and `seat`. An action that the mask forbids
    loses the game at once, and `info["illegal"]` tells why; with `illegal="raise"` it raises
    IllegalMove and changes nothing.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012

    def __init__(
        self,
        game: str,
        opponents: int | str | Opponent | Sequence[int | str | Opponent] = 1,
        seat: int | None = 0,
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption(f"render_mode is 'ansi' or None, not {render_mode!r}")
        if illegal not in ("lose", "raise"):
            raise BadOption(f"illegal is 'lose' or 'raise', not {illegal!r}")
        self.render_mode, self._illegal = render_mode, illegal
        self._lost = False
        self.match: Match = new(game, seed=0, **options)
        """The game that is played."""
        self._chairs = [s for s in range(len(self.match.seats)) if s not in self.match.rivals]
        if seat is not None and seat not in self._chairs:
            raise BadOption(f"there is no seat {seat!r} to play; there are {len(self._chairs)}")
        self._wanted, self.seat = seat, self._chairs[0] if seat is None else seat
        self._opponents = _each(opponents, len(self._chairs) - 1)
        for each in self._opponents:
            _player(game, each, 0)  # a level that there is not is told now
        self._players: dict[int, Opponent] = {}
        self.observation = observation(game)
        self.observation_space = observation_space(self.observation)
        self.action_space = spaces.Discrete(self.match.game.actions)

    def reset(
        self,
        *,
        seed: int | None = None,
        options: dict[str, Any] | None = None,  # noqa: ARG002
    ) -> tuple[Any, dict[str, Any]]:
        """Deal a new game and let those play who come first. The options of the game stay;
        `options` change nothing."""
        super().reset(seed=seed)
        game = self.match.game.name
        self.match, self._lost = new(game, seed=self._drawn(), **self.match.options), False
        if self._wanted is None:
            self.seat = int(self.np_random.choice(self._chairs))
        others = [seat for seat in self._chairs if seat != self.seat]
        self._players = {
            seat: _player(game, each, self._drawn())
            for seat, each in zip(others, self._opponents, strict=True)
        }
        self._play_others()
        return self._seen(), self._info()

    def _drawn(self) -> int:
        return int(self.np_random.integers(2**62))

    def _play_others(self) -> None:
        """Let the others play until it is this seat's turn."""
        while self.match.turn not in (None, self.seat):
            self.match.play(self._players[self.match.turn].choose(self.match))

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play an action, then let the others play until it is this seat's turn again."""
        if self._lost:
            raise GameOver("the game is over: it was lost by an illegal action")
        try:
            self.match.play(action)
        except IllegalMove as error:
            known = self.action_space.contains(action) and not isinstance(error, GameOver)
            if self._illegal == "raise" or not known:
                raise
            self._lost = True
            return self._seen(), -1.0, True, False, self._info() | {"illegal": str(error)}
        self._play_others()
        over = self.match.turn is None
        reward = rewards(self.match.state, len(self.match.seats))[self.seat] if over else 0.0
        return self._seen(), reward, over, False, self._info()

    def action_masks(self) -> Any:
        """Which actions are legal now, by the name that agents with masks expect."""
        return action_mask(self.match, self.match.turn == self.seat).astype(bool)

    def _seen(self) -> Any:
        return self.observation.of(self.match, self.seat)

    def _info(self) -> dict[str, Any]:
        mask = action_mask(self.match, self.match.turn == self.seat)
        return {"action_mask": mask, "seat": self.seat}

    def render(self) -> Any:
        """The table as text; nothing without `render_mode`."""
        return str(self.match) if self.render_mode == "ansi" else None


def _each(opponents: Any, count: int) -> list[int | str | Opponent]:
    """The opponents one by one."""
    if isinstance(opponents, str) or not isinstance(opponents, Sequence):
        return [opponents] * count
    if len(opponents) != count:
        raise BadOption(f"there must be {count} opponents, one a seat, not {len(opponents)}")
    return list(opponents)


def _player(game: str, opponent: Any, seed: int) -> Opponent:
    """A bot of a level, or the opponent itself."""
    if hasattr(opponent, "choose"):
        found: Opponent = opponent
        return found
    return bot(game, opponent, seed, threads=1)


def env_id(game: str) -> str:
    """The id of a game: `parhelion/Orion-v0`."""
    words = game.split("_")
    return f"parhelion/{''.join(word.capitalize() for word in words)}-v0"


def register() -> None:
    """Register an id for every game that has none yet: plug-ins may be installed at any time."""
    for game in registry.names():
        if env_id(game) not in gymnasium.registry:
            entry = f"{__name__}:{GameEnv.__name__}"
            gymnasium.register(env_id(game), entry, kwargs={"game": game})


register()
