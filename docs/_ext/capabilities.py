"""The directive ``capabilities``: what each estimator takes, read from the estimator's own tags."""

import inspect

from docutils import nodes
from docutils.parsers.rst import Directive
from docutils.statemachine import StringList
from sklearn.base import BaseEstimator

import coterie.estimators


def estimators() -> list[type]:
    """List the public estimators."""
    things = [getattr(coterie.estimators, name) for name in coterie.estimators.__all__]
    return [each for each in things if inspect.isclass(each) and issubclass(each, BaseEstimator)]


def rows_of(tags) -> str:
    """Say what one row of the input is."""
    if tags.input_tags.string:
        return "texts"
    if tags.input_tags.pairwise:
        return "pairs"
    return "counts" if tags.input_tags.positive_only else "numbers"


def engine_of(model) -> str:
    """Name what searches for the clusters; the class says so where there is a choice of costs."""
    if hasattr(model, "_splitter"):  # its engine settles what falls apart between the splits
        return "annealing"
    engine = getattr(model, "_engine", None)
    return type(engine()).__name__.lower() if engine is not None else ""


def row(kind: type) -> list[str]:
    """Describe one estimator."""
    tags = kind().__sklearn_tags__()
    parameters = inspect.signature(kind).parameters
    fit = inspect.signature(kind.fit).parameters
    yes = {True: "yes", False: "no"}
    return [
        f":py:class:`~coterie.estimators.{kind.__name__}`",
        (inspect.getdoc(kind) or "").partition("\n")[0].rstrip("."),
        rows_of(tags),
        yes[tags.input_tags.sparse],
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
