"""Precision, recall and matching: worked cases, forms of the labels, refusals."""

import numpy as np
import pandas as pd
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.measures import (
    macro_precision_recall,
    matched_accuracy,
    micro_precision_recall,
    purity,
)

SETS = [{"a"}, {"a", "b"}, {"b"}, {"b", "c"}, set()]
CLUSTERS = [0, 0, 1, -1, 1]  # cluster 0 stands for a, cluster 1 for b
INDICATOR = np.array([[1, 0, 0], [1, 1, 0], [0, 1, 0], [0, 1, 1], [0, 0, 0]])


def test_worked_case_with_several_classes_and_an_object_left_out():
    """a: A1 2, A2 0, A3 0.  b: A1 1, A2 1, A3 2 (object 1 and the one left out).  c: A3 1."""
    assert micro_precision_recall(SETS, CLUSTERS) == (3 / 4, 3 / 6)
    assert macro_precision_recall(SETS, CLUSTERS) == pytest.approx((1.5 / 3, (1 + 1 / 3) / 3))
    assert purity(SETS, CLUSTERS) == 3 / 4


@pytest.mark.parametrize(
    "form",
    [
        np.asarray,
        pd.DataFrame,
        lambda matrix: matrix.astype(bool),
        lambda matrix: matrix.tolist(),
        sp.csr_array,
        sp.csc_matrix,
        lambda matrix: sp.coo_array(matrix).asformat("lil"),
    ],
)
def test_indicator_matrices_of_any_kind(form):
    assert micro_precision_recall(form(INDICATOR), CLUSTERS) == (3 / 4, 3 / 6)


def test_classes_without_objects_do_not_count():
    wider = np.hstack([INDICATOR, np.zeros((5, 4), dtype=int)])
    assert macro_precision_recall(wider, CLUSTERS) == macro_precision_recall(SETS, CLUSTERS)


def test_the_first_class_wins_a_tie():
    assert macro_precision_recall(["b", "a"], [0, 0]) == (0.25, 0.5)
    # Given to class a, the cluster has 2 of 4 right there; b has 1 of 1 in the other cluster.
    truth, clusters = ["b", "b", "a", "a", "b"], [0, 0, 0, 0, 1]
    assert macro_precision_recall(truth, clusters) == pytest.approx((0.75, (1 + 1 / 3) / 2))


def test_matching_gives_each_class_to_one_cluster():
    truth, clusters = [0, 0, 0, 0, 1, 1], [5, 5, 8, 8, 8, 8]
    assert matched_accuracy(truth, clusters) == 4 / 6
    assert matched_accuracy(["x", "x", "y"], [0, 1, 2]) == 2 / 3
    assert matched_accuracy(["x", "y", "z"], [0, 0, 0]) == 1 / 3
    assert matched_accuracy(["x", "y", "y"], [0, -1, 1]) == 2 / 3
    assert matched_accuracy(["x", "y"], [-1, -1]) == 0.0


@pytest.mark.parametrize("score", [micro_precision_recall, macro_precision_recall, purity])
@pytest.mark.parametrize(
    ("truth", "clusters", "sentence"),
    [
        ([1, 2, 3], [0, 0], r"3 and 2 objects"),
        ([1, 2], [-1, -1], r"2 classes are carried and 0 objects are in a cluster"),
        ([set(), set()], [0, 1], r"0 classes are carried and 2 objects are in a cluster"),
        ([], [], r"0 classes are carried and 0 objects"),
        ([[1, 2], [0, 1]], [0, 0], r"must be 1 where an object carries a class and 0 .* not .*2"),
        ([["a"], ["a", "b"]], [0, 0], r"of different lengths.*give sets"),
        ([1.0, np.nan], [0, 0], r"labels_true: 1 labels are missing \(positions 1\)"),
        (["a", None], [0, 0], r"labels_true: 1 labels are missing \(positions 1\)"),
        ([1, 2], [0.0, np.nan], r"labels_pred: 1 labels are missing"),
        ([1, 2], [[0], [1]], r"labels_pred: shape \(2, 1\) is not one label"),
        (3, [0], r"labels_true: shape \(\) is not one label"),
        (np.array([1, "a"], dtype=object), [0, 0], r"types that do not compare"),
    ],
)
def test_labels_that_cannot_be_compared(score, truth, clusters, sentence):
    with pytest.raises(InputError, match=sentence):
        score(truth, clusters)


def test_matching_needs_one_class_an_object():
    with pytest.raises(InputError, match=r"exactly one class for each object"):
        matched_accuracy(INDICATOR, CLUSTERS)
    with pytest.raises(InputError, match=r"exactly one class for each object"):
        matched_accuracy(sp.csr_array(INDICATOR), CLUSTERS)
    with pytest.raises(InputError, match=r"are empty"):
        matched_accuracy([], [])
