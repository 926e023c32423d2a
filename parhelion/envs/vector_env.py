"""Many games at once: an array of records that compiled kernels step on several threads."""

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np

from parhelion.cores import usable_cores
from parhelion.envs.observation import observation
from parhelion.errors import BadArray, BadOption, IllegalMove
from parhelion.kernel import batch, library, stream
from parhelion.kernel.batch import Batch
from parhelion.match import new

LEAST_GAMES = 32
"""Games that are worth a thread of their own."""


class Step(NamedTuple):
    """Where all games stand. A row is a game; the arrays are the same after every step, and only
    the environment writes to them."""

    observations: Any
    """What the seat to move may know: int8, see `Observation`."""
    masks: Any
    """1 for every legal action of that seat, 0 for all others: uint8."""
    rewards: Any
    """What the last action brought to each seat: float32, see `parhelion.envs.rewards`."""
    over: Any
    """Whether the last action ended a game. A new one is dealt already: observation, mask and seat
    are those of its beginning."""
    seats: Any
    """The seat to move: int32."""


class VectorEnv:
    """Many games of one kind, stepped together.

    >>> env = VectorEnv("orion", 4, seed=7, setup="symmetric-1")
    >>> now = env.reset()
    >>> now.observations.shape, now.masks.sum(axis=1).tolist()
    ((4, 514), [1220, 1220, 1220, 1220])
    >>> now = env.step(env.sample())
    >>> now.seats.tolist(), now.over.tolist()
    ([1, 1, 1, 1], [False, False, False, False])

    Each game has generators of its own, seeded from one seed: the same seed and the same actions
    give the same games on any number of threads. Observations and masks can be written into arrays
    of the caller's (`observations`, `masks`).
    """

    def __init__(
        self,
        game: str,
        games: int,
        /,
        *,
        seed: int | str | None = None,
        threads: int | None = None,
        observations: Any = None,
        masks: Any = None,
        **options: object,
    ) -> None:
        if games < 1:
            raise BadOption(f"there must be at least one game, not {games}")
        if threads is not None and threads < 1:
            raise BadOption(f"there must be at least one thread, not {threads}")
        match = new(game, seed=0, **options)
        self.game, self.options, self.seat_names = match.game, match.options, match.seats
        self.observation = observation(game)
        sizes = {"games": games, "actions": self.game.actions, "numbers": self.observation.size}
        self._batch = Batch(
            states=np.repeat(match.state, games),
            generators=np.zeros((games, 4), np.uint32),
            actions=np.zeros(games, np.int32),
            masks=_array("masks", masks, np.uint8, sizes, "actions"),
            observations=_array("observations", observations, np.int8, sizes, "numbers"),
            rewards=np.zeros((games, len(match.seats)), np.float32),
            over=np.zeros(games, np.bool_),
            seats=np.zeros(games, np.int32),
        )
        wanted = usable_cores() if threads is None else threads
        self._share_out(max(1, min(wanted, games // LEAST_GAMES)))
        whole = self._batch
        self.now = Step(*map(_read_only, (whole[4], whole[3], *whole[5:])))
        """Where all games stand."""
        self.reset(secrets.randbits(64) if seed is None else seed)

    def _share_out(self, threads: int) -> None:
        """Divide the games among threads."""
        ends = [len(self) * part // threads for part in range(threads + 1)]
        slices = [slice(*ends[part : part + 2]) for part in range(threads)]
        parts = [Batch(*(each[games] for each in self._batch)) for games in slices]
        self._deal = [self._bound(batch.deal_each, part) for part in parts]
        self._step = [self._bound(batch.step_each, part) for part in parts]
        whole = self._batch
        self._sample = self._bound(batch.sample_each, whole.states, whole.generators, whole.actions)
        self._first_illegal = self._bound(batch.first_illegal, whole)
        self._pool = ThreadPoolExecutor(threads - 1, "games") if threads > 1 else None

    def _bound(self, entry: Any, *given: Any) -> Callable[[], Any]:
        return library.bound(entry, self.game.dtype, *given)

    def _run(self, parts: list[Callable[[], Any]]) -> None:
        """Do the first part here and the others on other threads."""
        others = [self._pool.submit(part) for part in parts[1:]] if self._pool else []
        parts[0]()
        for other in others:
            other.result()

    def __len__(self) -> int:
        """How many games there are."""
        return len(self._batch.states)

    def __repr__(self) -> str:
        return f"<{len(self)} games of {self.game.title}>"

    @property
    def states(self) -> Any:
        """The records of all games, secrets included: for kernels of your own."""
        return self._batch.states

    def reset(self, seed: int | str | None = None) -> Step:
        """Deal all games anew: from a seed, or going on from where the generators are."""
        if seed is not None:
            batch.seed_each(self._batch, stream(seed, "games"))
        self._run(self._deal)
        return self.now

    def sample(self) -> Any:
        """A random legal action for every game, from generators of their own. That is done sooner
        than another thread is woken."""
        self._sample()
        return self._batch.actions.copy()

    def step(self, actions: Any) -> Step:
        """Play one action in every game; IllegalMove if any is not legal, and then none is
        played."""
        self._take(np.asarray(actions))
        self._run(self._step)
        return self.now

    def _take(self, actions: Any) -> None:
        if actions.shape != (len(self),) or actions.dtype.kind not in "iu":
            raise BadArray(
                f"actions must be {len(self)} whole numbers, one a game, not an array of "
                f"{actions.dtype} with shape {actions.shape}"
            )
        np.clip(actions, -1, self.game.actions, out=self._batch.actions, casting="unsafe")
        place = self._first_illegal()
        if place >= 0:
            raise self._illegal(place, int(actions[place]))

    def _illegal(self, place: int, action: int) -> IllegalMove:
        if not 0 <= action < self.game.actions:
            return IllegalMove(f"game {place}: there is no action {action}", move=str(action))
        text = self.game.move(action).text
        seat = self.seat_names[self._batch.seats[place]]
        return IllegalMove(f"game {place}: {text!r} (action {action}) is not legal for {seat}")


def _array(name: str, given: Any, dtype: Any, sizes: dict[str, int], width: str) -> Any:
    """An array of a row a game; the given one if it is right."""
    shape = (sizes["games"], sizes[width])
    if given is None:
        return np.zeros(shape, dtype)
    kind = getattr(given, "shape", None), getattr(given, "dtype", None)
    if kind != (shape, dtype) or not (given.flags.c_contiguous and given.flags.writeable):
        raise BadArray(
            f"{name} must be a contiguous, writeable array of {np.dtype(dtype)} with shape "
            f"{shape}, not {kind[1]} with shape {kind[0]}"
        )
    return given


def _read_only(array: Any) -> Any:
    view = array.view()
    view.flags.writeable = False
    return view
