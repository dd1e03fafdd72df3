"""Makes draft labels from predictions, as an edit of the open image, or for many images in the background."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, Signal

from app.bulk.bulk import Bulk
from app.bulk.report import BulkReport
from app.drafting.drafts import (
    NOBODY,
    Doubt,
    Draft,
    Drafts,
    draft_all,
    draft_of,
    is_open_to_drafts,
    is_unreadable,
)
from app.drafting.second_reader import SecondReaders
from app.editing.editor import Editor
from app.language.figures import agreeing, counted
from app.language.sentences import in_a_list
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import FollowUp, Workspace
from app.reading.model_in_use import ModelInUse
from app.reading.predicted import Predicted, unknown_symbols
from app.reading.predictions import Predictions
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.charset import name_of
from core.index.table import Sort
from core.labels.edits import edits
from core.labels.maps.certainty import NO_TEXT
from core.project.project import Project
from core.runs.bundled import BundledModel
from core.runs.fine_tuning import best_known
from core.runs.model_ref import model_ref
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:  # SciPy's sparse arrays would cost a third of the start of the program
    from core.labels.label import WordLabel

_DOUBTS = "doubts"
_MOST_DOUBTS = 1000  # that are kept for the next session
LEAST_SURE = ("status:prelabelled,none -probability:0", Sort("probability"))
"""Filter and order that list the drafts, those first that the model is least sure of.

Before them come words that are read with too small a probability for a draft. Pictures without a reading are left out.
"""
_NAMED = 6  # symbols in a sentence
_ENOUGH = 0.9  # share of the folder's symbols that a model has to know to draft unasked


class Drafting(QObject):
    """Drafts labels from the predictions of the model in use."""

    doubts_changed = Signal()
    job_changed = Signal()  # the work on many images has begun or ended

    def __init__(
        self,
        *,
        workspace: Workspace,
        catalog: Catalog,
        editor: Editor,
        in_use: ModelInUse,
        looked_at: Predictions,
        seconds: SecondReaders,
        bulk: Bulk,
        memory: ProjectMemory,
        bundled: Sequence[BundledModel] = (),
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._memory, self._bundled = memory, bundled
        # images of the open project whose known text the maps contradicted when they were drafted
        self.doubts: dict[str, Doubt] = {}
        self._workspace = workspace
        self._catalog = catalog
        self._editor = editor
        self._bulk = bulk
        self._seconds = seconds
        self._in_use, self._looked_at = in_use, looked_at  # maps that a person has repaired make the draft, too
        self._one = LatestJob(workspace.background, "checks", self)
        self.job: Job | None = None  # the work on many images while it goes on
        self._waiting: tuple[str, ...] = ()
        self._wait: Job | None = None  # among the background work while the model of the drafts is waited for
        self._held_back = ""  # the sentence about a reading that was not accepted
        self._taken: Path | None = None  # drafts though it knows few symbols of the folder: a person has said so
        in_use.model_changed.connect(self._model_changed)
        workspace.folder_changed.connect(self._folder_changed)
        workspace.image_changed.connect(self._withdraw)
        editor.committed.connect(self._forget)
        catalog.rows_changed.connect(self._forget_settled)

    @property
    def can_read_many(self) -> bool:
        """True if there is a model that can read images one after the other."""
        return self._in_use.state == "ready"

    # The open image

    def draft_open(self, *, overwrite: bool = False, is_wanted: bool = False) -> None:
        """Make the prediction of the open image its draft label, as one undoable edit.

        `is_wanted`: also if the picture shows no text, as the model judges.
        """
        workspace, editor = self._workspace, self._editor
        shown = self._prediction_or(self.tr("Choose a model first: it drafts the label."))
        if shown is None:
            return
        project, predicted, size = shown
        if not self._knows_enough((predicted.image,), partial(self.draft_open, overwrite=overwrite, is_wanted=True)):
            return
        label, settings = editor.committed_label, project.settings
        second = NOBODY if self._looked_at.is_repaired else self._seconds.snapshot()(predicted.image)
        if not is_wanted and not self._looked_at.is_repaired and is_unreadable(predicted.maps, label, second):
            again = partial(self.draft_open, overwrite=overwrite, is_wanted=True)
            none = self.tr("The model sees no text here that it can read, and drafts nothing. Type the word.")
            unsure = self.tr(
                "The model reads “{text}” with a probability below {least}, and drafts nothing. Type the word."
            )
            text = predicted.maps.word.text
            sentence = unsure.format(text=text, least=NO_TEXT) if text else none
            workspace.notify(sentence, "warning", (FollowUp(self.tr("Draft anyway"), again),))
            return

        def work(job: Job) -> Draft:
            return draft_of(
                predicted.maps,
                size,
                predicted.spec,
                predicted.charset,
                settings,
                label,
                overwrite=overwrite,
                name=predicted.image,
                second=second,
            )

        def then(draft: Draft) -> None:
            if editor.image != predicted.image or editor.committed_label != label:
                return  # the person has gone on meanwhile
            editor.commit(self.tr("Prelabel"), draft.label, ())
            self.note_doubts({predicted.image: draft.doubt})
            if draft.doubt is not None:
                workspace.notify(doubt_said(predicted.image, draft.doubt), "warning")

        self._one.ask(work, then, partial(workspace.notify, severity="warning"))

    def accept_open(self, *, is_wanted: bool = False) -> None:
        """Accept the prediction of the open image as its label, as one undoable edit.

        Characters that the label has in the right place keep their polygons. `is_wanted`: also symbols that the
        project's charset lacks.
        """
        workspace, editor = self._workspace, self._editor
        shown = self._prediction_or(self.tr("Choose a model first: there is no reading to accept."))
        if shown is None:
            return
        project, predicted, size = shown
        label, normalise = editor.committed_label, project.settings.normalise
        is_repaired = self._looked_at.is_repaired
        reader = self._name_of(self._looked_at.model if is_repaired else self._in_use.model)
        again = partial(self.accept_open, is_wanted=True)
        if not is_wanted and not self._knows_symbols(predicted.maps.word.text, reader, again):
            return

        def work(job: Job) -> WordLabel:
            from core.analysis.drafts.acceptance import accept_reading  # SciPy, which the start must not wait for

            return accept_reading(label, predicted.maps, size, predicted.spec, normalise, predicted.image)

        def then(changed: WordLabel) -> None:
            if editor.image != predicted.image or editor.committed_label != label:
                return  # the person has gone on meanwhile
            if changed == label:
                workspace.notify(self.tr("The label says what {reader} reads.").format(reader=reader))
            elif editor.commit(self.tr("Accept the reading"), changed, ()):
                own = self.tr("The label now reads “{text}”, as {reader} reads it.")
                repaired = self.tr("The label now reads “{text}”, as the maps of {reader} read after your repair.")
                workspace.notify((repaired if is_repaired else own).format(text=changed.word, reader=reader))

        self._one.ask(work, then, partial(workspace.notify, severity="warning"))

    def take_text(self, text: str, reader: str, *, is_wanted: bool = False) -> None:
        """Give the open image the text of another reader as its known text, as one undoable edit.

        Drafted characters are laid over the maps again. Those of a person stay, as after typing the text. `reader`: the
        reader's name. `is_wanted`: as of `accept_open`.
        """
        workspace, editor = self._workspace, self._editor
        project, size = workspace.project, editor.image_size
        predicted = self._in_use.current
        label = editor.committed_label
        if project is None or size is None or not editor.can_edit:
            return
        again = partial(self.take_text, text, reader, is_wanted=True)
        if not is_wanted and not self._knows_symbols(text, reader, again):
            return
        typed = edits.set_text(label, text)
        title = self.tr("Take another reader's text")
        news = self.tr("The label now reads “{text}”, as {reader} reads it.").format(text=text, reader=reader)
        if predicted is None or predicted.image != editor.image or not is_open_to_drafts(label):
            if editor.commit(title, typed, ()):
                workspace.notify(news)
            return
        settings, bare = project.settings, replace(typed, characters=())

        def work(job: Job) -> Draft:
            return draft_of(
                predicted.maps, size, predicted.spec, predicted.charset, settings, bare, name=predicted.image
            )

        def then(draft: Draft) -> None:
            if editor.image != predicted.image or editor.committed_label != label:
                return  # the person has gone on meanwhile
            editor.commit(title, draft.label, ())
            self.note_doubts({predicted.image: draft.doubt})
            workspace.notify(news)

        self._one.ask(work, then, partial(workspace.notify, severity="warning"))

    def _knows_symbols(self, text: str, reader: str, again: Callable[[], object]) -> bool:
        """Return False, and offer what to do, if a reading would bring symbols that the project's charset lacks."""
        project, label = self._workspace.project, self._editor.committed_label
        charset = None if project is None else project.settings.charset
        if project is None or charset is None:  # without a chosen charset it is that of the labels
            return True
        missing = [symbol for symbol in charset.missing(project.settings.normalise(text)) if symbol not in label.word]
        if not missing:
            return True
        sentence = self.tr(
            "{reader} reads “{word}”, but the charset of this project lacks {symbols}. The label stays as it is. Add "
            "the {count:|symbol|symbols} in the project settings, or accept the reading anyway."
        )
        named = in_a_list((*map(name_of, missing[:_NAMED]), *(["…"] if len(missing) > _NAMED else [])))
        sentence = agreeing(sentence, reader=reader, word=text, symbols=named, count=len(missing))
        self._withdraw()
        self._held_back = sentence
        self._workspace.notify(sentence, "warning", (FollowUp(self.tr("Accept anyway"), again),))
        return False

    def _withdraw(self) -> None:
        """Withdraw the offer to accept a reading anyway: on the next image it would accept another one."""
        if self._held_back:
            self._workspace.solve(self._held_back)
            self._held_back = ""

    def _name_of(self, model: Path | None) -> str:
        return model_ref(model, self._bundled).name

    def _prediction_or(self, missing: str) -> tuple[Project, Predicted, tuple[int, int]] | None:
        """Return the project, the prediction of the open image and its size, or None if one is missing.

        A sentence then says so: that of the model in use, or `missing`.
        """
        in_use = self._in_use
        project = self._workspace.project
        size = self._editor.image_size
        predicted = self._looked_at.current if self._looked_at.is_repaired else in_use.current
        if predicted is not None and project is not None and size is not None and predicted.image == self._editor.image:
            return project, predicted, size
        self._workspace.notify(in_use.sentence or missing, "warning")
        return None

    # Many images

    def draft_many(self, images: Sequence[str]) -> None:
        """Draft the labels of these images in the background, as one action in the history.

        A model may still be loading. Labels that a person has reviewed, or drawn characters in, stay as they are. A
        model that knows too few of the project's symbols says so first.
        """
        workspace = self._workspace
        project, spec = workspace.project, self._in_use.spec
        if project is None or not images or workspace.refuses_edits():
            return
        self.cancel()
        if self._in_use.state == "loading":
            self._waiting = tuple(images)
            self.show_waiting(self.cancel)
            workspace.notify(self.tr("The labels are drafted as soon as the model is loaded."))
            return
        if not self.can_read_many or spec is None:
            workspace.notify(self.tr("Choose a model first, and wait until it is loaded."), "warning")
            return
        if not self._knows_enough(images, partial(self.draft_many, images)):
            return
        take = self._in_use.folder.taking(project)
        self._bulk.when_saved(lambda: self._begin(project, spec, take, tuple(images)))

    def _knows_enough(self, images: Sequence[str], again: Callable[[], object]) -> bool:
        """Return False, and offer what to do instead, if most drafts would miss symbols of the folder."""
        needed = self._catalog.project_charset.symbols
        count = len(needed)
        known = count - len(unknown_symbols(self._in_use.spec, needed))
        model = self._in_use.model
        if known >= _ENOUGH * count or model == self._taken:
            return True

        def draft() -> None:
            self._taken = model
            again()

        offers = []
        bundled = best_known(dict.fromkeys(needed, 1), self._bundled)
        if bundled is not None and bundled.path != model:
            title = self.tr("Draft with {model}").format(model=bundled.name)
            offers.append(FollowUp(title, partial(self.draft_with, bundled.path, images)))
        offers.append(FollowUp(self.tr("Draft anyway"), draft))
        sentence = self.tr("{model} knows {known} of {count} {count:|symbol|symbols} of this folder.")
        self._workspace.notify(
            agreeing(sentence, model=model_ref(model).name, known=known, count=count), "warning", tuple(offers)
        )
        return False

    def draft_with(self, model: Path, images: Sequence[str]) -> None:
        """Choose a model, and draft the labels of these images once it is loaded."""
        self._in_use.choose(model)
        self.draft_many(images)

    def show_waiting(self, stop: Callable[[], object]) -> None:
        """Show among the background work that drafts wait for the model in use, until they begin or `cancel`.

        `stop` is called when a person stops the waiting.
        """
        self.end_waiting()
        name = model_ref(self._in_use.model, self._bundled).name
        self._wait = self._workspace.background.show(self.tr("Waits for {model}").format(model=name), stop)

    def end_waiting(self) -> None:
        """Remove what `show_waiting` has shown."""
        wait, self._wait = self._wait, None
        if wait is not None:
            wait.run(lambda job: None)

    def cancel(self) -> None:
        """Stop drafting, and keep the labels that were drafted so far."""
        self._waiting = ()
        self.end_waiting()
        if self.job is not None:
            self.job.cancel()

    def _model_changed(self) -> None:
        """Draft the labels that wait for the model once it is loaded, if it can be used.

        A model that cannot be used says so itself.
        """
        if self._waiting and self._in_use.state != "loading":
            images, self._waiting = self._waiting, ()
            self.end_waiting()
            if self.can_read_many:
                self.draft_many(images)

    def _begin(self, project: Project, spec: NetworkSpec, take: Callable[[Any], None], images: Sequence[str]) -> None:
        title = agreeing(self.tr("Prelabel {count} {count:|image|images}"), count=f"{len(images):,}")
        work = partial(
            draft_all,
            project,
            spec,
            title,
            images,
            opened=self._bulk.open_images,
            expect=self._bulk.expect_draft,
            second=self._seconds.snapshot(),
        )
        job = self.job = self._workspace.background.start(
            title,
            work,
            finished=partial(self._done, project),
            reported=take,
        )
        job.ended.connect(partial(self._ended, job))
        self.job_changed.emit()

    def _done(self, project: Project, outcome: tuple[BulkReport, Drafts]) -> None:
        report, drafts = outcome
        doubts = drafts.doubts
        workspace = self._workspace
        if workspace.project is None or workspace.project.root != project.root:
            return
        self._bulk.written(report)
        self.note_doubts(doubts)
        more, offers = list[str](), list[FollowUp]()
        if drafts.was_drafted or (drafts.kept and drafts.texts_changed):  # of known texts alone there is nothing to say
            counts = self.tr("Texts changed: {changed}, kept by you: {kept}.")
            more.append(counts.format(changed=f"{drafts.texts_changed:,}", kept=f"{drafts.kept:,}"))
        if drafts.unsure:
            one = self.tr(
                "One word is read with a probability below {least} and has no draft: the model is least sure of it."
            )
            several = self.tr(
                "{count} words are read with a probability below {least} and have no draft: the model is "
                "least sure of them."
            )
            more.append(counted(one, several, drafts.unsure, least=NO_TEXT))
            offers.append(FollowUp(self.tr("Least sure first"), self.show_least_sure, stays=True))
        if drafts.without_text:
            one = self.tr("No draft for one image: nothing is read there.")
            several = self.tr("No draft for {count} images: nothing is read there.")
            more.append(counted(one, several, drafts.without_text))
            nothing = partial(self._catalog.show_those, "status:none probability:0")
            offers.append(FollowUp(self.tr("Show these words"), nothing, stays=True))
        count = sum(doubt is not None for doubt in doubts.values())
        one = self.tr("One text may be wrong. The review queue shows it.")
        several = self.tr("{count} texts may be wrong. The review queue shows them.")
        if count:
            more.append(counted(one, several, count))
        self._bulk.notify(report, offers=tuple(offers), more=" ".join(more), doubtful=count > 0)

    def show_least_sure(self) -> None:
        """List the prelabelled images, beginning with those that the model is least sure of, and open the first."""
        chosen, order = LEAST_SURE
        self._catalog.show_those(chosen, order)

    def _ended(self, job: Job) -> None:
        if job is self.job:  # a cancelled one may end after the next has begun
            self.job = None
            self.job_changed.emit()

    # Doubts

    def note_doubts(self, doubts: dict[str, Doubt | None]) -> None:
        """Store the doubts about these images' texts, or forget a doubt if it is None."""
        for image, doubt in doubts.items():
            if doubt is None:
                self.doubts.pop(image, None)
            else:
                self.doubts[image] = doubt
        if doubts:
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
        self._taken = None
        self._recall_doubts()
        self.cancel()
        self.doubts_changed.emit()


def doubt_said(image: str, doubt: Doubt) -> str:
    """Return a sentence about a doubt."""
    sentence = QCoreApplication.translate(
        "Prelabel", "{image}: the text “{text}” may be wrong; the model reads “{read}”."
    )
    return sentence.format(image=image, text=doubt.text, read=doubt.read)
