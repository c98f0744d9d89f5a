"""The directive ``capabilities``: what each estimator takes, read from the estimator's own tags."""

import inspect
import re

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sklearn.base import BaseEstimator, ClusterMixin

import coterie.estimators


def estimators() -> list[type]:
    """List the public estimators."""
    things = [getattr(coterie.estimators, name) for name in coterie.estimators.__all__]
    return [each for each in things if inspect.isclass(each) and issubclass(each, BaseEstimator)]


def takes_pairs(kind: type) -> bool:
    """Tell whether it takes a matrix of all pairs in place of points."""
    return "affinity" in inspect.signature(kind).parameters


def rows_of(kind: type) -> str:
    """Say what one row of the input is."""
    tags = kind().__sklearn_tags__()
    if tags.input_tags.string:
        return "texts"
    if takes_pairs(kind) and not tags.input_tags.pairwise:
        return "points, or pairs"
    if tags.input_tags.pairwise:
        return "pairs"
    return "counts" if tags.input_tags.positive_only else "numbers"


def takes_sparse(kind: type) -> bool:
    """Tell whether it takes sparse matrices: of counts, or of links between pairs."""
    pairs = kind(affinity="precomputed") if takes_pairs(kind) else kind()
    return pairs.__sklearn_tags__().input_tags.sparse


def engine_of(model) -> str:
    """Name what searches for the clusters; the class says so where there is a choice of costs."""
    if isinstance(model, ClusterMixin) and hasattr(model, "_splitter"):
        return "annealing"  # its engine settles what falls apart between the splits
    engine = getattr(model, "_engine", None)
    name = type(engine()).__name__ if engine is not None else ""
    return re.sub(r"(?<!^)([A-Z])", r" \1", name).lower()


def row(kind: type) -> list[str]:
    """Describe one estimator."""
    parameters = inspect.signature(kind).parameters
    fit = inspect.signature(kind.fit).parameters
    yes = {True: "yes", False: "no"}
    return [
        f":py:class:`~coterie.estimators.{kind.__name__}`",
        (inspect.getdoc(kind) or "").partition("\n")[0].rstrip("."),
        rows_of(kind),
        yes[takes_sparse(kind)],
        engine_of(kind()),
        yes["sample_weight" in fit],
        yes[hasattr(kind, "predict")],
        "any" if "device" in parameters else "CPU",
    ]


HEADER = [
    "Estimator", "What it does", "Rows of", "Sparse", "Engine", "Weights", "Predicts", "Device"
]  # fmt: skip


class Capabilities(Directive):
    """Shows one row for each public estimator."""

    def run(self):
        table = [HEADER, *(row(kind) for kind in estimators())]
        lines = [".. list-table::", "   :header-rows: 1", "   :class: capabilities", ""]
        for cells in table:
            lines += [f"   {'*' if not i else ' '} - {cell}" for i, cell in enumerate(cells)]
        holder = nodes.container()
        self.state.nested_parse(StringList([*lines, ""], "capabilities"), 0, holder)
        return holder.children


def setup(app):
    app.add_directive("capabilities", Capabilities)
    return {"parallel_read_safe": True}
