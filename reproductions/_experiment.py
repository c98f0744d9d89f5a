"""What the scripts share: the competitors, the table with the source's figures, the verdicts."""

import argparse
import json
import time
import warnings
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from sklearn.naive_bayes import MultinomialNB

from coterie import (
    AgglomerativeIB,
    CosineKMeans,
    CoterieWarning,
    SequentialIB,
    SequentialKMeans,
)
from coterie.measures import micro_precision_recall

RESULTS = Path(__file__).parent / "results"
COLUMNS = ("sIB", "sK-means", "K-means", "sL1", "sKL", "NB")


@dataclass
class Outcome:
    """Precision and recall of one column on one set, in percent."""

    precision: float
    recall: float
    details: dict = field(default_factory=dict)


@dataclass(frozen=True)
class Protocol:
    """Restarts, sweeps and the seed of everything."""

    restarts: int
    sweeps: int
    seed: int

    def seeds(self):
        return [self.seed + 1000 * run for run in range(self.restarts)]


def score(target, labels):
    """Precision and recall in percent, every cluster standing for its dominant class."""
    return tuple(100.0 * value for value in micro_precision_recall(target, labels))


def sequential_ib(counts, target, n_clusters, protocol):
    """Run sIB: the restart that keeps most information, whatever its precision."""
    model = SequentialIB(
        n_clusters, prior="uniform", n_init=protocol.restarts, max_iter=protocol.sweeps,
        random_state=protocol.seed,
    )  # fmt: skip
    fit_quietly(model, counts)
    settled = [restart.converged for restart in model.restarts_]
    details = {
        "information_nats": model.information_,
        "information_of_restarts": [restart.information for restart in model.restarts_],
        "settled": sum(settled),
        "last_moved": float(model.history_[-1] / counts.shape[0]),
    }
    return Outcome(*score(target, model.labels_), details)


def agglomerative_ib(counts, target, n_clusters):
    """Run aIB, which has no luck to choose from."""
    model = AgglomerativeIB(n_clusters, prior="uniform").fit(counts)
    return Outcome(*score(target, model.labels_), {"information_nats": model.information_})


def best_by_precision(make, counts, target, protocol):
    """Run a competitor; keep the restart of the best precision, which no user could know."""
    best, settled = None, 0
    for seed in protocol.seeds():
        make.set_params(n_init=1, max_iter=protocol.sweeps, random_state=seed)
        fit_quietly(make, counts)
        settled += make.converged_
        found = Outcome(*score(target, make.labels_), {"information_nats": make.information_})
        if best is None or found.precision > best.precision:
            best = found
    best.details["settled"] = int(settled)
    return best


def by_rarity(counts, target, n_clusters, protocol):
    """Return sK-means with every word weighted by log(documents / documents with it)."""
    rarity = np.log(counts.shape[0] / np.diff(counts.tocsc().indptr))
    weighted = sp.csr_array(counts.multiply(rarity))
    make = SequentialKMeans(n_clusters, metric="cosine", prior="uniform")
    return best_by_precision(make, weighted, target, protocol)


def fit_quietly(model, counts):
    """Fit; that a restart had not settled is counted, not warned of."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        return model.fit(counts)


def cluster_columns(counts, target, n_clusters, protocol, *, ties):
    """Run all columns that see no classes."""
    k, prior = n_clusters, {"prior": "uniform"}
    rivals = {
        "sK-means": SequentialKMeans(k, metric="cosine", **prior),
        "K-means": CosineKMeans(k, **prior),
        "sL1": SequentialKMeans(k, metric="l1", **prior),
        "sKL": SequentialKMeans(k, metric="kl", ties=ties, **prior),
    }
    found = {"sIB": sequential_ib(counts, target, k, protocol)}
    for name, make in rivals.items():
        found[name] = best_by_precision(make, counts, target, protocol)
    return found


def naive_bayes(train, train_target, test, test_target):
    """Train on documents with their classes, once for each class of a document; test on others.

    Targets are indicators of classes, a row for each document.
    """
    rows, classes = np.nonzero(train_target)
    given = MultinomialNB(alpha=1.0).fit(train[rows], classes).predict(test)
    right = test_target[np.arange(given.size), given].sum()
    return 100.0 * right / given.size, 100.0 * right / test_target.sum()


def mean_outcome(pairs):
    """Average the repeats of naive Bayes."""
    precision, recall = np.mean(list(pairs), axis=0)
    return Outcome(float(precision), float(recall), {"repeats": len(pairs)})


def indicator(target):
    """One row for each object, 1 at its class."""
    return np.eye(target.max() + 1, dtype=int)[target] if target.ndim == 1 else target.astype(int)


class Report:
    """Collects rows and verdicts; prints them and writes them down.

    Parameters
    ----------
    name : str
        Of the file with the results.
    title : str
        What the table shows, with the unit of its cells.
    columns : sequence of str
        Heads of the columns; the first is that of the names of the rows.
    """

    def __init__(self, name, title, columns):
        self.name, self.title, self.columns = name, title, tuple(columns)
        self.rows, self.verdicts, self.remarks = [], [], []
        self.born = time.perf_counter()

    def row(self, name, cells, **figures):
        """Add a line of the table: its cells as text, and the figures behind them."""
        self.rows.append({self.columns[0]: name, "cells": list(cells), **figures})

    def must_hold(self, claim, *, holds):
        """Add a verdict."""
        self.verdicts.append({"claim": claim, "holds": bool(holds)})

    def remark(self, text):
        """Add a line on what differs, and why."""
        self.remarks.append(text)

    def lines(self):
        """Write the table in Markdown."""
        yield self.title
        yield ""
        yield f"| {' | '.join(self.columns)} |"
        yield "|---" * len(self.columns) + "|"
        for row in self.rows:
            yield f"| {' | '.join([row[self.columns[0]], *row['cells']])} |"
        yield ""
        for verdict in self.verdicts:
            yield f"- {'PASS' if verdict['holds'] else 'MISS'}: {verdict['claim']}"
        yield ""
        yield from (f"* {text}" for text in self.remarks)

    def finish(self, **facts):
        """Print, write the JSON, and return the exit code: 1 if a claim does not hold."""
        print("\n".join(self.lines()))
        RESULTS.mkdir(exist_ok=True)
        facts |= {"seconds": round(time.perf_counter() - self.born, 1), "columns": self.columns}
        found = {"rows": self.rows, "verdicts": self.verdicts, "remarks": self.remarks}
        path = RESULTS / f"{self.name}.json"
        path.write_text(json.dumps(facts | found, indent=1) + "\n")
        print(f"\nwritten to results/{path.name} after {facts['seconds']:.0f} s")
        return int(not all(verdict["holds"] for verdict in self.verdicts))


def document_report(name, title, columns=COLUMNS):
    """Begin a table of precisions, a column for each method."""
    return Report(name, f"{title} (precision in percent, source / ours)", ("set", *columns))


def document_row(report, name, source, ours, spread=None):
    """Add figures of the source and ours, in the order of the columns."""
    cells = [
        f"{theirs:.1f} / {mine:.1f}" + ("" if wide is None else f" ± {wide:.1f}")
        for theirs, mine, wide in zip(source, ours, spread or [None] * len(ours), strict=True)
    ]
    report.row(name, cells, source=source, ours=ours, spread=spread)


def options(description, argv, **defaults):
    """Read the options that all experiments have."""
    parser = argparse.ArgumentParser(description=description)
    for name, value in defaults.items():
        parser.add_argument(f"--{name}", type=int, default=value, help=f"default {value}")
    return parser.parse_args(argv)
