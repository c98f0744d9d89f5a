"""A model that is saved and loaded is the same model, and loading trusts nothing."""

import dataclasses
import json
import pickle
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from sklearn.pipeline import make_pipeline

import coterie
from coterie import HeldOutSearch, InformationSelector, SequentialIB, TextPreprocessor
from coterie._core.errors import InputError
from coterie.datasets import make_counts
from coterie.estimators._encoding import known_estimators

TEXTS = ["the whale and the sea", "a whale in the sea", "tax and law", "law of tax", "whale tax"]


@pytest.fixture(scope="module")
def counts():
    return make_counts(n_rows=40, n_columns=30, n_clusters=3, random_state=0).data


@pytest.fixture
def again(tmp_path):
    def save_and_load(model, **how):
        coterie.save(model, tmp_path / "model", overwrite=True, **how)
        return coterie.load(tmp_path / "model")

    return save_and_load


def parts(value):
    """Take a value apart: what it is made of, and the rest as something to compare."""
    if sp.issparse(value):
        return [value.data, value.indices, value.indptr], value.shape
    if dataclasses.is_dataclass(value) or hasattr(value, "get_params"):
        return list(vars(value).values()), list(vars(value))
    if isinstance(value, dict):
        return list(value.values()), list(value)
    if isinstance(value, list | tuple):
        return list(value), len(value)
    if isinstance(value, np.random.Generator | np.random.RandomState):
        return [], value.random(5).tolist()
    return [], value


def same(one, other):
    """Compare two values of any kind that a model holds, types included."""
    assert type(one) is type(other), (one, other)
    if isinstance(one, np.ndarray):
        assert one.dtype == other.dtype
        np.testing.assert_array_equal(one, other)
        return
    if isinstance(one, float):
        np.testing.assert_equal(one, other)  # NaN is the same as NaN
        return
    (inner, outer), (other_inner, other_outer) = parts(one), parts(other)
    assert outer == other_outer
    for left, right in zip(inner, other_inner, strict=True):
        same(left, right)


def test_everything_that_was_fitted_comes_back(counts, again):
    model = SequentialIB(3, n_init=3, random_state=0).fit(counts)
    loaded = again(model)
    same(vars(model), vars(loaded))
    assert len(loaded.restarts_) == 3
    assert loaded.restarts_[0].status is model.restarts_[0].status
    np.testing.assert_array_equal(loaded.predict(counts), model.predict(counts))
    np.testing.assert_array_equal(loaded.transform(counts), model.transform(counts))
    np.testing.assert_array_equal(loaded.conditional_, model.conditional_)


@pytest.mark.parametrize(
    "parameters",
    [
        {"beta": 12.5, "prior": "uniform", "n_jobs": None, "verbose": False},
        {"beta": np.inf, "tol_moves": np.float64(0.01), "n_init": np.int64(2)},
        {"prior": np.ones(40), "init": list(range(3)) * 13 + [0]},
        {"random_state": np.random.default_rng(3)},
        {"random_state": np.random.Generator(np.random.MT19937(3))},
        {"random_state": np.random.RandomState(3)},
        {"random_state": None},
    ],
    ids="-".join,
)
def test_parameters_of_every_kind(parameters, again):
    model = SequentialIB(3, **parameters)
    same(model.get_params(), again(model).get_params())


def test_a_search_comes_back_with_its_curve_and_its_best_model(counts, again):
    search = HeldOutSearch(SequentialIB(n_init=2), n_clusters=range(2, 5), random_state=0)
    search.fit(counts)
    loaded = again(search)
    same(vars(search), vars(loaded))
    assert loaded.curve_.best_n_clusters == search.best_n_clusters_


def test_a_pipeline_from_texts_to_clusters(again):
    clusterer = SequentialIB(2, prior="uniform", random_state=0)
    words = TextPreprocessor(stop_words={"and", "of"})
    pipeline = make_pipeline(words, InformationSelector(4), clusterer).fit(TEXTS)
    loaded = again(pipeline)
    assert loaded[0].stop_words == {"and", "of"}
    assert loaded[0].vocabulary_ == pipeline[0].vocabulary_
    np.testing.assert_array_equal(loaded.predict(TEXTS), pipeline.predict(TEXTS))


def test_names_of_columns(counts, again):
    pandas = pytest.importorskip("pandas")
    names = [f"page, \n \u00e9 {column}" for column in range(30)]
    frame = pandas.DataFrame(counts.toarray(), columns=names)
    model = SequentialIB(3, n_init=1, random_state=0).fit(frame)
    same(model.feature_names_in_, again(model).feature_names_in_)
    bare = SequentialIB(3, n_init=1, random_state=0).fit(counts)
    named = again(bare, column_names=names)
    assert not hasattr(bare, "feature_names_in_")
    np.testing.assert_array_equal(named.predict(frame), bare.labels_)
    with pytest.raises(InputError, match="2 names were given for the 30 columns"):
        again(bare, column_names=["a", "b"])


def test_the_choice_of_output_comes_back(counts, again):
    pytest.importorskip("pandas")
    selector = InformationSelector(5).set_output(transform="pandas").fit(counts.toarray())
    assert list(again(selector).transform(counts.toarray()).columns) == list(
        selector.transform(counts.toarray()).columns
    )


def test_a_model_is_not_replaced_unless_asked(counts, tmp_path):
    coterie.save(SequentialIB(3), tmp_path / "model")
    with pytest.raises(InputError, match="exists; give another folder, or overwrite=True"):
        coterie.save(SequentialIB(4), tmp_path / "model")
    assert coterie.load(tmp_path / "model").n_clusters == 3
    coterie.save(SequentialIB(4), tmp_path / "model", overwrite=True)
    assert coterie.load(tmp_path / "model").n_clusters == 4
    (tmp_path / "model" / "thesis.txt").write_text("mine")
    with pytest.raises(InputError, match=r"thesis\.txt"):
        coterie.save(SequentialIB(5), tmp_path / "model", overwrite=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["model"]


def test_what_cannot_be_saved_leaves_nothing(tmp_path):
    for strange in (SequentialIB(prior=object()), SequentialIB(init=np.array([object()]))):
        with pytest.raises(InputError, match="cannot be saved as data"):
            coterie.save(strange, tmp_path / "model")
    with pytest.raises(InputError, match="Stranger is not an estimator of coterie"):
        coterie.save(type("Stranger", (SequentialIB,), {})(), tmp_path / "model")
    assert not list(tmp_path.iterdir())


@pytest.fixture
def stored(counts, tmp_path):
    """A saved model, and a way to change its JSON."""
    coterie.save(SequentialIB(3, n_init=1, random_state=0).fit(counts), tmp_path / "model")
    path = tmp_path / "model" / "model.json"

    def change(edit):
        content = json.loads(path.read_text())
        edit(content)
        path.write_text(json.dumps(content))
        return tmp_path / "model"

    return change


@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (lambda c: c.update(format=99), "was saved in format 99"),
        (lambda c: c["model"].update({"class": "Popen"}), "class 'Popen'"),
        (lambda c: c["model"].update({"class": "os.system"}), "does not know"),
        (lambda c: c["model"]["fitted"].update(fit="x"), "'fit' is no fitted attribute"),
        (lambda c: c["model"]["parameters"].update(evil=1), "evil"),
        (lambda c: c["model"]["fitted"].update(labels_={"array": "other"}), "other"),
        (lambda c: c["model"]["fitted"].update(labels_={"pickle": "x"}), "pickle"),
        (lambda c: c["model"]["fitted"].update(x_={"choice": ["Status", "NO"]}), "NO"),
        (lambda c: c["model"]["fitted"].update(x_={"record": ["Popen", {}]}), "Popen"),
        (lambda c: c["model"].pop("fitted"), "fitted"),
        (lambda c: c.pop("model"), "is not that of a model"),
    ],
)
def test_what_does_not_belong_is_refused_in_one_sentence(stored, edit, words):
    folder = stored(edit)
    with pytest.raises(InputError) as refused:
        coterie.load(folder)
    assert words in str(refused.value)
    assert "\n" not in str(refused.value)


class Trap:
    """Sets off when it is unpickled."""

    def __reduce__(self):
        return (pytest.fail, ("code was executed",))


def test_a_pickle_in_place_of_the_arrays_is_not_opened(stored, tmp_path):
    folder = stored(lambda content: None)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        np.savez(folder / "arrays.npz", labels_=np.array([Trap()], dtype=object))
    with pytest.raises(InputError, match="incomplete, damaged or of another version"):
        coterie.load(folder)
    (folder / "arrays.npz").write_bytes(pickle.dumps(Trap()))
    with pytest.raises(InputError, match="incomplete, damaged or of another version"):
        coterie.load(folder)


@pytest.mark.parametrize("name", ["model.json", "arrays.npz"])
@pytest.mark.parametrize("damage", ["cut", "flip", "empty", "gone"])
def test_damaged_files(stored, name, damage):
    folder = stored(lambda content: None)
    path = folder / name
    whole = path.read_bytes()
    middle = len(whole) // 2
    if damage == "gone":
        path.unlink()
    else:
        flipped = whole[:middle] + b"\xff\x00" + whole[middle + 2 :]
        path.write_bytes({"cut": whole[:middle], "flip": flipped, "empty": b""}[damage])
    with pytest.raises(InputError) as refused:
        coterie.load(folder)
    assert "\n" not in str(refused.value)
    assert str(folder) in str(refused.value)


@pytest.mark.filterwarnings("ignore::coterie._core.errors.CoterieWarning")  # data of any kind
@pytest.mark.parametrize("name", sorted(known_estimators().keys() - {"Pipeline", "CapacitySearch"}))
def test_every_estimator_can_be_saved(name, counts, again):
    model = known_estimators()[name]()
    takes = model.__sklearn_tags__().input_tags
    table = counts if takes.sparse else counts.toarray()
    if takes.pairwise:
        table = np.abs(np.subtract.outer(range(6), range(6))) ** 3
    model.fit(TEXTS if takes.string else table)
    same(vars(model), vars(again(model)))


def test_of_a_search_among_models_the_best_can_be_saved(again):
    """Its tables are data frames; what is used again is the model."""
    points = np.random.default_rng(0).normal(size=(30, 8))
    search = coterie.CapacitySearch(n_clusters=(1, 2), random_state=0).fit(points)
    with pytest.raises(InputError, match="results_: a value of type DataFrame cannot be saved"):
        again(search)
    same(vars(search.best_estimator_), vars(again(search.best_estimator_)))
