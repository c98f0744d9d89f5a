"""One small count matrix, written in every format."""

from __future__ import annotations

import bz2
import csv
import gzip
import io
import json
import lzma
import sqlite3
from types import SimpleNamespace
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
import scipy.io
import scipy.sparse as sp

from coterie import sources
from coterie._core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROWS = ["moby, dick", "emma", "007", "größe"]
COLUMNS = ["whale", 'a"; drop table x', "sea", "<b>"]
COUNTS = np.array([[12, 0, 7, 0], [0, 3, 0, 1], [0, 0, 0, 2], [5, 0, 0, 0]])


class Truth(NamedTuple):
    """The matrix that every file holds."""

    counts: np.ndarray
    rows: list[str]
    columns: list[str]


class Written(NamedTuple):
    """A file, and how to read it."""

    name: str
    content: bytes
    options: dict[str, str]
    named: bool = True


def events() -> list[tuple[str, str]]:
    return [
        (row, column)
        for i, row in enumerate(ROWS)
        for j, column in enumerate(COLUMNS)
        for _ in range(COUNTS[i, j])
    ]


def as_csv(rows: list[tuple[object, ...]], delimiter: str = ",") -> str:
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, lineterminator="\n").writerows(rows)
    return text.getvalue()


def wide_rows() -> list[tuple[object, ...]]:
    body = [(row, *counts) for row, counts in zip(ROWS, COUNTS.tolist(), strict=True)]
    return [("id", *COLUMNS), *body]


def parquet(columns: dict[str, list[object]]) -> bytes:
    pa = pytest.importorskip("pyarrow")
    pq = pytest.importorskip("pyarrow.parquet")
    stream = io.BytesIO()
    pq.write_table(pa.table(columns), stream)
    return stream.getvalue()


def wide_parquet() -> bytes:
    columns: dict[str, list[object]] = {"id": list(ROWS)}
    return parquet(columns | dict(zip(COLUMNS, COUNTS.T.tolist(), strict=True)))


def event_parquet() -> bytes:
    users, pages = zip(*events(), strict=True)
    return parquet({'us"er': list(users), "page": list(pages)})


def npz(**arrays: object) -> bytes:
    stream = io.BytesIO()
    np.savez_compressed(stream, **arrays)  # type: ignore[arg-type]
    return stream.getvalue()


def scipy_npz(matrix: sp.sparray) -> bytes:
    stream = io.BytesIO()
    sp.save_npz(stream, matrix)
    return stream.getvalue()


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def matrix_market() -> bytes:
    stream = io.BytesIO()
    scipy.io.mmwrite(stream, sp.coo_array(COUNTS))
    return stream.getvalue()


def sqlite(**tables: list[tuple[object, ...]]) -> bytes:
    """Return the bytes of a database; the first row of a table holds its columns."""
    connection = sqlite3.connect(":memory:")
    for name, (header, *rows) in tables.items():
        columns = ", ".join('"' + str(column).replace('"', '""') + '"' for column in header)
        connection.execute(f"CREATE TABLE {name} ({columns})")
        marks = ", ".join("?" * len(header))
        connection.executemany(f"INSERT INTO {name} VALUES ({marks})", rows)
    connection.commit()
    content = connection.serialize()
    connection.close()
    return content


def bags(key: str | None) -> bytes:
    lines = []
    for row, counts in zip(ROWS, COUNTS.tolist(), strict=True):
        bag = {name: n for name, n in zip(COLUMNS, counts, strict=True) if n}
        lines.append(json.dumps({"id": row, **bag} if key is None else {"id": row, key: bag}))
    return "\n".join(lines).encode()


def every_format() -> dict[str, Written]:
    wide = as_csv(wide_rows())
    event_rows: list[tuple[object, ...]] = [('us"er', "page"), *events()]
    event_options = {"rows": 'us"er', "columns": "page"}
    event_lines = "\n".join(json.dumps({'us"er': u, "page": p}) for u, p in events())
    named = {"row_names": np.array(ROWS), "column_names": np.array(COLUMNS)}
    return {
        "csv": Written("a.csv", wide.encode(), {}),
        "csv without ending": Written("a", wide.encode(), {}),
        "csv with BOM": Written("a.csv", wide.encode("utf-8-sig"), {}),
        "csv in UTF-16": Written("a.csv", wide.encode("utf-16"), {}),
        "csv with Windows line ends": Written("a.csv", wide.replace("\n", "\r\n").encode(), {}),
        "csv.gz": Written("a.csv.gz", gzip.compress(wide.encode()), {}),
        "csv.bz2": Written("a.csv.bz2", bz2.compress(wide.encode()), {}),
        "csv.xz": Written("a.csv.xz", lzma.compress(wide.encode()), {}),
        "tsv": Written("a.tsv", as_csv(wide_rows(), "\t").encode(), {}),
        "semicolons": Written("a.csv", as_csv(wide_rows(), ";").encode(), {}),
        "parquet": Written("a.parquet", wide_parquet(), {}),
        "npz": Written("a.npz", npz(X=COUNTS, **named), {}),
        "npz, sparse": Written("a.npz", scipy_npz(sp.csr_array(COUNTS)), {}, named=False),
        "npz, sparse by columns": Written(
            "a.npz", scipy_npz(sp.csc_array(COUNTS)), {}, named=False
        ),
        "npy": Written("a.npy", npy(COUNTS), {}, named=False),
        "npy.gz": Written("a.npy.gz", gzip.compress(npy(COUNTS)), {}, named=False),
        "matrix market": Written("a.mtx", matrix_market(), {}, named=False),
        "matrix market, gz": Written("a.mtx.gz", gzip.compress(matrix_market()), {}, named=False),
        "sqlite": Written("a.db", sqlite(wide=wide_rows()), {}),
        "sqlite query": Written(
            "a.sqlite",
            sqlite(wide=wide_rows(), other=[("x",), (1,)]),
            {"query": "SELECT * FROM wide;"},
        ),
        "json lines": Written("a.jsonl", bags(None), {}),
        "json lines, nested": Written("a.ndjson", bags("counts"), {}),
        "events in csv": Written("e.csv", as_csv(event_rows).encode(), event_options),
        "events in parquet": Written("e.pq", event_parquet(), event_options),
        "events in sqlite": Written("e.db", sqlite(event=event_rows), event_options),
        "events in json lines": Written("e.jsonl", event_lines.encode(), event_options),
    }


FORMATS = every_format()


@pytest.fixture(params=list(FORMATS))
def written(request: pytest.FixtureRequest) -> Written:
    """Give each format in turn."""
    return FORMATS[request.param]


@pytest.fixture
def write(tmp_path: Path) -> Callable[[str, str | bytes], Path]:
    """Write a file into the test's folder."""

    def writer(name: str, content: str | bytes) -> Path:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return writer


@pytest.fixture(scope="session")
def truth() -> Truth:
    return Truth(COUNTS, ROWS, COLUMNS)


@pytest.fixture(scope="session")
def make() -> SimpleNamespace:
    """Makers of file contents."""
    return SimpleNamespace(
        csv=as_csv, npy=npy, npz=npz, parquet=parquet, scipy_npz=scipy_npz, sqlite=sqlite
    )


@pytest.fixture
def refusal() -> Callable[..., str]:
    """Return the sentence with which a source is refused, having checked its form."""

    def message(location: object, **options: str) -> str:
        sentences = set()
        for look in (sources.read, sources.describe):
            with pytest.raises(InputError) as caught:
                look(location, **options)  # type: ignore[arg-type]
            sentences.add(str(caught.value))
        assert len(sentences) == 1, "describe and read say the same"
        sentence = sentences.pop()
        assert "\n" not in sentence
        assert sentence.endswith(".")
        return sentence

    return message
