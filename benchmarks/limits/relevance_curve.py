"""A whole relevance-compression curve: time, and what its points keep.

    python -m benchmarks.limits.relevance_curve             # about eight minutes

Tables of 500 rows and 2,000 columns: planted counts, nearly all above zero, and posts of 20
Newsgroups with the words that tell most. A hundred values of beta in equal ratios down to the
critical one, where the curve bends, each solution the start of the next: with every row its own
cluster at first, and with 20 clusters.
"""

import time

import numpy as np

from benchmarks.comparisons.agglomerative_ib import COLUMNS, posts
from benchmarks.machine import describe_machine, save
from coterie import relevance_curve
from coterie.measures import critical_beta

ROWS, VALUES, SECONDS = 500, 100, 30.0
ABOVE = {"planted": 5.0, "posts": 20.0}
"""First value of beta, over the critical one: clusters are nearly hard there."""


def planted():
    """Counts of rows that mix ten kinds, so that there are rows between any two."""
    rng = np.random.default_rng(0)
    kinds = rng.dirichlet(np.full(COLUMNS, 0.3), size=10)
    mixed = rng.dirichlet(np.full(10, 0.2), size=ROWS) @ kinds
    return np.array([rng.multinomial(30_000, p) for p in mixed])


def bent(curve):
    """Return how many points lie where the curve bends, neither all rows apart nor all together."""
    share = curve.normalised()[0]
    return int(((share > 0.01) & (share < 0.99)).sum())


def main():
    records = []
    print(f"{'table':8} {'clusters':>8} {'seconds':>8} {'points kept':>12}  kept at half the price")
    for name, make in (("planted", planted), ("posts", lambda: posts(ROWS))):
        table = make()
        betas = np.geomspace(ABOVE[name], 1.0, VALUES) * critical_beta(table)
        for n_clusters in (None, 20):
            began, worked = time.perf_counter(), time.process_time()
            curve = relevance_curve(table, n_clusters, betas=betas, random_state=0)
            seconds, work = time.perf_counter() - began, time.process_time() - worked
            half = float(curve.at(curve.compression[-1] / 2.0) / curve.row_information)
            record = {
                "table": name, "n_clusters": n_clusters, "seconds": seconds,
                "processor_seconds": work, "bent": bent(curve),
                "on_hull": len(curve.hull().points), "kept_at_half": half, "goal": SECONDS,
            }  # fmt: skip
            records.append(record)
            verdict = "" if seconds <= SECONDS else f"  above the goal of {SECONDS:.0f}"
            print(
                f"{name:8} {n_clusters or ROWS:8d} {seconds:8.1f} {record['on_hull']:12d}  "
                f"{half:.3f}{verdict}  ({work:.1f} of processors, {record['bent']} points bend)",
                flush=True,
            )  # fmt: skip
    save("relevance_curve", {"machine": describe_machine(), "records": records})


if __name__ == "__main__":
    main()
