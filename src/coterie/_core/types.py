"""Names for the array types that cross package borders."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

FloatArray: TypeAlias = NDArray[np.float64]
IntArray: TypeAlias = NDArray[np.int64]
BoolArray: TypeAlias = NDArray[np.bool_]
Matrix: TypeAlias = Any
"""Anything two-dimensional that a user may hand in as numbers."""
SingleArray: TypeAlias = NDArray[np.float32]
Int32Array: TypeAlias = NDArray[np.int32]
RankArray: TypeAlias = NDArray[np.uint16] | NDArray[np.uint32]
CountArray: TypeAlias = NDArray[np.uint16] | SingleArray | FloatArray
"""Values in the shortest type that holds them."""
