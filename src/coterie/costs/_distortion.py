"""What it costs to describe objects by representatives at given distances."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import rel_entr

from coterie.costs._distortion_steps import DistortionSteps

if TYPE_CHECKING:
    from coterie._core.types import FloatArray


class DistortionCost:
    """I(T; X) + beta <d> in nats, to be minimised over soft assignments p(t | x).

    The distances d(x, t) are given and stay, unlike those to centroids. There is one minimum, a
    bound tells how far away it can be at most, and steps of its own lead there in a few rounds.

    Parameters
    ----------
    mass : ndarray of shape (n_objects,)
        p(x), all positive.
    distortion : ndarray of shape (n_objects, n_representatives)
        d(x, t); infinite where t must not describe x, but finite for some t.
    beta : float
        What a unit of distortion costs, in nats, > 0.

    Notes
    -----
    The functional of [IB 2.3]; its minimum satisfies [IB 2.5].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import DistortionCost
    >>> cost = DistortionCost(np.array([0.5, 0.5]), 1.0 - np.eye(2), beta=2.0)
    >>> round(cost.functional(np.eye(2)), 4)  # log 2
    0.6931
    """

    def __init__(self, mass: FloatArray, distortion: FloatArray, beta: float) -> None:
        self.mass = mass
        self.distortion = distortion
        self.beta = beta

    @property
    def n_objects(self) -> int:
        """Number of objects to describe."""
        return int(self.distortion.shape[0])

    @property
    def n_clusters(self) -> int:
        """Number of representatives on offer."""
        return int(self.distortion.shape[1])

    @cached_property
    def offset(self) -> FloatArray:
        """Return beta min_t d(x, t), which nothing can spare an object."""
        return np.asarray(self.beta * self.distortion.min(axis=1))

    @cached_property
    def likeness(self) -> FloatArray:
        """Return exp(-beta [d(x, t) - min_t d(x, t)])."""
        return np.exp(self.offset[:, None] - self.beta * self.distortion)

    def refit(self, memberships: FloatArray) -> FloatArray:
        """Return p(t), which is best for these memberships [IB P-12]."""
        return self.mass @ memberships

    def field(self, parameters: FloatArray) -> FloatArray:
        """Return log p(t) - beta d(x, t)."""
        with np.errstate(divide="ignore"):
            return np.log(parameters) - self.beta * self.distortion

    def free_energy(self, log_normaliser: FloatArray) -> float:
        """Return - sum_x p(x) log Z(x), which no step raises."""
        return -float(self.mass @ log_normaliser)

    def functional(self, memberships: FloatArray) -> float:
        """Return I(T; X) + beta <d>."""
        return self.rate(memberships) + self.beta * self.mean_distortion(memberships)

    def rate(self, memberships: FloatArray) -> float:
        """Return I(T; X) in nats."""
        return float(self.mass @ rel_entr(memberships, self.refit(memberships)).sum(axis=1))

    def mean_distortion(self, memberships: FloatArray) -> float:
        """Return <d>."""
        counted = np.where(memberships > 0.0, self.distortion, 0.0)  # what is not done is no harm
        return float(self.mass @ (memberships * counted).sum(axis=1))

    def steps(self, memberships: FloatArray) -> DistortionSteps:
        """Return a state that starts from the memberships, and leaves them as they are."""
        return DistortionSteps(self, memberships)
