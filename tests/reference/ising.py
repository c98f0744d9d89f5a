"""Spins as the formulas are written, with loops over all of them and over all labellings."""

from itertools import product
from math import exp, log


def energy(couplings, field, spins):
    n = len(spins)
    pairs = sum(couplings[i][j] * spins[i] * spins[j] for i in range(n) for j in range(i))
    return -sum(field[i] * spins[i] for i in range(n)) - pairs


def free_energy(couplings, field, temperature):
    """-T log Z, by listing."""
    n = len(field)
    weights = [
        exp(-energy(couplings, field, spins) / temperature) for spins in product((-1, 1), repeat=n)
    ]
    return -temperature * log(sum(weights))


def bound(couplings, field, magnetisation, temperature):
    """G(m): the free energy of independent spins, which is nowhere below."""
    entropy = 0.0
    for m in magnetisation:
        for share in ((1 + m) / 2, (1 - m) / 2):
            entropy -= share * log(share) if share > 0 else 0.0
    return energy(couplings, field, magnetisation) - temperature * entropy
