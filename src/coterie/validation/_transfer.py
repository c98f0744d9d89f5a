"""What a clustering of one instance costs on the other: the order that transfers best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone

from coterie._core.errors import InputError
from coterie._core.params import N_JOBS, RANDOM_STATE, Each, Number, OneOf, check_values
from coterie._core.random import RandomState, child_seeds
from coterie.validation._annealed_capacity import Annealed, quietly, two_by_two
from coterie.validation._capacity import seeded
from coterie.validation._families import HasEnergies
from coterie.validation._make_instances import make_instances
from coterie.validation._scores import MAPPINGS, AdditiveScores, scores_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._instances import Instances, Pair

RULES: Rules = {
    "n_clusters": (Each(Number(1, whole=True), "a range or a list of numbers of clusters"),),
    "n_splits": (Number(1, whole=True),),
    "mapping": (OneOf(MAPPINGS),),
    "mapping_temperature": (OneOf(("auto",)), Number(0, open_low=True)),
    "n_init": (OneOf((None,)), Number(1, whole=True)),
    "n_jobs": N_JOBS,
    "random_state": RANDOM_STATE,
}


@dataclass(frozen=True, eq=False)
class TransferCosts:
    """Costs on the second instance of solutions of the first, against the number of clusters.

    Parameters
    ----------
    n_clusters : ndarray of shape (n_candidates,)
        Numbers that were tried.
    costs : ndarray of shape (n_candidates, n_splits)
        What the solution of the first instance costs on the second, per object.
    training_costs : ndarray of shape (n_candidates, n_splits)
        What it costs on the first.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import TransferCosts
    >>> costs = np.array([[3.0, 3.1], [1.0, 1.2], [1.1, 1.3]])
    >>> TransferCosts(np.array([1, 2, 3]), costs, costs).best_n_clusters
    2
    """

    n_clusters: IntArray
    costs: FloatArray
    training_costs: FloatArray

    @property
    def median(self) -> FloatArray:
        """Median over the pairs of instances."""
        return np.asarray(np.median(self.costs, axis=1))

    @property
    def quartiles(self) -> FloatArray:
        """A quarter of the costs is below the first row, three quarters are below the second."""
        return np.asarray(np.quantile(self.costs, [0.25, 0.75], axis=1))

    @property
    def best_n_clusters(self) -> int:
        """The number of least median cost; it may be 1."""
        return int(self.n_clusters[self.median.argmin()])

    @property
    def chosen(self) -> IntArray:
        """The number of least cost for each pair of instances by itself."""
        return np.asarray(self.n_clusters[self.costs.argmin(axis=0)])


def minimum_transfer_cost(  # noqa: PLR0913
    estimator: Any,
    X: Any,
    *,
    n_clusters: Sequence[int] = range(1, 11),
    instances: str | Instances | Any = "auto",
    n_splits: int = 5,
    mapping: str = "identity",
    mapping_temperature: str | float = "auto",
    n_init: int | None = None,
    n_jobs: int | None = None,
    random_state: RandomState = None,
) -> TransferCosts:
    """Choose the number of clusters by what a solution costs on data that it was not made from.

    Clusters are found in the first of two instances. Each object of the second is then given the
    cluster of the object that it is mapped to, and pays what the model asks. More clusters always
    cost less where they were found; on the second instance they cost more, once they follow noise.

    Parameters
    ----------
    estimator : estimator
        With `n_clusters` (or `n_components`), and a cost: centres, densities (`score_samples`), or
        a method `annealed_family` that tells it.
    X : array, sparse matrix or list of replicates
        The data.
    n_clusters : sequence of int, default=range(1, 11)
        Numbers to try; 1 is a number like any other.
    instances : str, callable or maker, default="auto"
        How two instances are made, as in `make_instances`.
    n_splits : int, default=5
        How many pairs of instances.
    mapping : str, default="identity"
        Which object of the first instance one of the second is mapped to: the one of its row
        ("identity"), its partner in the best pairing ("hungarian"), or the nearest ("nearest"). Or
        straight to a cluster: the one that costs least ("nearest_centroid"), or all of them by
        their Gibbs weights ("soft"). A density needs none: "density", which mixtures always have.
    mapping_temperature : "auto" or float, default="auto"
        Of "soft": the mean cost of a single cluster over 0.75.
    n_init : int, optional
        Restarts of each fit; by default those of the estimator.
    n_jobs : int, optional
        Fits at the same time, in threads unless a joblib context says otherwise.
    random_state : int, Generator, RandomState or None
        Seed of splits and fits.

    Returns
    -------
    TransferCosts
        `best_n_clusters`, and the costs on both instances.

    See Also
    --------
    generalization_capacity : Compares costs with one another too.
    coterie.validation.transfer_path : The same along the temperatures of one model.

    Notes
    -----
    [VAL 23], [VAL 24]; the mappings of [VAL §2.2]. Costs of pairs are those of the copied labels on
    the second instance. Mapping to the nearest object or centre follows the training cost and takes
    too many clusters where the cost is a distance.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import AnnealedKMeans, minimum_transfer_cost
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], 40, axis=0)
    >>> replicates = [centres + rng.normal(size=(120, 2)) for _ in range(2)]
    >>> found = minimum_transfer_cost(
    ...     AnnealedKMeans(), replicates, n_clusters=range(1, 6), random_state=0
    ... )
    >>> found.best_n_clusters
    3
    """
    asked = {
        "n_clusters": n_clusters, "n_splits": n_splits, "mapping": mapping,
        "mapping_temperature": mapping_temperature, "n_init": n_init, "n_jobs": n_jobs,
        "random_state": random_state,
    }  # fmt: skip
    check_values("minimum_transfer_cost", asked, RULES)
    for_splits, for_fits = child_seeds(random_state, 2)
    pairs = make_instances(X, instances, n_splits=n_splits).draw(X, for_splits)
    numbers = sorted({int(k) for k in n_clusters})
    cells = [(k, pair) for k in numbers for pair in pairs]
    seeds = child_seeds(for_fits, len(cells))
    how = (mapping, mapping_temperature)
    jobs = (
        delayed(transferred)(with_clusters(estimator, k, n_init), pair, how, seed)
        for (k, pair), seed in zip(cells, seeds, strict=True)
    )
    with quietly():
        found = np.array(Parallel(n_jobs=n_jobs, prefer="threads")(jobs))
    training, costs = found.T.reshape(2, len(numbers), len(pairs))
    return TransferCosts(np.array(numbers), costs, training)


def with_clusters(estimator: Any, k: int, n_init: int | None = None) -> Any:
    """Return the estimator with so many clusters, whatever it calls them.

    Examples
    --------
    >>> from sklearn.mixture import GaussianMixture
    >>> with_clusters(GaussianMixture(), 3)
    GaussianMixture(n_components=3)
    """
    own = estimator.get_params(deep=False)
    name = next((name for name in ("n_clusters", "n_components") if name in own), None)
    if name is None:
        message = (
            f"{type(estimator).__name__} has neither n_clusters nor n_components to choose. Give "
            f"an estimator with a number of clusters."
        )
        raise InputError(message)
    asked = {name: k} | ({"n_init": n_init} if n_init and "n_init" in own else {})
    return clone(estimator).set_params(**asked)


def transferred(
    estimator: Any, pair: Pair, how: tuple[str, str | float], seed: int
) -> tuple[float, float]:
    """Return what a solution of the first instance costs there, and on the second."""
    model = seeded(estimator, seed)
    labels = np.asarray(model.fit_predict(pair.first))
    mapping, temperature = how
    scores = scores_for(model, pair, labels, density=mapping == "density")
    if isinstance(scores, AdditiveScores):
        return scores.training, scores.transfer(pair, mapping, temperature)
    if mapping != "identity":
        message = (
            f"mapping={mapping!r}: {type(estimator).__name__} has no cost of a single object, so "
            f"that labels are copied from row to row. Take mapping='identity'; "
            f"instances='objects' pairs the rows of two halves."
        )
        raise InputError(message)
    return scores


@dataclass(frozen=True, eq=False)
class TransferPath:
    """Transfer costs along the temperatures of one model.

    Parameters
    ----------
    inverse_temperatures : ndarray of shape (n_temperatures,)
        Rising.
    costs, training_costs : ndarray of shape (n_splits, n_temperatures)
        Expected cost per object on the second instance, and on the first.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.validation import TransferPath
    >>> costs = np.array([[3.0, 1.0, 2.0]])
    >>> TransferPath(np.array([0.1, 1.0, 10.0]), costs, costs).inverse_temperature
    1.0
    """

    inverse_temperatures: FloatArray
    costs: FloatArray
    training_costs: FloatArray

    @property
    def inverse_temperature(self) -> float:
        """Where the mean transfer cost is least."""
        return float(self.inverse_temperatures[self.costs.mean(axis=0).argmin()])


def transfer_path(  # noqa: PLR0913
    estimator: Any,
    X: Any,
    *,
    instances: str | Instances | Any = "auto",
    n_splits: int = 5,
    inverse_temperatures: str | ArrayLike = "auto",
    n_init: int = 3,
    n_jobs: int | None = None,
    random_state: RandomState = None,
) -> TransferPath:
    """Return the expected transfer cost at every temperature.

    Parameters
    ----------
    estimator : estimator
        One whose cost has parameters, such as centres: `AnnealedKMeans`, or a clustering of counts.
    X : array, sparse matrix or list of replicates
        The data.
    instances, n_splits, inverse_temperatures, n_init, n_jobs, random_state
        As in `generalization_capacity`.

    Returns
    -------
    TransferPath
        The costs, and the `inverse_temperature` at which they are least.

    Notes
    -----
    [VAL 94]: memberships of the objects in the first instance, costs of their rows in the second,
    by the parameters of the first. For Gaussian clusters it is least where the capacity is most.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import AnnealedKMeans
    >>> from coterie.validation import transfer_path
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0]], 40, axis=0)
    >>> replicates = [centres + rng.normal(size=(120, 2)) for _ in range(2)]
    >>> path = transfer_path(AnnealedKMeans(5), replicates, random_state=0)
    >>> bool(path.costs.min() < path.costs[0, -1])  # at the end, single points are followed
    True
    """
    if not hasattr(estimator, "annealed_family"):
        message = (
            f"transfer_path: {type(estimator).__name__} cannot be annealed. Give one that can, "
            f"such as AnnealedKMeans(), or ask minimum_transfer_cost."
        )
        raise InputError(message)
    how = Annealed(inverse_temperatures=inverse_temperatures, n_init=n_init, n_jobs=n_jobs)
    for_splits, for_runs = child_seeds(random_state, 2)
    pairs = make_instances(X, instances, n_splits=n_splits).draw(X, for_splits)
    with quietly():
        families = two_by_two(
            [
                estimator.annealed_family(half)
                for pair in pairs
                for half in (pair.first, pair.second)
            ]
        )
    if not isinstance(families[0][0], HasEnergies):
        message = (
            f"transfer_path: {type(estimator).__name__} has no parameters to apply to another "
            f"instance. Ask minimum_transfer_cost."
        )
        raise InputError(message)
    temperatures = how.temperatures(families)
    paths = how.paths(families, temperatures, for_runs)
    costs = np.empty((2, len(paths), temperatures.size))
    for split, (path, _) in enumerate(paths):
        family, other = families[split]
        for at in range(temperatures.size):
            shares = np.exp(path.log_posterior(at))
            for which, instance in enumerate((family, other)):
                energies = family.energies(path.states[at], instance)
                costs[which, split, at] = np.einsum("ik,ik->i", shares, energies).mean()
    return TransferPath(1.0 / temperatures, costs[1], costs[0])
