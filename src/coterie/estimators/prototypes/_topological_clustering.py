"""A map of points: clusters that are neighbours on a grid have centres near one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from coterie._core.errors import InputError
from coterie._core.params import Instance, Number
from coterie.costs import TopologicalCost, neighbourhood_matrix
from coterie.engines import Copies
from coterie.estimators._callbacks import with_callbacks
from coterie.estimators.prototypes._annealed import ANNEALING_RULES, AnnealedPrototypes

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.random import RandomState
    from coterie.engines import Schedule
    from coterie.problems import PointProblem


class TopologicalClustering(AnnealedPrototypes):
    r"""Lay a grid of clusters through points, by annealing: a self-organising map with a cost.

    A label is passed on through a channel that confuses neighbours on the grid, so it pays to have
    their centres near one another. As the temperature falls the map unfolds, along the direction in
    which the points differ most.

    Parameters
    ----------
    grid : tuple of int, default=(8,)
        Length of each side of the grid.
    width : float, default=1.0
        Distance on the grid at which places are often confused; 0 confuses none.
    schedule : "auto" or a schedule of coterie.engines, default="auto"
        Temperatures, falling. "auto" starts at 1.25 times the critical temperature and multiplies
        by 0.87, down to a 60th of it.
    min_temperature : float, optional
        Temperature that is not passed.
    perturbation : float, default=1e-3
        Noise of the memberships before each temperature, which lets the map unfold.
    max_iter : int, default=100
        Most iterations at one temperature.
    tol : float, default=1e-5
        An iteration is the last at its temperature if it lowers the free energy by at most this, in
        nats a point.
    verbose : int, default=0
        0 is silent. 1 shows progress: live in a terminal, a line at the end in a log. 2 writes a
        line for each temperature.
    random_state : int, Generator, RandomState or None
        Seed of the noise.

    Attributes
    ----------
    cluster_centers_ : ndarray of shape (n_places, n_dimensions)
        Centres, the last side of the grid fastest.
    neighbourhood_ : ndarray of shape (n_places, n_places)
        The channel: how often a label arrives as another.
    labels_ : ndarray of shape (n_points,)
        Place of each point on the grid, counted along it.
    memberships_ : ndarray of shape (n_points, n_places)
        How much of each point belongs to each place, at the last temperature.
    cluster_mass_ : ndarray of shape (n_places,)
        Share of all points at each place.
    cost_ : float
        Free energy of soft labels at the last temperature, per point.
    temperature_ : float
        Where annealing ended.
    free_energy_ : float
        The same as `cost_`, as it was on the way.
    path_ : tuple of PrototypePoint
        What was found at each temperature.
    n_iter_ : int
        Iterations, at all temperatures together.
    converged_ : bool
        Whether the last solution settled.
    history_ : ndarray
        Free energy after each iteration at the last temperature; never rises.
    n_features_in_ : int
        Number of coordinates.
    feature_names_in_ : ndarray of shape (n_features_in_,)
        Names of the coordinates, when `X` had any.

    See Also
    --------
    AnnealedKMeans : The same without a grid.

    Notes
    -----
    Topological clustering with channel noise [SLC §3.G]. Labels have places, so comparing two maps
    is not comparing two partitions: renaming labels changes the cost.

    Ctrl-C ends the fit with what was found so far, and a warning.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import TopologicalClustering
    >>> X = np.linspace(0.0, 10.0, 41)[:, None]
    >>> model = TopologicalClustering(grid=(5,), width=0.5, random_state=0).fit(X)
    >>> steps = np.diff(model.cluster_centers_.ravel())
    >>> bool((steps > 0).all() or (steps < 0).all())  # neighbours are neighbours
    True
    """

    _rules: ClassVar[Rules] = {
        **ANNEALING_RULES,
        "grid": (Instance((tuple, list), "a tuple of lengths"),),
        "width": (Number(0),),
    }
    _splitter = Copies

    def __init__(
        self,
        grid: tuple[int, ...] = (8,),
        *,
        width: float = 1.0,
        schedule: str | Schedule = "auto",
        min_temperature: float | None = None,
        perturbation: float = 1e-3,
        max_iter: int = 100,
        tol: float = 1e-5,
        verbose: int = 0,
        random_state: RandomState = None,
    ) -> None:
        self.grid = grid
        self.width = width
        self.schedule = schedule
        self.min_temperature = min_temperature
        self.perturbation = perturbation
        self.max_iter = max_iter
        self.tol = tol
        self.verbose = verbose
        self.random_state = random_state

    @with_callbacks
    def fit(
        self, X: Any, y: Any = None, sample_weight: ArrayLike | None = None
    ) -> TopologicalClustering:
        """Lay the grid through points.

        Parameters
        ----------
        X : array-like or data frame of shape (n_points, n_dimensions)
            Points; scale the coordinates so that a distance means something.
        y : ignored
            Present for pipelines.
        sample_weight : array-like of shape (n_points,), optional
            How many times each point counts.

        Returns
        -------
        TopologicalClustering
            The fitted estimator.
        """
        problem = self._check(X, sample_weight, min_rows=2)
        self.neighbourhood_ = neighbourhood_matrix(self._sides(), float(self.width))
        n_places = len(self.neighbourhood_)
        grown = self._anneal(problem, n_places, n_places)
        solution = self._settle(problem, grown)
        self._publish(problem, solution)
        self._tell_how_it_ended(solution.status)
        return self

    def _sides(self) -> tuple[int, ...]:
        sides: tuple[Any, ...] = tuple(self.grid)
        if not sides or not all(isinstance(side, int | np.integer) and side >= 1 for side in sides):
            message = (
                f"{type(self).__name__}: grid={self.grid!r} must be a tuple of integers >= 1, the "
                f"length of each side."
            )
            raise InputError(message)
        return tuple(int(side) for side in sides)

    def _cost(self, problem: PointProblem, temperature: float) -> TopologicalCost:
        return TopologicalCost(problem, len(self.neighbourhood_), temperature, self.neighbourhood_)
