"""The one door to numba: every kernel is compiled, cached and unlocked in the same way."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

import numba
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import cgutils, types
from numba.core.config import DISABLE_JIT  # type: ignore[attr-defined]
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

functions: Any = cgutils  # not annotated
P = ParamSpec("P")
R = TypeVar("R")

OPTIONS: dict[str, Any] = {
    "cache": os.environ.get("COTERIE_JIT_CACHE", "1") != "0",
    "nogil": True,
    "error_model": "numpy",
    "fastmath": {"contract", "reassoc"},
    "_nrt": False,
}
"""Kernels release the interpreter lock, so that restarts run in threads. Sums may be reordered and
fused with products, so that they vectorise; the parts of ``fastmath`` that assume away NaN and
infinity stay off, because they let the compiler delete the guards of ``0 log 0``. Arrays belong to
the caller: kernels neither make them nor count references, which took a third of the time."""


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function of scalars and arrays, keeping the machine code on disk."""
    compiled: Callable[P, R] = numba.njit(**OPTIONS)(function)
    return compiled


def stage(function: Callable[P, R]) -> Callable[P, R]:
    """Compile a function that is pasted into its callers, for the stages of a hot loop."""
    compiled: Callable[P, R] = numba.njit(inline="always", **OPTIONS)(function)
    return compiled


def prefetch(array: Any, index: int) -> None:
    """Ask for the memory of `array[index]`, without waiting for it; the array is contiguous."""


def _prefetch(typing: Any, array: Any, index: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        data = context.make_array(signature.args[0])(context, builder, values[0]).data
        place = builder.bitcast(builder.gep(data, [values[1]]), ir.IntType(8).as_pointer())
        flag = ir.IntType(32)
        kind = ir.FunctionType(ir.VoidType(), [place.type, flag, flag, flag])
        ask = functions.get_or_insert_function(builder.module, kind, "llvm.prefetch.p0i8")
        to_read, close, as_data = flag(0), flag(3), flag(1)
        builder.call(ask, [place, to_read, close, as_data])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


if not DISABLE_JIT:  # the plain functions do for the uncompiled kernels
    prefetch: Any = intrinsic(_prefetch)  # type: ignore[no-redef]
