"""Drafts of labels from predictions, including the parts of a label to keep, and the edits of many label files."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from app.bulk.bulk import carry_out
from app.bulk.report import BulkReport
from app.reading.folder_request import FolderRequest, keep_readings
from app.workers.background import Job
from core.base.errors import ImageError, LabelError, ModelError
from core.base.images import image_size
from core.base.progress import Cancelled
from core.charset import Charset
from core.index.index import Index
from core.labels.files.storage import label_path, parse_label, read_label_bytes, serialise_label
from core.labels.maps.certainty import NO_TEXT
from core.project.project import Project, ProjectSettings
from core.readings.agreement import CasePattern, OfferedText, choose
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.analysis.predicted_maps import PredictedMaps
    from core.labels.label import WordLabel
    from core.labels.maps.decoding import ReadWord
    from core.labels.maps.spec import MapSpec

_CHUNK = 24  # images whose maps are under way at once: some ten megabytes


@dataclass(frozen=True, slots=True)
class Doubt:
    """A known text that the predicted maps contradict."""

    text: str
    """The known text. Drafting never changes it."""
    read: str
    """The model's reading."""
    odds: float
    """Log of how many times as likely the maps find their own reading."""


@dataclass(frozen=True, slots=True)
class Second:
    """The texts that other readers offer for the draft of an image, and the spelling of the project's words."""

    offers: tuple[OfferedText, ...] = ()
    """One of each reader that has read the image, the model in use apart."""
    charset: frozenset[str] = frozenset()
    """The symbols of the project, empty if any symbol may be written."""
    patterns: Mapping[CasePattern, int] = field(default_factory=dict)
    """The number of the project's known texts with each case pattern."""

    def text_beside(self, word: ReadWord) -> str | None:
        """Return the text of another reader that a draft uses instead of the model's, or None for the model's.

        `word`: the model's reading.
        """
        if not self.offers:
            return None
        own = OfferedText("", word.text, word.probability)
        choice = choose((own, *self.offers), self.charset, self.patterns)
        return None if choice is None or choice.offer.text == own.text else choice.offer.text


NOBODY = Second()
"""No other reader has read the image."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft label, with the doubt about its text."""

    label: WordLabel
    """The label, whose drafted parts say so."""
    doubt: Doubt | None = None
    """The doubt about the text, or None if there is none."""


def draft_of(
    maps: PredictedMaps,
    image_size: tuple[int, int],
    spec: MapSpec,
    charset: Charset,
    settings: ProjectSettings,
    current: WordLabel | None = None,
    *,
    overwrite: bool = False,
    name: str = "label",
    second: Second = NOBODY,
) -> Draft:
    """Return a draft label made from a prediction.

    A known text is laid over the maps as the project compares texts, and comes out as it is written; a draft is read
    again, its text included. If other readers have read the image, too, the text may be theirs
    (`core.readings.agreement.choose`): the maps then only place its characters. `current`: the label that is there.
    `overwrite`: True if polygons that a person drew may be replaced. Raises LabelError if the label is reviewed, or
    holds characters of a person and is not to be overwritten.
    """
    from core.analysis.drafts.prelabel import Suspect, prelabel  # see above

    text = None if current is None or current.teaching is None else current.teaching.text
    if text is None and (offered := second.text_beside(maps.word)) is not None:
        draft = prelabel(
            maps, image_size, spec, charset, settings.normalise(offered), current, overwrite=overwrite, name=name
        )
        label = draft.label if isinstance(draft, Suspect) else draft
        doubt = Doubt(offered, draft.read, draft.odds) if isinstance(draft, Suspect) else None
        return Draft(replace(_as_written(label, offered), text_source="model", accepted_by=None), doubt)
    known = None if text is None else settings.normalise(text)
    draft = prelabel(maps, image_size, spec, charset, known, current, overwrite=overwrite, name=name)
    if not isinstance(draft, Suspect):
        return Draft(_as_written(draft, text))
    doubt = Doubt(text or "", draft.read, draft.odds)
    return Draft(_as_written(draft.label, text), doubt)


def is_unreadable(maps: PredictedMaps, label: WordLabel | None, second: Second = NOBODY) -> bool:
    """Return True if nobody knows the text of a picture and its reading is too improbable for a draft.

    It may have no text, or one of another script. A reading of it all the same is no proof that there is text, unless a
    second reader is surer.
    """
    has_text = label is not None and label.teaching is not None and label.teaching.text is not None
    return not has_text and maps.word.probability < NO_TEXT and second.text_beside(maps.word) is None


def is_open_to_drafts(label: WordLabel | None) -> bool:
    """Return True if a model may draft the label unasked: no person has reviewed it or drawn a character in it."""
    return label is None or (not label.is_reviewed and all(character.is_draft for character in label.characters))


def _as_written(label: WordLabel, text: str | None) -> WordLabel:
    """The label with a known text as it was before the project made it comparable, symbol by symbol."""
    if text is None or label.text == text:
        return label
    symbols = unicodedata.normalize("NFC", text)
    if len(symbols) != len(label.characters):  # the normalisation takes symbols apart: then only the text can stay
        return replace(label, text=text)
    written = zip(label.characters, symbols, strict=True)
    characters = tuple(c if c.is_ignored else replace(c, symbol=symbol) for c, symbol in written)
    return replace(label, text=text, characters=characters)


def draft_all(
    project: Project,
    spec: NetworkSpec,
    title: str,
    images: Sequence[str],
    job: Job,
    *,
    opened: frozenset[str],
    expect: Callable[[bytes], None],
    second: Callable[[str], Second],
) -> tuple[BulkReport, Drafts]:
    """Draft labels one after the other in the background, with maps that are requested some images ahead.

    `opened`: images that the window has open. `expect`: called with each label file before it is written. `second`:
    gives the readings of other readers for an image.
    """
    sifted, kept = _sifted(project, images, job)
    drafts = Drafts(project, spec, sifted, job, kept=kept, expect=expect, second=second)
    report = carry_out(project.root, title, drafts.images, drafts.edit, opened, job.progress)
    if drafts.trouble:
        report = replace(report, trouble=drafts.trouble)
    return report, drafts


def _sifted(project: Project, images: Sequence[str], job: Job) -> tuple[tuple[str, ...], int]:
    """The images whose label may be drafted, and the number of texts that a person keeps.

    A label that cannot be read is among the images, to be refused with a reason.
    """
    drafts, kept = [], 0
    for number, image in enumerate(images):
        if not number % 100:
            job.progress(0, len(images))
        try:
            path = label_path(project.path_of(image))
            data = read_label_bytes(path)
            label = None if data is None else parse_label(data, path.name).label
        except LabelError:
            label = None
        if is_open_to_drafts(label):
            drafts.append(image)
        kept += not is_open_to_drafts(label) or bool(label and label.teaching and label.teaching.text)
    return tuple(drafts), kept


class Drafts:
    """Makes the edits of label files in the order of `images`.

    `texts_changed`: labels that have another text now. `without_text`: pictures of which nothing was read. `unsure`:
    pictures that are read, but with too small a probability for a draft.
    """

    def __init__(
        self,
        project: Project,
        spec: NetworkSpec,
        images: tuple[str, ...],
        job: Job,
        *,
        kept: int,
        expect: Callable[[bytes], None],
        second: Callable[[str], Second],
    ) -> None:
        self.images = images
        self.kept = kept  # texts of a person, which drafting leaves as they are
        self._expect = expect
        self._second = second
        self.without_text = 0
        self.unsure = 0
        self.was_drafted, self.texts_changed = False, 0  # True if one of the labels was a draft before
        self.doubts: dict[str, Doubt | None] = {}
        self.trouble = ""
        self._project = project
        self._spec = spec
        self._job = job
        self._charset = Charset(spec.charset)
        self._maps: dict[str, PredictedMaps] = {}
        self._left_out: list[str] = []
        self._asked = 0

    def edit(self, image: str, data: bytes | None) -> bytes | None:
        """Return the label file to write for an image, or `data` itself if the picture shows no text."""
        maps = self._maps_of(image)
        path = self._project.path_of(image)
        file = None if data is None else parse_label(data, label_path(path).name)
        second = self._second(image)
        if is_unreadable(maps, None if file is None else file.label, second):
            if maps.word.text:
                self.unsure += 1
            else:
                self.without_text += 1
            return data
        size = image_size(path)
        draft = draft_of(
            maps,
            size,
            self._spec.maps,
            self._charset,
            self._project.settings,
            None if file is None else file.label,
            name=image,
            second=second,
        )
        self.doubts[image] = draft.doubt
        before = None if file is None else file.label
        self.was_drafted |= before is not None and before.is_draft
        self.texts_changed += draft.label.text != (None if before is None else before.text)
        drafted = serialise_label(draft.label, path.name, size, file)
        self._expect(drafted)
        return drafted

    def _maps_of(self, image: str) -> PredictedMaps:
        place = self.images.index(image, max(self._asked - _CHUNK, 0))
        if place >= self._asked:
            chunk = self.images[place : place + _CHUNK]
            self._asked = place + len(chunk)
            self._predict(chunk)
        maps = self._maps.pop(image, None)
        if maps is None:
            unknown = QCoreApplication.translate("Prelabel", "{image}: the model could not read this image.").format(
                image=image
            )
            reason = next((text for text in self._left_out if image in text), unknown)
            raise ImageError(reason)
        return maps

    def _predict(self, images: tuple[str, ...]) -> None:
        self._maps, self._left_out = {}, []
        try:
            with Index.open(self._project) as index:
                for news in FolderRequest(self._job, self._project.root, images, "maps"):
                    self._job.report(keep_readings(index, news.found))
                    self._maps |= news.maps
                    self._left_out += news.left_out
        except ModelError as error:
            self.trouble = str(error)
            raise Cancelled from error
