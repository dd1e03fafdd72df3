"""What has to hold after each key and click, whatever a person does."""

from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from app.editing.typing import is_known
from app.session import Session
from app.views.canvas.typing_line import TypingLine
from app.views.main_window.window import MainWindow
from core.labels.label import WordLabel

_LOOKS = ("go.", "view.", "tool.", "maps.", "help.")
"""Actions that change no label begin so."""

_DELETES = (Qt.Key.Key_Delete, Qt.Key.Key_Backspace)
_ENTERS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
_LATE = 3
"""Events after which an action changes no label any more, unless work goes on in the background."""


@dataclass(frozen=True)
class Sight:
    """What there is before an event."""

    image: str | None
    labels: dict[str, WordLabel | None]  # of the open documents
    line: str  # what the line on the picture says; "" while it is not there
    way: str | None
    typed: str
    is_on: bool
    layout: str
    tool: str
    focus: QWidget | None
    text: str  # of the focused field
    is_in_front: bool  # the window, and no dialog
    is_working: bool  # an action, an undo of one, or the saving that it waits for, in the background

    @classmethod
    def of(cls, window: MainWindow, session: Session) -> "Sight":
        focus = QApplication.focusWidget() or window.focusWidget()
        line = window.centre.canvas.findChild(TypingLine)
        return cls(
            session.image,
            {document.image: document.label for document in session.documents},
            line.text() if line is not None and line.isVisible() else "",
            session.typing.way,
            session.typing.typed,
            session.typing.is_on,
            window.present_layout(),
            session.tool,
            focus,
            focus.text() if isinstance(focus, QLineEdit) else "",
            QApplication.activeWindow() is window,
            bool(session.workspace.background.jobs or session.saver.unsaved or session.workspace.undo_list.is_held),
        )


@dataclass(frozen=True)
class Event:
    """What the robot does: its name, and for a key what it is."""

    name: str
    key: Qt.Key | None = None
    is_letter: bool = False  # a key that types a symbol, with no modifier but Shift
    widget: QWidget | None = None  # that was clicked
    is_command: bool = False  # an action or a dialog that was asked for by name: it may change any label


class Watch:
    """Compares what there is before and after an event."""

    def __init__(self, window: MainWindow, session: Session) -> None:
        self.window, self.session = window, session
        self.done: list[str] = []  # actions of this event
        self._edits: list[str] = []  # actions that edit, and may still do so
        self._since = 0  # events since the last of them
        for name in window.action_set.table:
            window.action_set.action(name).triggered.connect(lambda *_, name=name: self.done.append(name))

    def look(self) -> Sight:
        self.done = []
        return Sight.of(self.window, self.session)

    def findings(self, event: Event, before: Sight) -> list[str]:
        """Sentences on what must not be; none if all is well."""
        after = Sight.of(self.window, self.session)
        edits = self._edits_of(event, before)
        found = [*self._typing(event, before, after), *self._focus(event, before, after)]
        for image, label in before.labels.items():
            if image in after.labels:
                found += self._label(event, before, image, label, after.labels[image], edits)
        return [f"{event.name}: {sentence} (before: {in_words(before)})" for sentence in found]

    def _edits_of(self, event: Event, before: Sight) -> list[str]:
        """The actions that may have changed a label in this event: its own, and those whose work was not done before.

        An action that has opened a dialog works until the dialog is closed. A button that was pressed, “Restore” in the
        history for example, is one of them.

        “Mark reviewed” is none of them: each key for it is looked at.
        """
        own = [name for name in self.done if not name.startswith(_LOOKS) and name != "label.mark_reviewed"]
        own += [event.name] * (event.is_command or _is_press(event, before))
        has_dialog = QApplication.activeModalWidget() is not None
        self._since = 0 if own or has_dialog or before.is_working else self._since + 1
        if not own and self._since > _LATE:
            self._edits = []
        self._edits += own
        return self._edits

    def _label(
        self,
        event: Event,
        before: Sight,
        image: str,
        was: WordLabel | None,
        label: WordLabel | None,
        edits: list[str],
    ) -> list[str]:
        found = []
        texts = [None if each is None else each.word for each in (was, label)]
        stem = image.rpartition("/")[2].rpartition(".")[0]
        is_typed = before.line.startswith("Typing the word of") and stem in before.line and before.image == image
        in_picture = before.focus is self.window.centre.canvas
        is_deletion = event.key in _DELETES and before.focus is self.window.label.table
        # a tool that draws, cuts or renumbers, by the mouse or by Enter; a character is moved and deleted by “select”
        is_drawn = before.tool not in {"select", "word"} and (
            event.widget is self.window.centre.canvas or (event.key in _ENTERS and in_picture)
        )
        is_pressed = _is_press(event, before)
        is_asked_for = is_typed or is_deletion or is_drawn or is_pressed or bool(edits)
        if was is not None and is_known(was) and texts[0] != texts[1] and not is_asked_for:
            found.append(f"{image}: the known text “{texts[0]}” became “{texts[1]}” while nobody typed it")
        reviewed = [each is not None and each.is_reviewed for each in (was, label)]
        if reviewed[0] != reviewed[1]:
            is_text = before.focus is self.window.label.text.field
            is_enter = event.key in _ENTERS and (is_text or in_picture) and before.image == image
            is_changed = texts[0] != texts[1] and is_asked_for  # what is changed is no longer what was reviewed
            if not (is_enter or is_pressed or is_changed or is_drawn or is_deletion or edits):
                found.append(f"{image}: reviewed {reviewed[0]} became {reviewed[1]} by no key that says so")
        return found

    def _typing(self, event: Event, before: Sight, after: Sight) -> list[str]:
        found, typing = [], self.session.typing
        label = self.session.editor.committed_label
        if after.way == "word" and not after.typed and is_known(label):
            found.append(f"{after.image}: letters would replace the known text “{label.word}”")
        if after.is_on and before.is_on and after.layout != before.layout:
            found.append("typing has outlived its layout")
        is_esc = event.key == Qt.Key.Key_Escape and before.is_in_front
        if is_esc and before.way is not None and before.way == after.way != "symbols":
            found.append(f"Esc did not end typing ({after.way})")
        is_seen = after.line.startswith("Typing the word of") == (typing.way is not None)
        if after.image is not None and self.window.centre.canvas.isVisible() and not is_seen:
            found.append(f"the line says “{after.line}”, but letters go by {typing.way}")
        return found

    def _focus(self, event: Event, before: Sight, after: Sight) -> list[str]:
        field = before.focus
        if not isinstance(field, QLineEdit) or not event.is_letter or not isValid(field) or field.isReadOnly():
            return []
        if after.focus is None or after.focus.window() is not field.window():  # a dialog that was opened is ready now
            return []
        if field.isVisible() and after.focus is not field:
            return [f"the field “{field.accessibleName()}” lost the keyboard to {_described(after.focus)}"]
        return []


def _is_press(event: Event, before: Sight) -> bool:
    """True for a click on a button, and for Space or Enter on the one that has the keyboard."""
    is_key = event.key in {Qt.Key.Key_Space, *_ENTERS} and isinstance(before.focus, QAbstractButton)
    return is_key or isinstance(event.widget, QAbstractButton)


def in_words(sight: Sight) -> str:
    """Return what there was before an event, for a finding."""
    focus = "nothing" if sight.focus is None or not isValid(sight.focus) else type(sight.focus).__name__
    return (
        f"{sight.image}, layout {sight.layout}, tool {sight.tool}, focus {focus}, typed “{sight.typed}”, "
        f"line “{sight.line[:40]}”"
    )


def _described(widget: QWidget) -> str:
    name = widget.text() if isinstance(widget, QAbstractButton) else widget.accessibleName() or widget.objectName()
    return f"{type(widget).__name__} “{name}” of {type(widget.window()).__name__} “{widget.window().windowTitle()}”"
