"""Two instances: the same objects row by row, and noise that is told apart."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import InputError, make_instances
from coterie._core.errors import DataWarning
from coterie.validation import (
    Bootstrap,
    FeatureSplit,
    Generative,
    GivenPair,
    NoiseSplit,
    ObjectHalves,
    Thinning,
)


@pytest.fixture
def points(rng):
    return rng.normal(size=(21, 9))


@pytest.fixture
def counts(rng):
    return rng.poisson(4.0, size=(12, 7))


def test_makers_draw_as_many_pairs_as_they_say_and_a_seed_decides(points, counts):
    makers = [
        (FeatureSplit(n_splits=3), points),
        (ObjectHalves(n_splits=3), points),
        (Bootstrap(n_splits=3), points),
        (Thinning(n_splits=3), counts),
        (Generative(sampler=lambda rng: rng.normal(size=(4, 2)), n_splits=3), None),
    ]
    for maker, data in makers:
        pairs, again = maker.draw(data, 7), maker.draw(data, 7)
        assert len(pairs) == 3
        assert maker.assumption
        for one, other in zip(pairs, again, strict=True):
            np.testing.assert_array_equal(one.first, other.first)
            np.testing.assert_array_equal(one.second, other.second)
        assert not np.array_equal(pairs[0].first, pairs[1].first)
        assert not np.array_equal(pairs[0].first, pairs[0].second)


def test_feature_halves_share_no_column(points):
    for pair in FeatureSplit(n_splits=4).draw(points, 0):
        assert pair.first.shape == pair.second.shape == (21, 4)
        assert not set(pair.first[0]) & set(pair.second[0])


def test_interleaved_columns_have_one_split(points):
    (pair,) = make_instances(points, "interleaved", n_splits=5).draw(points)
    np.testing.assert_array_equal(pair.first, points[:, [0, 2, 4, 6]])
    np.testing.assert_array_equal(pair.second, points[:, [1, 3, 5, 7]])


def test_object_halves_are_a_pairing_of_least_distance(points, rng):
    for pair in ObjectHalves(n_splits=3).draw(points, 0):
        who = np.concatenate([pair.objects, pair.partners])
        assert np.unique(who).size == 20  # the odd one is left out
        np.testing.assert_array_equal(pair.first, points[pair.objects])
        least = ((pair.first - pair.second) ** 2).sum()
        for _ in range(50):
            other = pair.second[rng.permutation(10)]
            assert least <= ((pair.first - other) ** 2).sum() + 1e-9


def test_objects_of_a_matrix_are_paired_by_all_their_similarities():
    blocks = np.kron(np.eye(3), np.ones((10, 10)))
    for pair in ObjectHalves(n_splits=3).draw(blocks, 1):
        assert pair.first.shape == pair.second.shape == (15, 15)
        here, there = (np.bincount(who // 10, minlength=3) for who in (pair.objects, pair.partners))
        same = pair.objects // 10 == pair.partners // 10
        assert same.sum() == np.minimum(here, there).sum()  # as many as there can be
        np.testing.assert_array_equal(pair.second, blocks[np.ix_(pair.partners, pair.partners)])


def test_graphs_are_thinned_symmetrically(rng):
    weights = rng.poisson(3.0, size=(8, 8))
    graph = np.triu(weights) + np.triu(weights, 1).T
    (pair,) = Thinning(n_splits=1).draw(graph, 0)
    for half in (pair.first, pair.second):
        np.testing.assert_array_equal(half, half.T)
    np.testing.assert_array_equal(pair.first + pair.second, graph)


def test_thinning_keeps_sparse_what_is_sparse_and_takes_smaller_shares(counts):
    (pair,) = Thinning(n_splits=1).draw(sp.csr_array(counts), 0)
    assert sp.issparse(pair.first)
    (small,) = Thinning(n_splits=1, share=0.1).draw(np.full((50, 50), 100), 0)
    for half in (small.first, small.second):
        assert half.mean() == pytest.approx(10.0, abs=0.3)  # 5 s.e. of 0.06


def test_known_noise_is_split_into_independent_halves(rng):
    truth = rng.normal(size=(20_000, 1))
    measured = truth + rng.normal(size=truth.shape)
    (pair,) = NoiseSplit(variance=1.0, n_splits=1).draw(measured, 0)
    errors = np.hstack([pair.first - truth, pair.second - truth])
    covariance = np.cov(errors.T)
    # 20,000 draws: standard errors of 0.02 and 0.014, four of them
    assert np.diag(covariance) == pytest.approx([2.0, 2.0], abs=0.08)
    assert covariance[0, 1] == pytest.approx(0.0, abs=0.06)


def test_only_independent_noise_tells_groups_from_none():
    assert Thinning().independent
    assert FeatureSplit().independent
    assert not ObjectHalves().independent
    assert not Bootstrap().independent


def test_every_two_replicates_are_a_pair(points):
    pairs = GivenPair().draw([points, points + 1.0, points + 2.0])
    assert [float((pair.second - pair.first)[0, 0].round(9)) for pair in pairs] == [1.0, 2.0, 1.0]


def test_what_suits_the_data_is_chosen(points, counts):
    assert make_instances([points, points]).name == "given pair"
    assert make_instances(counts).name == "thinning"
    assert make_instances(points).name == "feature split"
    assert make_instances(points, lambda rng: points).name == "generative"
    with pytest.warns(DataWarning, match="paired by nearness"):
        assert make_instances(points[:, :2]).name == "object halves"
    maker = Bootstrap()
    assert make_instances(points, maker) is maker


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: make_instances([[0.0]], "coin"), "instances='coin' must be one of"),
        (lambda: GivenPair().draw([[0.0, 1.0]]), "list of two or more tables"),
        (lambda: GivenPair().draw([[[0.0]], [[0.0], [1.0]]]), "cannot be the same objects"),
        (lambda: FeatureSplit().draw([[0.0], [1.0]]), "1 column cannot be split"),
        (lambda: ObjectHalves().draw([[0.0]]), "1 object cannot be split"),
        (lambda: FeatureSplit(n_splits=0), "n_splits=0 must be an integer"),
        (lambda: Thinning(share=0.7), "share=0.7 must be"),
        (lambda: NoiseSplit(variance=0.0), "variance=0.0 must be"),
        (lambda: Thinning().draw([[0.5, 2.0]]), "only whole counts"),
    ],
)
def test_what_makes_no_two_instances_is_refused(make, message):
    with pytest.raises(InputError, match=message):
        make()
