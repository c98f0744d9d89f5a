"""Tables of weights as the kernels take them."""

from typing import NamedTuple

import numpy as np
import pytest
import scipy.sparse as sp

from coterie import kernels


class Case(NamedTuple):
    """What a sweep needs, from a table of counts and a scale for each row."""

    table: np.ndarray
    layout: kernels.Layout
    rows: kernels.Rows
    weights: kernels.Weights
    tables: kernels.Tables
    scratch: kernels.Scratch
    tolerance: float
    error: np.ndarray

    def fill(self, labels):
        """Start from labels."""
        kernels.fill_tables(self.tables, self.rows, labels)

    def sweep(self, labels, order, keep_all=True):
        """Sweep once over the order."""
        return kernels.sweep(
            self.rows, self.weights, self.tables, self.scratch, labels, order, keep_all,
            self.tolerance, self.error,
        )  # fmt: skip

    def masses(self):
        """Mass of each feature in each cluster, in the order of the table."""
        frequent, n_clusters = self.tables.mass.shape
        by_rank = np.zeros((self.table.shape[1], n_clusters))
        by_rank[:frequent] = self.tables.mass
        slots = self.tables.slots
        for r in range(slots.slot.size):
            own = slice(slots.slot[r], slots.slot[r] + slots.used[r])
            assert len(set(slots.cluster[own])) == slots.used[r], "a cluster has two slots"
            by_rank[frequent + r, slots.cluster[own]] = slots.mass[own]
        return by_rank[self.layout.rank]


@pytest.fixture(scope="session")
def make_case():
    def make(counts, n_clusters, *, scale=None, feature_weight=None, mass_weight=1.0):
        matrix = sp.csr_array(np.asarray(counts))
        n_rows, n_features = matrix.shape
        scale = np.ones(n_rows) if scale is None else scale
        table = matrix.toarray() * scale[:, None]
        mass = table.sum(axis=1)
        feature_weight = np.full(n_features, -1.0) if feature_weight is None else feature_weight
        layout = kernels.lay_out(matrix.indices, n_features, n_clusters)
        rows = kernels.pack_rows(layout, matrix.indptr, matrix.indices, matrix.data, scale, mass)
        total = mass.sum()
        weights = kernels.pack_weights(layout, feature_weight, mass_weight)
        span, error = float(np.log(total / table[table > 0].min())) + 1.4, np.empty(n_rows)
        kernels.bound_errors(rows, weights, span, error)
        return Case(
            table, layout, rows, weights,
            kernels.allocate_tables(layout, n_clusters),
            kernels.allocate_scratch(rows, n_clusters),
            tolerance=1e-12 * total,
            error=error,
        )  # fmt: skip

    return make
