"""The unit of the weights changes neither the answer nor how it is reached.

Powers of two change no digit of the weights, so every step must be the same, up to the rounding of
eigenvalues; other factors round, and ties may fall otherwise.
"""

import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from coterie import (
    AdaptiveRatioCut,
    AnnealedEmbedding,
    ConstantShiftEmbedding,
    CorrelationClustering,
    DominantSets,
    MaxCut,
    MinCut,
    MinMaxCut,
    NormalizedCut,
    PairwiseClustering,
    RatioCut,
)
from coterie._core.errors import CoterieWarning
from coterie.measures import adjusted_rand_score

SIGNED, POSITIVE, DISTANCES = "signed", "positive", "distances"
KINDS = {
    CorrelationClustering: SIGNED, MinCut: SIGNED, MaxCut: SIGNED, RatioCut: POSITIVE,
    AdaptiveRatioCut: POSITIVE, NormalizedCut: POSITIVE, MinMaxCut: POSITIVE,
    PairwiseClustering: DISTANCES, AnnealedEmbedding: DISTANCES,
}  # fmt: skip
SCALE_FREE = (NormalizedCut, MinMaxCut)
TRUTH = np.repeat(np.arange(3), 7)


def weights(form, seed):
    """Three blocks under noise: signed, positive, or as distances."""
    noise = np.random.default_rng(seed).uniform(-1.0, 1.0, size=(21, 21))
    X = np.where(np.equal.outer(TRUTH, TRUTH), 0.7, -0.7) + (noise + noise.T) / 2.0
    if form == SIGNED:
        return X
    return X + 2.0 if form == POSITIVE else (2.0 - X) * (1.0 - np.eye(21))


def fit(kind, X, solver, factor):
    given = {} if kind is AnnealedEmbedding else {"solver": solver}
    if hasattr(kind(), "shift"):
        given["shift"] = -0.125 * factor
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", CoterieWarning)
        model = kind(4, affinity="precomputed", n_init=1, random_state=0, **given)
        return model.fit(X * factor)


def unit_of(kind, factor):
    return 1.0 if kind in SCALE_FREE else factor


@pytest.mark.parametrize(
    ("kind", "solver"),
    [
        (kind, solver)
        for kind in KINDS
        for solver in ("annealing", "sequential", "gibbs")
        if kind is not AnnealedEmbedding or solver == "annealing"
    ],
)
@settings(max_examples=2)
@given(seed=st.integers(0, 99), power=st.sampled_from([-120, -30, -3, 5, 40, 120]))
def test_powers_of_two_change_no_step(kind, solver, seed, power):
    X, factor = weights(KINDS[kind], seed), 2.0**power
    one, other = (fit(kind, X, solver, each) for each in (1.0, factor))
    unit = unit_of(kind, factor)
    np.testing.assert_array_equal(one.labels_, other.labels_)
    np.testing.assert_allclose(one.memberships_, other.memberships_, rtol=0, atol=1e-9)
    assert one.cost_ * unit == other.cost_
    assert one.temperature_ * unit == pytest.approx(other.temperature_, rel=1e-12)
    assert one.n_iter_ == other.n_iter_
    assert len(one.path_) == len(other.path_)


@pytest.mark.parametrize("factor", [1e-9, 1e9])
@pytest.mark.parametrize("kind", KINDS)
def test_other_factors_change_no_answer(kind, factor):
    X = weights(KINDS[kind], 0)
    one, other = (fit(kind, X, "annealing", each) for each in (1.0, factor))
    assert adjusted_rand_score(one.labels_, other.labels_) == 1.0
    unit = unit_of(kind, factor)
    assert other.cost_ == pytest.approx(one.cost_ * unit, rel=1e-9, abs=1e-11 * unit)


@pytest.mark.parametrize("dynamics", ["replicator", "infection"])
@settings(max_examples=5)
@given(seed=st.integers(0, 99), power=st.sampled_from([-120, -30, 40, 120]))
def test_dominant_sets_have_no_unit(dynamics, seed, power):
    X = weights(POSITIVE, seed)
    model = DominantSets(dynamics=dynamics, affinity="precomputed")
    one, other = model.fit(X).labels_, model.fit(X * 2.0**power).labels_
    np.testing.assert_array_equal(one, other)


@settings(max_examples=5)
@given(seed=st.integers(0, 99), power=st.sampled_from([-120, -30, 40, 120]))
def test_an_embedding_scales_with_the_dissimilarities(seed, power):
    D = weights(DISTANCES, seed)
    one, other = (ConstantShiftEmbedding(3).fit(each) for each in (D, D * 4.0**power))
    assert other.constant_shift_ == pytest.approx(4.0**power * one.constant_shift_, rel=1e-9)
    np.testing.assert_allclose(other.embedding_ / 2.0**power, one.embedding_, atol=1e-7)
