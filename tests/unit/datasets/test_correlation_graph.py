"""The planted graph of signs: its means, its symmetry, and what it refuses."""

import numpy as np
import pytest

from coterie._core.errors import InputError
from coterie.datasets import make_correlation_graph


def test_means_are_those_of_the_generator():
    """T23: within four standard errors, the deviation of a pair being below 1."""
    graph = make_correlation_graph(400, 4, noise=0.6, flip=0.3, random_state=0)
    X, labels = graph.data, graph.target
    np.testing.assert_array_equal(X, X.T)
    assert not X.diagonal().any()
    above = np.triu_indices(400, 1)
    inside = labels[above[0]] == labels[above[1]]
    for pairs, mean in ((X[above][inside], 0.4), (X[above][~inside], -0.4 * 0.4)):
        assert pairs.mean() == pytest.approx(mean, abs=4.0 / np.sqrt(pairs.size))
    assert np.bincount(labels).tolist() == [100] * 4
    again = make_correlation_graph(400, 4, noise=0.6, flip=0.3, random_state=0)
    np.testing.assert_array_equal(again.data, X)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"noise": 1.2}, "noise=1.2 must be a share"),
        ({"flip": -0.1}, "flip=-0.1 must be a share"),
        ({"n_clusters": 0}, "n_clusters=0 must be from 1 to n_objects=300"),
    ],
)
def test_impossible_graphs_are_refused(settings, words):
    with pytest.raises(InputError, match=words):
        make_correlation_graph(**settings)
