"""Ordinary tables as likenesses between rows: kinds, kernels, bandwidths, sentences."""

import warnings

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp
from sklearn.datasets import load_iris, load_wine
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import check_estimator

from coterie import InputError, IterativeIB, MixedTableEncoder, SequentialIB, load, save
from coterie._core.errors import DataWarning
from coterie.datasets import make_mixed_table
from coterie.estimators.mixed._product import ProductKernel
from coterie.measures import adjusted_rand_score, mutual_information
from tests.reference import kernels as reference

ORDINAL = [4, 5]


@pytest.fixture(scope="module")
def planted():
    return make_mixed_table(240, n_noise=3, random_state=0)


def encoder(**settings):
    return MixedTableEncoder(**{"ordinal": [4, 5, 8], "random_state": 0} | settings)


def small(n=40, seed=1):
    return make_mixed_table(n, random_state=seed).data


def frames():
    colour = ["red", "blue", "red", "green", "blue", "red"]
    size = ["s", "l", "m", "s", "l", "m"]
    numbers = [1.5, 2.0, 0.5, 3.0, 2.5, 1.0]
    known = [True, False, True, True, False, False]
    pandas = pd.DataFrame({"size": pd.Categorical(size, ["s", "m", "l"], ordered=True)}).assign(
        colour=colour, number=numbers, known=known, brand=pd.Categorical(colour)
    )
    polars = pl.DataFrame({"size": pl.Series(size, dtype=pl.Enum(["s", "m", "l"]))}).with_columns(
        colour=pl.Series(colour),
        number=pl.Series(numbers),
        known=pl.Series(known),
        brand=pl.Series(colour, dtype=pl.Categorical),
    )
    table = np.array([size, colour, numbers, known, colour], dtype=object).T
    return pandas, polars, table


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")
@pytest.mark.filterwarnings("ignore::sklearn.exceptions.SkipTestWarning")
def test_scikit_learn_checks():
    results = check_estimator(MixedTableEncoder(), on_fail=None, on_skip=None)
    wrong = [each for each in results if each["status"] == "failed"]
    assert not [(each["check_name"], each["exception"]) for each in wrong]


def test_kinds_are_those_of_the_types():
    pandas, polars, table = frames()
    kinds = ["ordinal", "nominal", "continuous", "nominal", "nominal"]
    for frame, ordinal in ((pandas, None), (polars, ["size"]), (table, {0: ["s", "m", "l"]})):
        model = MixedTableEncoder(ordinal=ordinal).fit(frame)
        assert [column.kind for column in model.columns_] == kinds
        assert model.columns_[0].levels.tolist() == ["s", "m", "l"]
        assert model.columns_[1].levels.tolist() == ["blue", "green", "red"]


def test_pandas_polars_and_arrays_agree():
    pandas, polars, table = frames()
    expected = MixedTableEncoder().fit_transform(pandas)
    np.testing.assert_array_equal(
        MixedTableEncoder(ordinal=["size"]).fit_transform(polars), expected
    )
    given = MixedTableEncoder(ordinal={0: ["s", "m", "l"]})
    np.testing.assert_array_equal(given.fit_transform(table), expected)
    np.testing.assert_array_equal(given.fit_transform(table.tolist()), expected)


def test_numbers_can_be_names_or_grades():
    table = np.array([[1, 3], [2, 1], [1, 2], [2, 3]])
    model = MixedTableEncoder(nominal=[0], ordinal=[1]).fit(table)
    assert [column.kind for column in model.columns_] == ["nominal", "ordinal"]
    assert model.columns_[1].levels.tolist() == [1, 2, 3]


@pytest.mark.parametrize("n_landmarks", [None, 12])
def test_transform_is_the_product_of_the_kernels(n_landmarks):
    model = MixedTableEncoder(ordinal=ORDINAL, n_landmarks=n_landmarks, random_state=0)
    table = small()
    found = model.fit_transform(table)
    everything = MixedTableEncoder(ordinal=ORDINAL).fit(table)
    expected = reference.shares(model.columns_, everything.references_, model.references_)
    # one exponential of a sum here, a sum of exponentials there: a few units in the last place
    np.testing.assert_allclose(found, expected, rtol=1e-11, atol=0)
    np.testing.assert_allclose(found.sum(axis=1), 1.0, rtol=0, atol=1e-14)


def test_far_from_zero_is_as_good_as_near():
    table = small()
    moved = table.copy()
    moved[:, 0] = moved[:, 0] + 1e6
    model = MixedTableEncoder(ordinal=ORDINAL, bandwidth=[1.0, 1.0, 0.3, 0.3, 0.5, 0.5])
    # the numbers themselves lose ten digits by the addition
    np.testing.assert_allclose(model.fit_transform(moved), model.fit_transform(table), rtol=1e-8)


def test_blocks_do_not_change_the_answer(monkeypatch, planted):
    whole, few = encoder().fit_transform(planted.data), encoder(n_neighbors=30)
    sparse = few.fit_transform(planted.data)
    importance = few.column_importance(planted.data, planted.target)
    monkeypatch.setitem(ProductKernel.blocks.__globals__, "CELLS", 1000)
    # products of other shapes may add up in another order
    close = {"rtol": 1e-12, "atol": 1e-15}
    np.testing.assert_allclose(encoder().fit_transform(planted.data), whole, **close)
    np.testing.assert_allclose(few.transform(planted.data).toarray(), sparse.toarray(), **close)
    again = few.column_importance(planted.data, planted.target)
    np.testing.assert_allclose(again, importance, rtol=1e-10, atol=1e-15)


def test_neighbours_are_the_largest_entries_scaled(planted):
    whole = encoder().fit_transform(planted.data)
    sparse = encoder(n_neighbors=25).fit_transform(planted.data)
    assert sp.issparse(sparse)
    assert (np.diff(sparse.indptr) == 25).all()
    for row, kept in zip(whole, sparse.toarray(), strict=True):
        largest = kept > 0
        assert row[largest].min() >= row[~largest].max() * (1 - 1e-12)
        np.testing.assert_allclose(kept[largest], row[largest] / row[largest].sum(), rtol=1e-12)
    everyone = encoder(n_neighbors=240).fit_transform(planted.data)
    np.testing.assert_allclose(everyone.toarray(), whole, rtol=1e-12)


@pytest.mark.parametrize("seed", range(3))
def test_planted_groups_are_found(seed):
    planted = make_mixed_table(300, n_noise=3, separation=2.5, random_state=seed)
    model = make_pipeline(encoder(), SequentialIB(3, n_init=5, random_state=0)).fit(planted.data)
    assert adjusted_rand_score(planted.target, model[-1].labels_) > 0.9


@pytest.mark.parametrize(
    "settings", [{"n_landmarks": 80}, {"n_neighbors": 60}, {"n_landmarks": 100, "n_neighbors": 30}]
)
def test_approximations_find_the_same_groups(planted, settings):
    exact = SequentialIB(3, n_init=5, random_state=0)
    exact.fit(encoder().fit_transform(planted.data))
    rough = SequentialIB(3, n_init=5, random_state=0)
    rough.fit(encoder(**settings).fit_transform(planted.data))
    assert adjusted_rand_score(exact.labels_, rough.labels_) > 0.85


@pytest.mark.parametrize(("loader", "least"), [(load_iris, 0.55), (load_wine, 0.8)])
def test_known_flowers_and_wines(loader, least):
    data = loader(as_frame=True)
    model = make_pipeline(MixedTableEncoder(), SequentialIB(3, random_state=0)).fit(data.data)
    assert adjusted_rand_score(data.target, model[-1].labels_) > least


def test_new_rows_join_the_groups_of_their_like(planted):
    old, new = np.arange(240) < 160, np.arange(240) >= 160
    model = make_pipeline(encoder(), SequentialIB(3, n_init=5, random_state=0))
    model.fit(planted.data[old])
    predicted = model.predict(planted.data[new])
    assert adjusted_rand_score(planted.target[new], predicted) > 0.8
    np.testing.assert_array_equal(model.predict(planted.data[old]), model[-1].labels_)


def test_soft_clusters_of_a_table(planted):
    shares = encoder().fit_transform(planted.data)
    model = IterativeIB(3, beta=30.0, n_init=3, random_state=0).fit(shares)
    assert adjusted_rand_score(planted.target, model.labels_) > 0.75


def test_importance_tells_signal_from_noise(planted):
    model = encoder().fit(planted.data)
    importance = model.column_importance(planted.data, planted.target)
    informative = planted.details["informative"]
    assert importance[informative].min() > 5 * importance[~informative].max()


def test_importance_with_a_narrow_kernel_is_mutual_information():
    table = small(60)[:, [2, 4]]
    labels = np.arange(60) % 3
    model = MixedTableEncoder(ordinal=[1], bandwidth=[1e-9, 1e-9]).fit(table)
    found = model.column_importance(table, labels)
    for j, column in enumerate(model.columns_):
        counts = np.zeros((3, column.n_levels))
        np.add.at(counts, (labels, model.references_[:, j].astype(int)), 1)
        assert found[j] == pytest.approx(mutual_information(counts), abs=1e-7)


def test_importance_laws(planted):
    model = encoder().fit(planted.data)
    together = model.column_importance(planted.data, np.zeros(240, dtype=int))
    np.testing.assert_allclose(together, 0.0, atol=1e-12)
    alone = model.column_importance(planted.data, np.arange(240))
    some = model.column_importance(planted.data, planted.target)
    assert (some <= alone + 1e-12).all()  # clusters cannot tell more than the rows
    renamed = model.column_importance(planted.data, 2 - planted.target)
    np.testing.assert_allclose(renamed, some, rtol=1e-10)
    soft = model.column_importance(planted.data, np.eye(3)[planted.target])
    np.testing.assert_allclose(soft, some, rtol=1e-12)


def test_unseen_names_say_nothing_and_unseen_grades_are_refused():
    table = small()
    model = MixedTableEncoder(ordinal=ORDINAL).fit(table)
    strange = table[:2].copy()
    strange[:, 2] = "never seen"
    rest = [j for j in range(6) if j != 2]
    without = ProductKernel([model.columns_[j] for j in rest], model.references_[:, rest])
    expected = without.dense(model.references_[:2][:, rest])
    np.testing.assert_allclose(model.transform(strange), expected, rtol=1e-11)
    strange[1, 4] = 9
    with pytest.raises(
        InputError, match=r"column '4' holds 9.* \(row 1\), which is none of its lev"
    ):
        model.transform(strange)


def test_constant_columns_change_nothing():
    table = small()
    wider = np.column_stack([table, np.full(40, 7.0), np.full(40, "same", dtype=object)])
    expected = MixedTableEncoder(ordinal=ORDINAL).fit_transform(table)
    np.testing.assert_allclose(
        MixedTableEncoder(ordinal=ORDINAL).fit_transform(wider), expected, rtol=1e-10
    )


@pytest.mark.parametrize("n_landmarks", [None, 10])
@pytest.mark.parametrize("n_neighbors", [None, 5])
@pytest.mark.parametrize("container", [pd.DataFrame, list, np.asarray])
def test_one_row_alone_is_described_as_among_others(n_landmarks, n_neighbors, container):
    table = pd.DataFrame(small())
    model = encoder(ordinal=ORDINAL, n_landmarks=n_landmarks, n_neighbors=n_neighbors).fit(table)
    among = sp.csr_array(model.transform(table))[[3]].toarray()
    row = table.iloc[[3]] if container is pd.DataFrame else container(table.to_numpy()[[3]])
    alone = sp.csr_array(model.transform(row)).toarray()
    np.testing.assert_allclose(alone, among, rtol=1e-12)
    with pytest.raises(InputError, match=r"n_samples=0, but rows .* Give at least 1"):
        model.transform(table.iloc[:0])


def test_comes_back_from_its_folder(tmp_path, planted):
    model = encoder(n_landmarks=50, n_neighbors=20).fit(planted.data)
    save(model, tmp_path / "table")
    again = load(tmp_path / "table")
    assert [column.kind for column in again.columns_] == [c.kind for c in model.columns_]
    found, expected = again.transform(planted.data), model.transform(planted.data)
    np.testing.assert_array_equal(found.toarray(), expected.toarray())


def test_many_rows_take_memory_of_the_result_only():
    rows = np.random.default_rng(0).normal(size=(20_000, 3))
    model = MixedTableEncoder(n_landmarks=200, n_neighbors=10, random_state=0)
    assert model.fit_transform(rows).nnz == 200_000
    with pytest.raises(InputError, match=r"400,000,000 cells, 3 GB\. Set n_landmarks=1000"):
        MixedTableEncoder(bandwidth=[1.0, 1.0, 1.0]).fit_transform(rows)


@pytest.mark.parametrize(
    ("table", "settings", "words"),
    [
        (
            [[1.0, "a"], [np.nan, "b"]],
            {},
            r"1 value of column '0' is missing \(NaN\) \(first: row 1",
        ),
        ([[1.0, None], [2.0, None]], {}, "2 values of column '1' are missing"),
        ([[1.0, 2.0], [np.inf, 1.0]], {}, "column '0' is NaN or infinite"),
        ([["s"], ["m"]], {"ordinal": [0]}, "their order is not known. Give it: ordinal="),
        ([["s"], ["m"]], {"ordinal": {0: ["s", "l"]}}, "holds 'm'.* none of its levels s, l"),
        ([[1.0], [2.0]], {"nominal": ["a"]}, "nominal names column 'a', which the table does not"),
        ([[1.0], [2.0]], {"ordinal": [1]}, "ordinal names column 1, which the table does not have"),
        ([[1.0], [2.0]], {"ordinal": [0], "nominal": [0]}, "is in nominal and in ordinal"),
        ([[1.0], [2.0]], {"bandwidth": [1.0, 2.0]}, r"shape \(2,\), but there are 1 columns"),
        ([[1.0], [2.0]], {"bandwidth": [0.0]}, "must be > 0 and at most inf"),
        ([["a"], ["b"]], {"bandwidth": [0.7]}, r"nominal column '0' must be > 0 and at most 0\.5"),
        ([[1.0], [2.0]], {"bandwidth": "cv"}, "bandwidth='cv' must be 'balanced' or 'likelihood'"),
        ([[1.0], [2.0]], {"neighbourhood": 0.0}, "neighbourhood=0.0 must be a number > 0 and <= 1"),
        ([[1.0], [2.0]], {"n_landmarks": 0}, "n_landmarks=0 must be None, or an integer >= 1"),
        ([[1.0], [2.0]], {"n_neighbors": -1}, "n_neighbors=-1 must be None, or an integer >= 1"),
        ([[1.0]], {}, "rows are described by other rows"),
        (np.array([["2020-01-01"], ["2021-01-01"]], "M8[D]"), {}, "neither numbers nor names"),
    ],
)
def test_bad_tables_get_a_sentence(table, settings, words):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        with pytest.raises(InputError, match=f"MixedTableEncoder: .*{words}"):
            MixedTableEncoder(**settings).fit_transform(table)


def test_missing_values_of_frames_are_seen():
    for frame in (pd.DataFrame({"a": ["x", None, "y"]}), pl.DataFrame({"a": ["x", None, "y"]})):
        with pytest.raises(InputError, match=r"column 'a' is missing \(NaN\) \(first: row 1\)"):
            MixedTableEncoder().fit(frame)


def test_names_that_never_repeat_are_pointed_out():
    with pytest.warns(DataWarning, match="no two rows agree in column 'who'"):
        MixedTableEncoder().fit(
            pd.DataFrame({"who": ["ann", "bob", "cid"], "age": [1.0, 2.0, 4.0]})
        )


def test_texts_where_numbers_were_are_refused():
    model = MixedTableEncoder().fit([[1.0], [2.0]])
    with pytest.raises(InputError, match="held numbers in the fit, but now texts"):
        model.transform([["one"]])


@pytest.mark.parametrize(
    ("clusters", "words"), [([0, 1], "there are 240 rows"), (-np.ones(240), "leaves out every row")]
)
def test_clusters_that_do_not_fit_are_refused(planted, clusters, words):
    with pytest.raises(InputError, match=words):
        encoder().fit(planted.data).column_importance(planted.data, clusters)
