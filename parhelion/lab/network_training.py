"""Training of a network in JAX: the same layers as in the search, in floating point, and then the
whole numbers that the search takes."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
import optax

from parhelion.bots.kernels.network import ONE, SECOND, WIDTH
from parhelion.lab.training_data import Positions

Weights = dict[str, Any]
"""The layers by the names that `parhelion.bots.network_file` gives them."""
INT16 = np.iinfo(np.int16)


@dataclass(frozen=True)
class TrainingSettings:
    """How a network is trained."""

    epochs: int
    batch: int = 2048
    rate: float = 2e-3
    """The learning rate at the start; it falls to zero as a cosine does."""
    decay: float = 1e-5
    """Of the weights."""
    trust: float = 0.7
    """How much of what is learnt is the value of the search; the rest is the result."""
    seed: int = 0


class Epoch(NamedTuple):
    """What an epoch brought: a point of the curves."""

    epoch: int
    loss: float
    """Cross-entropy of what was learnt from."""
    held_out_loss: float
    error: float
    """Mean squared difference from the results of held-out games."""
    heuristics_error: float
    """The same of the game's heuristics."""


def fresh_weights(features: int, seed: int) -> Weights:
    """Random weights, small enough for all outputs to lie between 0 and 1 at first."""
    rng = np.random.default_rng(seed)

    def normal(*shape: int, size: float) -> Any:
        return jnp.asarray(rng.normal(0, size, shape), jnp.float32)

    return {
        "features": normal(features, WIDTH, size=0.05),
        "bias": jnp.full(WIDTH, 0.3, jnp.float32),
        "second": normal(WIDTH, SECOND, size=WIDTH**-0.5),
        "second_bias": jnp.full(SECOND, 0.3, jnp.float32),
        "last": normal(SECOND, size=1.0),
        "last_bias": jnp.zeros(1, jnp.float32),
    }


def log_odds(weights: Weights, listed: Any) -> Any:
    """What the network says of positions, given by the features that hold."""
    held = jnp.zeros((len(listed), len(weights["features"]) + 1), jnp.float32)
    held = held.at[jnp.arange(len(listed))[:, None], listed].add(1.0)
    first = jnp.clip(held[:, :-1] @ weights["features"] + weights["bias"], 0, 1)
    second = jnp.clip(first @ weights["second"] + weights["second_bias"], 0, 1)
    return second @ weights["last"] + weights["last_bias"]


def loss(weights: Weights, listed: Any, targets: Any) -> Any:
    """The mean cross-entropy."""
    return optax.sigmoid_binary_cross_entropy(log_odds(weights, listed), targets).mean()


class Training:
    """A training run. It can be left after any epoch: `checkpoint` holds all there is to go on."""

    def __init__(
        self,
        positions: Positions,
        features: int,
        settings: TrainingSettings,
        symmetries: Any = None,
    ) -> None:
        self.settings = settings
        self.done = 0
        """Epochs so far."""
        self._learnt, self._held_out = positions.part(False), positions.part(True)
        self._targets = targets(self._learnt, settings.trust)
        self._views = _with_empty(np.arange(features)[None] if symmetries is None else symmetries)
        self._batches = max(1, len(self._targets) // settings.batch)
        steps = settings.epochs * self._batches
        optimizer, self._step = _compiled(settings.rate, settings.decay, steps)
        self.weights = fresh_weights(features, settings.seed)
        self._state = optimizer.init(self.weights)

    def checkpoint(self) -> list[Any]:
        """All that changes in training, as arrays."""
        return [self.done, *map(np.asarray, jax.tree.leaves((self.weights, self._state)))]

    def go_on_from(self, checkpoint: Sequence[Any]) -> None:
        """Set everything as it was at a checkpoint."""
        self.done = int(checkpoint[0])
        shape = jax.tree.structure((self.weights, self._state))
        self.weights, self._state = jax.tree.unflatten(shape, map(jnp.asarray, checkpoint[1:]))

    def epochs(self) -> Iterator[Epoch]:
        """Train, an epoch at a time."""
        while self.done < self.settings.epochs:
            self.done += 1
            rng, losses = np.random.default_rng((self.settings.seed, self.done)), []
            order = rng.permutation(len(self._targets))
            size = len(order) // self._batches  # all of one size, so one compilation
            for batch in order[: size * self._batches].reshape(self._batches, size):
                views = rng.integers(len(self._views), size=(size, 1))
                listed = self._views[views, self._learnt.features[batch]]
                self.weights, self._state, lost = self._step(
                    self.weights, self._state, listed, self._targets[batch]
                )
                losses.append(lost)
            yield self._measured(float(np.mean(losses)))

    def _measured(self, lost: float) -> Epoch:
        """What an epoch brought, on the positions that are held out."""
        found, known = self._held_out, ~np.isnan(self._held_out.results)
        parts = np.array_split(found.features, len(found.features) // self.settings.batch + 1)
        said = np.concatenate([log_odds(self.weights, part.astype(np.int32)) for part in parts])
        entropy = np.logaddexp(0, said) - targets(found, self.settings.trust) * said
        error = (1 / (1 + np.exp(-said)) - found.results)[known]
        usual = (found.heuristics - found.results)[known]
        means = (entropy.mean(), np.mean(error**2), np.mean(usual**2))
        return Epoch(self.done, lost, *map(float, means))


def _with_empty(views: Any) -> Any:
    """What every feature becomes, and the number after the last, which stands for none."""
    return np.pad(views, ((0, 0), (0, 1)), constant_values=views.shape[1]).astype(np.int32)


@lru_cache(maxsize=4)
def _compiled(rate: float, decay: float, steps: int) -> tuple[Any, Any]:
    """Return an optimizer and its compiled step, shared by runs with the same settings."""
    schedule = optax.cosine_decay_schedule(rate, steps)
    optimizer = optax.adamw(schedule, weight_decay=decay)
    return optimizer, jax.jit(partial(_step, optimizer))


def _step(optimizer: Any, weights: Weights, state: Any, listed: Any, wanted: Any) -> Any:
    lost, slopes = jax.value_and_grad(loss)(weights, listed, wanted)
    updates, state = optimizer.update(slopes, state, weights)
    return optax.apply_updates(weights, updates), state, lost


def targets(positions: Positions, trust: float) -> Any:
    """What is to be learnt of positions: a part of the search's value, a part of the result."""
    mixed = trust * positions.values + (1 - trust) * positions.results
    return np.where(np.isnan(mixed), positions.values, mixed).astype(np.float32)


def quantised(weights: Weights) -> Weights:
    """The weights as whole numbers in units of 1/ONE, as the search takes them."""
    return {
        name: np.clip(np.round(np.asarray(layer) * ONE), INT16.min, INT16.max).astype(np.int16)
        for name, layer in weights.items()
    }
