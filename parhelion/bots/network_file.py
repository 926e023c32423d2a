"""Files of networks: the weights of each layer, read into the one array that a search takes."""

from functools import cache
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from parhelion.bots.kernels.network import SECOND, WIDTH
from parhelion.errors import BadNetwork
from parhelion.games import Game

FILE_NAME = "network.npz"
"""The file of the network in a game's folder."""
NO_NETWORK = np.zeros(0, dtype=np.int16)


def layer_shapes(features: int) -> dict[str, tuple[int, ...]]:
    """The arrays of a network for so many features, in the order of the search's one array."""
    return {
        "features": (features, WIDTH),
        "bias": (WIDTH,),
        "second": (WIDTH, SECOND),
        "second_bias": (SECOND,),
        "last": (SECOND,),
        "last_bias": (1,),
    }


@cache
def network_of(game: Game) -> Any:
    """The network that a game's folder holds; nothing if it holds none."""
    path = game.folder / FILE_NAME
    return read_network(path, game) if path.exists() else NO_NETWORK


def read_network(path: Path, game: Game) -> Any:
    """The network in a file as one array; BadNetwork if it is none of this game."""
    try:
        with np.load(path) as layers:
            found = {name: layers[name] for name in layers.files}
    except (OSError, ValueError, BadZipFile) as error:
        raise BadNetwork(f"{path}: cannot be read as a network ({error})") from error
    for name, shape in layer_shapes(game.features).items():
        layer = found.get(name)
        if layer is None or layer.shape != shape or layer.dtype != np.int16:
            there = "there is none" if layer is None else f"not {layer.dtype} {layer.shape}"
            raise BadNetwork(f"{path}: {name} must be int16 {shape} for {game.name}, {there}")
    return np.concatenate([found[name].ravel() for name in layer_shapes(game.features)])
