"""Dynamics on the simplex written out, one object at a time, and all their places of rest."""

from itertools import combinations

import numpy as np


def replicator(similarity, weights, n_steps):
    """Yield the weights after each step."""
    for _ in range(n_steps):
        payoffs = [sum(x * w for x, w in zip(row, weights, strict=True)) for row in similarity]
        mean = sum(w * p for w, p in zip(weights, payoffs, strict=True))
        weights = [w * p / mean for w, p in zip(weights, payoffs, strict=True)]
        yield weights


def infection(similarity, weights, n_steps):
    """Yield the weights after each step: the best share is searched for on a line."""
    table, weights = np.array(similarity, dtype=float), np.array(weights, dtype=float)
    for _ in range(n_steps):
        payoffs = table @ weights
        excess = payoffs - weights @ payoffs
        alive = np.where(weights > 0, excess, np.inf)
        chosen = np.argmax(excess) if excess.max() >= -alive.min() else np.argmin(alive)
        vertex = np.eye(len(weights))[chosen]
        last = 1.0 if excess[chosen] > 0 else -weights[chosen] / (1.0 - weights[chosen])
        shares = np.linspace(0.0, last, 20_001)
        ahead = weights + shares[:, None] * (vertex - weights)
        weights = ahead[np.argmax(np.einsum("si,ij,sj->s", ahead, table, ahead))]
        weights[weights < 1e-15] = 0.0  # gone, but for rounding
        yield weights


def rests(similarity, tolerance=1e-9):
    """List the weights from which no object does better: of each support that has such."""
    table, found = np.array(similarity, dtype=float), []
    for size in range(1, len(table) + 1):
        for support in map(list, combinations(range(len(table)), size)):
            inner = np.block([[table[np.ix_(support, support)], -np.ones((size, 1))],
                              [np.ones((1, size)), np.zeros((1, 1))]])  # fmt: skip
            solved = np.linalg.lstsq(inner, np.eye(size + 1)[-1], rcond=None)[0]
            weights = np.zeros(len(table))
            weights[support] = solved[:-1]
            payoffs = table @ weights
            mean = weights @ payoffs
            good = abs(weights.sum() - 1.0) < tolerance and weights.min() > -tolerance
            if good and (payoffs <= mean + tolerance).all():
                found.append(weights)
    return found
