"""Table 4.2 and Figures 4.3, 4.5: soft groups of words, and words that belong to several.

All newsgroups: the 200 words that tell most about the group of a post, and how often each occurs in
each of the 20 groups. Annealing grows 20 soft clusters; ambiguous words are shared between them.
Beside it the hard clusters of the agglomerative bottleneck, in the same plane.
"""

import sys

import numpy as np
from _experiment import Report, options

from coterie import AgglomerativeIB, AnnealedIB, TextPreprocessor
from coterie.datasets import load_newsgroups
from coterie.measures import entropy, information_contribution, mutual_information

WORDS, CLUSTERS = 200, 20
SOURCE = {  # p(t | w) above 0.05, in falling order
    "speed": (0.49, 0.39, 0.07),
    "killed": (0.62, 0.26, 0.11),
    "price": (0.70, 0.23),
    "rights": (0.57, 0.43),
    "religious": (0.73, 0.25),
    "truth": (0.78, 0.22),
    "manager": (0.91, 0.06),
    "earth": (0.92, 0.06),
}
SHARED = 0.05
SHOWN = 5


def word_table():
    """Return the words, the groups, and how often each word occurs in each group."""
    posts = load_newsgroups()
    cleaning = TextPreprocessor()
    counts = cleaning.fit_transform(posts.data)
    words = cleaning.get_feature_names_out()
    members = np.eye(posts.target_names.size)[:, posts.target]
    table = np.asarray(members @ counts).T
    top = np.argsort(-information_contribution(table, axis=0), kind="stable")[:WORDS]
    return words[top], posts.target_names, table[top]


def describe(cluster, memberships, words, conditional, groups):
    """Say what a cluster is about."""
    typical = np.argsort(-memberships[:, cluster], kind="stable")[:SHOWN]
    top = int(conditional[cluster].argmax())
    return f"{groups[top]} ({conditional[cluster, top]:.2f}): {', '.join(words[typical])}"


def main(argv=None):
    """Run the experiment; return 0 if everything holds that must."""
    options(__doc__.partition("\n")[0], argv)
    words, groups, table = word_table()
    model = AnnealedIB(CLUSTERS, max_iter=20_000, tol=1e-10).fit(table)
    columns = ("word", "p(t given w), source", "ours", "clusters of ours")
    report = Report("soft_words", "Table 4.2: words that belong to several clusters", columns)
    shared = {}
    for word, source in SOURCE.items():
        where = np.flatnonzero(words == word)
        if where.size == 0:
            report.row(word, [", ".join(f"{p:.2f}" for p in source), "not among the 200", ""])
            continue
        own = model.memberships_[where[0]]
        clusters = [t for t in np.argsort(-own) if own[t] > SHARED]
        shared[word] = len(clusters)
        about = [
            describe(t, model.memberships_, words, model.conditional_, groups) for t in clusters
        ]
        report.row(
            word,
            [
                ", ".join(f"{p:.2f}" for p in source),
                ", ".join(f"{own[t]:.2f}" for t in clusters),
                "; ".join(about),
            ],
        )
    judge(report, model, table, shared)
    in_all = {
        "information": float(mutual_information(table)),
        "entropy": float(entropy(table.sum(1))),
    }
    return report.finish(**in_all, beta=model.beta_, splits=[split.beta for split in model.splits_])


def judge(report, model, table, shared):
    """Say what must hold, and whether it does."""
    several = [word for word, count in shared.items() if count > 1]
    report.must_hold(
        f"most of the ambiguous words belong to several clusters ({', '.join(several)})",
        holds=len(several) > len(shared) / 2,
    )
    sharp = float(model.conditional_.max())
    report.must_hold(
        f"late clusters tell a single group: the sharpest has p(group) = {sharp:.2f}",
        holds=sharp > 0.7,
    )
    tree = AgglomerativeIB().fit(table)
    hard = []
    for k in range(1, len(table) + 1):
        joint = np.zeros((k, table.shape[1]))
        np.add.at(joint, tree.labels_at(k), table)
        hard.append((entropy(joint.sum(axis=1)), mutual_information(joint)))
    hard = np.array(hard)
    soft = np.array([(each.compression, each.information) for each in model.path_])
    inside = hard[:, 0] <= soft[:, 0].max()
    gap = np.interp(hard[inside, 0], soft[:, 0], soft[:, 1]) - hard[inside, 1]
    report.must_hold(
        f"the soft curve lies above the hard points everywhere (least gap {gap.min():.4f} nats, "
        f"mean {gap.mean():.4f})",
        holds=gap.min() > -1e-3,
    )
    betas = np.array([split.beta for split in model.splits_])
    report.remark(f"Splits at beta = {', '.join(f'{beta:.2f}' for beta in betas)}.")
    report.remark(
        "The source has 19,997 posts and a cut into words that it does not describe, so the 200 "
        "words are not the same."
    )


if __name__ == "__main__":
    sys.exit(main())
