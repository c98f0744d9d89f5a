"""Compiled loops: arrays in, arrays out. The only package that is compiled.

The names are loaded when they are first used, so that importing coterie does not load the compiler.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any

HOMES = {
    "COSINE": "_comparison",
    "KL": "_comparison",
    "L1": "_comparison",
    "Layout": "_rows",
    "Points": "_comparison",
    "Rows": "_rows",
    "Scratch": "_tables",
    "Tables": "_tables",
    "Weights": "_rows",
    "allocate_centres": "_comparison",
    "add_rows": "_rows",
    "allocate_scratch": "_tables",
    "allocate_tables": "_tables",
    "bound_errors": "_sequential",
    "fill_centres": "_comparison",
    "fill_tables": "_tables",
    "joining_costs": "_placement",
    "lay_out": "_rows",
    "merge_gain": "_scalars",
    "pack_rows": "_rows",
    "pack_weights": "_rows",
    "sweep": "_sequential",
    "sweep_centres": "_comparison",
}

__all__ = list(HOMES)


def __getattr__(name: str) -> Any:
    if name not in HOMES:
        message = f"module {__name__!r} has no attribute {name!r}"
        raise AttributeError(message)
    return getattr(import_module(f"{__name__}.{HOMES[name]}"), name)
