"""The curve of the information plane: known values, its laws, and odd tables."""

import math

import numpy as np
import pytest

from coterie import AnnealedIB, relevance_curve
from coterie._core import memory
from coterie._core.errors import ConvergenceNotice, CoterieWarning, DataWarning, InputError
from coterie.estimators import InformationPoint, RelevanceCurve
from coterie.estimators.bottleneck import _dissolving
from coterie.measures import entropy, mutual_information
from coterie.problems import CountProblem
from tests.unit.estimators.test_sequential_ib import NOISY

# Table 1.2 of the source, all rows alike [IB §8.1]
ROWS = np.array([
    [0.91, 0.08, 0.01], [0.89, 0.09, 0.02], [0.88, 0.11, 0.01], [0.93, 0.05, 0.02],
    [0.18, 0.08, 0.74], [0.16, 0.12, 0.72], [0.02, 0.47, 0.51], [0.03, 0.51, 0.46],
])  # fmt: skip
# beta, I(T;X), I(T;Y), clusters that are distinct: reverse annealing from one row a cluster
GOLDEN = [
    (100.0, 1.0397208, 0.4553681, 3), (50.0, 1.0397208, 0.4553681, 3),
    (20.0, 1.0392817, 0.4553484, 3), (10.0, 1.0146563, 0.4532889, 3),
    (7.0, 0.9433760, 0.4444435, 3), (5.0, 0.7508194, 0.4108150, 3),
    (4.0, 0.6900867, 0.3982373, 2), (3.0, 0.6758830, 0.3939829, 2),
    (2.0, 0.5689833, 0.3474028, 2), (1.75, 0.4472547, 0.2816885, 2),
    (1.49, 0.0, 0.0, 1), (1.2, 0.0, 0.0, 1),
]  # fmt: skip
BLOCKS = np.kron(np.eye(3), np.ones((4, 2)))


@pytest.fixture(scope="module")
def curve():
    return relevance_curve(ROWS, prior="uniform")


def test_golden_values_of_reverse_annealing():
    """1e-5: near a transition, where the iteration creeps, a tolerance of 1e-14 leaves so much."""
    betas = [beta for beta, *_ in GOLDEN]
    found = relevance_curve(ROWS, betas=betas, prior="uniform", tol=1e-14, max_iter=20_000)
    by_beta = {point.beta: point for point in found.points}
    for beta, compression, information, n_clusters in GOLDEN:
        assert by_beta[beta].compression == pytest.approx(compression, abs=1e-5)
        assert by_beta[beta].information == pytest.approx(information, abs=1e-5)
        assert by_beta[beta].n_clusters == n_clusters


def test_no_gaps_from_the_origin_to_the_finest_clusters(curve):
    x, y = curve.normalised()
    assert np.hypot(np.diff(x), np.diff(y)).max() < 0.06  # but for the jump to four clusters
    assert (x[0], y[0]) == (0.0, 0.0)
    assert curve.information[-1] > 0.99 * curve.row_information
    assert 50 < len(curve.points) < 150


def test_points_rise_along_the_curve_and_beta_with_them(curve):
    """[IB P-24, P-29, P-51]"""
    assert (np.diff(curve.compression) >= 0.0).all()
    assert (np.diff(curve.information) >= -1e-9).all()
    apart = np.diff(curve.compression) > 1e-12  # the same hard clusters are the best at many prices
    assert (np.diff(curve.betas)[apart] >= 0.0).all()
    assert (np.diff(curve.n_clusters) >= 0).all()


def test_the_finest_point_is_hard_and_soft_ones_lead_up_to_it(curve):
    last, finest = curve.points[-2:]
    assert math.isinf(finest.beta)
    assert finest.compression == pytest.approx(curve.row_entropy)
    assert finest.information == pytest.approx(curve.row_information)
    assert last.compression > 0.97 * finest.compression


def test_points_are_within_the_bounds_of_information(curve):
    """[IB P-16, P-27]; between 1e-12 is rounding."""
    lower, upper = curve.bounds(curve.compression)
    assert (curve.information <= np.minimum(curve.compression, curve.row_information) + 1e-12).all()
    assert (curve.information <= upper + 1e-12).all()
    assert (lower >= curve.information - 1e-12).all()
    _, guess = curve.bounds(curve.compression, tangents=True)
    assert (guess <= upper).all()
    assert (guess >= lower - 1e-12).all()


def test_slope_between_neighbours_is_one_over_beta():
    """[IB P-26]: within a percent at the geometric mean of two values that are close together."""
    betas = np.geomspace(9.0, 5.5, 12)
    found = relevance_curve(ROWS, betas=betas, prior="uniform", tol=1e-14, max_iter=20_000)
    slope = np.diff(found.information) / np.diff(found.compression)
    between = np.sqrt(found.slopes[1:] * found.slopes[:-1])
    np.testing.assert_allclose(slope, between, rtol=0.01)


def test_hull_is_concave_and_above_every_point(curve):
    hull = curve.hull()
    slope = np.diff(hull.information) / np.diff(hull.compression)
    assert (np.diff(slope) < 0.0).all()
    assert (curve.at(curve.compression) >= curve.information - 1e-12).all()
    assert curve.at(99.0) == curve.row_information  # of clusters for each kind of rows


def test_identical_rows_make_the_elbow_and_the_end():
    """Three blocks of equal rows: everything is kept at H(blocks) [IB P-23, P-31]."""
    found = relevance_curve(BLOCKS)
    assert found.points[-1].compression == pytest.approx(math.log(3.0), abs=1e-9)
    assert found.points[-1].information == pytest.approx(found.row_information, abs=1e-9)
    assert found.elbow().n_clusters == 3


def test_diagonal_table_is_the_diagonal_of_the_plane():
    """[IB P-31]"""
    found = relevance_curve(np.diag([1.0, 2.0, 3.0, 4.0]), betas=[50.0, 5.0, 1.5, 1.1])
    x, y = found.normalised()
    np.testing.assert_allclose(x, y, atol=1e-9)


def test_fewer_clusters_meet_the_envelope_and_never_exceed_it(curve):
    """[IB P-28, P-53]"""
    few = relevance_curve(ROWS, 2, prior="uniform", random_state=0)
    reached = few.compression[-1]
    assert reached <= math.log(2.0) + 1e-12
    excess = few.information - curve.at(few.compression)
    assert excess.max() < 0.01 * curve.row_information
    near_origin = few.compression < 0.25 * curve.row_entropy
    assert np.abs(excess[near_origin]).max() < 0.005


def test_hard_clusters_of_merging_lie_under_the_soft_curve(curve):
    """[IB P-30]"""
    merged = relevance_curve(ROWS, prior="uniform", method="agglomerative")
    assert merged.n_clusters.tolist() == list(range(1, 9))
    assert np.isinf(merged.betas).all()
    # the finest clusters of the soft curve leave rows together that differ by nothing much
    reached = merged.compression <= curve.compression[-1]
    assert (merged.information <= curve.at(merged.compression) + 1e-6)[reached].all()
    few = relevance_curve(ROWS, 3, prior="uniform", method="agglomerative")
    assert few.n_clusters.tolist() == [1, 2, 3]


def test_annealed_points_are_those_of_the_estimator():
    found = relevance_curve(ROWS, 3, prior="uniform", method="annealed")
    path = AnnealedIB(3, prior="uniform").fit(ROWS).path_
    assert sorted(p.beta for p in path) == sorted(found.betas.tolist())


def test_curves_are_joined_to_one_that_has_the_points_of_both(curve):
    other = relevance_curve(ROWS, 3, prior="uniform", method="annealed")
    both = curve.joined(other)
    assert len(both.points) == len(curve.points) + len(other.points)
    assert (both.at(other.compression) >= other.information - 1e-12).all()


def test_points_that_have_not_settled_are_told_in_one_notice():
    with pytest.warns(ConvergenceNotice) as told:
        relevance_curve(ROWS, betas=[5.0, 4.0, 1.6], prior="uniform", max_iter=2)
    (notice,) = told
    assert "3 of 3 points had not settled after max_iter=2 iterations" in str(notice.message)


def test_hard_points_have_no_slope_and_no_tangent():
    """They were chosen for their number, by no price: the curve is above and steeper or flatter."""
    merged = relevance_curve(ROWS, prior="uniform", method="agglomerative")
    assert np.isnan(merged.slopes).all()
    x = np.linspace(0.0, 1.0, 5)
    for guess, certain in zip(merged.bounds(x, tangents=True), merged.bounds(x), strict=True):
        np.testing.assert_array_equal(guess, certain)


def test_betas_are_plain_numbers(curve):
    for method in ("reverse", "annealed", "agglomerative"):
        found = relevance_curve(ROWS, 3, prior="uniform", method=method)
        assert {type(point.beta) for point in found.points} == {float}


def test_given_labels_are_the_start():
    labels = [0, 0, 0, 0, 1, 1, 1, 1]
    found = relevance_curve(ROWS, 2, betas=[1000.0], init=labels, prior="uniform")
    joint = np.array([ROWS[:4].sum(axis=0), ROWS[4:].sum(axis=0)])
    assert found.points[0].information == pytest.approx(mutual_information(joint), abs=1e-6)
    assert found.points[0].compression == pytest.approx(math.log(2.0), abs=1e-6)


def test_given_memberships_are_the_start():
    """At a high beta they come to the hard clusters that they lean to."""
    soft = np.repeat([[0.8, 0.2, 0.0], [0.1, 0.9, 0.0]], 4, axis=0)
    found = relevance_curve(ROWS, betas=[1000.0], init=soft, prior="uniform")
    hard = relevance_curve(ROWS, betas=[1000.0], init=[0] * 4 + [1] * 4, prior="uniform")
    assert found.points[0].information == pytest.approx(hard.points[0].information)


@pytest.mark.parametrize(
    "settings",
    [
        {"betas": [5.0], "init": np.repeat(np.eye(2), [4, 5], axis=0)},
        {"n_clusters": 3, "random_state": 0, "betas": [5.0]},
        {"method": "annealed", "n_clusters": 3},
        {"method": "agglomerative"},
    ],
)
def test_rows_without_mass_are_set_aside_and_told_once(settings):
    rows = np.vstack([ROWS[:4], np.zeros((1, 3)), ROWS[4:]])
    with pytest.warns(DataWarning) as told:
        found = relevance_curve(rows, prior="uniform", **settings)
    assert [str(notice.message)[:40] for notice in told] == [
        "relevance_curve: 1 of 9 rows has no mass"
    ]
    if "init" in settings:
        settings = {**settings, "init": np.delete(settings["init"], 4, axis=0)}
    without = relevance_curve(ROWS, prior="uniform", **settings)
    assert found.information == pytest.approx(without.information)


def test_more_clusters_than_distinct_rows_come_to_those():
    found = relevance_curve(np.repeat(np.eye(2) * 8 + 1, 3, axis=0), 5, random_state=0)
    assert found.n_clusters.max() == 2


def test_low_betas_are_said_to_have_one_answer():
    with pytest.warns(CoterieWarning, match="at betas <= 1 a single cluster is the best answer"):
        found = relevance_curve(ROWS, betas=[1.0, 0.5], prior="uniform")
    assert found.compression.tolist() == [0.0, 0.0]


@pytest.mark.parametrize("table", [np.ones((4, 3)), np.ones((1, 5)), np.ones((5, 1))])
def test_nothing_to_find_is_one_point_at_the_origin(table):
    found = relevance_curve(table)
    assert [(p.compression, p.information, p.n_clusters) for p in found.points] == [(0.0, 0.0, 1)]
    assert found.elbow().n_clusters == 1
    assert found.at(0.3) == 0.0
    assert found.normalised()[0].tolist() == [0.0]


def test_parts_without_a_common_column_never_dissolve():
    """They share no column, so the first critical beta is 1, and nothing happens above."""
    found = relevance_curve(np.kron(np.eye(2), np.ones((2, 2))))
    assert found.points[-1].information == pytest.approx(math.log(2.0))
    assert found.betas[0] <= 1.0


def test_once_a_single_cluster_is_better_it_stays_so():
    found = relevance_curve(ROWS, betas=[3.0, 1.2, 1.1, 0.5], prior="uniform")
    assert found.compression.tolist()[:3] == [0.0, 0.0, 0.0]
    assert set(found.betas.tolist()) == {3.0, 1.2, 1.1, 0.5}


def test_masses_of_the_rows_are_the_prior():
    weights = np.arange(1.0, 9.0)
    found = relevance_curve(ROWS, betas=[50.0], prior=weights)
    assert found.row_entropy == pytest.approx(entropy(weights))


def test_interrupt_keeps_the_points_found(monkeypatch):
    calls = []
    solve = _dissolving.Uniting.solve

    def interrupted(self, cost, start, **settings):
        calls.append(cost)
        if len(calls) == 3:
            settings["monitor"].stop()
        return solve(self, cost, start, **settings)

    monkeypatch.setattr(_dissolving.Uniting, "solve", interrupted)
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the 3 points found"):
        found = relevance_curve(ROWS, betas=[9.0, 8.0, 7.0, 6.0], prior="uniform")
    assert len(found.points) == 3


def test_interrupt_between_two_solutions_keeps_the_points_too(monkeypatch):
    evaluated, point = [], _dissolving.United.point

    def interrupted(self, problem, beta, **settings):
        evaluated.append(beta)
        if len(evaluated) == 3:
            raise KeyboardInterrupt
        return point(self, problem, beta, **settings)

    monkeypatch.setattr(_dissolving.United, "point", interrupted)
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the 2 points found"):
        found = relevance_curve(ROWS, betas=[9.0, 8.0, 7.0, 6.0], prior="uniform")
    assert len(found.points) == 2


def test_progress_is_told(capsys):
    relevance_curve(ROWS, betas=[9.0, 8.0], prior="uniform", verbose=2)
    lines = capsys.readouterr().err.splitlines()
    assert "pass 1 of at most 2, beta 9" in lines[0]
    assert "ended at beta 8" in lines[-1]
    relevance_curve(ROWS, prior="uniform", verbose=2)
    assert "pass 1, beta" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"method": "upward"}, "method='upward' must be 'reverse' or 'annealed'"),
        ({"betas": [1.0, 2.0]}, "must be 'auto', or falling numbers > 0 and finite"),
        ({"betas": [math.inf, 2.0]}, "falling numbers > 0 and finite"),
        ({"betas": [2.0, 0.0]}, "falling numbers > 0 and finite"),
        ({"betas": "all"}, "betas='all' must be 'auto'"),
        ({"betas": []}, "must be 'auto'"),
        ({"n_clusters": 0}, "n_clusters=0 must be None, or an integer >= 1"),
        ({"n_clusters": 2.5, "method": "agglomerative"}, "n_clusters=2.5 must be"),
        ({"max_iter": 0}, "max_iter=0 must be an integer >= 1"),
        ({"tol": -1.0}, "tol=-1.0 must be None, or a number >= 0"),
        ({"tol": "small"}, "tol='small' must be None, or a number >= 0"),
        ({"betas": ["a", "b"]}, "must be 'auto', or falling numbers"),
        ({"betas": [[2.0], [1.0, 0.5]]}, "must be 'auto', or falling numbers"),
        ({"device": 3}, "device=3 must be None, or the name of a torch device"),
        ({"n_jobs": 0}, "n_jobs=0 must be"),
        ({"random_state": "luck"}, "random_state='luck' must be"),
        ({"method": "annealed", "betas": [2.0]}, "method='annealed' has no use for betas"),
        ({"method": "annealed", "init": [0] * 8}, "method='annealed' has no use for init"),
        ({"method": "annealed", "n_jobs": 2}, "method='annealed' has no use for n_jobs"),
        ({"method": "agglomerative", "tol": 1e-3}, "'agglomerative' has no use for tol"),
        ({"method": "agglomerative", "max_iter": 9}, "'agglomerative' has no use for max_iter"),
        ({"method": "agglomerative", "device": "cpu"}, "'agglomerative' has no use for device"),
        ({"method": "agglomerative", "random_state": 0}, "has no use for random_state"),
        ({"init": np.full((8, 2), -1.0)}, "memberships in init must be finite, >= 0"),
        ({"init": np.full((8, 2), 0.5), "n_clusters": 3}, r"memberships of shape \(8, 3\)"),
        ({"init": ["a"] * 8}, "one integer label for each"),
        ({"n_clusters": 9}, "fewer than the 9 clusters asked for"),
        ({"init": [0, 1]}, "one entry for each of the 8 rows"),
        ({"init": [0, 5] * 4, "n_clusters": 2}, "labels from 0 to 5"),
    ],
)
def test_refusals(settings, words):
    with pytest.raises(InputError, match=words):
        relevance_curve(ROWS, **settings)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        ("words", "relevance_curve: "),
        ([[1, 2], [3]], "relevance_curve: "),
        ([["a", "b"], ["c", "d"]], "relevance_curve: "),
        ([[1.0, -2.0], [3.0, 4.0]], "relevance_curve: "),
        ([[1.0, math.nan], [3.0, 4.0]], "relevance_curve: "),
        (np.zeros((3, 2)), "relevance_curve: "),
    ],
)
@pytest.mark.parametrize("method", ["reverse", "annealed", "agglomerative"])
def test_tables_are_refused(table, words, method):
    with pytest.raises(InputError, match=words):
        relevance_curve(table, method=method)


def test_more_rows_than_fit_into_memory_are_refused(monkeypatch):
    monkeypatch.setattr(memory, "available_memory", lambda: 2000)
    with pytest.raises(InputError, match=r"8 clusters, one a row, take .* Give n_clusters"):
        relevance_curve(ROWS)


def test_order_of_the_points_does_not_matter():
    points = [InformationPoint(9.0, 1.0, 0.5, 3), InformationPoint(2.0, 0.2, 0.2, 2)]
    found = RelevanceCurve(tuple(points), 2.0, 0.8)
    assert found.betas.tolist() == [2.0, 9.0]
    assert found.normalised()[1].tolist() == [0.25, 0.625]


def test_points_hold_their_memberships_where_they_are_to():
    """What they say of themselves is true of what they hold, and of the origin too."""
    problem = CountProblem.from_counts(NOISY, prior="uniform")
    settings = {"betas": [50.0, 4.0, 1.2], "prior": "uniform"}
    curve = relevance_curve(NOISY, keep_memberships=True, **settings)
    assert curve.n_clusters[0] == 1
    for point in curve.points:
        assert point.memberships.shape == (8, point.n_clusters)
        again = mutual_information(problem.soft_joint(point.memberships))
        assert again == pytest.approx(point.information, abs=1e-12)
        told = mutual_information(problem.mass[:, None] * point.memberships)
        assert told == pytest.approx(point.compression, abs=1e-12)
    assert {point.memberships is None for point in relevance_curve(NOISY, **settings).points} == {
        True
    }
    with pytest.raises(InputError, match="method='annealed' has no use for keep_memberships"):
        relevance_curve(NOISY, method="annealed", keep_memberships=True)


def test_bounds_know_the_end_that_rows_of_their_own_reach():
    """Two kinds of rows: log 2 nats tell all there is, however coarse the points are [IB P-23]."""
    counts = np.array([[8, 1], [16, 2], [1, 8], [2, 16]])
    curve = relevance_curve(counts, betas=[1.2], prior="uniform")
    assert curve.compression.tolist() == [0.0]
    lower, upper = curve.bounds([0.0, np.log(2.0), np.log(4.0)])
    assert lower[1:] == pytest.approx(curve.row_information)
    assert lower[0] == 0.0
    assert (lower <= upper).all()
