"""Whether two samples come from one source."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.special import chdtrc

from coterie._core.errors import InputError
from coterie.measures._js_divergence import js_divergence
from coterie.measures._tables import TableLike, as_vector


class TwoSampleTest(NamedTuple):
    """Outcome of a test for a common source."""

    statistic: float
    degrees_of_freedom: int
    p_value: float


def two_sample_test(first: TableLike, second: TableLike) -> TwoSampleTest:
    """Test whether two vectors of counts are samples of one distribution.

    Parameters
    ----------
    first, second : array-like of shape (n_outcomes,), or sparse rows
        How often each outcome was seen. These must be counts: the sizes of the samples decide how
        much a difference means.

    Returns
    -------
    TwoSampleTest
        Named tuple of ``statistic`` (G, the log-likelihood ratio), ``degrees_of_freedom`` (outcomes
        seen at all, less one) and ``p_value`` (chance of a G at least as large when the source is
        one and the samples are large). With a single outcome G is 0 and the p-value 1.

    See Also
    --------
    js_divergence : The divergence that the statistic is made of.
    merge_cost : On counts and at infinite ``beta``, half of the statistic.

    Notes
    -----
    G = 2 (N_1 + N_2) JS[n_1 / N_1, n_2 / N_2] with weights N_1 and N_2; asymptotically chi-square
    [IB P-10]. Where most outcomes are expected fewer than about five times, take the p-value as a
    ranking rather than a probability.

    Examples
    --------
    >>> from coterie.measures import two_sample_test
    >>> test = two_sample_test([30, 10], [10, 30])
    >>> round(test.statistic, 3), test.degrees_of_freedom, test.p_value < 0.001
    (20.93, 1, True)
    """
    counts = [as_vector(first, "first"), as_vector(second, "second")]
    if counts[0].size != counts[1].size:
        message = (
            f"first and second: {counts[0].size} and {counts[1].size} outcomes; "
            "both must count the same outcomes in the same order."
        )
        raise InputError(message)
    table = np.stack(counts)
    totals = table.sum(axis=1)
    for name, total in zip(("first", "second"), totals, strict=True):
        if total == 0:
            message = f"{name}: all counts are zero; an empty sample cannot be tested."
            raise InputError(message)
    freedom = int(np.count_nonzero(table.sum(axis=0))) - 1
    statistic = 2.0 * float(totals.sum()) * js_divergence(table, totals)
    p_value = float(chdtrc(freedom, statistic)) if freedom > 0 else 1.0
    return TwoSampleTest(statistic, freedom, p_value)
