"""What a random walk knows of its start: laws for any walk [IB 5.3, IB 5.4]."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from coterie.measures import entropy, information_relaxation, mutual_information
from coterie.measures._relaxation import walked
from coterie.similarity import pairwise_distances, transition_matrix
from tests.properties.strategies import partitions

ROUNDING = 1e-11  # products of some dozen terms, repeated up to sixty times


@st.composite
def walks(draw, most=6):
    """Stochastic matrices, steps that are never taken included."""
    size = draw(st.integers(1, most))
    weights = st.sampled_from([0.0, 0.0, 1e-9, 0.2, 1.0, 3.0])
    table = draw(arrays(np.float64, (size, size), elements=weights))
    table += np.diag(table.sum(axis=1) == 0.0)
    return table / table.sum(axis=1, keepdims=True)


def known_after(walk, n_steps, weights=None):
    """I(X(0); X(n)) from the product of the matrices."""
    start = np.full(len(walk), 1.0 / len(walk)) if weights is None else weights
    return mutual_information(start[:, None] * np.linalg.matrix_power(walk, n_steps))


@given(walk=walks())
def test_information_is_that_of_start_and_end(walk):
    curve = information_relaxation(walk, max_doublings=6)
    expected = [known_after(walk, n) for n in curve.steps]
    np.testing.assert_allclose(curve.information, expected, atol=ROUNDING)


@given(walk=walks(), n_steps=st.integers(0, 20))
def test_it_never_rises_from_step_to_step(walk, n_steps):
    """[IB P-56] for every number of steps, by products that nothing keeps from rising."""
    before, after = (
        mutual_information(walked(walk, n) / len(walk)) for n in (n_steps, n_steps + 1)
    )
    assert after <= before + ROUNDING


@given(walk=walks())
def test_it_lies_between_nothing_and_the_entropy_of_the_start(walk):
    curve = information_relaxation(walk)
    assert (curve.information >= 0.0).all()
    assert (curve.rate >= 0.0).all()
    assert curve.information[0] <= np.log(len(walk)) + ROUNDING


@given(walk=walks(), data=st.data())
def test_names_of_the_points_do_not_matter(walk, data):
    order = np.array(data.draw(st.permutations(range(len(walk)))))
    curve = information_relaxation(walk, max_doublings=10)
    moved = information_relaxation(walk[np.ix_(order, order)], max_doublings=10)
    shared = min(curve.steps.size, moved.steps.size)  # where it ends is a matter of rounding
    np.testing.assert_allclose(
        moved.information[:shared], curve.information[:shared], atol=ROUNDING
    )


@given(walk=walks(), data=st.data())
def test_clusters_of_the_start_know_no_more(walk, data):
    """Data processing: what MarkovRelaxation keeps is part of what is known."""
    labels = data.draw(partitions(len(walk), data.draw(st.integers(1, len(walk)))))
    ends = walked(walk, 4) / len(walk)
    clusters = np.eye(labels.max() + 1)[:, labels] @ ends
    assert mutual_information(clusters) <= mutual_information(ends) + ROUNDING


@given(blocks=st.lists(walks(4), min_size=1, max_size=3))
def test_parts_that_are_never_left_stay_known(blocks):
    """[IB P-57]: at least the entropy of the parts; exactly that, and what the parts know."""
    sizes = np.array([len(block) for block in blocks])
    walk = np.zeros((sizes.sum(), sizes.sum()))
    ends = np.cumsum(sizes)
    for block, end in zip(blocks, ends, strict=True):
        walk[end - len(block) : end, end - len(block) : end] = block
    inside = sum(
        size / sizes.sum() * known_after(block, 8)
        for size, block in zip(sizes, blocks, strict=True)
    )
    found = information_relaxation(walk, max_doublings=3)
    known = found.information[-1] if found.steps[-1] == 8 else known_after(walk, 8)
    assert known == pytest.approx(entropy(sizes) + inside, abs=ROUNDING)


@pytest.mark.parametrize("sizes", [(1, 1, 1, 1), (3, 2), (2, 4, 1, 5)])
def test_equal_rows_make_as_many_directions_as_there_are_kinds(sizes, rng):
    """Steps by the divergence of rows that are the same, or apart in all: ones, and the rest 0.

    So counts that fall into clean kinds show their number in the spectrum [IB §5].
    """
    apart = np.repeat(np.arange(len(sizes)), sizes)
    far = np.where(apart[:, None] == apart, 0.0, np.inf)
    walk = transition_matrix(far, n_neighbors=1)
    values = np.linalg.svd(walk, compute_uv=False)
    np.testing.assert_allclose(np.sort(values)[::-1][: len(sizes)], 1.0, atol=1e-12)
    np.testing.assert_allclose(np.sort(values)[::-1][len(sizes) :], 0.0, atol=1e-12)


@given(
    points=arrays(np.float64, (8, 2), elements=st.integers(-9, 9).map(float)),
    sharpness=st.sampled_from([0.1, 1.0, 3.0]),
    n_neighbors=st.integers(1, 9),
)
def test_steps_are_distributions_and_the_likeliest_is_to_stay(points, sharpness, n_neighbors):
    """[IB 5.1, IB 5.2]; moving or stretching all points changes nothing."""
    settings = {"sharpness": sharpness, "n_neighbors": n_neighbors}
    walk = transition_matrix(pairwise_distances(points, "sqeuclidean"), **settings)
    np.testing.assert_allclose(walk.sum(axis=1), 1.0, atol=1e-12)
    assert (walk <= walk.diagonal()[:, None]).all()
    moved = transition_matrix(pairwise_distances(4.0 * points + 2.0, "sqeuclidean"), **settings)
    np.testing.assert_allclose(moved, walk, atol=1e-12)
