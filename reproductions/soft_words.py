"""Table 4.2 and Figures 4.3, 4.5: soft groups of words, and words that belong to several.

All newsgroups: the 200 words that tell most about the group of a post, and how often each occurs in
each of the 20 groups. Annealing grows 20 soft clusters, by the published schedule, which doubles
every cluster at every step, and from transition to transition; ambiguous words are shared between
the clusters. Beside it the hard clusters of the agglomerative bottleneck, in the same plane.
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
NEAR = 0.05


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
    published = AnnealedIB(CLUSTERS, detect="duplicate", max_iter=2000, tol=1e-8, random_state=0)
    spectral = AnnealedIB(CLUSTERS, max_iter=20_000, tol=1e-10)
    model, other = published.fit(table), spectral.fit(table)
    columns = ("word", "p(t given w), source", "ours", "clusters of ours", "by transitions")
    report = Report("soft_words", "Table 4.2: words that belong to several clusters", columns)
    shared, largest = {}, {}
    for word, source in SOURCE.items():
        where = np.flatnonzero(words == word)
        if where.size == 0:
            report.row(word, [", ".join(f"{p:.2f}" for p in source), "not among the 200", "", ""])
            continue
        own = model.memberships_[where[0]]
        clusters = [t for t in np.argsort(-own) if own[t] > SHARED]
        shared[word], largest[word] = len(clusters), (source[0], float(own.max()))
        about = [
            describe(t, model.memberships_, words, model.conditional_, groups) for t in clusters
        ]
        report.row(
            word,
            [
                ", ".join(f"{p:.2f}" for p in source),
                ", ".join(f"{own[t]:.2f}" for t in clusters),
                "; ".join(about),
                ", ".join(
                    f"{p:.2f}" for p in np.sort(other.memberships_[where[0]])[::-1] if p > SHARED
                ),
            ],
        )
    judge(report, model, shared, largest)
    judge_curves(report, (model, other), table)
    in_all = {
        "information": float(mutual_information(table)),
        "entropy": float(entropy(table.sum(1))),
    }
    splits = [[split.beta for split in each.splits_] for each in (model, other)]
    return report.finish(**in_all, beta=[model.beta_, other.beta_], splits=splits)


def judge(report, model, shared, largest):
    """Say what must hold, and whether it does."""
    several = [word for word, count in shared.items() if count > 1]
    report.must_hold(
        f"most of the ambiguous words belong to several clusters ({', '.join(several)})",
        holds=len(several) > len(shared) / 2,
    )
    near = [word for word, (source, ours) in largest.items() if abs(source - ours) <= NEAR]
    report.must_hold(
        f"the largest membership of most words is within {NEAR} of the source's "
        f"({', '.join(near)}; {len(near)} of {len(largest)})",
        holds=len(near) > len(largest) / 2,
    )
    sharp = float(model.conditional_.max())
    report.must_hold(
        f"late clusters tell a single group: the sharpest has p(group) = {sharp:.2f}",
        holds=sharp > 0.7,
    )
    report.remark(
        "The source has 19,997 posts and a cut into words that it does not describe, so the 200 "
        "words are not the same."
    )


def judge_curves(report, models, table):
    """Compare the soft solutions with the hard ones of the agglomerative bottleneck."""
    tree = AgglomerativeIB().fit(table)
    hard = []
    for k in range(1, len(table) + 1):
        joint = np.zeros((k, table.shape[1]))
        np.add.at(joint, tree.labels_at(k), table)
        hard.append((entropy(joint.sum(axis=1)), mutual_information(joint)))
    hard = np.array(hard)
    for name, model in zip(("published", "spectral"), models, strict=True):
        soft = np.array([(each.compression, each.information) for each in model.path_])
        inside = hard[:, 0] <= soft[:, 0].max()
        gap = np.interp(hard[inside, 0], soft[:, 0], soft[:, 1]) - hard[inside, 1]
        report.must_hold(
            f"{name}: the soft curve lies above the hard points everywhere (least gap "
            f"{gap.min():.4f} nats, mean {gap.mean():.4f})",
            holds=gap.min() > -1e-3,
        )
        betas = ", ".join(f"{split.beta:.2f}" for split in model.splits_)
        report.remark(f"{name}: ends at beta = {model.beta_:.2f}; splits at {betas}.")


if __name__ == "__main__":
    sys.exit(main())
