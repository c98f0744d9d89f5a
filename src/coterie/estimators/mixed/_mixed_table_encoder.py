"""Turn a table of measurements, names and grades into what a bottleneck can cluster."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import scipy.sparse as sp
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import InputError
from coterie._core.params import RANDOM_STATE, Instance, Number, OneOf, Rules, check_params
from coterie._core.random import generator
from coterie.estimators._checks import checked_table
from coterie.estimators.mixed._bandwidths import balanced, given_bandwidths, likeliest
from coterie.estimators.mixed._columns import TableColumn, coded, recognise
from coterie.estimators.mixed._product import ProductKernel
from coterie.measures import mutual_information

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.random import RandomState
    from coterie._core.types import FloatArray, IntArray, Matrix

SAMPLE = 1000
"""Rows on which bandwidths are chosen, at most."""

LARGEST = 250_000_000
"""Cells of a dense table that we dare to fill: 2 GB."""

NAMES = Instance((list, tuple, np.ndarray), "a list of columns, by name or position")


class MixedTableEncoder(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Describe each row of an ordinary table by the rows that it is like.

    Measurements, names and grades have no counts that a bottleneck could work on. Here each row x
    becomes a distribution p(y | x) over the rows of the table, or over some of them: how likely it
    is that x is a copy of y, up to the noise of a kernel for each column. Clusters of these
    distributions are groups of rows that are alike in all columns together::

        make_pipeline(MixedTableEncoder(), SequentialIB(3))

    Parameters
    ----------
    nominal : list of str or int, optional
        Columns, by name or position, whose values are names. Texts, truth values and categories
        are so without being listed; numbers are measurements unless they are listed.
    ordinal : list or dict, optional
        Columns whose values are grades in an order: that of the numbers, or of the categories of
        the column; or a dict with the levels of each such column, the lowest first. Ordered
        categories of pandas are grades without being listed.
    bandwidth : {"balanced", "likelihood"} or array-like of shape (n_columns,), default="balanced"
        How far the kernels reach. "balanced": each column says as much as any other, and together
        they put a share of the rows near each row. "likelihood": the greatest likelihood of each
        row given the others; reaches of the columns differ then, and columns that are pure noise
        can fade, but the neighbourhoods are as small as the density asks for, often too small for
        few large groups. Or the bandwidths themselves, see `TableColumn`.
    neighbourhood : float, default=0.2
        Share of the other rows that is near a row, when balanced: the mean perplexity of p(y | x)
        is that of so many rows and itself. Smaller shows smaller groups.
    n_landmarks : int, optional
        Let y range over so many rows, drawn at random; all rows by default. The kernel sums over
        all rows are then estimated by those over the landmarks.
    n_neighbors : int, optional
        Keep only so many entries of each row, the largest, and scale them to sum to 1: the result
        is sparse. Take many more than there are equal rows.
    random_state : int, Generator, RandomState or None
        Draws the landmarks, and of more than 1,000 rows those on which bandwidths are chosen.

    Attributes
    ----------
    columns_ : tuple of TableColumn
        Kind, levels and bandwidth of each column.
    landmarks_ : ndarray of shape (n_landmarks,)
        Positions of the rows that y ranges over.
    references_ : ndarray of shape (n_landmarks, n_columns)
        These rows as numbers: measurements as they are, levels by their position.
    n_features_in_ : int
        Number of columns.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when the table had any.

    See Also
    --------
    SequentialIB : Clusters the rows; `prior` makes no difference, since all rows sum to 1.

    Notes
    -----
    With bandwidths h and lambda, and c levels, the kernels are

        Gaussian           exp(-(x - y)^2 / 2 h^2)
        Aitchison-Aitken   1 - lambda if x = y, else lambda / (c - 1)
        Li-Racine          lambda^|x - y|, scaled to sum to 1 over x.

    A name that the fit did not see is as far from all others, so it says nothing. Time is
    proportional to rows times landmarks; memory to the result.

    Examples
    --------
    >>> from sklearn.pipeline import make_pipeline
    >>> from coterie import MixedTableEncoder, SequentialIB
    >>> table = [[1.0, "red"], [1.3, "red"], [0.8, "red"], [4.1, "blue"], [3.9, "blue"]]
    >>> make_pipeline(MixedTableEncoder(), SequentialIB(2, random_state=0)).fit_predict(table)
    array([1, 1, 1, 0, 0])
    """

    _rules: ClassVar[Rules] = {
        "nominal": (OneOf((None,)), NAMES),
        "ordinal": (OneOf((None,)), NAMES, Instance((dict,), "a dict of levels")),
        "bandwidth": (
            OneOf(("balanced", "likelihood")),
            Instance((list, tuple, np.ndarray), "one number for each column"),
        ),
        "neighbourhood": (Number(0, 1, open_low=True),),
        "n_landmarks": (OneOf((None,)), Number(1, whole=True)),
        "n_neighbors": (OneOf((None,)), Number(1, whole=True)),
        "random_state": RANDOM_STATE,
    }

    def __init__(
        self,
        *,
        nominal: Sequence[str | int] | None = None,
        ordinal: Any = None,
        bandwidth: str | ArrayLike = "balanced",
        neighbourhood: float = 0.2,
        n_landmarks: int | None = None,
        n_neighbors: int | None = None,
        random_state: RandomState = None,
    ) -> None:
        self.nominal = nominal
        self.ordinal = ordinal
        self.bandwidth = bandwidth
        self.neighbourhood = neighbourhood
        self.n_landmarks = n_landmarks
        self.n_neighbors = n_neighbors
        self.random_state = random_state

    def fit(self, X: Any, y: object = None) -> MixedTableEncoder:
        """Recognise the columns, choose the bandwidths and draw the landmarks.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_columns)
            The table, nothing missing.
        y : object
            Not used.
        """
        check_params(self, self._rules)
        owner = type(self).__name__
        X = self._table(X, reset=True)
        columns = recognise(X, self.nominal, self.ordinal, owner)
        values = coded(X, columns, owner)
        self._check_size(len(values), least=2)
        random = generator(self.random_state)
        self.columns_ = self._with_bandwidths(columns, drawn(values, SAMPLE, random))
        size = len(values) if self.n_landmarks is None else min(self.n_landmarks, len(values))
        chosen = np.arange(len(values))
        if size < len(values):
            chosen = np.sort(random.choice(len(values), size, replace=False))
        self.landmarks_, self.references_ = chosen, values[chosen]
        return self

    def transform(self, X: Any) -> Matrix:
        """Return p(y | x), the rows of X down and the landmarks y across.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_columns)
            The same columns.
        """
        values = self._values(X)
        kernel = ProductKernel(self.columns_, self.references_)
        if self.n_neighbors is not None and self.n_neighbors < kernel.n_references:
            return kernel.nearest(values, self.n_neighbors)
        self._check_room(len(values) * kernel.n_references)
        table = kernel.dense(values)
        return table if self.n_neighbors is None else sp.csr_array(table)

    def column_importance(self, X: Any, clusters: ArrayLike) -> FloatArray:
        """Return what clusters of rows tell about each column alone, in nats.

        This is I(T; Y_j), where p(y_j | x) is made from the kernel of column j only. It is 0 for a
        column in which the clusters do not differ. For a name with a narrow kernel it is the
        mutual information of clusters and names.

        Parameters
        ----------
        X : data frame or array of shape (n_rows, n_columns)
            The table.
        clusters : array-like of shape (n_rows,) or (n_rows, n_clusters)
            Labels, -1 for rows that are left out; or memberships.
        """
        values = self._values(X)
        memberships = as_memberships(clusters, len(values), type(self).__name__)
        kernels = [
            ProductKernel((column,), self.references_[:, [j]])
            for j, column in enumerate(self.columns_)
        ]
        joints = [kernel.pooled(values[:, [j]], memberships) for j, kernel in enumerate(kernels)]
        return np.array([float(mutual_information(joint)) for joint in joints])

    @property
    def _n_features_out(self) -> int:
        """Columns of what `transform` returns, for their names."""
        return int(self.landmarks_.size)

    def _table(self, X: Any, *, reset: bool) -> Any:
        """Check the shape of a table; what its entries are is looked at column by column."""
        if hasattr(X, "columns") and hasattr(X, "dtypes"):
            checked_table(self, X, skip_check_array=True, reset=reset)
            self._check_size(len(X), least=2 if reset else 1)
            return X
        if isinstance(X, list | tuple):
            X = np.array(X, dtype=object)
        return checked_table(self, X, dtype=None, ensure_all_finite=False, reset=reset)

    def _values(self, X: Any) -> FloatArray:
        check_is_fitted(self)
        return coded(self._table(X, reset=False), self.columns_, type(self).__name__)

    def _with_bandwidths(
        self, columns: tuple[TableColumn, ...], values: FloatArray
    ) -> tuple[TableColumn, ...]:
        if not isinstance(self.bandwidth, str):
            given: Any = self.bandwidth
            return given_bandwidths(columns, given, type(self).__name__)
        columns = balanced(columns, values, self.neighbourhood)
        return likeliest(columns, values) if self.bandwidth == "likelihood" else columns

    def _check_size(self, n_rows: int, *, least: int) -> None:
        if n_rows < least:
            message = (
                f"{type(self).__name__}: n_samples={n_rows}, but rows are described by other "
                f"rows. Give at least {least}."
            )
            raise InputError(message)

    def _check_room(self, cells: int) -> None:
        if cells > LARGEST:
            message = (
                f"{type(self).__name__}: the full table would have {cells:,} cells, "
                f"{cells * 8 / 1e9:.0f} GB. Set n_landmarks=1000, or n_neighbors=50 for a sparse "
                f"one, or both."
            )
            raise InputError(message)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.categorical = True
        return tags


def drawn(values: FloatArray, size: int, random: np.random.Generator) -> FloatArray:
    """Draw rows without putting back, all of them if there are no more."""
    if len(values) <= size:
        return values
    return values[random.choice(len(values), size, replace=False)]


def as_memberships(clusters: ArrayLike, n_rows: int, owner: str) -> FloatArray:
    """Return p(t | x), zero for rows that are left out.

    Examples
    --------
    >>> as_memberships([1, 0, -1], 3, "table").tolist()
    [[0.0, 1.0], [1.0, 0.0], [0.0, 0.0]]
    """
    given = np.asarray(clusters)
    if given.shape[:1] != (n_rows,) or given.ndim not in {1, 2}:
        message = (
            f"{owner}: clusters has shape {given.shape}, but there are {n_rows} rows. Give a label "
            f"or memberships for each."
        )
        raise InputError(message)
    if given.ndim == 1:
        labels: IntArray = given.astype(np.int64)
        given = (labels[:, None] == np.arange(labels.max(initial=0) + 1)).astype(np.float64)
    if not given.any():
        message = f"{owner}: clusters leaves out every row. Give a label >= 0 to rows that count."
        raise InputError(message)
    return given.astype(np.float64)
