"""Information-theoretic clustering: which groups do the data support, and how much is real.

The names below are loaded when they are first used.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from coterie._core.version import __version__

if TYPE_CHECKING:
    from coterie._core.errors import (
        ConvergenceNotice,
        CoterieWarning,
        DataWarning,
        InputError,
        MissingExtraError,
    )
    from coterie.analysis import Analysis, analyse
    from coterie.engines import GibbsDistribution
    from coterie.estimators import (
        AdaptiveRatioCut,
        AgglomerativeIB,
        AnnealedEmbedding,
        AnnealedIB,
        AnnealedKMeans,
        CapacitySearch,
        ComplexityClustering,
        ConstantShiftEmbedding,
        CorrelationClustering,
        CosineKMeans,
        DominantSets,
        HeldOutSearch,
        HistogramClustering,
        InformationSelector,
        IterativeIB,
        MarkovRelaxation,
        MaxCut,
        MinCut,
        MinMaxCut,
        MixedTableEncoder,
        MultinomialMixture,
        NormalizedCut,
        PairwiseClustering,
        ParametricDistributionalClustering,
        RatioCut,
        SequentialIB,
        SequentialKMeans,
        TemperedGaussianMixture,
        TextPreprocessor,
        TopologicalClustering,
        denoise_image,
        ib_to_ml,
        load,
        merge_and_improve,
        ml_to_ib,
        rate_distortion,
        relevance_curve,
        save,
    )
    from coterie.measures import MaximumEntropy
    from coterie.validation import (
        gap_statistic,
        generalization_capacity,
        instability,
        make_instances,
        minimum_transfer_cost,
        posterior_agreement,
    )

HOMES = {
    "MissingExtraError": "coterie._core.errors",
    "InputError": "coterie._core.errors",
    "DataWarning": "coterie._core.errors",
    "CoterieWarning": "coterie._core.errors",
    "ConvergenceNotice": "coterie._core.errors",
    "Analysis": "coterie.analysis",
    "AdaptiveRatioCut": "coterie.estimators",
    "AgglomerativeIB": "coterie.estimators",
    "AnnealedEmbedding": "coterie.estimators",
    "AnnealedIB": "coterie.estimators",
    "ConstantShiftEmbedding": "coterie.estimators",
    "CorrelationClustering": "coterie.estimators",
    "AnnealedKMeans": "coterie.estimators",
    "CapacitySearch": "coterie.estimators",
    "ComplexityClustering": "coterie.estimators",
    "CosineKMeans": "coterie.estimators",
    "DominantSets": "coterie.estimators",
    "HeldOutSearch": "coterie.estimators",
    "HistogramClustering": "coterie.estimators",
    "InformationSelector": "coterie.estimators",
    "IterativeIB": "coterie.estimators",
    "MaxCut": "coterie.estimators",
    "MinCut": "coterie.estimators",
    "MinMaxCut": "coterie.estimators",
    "GibbsDistribution": "coterie.engines",
    "MaximumEntropy": "coterie.measures",
    "MarkovRelaxation": "coterie.estimators",
    "MixedTableEncoder": "coterie.estimators",
    "MultinomialMixture": "coterie.estimators",
    "NormalizedCut": "coterie.estimators",
    "PairwiseClustering": "coterie.estimators",
    "RatioCut": "coterie.estimators",
    "ParametricDistributionalClustering": "coterie.estimators",
    "SequentialIB": "coterie.estimators",
    "SequentialKMeans": "coterie.estimators",
    "TemperedGaussianMixture": "coterie.estimators",
    "TextPreprocessor": "coterie.estimators",
    "TopologicalClustering": "coterie.estimators",
    "analyse": "coterie.analysis",
    "denoise_image": "coterie.estimators",
    "gap_statistic": "coterie.validation",
    "generalization_capacity": "coterie.validation",
    "instability": "coterie.validation",
    "make_instances": "coterie.validation",
    "minimum_transfer_cost": "coterie.validation",
    "posterior_agreement": "coterie.validation",
    "ib_to_ml": "coterie.estimators",
    "load": "coterie.estimators",
    "merge_and_improve": "coterie.estimators",
    "ml_to_ib": "coterie.estimators",
    "rate_distortion": "coterie.estimators",
    "relevance_curve": "coterie.estimators",
    "save": "coterie.estimators",
}
SUBMODULES = (
    "analysis",
    "datasets",
    "measures",
    "plotting",
    "report",
    "similarity",
    "sources",
    "validation",
)

__all__ = [
    "AdaptiveRatioCut",
    "AgglomerativeIB",
    "Analysis",
    "AnnealedEmbedding",
    "AnnealedIB",
    "AnnealedKMeans",
    "CapacitySearch",
    "ComplexityClustering",
    "ConstantShiftEmbedding",
    "ConvergenceNotice",
    "CorrelationClustering",
    "CosineKMeans",
    "CoterieWarning",
    "DataWarning",
    "DominantSets",
    "GibbsDistribution",
    "HeldOutSearch",
    "HistogramClustering",
    "InformationSelector",
    "InputError",
    "IterativeIB",
    "MarkovRelaxation",
    "MaxCut",
    "MaximumEntropy",
    "MinCut",
    "MinMaxCut",
    "MissingExtraError",
    "MixedTableEncoder",
    "MultinomialMixture",
    "NormalizedCut",
    "PairwiseClustering",
    "ParametricDistributionalClustering",
    "RatioCut",
    "SequentialIB",
    "SequentialKMeans",
    "TemperedGaussianMixture",
    "TextPreprocessor",
    "TopologicalClustering",
    "__version__",
    "analyse",
    "analysis",
    "datasets",
    "denoise_image",
    "gap_statistic",
    "generalization_capacity",
    "ib_to_ml",
    "instability",
    "load",
    "make_instances",
    "measures",
    "merge_and_improve",
    "minimum_transfer_cost",
    "ml_to_ib",
    "plotting",
    "posterior_agreement",
    "rate_distortion",
    "relevance_curve",
    "report",
    "save",
    "similarity",
    "sources",
    "validation",
]


def __getattr__(name: str) -> Any:
    if name in HOMES:
        return getattr(import_module(HOMES[name]), name)
    if name in SUBMODULES:
        return import_module(f"coterie.{name}")
    message = f"module 'coterie' has no attribute {name!r}"
    raise AttributeError(message)


def __dir__() -> list[str]:
    return sorted(__all__)
