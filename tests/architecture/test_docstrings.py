"""Every public object explains itself: an example, the formula behind it, what it sets."""

import inspect
import re

import numpy as np
import pytest
from sklearn.base import BaseEstimator

KEYS = re.compile(r"\[((?:IB|MIB|MAC|EAP|DIB|VAL|GRA|SLC) [^\]]+)\]")
HEADING = r"^{}\n-{{3,}}$"


def section(documentation: str, title: str) -> str | None:
    """Return the text under a numpydoc heading, or None."""
    parts = re.split(HEADING.format(title), documentation, flags=re.MULTILINE)
    return re.split(r"^\w[\w ]+\n-{3,}$", parts[1], flags=re.MULTILINE)[0] if parts[1:] else None


def test_every_public_object_shows_an_example(documented):
    assert documented
    without = [
        name
        for name, thing in documented.items()
        if ">>>" not in (section(inspect.getdoc(thing) or "", "Examples") or "")
    ]
    assert not without, f"no Examples section with a >>> line: {without}"


def test_equation_keys_are_explained(root):
    explained = {
        line.split("|")[1].strip(" `[]")
        for line in (root / "docs/equations.md").read_text().splitlines()
        if line.startswith("|")
    }
    unknown = {
        (path.relative_to(root).as_posix(), key)
        for path in (root / "src").rglob("*.py")
        for keys in KEYS.findall(path.read_text())
        for key in keys.split(", ")
        if key not in explained
    }
    assert not unknown, f"docs/equations.md has no row for: {sorted(unknown)}"


def estimators(public) -> dict[str, type]:
    return {
        name: thing
        for name, thing in public.items()
        if name.startswith("coterie.estimators.")
        and inspect.isclass(thing)
        and issubclass(thing, BaseEstimator)
    }


@pytest.mark.filterwarnings("ignore:MinCut. no similarity is negative")  # by default on points
def test_fitted_attributes_are_documented(public):
    assert estimators(public)
    for name, kind in estimators(public).items():
        takes = kind().__sklearn_tags__().input_tags
        data = ["one fish", "two fish"] if takes.string else np.arange(60).reshape(12, 5) % 13
        data = np.abs(np.subtract.outer(range(6), range(6))) ** 3 if takes.pairwise else data
        computed = [key for key, _ in inspect.getmembers(kind, lambda it: isinstance(it, property))]
        fitted = {
            key
            for key in [*vars(kind().fit(data)), *computed]
            if key.endswith("_") and key[0] != "_"
        }
        listed = section(inspect.getdoc(kind) or "", "Attributes") or ""
        documented = set(re.findall(r"^(\w+_) :", listed, flags=re.MULTILINE))
        # set only when the input has names, or columns to avoid
        sometimes = {"feature_names_in_", "avoided_information_"}
        assert documented - sometimes == fitted - sometimes, name


def test_parameters_are_documented(public):
    for name, kind in estimators(public).items():
        listed = section(inspect.getdoc(kind) or "", "Parameters") or ""
        documented = re.findall(r"^(\w+(?:, \w+)*) :", listed, flags=re.MULTILINE)
        names = [part for line in documented for part in line.split(", ")]
        assert names == list(inspect.signature(kind).parameters), name


@pytest.mark.parametrize("sample", ["Examples\n--------\n>>> 1\n1\n\nNotes\n-----\nno", "no"])
def test_section_finds_only_what_stands_under_its_heading(sample):
    found = section(sample, "Examples")
    assert (found is None) == ("Examples" not in sample)
    assert "no" not in (found or "")
