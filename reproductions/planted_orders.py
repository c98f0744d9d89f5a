"""Twenty planted problems of five kinds: who finds the number of clusters.

Points in round groups, mixtures that overlap, groups within groups, rows of counts, and graphs of
signs; four of each, with another number of clusters and another noise. The capacity of two
instances is compared with the silhouette, the gap statistic, BIC and instability, which see both
instances too: their mean, or for counts all of them.
"""

import sys
import warnings

import numpy as np
from _experiment import Report, options
from sklearn.cluster import KMeans
from sklearn.metrics import silhouette_score

from coterie import (
    AnnealedKMeans,
    CapacitySearch,
    CorrelationClustering,
    CoterieWarning,
    SequentialIB,
    gap_statistic,
    instability,
)
from coterie.datasets import make_correlation_graph, make_counts
from coterie.validation import spherical_criteria

ORDERS = range(1, 9)
COLUMNS = ("problem", "planted", "capacity", "silhouette", "gap", "BIC", "instability")
JUDGES = COLUMNS[2:]


def replicates(centres, n, spread, seed):
    """Draw the same objects twice."""
    rng = np.random.default_rng(seed)
    places = centres[np.arange(n) % len(centres)]
    return [places + spread * rng.normal(size=places.shape) for _ in range(2)]


def spread_out(k, dimensions, seed):
    """Draw centres that keep a distance of two."""
    rng = np.random.default_rng(seed)
    while True:
        centres = 2.5 * rng.normal(size=(k, dimensions))
        apart = np.linalg.norm(centres[:, None] - centres, axis=2) + 9.0 * np.eye(k)
        if apart.min() > 2.0:
            return centres


def nested(groups, within, seed):
    """Draw centres in groups that are far from one another."""
    rng = np.random.default_rng(seed)
    far = spread_out(groups, 3, seed) * 3.0
    return np.vstack([place + spread_out(within, 3, seed) * 0.6 + rng.normal() for place in far])


def problems(first):
    """Yield a name, the planted number, the kind, and two instances or a table."""
    for seed, (k, dimensions, spread) in enumerate(
        [(3, 2, 0.6), (4, 5, 0.8), (5, 3, 0.6), (6, 8, 1)], first
    ):
        data = replicates(spread_out(k, dimensions, seed), 240, spread, seed)
        yield f"round groups in {dimensions} dimensions", k, "points", data
    for seed, (k, spread) in enumerate([(2, 1.2), (3, 1.2), (4, 1.4), (5, 1.4)], first):
        data = replicates(spread_out(k, 2, 10 + seed), 400, spread, seed)
        yield f"overlapping, spread {spread:g}", k, "points", data
    for seed, (groups, within) in enumerate([(2, 2), (2, 3), (3, 2), (2, 4)], first):
        data = replicates(nested(groups, within, 20 + seed), 320, 0.3, seed)
        yield f"{within} groups within {groups}", groups * within, "points", data
    for seed, (k, depth, alike) in enumerate(
        [(2, 30, 1.0), (3, 30, 1.0), (4, 60, 2.0), (6, 60, 0.5)], first
    ):
        table = make_counts(
            240, 60, n_clusters=k, depth=depth, concentration=alike, random_state=seed
        ).data
        yield f"counts, depth {depth}", k, "counts", table
    for seed, (k, noise) in enumerate([(2, 0.85), (3, 0.8), (4, 0.75), (5, 0.7)], first):
        pair = [
            make_correlation_graph(
                150, k, noise=noise, flip=0.2, random_state=50 + 2 * seed + s
            ).data
            for s in (0, 1)
        ]
        yield f"graph, noise {noise}", k, "graph", pair


def by_capacity(kind, data):
    """Choose by reliable bits."""
    models = {
        "points": AnnealedKMeans(),
        "counts": SequentialIB(n_init=2),
        "graph": CorrelationClustering(affinity="precomputed", n_init=2),
    }
    search = CapacitySearch(models[kind], n_clusters=ORDERS, n_init=2, n_splits=3, random_state=0)
    return search.fit(data).best_n_clusters_


def by_others(kind, data):
    """Choose by the others; None where one does not apply."""
    if kind == "graph":
        return on_graph(data)
    points = np.sqrt(data.toarray()) if kind == "counts" else (data[0] + data[1]) / 2.0
    labels = {k: KMeans(k, n_init=5, random_state=0).fit_predict(points) for k in ORDERS}
    silhouettes = {k: silhouette_score(points, labels[k]) for k in ORDERS if k > 1}
    bic = {k: spherical_criteria(points, labels[k], dimension="full").bic for k in ORDERS}
    gap = gap_statistic(
        KMeans(n_init=3), points, n_clusters=ORDERS, reference="axes", random_state=0
    )
    shaky = instability(KMeans(n_init=3), points, n_clusters=ORDERS, n_splits=10, random_state=0)
    return (
        max(silhouettes, key=silhouettes.get),
        gap.best_n_clusters,
        min(bic, key=bic.get),
        shaky.best_n_clusters,
    )


def on_graph(pair):
    """Silhouette of the mean graph, and instability of the two."""
    mean = (pair[0] + pair[1]) / 2.0
    apart = 1.0 - mean
    np.fill_diagonal(apart, 0.0)
    silhouettes = {}
    for k in ORDERS:
        labels = CorrelationClustering(
            k, affinity="precomputed", n_init=2, random_state=0
        ).fit_predict(mean)
        if np.unique(labels).size == k > 1:
            silhouettes[k] = silhouette_score(apart, labels, metric="precomputed")
    shaky = instability(
        CorrelationClustering(affinity="precomputed", n_init=2), pair, n_clusters=ORDERS,
        instances="pair", random_state=0,
    )  # fmt: skip
    return max(silhouettes, key=silhouettes.get), None, None, shaky.best_n_clusters


def main(argv=None):
    """Run all problems; return 0 if everything holds that must."""
    settings = options(__doc__.partition("\n")[0], argv, seed=0)
    report = Report("planted_orders", "Numbers of clusters that were chosen", COLUMNS)
    right = dict.fromkeys(JUDGES, 0)
    for name, planted, kind, data in problems(settings.seed):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CoterieWarning)
            chosen = (by_capacity(kind, data), *by_others(kind, data))
        for judge, order in zip(JUDGES, chosen, strict=True):
            right[judge] += order == planted
        cells = ["-" if order is None else str(order) for order in chosen]
        report.row(name, [str(planted), *cells])
    report.row("right", ["20", *(str(count) for count in right.values())])
    report.must_hold(
        f"capacity is right at least as often as the best of the others "
        f"({right['capacity']} of 20, against {max(list(right.values())[1:])})",
        holds=right["capacity"] >= max(list(right.values())[1:]),
    )
    report.remark("The gap statistic and BIC do not apply to graphs of signs.")
    return report.finish()


if __name__ == "__main__":
    sys.exit(main())
