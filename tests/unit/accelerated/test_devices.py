"""What is said about devices, and what is copied there."""

import gc
import subprocess
import sys

import numpy as np
import pytest
import scipy.sparse as sp
import torch
from sklearn.base import clone

from coterie import AnnealedIB, InputError, IterativeIB, MissingExtraError, MultinomialMixture
from coterie.accelerated import DeviceTable
from coterie.accelerated._table import THERE, table_on
from coterie.problems import CountProblem

COUNTS = np.random.default_rng(0).poisson(2.0, (20, 7)) + 1


@pytest.mark.parametrize("name", ["gpu", "mps", "cpu:x", ""])
def test_a_name_that_means_no_device_is_refused(name):
    with pytest.raises(InputError, match=f"device='{name}' must be 'cpu', 'cuda'"):
        IterativeIB(2, device=name).fit(COUNTS)


def test_what_is_no_name_is_refused():
    with pytest.raises(InputError, match="device=0 must be None, or the name of a torch device"):
        IterativeIB(2, device=0).fit(COUNTS)


@pytest.mark.parametrize(("name", "there"), [("cuda", 0), ("cuda:1", 1)])
def test_a_device_that_is_not_there_is_refused(name, there, monkeypatch):
    monkeypatch.setattr(torch.cuda, "device_count", lambda: there)
    with pytest.raises(InputError, match=f"device='{name}': torch .* finds {there} CUDA devices"):
        IterativeIB(2, device=name).fit(COUNTS)


def test_without_torch_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(MissingExtraError, match=r"device='cpu' needs torch.*coterie\[deep\]"):
        IterativeIB(2, device="cpu").fit(COUNTS)


@pytest.mark.parametrize(
    "model", [IterativeIB(3, beta=15.0, n_init=3), MultinomialMixture(3, n_init=3, tol=1e-9)]
)
def test_estimators_find_the_same_there(model):
    here, there = (
        clone(model).set_params(device=device, random_state=0).fit(COUNTS)
        for device in (None, "cpu")
    )
    assert there.cost_ == pytest.approx(here.cost_, rel=1e-9)
    np.testing.assert_allclose(there.memberships_, here.memberships_, rtol=0, atol=1e-5)


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", [(20, 7), (12, 5), (30, 15)])
def test_rounding_there_chooses_no_other_restart(shape, seed):
    """Restarts that agree but for the numbers of the clusters differ in the last digit of cost."""
    counts = np.random.default_rng(seed).poisson(2.0, shape) + 1
    model = IterativeIB(3, beta=6.0, n_init=6, random_state=seed)
    here, there = (clone(model).set_params(device=device).fit(counts) for device in (None, "cpu"))
    np.testing.assert_allclose(there.memberships_, here.memberships_, rtol=0, atol=1e-5)


def test_annealing_finds_the_same_there():
    rows = [[8, 0, 1], [9, 1, 0], [1, 9, 0], [0, 8, 1], [1, 0, 9]]
    here, there = (AnnealedIB(n_clusters=3, device=device).fit(rows) for device in (None, "cpu"))
    betas = [[split.beta for split in model.splits_] for model in (here, there)]
    assert betas[1] == pytest.approx(betas[0], rel=1e-6)
    np.testing.assert_allclose(there.memberships_, here.memberships_, rtol=0, atol=1e-5)


@pytest.mark.parametrize("form", [np.asarray, sp.csr_array], ids=["dense", "sparse"])
def test_products_with_a_table(form):
    rng = np.random.default_rng(3)
    table = rng.poisson(0.7, (9, 5)).astype(float)
    there = DeviceTable(form(table), "cpu")
    for product, expected, width in ((there.by_rows, table.T, 5), (there.by_columns, table, 9)):
        clusters = rng.normal(size=(3, width))
        np.testing.assert_allclose(
            product(there.put(clusters)).numpy(), clusters @ expected, rtol=0, atol=1e-12
        )


def test_read_only_arrays_are_copied_in_silence():
    table = np.ones((2, 3))
    table.flags.writeable = False
    DeviceTable(table, "cpu")  # a warning would be an error


def test_a_table_leaves_the_device_with_its_problem():
    gc.collect()  # those of other tests
    problem, before = CountProblem.from_counts(COUNTS), len(THERE)
    assert table_on(problem, "cpu") is table_on(problem, "cpu")
    assert len(THERE) == before + 1
    del problem
    gc.collect()
    assert len(THERE) == before


def test_twins_load_neither_compiled_kernels_nor_torch():
    code = "import sys, coterie.accelerated; print(*{n.partition('.')[0] for n in sys.modules})"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(run.stdout.split())
    assert loaded & {"numba", "scipy", "sklearn", "torch"} == set()
    assert {"numpy", "coterie"} <= loaded
