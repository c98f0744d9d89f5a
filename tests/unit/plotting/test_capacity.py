"""Pictures of validation: what is drawn is what was found."""

import matplotlib as mpl
import numpy as np
import pytest
from sklearn.cluster import KMeans

from coterie import AnnealedKMeans, CapacitySearch, InputError, minimum_transfer_cost
from coterie.plotting import CapacityDisplay, TransferCostDisplay


@pytest.fixture(autouse=True)
def no_window():
    from matplotlib import pyplot as plt

    mpl.use("agg")
    yield
    plt.close("all")


@pytest.fixture(scope="module")
def replicates():
    rng = np.random.default_rng(0)
    centres = np.repeat([[0.0], [8.0], [16.0]], 20, axis=0)
    return [centres + rng.normal(size=(60, 1)) for _ in range(3)]


def test_curves_and_optima_are_those_of_the_search(replicates):
    search = CapacitySearch(
        [AnnealedKMeans(), KMeans(n_init=1)], n_clusters=[1, 2, 3], n_init=1, random_state=0
    ).fit(replicates)
    display = CapacityDisplay.from_estimator(search).plot()
    assert list(display.optima_) == ["AnnealedKMeans, 2 clusters", "AnnealedKMeans, 3 clusters"]
    capacity = search.curves_["AnnealedKMeans, 3 clusters"]
    drawn = display.lines_[1].get_xydata()
    np.testing.assert_allclose(drawn[:, 0], capacity.inverse_temperatures)
    np.testing.assert_allclose(drawn[:, 1] * np.log(2.0), capacity.mean)
    assert display.optima_["AnnealedKMeans, 3 clusters"][1] == pytest.approx(capacity.raw)
    assert len(display.ax_.collections) == 2  # a band each


def test_labels_alone_have_no_temperature(replicates):
    search = CapacitySearch(KMeans(n_init=1), n_clusters=[3], random_state=0).fit(replicates)
    with pytest.raises(InputError, match="only labels"):
        CapacityDisplay.from_estimator(search)


def test_transfer_costs_are_drawn_with_the_best_number(replicates):
    found = minimum_transfer_cost(
        AnnealedKMeans(), replicates, n_clusters=range(1, 5), random_state=0
    )
    display = TransferCostDisplay(found).plot()
    np.testing.assert_allclose(display.lines_[0].get_ydata(), found.median)
    np.testing.assert_allclose(
        display.lines_[1].get_ydata(), np.median(found.training_costs, axis=1)
    )
    assert [line.get_xdata()[0] for line in display.ax_.lines if len(line.get_xdata()) == 2] == [3]
