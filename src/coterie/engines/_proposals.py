"""Which label a Metropolis chain tries next, and how likely the way back would be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol

import numpy as np

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray


class Proposed(NamedTuple):
    """How likely each label is to be tried, and how likely the present one from there.

    The quotient of the two is the Hastings ratio; where they are equal it is 1.

    Examples
    --------
    >>> UniformProposal().propose(np.array([0, 2, 1]), 0, 3).there
    array([0. , 0.5, 0.5])
    """

    there: FloatArray
    back: FloatArray


class Proposal(Protocol):
    """A way to try labels."""

    def propose(self, labels: IntArray, i: int, n_clusters: int) -> Proposed:
        """Return how likely each label is to be tried for object i, and the way back."""


@dataclass(frozen=True)
class UniformProposal:
    """Try each label but the present one equally often.

    Symmetric: the way back is as likely as the way there.

    Notes
    -----
    The proposal of [SLC §3.F], without the tries that change nothing.

    Examples
    --------
    >>> from coterie.engines import UniformProposal
    >>> UniformProposal().propose(np.array([1, 0]), 0, 2).there
    array([1., 0.])
    """

    def propose(self, labels: IntArray, i: int, n_clusters: int) -> Proposed:
        """Return how likely each label is to be tried for object i, and the way back."""
        there = np.full(n_clusters, 1.0 / max(1, n_clusters - 1))
        there[labels[i]] = n_clusters == 1
        return Proposed(there, there)


@dataclass(frozen=True)
class SizeProposal:
    """Try large clusters more often than small ones.

    A label is tried in proportion to the number of other objects that have it, and `offset`. That
    is not symmetric, and the Hastings ratio makes up for it: the chain visits what it would visit
    under any other proposal.

    Parameters
    ----------
    offset : float
        Added to each number, > 0, so that empty clusters are tried, too.

    Notes
    -----
    An asymmetric proposal of [SLC §3.F].

    Examples
    --------
    >>> from coterie.engines import SizeProposal
    >>> SizeProposal().propose(np.array([1, 0, 0]), 0, 2).there
    array([0.75, 0.25])
    """

    offset: float = 1.0

    def propose(self, labels: IntArray, i: int, n_clusters: int) -> Proposed:
        """Return how likely each label is to be tried for object i, and the way back."""
        sizes = np.bincount(labels, minlength=n_clusters) + self.offset
        sizes[labels[i]] -= 1.0
        there = sizes / sizes.sum()
        return Proposed(there, np.full(n_clusters, there[labels[i]]))
