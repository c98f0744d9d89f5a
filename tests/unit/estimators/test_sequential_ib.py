"""Known answers, every kind of table, and the sentences of SequentialIB."""

import math
import tracemalloc

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

from coterie import SequentialIB
from coterie._core.errors import CoterieWarning, DataWarning, InputError
from coterie.costs import BottleneckCost
from coterie.datasets import make_counts
from coterie.measures import adjusted_rand_score
from coterie.problems import CountProblem

CLEAR = np.repeat([[0.9, 0.1, 0.0], [0.2, 0.1, 0.7], [0.0, 0.5, 0.5]], [4, 2, 2], axis=0)
NOISY = np.array(
    [
        [0.91, 0.08, 0.01], [0.89, 0.09, 0.02], [0.88, 0.11, 0.01], [0.93, 0.05, 0.02],
        [0.18, 0.08, 0.74], [0.16, 0.12, 0.72],
        [0.02, 0.47, 0.51], [0.03, 0.51, 0.46],
    ]
)  # fmt: skip
THREE_GROUPS = [0, 0, 0, 0, 1, 1, 2, 2]
LADDER = np.array([[0.5, 0.5], [0.61, 0.39], [0.7, 0.3], [0.8, 0.2]])
TRIANGLE, TRIANGLE_MASS = np.array([[0.4, 0.6], [0.6, 0.4], [0.2, 0.8]]), [0.45, 0.45, 0.10]
PRINTED = {"rel": 0.0, "abs": 1e-10}  # the known answers are given to ten digits


@pytest.fixture(scope="module")
def planted():
    return make_counts(n_rows=60, n_columns=30, n_clusters=3, random_state=1)


def fit(X, k=3, **settings):
    return SequentialIB(k, **{"n_init": 4, "random_state": 0} | settings).fit(X)


@pytest.mark.parametrize(
    ("rows", "whole", "kept", "fraction"),
    [
        (CLEAR, 0.4933700941, 0.4933700941, 1.0),
        (NOISY, 0.4583748754, 0.4553680725, 0.99344030),
    ],
    ids=["Table 1.1", "Table 1.2"],
)
def test_eight_rows_in_three_groups(rows, whole, kept, fraction):
    model = fit(rows, prior="uniform")
    assert adjusted_rand_score(THREE_GROUPS, model.labels_) == 1.0
    assert model.information_ == pytest.approx(kept, **PRINTED)
    assert model.information_ / model.information_fraction_ == pytest.approx(whole, **PRINTED)
    assert model.information_fraction_ == pytest.approx(fraction, abs=1e-8)
    assert model.entropy_ == pytest.approx(1.0397207708, **PRINTED)
    assert model.cost_ == pytest.approx(-kept, **PRINTED)


def test_ladder_finds_the_optimum_that_greedy_merging_misses():
    """Table 3.1: merging pair by pair ends at 0.01706."""
    model = fit(LADDER, 2, prior="uniform")
    assert adjusted_rand_score([0, 0, 1, 1], model.labels_) == 1.0
    assert model.information_ == pytest.approx(0.0211752571, **PRINTED)


def test_single_moves_leave_the_hardened_soft_fixed_point():
    """Table 3.2 at beta = 50 [IB P-50]: rows 1 and 2 together is where the soft iteration ends."""
    model = fit(TRIANGLE, 2, prior=TRIANGLE_MASS, beta=50.0, init=[0, 0, 1])
    assert model.labels_.tolist() == [1, 0, 1]
    assert model.information_ == pytest.approx(0.0279758732, **PRINTED)
    assert model.entropy_ == pytest.approx(0.6881388137, **PRINTED)
    # L = beta times the cost, so ten digits of L are twelve of the cost
    assert 50.0 * model.cost_ == pytest.approx(-0.7106548464, **PRINTED)
    problem = CountProblem.from_counts(TRIANGLE, prior=TRIANGLE_MASS)
    cost = BottleneckCost(problem, 2, beta=50.0)
    assert 50.0 * cost.total(np.array([0, 0, 1])) == pytest.approx(-0.5485867338, **PRINTED)
    draw = cost.local(np.array([0, 0, 1]), 0)
    assert draw == pytest.approx([0.0056453129, 0.0024039507], **PRINTED)


SPARSE = ["bsr", "coo", "csc", "csr", "dia", "dok", "lil"]


@pytest.mark.parametrize("format_", SPARSE)
@pytest.mark.parametrize("kind", ["array", "matrix"])
def test_every_sparse_format_gives_the_same_labels(planted, format_, kind):
    table = getattr(sp, f"{format_}_{kind}")(planted.data.toarray())
    expected = fit(planted.data.toarray())
    found = fit(table)
    np.testing.assert_array_equal(found.labels_, expected.labels_)
    assert found.information_ == expected.information_


def test_data_frames_give_the_same_labels_and_keep_their_names(planted):
    dense = planted.data.toarray()
    names = [f"word {j}" for j in range(dense.shape[1])]
    expected = fit(dense).labels_
    for frame in (pd.DataFrame(dense, columns=names), pl.DataFrame(dense, schema=names)):
        model = fit(frame)
        np.testing.assert_array_equal(model.labels_, expected)
        assert model.feature_names_in_.tolist() == names
        np.testing.assert_array_equal(model.predict(frame), fit(dense).predict(dense))


@pytest.mark.parametrize("dtype", ["int64", "int32", "uint8", "float32", "float64", "bool"])
def test_every_type_of_number_gives_the_same_labels(planted, dtype):
    counts = planted.data.toarray().clip(max=1 if dtype == "bool" else 200)
    expected = fit(counts.astype(np.float64))
    for table in (counts.astype(dtype), sp.csr_array(counts.astype(dtype))):
        np.testing.assert_array_equal(fit(table).labels_, expected.labels_)


def test_small_types_do_not_overflow():
    """255 counts a cell: sums of uint8 in uint8 would wrap around."""
    counts = np.kron(np.eye(2, dtype=np.uint8), np.full((3, 4), 255, dtype=np.uint8))
    model = fit(counts, 2)
    assert model.information_ == pytest.approx(math.log(2.0))
    assert model.total_ == 255 * 24


def test_data_are_left_as_they_are(planted):
    table = planted.data.copy()
    table.data.flags.writeable = False
    fit(table)
    with_zeros = sp.csr_array(([0.0, 2.0, 1.0, 3.0], [0, 1, 0, 1], [0, 2, 4]), shape=(2, 2))
    fit(with_zeros, 2)
    assert with_zeros.nnz == 4


def test_rows_without_counts_stay_without_a_cluster():
    counts = np.vstack([CLEAR[:4], np.zeros((2, 3)), CLEAR[4:]])
    with pytest.warns(DataWarning, match=r"2 of 10 rows have no mass \(first: 4, 5\)") as caught:
        model = fit(counts)
    assert len(caught) == 1
    assert model.labels_[[4, 5]].tolist() == [-1, -1]
    np.testing.assert_array_equal(np.delete(model.labels_, [4, 5]), fit(CLEAR).labels_)
    assert model.predict(counts)[[4, 5]].tolist() == [-1, -1]
    assert model.transform(counts)[4].tolist() == [0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"n_clusters": 0}, "SequentialIB: n_clusters=0 must be an integer >= 1."),
        ({"n_clusters": 2.5}, "SequentialIB: n_clusters=2.5 must be an integer >= 1."),
        ({"beta": 0.0}, "SequentialIB: beta=0.0 must be a number > 0."),
        ({"beta": "inf"}, "SequentialIB: beta='inf' must be a number > 0."),
        ({"prior": "flat"}, "SequentialIB: prior='flat' must be 'counts' or 'uniform', or an "),
        ({"prior": [1.0, 2.0]}, "SequentialIB: prior has shape (2,), but there are 8 rows."),
        ({"n_init": 0}, "SequentialIB: n_init=0 must be an integer >= 1."),
        ({"max_iter": 0}, "SequentialIB: max_iter=0 must be an integer >= 1."),
        ({"tol_moves": 2.0}, "SequentialIB: tol_moves=2.0 must be a number >= 0 and <= 1."),
        ({"shuffle": 1}, "SequentialIB: shuffle=1 must be True or False."),
        ({"allow_empty": None}, "SequentialIB: allow_empty=None must be True or False."),
        (
            {"n_jobs": 1.5},
            "SequentialIB: n_jobs=1.5 must be None, or an integer <= -1, or an integer >= 1.",
        ),
        ({"n_jobs": 0}, "SequentialIB: n_jobs=0 must be None, or an integer <= -1, or"),
        ({"random_state": "a"}, "SequentialIB: random_state='a' must be None, or an integer"),
        ({"random_state": -1}, "SequentialIB: random_state=-1 must be None, or an integer"),
        ({"verbose": "a lot"}, "SequentialIB: verbose='a lot' must be a number >= 0, or True or "),
        ({"n_clusters": 9}, "SequentialIB: 8 of 8 rows have mass (n_samples=8), fewer than the 9"),
        ({"init": [0, 1]}, "SequentialIB: init must hold one entry for each of the 8 rows"),
        ({"init": [0.5] * 8}, "SequentialIB: init must hold one integer label for each of the 8"),
        ({"init": [0, 7] * 4}, "SequentialIB: init holds labels from 0 to 7; with 3 clusters they"),
    ],
)
def test_settings_that_do_not_work_are_explained(settings, sentence):
    with pytest.raises(InputError) as caught:
        fit(CLEAR, **{"k": settings.pop("n_clusters", 3)} | settings)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize(
    ("entry", "words"), [(-1.0, "negative"), (np.nan, "NaN or infinite"), (np.inf, "NaN or inf")]
)
def test_entries_that_are_no_counts_are_named(entry, words):
    counts = CLEAR.copy()
    counts[7, 2] = entry
    for table in (counts, sp.coo_array(counts)):
        with pytest.raises(InputError, match=rf"1 entry is {words}.*first: row 7, column 2"):
            fit(table)


@pytest.mark.parametrize("weights", [[1.0] * 7, [1.0] * 7 + [-1.0], [1.0] * 7 + [np.nan]])
def test_weights_that_do_not_work_are_explained(weights):
    with pytest.raises(InputError, match=r"^SequentialIB: sample_weight "):
        SequentialIB(3).fit(CLEAR, sample_weight=weights)


@pytest.mark.parametrize("beta", [0.5, 1.0])
def test_small_beta_is_warned_of(beta):
    with pytest.warns(CoterieWarning, match=rf"beta={beta} <= 1 a single cluster"):
        model = fit(NOISY, beta=beta, allow_empty=True)
    assert np.unique(model.labels_).size == 1
    assert model.cost_ == pytest.approx(0.0, abs=1e-12)


def test_finite_beta_trades_information_for_entropy(planted):
    free, pressed = fit(planted.data, 8), fit(planted.data, 8, beta=1.5, allow_empty=True)
    assert pressed.entropy_ < free.entropy_
    assert pressed.information_ < free.information_
    expected = pressed.entropy_ / 1.5 - pressed.information_
    assert pressed.cost_ == pytest.approx(expected, abs=1e-12)


def test_clusters_empty_only_when_allowed():
    settings = {"beta": 1.2, "k": 3}
    assert np.unique(fit(NOISY, **settings).labels_).size == 3
    loose = fit(NOISY, **settings, allow_empty=True)
    assert np.unique(loose.labels_).size < 3
    empty = np.setdiff1d(np.arange(3), loose.labels_)
    assert loose.cluster_mass_[empty].tolist() == [0.0] * empty.size
    assert not loose.conditional_[empty].any()


def test_start_that_cannot_be_bettered_is_kept():
    model = fit(NOISY, init=THREE_GROUPS, shuffle=False)
    assert model.labels_.tolist() == THREE_GROUPS
    assert (model.n_iter_, model.history_.tolist()) == (1, [0])


def test_start_may_cover_rows_that_have_no_counts():
    counts = np.vstack([np.zeros(3), NOISY])
    with pytest.warns(DataWarning, match="no mass"):
        model = fit(counts, init=[0, *THREE_GROUPS])
    assert model.labels_.tolist() == [-1, *THREE_GROUPS]


def test_tolerated_moves_end_the_search_early(planted):
    patient = fit(planted.data, 6, n_init=1)
    hasty = fit(planted.data, 6, n_init=1, tol_moves=1.0)
    assert (hasty.n_iter_, hasty.converged_) == (1, True)
    assert patient.history_[-1] == 0
    with pytest.warns(CoterieWarning, match=r"had not settled after max_iter=1 sweeps \(\d+ rows"):
        fit(planted.data, 6, n_init=1, max_iter=1)


def test_whole_weights_are_repeated_mass(planted):
    """A weight of 3 puts three times the mass behind a row; what is reported is that of copies."""
    counts = planted.data.toarray()
    weights = np.arange(len(counts)) % 4 + 1
    model = SequentialIB(3, n_init=3, random_state=0).fit(counts, sample_weight=weights)
    copies = np.repeat(np.arange(len(counts)), weights)
    problem = CountProblem.from_counts(counts[copies])
    joint = problem.cluster_joint(model.labels_[copies], 3)
    np.testing.assert_allclose(model.cluster_joint_, joint, rtol=0, atol=1e-14)  # sums of 1/total
    scaled = SequentialIB(3, n_init=3, random_state=0).fit(counts * weights[:, None])
    np.testing.assert_array_equal(model.labels_, scaled.labels_)
    assert model.information_ == pytest.approx(scaled.information_, abs=1e-12)


def test_weight_of_zero_takes_no_part_but_gets_a_label(planted):
    counts = planted.data.toarray()
    weights = np.ones(len(counts))
    weights[::10] = 0.0
    model = SequentialIB(3, n_init=3, random_state=0).fit(counts, sample_weight=weights)
    without = fit(counts[weights > 0.0], n_init=3)
    np.testing.assert_array_equal(model.labels_[weights > 0.0], without.labels_)
    np.testing.assert_array_equal(model.labels_[::10], model.predict(counts[::10]))


def test_predict_gives_training_rows_their_clusters(planted):
    model = fit(planted.data)
    np.testing.assert_array_equal(model.predict(planted.data), model.labels_)
    costs = model.transform(planted.data)
    assert costs.shape == (60, 3)
    assert (costs >= 0.0).all()
    np.testing.assert_array_equal(costs.argmin(axis=1), model.labels_)


def test_no_row_is_placed_in_a_cluster_without_mass():
    """By merge costs alone an empty cluster is free, so every mixed row would go there."""
    counts = np.array([[4, 0, 0], [4, 0, 0], [0, 4, 0], [0, 4, 0], [9, 1, 0]])
    model = SequentialIB(3, init=[0, 0, 1, 1, 0], allow_empty=True, shuffle=False, n_init=1)
    model.fit(counts, sample_weight=[1, 1, 1, 1, 0])
    assert model.cluster_mass_[2] == 0.0
    assert model.labels_.tolist() == [0, 0, 1, 1, 0]
    assert model.predict([[1, 2, 0]]).tolist() == [1]
    assert model.transform([[1, 2, 0]])[0, 2] == np.inf
    for beta in (math.inf, 5.0):
        unseen = model.set_params(beta=beta).posterior([[0, 0, 1]])[0]
        assert unseen.tolist() == [0.5, 0.5, 0.0]


def test_transform_is_the_merge_cost_over_the_mass(planted):
    from coterie.measures import merge_cost

    model = fit(planted.data, beta=4.0)
    row = planted.data.toarray()[7] / model.total_
    expected = [merge_cost(row, cluster, beta=4.0) / row.sum() for cluster in model.cluster_joint_]
    np.testing.assert_allclose(model.transform(planted.data[[7]])[0], expected, atol=1e-12)


@pytest.mark.parametrize("beta", [2.0, 30.0, math.inf])
def test_posterior_is_the_soft_assignment(beta):
    """p(t) exp(-beta KL[p(y|x) || p(y|t)]) / Z, written out."""
    model = fit(NOISY, prior="uniform", beta=beta, init=THREE_GROUPS)
    new = np.array([[5.0, 2.0, 3.0], [0.0, 1.0, 1.0]])
    found = model.posterior(new)
    for row, posterior in zip(new / new.sum(axis=1, keepdims=True), found, strict=True):
        kl = [
            sum(p * math.log(p / q) for p, q in zip(row, centre, strict=True) if p > 0.0)
            for centre in model.conditional_
        ]
        if math.isinf(beta):
            assert posterior.tolist() == [float(k == min(kl)) for k in kl]
            continue
        weights = model.cluster_mass_ * np.exp(-beta * np.array(kl))
        np.testing.assert_allclose(posterior, weights / weights.sum(), rtol=1e-10)


def test_posterior_ranks_clusters_that_all_miss_a_column():
    model = fit(np.kron(np.eye(3), np.ones((2, 2))), beta=5.0)
    posterior = model.posterior([[3.0, 3.0, 1.0, 0.0, 0.0, 0.0]])[0]
    assert np.isfinite(posterior).all()
    assert posterior.argmax() == model.labels_[0]


def test_telling_columns_add_up_to_the_information(planted):
    model = fit(planted.data)
    shares = [model.telling_columns(t, k=planted.data.shape[1])[1] for t in range(3)]
    assert sum(map(np.sum, shares)) == pytest.approx(model.information_, abs=1e-12)
    assert all((np.diff(share) <= 0.0).all() for share in shares)
    with pytest.raises(InputError, match=r"cluster=3 does not exist: there are clusters 0\.\.2"):
        model.telling_columns(3)


def test_one_cluster_and_as_many_as_rows():
    alone, each = fit(CLEAR, 1), fit(NOISY, 8, prior="uniform")
    assert (alone.information_, alone.entropy_) == pytest.approx((0.0, 0.0), abs=1e-12)
    assert sorted(each.labels_) == list(range(8))
    assert each.information_fraction_ == pytest.approx(1.0, abs=1e-12)


def test_no_information_to_keep_is_all_kept():
    with pytest.warns(DataWarning, match="only 1 kind of row"):
        assert fit(np.ones((6, 4)), 2).information_fraction_ == 1.0


@pytest.mark.parametrize("container", ["pandas", "polars"])
def test_costs_have_names_in_a_data_frame(planted, container):
    model = fit(planted.data, 3).set_output(transform=container)
    names = ["sequentialib0", "sequentialib1", "sequentialib2"]
    assert list(model.get_feature_names_out()) == names
    assert list(model.transform(planted.data).columns) == names


def test_many_clusters_and_columns_need_memory_for_the_data_only():
    """A dense p(t, y) would take 800 MB."""
    counts = sp.random_array((400, 500_000), density=1e-4, rng=np.random.default_rng(0)).tocsr()
    # the same table, for which kernels are compiled depends on its size
    SequentialIB(200, n_init=1, max_iter=1, tol_moves=1.0).fit(counts).predict(counts)
    tracemalloc.start()
    model = SequentialIB(200, n_init=1, max_iter=2, tol_moves=1.0, random_state=0).fit(counts)
    labels = model.predict(counts)
    columns, shares = model.telling_columns(0)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100e6
    assert sp.issparse(model.cluster_joint_)
    assert (labels == model.labels_).mean() > 0.9
    assert (np.diff(shares) <= 0.0).all()
    assert columns.size == 10


def test_sparse_and_dense_clusters_place_rows_alike(planted):
    """The same table with empty columns behind it, which make a dense p(t, y) too large."""
    wide = sp.hstack([planted.data, sp.csr_array((60, 4000))], format="csr")
    narrow, sparse = fit(planted.data), fit(wide)
    np.testing.assert_array_equal(narrow.labels_, sparse.labels_)
    np.testing.assert_allclose(narrow.transform(planted.data), sparse.transform(wide), atol=1e-13)
    np.testing.assert_allclose(narrow.posterior(planted.data), sparse.posterior(wide), atol=1e-13)


@pytest.mark.parametrize(
    ("table", "words"),
    [
        (np.ones((2, 2, 2)), "the table has 3 dimensions"),
        ([["a", "b"]], "are not counts"),
        (sp.coo_array(([-1.0, 2.0, 1.0], ([0, 0, 1], [0, 0, 1]))), "negative"),
    ],
)
def test_tables_that_are_no_counts_are_explained(table, words):
    with pytest.raises(InputError, match=words):
        CountProblem.from_counts(table)
