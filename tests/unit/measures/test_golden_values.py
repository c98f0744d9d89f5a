"""Small tables of the theory whose numbers are known to ten digits."""

import math

import numpy as np
import pytest

from coterie.measures import (
    critical_beta,
    critical_betas,
    entropy,
    information_contribution,
    js_divergence,
    kl_divergence,
    merge_cost,
    multi_information,
    mutual_information,
    perplexity,
    two_sample_test,
)

TABLE_1_1 = np.array([[0.9, 0.1, 0.0]] * 4 + [[0.2, 0.1, 0.7]] * 2 + [[0.0, 0.5, 0.5]] * 2) / 8
TABLE_1_2 = (
    np.array(
        [
            [0.91, 0.08, 0.01],
            [0.89, 0.09, 0.02],
            [0.88, 0.11, 0.01],
            [0.93, 0.05, 0.02],
            [0.18, 0.08, 0.74],
            [0.16, 0.12, 0.72],
            [0.02, 0.47, 0.51],
            [0.03, 0.51, 0.46],
        ]
    )
    / 8
)
TABLE_3_1 = np.array([[0.5, 0.5], [0.61, 0.39], [0.7, 0.3], [0.8, 0.2]]) / 4
TABLE_3_2 = np.array([[0.4, 0.6], [0.6, 0.4], [0.2, 0.8]]) * [[0.45], [0.45], [0.10]]
STARTS = [0, 4, 6]  # rows 1-4, 5-6, 7-8


def printed(value):
    """Known to ten decimal places."""
    return pytest.approx(value, abs=5.1e-11)


def test_table_1_1_keeps_all_information_in_three_clusters():
    clusters = np.add.reduceat(TABLE_1_1, STARTS)
    assert mutual_information(TABLE_1_1) == printed(0.4933700941)
    assert mutual_information(clusters) == printed(0.4933700941)
    assert entropy(clusters.sum(axis=1)) == printed(1.0397207708)
    assert entropy(TABLE_1_1.sum(axis=1)) == pytest.approx(math.log(8), abs=1e-15)


def test_table_1_2_keeps_99_percent_in_three_clusters():
    clusters = np.add.reduceat(TABLE_1_2, STARTS)
    assert mutual_information(TABLE_1_2) == printed(0.4583748754)
    assert mutual_information(clusters) == printed(0.4553680725)
    assert mutual_information(clusters) / mutual_information(TABLE_1_2) == pytest.approx(
        0.99344030,
        abs=5.1e-9,  # printed to eight places
    )


@pytest.mark.parametrize(
    ("first", "second", "cost"),
    [(1, 2, 0.00026304891), (7, 8, 0.00038907001), (5, 6, 0.00059408354), (1, 5, 0.09173284647)],
)
def test_table_1_2_merge_costs(first, second, cost):
    found = merge_cost(TABLE_1_2[first - 1], TABLE_1_2[second - 1])
    assert found == pytest.approx(cost, abs=5.1e-12)  # printed to eleven places


def test_table_1_2_transitions():
    """From one cluster to two, and where each of the three falls apart: far beyond any beta < 100.

    Of two clusters, this is the second transition at hard memberships [IB §2.3].
    """
    assert critical_beta(TABLE_1_2) == pytest.approx(
        1.4949306364, abs=1e-9
    )  # as far as it iterates
    three = critical_betas(TABLE_1_2, np.repeat(np.eye(3), [4, 2, 2], axis=0))
    assert three == pytest.approx([148.911, 211.63, 322.06], abs=5.1e-3)  # as printed
    two = critical_betas(TABLE_1_2, np.repeat(np.eye(2), 4, axis=0))
    assert two == pytest.approx([148.911, 4.779], abs=5.1e-4)


def test_table_1_2_greedy_path_to_one_cluster():
    """Each merge that agglomeration makes costs what the path lists (printed to six places)."""
    clusters = {frozenset({row + 1}): TABLE_1_2[row] for row in range(8)}
    path = [
        ({1}, {2}, 0.000263, 0.458112),
        ({1, 2}, {3}, 0.000373, 0.457739),
        ({7}, {8}, 0.000389, 0.457350),
        ({5}, {6}, 0.000594, 0.456756),
        ({1, 2, 3}, {4}, 0.001388, 0.455368),
        ({5, 6}, {7, 8}, 0.056455, 0.398913),
        ({1, 2, 3, 4}, {5, 6, 7, 8}, 0.398913, 0.0),
    ]
    for first, second, cost, information in path:
        pair = clusters.pop(frozenset(first)), clusters.pop(frozenset(second))
        clusters[frozenset(first | second)] = pair[0] + pair[1]
        assert merge_cost(*pair) == pytest.approx(cost, abs=5.1e-7)
        left = mutual_information(np.stack(list(clusters.values())))
        assert left == pytest.approx(information, abs=5.1e-7)


def test_table_3_1():
    assert mutual_information(TABLE_3_1) == printed(0.0275947913)
    greedy = np.stack([TABLE_3_1[:3].sum(axis=0), TABLE_3_1[3]])
    best = TABLE_3_1.reshape(2, 2, 2).sum(axis=1)
    assert mutual_information(greedy) == printed(0.0170569735)
    assert mutual_information(best) == printed(0.0211752571)


def test_table_3_2_at_finite_beta():
    assert mutual_information(TABLE_3_2) == printed(0.0355953563)
    clusters = np.stack([TABLE_3_2[1], TABLE_3_2[0] + TABLE_3_2[2]])
    assert mutual_information(clusters) == printed(0.0279758732)
    assert entropy(clusters.sum(axis=1)) == printed(0.6881388137)
    assert merge_cost(TABLE_3_2[0], TABLE_3_2[1], beta=50) == printed(0.0056453129)
    assert merge_cost(TABLE_3_2[0], TABLE_3_2[2], beta=50) == printed(0.0024039507)


def test_entropy_of_halves_thirds_and_sixths_in_two_steps():
    at_once = entropy([1 / 2, 1 / 3, 1 / 6])
    in_steps = entropy([5 / 6, 1 / 6]) + 5 / 6 * entropy([3 / 5, 2 / 5]) + 1 / 6 * entropy([1])
    assert at_once == pytest.approx(in_steps, abs=1e-15)
    assert at_once == pytest.approx(1.0114042647073518, abs=1e-15)


def test_divergence_of_a_pair_is_largest_away_from_equal_weights():
    pair = [[1, 0], [0.5, 0.5]]
    assert js_divergence(pair, [0.6, 0.4]) == pytest.approx(0.22314, abs=5.1e-6)
    assert js_divergence(pair) == pytest.approx(0.21576, abs=5.1e-6)


def test_divergences_worked_out_by_hand():
    assert kl_divergence([1, 3], [3, 1]) == pytest.approx(math.log(3) / 2, abs=1e-15)
    assert kl_divergence([0, 1], [1, 3]) == pytest.approx(math.log(4 / 3), abs=1e-15)
    assert js_divergence([[1, 0], [0, 1]], [1, 3]) == pytest.approx(entropy([1, 3]), abs=1e-15)
    assert js_divergence(np.eye(3)) == pytest.approx(math.log(3), abs=1e-15)


def test_three_coins_with_a_parity():
    joint = np.zeros((2, 2, 2))
    joint[[0, 0, 1, 1], [0, 1, 0, 1], [0, 1, 1, 0]] = 5
    assert multi_information(joint) == pytest.approx(math.log(2), abs=1e-15)
    assert multi_information(joint.sum(axis=2)) == pytest.approx(0.0, abs=1e-15)
    assert multi_information([3, 4, 5]) == 0.0


def test_perplexity_counts_outcomes():
    assert perplexity(np.ones(7)) == pytest.approx(7, rel=1e-15)
    assert perplexity([0, 2]) == 1.0
    assert perplexity([1, 1], model=[1, 7]) == pytest.approx(8 / math.sqrt(7), rel=1e-15)
    assert perplexity([1, 1], model=[1, 0]) == math.inf


def test_contributions_of_words():
    """Word 0 tells the two documents apart, word 1 does not, word 2 never occurs."""
    counts = [[4, 2, 0], [0, 2, 0]]
    shares = information_contribution(counts, axis=1)
    assert shares[0] == pytest.approx(0.5 * math.log(4 / 3), abs=1e-15)
    assert shares[1] == pytest.approx(
        0.25 * math.log(0.25 / (0.75 * 0.5)) + 0.25 * math.log(0.25 / (0.25 * 0.5)), abs=1e-15
    )
    assert shares[2] == 0.0


def test_two_samples_against_the_chi_square_table():
    """G by hand: 2 (30 log 1.5 + 10 log 0.5) for each sample; 3.841 is the 5 percent point."""
    test = two_sample_test([30, 10], [10, 30])
    assert test.statistic == pytest.approx(4 * (30 * math.log(1.5) + 10 * math.log(0.5)), abs=1e-12)
    assert test.degrees_of_freedom == 1
    near = two_sample_test([60, 40, 0], [46, 54, 0])
    assert near.degrees_of_freedom == 1
    assert near.statistic > 3.841
    assert 0.04 < near.p_value < 0.05


def test_two_samples_of_one_outcome_cannot_differ():
    assert two_sample_test([5, 0], [9, 0]) == (0.0, 0, 1.0)
