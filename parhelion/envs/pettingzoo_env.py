"""A game as an AEC environment of PettingZoo: an agent a seat, one to act at a time.

>>> game = env("orion", setup="symmetric-1")
>>> game.reset(seed=7)
>>> game.agents, game.agent_selection
(['player_0', 'player_1'], 'player_0')
"""

from functools import cache
from typing import Any

from parhelion.envs.observation import observation
from parhelion.envs.rewards import rewards
from parhelion.envs.spaces import action_mask, mask_space, observation_space
from parhelion.errors import BadOption, MissingExtra
from parhelion.match import Match, new

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ModuleNotFoundError as error:
    raise MissingExtra(f"environments need {error.name}: pip install 'parhelion[envs]'") from error


def env(game: str, render_mode: str | None = None, **options: object) -> Any:
    """A game with the wrapper that refuses steps before `reset`."""
    return wrappers.OrderEnforcingWrapper(GameEnv(game, render_mode, **options))


class GameEnv(AECEnv):  # type: ignore[misc]
    """A game for as many agents as people can sit at it: `player_0` …

    An agent observes `observation` (see `Observation`) and `action_mask`; the mask is also in its
    `infos`. An action that the mask forbids raises IllegalMove and changes nothing.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012

    def __init__(self, game: str, render_mode: str | None = None, **options: object) -> None:
        super().__init__()
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise BadOption(f"render_mode is 'ansi' or None, not {render_mode!r}")
        self.render_mode = render_mode
        self.match: Match = new(game, seed=0, **options)
        """The game that is played."""
        self.metadata = {**type(self).metadata, "name": f"{game}_v0"}
        self.observation = observation(game)
        seats = [seat for seat in range(len(self.match.seats)) if seat not in self.match.rivals]
        self._seat = {f"player_{seat}": seat for seat in seats}
        self.possible_agents = list(self._seat)
        self.agents: list[str] = []

    @cache  # noqa: B019 - the space of an agent must be the same object every time
    def observation_space(self, agent: str) -> spaces.Dict:  # noqa: ARG002
        """What an agent observes."""
        return spaces.Dict(
            {
                "observation": observation_space(self.observation),
                "action_mask": mask_space(self.match.game.actions),
            }
        )

    @cache  # noqa: B019
    def action_space(self, agent: str) -> spaces.Discrete[Any]:  # noqa: ARG002
        """What an agent can do, legal now or not."""
        return spaces.Discrete(self.match.game.actions)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game. The options of the game stay; `options` change nothing."""
        self.match = new(self.match.game.name, seed=seed, **self.match.options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self._pass_on()

    def _pass_on(self) -> None:
        """Select the agent to move next, and tell each what it may do."""
        if self.match.turn is not None:
            self.agent_selection = f"player_{self.match.turn}"
        self.infos = {agent: {"action_mask": self._mask(agent)} for agent in self.agents}

    def _mask(self, agent: str) -> Any:
        return action_mask(self.match, self.match.turn == self._seat[agent])

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know, and what it may do."""
        seen = self.observation.of(self.match, self._seat[agent])
        return {"observation": seen, "action_mask": self._mask(agent)}

    def step(self, action: Any) -> None:
        """Play an action of the selected agent; None if the game is over for it."""
        agent = self.agent_selection
        if self.terminations[agent]:
            self._was_dead_step(action)
            return
        self.match.play(action)
        self._cumulative_rewards[agent] = 0.0
        if self.match.turn is None:
            found = rewards(self.match.state, len(self.match.seats))
            self.rewards = {each: found[self._seat[each]] for each in self.agents}
            self.terminations = dict.fromkeys(self.agents, True)
        self._pass_on()
        self._accumulate_rewards()

    def render(self) -> str | None:
        """The table as text, as the agent to move sees it; nothing without `render_mode`."""
        return str(self.match) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Nothing is held that would have to be given back."""
