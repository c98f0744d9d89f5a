"""Small studies with known answers: a model is whatever the given labels make of the counts."""

from types import SimpleNamespace

import numpy as np
import pytest
import scipy.sparse as sp

from coterie.engines import Status
from coterie.report import Request


def xlogx(values):
    return np.where(values > 0, values * np.log(np.where(values > 0, values, 1.0)), 0.0)


class LabelledCounts:
    """What a fitted model says when its labels are these; slow and plain."""

    def __init__(self, counts, labels, n_clusters=None):
        counts = np.asarray(counts, dtype=float)
        self.labels_ = np.asarray(labels)
        n_clusters = n_clusters or self.labels_.max() + 1
        member = np.equal.outer(np.arange(n_clusters), self.labels_)
        self.cluster_joint_ = member @ counts / counts.sum()
        whole = counts / counts.sum()
        self.information_ = self.mutual(self.cluster_joint_)
        told = self.mutual(whole)
        self.information_fraction_ = self.information_ / told if told > 0 else 0.0
        self.restarts_ = []
        self.prior = "counts"

    @staticmethod
    def mutual(joint):
        margins = xlogx(joint.sum(axis=0)).sum() + xlogx(joint.sum(axis=1)).sum()
        return float(xlogx(joint).sum() - margins)

    def transform(self, X):
        X = X.toarray() if sp.issparse(X) else np.asarray(X)
        smooth = self.cluster_joint_ + 1e-6
        conditional = smooth / smooth.sum(axis=1, keepdims=True)
        return -(X @ np.log(conditional).T) / X.sum(axis=1, keepdims=True)

    def telling_columns(self, cluster, k):
        joint = self.cluster_joint_[cluster]
        expected = joint.sum() * self.cluster_joint_.sum(axis=0)
        ratio = np.divide(joint, expected, out=np.ones_like(joint), where=joint > 0)
        gain = joint * np.log(ratio)
        best = np.argsort(-gain, kind="stable")[:k]
        return best, gain[best]


def restart(information, *, converged=True):
    return SimpleNamespace(
        information=information, cost=-information, n_iter=4, converged=converged,
        status=Status.CONVERGED if converged else Status.MAX_ITER, history=[9, 3, 1, 0],
    )  # fmt: skip


def a_search(held_out, *, first=1, error=0.01, best=None, elbow=None):
    held_out = np.asarray(held_out, dtype=float)
    numbers = np.arange(first, first + len(held_out))
    best = int(numbers[held_out.argmax()] if best is None else best)
    return SimpleNamespace(
        n_clusters=numbers,
        training=np.log(numbers) / 2,
        held_out=held_out,
        standard_error=np.full(len(held_out), error),
        best_n_clusters=best,
        elbow=best if elbow is None else elbow,
    )


def a_table(counts, *, rows=None, columns=None, kind="counts", origin="folder/toy.csv"):
    n, m = np.shape(counts)
    return SimpleNamespace(
        matrix=counts,
        row_names=np.array(rows if rows is not None else [f"row {i}" for i in range(n)]),
        column_names=np.array(
            columns if columns is not None else [f"column {j}" for j in range(m)]
        ),
        kind=kind,
        reasons=("all entries are whole numbers",),
        origin=origin,
    )


@pytest.fixture(scope="session")
def build():
    """The makers above, for tests that need a study of their own."""
    return SimpleNamespace(
        model=LabelledCounts, table=a_table, search=a_search, restart=restart, request=Request
    )


@pytest.fixture
def planted(rng):
    """Sixty rows in three groups of 30, 20 and 10, labelled 1, 0 and 2, each with its columns."""
    labels = np.repeat([1, 0, 2], [30, 20, 10])
    rates = np.full((3, 12), 0.4)
    for label in range(3):
        rates[label, 4 * label : 4 * label + 4] = 5.0
    counts = rng.poisson(rates[labels])
    model = LabelledCounts(counts, labels)
    model.restarts_ = [restart(model.information_ * part) for part in (0.97, 1.0, 0.999)]
    table = a_table(sp.csr_array(counts))
    return SimpleNamespace(
        counts=counts, labels=labels, model=model, table=table, request=Request(command="do it")
    )
