"""Randomness is data: seeds are drawn before the work starts, so no schedule can change them."""

from __future__ import annotations

from typing import TypeAlias

import numpy as np

RandomState: TypeAlias = "int | np.random.RandomState | np.random.Generator | None"

LARGEST_SEED = 2**31 - 1


def child_seeds(random_state: RandomState, count: int) -> list[int]:
    """Draw one seed for each piece of work.

    Examples
    --------
    >>> child_seeds(0, 3) == child_seeds(0, 3)
    True
    """
    if isinstance(random_state, np.random.Generator):
        return [int(seed) for seed in random_state.integers(LARGEST_SEED, size=count)]
    from sklearn.utils import check_random_state  # here, so that measures load without it

    stream = check_random_state(random_state)
    return [int(seed) for seed in stream.randint(LARGEST_SEED, size=count)]


def generator(random_state: RandomState) -> np.random.Generator:
    """Return a generator for any of the forms that ``random_state`` may take."""
    if isinstance(random_state, np.random.Generator):
        return random_state
    return np.random.default_rng(child_seeds(random_state, 1)[0])
