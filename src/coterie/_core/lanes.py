"""Short vectors of single-precision numbers, with which kernels compute as with one number.

Whether a compiler turns a loop over clusters into good vector instructions depends on everything
around it; these types are such instructions. `no_lanes(16)` is a vector of zeros, `lanes_at` loads
one, `+`, `-`, `*`, `abs` and `least` compute with one, `put_lanes` stores it.
"""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir  # type: ignore[import-untyped]
from numba import extending, types
from numba.core.config import DISABLE_JIT  # type: ignore[attr-defined]

if TYPE_CHECKING:
    from collections.abc import Callable

numba: Any = extending  # not annotated
kinds: Any = types

SINGLE, WORD = ir.FloatType(), ir.IntType(32)
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


class Lanes(kinds.Type):  # type: ignore[misc]
    """The type of a vector of `size` numbers."""

    def __init__(self, size: int) -> None:
        self.size = size
        self.vector = ir.VectorType(SINGLE, size)
        super().__init__(name=f"Lanes({size})")


class LanesModel(numba.models.PrimitiveModel):  # type: ignore[misc]
    """A vector is what the machine calls one."""

    def __init__(self, manager: Any, kind: Lanes) -> None:
        super().__init__(manager, kind, kind.vector)


def kind_of_two(a: Any, b: Any) -> Any:
    """Return the type of what two vectors give, or a vector and a number."""
    sizes = {kind.size for kind in (a, b) if isinstance(kind, Lanes)}
    known = all(isinstance(kind, Lanes) or kind == kinds.float32 for kind in (a, b))
    return Lanes(sizes.pop()) if known and len(sizes) == 1 else None


def kind_of_one(value: Any) -> Any:
    """Return the type of what a vector gives."""
    return value if isinstance(value, Lanes) else None


def kind_of_singles(a: Any, b: Any) -> Any:
    """Return the type of what two numbers in single precision give."""
    return a if a == b == kinds.float32 else None


def define(operation: Callable[[Any, Any], Any], emit: Callable[..., Any]) -> None:
    """Let an operation take vectors, and numbers beside them."""

    def lower(context: Any, builder: Any, given: Any, args: Any) -> Any:
        size = given.return_type.size
        pair = (spread(builder, *one, size) for one in zip(args, given.args, strict=True))
        return emit(builder, *pair)

    numba.type_callable(operation)(lambda context: kind_of_two)
    for pair in ((Lanes, Lanes), (Lanes, kinds.Float), (kinds.Float, Lanes)):
        numba.lower_builtin(operation, *pair)(lower)


def spread(builder: Any, value: Any, kind: Any, size: int) -> Any:
    """Return a number as a vector of copies, a vector as it is."""
    if isinstance(kind, Lanes):
        return value
    nothing = ir.Constant(ir.VectorType(SINGLE, size), ir.Undefined)
    mask = ir.Constant(ir.VectorType(WORD, size), [0] * size)
    return builder.shuffle_vector(builder.insert_element(nothing, value, WORD(0)), nothing, mask)


def lesser(builder: Any, a: Any, b: Any) -> Any:
    """Choose between two vectors, or two numbers."""
    return builder.select(builder.fcmp_ordered("<", a, b), a, b)


def lesser_single(context: Any, builder: Any, given: Any, args: Any) -> Any:
    """Choose between two numbers."""
    return lesser(builder, *args)


def without_sign(context: Any, builder: Any, given: Any, args: Any) -> Any:
    """Clear the bit that says minus."""
    (value,) = args
    words = ir.VectorType(WORD, value.type.count)
    mask = ir.Constant(words, [ALL_BUT_THE_SIGN] * value.type.count)
    return builder.bitcast(builder.and_(builder.bitcast(value, words), mask), value.type)


def place_of(context: Any, builder: Any, given: Any, args: Any, kind: Lanes) -> Any:
    """Return the address of a vector in an array."""
    data = context.make_array(given.args[0])(context, builder, args[0]).data
    return builder.bitcast(builder.gep(data, [args[1]]), kind.vector.as_pointer())


def _no_lanes(typing: Any, size: Any) -> Any:
    kind = Lanes(size.literal_value)
    zeros = ir.Constant(kind.vector, [0.0] * kind.size)
    return kind(size), lambda context, builder, given, args: zeros


def _lanes_at(typing: Any, array: Any, index: Any, like: Any) -> Any:
    def generate(context: Any, builder: Any, given: Any, args: Any) -> Any:
        return builder.load(place_of(context, builder, given, args, like), align=ALIGNED)

    return like(array, kinds.uintp, like), generate


def _put_lanes(typing: Any, array: Any, index: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, given: Any, args: Any) -> Any:
        builder.store(args[2], place_of(context, builder, given, args, value), align=ALIGNED)
        return context.get_dummy_value()

    return kinds.void(array, kinds.uintp, value), generate


if not DISABLE_JIT:  # the plain functions do for the uncompiled kernels
    numba.register_model(Lanes)(LanesModel)
    define(operator.add, lambda builder, a, b: builder.fadd(a, b, flags=SUMS))
    define(operator.sub, lambda builder, a, b: builder.fsub(a, b, flags=SUMS))
    define(operator.mul, lambda builder, a, b: builder.fmul(a, b, flags=SUMS))
    define(least, lesser)
    numba.type_callable(abs)(lambda context: kind_of_one)
    numba.lower_builtin(abs, Lanes)(without_sign)
    numba.type_callable(least)(lambda context: kind_of_singles)
    numba.lower_builtin(least, kinds.float32, kinds.float32)(lesser_single)
    no_lanes: Any = numba.intrinsic(prefer_literal=True)(_no_lanes)  # type: ignore[no-redef]
    lanes_at: Any = numba.intrinsic(_lanes_at)  # type: ignore[no-redef]
    put_lanes: Any = numba.intrinsic(_put_lanes)  # type: ignore[no-redef]
