"""Constant shift embedding: golden values, costs kept, noise left out, new objects."""

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st
from scipy.spatial.distance import squareform
from sklearn.cluster import KMeans
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

import coterie
from coterie import ConstantShiftEmbedding
from coterie._core.errors import DataWarning, InputError
from coterie.estimators.relational import _spectrum
from coterie.estimators.relational._spectrum import end_of_spectrum, whole_spectrum
from coterie.measures import adjusted_rand_score
from coterie.similarity import pairwise_distances
from tests.reference import pairs as slow

GOLDEN = np.array([[0, 1, 4, 9], [1, 0, 1, 9], [4, 1, 0, 1], [9, 9, 1, 0]], float)
NEAR = "a new object is nowhere as near as an object of the fit is to itself"


def noisy(rng, n=300, noise=4.0, spread=3.0):
    """Squared distances of points around four corners in three dimensions, with noise on them."""
    target = rng.integers(4, size=n)
    points = spread * np.array([[1, 1, 1], [1, -1, -1], [-1, 1, -1], [-1, -1, 1]])[target]
    errors = np.triu(rng.normal(scale=noise, size=(n, n)), 1)
    return pairwise_distances(points.astype(float)) + errors + errors.T, target


def added(distances, constant):
    """Add a constant to the dissimilarities of different objects."""
    return distances + constant * (1.0 - np.eye(len(distances)))


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks():
    expected = dict.fromkeys(
        ["check_transformer_general", "check_transformer_data_not_an_array"], NEAR
    )
    results = check_estimator(
        ConstantShiftEmbedding(), expected_failed_checks=expected, on_fail=None, on_skip=None
    )
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]
    assert {each["check_name"] for each in results if each["status"] == "xfail"} == expected.keys()


def test_the_golden_table():
    """[SLC §9.4]"""
    model = ConstantShiftEmbedding().fit(GOLDEN)
    np.testing.assert_allclose(model.eigenvalues_, [7.162154, 2.010995], rtol=0, atol=5e-7)
    assert model.constant_shift_ == pytest.approx(1.948766, abs=5e-7)
    least, values, _ = whole_spectrum(GOLDEN)
    assert least == pytest.approx(-0.974383, abs=5e-7)
    np.testing.assert_allclose(values, [6.187771, 1.036612, -0.974383], rtol=0, atol=5e-7)


tables = st.integers(3, 6).flatmap(
    lambda n: st.lists(
        st.integers(0, 20).map(float), min_size=n * (n - 1) // 2, max_size=n * (n - 1) // 2
    ).map(lambda found: squareform(np.array(found)))
)


@given(tables.filter(np.any))
def test_points_have_the_distances_and_every_labelling_its_cost(distances):
    n = len(distances)
    model = ConstantShiftEmbedding().fit(distances)
    points, shift = model.embedding_, model.constant_shift_
    shifted = added(distances, shift)
    # Eigenvalues up to 100 with 15 digits; the roots of those that are rounding have 7.
    np.testing.assert_allclose(pairwise_distances(points), shifted, rtol=0, atol=1e-6)
    assert model.n_components_ <= (n - 2 if shift else n - 1)
    for labels in slow.all_labels(n, 3):
        kept = slow.kmeans_cost(points.tolist(), labels)
        expected = slow.pairwise_cost(distances, labels) + 0.5 * shift * (n - len(set(labels)))
        assert kept == pytest.approx(expected, abs=1e-6)


@given(tables.filter(np.any))
def test_no_smaller_shift_makes_squared_distances(distances):
    model = ConstantShiftEmbedding().fit(distances)
    least, _, _ = whole_spectrum(added(distances, model.constant_shift_))
    assert least >= -1e-12 * distances.max() * len(distances)
    if model.constant_shift_:
        less, _, _ = whole_spectrum(added(distances, 0.99 * model.constant_shift_))
        assert less < 0.0
        assert less == pytest.approx(-0.005 * model.constant_shift_, rel=1e-6)


def test_squared_distances_are_not_shifted(rng):
    points = rng.normal(size=(40, 3))
    distances = pairwise_distances(points)
    model = ConstantShiftEmbedding().fit(distances)
    assert (model.constant_shift_, model.n_components_) == (0.0, 3)
    np.testing.assert_allclose(pairwise_distances(model.embedding_), distances, rtol=0, atol=1e-12)
    np.testing.assert_allclose(
        model.transform(distances), model.fit_transform(distances), rtol=0, atol=1e-12
    )


def test_objects_of_the_fit_are_placed_by_their_shifted_rows(rng):
    distances, _ = noisy(rng, n=60)
    model = ConstantShiftEmbedding().fit(distances)
    # Coordinates are divided by the roots of eigenvalues from 1 to 1000.
    np.testing.assert_allclose(
        model.transform(added(distances, model.constant_shift_)),
        model.embedding_,
        rtol=0,
        atol=1e-9,
    )
    rows = model.transform(distances)
    assert not np.allclose(rows, model.embedding_, rtol=0, atol=0.1)
    np.testing.assert_allclose(model.transform(distances + 7.0), rows, rtol=0, atol=1e-9)


def test_new_objects_join_their_group(rng):
    distances, target = noisy(rng, n=400)
    old, new = slice(None, 300), slice(300, None)
    pipeline = make_pipeline(ConstantShiftEmbedding("auto"), KMeans(4, n_init=5, random_state=0))
    pipeline.fit(distances[old, old])
    assert adjusted_rand_score(target[old], pipeline[-1].labels_) == 1.0
    assert adjusted_rand_score(target[new], pipeline.predict(distances[new, old])) > 0.98


@pytest.mark.parametrize("n", [150, 400, 800])
def test_noise_is_left_out(n):
    """Both ways to the spectrum: below 500 all of it, above only its ends."""
    for seed in range(3):
        distances, _ = noisy(np.random.default_rng(seed), n=n)
        assert ConstantShiftEmbedding("auto").fit(distances).n_components_ == 3


def test_noise_alone_has_one_direction(rng):
    errors = squareform(rng.normal(size=200 * 199 // 2))
    assert ConstantShiftEmbedding("auto").fit(errors).n_components_ == 1


def test_the_ends_of_the_spectrum_are_those_of_the_whole(rng):
    distances, _ = noisy(rng, n=600)
    least, values, vectors = whole_spectrum(distances)
    end, top, directions = end_of_spectrum(distances, 5)
    assert end == pytest.approx(least, rel=1e-8)  # the square of the residual, over a small gap
    np.testing.assert_allclose(top, values[:5], rtol=1e-10)
    same = np.abs((vectors[:, :5] * directions).sum(axis=0))
    np.testing.assert_allclose(same, 1.0, rtol=0, atol=1e-6)
    few, all_ = ConstantShiftEmbedding(3).fit(distances), ConstantShiftEmbedding().fit(distances)
    np.testing.assert_allclose(few.embedding_, all_.embedding_[:, :3], rtol=0, atol=1e-6)


def test_many_directions_in_a_large_table(rng):
    """Squared distances in 40 dimensions: the search doubles its width and finds no noise."""
    distances = pairwise_distances(rng.normal(size=(600, 40)))
    model = ConstantShiftEmbedding("auto").fit(distances)
    assert (model.n_components_, model.constant_shift_) == (40, 0.0)


def test_more_components_than_there_are():
    assert ConstantShiftEmbedding(9).fit(GOLDEN).n_components_ == 2
    assert ConstantShiftEmbedding(1).fit_transform(GOLDEN).shape == (4, 1)
    model = ConstantShiftEmbedding().fit(np.zeros((3, 3)))
    np.testing.assert_array_equal(model.embedding_, np.zeros((3, 1)))
    np.testing.assert_array_equal(model.transform(np.ones((2, 3))), np.zeros((2, 1)))


def test_scale_does_not_matter(rng):
    distances, _ = noisy(rng, n=80)
    here = ConstantShiftEmbedding().fit(distances)
    there = ConstantShiftEmbedding().fit(1e-12 * distances)
    np.testing.assert_allclose(there.embedding_, 1e-6 * here.embedding_, rtol=0, atol=1e-14)


def test_a_diagonal_that_is_not_0_is_reported():
    with pytest.warns(DataWarning, match=r"not 0 but up to 3, .* X\.max\(\) - X"):
        model = ConstantShiftEmbedding().fit(GOLDEN + np.diag([0.0, 3, 0, 0]))
    np.testing.assert_array_equal(model.embedding_, ConstantShiftEmbedding().fit(GOLDEN).embedding_)


def test_two_directions_that_differ_are_averaged():
    crooked = GOLDEN.copy()
    crooked[0, 1], crooked[1, 0] = 0.5, 1.5
    with pytest.warns(DataWarning, match="not symmetric"):
        model = ConstantShiftEmbedding().fit(crooked)
    assert model.constant_shift_ == ConstantShiftEmbedding().fit(GOLDEN).constant_shift_


def test_a_model_comes_back_and_frames_are_tables(tmp_path):
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(GOLDEN, columns=list("abcd"))
    model = ConstantShiftEmbedding().set_output(transform="pandas").fit(frame)
    assert list(model.transform(frame).columns) == [
        "constantshiftembedding0",
        "constantshiftembedding1",
    ]
    coterie.save(model, tmp_path / "model")
    again = coterie.load(tmp_path / "model")
    np.testing.assert_array_equal(again.transform(frame), model.transform(frame))


@pytest.mark.parametrize(
    ("model", "table", "words"),
    [
        (ConstantShiftEmbedding(), np.ones((3, 2)), "square, not 3 x 2"),
        (ConstantShiftEmbedding(), [[0.0, np.nan], [np.nan, 0.0]], "NaN"),
        (ConstantShiftEmbedding(), [[0.0]], "minimum of 2"),
        (ConstantShiftEmbedding(0), GOLDEN, "n_components=0 must be"),
        (ConstantShiftEmbedding(affinity="euclidean"), GOLDEN, "affinity='euclidean' must be"),
    ],
)
def test_refusals(model, table, words):
    with pytest.raises(InputError, match=words) as refused:
        model.fit(table)
    assert str(refused.value).startswith("ConstantShiftEmbedding: ")


def test_graphs_have_no_distances_where_nothing_is_stored():
    with pytest.raises(InputError, match="missing pairs would be identical objects"):
        ConstantShiftEmbedding().fit(sp.csr_array(GOLDEN))


def test_other_objects_than_those_of_the_fit():
    with pytest.raises(InputError, match="X has 3 features"):
        ConstantShiftEmbedding().fit(GOLDEN).transform([[1.0, 2.0, 3.0]])


def test_few_products_tell_that_no_shift_is_needed(rng, monkeypatch):
    """Distances of points, not squared, need none; the least eigenvalue is that of the constant."""
    points = rng.normal(size=(800, 8))
    distances = np.sqrt(pairwise_distances(points))
    products, made = [], _spectrum.operator

    def counting(*given):
        product = made(*given)
        multiply = product.matvec
        return _spectrum.LinearOperator(
            product.shape, lambda v: (products.append(1), multiply(v))[1], dtype=float
        )

    monkeypatch.setattr(_spectrum, "operator", counting)
    model = ConstantShiftEmbedding(5).fit(distances)
    assert model.constant_shift_ == 0.0
    assert len(products) < 400  # a precision relative to an eigenvalue of 0 would take thousands
    np.testing.assert_allclose(model.eigenvalues_, whole_spectrum(distances)[1][:5], rtol=1e-9)
