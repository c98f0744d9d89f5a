"""Tiny sets of points that every cost of points can be made from."""

import numpy as np

from coterie.problems import PointProblem


def planted():
    """Nine points in three obvious groups, far from the origin."""
    rng = np.random.default_rng(5)
    places = np.repeat([[100.0, 0.0], [104.0, 0.0], [100.0, 5.0]], 3, axis=0)
    return PointProblem.from_points(places + 0.3 * rng.standard_normal((9, 2)))


def weighted():
    """Points of very different weight, one of them none."""
    rng = np.random.default_rng(7)
    weight = rng.uniform(0.1, 4.0, size=14)
    weight[3] = 0.0
    return PointProblem.from_points(rng.standard_normal((14, 3)), sample_weight=weight)


def duplicates():
    """Each of four points three times: exact ties wherever one looks."""
    corners = [[0.0, 0.0], [0.0, 2.0], [2.0, 0.0], [2.0, 2.0]]
    return PointProblem.from_points(np.repeat(corners, 3, axis=0))


def wide():
    """More coordinates than matrices are built for."""
    rng = np.random.default_rng(8)
    scale = np.linspace(0.2, 3.0, 20)
    return PointProblem.from_points(rng.standard_normal((25, 20)) * scale)


def line():
    """Points on a line, in a corner of the numbers."""
    return PointProblem.from_points(1e6 + np.array([[0.0], [1.0], [1.5], [7.0], [7.25], [9.0]]))


MAKERS = (planted, weighted, duplicates, wide, line)
POINT_INSTANCES = {make.__name__: make for make in MAKERS}
