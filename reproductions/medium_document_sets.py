"""Table 4.5: all newsgroups as ten or twenty classes, and Reuters with ten categories.

Cleaned; the 2,000 words that contribute most to the information; documents with fewer than ten
occurrences of them left out; all documents of equal mass; as many clusters as classes. 10 restarts
of at most 10 sweeps. sIB reports the restart that keeps most information; all others report the one
of the best precision, which favours them. The fourth set of the source, RCV1, needs a licence.
"""

import sys

import numpy as np
from _experiment import (
    COLUMNS,
    Protocol,
    by_rarity,
    cluster_columns,
    document_report,
    document_row,
    indicator,
    mean_outcome,
    naive_bayes,
    options,
)

from coterie import InformationSelector, TextPreprocessor
from coterie.datasets import load_newsgroups, load_reuters

SOURCE = {  # sIB, sK-means, K-means, sL1, sKL, NB
    "NG10": (79.5, 76.3, 70.3, 27.7, 58.8, 80.8),
    "NG20": (57.5, 54.1, 53.4, 15.3, 28.8, 65.0),
    "Reuters": (85.8, 64.9, 66.4, 70.1, 59.4, 90.8),
}
WORDS, FEWEST, TRAINING, REPEATS = 2000, 10, 1000, 10


def counts_of(texts):
    """Count the words that are kept; say which documents have enough of them."""
    selector = InformationSelector(k=WORDS)
    counts = selector.fit_transform(TextPreprocessor().fit_transform(texts))
    enough = np.asarray(counts.sum(axis=1)).ravel() >= FEWEST
    return counts[enough], enough


def sets():
    """Yield the name, the counts and the classes of each set."""
    posts = load_newsgroups()
    counts, enough = counts_of(posts.data)
    yield "NG10", counts, np.unique(posts.details["ten"], return_inverse=True)[1][enough]
    yield "NG20", counts, posts.target[enough]
    stories = load_reuters()
    counts, enough = counts_of(stories.data)
    yield "Reuters", counts, stories.target[enough]


def learned(counts, classes, seed):
    """Let naive Bayes learn from 1,000 documents and judge the others, ten times."""
    rng = np.random.default_rng(seed)
    pairs = []
    for _ in range(REPEATS):
        order = rng.permutation(counts.shape[0])
        train, test = order[:TRAINING], order[TRAINING:]
        pairs.append(naive_bayes(counts[train], classes[train], counts[test], classes[test]))
    return mean_outcome(pairs)


def main(argv=None):
    """Run the experiment; return 0 if everything holds that must."""
    asked = options(__doc__.partition("\n")[0], argv, repeats=3, restarts=10, sweeps=10, seed=0)
    report = document_report("medium_document_sets", "Table 4.5: medium document sets")
    runs, ours = [], []
    for name, counts, target in sets():
        classes = indicator(target)
        k, repeats, weighted = classes.shape[1], [], []
        for repeat in range(asked.repeats):
            protocol = Protocol(asked.restarts, asked.sweeps, asked.seed + repeat)
            found = cluster_columns(counts, target, k, protocol, ties="first")
            found["NB"] = learned(counts, classes, protocol.seed)
            repeats.append(found)
            weighted.append(by_rarity(counts, target, k, protocol).precision)
        table = np.array([[found[column].precision for column in COLUMNS] for found in repeats])
        ours.append(table.mean(axis=0))
        document_row(report, name, SOURCE[name], ours[-1].tolist(), table.std(axis=0).tolist())
        columns = [{column: vars(each) for column, each in found.items()} for found in repeats]
        runs.append(
            {
                "set": name,
                "documents": counts.shape[0],
                "words": int(counts.sum()),
                "classes_each": float(classes.sum() / classes.shape[0]),
                "sIB": float(ours[-1][0]),
                "sK-means by rarity": float(np.mean(weighted)),
                "repeats": columns,
            }
        )
    average = np.mean(ours, axis=0)
    document_row(
        report, "Average", np.mean(list(SOURCE.values()), axis=0).tolist(), average.tolist()
    )
    judge(report, runs, dict(zip(COLUMNS, average, strict=True)))
    return report.finish(options=vars(asked), runs=runs)


def judge(report, runs, average):
    """Say what must hold, and whether it does."""
    for run in runs:
        gap = run["sIB"] - SOURCE[run["set"]][0]
        claim = f"{run['set']}: sIB within 6 points of the source ({gap:+.1f})"
        report.must_hold(claim, holds=abs(gap) <= 6.0)
    rivals = {column: value for column, value in average.items() if column not in ("sIB", "NB")}
    lead = average["sIB"] - max(rivals.values())
    report.must_hold(
        f"on average sIB is above all that see no classes ({lead:+.1f})", holds=lead > 0
    )
    for run in runs:
        limit = 100.0 / run["classes_each"]
        recalls = [column["recall"] for each in run["repeats"] for column in each.values()]
        claim = f"{run['set']}: no recall above {limit:.1f}, one over the classes of a document"
        report.must_hold(claim, holds=max(recalls) <= limit + 1e-9)
    remark(report, runs)


def remark(report, runs):
    """Say what differs from the source, and why as far as we know."""
    sizes = ", ".join(f"{run['set']} {run['documents']:,}" for run in runs)
    report.remark(
        f"Documents: {sizes} (source: 17,446, 17,446 and 8,796): another copy of the newsgroups, "
        "18,846 posts by date, and stop words and a cut into words that the source does not state. "
        "Mean and standard deviation over repeats with other seeds."
    )
    rarer = ", ".join(f"{run['set']} {run['sK-means by rarity']:.1f}" for run in runs)
    report.remark(
        f"sK-means with words weighted by rarity, log(n/df), which is not in the table: {rarer}. "
        "On plain counts both K-means stay far below the source on the newsgroups. If it weighted "
        "its words for these columns, it does not say so, and on the small sets it did not."
    )
    settled = ", ".join(
        f"{run['set']} {sum(each['sIB']['details']['settled'] for each in run['repeats'])} and "
        f"{sum(each['sL1']['details']['settled'] for each in run['repeats'])}"
        for run in runs
    )
    moving = max(each["sIB"]["details"]["last_moved"] for run in runs for each in run["repeats"])
    report.remark(
        f"Restarts whose last sweep moved nothing, sIB and sL1: {settled}. The source says that "
        f"sIB mostly settles in 10 sweeps; here up to {100 * moving:.1f} % of the documents moved "
        "in the last sweep of the restarts kept."
    )


if __name__ == "__main__":
    sys.exit(main())
