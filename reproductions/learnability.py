"""Chapter 5: two centres in many dimensions: learnt, learnt for a while, or never.

The phase transition of learning: 500 points around two centres in 100, 500 and 3000 dimensions,
the distance of the centres falling with one over the square root of the dimensions. Then four
centres for two clusters: the temperature at which they overfit.
"""

import sys

import numpy as np
from _experiment import Report, options

from coterie import AnnealedKMeans, generalization_capacity
from coterie.validation import order_parameters, transfer_path

COLUMNS = ("experiment", "source or prototype", "ours")
SIGNAL, AT, VARIANCE = 5.0, 100, 0.5


def instances(dimensions, n, seed):
    """Draw points around two orthogonal centres of equal length, twice."""
    rng = np.random.default_rng(seed)
    signal = SIGNAL * np.sqrt(AT / dimensions)
    true = np.zeros((2, dimensions))
    true[0, 0] = true[1, 1] = signal * np.sqrt(VARIANCE)  # sqrt(2) apart: u sqrt(2 variance)
    places = true[np.arange(n) % 2]
    pair = [places + np.sqrt(VARIANCE) * rng.normal(size=places.shape) for _ in range(2)]
    return true, pair


def main(argv=None):
    """Run the experiments; return 0 if everything holds that must."""
    settings = options(__doc__.partition("\n")[0], argv, points=500)
    report = Report("learnability", "Learning two centres", COLUMNS)
    phases(report, settings.points)
    overfitting(report, settings.points)
    return report.finish()


def phases(report, n):
    """Three ratios of points to dimensions."""
    found = {}
    for dimensions, source in ((100, "1.000"), (500, ".371, then below 0"), (3000, "0.000")):
        true, pair = instances(dimensions, n, 0)
        capacity = generalization_capacity(AnnealedKMeans(2), pair, n_init=2, random_state=0)
        family = AnnealedKMeans(2).annealed_family(pair[0])
        path = family.anneal(family.temperatures(), np.random.default_rng(0))
        order = order_parameters(true, path.states[-1].centres, VARIANCE, n)
        found[dimensions] = capacity
        last = capacity.mean[-1] / np.log(2.0)
        ours = (
            f"{capacity.bits:.3f}; at the end {last:.3g}; cosine {order.cosine:.2f}; "
            f"{order.ratio:.3g} points a dimension, critical {order.critical_ratio:.3g}"
        )
        report.row(f"{dimensions} dimensions, u = {order.signal:.2f}", [source, ours])
    ends = {dimensions: float(each.mean[-1]) for dimensions, each in found.items()}
    report.must_hold(
        f"100 dimensions: one bit, and it stays ({found[100].bits:.3f})",
        holds=found[100].bits > 0.99 and ends[100] > 0.9 * np.log(2.0),
    )
    report.must_hold(
        f"500 dimensions: a peak, then contradiction ({found[500].bits:.3f})",
        holds=0.2 < found[500].bits < 0.6 and ends[500] < 0.0,
    )
    report.must_hold(
        f"3000 dimensions: nothing ({found[3000].raw:.4f})", holds=found[3000].raw < 0.01
    )


def overfitting(report, n):
    """Four centres offered in 100 dimensions."""
    _, pair = instances(100, n, 0)
    capacity = generalization_capacity(AnnealedKMeans(4), pair, random_state=0)
    path = transfer_path(AnnealedKMeans(4), pair, random_state=0)
    at = capacity.inverse_temperature
    critical = float(AnnealedKMeans(4).annealed_family(pair[0]).temperatures()[0]) / 1.25
    shares = [1.0 / each / critical for each in (at, path.inverse_temperature)]
    report.row(
        "four centres: bits, distinct; best T / T_c by bits and by transfer",
        [
            ".997, 2; .16 and .18",
            "{:.3f}, {}; {:.2f} and {:.2f}".format(
                capacity.bits, capacity.n_clusters_effective, *shares
            ),
        ],
    )
    report.must_hold("two of the four centres differ at the best temperature", holds=(
        capacity.n_clusters_effective == 2 and capacity.bits > 0.95
    ))  # fmt: skip
    report.must_hold(
        "most bits and least transfer cost within two steps of the temperature",
        holds=abs(np.log(path.inverse_temperature / at)) < 0.30,
    )


if __name__ == "__main__":
    sys.exit(main())
