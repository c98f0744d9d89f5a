"""Where rows of a class are all alike, information orders partitions by accuracy [IB §4.5]."""

from itertools import product

import numpy as np
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from coterie.measures import mutual_information
from tests.properties.strategies import partitions

N, K = 7, 3


@st.composite
def joints_of_classes(draw):
    """A class of each row, its mass, and what its class tells about the columns."""
    classes = draw(partitions(N, K))
    rng = np.random.default_rng(draw(st.integers(0, 2**31 - 1)))
    conditional = rng.dirichlet(np.full(4, 0.8), size=K)
    apart = np.abs(conditional[:, None] - conditional[None]).sum(axis=2) + 2 * np.eye(K)
    assume(apart.min() > 0.05)
    mass = rng.dirichlet(np.full(N, 2.0))
    assume(mass.min() > 1e-3)
    return classes, mass[:, None] * conditional[classes]


def kept(labels, joint):
    table = np.zeros((K, joint.shape[1]))
    np.add.at(table, labels, joint)
    return mutual_information(table)


def dissimilarity(labels, joint):
    """D(T): mean KL from each row's class to its cluster, cell by cell."""
    total = 0.0
    for x, label in enumerate(labels):
        cluster = joint[labels == label].sum(axis=0)
        cluster = cluster / cluster.sum()
        row = joint[x] / joint[x].sum()
        seen = row > 0
        total += joint[x].sum() * (row[seen] * np.log(row[seen] / cluster[seen])).sum()
    return total


@given(joints_of_classes(), partitions(N, K))
def test_information_lost_is_the_distance_from_the_truth(instance, labels):
    """P-61: I(T*;Y) - I(T;Y) = D(T)."""
    classes, joint = instance
    lost = kept(classes, joint) - kept(labels, joint)
    np.testing.assert_allclose(lost, dissimilarity(labels, joint), rtol=0, atol=1e-13)


@settings(max_examples=5)
@given(joints_of_classes())
def test_the_truth_beats_every_other_partition(instance):
    """P-62, over all partitions; it loses nothing, and all others lose something."""
    classes, joint = instance
    best = kept(classes, joint)
    np.testing.assert_allclose(best, mutual_information(joint), rtol=0, atol=1e-14)
    same = classes[:, None] == classes[None]
    for rest in product(range(K), repeat=N - 1):
        labels = np.array((0, *rest))
        if not np.array_equal(labels[:, None] == labels[None], same):
            assert kept(labels, joint) < best - 1e-9
