"""Similarities written out, one pair at a time."""

import math


def correlation(rows):
    """Pearson correlation of each pair of rows; constant rows have 0."""
    n = len(rows)
    table = [[1.0] * n for _ in range(n)]
    for i in range(n):
        for j in range(n):
            if i != j:
                table[i][j] = correlation_of(list(rows[i]), list(rows[j]))
    return table


def correlation_of(a, b):
    """Pearson correlation of two rows."""
    if len(set(a)) == 1 or len(set(b)) == 1:
        return 0.0
    mean_a, mean_b = math.fsum(a) / len(a), math.fsum(b) / len(b)
    together = math.fsum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    spread_a = math.fsum((x - mean_a) ** 2 for x in a)
    spread_b = math.fsum((y - mean_b) ** 2 for y in b)
    return together / math.sqrt(spread_a) / math.sqrt(spread_b)


def path_distances(distances):
    """Let every object in turn be a stop on the way of every pair."""
    n = len(distances)
    table = [[0.0 if i == j else float(distances[i][j]) for j in range(n)] for i in range(n)]
    for stop in range(n):
        for i in range(n):
            for j in range(n):
                table[i][j] = min(table[i][j], max(table[i][stop], table[stop][j]))
    return table


def co_assignment(labellings):
    """Share of labellings in which two objects have the same label."""
    n = len(labellings[0])
    return [
        [sum(each[i] == each[j] >= 0 for each in labellings) / len(labellings) for j in range(n)]
        for i in range(n)
    ]
