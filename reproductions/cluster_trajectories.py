"""Chapter 6: how centres move as the temperature falls, and what cuts do to single objects.

Four round groups of two hundred points overlap; eight centres are cooled. They coincide at first,
and part as the temperature falls: four stay together two by two as long as the temperature
resolves the groups, then each of the pairs parts at once, into places that accident chooses. At the
end, two toy graphs on which a minimum cut, and correlation clustering, set single objects apart.
"""

import sys

import numpy as np
from _experiment import Report, options

from coterie import CorrelationClustering
from coterie.costs import SquaredDistanceCost
from coterie.engines import Copies, Geometric, Iterative
from coterie.problems import PointProblem

COLUMNS = ("experiment", "source", "ours")
CENTRES = np.array([[4.0, 4.0], [-4.0, 4.0], [-4.0, -4.0], [4.0, -4.0]])
OFFERED, APART = 8, 0.25


def cooled(points, temperatures):
    """Centres at each temperature, all of them from the beginning."""
    problem, rng = PointProblem.from_points(points), np.random.default_rng(0)
    state, found = np.ones((len(points), 1)), []
    stir = Copies(perturbation=1e-3)
    for temperature in temperatures:
        cost = SquaredDistanceCost(problem, OFFERED, temperature)

        def solve(cost, memberships):
            return Iterative(2000, 1e-9).solve(cost, memberships, rng=rng)

        room = OFFERED - state.shape[1]
        stage = stir.stage(cost, 1.0 / temperature, state, solve, room=room, rng=rng)
        state = stage.solution.memberships
        found.append((temperature, cost.refit(state).centres + problem.centre))
    return found


def distinct(centres):
    """Count the places at which centres are."""
    places = []
    for centre in centres:
        if all(np.linalg.norm(centre - place) > APART for place in places):
            places.append(centre)
    return len(places)


def trajectories(report, given):
    """E6.2: variance 5, eight centres."""
    rng = np.random.default_rng(given.seed)
    points = np.repeat(CENTRES, 200, axis=0) + np.sqrt(5.0) * rng.standard_normal((800, 2))
    critical = 2.0 * np.linalg.eigvalsh(np.cov(points.T, bias=True))[-1]
    path = cooled(points, Geometric(1.2 * critical, 0.02 * critical, 0.96))
    counts = np.array([distinct(centres) for _, centres in path])
    temperatures = np.array([temperature for temperature, _ in path])
    four = temperatures[counts == 4]
    after, eight = counts[temperatures < four.min()][0], temperatures[counts == OFFERED].max()
    at_four = [centres for (_, centres), count in zip(path, counts, strict=True) if count == 4]
    apart = np.linalg.norm(at_four[-1][:, None] - CENTRES, axis=2)
    off, shared = apart.min(axis=0).max(), np.bincount(apart.argmin(axis=1), minlength=4)
    report.row("places of the centres at the start", ["1", f"{counts[0]}"])
    report.row("at the lowest temperature that shows the groups", ["4", f"4 at {four.min():.2f}"])
    report.row("next", ["8: each of the four in two at once", f"{after}, and 8 at {eight:.2f}"])
    report.row("at the end", ["8, where accident has it", f"{counts[-1]}"])
    report.must_hold("all centres coincide above the critical temperature", holds=counts[0] == 1)
    report.must_hold(
        f"there is a range of temperatures with four places ({four.max():.2f} to {four.min():.2f})",
        holds=four.size >= 5,
    )
    report.must_hold(
        f"they are where the groups are (within {off:.2f} of their centres)", holds=off < 1.0
    )
    report.must_hold("all eight places are different at the end", holds=counts[-1] == 8)
    report.must_hold(
        f"no other number lasts as long as four ({(counts == 4).sum()} temperatures of "
        f"{counts.size}; five to seven: {np.isin(counts, (5, 6, 7)).sum()})",
        holds=all((counts == 4).sum() > (counts == k).sum() for k in (2, 3, 5, 6, 7)),
    )
    report.must_hold(
        "two centres are at each of the four, and all have parted 20 percent below",
        holds=(shared == 2).all() and eight > 0.8 * four.min(),
    )


def single_objects(report):
    """E6.9: an outlier that a minimum cut sets apart, and a cluster of one that has a meaning."""
    rng = np.random.default_rng(1)
    points = np.vstack([rng.normal(0.0, 0.5, (12, 2)), rng.normal([4, 0], 0.5, (12, 2)), [[2, 7]]])
    alike = 1.0 / np.maximum(np.linalg.norm(points[:, None] - points, axis=2), 1e-9)
    np.fill_diagonal(alike, 0.0)
    alone = alike.sum(axis=1)
    halves = float(alike[:12][:, 12:24].sum())
    report.row(
        "weights one over the distance: cut off the outlier, or part the groups",
        ["the outlier is cheaper", f"{alone[-1]:.2f} against {halves:.2f}"],
    )
    report.must_hold(
        "the outlier is the cheapest object to cut off, and cheaper than to part the groups",
        holds=alone.argmin() == 24 and alone[-1] < halves,
    )
    groups = np.repeat(np.arange(4), [6, 4, 3, 1])
    graph = np.where(np.equal.outer(groups, groups), 1.0, -1.0)
    labels = CorrelationClustering(6, affinity="precomputed", random_state=0).fit(graph).labels_
    found = sorted(np.bincount(labels)[np.bincount(labels) > 0].tolist())
    report.row("14 nodes in signed groups, one of them alone", ["one cluster of one", f"{found}"])
    report.must_hold(
        "correlation clustering finds four groups, one of a single node, of six on offer",
        holds=found == [1, 3, 4, 6],
    )


def main(argv=None):
    """Run the experiments; return 0 if everything holds that must."""
    given = options(__doc__.partition("\n")[0], argv, seed=0)
    report = Report("cluster_trajectories", "Centres that part, and single objects", COLUMNS)
    trajectories(report, given)
    single_objects(report)
    return report.finish(seed=given.seed)


if __name__ == "__main__":
    sys.exit(main())
