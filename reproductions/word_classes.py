"""Table 4.1: words grouped by what they tell about classes of pages, and about something else.

Words that occur ten times or more, ten clusters, ten restarts of sIB. The source groups the words
of university pages twice, by topic and by university, and shows that the groups differ. The copy of
its pages at hand has four of the six topics and no universities, so the second half is repeated on
Reuters stories, whose words tell about topics and about places.
"""

import sys

import numpy as np
import scipy.sparse as sp
from _experiment import Report, options

from coterie import SequentialIB, TextPreprocessor
from coterie.datasets._folder import file_in_folder, read_json_lines
from coterie.measures import adjusted_mutual_info_score

FEWEST, CLUSTERS, RESTARTS = 10, 10, 10
TOPICS, PLACES = 6, 4
SOURCE = {"pages, topics": 68.0, "pages, universities": 74.0}
WORDS_SHOWN = 8


def pages():
    """Words of the pages, and how often each occurs in every topic."""
    folder = file_in_folder("webkb4/labels.npz", None).parent
    labels = np.load(folder / "labels.npz")
    words = np.loadtxt(folder / "vocab.txt.gz", dtype=str, comments=None, encoding="utf-8")
    return words, by_class(sp.load_npz(folder / "counts.npz"), labels["y"]), labels["target_names"]


def stories():
    """Words of stories with one topic and one place, and how often each occurs in every one."""
    everything = read_json_lines(file_in_folder("reuters21578/reuters21578.jsonl.xz", None))
    single = [each for each in everything if len(each["topics"]) == len(each["places"]) == 1]
    topics = most_frequent([each["topics"][0] for each in single], TOPICS)
    places = most_frequent([each["places"][0] for each in single], PLACES)
    kept = [each for each in single if each["topics"][0] in topics and each["places"][0] in places]
    cleaning = TextPreprocessor()
    counts = cleaning.fit_transform([f"{each['title']}\n{each['body']}" for each in kept])
    joints = [
        by_class(counts, np.array([names.index(each[key][0]) for each in kept]))
        for key, names in (("topics", topics), ("places", places))
    ]
    return cleaning.get_feature_names_out(), *zip(joints, (topics, places), strict=True)


def most_frequent(names, size):
    """Return the most frequent names, in the order of the alphabet."""
    found, counts = np.unique(names, return_counts=True)
    return sorted(found[np.argsort(-counts, kind="stable")[:size]].tolist())


def by_class(counts, target):
    """Add up the documents of each class: words x classes."""
    members = np.eye(target.max() + 1)[:, target]
    return np.asarray(members @ counts).T


def cluster_words(joint, seed):
    """Group the rows of a table of words and classes."""
    model = SequentialIB(CLUSTERS, n_init=RESTARTS, max_iter=100, random_state=seed)
    return model.fit(joint)


def show(report, name, model, words, joint, classes):
    """Add the share that is kept, and what the five most telling clusters hold."""
    kept = 100.0 * model.information_fraction_
    source = f"{SOURCE[name]:.0f} / " if name in SOURCE else "- / "
    report.row(name, [f"{source}{kept:.1f}", "", ""], kept=kept)
    shares = [model.telling_columns(t, joint.shape[1])[1].sum() for t in range(CLUSTERS)]
    for t in np.argsort(shares)[::-1][:5]:
        of_class = model.conditional_[t]
        top = int(of_class.argmax())
        members = np.flatnonzero(model.labels_ == t)
        frequent = members[np.argsort(-joint[members].sum(axis=1), kind="stable")[:WORDS_SHOWN]]
        report.row("", ["", f"{classes[top]} ({of_class[top]:.2f})", ", ".join(words[frequent])])
    return kept


def main(argv=None):
    """Run the experiment; return 0 if everything holds that must."""
    asked = options(__doc__.partition("\n")[0], argv, seed=0)
    columns = ("table", "kept, percent (source / ours)", "top class, p(c given t)", "words")
    report = Report("word_classes", "Table 4.1: words for two relevant variables", columns)

    words, joint, classes = pages()
    often = joint.sum(axis=1) >= FEWEST
    model = cluster_words(joint[often], asked.seed)
    kept = show(report, "pages, topics", model, words[often], joint[often], classes)
    report.must_hold(
        f"ten groups of words keep at least the source's 68 percent about the topics ({kept:.1f})",
        holds=kept >= SOURCE["pages, topics"],
    )

    words, (by_topic, topics), (by_place, places) = stories()
    often = by_topic.sum(axis=1) >= FEWEST
    first = cluster_words(by_topic[often], asked.seed)
    again = cluster_words(by_topic[often], asked.seed + 1)
    second = cluster_words(by_place[often], asked.seed)
    show(report, "stories, topics", first, words[often], by_topic[often], topics)
    show(report, "stories, places", second, words[often], by_place[often], places)
    same = adjusted_mutual_info_score(first.labels_, again.labels_)
    other = adjusted_mutual_info_score(first.labels_, second.labels_)
    report.must_hold(
        f"the same words fall into other groups when places matter: agreement {other:.2f}, against "
        f"{same:.2f} of two runs for topics",
        holds=other < 0.3 < same,
    )
    report.remark(
        "The copy of the pages is stemmed, has 3,143 pages of four topics and no universities; the "
        "source has 8,282 pages and six topics, and keeps stop words."
    )
    return report.finish(seed=asked.seed)


if __name__ == "__main__":
    sys.exit(main())
