"""The field with the label's text, which is typed there and compared with the characters."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.language.figures import agreeing
from app.session import Session
from app.views.label_panel.difference import DifferenceStrip
from app.widgets.boxes import Label, column, named, push_button, row
from core.base.errors import LabelError
from core.labels.edits import edits
from core.labels.edits.composition import text_of
from core.labels.label import WordLabel

_numbers = count(1)

_ANOTHER = 0.5
"""Share of the symbols that differ from a draft's: with more, its boxes are of another word, and of no use."""


def _is_another_word(label: WordLabel, text: str) -> bool:
    """Return True if a model has drafted all characters, and most of their symbols are not those of the text."""
    from rapidfuzz.distance import Levenshtein  # not needed until a text is typed

    is_draft = bool(label.characters) and all(character.is_draft for character in label.characters)
    return is_draft and Levenshtein.normalized_distance(text.casefold(), label.reading.casefold()) > _ANOTHER


class TextLine(QWidget):
    """Shows and sets the label's text, in one edit each time it is finished, whatever the input method."""

    done = Signal()  # Enter was pressed and the text is in the label: the keyboard may go on elsewhere

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._caption = Label(self.tr("Te&xt"))
        self.field = named(
            QLineEdit(),
            self.tr("Text of the word"),
            self.tr(
                "The text of the word. Enter sets the text, marks the word reviewed and goes on; characters that still "
                "fit keep their polygons. Shift+Enter divides the whole picture and stays. Esc brings the text back"
            ),
        )
        self.field.setAcceptDrops(False)  # a file dropped here is the window's, not a line of text
        self._caption.setBuddy(self.field)
        font = self.field.font()
        font.setPointSizeF(font.pointSizeF() * 1.25)
        self.field.setFont(font)
        self.difference = DifferenceStrip()
        self.from_characters = push_button(
            self.tr("Use the characters"), self._take_characters, tip=self.tr("Set the text from the characters")
        )
        self.from_text = push_button(
            self.tr("Use the text"), self._take_text, tip=self.tr("Set the characters from the text")
        )
        self._choices = QWidget()
        self._lay_out()
        self.field.textEdited.connect(lambda _: self._compare())
        self.field.editingFinished.connect(self.commit)
        self.field.installEventFilter(self)
        session.workspace.switching.later(
            self._follow_label, session.editor.label_changed, session.project_changed, parent=self
        )
        session.workspace.leaving.connect(self.commit)
        self._follow_label()

    def _lay_out(self) -> None:
        row(self.from_text, self.from_characters, parent=self._choices, spacing=6).addStretch(1)
        line = row(self._caption, self.field, spacing=6)
        line.setStretchFactor(self.field, 1)
        column(line, self.difference, self._choices, parent=self, spacing=6)

    # Typing

    def begin(self, typed: str = "") -> None:
        """Give the keyboard focus to the text, all of it selected, or with the caret behind letters typed already."""
        self._follow_label()  # an image that has just come may not have been followed: its text was read-only
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if typed:
            self.field.setText(typed)
            self.field.setModified(True)
            self._compare()
        else:
            self.field.selectAll()

    def commit(self, merges: str = "") -> bool:
        """Set the typed text as the label's text, and return False if that is not possible.

        Nothing happens if the text has not changed. `merges`: as in `Editor.apply`.
        """
        if not self.field.isModified():
            return True
        self.field.setModified(False)
        editor = self._session.editor
        # An empty field is no text; as a text, "" would say that the word has no character, and delete them all
        text = self.field.text() or None
        label = editor.committed_label
        if text is not None and len(text) > max(editor.image_size or (0,)):
            sentence = self.tr(
                "The text has {count} {count:|symbol|symbols}, more than the picture has pixels, so it is not used. "
                "Shorten the text."
            )
            self._session.notify(agreeing(sentence, count=f"{len(text):,}"), "warning")
            self._follow_label()
            return False
        is_divided = text is not None and _is_another_word(label, text) and self._session.divide_picture(text, merges)
        is_taken = is_divided or text == label.text
        if not is_taken:
            is_taken = editor.apply(
                self.tr("Set the text"), edits.set_text, text, editor.image_size, merges=merges
            ) or (editor.committed_label.text == text)
        self._follow_label()
        return is_taken

    def restore(self) -> None:
        """Show the label's text again and discard the typed one."""
        self.field.setModified(False)
        self._follow_label()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Handle keys: Enter finishes the text, Shift+Enter divides the picture, Esc restores the text."""
        if watched is self.field and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                if not event.isAutoRepeat():
                    self._enter(stays=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.restore()
                self._session.end_typing()
                self.done.emit()
                return True
        return bool(super().eventFilter(watched, event))  # type: ignore[arg-type]

    def _enter(self, *, stays: bool) -> None:
        """Finish the text, then mark the word reviewed if it has one, or divide the picture instead if `stays`.

        A word whose two lines are drawn next is not whole yet.
        """
        session, step = self._session, f"text {next(_numbers)}"
        if not self.commit(merges=step):
            return
        self.done.emit()
        if stays:
            session.divide_picture()
        elif session.tool != "curved" and session.editor.can_edit and session.editor.committed_label.text:
            session.mark_reviewed(merges=step)

    # The differences of the two

    def _take_characters(self) -> None:
        """The characters are right: the text says what they read."""
        editor = self._session.editor
        text = text_of(editor.committed_label)
        editor.apply(self.tr("Set the text from the characters"), edits.set_text, text, editor.image_size)

    def _take_text(self) -> None:
        """The text is right: the characters follow it."""
        editor = self._session.editor
        text = editor.committed_label.text
        editor.apply(self.tr("Set the characters from the text"), edits.set_text, text, editor.image_size)

    # What is shown

    def _follow_label(self) -> None:
        editable = self._session.editor.can_edit
        if self.field.isReadOnly() == editable:
            self.field.setReadOnly(not editable)
        label = self._session.editor.label
        text = label.text or ""
        if not self.field.isModified() and self.field.text() != text:
            self.field.setText(text)
        self._compare()
        placeholder = self._placeholder(label, editable)
        if self.field.placeholderText() != placeholder:
            self.field.setPlaceholderText(placeholder)

    def _compare(self) -> None:
        label = self._session.editor.label
        typed = self.field.isModified()
        try:
            self.difference.compare(label, self.field.text() if typed else label.text)
        except LabelError:  # far too long to be compared; committing it says so
            self.difference.compare(label, None)
        offers = bool(self.difference.positions) and not typed and self._session.editor.can_edit
        if self._choices.isHidden() == offers:
            self._choices.setVisible(offers)

    def _placeholder(self, label: WordLabel, editable: bool) -> str:
        if not editable:
            return ""
        if label.characters:
            return self.tr("no text; the characters read {reading}").format(reading=label.reading)
        return self.tr("type the word")
