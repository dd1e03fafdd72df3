"""The potential gain of each branch of the network for the words of a folder, computed by the prediction process.

The maps and their oracle combinations stay in that process; it sends a few bytes for each word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from app.evaluation.labelled import LabelledFolder
from app.language.figures import agreeing
from app.workers.prediction_messages import Asked, Diagnosed, FolderRead

if TYPE_CHECKING:
    from core.analysis.attribution.error_attribution import MapOutcome, PotentialGains, Verdict
    from core.analysis.attribution.oracle_combinations import OracleCombination


class FolderGains(LabelledFolder[Diagnosed]):
    """The chosen model's potential gains for one folder of words.

    `gains`: of the words diagnosed so far; None if nothing was asked for.
    """

    asked: Asked = "outcomes"

    def _title(self, count: str) -> str:
        return agreeing(self.tr("Diagnosing {count} {count:|word|words}"), count=count)

    def _without(self, what: Literal["project", "model"]) -> str:
        if what == "project":
            return self.tr("Open a folder to see here the potential gain of each branch of the network.")
        return self.tr("Choose a model to see here the potential gain of each of its branches.")

    def _clear(self) -> None:
        super()._clear()
        self._catalog.set_facts("fault", None)
        self._outcomes: dict[MapOutcome, MapOutcome] = {}
        self._words: dict[MapOutcome, list[str]] = {}
        self.gains: PotentialGains | None = None

    @property
    def diagnosed(self) -> Mapping[str, Diagnosed]:
        """The words that were diagnosed, with their diagnoses."""
        return self.answers

    def words_of(self, line: OracleCombination | Verdict) -> tuple[str, ...]:
        """Return the words that perfect maps of some branches would mend, or that no branch can mend for a reason."""
        chosen: set[str] = set()
        for outcome, images in self._words.items():
            if outcome.is_repaired_by(line) if isinstance(line, frozenset) else outcome.verdict == line:
                chosen.update(images)
        return tuple(image for image in self.images if image in chosen)

    def _answers_in(self, news: FolderRead) -> Mapping[str, Diagnosed]:
        return news.diagnosed

    def _add(self, answers: Mapping[str, Diagnosed]) -> None:
        shared = {}
        for image, diagnosed in answers.items():
            outcome = self._outcomes.setdefault(diagnosed.outcome, diagnosed.outcome)  # few different ones: kept once
            shared[image] = Diagnosed(diagnosed.text, outcome, diagnosed.label_hash)
            self._words.setdefault(outcome, []).append(image)
        super()._add(shared)

    def _add_up(self) -> None:
        from core.analysis.attribution.error_attribution import potential_gains  # SciPy, late

        self.gains = potential_gains({outcome: len(images) for outcome, images in self._words.items()})
        at_fault = [(outcome.at_fault, images) for outcome, images in self._words.items()]
        self._catalog.set_facts("fault", {image: causes for causes, images in at_fault if causes for image in images})
        super()._add_up()
