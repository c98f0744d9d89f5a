"""Keep the columns that carry most of the information about the rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.feature_selection import SelectorMixin
from sklearn.utils.validation import check_is_fitted

from coterie._core.params import Number, Rules, check_params
from coterie.estimators._checks import checked_counts
from coterie.measures import information_contribution
from coterie.problems import as_canonical_counts

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from coterie._core.types import Matrix


class InformationSelector(SelectorMixin, BaseEstimator):
    """Select the columns with the largest contribution to I(rows; columns).

    The contribution of a column is its share of the total times the divergence between the rows
    that it occurs in and the rows at large. A frequent column that is spread like everything else
    contributes as little as a rare one.

    Parameters
    ----------
    k : int, default=2000
        How many columns to keep; all of them if there are no more. Of columns that contribute the
        same, the first are kept.

    Attributes
    ----------
    contributions_ : ndarray of shape (n_columns,)
        The contribution of every column of the input, in nats; they add up to I(rows; columns).
    n_features_in_ : int
        Number of columns of the input.
    feature_names_in_ : ndarray of str
        Their names, where the input has any.

    See Also
    --------
    TextPreprocessor : Makes the counts of words that are usually given here.

    Notes
    -----
    Implements [IB #22]. The contributions are those of the counts as they are: select before rows
    are scaled to the same length [IB §7.2], since a short row would otherwise weigh as much as a
    long one.

    Examples
    --------
    >>> from coterie.estimators.text._information_selector import InformationSelector
    >>> counts = [[9, 0, 5, 1], [8, 1, 5, 0], [0, 9, 5, 0], [1, 8, 5, 1]]
    >>> selector = InformationSelector(k=2).fit(counts)
    >>> selector.contributions_.round(3).tolist()
    [0.16, 0.162, 0.0, 0.023]
    >>> selector.transform(counts).tolist()
    [[9, 0], [8, 1], [0, 9], [1, 8]]
    """

    _rules: ClassVar[Rules] = {"k": (Number(1, whole=True),)}

    def __init__(self, k: int = 2000) -> None:
        self.k = k

    def fit(self, X: Matrix, y: object = None) -> InformationSelector:
        """Work out what each column contributes.

        Parameters
        ----------
        X : array, sparse matrix or table of shape (n_rows, n_columns)
            Counts, or other weights that are not negative.
        y : object
            Not used.
        """
        check_params(self, self._rules)
        counts = as_canonical_counts(checked_counts(self, X), type(self).__name__)
        self.contributions_ = information_contribution(counts, axis=1)
        return self

    def _get_support_mask(self) -> NDArray[np.bool_]:
        """Mark the columns that are kept."""
        check_is_fitted(self)
        kept = np.zeros(len(self.contributions_), dtype=bool)
        kept[np.argsort(-self.contributions_, kind="stable")[: self.k]] = True
        return kept

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        return tags
