"""Chapters 5 and 6: the bits that Gaussian clusters are worth, and the order that bits choose.

Five Gaussians of 10,000 points, two draws of the same objects: the capacity against the number of
clusters and the temperature, the transfer cost at each temperature, and BIC beside them. Four
Gaussians, apart and overlapping, by weights and by labels. The sharpest test: with true posteriors
the capacity is the mutual information of the two measurements of one object.
"""

import sys
import time

import numpy as np
from _experiment import Report, options
from scipy.special import logsumexp
from sklearn.cluster import KMeans

from coterie import AnnealedKMeans, CapacitySearch, PairwiseClustering, generalization_capacity
from coterie.validation import information_criteria, transfer_path

COLUMNS = ("experiment", "source or theory", "ours")
FIVE = np.array([(1.0, 0.0), (0.0, 1.5), (-2.0, 0.0), (0.0, -3.0), (4.25, -4.0)])
FOUR = 4.0 * np.array([(1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0), (1.0, -1.0)])


def replicates(centres, n, variance, seed):
    """Draw the measurements of the same objects twice."""
    rng = np.random.default_rng(seed)
    places = centres[np.arange(n) % len(centres)]
    return [places + np.sqrt(variance) * rng.normal(size=places.shape) for _ in range(2)]


def main(argv=None):
    """Run the experiments; return 0 if everything holds that must."""
    settings = options(__doc__.partition("\n")[0], argv, objects=10_000, seeds=3)
    report = Report("capacity_of_gaussians", "Reliable bits of Gaussian clusters", COLUMNS)
    sharpest(report)
    five_gaussians(report, settings.objects)
    four_gaussians(report, settings.seeds)
    return report.finish()


def sharpest(report):
    """Two Gaussians at -4 and 4 of variance 5, with their true centres."""
    truth = np.array([[-4.0], [4.0]])
    held = [(points - truth.T) ** 2 for points in replicates(truth, 200_000, 5.0, 0)]
    found = generalization_capacity(held, inverse_temperatures=np.geomspace(0.03, 0.3, 41))
    name = "true posteriors: the mutual information"
    report.row(name, ["0.7473 at 0.1", f"{found.bits:.4f} at {found.inverse_temperature:.3f}"])
    report.must_hold(
        f"true posteriors: within three standard errors ({found.standard_error:.4f}) of the "
        f"mutual information",
        holds=abs(found.bits - 0.7473) < 3.0 * found.standard_error,
    )


def five_gaussians(report, n):
    """Choose the order, and compare the temperatures of most bits and of least transfer cost."""
    data = replicates(FIVE, n, 0.5, 0)
    begun = time.perf_counter()
    search = CapacitySearch(n_init=1, random_state=0).fit(data)
    seconds = time.perf_counter() - begun
    ten = search.curves_["AnnealedKMeans, 10 clusters"]
    path = transfer_path(AnnealedKMeans(10), data, n_init=1, random_state=0)
    bic = {k: bic_of(data[0], k) for k in range(1, 9)}
    bits = [each.bits for each in search.curves_.values()]
    report.row(
        "five Gaussians, K = 1..10",
        ["(N = 2000) 0 .50 1.23 1.67 1.90 1.88 1.87", " ".join(f"{each:.2f}" for each in bits)],
    )
    report.row(
        "ten centres offered: bits, at, distinct",
        [
            "1.9135, 1.049, 5",
            f"{ten.bits:.4f}, {ten.inverse_temperature:.3f}, {ten.n_clusters_effective}",
        ],
    )
    ours = f"{path.costs.min():.3f}, {path.inverse_temperature:.3f}"
    report.row("transfer cost: least, at", ["1.506, 1.049", ours])
    report.row("order by bits, by BIC", ["5, 5", f"{search.best_n_clusters_}, {least(bic)}"])
    report.must_hold("five clusters by bits and by BIC", holds=(
        search.best_n_clusters_ == 5 and least(bic) == 5
    ))  # fmt: skip
    report.must_hold(
        f"1.91 bits within 0.03 ({search.reliable_bits_:.3f})",
        holds=abs(search.reliable_bits_ - 1.91) < 0.03,
    )
    report.must_hold(
        "most bits and least transfer cost within one step of the temperature",
        holds=abs(np.log(path.inverse_temperature / ten.inverse_temperature)) < 0.15,
    )
    report.remark(
        f"The search of all orders took {seconds:.1f} s, on one thread of a machine that others "
        f"used too; temperatures are 15 percent apart."
    )


def bic_of(points, k):
    """Return BIC of a mixture whose covariance is known, best of three starts."""
    found = []
    for seed in range(3):
        means = KMeans(k, n_init=1, random_state=seed).fit(points).cluster_centers_
        weights = np.full(k, 1.0 / k)
        for _ in range(50):
            logs = np.log(weights) - ((points[:, None] - means) ** 2).sum(axis=2)
            shares = np.exp(logs - logsumexp(logs, axis=1, keepdims=True))
            mass = shares.sum(axis=0)
            weights, means = mass / mass.sum(), shares.T @ points / mass[:, None]
        likelihood = float(logsumexp(logs, axis=1).sum()) - len(points) * np.log(np.pi)
        found.append(information_criteria(likelihood, 2 * k + k - 1, len(points)).bic)
    return min(found)


def least(criteria):
    """Return the number of least criterion."""
    return min(criteria, key=criteria.get)


def four_gaussians(report, seeds):
    """Separate and overlapping Gaussians, by weights, by pairs and by labels."""
    orders = (2, 3, 4, 5, 6, 7, 8, 12)
    for variance, source in ((1.0, 2.0), (5.0, 1.5)):
        found = np.array(
            [
                [
                    generalization_capacity(
                        AnnealedKMeans(k), replicates(FOUR, 800, variance, seed), random_state=0
                    ).bits
                    for k in orders
                ]
                for seed in range(seeds)
            ]
        )
        bits = dict(zip(orders, found.mean(axis=0), strict=True))
        told = " ".join(f"{k}: {value:.2f}" for k, value in bits.items())
        report.row(f"four Gaussians, variance {variance:g}", [f"{source} at 4, 8, 12", told])
        report.must_hold(
            f"variance {variance:g}: {source} bits within 0.06 at four clusters ({bits[4]:.3f})",
            holds=abs(bits[4] - source) < 0.06,
        )
        report.must_hold(
            f"variance {variance:g}: 4 and 8 clusters have more than 5 to 7",
            holds=min(bits[4], bits[8]) > max(bits[5], bits[6], bits[7]) - 0.01,
        )
    data = replicates(FOUR, 800, 5.0, 0)
    pairs = generalization_capacity(PairwiseClustering(4), data, n_init=1, random_state=0).bits
    labels = generalization_capacity(KMeans(4, n_init=5), data, random_state=0).bits
    report.row("variance 5: as pairs, by labels", ["1.523, 1.258", f"{pairs:.3f}, {labels:.3f}"])
    report.must_hold("labels know less than weights", holds=labels < pairs - 0.1)


if __name__ == "__main__":
    sys.exit(main())
