"""Clusters that are to tell about one table and not about another."""

import numpy as np
import pandas as pd
import polars as pl
import pytest
import scipy.sparse as sp

import coterie
from coterie import IterativeIB, SequentialIB
from coterie._core.errors import DataWarning, InputError
from coterie.measures import adjusted_rand_score, mutual_information

TOPIC = np.repeat([0, 1], 20)
STYLE = np.tile([0, 1], 20)
KINDS = [SequentialIB, IterativeIB]
EXACT = {"rel": 0.0, "abs": 1e-12}  # sums of some hundred terms of order one


@pytest.fixture(scope="module")
def tables():
    """Words that tell the style loudly and the topic softly, and other signs of the style."""
    rng = np.random.default_rng(0)
    by_topic = np.array([[8.0, 2.0], [2.0, 8.0]])[TOPIC]
    by_style = np.array([[20.0, 2.0], [2.0, 20.0]])[STYLE]
    words = rng.poisson(np.hstack([by_topic, by_topic, by_style]))
    return words, rng.poisson(by_style) + np.array([0, 1])


def fit(kind, X, avoid=None, k=2, **settings):
    return kind(k, **{"n_init": 6, "random_state": 0} | settings).fit(X, avoid=avoid)


@pytest.mark.parametrize("kind", KINDS)
def test_the_softer_groups_show_when_the_louder_are_avoided(tables, kind):
    words, signs = tables
    plain, model = fit(kind, words), fit(kind, words, signs)
    assert adjusted_rand_score(STYLE, plain.labels_) == 1.0
    assert adjusted_rand_score(TOPIC, model.labels_) > 0.9
    assert model.information_ < plain.information_
    assert model.avoided_information_ < 0.01


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_avoided_is_told_as_it_is(tables, kind):
    words, signs = tables
    model = fit(kind, words, signs, k=3, avoid_weight=0.3, prior="uniform")
    members = np.eye(3)[model.labels_]
    compression = model.entropy_
    if kind is IterativeIB:
        members, compression = model.memberships_, model.compression_
    told = mutual_information(members.T @ (signs / signs.sum(axis=1, keepdims=True)))
    assert model.avoided_information_ == pytest.approx(told, **EXACT)
    cost = compression / model.beta - model.information_ + 0.3 * told
    assert model.cost_ == pytest.approx(cost, **EXACT)


@pytest.mark.parametrize("kind", KINDS)
def test_at_no_weight_it_is_the_plain_bottleneck(tables, kind):
    words, signs = tables
    plain, model = fit(kind, words, k=3), fit(kind, words, signs, k=3, avoid_weight=0.0)
    np.testing.assert_array_equal(model.labels_, plain.labels_)
    assert model.cost_ == plain.cost_
    assert [each.cost for each in model.restarts_] == [each.cost for each in plain.restarts_]
    assert model.avoided_information_ > 0.0


@pytest.mark.parametrize("kind", KINDS)
def test_a_later_fit_forgets_what_was_avoided(tables, kind):
    words, signs = tables
    model = fit(kind, words, signs)
    model.fit(words)
    assert not hasattr(model, "avoided_information_")
    assert adjusted_rand_score(STYLE, model.labels_) == 1.0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("form", [sp.csr_array, sp.coo_matrix, pd.DataFrame, pl.DataFrame, list])
def test_forms_of_the_avoided_table_are_one(tables, kind, form):
    words, signs = tables
    expected, found = fit(kind, words, signs), fit(kind, words, form(signs))
    np.testing.assert_array_equal(found.labels_, expected.labels_)
    assert found.avoided_information_ == expected.avoided_information_


@pytest.mark.parametrize("kind", KINDS)
def test_only_the_distribution_of_an_avoided_row_matters(tables, kind):
    words, signs = tables
    longer = signs * np.arange(1, 41)[:, None]
    expected, found = fit(kind, words, signs), fit(kind, words, longer)
    np.testing.assert_array_equal(found.labels_, expected.labels_)
    assert found.cost_ == pytest.approx(expected.cost_, **EXACT)


@pytest.mark.parametrize("kind", KINDS)
def test_row_without_counts_stays_without_a_cluster_whatever_it_avoids(tables, kind):
    words, signs = (table.copy() for table in tables)
    words[3] = 0
    with pytest.warns(DataWarning, match=r"1 of 40 rows has no mass \(first: 3\)"):
        model = fit(kind, words, signs)
    rest = np.arange(40) != 3
    without = fit(kind, words[rest], signs[rest])
    assert model.labels_[3] == -1
    np.testing.assert_array_equal(model.labels_[rest], without.labels_)
    assert model.avoided_information_ == pytest.approx(without.avoided_information_, **EXACT)


@pytest.mark.parametrize("kind", KINDS)
def test_row_with_nothing_to_avoid_is_average_there(tables, kind):
    words, signs = (table.copy() for table in tables)
    signs[[5, 8]] = 0
    weight = np.where(signs.sum(axis=1) > 0, words.sum(axis=1), 0) / np.maximum(
        signs.sum(axis=1), 1
    )
    filled = signs + (signs.sum(axis=1) == 0)[:, None] * (weight @ signs)
    message = r"2 of 40 rows have no counts to avoid \(first: 5, 8\) and are taken to be like the"
    with pytest.warns(DataWarning, match=message):
        model = fit(kind, words, signs)
    expected = fit(kind, words, filled)
    np.testing.assert_array_equal(model.labels_, expected.labels_)
    assert model.cost_ == pytest.approx(expected.cost_, **EXACT)


def test_rows_without_weight_join_by_their_own_columns(tables):
    words, signs = tables
    weight = (np.arange(40) != 3).astype(float)
    model = SequentialIB(2, random_state=0).fit(words, sample_weight=weight, avoid=signs)
    assert model.labels_[3] == model.predict(words[[3]])[0]


@pytest.mark.parametrize("kind", KINDS)
def test_new_rows_need_no_second_table(tables, kind):
    words, signs = tables
    model = fit(kind, words, signs)
    calm = words.copy()
    calm[:, 4:] = 7  # no style in it
    assert adjusted_rand_score(model.labels_, model.predict(calm)) > 0.8
    assert model.transform(words).shape == (40, 2)


@pytest.mark.parametrize("kind", KINDS)
def test_answer_does_not_depend_on_the_number_of_workers(tables, kind):
    words, signs = tables
    one, two = (fit(kind, words, signs, n_jobs=jobs) for jobs in (1, 2))
    np.testing.assert_array_equal(one.labels_, two.labels_)
    assert one.cost_ == two.cost_


@pytest.mark.parametrize("kind", KINDS)
def test_model_comes_back_from_a_file(tables, kind, tmp_path):
    model = fit(kind, *tables)
    coterie.save(model, tmp_path / "model")
    again = coterie.load(tmp_path / "model")
    assert again.avoided_information_ == model.avoided_information_
    assert again.avoid_weight == 1.0


def test_hard_clusters_have_no_side_at_infinite_beta_but_the_weight(tables):
    """The more a nat about the signs costs, the less the clusters tell about them."""
    words, signs = tables
    told = [
        fit(SequentialIB, words, signs, k=4, avoid_weight=weight).avoided_information_
        for weight in (0.0, 0.5, 1.0, 3.0)
    ]
    assert told == sorted(told, reverse=True)
    assert told[0] > 10 * told[-1]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (lambda signs: signs[:-1], r"avoid has 39 rows, but X has 40\. Give the same rows in the"),
        (lambda signs: signs * 0, r"avoid has no counts in any row of mass\. Leave it out"),
        (lambda signs: signs - 3, r", avoid: .* negative"),
        (lambda signs: signs * np.nan, r", avoid: .* NaN"),
        (lambda signs: np.full(signs.shape, "loud"), r", avoid: entries of type .* are not counts"),
    ],
)
def test_what_cannot_be_avoided_gets_one_sentence(tables, kind, spoil, message):
    words, signs = tables
    with pytest.raises(InputError, match=message):
        fit(kind, words, spoil(signs))


def test_one_beta_for_all_rows_where_something_is_avoided(tables):
    with pytest.raises(InputError, match=r"a beta for each row does not go with avoid\. Give one"):
        fit(IterativeIB, *tables, beta=np.full(40, 9.0))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("weight", [-1.0, np.inf, np.nan])
def test_weight_has_bounds(tables, kind, weight):
    with pytest.raises(InputError, match=f"avoid_weight={weight} must be a number >= 0 and <= 1e"):
        fit(kind, *tables, avoid_weight=weight)
