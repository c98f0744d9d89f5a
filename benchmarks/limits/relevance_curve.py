"""A whole relevance-compression curve: time, and what its points keep.

    python -m benchmarks.limits.relevance_curve             # about two minutes

Tables of 500 rows and 2,000 columns: planted counts, half of them not zero, and posts of 20
Newsgroups with the words that tell most. A hundred values of beta in equal ratios, each solution
the start of the next: with every row its own cluster at first, and with 20 clusters.
"""

import time

import numpy as np

from benchmarks.comparisons.agglomerative_ib import COLUMNS, posts
from benchmarks.machine import describe_machine, save
from coterie import relevance_curve
from coterie.measures import critical_beta

ROWS, VALUES, SECONDS = 500, 100, 30.0
ABOVE = 20.0
"""First value of beta, over the critical one."""


def planted():
    """Counts of rows of ten kinds, each with habits of its own."""
    rng = np.random.default_rng(0)
    profile = rng.dirichlet(np.full(COLUMNS, 0.3), size=10)[rng.integers(10, size=ROWS)]
    own = rng.dirichlet(np.full(COLUMNS, 0.3), size=ROWS)
    return np.array([rng.multinomial(3000, p) for p in 0.6 * profile + 0.4 * own])


def main():
    records = []
    print(f"{'table':8} {'clusters':>8} {'seconds':>8} {'points kept':>12}  kept at half the price")
    for name, make in (("planted", planted), ("posts", lambda: posts(ROWS))):
        table = make()
        betas = np.geomspace(ABOVE, 1.0, VALUES) * critical_beta(table)
        for n_clusters in (None, 20):
            began = time.perf_counter()
            curve = relevance_curve(table, n_clusters, betas=betas, random_state=0)
            seconds = time.perf_counter() - began
            half = float(curve.at(curve.compression[-1] / 2.0) / curve.row_information)
            record = {
                "table": name, "n_clusters": n_clusters, "seconds": seconds,
                "on_hull": len(curve.hull().points), "kept_at_half": half, "goal": SECONDS,
            }  # fmt: skip
            records.append(record)
            verdict = "" if seconds <= SECONDS else f"  above the goal of {SECONDS:.0f}"
            print(
                f"{name:8} {n_clusters or ROWS:8d} {seconds:8.1f} {record['on_hull']:12d}  "
                f"{half:.3f}{verdict}", flush=True,
            )  # fmt: skip
    save("relevance_curve", {"machine": describe_machine(), "records": records})


if __name__ == "__main__":
    main()
