"""Many points clustered by a walk through landmarks: seconds, memory, and how near the answer is.

    python -m benchmarks.limits.relaxation                    # five minutes, 3 GB
    python -m benchmarks.limits.relaxation --points 10000     # one minute

Two moons that nearly touch, and five overlapping clouds in ten dimensions. Beside what is found of
the planted groups stands what the exact walk finds over 2,000 of the points. Times are processor
time.
"""

import argparse
import time

import numpy as np
from sklearn.datasets import make_blobs, make_moons

from benchmarks.limits.large_counts import Peak, resident
from benchmarks.machine import MEGABYTE, save
from coterie import MarkovRelaxation
from coterie.measures import adjusted_rand_score

FEW = 2000


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--points", type=int, default=100_000)
    return parser.parse_args()


def sets(n_points):
    """Points and planted groups, by name."""
    yield "moons", *make_moons(n_points, noise=0.1, random_state=0)
    clouds = make_blobs(n_points, centers=5, n_features=10, cluster_std=2.5, random_state=0)
    yield "clouds", *clouds


def run(name, points, target):
    """Fit through landmarks, and exactly on a few; one line of figures."""
    n_clusters = int(target.max()) + 1
    model = MarkovRelaxation(n_clusters, n_landmarks=1000, random_state=0)
    held, began = resident(), time.process_time()
    with Peak() as peak:
        model.fit(points)
    seconds = time.process_time() - began
    began = time.process_time()
    model.predict(points[:FEW])
    placed = time.process_time() - began
    few = np.random.default_rng(0).choice(len(points), FEW, replace=False)
    exact = MarkovRelaxation(n_clusters, random_state=0).fit(points[few])
    found = {
        "name": name,
        "points": len(points),
        "seconds": seconds,
        "added_bytes": peak.bytes - held,
        "predict_seconds": placed,
        "n_steps": model.n_steps_,
        "information_nats": model.information_,
        "landmark_error": model.landmark_error_,
        "rand": float(adjusted_rand_score(target, model.labels_)),
        "rand_exact_few": float(adjusted_rand_score(target[few], exact.labels_)),
    }
    print(
        f"{name:8} {len(points)} points: {seconds:.0f} s, {found['added_bytes'] / MEGABYTE:.0f} MB "
        f"added, {FEW} new points in {found['predict_seconds']:.2f} s\n"
        f"         2^{np.log2(model.n_steps_):.0f} steps, error of the landmarks "
        f"{model.landmark_error_:.2f}; adjusted Rand index with the planted groups "
        f"{found['rand']:.3f}, of the exact walk over {FEW} points {found['rand_exact_few']:.3f}",
        flush=True,
    )
    return found


def main():
    asked = arguments()
    save("relaxation", [run(*planted) for planted in sets(asked.points)])


if __name__ == "__main__":
    main()
