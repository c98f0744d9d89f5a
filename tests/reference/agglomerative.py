"""Agglomeration as loops over a table of floats, sharing no code."""

import math

from tests.reference.sequential import merge_gain


def cost_of(first, second, beta):
    """(1 - 1 / beta) G(p_i, p_j) - sum_y G(q_i(y), q_j(y))."""
    shared = math.fsum(merge_gain(a, b) for a, b in zip(first, second, strict=True))
    return (1.0 - 1.0 / beta) * merge_gain(math.fsum(first), math.fsum(second)) - shared


def merge_all(table, *, beta, tolerance):
    """Return who stays, who goes and the cost, merge by merge; all pairs are compared each time."""
    clusters, merges = {i: list(row) for i, row in enumerate(table)}, []
    while len(clusters) > 1:
        costs = {
            (a, b): cost_of(clusters[a], clusters[b], beta)
            for a in sorted(clusters)
            for b in sorted(clusters)
            if a < b
        }
        limit = min(costs.values()) + tolerance
        a, b = next(pair for pair, cost in costs.items() if cost <= limit)
        merges.append((a, b, costs[a, b]))
        gone = clusters.pop(b)
        clusters[a] = [p + q for p, q in zip(clusters[a], gone, strict=True)]
    return merges
