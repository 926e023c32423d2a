"""`exp` and `log` that give the same bits on every machine.

Those of the C library may use a fused multiply-add where the processor has one, and then differ in
the last digit. These take only what IEEE 754 defines exactly: + - * / on doubles.
"""

from math import factorial

import numpy as np

from parhelion.kernel.compiler import kernel

_LOG2_E = 1.4426950408889634
_LN2_HIGH, _LN2_LOW = 6.93147180369123816490e-01, 1.90821492927058770002e-10
_SQRT2 = 1.4142135623730951
_EXPONENT_BIAS, _MANTISSA_BITS = 1023, 52
_MANTISSA = (1 << 52) - 1
_EXP_SERIES = np.array([1 / factorial(n) for n in range(13, -1, -1)])
_LOG_SERIES = np.array([1 / n for n in range(21, 0, -2)])
MAX_EXPONENT = 700.0
"""Larger arguments of `exp` count as this, smaller ones than its negative as that."""


@kernel
def exp(x):
    """e to the power of x."""
    x = min(max(np.float64(x), -MAX_EXPONENT), MAX_EXPONENT)
    scaled = x * _LOG2_E + 0.5
    k = np.int64(scaled)  # np.floor would be a call of the C library on old processors
    k -= k > scaled
    r = (x - k * _LN2_HIGH) - k * _LN2_LOW
    power = 0.0
    for coefficient in _EXP_SERIES:
        power = power * r + coefficient
    return power * np.int64((k + _EXPONENT_BIAS) << _MANTISSA_BITS).view(np.float64)


@kernel
def log(x):
    """The natural logarithm of a positive number."""
    bits = np.float64(x).view(np.int64)
    k = (bits >> _MANTISSA_BITS) - _EXPONENT_BIAS
    m = np.int64((bits & _MANTISSA) | (_EXPONENT_BIAS << _MANTISSA_BITS)).view(np.float64)
    if m > _SQRT2:
        m *= 0.5
        k += 1
    f = (m - 1.0) / (m + 1.0)
    square = f * f
    series = 0.0
    for coefficient in _LOG_SERIES:
        series = series * square + coefficient
    return k * _LN2_HIGH + (2.0 * f * series + k * _LN2_LOW)
