"""The kernels of columns, and how far they reach."""

from dataclasses import replace

import numpy as np
import pytest

from coterie import MixedTableEncoder, SequentialIB
from coterie.datasets import make_mixed_table
from coterie.estimators.mixed._bandwidths import left_out, likeliest
from coterie.estimators.mixed._kernels import KERNELS
from coterie.estimators.mixed._product import ProductKernel
from coterie.measures import adjusted_rand_score
from tests.reference import kernels as reference

ORDINAL = [4, 5]


def small(n=40, seed=1):
    return make_mixed_table(n, random_state=seed).data


def test_kernels_are_distributions():
    for kind in ("nominal", "ordinal"):
        for n_levels in (1, 2, 5):
            widest = KERNELS[kind].widest(n_levels)
            for bandwidth in (0.3 * widest, widest):
                table = np.exp(KERNELS[kind].log_table(bandwidth, n_levels))
                np.testing.assert_allclose(table.sum(axis=0), 1.0, rtol=1e-12)
        assert np.ptp(table) < 1e-12  # at the widest, all are alike


@pytest.mark.parametrize("n_levels", [2, 5])
@pytest.mark.parametrize("ratio", [0.1, 0.6, 1.0])
def test_names_have_one_family_of_kernels(ratio, n_levels):
    """p(y|x) sees how much likelier the same name is, and no more: 1 or lambda says it as well."""
    others = (n_levels - 1) * ratio
    table = KERNELS["nominal"].log_table(others / (1.0 + others), n_levels)
    li_racine = np.where(np.eye(n_levels) == 1.0, 0.0, np.log(ratio))
    np.testing.assert_allclose(table - table[0, 0], li_racine, atol=1e-12)


def test_balanced_columns_fall_alike_to_the_wanted_perplexity():
    model = MixedTableEncoder(ordinal=ORDINAL).fit(small(80))
    values, columns = model.references_, model.columns_
    falls = []
    for j, column in enumerate(columns):
        logs, offset = ProductKernel((column,), values[:, [j]]).log_kernels(values[:, [j]])
        logs += offset[:, None]
        if column.kind == "ordinal":  # the scaling to 1 aside
            sizes = np.exp(KERNELS["ordinal"].log_table(column.bandwidth, 5)).max(axis=0)
            logs -= np.log(sizes)[values[:, j].astype(int)]
        falls.append(np.diag(logs).mean() - logs.mean())
    np.testing.assert_allclose(falls, falls[0], rtol=1e-6)
    shares = model.transform(small(80))
    perplexity = np.exp(-(shares * np.log(shares)).sum(axis=1).mean())
    assert perplexity == pytest.approx(1 + 0.2 * 79, rel=1e-3)  # the search ends at 1e-4 in the log


def test_balanced_reaches_do_not_depend_on_units():
    table = small()
    scaled = table.copy()
    scaled[:, 0] = scaled[:, 0] * 1000.0
    expected = MixedTableEncoder(ordinal=ORDINAL).fit_transform(table)
    found = MixedTableEncoder(ordinal=ORDINAL).fit_transform(scaled)
    np.testing.assert_allclose(found, expected, rtol=1e-9)


def test_few_distinct_rows_cannot_be_told_apart_any_finer():
    table = np.array([["a", "x"], ["b", "y"]], dtype=object)[np.arange(40) % 2]
    shares = MixedTableEncoder(neighbourhood=0.01).fit_transform(table)
    assert shares.min() > 0  # another name is never infinitely far
    labels = SequentialIB(2, random_state=0).fit_predict(shares)
    assert adjusted_rand_score(labels, np.arange(40) % 2) == 1.0


def test_likelihood_is_that_of_rows_left_out_and_never_falls():
    model = MixedTableEncoder(ordinal=ORDINAL).fit(small(30))
    values, columns = model.references_, model.columns_
    path = [reference.left_out_likelihood(columns, values)]
    logs = left_out(columns, values)
    assert path[0] == pytest.approx(np.log(np.exp(logs).sum(axis=1)).mean(), rel=1e-12)
    for _ in range(6):
        shares = np.exp(logs - np.log(np.exp(logs).sum(axis=1, keepdims=True)))
        columns = tuple(
            replace(column, bandwidth=KERNELS[column.kind].most_likely(x, shares, column.n_levels))
            for column, x in zip(columns, values.T, strict=True)
        )
        logs = left_out(columns, values)
        path.append(np.log(np.exp(logs).sum(axis=1)).mean())
    assert (np.diff(path) >= -1e-12).all()


@pytest.mark.parametrize("j", range(6))
def test_likeliest_bandwidth_of_one_column_is_the_best_of_a_grid(j):
    model = MixedTableEncoder(ordinal=ORDINAL).fit(small(60))
    columns, values = (model.columns_[j],), model.references_[:, [j]]
    (found,) = likeliest(columns, values)

    def likelihood(bandwidth):
        logs = left_out((replace(columns[0], bandwidth=bandwidth),), values)
        return np.log(np.exp(logs).sum(axis=1)).mean()

    widest = min(KERNELS[found.kind].widest(found.n_levels), 10.0)
    best = max(likelihood(bandwidth) for bandwidth in np.linspace(0.01, 1.0, 60) * widest)
    assert likelihood(found.bandwidth) > best - 2e-3  # the last steps of each row gain below 1e-6


def test_likelihood_fades_names_that_are_noise():
    planted = make_mixed_table(200, n_columns=(0, 2, 0), n_noise=2, separation=4, random_state=3)
    model = MixedTableEncoder(bandwidth="likelihood").fit(planted.data)
    telling, noise = model.columns_[0].bandwidth, model.columns_[3].bandwidth
    assert telling < 0.5
    assert 0.7 < noise <= 0.8  # at 4/5 five names are all alike


def test_landmark_sums_estimate_the_full_ones():
    """The mean kernel at a row over the landmarks is near that over all rows."""
    full = MixedTableEncoder(ordinal=ORDINAL).fit(small(240))
    chosen = MixedTableEncoder(ordinal=ORDINAL, n_landmarks=120, random_state=0).fit(small(240))
    values = full.references_
    means = []
    for each in (full, chosen):
        logs, offset = ProductKernel(full.columns_, each.references_).log_kernels(values)
        means.append(np.exp(logs + offset[:, None]).mean(axis=1))
    errors = means[1] / means[0] - 1.0
    assert abs(errors.mean()) < 0.05  # as often above as below
    assert errors.std() < 0.3
