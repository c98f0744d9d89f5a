"""Steps towards the best masses of representatives: Newton's, which see where to end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from scipy.optimize import nnls

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.costs._distortion import DistortionCost

HALVINGS = 30
"""Times that a step that is too long is halved, before the plain one is made."""

FIRM = 100.0
"""How firmly the masses are held to a sum of one while a step is sought; then it is exact."""


class DistortionSteps:
    """Newton's step for the masses of the representatives, then one of Blahut and Arimoto.

    Alone, the plain step takes thousands of rounds to let go of a representative that is nearly
    needed. The free energy is a convex function of the masses, and where its parabola is least
    among masses that are not negative, the others are nothing at once. No step raises it.

    Parameters
    ----------
    cost : DistortionCost
        What is minimised.
    memberships : ndarray of shape (n_objects, n_representatives)
        The start; it stays as it is.

    Notes
    -----
    The constrained Newton method of Wang (2007) for mixtures, which these are: the free energy is
    the log-likelihood of a mixture of the columns exp(-beta d(x, t)) [IB 2.5].
    """

    def __init__(self, cost: DistortionCost, memberships: FloatArray) -> None:
        self._cost, self._likeness = cost, cost.likeness
        self._offset = float(cost.mass @ cost.offset)
        self._masses = np.asarray(cost.refit(memberships / memberships.sum(axis=1, keepdims=True)))
        if not (self._likeness @ self._masses > 0.0).all():  # an object is out of reach of all
            self._masses = np.full(cost.n_clusters, 1.0 / cost.n_clusters)
        self._look()

    def _look(self) -> None:
        """See what these masses come to: the sums Z(x), the free energy, and c(t)."""
        self._sums = self._likeness @ self._masses
        self._energy = self._offset - float(self._cost.mass @ np.log(self._sums))
        self._factor = (self._cost.mass / self._sums) @ self._likeness

    @property
    def memberships(self) -> FloatArray:
        """What the masses ask for [IB 2.5]."""
        return np.asarray(self._likeness * self._masses / self._sums[:, None])

    @property
    def cost(self) -> float:
        """The functional of these memberships."""
        return self._cost.functional(self.memberships)

    @property
    def gap(self) -> float:
        """max_t log c(t), by which the free energy exceeds the least at most [IB §2.1]."""
        return max(0.0, float(np.log(self._factor.max())))

    def advance(self) -> float:
        """Make one iteration, and return the free energy."""
        self._shorten_to_fall(self._newton())
        self._masses = self._masses * self._factor
        self._masses /= self._masses.sum()
        self._look()
        return self._energy

    def settled(self, tol: float) -> bool:
        """Tell whether the gap is at most this share of what could be spared at all."""
        return self.gap <= tol * (self._energy - self._offset)

    def _newton(self) -> FloatArray:
        """Return the masses where the parabola is least, or where a plain step leads."""
        root = np.sqrt(self._cost.mass)
        rows = self._likeness * (root / self._sums)[:, None]
        held = np.full((1, rows.shape[1]), FIRM)
        try:
            masses, _ = nnls(np.vstack([rows, held]), np.append(2.0 * root, FIRM))
        except RuntimeError:  # it goes round in circles
            masses = self._masses * self._factor
        return np.asarray(masses / masses.sum())

    def _shorten_to_fall(self, goal: FloatArray) -> None:
        """Go towards new masses as far as that lowers the free energy, if at all."""
        present, before = self._masses, self._energy
        for halving in range(HALVINGS):
            self._masses = present + 0.5**halving * (goal - present)
            with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
                self._look()
            if self._energy <= before:
                return
        self._masses = present
        self._look()
