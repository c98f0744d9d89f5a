"""Definitions: entropies, information, divergences and agreement, on probabilities or counts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie.measures._bottleneck_terms import BottleneckTerms, bottleneck_terms
from coterie.measures._conditional_entropy import conditional_entropy
from coterie.measures._critical_beta import critical_beta, critical_betas
from coterie.measures._effective_clusters import effective_clusters
from coterie.measures._entropy import entropy
from coterie.measures._importance import ImportanceEstimate, importance_estimate
from coterie.measures._information_bias import information_bias
from coterie.measures._information_contribution import information_contribution
from coterie.measures._js_divergence import js_divergence
from coterie.measures._kl_divergence import kl_divergence
from coterie.measures._markov_diagnostics import MarkovDiagnostics, markov_diagnostics
from coterie.measures._matched_accuracy import matched_accuracy
from coterie.measures._maximum_entropy import MaximumEntropy
from coterie.measures._merge_cost import merge_cost
from coterie.measures._mixing import effective_sample_size, split_r_hat
from coterie.measures._multi_information import multi_information
from coterie.measures._mutual_information import mutual_information
from coterie.measures._perplexity import perplexity
from coterie.measures._precision_recall import (
    macro_precision_recall,
    micro_precision_recall,
    purity,
)
from coterie.measures._predictive_information import past_and_future, predictive_information
from coterie.measures._relaxation import Relaxation, information_relaxation
from coterie.measures._two_sample_test import two_sample_test
from coterie.measures._typicality import typicality_curve

if TYPE_CHECKING:
    from sklearn.metrics import (
        adjusted_mutual_info_score,
        adjusted_rand_score,
        normalized_mutual_info_score,
    )

__all__ = [
    "BottleneckTerms",
    "ImportanceEstimate",
    "MarkovDiagnostics",
    "MaximumEntropy",
    "Relaxation",
    "adjusted_mutual_info_score",
    "adjusted_rand_score",
    "bottleneck_terms",
    "conditional_entropy",
    "critical_beta",
    "critical_betas",
    "effective_clusters",
    "effective_sample_size",
    "entropy",
    "importance_estimate",
    "information_bias",
    "information_contribution",
    "information_relaxation",
    "js_divergence",
    "kl_divergence",
    "macro_precision_recall",
    "markov_diagnostics",
    "matched_accuracy",
    "merge_cost",
    "micro_precision_recall",
    "multi_information",
    "mutual_information",
    "normalized_mutual_info_score",
    "past_and_future",
    "perplexity",
    "predictive_information",
    "purity",
    "split_r_hat",
    "two_sample_test",
    "typicality_curve",
]

FROM_SKLEARN = frozenset(
    {"adjusted_mutual_info_score", "adjusted_rand_score", "normalized_mutual_info_score"}
)


def __getattr__(name: str) -> Any:
    """Fetch scikit-learn's scores when they are asked for: loading them takes a while."""
    if name in FROM_SKLEARN:
        import sklearn.metrics

        return getattr(sklearn.metrics, name)
    message = f"module 'coterie.measures' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
