"""Lists of edges become symmetric matrices, and matrices of pairs are told from others."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie import sources
from coterie._core.errors import InputError
from coterie.sources import _events

ENDS = {"rows": "a", "columns": "b", "kind": "similarity"}
SIGNED = np.array([[1.0, -0.2, 0.1], [-0.2, 1.0, 0.5], [0.1, 0.5, 1.0]])
FAR = np.array([[0.0, 0.2, 3.0], [0.2, 0.0, 1.5], [3.0, 1.5, 0.0]])

names = st.sampled_from(["ann", "bob", "eve", "7", "x y"])
edges = st.lists(st.tuples(names, names, st.integers(-3, 3)), min_size=1, max_size=40)


def slow_table(listed):
    """Add up the weights of all edges between two names, one edge at a time."""
    ends = sorted({end for one, other, _ in listed for end in (one, other)})
    if all(end.isdigit() for end in ends):
        ends.sort(key=int)
    together = Counter()
    for one, other, weight in listed:
        together[frozenset((one, other))] += weight
    return ends, np.array([[together[frozenset((one, other))] for other in ends] for one in ends])


def dense(table):
    return table.matrix if isinstance(table.matrix, np.ndarray) else table.matrix.toarray()


def write_edges(make, path, listed):
    one, other, weights = (list(side) for side in zip(*listed, strict=True))
    path.write_bytes(make.parquet({"a": one, "b": other, "w": weights}))
    return path


@settings(max_examples=15, deadline=None)
@given(listed=edges)
def test_what_two_things_weigh_together_is_the_sum_of_their_edges(listed, make, tmp_path_factory):
    path = write_edges(make, tmp_path_factory.mktemp("edges") / "a.parquet", listed)
    table = sources.read(path, **ENDS, weight="w")
    ends, expected = slow_table(listed)
    assert table.kind == "similarity"
    assert table.row_names.tolist() == table.column_names.tolist() == ends
    np.testing.assert_array_equal(dense(table), expected)


def test_small_steps_change_nothing(make, tmp_path, rng, monkeypatch):
    monkeypatch.setattr(_events, "STAGED_AT_ONCE", 3)
    monkeypatch.setattr(_events, "IDS_AT_ONCE", 2)
    monkeypatch.setattr(_events, "EVENTS_AT_ONCE", 3)
    listed = [(f"n{a}", f"n{b}", c) for a, b, c in rng.integers(0, 9, (300, 3)).tolist()]
    table = sources.read(write_edges(make, tmp_path / "a.parquet", listed), **ENDS, weight="w")
    np.testing.assert_array_equal(dense(table), slow_table(listed)[1])


def test_without_weights_each_edge_counts_one(write, tmp_path):
    table = sources.read(write("a.csv", "a,b\nx,y\ny,x\ny,z\nz,z\n"), **ENDS)
    np.testing.assert_array_equal(dense(table), [[0, 2, 0], [2, 0, 1], [0, 1, 1]])
    assert sources.describe(tmp_path / "a.csv", **ENDS).shape == (3, 3)
    assert table.reasons == ("4 edges between 'a' and 'b', added up in both directions",)


def test_fractions_are_the_same_in_both_directions(make, tmp_path, rng):
    weights = (10.0 ** rng.uniform(-9, 9, 999) * rng.choice([-1, 1], 999)).tolist()
    listed = [("xy"[at % 2], "yx"[at % 2], weight) for at, weight in enumerate(weights)]
    table = dense(sources.read(write_edges(make, tmp_path / "a.pq", listed), **ENDS, weight="w"))
    assert table[0, 1] == table[1, 0] != 0


def test_edges_without_their_ends_named_are_refused_with_an_example(write):
    path = write("a.csv", "a,b,w\nx,y,1\nx,z,2\n")
    with pytest.raises(InputError, match="for example --rows a --columns b"):
        sources.read(path, kind="similarity")
    path = write("b.csv", "a,b,w\nx,y,inf\n")
    with pytest.raises(InputError, match="= inf; weights must be finite"):
        sources.read(path, **ENDS, weight="w")


@pytest.mark.parametrize(
    ("matrix", "kind"),
    [
        (SIGNED, "similarity"),
        (FAR, "dissimilarity"),
        (-FAR, "similarity"),
        (FAR + np.diag([0, 0, 1.0]), "similarity"),
        (FAR + np.triu(FAR), "points"),
    ],
)
def test_pairs_are_told_by_signs_and_diagonal(matrix, kind):
    assert sources.recognise(matrix).kind == kind


def test_names_in_two_orders_are_refused(write):
    path = write("a.csv", "id,x,y,z\nx,1,2,3\nz,3,4,1\ny,2,1,4\n")
    with pytest.raises(InputError, match=r"different orders \(first: row 'z', column 'y'"):
        sources.read(path, kind="similarity")
    assert sources.read(path, kind="points").shape == (3, 3)
