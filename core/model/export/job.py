"""The request of the window or the command, and its result: plain data, which knows no network."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.model.export.forms import Form

REPORT = "parity.json"  # the file in the folder of an export that holds `Export.to_dict`


@dataclass(frozen=True, slots=True)
class ExportJob:
    """The request for an export."""

    model: Path  # a model file, a run, or one of its checkpoints
    out: Path  # the folder to write to; created if missing, empty if it is there
    forms: tuple[Form, ...]
    size: tuple[int, int] | None = None  # (height, width): of the input, pixels; None: the model's own
    free: bool = False  # let the forms that can take images of every size that 32 divides
    # a project, to calibrate on and to compare with; None: words are drawn to compare with, and nothing can be
    # calibrated
    images: Path | None = None
    words: int = 200  # most images that are compared


@dataclass(frozen=True, slots=True)
class Difference:
    """The distance of a form's map from the program's, over all pixels and channels."""

    greatest: float
    mean: float


@dataclass(frozen=True, slots=True)
class FormReport:
    """The result of one form."""

    name: str
    failed: str = ""  # why there is no such form, or why its reader failed; "" if all went well
    note: str = ""  # why it was not run; "" if it was
    files: tuple[str, ...] = ()
    reader: str = ""
    bytes: int = 0  # size of its files without the reader
    holds_words: bool = True
    operators: dict[str, int] = field(default_factory=dict)  # how often each operator is in it
    # seconds from the start of its own process to the first word: libraries, model, first image
    start: float | None = None
    images_per_second: float | None = None  # one by one, from the file to the text
    same_text: float | None = None  # share of the images that it reads as the program does
    word_accuracy: float | None = None  # share of the labelled images that it reads as their labels say
    # images, labelled: images that it has read, and how many of them have a text
    images: int | None = None
    labelled: int | None = None
    maps: dict[str, Difference] = field(default_factory=dict)  # for each of `core.model.export.forms.MAPS`

    def to_dict(self) -> dict[str, Any]:
        """Return the entry in `REPORT`."""
        return {
            "form": self.name,
            "failed": str(self.failed) or None,
            "note": str(self.note) or None,
            "files": list(self.files),
            "reader": self.reader,
            "bytes": self.bytes,
            "word_formation": self.holds_words,
            "start_seconds": self.start,
            "images_per_second": self.images_per_second,
            "same_text": self.same_text,
            "word_accuracy": self.word_accuracy,
            "maps": {name: {"greatest": d.greatest, "mean": d.mean} for name, d in self.maps.items()},
            "operators": self.operators,
        }


@dataclass(frozen=True, slots=True)
class Export:
    """All that came of an export."""

    model: str
    out: Path
    # images, labelled: images that were compared, and how many of them have a text
    images: int
    labelled: int
    words_of: str  # their source
    program: FormReport  # the program itself on the same images
    forms: tuple[FormReport, ...]
    # form, image, text of the program and of the form, for the first few words that are read otherwise
    differing: tuple[tuple[str, str, str, str], ...] = ()
    notes: tuple[str, ...] = ()  # a sentence each

    @property
    def succeeded(self) -> bool:
        """True if every form was written and none of the readers failed."""
        return not any(form.failed for form in self.forms)

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `REPORT`."""
        return {
            "model": self.model,
            "images": self.images,
            "labelled": self.labelled,
            "words_of": self.words_of,
            "program": self.program.to_dict(),
            "forms": [form.to_dict() for form in self.forms],
            "differing": [
                {"form": form, "image": image, "program": ours, "text": theirs}
                for form, image, ours, theirs in self.differing
            ],
            "notes": [str(note) for note in self.notes],
        }
