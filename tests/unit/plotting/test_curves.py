"""Pictures of curves: what is drawn is what was found."""

import matplotlib as mpl
import numpy as np
import pytest

from coterie import rate_distortion, relevance_curve
from coterie.plotting import RateDistortionDisplay, RelevanceCurveDisplay

X = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]


@pytest.fixture(autouse=True)
def no_window():
    from matplotlib import pyplot as plt

    mpl.use("agg")
    yield
    plt.close("all")


def test_relevance_curve_is_drawn_in_shares():
    curve = relevance_curve(X)
    display = curve.plot()
    assert isinstance(display, RelevanceCurveDisplay)
    np.testing.assert_allclose(display.points_.get_xydata(), np.column_stack(curve.normalised()))
    hull = np.column_stack(curve.hull().normalised())
    np.testing.assert_allclose(display.line_.get_xydata(), np.vstack([[0.0, 0.0], hull]))
    assert display.ax_.get_xlim() == display.ax_.get_ylim()
    assert "1.61 nats" in display.ax_.get_xlabel()
    (text,) = display.ax_.texts
    assert text.get_text() == f"{curve.elbow().n_clusters} clusters"


def test_other_solutions_are_added_with_their_name():
    display = relevance_curve(X).plot().add(relevance_curve(X, method="agglomerative"), "merging")
    names = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert names == ["soft clusters", "merging"]


def test_axes_that_are_given_are_drawn_on():
    from matplotlib import pyplot as plt

    figure, (left, right) = plt.subplots(1, 2)
    assert relevance_curve(X).plot(left).figure_ is figure
    display = rate_distortion([0.7, 0.3], [[0, 1], [1, 0]], [3.0, 2.0, 1.0]).plot(right)
    assert isinstance(display, RateDistortionDisplay)
    assert display.ax_ is right
    np.testing.assert_allclose(display.line_.get_xdata(), display.curve.distortion)


def test_nothing_to_find_is_drawn_too():
    display = relevance_curve(np.ones((3, 2))).plot()
    assert display.points_.get_xydata().tolist() == [[0.0, 0.0]]


def test_hard_clusters_are_called_so():
    merged = relevance_curve(X, method="agglomerative").plot()
    assert merged.line_.get_label() == "hard clusters"
    assert relevance_curve(X).plot().line_.get_label() == "soft clusters"


def test_displays_are_made_from_curves():
    soft, paid = relevance_curve(X), rate_distortion([0.7, 0.3], [[0, 1], [1, 0]])
    for display, curve in ((RelevanceCurveDisplay, soft), (RateDistortionDisplay, paid)):
        drawn = display.from_curve(curve)
        assert drawn.curve is curve
        assert drawn.figure_ is not None
