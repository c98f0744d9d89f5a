"""The package is light to import; scikit-learn's scores arrive when they are used."""

import subprocess
import sys

import pytest
import sklearn.metrics

import coterie.measures


@pytest.mark.parametrize(
    "name", ["adjusted_mutual_info_score", "adjusted_rand_score", "normalized_mutual_info_score"]
)
def test_scores_are_those_of_scikit_learn(name):
    assert getattr(coterie.measures, name) is getattr(sklearn.metrics, name)
    assert name in dir(coterie.measures)


def test_every_listed_name_exists():
    assert all(callable(getattr(coterie.measures, name)) for name in coterie.measures.__all__)


def test_other_names_are_refused():
    with pytest.raises(AttributeError, match="has no attribute 'accuracy_score'"):
        _ = coterie.measures.accuracy_score


def test_importing_loads_neither_scikit_learn_nor_the_compiler():
    code = "import sys, coterie.measures; print({'sklearn', 'numba', 'pandas'} & set(sys.modules))"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "set()"
