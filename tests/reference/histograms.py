"""Costs of histograms around centroids as the formulas are written, with loops."""

import math


def shares_of(row):
    """Divide counts by their sum."""
    return [count / sum(row) for count in row]


def divergence(p, q):
    """Kullback-Leibler divergence of p from q."""
    return sum(a * math.log(a / b) for a, b in zip(p, q, strict=True) if a > 0.0)


def centroid(counts, masses):
    """Mean of the histograms, weighted."""
    total = sum(masses)
    return [
        sum(m * shares_of(row)[j] for m, row in zip(masses, counts, strict=True)) / total
        for j in range(len(counts[0]))
    ]


def soft_histogram(counts, mass, memberships, temperature):
    """Expected divergence from the centroids, less temperature times entropy."""
    total = 0.0
    for t in range(len(memberships[0])):
        pulled = [m * row[t] for m, row in zip(mass, memberships, strict=True)]
        if sum(pulled) <= 0.0:
            continue
        middle = centroid(counts, pulled)
        for row, share, m in zip(counts, memberships, mass, strict=True):
            if share[t] > 0.0:
                apart = divergence(shares_of(row), middle)
                total += m * share[t] * (apart + temperature * math.log(share[t]))
    return total


def log_likelihoods(counts, masses, mixtures, basis):
    """log p(t) + sum_y n(x, y) log sum_a p(a | t) G_a(y), a row for each object."""
    sources = [
        [sum(p * g[y] for p, g in zip(mixture, basis, strict=True)) for y in range(len(basis[0]))]
        for mixture in mixtures
    ]
    return [
        [
            math.log(mass) + sum(n * math.log(q) for n, q in zip(row, source, strict=True) if n > 0)
            for mass, source in zip(masses, sources, strict=True)
        ]
        for row in counts
    ]


def code_length(counts, weight, labels, mixtures, basis):
    """Length of the label and of the counts of an object, in nats; a mean over the objects."""
    masses = [
        sum(w for w, label in zip(weight, labels, strict=True) if label == t)
        for t in range(len(mixtures))
    ]
    logs = log_likelihoods(counts, masses, mixtures, basis)
    return -sum(w * row[label] for w, row, label in zip(weight, logs, labels, strict=True))


def posterior(logs, temperature):
    """Tempered memberships, written out."""
    found = []
    for row in logs:
        scaled = [math.exp((value - max(row)) / temperature) for value in row]
        found.append([value / sum(scaled) for value in scaled])
    return found
