"""Precision, recall and matching against the definitions by counting."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from coterie.measures import (
    macro_precision_recall,
    matched_accuracy,
    micro_precision_recall,
    purity,
)

labelled = st.integers(1, 15).flatmap(
    lambda n: st.tuples(
        st.lists(st.integers(0, 3), min_size=n, max_size=n).map(np.array),
        st.lists(st.integers(0, 3), min_size=n, max_size=n).map(np.array),
    )
)
multi_labelled = (
    st.integers(1, 12)
    .flatmap(
        lambda n: st.tuples(
            st.lists(st.sets(st.sampled_from("abcd")), min_size=n, max_size=n),
            st.lists(st.integers(-1, 3), min_size=n, max_size=n),
        )
    )
    .filter(lambda case: any(case[0]) and max(case[1]) >= 0)
)


def counted(truth, clusters):
    """A1, A2 and A3 of each class, by going through the objects one by one."""
    classes = sorted(set().union(*truth))
    given_class = {}
    for cluster in set(clusters) - {-1}:
        members = [
            carried for carried, label in zip(truth, clusters, strict=True) if label == cluster
        ]
        votes = [sum(name in carried for carried in members) for name in classes]
        given_class[cluster] = classes[votes.index(max(votes))]
    counts = dict.fromkeys(classes, (0, 0, 0))
    for name in classes:
        right = wrong = missed = 0
        for carried, cluster in zip(truth, clusters, strict=True):
            assigned = given_class.get(cluster) == name
            right += assigned and name in carried
            wrong += assigned and name not in carried
            missed += not assigned and name in carried
        counts[name] = (right, wrong, missed)
    return list(counts.values())


@given(multi_labelled)
def test_micro_average_counts_over_all_classes(case):
    a1, a2, a3 = np.array(counted(*case)).sum(axis=0)
    precision, recall = micro_precision_recall(*case)
    assert precision == a1 / (a1 + a2)
    assert recall == a1 / (a1 + a3)
    assert purity(*case) == precision


@given(multi_labelled)
def test_macro_average_is_the_mean_over_classes(case):
    ratios = [(a1 / max(1, a1 + a2), a1 / (a1 + a3)) for a1, a2, a3 in counted(*case)]
    assert macro_precision_recall(*case) == pytest.approx(np.mean(ratios, axis=0), abs=1e-15)


@given(labelled)
def test_one_class_each_and_none_left_out_makes_precision_equal_recall(case):  # P-54
    precision, recall = micro_precision_recall(*case)
    assert precision == recall


@given(multi_labelled)
def test_recall_is_at_most_one_over_the_mean_number_of_classes(case):  # P-55
    mean_number = np.mean([len(carried) for carried in case[0]])
    assert micro_precision_recall(*case).recall <= min(1.0, 1 / mean_number) + 1e-15


@given(multi_labelled)
def test_sets_and_indicator_matrices_say_the_same(case):
    truth, clusters = case
    indicator = np.array([[name in carried for name in "abcd"] for carried in truth])
    assert micro_precision_recall(indicator, clusters) == micro_precision_recall(*case)
    assert macro_precision_recall(indicator, clusters) == macro_precision_recall(*case)


@given(labelled)
def test_matching_is_the_best_of_all_pairings(case):
    truth, clusters = case
    best = max((np.array(names)[clusters] == truth).mean() for names in permutations(range(4)))
    assert matched_accuracy(truth, clusters) == pytest.approx(best, abs=1e-15)
    assert matched_accuracy(truth, clusters) <= purity(truth, clusters)


@given(labelled, st.permutations([7, 0, 22, 5]), st.permutations("wxyz"))
def test_names_do_not_matter(case, cluster_names, class_names):
    truth, clusters = case
    renamed = np.array(class_names)[truth], np.array(cluster_names)[clusters]
    assert matched_accuracy(*renamed) == matched_accuracy(truth, clusters)
    assert micro_precision_recall(*renamed) == micro_precision_recall(truth, clusters)
