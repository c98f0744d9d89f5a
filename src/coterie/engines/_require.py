"""Check that a cost has what an engine needs, before any work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from coterie._core.errors import InputError

if TYPE_CHECKING:
    from coterie.engines._restarts import Engine


def fits(cost: Any, engine: Engine | type) -> bool:
    """Tell whether a cost has all that an engine needs.

    Examples
    --------
    >>> from coterie.costs import CosineCost
    >>> from coterie.engines import Batch, Sequential
    >>> from coterie.problems import CountProblem
    >>> cost = CosineCost(CountProblem.from_counts([[1, 0], [0, 1]]), 2)
    >>> fits(cost, Sequential), fits(cost, Batch)
    (True, False)
    """
    needs: tuple[type, ...] = engine.needs  # type: ignore[union-attr]
    return all(isinstance(cost, need) for need in needs)


def require(cost: Any, engine: Engine) -> None:
    """Refuse a cost that lacks what an engine needs, naming the engines that fit.

    Examples
    --------
    >>> from coterie.costs import CosineCost
    >>> from coterie.engines import Batch
    >>> from coterie.problems import CountProblem
    >>> require(CosineCost(CountProblem.from_counts([[1, 0], [0, 1]]), 2), Batch())
    Traceback (most recent call last):
    ...
    coterie._core.errors.InputError: Batch: CosineCost has no reassign, total. Engines that fit: ...
    """
    if fits(cost, engine):
        return
    from coterie.engines import ENGINES

    needed = {part for need in engine.needs for part in vars(need) if part[0] != "_"}
    missing = ", ".join(sorted(part for part in needed if not hasattr(cost, part)))
    fitting = ", ".join(name for name, kind in ENGINES.items() if fits(cost, kind)) or "none"
    message = (
        f"{type(engine).__name__}: {type(cost).__name__} has no {missing}. "
        f"Engines that fit: {fitting}."
    )
    raise InputError(message)
