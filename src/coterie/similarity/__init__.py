"""How alike two objects are: one measure a file, found by name, and the walk that it makes."""

from coterie.similarity._absolute_correlation import absolute_correlation
from coterie.similarity._co_assignment import co_assignment
from coterie.similarity._correlation import correlation
from coterie.similarity._distance import Distance
from coterie.similarity._distances import DISTANCES, neighbor_graph, pairwise_distances
from coterie.similarity._euclidean import Euclidean
from coterie.similarity._exponential import exponential_similarity
from coterie.similarity._linear import distance_to_similarity, similarity_to_distance
from coterie.similarity._path import path_distances
from coterie.similarity._pearson import Pearson
from coterie.similarity._similarities import SIMILARITIES, FromDistance, similarity_matrix
from coterie.similarity._sqeuclidean import SquaredEuclidean
from coterie.similarity._transitions import transition_matrix

__all__ = [
    "DISTANCES",
    "SIMILARITIES",
    "Distance",
    "Euclidean",
    "FromDistance",
    "Pearson",
    "SquaredEuclidean",
    "absolute_correlation",
    "co_assignment",
    "correlation",
    "distance_to_similarity",
    "exponential_similarity",
    "neighbor_graph",
    "pairwise_distances",
    "path_distances",
    "similarity_matrix",
    "similarity_to_distance",
    "transition_matrix",
]
