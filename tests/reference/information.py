"""The information measures as loops over cells, sharing nothing with coterie."""

import math
from itertools import product


def entropy(p):
    """- sum p log p of a list of probabilities."""
    return -sum(mass * math.log(mass) for mass in p if mass > 0)


def kl(p, q):
    """Sum of p log p / q; infinite where only p has mass."""
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return math.inf
    return sum(a * (math.log(a) - math.log(b)) for a, b in zip(p, q, strict=True) if a > 0)


def jensen_shannon(rows, weights):
    """Sum of pi KL[row || mixture], a cell at a time."""
    divergence = 0.0
    for masses in zip(*rows, strict=True):
        pairs = list(zip(weights, masses, strict=True))
        mixture = sum(weight * mass for weight, mass in pairs)
        divergence += sum(
            weight * mass * (math.log(mass) - math.log(mixture))
            for weight, mass in pairs
            if weight * mass > 0
        )
    return divergence


def mutual_information(joint):
    """Sum of p(x, y) log p(x, y) / (p(x) p(y)) over the cells of a table of probabilities."""
    rows = [sum(row) for row in joint]
    columns = [sum(column) for column in zip(*joint, strict=True)]
    return sum(
        joint[x][y] * (math.log(joint[x][y]) - math.log(rows[x]) - math.log(columns[y]))
        for x, y in product(range(len(rows)), range(len(columns)))
        if joint[x][y] > 0
    )


def conditional_entropy(joint):
    """Sum of p(x) H[p(y|x)]."""
    totals = [sum(row) for row in joint]
    return sum(
        total * entropy([mass / total for mass in row])
        for row, total in zip(joint, totals, strict=True)
        if total > 0
    )


def likelihood_ratio(first, second):
    """G = 2 sum n log n / expected of the table of two rows of counts."""
    sizes, both = (sum(first), sum(second)), [a + b for a, b in zip(first, second, strict=True)]
    return 2 * sum(
        seen * math.log(seen * sum(sizes) / (sizes[sample] * both[cell]))
        for sample, counts in enumerate((first, second))
        for cell, seen in enumerate(counts)
        if seen > 0
    )
