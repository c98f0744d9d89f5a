"""Try a label, and take it if it costs little more [SLC §3.F]."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from coterie.engines._gibbs import Gibbs
from coterie.engines._proposals import UniformProposal
from coterie.engines._require import require
from coterie.engines._sampling import Sampling

if TYPE_CHECKING:
    import numpy as np

    from coterie._core.params import Rules
    from coterie._core.progress import Monitor
    from coterie._core.types import IntArray
    from coterie.engines._proposals import Proposal
    from coterie.engines._sampled import SampledSolution


@dataclass(frozen=True)
class Metropolis(Sampling):
    """Sample labellings in proportion to exp(-cost / temperature), by trial and acceptance.

    Parameters
    ----------
    temperature : float
        In the unit of the cost, > 0.
    proposal : Proposal
        Which label is tried. Where the way back is not as likely as the way there, the Hastings
        ratio makes up for it.
    n_sweeps, burn_in, thin, shuffle, allow_empty, coassignment : int, bool
        As those of `Gibbs`.

    Notes
    -----
    The Metropolis-Hastings sampler of [SLC §3.F], one object at a time. Between two labels it
    moves more often than the heat bath, and mixes faster; among many labels most of its tries are
    in vain.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.costs import BottleneckCost
    >>> from coterie.engines import Metropolis, SizeProposal
    >>> from coterie.problems import CountProblem
    >>> cost = BottleneckCost(CountProblem.from_counts([[4, 0], [3, 1], [0, 4], [1, 3]]), 2)
    >>> engine = Metropolis(temperature=0.02, n_sweeps=100, proposal=SizeProposal())
    >>> found = engine.solve(cost, np.array([0, 1, 0, 1]), rng=np.random.default_rng(0))
    >>> found.labels.tolist() in ([0, 0, 1, 1], [1, 1, 0, 0])
    True
    """

    temperature: float = 1.0
    proposal: Proposal = field(default_factory=UniformProposal)

    rules: ClassVar[Rules] = Gibbs.rules

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
        chain = self._chain(cost, start, self.temperature, self.proposal)
        return self._sample(cost, chain, self.temperature, rng=rng, run=run, monitor=monitor)
