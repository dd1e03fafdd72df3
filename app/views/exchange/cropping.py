"""The dialog that crops words outlined on photographs into labelled word images in a new folder."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QSize, QStringListModel, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QFileDialog, QListView, QSplitter, QToolButton, QWidget
from shiboken6 import isValid

from app.bulk.exchange import Exchanged, new_folder
from app.bulk.outlined_words import OutlinedWords, Words, kept_words
from app.drafting.box_readings import Box, BoxReadings
from app.language.figures import counted
from app.language.sentences import translated
from app.session import Session
from app.views.exchange.base import asks_for_the_field, look_for_turned_crops, report_of
from app.views.exchange.job_dialog import JobDialog
from app.views.exchange.path_field import PathField
from app.views.exchange.scene_rows import SceneRows
from app.views.exchange.scene_view import SceneView
from app.widgets.boxes import column, form_of, named, plain_label, push_button, resize_on_screen, row, set_tip
from app.widgets.icons import icon
from app.widgets.refusals import RefusalList
from app.widgets.sentence_label import ElidedLabel
from app.workers.background import Job
from app.workers.latest import LatestJob
from core.base.images import read_image
from core.labels.formats.conversion import Conversion
from core.labels.formats.report import Note, Notes, report_lines
from core.labels.formats.scenes import crop_scenes, read_scenes
from core.labels.formats.source import SourceChoices
from core.labels.formats.text_field import TextFieldError
from core.labels.label import Polygon
from core.project.listing import list_images

Rgb = NDArray[np.uint8]

_SIZE = QSize(1180, 700)  # px
_SIDES = (180, 270)  # px of the list of photographs, and of words


@dataclass(frozen=True, slots=True)
class _Loaded:
    """A folder of scenes: its images, the words that labels know, those drawn before, and a new folder for crops."""

    folder: Path
    images: tuple[str, ...]
    read: Mapping[str, Words]
    kept: Mapping[str, Words]
    target: Path
    notes: tuple[Note, ...]  # what was turned, guessed and left out


class CropDialog(JobDialog):
    """Shows the photographs of a folder, a large one with its words, and the crops that these words will give.

    `source`: labels with words of the open project's images; by default whatever its folder holds. `read_as`: name of
    their format; "": detect it. `place`: the chosen word of it; -1 for none.
    """

    def __init__(
        self, session: Session, source: Path | None = None, read_as: str = "", parent: QWidget | None = None
    ) -> None:
        super().__init__(session, parent, Qt.WindowType.Window)
        self.words: OutlinedWords | None = None  # the words of the folder; None while it is being read
        self.image, self.place = "", -1  # the photograph on screen; "" for none
        self._pixels: Rgb | None = None
        self._images: tuple[str, ...] = ()
        self._opened: tuple[Path, Path | None, str] = (Path(), None, "")  # folder, labels and format, as asked for
        self._proposed: Path | None = None
        self._loading = LatestJob(session.workspace.background, "jobs", self)
        self._reading = LatestJob(session.workspace.background, "pictures", self)
        self._readings = BoxReadings(session.workspace.background, session.models.client, self)
        self._readings.changed.connect(self._show_choice)
        self._make_parts()
        self._lay_out()
        self._make_keys()
        self.setWindowTitle(self.tr("Crop words from scenes"))
        self._say_hint()
        resize_on_screen(self, _SIZE)
        if session.project is not None:
            self.open_folder(session.project.root, source, read_as)
        self._refresh()

    def _make_parts(self) -> None:
        self.choose = push_button(self.tr("Photographs…"), self._ask_for_folder, picture="folder-open")
        self._folder_label = ElidedLabel("")
        self.text_from = named(QComboBox(), self.tr("Field with the words"))
        self.text_from.setPlaceholderText(self.tr("Field with the words"))
        self.text_from.activated.connect(lambda _: self._read_folder(self.text_from.currentText()))
        self.text_from.hide()
        self._names = QStringListModel(self)
        self.scenes = named(QListView(), self.tr("Photographs"))
        self.scenes.setModel(self._names)
        self.scenes.setUniformItemSizes(True)
        self.scenes.setSpacing(2)
        self.scenes.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.scenes.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.scenes.selectionModel().currentChanged.connect(lambda now, _: self._show_scene(now.row()))
        self.view = SceneView()
        self.view.drawn.connect(self._drawn)
        self.view.moved.connect(self._moved)
        self.view.chosen.connect(self.choose_word)
        tip = self.tr("For words in perspective; Ctrl with a click sets a corner, too")
        self.box, self.corners = QToolButton(), set_tip(QToolButton(), tip)
        for button, text, picture in (
            (self.box, self.tr("Box"), "tool-box"),
            (self.corners, self.tr("Four corners"), "tool-polygon"),
        ):
            button.setText(text)
            button.setIcon(icon(picture))
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setCheckable(True)
            button.setAutoExclusive(True)
        self.box.setChecked(True)
        self.corners.toggled.connect(self._set_corners)
        self.rows = SceneRows(self._session.workspace.background)
        self.rows.chosen.connect(self._show_word)
        self.rows.typed.connect(self._type)
        self.rows.entered.connect(self._typed)
        self.target = PathField()
        self.target.changed.connect(self._refresh)
        self._target_form = form_of((self.tr("Into a new folder"), self.target))
        self.untyped, self.notes = plain_label(), plain_label(selectable=True)
        self.notes.hide()
        self.report = RefusalList()
        self.report.setMaximumHeight(160)
        self.report.hide()

    def _lay_out(self) -> None:
        head = row(self.choose, self._folder_label, self.text_from)
        head.setStretchFactor(self._folder_label, 1)
        self._hint = plain_label()
        tools = row(self.box, self.corners)
        tools.addStretch(1)
        middle = QWidget()
        column(tools, self._hint, self.view, parent=middle, spacing=6).setStretchFactor(self.view, 1)
        split = QSplitter(Qt.Orientation.Horizontal)
        split.setChildrenCollapsible(False)
        for part in (self.scenes, middle, self.rows):
            split.addWidget(part)
        split.setStretchFactor(1, 1)
        split.setSizes([_SIDES[0], _SIZE.width() - sum(_SIDES), _SIDES[1]])
        whole = column(
            head,
            split,
            self._target_form,
            self.notes,
            self.untyped,
            self.says,
            self._progress_row,
            self.report,
            self.buttons,
            parent=self,
            spacing=10,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(split, 1)

    def _make_keys(self) -> None:
        """Make the keys of the window.

        Those of words act while the photograph has the keyboard, and not in a text.
        """
        self.undo, self.redo = QAction(self.tr("Undo"), self), QAction(self.tr("Redo"), self)
        self.delete = QAction(self.tr("Delete the word"), self)
        self.turn = QAction(self.tr("Begin at the next corner"), self)
        self.fit = QAction(self.tr("Show the whole photograph"), self)
        for action, keys, run in (
            (self.undo, [QKeySequence(QKeySequence.StandardKey.Undo)], lambda: self._step(back=True)),
            (self.redo, QKeySequence.keyBindings(QKeySequence.StandardKey.Redo), lambda: self._step(back=False)),
        ):
            action.setShortcuts(keys)
            action.triggered.connect(run)
            self.addAction(action)
        self.delete.setShortcuts([QKeySequence(Qt.Key.Key_Delete), QKeySequence(Qt.Key.Key_Backspace)])
        self.delete.triggered.connect(self._delete)
        self.turn.setShortcut(QKeySequence(Qt.Key.Key_R))
        self.turn.triggered.connect(self._turn)
        self.fit.setShortcut(QKeySequence(Qt.Key.Key_F))
        self.fit.triggered.connect(self.view.fit)
        for action in (self.delete, self.turn, self.fit):
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self.view.addAction(action)
        self.view.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)
        self.rows.list.addAction(self.delete)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave the text, then the word, then the dialog at Escape, and finish the text at Enter."""
        if event.key() == Qt.Key.Key_Escape:
            if self.rows.text.hasFocus():
                self.view.setFocus()
            elif self.place >= 0:
                self.choose_word(-1)
            else:
                super().keyPressEvent(event)
        elif event.key() not in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            super().keyPressEvent(event)

    # The folder

    def open_folder(self, folder: Path, source: Path | None = None, read_as: str = "") -> None:
        """Show the photographs of a folder, with the words from their labels or from an earlier drawing."""
        self._opened = folder, source, read_as
        self.text_from.hide()
        self.text_from.clear()
        self._read_folder()

    def _read_folder(self, text_from: str = "") -> None:
        """Read the words of the folder, with their texts from the field `text_from` if a person has chosen it."""
        folder, source, read_as = self._opened
        self._close_folder()
        root = self._session.workspace.root
        self._folder_label.setText(str(folder))
        self._say(self.tr("Reading the folder …"))
        self._loading.ask(
            lambda job: _load(folder.absolute(), source, read_as, root, text_from, job), self._loaded, self._not_loaded
        )

    def _not_loaded(self, error: Exception) -> None:
        if not isinstance(error, TextFieldError):
            self._say(translated(error), fault=True)
            return
        self.text_from.addItems(error.candidates)
        self.text_from.setCurrentIndex(-1)
        self.text_from.show()
        self._say(asks_for_the_field(error))

    def _close_folder(self) -> None:
        self._reading.drop()  # a photograph of this folder would come with the next one, and take its sentence away
        if self.words is not None:
            self.words.flush()
            self.words.deleteLater()
        self.words = None
        self.image = ""
        self.place = -1
        self._pixels = None
        self._names.setStringList([])
        self.notes.hide()
        self.view.set_picture(None)
        self._show_words()
        self._refresh()

    def _loaded(self, loaded: _Loaded) -> None:
        self.words = OutlinedWords(self._session.workspace.background, loaded.folder, loaded.read, loaded.kept, self)
        self.words.changed.connect(self._changed)
        lines = list(map(translated, report_lines(loaded.notes)))
        self.notes.setText("\n".join(lines))
        self.notes.setVisible(bool(lines))
        self._images = loaded.images
        self._names.setStringList([self._name(image) for image in self._images])
        if self.target.path in {None, self._proposed}:
            self._proposed = loaded.target
            self.target.set_path(loaded.target)
        self._say("" if self._images else self.tr("There is no image in this folder."))
        if self._images:
            first = next((at for at, image in enumerate(self._images) if self.words.of(image)), 0)
            self.scenes.setCurrentIndex(self._names.index(first))
            self.view.setFocus()
        self._refresh()

    def _ask_for_folder(self) -> None:
        dialog = QFileDialog(self)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(lambda chosen: self.open_folder(Path(chosen)))
        dialog.open()

    def _name(self, image: str) -> str:
        count = 0 if self.words is None else len(self.words.of(image))
        return f"{image}  ({count:,})" if count else image

    # The photograph

    def _show_scene(self, at: int) -> None:
        if self.words is None or not 0 <= at < len(self._images):
            return
        self.image = self._images[at]
        self.place = -1
        self._pixels = None
        path = self.words.folder / self.image
        self.view.set_picture(None)
        self._show_words()
        self._reading.ask(
            lambda job: read_image(path), self._show_picture, lambda error: self._say(translated(error), fault=True)
        )

    def _show_picture(self, pixels: Rgb) -> None:
        self._pixels = pixels
        self._say("")
        self.view.set_picture(pixels)
        self._show_words()

    def _set_corners(self, on: bool) -> None:
        self.view.takes_corners = on
        self._say_hint()
        self.view.setFocus()

    # Its words

    def choose_word(self, place: int) -> None:
        """Select a word of the photograph, or none for -1."""
        if place != self.place:
            self.place = place
            self._show_choice()

    def _show_word(self, place: int) -> None:
        self.choose_word(place)
        self.view.show_word(place)

    def _of_image(self) -> Words:
        return () if self.words is None else self.words.of(self.image)

    def _drawn(self, polygon: Polygon) -> None:
        if self.words is not None:
            self.place = len(self._of_image())
            self.words.add(self.image, polygon)
            self.rows.text.setFocus()

    def _moved(self, place: int, polygon: Polygon) -> None:
        if self.words is not None:
            self.words.move(self.image, place, polygon)

    def _type(self, text: str) -> None:
        box = self._box()
        if box is not None and not text:
            self._readings.refuse(box)
        if self.words is not None and self.place >= 0:
            self.words.type(self.image, self.place, text)

    def _typed(self) -> None:
        """Take the text, and go on to the next word that has none, or back to the photograph if all have one."""
        self._type(self.rows.text.text())
        words = self._of_image()
        later = [*range(self.place + 1, len(words)), *range(self.place)]
        following = next((place for place in later if not words[place].text), None)
        if following is None:
            self.view.setFocus()
        else:
            self._show_word(following)
            self.rows.text.selectAll()

    def _delete(self) -> None:
        if self.words is not None and self.place >= 0:
            place, self.place = self.place, -1
            self.words.delete(self.image, place)

    def _turn(self) -> None:
        if self.words is not None and self.place >= 0:
            self.words.turn(self.image, self.place)

    def _step(self, back: bool) -> None:
        if self.words is None:
            return
        image = self.words.undo() if back else self.words.redo()
        if image is not None and image != self.image:
            self.scenes.setCurrentIndex(self._names.index(self._images.index(image)))

    def _changed(self, image: str) -> None:
        at = self._images.index(image)
        self._names.setData(self._names.index(at), self._name(image))
        if image == self.image:
            self.place = min(self.place, len(self._of_image()) - 1)
            self._show_words()
        self._refresh()

    def _show_words(self) -> None:
        self.rows.show_words(self._of_image(), self._pixels)
        self._show_choice()

    def _show_choice(self) -> None:
        words, box = self._of_image(), self._box()
        self.rows.choose(words, self.place, "" if box is None else self._readings.of(box))
        self.view.set_words(words, self.place)
        for action in (self.delete, self.turn):
            action.setEnabled(self.place >= 0)
        model = self._model()
        if box is not None and model is not None and self._pixels is not None:
            self._readings.ask(model, box, self._pixels)

    def _box(self) -> Box | None:
        """The chosen word, if it has no text."""
        if self.place < 0 or (word := self._of_image()[self.place]).text:
            return None
        return self.image, word.polygon

    def _model(self) -> Path | None:
        """The chosen model, or the bundled one."""
        if self._session.in_use.model is not None:
            return self._session.in_use.model
        return next((model.path for model in self._session.models.bundled if model.exists), None)

    # Cropping

    def begin(self) -> None:
        """Crop all words of the folder in the background."""
        words, target = self.words, self.target.path
        if words is None or target is None or self.job is not None or not words.count:
            return
        words.flush()
        folder, scenes = words.folder, words.scenes
        title = self.tr("Crop words from {name}").format(name=folder.name)
        self.report.set_refusals(())
        job = self._session.workspace.background.start(
            title,
            lambda job: crop_scenes(folder, scenes, target, job.progress),
            finished=partial(self._finished, target),
            failed=self._failed,
        )
        self._follow_job(job)
        self._refresh()

    def _finished(self, target: Path, done: Conversion) -> None:
        text = report_of(Exchanged(done))
        look_for_turned_crops(self._session, done)
        if done.succeeded:
            self._session.open(target)
        if not isValid(self):
            return
        self._say(text, fault=not done.succeeded)
        self.report.set_refusals(done.refusals, done.notes)
        if done.succeeded and not done.needs_a_look:
            self._session.notify(text)
            self.accept()

    def _allow(self) -> None:
        self._refresh()

    def _refresh(self) -> None:
        count = 0 if self.words is None else self.words.count
        one, several = self.tr("Crop one word"), self.tr("Crop {count} words")
        self.run.setText(counted(one, several, count) if count else self.tr("Crop words"))
        scenes = {} if self.words is None else self.words.scenes
        untyped = sum(not word.text.strip() for words in scenes.values() for word in words)
        one = self.tr("One word has no text yet: it becomes an image without a label.")
        several = self.tr("{count} words have no text yet: they become images without labels.")
        self.untyped.setText(counted(one, several, untyped))
        self.untyped.setVisible(bool(untyped))
        self.run.setEnabled(bool(count) and self.job is None and self.target.path is not None)

    def done(self, result: int) -> None:
        """Stop a running crop, and keep the words that were marked."""
        if self.job is not None:
            self.job.cancel()
        if self.words is not None:
            self.words.flush()
        super().done(result)

    def _say_hint(self) -> None:
        self._hint.setText(
            self.tr(
                "Click the four corners of a word: first the corner where reading begins, then along its upper side."
            )
            if self.corners.isChecked()
            else self.tr(
                "Drag a box round a word, then type it. Its corners can be dragged. The thick side is the upper one."
            )
        )


def _load(folder: Path, source: Path | None, read_as: str, root: Path | None, text_from: str, job: Job) -> _Loaded:
    images = list_images(folder).images
    notes = Notes()
    read = read_scenes(folder, source, read_as, job.progress, notes=notes, choices=SourceChoices(text_from))
    known = frozenset(images)
    kept = {image: words for image, words in kept_words(folder).items() if image in known}
    remarks = tuple(note for note in notes if note.kind != "taken")
    return _Loaded(folder, images, read, kept, new_folder(folder, root, "crops"), remarks)
