"""The bias of the information of counts: levels, forms of the table, refusals."""

import numpy as np
import pytest
import scipy.sparse as sp

from coterie._core.errors import InputError
from coterie.measures import information_bias, mutual_information
from coterie.measures._information_bias import _dealt_anew


@pytest.fixture(scope="module")
def sample():
    """A 20 x 30 distribution with 0.19 nats, and 1,500 counts drawn from it."""
    rng = np.random.default_rng(4)
    conditional = rng.dirichlet(np.full(30, 2.2), size=20)
    joint = rng.dirichlet(np.full(20, 5.0))[:, None] * conditional
    return mutual_information(joint), rng.multinomial(1500, joint.ravel()).reshape(20, 30)


def test_permutation_and_expansion_find_the_bias(sample):
    """Twice the information is seen; both corrections bring it back to within a tenth."""
    true, counts = sample
    seen = mutual_information(counts)
    assert seen - true == pytest.approx(0.20, abs=0.02)
    permuted = information_bias(counts, random_state=0)
    assert permuted.bias == pytest.approx(seen - true, abs=0.02)
    assert permuted.corrected == pytest.approx(seen - permuted.bias, abs=1e-12)
    assert 0.0 < permuted.standard_error < 0.005
    expanded = information_bias(counts, method="analytic")
    assert expanded == pytest.approx((19 * 29 / 3000, seen - 19 * 29 / 3000, 0.0), abs=1e-12)


def test_moving_whole_entries_does_not(sample):
    """What the literature says to the letter: the table stays as full of accidents as it was."""
    true, counts = sample
    moved = information_bias(counts, method="entries", random_state=0).bias
    assert moved > 1.5 * (mutual_information(counts) - true)


def test_only_rows_and_columns_with_counts_are_counted(sample):
    _, counts = sample
    padded = np.zeros((25, 40))
    padded[2:22, 5:35] = counts
    for method in ("analytic", "permutation"):
        plain, wide = (
            information_bias(table, method=method, random_state=0) for table in (counts, padded)
        )
        assert wide == pytest.approx(plain, abs=1e-12)


@pytest.mark.parametrize("depth", [0.3, 1.3])
def test_sparse_and_dense_tables_agree_however_the_counts_are_dealt(depth):
    """Fewer counts than cells: single counts are dealt; else whole tables are drawn."""
    counts = np.random.default_rng(1).poisson(depth, size=(40, 50))
    dense, sparse = (
        information_bias(form, random_state=3) for form in (counts, sp.csr_array(counts))
    )
    assert dense == sparse
    # there is no dependence in this table, so all its information is bias
    assert dense.bias == pytest.approx(mutual_information(counts), rel=0.05)


def test_two_ways_to_deal_have_one_distribution():
    """Each single count dealt, or tables drawn whole: the same mean information."""
    rows, columns = np.array([3, 2, 4]), np.array([5, 4])

    def single(rng):
        dealt = rng.permutation(np.repeat([0, 1], columns))
        table = np.zeros((3, 2))
        np.add.at(table, (np.repeat([0, 1, 2], rows), dealt), 1)
        return mutual_information(table)

    rng = np.random.default_rng(0)
    drawn = _dealt_anew(rows, columns, rng)
    whole = [mutual_information(next(drawn)) for _ in range(4000)]
    singly = [single(rng) for _ in range(4000)]
    error = np.hypot(np.std(whole), np.std(singly)) / np.sqrt(4000)
    assert abs(np.mean(whole) - np.mean(singly)) < 4 * error


def test_base_changes_the_unit(sample):
    _, counts = sample
    nats, bits = (information_bias(counts, random_state=0, base=base) for base in (None, 2))
    assert np.array(bits) * np.log(2) == pytest.approx(np.array(nats), rel=1e-12)


@pytest.mark.parametrize("counts", [[[3, 1, 2]], [[3], [1], [2]], [[7]], [[0, 0], [0, 5]]])
@pytest.mark.parametrize("method", ["permutation", "analytic"])
def test_a_single_row_or_column_has_no_bias(counts, method):
    found = information_bias(counts, method=method, random_state=0)
    assert found == pytest.approx((0.0, 0.0, 0.0), abs=1e-15)


@pytest.mark.parametrize(
    ("counts", "settings", "words"),
    [
        ([[0.5, 1.0], [1.0, 2.0]], {}, r"must be whole, but there is 0\.5\. Give the counts"),
        ([[1, -1]], {}, "negative"),
        ([[0, 0]], {}, "total of its 2 entries is zero"),
        ([[1, 2]], {"method": "shuffle"}, "must be one of 'permutation', 'analytic', 'entries'"),
        ([[1, 2]], {"n_permutations": 0}, "must be an integer >= 1"),
    ],
)
def test_nonsense_is_refused(counts, settings, words):
    with pytest.raises(InputError, match=words):
        information_bias(counts, **settings)
