"""Makes draft labels from predictions: for the open image, as an edit, or for many images in the background."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.bulk.bulk import Bulk, carry_out
from app.bulk.report import BulkReport
from app.editing.editor import Editor
from app.predicting.client import PredictionClient
from app.predicting.folder_request import FolderRequest
from app.predicting.predicted import unknown_symbols
from app.predicting.predictions import Predictions
from app.project.catalog import Catalog
from app.project.desk import Desk, FollowUp
from app.project.memory import ProjectMemory
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.errors import ImageError, LabelError, ModelError
from core.base.images import image_size
from core.base.progress import Cancelled
from core.charset import Charset
from core.index.index import Index
from core.index.table import Sort
from core.labels.files.storage import label_path, parse_label, read_label_bytes, serialise_label
from core.project.project import Project, ProjectSettings
from core.runs.bundled import BundledModel
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.judging.predicted_maps import PredictedMaps
    from core.labels.label import WordLabel
    from core.labels.maps.spec import MapSpec

_DOUBTS = "doubts"
_MOST_DOUBTS = 1000  # that are kept for the next session
_ENOUGH = 0.9  # share of the folder's symbols that a model has to know to draft unasked
_CHUNK = 24  # images whose maps are under way at once: some ten megabytes


@dataclass(frozen=True, slots=True)
class Doubt:
    """A known text that the maps contradict.

    Attributes
    ----------
    text : str
        The known text; drafting never changes it.
    read : str
        What the model reads.
    odds : float
        Log of how many times as likely the maps find their own reading.
    """

    text: str
    read: str
    odds: float


@dataclass(frozen=True, slots=True)
class Draft:
    """A draft label, and the doubt about its text."""

    label: WordLabel
    doubt: Doubt | None = None


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
) -> Draft:
    """Make a draft label of a prediction.

    A known text is laid over the maps as the project compares texts, and comes out as it is written.

    Parameters
    ----------
    image_size : (height, width)
    spec, charset
        Of the model.
    current : WordLabel, optional
        The label that is there.
    overwrite : bool
        Whether polygons that a person drew may be replaced.
    name : str
        The image's name, for errors.

    Raises
    ------
    LabelError
        If the label is reviewed, or holds characters of a person and is not to be overwritten.
    """
    from core.judging.prelabel import Suspect, prelabel  # noqa: PLC0415  see above

    text = None if current is None else current.text
    known = None if text is None else settings.normalise(text)
    found = prelabel(maps, image_size, spec, charset, known, current, overwrite=overwrite, name=name)
    if not isinstance(found, Suspect):
        return Draft(_as_written(found, text))
    doubt = Doubt(text or "", found.read, found.odds)
    return Draft(_as_written(found.label, text), doubt)


def is_open_to_drafts(label: WordLabel | None) -> bool:
    """Whether a model may draft the label unasked: no person has reviewed it or drawn a character in it."""
    if label is None:
        return True
    return label.status != "reviewed" and all(character.source == "model" for character in label.characters)


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


class Drafting(QObject):
    """Makes draft labels.

    Attributes
    ----------
    doubts : dict of str to Doubt
        Images of the open project whose known text the maps contradicted when they were drafted.
    job : Job or None
        The work on many images while it goes on.
    """

    doubts_changed = Signal()

    def __init__(
        self,
        desk: Desk,
        catalog: Catalog,
        editor: Editor,
        predictions: Predictions,
        bulk: Bulk,
        client: PredictionClient,
        memory: ProjectMemory,
        bundled: BundledModel | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._memory, self._bundled = memory, bundled
        self.doubts: dict[str, Doubt] = {}
        self._desk, self._catalog, self._editor, self._bulk = desk, catalog, editor, bulk
        self._predictions = predictions
        self._client = client
        self._one = LatestJob(desk.background, "checks", self)
        self.job: Job | None = None
        self._waiting: tuple[str, ...] = ()
        predictions.model_changed.connect(self._model_changed)
        desk.folder_changed.connect(self._folder_changed)
        editor.committed.connect(self._forget)
        catalog.rows_changed.connect(self._forget_settled)

    @property
    def can_read_many(self) -> bool:
        """Whether there is a model that can read image after image."""
        return self._predictions.state == "ready" and not self._predictions.is_live

    # The open image

    def draft_open(self, *, overwrite: bool = False) -> None:
        """Turn the prediction of the open image into its draft label, as one undoable edit."""
        desk, editor, predicted = self._desk, self._editor, self._predictions.current
        project, size = desk.project, editor.image_size
        if predicted is None or project is None or size is None or predicted.image != editor.image:
            sentence = self._predictions.sentence or self.tr("Choose a model first: it is to draft the label.")
            desk.tell(sentence, "warning")
            return
        label, settings = editor.committed_label, project.settings

        def work(job: Job) -> Draft:
            return draft_of(
                predicted.maps, size, predicted.spec, predicted.charset, settings, label,
                overwrite=overwrite, name=predicted.image,
            )  # fmt: skip

        def then(draft: Draft) -> None:
            if editor.image != predicted.image or editor.committed_label != label:
                return  # the person has gone on meanwhile
            editor.commit(self.tr("Prelabel"), draft.label, ())
            self.note_doubts({predicted.image: draft.doubt})
            if draft.doubt is not None:
                desk.tell(doubt_said(predicted.image, draft.doubt), "warning")

        self._one.ask(work, then, partial(desk.tell, severity="warning"))

    def accept_open(self) -> None:
        """Accept the prediction of the open image as its label, as one undoable edit.

        Characters that the label has in the right place keep their polygons.
        """
        desk, editor, predicted = self._desk, self._editor, self._predictions.current
        project, size = desk.project, editor.image_size
        if predicted is None or project is None or size is None or predicted.image != editor.image:
            sentence = self._predictions.sentence or self.tr("Choose a model first: there is no reading to accept.")
            desk.tell(sentence, "warning")
            return
        label, normalise = editor.committed_label, project.settings.normalise

        def work(job: Job) -> WordLabel:
            from core.judging.acceptance import accept_reading  # noqa: PLC0415  SciPy, which the start must not wait for

            return accept_reading(label, predicted.maps, size, predicted.spec, normalise, predicted.image)

        def then(changed: WordLabel) -> None:
            if editor.image != predicted.image or editor.committed_label != label:
                return  # the person has gone on meanwhile
            if changed == label:
                desk.tell(self.tr("The label says what the model reads."))
            elif editor.commit(self.tr("Accept the reading"), changed, ()):
                desk.tell(self.tr("The label now reads “{text}”.").format(text=changed.word))

        self._one.ask(work, then, partial(desk.tell, severity="warning"))

    # Many images

    def draft_many(self, images: Sequence[str], *, is_sure: bool = False) -> None:
        """Draft the labels of these images in the background, one action in the history; a model may still be loading.

        Labels that a person has reviewed, or drawn characters in, stay as they are. A model that knows too few of the
        project's symbols says so first, unless the person `is_sure`.
        """
        desk = self._desk
        project, spec = desk.project, self._predictions.spec
        if project is None or not images:
            return
        if desk.is_read_only:
            desk.tell(desk.read_only, "warning")
            return
        self.cancel()
        if self._predictions.state == "loading":
            self._waiting = tuple(images)
            desk.tell(self.tr("The labels are drafted as soon as the model is loaded."))
            return
        if not self.can_read_many or spec is None:
            desk.tell(self.tr("Choose a model first, and wait until it is loaded."), "warning")
            return
        if not is_sure and not self._knows_enough(images):
            return
        drops = self._client.drops
        self._bulk.when_saved(lambda: self._begin(project, spec, drops, tuple(images)))

    def _knows_enough(self, images: Sequence[str]) -> bool:
        """Return False, and offer what to do instead, if most drafts would miss symbols of the folder."""
        needed = self._catalog.project_charset.symbols
        count = len(needed)
        known = count - len(unknown_symbols(self._predictions.spec, needed))
        if known >= _ENOUGH * count:
            return True
        model, bundled = self._predictions.model, self._bundled
        offers = [FollowUp(self.tr("Draft all the same"), partial(self.draft_many, images, is_sure=True))]
        said = self.tr("{model} knows {known} of {count} symbols of this folder.")
        if bundled is not None and bundled.exists and bundled.path != model:
            offers.insert(
                0,
                FollowUp(
                    self.tr("Draft with {model}").format(model=bundled.name),
                    partial(self._draft_with, bundled.path, images),
                ),
            )
        self._desk.tell(said.format(model=model_ref(model).name, known=known, count=count), "warning", tuple(offers))
        return False

    def _draft_with(self, model: Path, images: Sequence[str]) -> None:
        self._predictions.choose(model)
        self.draft_many(images)

    def cancel(self) -> None:
        """Stop drafting; the labels drafted so far stay."""
        self._waiting = ()
        if self.job is not None:
            self.job.cancel()

    def _model_changed(self) -> None:
        """Draft what waits for the model, once it is loaded; a model that cannot be used says so itself."""
        if self._waiting and self._predictions.state != "loading":
            images, self._waiting = self._waiting, ()
            if self.can_read_many:
                self.draft_many(images)

    def _begin(self, project: Project, spec: NetworkSpec, drops: int, images: Sequence[str]) -> None:
        title = self.tr("Prelabel {count} images").format(count=f"{len(images):,}")
        opened = self._bulk.open_images
        job = self.job = self._desk.background.start(
            title,
            partial(_draft_all, project, spec, title, images, opened, self._bulk.expect_draft),
            finished=partial(self._done, project),
            reported=lambda request: self._client.ask(request, drops),
        )
        job.ended.connect(partial(self._ended, job))

    def _done(self, project: Project, found: tuple[BulkReport, dict[str, Doubt | None]]) -> None:
        report, doubts = found
        desk = self._desk
        if desk.project is None or desk.project.root != project.root:
            return
        self._bulk.written(report)
        self.note_doubts(doubts)
        least_sure = FollowUp(self.tr("Least sure first"), self._show_least_sure, stays=True)
        count = sum(doubt is not None for doubt in doubts.values())
        said = (
            self.tr("One text is suspected to be wrong: the review queue has it.")
            if count == 1
            else self.tr("{count} texts are suspected to be wrong: the review queue has them.")
        )
        offers = (least_sure,) if report.changed else ()
        self._bulk.tell(report, offers=offers, more=said.format(count=f"{count:,}") if count else "")

    def _show_least_sure(self) -> None:
        """List the prelabelled images, those first that the model is least sure of, and show the first."""
        self._catalog.set_filter("status:prelabelled")
        self._catalog.set_sort(Sort("confidence"))
        if len(self._catalog.visible):
            self._desk.show(self._catalog.image_at(0))

    def _ended(self, job: Job) -> None:
        if job is self.job:  # a cancelled one may end after the next has begun
            self.job = None

    # Doubts

    def note_doubts(self, found: dict[str, Doubt | None]) -> None:
        """Remember the doubts about these images' texts; None takes a doubt away."""
        for image, doubt in found.items():
            if doubt is None:
                self.doubts.pop(image, None)
            else:
                self.doubts[image] = doubt
        if found:
            self._doubts_changed()

    def _forget(self, image: str) -> None:
        """Forget the doubt about an image's text, because a person has decided."""
        doubt = self.doubts.get(image)
        if doubt is not None and self._editor.committed_label.text != doubt.text:
            del self.doubts[image]
            self._doubts_changed()

    def _forget_settled(self, places: NDArray[np.intp]) -> None:
        """Forget the doubts about labels that say something else now, perhaps since before the project was opened."""
        table = self._catalog.table
        settled = [
            table.images[place]
            for place in places
            if (doubt := self.doubts.get(table.images[place])) is not None
            and unicodedata.normalize("NFC", doubt.text) != table.text[place]
        ]
        for image in settled:
            del self.doubts[image]
        if settled:
            self._doubts_changed()

    def _doubts_changed(self) -> None:
        """Keep the doubts for the next session, the strongest if there are very many."""
        strongest = sorted(self.doubts.items(), key=lambda item: -item[1].odds)[:_MOST_DOUBTS]
        self._memory.keep(_DOUBTS, {image: [doubt.text, doubt.read, doubt.odds] for image, doubt in strongest})
        self.doubts_changed.emit()

    def _recall_doubts(self) -> None:
        kept = self._memory.recall().get(_DOUBTS)
        for image, doubt in kept.items() if isinstance(kept, dict) else ():
            match doubt:
                case [str(text), str(read), float(odds)]:
                    self.doubts[image] = Doubt(text, read, odds)

    def _folder_changed(self) -> None:
        self.doubts.clear()
        self._recall_doubts()
        self.cancel()
        self.doubts_changed.emit()


def doubt_said(image: str, doubt: Doubt) -> str:
    """A doubt in a sentence."""
    said = QCoreApplication.translate(
        "Prelabel", "{image}: the text “{text}” is suspected to be wrong; the model reads “{read}”."
    )
    return said.format(image=image, text=doubt.text, read=doubt.read)


def _draft_all(
    project: Project,
    spec: NetworkSpec,
    title: str,
    images: Sequence[str],
    opened: frozenset[str],
    expect: Callable[[bytes], None],
    job: Job,
) -> tuple[BulkReport, dict[str, Doubt | None]]:
    """In the background: draft one label after the other, with maps that are asked for some images ahead."""
    drafts = _Drafts(project, spec, _sifted(project, images, job), expect, job)
    report = carry_out(project.root, title, drafts.images, drafts.edit, opened, job.progress)
    if drafts.trouble:
        report = replace(report, trouble=drafts.trouble)
    return report, drafts.doubts


def _sifted(project: Project, images: Sequence[str], job: Job) -> tuple[str, ...]:
    """The images whose label may be drafted; a label that cannot be read is among them, to be refused with a reason."""
    found = []
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
            found.append(image)
    return tuple(found)


class _Drafts:
    """Makes the edit of each label file, in the order of `images`."""

    def __init__(
        self,
        project: Project,
        spec: NetworkSpec,
        images: tuple[str, ...],
        expect: Callable[[bytes], None],
        job: Job,
    ) -> None:
        self.images, self._expect = images, expect
        self.doubts: dict[str, Doubt | None] = {}
        self.trouble = ""
        self._project, self._spec, self._job = project, spec, job
        self._charset = Charset(spec.charset)
        self._maps: dict[str, PredictedMaps] = {}
        self._left_out: list[str] = []
        self._asked = 0

    def edit(self, image: str, data: bytes | None) -> bytes:
        """Return the label file to write for an image."""
        maps = self._maps_of(image)
        path = self._project.path_of(image)
        file = None if data is None else parse_label(data, label_path(path).name)
        size = image_size(path)
        draft = draft_of(
            maps, size, self._spec.maps, self._charset, self._project.settings,
            None if file is None else file.label, name=image,
        )  # fmt: skip
        self.doubts[image] = draft.doubt
        drafted = serialise_label(draft.label, path.name, size, file)
        self._expect(drafted)
        return drafted

    def _maps_of(self, image: str) -> PredictedMaps:
        place = self.images.index(image, max(self._asked - _CHUNK, 0))
        if place >= self._asked:
            chunk = self.images[place : place + _CHUNK]
            self._asked = place + len(chunk)
            self._predict(chunk)
        found = self._maps.pop(image, None)
        if found is None:
            unknown = QCoreApplication.translate("Prelabel", "{image}: it could not be predicted.").format(image=image)
            reason = next((each for each in self._left_out if image in each), unknown)
            raise ImageError(reason)
        return found

    def _predict(self, images: tuple[str, ...]) -> None:
        self._maps, self._left_out = {}, []
        request = FolderRequest(self._job, self._project.root, images, "maps")
        self._job.report(request)
        try:
            with Index.open(self._project) as index:
                for news in request:
                    index.set_predictions(news.found)
                    self._maps |= news.maps
                    self._left_out += news.left_out
        except ModelError as error:
            self.trouble = str(error)
            raise Cancelled from error
