"""From a solution of maximum likelihood to one of the bottleneck, and back."""

from __future__ import annotations

from typing import Any, TypeVar

from sklearn.utils.validation import check_is_fitted

from coterie.estimators.bottleneck._iterative_ib import IterativeIB
from coterie.estimators.prototypes._multinomial_mixture import MultinomialMixture

E = TypeVar("E", IterativeIB, MultinomialMixture)


def ml_to_ib(mixture: MultinomialMixture, *, beta: float | None = None) -> IterativeIB:
    """Return the bottleneck that goes on where a mixture ended.

    Parameters
    ----------
    mixture : MultinomialMixture
        A fitted mixture.
    beta : float, optional
        Weight of relevance; the mean number of counts of a row by default.

    Returns
    -------
    IterativeIB
        Not fitted: ``fit`` it to the same rows. Its only start is the memberships of the mixture,
        from which it computes masses and centroids of its own.

    See Also
    --------
    ib_to_ml : The way back.

    Notes
    -----
    The mapping of [IB §4.3]: memberships are copied, priors and centroids are not, and the number
    of counts N of the one is r beta of the other, for r rows. Where all rows are of the same
    length the two iterations are the same, step by step.

    Examples
    --------
    >>> from coterie import MultinomialMixture, ml_to_ib
    >>> X = [[8, 1, 1], [9, 1, 0], [5, 4, 1], [1, 9, 0], [0, 8, 2]]
    >>> mixture = MultinomialMixture(n_clusters=2, random_state=0).fit(X)
    >>> bottleneck = ml_to_ib(mixture).fit(X)
    >>> bottleneck.beta, bottleneck.n_iter_  # every row has 10 counts: nothing is left to do
    (10.0, 1)
    """
    check_is_fitted(mixture)
    if beta is None:
        beta = mixture.n_counts_ / int(mixture.memberships_.any(axis=1).sum())
    return _going_on(IterativeIB(beta=beta), mixture)


def ib_to_ml(bottleneck: IterativeIB) -> MultinomialMixture:
    """Return the mixture that goes on where a soft bottleneck ended.

    Parameters
    ----------
    bottleneck : IterativeIB
        A fitted bottleneck.

    Returns
    -------
    MultinomialMixture
        Not fitted: ``fit`` it to the same rows. Its only start is the memberships of the
        bottleneck, from which it computes weights and distributions of its own.

    See Also
    --------
    ml_to_ib : The way back.

    Notes
    -----
    The mapping of [IB §4.3]. A mixture has no beta: its exponent is the number of counts of each
    row. To stay with a bottleneck at some beta, scale the counts so that a row has beta of them.

    Examples
    --------
    >>> from coterie import IterativeIB, ib_to_ml
    >>> X = [[8, 1, 1], [9, 1, 0], [5, 4, 1], [1, 9, 0], [0, 8, 2]]
    >>> bottleneck = IterativeIB(n_clusters=2, beta=10.0, random_state=0).fit(X)
    >>> ib_to_ml(bottleneck).fit(X).n_iter_  # beta is the length of every row
    1
    """
    check_is_fitted(bottleneck)
    return _going_on(MultinomialMixture(), bottleneck)


def _going_on(next_one: E, last: Any) -> E:
    """Give an estimator the settings that it shares with another, and its memberships as start."""
    own = next_one.get_params(deep=False).keys() - {"beta", "prior"}
    shared = {key: value for key, value in last.get_params(deep=False).items() if key in own}
    next_one.set_params(**shared | {"init": last.memberships_})
    return next_one
