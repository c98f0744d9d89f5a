"""What is accepted as similarities of all pairs, what is mended, and what is refused."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import DataWarning, InputError
from coterie.problems import PairwiseProblem
from coterie.problems import _pairwise as module

SIGNED = np.array([[1.0, 2.0, -1.0], [2.0, 0.0, 0.5], [-1.0, 0.5, 3.0]])


@pytest.mark.parametrize("kind", [np.array, sp.csr_array, sp.coo_matrix, list])
def test_every_container_gives_the_same_problem(kind):
    given = SIGNED.tolist() if kind is list else kind(SIGNED)
    problem = PairwiseProblem.from_similarities(given)
    found = problem.similarity.toarray() if problem.sparse else problem.similarity
    np.testing.assert_array_equal(found, SIGNED)
    assert problem.unit == 3.0
    assert problem.pair_sum == 1.5
    assert problem.degrees.tolist() == [2.0, 2.5, 2.5]
    assert problem.diagonal.tolist() == [1.0, 0.0, 3.0]


@pytest.mark.parametrize("kind", [np.array, sp.csr_array])
def test_asymmetric_matrices_are_averaged_with_one_warning(kind):
    lopsided = kind(SIGNED + np.triu(np.ones((3, 3)), 1))
    with pytest.warns(DataWarning, match="not symmetric .entries differ by up to 1.") as caught:
        problem = PairwiseProblem.from_similarities(lopsided)
    assert len(caught) == 1
    expected = SIGNED + 0.5 * (1.0 - np.eye(3))
    found = problem.similarity.toarray() if problem.sparse else problem.similarity
    np.testing.assert_allclose(found, expected)


def test_rounding_is_no_asymmetry():
    lopsided = SIGNED.copy()
    lopsided[0, 1] *= 1.0 + 1e-15
    problem = PairwiseProblem.from_similarities(lopsided)
    np.testing.assert_array_equal(problem.similarity, problem.similarity.T)


@pytest.mark.parametrize("kind", [np.array, sp.csr_array])
@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_missing_similarities_are_refused_by_place(kind, value):
    broken = SIGNED.copy()
    broken[2, 1] = value
    with pytest.raises(InputError, match="graph: the entry of objects 2 and 1 is NaN or inf"):
        PairwiseProblem.from_similarities(kind(broken), owner="graph")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (np.ones((2, 3)), "must be square, not 2 x 3"),
        (np.ones(3), "must be square, not 3"),
        ([["a", "b"], ["c", "d"]], "are no similarities"),
        (np.ones((2, 2)) * 1e200, "beyond 1e-150 to 1e.150"),
    ],
)
def test_what_is_no_matrix_of_pairs_is_refused(given, words):
    with pytest.raises(InputError, match=words) as refused:
        PairwiseProblem.from_similarities(given)
    assert "\n" not in str(refused.value)


def test_fewer_objects_than_clusters_are_refused():
    with pytest.raises(InputError, match="n_samples=3 is fewer than the 4 clusters"):
        PairwiseProblem.from_similarities(SIGNED, min_objects=4)


def test_dissimilarities_become_similarities_and_wrong_signs_are_told():
    D = np.abs(np.subtract.outer(np.arange(4.0), np.arange(4.0)))
    problem = PairwiseProblem.from_dissimilarities(D)
    np.testing.assert_array_equal(problem.similarity, 3.0 - D)
    assert problem.offset == 3.0
    with pytest.warns(DataWarning, match="look like dissimilarities"):
        PairwiseProblem.from_similarities(D)
    with pytest.warns(DataWarning, match="less like themselves than like others"):
        PairwiseProblem.from_dissimilarities(3.0 - D)
    with pytest.raises(InputError, match="missing pairs would be identical"):
        PairwiseProblem.from_dissimilarities(sp.csr_array(D))


@pytest.mark.parametrize("kind", [np.array, sp.csr_array])
@pytest.mark.parametrize("shift", [-0.7, 0.0, 0.4])
def test_sums_over_pairs_include_those_that_are_missing(kind, shift, monkeypatch):
    monkeypatch.setattr(module, "STRIP", 7)  # several strips
    rng = np.random.default_rng(0)
    table = rng.normal(size=(6, 6)) * (rng.random((6, 6)) < 0.5)
    table = table + table.T
    problem = PairwiseProblem.from_similarities(kind(table))
    pairs = table[np.triu_indices(6, 1)]
    assert problem.extremes == (pairs.min(), pairs.max())
    assert problem.positive_sum(shift) == pytest.approx(np.maximum(pairs + shift, 0.0).sum())
    labels = rng.integers(3, size=6)
    hot = np.eye(3)[labels]
    np.testing.assert_allclose(problem.links(labels, 3), hot.T @ table @ hot, atol=1e-12)
    part = problem.among(np.array([4, 1]))
    found = part.similarity.toarray() if part.sparse else part.similarity
    np.testing.assert_array_equal(found, table[np.ix_([4, 1], [4, 1])])
