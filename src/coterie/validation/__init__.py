"""Judgement of solutions: how much of a clustering do other data of the same kind confirm."""

from __future__ import annotations

from coterie.validation._held_out import HeldOutCurve, held_out_information
from coterie.validation._information_error import information_error
from coterie.validation._thinning import thin_counts

__all__ = [
    "HeldOutCurve",
    "held_out_information",
    "information_error",
    "thin_counts",
]
