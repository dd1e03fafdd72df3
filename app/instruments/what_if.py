"""What if? on the open image, changed by sliders and tools, read by one or two models, and kept as a hard case."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QObject, QTimer, Signal

from app.editing.editor import Editor
from app.project.undo_list import UndoableEdit
from app.project.workspace import Workspace
from app.reading.client import PredictionClient
from app.reading.predicted import Predicted, seen_in
from app.reading.predictions import Predictions
from app.workers.background import Job
from app.workers.prediction_messages import Answered, FindFlips, Occlude, Searched, TryOut
from core.base.errors import StudioError
from core.data.what_if.change import Change, Changed, Touch, apply_change, apply_touches
from core.data.what_if.keeping import keep
from core.data.what_if.searching import Flip
from core.labels.label import WordLabel

Search = Literal["flips", "heat"]
"""For the nearest flip of each slider, or for the pixels that each character depends on."""

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, eq=False)
class TriedWord:
    """A model's maps for a changed image."""

    predicted: Predicted
    """The model's prediction for the changed image."""
    size: tuple[int, int]
    """(height, width) of the changed image, in its pixels."""

    @property
    def text(self) -> str:
        """The word that the model reads."""
        return self.predicted.maps.word.text


@dataclass(frozen=True, slots=True, eq=False)
class _Base:
    """The image after the tools, before the sliders."""

    key: tuple[object, ...]
    pixels: Pixels
    label: WordLabel


class WhatIf(QObject):
    """Changes a copy of the open image and lets models read it, without any change of the file and the label.

    The picture is made in a background thread and read in the process that predicts. While one picture is being made,
    further movements of a slider leave only the newest change to be made next, so that a slider never waits.
    """

    changed = Signal()
    moved = Signal()  # a slider has moved, or a search has come farther

    def __init__(
        self,
        workspace: Workspace,
        editor: Editor,
        predictions: Predictions,
        client: PredictionClient,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.change = Change()  # the values of the sliders
        self.touches: tuple[Touch, ...] = ()  # what the tools have done, in the pixels of the unchanged image
        self.other: Path | None = None  # a second model beside the chosen one
        self.shown: Changed | None = None  # the changed image; None until it is made
        # what each model sees in the newest image that it has read, or why that is not known
        self.found: dict[Path, TriedWord | str] = {}
        self.before: dict[Path, str] = {}  # what each model reads in the unchanged image
        # the nearest flips of the sliders that were searched, at the other sliders' values
        self.flips: dict[str, tuple[Flip, ...]] = {}
        # (n, rows, columns) float32: which part of each position's support is lost if a patch hides a cell of the
        # image
        self.heat: NDArray[np.float32] | None = None
        self.search: Search | None = None  # which search runs
        self.progress = (0, 0)  # (int, int): how far it has come: done, total
        self._workspace = workspace
        self._editor = editor
        self._predictions = predictions
        self._client = client
        self.is_wanted = False  # True while somebody sees what is read in the open image
        self._image: str | None = None
        self._pixels: Pixels | None = None
        self._label = WordLabel()
        # what was done to the image, with the slider; the next has its own
        self._trial: dict[UndoableEdit | None, str] = {}
        self._before: tuple[Change, tuple[Touch, ...]] = (self.change, ())
        self._base: _Base | None = None
        self._is_making = self._is_outdated = False
        self._asked: dict[Path, int] = {}  # of the current image: the number of the newest question, by model
        self._searched = 0
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._ask)
        workspace.image_changed.connect(self._follow_image)
        editor.loaded_changed.connect(self._follow_image)
        editor.committed.connect(self._follow_image)
        predictions.model_changed.connect(self._model_changed)
        client.dropped.connect(self._soon.start)

    # What there is

    @property
    def models(self) -> tuple[Path, ...]:
        """The models that read the image, the chosen one first."""
        models = (self._predictions.model, self.other)
        return tuple(dict.fromkeys(model for model in models if model is not None))

    @property
    def is_changed(self) -> bool:
        """True if the image has been changed."""
        return bool(self.touches) or self.change != Change()

    @property
    def word(self) -> str:
        """The known text of the image, or "" if nobody has given one."""
        known = self._label.known
        return "" if known is None else known.word

    @property
    def is_misread(self) -> bool:
        """True if the chosen model's reading of the unchanged image differs from the known word."""
        return bool(self.models) and self.word not in ("", self.before.get(self.models[0], self.word))

    @property
    def sentence(self) -> str:
        """The reason why there is nothing to try out, or "" if there is something."""
        if self._pixels is None:
            return self.tr("Open an image to see how a model reads it after a change.")
        if not self.models:
            return self.tr(
                "Choose a model at the bottom right of the main window to see how it reads the changed image."
            )
        return ""

    # What is asked for

    def want(self, is_wanted: bool) -> None:
        """Start or stop following the open image."""
        self.is_wanted = is_wanted
        if is_wanted:
            self._follow_image()
            if not self._is_making and any(model not in self.found for model in self.models):
                self._soon.start()  # the model was changed while nobody wanted its reading
        else:
            self.stop()

    def set(self, item: str, value: float) -> None:
        """Set a slider, one of `core.data.what_if.change.SLIDERS`, to a value."""
        new = self.change.having(item, value)
        if new != self.change:
            self._do(new, self.touches, item)

    def touch(self, touch: Touch) -> None:
        """Apply a tool, in the pixels of the unchanged image."""
        self._do(self.change, (*self.touches, touch))

    def undo(self) -> None:
        """Undo the last use of a tool."""
        if self._trial.get(self._workspace.undo_list.last) == "":
            self._workspace.undo_list.undo()
        else:
            self._renew(self.change, self.touches[:-1])

    def reset(self) -> None:
        """Reset the image to its unchanged state."""
        self._do(Change(), ())

    def compare_with(self, model: Path | None) -> None:
        """Let a second model read the image too, or none if it is None."""
        self.other = model
        self._model_changed()

    def seek(self, search: Search) -> None:
        """Start a search with the chosen model, in place of a running one."""
        base = self._base
        shown = self.shown
        image = self._image
        if base is None or shown is None or image is None or not self.models:
            return
        model, change = self.models[0], self.change
        if search == "flips":
            self.flips = {}
            number = self._client.inquire(
                lambda n: FindFlips(n, model, image, base.pixels, base.label, change), self._search_went_on
            )
        else:
            self.heat = None
            number = self._client.inquire(lambda n: Occlude(n, model, image, shown.pixels), self._search_went_on)
        self._searched, self.progress = number, (0, 0)
        self.search = search
        self.changed.emit()

    def stop(self) -> None:
        """Stop the search, and keep the flips found so far."""
        if self.search is not None:
            self._client.stop_search()
            self.search, self._searched = None, 0
            self.moved.emit()

    def keep(self, folder: Path) -> None:
        """Write the changed image and its label to a folder as a new sample, or report why that is not possible."""
        shown, image = self.shown, self._image
        if shown is None or image is None:
            return

        def then(path: Path) -> None:
            self._workspace.notify(self.tr("Kept as a hard case: {path}").format(path=path))

        def failed(error: Exception) -> None:
            if isinstance(error, StudioError):
                self._workspace.notify(error, "error")
            else:
                self._workspace.background.failed.emit(error)

        self._workspace.background.start("", lambda job: keep(folder, image, shown), finished=then, failed=failed)

    # How it comes about

    def _follow_image(self) -> None:
        """Take the open image and its label, or keep a picture that has vanished from the disk as it was read."""
        editor = self._editor
        if not self.is_wanted:
            return
        image = self._workspace.image
        if image != self._image:
            self._image = image
            self._pixels = None
            self.shown = None
            self._base = None
            self._asked.clear()
            self._clear()
            self.before.clear()
            self.change = Change()
            self.touches = ()
            self._trial = {}
        if editor.image == image and editor.pixels is not None:
            is_new = editor.pixels is not self._pixels or editor.committed_label != self._label
            self._pixels, self._label = editor.pixels, editor.committed_label
            if is_new:
                self._make()
        self.changed.emit()

    def _clear(self) -> None:
        """Forget the readings and the results of another image or another model."""
        self.stop()
        self.found.clear()
        self.flips, self.heat = {}, None

    def _model_changed(self) -> None:
        self._clear()
        self.before.clear()
        self._soon.start()
        self.changed.emit()

    def _do(self, change: Change, touches: tuple[Touch, ...], item: str = "") -> None:
        """Make another picture as an edit, with movements of one slider in a row as one."""
        undo_list = self._workspace.undo_list
        trial = self._trial
        before = (self.change, self.touches)
        if item and trial.get(undo_list.last) == item and undo_list.last is not None:
            before = self._before
            undo_list.drop(undo_list.last)
        self._before = before
        self._renew(change, touches, item)
        undo, redo = partial(self._renew, *before), partial(self._renew, change, touches)
        title = self.tr("Change the trial image")
        undoable = UndoableEdit(title, undo, redo, lambda: self.is_wanted and self._trial is trial)
        trial[undo_list.add(undoable)] = item

    def _renew(self, change: Change, touches: tuple[Touch, ...], item: str = "") -> None:
        """Make another picture, and keep only the flips of the slider that was moved.

        These depend only on the other sliders, so they still hold.
        """
        self.change, self.touches = change, touches
        self.stop()
        self.flips = {name: flips for name, flips in self.flips.items() if name == item}
        self.heat = None
        self.moved.emit()
        self._make()

    def _make(self) -> None:
        """Make the picture of the newest change, as soon as the one at work is made."""
        pixels = self._pixels
        label = self._label
        change = self.change
        touches = self.touches
        base = self._base
        if pixels is None or self._is_making:
            self._is_outdated = self._is_making
            return
        self._is_making, self._is_outdated = True, False
        key = (id(pixels), label, touches)

        def work(job: Job) -> tuple[_Base, Changed]:
            kept = base if base is not None and base.key == key else _Base(key, *apply_touches(pixels, label, touches))
            return kept, apply_change(kept.pixels, kept.label, change)

        def then(made: tuple[_Base, Changed]) -> None:
            self._is_making = False
            if pixels is self._pixels:
                self._base, self.shown = made
                self._ask(is_unchanged=change == Change() and not touches)
                self.changed.emit()
            if self._is_outdated or pixels is not self._pixels:
                self._make()

        def failed(error: Exception) -> None:
            self._is_making = False
            if isinstance(error, StudioError):
                self._workspace.notify(error, "warning")
            else:
                self._workspace.background.failed.emit(error)
            if self.touches is touches:
                self.undo()

        self._workspace.background.start("", work, lane="pictures", finished=then, failed=failed)

    def _ask(self, is_unchanged: bool | None = None) -> None:
        """Have the current picture read by each model."""
        shown, image = self.shown, self._image
        if not self.is_wanted or shown is None or image is None:
            return
        plain = not self.is_changed if is_unchanged is None else is_unchanged
        for model in self.models:
            received = partial(self._receive, model, plain, shown.pixels.shape[:2])
            question = partial(TryOut, model=model, image=image, pixels=shown.pixels)
            self._asked[model] = self._client.inquire(question, received)

    def _receive(self, model: Path, is_plain: bool, size: tuple[int, int], answer: Answered) -> None:
        """Take what a model sees in a picture of a size (height, width), which is unchanged if `is_plain`."""
        if self._asked.get(model) != answer.number or model not in self.models or self._image is None:
            return
        if isinstance(answer.result, str):
            self.found[model] = answer.result
        else:
            predicted = seen_in(self._image, answer.result)
            self.found[model] = TriedWord(predicted, size)
            if is_plain:
                is_new = model not in self.before
                self.before[model] = predicted.maps.word.text
                if is_new and model == self.models[0] and self.is_misread:
                    self.seek("flips")
        self.changed.emit()

    def _search_went_on(self, answer: Answered) -> None:
        if answer.number != self._searched or self.search is None:
            return
        part: Searched | str = answer.result
        if isinstance(part, str):
            self._workspace.notify(part, "warning")
        else:
            self.progress = (part.done, part.total)
            self.flips |= part.flips
            self.heat = self.heat if part.heat is None else part.heat
        if answer.is_over:
            self.search, self._searched = None, 0
        self.moved.emit()
        if answer.is_over:
            self.changed.emit()
