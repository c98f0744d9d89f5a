"""What a user may ask of an analysis."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie._core.params import N_JOBS, RANDOM_STATE, Instance, Number, OneOf, check_params

if TYPE_CHECKING:
    from collections.abc import Sequence

    from coterie._core.random import RandomState

WHOLE = Number(1, whole=True)
RULES = {
    "n_clusters": (
        OneOf(("auto",)),
        WHOLE,
        Instance((range, list, tuple, np.ndarray), "a range or a list of numbers of clusters"),
    ),
    "prior": (OneOf(("auto", "counts", "uniform")),),
    "beta": (Number(0, open_low=True),),
    "n_init": (OneOf((None,)), Number(1, whole=True)),
    "max_iter": (OneOf((None,)), Number(1, whole=True)),
    "max_words": (OneOf((None,)), Number(1, whole=True)),
    "max_time": (OneOf((None,)), Number(0, open_low=True)),
    "method": (OneOf((None,)), Instance((str,), "the name of an estimator")),
    "similarity": (OneOf((None,)), Instance((str,), "the name of a similarity")),
    "preset": (OneOf((None, "fast", "thorough")),),
    "n_jobs": N_JOBS,
    "random_state": RANDOM_STATE,
}


@dataclass(frozen=True)
class Settings:
    """How an analysis is made.

    Parameters
    ----------
    n_clusters : int, sequence of int or "auto", default="auto"
        As many clusters; the best of these numbers; the best of 1, 2, 3, ... until more is worse.
    prior : {"auto", "counts", "uniform"}, default="auto"
        Whether every count weighs the same or every row does; "auto" is "uniform" for texts, whose
        length says nothing about their subject, and "counts" for everything else.
    beta : float, default=inf
        Weight of relevance, as for `SequentialIB`.
    n_init : int, optional
        Restarts of the last fit; by default as many as the method makes.
    max_iter : int, optional
        Most sweeps of a restart; by default those of the method.
    max_words : int or None, default=2000
        Of texts, keep so many words: those that tell most about the texts. None keeps all.
    max_time : float, optional
        Seconds after which no further number of clusters is tried.
    method : str, optional
        Name of an estimator in `METHODS`; by default the one that suits the kind of data.
    similarity : str, optional
        How points are compared, a name in `coterie.similarity.SIMILARITIES`, for methods that look
        at rows two by two.
    preset : {"fast", "thorough"}, optional
        How much is tried and how often it is judged; by default "fast" where the number of clusters
        is to be chosen, and nothing where one number is given.
    n_jobs : int, optional
        Fits at the same time, -1 for all processors; the answer does not depend on it.
    verbose : int, default=0
        0 is silent, 1 shows progress.
    random_state : int, Generator, RandomState or None, default=0
        Seed; the same seed gives the same answer.

    Examples
    --------
    >>> from coterie.analysis import Settings
    >>> Settings(n_clusters=range(2, 21)).candidates[:3]
    (2, 3, 4)
    >>> Settings(n_init=0)
    Traceback (most recent call last):
        ...
    coterie._core.errors.InputError: Settings: n_init=0 must be None, or an integer >= 1.
    """

    n_clusters: int | Sequence[int] | str = "auto"
    prior: str = "auto"
    beta: float = math.inf
    n_init: int | None = None
    max_iter: int | None = None
    max_words: int | None = 2000
    max_time: float | None = None
    method: str | None = None
    similarity: str | None = None
    preset: str | None = None
    n_jobs: int | None = None
    verbose: int = 0
    random_state: RandomState = 0

    def __post_init__(self) -> None:
        check_params(self, RULES)
        asked = self.candidates
        wrong = [] if isinstance(asked, str) else [k for k in asked if not WHOLE.holds(k)]
        if wrong or len(asked) == 0:
            shown = wrong[0] if wrong else "no number in it"
            message = f"Settings: n_clusters has {shown}; numbers of clusters are integers >= 1."
            raise InputError(message)

    @property
    def given(self) -> int | None:
        """The number of clusters, or None if it is to be chosen."""
        return int(self.n_clusters) if isinstance(self.n_clusters, int | np.integer) else None

    @property
    def effort(self) -> str | None:
        """How much is tried to judge the clustering; None if it is made as told."""
        return self.preset or (None if self.given is not None else "fast")

    @property
    def candidates(self) -> Sequence[int] | str:
        """The numbers to choose from, or "auto"."""
        if isinstance(self.n_clusters, int | np.integer):
            return (int(self.n_clusters),)
        return self.n_clusters if isinstance(self.n_clusters, str) else tuple(self.n_clusters)
