"""The content of a report: plain data that can be stored, compared and drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie.report._judged import JudgedStudy
from coterie.report._sections import SECTIONS
from coterie.report._study import Model, Search, Study, Table

if TYPE_CHECKING:
    from coterie.report._evidence import Evidence
    from coterie.report._grouped import Grouped
    from coterie.report._request import Request

SCHEMA = 1


def describe(
    request: Request,
    table: Table,
    model: Model,
    search: Search | None = None,
    evidence: Evidence | None = None,
) -> dict[str, Any]:
    """Return everything that the page shows, as plain data.

    Parameters
    ----------
    request : Request
        What was asked for.
    table : coterie.sources.Table
        The counts, with the names of rows and columns.
    model : SequentialIB
        The fitted model of these counts.
    search : HeldOutCurve, optional
        The held-out information for every number of clusters that was tried.
    evidence : Evidence, optional
        How much of the groups two noisy instances confirm.

    Returns
    -------
    dict
        Contains only what JSON can hold. Entries whose name ends in ``_nats`` are in nats; `render`
        turns them into bits.

    See Also
    --------
    render : Make the page.

    Notes
    -----
    A cluster's share of the information is p(t) KL[p(y|t) || p(y)] [IB #23]; a column's part of
    that is p(t,y) log p(y|t)/p(y). A row is the more typical of its cluster, the dearer the
    next-best cluster would be for it [IB E-11].

    Examples
    --------
    >>> import numpy as np
    >>> from coterie import SequentialIB
    >>> from coterie.report import Request, describe
    >>> from coterie.sources import Table
    >>> counts = np.kron(np.eye(2, dtype=int), np.full((3, 2), 5))
    >>> table = Table(counts, np.array(list("abcdef")), np.array(list("wxyz")), "counts", (), "toy")
    >>> model = SequentialIB(2, random_state=0).fit(counts)
    >>> describe(Request(), table, model)["sections"]["findings"]["headline"]
    'Your 6 rows fall into 2 groups, which keep 100 % of the information that rows carry ...'
    """
    return described(Study(request, table, model, search, evidence))


def describe_judged(
    request: Request, table: Table, model: Any, evidence: Evidence
) -> dict[str, Any]:
    """Return everything that the page shows where reliable bits judged the groups.

    Parameters
    ----------
    request : Request
        What was asked for.
    table : coterie.sources.Table
        Points, counts, or similarities of all pairs, with the names of rows and columns.
    model : estimator
        Fitted to these data, with `labels_`.
    evidence : Evidence
        What was tried, and how much of it is real.

    Returns
    -------
    dict
        As of `describe`.

    Examples
    --------
    >>> from types import SimpleNamespace
    >>> import numpy as np
    >>> from coterie import generalization_capacity
    >>> from coterie.report import Evidence, Request, describe_judged
    >>> from coterie.sources import Table
    >>> names = np.array(list("abcd"))
    >>> table = Table(np.eye(4), names, names, "similarity", (), "toy")
    >>> labels = np.array([0, 0, 1, 1])
    >>> evidence = Evidence(generalization_capacity((labels, labels)), supported=True)
    >>> model = SimpleNamespace(labels_=labels)
    >>> found = describe_judged(Request(), table, model, evidence)
    >>> print(found["sections"]["findings"]["headline"])
    Your 4 objects fall into 2 groups, and of the 1.00 bits ... 1.00 are reliable.
    """
    return described(JudgedStudy(request, table, model, evidence))


def described(study: Grouped) -> dict[str, Any]:
    """Build all sections of a study."""
    rows, columns = study.nouns
    built = {section.key: section.build(study) for section in SECTIONS}
    return {
        "schema": SCHEMA,
        "title": f"{study.table.origin}: groups of {rows.many}",
        "nouns": {
            "row": rows.one,
            "rows": rows.many,
            "column": columns.one,
            "columns": columns.many,
        },
        "sections": {key: content for key, content in built.items() if content is not None},
    }
