"""Section: which groups are alike, as the tree of their merges."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from coterie.costs import BottleneckCost
from coterie.engines import Agglomerative
from coterie.problems import CountProblem
from coterie.report._request import GROUP
from coterie.report._sizes import title
from coterie.report._units import plain, say_bits, say_share

if TYPE_CHECKING:
    from coterie._core.types import FloatArray
    from coterie.engines import MergeTree
    from coterie.report._study import Study

FEWEST = 3
"""Two groups can be merged in one way only: nothing to show."""


def tree(study: Study) -> dict[str, Any] | None:
    """Return the merges of the groups, those first that lose least, and a place for each group."""
    clusters = study.clusters
    if len(clusters) < FEWEST:
        return None
    grown = merged(study)
    heights = np.cumsum(np.maximum(grown.rises, 0.0))
    places, order = positions(grown)
    nodes = [*range(len(clusters)), *(f"merge {step + 1}" for step in range(len(heights)))]
    named = [clusters[node] if isinstance(node, int) else node for node in nodes]
    merges = []
    for step, (left, right) in enumerate(grown.children.tolist()):
        merges.append(
            {
                "joined": [named[left], named[right]],
                "groups_left": len(clusters) - step - 1,
                "lost_nats": plain(grown.rises[step]),
                "kept_nats": plain(study.model.information_ - heights[step]),
                "from_nats": [
                    plain(height(heights, node, len(clusters))) for node in (left, right)
                ],
                "to_nats": plain(heights[step]),
                "places": [plain(places[left]), plain(places[right])],
            }
        )
    leaves = [{"group": clusters[at], "title": title(study, clusters[at])} for at in order]
    return {"leaves": leaves, "merges": merges, "sentences": sentences(study, grown)}


def merged(study: Study) -> MergeTree:
    """Merge the groups two by two, with the least loss of information at each step [IB §2.4]."""
    n_clusters = len(study.clusters)
    problem = CountProblem.from_counts(study.model.cluster_joint_[study.clusters])
    cost = BottleneckCost(problem, n_clusters)
    return Agglomerative().solve(cost, np.arange(n_clusters), rng=np.random.default_rng(0))


def height(heights: FloatArray, node: int, n_leaves: int) -> float:
    """Return what had been lost when a node came to be: nothing, for a leaf."""
    return 0.0 if node < n_leaves else float(heights[node - n_leaves])


def positions(grown: MergeTree) -> tuple[FloatArray, list[int]]:
    """Return where each node stands when no branches cross, and the leaves in that order."""
    n_leaves, children = grown.n_leaves, grown.children.tolist()
    members: list[list[int]] = [[leaf] for leaf in range(n_leaves)]
    for left, right in children:
        larger_first = sorted((members[left], members[right]), key=lambda leaves: leaves[0])
        members.append([leaf for part in larger_first for leaf in part])
    order = members[-1]
    places = np.zeros(n_leaves + len(children))
    places[order] = np.arange(n_leaves)
    for step, (left, right) in enumerate(children):
        places[n_leaves + step] = (places[left] + places[right]) / 2.0
    return places, order


def sentences(study: Study, grown: MergeTree) -> list[str]:
    """Say which groups are most alike, and what two groups alone would keep."""
    first, second = (study.clusters[node] for node in grown.children[0])
    alike = (
        f"Groups {first} and {second} are most alike: to take them for one would lose "
        f"{say_bits(max(0.0, float(grown.rises[0])))} bits."
    )
    kept = float(grown.rises[-1]) / study.model.information_ if study.model.information_ > 0 else 0
    last = (
        f"Merged step by step into {GROUP.count(2)}, they would keep {say_share(min(1.0, kept))} "
        f"of this information."
    )
    return [alike, last]
