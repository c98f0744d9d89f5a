"""A ``.npz`` archive: a matrix saved by scipy, or numpy arrays of which one is the matrix.

Pickled objects inside are never loaded, because loading them would run code.
"""

from __future__ import annotations

from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any, NamedTuple
from zipfile import ZipFile

import numpy as np
import scipy.sparse as sp

from coterie._core.errors import InputError, some
from coterie.sources._faults import find_name, reading, shown
from coterie.sources._npy import PEEKED_ROWS, check_array
from coterie.sources._request import Grid, Request
from coterie.sources._sparse import as_csr, check_size
from coterie.sources._table import Names, as_names

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from coterie.sources._source import Source

PEEKED_CELLS = 1_000_000
WORDS = "an .npz archive"
ROW_NAMES = ("row_names", "rows", "ids", "id", "names")
COLUMN_NAMES = ("column_names", "columns", "vocabulary", "vocab", "feature_names", "features")


class Member(NamedTuple):
    """What the header of one array says."""

    shape: tuple[int, ...]
    dtype: np.dtype[Any]


def open_npz(source: Source, request: Request) -> Grid:
    """Open a ``.npz`` archive."""
    with reading(source.origin, WORDS):
        members = _members(source)
    if not members:
        message = (
            f"{source.origin}: is a zip archive without NumPy arrays; save a spreadsheet as CSV, "
            "and unpack other archives, first."
        )
        raise InputError(message)
    if {"format", "shape", "data"} <= set(members):
        shape, n_stored = _sparse_shape(source, members)
        name = None
    else:
        name = _choose(source.origin, members, request.query)
        shape, n_stored = members[name].shape, None  # type: ignore[assignment]
    names = _names(source, members, shape, name) if len(shape) == 2 else (None, None)
    return Grid(
        source.origin,
        shape,
        lambda: _load(source, name),
        n_stored,
        *names,
        words="a scipy sparse matrix" if name is None else f"array {name!r} of {WORDS}",
        peek=lambda: _peek(source, "data" if name is None else name),
        parts=tuple(members),
        load_part=lambda part: _array(source, part),
    )


def _members(source: Source) -> dict[str, Member]:
    found = {}
    with ZipFile(source.plain) as archive:
        for info in archive.infolist():
            if not info.filename.endswith(".npy"):
                continue
            with archive.open(info) as stream:
                found[info.filename.removesuffix(".npy")] = _header(stream)[0]
    return found


def _header(stream: IO[bytes]) -> tuple[Member, bool]:
    """Return what a header says, and whether the entries follow each other by columns."""
    if np.lib.format.read_magic(stream) == (1, 0):
        shape, by_columns, dtype = np.lib.format.read_array_header_1_0(stream)
    else:
        shape, by_columns, dtype = np.lib.format.read_array_header_2_0(stream)
    return Member(shape, dtype), by_columns


def _peek(source: Source, name: str) -> NDArray[Any]:
    """Return the first rows of an array, or the first entries of a list of them, as rows."""
    with (
        reading(source.origin, f"{WORDS} (array {name!r})"),
        ZipFile(source.plain) as archive,
        archive.open(f"{name}.npy") as stream,
    ):
        member, by_columns = _header(stream)
        width = member.shape[1] if len(member.shape) == 2 and not by_columns else 1
        size = min(member.shape[0], PEEKED_ROWS if width > 1 else PEEKED_CELLS) * width
        values = np.frombuffer(stream.read(size * member.dtype.itemsize), member.dtype)
        return values.reshape(-1, width) if width > 1 else values.reshape(1, -1)


def _array(source: Source, name: str) -> NDArray[Any]:
    with (
        reading(source.origin, f"{WORDS} (array {name!r})"),
        np.load(source.plain, allow_pickle=False) as archive,
    ):
        array: NDArray[Any] = archive[name]
        return array


def _sparse_shape(source: Source, members: dict[str, Member]) -> tuple[tuple[int, int], int | None]:
    sides = _array(source, "shape")
    if sides.shape != (2,) or sides.dtype.kind not in "iu":
        message = f"{source.origin}: its shape {shown(sides)} is not that of a matrix."
        raise InputError(message)
    n_rows, n_columns = int(sides[0]), int(sides[1])
    n_stored = int(np.prod(members["data"].shape))
    check_size(source.origin, (n_rows, n_columns), n_stored)
    return (n_rows, n_columns), n_stored


def _choose(origin: str, members: dict[str, Member], query: str | None) -> str:
    if query is not None:
        find_name(list(members), query, origin, "array")
        return query
    numeric = [
        name
        for name, member in members.items()
        if len(member.shape) == 2 and member.dtype.kind in "biuf"
    ]
    if len(numeric) == 1:
        return numeric[0]
    listed = some((f"{name!r} {member.shape}" for name, member in members.items()), 8) or "nothing"
    found = "several matrices" if numeric else "no matrix"
    message = f"{origin}: holds {found} ({listed}); name one with --query, or save one matrix."
    raise InputError(message)


def _load(source: Source, name: str | None) -> sp.sparray | sp.spmatrix | NDArray[Any]:
    if name is None:
        with reading(source.origin, "a scipy sparse matrix"):
            sparse: Any = sp.load_npz(source.plain)
        return as_csr(sparse, source.origin)
    array = _array(source, name)
    check_array(array, f"{source.origin} ({name})")
    return array


def _names(
    source: Source, members: dict[str, Member], shape: tuple[int, int], matrix: str | None
) -> tuple[Names | None, Names | None]:
    """Return names saved beside the matrix: by the name of their array, or by their length."""
    n_rows, n_columns = shape
    texts = {
        name: member.shape[0]
        for name, member in members.items()
        if name != matrix and len(member.shape) == 1 and member.dtype.kind in "UST"
    }
    rows = _pick(source, texts, ROW_NAMES, n_rows, alone=n_rows != n_columns)
    columns = _pick(source, texts, COLUMN_NAMES, n_columns, alone=n_rows != n_columns)
    return rows, columns


def _pick(
    source: Source, texts: dict[str, int], known: tuple[str, ...], length: int, *, alone: bool
) -> Names | None:
    fitting = [name for name, size in texts.items() if size == length]
    ordered = [name for name in known if name in fitting]
    ordered += [name for name in fitting if alone and name not in known]
    for name in ordered:
        with suppress(InputError):
            array = _array(source, name)
            values = array.astype("U") if array.dtype.kind == "S" else array
            if len(set(values.tolist())) == length:
                return as_names(values.tolist())
    return None
