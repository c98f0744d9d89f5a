"""How near two objects are: one distance a file, found by name, and the walk that it makes."""

from coterie.similarity._distance import Distance
from coterie.similarity._distances import DISTANCES, neighbor_graph, pairwise_distances
from coterie.similarity._euclidean import Euclidean
from coterie.similarity._pearson import Pearson
from coterie.similarity._sqeuclidean import SquaredEuclidean
from coterie.similarity._transitions import transition_matrix

__all__ = [
    "DISTANCES",
    "Distance",
    "Euclidean",
    "Pearson",
    "SquaredEuclidean",
    "neighbor_graph",
    "pairwise_distances",
    "transition_matrix",
]
