"""Trees of clusters, read back by other programs."""

import numpy as np
import pytest
from scipy.cluster.hierarchy import cophenet, fcluster, is_monotonic, is_valid_linkage

from coterie import AgglomerativeIB, AnnealedIB
from coterie._core.errors import InputError, MissingExtraError
from coterie.datasets import make_counts
from coterie.estimators import ClusterTree

ROWS = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]


@pytest.fixture(scope="module")
def tree():
    return AgglomerativeIB().fit(ROWS).tree_


def read_newick(text):
    """Return what is below each node: a name or a list of (node, length); quotes understood."""
    place = 0

    def name():
        nonlocal place
        letters = ""
        if text[place] == "'":
            place += 1
            while text[place] != "'" or text[place + 1] == "'":
                place += 1 + (text[place] == "'")
                letters += text[place - 1]
            place += 1
        else:
            while text[place] not in ":,();":
                letters += text[place]
                place += 1
        return letters

    def length():
        nonlocal place
        if text[place] != ":":
            return 0.0
        place += 1
        return float(name())

    def node():
        nonlocal place
        if text[place] != "(":
            return name()
        below = []
        while text[place] in "(,":
            place += 1
            below.append((node(), length()))
        assert text[place] == ")"
        place += 1
        return below

    read = node()
    assert text[place:] == ";"
    return read


def depths(node, above=0.0):
    """How far below the root each leaf is."""
    if isinstance(node, str):
        return {node: above}
    return {
        name: depth
        for below, length in node
        for name, depth in depths(below, above + length).items()
    }


def test_newick_keeps_names_and_heights(tree):
    names = ["ann", "bob's aunt", "(cora), 2:1", "dan_x", ""]
    found = depths(read_newick(tree.newick(names)))
    assert set(found) == set(names)
    # every leaf is as far below the root as the root is high; lengths have ten digits
    assert list(found.values()) == pytest.approx([tree.heights[-1]] * 5, rel=1e-9)


def test_a_chain_of_thousands_of_merges_is_written():
    n = 5000
    children = np.column_stack([np.r_[0, n : 2 * n - 2], np.arange(1, n)])
    text = ClusterTree(children, np.arange(1.0, n), n).newick()
    assert text.count("(") == text.count(")") == n - 1
    assert text.endswith(f"{n - 1}:{n - 1});")


def test_networkx_has_the_same_tree(tree):
    networkx = pytest.importorskip("networkx")
    graph = tree.to_networkx(["a", "b", "c", "d", "e"])
    assert networkx.is_arborescence(graph)
    assert [graph.nodes[leaf]["name"] for leaf in range(5)] == list("abcde")
    (root,) = (node for node in graph if graph.in_degree(node) == 0)
    far = networkx.single_source_dijkstra_path_length(graph, root, weight="length")
    assert [far[leaf] for leaf in range(5)] == pytest.approx([graph.nodes[root]["height"]] * 5)
    for merge, pair in enumerate(tree.children.tolist()):
        assert sorted(graph.successors(5 + merge)) == pair


def test_networkx_is_asked_for_by_name(tree, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "networkx", None)
    with pytest.raises(MissingExtraError, match=r"needs networkx.*coterie\[graph\]"):
        tree.to_networkx()


def test_linkage_has_the_heights_where_rows_meet(tree):
    meet = cophenet(tree.linkage)
    assert set(meet.round(12)) == set(tree.heights.round(12))


def test_several_trees():
    forest = ClusterTree(np.array([[1, 3]]), np.array([0.5]), 4)
    assert forest.newick(list("abcd")).splitlines() == ["a;", "c;", "(b:0.5,d:0.5);"]
    assert forest.labels_at(3).tolist() == [0, 1, 2, 1]
    with pytest.raises(InputError, match="4 leaves and 3 roots"):
        forest.labels_at(2)


def test_names_must_be_as_many_as_leaves(tree):
    with pytest.raises(InputError, match="names: 2 for the 5 leaves"):
        tree.newick(["a", "b"])


@pytest.mark.parametrize("detect", ["spectral", "duplicate"])
def test_splits_are_the_same_tree_from_above(detect):
    planted = make_counts(n_rows=60, n_columns=40, n_clusters=6, random_state=0)
    growth = {"spectral": 1e-3, "duplicate": 0.02}[detect]
    model = AnnealedIB(6, detect=detect, growth=growth, random_state=0).fit(planted.data)
    tree, n_leaves = model.tree_, len(model.splits_) + 1
    assert n_leaves == tree.n_leaves == model.memberships_.shape[1] > 3
    assert is_valid_linkage(tree.linkage, throw=True)
    assert is_monotonic(tree.linkage)
    columns = {0: {0}}  # of the clusters of all times, split by split
    for split in model.splits_:
        columns |= dict(zip(split.children, ({column} for column in split.columns), strict=True))
    for split in reversed(model.splits_):
        columns[split.parent] = columns[split.children[0]] | columns[split.children[1]]
    below = [{leaf} for leaf in range(n_leaves)]
    for first, second in tree.children:
        below.append(below[first] | below[second])
    parents = [columns[split.parent] for split in reversed(model.splits_)]
    assert below[n_leaves:] == parents
    if detect == "spectral":
        cut = fcluster(tree.linkage, 1.0 / model.splits_[0].beta * (1 - 1e-9), "distance")
        assert cut.max() == 2


def test_no_split_is_a_tree_of_one_leaf():
    model = AnnealedIB(1).fit(ROWS)
    assert (model.tree_.n_leaves, model.tree_.newick()) == (1, "0;")
