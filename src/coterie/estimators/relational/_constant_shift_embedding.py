"""Points whose squared distances are given dissimilarities, but for a constant."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from coterie._core.errors import DataWarning, warn
from coterie._core.params import Number, OneOf, check_params
from coterie.estimators._checks import checked_table
from coterie.estimators.relational._spectrum import leading_spectrum
from coterie.problems._pairwise import refuse_sparse, square, symmetric

if TYPE_CHECKING:
    from coterie._core.params import Rules
    from coterie._core.types import FloatArray


class ConstantShiftEmbedding(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Place objects as points, so that clustering the pairs is k-means on the points.

    Any dissimilarities become squared distances of points if a large enough constant is added to
    those of different objects. The constant changes no comparison of two clusterings by the
    pairwise cost with equally many clusters, and that cost is the k-means cost of the points: what
    takes points can take dissimilarities, and new objects get a place, too::

        make_pipeline(ConstantShiftEmbedding("auto"), KMeans(5))

    Parameters
    ----------
    n_components : int or "auto", optional
        Directions to keep, those in which the points spread most. Fewer leave noise out, and do not
        have the cost of all. "auto" keeps what is larger than noise. By default all are kept.
    affinity : {"precomputed"}, default="precomputed"
        `X` holds dissimilarities.
    tol : float, default=1e-10
        Eigenvalues up to this share of the largest are taken as 0.

    Attributes
    ----------
    embedding_ : ndarray of shape (n_objects, n_components_)
        The points, centred.
    eigenvalues_ : ndarray of shape (n_components_,)
        Sum of squares of the points in each direction, descending.
    constant_shift_ : float
        What is added to the dissimilarity of different objects; 0 where these are squared distances
        already.
    n_components_ : int
        Directions kept.
    mean_dissimilarity_ : ndarray of shape (n_objects,)
        Mean over each column of the dissimilarities.
    n_features_in_ : int
        Number of objects.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Column names, when the dissimilarities had any.

    See Also
    --------
    DominantSets : Groups of similar objects without points.

    Notes
    -----
    Implements [SLC §3.J]. With Q = I - 11'/n, S = -QDQ/2 and its least eigenvalue l <= 0, the
    points have the Gram matrix S - l Q, and the squared distances D - 2 l off the diagonal; no
    smaller shift will do. For labels with k non-empty clusters the k-means cost of the points is
    the pairwise cost of D less l (n - k), so clusterings with different k do compare otherwise.

    New objects are placed by their dissimilarities to the objects of the fit; a constant added to
    all of one new object does not matter. `transform` of the dissimilarities of the fit is not
    `embedding_` where there is a shift: a new object is nowhere as near as an object to itself.

    "auto": symmetric noise on the dissimilarities gives eigenvalues of S as far below 0 as above
    it, so -l measures how large noise makes them, and eigenvalues above -l (1 + 3 n^(-2/3)) are
    signal. The margin is three standard deviations of the difference between the extreme
    eigenvalues of a random symmetric matrix. Where D needs no shift, nothing is noise.

    The temperature at which annealed clusters of the points split is higher than that of the pairs
    by 2 |l| / n, because the shift gives each object a direction of its own [SLC §8.1]; few
    components do not have it.

    All directions take memory and time as n_objects squared and cubed. A few of many objects are
    found by products with the dissimilarities alone: ten directions of 20,000 objects take about a
    minute and a half on one processor, and no room beside the 3.2 GB of the matrix, or twice that
    beside it where both directions of a pair differ by rounding. All of them would take half an
    hour, and 10 GB.

    Examples
    --------
    >>> from coterie import ConstantShiftEmbedding
    >>> distances = [[0, 1, 4, 9], [1, 0, 1, 9], [4, 1, 0, 1], [9, 9, 1, 0]]
    >>> model = ConstantShiftEmbedding().fit(distances)
    >>> model.eigenvalues_.round(6), round(model.constant_shift_, 6)
    (array([7.162154, 2.010995]), 1.948766)
    >>> model.transform([[1, 0, 1, 8]]).shape
    (1, 2)
    """

    _rules: ClassVar[Rules] = {
        "n_components": (OneOf((None, "auto")), Number(1, whole=True)),
        "affinity": (OneOf(("precomputed",)),),
        "tol": (Number(0),),
    }

    def __init__(
        self,
        n_components: int | str | None = None,
        *,
        affinity: str = "precomputed",
        tol: float = 1e-10,
    ) -> None:
        self.n_components = n_components
        self.affinity = affinity
        self.tol = tol

    def fit(self, X: Any, y: Any = None) -> ConstantShiftEmbedding:
        """Find the points.

        Parameters
        ----------
        X : array-like or data frame of shape (n_objects, n_objects)
            Symmetric dissimilarities; those of objects with themselves are taken as 0.
        y : ignored
            Present for pipelines.

        Returns
        -------
        ConstantShiftEmbedding
            The fitted estimator.
        """
        check_params(self, self._rules)
        distances = self._dissimilarities(X)
        wanted = self.n_components
        wanted = int(wanted) if isinstance(wanted, np.integer) else wanted
        least, values, vectors = leading_spectrum(distances, wanted)
        top = values.max(initial=0.0)
        if least >= -self.tol * top:
            least = 0.0
        values = values - least
        values[values <= self.tol * (top - least)] = 0.0
        kept = max(1, int(np.count_nonzero(values)))
        values, vectors = values[:kept], vectors[:, :kept]
        signs = np.sign(vectors[np.abs(vectors).argmax(axis=0), np.arange(kept)])
        self.embedding_ = vectors * (signs * np.sqrt(values))
        self.eigenvalues_ = values
        self.constant_shift_ = 2.0 * abs(least)
        self.mean_dissimilarity_ = distances.mean(axis=0)
        return self

    def fit_transform(self, X: Any, y: Any = None, **_: Any) -> FloatArray:
        """Find the points, and return them.

        Parameters
        ----------
        X : array-like or data frame of shape (n_objects, n_objects)
            Symmetric dissimilarities.
        y : ignored
            Present for pipelines.

        Returns
        -------
        ndarray of shape (n_objects, n_components_)
            `embedding_`.
        """
        return np.asarray(self.fit(X).embedding_)

    def transform(self, X: Any) -> FloatArray:
        """Place new objects among those of the fit.

        Parameters
        ----------
        X : array-like or data frame of shape (n_new, n_objects)
            Dissimilarities of the new objects to those of the fit.

        Returns
        -------
        ndarray of shape (n_new, n_components_)
            Their points.
        """
        check_is_fitted(self)
        distances = checked_table(self, X, reset=False, dtype=np.float64)
        whitened = np.divide(
            self.embedding_,
            self.eigenvalues_,
            out=np.zeros_like(self.embedding_),
            where=self.eigenvalues_ > 0.0,
        )
        return np.asarray(-0.5 * ((distances - self.mean_dissimilarity_) @ whitened))

    @property
    def n_components_(self) -> int:
        """Directions kept."""
        return int(self.eigenvalues_.size)

    @property
    def _n_features_out(self) -> int:
        return self.n_components_

    def _dissimilarities(self, X: Any) -> FloatArray:
        owner = type(self).__name__
        X = checked_table(
            self, X, accept_sparse="csr", dtype="numeric", ensure_all_finite=False,
            ensure_min_samples=2,
        )  # fmt: skip
        refuse_sparse(X, owner)
        distances: Any = symmetric(square(X, 2, owner), owner)
        if distances.diagonal().any():
            message = (
                f"{owner}: dissimilarities of objects with themselves are not 0 but up to "
                f"{np.abs(distances.diagonal()).max():.4g}, and are taken as 0. If these are "
                f"similarities, give X.max() - X."
            )
            warn(message, DataWarning)
            distances = distances.copy()
            np.fill_diagonal(distances, 0.0)
        return np.asarray(distances)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = True
        return tags
