"""Sequences with a known predictive information, and the table behind it."""

import numpy as np
import pytest

from coterie import SequentialIB
from coterie._core.errors import InputError
from coterie.measures import entropy, past_and_future, predictive_information

STEPS = np.array([[0.7, 0.2, 0.1], [0.1, 0.6, 0.3], [0.3, 0.1, 0.6]])


def stationary():
    values, vectors = np.linalg.eig(STEPS.T)
    first = np.real(vectors[:, values.argmax()])
    return first / first.sum()


def known():
    """H(now) - H(next | now)."""
    pi = stationary()
    return entropy(pi) - pi @ [entropy(row) for row in STEPS]


@pytest.fixture(scope="module")
def chain():
    """A walk of 200,000 steps."""
    luck, walk = np.random.default_rng(1).random(200_000), [0]
    ends = STEPS.cumsum(axis=1)
    for each in luck:
        walk.append(min(int(np.searchsorted(ends[walk[-1]], each)), 2))
    return np.array(walk)


@pytest.mark.parametrize(("past", "future"), [(1, 1), (2, 1), (1, 3), (2, 2)])
def test_a_markov_chain_tells_by_its_present_alone(chain, past, future):
    """Looking farther back or ahead adds nothing but accidents: 27 x 3 cells or fewer.

    The standard error of the estimate is about 0.002 for so many steps.
    """
    found = predictive_information(chain, past=past, future=future)
    assert found == pytest.approx(known(), abs=0.008)


def test_pairs_of_a_closed_walk_have_the_exact_value():
    """A walk over the edges of a graph, each as often as it is there: the counts are those."""
    edges = np.array([[2, 1, 1], [1, 3, 2], [1, 2, 1]])  # as many in as out: a closed walk exists
    walk, stack, left = [], [0], edges.copy()
    while stack:  # Hierholzer
        here = stack[-1]
        ways = np.flatnonzero(left[here])
        if ways.size:
            left[here, ways[0]] -= 1
            stack.append(int(ways[0]))
        else:
            walk.append(stack.pop())
    walk = walk[::-1]
    table = past_and_future(walk)
    order = [table.past.index((each,)) for each in range(3)]
    after = [table.future.index((each,)) for each in range(3)]
    np.testing.assert_array_equal(table.counts.toarray()[np.ix_(order, after)], edges)
    pi = edges.sum(axis=1) / edges.sum()
    expected = entropy(pi) - pi @ [entropy(row) for row in edges]
    assert predictive_information(walk) == pytest.approx(expected, abs=1e-14)


@pytest.mark.parametrize("period", [1, 2, 5])
def test_a_cycle_is_known_once_its_phase_is(period):
    cycle = np.tile(np.arange(period), 20)
    whole = np.concatenate([cycle, cycle[:1]])  # as many starts as ends of each step
    assert predictive_information(whole) == pytest.approx(np.log(period), abs=1e-14)
    assert predictive_information(whole, base=2) == pytest.approx(np.log2(period), abs=1e-14)


def test_words_are_counted_as_by_hand():
    text = "mississippi"
    table = past_and_future(text, past=2, future=3)
    expected = {}
    for start in range(len(text) - 4):
        pair = (tuple(text[start : start + 2]), tuple(text[start + 2 : start + 5]))
        expected[pair] = expected.get(pair, 0) + 1
    cells = table.counts.tocoo()
    found = {
        (table.past[x], table.future[y]): n
        for x, y, n in zip(cells.row, cells.col, cells.data, strict=True)
    }
    assert found == expected
    assert len(set(table.past)) == len(table.past) == table.counts.shape[0]
    assert len(set(table.future)) == len(table.future) == table.counts.shape[1]


def test_nothing_is_counted_across_the_end_of_a_sequence():
    table = past_and_future("ab", "a", "", "ba")
    assert table.past == [("a",), ("b",)]
    np.testing.assert_array_equal(table.counts.toarray(), [[0, 1], [1, 0]])


@pytest.mark.parametrize(
    "sequence",
    [[(0, 1), None, "x", (0, 1), None], np.array([3, 1, 4, 3, 1]), iter("abcab"), b"abcab"],
)
def test_symbols_are_whatever_can_be_told_apart(sequence):
    table = past_and_future(sequence)
    assert table.counts.toarray().tolist() == [[0, 2, 0], [0, 0, 1], [1, 0, 0]]


@pytest.mark.parametrize("correction", ["permutation", "analytic"])
def test_correction_takes_away_what_is_accident(correction):
    coin = np.random.default_rng(0).integers(4, size=3000)
    raw = predictive_information(coin, past=2)
    corrected = predictive_information(coin, past=2, correction=correction, random_state=0)
    assert raw > 0.005
    assert abs(corrected) < raw / 3


def test_clusters_of_pasts_are_what_one_has_to_remember(chain):
    """Of two symbols only the last matters, and three clusters keep all there is."""
    table = past_and_future(chain[:20_000], past=2)
    model = SequentialIB(3, random_state=0).fit(table.counts)
    last = [word[-1] for word in table.past]
    groups = set(zip(last, model.labels_.tolist(), strict=True))
    assert len(groups) == 3
    assert model.information_fraction_ > 0.99


@pytest.mark.parametrize(
    ("sequences", "settings", "message"),
    [
        (("abc",), {"past": 0}, "past=0 must be an integer >= 1"),
        (("abc",), {"future": 1.5}, "future=1.5 must be an integer >= 1"),
        (("abc",), {"past": True}, "past=True must be an integer >= 1"),
        (("abc", "ab"), {"past": 3}, "no sequence of the 2 given has as many as 4 symbols"),
        ((), {}, "no sequence of the 0 given has"),
        ((7,), {}, "must be an iterable of hashable symbols.*not int"),
        (([[1], [2]],), {}, "must be an iterable of hashable symbols.*not list"),
        (("abc",), {"correction": "entries"}, "must be one of None, 'permutation', 'analytic'"),
    ],
)
def test_nonsense_is_refused(sequences, settings, message):
    with pytest.raises(InputError, match=message):
        predictive_information(*sequences, **settings)


def test_it_speaks_in_its_own_name():
    with pytest.raises(InputError, match="predictive_information: no sequence of the 1 given"):
        predictive_information([])
    with pytest.raises(InputError, match="predictive_information: past=0 must be"):
        predictive_information("abab", past=0)
