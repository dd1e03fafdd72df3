"""The label on screen, with its characters, its selection, its edits, and the target maps that follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import UTC, datetime
from functools import partial
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

from app.display import Display
from app.editing.document import Document, Documents, EditCommand, Selection, State
from app.editing.rendering import PROBLEMS, Causes, RenderedMaps, Rendering, joined, problems_of, rendered
from app.editing.saver import Saver
from app.language.figures import counted
from app.project.loading import Loaded
from app.project.undo_list import UndoableEdit
from app.project.workspace import Workspace
from app.workers.background import Job
from core.base.errors import LabelError
from core.charset import Charset
from core.labels.checks.problems import Problem
from core.labels.edits import edits
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import TargetMaps
from core.labels.maps.spec import MapSpec
from core.project.project import Project, ProjectSettings

_QUIET = 60  # ms after the last change before problems are looked for

Edit = Callable[..., WordLabel]
Select = Iterable[int] | Callable[[WordLabel], Iterable[int] | None] | None


class Editor(QObject):
    """Edits the open image's label."""

    loaded_changed = Signal()  # the picture and label of another image were read, or the screen is empty
    label_changed = Signal()  # the shown label has changed: by an edit, a preview, undo, or another image
    committed = Signal(str)
    """An edit, undo or redo was made in this image's label, and its undo stack has it; not for previews."""
    selection_changed = Signal()
    problems_changed = Signal()
    sought = Signal(float, float)  # an image point (x, y), in image pixels, that belongs in sight
    refused = Signal(object)  # a `Sentence` of core, or a text: an edit was not possible
    conflicted = Signal(str)  # the image whose label another program has changed while it has unsaved edits

    def __init__(
        self, workspace: Workspace, documents: Documents, saver: Saver, display: Display, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self.loaded: Loaded | None = None  # the image as it was read; None while it is being read
        # None if no label can be edited: no image is open, or the picture or the label cannot be read
        self.document: Document | None = None
        self.problems: tuple[Problem, ...] = ()  # of the committed label; they follow an edit after a moment
        # True if the label on screen was checked: only then do no problems mean that it has none
        self.is_checked = False
        self.read_only = ""  # why nothing may be edited; "" if it may
        self._project: Project | None = None
        self._charset: Charset | None = None
        self._documents = documents
        self._saver = saver
        self._display = display
        self._workspace, self._background = workspace, workspace.background
        self._image_size: tuple[int, int] | None = None
        self._preview: WordLabel | None = None
        self._previewed: object = None
        self._selection: Selection = ()
        self.rendered_maps = RenderedMaps()
        self._shown: tuple[tuple[object, ...], Rendering] | None = None
        self._joined: tuple[tuple[object, ...], Charset] | None = None  # and what it was made of
        self._checking: Job | None = None
        self._timer = QTimer(self, singleShot=True, interval=_QUIET)
        self._timer.timeout.connect(self._check)

    # What it is

    @property
    def image(self) -> str | None:
        """The relative path of the image, or None while no image is open."""
        return None if self.loaded is None else self.loaded.image

    @property
    def image_size(self) -> tuple[int, int] | None:
        """The (height, width) of the image in pixels."""
        return self._image_size

    @property
    def pixels(self) -> NDArray[np.uint8] | None:
        """The picture as (height, width, 3) RGB, or None before it is read."""
        return None if self.loaded is None else self.loaded.pixels

    @property
    def label(self) -> WordLabel:
        """The label as it is shown, with a gesture in progress applied, or an empty label if there is none."""
        return self.committed_label if self._preview is None else self._preview

    @property
    def committed_label(self) -> WordLabel:
        """The label without a gesture in progress."""
        if self.document is None or self.document.label is None:
            return WordLabel()
        return self.document.label

    @property
    def can_edit(self) -> bool:
        """True if there is a label to edit, or an image that can get one."""
        return self.document is not None and not self.read_only

    @property
    def has_label(self) -> bool:
        """True if there is a label, saved or not."""
        return self.document is not None and self.document.label is not None

    @property
    def is_previewing(self) -> bool:
        """True if a gesture is in progress."""
        return self._preview is not None

    @property
    def selection(self) -> Selection:
        """The places of the selected characters, the one selected last at the end."""
        return self._selection

    @property
    def selected(self) -> tuple[CharacterLabel, ...]:
        """The selected characters."""
        characters = self.label.characters
        return tuple(characters[place] for place in self._selection if place < len(characters))

    @property
    def spec(self) -> MapSpec:
        """The MapSpec of the project."""
        return MapSpec() if self._project is None else self._project.settings.maps

    @property
    def map_spec(self) -> MapSpec:
        """The MapSpec of `maps`: `spec`, with the stride of the model whose predictions are shown beside them."""
        stride = self._display.model_stride
        return self.spec if stride is None else self.spec.with_(stride=stride)

    @property
    def charset(self) -> Charset:
        """The project's charset, or if it has none the symbols of all its labels, this one included."""
        settings = ProjectSettings() if self._project is None else self._project.settings
        if settings.charset is not None:
            return settings.charset
        label, known = self.label, self._charset
        if self._joined is None or any(
            before is not now for before, now in zip(self._joined[0], (label, known, settings), strict=True)
        ):
            self._joined = (label, known, settings), joined(known, label, settings)
        return self._joined[1]

    @property
    def maps(self) -> TargetMaps | str:
        """The target maps of the label as it is shown, or the sentence that says why there are none."""
        rendering = self.rendering
        return "" if rendering is None else rendering.maps

    @property
    def rendering(self) -> Rendering | None:
        """The target maps of the label as it is shown, with the pictures made from them, or None without an image."""
        size, project = self.image_size, self._project
        if size is None or project is None:
            return None
        label = self.label
        now = (label, size, self._charset, self._display.model_stride, project.settings)
        if self._shown is None or self._shown[0] != now:
            causes = Causes(label, size, self.charset, self.map_spec, project.settings)
            self._shown = (now, self.rendered_maps.of(self.image or "label", causes))
        return self._shown[1]

    def render_ahead(self, loaded: Loaded) -> None:
        """Render the target maps of an image that may be shown next, in the thread that has read it."""
        project, known = self._project, self._charset
        if project is None or loaded.file is None or loaded.size is None:
            return
        label, settings = loaded.file.label, project.settings
        charset = settings.charset or joined(known, label, settings)
        causes = Causes(label, loaded.size, charset, self.map_spec, settings)
        self.rendered_maps.render_ahead(loaded.image, causes, is_awaited=loaded.image == self._workspace.image)

    def rendered(self, spec: MapSpec, charset: Charset) -> TargetMaps | str:
        """Return the label's target maps under another spec and charset, or the sentence that says why not."""
        size = self.image_size
        if size is None or self._project is None:
            return ""
        return rendered(self.label, size, charset, spec, self._project.settings, self.image or "label")

    # Editing it

    def apply(
        self, title: str, edit: Edit, *arguments: Any, select: Select = None, merges: str = "", **named: Any
    ) -> bool:
        """Make an edit from `core.labels.edits.edits` as one undoable step, and return True if anything changed.

        `title`: for the undo menu, such as "Move character 4". `edit`: is called with the committed label and the
        arguments, and returns a label. If it is previewed with equal arguments, the previewed label is taken. `select`:
        places to select afterwards, or a function that gives them for the label after the edit; by default those
        selected now that still exist. `merges`: steps that follow one another with the same non-empty `merges` become
        one (a key held down).
        """
        try:
            label = self._edited(edit, arguments, named)
        except LabelError as error:
            self.drop_preview()
            self.refused.emit(str(error))
            return False
        return self.commit(title, label, select(label) if callable(select) else select, merges)

    def commit(
        self, title: str, label: WordLabel | None, select: Iterable[int] | None = None, merges: str = ""
    ) -> bool:
        """Set the label as one undoable step, and return True if anything changed.

        If the label is None, its file is deleted.
        """
        document = self._editable()
        if document is None:
            return False
        if label == WordLabel() and document.label is None:
            label = None
        if label == document.label:
            self.drop_preview()
            if select is not None:
                self.select(select)
            return False
        self._preview = None
        count = 0 if label is None else len(label.characters)
        chosen = self._selection if select is None else select
        after = (label, tuple(place for place in chosen if 0 <= place < count))
        self.push(document, title, (document.label, self._selection), after, document.data(), merges)
        return True

    def push(
        self, document: Document, title: str, before: State, after: State, replaced: bytes | None, merges: str = ""
    ) -> UndoableEdit | None:
        """Make an undoable step in any open document and return it, or None if it was merged into the last edit.

        `replaced`: the label file that the history is to name as the one before the step; None: there was none.
        """
        shown = partial(self._committed, document)
        undo_list = self._workspace.undo_list
        stack = document.stack
        is_last = undo_list.last is not None and undo_list.last is document.last_edit
        steps = stack.index()
        stack.push(
            EditCommand(
                document=document,
                title=title,
                before=before,
                after=after,
                replaced=replaced,
                shown=shown,
                merges=merges,
                begins=not is_last,
            )
        )
        undoable = None
        if stack.index() > steps:
            undo, redo = partial(self.undo, document), partial(self.redo, document)
            undoable = document.last_edit = undo_list.add(
                UndoableEdit(title, undo, redo, lambda: self._documents.get(document.image) is document)
            )
        self.committed.emit(document.image)
        return undoable

    def forget(self, document: Document) -> None:
        """Forget the last step of a document, but leave its label as it is."""
        document.forget_last()
        if document.last_edit is not None:
            self._workspace.undo_list.drop(document.last_edit)

    def preview(self, edit: Edit, *arguments: Any, **named: Any) -> bool:
        """Show the result of an edit during a gesture without committing it, and return True if possible."""
        if self._editable() is None:
            return False
        try:
            label = self._edited(edit, arguments, named)
        except LabelError:
            return False  # half-way through a gesture; its end says what is wrong
        self._previewed = _key_of(self.committed_label, edit, arguments, named)
        if label is not self._preview:
            self._preview = label
            self.label_changed.emit()
        return True

    def drop_preview(self) -> None:
        """Discard the preview of a gesture."""
        if self._preview is not None:
            self._preview = None
            self.label_changed.emit()

    def undo(self, document: Document | None = None) -> bool:
        """Undo the last edit of an image, by default the one on screen, show the image, and return True if possible."""
        return self._turn(document, "undo")

    def redo(self, document: Document | None = None) -> bool:
        """Redo the edit of an image that was undone last, in the same way as `undo`."""
        return self._turn(document, "redo")

    def _turn(self, document: Document | None, way: Literal["undo", "redo"]) -> bool:
        self.drop_preview()
        document = self._editable(document)
        if document is None:
            return False
        self._workspace.show(document.image)
        getattr(document.stack, way)()
        self.committed.emit(document.image)
        return True

    def mark_reviewed(self, title: str, merges: str = "") -> bool:
        """Mark the word as reviewed now by the person, with `merges` as in `apply`."""
        return self.apply(title, edits.mark_reviewed, datetime.now(UTC), self._workspace.annotator, merges=merges)

    def select(self, places: Iterable[int]) -> None:
        """Select characters, with the one that keys act on first at the end.

        A character that only a gesture in progress has made cannot be selected: no edit knows it.
        """
        count = min(len(self.label.characters), len(self.committed_label.characters))
        selection = tuple(dict.fromkeys(place for place in places if 0 <= place < count))
        if selection != self._selection:
            self._selection = selection
            if self.document is not None:
                self.document.selection = selection
            self.selection_changed.emit()

    def select_beside(self, step: int) -> None:
        """Select the next (step 1) or previous (-1) character in reading order, going round at either end."""
        ranking = self.label.ranking
        if not ranking:
            return
        rank = ranking.index(self._selection[-1]) + step if self._selection else (0 if step > 0 else -1)
        place = ranking[rank % len(ranking)]
        self.select([place])
        x, y = self.label.characters[place].corners.mean(axis=0)
        self.sought.emit(float(x), float(y))

    def delete_selected(self) -> None:
        """Delete the selected characters, and select the character behind them."""
        places, ranking = self._selection, self.committed_label.ranking
        if not places:
            return
        title = counted(
            QCoreApplication.translate("Edits", "Delete a character"),
            QCoreApplication.translate("Edits", "Delete {count} characters"),
            len(places),
        )
        last = max(ranking.index(place) for place in places)
        following = [place for place in (*ranking[last + 1 :], *reversed(ranking[:last])) if place not in places]
        select = [following[0] - sum(place < following[0] for place in places)] if following else []
        self.apply(title, edits.delete, places, select=select)

    # Its source

    def set_project(self, project: Project | None, charset: Charset | None, read_only: str = "") -> None:
        """Adopt a change of the project, its automatic charset, or its write protection."""
        self._project = project
        self._charset = charset
        self.read_only = read_only
        self._shown = None
        self.rendered_maps.drop()
        if self.loaded is not None:
            self.label_changed.emit()
            self._timer.start()

    def show(self, loaded: Loaded | None) -> None:
        """Show another image, or None while it is being read."""
        self.put(loaded)
        self.emit_shown()

    def put(self, loaded: Loaded | None) -> None:
        """Edit another image from now on without the signals of `tell_shown`, or none while it is being read."""
        self._preview = None
        self.problems = ()
        self.is_checked = False
        self.loaded = loaded
        size = self._image_size = None if loaded is None else loaded.size
        self.document = None
        if loaded is not None and size is not None and not loaded.label_error:
            known = self._documents.get(loaded.image)
            self.document = known or Document.of(loaded.image, size, loaded.file)
            self._documents.open(self.document)
        self._selection = () if self.document is None else self.document.selection
        if loaded is None:
            return
        ahead = self.rendering if self.has_label and self.rendered_maps.has(loaded.image) else None
        if ahead is not None and ahead.has(PROBLEMS):
            self.problems, self.is_checked = problems_of(loaded.image, ahead), True
            self._timer.stop()
        else:
            self._timer.start()

    def emit_shown(self) -> None:
        """Emit the signals that the image, the label, the selection and the problems on screen have changed."""
        for changed in (self.loaded_changed, self.label_changed, self.selection_changed, self.problems_changed):
            changed.emit()

    def show_document(self, document: Document) -> None:
        """Show the current label of a document, if it is the one on screen."""
        if document is self.document:
            self._preview = None
            self._selection = document.selection
            self.label_changed.emit()
            self.selection_changed.emit()
            self._timer.start()

    # How a step is shown

    def _edited(self, edit: Edit, arguments: tuple[Any, ...], named: dict[str, Any]) -> WordLabel:
        label = self.committed_label
        key = self._previewed
        if self._preview is not None and key is not None and key == _key_of(label, edit, arguments, named):
            return self._preview
        return edit(label, *arguments, **named)

    def _committed(self, document: Document) -> None:
        self._saver.committed(document)
        self.show_document(document)

    def _editable(self, document: Document | None = None) -> Document | None:
        document = document or self.document
        if document is None:
            return None
        refusal = self.read_only or self._workspace.why_held(document.image)
        if refusal:
            self.refused.emit(refusal)
            return None
        if document.conflict:
            self.conflicted.emit(document.image)
            return None
        return document

    def _check(self) -> None:
        if self._checking is not None:
            self._checking.cancel()
        size, project = self.image_size, self._project
        if project is None or self.document is None or size is None or self.document.label is None:
            self._found(None, ())
            return
        document = self.document
        label = self.document.label
        rendering = self.rendering
        if rendering is None or rendering.causes.label is not label:  # a gesture is in progress
            rendering = Rendering(Causes(label, size, self.charset, project.settings.maps, project.settings), "")
        self._checking = self._background.start(
            "", lambda job: problems_of(document.image, rendering), lane="checks", finished=partial(self._found, label)
        )

    def _found(self, label: WordLabel | None, problems: tuple[Problem, ...]) -> None:
        if self.document is None or self.document.label is not label:
            return
        if problems != self.problems or not self.is_checked:
            self.problems, self.is_checked = problems, True
            self.problems_changed.emit()


def _key_of(label: WordLabel, edit: Edit, arguments: tuple[Any, ...], named: dict[str, Any]) -> object:
    """Return the common key of equal calls of one edit, or None if an argument could change meanwhile."""
    call = (edit, arguments, frozenset(named.items()))
    try:
        hash(call)
    except TypeError:
        return None
    return label, call
