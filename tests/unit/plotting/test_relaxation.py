"""The picture of a relaxation: what is drawn is what was found."""

import matplotlib as mpl
import numpy as np
import pytest

from coterie import MarkovRelaxation
from coterie.plotting import RelaxationDisplay


@pytest.fixture
def model(rng):
    mpl.use("agg")
    points = np.repeat([0.0, 1.0, 4.0], 12)[:, None] + 0.1 * rng.standard_normal((36, 1))
    yield MarkovRelaxation(3, n_neighbors=3, random_state=0).fit(points)
    from matplotlib import pyplot as plt

    plt.close("all")


def test_both_curves_and_the_pauses_are_drawn(model):
    display = RelaxationDisplay.from_estimator(model)
    relaxation = model.relaxation_
    np.testing.assert_allclose(display.known_.get_ydata(), relaxation.information)
    np.testing.assert_allclose(display.rate_.get_ydata(), relaxation.rate)
    pauses = [mark.get_xdata()[0] for mark in display.marks_]
    np.testing.assert_allclose(pauses, np.log2(relaxation.quasi_stable))
    names = [text.get_text() for text in display.ax_.get_legend().get_texts()]
    assert names == ["known of the start", "lost by the next doubling", "chosen"]


def test_axes_that_are_given_are_drawn_on(model):
    from matplotlib import pyplot as plt

    _, ax = plt.subplots()
    display = RelaxationDisplay(model.relaxation_).plot(ax)
    assert display.ax_ is ax
    assert len(display.ax_.get_legend().get_texts()) == 2  # nothing was chosen
