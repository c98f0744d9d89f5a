"""The table of formats: how each is recognised, and what opens it. A new format is a line here."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from coterie._core.errors import InputError
from coterie.sources._delimited import open_delimited
from coterie.sources._dialect import is_tabular
from coterie.sources._folder import open_folder, open_text_lines
from coterie.sources._json_lines import open_json_lines
from coterie.sources._matrix_market import open_matrix_market
from coterie.sources._npy import open_npy
from coterie.sources._npz import open_npz
from coterie.sources._parquet import open_parquet
from coterie.sources._postgres import open_postgres
from coterie.sources._sqlite import open_sqlite

if TYPE_CHECKING:
    from collections.abc import Callable

    from coterie.sources._request import Opened, Request
    from coterie.sources._source import Source


class Format(NamedTuple):
    """A format: its endings, the bytes that its files begin with, and its reader."""

    words: str
    suffixes: tuple[str, ...]
    magic: bytes
    open: Callable[[Source, Request], Opened]
    binary: bool = True
    query: bool = False  # whether it can hold several things to choose from


FORMATS: dict[str, Format] = {
    "parquet": Format("Parquet", (".parquet", ".pq"), b"PAR1", open_parquet),
    "npz": Format(".npz", (".npz",), b"PK\x03\x04", open_npz, query=True),
    "npy": Format(".npy", (".npy",), b"\x93NUMPY", open_npy),
    "sqlite": Format(
        "SQLite",
        (".sqlite", ".sqlite3", ".db", ".db3"),
        b"SQLite format 3\x00",
        open_sqlite,
        query=True,
    ),
    "matrix market": Format(
        "Matrix Market", (".mtx", ".mm"), b"%%MatrixMarket", open_matrix_market
    ),
    "json lines": Format(
        "JSON lines", (".jsonl", ".ndjson", ".json"), b"{", open_json_lines, binary=False
    ),
    "csv": Format("CSV or TSV", (".csv", ".tsv", ".tab"), b"", open_delimited, binary=False),
    "text": Format("lines of text", (".txt", ".text", ".md"), b"", open_text_lines, binary=False),
}

FOLDER = Format("a folder of texts", (), b"", open_folder)


def choose_format(source: Source) -> str:
    """Return the key of the format: by the first bytes if they say, else by the ending.

    Raises
    ------
    InputError
        The file is empty, or its ending names a format that its bytes contradict.
    """
    head = source.head(1 << 12)
    if not head:
        message = f"{source.origin}: is empty; give a file that holds data."
        raise InputError(message)
    by_ending = next((key for key, f in FORMATS.items() if source.suffix in f.suffixes), None)
    for key, known in FORMATS.items():
        if known.binary and head.startswith(known.magic):
            return key
    if by_ending is not None and FORMATS[by_ending].binary:
        message = (
            f"{source.origin}: is no {FORMATS[by_ending].words} file (it begins with "
            f"{head[:8]!r}); it is damaged, or has the ending of another format."
        )
        raise InputError(message)
    if by_ending == "text":
        return "csv" if is_tabular(source) else "text"
    if by_ending is not None:
        return by_ending
    return "json lines" if head.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else "csv"


def open_source(source: Source, request: Request) -> Opened:
    """Open whatever lies at the location."""
    if source.is_database:
        return open_postgres(source, request)
    known = FOLDER if source.is_folder else FORMATS[choose_format(source)]
    if request.query is not None and not known.query:
        message = (
            f"{source.origin}: is {known.words}, which holds one thing only; query chooses from a "
            "database or an .npz archive, so leave it out."
        )
        raise InputError(message)
    return known.open(source, request)
