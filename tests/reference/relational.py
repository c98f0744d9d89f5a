"""Costs of pairs and cuts written out as the formulas stand, with loops, and averages by lists."""

import itertools
import math

import numpy as np


def pairs(n):
    return itertools.combinations(range(n), 2)


def members(labels, k):
    return [i for i, label in enumerate(labels) if label == k]


def links(X, first, second):
    """Sum over ordered pairs, the diagonal included."""
    return math.fsum(X[i, j] for i in first for j in second)


def minimum_cut(X, labels, n_clusters, shift=0.0):
    return math.fsum(X[i, j] + shift for i, j in pairs(len(X)) if labels[i] != labels[j])


def maximum_cut(X, labels, n_clusters, shift=0.0):
    return -minimum_cut(X, labels, n_clusters, shift)


def maximum_correlation(X, labels, n_clusters, shift=0.0):
    return -math.fsum(X[i, j] + shift for i, j in pairs(len(X)) if labels[i] == labels[j])


def correlation(X, labels, n_clusters, shift=0.0):
    """Negative pairs inside, positive pairs across."""
    return math.fsum(
        max(-(X[i, j] + shift), 0.0) if labels[i] == labels[j] else max(X[i, j] + shift, 0.0)
        for i, j in pairs(len(X))
    )


def printed_shifted_correlation(X, labels, n_clusters, shift=0.0):
    """The shifted cost with the signs of the print: a constant less sum |X| inside."""
    return math.fsum(
        -max(X[i, j] + shift, 0.0) if labels[i] == labels[j] else max(-(X[i, j] + shift), 0.0)
        for i, j in pairs(len(X))
    )


def printed_correlation(X, labels, n_clusters):
    """The cost with pairs inside counted twice, as the print has them."""
    n = len(X)
    inside = [max(-X[i, j], 0.0) for i in range(n) for j in range(n) if labels[i] == labels[j]]
    return math.fsum(inside) + math.fsum(
        max(X[i, j], 0.0) for i, j in pairs(n) if labels[i] != labels[j]
    )


def pairwise(D, labels, n_clusters):
    """Half the sum over clusters of the dissimilarities inside, over the size."""
    clusters = [members(labels, k) for k in range(n_clusters)]
    return math.fsum(links(D, each, each) / len(each) for each in clusters if each) / 2.0


def ratio_cut(X, labels, n_clusters):
    clusters = [members(labels, k) for k in range(n_clusters)]
    return math.fsum(
        links(X, each, [i for i in range(len(X)) if i not in each]) / len(each)
        for each in clusters
        if each
    )


def normalized_cut(X, labels, n_clusters):
    everybody = range(len(X))
    clusters = [members(labels, k) for k in range(n_clusters)]
    shares = [links(X, each, each) / links(X, each, everybody) for each in clusters if each]
    return n_clusters - math.fsum(shares)


def printed_normalized_cut(X, labels, n_clusters):
    """With the degree summed over the cluster alone, as the print has it."""
    clusters = [members(labels, k) for k in range(n_clusters)]
    return n_clusters - math.fsum(links(X, c, c) / links(X, c, c) for c in clusters if c)


def min_max_cut(X, labels, n_clusters):
    everybody = set(range(len(X)))
    clusters = [members(labels, k) for k in range(n_clusters)]
    return math.fsum(links(X, c, everybody - set(c)) / links(X, c, c) for c in clusters if c)


def adaptive_ratio_cut(X, labels, n_clusters, exponent=1.2):
    clusters = [members(labels, k) for k in range(n_clusters)]
    return math.fsum(
        links(X, a, b) * balance(len(a), len(b), exponent)
        for a, b in itertools.combinations(clusters, 2)
        if a and b
    )


def balance(a, b, exponent):
    if exponent == 1.0:
        return 1.0 / min(a, b)
    r = 1.0 / (exponent - 1.0)
    return (a**-r + b**-r) ** (1.0 / r)


def mean_field(total, memberships, i):
    """Expected cost of each label of object i, the other labels drawn from their memberships."""
    n, n_clusters = memberships.shape
    expected = np.zeros(n_clusters)
    for others in itertools.product(range(n_clusters), repeat=n - 1):
        rest = [j for j in range(n) if j != i]
        chance = math.prod(memberships[j, k] for j, k in zip(rest, others, strict=True))
        labels = np.zeros(n, dtype=np.int64)
        labels[rest] = others
        for k in range(n_clusters):
            labels[i] = k
            expected[k] += chance * total(labels)
    return expected


def expected_cost(total, memberships):
    n, n_clusters = memberships.shape
    return math.fsum(
        math.prod(memberships[i, k] for i, k in enumerate(labels)) * total(np.array(labels))
        for labels in itertools.product(range(n_clusters), repeat=n)
    )


def log_partition(total, n, n_clusters, temperature):
    costs = [total(np.array(labels)) for labels in itertools.product(range(n_clusters), repeat=n)]
    least = min(costs)
    return -least / temperature + math.log(
        math.fsum(math.exp((least - cost) / temperature) for cost in costs)
    )
