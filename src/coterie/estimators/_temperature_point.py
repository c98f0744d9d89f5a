"""A solution on its way down the temperatures."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class TemperaturePoint:
    """What annealing found at one temperature.

    Parameters
    ----------
    temperature : float
        Where it was found.
    free_energy : float
        Expected cost less temperature times entropy, as the engine minimised it: a bound from above
        on the free energy of the Gibbs distribution.
    energy : float
        Expected cost of a labelling drawn from the memberships.
    entropy : float
        Of the memberships of all objects together, in nats.
    n_clusters : int
        Clusters that have mass and differ from one another.

    Notes
    -----
    The curves of [SLC §3.E]; a kink of the energy is a transition.

    Examples
    --------
    >>> from coterie.estimators import TemperaturePoint
    >>> TemperaturePoint(0.5, free_energy=1.3, energy=2.0, entropy=1.4, n_clusters=2).entropy
    1.4
    """

    temperature: float
    free_energy: float
    energy: float
    entropy: float
    n_clusters: int
