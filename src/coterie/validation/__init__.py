"""Judgement of solutions: how much of a clustering do other data of the same kind confirm."""

from __future__ import annotations

from coterie.validation._approximation_sets import approximation_set, exact_information_rate
from coterie.validation._capacity import generalization_capacity
from coterie.validation._capacity_result import Capacity, Meeting
from coterie.validation._coding import coding_error
from coterie.validation._criteria import (
    InformationCriteria,
    effective_dimension,
    information_criteria,
    spherical_criteria,
)
from coterie.validation._families import AnnealedPath, Family, HasEnergies, HeldFamily
from coterie.validation._field_family import FieldFamily
from coterie.validation._gap import GapStatistic, gap_statistic
from coterie.validation._hamming import (
    LabelAgreement,
    hamming_capacity,
    kary_capacity,
    kary_inverse_temperature,
    kary_rate,
    label_agreement,
)
from coterie.validation._held_out import HeldOutCurve, held_out_information
from coterie.validation._information_error import information_error
from coterie.validation._information_rate import information_rate
from coterie.validation._instance_kinds import (
    Bootstrap,
    FeatureSplit,
    Generative,
    GivenPair,
    NoiseSplit,
    ObjectHalves,
    Thinning,
)
from coterie.validation._instances import Instances, Pair
from coterie.validation._make_instances import make_instances
from coterie.validation._order_parameters import OrderParameters, order_parameters
from coterie.validation._pair_families import MeanFieldFamily, SampledFamily
from coterie.validation._posterior_agreement import PosteriorAgreement, posterior_agreement
from coterie.validation._reliability import Reliability, reliability
from coterie.validation._stability import InstabilityCurve, instability
from coterie.validation._thinning import thin_counts
from coterie.validation._transfer import (
    TransferCosts,
    TransferPath,
    minimum_transfer_cost,
    transfer_path,
)
from coterie.validation._transfer_rank import RankCosts, transfer_rank

__all__ = [
    "AnnealedPath",
    "Bootstrap",
    "Capacity",
    "Family",
    "FeatureSplit",
    "FieldFamily",
    "GapStatistic",
    "Generative",
    "GivenPair",
    "HasEnergies",
    "HeldFamily",
    "HeldOutCurve",
    "InformationCriteria",
    "InstabilityCurve",
    "Instances",
    "LabelAgreement",
    "MeanFieldFamily",
    "Meeting",
    "NoiseSplit",
    "ObjectHalves",
    "OrderParameters",
    "Pair",
    "PosteriorAgreement",
    "RankCosts",
    "Reliability",
    "SampledFamily",
    "Thinning",
    "TransferCosts",
    "TransferPath",
    "approximation_set",
    "coding_error",
    "effective_dimension",
    "exact_information_rate",
    "gap_statistic",
    "generalization_capacity",
    "hamming_capacity",
    "held_out_information",
    "information_criteria",
    "information_error",
    "information_rate",
    "instability",
    "kary_capacity",
    "kary_inverse_temperature",
    "kary_rate",
    "label_agreement",
    "make_instances",
    "minimum_transfer_cost",
    "order_parameters",
    "posterior_agreement",
    "reliability",
    "spherical_criteria",
    "thin_counts",
    "transfer_path",
    "transfer_rank",
]
