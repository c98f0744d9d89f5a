"""The methods that a user can name: which data each takes, and how they are handed to it."""

from __future__ import annotations

import inspect
import math
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from coterie._core.errors import InputError
from coterie.similarity import SIMILARITIES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from coterie.analysis._settings import Settings

Input: TypeAlias = Literal["counts", "histograms", "points", "similarities", "dissimilarities"]

PAIRS = ("similarity", "dissimilarity")
COUNTED = ("counts", "text")
KINDS_OF: dict[Input, tuple[str, ...]] = {
    "counts": COUNTED,
    "histograms": ("counts",),
    "points": ("points",),
    "similarities": ("points", *PAIRS),
    "dissimilarities": ("points", *PAIRS),
}
"""Kinds of data that a method takes; one that compares rows two by two can compare points first."""

SIGNED = ("correlation",)
"""Similarities whose sign says whether two rows belong together."""

OPTIONS = {"beta": "--beta", "prior": "--prior", "n_init": "--restarts", "max_iter": "--max-iter"}
"""What a user may ask of a method that has such a parameter."""


@dataclass(frozen=True)
class Method:
    """An estimator that can be asked for by its name.

    Parameters
    ----------
    name : str
        Name of the class in `coterie.estimators`.
    takes : {"counts", "histograms", "points", "similarities", "dissimilarities"}
        What it clusters: histograms are counts whose columns have an order; of the last two, a
        matrix of all pairs, or points that it compares.
    graphs : bool
        Whether a sparse matrix of pairs stays sparse.

    Examples
    --------
    >>> from coterie.analysis import METHODS
    >>> METHODS["NormalizedCut"].kinds
    ('points', 'similarity', 'dissimilarity')
    """

    name: str
    takes: Input
    graphs: bool = False

    @property
    def kinds(self) -> tuple[str, ...]:
        """Kinds of data that it can be given."""
        return KINDS_OF[self.takes]

    @property
    def counts(self) -> bool:
        """Whether its rows are counts."""
        return "counts" in self.kinds

    @property
    def compares(self) -> bool:
        """Whether it compares points by a similarity that can be named."""
        return "similarity" in self.kinds and "similarity" in self.defaults

    @cached_property
    def defaults(self) -> Mapping[str, Any]:
        """Its parameters, with what they are unless told."""
        from coterie import estimators

        parameters = inspect.signature(getattr(estimators, self.name)).parameters
        return {name: parameter.default for name, parameter in parameters.items()}


METHODS = {
    method.name: method
    for method in (
        Method("SequentialIB", "counts"),
        Method("AgglomerativeIB", "counts"),
        Method("IterativeIB", "counts"),
        Method("AnnealedIB", "counts"),
        Method("HistogramClustering", "counts"),
        Method("MultinomialMixture", "counts"),
        Method("ParametricDistributionalClustering", "histograms"),
        Method("SequentialKMeans", "counts"),
        Method("CosineKMeans", "counts"),
        Method("AnnealedKMeans", "points"),
        Method("TemperedGaussianMixture", "points"),
        Method("ComplexityClustering", "points"),
        Method("TopologicalClustering", "points"),
        Method("PairwiseClustering", "dissimilarities"),
        Method("AnnealedEmbedding", "dissimilarities"),
        Method("MarkovRelaxation", "dissimilarities"),
        Method("CorrelationClustering", "similarities", graphs=True),
        Method("NormalizedCut", "similarities", graphs=True),
        Method("RatioCut", "similarities", graphs=True),
        Method("AdaptiveRatioCut", "similarities", graphs=True),
        Method("MinCut", "similarities", graphs=True),
        Method("MinMaxCut", "similarities", graphs=True),
        Method("MaxCut", "similarities", graphs=True),
        Method("DominantSets", "similarities", graphs=True),
    )
}
"""The methods by name."""

REPORTED = "SequentialIB"
"""The method of counts whose number of groups is chosen by held-out information."""


@dataclass(frozen=True)
class Choice:
    """A method that suits the data, and how it came to be taken.

    Parameters
    ----------
    method : Method
        What clusters.
    similarity : str or None
        How points are compared, where the method compares.
    why : str
        A sentence, empty where it goes without saying.

    Examples
    --------
    >>> from coterie.analysis import METHODS, Choice
    >>> Choice(METHODS["SequentialIB"]).reported
    True
    """

    method: Method
    similarity: str | None = None
    why: str = ""

    @property
    def reported(self) -> bool:
        """Whether held-out information judges it, and its page is about counts."""
        return self.method.name == REPORTED


def choose(
    settings: Settings,
    kind: str,
    *,
    signed: bool = False,
    origin: str = "data",
    reasons: Sequence[str] = (),
) -> Choice:
    """Find the method that was named, or the one that suits the kind of data.

    Parameters
    ----------
    settings : Settings
        What is asked for.
    kind : str
        Kind of the data, one of `coterie.sources.KINDS`.
    signed : bool
        Whether some similarities are negative.
    origin, reasons : str, sequence of str
        Where the data come from and why they were taken for that kind, for messages.

    Returns
    -------
    Choice
        The method.

    Raises
    ------
    InputError
        There is no such method or similarity, or it is not for these data.

    Examples
    --------
    >>> from coterie.analysis import Settings, choose
    >>> choose(Settings(method="dominantsets"), "points").method.name
    'DominantSets'
    >>> print(choose(Settings(), "similarity", signed=True).why)
    CorrelationClustering was taken, as some similarities are negative; --method names another.
    """
    suiting = [method.name for method in METHODS.values() if kind in method.kinds]
    if not suiting:
        message = (
            f"{origin}: was taken for {kind} ({'; '.join(reasons)}), which no method takes; say "
            "what else the numbers are: --kind counts, points or similarity (kind=)."
        )
        raise InputError(message)
    _check_similarity(settings, kind, origin)
    if settings.method is None:
        choice = _usual(settings, kind, signed=signed)
    else:
        choice = Choice(_named(settings.method, kind, suiting, origin, reasons))
    return _with_similarity(choice, settings, kind)


def _named(
    name: str, kind: str, suiting: Sequence[str], origin: str, reasons: Sequence[str]
) -> Method:
    known = {each.casefold(): method for each, method in METHODS.items()}
    method = known.get(name.casefold())
    listed = ", ".join(suiting)
    if method is None:
        message = f"{origin}: there is no method {name!r}; for {kind}, choose from {listed}."
        raise InputError(message)
    if kind not in method.kinds:
        because = f" ({'; '.join(reasons)})" if reasons else ""
        message = (
            f"{origin}: {method.name} takes {', '.join(method.kinds)}, and these data were taken "
            f"for {kind}{because}; choose from {listed}, or say what the data are (--kind, kind=)."
        )
        raise InputError(message)
    return method


def _usual(settings: Settings, kind: str, *, signed: bool) -> Choice:
    """Choose by the kind of data, and say why."""
    if kind in KINDS_OF["counts"]:
        return Choice(METHODS["SequentialIB"])
    measure = settings.similarity
    if kind == "dissimilarity":
        name, why = "PairwiseClustering", "as distances of all pairs were given"
    elif kind == "similarity" and signed:
        name, why = "CorrelationClustering", "as some similarities are negative"
    elif kind == "similarity":
        name, why = "NormalizedCut", "as no similarity is negative"
    elif measure is None:
        name, why = "AnnealedKMeans", "as points were given"
    elif measure in SIGNED:
        name, why = "CorrelationClustering", f"as the sign of a {measure} says who belongs together"
    else:
        name, why = "PairwiseClustering", f"as points are compared by {measure}"
    return Choice(METHODS[name], why=f"{name} was taken, {why}; --method names another.")


def _check_similarity(settings: Settings, kind: str, origin: str) -> None:
    name = settings.similarity
    if name is None:
        return
    if name not in SIMILARITIES:
        listed = ", ".join(SIMILARITIES)
        message = f"{origin}: there is no similarity {name!r}; choose from {listed}."
        raise InputError(message)
    if kind != "points":
        message = (
            f"{origin}: similarity {name!r} compares points, and these data were taken for {kind}; "
            "leave it out, or say --kind points (kind='points')."
        )
        raise InputError(message)


def _with_similarity(choice: Choice, settings: Settings, kind: str) -> Choice:
    """Settle how points are compared."""
    method = choice.method
    if kind != "points" or not method.compares:
        if settings.similarity is not None:
            others = ", ".join(each.name for each in METHODS.values() if each.compares)
            message = (
                f"{method.name} does not compare points by a similarity; leave it out, or choose "
                f"from {others}."
            )
            raise InputError(message)
        return choice
    measure = settings.similarity or str(method.defaults["similarity"])
    return Choice(method, measure, choice.why)


def build(choice: Choice, settings: Settings, kind: str, prior: str = "") -> Any:
    """Return the estimator, with what was asked for and its own defaults for the rest.

    Examples
    --------
    >>> from coterie.analysis import Settings, choose
    >>> settings = Settings(n_clusters=3, n_init=2)
    >>> build(choose(settings, "similarity"), settings, "similarity").get_params()["n_init"]
    2
    """
    from coterie import estimators

    method, known = choice.method, choice.method.defaults
    asked: dict[str, Any] = {
        "beta": None if math.isinf(settings.beta) else settings.beta,
        "prior": None if settings.prior == "auto" else settings.prior,
        "n_init": settings.n_init,
        "max_iter": settings.max_iter,
    }
    for name, value in asked.items():
        if value is not None and name not in known:
            message = f"{method.name} has no {name}; leave {OPTIONS[name]} out ({name}=)."
            raise InputError(message)
    asked |= {
        "prior": prior or None,
        "n_clusters": settings.given,
        "grid": None if settings.given is None else (settings.given,),
        "similarity": choice.similarity,
        **dict.fromkeys(("affinity", "metric"), "precomputed" if kind in PAIRS else None),
        "n_jobs": settings.n_jobs,
        "verbose": settings.verbose,
        "random_state": settings.random_state,
    }
    told = {name: value for name, value in asked.items() if value is not None and name in known}
    return getattr(estimators, method.name)(**told)
