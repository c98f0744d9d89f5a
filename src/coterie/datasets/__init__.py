"""Small bundled data sets, loaders for well-known collections, and generators with known truth."""

from coterie.datasets._bundled import (
    load_book_passages,
    load_books,
    load_letter_pairs,
    load_southern_women,
)
from coterie.datasets._correlation_graph import make_correlation_graph
from coterie.datasets._dataset import Dataset
from coterie.datasets._mixed_table import make_mixed_table
from coterie.datasets._newsgroups import NEWSGROUP_SETS, load_newsgroups, strip_headers
from coterie.datasets._planted import make_counts, make_mixture, mixture_parameters
from coterie.datasets._reuters import load_reuters

__all__ = [
    "NEWSGROUP_SETS",
    "Dataset",
    "load_book_passages",
    "load_books",
    "load_letter_pairs",
    "load_newsgroups",
    "load_reuters",
    "load_southern_women",
    "make_correlation_graph",
    "make_counts",
    "make_mixed_table",
    "make_mixture",
    "mixture_parameters",
    "strip_headers",
]
