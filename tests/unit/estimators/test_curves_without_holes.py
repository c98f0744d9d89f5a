"""Rows of few counts, whose hard clusters dissolve all at once: the curve has solutions between."""

import numpy as np
import pytest

from coterie import InformationSelector, TextPreprocessor, relevance_curve
from coterie.datasets import load_books, load_newsgroups


def short_rows():
    """Six counts a row: hard clusters lack most columns of the rows of others."""
    rng = np.random.default_rng(0)
    kinds = rng.dirichlet(np.full(400, 0.05), 6)
    return np.array([rng.multinomial(6, kinds[i % 6]) for i in range(30)])


def passages():
    """The first hundred of the books, in their commonest words."""
    table = load_books().data[:100]
    return table[:, np.argsort(-table.sum(axis=0), kind="stable")[:300]]


def posts(folder):
    """Thirty posts to ten newsgroups, in the words that tell most."""
    texts = load_newsgroups("Multi10", per_group=3, random_state=0, folder=folder).data
    counts = InformationSelector(k=150).fit_transform(TextPreprocessor().fit_transform(texts))
    return counts[np.flatnonzero(np.diff(counts.indptr))]


def assert_no_hole(curve):
    """Some solution tells each share of the rows, and some keeps each share of the columns."""
    for shares in curve.normalised():
        assert np.diff(np.sort(shares)).max() < 0.15
        assert (shares.min(), shares.max()) == (0.0, pytest.approx(1.0, abs=0.01))


@pytest.fixture(scope="module")
def short():
    return relevance_curve(short_rows())


def test_hard_clusters_that_dissolve_all_at_once_leave_no_hole(short):
    """What is followed is frozen above the price at which a single cluster is better [IB §2.8]."""
    frozen = relevance_curve(short_rows(), betas=np.geomspace(60.0, 1.0, 30))
    x, _ = frozen.normalised()
    assert np.diff(x).max() > 0.4
    assert_no_hole(short)


def test_passages_of_books_leave_no_hole():
    assert_no_hole(relevance_curve(passages()))


def test_posts_leave_no_hole(data_folder):
    assert_no_hole(relevance_curve(posts(data_folder)))


def test_nothing_that_is_found_otherwise_exceeds_a_curve_without_holes(short):
    """[IB P-30, P-53]"""
    rows = short_rows()
    for settings in ({"method": "agglomerative"}, {"n_clusters": 5, "random_state": 0}):
        other = relevance_curve(rows, **settings)
        excess = other.information - short.at(other.compression)
        assert excess.max() < 0.01 * short.row_information
