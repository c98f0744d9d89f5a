"""Normalised cuts beside scikit-learn's spectral clustering, and annealing beside greedy search.

    python -m benchmarks.comparisons.relational                 # about ten minutes
    python -m benchmarks.comparisons.relational --networks      # shapes only, two minutes

The shapes are points on a plane, joined to their nearest neighbours; both methods are given the
same graph, and judged by the normalised cut that they find. The protein networks are judged by the
cost of correlation clustering. Times are processor time of the whole process.
"""

import argparse
import gzip
import os
import time
import warnings
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from sklearn.cluster import SpectralClustering
from sklearn.neighbors import kneighbors_graph

from benchmarks.machine import ROOT, save
from coterie import CorrelationClustering, NormalizedCut
from coterie.costs import NormalizedCutCost
from coterie.problems import PairwiseProblem

DATA = Path(os.environ.get("COTERIE_DATA", ROOT.parent / "shared" / "data"))
SHAPES = (
    "sipu/aggregation", "sipu/flame", "sipu/r15", "sipu/spiral", "sipu/a1", "fcps/lsun",
    "fcps/twodiamonds", "graves/zigzag", "wut/x3", "wut/z1",
)  # fmt: skip
NETWORKS = ("gavin2006", "collins2007")
SHIFT, CLUSTERS = -0.3, 400
EQUAL = 1e-9


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--shapes", nargs="*", default=SHAPES)
    parser.add_argument("--networks", nargs="*", default=NETWORKS)
    parser.add_argument("--neighbors", type=int, default=10)
    return parser.parse_args()


def shape(name):
    """Return the points of a set, and its number of clusters."""
    with gzip.open(DATA / "shapes" / f"{name}.csv.gz", "rt") as file:
        columns = file.readline().split(",")
        table = np.loadtxt(file, delimiter=",")
    width = sum(column.startswith("x") for column in columns)
    return table[:, :width], np.unique(table[table[:, width] > 0, width]).size


def timed(work):
    began = time.process_time()
    return work(), time.process_time() - began


def compare_cuts(name, n_neighbors):
    points, k = shape(name)
    graph = kneighbors_graph(points, n_neighbors, include_self=True)
    graph = sp.csr_array((graph + graph.T) / 2.0)
    cost = NormalizedCutCost(PairwiseProblem.from_similarities(graph), k)
    spectral = SpectralClustering(k, affinity="precomputed", random_state=0)
    peer, peer_time = timed(lambda: spectral.fit_predict(graph).astype(np.int64))
    theirs = cost.total(peer)
    record = {"set": name, "objects": len(points), "clusters": k, "peer": theirs}
    said = []
    for solver in ("annealing", "spectral"):
        make = NormalizedCut(k, affinity="precomputed", solver=solver, random_state=0)
        model, own_time = timed(lambda make=make: make.fit(graph))
        record |= {solver: model.cost_, f"{solver}_seconds": own_time}
        said.append(f"{model.cost_:9.5f} ({own_time:6.2f} s)")
        if solver == "annealing":
            record["cooled"] = float(model.restart_costs_[: make.n_init].min())
    good = record["annealing"] <= theirs + EQUAL
    print(
        f"{name:18} {len(points):5} {k:3}  scikit-learn {theirs:9.5f} ({peer_time:5.2f} s)  "
        f"ours {'  spectral '.join(said)}  mean field alone {record['cooled']:9.5f}"
        f"{'' if good else '  ABOVE'}",
        flush=True,
    )
    return record | {"good": good, "peer_seconds": peer_time}


def compare_networks(name):
    graph = sp.csr_array(sp.load_npz(DATA / "yeast_ppi" / f"{name}.npz"), dtype=np.float64)
    record = {"network": name, "shift": SHIFT, "clusters": CLUSTERS}
    for solver, n_init in (("sequential", 10), ("gibbs", 1), ("annealing", 10)):
        make = CorrelationClustering(
            CLUSTERS, shift=SHIFT, affinity="precomputed", solver=solver, n_init=n_init,
            random_state=0,
        )  # fmt: skip
        model, taken = timed(lambda make=make: make.fit(graph))
        record |= {solver: model.cost_, f"{solver}_seconds": taken}
        print(f"{name:18} {solver:12} cost {model.cost_:10.3f} ({taken:7.1f} s)", flush=True)
    record["cooled"] = float(model.restart_costs_[: make.n_init].min())
    print(f"{name:18} {'cooled alone':12} cost {record['cooled']:10.3f}", flush=True)
    return record


def main():
    options = arguments()
    warnings.simplefilter("ignore")
    cuts = [compare_cuts(name, options.neighbors) for name in options.shapes]
    if cuts:
        good = sum(each["good"] for each in cuts)
        print(f"lower or equal on {good} of {len(cuts)} sets (goal: 8 of 10)")
    networks = [compare_networks(name) for name in options.networks]
    save("relational", {"cuts": cuts, "networks": networks})


if __name__ == "__main__":
    main()
