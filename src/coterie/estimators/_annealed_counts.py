"""The weights at any temperature by which clusterings of counts are judged."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.errors import InputError
from coterie.costs import MultinomialCost
from coterie.problems import CountProblem
from coterie.validation import FieldFamily

if TYPE_CHECKING:
    from coterie._core.types import Matrix


class AnnealsCounts:
    """Clusters of counts, softened.

    The class that mixes this in has `n_clusters` and `prior`.
    """

    n_clusters: Any
    prior: Any

    def annealed_family(self, X: Matrix) -> FieldFamily:
        """Return the cost of these rows at any temperature, for `generalization_capacity`.

        A row costs a cluster less the log-likelihood of its counts there. All clusterings of counts
        share it, whatever searches for them.

        Parameters
        ----------
        X : array-like or sparse matrix of shape (n_rows, n_columns)
            Counts.
        """
        owner = type(self).__name__
        if not isinstance(self.n_clusters, int | np.integer):
            message = (
                f"{owner}: n_clusters={self.n_clusters!r}: capacity is that of a number. Set it."
            )
            raise InputError(message)
        problem = CountProblem.from_counts(X, owner=owner)
        even = not (isinstance(self.prior, str) and self.prior == "counts")
        make_cost = partial(MultinomialCost, problem, int(self.n_clusters), even=even)
        return FieldFamily(make_cost, problem.kept)
