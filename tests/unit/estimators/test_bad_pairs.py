"""What the relational estimators say of matrices and points that they cannot take as they are."""

import warnings

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import (
    AdaptiveRatioCut,
    AnnealedEmbedding,
    ConstantShiftEmbedding,
    CorrelationClustering,
    DominantSets,
    MaxCut,
    MinCut,
    MinMaxCut,
    NormalizedCut,
    PairwiseClustering,
    RatioCut,
)
from coterie._core.errors import DataWarning, InputError
from coterie.engines import Explicit

GRAPHS = [
    AdaptiveRatioCut, CorrelationClustering, DominantSets, MaxCut, MinCut, MinMaxCut,
    NormalizedCut, RatioCut,
]  # fmt: skip
DISTANCES = [AnnealedEmbedding, ConstantShiftEmbedding, PairwiseClustering]
KINDS = GRAPHS + DISTANCES
every = pytest.mark.parametrize("kind", KINDS)
clusters = pytest.mark.parametrize("kind", [k for k in KINDS if k is not ConstantShiftEmbedding])


def made(kind, k=3, **settings):
    """An estimator of few runs; shifts keep objects apart."""
    if kind is ConstantShiftEmbedding:
        return kind()
    if kind is DominantSets:
        return kind(k, **settings)
    if kind in (CorrelationClustering, MinCut):
        settings = {"shift": -0.5} | settings
    return kind(k, n_init=2, random_state=0, **settings)


def pairs_for(kind, n=12):
    """Similarities, or dissimilarities for who takes these."""
    X = np.random.default_rng(0).uniform(0.1, 1.0, size=(n, n))
    X = (X + X.T) / 2.0
    return X * (1.0 - np.eye(n)) if kind in DISTANCES else X


def fit_pairs(kind, X, k=3, **settings):
    return made(kind, k, **{"affinity": "precomputed"} | settings).fit(X)


def sentence(kind, X, k=3, **settings):
    """The refusal: one sentence or two, that begin with the name."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DataWarning)
        with pytest.raises(InputError) as refused:
            fit_pairs(kind, X, k, **settings)
    said = str(refused.value)
    assert said.startswith(f"{kind.__name__}: ")
    assert "\n" not in said
    assert "supervised" not in said
    return said


@every
def test_both_directions_of_a_pair_are_averaged_and_it_is_told(kind):
    X = pairs_for(kind)
    lopsided = X.copy()
    lopsided[0, 1] += 0.2
    lopsided[1, 0] -= 0.2
    with pytest.warns(DataWarning, match=r"not symmetric \(entries differ by up to 0\.4\)"):
        found = fit_pairs(kind, lopsided)
    expected = fit_pairs(kind, X)
    if kind is ConstantShiftEmbedding:
        np.testing.assert_allclose(found.embedding_, expected.embedding_, atol=1e-9)
    else:
        np.testing.assert_array_equal(found.labels_, expected.labels_)


@every
@pytest.mark.parametrize("wrong", [np.nan, np.inf, -np.inf])
def test_entries_that_are_no_numbers_are_named(kind, wrong):
    X = pairs_for(kind)
    X[2, 5] = wrong
    assert "the entry of objects 2 and 5 is NaN or infinite" in sentence(kind, X)
    if kind in GRAPHS:
        assert "the entry of objects 2 and 5 is NaN or infinite" in sentence(kind, sp.csr_array(X))


@every
def test_a_table_that_is_not_square_is_no_matrix_of_pairs(kind):
    assert "must be square, not 12 x 5" in sentence(kind, pairs_for(kind)[:, :5])


@pytest.mark.parametrize("kind", DISTANCES)
def test_missing_dissimilarities_are_refused(kind):
    assert "missing pairs would be identical" in sentence(kind, sp.csr_array(pairs_for(kind)))


@pytest.mark.parametrize("kind", [k for k in KINDS if k is not ConstantShiftEmbedding])
def test_points_that_are_no_numbers_are_named(kind):
    points = np.random.default_rng(0).normal(size=(12, 3))
    points[4, 1] = np.nan
    said = sentence(kind, points, affinity=None)
    assert "(first: row 4, column 1: nan). Drop or fill these entries." in said


@pytest.mark.parametrize("kind", [k for k in GRAPHS if k is not MaxCut])
def test_parts_that_nothing_joins_are_the_clusters(kind):
    truth = np.repeat(np.arange(3), 4)
    parts = np.equal.outer(truth, truth) * 1.0
    settings = {"shift": -0.1} if kind in (CorrelationClustering, MinCut) else {}
    labels = fit_pairs(kind, sp.csr_array(parts), **settings).labels_
    assert (np.equal.outer(labels, labels) == np.equal.outer(truth, truth)).all()


@pytest.mark.parametrize("kind", GRAPHS)
def test_objects_without_links_harm_nobody(kind):
    X = pairs_for(kind)
    X[5] = X[:, 5] = 0.0
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        labels = fit_pairs(kind, sp.csr_array(X)).labels_
    if kind in (DominantSets, MinMaxCut, NormalizedCut):
        told = [str(each.message) for each in caught if "(first: 5)" in str(each.message)]
        assert told[0].endswith("and gets no cluster (-1).")
        assert labels[5] == -1
    assert (np.delete(labels, 5) >= 0).all()


@clusters
@pytest.mark.filterwarnings("ignore:DominantSets")
def test_constant_rows_have_no_correlation_and_it_is_told(kind):
    points = np.random.default_rng(1).normal(size=(12, 5))
    points[4] = 7.0
    with pytest.warns(DataWarning, match=r"1 of 12 rows have all entries equal \(first: 4\)"):
        labels = made(kind, similarity="correlation").fit(points).labels_
    assert kind is DominantSets or (labels >= 0).all()


@pytest.mark.parametrize(
    "kind", [k for k in KINDS if k not in (ConstantShiftEmbedding, DominantSets)]
)
def test_points_without_variance_are_told(kind):
    """Cuts by links refuse them, and the others say that labels mean nothing."""
    model = made(kind, similarity="sqeuclidean", **({"shift": 0.0} if kind is MinCut else {}))
    if kind in (MinMaxCut, NormalizedCut):
        with pytest.warns(DataWarning), pytest.raises(InputError, match="0 of n_samples=12 obj"):
            model.fit(np.ones((12, 3)))
        return
    with pytest.warns(DataWarning, match="every pair has the similarity 0, so that labels mean no"):
        model.fit(np.ones((12, 3)))


@pytest.mark.parametrize(
    "kind", [k for k in KINDS if k not in (ConstantShiftEmbedding, DominantSets)]
)
def test_temperatures_and_numbers_that_are_none_are_refused(kind):
    X = pairs_for(kind)
    for values, words in (
        ((1.0, 0.0), "has the temperature 0.0"),
        ((-1.0,), "has the temperature -1.0"),
        ((np.nan,), "has the temperature nan"),
        ((), "is empty"),
    ):
        assert f"the schedule {words}" in sentence(kind, X, schedule=Explicit(values))
    assert "n_samples=12 is fewer than the 13 clusters" in sentence(kind, X, 13)
    assert "n_clusters=0 must be" in sentence(kind, X, 0)


def test_sets_are_never_more_than_there_are_objects():
    assert DominantSets(40, affinity="precomputed").fit(pairs_for(RatioCut)).n_clusters_ <= 12
