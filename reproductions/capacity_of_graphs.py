"""Chapter 6: how many bits graphs are worth, under noise, under a shift, cut or not cut.

Correlation clustering of planted graphs against the number of clusters; the scan of its shift on
unbalanced clusters; minimum against maximum cut of a graph in blocks; dominant sets of three
Gaussian sources, by labels.
"""

import sys

import numpy as np
from _experiment import Report, options
from scipy.spatial.distance import cdist

from coterie import CorrelationClustering, DominantSets, MaxCut, MinCut, generalization_capacity
from coterie.datasets import make_correlation_graph

COLUMNS = ("experiment", "source or prototype", "ours")
BLOCKS = np.array([[1, 2, -2, -1], [2, 1, -1, -2], [-2, -1, 1, 2], [-1, -2, 2, 1]], dtype=float)
SHIFTS = {0.0: 1.459, -1.0: 1.448, -2.0: 1.257, -10.0: 1.172, 0.8: 0.0}
CUTS = {0.5: (1.0, 1.0), 0.7: (1.0, 0.807), 0.8: (1.0, 0.219), 0.9: (0.766, 0.0)}


def bits(model, pair, restarts=3):
    """Return the capacity of a model for two graphs."""
    return generalization_capacity(model, pair, n_init=restarts, random_state=0)


def main(argv=None):
    """Run the experiments; return 0 if everything holds that must."""
    settings = options(__doc__.partition("\n")[0], argv, nodes=1500, restarts=2)
    report = Report("capacity_of_graphs", "Reliable bits of graphs", COLUMNS)
    planted(report, settings.nodes, settings.restarts)
    shifted(report, settings.restarts)
    cuts(report, settings.restarts)
    dominant(report)
    return report.finish()


def planted(report, nodes, restarts):
    """Five clusters under three levels of noise."""
    for noise, source in (
        (0.75, "2.32 from K = 5 on"),
        (0.85, "5: 2.07, 6: 2.06, 8: 2.03"),
        (0.95, "0"),
    ):
        pair = [
            np.sign(make_correlation_graph(nodes, 5, noise=noise, flip=0.35, random_state=s).data)
            for s in (0, 1)
        ]
        found = {
            k: bits(CorrelationClustering(k, affinity="precomputed"), pair, restarts)
            for k in (4, 5, 6, 8)
        }
        told = " ".join(f"{k}: {each.raw:.3f}" for k, each in found.items())
        report.row(f"five clusters, noise {noise}", [source, told])
        if noise == 0.75:
            report.must_hold(
                "noise 0.75: log2(5) bits from 5 clusters on, the others empty",
                holds=all(abs(found[k].bits - 2.3219) < 0.01 for k in (5, 6, 8))
                and found[8].n_clusters_effective == 5,
            )
        elif noise == 0.85:
            report.must_hold(
                f"noise 0.85: most at 5, 2.07 within 0.06 ({found[5].bits:.3f})",
                holds=abs(found[5].bits - 2.07) < 0.06
                and found[5].bits >= max(found[k].bits for k in (4, 6, 8)),
            )
        else:
            report.must_hold(
                "noise 0.95: nothing", holds=max(each.raw for each in found.values()) < 0.01
            )


def shifted(report, restarts):
    """Clusters of 100, 200 and 300 objects; what a shift does to their balance."""
    labels = np.repeat([0, 1, 2], [100, 200, 300])
    clean = np.where(labels[:, None] == labels, 1.0, -1.0)
    pair = [noisy(clean, 0.4, [-1.0, 1.0], seed) for seed in (0, 1)]
    found = {
        shift: bits(CorrelationClustering(3, affinity="precomputed", shift=shift), pair, restarts)
        for shift in SHIFTS
    }
    for shift, source in SHIFTS.items():
        each = found[shift]
        report.row(
            f"unbalanced, shift {shift:g}", [f"{source}", f"{each.bits:.3f} (H {each.entropy:.3f})"]
        )
    report.must_hold(
        "shift: the printed bits within 0.03",
        holds=all(abs(found[shift].bits - source) < 0.03 for shift, source in SHIFTS.items()),
    )
    falling = [found[shift].entropy for shift in (0.0, -1.0, -2.0, -10.0)]
    report.must_hold("shift: clusters get even as it falls", holds=falling == sorted(falling))


def cuts(report, restarts):
    """Minimum and maximum cut of a graph in four blocks."""
    clean = np.kron(BLOCKS, np.ones((100, 100)))
    for noise, source in CUTS.items():
        pair = [noisy(clean, noise, [-2.0, -1.0, 1.0, 2.0], seed) for seed in (0, 1)]
        ours = tuple(
            bits(kind(2, affinity="precomputed"), pair, restarts).bits for kind in (MinCut, MaxCut)
        )
        told = ["{:.3f}, {:.3f}".format(*each) for each in (source, ours)]
        report.row(f"minimum and maximum cut, noise {noise}", told)
        report.must_hold(
            f"cuts, noise {noise}: within 0.1 of the prototype",
            holds=max(abs(a - b) for a, b in zip(source, ours, strict=True)) < 0.1,
        )


def noisy(clean, share, values, seed):
    """Replace a share of the pairs by random values, symmetrically."""
    rng = np.random.default_rng(seed)
    drawn = np.where(rng.random(clean.shape) < share, rng.choice(values, clean.shape), clean)
    above = np.triu(drawn, 1)
    return above + above.T


def dominant(report):
    """Dominant sets of sources of 100, 100 and 300 points, at growing distances."""
    angles = 2.0 * np.pi * np.arange(3) / 3.0
    worth = []
    for separation, source in ((6.0, 1.371), (4.0, 1.362), (3.0, 1.15), (2.0, 0.22)):
        centres = separation * np.column_stack([np.cos(angles), np.sin(angles)])
        places = centres[np.repeat([0, 1, 2], [100, 100, 300])]
        pair = []
        for seed in (0, 1):
            points = places + np.random.default_rng(seed).normal(size=places.shape)
            apart = cdist(points, points)
            similar = apart.max() - apart
            np.fill_diagonal(similar, 0.0)
            pair.append(similar)
        found = max(
            generalization_capacity(
                DominantSets(3, affinity="precomputed", max_steps=steps, cutoff=cutoff), pair
            ).bits
            for steps in (5, 10, 20, 50, 100, 200)
            for cutoff in (1e-4, 1e-3)
        )
        worth.append(found)
        report.row(f"dominant sets, distance {separation:g}", [f"{source}", f"{found:.3f}"])
    report.must_hold(
        f"dominant sets, far apart: the entropy of the sizes, 1.371 ({worth[0]:.3f})",
        holds=abs(worth[0] - 1.371) < 0.02,
    )
    report.must_hold("dominant sets: bits fall with overlap", holds=(np.diff(worth) < 0.01).all())


if __name__ == "__main__":
    sys.exit(main())
