"""Dominant sets: planted groups, published figures, rests, what is refused."""

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.utils.estimator_checks import check_estimator

import coterie
from coterie import DominantSets
from coterie._core.errors import ConvergenceNotice, CoterieWarning, DataWarning, InputError
from coterie._core.progress import Monitor
from coterie.measures import adjusted_rand_score, entropy
from coterie.similarity import similarity_matrix

BOTH = pytest.mark.parametrize("dynamics", ["replicator", "infection"])
ALIKE = np.array(
    [[0, 9, 8, 1, 0], [9, 0, 9, 0, 1], [8, 9, 0, 2, 0], [1, 0, 2, 0, 7], [0, 1, 0, 7, 0]], float
)


def three_sources(separation, seed):
    """100, 100 and 300 points around centres on a circle [GRA E6.5]."""
    luck = np.random.default_rng(seed)
    angle = 2.0 * np.pi * np.arange(3) / 3.0
    centres = separation * np.column_stack([np.cos(angle), np.sin(angle)])
    target = np.repeat(np.arange(3), [100, 100, 300])
    return centres[target] + luck.normal(size=(500, 2)), target


def precomputed(**how):
    return DominantSets(affinity="precomputed", dynamics="infection", **how)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
@pytest.mark.parametrize(
    ("how", "expected"),
    [
        ({"dynamics": "infection"}, {}),
        ({"max_steps": 50}, {}),
        ({"affinity": "precomputed"}, {"check_clustering": "feeds points, though tagged pairwise"}),
    ],
)
def test_scikit_learn_checks(how, expected):
    results = check_estimator(
        DominantSets(**how), expected_failed_checks=expected, on_fail=None, on_skip=None
    )
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]
    assert {each["check_name"] for each in results if each["status"] == "xfail"} == expected.keys()


@pytest.mark.parametrize(("cutoff", "steps"), [(1e-3, 50), (1e-4, 50), (1e-4, 100), (1e-5, 100)])
def test_sources_are_told_apart_alike_in_two_instances(cutoff, steps):
    """No object changes groups, so that the capacity is the entropy of the sizes [GRA §10]."""
    model = DominantSets(3, cutoff=cutoff, max_steps=steps, similarity="distance")
    for seed in range(2):
        points, target = three_sources(6.0, seed)
        assert adjusted_rand_score(target, model.fit(points).labels_) == 1.0
        sizes = np.bincount(model.labels_)
        assert sorted(sizes.tolist()) == [100, 100, 300]
        assert entropy(sizes, base=2) == pytest.approx(1.371, abs=0.0005)


def test_early_sets_are_groups_and_late_ones_cores():
    points, _ = three_sources(6.0, 0)
    sizes = [
        DominantSets(1, max_steps=steps, similarity="distance").fit(points).weights_.nnz
        for steps in (1, 50, 1000)
    ]
    core = DominantSets(1, dynamics="infection", similarity="distance").fit(points).weights_.nnz
    assert sizes[0] == 500
    assert 250 < sizes[1] <= 300  # the first group, but for its rim
    assert sizes[2] < 100
    assert core < sizes[2]


def test_sets_are_taken_out_until_nobody_is_left():
    model = precomputed().fit(ALIKE)
    assert model.n_clusters_ == 2
    np.testing.assert_array_equal(model.labels_, [0, 0, 0, 1, 1])
    assert model.unassigned_.size == 0
    assert model.cohesion_[1] == pytest.approx(3.5)
    assert model.converged_
    assert np.isnan(model.cost_)
    np.testing.assert_allclose(model.weights_.sum(axis=0), 1.0, rtol=0, atol=1e-12)
    inside = model.weights_.toarray()[:, 0]
    assert inside @ ALIKE @ inside == pytest.approx(model.cohesion_[0], rel=1e-12)


def test_those_whom_no_set_took_join_the_nearest():
    one = precomputed(n_clusters=1).fit(ALIKE)
    np.testing.assert_array_equal(one.unassigned_, [3, 4])
    np.testing.assert_array_equal(one.labels_, 0)
    np.testing.assert_array_equal(
        precomputed(n_clusters=1, nearest=None).fit(ALIKE).labels_[3:], -1
    )


def test_nearest_by_members_or_by_weights():
    """Object 6 is like the member of least weight of one set, and a little like all of another."""
    alike = np.zeros((8, 8))
    alike[:3, :3] = [[0, 9, 6], [9, 0, 6], [6, 6, 0]]
    alike[3:6, 3:6] = 4.0 - 4.0 * np.eye(3)
    alike[6, [2, 3, 4, 5]] = alike[[2, 3, 4, 5], 6] = [2.0, 0.6, 0.6, 0.6]
    mean, weighted = precomputed(n_clusters=2), precomputed(n_clusters=2, nearest="weighted")
    for model in (mean, weighted):
        with pytest.warns(DataWarning, match=r"1 of 8 objects is like no member .* \(first: 7\)"):
            model.fit(alike)
    assert mean.labels_[6] == 0  # 2 / 3 of the members against 0.6
    assert weighted.labels_[6] == 1
    assert mean.labels_[7] == weighted.labels_[7] == -1  # like nobody


def test_negative_similarities_count_as_none_and_are_counted():
    shifted = ALIKE - 1.5
    with pytest.warns(DataWarning, match="5 pairs have a negative similarity"):
        model = precomputed().fit(shifted)
    clipped = precomputed().fit(np.maximum(shifted, 0.0))
    np.testing.assert_array_equal(model.labels_, clipped.labels_)
    np.testing.assert_array_equal(model.cohesion_, clipped.cohesion_)


@BOTH
@pytest.mark.filterwarnings("ignore:DominantSets.* like no member of a set")
def test_graphs_are_clustered_without_filling_them(dynamics):
    luck = np.random.default_rng(5)
    target = np.repeat(np.arange(20), 50)
    likely = np.where(target[:, None] == target, 0.5, 0.002)
    graph = np.triu(luck.random(likely.shape) < likely, 1).astype(float)
    graph = sp.csr_array(graph + graph.T)
    model = DominantSets(20, affinity="precomputed", dynamics=dynamics).fit(graph)
    assert adjusted_rand_score(target, model.labels_) > 0.9
    same = DominantSets(20, affinity="precomputed", dynamics=dynamics).fit(graph.toarray())
    assert adjusted_rand_score(same.labels_, model.labels_) > 0.9  # ties: rounding decides


def test_the_diagonal_does_not_count():
    filled = precomputed().fit(ALIKE + np.diag([5.0, 1, 0, 2, 9]))
    np.testing.assert_array_equal(filled.cohesion_, precomputed().fit(ALIKE).cohesion_)
    graph = precomputed().fit(sp.csr_array(ALIKE + np.diag([5.0, 1, 0, 2, 9])))
    np.testing.assert_allclose(graph.cohesion_, filled.cohesion_, rtol=1e-12)


def test_larger_shifts_off_the_diagonal_do_not_shrink_the_first_set(rng):
    """A tendency, not a theorem [GRA T20]."""
    table = similarity_matrix(rng.normal(size=(60, 2)))
    sizes = [
        precomputed(n_clusters=1).fit(table + shift).weights_.nnz
        for shift in np.array([0.0, 0.2, 0.5, 1.0, 3.0]) * table.mean()
    ]
    assert (np.diff(sizes) >= 0).all()
    assert sizes[-1] > sizes[0]


def test_a_large_set_is_found_though_no_weight_reaches_the_cutoff():
    clique = np.ones((60, 60)) - np.eye(60)
    model = precomputed(cutoff=0.5).fit(clique)
    np.testing.assert_array_equal(model.labels_, 0)
    assert model.n_clusters_ == 1


def test_sets_that_move_on_are_reported():
    points, _ = three_sources(2.0, 0)
    with pytest.warns(ConvergenceNotice, match=r"3 of 3 sets .*max_steps=1 steps"):
        model = DominantSets(3, max_steps=1, dynamics="infection").fit(points)
    assert (model.n_iter_, model.converged_) == (3, False)
    assert (model.history_ > model.tol).all()


def test_nobody_alike_is_no_set():
    with pytest.warns(DataWarning, match="no two objects are alike"):
        model = precomputed().fit(np.zeros((4, 4)))
    np.testing.assert_array_equal(model.labels_, -1)
    assert model.weights_.shape == (4, 0)


def test_an_interrupt_keeps_the_sets_found(monkeypatch):
    def stumble(self, run, done, of, note):
        raise KeyboardInterrupt

    monkeypatch.setattr(Monitor, "step", stumble)
    with pytest.warns(ConvergenceNotice, match="interrupted; kept the 1 sets found"):
        model = precomputed().fit(ALIKE)
    assert model.labels_.tolist() == [0, 0, 0, 0, 0]
    assert model.unassigned_.tolist() == [3, 4]


def test_verbose_says_how_many(capfd):
    precomputed(verbose=1).fit(ALIKE)
    assert capfd.readouterr().err == "DominantSets: run 1 of 1 found 2 sets\n"


def test_a_model_comes_back(tmp_path):
    model = precomputed().fit(sp.csr_array(ALIKE))
    coterie.save(model, tmp_path / "model")
    again = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(again.weights_.toarray(), model.weights_.toarray())
    np.testing.assert_array_equal(again.labels_, model.labels_)


def test_frames_are_tables():
    pandas = pytest.importorskip("pandas")
    polars = pytest.importorskip("polars")
    points, _ = three_sources(6.0, 0)
    expected = DominantSets(3, dynamics="infection").fit(points).labels_
    for frame in (pandas.DataFrame(points), polars.DataFrame(points), sp.csr_array(points)):
        found = DominantSets(3, dynamics="infection").fit(frame).labels_
        np.testing.assert_array_equal(found, expected)


@pytest.mark.parametrize(
    ("model", "table", "words"),
    [
        (precomputed(), np.ones((3, 2)), "square, not 3 x 2"),
        (precomputed(), [[0.0, np.nan], [np.nan, 0.0]], "NaN"),
        (precomputed(n_clusters=0), ALIKE, "n_clusters=0 must be"),
        (precomputed(cutoff=0.0), ALIKE, "cutoff=0.0 must be a number > 0"),
        (precomputed(nearest="far"), ALIKE, "nearest='far' must be"),
        (DominantSets(similarity="cosines"), ALIKE, "similarity='cosines' must be"),
        (DominantSets(), [[1.0, 2.0]], "minimum of 2"),
    ],
)
def test_refusals(model, table, words):
    with pytest.raises(InputError, match=words) as refused:
        model.fit(table)
    assert str(refused.value).startswith("DominantSets: ")


def test_two_directions_that_differ_are_averaged_with_a_warning():
    crooked = ALIKE.copy()
    crooked[0, 1] += 1.0
    with pytest.warns(CoterieWarning, match="not symmetric"):
        model = precomputed().fit(crooked)
    np.testing.assert_array_equal(model.labels_, [0, 0, 0, 1, 1])
