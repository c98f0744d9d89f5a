"""Rows that outweigh the others by far: none of the others is lost when they leave."""

import numpy as np
import pytest

from coterie.costs import CosineCost, KLCost, L1Cost
from coterie.engines import LoopSweeper
from coterie.problems import CountProblem

KINDS = {"kl": KLCost, "l1": L1Cost, "cosine": CosineCost}


def heavy_row(rng, ratio):
    """One row is heavier than the others, in all columns."""
    counts = rng.poisson(3.0, size=(15, 5)) + 1.0
    counts[3] *= ratio
    return counts


def heavy_entries(rng, ratio):
    """Some entries outweigh those of other rows in the same column."""
    counts = rng.poisson(3.0, size=(15, 5)) + 1.0
    return counts * np.where(rng.random(counts.shape) < 0.2, ratio, 1.0)


@pytest.mark.parametrize("prior", ["counts", "uniform"])
@pytest.mark.parametrize("ratio", [1e4, 1e6])
@pytest.mark.parametrize("make", [heavy_row, heavy_entries])
@pytest.mark.parametrize("kind", KINDS)
def test_compiled_sweep_moves_as_the_loop(kind, make, ratio, prior):
    moved = 0
    for seed in range(15):
        rng = np.random.default_rng(seed)
        problem = CountProblem.from_counts(make(rng, ratio), prior=prior)
        cost, start = KINDS[kind](problem, 3), rng.permutation(np.arange(15) % 3)
        compiled, loop = cost.sweeper(start), LoopSweeper(cost, start)
        for i in np.tile(rng.permutation(15), 3):
            one = np.array([i])
            moves = compiled.sweep(one, keep_all=True)
            assert moves == loop.sweep(one, keep_all=True)
            np.testing.assert_array_equal(compiled.labels, loop.labels)
            moved += moves
    assert moved > 50


@pytest.mark.parametrize("kind", [KLCost, L1Cost])
def test_heavy_row_between_equal_clusters_stays(kind):
    """Both clusters are the same without it, and it must see that they are."""
    light = [[0.1, 0.7], [0.3, 0.4]]
    problem = CountProblem.from_counts([*light, *light, [2e10, 1e10]])
    for own in (0, 1):
        labels = np.array([0, 0, 1, 1, own])
        sweeper = kind(problem, 2).sweeper(labels)
        assert sweeper.sweep(np.array([4]), keep_all=True) == 0
