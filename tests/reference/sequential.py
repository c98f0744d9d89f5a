"""One sweep of the sequential bottleneck as loops over a table of floats, sharing no code."""

import math


def merge_gain(a, b):
    """G(a, b) = h(a + b) - h(a) - h(b), h(u) = u log u, in the form without cancellation."""
    if a <= 0 or b <= 0:
        return 0.0
    return a * math.log1p(b / a) + b * math.log1p(a / b)


def masses_of(table, row_mass, labels, n_clusters):
    """Mass of each feature in each cluster, and of each cluster, exact but for one rounding."""
    n_features = len(table[0])
    members = [[i for i, t in enumerate(labels) if t == s] for s in range(n_clusters)]
    inside = [
        [math.fsum(table[i][f] for i in member) for f in range(n_features)] for member in members
    ]
    return inside, [math.fsum(row_mass[i] for i in member) for member in members]


def scores_of(table, row_mass, labels, n_clusters, weights, mass_weight, i):
    """Cost of each cluster for row i, which belongs to none."""
    outside = [t if j != i else -1 for j, t in enumerate(labels)]
    inside, masses = masses_of(table, row_mass, outside, n_clusters)
    return [
        math.fsum(
            weight * merge_gain(q, w)
            for weight, q, w in zip(weights, inside[t], table[i], strict=True)
        )
        + mass_weight * merge_gain(masses[t], row_mass[i])
        for t in range(n_clusters)
    ]


def sweep(table, row_mass, labels, n_clusters, *, weights, mass_weight, order, keep_all, tolerance):
    """Return the labels after a sweep, and how many rows changed sides."""
    labels, moves = list(labels), 0
    for i in order:
        own = labels[i]
        if keep_all and labels.count(own) == 1:
            continue
        scores = scores_of(table, row_mass, labels, n_clusters, weights, mass_weight, i)
        tied = [t for t in range(n_clusters) if scores[t] <= min(scores) + tolerance]
        if own not in tied:
            labels[i] = tied[0]
            moves += 1
    return labels, moves
