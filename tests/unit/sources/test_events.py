"""Event tables are counted exactly, whatever the ids are called."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie import sources
from coterie._core.errors import DataWarning, InputError
from coterie.sources import _events

names = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=4)
visits = st.lists(st.tuples(names, names, st.integers(0, 5)), min_size=1, max_size=60)


@pytest.fixture
def small_steps(monkeypatch):
    """Make every loop over parts go round more than once."""
    monkeypatch.setattr(_events, "STAGED_AT_ONCE", 3)
    monkeypatch.setattr(_events, "IDS_AT_ONCE", 2)
    monkeypatch.setattr(_events, "EVENTS_AT_ONCE", 3)
    monkeypatch.setattr(_events, "NAMES_AT_ONCE", 2)
    monkeypatch.setattr("coterie.sources._parquet.BATCH_CELLS", 1)


def counted(table):
    matrix = table.matrix.tocoo()
    triples = zip(matrix.coords[0], matrix.coords[1], matrix.data, strict=True)
    rows, columns = table.row_names.tolist(), table.column_names.tolist()
    return {(rows[i], columns[j]): value.item() for i, j, value in triples}


def parquet_file(make, path, events):
    rows, columns, weights = (list(side) for side in zip(*events, strict=True))
    path.write_bytes(make.parquet({"row": rows, "column": columns, "n": weights}))
    return path


@settings(max_examples=15, deadline=None)
@given(events=visits)
def test_counts_equal_those_of_a_counter(events, make, tmp_path_factory):
    path = parquet_file(make, tmp_path_factory.mktemp("events") / "a.parquet", events)
    table = sources.read(path, rows="row", columns="column")
    assert counted(table) == Counter((row, column) for row, column, _ in events)
    assert table.row_names.tolist() == sorted({row for row, _, _ in events}, key=as_sorted(events))


def as_sorted(events):
    """Return the order of ids: by number where all are digits, else by their UTF-8 bytes."""
    digits = all(row.isascii() and row.isdigit() for row, _, _ in events)
    return (lambda row: (len(row), row)) if digits else str.encode


@settings(max_examples=15, deadline=None)
@given(events=visits)
def test_weights_are_added_up(events, make, tmp_path_factory):
    path = parquet_file(make, tmp_path_factory.mktemp("events") / "a.parquet", events)
    table = sources.read(path, rows="row", columns="column", weight="n")
    total = Counter()
    for row, column, weight in events:
        total[row, column] += weight
    assert counted(table) == {pair: weight for pair, weight in total.items() if weight}
    # ids whose weights are all zero keep their row
    assert len(table.row_names) == len({row for row, _, _ in events})


def test_small_steps_change_nothing(small_steps, make, tmp_path, rng):
    events = [(f"u{a}", f"p{b}", c) for a, b, c in rng.integers(0, 9, (800, 3)).tolist()]
    path = parquet_file(make, tmp_path / "a.parquet", events)
    table = sources.read(path, rows="row", columns="column")
    assert counted(table) == Counter((row, column) for row, column, _ in events)
    assert table.matrix.has_canonical_format


def test_whole_weights_stay_whole_and_fractions_do_not(make, tmp_path):
    path = parquet_file(make, tmp_path / "a.parquet", [("a", "x", 2.0), ("a", "x", 1.0)])
    assert sources.read(path, rows="row", columns="column", weight="n").matrix.dtype == np.int32
    path = parquet_file(make, tmp_path / "a.parquet", [("a", "x", 0.5), ("a", "x", 0.25)])
    matrix = sources.read(path, rows="row", columns="column", weight="n").matrix
    assert (matrix.dtype, matrix[0, 0]) == (np.float64, 0.75)
    path = parquet_file(make, tmp_path / "a.parquet", [("a", "x", 2**31), ("a", "x", 2**31)])
    matrix = sources.read(path, rows="row", columns="column", weight="n").matrix
    assert (matrix.dtype, matrix[0, 0]) == (np.int64, 2**32)


def test_sums_of_fractions_do_not_depend_on_threads(make, tmp_path, rng):
    weights = 10.0 ** rng.uniform(-12, 12, 30_000)
    events = [("a", "x", weight) for weight in weights.tolist()]
    path = parquet_file(make, tmp_path / "a.parquet", events)
    sums = {
        sources.read(path, rows="row", columns="column", weight="n").matrix[0, 0] for _ in range(4)
    }
    assert len(sums) == 1


def test_ids_of_digits_are_in_the_order_of_numbers(write):
    path = write("a.csv", "user,page\n10,a\n9,b\n100,a\n")
    assert sources.read(path, rows="user", columns="page").row_names.tolist() == ["9", "10", "100"]


def test_ids_keep_their_zeros_and_spaces(write):
    path = write("a.csv", "user,page\n007, a\n07,a\n7,a\n")
    table = sources.read(path, rows="user", columns="page")
    assert sorted(table.row_names.tolist()) == ["007", "07", "7"]
    assert table.column_names.tolist() == [" a", "a"]


def test_events_without_an_id_are_set_aside(write):
    path = write("a.csv", "user,page,n\nann,home,1\n,home,1\nbob,,1\nbob,home,\n")
    with pytest.warns(DataWarning, match="3 of 4 events lack a row, a column or a weight"):
        table = sources.read(path, rows="user", columns="page", weight="n")
    assert counted(table) == {("ann", "home"): 1}


def test_hostile_names_are_only_names(write):
    name = 'a"; drop table event; --'
    path = write("a.csv", '"a""; drop table event; --",\'; select 1\nx,y\nx,y\n')
    table = sources.read(path, rows=name, columns="'; select 1")
    assert counted(table) == {("x", "y"): 2}


@pytest.mark.parametrize(
    ("content", "options", "words"),
    [
        ("u,p\na,x\n", {"rows": "user", "columns": "p"}, "has no column 'user'"),
        ("u,p\na,x\n", {"rows": "u", "columns": "u"}, "column 'u' is given two parts"),
        ("u,p\na,x\n", {"weight": "p"}, "column 'p' is given two parts"),
        ("u,p\na,x\n", {"columns": "p"}, "was given without rows"),
        ("u,p,n\na,x,-2\n", {"weight": "n"}, "row 'a' and column 'x' has weight 'n' = -2"),
        ("u,p,n\na,x,inf\n", {"weight": "n"}, "weight 'n' = inf; weights must be >= 0"),
        ("u,p,n\na,x,1\nb,y,much\n", {"weight": "n"}, "line 3, column 'n' holds 'much'"),
        ("u,p\n,x\na,\n", {}, "none of 2 events has both a row and a column"),
        ("u,p\na,x\na,y,z\n", {}, "line 3 has 3 fields instead of 2"),
    ],
)
def test_refusals(content, options, words, write):
    chosen = options if "rows" in options or "columns" in options else {"rows": "u", "columns": "p"}
    with pytest.raises(InputError) as caught:
        sources.read(write("a.csv", content), **{**chosen, **options})
    assert words in str(caught.value)


def test_events_without_columns_named_are_refused_with_an_example(write):
    path = write("a.csv", "user,page\nann,home\nann,help\nbob,home\n")
    found = sources.describe(path)
    assert (found.kind, found.advice) == ("events", "say which columns: --rows NAME --columns NAME")
    with pytest.raises(InputError, match="for example --rows user --columns page"):
        sources.read(path)


def test_ctrl_c_is_not_swallowed(write, monkeypatch):
    def interrupted(*_, **__):
        message = "Query interrupted"
        raise RuntimeError(message)

    monkeypatch.setattr(_events, "_encode", interrupted)
    with pytest.raises(KeyboardInterrupt):
        sources.read(write("a.csv", "u,p\na,x\n"), rows="u", columns="p")
