"""The scikit-learn surface: each estimator pairs a cost with an engine."""

from __future__ import annotations

from coterie.estimators._capacity_search import CapacitySearch
from coterie.estimators._denoising import DenoisedImage, denoise_image
from coterie.estimators._held_out_search import HeldOutSearch
from coterie.estimators._restarts import Restart
from coterie.estimators._saving import load, save
from coterie.estimators._temperature_point import TemperaturePoint
from coterie.estimators.bottleneck._agglomerative_ib import AgglomerativeIB
from coterie.estimators.bottleneck._alternation import ImprovedLevel, merge_and_improve
from coterie.estimators.bottleneck._annealed_ib import AnnealedIB
from coterie.estimators.bottleneck._cluster_tree import ClusterTree
from coterie.estimators.bottleneck._iterative_ib import IterativeIB
from coterie.estimators.bottleneck._likelihood import ib_to_ml, ml_to_ib
from coterie.estimators.bottleneck._markov_relaxation import MarkovRelaxation
from coterie.estimators.bottleneck._points import InformationPoint
from coterie.estimators.bottleneck._rate_distortion import RateDistortionCurve, rate_distortion
from coterie.estimators.bottleneck._relevance_curve import RelevanceCurve
from coterie.estimators.bottleneck._sequential_ib import SequentialIB
from coterie.estimators.bottleneck._splits import ClusterSplit
from coterie.estimators.bottleneck._tracing import relevance_curve
from coterie.estimators.mixed._columns import TableColumn
from coterie.estimators.mixed._mixed_table_encoder import MixedTableEncoder
from coterie.estimators.prototypes._annealed import PrototypePoint, TemperatureSplit
from coterie.estimators.prototypes._annealed_kmeans import AnnealedKMeans
from coterie.estimators.prototypes._complexity_clustering import ComplexityClustering
from coterie.estimators.prototypes._cosine_kmeans import CosineKMeans
from coterie.estimators.prototypes._histogram_clustering import HistogramClustering
from coterie.estimators.prototypes._multinomial_mixture import MultinomialMixture
from coterie.estimators.prototypes._parametric_clustering import (
    ParametricDistributionalClustering,
)
from coterie.estimators.prototypes._sequential_kmeans import SequentialKMeans
from coterie.estimators.prototypes._tempered_gaussian_mixture import TemperedGaussianMixture
from coterie.estimators.prototypes._topological_clustering import TopologicalClustering
from coterie.estimators.relational._adaptive_ratio_cut import AdaptiveRatioCut
from coterie.estimators.relational._annealed_embedding import AnnealedEmbedding
from coterie.estimators.relational._constant_shift_embedding import ConstantShiftEmbedding
from coterie.estimators.relational._correlation_clustering import CorrelationClustering
from coterie.estimators.relational._dominant_sets import DominantSets
from coterie.estimators.relational._max_cut import MaxCut
from coterie.estimators.relational._min_cut import MinCut
from coterie.estimators.relational._min_max_cut import MinMaxCut
from coterie.estimators.relational._normalized_cut import NormalizedCut
from coterie.estimators.relational._pairwise_clustering import PairwiseClustering
from coterie.estimators.relational._ratio_cut import RatioCut
from coterie.estimators.text._information_selector import InformationSelector
from coterie.estimators.text._text_preprocessor import TextPreprocessor

__all__ = [
    "AdaptiveRatioCut",
    "AgglomerativeIB",
    "AnnealedEmbedding",
    "AnnealedIB",
    "AnnealedKMeans",
    "CapacitySearch",
    "ClusterSplit",
    "ClusterTree",
    "ComplexityClustering",
    "ConstantShiftEmbedding",
    "CorrelationClustering",
    "CosineKMeans",
    "DenoisedImage",
    "DominantSets",
    "HeldOutSearch",
    "HistogramClustering",
    "ImprovedLevel",
    "InformationPoint",
    "InformationSelector",
    "IterativeIB",
    "MarkovRelaxation",
    "MaxCut",
    "MinCut",
    "MinMaxCut",
    "MixedTableEncoder",
    "MultinomialMixture",
    "NormalizedCut",
    "PairwiseClustering",
    "ParametricDistributionalClustering",
    "PrototypePoint",
    "RateDistortionCurve",
    "RatioCut",
    "RelevanceCurve",
    "Restart",
    "SequentialIB",
    "SequentialKMeans",
    "TableColumn",
    "TemperaturePoint",
    "TemperatureSplit",
    "TemperedGaussianMixture",
    "TextPreprocessor",
    "TopologicalClustering",
    "denoise_image",
    "ib_to_ml",
    "load",
    "merge_and_improve",
    "ml_to_ib",
    "rate_distortion",
    "relevance_curve",
    "save",
]
