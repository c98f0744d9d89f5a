"""The one door to numba: every kernel is compiled, cached and unlocked in the same way."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import numba

P = ParamSpec("P")
R = TypeVar("R")

FAST = {"contract", "reassoc"}
CACHE = os.environ.get("COTERIE_JIT_CACHE", "1") != "0"


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of scalars and arrays, keeping the machine code on disk.

    Kernels release the interpreter lock, so that restarts run in threads. Sums may be reordered and
    fused with products, so that they vectorise; the parts of ``fastmath`` that assume away NaN and
    infinity stay off, because they let the compiler delete the guards of ``0 log 0``.
    """
    compiled: Callable[P, R] = numba.njit(
        cache=CACHE, nogil=True, error_model="numpy", fastmath=FAST
    )(function)
    return compiled


def stage(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that is pasted into its callers, for the stages of a hot loop.

    A call costs an atomic operation for each array that is handed over; a stage has none.
    """
    compiled: Callable[P, R] = numba.njit(
        cache=CACHE, nogil=True, error_model="numpy", fastmath=FAST, inline="always"
    )(function)
    return compiled
