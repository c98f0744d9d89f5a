"""Pictures of annealing: what is drawn is what was found."""

from itertools import pairwise

import matplotlib as mpl
import numpy as np
import pytest
from sklearn.datasets import make_blobs

from coterie import AnnealedKMeans, HistogramClustering
from coterie.plotting import AnnealingDisplay, BifurcationDisplay


@pytest.fixture(autouse=True)
def no_window():
    from matplotlib import pyplot as plt

    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def model():
    points = make_blobs(60, centers=4, random_state=1)[0]
    return AnnealedKMeans(4, random_state=0).fit(points)


def test_curves_are_those_of_the_path(model):
    display = AnnealingDisplay.from_estimator(model).plot()
    energy, free = (line.get_xydata() for line in display.lines_)
    np.testing.assert_array_equal(energy[:, 1], [point.energy for point in model.path_])
    np.testing.assert_array_equal(free[:, 1], [point.free_energy for point in model.path_])
    rises = [
        after.temperature
        for before, after in pairwise(model.path_)
        if after.n_clusters > before.n_clusters
    ]
    assert display.transitions_ == rises
    assert len(rises) >= 3
    assert max(display.transitions_) == pytest.approx(model.splits_[0].temperature)


def test_any_estimator_with_a_path_can_be_drawn():
    fitted = HistogramClustering(2, random_state=0).fit([[9, 1], [8, 1], [1, 9], [1, 7]])
    assert len(AnnealingDisplay.from_estimator(fitted).plot().transitions_) == 1


def test_tree_has_a_dot_for_each_centre_and_forks(model):
    display = BifurcationDisplay.from_estimator(model).plot()
    assert [len(places) for places in display.positions_] == [
        point.n_clusters for point in model.path_
    ]
    dots = sum(len(each.get_offsets()) for each in display.ax_.collections)
    assert dots == sum(point.n_clusters for point in model.path_)
    assert len(display.ax_.lines) == dots - 1


def test_direction_that_is_given_is_looked_along(model):
    display = BifurcationDisplay.from_estimator(model, axis=[0.0, 1.0]).plot()
    np.testing.assert_allclose(display.positions_[-1], model.path_[-1].centres[:, 1])


def test_axes_that_are_given_are_drawn_on(model):
    from matplotlib import pyplot as plt

    _, (left, right) = plt.subplots(ncols=2)
    assert AnnealingDisplay.from_estimator(model).plot(left).ax_ is left
    assert BifurcationDisplay.from_estimator(model).plot(right).figure_ is right.figure
