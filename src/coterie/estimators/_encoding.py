"""Parameters and fitted attributes as JSON values, with their arrays set apart.

A value that JSON has is written as it is. Any other is an object with one entry, whose name says
what it is: ``{"array": "labels_"}``, ``{"float": "inf"}``, ``{"record": ["Restart", {...}]}``.
"""

from __future__ import annotations

import dataclasses
import math
from enum import Enum
from functools import cache
from importlib import import_module
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator
from sklearn.pipeline import Pipeline

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

PACKAGES = ("coterie.measures", "coterie.engines", "coterie.validation", "coterie.estimators")
"""Whose public classes can be part of a model."""

BIT_GENERATORS = ("MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64")
STRINGS = np.dtypes.StringDType
SEQUENCES: dict[str, Callable[[Any], Any]] = {
    "list": list,
    "tuple": tuple,
    "set": set,
    "frozenset": frozenset,
}
OUTPUT = "_sklearn_output_config"  # what `set_output` sets


@cache
def known(base: type) -> dict[str, type]:
    """Return the public classes of coterie that derive from `base`, or are frozen records."""
    found: dict[str, type] = {}
    for package in map(import_module, PACKAGES):
        for name in package.__all__:
            thing = getattr(package, name)
            if isinstance(thing, type) and (
                issubclass(thing, base) or (base is object and dataclasses.is_dataclass(thing))
            ):
                found[name] = thing
    return found


def known_estimators() -> dict[str, type]:
    """Return the estimators that can be saved."""
    return {**known(BaseEstimator), "Pipeline": Pipeline}


def known_records() -> dict[str, type]:
    """Return the frozen records that can be part of a model."""
    return {name: kind for name, kind in known(object).items() if dataclasses.is_dataclass(kind)}


class Writer:
    """Encodes values, and gathers the arrays that they hold."""

    def __init__(self) -> None:
        self.arrays: dict[str, NDArray[Any]] = {}

    def estimator(self, model: Any) -> dict[str, Any]:
        """Encode an estimator: its class, parameters and fitted attributes."""
        name = type(model).__name__
        if type(model) not in known_estimators().values():
            message = f"{name} is not an estimator of coterie, and cannot be saved as data."
            raise InputError(message)
        fitted = {key: value for key, value in vars(model).items() if is_fitted_name(key)}
        return {
            "class": name,
            "parameters": {
                key: self.value(value, key) for key, value in model.get_params(deep=False).items()
            },
            "fitted": {key: self.value(value, key) for key, value in fitted.items()},
        }

    def value(self, value: Any, name: str) -> Any:
        """Encode one value; `name` is where it is, for messages and the names of arrays."""
        if value is None or type(value) in {bool, int, str}:
            return value
        if type(value) is float:
            return value if math.isfinite(value) else {"float": str(value)}
        for kind, encode in WRITERS:
            if isinstance(value, kind):
                return encode(self, value, name)
        if dataclasses.is_dataclass(value):
            return self._record(value, name)
        raise _unsavable(value, name)

    def _keep(self, array: NDArray[Any], name: str) -> str:
        key, number = name, 1
        while key in self.arrays:
            number += 1
            key = f"{name}-{number}"
        self.arrays[key] = array
        return key

    def _array(self, array: NDArray[Any], name: str) -> dict[str, Any]:
        if array.dtype.kind in "biufc":
            return {"array": self._keep(array, name)}
        flat = array.ravel().tolist()
        if array.dtype.kind not in "OUT" or not all(isinstance(item, str) for item in flat):
            raise _unsavable(array, name)
        # one run of bytes and where each text ends: no width that the longest text dictates
        pieces = [text.encode("utf-8", "surrogatepass") for text in flat]
        ends = np.cumsum([len(piece) for piece in pieces], dtype=np.int64)
        letters = np.frombuffer(b"".join(pieces), dtype=np.uint8)
        return {
            "texts": {
                "bytes": self._keep(letters, f"{name}.bytes"),
                "ends": self._keep(ends.reshape(array.shape), f"{name}.ends"),
                "dtype": {"O": "object", "U": "fixed", "T": "string"}[array.dtype.kind],
            }
        }

    def _scalar(self, value: np.generic, name: str) -> dict[str, Any]:
        return {"scalar": self._keep(np.asarray(value), name)}

    def _sparse(self, matrix: Any, name: str) -> dict[str, Any]:
        kind = "array" if isinstance(matrix, sp.sparray) else "matrix"
        rows = sp.csr_array(matrix)
        return {
            "sparse": {
                "kind": kind,
                "shape": [int(side) for side in rows.shape],
                "parts": [
                    self._keep(getattr(rows, part), f"{name}.{part}")
                    for part in ("data", "indices", "indptr")
                ],
            }
        }

    def _sequence(self, items: Any, name: str) -> dict[str, Any]:
        kind = type(items).__name__
        if kind not in SEQUENCES:
            raise _unsavable(items, name)
        ordered = sorted(items, key=repr) if kind in {"set", "frozenset"} else items
        return {kind: [self.value(item, name) for item in ordered]}

    def _mapping(self, items: dict[Any, Any], name: str) -> dict[str, Any]:
        pairs = [[self.value(key, name), self.value(item, name)] for key, item in items.items()]
        return {"dict": pairs}

    def _range(self, items: range, name: str) -> dict[str, Any]:
        return {"range": [items.start, items.stop, items.step]}

    def _enum(self, value: Enum, name: str) -> dict[str, Any]:
        return {"choice": [type(value).__name__, value.name]}

    def _record(self, value: Any, name: str) -> dict[str, Any]:
        kind = type(value).__name__
        if type(value) not in known_records().values():
            raise _unsavable(value, name)
        fields = {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
        return {
            "record": [
                kind, {key: self.value(item, f"{name}.{key}") for key, item in fields.items()}
            ]
        }  # fmt: skip

    def _nested(self, model: BaseEstimator, name: str) -> dict[str, Any]:
        return {"estimator": self.estimator(model)}

    def _generator(self, luck: np.random.Generator, name: str) -> dict[str, Any]:
        return {"generator": self.value(luck.bit_generator.state, name)}

    def _random_state(self, luck: np.random.RandomState, name: str) -> dict[str, Any]:
        return {"random state": self.value(luck.get_state(legacy=False), name)}


WRITERS: tuple[tuple[Any, Callable[[Writer, Any, str], Any]], ...] = (
    (np.ndarray, Writer._array),
    (np.generic, Writer._scalar),
    ((sp.sparray, sp.spmatrix), Writer._sparse),
    ((list, tuple, set, frozenset), Writer._sequence),
    (dict, Writer._mapping),
    (range, Writer._range),
    (Enum, Writer._enum),
    (BaseEstimator, Writer._nested),
    (np.random.Generator, Writer._generator),
    (np.random.RandomState, Writer._random_state),
)


class Reader:
    """Decodes values; classes come from the tables above and from nowhere else."""

    def __init__(self, arrays: dict[str, NDArray[Any]]) -> None:
        self.arrays = arrays

    def estimator(self, stored: dict[str, Any]) -> Any:
        """Decode an estimator."""
        kind = known_estimators().get(stored["class"])
        if kind is None:
            message = (
                f"the model is of class {stored['class']!r}, which this version of coterie does "
                "not know; install the version that it was saved with."
            )
            raise InputError(message)
        model = kind(**{key: self.value(value) for key, value in stored["parameters"].items()})
        for key, value in stored["fitted"].items():
            if not is_fitted_name(key):
                message = f"{key!r} is no fitted attribute"
                raise KeyError(message)
            setattr(model, key, self.value(value))
        return model

    def value(self, stored: Any) -> Any:
        """Decode one value."""
        if not isinstance(stored, dict):
            return stored
        ((kind, content),) = stored.items()
        if kind in SEQUENCES:
            return SEQUENCES[kind](self.value(item) for item in content)
        return READERS[kind](self, content)

    def _array(self, key: str) -> NDArray[Any]:
        return self.arrays[key]

    def _scalar(self, key: str) -> Any:
        return self.arrays[key][()]

    def _texts(self, stored: dict[str, str]) -> NDArray[Any]:
        letters, ends = self.arrays[stored["bytes"]].tobytes(), self.arrays[stored["ends"]]
        bounds = [0, *ends.ravel().tolist()]
        texts = [
            letters[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(bounds)
        ]
        plain = np.array([*texts, ""], dtype=object)[:-1].reshape(ends.shape)
        kinds: dict[str, Any] = {"object": object, "fixed": str, "string": STRINGS()}
        return plain.astype(kinds[stored["dtype"]])

    def _sparse(self, stored: dict[str, Any]) -> Any:
        make = sp.csr_array if stored["kind"] == "array" else sp.csr_matrix
        parts = tuple(self.arrays[key] for key in stored["parts"])
        return make(parts, shape=tuple(stored["shape"]))

    def _mapping(self, pairs: list[Any]) -> dict[Any, Any]:
        return {self.value(key): self.value(item) for key, item in pairs}

    def _enum(self, stored: list[str]) -> Any:
        choices: Any = known(Enum)[stored[0]]
        return choices[stored[1]]

    def _record(self, stored: list[Any]) -> Any:
        fields = {key: self.value(item) for key, item in stored[1].items()}
        return known_records()[stored[0]](**fields)

    def _generator(self, stored: Any) -> np.random.Generator:
        state = self.value(stored)
        name = state["bit_generator"]
        if name not in BIT_GENERATORS:
            message = f"{name!r} is no known bit generator"
            raise KeyError(message)
        bits = getattr(np.random, name)()
        bits.state = state
        return np.random.Generator(bits)

    def _random_state(self, stored: Any) -> np.random.RandomState:
        luck = np.random.RandomState()
        luck.set_state(self.value(stored))
        return luck


READERS: dict[str, Callable[[Reader, Any], Any]] = {
    "array": Reader._array,
    "scalar": Reader._scalar,
    "texts": Reader._texts,
    "sparse": Reader._sparse,
    "dict": Reader._mapping,
    "range": lambda _, bounds: range(*bounds),
    "float": lambda _, text: float(text),
    "choice": Reader._enum,
    "record": Reader._record,
    "estimator": Reader.estimator,
    "generator": Reader._generator,
    "random state": Reader._random_state,
}


def is_fitted_name(name: str) -> bool:
    """Tell whether an attribute is one that fitting sets, or the choice of output."""
    return (name.endswith("_") and not name.startswith("_")) or name == OUTPUT


def _unsavable(value: object, name: str) -> InputError:
    return InputError(
        f"{name}: a value of type {type(value).__name__} cannot be saved as data; use pickle for "
        "models with parameters of your own making."
    )
