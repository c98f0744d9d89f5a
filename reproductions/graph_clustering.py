"""Chapter 6: planted graphs, the balance of cuts, and signs that the print has wrong.

Experiments with clusters of graphs that need no second instance of the data: correlation clustering
of planted graphs under noise, the scan of its shift, minimum against maximum cut of a graph in
blocks, and ratio cuts that split off single objects.
"""

import sys
import warnings

import numpy as np
from _experiment import Report, options

from coterie import CorrelationClustering, CoterieWarning, MaxCut, MinCut
from coterie.costs import AdaptiveRatioCutCost, CorrelationCost, PairwiseCost
from coterie.datasets import make_correlation_graph
from coterie.measures import matched_accuracy
from coterie.problems import PairwiseProblem

COLUMNS = ("experiment", "source or theory", "ours")
SOURCE = {
    0.75: "5 clusters, no errors",
    0.85: "5 clusters, 7 percent differ between two graphs",
    0.95: "nothing can be learned",
}
BLOCKS = np.array([[1, 2, -2, -1], [2, 1, -1, -2], [-2, -1, 1, 2], [-1, -2, 2, 1]], dtype=float)


def fitted(kind, graph, k, restarts, **settings):
    """Fit, without the advice for similarities of one sign."""
    model = kind(k, affinity="precomputed", n_init=restarts, random_state=0, **settings)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        return model.fit(graph)


def right(truth, labels):
    """Share of the objects in the right cluster, under the best pairing."""
    return float(matched_accuracy(truth, labels))


def planted(report, given):
    """E6.6: five clusters of 300 objects, 35 percent of the pairs across turned."""
    found = {}
    for noise in (0.75, 0.85, 0.95):
        graph = make_correlation_graph(1500, 5, noise=noise, flip=0.35, random_state=given.seed)
        for k in (5, 8):
            model = fitted(CorrelationClustering, graph.data, k, given.restarts)
            sizes = np.bincount(model.labels_, minlength=k)
            large = int((sizes > 0.02 * sizes.sum()).sum())
            found[noise, k] = right(graph.target, model.labels_), large
            report.row(
                f"planted graph, noise {noise}, K = {k}",
                [
                    SOURCE[noise],
                    f"{large} clusters above 2 percent, {found[noise, k][0]:.1%} right",
                ],
                right=found[noise, k][0], large=large,
            )  # fmt: skip
    report.must_hold(
        "noise 0.75: five clusters and no errors, whatever K is offered",
        holds=all(found[0.75, k] == (1.0, 5) for k in (5, 8)),
    )
    report.must_hold(
        f"noise 0.85: at K = 5 at least 93 percent are right ({found[0.85, 5][0]:.1%})",
        holds=found[0.85, 5][0] >= 0.93 and found[0.85, 5][1] == 5,
    )
    report.must_hold(
        f"noise 0.95, beyond the threshold of detection: at most half ({found[0.95, 5][0]:.1%})",
        holds=found[0.95, 5][0] < 0.5,
    )


def scan_of_shifts(report, given):
    """E6.7: blocks of 100, 200 and 300 objects without noise; the plateau is (-2.005, 1)."""
    truth = np.repeat(np.arange(3), [100, 200, 300])
    graph = np.where(np.equal.outer(truth, truth), 1.0, -1.0)
    np.fill_diagonal(graph, 0.0)
    kept = {}
    for shift in (-2.5, -1.9, -1.0, 0.0, 0.9, 1.1):
        model = fitted(CorrelationClustering, graph, 3, given.restarts, shift=shift)
        kept[shift] = right(truth, model.labels_)
        sizes = sorted(np.bincount(model.labels_, minlength=3).tolist())
        inside = "the three blocks" if -2.005 < shift < 1.0 else "other clusters"
        report.row(f"shift {shift}", [inside, f"sizes {sizes}, {kept[shift]:.0%} right"],
                   right=kept[shift])  # fmt: skip
    report.must_hold(
        "the blocks are found for shifts from -2.005 to 1 and for no others",
        holds=all((share == 1.0) == (-2.005 < shift < 1.0) for shift, share in kept.items()),
    )


def two_cuts(report, given):
    """E6.8: MinCut sees a signal three times as strong as MaxCut does."""
    truth = np.repeat(np.arange(4), 100)
    rng, found = np.random.default_rng(given.seed), {}
    for noise in (0.5, 0.7, 0.9):
        graph = np.kron(BLOCKS, np.ones((100, 100)))
        blurred = np.triu(rng.random(graph.shape) < noise, 1)
        graph[blurred] = rng.choice([-2.0, -1.0, 1.0, 2.0], size=int(blurred.sum()))
        graph = np.triu(graph, 1) + np.triu(graph, 1).T
        for kind, parts in ((MinCut, [0, 0, 1, 1]), (MaxCut, [0, 1, 0, 1])):
            model = fitted(kind, graph, 2, given.restarts)
            found[kind, noise] = right(np.array(parts)[truth], model.labels_)
        report.row(
            f"blocks, noise {noise}",
            [
                {0.5: "both perfect", 0.7: "MinCut perfect, MaxCut begins to err",
                 0.9: "MinCut begins to err, MaxCut lost"}[noise],
                f"MinCut {found[MinCut, noise]:.1%}, MaxCut {found[MaxCut, noise]:.1%} right",
            ],
            right=[found[MinCut, noise], found[MaxCut, noise]],
        )  # fmt: skip
    report.must_hold(
        "both are perfect at noise 0.5, MinCut still at 0.7 where MaxCut is not",
        holds=found[MinCut, 0.5] == found[MaxCut, 0.5] == found[MinCut, 0.7] == 1.0
        and 0.85 < found[MaxCut, 0.7] < 1.0,
    )
    report.must_hold(
        f"at 0.9 MinCut errs ({found[MinCut, 0.9]:.1%}) and MaxCut is lost "
        f"({found[MaxCut, 0.9]:.1%})",
        holds=0.8 < found[MinCut, 0.9] < 1.0 and found[MaxCut, 0.9] < 0.75,
    )


def single_objects(report, given):
    """E6.3: where the best single object is cut off more cheaply than the planted halves."""
    exponents, variances = (1.0, 1.4, 1.8, 2.0), (0.1, 0.2, 0.3, 0.4)
    wins = np.zeros((len(exponents), len(variances)), dtype=int)
    truth = np.repeat([0, 1], 100)
    for draw in range(5):
        rng = np.random.default_rng(given.seed + draw)
        for column, variance in enumerate(variances):
            points = rng.normal(size=(200, 2)) * np.sqrt(variance) + 3.0 * truth[:, None] * [1, 0]
            distances = ((points[:, None] - points[None]) ** 2).sum(axis=2)
            problem = PairwiseProblem(distances.max() - distances)
            for row, exponent in enumerate(exponents):
                cost = AdaptiveRatioCutCost(problem, 2, exponent=exponent)
                alone = min(cost.total(each) for each in np.eye(200, dtype=np.int64))
                wins[row, column] += alone < cost.total(truth)
    for row, exponent in enumerate(exponents):
        source = {2.0: "from variance 0.3 on", 1.8: "at variance 0.4"}.get(exponent, "never")
        report.row(
            f"a single object is cheaper, exponent {exponent}",
            [source, f"{', '.join(map(str, wins[row]))} of 5 draws at {variances}"],
            wins=wins[row].tolist(),
        )
    report.must_hold(
        "ratio cuts split off single objects as the variance grows; small exponents never do",
        holds=wins[-1, 0] == 0 and wins[-1, -1] == 5 and not wins[:2].any()
        and (np.diff(wins[-1]) >= 0).all(),
    )  # fmt: skip


def signs_of_the_print(report):
    """Compare costs as printed with the corrected one, on 200 random graphs of seven objects."""
    rng = np.random.default_rng(0)
    labellings = np.array(np.meshgrid(*[range(3)] * 7)).reshape(7, -1).T.astype(np.int64)
    together = labellings[:, :, None] == labellings[:, None, :]
    above = np.triu(np.ones((7, 7), dtype=bool), 1)
    one_cluster = twice_differs = agrees = 0
    for _ in range(200):
        X = np.triu(rng.normal(size=(7, 7)), 1)
        up, down = np.maximum(X, 0.0)[above], np.maximum(-X, 0.0)[above]
        same = together[:, above]
        printed_shift = np.where(same, -up, down).sum(axis=1)
        printed_pairs = np.where(same, 2.0 * down, up).sum(axis=1)
        corrected = np.where(same, down, up).sum(axis=1)
        cost = CorrelationCost(PairwiseProblem(X + X.T), 3)
        agrees += bool(np.isclose(cost.total(labellings[corrected.argmin()]), corrected.min()))
        one_cluster += np.unique(labellings[printed_shift.argmin()]).size == 1
        best = corrected[printed_pairs.argmin()]
        twice_differs += bool(best > corrected.min() + 1e-9)
    report.row("the shifted cost with the printed signs", ["one cluster is best, always",
               f"{one_cluster} of 200 graphs"], count=one_cluster)  # fmt: skip
    report.row("pairs inside counted twice, as printed", ["another minimum in 52 of 200",
               f"{twice_differs} of 200 graphs"], count=twice_differs)  # fmt: skip
    report.must_hold(
        "the printed signs make one cluster best on every graph", holds=one_cluster == 200
    )
    report.must_hold("counting pairs inside twice moves the minimum", holds=twice_differs > 20)
    report.must_hold("the corrected cost is ours on every graph", holds=agrees == 200)


def critical_temperatures(report):
    """Two lambda_max over n for pairs; lambda_max over K for quadratic costs."""
    rng = np.random.default_rng(0)
    points = rng.normal(size=(500, 3)) * [2.0, 1.0, 0.5]
    distances = ((points[:, None] - points[None]) ** 2).sum(axis=2)
    variance = float(np.linalg.eigvalsh(np.cov(points.T, ddof=0))[-1])
    pairs = PairwiseCost(PairwiseProblem.from_dissimilarities(distances), 3).critical_temperature()
    graph = make_correlation_graph(500, 5, noise=0.8, random_state=0).data
    signs = CorrelationCost(PairwiseProblem(graph), 5).critical_temperature()
    expected = 2.0 * variance, float(np.linalg.eigvalsh(graph)[-1]) / 5.0
    for name, theory, found in zip(
        ("pairwise", "correlation"), expected, (pairs, signs), strict=True
    ):
        report.row(f"critical temperature, {name}", [f"{theory:.4f}", f"{found:.4f}"],
                   theory=theory, found=found)  # fmt: skip
    report.must_hold(
        "critical temperatures: 2 lambda_max for pairs to 1 percent, lambda_max / K to 0.1",
        holds=abs(pairs / expected[0] - 1.0) < 0.01 and abs(signs / expected[1] - 1.0) < 0.001,
    )


def main(argv=None):
    """Run the experiments; return 0 if everything holds that must."""
    given = options(__doc__.partition("\n")[0], argv, restarts=10, seed=1)
    report = Report("graph_clustering", "Clusters of graphs, source and ours", COLUMNS)
    planted(report, given)
    scan_of_shifts(report, given)
    two_cuts(report, given)
    single_objects(report, given)
    critical_temperatures(report)
    signs_of_the_print(report)
    report.remark(
        "The source judges by capacity, with a second graph; here the planted clusters judge. Its "
        "similarity and the distance of the clouds in the experiment with single objects are not "
        "given: ours are v - D with squared distances, and 3."
    )
    return report.finish(restarts=given.restarts)


if __name__ == "__main__":
    sys.exit(main())
