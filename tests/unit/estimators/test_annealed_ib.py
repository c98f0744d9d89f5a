"""Known transitions and laws of annealing, and its sentences."""

import numpy as np
import pytest
import scipy.sparse as sp
from scipy.special import rel_entr

from coterie import AnnealedIB, IterativeIB, SequentialIB
from coterie._core.errors import ConvergenceNotice, CoterieWarning, InputError
from coterie.costs import SoftBottleneckCost
from coterie.datasets import make_counts
from coterie.engines import Duplicates, Split
from coterie.estimators.bottleneck._splits import numbered
from coterie.measures import adjusted_rand_score, critical_beta, entropy, mutual_information
from coterie.problems import CountProblem
from tests.unit.estimators.test_sequential_ib import CLEAR, NOISY, THREE_GROUPS

FIRST, SECOND = 1.4949306364, 4.779
"""Transitions of Table 1.2; the second is that of the two clusters reached there."""


def fit(X, k=3, **settings):
    return AnnealedIB(k, **{"prior": "uniform", "random_state": 0} | settings).fit(X)


@pytest.fixture(scope="module")
def planted():
    return make_counts(n_rows=60, n_columns=30, n_clusters=4, depth=60, random_state=1)


@pytest.fixture(scope="module")
def grown(planted):
    return fit(planted.data, 6, prior="counts")


def test_splits_are_where_the_eigenvalue_foretells_them():
    """Table 1.2 [IB P-22]; growth, a thousandth, is how far beyond one a split may be made."""
    model = fit(NOISY)
    first, second = [split.beta for split in model.splits_]
    assert critical_beta(NOISY / NOISY.sum()) == pytest.approx(FIRST, abs=1e-10)
    assert [first, second] == pytest.approx([FIRST, SECOND], rel=2e-3)
    assert adjusted_rand_score(THREE_GROUPS, model.labels_) == 1.0


@pytest.mark.parametrize("seed", range(3))
def test_the_published_schedule_declares_splits_late(seed):
    """Table 1.2, steps of one percent: found near 2.60 and 9.38, where 1/beta is passed."""
    model = fit(NOISY, detect="duplicate", growth=0.01, random_state=seed)
    assert [split.beta for split in model.splits_] == pytest.approx([2.60, 9.38], rel=0.02)


def test_a_low_threshold_declares_them_in_time():
    settings = {"growth": 0.01, "split_threshold": 0.001, "max_iter": 20_000}
    model = fit(NOISY, detect="duplicate", **settings)
    # printed 1.504 and 4.817; where the grid of beta begins decides the last percent
    assert [split.beta for split in model.splits_] == pytest.approx([1.504, 4.817], rel=0.015)


def test_two_copies_make_up_the_cluster_they_came_from():
    """[IB P-35]: to the last bit of the sum, and none is negative at the strongest noise."""
    memberships, seen = np.random.default_rng(1).dirichlet(np.ones(3), 50), []

    def look(cost, start):
        seen.append(start)
        raise StopIteration

    with pytest.raises(StopIteration):
        Duplicates(perturbation=1.0).stage(
            None, 2.0, memberships, look, room=9, rng=np.random.default_rng(2)
        )
    assert seen[0].min() >= 0.0
    np.testing.assert_allclose(seen[0][:, :3] + seen[0][:, 3:], memberships, rtol=0, atol=1e-16)


def test_a_low_beta_leaves_one_cluster():
    """[IB P-20, P-21]: below the first transition nothing pays, at most 1 nothing can."""
    model = fit(NOISY, beta_stop=0.99 * FIRST)
    assert (model.memberships_.shape[1], model.splits_) == (1, [])
    assert (model.information_, model.compression_) == pytest.approx((0.0, 0.0), abs=1e-12)
    with pytest.warns(CoterieWarning, match="a single cluster is the best answer"):
        assert fit(NOISY, beta_stop=0.9).cost_ == pytest.approx(0.0, abs=1e-12)


def test_a_high_beta_makes_hard_clusters_of_the_nearest():
    """[IB P-20]."""
    model = fit(NOISY, beta_start=1000.0, beta_stop=1000.0)
    divergence = rel_entr(NOISY[:, None, :], model.conditional_[None]).sum(axis=2)
    np.testing.assert_array_equal(divergence.argmin(axis=1), model.labels_)
    nearest = np.eye(model.memberships_.shape[1])[model.labels_]
    assert abs(model.memberships_ - nearest).max() < 1e-3


def test_one_cluster_is_stable_up_to_the_first_transition(planted):
    """[IB P-22]: from a perturbed start it collapses below, and falls apart above."""
    first = critical_beta(planted.data.toarray())
    below, above = (fit(planted.data, 2, prior="counts", beta_stop=x * first) for x in (0.97, 1.03))
    assert below.n_clusters_effective_ == 1
    assert above.n_clusters_effective_ == 2


def test_data_processing(grown, planted):
    """[IB P-16] at every value of beta on the way."""
    problem = CountProblem.from_counts(planted.data)
    for point in grown.path_:
        assert -1e-12 <= point.information <= problem.information + 1e-12
        assert point.information <= point.compression + 1e-12
        limit = min(entropy(problem.mass), np.log(max(point.n_clusters, 1)))
        assert point.compression <= limit + 1e-9


def test_what_is_lost_is_the_mean_divergence(grown, planted):
    """[IB P-17]: sum p(x) p(t|x) KL[p(y|x) || p(y|t)] = I(X;Y) - I(T;Y)."""
    problem = CountProblem.from_counts(planted.data)
    rows = planted.data.toarray()
    rows = rows / rows.sum(axis=1, keepdims=True)
    divergence = rel_entr(rows[:, None, :], grown.conditional_[None]).sum(axis=2)
    lost = (problem.mass[:, None] * grown.memberships_ * divergence).sum()
    assert lost == pytest.approx(problem.information - grown.information_, abs=1e-12)


def test_the_solution_is_a_fixed_point(grown, planted):
    """[IB P-33, P-36]: another iteration moves no membership by more than the stop allows.

    The last step was below 1e-12 nats of Jensen-Shannon divergence, which is quadratic: 1e-6.
    """
    cost = SoftBottleneckCost(CountProblem.from_counts(planted.data), 6, grown.beta_)
    field = cost.field(cost.refit(grown.memberships_))
    updated = np.exp(field - field.max(axis=1, keepdims=True))
    updated /= updated.sum(axis=1, keepdims=True)
    np.testing.assert_allclose(updated, grown.memberships_, rtol=0, atol=1e-5)
    assert grown.converged_


def test_rows_that_are_alike_have_the_same_memberships():
    """[IB P-34]: rows of one distribution, whatever their length; and no more clusters than kinds.

    [IB P-29]: the number of clusters ends at that of the kinds of rows.
    """
    model = fit(CLEAR, 8, beta_stop=200.0)
    for same in ([0, 1, 2, 3], [4, 5], [6, 7]):
        spread = np.ptp(model.memberships_[same], axis=0)
        np.testing.assert_allclose(spread, 0.0, atol=1e-12)
    assert model.n_clusters_effective_ == 3


@pytest.mark.parametrize("detect", ["spectral", "duplicate"])
def test_the_path_is_monotone(planted, detect):
    """[IB P-29, P-37, P-38]: beta, information, compression and clusters never fall."""
    growth = {"growth": 0.02} if detect == "duplicate" else {}
    model = fit(planted.data, 4, prior="counts", detect=detect, **growth)
    path = np.array([[p.beta, p.information, p.compression, p.n_clusters] for p in model.path_])
    # a split is made a thousandth beyond its transition, and settles within the tolerance
    assert (np.diff(path, axis=0) >= [-2e-3 * path[-1, 0], -1e-6, -1e-6, 0]).all()
    assert path[-1, 3] >= 4


def test_hard_clusters_lie_below_the_curve(planted):
    """[IB P-30]: at the price at which annealing ended, no hard clustering costs less."""
    soft = fit(planted.data, 4, prior="counts", beta_stop=20.0)
    for k in (2, 3, 4):
        hard = SequentialIB(k, random_state=0).fit(planted.data)
        point = hard.entropy_ / soft.beta_ - hard.information_
        assert point >= soft.cost_ - 1e-9


def test_full_and_sparse_tables_agree(planted):
    wide = sp.hstack([planted.data, sp.csr_array((60, 400))], format="csr")
    full, sparse = fit(planted.data, 4), fit(wide, 4)
    np.testing.assert_allclose(full.memberships_, sparse.memberships_, rtol=0, atol=1e-6)


def test_annealing_ends_where_iteration_from_there_stays(grown, planted):
    again = IterativeIB(grown.memberships_.shape[1], beta=grown.beta_, init=grown.memberships_).fit(
        planted.data
    )
    assert again.cost_ == pytest.approx(grown.cost_, abs=1e-9)
    assert mutual_information(again.cluster_joint_) == pytest.approx(again.information_)


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"beta_start": 9.0, "beta_stop": 5.0}, r"beta_start=9\.0 must be finite and at most"),
        ({"beta_start": np.inf}, "beta_start=inf must be finite"),
        ({"detect": "luck"}, "detect='luck' must be 'spectral' or 'duplicate'"),
        ({"growth": 0.0}, r"growth=0\.0 must be a number > 0"),
        ({"perturbation": 1.5}, r"perturbation=1\.5 must be a number > 0 and <= 1"),
    ],
)
def test_wrong_parameters_get_one_sentence(settings, words):
    with pytest.raises(InputError, match=f"^AnnealedIB: {words}"):
        fit(NOISY, **settings)


def test_end_before_it_settled_is_said():
    with pytest.warns(ConvergenceNotice, match="had not settled after max_iter=4 iterations"):
        fit(NOISY, beta_stop=1.6, max_iter=4)


@pytest.mark.parametrize("seed", [0, 2])
def test_planted_groups_settle(seed):
    """Right after a split the plain iteration creeps; a notice would be an error."""
    model = AnnealedIB(5).fit(make_counts(200, 60, n_clusters=5, random_state=seed).data)
    assert model.converged_
    assert model.path_[-1].information == pytest.approx(model.information_, abs=1e-12)
    assert np.diff(model.history_).max() <= 1e-12 * abs(model.history_[0])


def test_no_cluster_falls_apart_before_it_came_to_be():
    halves = np.full((4, 2), 0.5)
    found = numbered(
        [Split(np.float64(2.0), 0, halves), Split(np.float64(1.9), 1, halves)], np.full(4, 0.25)
    )
    assert [(type(split.beta), split.beta) for split in found] == [(float, 2.0), (float, 2.0)]
