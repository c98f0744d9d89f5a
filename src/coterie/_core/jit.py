"""The one door to numba: every kernel is compiled, cached and unlocked in the same way."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")

CACHE = os.environ.get("COTERIE_JIT_CACHE", "1") != "0"


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of scalars and arrays, keeping the machine code on disk.

    Kernels release the interpreter lock, so that restarts run in threads. ``fastmath`` stays off:
    it lets the compiler delete the guards of ``0 log 0``.
    """
    compiled: Callable[P, R] = numba.njit(cache=CACHE, nogil=True, error_model="numpy")(function)
    return compiled
