"""Pictures of matrices: the order of the objects, the lines, and what estimators hand over."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import CorrelationClustering, SequentialIB
from coterie._core.errors import InputError
from coterie.datasets import make_correlation_graph

mpl = pytest.importorskip("matplotlib")
mpl.use("agg")

from coterie.plotting import CoAssignmentDisplay, OrderedMatrixDisplay  # noqa: E402


@pytest.fixture(autouse=True)
def closed():
    yield
    mpl.pyplot.close("all")


def test_clusters_stand_side_by_side_the_largest_first():
    labels = np.array([2, 0, -1, 0, 1, 0, 1])
    matrix = np.add.outer(np.arange(7.0), np.arange(7.0))
    display = OrderedMatrixDisplay(matrix, labels).plot()
    assert display.order_.tolist() == [5, 3, 1, 6, 4, 0, 2]
    np.testing.assert_array_equal(
        display.image_.get_array(), matrix[np.ix_(display.order_, display.order_)]
    )
    assert len(display.ax_.lines) == 2 * 3


def test_signs_are_told_by_colour():
    display = OrderedMatrixDisplay([[0.0, -3.0], [-3.0, 1.0]], [0, 1]).plot()
    assert display.image_.get_clim() == (-3.0, 3.0)


def test_sparse_matrices_and_given_axes():
    figure, ax = mpl.pyplot.subplots()
    display = OrderedMatrixDisplay(sp.csr_array(np.eye(3)), [0, 0, 1]).plot(ax)
    assert display.ax_ is ax
    assert display.figure_ is figure


def test_estimators_hand_over_labels_and_their_similarity():
    graph = make_correlation_graph(30, 3, noise=0.2, random_state=0)
    model = CorrelationClustering(3, affinity="precomputed", n_init=1, random_state=0)
    display = OrderedMatrixDisplay.from_estimator(model.fit(graph.data), graph.data)
    found = model.labels_[display.order_]
    assert np.count_nonzero(np.diff(found)) == 2
    points = np.random.default_rng(0).normal(size=(12, 5))
    model = CorrelationClustering(2, n_init=1, random_state=0).fit(points)
    drawn = OrderedMatrixDisplay.from_estimator(model, points).image_.get_array()
    assert drawn.max() == pytest.approx(1.0)
    counts = [[4, 0], [3, 1], [0, 4], [1, 3]]
    other = SequentialIB(2, random_state=0).fit(counts)
    assert OrderedMatrixDisplay.from_estimator(other, np.eye(4)).order_.size == 4


def test_matrix_that_does_not_fit_the_labels_is_refused():
    with pytest.raises(InputError, match=r"shape \(2, 2\), but there are 3 labels"):
        OrderedMatrixDisplay(np.eye(2), [0, 1, 1]).plot()


def test_shares_go_from_nought_to_one():
    display = CoAssignmentDisplay.from_labellings([[0, 0, 1], [1, 1, 1]], labels=[1, 0, 0])
    assert display.image_.get_clim() == (0.0, 1.0)
    assert display.order_.tolist() == [1, 2, 0]
