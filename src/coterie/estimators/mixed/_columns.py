"""What the columns of a table are, and their values as numbers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from numbers import Real
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import DataWarning, InputError, some, warn

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from coterie._core.types import FloatArray

UNSEEN = -1.0
"""Code of a level that the fit did not see."""

ABSENT = ("NAType", "NaTType")
"""How data frames write that nothing is there."""


@dataclass(frozen=True, eq=False)
class TableColumn:
    """A column of a table, and how far its kernel reaches.

    Parameters
    ----------
    name : str
        Its name; its position where it has none.
    kind : {"continuous", "nominal", "ordinal"}
        What its values are: measurements, names, or grades in an order.
    levels : ndarray or None
        The values that a nominal or ordinal column can take, grades in their order.
    bandwidth : float
        Reach of the kernel: the standard deviation of the Gaussian, in the unit of the column;
        of levels the lambda, from 0 (other levels are no neighbours) to where all are alike, which
        is (c - 1) / c for c names and 1 for grades.

    Examples
    --------
    >>> from coterie.estimators import MixedTableEncoder
    >>> encoder = MixedTableEncoder().fit([[1.0, "red"], [1.2, "red"], [3.1, "blue"]])
    >>> [(column.name, column.kind) for column in encoder.columns_]
    [('0', 'continuous'), ('1', 'nominal')]
    """

    name: str
    kind: str
    levels: NDArray[Any] | None = None
    bandwidth: float = 1.0

    @property
    def n_levels(self) -> int:
        """Number of levels; 0 where any number can stand."""
        return 0 if self.levels is None else len(self.levels)


def names_of(X: Any) -> list[str]:
    """Names of the columns of a data frame; their positions for an array."""
    return [str(name) for name in getattr(X, "columns", range(np.shape(X)[1]))]


def column_of(X: Any, j: int) -> Any:
    """Column j, as the table has it."""
    return X[X.columns[j]] if hasattr(X, "columns") else X[:, j]


def recognise(
    X: Any, nominal: Sequence[Any] | None, ordinal: Any, owner: str
) -> tuple[TableColumn, ...]:
    """Say what each column is: as the user does, else by its type.

    Examples
    --------
    >>> table = np.array([[1.5, "s"], [0.5, "l"]], dtype=object)
    >>> [column.kind for column in recognise(table, None, {1: ["s", "l"]}, "table")]
    ['continuous', 'ordinal']
    """
    names = names_of(X)
    named = positions(nominal or (), names, "nominal", owner)
    given = ordinal if isinstance(ordinal, dict) else dict.fromkeys(ordinal or ())
    graded = dict(zip(positions(given, names, "ordinal", owner), given.values(), strict=True))
    both = sorted({names[j] for j in named} & {names[j] for j in graded})
    if both:
        message = f"{owner}: column {both[0]!r} is in nominal and in ordinal. Name it in one."
        raise InputError(message)
    return tuple(
        as_column(column_of(X, j), name, forced_kind(j, named, graded), graded.get(j), owner)
        for j, name in enumerate(names)
    )


def forced_kind(j: int, named: Sequence[int], graded: Mapping[int, Any]) -> str | None:
    """Return what the user says that column j is."""
    return "nominal" if j in named else "ordinal" if j in graded else None


def positions(chosen: Any, names: list[str], parameter: str, owner: str) -> list[int]:
    """Positions of columns that are given by name or by position.

    Examples
    --------
    >>> positions(["b", 0], ["a", "b"], "nominal", "table")
    [1, 0]
    """
    found = []
    for each in chosen:
        known = each in names if isinstance(each, str) else 0 <= each < len(names)
        if not known:
            message = (
                f"{owner}: {parameter} names column {each!r}, which the table does not have. "
                f"Its columns are {some(names, 6)}."
            )
            raise InputError(message)
        found.append(names.index(each) if isinstance(each, str) else int(each))
    return found


def as_column(column: Any, name: str, kind: str | None, order: Any, owner: str) -> TableColumn:
    """Recognise one column."""
    values, levels, ordered = contents(column, name, owner)
    if kind is None:
        if levels is not None:
            kind = "ordinal" if ordered else "nominal"
        else:
            kind = "continuous" if values.dtype.kind in "iuf" else "nominal"
    if kind == "continuous":
        return TableColumn(name, kind)
    if order is not None:
        levels = list(order)
    elif levels is None:
        levels = sorted(set(values.tolist()))
        if kind == "ordinal" and values.dtype.kind == "O":
            message = (
                f"{owner}: column {name!r} holds texts, and their order is not known. Give it: "
                f"ordinal={{{name!r}: {levels!r}}}, the lowest first."
            )
            raise InputError(message)
    if kind == "nominal" and 2 < len(levels) == len(values):
        warn(
            f"{owner}: no two rows agree in column {name!r}, so it tells nothing about groups. "
            f"Leave it out.",
            DataWarning,
        )
    return TableColumn(name, kind, as_levels(levels))


def as_levels(levels: list[Any]) -> NDArray[Any]:
    """Levels as an array that keeps texts of any length."""
    array = np.asarray(levels)
    return array if array.dtype.kind in "biuf" else np.array([str(each) for each in levels], object)


def contents(column: Any, name: str, owner: str) -> tuple[NDArray[Any], list[Any] | None, bool]:
    """Values of a column; its levels and whether they have an order, where its type says so.

    Numbers come as numbers, all else as objects: texts, with numbers where they stand among texts.
    """
    levels, ordered = None, False
    kind = str(getattr(column, "dtype", ""))
    if kind == "category":  # pandas
        levels, ordered = column.cat.categories.tolist(), bool(column.cat.ordered)
    elif kind.startswith("Enum"):  # polars
        levels = column.dtype.categories.to_list()
    values = np.asarray(column)
    if values.dtype.kind in "mMc":
        message = (
            f"{owner}: column {name!r} is of type {values.dtype}, neither numbers nor names. Turn "
            f"it into one of them."
        )
        raise InputError(message)
    if values.dtype.kind not in "biuf":
        values = plain(values.astype(object), name, owner)
    if values.dtype.kind == "f" and not np.isfinite(values).all():
        refuse(np.flatnonzero(~np.isfinite(values)), name, "NaN or infinite", owner)
    return values, levels, ordered


def plain(values: NDArray[Any], name: str, owner: str) -> NDArray[Any]:
    """Objects as numbers, if all are; else as texts and numbers, none missing."""
    items = values.tolist()
    missing = [i for i, item in enumerate(items) if is_missing(item)]
    if missing:
        refuse(missing, name, "missing (NaN)", owner)
    if all(isinstance(item, Real) and not isinstance(item, bool) for item in items):
        return values.astype(np.float64)
    for row, item in enumerate(items):
        if not isinstance(item, str | Real | np.bool_):
            message = (
                f"{owner}: column {name!r} holds {item!r} (row {row}); an argument must be a "
                f"string or a number."
            )
            raise TypeError(message)
    if any(isinstance(item, str) for item in items):  # then all are names
        items = [str(item) for item in items]
    return np.array([*items, None], dtype=object)[:-1]


def is_missing(item: Any) -> bool:
    """Tell whether nothing is there."""
    if isinstance(item, float):
        return math.isnan(item)
    return item is None or type(item).__name__ in ABSENT


def refuse(rows: Any, name: str, words: str, owner: str) -> None:
    """Say which values cannot be used."""
    count = len(rows)
    message = (
        f"{owner}: {count} {'value' if count == 1 else 'values'} of column {name!r} "
        f"{'is' if count == 1 else 'are'} {words} (first: row {rows[0]}). Fill or drop them."
    )
    raise InputError(message)


def coded(X: Any, columns: Sequence[TableColumn], owner: str) -> FloatArray:
    """Return the table as numbers: measurements as they are, levels by their position.

    Examples
    --------
    >>> table = np.array([[1.5, "s"], [0.5, "l"]], dtype=object)
    >>> coded(table, recognise(table, None, None, "table"), "table")
    array([[1.5, 1. ],
           [0.5, 0. ]])
    """
    table = [code(column_of(X, j), column, owner) for j, column in enumerate(columns)]
    return np.column_stack(table)


def code(values: Any, column: TableColumn, owner: str) -> FloatArray:
    """Return one column as numbers."""
    given = contents(values, column.name, owner)[0]
    if column.levels is None:
        if given.dtype.kind not in "biuf":
            message = f"{owner}: column {column.name!r} held numbers in the fit, but now texts."
            raise InputError(message)
        return given.astype(np.float64)
    place = {level: float(i) for i, level in enumerate(column.levels.tolist())}
    key = str if column.levels.dtype.kind == "O" else lambda value: value
    codes = np.array([place.get(key(value), UNSEEN) for value in given.tolist()])
    if column.kind == "ordinal" and (codes == UNSEEN).any():
        row = int(np.argmin(codes))
        message = (
            f"{owner}: column {column.name!r} holds {given.tolist()[row]!r} (row {row}), which is "
            f"none of its levels {some(column.levels.tolist(), 6)}. Give all levels in order: "
            f"ordinal={{{column.name!r}: [...]}}."
        )
        raise InputError(message)
    return codes
