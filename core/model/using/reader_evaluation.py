"""Evaluates another program's reader on labelled word images, by the same measures as our models.

This starts at once, because no network is loaded.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from core.base.errors import StudioError, with_name
from core.base.progress import Progress, ignore_news
from core.charset import has_marks
from core.data.samples.samples import LeftOut
from core.labels.maps.decoding import ReadCharacter, ReadWord
from core.model.metrics.breakdown import WITHOUT_MARKS, JudgedWord, judge_word
from core.model.metrics.figures import write_figures, write_summary
from core.model.metrics.measurable import (
    has_marks_in,
    measurable,
    measured_labels,
    note_of_agreed,
    note_of_drafts,
    nothing_left,
)
from core.model.metrics.metrics import Metrics, summarise
from core.project.project import Project
from core.readers.word_readers import WordReader
from core.readings.reading import Reading

_NOWHERE = (math.nan, math.nan)  # no other program says the place of a character


@dataclass(frozen=True, slots=True)
class ReaderEvaluation:
    """The results and the measures of a reader on some images."""

    reader: str
    """The reader's name, as a person sees it."""
    version: str
    """A text that differs between versions of the reader, such as the hash of its file."""
    metrics: Metrics
    """The measures over all images in `words`."""
    images_per_second: float
    """The number of images that were decoded and read in a second by the clock on the wall."""
    words: Mapping[str, JudgedWord]
    """The words, by relative path of the image, with NaN as the places of their characters."""
    left_out: tuple[LeftOut, ...] = ()
    """Images that were not evaluated, each with its reason."""
    notes: tuple[str, ...] = ()
    """Notes on the figures, a sentence each."""

    def to_dict(self) -> dict[str, Any]:
        """Return the document of `textscanner evaluate --reader NAME --json`."""
        figures = self.metrics.to_dict() | {"images_per_second": self.images_per_second}
        return figures | {"reader": self.reader, "version": self.version}

    def write(self, folder: Path, *, raw: bool = False) -> None:
        """Write figures, tables and `SUMMARY` into a folder, in the same form as for our own models.

        Parameters
        ----------
        folder : Path
            The folder.
        raw : bool
            As that of `core.base.spreadsheet.csv_text`.

        Raises
        ------
        FileWriteError
            If a file cannot be written.
        """
        write_figures(folder, self.words, raw=raw)
        left_out = [{"image": left.name, "reason": left.reason} for left in self.left_out]
        document = self.to_dict() | {"left_out": left_out, "notes": [*self.notes]}
        write_summary(folder, document)


def evaluate_reader(
    reader: WordReader,
    folder: Path,
    *,
    drafts: bool = False,
    agreed: bool = False,
    progress: Progress = ignore_news,
) -> ReaderEvaluation:
    """Read every labelled word of a project, and compare the readings with the labels in the same way as our models'.

    Parameters
    ----------
    reader : WordReader
        The reader.
    folder : Path
        The project.
    drafts : bool
        True to count labels that a model drafted and nobody has reviewed, too.
    agreed : bool
        True to count labels on which two readers agreed, too.
    progress : Progress
        Called with the images read.

    Raises
    ------
    ProjectError
        If the folder cannot be read.
    DataError
        If there is no image that can be evaluated.
    ModelError
        If the reader fails.
    """
    project = Project.open(folder)
    normalise = project.settings.normalise
    words, labels = measured_labels(project, drafts=drafts, agreed=agreed or drafts)
    with_marks = has_marks_in(project, labels)
    chosen, left_out = measurable(words, normalise, words.passed_over)
    judged: dict[str, JudgedWord] = {}
    reads_marks = False
    start = time.perf_counter()
    for done, index in enumerate(chosen):
        progress(done, len(chosen))
        try:
            image = words.read(index).image
        except StudioError as error:
            left_out.append(LeftOut(words.name_of(index), with_name(str(error), "", words.name_of(index))))
            continue
        reading = reader.read(image)
        reads_marks = reads_marks or has_marks(set(reading.text))
        target = words.label_of(index).normalised(normalise).word
        judged[words.name_of(index)] = judge_word(target, word_of(reading), (), normalise, with_marks=with_marks)
    progress(len(chosen), len(chosen))
    if not judged:
        raise nothing_left(words.name, left_out)
    unmarked = WITHOUT_MARKS if reads_marks and not with_marks else ""
    notes = (note_of_drafts(words, drafts, agreed=agreed), note_of_agreed(words, agreed or drafts), unmarked)
    return ReaderEvaluation(
        reader=reader.name,
        version=reader.version,
        metrics=summarise(word.score for word in judged.values()),
        images_per_second=len(judged) / (time.perf_counter() - start),
        words=judged,
        left_out=tuple(left_out),
        notes=tuple(filter(None, notes)),
    )


def word_of(reading: Reading) -> ReadWord:
    """Return a reading as the word of our own models, with NaN as the places of its characters."""
    scores = reading.scores if len(reading.scores) == len(reading.text) else (math.nan,) * len(reading.text)
    characters = tuple(
        ReadCharacter(symbol, order, score, _NOWHERE)
        for order, (symbol, score) in enumerate(zip(reading.text, scores, strict=True), 1)
    )
    probability = reading.probability or 0.0
    return ReadWord(reading.text, probability, characters, (), (), probability)
