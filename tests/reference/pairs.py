"""Costs of labels written out, from dissimilarities and from points; all labellings."""

from itertools import product


def groups_of(labels):
    """List the positions of each label."""
    return [[i for i, label in enumerate(labels) if label == each] for each in set(labels)]


def pairwise_cost(distances, labels):
    """Half the sum of the dissimilarities within each group, over its size."""
    return sum(
        sum(distances[i][j] for i, j in product(group, group)) / (2.0 * len(group))
        for group in groups_of(labels)
    )


def kmeans_cost(points, labels):
    """Sum of the squared distances of points to the centre of their group."""
    total = 0.0
    for group in groups_of(labels):
        centre = [sum(points[i][d] for i in group) / len(group) for d in range(len(points[0]))]
        total += sum((x - c) ** 2 for i in group for x, c in zip(points[i], centre, strict=True))
    return total


def all_labels(n, k):
    """Every labelling of n objects with up to k labels."""
    return product(range(k), repeat=n)
