"""How many bits about the group of an object are real, at the best temperature."""

from __future__ import annotations

import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone

from coterie._core.errors import CoterieWarning, InputError
from coterie._core.params import N_JOBS, RANDOM_STATE, Number, OneOf, check_values
from coterie._core.random import RandomState, child_seeds
from coterie.measures import effective_clusters
from coterie.measures._effective_clusters import first_doubles
from coterie.validation._capacity_result import Capacity, Meeting
from coterie.validation._families import HasEnergies, HeldFamily, falling
from coterie.validation._hamming import kary_inverse_temperature, kary_rate, label_agreement
from coterie.validation._information_rate import agreement, informativeness, matching
from coterie.validation._instances import make_instances

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._families import AnnealedPath, Family
    from coterie.validation._instances import Instances, Pair

ALIKE = 1e-2
"""Divergence of two clusters, in nats, that noise on the way down the temperatures explains."""

LEAST = 0.5
"""Objects that a cluster holds at least, if it counts."""

ENTROPIES = ("final", "final_hard", "current")
RULES: Rules = {
    "n_splits": (Number(1, whole=True),),
    "entropy": (OneOf(ENTROPIES),),
    "exact": (OneOf((True, False)),),
    "parameters": (OneOf(("own", "shared")),),
    "n_init": (Number(1, whole=True),),
    "n_jobs": N_JOBS,
    "random_state": RANDOM_STATE,
}


def generalization_capacity(  # noqa: PLR0913
    model: Any,
    X: Any = None,
    *,
    instances: str | Instances | Any = "auto",
    n_splits: int = 5,
    inverse_temperatures: str | ArrayLike = "auto",
    entropy: str = "final",
    exact: bool = False,
    parameters: str = "own",
    n_init: int = 3,
    n_jobs: int | None = None,
    random_state: RandomState = None,
) -> Capacity:
    """Return how much of a clustering is real, in bits per object.

    Two noisy instances of the same data are clustered. Where both give an object the same group,
    its label says something about the object; where they differ, it told of the noise. The capacity
    is what the labels tell for sure, at the temperature where that is most.

    Parameters
    ----------
    model : estimator, pair of labels, or pair of costs
        An estimator with a number of clusters. Those of coterie that can be annealed are judged by
        their soft assignments at every temperature; others, scikit-learn's included, by
        `predict_proba` if they have it, else by the labels of both fits. Or two label vectors, or
        two arrays of shape (n_objects, n_clusters) of what each label costs each object.
    X : array, sparse matrix or list of replicates
        The data, for an estimator.
    instances : str, callable or maker, default="auto"
        How two instances are made, as in `make_instances`.
    n_splits : int, default=5
        How many pairs of instances.
    inverse_temperatures : "auto" or array-like, default="auto"
        Where the rate is evaluated; "auto" goes from above the first transition to labels that are
        sure, in steps of 15 percent.
    entropy : {"final", "final_hard", "current"}, default="final"
        Whose cluster sizes say how much a label can tell: those of the first instance at the lowest
        temperature, soft or counted, or those at each temperature.
    exact : bool, default=False
        Count labelings of these sizes exactly. It makes a difference below some hundred objects.
    parameters : {"own", "shared"}, default="own"
        Whether the second instance is assigned by parameters of its own, or by those of the first;
        the latter is for costs with parameters, such as centres.
    n_init : int, default=3
        Runs down the temperatures for each instance; that of least final cost counts. Estimators
        that are judged by labels have restarts of their own.
    n_jobs : int, optional
        Runs at the same time, in threads unless a joblib context says otherwise.
    random_state : int, Generator, RandomState or None
        Seed of splits and runs.

    Returns
    -------
    Capacity
        `bits`, their standard error, the best inverse temperature, the curve, the effective number
        of clusters, and both labellings.

    See Also
    --------
    CapacitySearch : The best of many models.
    coterie.validation.reliability : Which clusters and which objects are real.
    minimum_transfer_cost : A choice within one cost function.

    Notes
    -----
    max over the temperatures of the mean over the pairs of the rate [VAL 65], [VAL §3.1]; labels
    are weighed by their Hamming distance [VAL 87]. A single cluster has 0 bits, and so has noise:
    the unclipped value of noise is negative, and stays in `raw`.

    With the true posteriors the capacity is the mutual information of the two measurements of one
    object [VAL §3.12].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import AnnealedKMeans, generalization_capacity
    >>> rng = np.random.default_rng(0)
    >>> centres = np.repeat([[0.0, 0.0], [9.0, 0.0], [0.0, 9.0], [9.0, 9.0]], 50, axis=0)
    >>> replicates = [centres + rng.normal(size=(200, 2)) for _ in range(2)]
    >>> found = generalization_capacity(AnnealedKMeans(4), replicates, random_state=0)
    >>> print(f"{found.bits:.2f} bits, {found.n_clusters_effective} clusters")
    2.00 bits, 4 clusters
    >>> noise = [rng.normal(size=(200, 2)) for _ in range(2)]
    >>> generalization_capacity(AnnealedKMeans(4), noise, random_state=0).bits < 0.02
    True
    """
    check_values(
        "generalization_capacity",
        {
            "n_splits": n_splits, "entropy": entropy, "exact": exact, "parameters": parameters,
            "n_init": n_init, "n_jobs": n_jobs, "random_state": random_state,
        },
        RULES,
    )  # fmt: skip
    how = Annealed(
        inverse_temperatures=inverse_temperatures,
        entropy=entropy,
        exact=exact,
        parameters=parameters,
        n_init=n_init,
        n_jobs=n_jobs,
    )
    if is_pair_of_arrays(model):
        first, second = (np.asarray(each) for each in model)
        if first.ndim == 1:
            return capacity_of_labels([(first, second)])
        if first.shape != second.shape:
            message = (
                f"generalization_capacity: costs of shapes {first.shape} and {second.shape} are "
                f"not of the same objects and labels. Give both in the same order."
            )
            raise InputError(message)
        held = (HeldFamily(first.astype(np.float64)), HeldFamily(second.astype(np.float64)))
        return how.capacity([held], [Meeting.of_all(len(first))], random_state)
    if X is None:
        message = (
            "generalization_capacity: X is missing. Give data for an estimator, or two label "
            "vectors, or two arrays of what each label costs each object."
        )
        raise InputError(message)
    maker = make_instances(X, instances, n_splits=n_splits)
    for_splits, for_fits = child_seeds(random_state, 2)
    return capacity_of_pairs(model, maker.draw(X, for_splits), how, for_fits, maker)


def capacity_of_pairs(
    model: Any, pairs: Sequence[Pair], how: Annealed, seed: int, maker: Instances
) -> Capacity:
    """Return the capacity of an estimator for pairs of instances that are there already."""
    meetings = [Meeting(pair.objects, pair.partners) for pair in pairs]
    facts = {"instances": maker.name, "assumption": maker.assumption}
    for_fits, for_runs = child_seeds(seed, 2)
    if getattr(model, "n_clusters", None) == 1:
        return Capacity.of_one_cluster(meetings, **facts)
    halves = [half for pair in pairs for half in (pair.first, pair.second)]
    seeds = child_seeds(for_fits, len(halves))
    with quietly():
        if hasattr(model, "annealed_family"):
            families = [
                seeded(model, each).annealed_family(half)
                for half, each in zip(halves, seeds, strict=True)
            ]
            return how.capacity(two_by_two(families), meetings, for_runs, **facts)
        jobs = (delayed(told)(model, half, each) for half, each in zip(halves, seeds, strict=True))
        found = two_by_two(Parallel(n_jobs=how.n_jobs, prefer="threads")(jobs))
    if all(each.ndim == 2 for pair in found for each in pair):
        held = [(HeldFamily(first), HeldFamily(second)) for first, second in found]
        return how.capacity(held, meetings, for_runs, **facts)
    n_labels = getattr(model, "n_clusters", None)
    return capacity_of_labels(found, meetings=meetings, n_labels=n_labels, **facts)


def told(model: Any, X: Any, seed: int) -> FloatArray | IntArray:
    """Fit afresh; return what each label costs each object, or the labels if there is no more."""
    own = seeded(model, seed)
    if hasattr(own, "predict_proba"):
        shares = own.fit(X).predict_proba(X)
        return np.asarray(-np.log(np.maximum(shares, np.finfo(np.float64).tiny)))
    return np.asarray(own.fit_predict(X) if hasattr(own, "fit_predict") else own.fit(X).labels_)


def seeded(model: Any, seed: int) -> Any:
    """Return a fresh estimator with luck of its own.

    Examples
    --------
    >>> from sklearn.cluster import KMeans
    >>> seeded(KMeans(3), 7)
    KMeans(n_clusters=3, random_state=7)
    """
    own = clone(model)
    if "random_state" in own.get_params(deep=False):
        own.set_params(random_state=seed)
    return own


def capacity_of_labels(
    found: Sequence[tuple[Any, Any]],
    *,
    meetings: Sequence[Meeting] | None = None,
    n_labels: Any = None,
    **facts: str,
) -> Capacity:
    """Return the capacity of labels, by their Hamming distance."""
    given = int(n_labels) if isinstance(n_labels, int | np.integer) else None
    agreements = [label_agreement(first, second, n_labels=given) for first, second in found]
    most = max(each.n_labels for each in agreements)
    delta = float(np.mean([each.delta for each in agreements]))
    best = min(kary_inverse_temperature(delta, most), -np.log(np.finfo(np.float64).eps))
    grid = np.unique(np.append(np.linspace(0.0, max(2.0 * best, 8.0), 81), best))
    curve = [kary_rate(grid, each.delta, most, each.entropy) for each in agreements]
    alike, apart = (float(kary_rate(best, wrong, most, 0.0)) for wrong in (0.0, 1.0))
    told_apart = [np.where(each.first == each.second, alike, apart) for each in agreements]
    return Capacity(
        inverse_temperatures=grid,
        curve=np.array(curve),
        entropies=np.array([each.entropy for each in agreements]),
        labels=tuple((each.first, each.second) for each in agreements),
        agreements=tuple(told_apart),
        effective=tuple(int(np.unique(each.first).size) for each in agreements),
        meetings=tuple(meetings or [Meeting.of_all(agreements[0].first.size)]),
        n_clusters=most,
        method="labels",
        **facts,
    )


@dataclass(frozen=True, kw_only=True)
class Annealed:
    """How capacities of families are computed: the settings of `generalization_capacity`."""

    inverse_temperatures: Any = "auto"
    entropy: str = "final"
    exact: bool = False
    parameters: str = "own"
    n_init: int = 3
    n_jobs: int | None = None

    def capacity(
        self,
        families: Sequence[tuple[Family, Family]],
        meetings: Sequence[Meeting],
        seed: RandomState,
        **facts: str,
    ) -> Capacity:
        """Anneal both families of each pair, compare them at all temperatures, and choose one."""
        temperatures = self.temperatures(families)
        paths = self.paths(families, temperatures, seed)
        met = [
            MetPaths(first, second, meeting.n_objects, shared=self.parameters == "shared")
            for (first, second), meeting in zip(paths, meetings, strict=True)
        ]
        entropies = np.array([self._entropies(each) for each in met])
        rates = [[each.agreement(at).mean() for at in range(temperatures.size)] for each in met]
        curve = entropies + np.array(rates)
        best = int(curve.mean(axis=0).argmax())
        return Capacity(
            inverse_temperatures=1.0 / temperatures,
            curve=curve,
            entropies=entropies[:, best],
            labels=tuple(each.labels(best) for each in met),
            agreements=tuple(each.agreement(best) for each in met),
            effective=tuple(each.effective(best) for each in met),
            meetings=tuple(meetings),
            n_clusters=families[0][0].n_clusters,
            method="annealed",
            **facts,
        )

    def temperatures(self, families: Sequence[tuple[Family, Family]]) -> FloatArray:
        """Return falling temperatures that suit all instances."""
        if not isinstance(self.inverse_temperatures, str):
            return checked_temperatures(self.inverse_temperatures)
        grids = [family.temperatures() for pair in families for family in pair]
        start, stop = (pick(grid[at] for grid in grids) for pick, at in ((max, 0), (min, -1)))
        steps = [grid[1] / grid[0] for grid in grids if grid.size > 2]
        return falling(start, stop, max(steps)) if steps else grids[0]

    def paths(
        self,
        families: Sequence[tuple[Family, Family]],
        temperatures: FloatArray,
        seed: RandomState,
    ) -> list[tuple[AnnealedPath, AnnealedPath]]:
        """Run down the temperatures; of several runs keep that of least final cost."""
        flat = [family for pair in families for family in pair]
        runs = list(product(range(len(flat)), range(self.n_init)))
        seeds = child_seeds(seed, len(runs))
        jobs = (
            delayed(run)(flat[which], temperatures, each)
            for (which, _), each in zip(runs, seeds, strict=True)
        )
        found: list[AnnealedPath] = Parallel(n_jobs=self.n_jobs, prefer="threads")(jobs)
        parts = [found[at : at + self.n_init] for at in range(0, len(found), self.n_init)]
        return two_by_two([min(part, key=lambda path: path.cost) for part in parts])

    def _entropies(self, met: MetPaths) -> FloatArray:
        """Return how much a label can tell, at each temperature."""
        temperatures = met.first.temperatures.size
        if self.entropy == "current":
            shares = [np.exp(met.log_first(at)).mean(axis=0) for at in range(temperatures)]
        else:
            last = met.log_first(temperatures - 1)
            if self.entropy == "final_hard":
                last = np.where(np.eye(last.shape[1])[last.argmax(axis=1)] > 0.0, 0.0, -np.inf)
            shares = [np.exp(last).mean(axis=0)]
        kept = [informativeness(each, met.size, exact=self.exact) for each in shares]
        return np.array(kept * (1 if len(kept) > 1 else temperatures))


class MetPaths:
    """Two paths whose objects go together, compared temperature by temperature."""

    def __init__(
        self, first: AnnealedPath, second: AnnealedPath, size: int, *, shared: bool
    ) -> None:
        if shared and not isinstance(first.family, HasEnergies):
            message = (
                f"parameters='shared' needs a cost with parameters, such as centres; "
                f"{type(first.family).__name__} has none. Take parameters='own'."
            )
            raise InputError(message)
        self.first, self.second, self.size, self._shared = first, second, size, shared

    def log_first(self, at: int) -> FloatArray:
        """Return log P(k | i) of all objects in the first instance."""
        return everyone(self.first.log_posterior(at), self.first.family.objects, self.size)

    def log_second(self, at: int) -> FloatArray:
        """Return the same in the second, clusters as yet by names of its own."""
        family = self.second.family
        if self._shared:
            state, temperature = self.first.states[at], self.first.temperatures[at]
            found = self.first.family.log_posterior_of(state, temperature, family)
        else:
            found = self.second.log_posterior(at)
        return everyone(found, family.objects, self.size)

    def both(self, at: int) -> tuple[FloatArray, FloatArray]:
        """Return both, columns that go together in the same place."""
        first, second = self.log_first(at), self.log_second(at)
        return first, second if self._shared else second[:, matching(first, second)]

    def agreement(self, at: int) -> FloatArray:
        """Return the log of the agreement of each object."""
        return agreement(*self.both(at))

    def labels(self, at: int) -> tuple[IntArray, IntArray]:
        """Return the most probable label of each object in both, clusters that are one as one."""
        first, second = (np.exp(each) for each in self.both(at))
        groups = np.maximum(first_doubles(first.T, ALIKE), 0)
        joined = np.zeros((groups.size, groups.size))
        joined[np.arange(groups.size), groups] = 1.0
        return (first @ joined).argmax(axis=1), (second @ joined).argmax(axis=1)

    def effective(self, at: int) -> int:
        """Return how many clusters differ and have objects, in the first."""
        return distinct(np.exp(self.log_first(at)))


def distinct(memberships: FloatArray) -> int:
    """Count the clusters that hold half an object or more and differ from one another.

    Examples
    --------
    >>> distinct(np.array([[0.5, 0.5, 0.0], [0.4, 0.4, 0.2], [0.0, 0.0, 1.0]]))
    2
    """
    there = memberships[:, memberships.sum(axis=0) >= LEAST]
    return effective_clusters(there.T, same=ALIKE)


def everyone(log_weights: FloatArray, objects: IntArray | None, size: int) -> FloatArray:
    """Let objects that the cost says nothing about belong to all clusters alike.

    Examples
    --------
    >>> np.exp(everyone(np.log([[0.9, 0.1]]), np.array([1]), 2)).round(1)
    array([[0.5, 0.5],
           [0.9, 0.1]])
    """
    if objects is None or objects.size == size:
        return log_weights
    found = np.full((size, log_weights.shape[1]), -np.log(log_weights.shape[1]))
    found[objects] = log_weights
    return found


def two_by_two(found: Sequence[Any]) -> list[tuple[Any, Any]]:
    """Put every two neighbours together.

    Examples
    --------
    >>> two_by_two([1, 2, 3, 4])
    [(1, 2), (3, 4)]
    """
    return list(zip(found[::2], found[1::2], strict=True))


def run(family: Family, temperatures: FloatArray, seed: int) -> AnnealedPath:
    """Go down the temperatures once."""
    return family.anneal(temperatures, np.random.default_rng(seed))


def checked_temperatures(inverse: ArrayLike) -> FloatArray:
    """Return temperatures, falling, from inverse ones.

    Examples
    --------
    >>> checked_temperatures([0.5, 0.25])
    array([4., 2.])
    """
    values = np.unique(np.asarray(inverse, dtype=np.float64).ravel())
    if not values.size or not (values[0] > 0.0 and np.isfinite(values[-1])):
        message = (
            f"inverse_temperatures={inverse!r} must hold numbers > 0, all finite. For labels "
            f"without a temperature give two label vectors."
        )
        raise InputError(message)
    return np.asarray(1.0 / values)


def is_pair_of_arrays(model: Any) -> bool:
    """Tell whether these are two label vectors, or two arrays of costs.

    Examples
    --------
    >>> is_pair_of_arrays(([0, 1], [1, 0])), is_pair_of_arrays("neither")
    (True, False)
    """
    if not isinstance(model, list | tuple) or len(model) != 2:
        return False
    sizes = [np.ndim(each) for each in model]
    return sizes[0] == sizes[1] and sizes[0] in {1, 2}


@contextmanager
def quietly() -> Iterator[None]:
    """Say nothing about single fits: that half of the data is little is known."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        yield
