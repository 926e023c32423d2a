"""The games as environments for learning and research, plug-ins included.

| module           | what                                                                     |
|------------------|--------------------------------------------------------------------------|
| `vector_env`     | many games at once in one array of records: the fast way                 |
| `pettingzoo_env` | an AEC environment of PettingZoo, an agent a seat                         |
| `gymnasium_env`  | a Gymnasium environment: one seat against bots, under registered ids     |
| `openspiel_game` | games for OpenSpiel                                                       |
| `observation`    | what all of them observe                                                 |
| `rewards`        | what a finished game brings                                              |

All but the first need `pip install 'parhelion[envs]'`. docs/environments.md shows each at work,
docs/observations.md lists what is observed.
"""

from parhelion.envs.observation import Observation, observation
from parhelion.envs.vector_env import Step, VectorEnv

__all__ = ["Observation", "Step", "VectorEnv", "observation"]
