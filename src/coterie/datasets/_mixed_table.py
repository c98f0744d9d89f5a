"""An ordinary table drawn from a known partition of the rows."""

from __future__ import annotations

from string import ascii_lowercase
from typing import TYPE_CHECKING

import numpy as np

from coterie._core.errors import InputError
from coterie._core.random import RandomState, generator
from coterie.datasets._dataset import Dataset
from coterie.datasets._planted import check_sizes, numbered

if TYPE_CHECKING:
    from coterie._core.types import FloatArray, IntArray

KINDS = ("continuous", "nominal", "ordinal")
LEVELS = 5
"""Names and grades that a column can hold."""


def make_mixed_table(
    n_rows: int = 300,
    *,
    n_clusters: int = 3,
    n_columns: tuple[int, int, int] = (2, 2, 2),
    n_noise: int = 0,
    separation: float = 2.0,
    random_state: RandomState = None,
) -> Dataset:
    """Draw a table of measurements, names and grades with planted clusters of rows.

    The clusters are of the same size up to one row, and every column tells them apart to some
    degree: measurements are normal around the centre of the cluster; grades are measurements cut
    into five equally frequent steps; names are such steps in an order that is nobody's. Noise
    columns know nothing of the clusters.

    Parameters
    ----------
    n_rows : int, default=300
        Number of rows.
    n_clusters : int, default=3
        Number of clusters.
    n_columns : tuple of 3 int, default=(2, 2, 2)
        Continuous, nominal and ordinal columns that tell the clusters apart.
    n_noise : int, default=0
        Columns that do not, in turn continuous, nominal and ordinal.
    separation : float, default=2.0
        How far apart the clusters are: the distance of neighbouring centres, in standard
        deviations within a cluster. At 0 every column is noise.
    random_state : int, RandomState, Generator or None, default=None
        Where the draws come from.

    Returns
    -------
    Dataset
        The table as an array of objects: floats, texts, and grades from 1 to 5. ``details`` holds
        ``"kinds"`` of the columns and ``"informative"``, which of them know the clusters.

    See Also
    --------
    coterie.MixedTableEncoder : Makes such tables fit for a bottleneck.

    Examples
    --------
    >>> from coterie.datasets import make_mixed_table
    >>> planted = make_mixed_table(100, n_noise=1, random_state=0)
    >>> planted
    Dataset(100 x 7, 3 classes)
    >>> planted.details["kinds"].tolist()[1:5]
    ['continuous', 'nominal', 'nominal', 'ordinal']
    """
    kinds = [kind for kind, count in zip(KINDS, n_columns, strict=True) for _ in range(count)]
    informative = [True] * len(kinds) + [False] * n_noise
    kinds += [KINDS[j % 3] for j in range(n_noise)]
    check_sizes(n_rows, len(kinds), n_clusters)
    if not 0.0 <= separation < np.inf:
        message = f"separation={separation} must be a finite number >= 0."
        raise InputError(message)
    random = generator(random_state)
    labels = random.permutation(np.arange(n_rows) % n_clusters)
    table = np.empty((n_rows, len(kinds)), dtype=object)
    for j, (kind, telling) in enumerate(zip(kinds, informative, strict=True)):
        centres = random.permutation(n_clusters) * (separation if telling else 0.0)
        measured = centres[labels] + random.normal(size=n_rows)
        table[:, j] = measured if kind == "continuous" else steps(measured)
        if kind == "nominal":
            names = random.permutation(list(ascii_lowercase[:LEVELS])).astype(object)
            table[:, j] = names[table[:, j].astype(np.int64) - 1]
    description = f"{n_rows} rows of {len(kinds)} columns with {n_clusters} planted clusters."
    return Dataset(
        data=table,
        row_names=numbered("row", n_rows),
        column_names=np.array([f"{kind} {j}" for j, kind in enumerate(kinds)]),
        target=labels.astype(np.int64),
        target_names=numbered("cluster", n_clusters),
        description=description,
        details={"kinds": np.array(kinds), "informative": np.array(informative)},
    )


def steps(measured: FloatArray) -> IntArray:
    """Cut measurements into equally frequent steps, counted from 1."""
    cuts = np.quantile(measured, np.arange(1, LEVELS) / LEVELS)
    return np.asarray(np.searchsorted(cuts, measured) + 1)
