"""Units of information: everything is computed in nats and divided once, at the end."""

from __future__ import annotations

import math

from coterie._core.errors import InputError
from coterie._core.params import Number


def nats_per_unit(base: float | None) -> float:
    """Return how many nats one unit of the logarithm's base holds; None means nats."""
    if base is None:
        return 1.0
    if not Number(1, open_low=True).holds(base) or math.isinf(base):
        message = f"base={base!r} must be a number > 1: 2 for bits, 10 for digits, None for nats."
        raise InputError(message)
    return math.log(base)
