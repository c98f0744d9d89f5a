"""The search by capacity: what it chooses, what it says, and how it is run."""

import json

import joblib
import numpy as np
import pytest
from sklearn.cluster import DBSCAN, KMeans
from sklearn.utils.estimator_checks import check_estimator

from coterie import (
    AnnealedKMeans,
    CapacitySearch,
    CorrelationClustering,
    InputError,
    NormalizedCut,
    PairwiseClustering,
    SequentialIB,
    generalization_capacity,
)
from coterie._core.errors import ConvergenceNotice, DataWarning
from coterie.datasets import make_correlation_graph, make_counts
from coterie.validation import Generative, GivenPair

CORNERS = np.array([(0.0, 0.0), (8.0, 0.0), (4.0, 7.0)])
RANGE = {
    "check_parameters_default_constructible": "a range of numbers is as constant as a tuple",
}


def replicates(n=90, noise=1.0, seed=0):
    rng = np.random.default_rng(seed)
    places = CORNERS[np.arange(n) % 3]
    return [places + noise * rng.normal(size=places.shape) for _ in range(2)]


def quick(estimators=None, **settings):
    asked = {"n_clusters": range(1, 6), "n_init": 1, "n_splits": 2, "random_state": 0} | settings
    return CapacitySearch(estimators, **asked)


def bits(search):
    return np.asarray(search.results_["raw_bits"], dtype=float)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks():
    results = check_estimator(
        CapacitySearch(n_clusters=[1, 2, 3], n_splits=1, n_init=1),
        expected_failed_checks=RANGE, on_fail=None, on_skip=None,
    )  # fmt: skip
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]


def test_points_counts_and_graphs_have_their_planted_number():
    counts = make_counts(150, 40, n_clusters=3, depth=100, concentration=0.5, random_state=0).data
    graphs = [
        make_correlation_graph(120, 3, noise=0.5, flip=0.2, random_state=seed).data
        for seed in (0, 1)
    ]
    for model, data in (
        (AnnealedKMeans(), replicates()),
        (KMeans(n_init=3), replicates()),
        (SequentialIB(n_init=2), counts),
        (CorrelationClustering(affinity="precomputed", n_init=2), graphs),
    ):
        search = quick(model).fit(data)
        assert search.best_n_clusters_ == 3, model
        assert search.reliable_bits_ == pytest.approx(np.log2(3.0), abs=0.1)
        assert np.unique(search.labels_).size == 3
        assert search.labels_.size == len(search.best_capacity_.labels[0][0])


def test_no_grouping_is_an_answer(rng):
    noise = [rng.normal(size=(150, 3)) for _ in range(2)]
    search = quick([AnnealedKMeans(), KMeans(n_init=2)]).fit(noise)
    assert search.best_n_clusters_ == 1
    assert search.reliable_bits_ == 0.0
    assert search.best_capacity_ is None
    assert (search.labels_ == 0).all()
    assert search.verdict_.startswith("These data support no grouping")
    assert min(bits(search)) < 0.0  # labels of noise contradict one another; kept as it is


def test_halves_of_the_objects_rank_models_and_say_no_more(rng):
    """A cloud without groups seems to have bits, because its points are paired by nearness."""
    search = quick(instances="objects").fit(rng.normal(size=(120, 2)))
    assert search.raw_bits_ > 0.3
    assert "cannot tell" in search.verdict_
    assert "support" not in search.verdict_.partition("(")[0]


def test_bits_of_a_candidate_are_those_of_the_function():
    data = replicates()
    search = quick(AnnealedKMeans(), n_clusters=[3]).fit(data)
    alone = generalization_capacity(AnnealedKMeans(3), data, n_init=1, random_state=0)
    assert search.raw_bits_ == pytest.approx(alone.raw, abs=1e-3)  # other luck, same optimum
    assert list(search.curves_) == ["AnnealedKMeans, 3 clusters"]


def test_methods_and_measures_are_ranked(rng):
    profiles = rng.normal(size=(3, 24))
    points = 1.2 * profiles[np.arange(60) % 3] + rng.normal(size=(60, 24))
    models = {"pairs": PairwiseClustering(), "points": AnnealedKMeans(), "dense": DBSCAN(eps=0.1)}
    search = quick(
        models, similarity=["euclidean", "correlation"], n_clusters=[2, 3, 4],
        instances="features",
    ).fit(points)  # fmt: skip
    ranking = {
        (row[0], row[1]): row[2:]
        for row in zip(
            search.ranking_["method"], search.ranking_["similarity"],
            search.ranking_["rank_of_method"], search.ranking_["rank_of_measure"], strict=True,
        )
    }  # fmt: skip
    assert len(ranking) == 4
    pairs = [ranking["pairs", name] for name in ("euclidean", "correlation")]
    assert sorted(place for _, place in pairs) == [1, 2]
    assert len(search.curves_) == 2 * 3 + 3 + 1
    assert search.best_params_["method"] in models
    assert "Second came" in search.verdict_


def test_parameters_are_searched_where_they_exist():
    graphs = [
        make_correlation_graph(60, 2, noise=0.4, random_state=seed).data + 0.8 * (1 - np.eye(60))
        for seed in (0, 1)
    ]
    search = quick(
        CorrelationClustering(affinity="precomputed", n_init=1),
        parameters={"shift": [0.0, -0.8], "exponent": [1.1]}, n_clusters=[2],
    ).fit(graphs)  # fmt: skip
    assert search.best_params_["shift"] == -0.8
    assert "param_exponent" not in search.results_


def test_smallest_number_that_is_as_good_is_chosen():
    graphs = [make_correlation_graph(90, 3, noise=0.3, random_state=seed).data for seed in (0, 1)]
    model = CorrelationClustering(affinity="precomputed", n_init=1)
    search = quick(model, n_clusters=[3, 4, 5]).fit(graphs)
    np.testing.assert_allclose(bits(search), np.log2(3.0), atol=1e-6)  # the others stay empty
    assert search.best_n_clusters_ == 3


def test_single_objects_that_stand_apart_by_accident_are_no_cluster():
    """One object alone in the first instance makes the sizes uneven: what that feigns is known."""
    pair = [
        make_correlation_graph(150, 2, noise=0.8, flip=0.2, random_state=seed).data
        for seed in (50, 51)
    ]
    model = CorrelationClustering(affinity="precomputed")
    search = quick(model, n_clusters=[1, 2, 3, 4], n_init=3).fit(pair)
    assert bits(search)[2] > bits(search)[1] + 0.01
    assert search.best_n_clusters_ == 2


@pytest.mark.parametrize("backend", ["threading", "loky"])
def test_workers_do_not_change_the_answer(backend):
    data = replicates(45)
    expected = quick([AnnealedKMeans(), KMeans(n_init=2)]).fit(data)
    with joblib.parallel_backend(backend, n_jobs=2):
        found = quick([AnnealedKMeans(), KMeans(n_init=2)], n_jobs=2).fit(data)
    np.testing.assert_array_equal(bits(found), bits(expected))
    np.testing.assert_array_equal(found.labels_, expected.labels_)


def test_search_goes_on_from_its_checkpoint(tmp_path):
    data, path = replicates(45), tmp_path / "search.jsonl"
    whole = quick().fit(data)
    part = quick(checkpoint=path, max_time=1e-9).fit(data)
    assert len(part.curves_) == 1  # one candidate in any case
    rest = quick(checkpoint=path).fit(data)
    np.testing.assert_array_equal(bits(rest), bits(whole))
    lines = path.read_text().splitlines()
    assert len(lines) == 5
    again = quick(checkpoint=str(path)).fit(data)
    assert path.read_text().splitlines() == lines  # nothing was tried again
    assert again.best_capacity_.delta == whole.best_capacity_.delta
    assert json.loads(lines[0])["capacity"]["method"] == "one cluster"


def test_line_that_was_being_written_is_tried_again(tmp_path):
    data, path = replicates(45), tmp_path / "search.jsonl"
    quick(checkpoint=path, n_clusters=[1, 2]).fit(data)
    text = path.read_text()
    path.write_text(text[:-20])
    found = quick(checkpoint=path, n_clusters=[1, 2]).fit(data)
    assert len(found.curves_) == 2
    again = quick(checkpoint=path, n_clusters=[1, 2, 3]).fit(data)
    assert len(again.curves_) == 3


def test_checkpoint_of_something_else_is_refused(tmp_path):
    path = tmp_path / "search.jsonl"
    quick(checkpoint=path, n_clusters=[2]).fit(replicates(30))
    with pytest.raises(InputError, match="of other data or other settings"):
        quick(checkpoint=path, n_clusters=[2]).fit(replicates(33))
    with pytest.raises(InputError, match="needs a random_state"):
        quick(checkpoint=path, random_state=None).fit(replicates(30))
    path.write_text("no search\n{}\n")
    with pytest.raises(InputError, match="line 1 is none of a search"):
        quick(checkpoint=path, n_clusters=[2]).fit(replicates(30))


class Impatient(KMeans):
    """Is interrupted at four clusters."""

    def fit_predict(self, X, y=None, sample_weight=None):
        if self.n_clusters == 4:
            raise KeyboardInterrupt
        return super().fit_predict(X)


def test_interrupt_keeps_what_was_found():
    with pytest.warns(ConvergenceNotice, match="interrupted after 3 of 5 models"):
        search = quick(Impatient(n_init=2)).fit(replicates())
    assert search.best_n_clusters_ == 3
    with pytest.raises(KeyboardInterrupt):
        quick(Impatient(n_init=2), n_clusters=[4]).fit(replicates())


def test_progress_tells_the_time_that_is_left(capfd):
    quick(verbose=1, n_clusters=[1, 2]).fit(replicates(30))
    said = capfd.readouterr().err.splitlines()
    assert len(said) == 2
    assert "about 0 s left" in said[-1]


def test_source_can_be_asked_instead_of_data():
    def sample(rng):
        return CORNERS[np.arange(60) % 3] + rng.normal(size=(60, 2))

    search = quick(instances=Generative(sampler=sample, n_splits=2)).fit(None)
    assert search.best_n_clusters_ == 3
    assert search.labels_.shape == (60,)


def test_best_estimator_is_fitted_to_the_mean_of_the_replicates():
    data = replicates()
    search = quick(instances=GivenPair()).fit(data)
    inertia = AnnealedKMeans(3, random_state=0).fit((data[0] + data[1]) / 2.0).inertia_
    assert search.best_estimator_.inertia_ == pytest.approx(inertia)
    np.testing.assert_array_equal(search.predict(search.best_estimator_.cluster_centers_), range(3))


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"estimators": ["kmeans"]}, "'kmeans' is none"),
        ({"estimators": []}, "there are none"),
        ({"n_clusters": [0]}, r"n_clusters=\[0\] must be"),
        ({"similarity": "cosy"}, "similarity='cosy' must be"),
        ({"instances": "luck"}, "instances='luck' must be"),
    ],
)
def test_what_cannot_be_searched_is_refused(settings, message):
    with pytest.raises(InputError, match=message):
        CapacitySearch(**settings).fit(replicates(30))


def test_methods_that_refuse_the_data_are_left_out_with_a_warning():
    signed = np.where(np.equal.outer(np.arange(40) % 2, np.arange(40) % 2), 1.0, -2.0)
    models = [NormalizedCut(affinity="precomputed"), CorrelationClustering(affinity="precomputed")]
    asked = {"n_clusters": [2], "instances": "objects", "n_splits": 1, "random_state": 0}
    with pytest.warns(DataWarning, match="NormalizedCut was left out where it refused"):
        search = CapacitySearch(models, **asked).fit(signed)
    assert {each.candidate.method for each in search.found.tried} == {"CorrelationClustering"}
    with pytest.raises(InputError, match="normalised cut"):
        CapacitySearch(models[:1], **asked).fit(signed)


def test_one_cluster_of_many_objects_can_be_fitted():
    points = np.random.default_rng(0).normal(size=(80, 2))
    assert set(PairwiseClustering(1, n_init=1, random_state=0).fit(points).labels_) == {0}
