"""What analyses with a page share: its content, the words at its top, what is reliable."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

from coterie._core.errors import MissingExtraError
from coterie.analysis._result import CONTENT, PAGE, Analysis, write_json
from coterie.report import Request, write_report

if TYPE_CHECKING:
    from pathlib import Path

    from coterie._core.types import FloatArray
    from coterie.report import Evidence


@dataclass(frozen=True, eq=False, repr=False)
class PagedAnalysis(Analysis):
    """The groups that were found, with how much of them is real and a page."""

    request: Request = Request()  # noqa: RUF009 - it is frozen
    evidence: Evidence | None = None

    has_page: ClassVar[bool] = True

    @property
    @abstractmethod
    def content(self) -> dict[str, Any]:
        """What the report shows, as plain data."""

    @property
    def headline(self) -> str:
        return str(self.content["sections"]["findings"]["headline"])

    @property
    def sentences(self) -> list[str]:
        return [self.headline, *self.content["sections"]["findings"]["sentences"]]

    @property
    def reliable_bits(self) -> float | None:
        """Bits about the group of a row that are real; None where that was not judged."""
        return None if self.evidence is None else self.evidence.bits

    @property
    def measures(self) -> dict[str, FloatArray]:
        found = super().measures
        if self.evidence is not None and self.evidence.reliability is not None:
            parts = self.evidence.reliability
            found |= {"reliable_bits": parts.object_bits, "agreement": parts.object_agreement}
        return found

    def summary(self) -> dict[str, Any]:
        """Return the main facts as plain data."""
        return super().summary() | self._reliable_facts()

    def _reliable_facts(self) -> dict[str, Any]:
        if self.evidence is None:
            return {"reliable_bits": None}
        capacity = self.evidence.capacity
        return {
            "reliable_bits": capacity.bits,
            "reliable_bits_unclipped": capacity.raw,
            "reliable_bits_standard_error": capacity.standard_error,
            "supported": self.evidence.supported,
            "n_clusters_effective": capacity.n_clusters_effective,
            "share_that_changes_group": capacity.delta,
            "instances": capacity.instances,
            "instances_assume": capacity.assumption,
        }

    def _write_page(self, home: Path) -> tuple[str, ...]:
        try:
            write_json(home / CONTENT, self.content)
            write_report(home / PAGE, self.content)
        except MissingExtraError as error:
            return (f"{PAGE} was not written: {error}; then run coterie report on this folder.",)
        except KeyboardInterrupt:
            return (f"{PAGE} was not written: it was interrupted; what was found is kept.",)
        return ()
