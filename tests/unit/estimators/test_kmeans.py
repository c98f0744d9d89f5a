"""The comparison algorithms: by hand, against their definitions, and in their settings."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import CosineKMeans, SequentialKMeans
from coterie._core.errors import CoterieWarning, InputError
from coterie.costs import CosineCost, KLCost, L1Cost, SphericalCost
from coterie.datasets import make_counts
from coterie.measures import adjusted_rand_score
from coterie.problems import CountProblem

METRICS = ["cosine", "kl", "l1"]


@pytest.fixture(scope="module")
def planted():
    return make_counts(n_rows=60, n_columns=30, n_clusters=3, depth=200, random_state=1)


@pytest.mark.parametrize("metric", METRICS)
def test_clear_groups_are_found(planted, metric):
    model = SequentialKMeans(3, metric=metric, random_state=0).fit(planted.data)
    assert adjusted_rand_score(planted.target, model.labels_) > 0.9
    assert model.converged_
    assert np.isnan(model.cost_)


def test_local_rules_by_hand():
    """Row 0 drawn out: cluster 0 is row 1, cluster 1 is rows 2 and 3."""
    rows = np.array([[1.0, 2.0, 1.0], [2.0, 1.0, 1.0], [1.0, 1.0, 6.0], [2.0, 2.0, 4.0]])
    problem, labels = CountProblem.from_counts(rows, prior="uniform"), np.array([0, 0, 1, 1])
    shares = rows / rows.sum(axis=1, keepdims=True)
    centres = [shares[1], (shares[2] + shares[3]) / 2]
    masses = np.array([1 / 4 + 1 / 4, 1 / 4 + 2 / 4])
    kl = [np.sum(shares[0] * np.log(shares[0] / centre)) for centre in centres]
    l1 = [np.abs(shares[0] - centre).sum() for centre in centres]
    units = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    means = np.array([units[1], (units[2] + units[3]) / 2])
    cosine = means @ units[0] / np.linalg.norm(means, axis=1)
    for kind, expected in ((KLCost, masses * kl), (L1Cost, masses * l1), (CosineCost, -cosine)):
        np.testing.assert_allclose(kind(problem, 2).local(labels, 0), expected, rtol=1e-13)


def test_cosine_does_not_depend_on_the_masses(planted):
    labels = [
        SequentialKMeans(3, prior=prior, n_init=1, random_state=4).fit(table).labels_
        for prior in ("counts", "uniform")
        for table in (planted.data, planted.data * np.arange(1, 61)[:, None])
    ]
    for other in labels[1:]:
        np.testing.assert_array_equal(other, labels[0])


def test_lost_rows_collapse_into_the_first_cluster_or_stay():
    """Each row has words of its own, so it is infinitely far from every centre [IB §2.6]."""
    rng = np.random.default_rng(2)
    counts = np.hstack([rng.poisson(1.0, size=(30, 8)), np.eye(30)])
    start = np.arange(30) % 3
    settings = {"metric": "kl", "init": start, "n_init": 2, "random_state": 0}
    stay = SequentialKMeans(3, ties="stay", **settings).fit(counts)
    first = SequentialKMeans(3, ties="first", **settings).fit(counts)
    assert stay.labels_.tolist() == start.tolist()
    assert np.bincount(first.labels_).tolist() == [28, 1, 1]


@pytest.mark.parametrize("metric", METRICS)
def test_restart_that_keeps_most_information_is_kept(planted, metric):
    model = SequentialKMeans(5, metric=metric, n_init=6, random_state=0).fit(planted.data)
    assert model.information_ == max(restart.information for restart in model.restarts_)
    assert len({restart.information for restart in model.restarts_}) > 1


def test_parallel_means_keep_the_restart_of_least_cost(planted):
    model = CosineKMeans(5, n_init=6, random_state=0).fit(planted.data)
    assert model.cost_ == min(restart.cost for restart in model.restarts_)
    units = planted.data.toarray() / np.linalg.norm(planted.data.toarray(), axis=1)[:, None]
    means = np.array([units[model.labels_ == t].sum(axis=0) for t in range(5)])
    cosines = units @ (means / np.linalg.norm(means, axis=1)[:, None]).T
    assert model.cost_ == pytest.approx(np.mean(1.0 - cosines.max(axis=1)), abs=1e-12)
    np.testing.assert_array_equal(cosines.argmax(axis=1), model.labels_)


def test_emptied_cluster_takes_the_row_that_fits_worst():
    angles = np.radians([10.0, 79.0, 12.0, 80.0])  # the first two leave for the other clusters
    rows = np.column_stack([np.cos(angles), np.sin(angles)])
    cost = SphericalCost(CountProblem.from_counts(rows), 3)
    assert cost.reassign(np.array([0, 0, 1, 2])).tolist() == [0, 2, 1, 2]


def test_two_emptied_clusters_take_two_rows():
    angles = np.radians([10.0, 79.0, 12.0, 80.0, 9.0, 82.0])
    rows = np.column_stack([np.cos(angles), np.sin(angles)])
    cost = SphericalCost(CountProblem.from_counts(rows), 4)
    found = cost.reassign(np.array([0, 0, 1, 2, 3, 3]))
    assert np.unique(found).size == 4
    assert (found[2], found[3]) == (1, 2)


@pytest.mark.parametrize("kind", [SequentialKMeans, CosineKMeans])
def test_containers_give_the_same_labels(planted, kind):
    dense = planted.data.toarray()
    expected = kind(3, random_state=0).fit(dense).labels_
    for table in (planted.data, sp.coo_matrix(dense), dense.astype(np.float32)):
        np.testing.assert_array_equal(kind(3, random_state=0).fit(table).labels_, expected)


@pytest.mark.parametrize("kind", [SequentialKMeans, CosineKMeans])
def test_rows_without_counts_stay_without_a_cluster(planted, kind):
    table = sp.vstack([planted.data, sp.csr_array((1, 30))], format="csr")
    with pytest.warns(CoterieWarning, match="1 of 61 rows has no mass"):
        labels = kind(3, random_state=0).fit(table).labels_
    assert labels[-1] == -1
    assert labels[:-1].min() == 0


@pytest.mark.parametrize("setting", [{"metric": "l2"}, {"ties": "last"}, {"allow_empty": 3}])
def test_settings_that_do_not_work_are_explained(planted, setting):
    with pytest.raises(InputError, match=rf"SequentialKMeans: {next(iter(setting))}=.* must be"):
        SequentialKMeans(3, **setting).fit(planted.data)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
@pytest.mark.parametrize("metric", METRICS)
def test_new_rows_go_to_the_nearest_centre(planted, metric, form):
    """Against the distances written out."""
    table = planted.data.toarray()
    known, new = table[:50], table[50:]
    model = SequentialKMeans(3, metric=metric, random_state=0).fit(form(known))
    shares = new / new.sum(axis=1, keepdims=True)
    centres = np.array([known[model.labels_ == t].sum(axis=0) for t in range(3)], dtype=float)
    centres /= centres.sum(axis=1, keepdims=True)
    units = known / np.linalg.norm(known, axis=1, keepdims=True)
    middles = np.array([units[model.labels_ == t].mean(axis=0) for t in range(3)])
    cosines = (new @ middles.T) / np.outer(
        np.linalg.norm(new, axis=1), np.linalg.norm(middles, axis=1)
    )
    if metric == "cosine":
        expected = 1.0 - cosines
    elif metric == "l1":
        expected = np.abs(shares[:, None] - centres).sum(axis=2)
    else:
        least = np.where(centres > 0.0, centres, np.exp(-708.0))
        logs = np.log(np.where(shares > 0.0, shares, 1.0))
        expected = (shares * logs).sum(axis=1, keepdims=True) - shares @ np.log(least).T
    found = model.transform(form(new))
    np.testing.assert_allclose(found, expected, rtol=1e-9, atol=1e-12)
    assert model.predict(form(new)).tolist() == expected.argmin(axis=1).tolist()


def test_spherical_rows_at_rest_stay_where_they_are(planted):
    model = CosineKMeans(3, random_state=0).fit(planted.data)
    assert model.converged_
    np.testing.assert_array_equal(model.predict(planted.data), model.labels_)
    np.testing.assert_allclose(np.linalg.norm(model.centres_, axis=1), 1.0)
    nearest = model.transform(planted.data).min(axis=1)
    assert nearest.mean() == pytest.approx(model.cost_, rel=1e-12)


@pytest.mark.parametrize("metric", METRICS)
def test_rows_without_counts_and_clusters_without_rows(metric):
    counts = np.array([[9, 1, 0], [8, 2, 0], [0, 1, 9], [1, 0, 9]])
    model = SequentialKMeans(
        3, metric=metric, init=[0, 0, 1, 1], n_init=1, max_iter=1, tol_moves=1.0, allow_empty=True
    ).fit(counts)
    empty = model.cluster_mass_ == 0.0
    assert empty.any()
    assert np.isinf(model.transform(counts)[:, empty]).all()
    assert model.predict([[0, 0, 0], [7, 1, 0]]).tolist() == [-1, model.labels_[0]]
    assert not model.transform([[0, 0, 0]]).any()
