"""The request for an export and its result, as plain data without knowledge of any network."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.model.export.forms import Form

REPORT = "parity.json"  # the file in the folder of an export that holds `Export.to_dict`


@dataclass(frozen=True, slots=True)
class ExportJob:
    """The request for an export, from the window or the command."""

    model: Path
    """A model file, a run, or one of its checkpoints."""
    out: Path
    """The folder to write to. It is created if missing, and has to be empty."""
    forms: tuple[Form, ...]
    """The forms to write."""
    size: tuple[int, int] | None = None
    """(height, width): of the input, in pixels. None: the model's own."""
    free: bool = False
    """True if the forms that can take images of every size that 32 divides do so."""
    images: Path | None = None
    """A project, to calibrate on and to compare with. None: synthetic words are compared, and no form can be
    calibrated."""
    words: int = 200
    """The largest number of images that are compared."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The greatest and the mean difference between a form's map and the program's, over all pixels and channels."""

    greatest: float
    """The greatest difference."""
    mean: float
    """The mean difference."""


@dataclass(frozen=True, slots=True)
class FormReport:
    """The result of writing and checking one form."""

    name: str
    """The name of the form, as `core.model.export.forms.Form` gives it."""
    failed: str = ""
    """The reason why there is no such form, or why its reader failed. Empty if there was no failure."""
    note: str = ""
    """The reason why the form was not run. Empty if it was."""
    files: tuple[str, ...] = ()
    """The names of the form's files."""
    reader: str = ""
    """The name of the file with the reader of the form. Empty if it has none."""
    bytes: int = 0
    """The size of the form's files without the reader."""
    holds_words: bool = True
    """True if the word is formed within the form, and not by its reader."""
    operators: dict[str, int] = field(default_factory=dict)
    """The number of each operator in the form."""
    start: float | None = None
    """Seconds from the start of the form's own process to the first word: libraries, model, first image."""
    images_per_second: float | None = None
    """The speed for images one by one, from the file to the text."""
    same_text: float | None = None
    """The share of the images that the form reads as the program does."""
    word_accuracy: float | None = None
    """The share of the labelled images that the form reads as their labels say."""
    images: int | None = None
    """The number of images that the form has read."""
    labelled: int | None = None
    """The number of images with a text that the form has read."""
    maps: dict[str, Difference] = field(default_factory=dict)
    """The differences of the maps, for each of `core.model.export.forms.MAPS`."""

    def to_dict(self) -> dict[str, Any]:
        """Return the form's entry in `REPORT`."""
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
    """The result of an export: its folder, the compared images, and the report on each form."""

    model: str
    """The name of the model."""
    out: Path
    """The folder with all files."""
    images: int
    """The number of images that were compared."""
    labelled: int
    """The number of compared images that have a text."""
    words_of: str
    """The source of the images."""
    program: FormReport
    """The report on the program itself with the same images."""
    forms: tuple[FormReport, ...]
    """The reports on the forms."""
    differing: tuple[tuple[str, str, str, str], ...] = ()
    """Form, image, text of the program and text of the form, for the first few words that the two read differently."""
    notes: tuple[str, ...] = ()
    """Notes for the user, a sentence each."""

    @property
    def succeeded(self) -> bool:
        """True if every form was written and none of the readers failed."""
        return not any(form.failed for form in self.forms)

    def to_dict(self) -> dict[str, Any]:
        """Return the document that is written as `REPORT`."""
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
