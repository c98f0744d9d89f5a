"""The scikit-learn surface: each estimator pairs a cost with an engine."""

from __future__ import annotations

from coterie.estimators._held_out_search import HeldOutSearch
from coterie.estimators._information_selector import InformationSelector
from coterie.estimators._saving import load, save
from coterie.estimators._sequential_ib import Restart, SequentialIB
from coterie.estimators._text_preprocessor import TextPreprocessor

__all__ = [
    "HeldOutSearch",
    "InformationSelector",
    "Restart",
    "SequentialIB",
    "TextPreprocessor",
    "load",
    "save",
]
