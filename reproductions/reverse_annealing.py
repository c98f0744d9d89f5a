"""Figure 4.5: hard clusters that dissolve as the price of telling them rises.

The 200 words that tell most about the 20 newsgroups. Reverse annealing begins with every word for
itself, or with merged clusters of several sizes, and follows the published 699 values of beta. All
curves meet one envelope, near the origin.
"""

import sys

import numpy as np
from _experiment import Report, options
from soft_words import word_table

from coterie import AgglomerativeIB, relevance_curve

SIZES = (200, 50, 20, 10)
NEAR, EXCESS = 0.005, 0.01


def published():
    """Return the 699 values of beta, falling."""
    return np.concatenate([
        np.arange(200, 99, -1) / 2.0, np.arange(499, 0, -1) / 10.0, np.arange(99, 0, -1) / 1000.0
    ])  # fmt: skip


def main(argv=None):
    """Run the experiment; return 0 if everything holds that must."""
    options(__doc__.partition("\n")[0], argv)
    _, _, table = word_table()
    tree = AgglomerativeIB().fit(table)
    curves = {
        size: relevance_curve(
            table, size, betas=published(), init=tree.labels_at(size), tol=1e-8, max_iter=1000
        )
        for size in SIZES
    }
    columns = (
        "clusters", "I(T;X) / H(X) at the end", "I(T;Y) / I(X;Y) at the end", "distinct at beta 20",
        "10", "5", "3", "under the envelope near the origin", "over it at most",
        "leaves it at beta",
    )  # fmt: skip
    report = Report("reverse_annealing", "Figure 4.5: curves of reverse annealing", columns)
    envelope, whole = curves[SIZES[0]], curves[SIZES[0]].row_information
    gaps, excesses = {}, {}
    for size, curve in curves.items():
        x, y = (share[-1] for share in curve.normalised())
        below = envelope.at(curve.compression) - curve.information
        near = curve.compression < 0.25 * curve.row_entropy
        gaps[size], excesses[size] = float(below[near].max()), float(-below.min() / whole)
        apart = np.flatnonzero(below > NEAR)
        leaves = f"{curve.betas[apart[0]]:.1f}" if apart.size else "never"
        distinct = [
            str(curve.n_clusters[np.argmin(np.abs(curve.betas - beta))]) for beta in (20, 10, 5, 3)
        ]
        report.row(
            str(size),
            [f"{x:.3f}", f"{y:.3f}", *distinct, f"{gaps[size]:.4f}", f"{excesses[size]:.4f}",
             leaves],
        )  # fmt: skip
    judge(report, curves, gaps, excesses, table)
    return report.finish(
        curves={
            size: [(p.beta, p.compression, p.information, p.n_clusters) for p in curve.points]
            for size, curve in curves.items()
        }
    )


def judge(report, curves, gaps, excesses, table):
    """Say what must hold, and whether it does."""
    envelope = curves[SIZES[0]]
    met = max(gap for size, gap in gaps.items() if size >= 20)
    report.must_hold(
        f"20 clusters and more meet the envelope below a quarter of H(X): at most {met:.4f} nats "
        "under it",
        holds=met < NEAR,
    )
    report.remark(
        f"Ten clusters stay up to {gaps[10]:.4f} nats under the envelope there; the source sees "
        "all curves merge."
    )
    report.must_hold(
        f"none exceeds it by more than a hundredth of I(X;Y) ({max(excesses.values()):.4f})",
        holds=max(excesses.values()) < EXCESS,
    )
    rising = all((np.diff(curve.n_clusters) >= 0).mean() > 0.99 for curve in curves.values())
    report.must_hold("fewer clusters are distinct as beta falls", holds=rising)
    dips = [-np.diff(curve.information[np.argsort(curve.betas)]).min() for curve in curves.values()]
    report.must_hold(
        f"the information falls with beta, but for {max(dips):.4f} nats where solutions change",
        holds=max(dips) < EXCESS * envelope.row_information,
    )
    grown = relevance_curve(table, 20, method="annealed")
    over = envelope.at(grown.compression) - grown.information
    report.must_hold(
        f"the envelope is above the curve of annealing (by {over.mean():.4f} nats on average, at "
        f"least {over.min():.4f})",
        holds=over.min() > -EXCESS * envelope.row_information and over.mean() > 0.0,
    )
    ends = [curves[size].information[-1] for size in SIZES]
    report.must_hold("more clusters keep more", holds=sorted(ends, reverse=True) == ends)


if __name__ == "__main__":
    sys.exit(main())
