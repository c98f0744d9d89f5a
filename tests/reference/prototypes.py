"""Costs of points around prototypes as the formulas are written, with loops, sharing no code."""

import math


def distance(x, y):
    """Squared length of x - y."""
    return sum((a - b) ** 2 for a, b in zip(x, y, strict=True))


def mean(points, shares):
    """Weighted mean; None without weight."""
    total = sum(shares)
    if total <= 0.0:
        return None
    return [
        sum(w * point[j] for w, point in zip(shares, points, strict=True)) / total
        for j in range(len(points[0]))
    ]


def squared_distance(points, weight, labels, n_clusters):
    """Mean squared distance to the mean of the cluster."""
    total = 0.0
    for t in range(n_clusters):
        members = [i for i, label in enumerate(labels) if label == t]
        if members:
            centre = mean([points[i] for i in members], [weight[i] for i in members])
            total += sum(weight[i] * distance(points[i], centre) for i in members)
    return total


def centres_of(points, weight, memberships):
    """Means and masses of soft clusters."""
    columns = range(len(memberships[0]))
    shares = [[w * row[t] for w, row in zip(weight, memberships, strict=True)] for t in columns]
    return [mean(points, share) for share in shares], [sum(share) for share in shares]


def soft_squared_distance(points, weight, memberships, temperature, prior):
    """D + T sum w p log p, or D + T I(T; X) with masses, at the best centres."""
    centres, masses = centres_of(points, weight, memberships)
    total = 0.0
    for point, w, row in zip(points, weight, memberships, strict=True):
        for p, centre, mass in zip(row, centres, masses, strict=True):
            if p > 0.0:
                reference = mass if prior == "mass" else 1.0
                total += w * p * (distance(point, centre) + temperature * math.log(p / reference))
    return total
