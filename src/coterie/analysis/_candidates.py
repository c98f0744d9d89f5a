"""What is tried on data of each kind: methods, measures, numbers, and two noisy instances."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from coterie._core.random import child_seeds
from coterie.analysis._handing import handed, has_negative
from coterie.analysis._methods import COUNTED, METHODS, PAIRS, SIGNED, Method
from coterie.estimators import PairwiseClustering
from coterie.problems._pairwise import is_sparse
from coterie.similarity import similarity_to_distance
from coterie.validation import (
    FeatureSplit,
    GivenPair,
    Instances,
    ObjectHalves,
    Thinning,
)
from coterie.validation._make_instances import MANY
from coterie.validation._pairing import is_whole, taken

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coterie._core.types import IntArray
    from coterie.analysis._settings import Settings
    from coterie.sources import Table


ENOUGH, MOST_HALVINGS = 1_200, 10
"""Objects, over all halvings, that are enough to tell bits from luck; and the most halvings."""

ALONE = 2
"""Times as many runs if there is one pair of instances only."""


@dataclass(frozen=True)
class Preset:
    """How much is tried.

    Parameters
    ----------
    n_splits, n_init : int
        Pairs of instances, and runs down the temperatures for each.
    most : int
        Largest number of groups, if none is named.
    most_rows : int
        Rows on which candidates are judged if some look at all pairs; the choice is judged again.
    most_whole : int
        Rows on which other candidates are judged, and up to which all pairs are looked at.
    methods : mapping of str to tuple of str
        Names of methods for each kind of data; "signed" are similarities of which some are
        negative.
    measures : tuple of str
        How points are compared.
    """

    n_splits: int
    n_init: int
    most: int
    most_rows: int
    most_whole: int
    methods: Mapping[str, tuple[str, ...]]
    measures: tuple[str, ...] = ("correlation", "path")


FAST = Preset(
    n_splits=3,
    n_init=2,
    most=10,
    most_rows=400,
    most_whole=2500,
    methods={
        "points": (
            "AnnealedKMeans", "TemperedGaussianMixture", "CorrelationClustering",
            "PairwiseClustering",
        ),
        "similarity": ("NormalizedCut", "PairwiseClustering", "DominantSets"),
        "signed": ("CorrelationClustering", "PairwiseClustering", "DominantSets"),
        "dissimilarity": ("PairwiseClustering", "NormalizedCut"),
    },
)  # fmt: skip
THOROUGH = Preset(
    n_splits=5,
    n_init=3,
    most=20,
    most_rows=1500,
    most_whole=5000,
    methods={
        "points": (*FAST.methods["points"], "NormalizedCut", "DominantSets"),
        "similarity": (*FAST.methods["similarity"], "CorrelationClustering", "RatioCut"),
        "signed": (*FAST.methods["signed"], "RatioCut"),
        "dissimilarity": (*FAST.methods["dissimilarity"], "RatioCut", "DominantSets"),
    },
    measures=("correlation", "path", "sqeuclidean"),
)
PRESETS = {"fast": FAST, "thorough": THOROUGH}
"""How much is tried, by name."""


class OfSimilarities(PairwiseClustering):
    """Pairwise clustering of v - S for similarities S: all candidates are given the same."""

    def _precomputed(self, X: Any) -> Any:
        turned = similarity_to_distance(X.toarray() if is_sparse(X) else X)
        np.fill_diagonal(turned, 0.0)
        return super()._precomputed(turned)

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = self.affinity == "precomputed"
        return tags


@dataclass(frozen=True, eq=False)
class Plan:
    """What will be tried.

    Parameters
    ----------
    preset : Preset
        How much.
    methods : tuple of Method
        What clusters.
    measures : tuple of str
        How points are compared; empty where nothing is.
    numbers : tuple of int
        Numbers of groups.
    data : array, sparse matrix or list of two
        What candidates are given: points, or similarities of all pairs.
    kind : str
        Kind of the data.
    maker : Instances
        How two instances are made.
    """

    preset: Preset
    methods: tuple[Method, ...]
    measures: tuple[str, ...]
    numbers: tuple[int, ...]
    data: Any
    kind: str
    maker: Instances

    @property
    def n_rows(self) -> int:
        """Number of objects."""
        return int(np.shape(self.data[0] if isinstance(self.data, list) else self.data)[0])

    @property
    def n_init(self) -> int:
        """Runs for each instance: a single pair has no other chance to find the best."""
        return (
            ALONE * self.preset.n_init if isinstance(self.maker, GivenPair) else self.preset.n_init
        )

    @property
    def pairwise(self) -> bool:
        """Whether the data are numbers of all pairs."""
        return self.kind in PAIRS

    def estimators(self) -> dict[str, Any]:
        """Return what is tried, by name."""
        return {method.name: self.estimator(method) for method in self.methods}

    def estimator(self, method: Method) -> Any:
        """Return a method that takes the data, with few restarts: instances are restarts too."""
        from coterie import estimators

        turned = self.pairwise and method.name == "PairwiseClustering"
        kind = OfSimilarities if turned else getattr(estimators, method.name)
        asked: dict[str, Any] = {"n_init": self.n_init}
        if self.pairwise:
            asked |= dict.fromkeys(("affinity", "metric"), "precomputed")
        return kind(**{name: value for name, value in asked.items() if name in method.defaults})

    def sample(self, random_state: Any) -> tuple[Any, IntArray | None]:
        """Return the data of some objects, and which they are; None stands for all of them.

        A graph stays whole: few of its edges join the objects of a sample.
        """
        compares = any(method.compares for method in self.methods)
        most = self.preset.most_rows if compares else self.preset.most_whole
        if self.n_rows <= most or isinstance(self.maker, Thinning):
            return self.data, None
        rng = np.random.default_rng(child_seeds(random_state, 1)[0])
        rows = np.sort(rng.permutation(self.n_rows)[:most])
        return self.of(rows), rows

    def of(self, rows: IntArray) -> Any:
        """Return the data of some objects."""
        if isinstance(self.data, list):
            return [taken(each, rows, self.pairwise) for each in self.data]
        return taken(self.data, rows, self.pairwise)


def plan(tables: Sequence[Table], settings: Settings) -> Plan:
    """Say what will be tried on data, or on replicates: all that suits, or what was named.

    Examples
    --------
    >>> import numpy as np
    >>> from coterie.analysis import Settings, obtain
    >>> table = obtain(np.random.default_rng(0).normal(size=(50, 2)), kind="points")
    >>> made = plan([table], Settings())
    >>> [method.name for method in made.methods], made.maker.name
    (['AnnealedKMeans', 'TemperedGaussianMixture', 'PairwiseClustering'], 'object halves')
    """
    table, preset = tables[0], PRESETS[settings.effort or "fast"]
    methods = methods_for(table, settings, preset)
    form = METHODS["NormalizedCut"] if table.kind in PAIRS else methods[0]
    data = [handed(each, form) for each in tables]
    return Plan(
        preset,
        methods,
        measures_for(table, settings, preset),
        numbers_for(table, settings, preset),
        data if len(data) > 1 else data[0],
        table.kind,
        maker_for(table, data, preset),
    )


def methods_for(table: Table, settings: Settings, preset: Preset) -> tuple[Method, ...]:
    """Return the method that was named, or those that suit the data, their number and their size.

    Those that look at all pairs are left out where they would need hours.
    """
    if settings.method is not None:
        return (next(m for n, m in METHODS.items() if n.casefold() == settings.method.casefold()),)
    kind = "signed" if table.kind == "similarity" and has_negative(table) else table.kind
    suiting = [METHODS[name] for name in preset.methods[kind]]
    if settings.similarity is not None:
        return tuple(method for method in suiting if method.compares)
    if table.kind != "points":
        return tuple(suiting)
    few, many = table.shape[0] <= preset.most_whole, table.shape[1] >= MANY
    return tuple(
        method
        for method in suiting
        if not method.compares or (few and (many or method.name != "CorrelationClustering"))
    )


def measures_for(table: Table, settings: Settings, preset: Preset) -> tuple[str, ...]:
    """Return how points are compared; a correlation needs some columns."""
    if table.kind != "points":
        return ()
    if settings.similarity is not None:
        return (settings.similarity,)
    many = table.shape[1] >= MANY
    return tuple(name for name in preset.measures if many or name not in SIGNED)


def numbers_for(table: Table, settings: Settings, preset: Preset) -> tuple[int, ...]:
    """Return the numbers of groups to try."""
    if isinstance(settings.candidates, str):
        return tuple(range(1, max(2, min(preset.most, table.shape[0] // 4)) + 1))
    return tuple(sorted({int(each) for each in settings.candidates}))


def maker_for(table: Table, data: Sequence[Any], preset: Preset) -> Instances:
    """Choose how to come by two instances: replicates, edges, columns, or the objects."""
    if len(data) > 1:
        return GivenPair()
    matrix = data[0]
    if table.kind in COUNTED:
        return Thinning(n_splits=preset.n_splits, pairwise=False)
    if table.kind in PAIRS:
        if table.kind == "similarity" and is_edges(matrix):
            return Thinning(n_splits=min(2, preset.n_splits), pairwise=True)
        return ObjectHalves(n_splits=halvings(table, preset), pairwise=True)
    if matrix.shape[1] >= MANY:
        return FeatureSplit(n_splits=preset.n_splits)
    return ObjectHalves(n_splits=halvings(table, preset), pairwise=False)


def halvings(table: Table, preset: Preset) -> int:
    """Return how often objects are halved: halves of a few differ by luck, and cost little."""
    return max(preset.n_splits, min(MOST_HALVINGS, ENOUGH // table.shape[0]))


def is_edges(matrix: Any) -> bool:
    """Tell whether these are the edges of a graph, counted: each can be in one of two halves.

    Examples
    --------
    >>> import scipy.sparse as sp
    >>> is_edges(sp.csr_array([[0, 1], [1, 0]])), is_edges(np.eye(2))
    (True, False)
    """
    if is_whole(matrix):
        return True
    return is_sparse(matrix) and bool(matrix.nnz) and bool((matrix.data == 1).all())
