"""Draw each label from its conditional probability, over and over [SLC §3.F]."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from coterie._core.params import Number, Rules
from coterie.engines._require import require
from coterie.engines._sampling import Sampling

if TYPE_CHECKING:
    import numpy as np

    from coterie._core.progress import Monitor
    from coterie._core.types import IntArray
    from coterie.engines._sampled import SampledSolution


@dataclass(frozen=True)
class Gibbs(Sampling):
    """Sample labellings in proportion to exp(-cost / temperature), by the heat bath.

    Parameters
    ----------
    temperature : float
        In the unit of the cost, > 0.
    n_sweeps : int
        Sweeps that count; each visits every object once.
    burn_in : int
        Sweeps before those, to forget the start.
    thin : int
        Average over every so many sweeps.
    shuffle : bool
        Visit the objects in a fresh order each time; otherwise as they come.
    allow_empty : bool
        Let the last object of a cluster leave it. Without, only labellings that use every cluster
        are sampled, and the cost's own compiled sampler is not used.
    coassignment : bool
        Estimate how often two objects share a label: a number for each pair.

    Notes
    -----
    The Gibbs sampler of [SLC §3.F]. Information costs are means over the objects, so that their
    temperatures are of the order of one over the number of objects.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import Gibbs
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> found = Gibbs(temperature=0.02, n_sweeps=100).solve(
    ...     cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0)
    ... )
    >>> found.labels, round(found.cost, 3), found.n_iter
    (array([0, 0, 1, 1]), -0.316, 200)
    """

    temperature: float = 1.0

    rules: ClassVar[Rules] = {
        **Sampling.rules,
        "temperature": (Number(0.0, open_low=True),),
    }

    def solve(
        self,
        cost: Any,
        start: IntArray,
        *,
        rng: np.random.Generator,
        run: int = 0,
        monitor: Monitor | None = None,
    ) -> SampledSolution:
        """Sample from a start on.

        A `KeyboardInterrupt`, or a stop of the monitor, ends the chain with what it has.
        """
        require(cost, self)
        chain = self._chain(cost, start, self.temperature, None)
        return self._sample(cost, chain, self.temperature, rng=rng, run=run, monitor=monitor)
