"""What is known of a capacity: the bits, and where they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.types import FloatArray, IntArray

BIT = float(np.log(2.0))


@dataclass(frozen=True, eq=False)
class Meeting:
    """Which objects of the data meet in a pair of instances.

    Parameters
    ----------
    objects, partners : ndarray of shape (n_objects,)
        Row by row, who it is in the first and in the second instance.

    Examples
    --------
    >>> from coterie.validation import Meeting
    >>> Meeting.of_all(3).partners
    array([0, 1, 2])
    """

    objects: IntArray
    partners: IntArray

    @property
    def n_objects(self) -> int:
        """Rows of each instance."""
        return int(self.objects.size)

    @classmethod
    def of_all(cls, size: int) -> Meeting:
        """Let each object meet itself."""
        return cls(np.arange(size), np.arange(size))


@dataclass(frozen=True, eq=False)
class Capacity:
    """Reliable bits of a clustering, at each temperature and for each pair of instances.

    Parameters
    ----------
    inverse_temperatures : ndarray of shape (n_temperatures,)
        Rising; of labels, the factor of the Hamming distance.
    curve : ndarray of shape (n_splits, n_temperatures)
        Information rate of each pair, in nats per object; negative values are kept.
    entropies : ndarray of shape (n_splits,)
        Entropy of the cluster sizes, in nats, at the best temperature: most that a label can tell.
    labels : tuple of pairs of ndarray
        For each pair of instances, the labels of both at the best temperature, by common names.
    agreements : tuple of ndarray
        For each pair, log sum_k P1 P2 of each object at the best temperature.
    effective : tuple of int
        For each pair, clusters that differ from one another at the best temperature.
    meetings : tuple of Meeting
        For each pair, which objects of the data its rows are.
    n_clusters : int
        Clusters on offer.
    method : {"annealed", "labels", "one cluster"}
        Whether weights at temperatures or only labels were compared.
    slacks : ndarray of shape (n_splits,), optional
        For each pair, nats by which clusters of uneven size can seem to say more than they do.
    instances, assumption : str
        How the instances were made, and what must hold for that.

    Notes
    -----
    Curves are averaged over the pairs and then maximised [VAL §3.1]: the mean of the maxima would
    be too high.

    Examples
    --------
    >>> from coterie import generalization_capacity
    >>> found = generalization_capacity(([0, 0, 1, 1], [1, 1, 0, 0]))
    >>> found
    Capacity(1.0000 bits, 2 clusters)
    """

    inverse_temperatures: FloatArray
    curve: FloatArray
    entropies: FloatArray
    labels: tuple[tuple[IntArray, IntArray], ...]
    agreements: tuple[FloatArray, ...]
    effective: tuple[int, ...]
    meetings: tuple[Meeting, ...]
    n_clusters: int
    method: str
    slacks: FloatArray | None = None
    instances: str = "given pair"
    assumption: str = ""

    @classmethod
    def of_one_cluster(
        cls, meetings: Sequence[Meeting], *, instances: str = "", assumption: str = ""
    ) -> Capacity:
        """Return what a single cluster has: nothing, and that for sure."""
        nothing = [np.zeros(each.n_objects, dtype=np.int64) for each in meetings]
        return cls(
            np.ones(1), np.zeros((len(meetings), 1)), np.zeros(len(meetings)),
            tuple((each, each) for each in nothing),
            tuple(np.zeros(each.size) for each in nothing), (1,) * len(meetings),
            tuple(meetings), 1, "one cluster", None, instances, assumption,
        )  # fmt: skip

    def __repr__(self) -> str:
        return f"Capacity({self.bits:.4f} bits, {self.n_clusters_effective} clusters)"

    @property
    def mean(self) -> FloatArray:
        """Mean rate over the pairs at each temperature, in nats."""
        return np.asarray(self.curve.mean(axis=0))

    @property
    def best(self) -> int:
        """Position of the best temperature."""
        return int(self.mean.argmax())

    @property
    def inverse_temperature(self) -> float:
        """The best inverse temperature."""
        return float(self.inverse_temperatures[self.best])

    @property
    def raw(self) -> float:
        """The maximum in bits, negative values included."""
        return float(self.mean[self.best]) / BIT

    @property
    def bits(self) -> float:
        """Reliable bits per object: the maximum, at least 0."""
        return max(0.0, self.raw)

    @property
    def nats(self) -> float:
        """The same in nats."""
        return self.bits * BIT

    @property
    def spread(self) -> float:
        """Standard deviation over the pairs at the best temperature, in bits; 0 for one pair."""
        at_best = self.curve[:, self.best]
        return float(at_best.std(ddof=1)) / BIT if at_best.size > 1 else 0.0

    @property
    def standard_error(self) -> float:
        """Standard error of the bits.

        Of several pairs it is that of their mean, which knows the luck of the split; of one pair
        that of the mean over its objects.
        """
        if len(self.curve) > 1:
            return self.spread / float(np.sqrt(len(self.curve)))
        own = self.agreements[0]
        return float(own.std() / np.sqrt(max(own.size, 1))) / BIT

    @property
    def entropy(self) -> float:
        """Most that a label can tell, in bits: the entropy of the cluster sizes."""
        return float(self.entropies.mean()) / BIT

    @property
    def stability(self) -> float:
        """What disagreement costs, in bits; at most 0."""
        return self.raw - self.entropy

    @property
    def slack(self) -> float:
        """Bits by which uneven cluster sizes can seem to say more than they do.

        For clusters of the same size 0; the raw bits less the slack are at most the information
        that two measurements of an object share [VAL §3.12].
        """
        return 0.0 if self.slacks is None else max(0.0, float(self.slacks.mean()) / BIT)

    @property
    def delta(self) -> float:
        """Share of the objects whose most probable label differs."""
        return float(np.mean([(first != second).mean() for first, second in self.labels]))

    @property
    def n_clusters_effective(self) -> int:
        """Clusters that differ at the best temperature: the median over the pairs."""
        return int(np.median(self.effective))
