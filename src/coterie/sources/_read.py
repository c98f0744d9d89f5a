"""Read any data into a named matrix, or into documents."""

from __future__ import annotations

import os

from coterie._core.errors import InputError, some
from coterie.sources._checks import build_table, check_names
from coterie.sources._events import count_events
from coterie.sources._formats import open_source
from coterie.sources._layout import Layout, ask_for_columns, lay_out
from coterie.sources._request import Grid, Opened, Records, Request, Texts, Wanted
from coterie.sources._source import Source
from coterie.sources._table import Documents, Names, Table, as_names, numbered
from coterie.sources._text_file import as_text_file
from coterie.sources._wide import gather_matrix


def read(
    location: str | os.PathLike[str],
    *,
    rows: str | None = None,
    columns: str | None = None,
    weight: str | None = None,
    query: str | None = None,
    kind: str | None = None,
) -> Table | Documents:
    r"""Read data from a file, a folder, a database or standard input.

    Parameters
    ----------
    location : str or path
        A CSV or TSV, Parquet, JSON lines, ``.npz`` (numpy or scipy), ``.npy``, Matrix Market or
        SQLite file, plain or compressed (``.gz``, ``.bz2``, ``.xz``); a folder of text files; a
        text file with a document a line; the address of a Postgres server
        (``postgresql://user@host/database``); or "-" for standard input. Binary formats are told
        by their first bytes, others by the ending.
    rows, columns : str, optional
        Both together: the columns of an event table that hold the row and the column of each
        event, which are then counted. ``rows`` alone: the column with the row names of a wide
        table. With ``kind="text"``: the column of names and that of the texts. For a matrix
        without names: a text file (or an array of the same archive) with a name a line.
    weight : str, optional
        Column with the weight of each event; without it, each counts one.
    query : str, optional
        What to take of a source that holds several things: a table or a SELECT statement of a
        database, an array of an ``.npz`` archive.
    kind : str, optional
        What the data are, if you know better than `recognise`: one of `KINDS`. An event table of
        kind "similarity" is a list of edges: ``rows`` and ``columns`` hold their two ends, the
        names of both are those of one set of things, and how alike two of them are is the sum of
        the weights, of any sign, of all edges that join the two, whichever end stands first.

    Returns
    -------
    Table or Documents
        A named matrix, or texts that are still to be counted.

    Raises
    ------
    InputError
        In one sentence: what is wrong, where, and the way out.
    MissingExtraError
        The format needs a library that is not installed.

    See Also
    --------
    coterie.sources.describe : Looks without reading everything.
    coterie.sources.recognise : The rules by which the kind is told.

    Examples
    --------
    >>> from pathlib import Path
    >>> from tempfile import TemporaryDirectory
    >>> from coterie import sources
    >>> with TemporaryDirectory() as folder:
    ...     path = Path(folder, "visits.csv")
    ...     _ = path.write_text("user,page\nann,home\nann,home\nbob,help\n")
    ...     table = sources.read(path, rows="user", columns="page")
    >>> table.matrix.toarray().tolist(), table.row_names.tolist(), table.column_names.tolist()
    ([[0, 2], [1, 0]], ['ann', 'bob'], ['help', 'home'])
    """
    request = Request(rows, columns, weight, query, kind)
    with Source(location) as source:
        return resolve(open_source(source, request), request, source)


def resolve(opened: Opened, request: Request, source: Source) -> Table | Documents:
    """Turn an opened source into what the user gets."""
    if isinstance(opened, Texts):
        return _from_texts(opened, request)
    if isinstance(opened, Grid):
        return _from_grid(opened, request)
    if opened.bags is not None:
        bags = opened.bags(request)
        if bags is not None:
            return _from_grid(bags, Request(kind=request.kind))
    layout = lay_out(opened, request)
    if layout.kind == "text":
        return _from_text_column(opened, layout)
    if layout.kind == "events":
        return _from_events(opened, layout, source)
    matrix, row_names, column_names = gather_matrix(opened, layout)
    if row_names is not None:
        check_names(row_names, matrix.shape[0], "row", opened.origin)
    check_names(column_names, matrix.shape[1], "column", opened.origin)
    return build_table(
        matrix,
        row_names,
        column_names,
        origin=opened.origin,
        kind=request.kind,
        reasons=(*request.said, *layout.reasons),
        place=opened.place,
    )


def _from_texts(opened: Texts, request: Request) -> Documents:
    if request.kind not in {None, "text"}:
        message = f"{opened.origin}: holds texts, not {request.kind}; leave kind out."
        raise InputError(message)
    if request.rows is not None or request.columns is not None:
        message = f"{opened.origin}: holds texts without columns; leave rows and columns out."
        raise InputError(message)
    return Documents(opened.load(), opened.names, (opened.reason,), opened.origin)


def _from_grid(opened: Grid, request: Request) -> Table:
    if request.kind in {"text", "events"} or request.weight is not None:
        what = request.kind or "events"
        message = f"{opened.origin}: is a matrix of numbers and cannot be read as {what}."
        raise InputError(message)
    row_names = _grid_names(opened, request.rows, opened.row_names, "row")
    column_names = _grid_names(opened, request.columns, opened.column_names, "column")
    return build_table(
        opened.load(),
        row_names,
        column_names,
        origin=opened.origin,
        kind=request.kind,
        reasons=(*request.said, opened.words),
    )


def _grid_names(opened: Grid, wanted: str | None, saved: Names | None, noun: str) -> Names | None:
    """Return the names of one side of a matrix: from an array beside it, or from a file."""
    size = opened.shape[0 if noun == "row" else 1]
    if wanted is None:
        return None if saved is None else check_names(saved, size, noun, opened.origin)
    if wanted in opened.parts and opened.load_part is not None:
        names = as_names(opened.load_part(wanted).reshape(-1).tolist())
    elif os.path.isfile(wanted):  # noqa: PTH113
        with Source(wanted) as source:
            names = as_names(as_text_file(source).path.read_text("utf-8-sig").splitlines())
    else:
        arrays = f" or one of its arrays ({some(opened.parts, 8)})" if opened.parts else ""
        message = (
            f"{opened.origin}: finds no names in {wanted!r}; for a matrix, {noun}s is a text file "
            f"with a name a line{arrays}."
        )
        raise InputError(message)
    return check_names(names, size, noun, wanted)


def _from_text_column(records: Records, layout: Layout) -> Documents:
    wanted = [Wanted(layout.values[0], "text")]
    if layout.ids is not None:
        wanted.append(Wanted(layout.ids, "text"))
    texts: list[str] = []
    ids: list[str] = []
    for batch in records.batches(tuple(wanted)):
        texts += [text or "" for text in batch.column(0).to_pylist()]
        if layout.ids is not None:
            ids += [name or "" for name in batch.column(1).to_pylist()]
    names = numbered(len(texts))
    if layout.ids is not None:
        names = check_names(as_names(ids), len(texts), "row", records.origin)
    return Documents(texts, names, layout.reasons, records.origin)


def _from_events(records: Records, layout: Layout, source: Source) -> Table:
    if not layout.settled:
        raise ask_for_columns(records)
    counted = count_events(records, layout, source)
    return build_table(
        counted.matrix,
        counted.row_names,
        counted.column_names,
        origin=records.origin,
        kind="similarity" if layout.edges else "counts",
        reasons=(f"{counted.n_events:,} {layout.reasons[0]}",),
    )
