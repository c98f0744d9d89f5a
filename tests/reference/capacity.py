"""Capacity written out: sums over all labellings, and messages counted one by one."""

from itertools import permutations, product
from math import exp, log


def hamming(first, second):
    """Count the places in which two strings differ."""
    return sum(a != b for a, b in zip(first, second, strict=True))


def factorial_rate(first, second, beta, kept):
    """(1/N) log DeltaZ / (Z1 Z2) + H over all K^N labellings, for costs of objects."""
    size, k = len(first), len(first[0])
    weights = [
        [exp(-beta * sum(table[i][c] for i, c in enumerate(labels))) for table in (first, second)]
        for labels in product(range(k), repeat=size)
    ]
    both = sum(a * b for a, b in weights)
    one, other = (sum(pair[which] for pair in weights) for which in (0, 1))
    return kept + log(both / (one * other)) / size


def kary_rate(first, second, beta, k):
    """The same for strings, weighed by their distance to two received ones."""
    size = len(first)
    tables = [[[float(c != each) for c in range(k)] for each in given] for given in (first, second)]
    return factorial_rate(*tables, beta, log(k)) if size else 0.0


def aligned_delta(first, second, k):
    """Least share of disagreements over all renamings, by trying all."""
    return min(
        hamming(first, [names[label] for label in second]) / len(first)
        for names in permutations(range(k))
    )
