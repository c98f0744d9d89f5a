"""Matrix Market files."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

import numpy as np
import scipy.io
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.sources._faults import reading
from coterie.sources._npy import check_array
from coterie.sources._request import Grid, Request
from coterie.sources._sparse import check_size
from coterie.sources._text_file import not_text, survey

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from coterie.sources._source import Source

WORDS = "a Matrix Market file"


def open_matrix_market(source: Source, request: Request) -> Grid:
    """Open a Matrix Market file."""
    path = _made_safe(source)
    with reading(source.origin, WORDS):
        n_rows, n_columns, entries, layout, field, symmetry = scipy.io.mminfo(str(path))
        size = path.stat().st_size
    if field == "complex":
        message = f"{source.origin}: holds complex numbers; give real ones."
        raise InputError(message)
    stored = n_rows * n_columns if layout == "array" else int(entries)
    if stored > size:  # an entry takes two bytes at least, or four in a triangle
        message = (
            f"{source.origin}: claims {stored:,} entries in {size:,} bytes; it is cut off or "
            "damaged, so make a fresh copy."
        )
        raise InputError(message)
    check_size(source.origin, (n_rows, n_columns), stored)

    def load() -> sp.sparray | sp.spmatrix | NDArray[Any]:
        with reading(source.origin, WORDS):
            matrix = scipy.io.mmread(str(path))
        if isinstance(matrix, np.ndarray):
            check_array(matrix, source.origin)
        return matrix

    known = int(entries) if layout == "coordinate" and symmetry == "general" else None
    return Grid(source.origin, (n_rows, n_columns), load, known, words=WORDS)


def _made_safe(source: Source) -> Path:
    """Return a file that scipy can read without falling.

    Its parser crashes the process where a line holds a zero byte, or where the last line has no
    end and stops in the middle of a number.
    """
    facts = survey(source.plain)
    if facts.zero_at is not None:
        raise not_text(source, facts.zero_at)
    if facts.last_byte == b"\n":
        return source.plain
    path = source.workspace / "ended.mtx"
    shutil.copyfile(source.plain, path)
    with path.open("ab") as stream:
        stream.write(b"\n")
    return path
