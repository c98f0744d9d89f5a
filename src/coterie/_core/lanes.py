"""Short vectors of single-precision numbers, with which kernels compute as with one number.

Whether a compiler turns a loop over clusters into good vector instructions depends on everything
around it; these types are such instructions. `no_lanes(16)` is a vector of zeros, `lanes_at` loads
one, the operators, `abs` and `least` compute with one, `put_lanes` stores it.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba.core import types
from numba.core.config import DISABLE_JIT  # type: ignore[attr-defined]
from numba.core.datamodel import models, register_default
from numba.core.imputils import lower_builtin
from numba.core.typing.templates import AbstractTemplate, infer_global, signature
from numba.extending import intrinsic

if TYPE_CHECKING:
    from collections.abc import Callable

SINGLE = ir.FloatType()
WORD = ir.IntType(32)
ALL_BUT_THE_SIGN = 0x7FFFFFFF
ALIGNED = 4
"""Bytes: a vector may begin at any number."""

SUMS = ("contract", "reassoc")
"""As in other kernels: a product and a sum may become one instruction."""


def no_lanes(size: int) -> Any:
    """Return a vector of zeros; `size` is a constant."""
    return np.zeros(size, np.float32)


def lanes_at(array: Any, index: int, like: Any) -> Any:
    """Return the vector at `array[index]`, as long as the one in `like`; the array is flat."""
    return array[index : index + like.size]


def put_lanes(array: Any, index: int, value: Any) -> None:
    """Store a vector at `array[index]`; the array is flat."""
    array[index : index + value.size] = value


def least(a: Any, b: Any) -> Any:
    """Return the lesser of each two numbers."""
    return np.minimum(a, b)


class Lanes(types.Type):  # type: ignore[misc]
    """The type of a vector of `size` numbers."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.vector = ir.VectorType(SINGLE, size)
        super().__init__(name=f"Lanes({size})")


class LanesModel(models.PrimitiveModel):  # type: ignore[misc]
    """A vector is what the machine calls one."""

    def __init__(self, manager: Any, kind: Lanes) -> None:
        super().__init__(manager, kind, kind.vector)


def spread(builder: Any, value: Any, kind: Any, size: int) -> Any:
    """Return a number as a vector of copies, a vector as it is."""
    if isinstance(kind, Lanes):
        return value
    nothing = ir.Constant(ir.VectorType(SINGLE, size), ir.Undefined)
    first = builder.insert_element(nothing, value, WORD(0))
    return builder.shuffle_vector(
        first, nothing, ir.Constant(ir.VectorType(WORD, size), [0] * size)
    )


def define(operation: Callable[..., Any], emit: Callable[..., Any]) -> None:
    """Let an operation take vectors, and numbers beside them."""

    class Template(AbstractTemplate):  # type: ignore[misc]
        def generic(self, args: Any, kws: Any) -> Any:
            sizes = {kind.size for kind in args if isinstance(kind, Lanes)}
            known = all(isinstance(kind, Lanes) or kind == types.float32 for kind in args)
            if known and len(sizes) == 1:
                return signature(Lanes(sizes.pop()), *args)
            if known and operation is least:
                return signature(types.float32, *args)
            return None

    def lower(context: Any, builder: Any, given: Any, args: Any) -> Any:
        if isinstance(given.return_type, Lanes):
            size = given.return_type.size
            args = [spread(builder, *pair, size) for pair in zip(args, given.args, strict=True)]
        return emit(builder, *args)

    infer_global(operation)(Template)
    lower_builtin(operation, types.VarArg(types.Any))(lower)


def _smaller(builder: Any, a: Any, b: Any) -> Any:
    return builder.select(builder.fcmp_ordered("<", a, b), a, b)


def _without_sign(builder: Any, value: Any) -> Any:
    words = ir.VectorType(WORD, value.type.count)
    mask = ir.Constant(words, [ALL_BUT_THE_SIGN] * value.type.count)
    return builder.bitcast(builder.and_(builder.bitcast(value, words), mask), value.type)


def _no_lanes(typing: Any, size: Any) -> Any:
    kind = Lanes(size.literal_value)
    zeros = ir.Constant(kind.vector, [0.0] * kind.size)
    return kind(size), lambda context, builder, given, args: zeros


def _place(context: Any, builder: Any, kind: Any, array: Any, index: Any, vector: Any) -> Any:
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [index]), vector.as_pointer())


def _lanes_at(typing: Any, array: Any, index: Any, like: Any) -> Any:
    def generate(context: Any, builder: Any, given: Any, args: Any) -> Any:
        place = _place(context, builder, array, args[0], args[1], like.vector)
        return builder.load(place, align=ALIGNED)

    return like(array, types.uintp, like), generate


def _put_lanes(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, given: Any, args: Any) -> Any:
        place = _place(context, builder, array, args[0], args[1], value.vector)
        builder.store(args[2], place, align=ALIGNED)
        return context.get_dummy_value()

    return types.void(array, types.uintp, value), generate


if not DISABLE_JIT:  # the plain functions do for the uncompiled kernels
    register_default(Lanes)(LanesModel)
    define(operator.add, lambda builder, a, b: builder.fadd(a, b, flags=SUMS))
    define(operator.sub, lambda builder, a, b: builder.fsub(a, b, flags=SUMS))
    define(operator.mul, lambda builder, a, b: builder.fmul(a, b, flags=SUMS))
    define(abs, _without_sign)
    define(least, _smaller)
    no_lanes: Any = intrinsic(prefer_literal=True)(_no_lanes)  # type: ignore[no-redef]
    lanes_at: Any = intrinsic(_lanes_at)  # type: ignore[no-redef]
    put_lanes: Any = intrinsic(_put_lanes)  # type: ignore[no-redef]
