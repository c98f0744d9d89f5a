"""Path-based distances, constant shift embedding and dominant sets beside their rivals.

    python -m benchmarks.comparisons.similarities             # about two minutes
    python -m benchmarks.comparisons.similarities --objects 1000

Path-based distances of all pairs against SciPy's single linkage with its cophenetic distances, from
the same square table; a few directions of constant shift embedding against scikit-learn's
KernelPCA of the same Gram matrix, which does not look for the shift; and one dominant set by
infection and immunisation against the same by replicator dynamics, which is what others offer. Both
run in the same process, one after the other; the best of three is shown.
"""

import argparse
import time
import warnings

import numpy as np
from scipy.cluster.hierarchy import cophenet, linkage
from scipy.spatial.distance import squareform
from sklearn.decomposition import KernelPCA

from benchmarks.machine import describe_machine, save
from coterie import ConstantShiftEmbedding, DominantSets
from coterie.similarity import pairwise_distances, path_distances, similarity_matrix

COMPONENTS, GROUPS = 5, 6


def best_of(call, rounds=3):
    """Return the shortest of some runs, in seconds, and what the last returned."""
    times = []
    for _ in range(rounds):
        began = time.perf_counter()
        found = call()
        times.append(time.perf_counter() - began)
    return min(times), found


def objects(n_objects):
    """Points around six centres, and their squared distances with noise that no points explain."""
    luck = np.random.default_rng(0)
    centres = 4.0 * luck.normal(size=(GROUPS, 5))
    points = centres[luck.integers(GROUPS, size=n_objects)] + luck.normal(size=(n_objects, 5))
    distances = pairwise_distances(points)
    distances = np.triu(distances, 1)
    distances += distances.T
    noise = np.triu(luck.normal(size=distances.shape), 1)
    return points, distances, distances + noise + noise.T


def paths(distances):
    """All pairs by the spanning tree, and by single linkage."""
    path_distances(distances[:9, :9])  # compiled
    ours, found = best_of(lambda: path_distances(distances))
    theirs, expected = best_of(
        lambda: squareform(cophenet(linkage(squareform(distances, checks=False), "single")))
    )
    return "path-based distances / SciPy", ours, theirs, f"differ by {np.ptp(found - expected):g}"


def embedding(noisy):
    """A few directions with the shift, and without."""
    ours, model = best_of(lambda: ConstantShiftEmbedding(COMPONENTS).fit(noisy))
    rival = KernelPCA(COMPONENTS, kernel="precomputed", eigen_solver="arpack", random_state=0)
    theirs, _ = best_of(lambda: rival.fit(-0.5 * noisy))
    gap = np.abs(model.eigenvalues_ - 0.5 * model.constant_shift_ - rival.eigenvalues_).max()
    quality = f"eigenvalues differ by {gap / rival.eigenvalues_[0]:.1e} of the largest"
    return "constant shift embedding / KernelPCA", ours, theirs, quality


def dominant(points):
    """One set: at rest, and after a thousand steps."""
    similar = similarity_matrix(points)
    shared = {"n_clusters": 1, "affinity": "precomputed"}
    DominantSets(dynamics="infection", **shared).fit(similar[:9, :9])  # compiled
    ours, rested = best_of(lambda: DominantSets(dynamics="infection", **shared).fit(similar))
    theirs, late = best_of(lambda: DominantSets(**shared).fit(similar), rounds=1)
    quality = (
        f"cohesion {rested.cohesion_[0]:.6f} with {rested.history_[0]:.0e} to gain, against "
        f"{late.cohesion_[0]:.6f} with {late.history_[0]:.0e}"
    )
    return "dominant set, infection / replicator", ours, theirs, quality


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--objects", type=int, default=4000)
    options = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning)
    points, distances, noisy = objects(options.objects)
    records = []
    for name, ours, theirs, quality in (paths(distances), embedding(noisy), dominant(points)):
        print(f"{name:38} {ours:7.3f} s / {theirs:7.3f} s = {ours / theirs:5.2f}   {quality}")
        records.append({"what": name, "seconds": ours, "rival_seconds": theirs, "note": quality})
    save("similarities", {"machine": describe_machine(), "records": records})


if __name__ == "__main__":
    main()
