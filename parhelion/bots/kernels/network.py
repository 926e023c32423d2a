"""A small network that judges positions inside the search, in the manner of NNUE.

    features of the position      a game lists those that hold, some dozens of thousands
      |  sum of a row of weights for each that holds
    WIDTH sums                    clipped to 0..ONE
      |
    SECOND sums                   clipped to 0..ONE
      |
    one sum                       the logarithm of the odds of the seat to move

Weights, sums and outputs of layers are whole numbers, in units of 1/ONE: every machine calculates
the same, and no sum of the sizes that occur overflows. All weights are one array of int16: the rows
of the features, the biases of the first layer, for each of its outputs the weights of the second
layer, the biases of that, the weights of the last sum and its bias.
"""

import numpy as np

from parhelion.kernel import entry_point, exp, kernel, scratch
from parhelion.kernel.arguments import Int16s, States
from parhelion.kernel.dispatch import actor, features

WIDTH, SECOND = 64, 16
ONE_BITS = 8
ONE = 1 << ONE_BITS
"""The number that stands for 1."""
MAX_FEATURES = 256
"""No position has more features that hold."""
BIAS = WIDTH * SECOND + 2 * SECOND + 1 + WIDTH
"""Where the biases of the first layer begin, counted from the end; what follows likewise."""
SECOND_ROWS = BIAS - WIDTH
SECOND_BIAS = SECOND_ROWS - WIDTH * SECOND
LAST = SECOND_BIAS - SECOND
LAST_BIAS = 1


@entry_point
def judge(states: States, network: Int16s) -> float:
    """What the seat to move in states[0] may expect, 0 to 1."""
    return float(network_value(network, states[0]))


@kernel
def network_value(network, state):
    """What the seat to move may expect, 0 to 1."""
    first, second = scratch(WIDTH, np.int32), scratch(SECOND, np.int32)
    sum_features(network, state, first)
    end = len(network)
    bias = network[end - SECOND_BIAS : end - LAST]
    for j in range(SECOND):
        second[j] = np.int32(bias[j]) << ONE_BITS
    for i in range(WIDTH):
        output = min(max(first[i], 0), ONE)
        if output > 0:
            row = network[end - SECOND_ROWS + i * SECOND : end - SECOND_ROWS + (i + 1) * SECOND]
            for j in range(SECOND):
                second[j] += np.int32(output) * np.int32(row[j])
    last = network[end - LAST :]
    total = np.int64(last[SECOND]) << ONE_BITS
    for j in range(SECOND):
        total += np.int64(min(max(second[j] >> ONE_BITS, 0), ONE)) * last[j]
    return 1.0 / (1.0 + exp(-total / (ONE * ONE)))


@kernel
def sum_features(network, state, sums):
    """The sums of the first layer."""
    listed = scratch(MAX_FEATURES, np.int32)
    count = features(state, actor(state), listed)
    bias = network[len(network) - BIAS : len(network) - SECOND_ROWS]
    for i in range(WIDTH):
        sums[i] = bias[i]
    for place in range(count):
        row = network[WIDTH * listed[place] : WIDTH * (listed[place] + 1)]
        for i in range(WIDTH):
            sums[i] += row[i]
