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


def heat(weight, memberships):
    """Less the mean entropy: sum w p log p."""
    return sum(
        w * p * math.log(p)
        for w, row in zip(weight, memberships, strict=True)
        for p in row
        if p > 0.0
    )


def topological(points, weight, memberships, temperature, channel):
    """Expected squared distance to the centre that arrives, less temperature times entropy."""
    columns = range(len(channel))
    arriving = [[sum(row[a] * channel[a][t] for a in columns) for t in columns]
                for row in memberships]  # fmt: skip
    centres, _ = centres_of(points, weight, arriving)
    total = temperature * heat(weight, memberships)
    for point, w, row in zip(points, weight, memberships, strict=True):
        for sent in columns:
            total += w * row[sent] * sum(
                channel[sent][t] * distance(point, centres[t]) for t in columns
            )  # fmt: skip
    return total


def complexity(points, weight, memberships, temperature, price, penalty):
    """Expected squared distance and price sum p C(p), less temperature times entropy."""
    centres, masses = centres_of(points, weight, memberships)
    total = temperature * heat(weight, memberships)
    for point, w, row in zip(points, weight, memberships, strict=True):
        total += sum(
            w * p * distance(point, centre) for p, centre in zip(row, centres, strict=True) if p > 0
        )
    return total + price * sum(mass * penalty(mass) for mass in masses if mass > 0.0)


def log_gaussian(point, centre, covariance):
    """log N(x | mu, Sigma), by the elimination of one coordinate after another."""
    size = len(point)
    rows = [[*covariance[i], point[i] - centre[i]] for i in range(size)]
    apart, log_determinant, square = rows, 0.0, 0.0
    for i in range(size):
        pivot = apart[i][i]
        log_determinant += math.log(pivot)
        square += apart[i][-1] ** 2 / pivot
        for j in range(i + 1, size):
            factor = apart[j][i] / pivot
            apart[j] = [a - factor * b for a, b in zip(apart[j], apart[i], strict=True)]
    return -0.5 * (size * math.log(2.0 * math.pi) + log_determinant + square)


def covariances_of(points, weight, memberships, centres, masses, shape, added):
    """A matrix for each cluster, of the shape that is asked for."""
    size, clusters = len(points[0]), range(len(masses))
    scatter = [
        [
            [
                sum(
                    w * row[t] * (x[a] - centres[t][a]) * (x[b] - centres[t][b])
                    for x, w, row in zip(points, weight, memberships, strict=True)
                )
                for b in range(size)
            ]
            for a in range(size)
        ]
        for t in clusters
    ]
    pooled = [[sum(scatter[t][a][b] for t in clusters) / sum(masses) for b in range(size)]
              for a in range(size)]  # fmt: skip
    found = []
    for t in clusters:
        own = [[value / masses[t] for value in row] for row in scatter[t]]
        round_ = sum(own[a][a] for a in range(size)) / size
        entry = {
            "full": lambda a, b, own=own: own[a][b],
            "tied": lambda a, b: pooled[a][b],
            "diag": lambda a, b, own=own: own[a][a] if a == b else 0.0,
            "spherical": lambda a, b, round_=round_: round_ if a == b else 0.0,
        }[shape]
        found.append([[entry(a, b) + (added if a == b else 0.0) for b in range(size)]
                      for a in range(size)])  # fmt: skip
    return found


def gaussian_mixture(points, weight, memberships, temperature, shape, added):
    """Less the expected log of pi N(x), less temperature times entropy, at the best Gaussians."""
    centres, masses = centres_of(points, weight, memberships)
    matrices = covariances_of(points, weight, memberships, centres, masses, shape, added)
    total = temperature * heat(weight, memberships)
    for point, w, row in zip(points, weight, memberships, strict=True):
        for p, centre, mass, matrix in zip(row, centres, masses, matrices, strict=True):
            if p > 0.0:
                density = math.log(mass / sum(masses)) + log_gaussian(point, centre, matrix)
                total -= w * p * density
    return total
