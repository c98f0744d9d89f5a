"""Labelling the typical members only."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coterie import SequentialIB
from coterie._core.errors import InputError
from coterie.datasets import make_counts
from coterie.measures import micro_precision_recall, typicality_curve

CLASSES = ["a", "a", "a", "b", "b", "a", "b"]
CLUSTERS = [4, 4, 4, 7, 7, 7, -1]
FAR = [1, 2, 3, 1, 2, 9, 0]


def test_each_cluster_is_read_from_its_typical_members():
    curve = typicality_curve(CLASSES, CLUSTERS, FAR, shares=[0.01, 0.6, 1.0])
    np.testing.assert_array_equal(curve.precision, [1.0, 1.0, 5 / 6])
    np.testing.assert_array_equal(curve.recall, [2 / 7, 4 / 7, 5 / 7])


def test_all_members_give_the_plain_scores():
    curve = typicality_curve(CLASSES, CLUSTERS, FAR, shares=1.0)
    plain = micro_precision_recall(CLASSES, CLUSTERS)
    assert (curve.precision[0], curve.recall[0]) == plain


@given(
    labels=st.lists(
        st.tuples(st.integers(0, 3), st.integers(-1, 2), st.floats(0, 9)), min_size=1, max_size=30
    ).filter(lambda rows: any(cluster >= 0 for _, cluster, _ in rows))
)
def test_recall_never_falls_as_more_are_labelled(labels):
    classes, clusters, far = (np.array(column) for column in zip(*labels, strict=True))
    curve = typicality_curve(classes, clusters, far)
    assert (np.diff(curve.recall) >= 0.0).all()


def test_tenths_of_ten_members_are_whole():
    """In floats 0.7 times 10 is more than 7."""
    curve = typicality_curve(np.zeros(10), np.zeros(10, int), np.arange(10))
    np.testing.assert_allclose(curve.recall, curve.share, rtol=0, atol=1e-15)


def test_typical_rows_of_a_clustering_are_placed_better():
    planted = make_counts(300, 60, n_clusters=4, depth=8, random_state=0)
    model = SequentialIB(4, random_state=0).fit(planted.data)
    cost = model.transform(planted.data)[np.arange(300), model.labels_]
    curve = typicality_curve(planted.target, model.labels_, cost)
    assert curve.precision[0] > curve.precision[-1]


@pytest.mark.parametrize(
    ("far", "shares", "words"),
    [
        ([1.0], [1.0], "one number for each of the 7 objects"),
        ([np.nan] * 7, [1.0], "7 NaN"),
        (FAR, [0.0], "above 0 and up to 1"),
        (FAR, [], "above 0 and up to 1"),
    ],
)
def test_nonsense_is_refused(far, shares, words):
    with pytest.raises(InputError, match=words):
        typicality_curve(CLASSES, CLUSTERS, far, shares=shares)
