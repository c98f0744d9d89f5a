"""A sweep of the mean field beside the matrix product alone, and its growth with a sparse graph.

    OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 python -m benchmarks.limits.mean_field   # two minutes

A sweep renews the memberships of every object in turn. Where all of them change it cannot do with
less than the product of the similarities and the memberships; the goal is twice its time. On sparse
graphs the time is to grow in proportion to edges times clusters. Times are processor time of the
thread.
"""

import argparse

import numpy as np
import scipy.sparse as sp

from benchmarks.machine import save, seconds
from coterie.costs import AdaptiveRatioCutCost, CorrelationCost, NormalizedCutCost, PairwiseCost
from coterie.problems import PairwiseProblem

GOAL = 2.0
COSTS = {
    "correlation": CorrelationCost,
    "pairwise": PairwiseCost,
    "normalized cut": NormalizedCutCost,
    "adaptive ratio cut": AdaptiveRatioCutCost,
}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--objects", type=int, default=5000)
    parser.add_argument("--clusters", type=int, default=10)
    parser.add_argument("--edges", type=int, nargs="+", default=[10**5, 10**6, 10**7])
    return parser.parse_args()


def least(work, repeats=5):
    return min(seconds(work) for _ in range(repeats))


def sweep_time(cost, memberships, share):
    """Time of a sweep at a share of the critical temperature, where every object changes."""
    order = np.random.default_rng(1).permutation(cost.n_objects)
    cost.mean_field(memberships).sweep(order[:3], 1.0)  # compiled before it is timed
    temperature = share * cost.critical_temperature()
    times = []
    for _ in range(3):
        state = cost.mean_field(memberships)
        times.append(seconds(lambda state=state: state.sweep(order, temperature)))
    return min(times)


def dense(n, k):
    """Print the ratio of a sweep to the product, for each cost."""
    rng = np.random.default_rng(0)
    noise = rng.random((n, n))
    problem = PairwiseProblem((noise + noise.T) / 2.0)
    memberships = rng.dirichlet(np.ones(k), size=n)
    turned = np.asfortranarray(memberships)
    product = min(
        least(lambda: problem.similarity @ memberships),
        least(lambda: turned.T @ problem.similarity),
    )
    print(f"dense, {n} objects, {k} clusters: the product takes {product:.4f} s")
    for name, make in COSTS.items():
        found = {share: sweep_time(make(problem, k), memberships, share) for share in (1.1, 0.5)}
        ratios = {share: each / product for share, each in found.items()}
        verdict = "" if max(ratios.values()) <= GOAL else f"  above the goal of {GOAL:.0f}"
        print(
            f"{name:20} {ratios[1.1]:5.2f} and {ratios[0.5]:5.2f} times that{verdict}", flush=True
        )
        yield {"cost": name, "ratios": ratios, "product_seconds": product}


def sparse(n_edges, n, k):
    """Print the time per edge and cluster of a random graph, whose sums lie all over the memory."""
    rng = np.random.default_rng(0)
    ends = rng.integers(n, size=(2, n_edges))
    graph = sp.coo_array((np.ones(n_edges), ends), shape=(n, n)).tocsr()
    problem = PairwiseProblem.from_similarities(sp.csr_array(graph + graph.T))
    cost = CorrelationCost(problem, k, shift=-1e-4)
    memberships = rng.dirichlet(np.ones(k), size=n)
    order = rng.permutation(n)
    state = cost.mean_field(memberships)
    state.sweep(order[:3], 1.0)
    taken = min(seconds(lambda: state.sweep(order, 20.0)) for _ in range(2))
    each = 1e9 * taken / n_edges / k
    print(f"{n_edges:>9} edges, {n:>8} objects: {taken:.3f} s, {each:.2f} ns an edge and cluster")
    return {"edges": n_edges, "objects": n, "seconds": taken}


def main():
    options = arguments()
    records = list(dense(options.objects, options.clusters))
    k = options.clusters
    for what, sizes in (
        ("with the objects", [n_edges // 10 for n_edges in options.edges]),
        ("between the same objects", [max(options.edges) // 100] * len(options.edges)),
    ):
        grown = [sparse(*each, k) for each in zip(options.edges, sizes, strict=True)]
        edges, times = (np.log([each[key] for each in grown]) for key in ("edges", "seconds"))
        slope = float(np.polyfit(edges, times, 1)[0])
        print(f"edges {what}: time grows as their number to the power of {slope:.2f}")
        records += [*grown, {"edges grow": what, "slope": slope}]
    save("mean_field", records)


if __name__ == "__main__":
    main()
