"""A prediction as the window shows it, made of a model's maps of one image, and the spec and charset to read them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from numpy.typing import NDArray

from app.language.languages import translate
from app.workers.prediction_messages import Seen
from core.charset import Charset
from core.labels.maps.decoding import word_of
from core.labels.maps.spec import MapSpec
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.analysis.predicted_maps import PredictedMaps
    from core.labels.divide.evidence import TextEvidence
    from core.labels.label import WordLabel


@dataclass(frozen=True, slots=True, eq=False)
class Predicted:
    """A model's prediction for one image."""

    image: str
    """Path of the image relative to the project."""
    maps: PredictedMaps
    """The maps as the network sees the image, turned and resized. `maps.word` is in image pixels."""
    spec: MapSpec
    """The model's geometry."""
    charset: Charset
    """The model's symbols, to which the ids of `maps` belong."""
    step: int | None = None
    """The training's step. None of a finished model."""
    loss: float | None = None
    """The training's loss at that step."""

    @property
    def last(self) -> int:
        """The number of the last position that is read or left out as a gap, or 0 if nothing is read."""
        characters = self.maps.word.characters
        return characters[-1].order if characters else 0

    def evidence(self, text: str, image_size: tuple[int, int]) -> TextEvidence | None:
        """Return the evidence for a text in an image of (height, width), or None if the model reads something else."""
        from core.analysis.drafts.dividing_evidence import evidence_for  # SciPy

        return evidence_for(text, self.maps, self.spec, self.charset, image_size)

    @property
    def positions(self) -> int:
        """The number of positions that the network can distinguish."""
        return int(self.maps.order.shape[-1]) - 1


def seen_in(image: str, seen: Seen) -> Predicted:
    """Return the prediction in a message from the prediction process."""
    spec = NetworkSpec.from_dict(seen.spec)
    return Predicted(image, seen.maps, spec.maps, Charset(spec.charset))


def from_outputs(
    image: str,
    outputs: Mapping[str, NDArray[Any]],
    spec: NetworkSpec,
    image_size: tuple[int, int],
    step: int | None = None,
    loss: float | None = None,
) -> Predicted:
    """Return a prediction made from the outputs of a model, in a background thread.

    `outputs`: of `core.model.network.formation.WordFormation` for a batch of nothing but this image.
    """
    from core.analysis.predicted_maps import PredictedMaps  # SciPy, which the start of the program must not wait for

    word = word_of(outputs, spec.charset, spec.maps, image_size)
    maps = PredictedMaps.of(outputs, word, len(spec.charset))
    return Predicted(image, maps, spec.maps, Charset(spec.charset), step, loss)


_NAMED = 6  # symbols


def unknown_symbols(spec: NetworkSpec | None, needed: Sequence[str]) -> tuple[str, ...]:
    """Return the symbols that a model does not know, or none if it is not loaded."""
    return () if spec is None else tuple(symbol for symbol in needed if symbol not in {*spec.charset})


def mismatch(spec: NetworkSpec | None, needed: Sequence[str]) -> str:
    """Return a sentence about the project's symbols that the model cannot read, or "" if it can read all."""
    lacking = unknown_symbols(spec, needed)
    if not lacking:
        return ""
    named = " ".join(lacking[:_NAMED]) + (" …" if len(lacking) > _NAMED else "")
    sentence = translate(
        "Predictions",
        "The model's charset lacks {count} of the project's symbols: {symbols}. The model predicts the others.",
    )
    return sentence.format(count=len(lacking), symbols=named)


def why_unjudged(label: WordLabel) -> str:
    """Return why a reading cannot be judged by a label whose text or polygons are drafts, or "" if all is known."""
    truth = label.known
    if truth is None:
        return translate(
            "Diagnosing",
            "The label is a draft: nobody has confirmed the text of the word. Correct it, or mark it reviewed (Enter).",
        )
    if len(truth.characters) < len(label.characters):
        return translate(
            "Diagnosing",
            "The text is known, but the polygons are drafts. Mark the word reviewed (Enter) to judge the maps by them.",
        )
    return ""
