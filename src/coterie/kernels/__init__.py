"""Compiled loops: arrays in, arrays out. The only package that is compiled.

The names are loaded when they are first used, so that importing coterie does not load the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOMES = {
    "ADAPTIVE": "_relational",
    "ASSOCIATION": "_relational",
    "Clusters": "_clusters",
    "COSINE": "_comparison",
    "Drawn": "_clusters",
    "Form": "_relational_state",
    "KL": "_comparison",
    "L1": "_comparison",
    "Layout": "_rows",
    "Links": "_relational_state",
    "MergeWeights": "_clusters",
    "MIN_MAX": "_relational",
    "Pairs": "_agglomerative",
    "Points": "_comparison",
    "QUADRATIC": "_relational",
    "Rows": "_rows",
    "Scratch": "_tables",
    "Sums": "_relational_state",
    "Tables": "_tables",
    "Weights": "_rows",
    "add_rows": "_rows",
    "allocate_centres": "_comparison",
    "allocate_drawn": "_clusters",
    "allocate_pairs": "_agglomerative",
    "allocate_scratch": "_tables",
    "allocate_sums": "_relational_state",
    "allocate_tables": "_tables",
    "average_all": "_relational",
    "bound_errors": "_sequential",
    "compare_all": "_agglomerative",
    "compare_merged": "_agglomerative",
    "compress": "_compression",
    "draw_all": "_relational",
    "end_merge": "_agglomerative",
    "fill_centres": "_comparison",
    "fill_largest": "_spanning_tree",
    "fill_tables": "_tables",
    "find_least": "_agglomerative",
    "full_clusters": "_clusters",
    "has_room": "_clusters",
    "infect": "_infection",
    "join_nearest": "_spanning_tree",
    "joining_costs": "_placement",
    "lay_out": "_rows",
    "listed_clusters": "_clusters",
    "merge_gain": "_scalars",
    "merge_pair": "_agglomerative",
    "note_all": "_clusters",
    "pack_rows": "_rows",
    "pack_weights": "_rows",
    "place_all": "_relational",
    "row_of": "_agglomerative",
    "sweep": "_sequential",
    "sweep_centres": "_comparison",
    "tidy_lists": "_clusters",
    "visit_nearest": "_spanning_tree",
}

__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
