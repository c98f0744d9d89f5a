"""The whole tree of the agglomerative bottleneck beside average linkage: time, memory, quality.

    python -m benchmarks.comparisons.agglomerative_ib             # about ten minutes
    python -m benchmarks.comparisons.agglomerative_ib --rows 1000

Two tables of 5,000 rows and 2,000 columns: planted counts, two thirds of which are not zero, and
posts of 20 Newsgroups with the words that tell most. The rival is SciPy's average linkage of
Jensen-Shannon distances, which takes dense tables only; each method runs in a process of its own,
so that its peak of memory is its own, and the rival sees the same planted counts.
"""

import argparse
import multiprocessing
import resource
import time

import numpy as np
from scipy.cluster.hierarchy import fcluster, linkage

from benchmarks.machine import describe_machine, save
from coterie import AgglomerativeIB, InformationSelector, TextPreprocessor
from coterie.datasets import load_newsgroups
from coterie.measures import mutual_information

COLUMNS, GROUPS, SHOWN = 2000, 20, 20
SECONDS, BYTES = 60.0, 1e9


def planted(n_rows):
    """Counts of rows of 20 kinds, of lengths that differ."""
    rng = np.random.default_rng(0)
    profile = rng.gamma(0.5, size=(GROUPS, COLUMNS)) + 0.2
    length = rng.gamma(3.0, size=(n_rows, 1))
    return rng.poisson(profile[rng.integers(GROUPS, size=n_rows)] * length)


def posts(n_rows):
    """Return the words of posts, sparse."""
    texts = load_newsgroups(per_group=n_rows // GROUPS + 5, random_state=0).data
    counts = TextPreprocessor().fit_transform(texts)
    counts = InformationSelector(k=COLUMNS).fit_transform(counts)
    filled = np.flatnonzero(np.diff(counts.indptr))
    return counts[np.random.default_rng(0).permutation(filled)[:n_rows]]


def merged(table, n_jobs):
    """Make the tree with coterie; return the labels of 20 clusters."""
    return AgglomerativeIB(n_jobs=n_jobs).fit(table).labels_at(SHOWN)


def linked(table, n_jobs):
    """Make the tree with SciPy, on one thread: it has no more."""
    tree = linkage(table, "average", metric="jensenshannon")
    return fcluster(tree, SHOWN, "maxclust") - 1


def kept(table, labels):
    """I(T;Y) in nats."""
    members = np.eye(labels.max() + 1)[:, labels]
    return float(mutual_information(members @ table))


def bytes_held():
    """Peak of this process so far, in bytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def measure(method, table, n_jobs, answers):
    """Run a method once it is compiled; put time, memory beyond the data and quality."""
    method(table[:50], n_jobs)
    before, began, worked = bytes_held(), time.perf_counter(), time.process_time()
    labels = method(table, n_jobs)
    took, processor = time.perf_counter() - began, time.process_time() - worked
    answers.put(
        {
            "seconds": took,
            "processor_seconds": processor,
            "bytes": bytes_held() - before,
            "information": kept(table, labels),
            "clusters": int(labels.max()) + 1,
        }
    )


def alone(method, table, n_jobs):
    """Measure in a process that is forked for it."""
    forked = multiprocessing.get_context("fork")
    answers = forked.SimpleQueue()
    worker = forked.Process(target=measure, args=(method, table, n_jobs, answers))
    worker.start()
    found = answers.get()
    worker.join()
    return found


def line(name, found, goal=None):
    """Print a line of the table."""
    missed = goal and (found["seconds"] > goal or found["bytes"] > BYTES)
    print(
        f"{name:34} {found['seconds']:8.1f} s {found['processor_seconds']:8.1f} s of processors "
        f"{found['bytes'] / 1e6:7.0f} MB   I(T;Y) at K={found['clusters']}: "
        f"{found['information']:.4f}{'  below the goal' if missed else ''}",
        flush=True,
    )
    return {"what": name, **found}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rows", type=int, default=5000)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    records = []
    dense, sparse = planted(options.rows), posts(options.rows)
    for name, table in (("planted, dense", dense), ("newsgroups, sparse", sparse)):
        filled = np.count_nonzero(table) if table is dense else table.nnz
        print(f"{name}: {table.shape[0]} x {table.shape[1]}, {filled} not zero")
        ours = alone(merged, table, options.jobs)
        records.append(line(f"AgglomerativeIB, {options.jobs} threads", ours, SECONDS))
        if table is dense:
            theirs = alone(linked, table.astype(float), 1)
            records.append(line("SciPy, average, Jensen-Shannon", theirs))
            ratio = theirs["seconds"] / ours["seconds"]
            work = theirs["processor_seconds"] / ours["processor_seconds"]
            print(f"{ratio:.1f} times as fast, {work:.1f} times for each second of a processor")
    save("agglomerative_ib", {"machine": describe_machine(), "records": records})


if __name__ == "__main__":
    main()
