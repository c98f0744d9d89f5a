"""Distances, the walk that they make, and what it knows of its start, as loops."""

import itertools
import math


def sqeuclidean(one, other):
    """Sum of squared differences."""
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))


def euclidean(one, other):
    """Root of the sum of squared differences."""
    return math.sqrt(sqeuclidean(one, other))


def pearson(one, other):
    """(1 - K) / (1 + K), K the correlation of two rows."""
    mean, other_mean = sum(one) / len(one), sum(other) / len(other)
    first = [a - mean for a in one]
    second = [b - other_mean for b in other]
    both = sum(a * b for a, b in zip(first, second, strict=True))
    k = both / math.sqrt(sum(a * a for a in first) * sum(b * b for b in second))
    return (1 - k) / (1 + k)


DISTANCES = {"sqeuclidean": sqeuclidean, "euclidean": euclidean, "pearson": pearson}


def transitions(distances, sharpness, n_neighbors):
    """exp(-f d(j, i) / mean distance of j to its nearest others), each row summing to 1."""
    walk = []
    for j, row in enumerate(distances):
        others = sorted(far for i, far in enumerate(row) if i != j)
        unit = sum(others[:n_neighbors]) / n_neighbors
        weights = [math.exp(-sharpness * far / unit) for far in row]
        walk.append([weight / sum(weights) for weight in weights])
    return walk


def one_step_more(walk, steps):
    """Sum over the points in between."""
    size = len(walk)
    return [
        [sum(walk[j][m] * steps[m][i] for m in range(size)) for i in range(size)]
        for j in range(size)
    ]


def known_of_start(walk):
    """Mean over the starts of sum p log p / mixture."""
    size = len(walk)
    mixture = [sum(row[i] for row in walk) / size for i in range(size)]
    return sum(
        p * math.log(p / q) / size for row in walk for p, q in zip(row, mixture, strict=True) if p
    )


def known_by_clusters(walk, labels):
    """I(T; X(n)): what the cluster of the start tells about the end."""
    kept, size = 0.0, len(walk)
    mixture = [sum(row[i] for row in walk) / size for i in range(size)]
    for t in set(labels):
        members = [j for j in range(size) if labels[j] == t]
        mass = len(members) / size
        for i in range(size):
            p = sum(walk[j][i] for j in members) / len(members)
            kept += mass * p * math.log(p / mixture[i]) if p else 0.0
    return kept


def best_clusters(walk, n_clusters):
    """The most that so many clusters of the starts can tell, by trying all."""
    labellings = itertools.product(range(n_clusters), repeat=len(walk) - 1)
    return max(
        known_by_clusters(walk, (0, *labels))
        for labels in labellings
        if len({0, *labels}) == n_clusters
    )
