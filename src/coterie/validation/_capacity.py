"""How many bits about the group of an object are real, at the best temperature."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from joblib import Parallel, delayed
from sklearn.base import clone

from coterie._core.errors import InputError
from coterie._core.params import N_JOBS, RANDOM_STATE, Number, OneOf, check_values
from coterie._core.random import RandomState, child_seeds
from coterie.validation._annealed_capacity import Annealed, quietly, two_by_two
from coterie.validation._capacity_result import Capacity, Meeting
from coterie.validation._families import HeldFamily
from coterie.validation._hamming import kary_inverse_temperature, kary_rate, label_agreement
from coterie.validation._make_instances import make_instances

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

    from coterie._core.params import Rules
    from coterie._core.types import FloatArray, IntArray
    from coterie.validation._families import Family
    from coterie.validation._instances import Instances, Pair

ENTROPIES = ("final", "final_hard", "current")
RULES: Rules = {
    "n_splits": (Number(1, whole=True),),
    "entropy": (OneOf(ENTROPIES),),
    "exact": (OneOf((True, False)),),
    "parameters": (OneOf(("own", "shared")),),
    "average": (OneOf(("probability", "cost")),),
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
    average: str = "probability",
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
    average : {"probability", "cost"}, default="probability"
        What is averaged over the labellings that `solver="gibbs"` draws: the probabilities of the
        labels of each object, or what they cost.
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
            "average": average, "n_init": n_init, "n_jobs": n_jobs, "random_state": random_state,
        },
        RULES,
    )  # fmt: skip
    how = Annealed(
        inverse_temperatures=inverse_temperatures,
        entropy=entropy,
        exact=exact,
        parameters=parameters,
        average=average,
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
                families_of(model, pair, luck)
                for pair, luck in zip(pairs, two_by_two(seeds), strict=True)
            ]
            return how.capacity(families, meetings, for_runs, **facts)
        jobs = (delayed(told)(model, half, each) for half, each in zip(halves, seeds, strict=True))
        found = two_by_two(Parallel(n_jobs=how.n_jobs, prefer="threads")(jobs))
    if all(each.ndim == 2 for pair in found for each in pair):
        held = [(HeldFamily(first), HeldFamily(second)) for first, second in found]
        return how.capacity(held, meetings, for_runs, **facts)
    n_labels = getattr(model, "n_clusters", None)
    return capacity_of_labels(found, meetings=meetings, n_labels=n_labels, **facts)


def families_of(model: Any, pair: Pair, seeds: tuple[int, int]) -> tuple[Family, Family]:
    """Return the weights of both instances; distances are taken from one number in both."""
    halves, shared = (pair.first, pair.second), {}
    if hasattr(model, "similarity_offset"):
        offsets = [model.similarity_offset(half) for half in halves]
        shared = {} if None in offsets else {"offset": max(offsets)}
    first, second = (
        seeded(model, seed).annealed_family(half, **shared)
        for half, seed in zip(halves, seeds, strict=True)
    )
    return first, second


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
        slacks=None,
        **facts,
    )


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
