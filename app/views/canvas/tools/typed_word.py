"""Typing a word on the canvas: its characters follow each letter."""

from __future__ import annotations

import unicodedata
from itertools import count

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QKeyEvent

from app.bulk.dividing import legible, with_word
from app.language.languages import translate
from app.views.canvas.tool import CanvasTool, Surface
from app.views.canvas.tools.sketching import may_edit
from core.base.errors import LabelError
from core.labels.divide.divide import Division
from core.labels.edits import edits
from core.labels.label import WordLabel

_numbers = count(1)


class TypedWord(CanvasTool):
    """Typing on an image gives its text, and divides the image at once: the base of the word tool.

    Until Enter, the drag of a cut, or another image makes it one step it is a preview; until Enter or Esc more letters
    belong to it. If it replaces a text, it needs Enter: another image drops it.
    """

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self.typed = ""
        self.step = ""
        self._replaced = ""  # the text that the label had when typing began
        self.previewed: Division | None = None
        self._ahead = ""  # letters typed while the image is being read
        self._soon = QTimer(singleShot=True, interval=0)  # a long word is divided once for the letters that wait
        self._soon.timeout.connect(self.preview_typed)
        self.session.editor.committed.connect(self._overtaken)
        self.session.workspace.leaving.connect(self._leave_image)

    @property
    def word(self) -> str:
        """The typed text, else the label's."""
        return self.typed or self.committed_word

    @property
    def committed_word(self) -> str:
        """The label's text, without what is being typed."""
        return self.session.editor.committed_label.word

    @property
    def hint(self) -> str:
        if self.typed:
            return translate(
                "CanvasTools", "Enter: reviewed, and the next. Shift+Enter: stay. Drag a cut, or a box round the word."
            )
        if self.committed_word:
            return translate(
                "CanvasTools",
                "Type the word anew, or draw a box round it (with Alt or Ctrl: click its four corners). Esc: done.",
            )
        hint = translate("CanvasTools", "Type the word; where it is not the whole picture, draw a box round it.")
        if self._read:
            hint += " " + translate("CanvasTools", "Tab takes what is read: {reading}.").format(reading=self._read)
        return hint

    @property
    def takes_text(self) -> bool:
        """True if there is an image: what is typed is its text, whatever shortcuts the letters have.

        In a folder that is read-only, too: a letter that did something else there would surprise even more. While the
        image is being read, letters are kept for it.
        """
        editor = self.session.editor
        return editor.document is not None or (editor.loaded is None and self.session.image is not None)

    def begin(self) -> None:
        if self.session.editor.document is not None:
            ahead, self._ahead = self._ahead, ""
            if ahead:
                self.text(ahead)

    def end(self) -> None:
        self._leave()
        super().end()

    def text(self, text: str) -> None:
        if self.session.editor.document is None:
            self._ahead += text
        elif may_edit(self.session):
            self.type_word(self.typed + text)

    def key(self, event: QKeyEvent) -> bool:
        if self.typed and event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            if self.commit_typed():
                self.typed = ""
                if not event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
                    self.session.mark_reviewed(merges=self.step)
        elif self.typed and event.key() == Qt.Key.Key_Backspace:
            self.type_word(self.typed[:-1])
        elif event.key() == Qt.Key.Key_Tab and self._is_open and self._read and may_edit(self.session):
            self.type_word(self._read)
        else:
            return self.is_busy  # no shortcut in the middle of a gesture
        return True

    def type_word(self, word: str) -> None:
        """Show the image divided into a word that may go on."""
        word = unicodedata.normalize("NFC", word)
        try:
            edits.set_text(WordLabel(), word)
        except LabelError as error:
            self.session.tell(error, "warning")
            return
        if not self.typed:
            self.step, self._replaced = new_step(), self.committed_word
        self.typed = word
        self._soon.start()

    def preview_typed(self) -> None:
        """Show what is typed and not committed."""
        self._soon.stop()
        self.preview(self.divide_typed() if self.typed else None)

    def preview(self, found: Division | None) -> None:
        """Show a division with what is typed."""
        self.previewed = found
        if found is None:
            self.session.editor.drop_preview()
        else:
            self.session.editor.preview(with_word, legible(found.characters), self.typed)

    def commit_typed(self) -> bool:
        """Make what is typed one step. Whether the label has it."""
        if self.typed and (self._soon.isActive() or self.session.editor.is_previewing):
            self._soon.stop()
            division = self.divide_typed()
            if division is not None:
                self.commit(division, self.step)
        return bool(self.typed) and self.committed_word == self.typed

    def divide_typed(self) -> Division | None:
        """Divide the image into what is typed. None, and a sentence says why, if that is not possible."""
        raise NotImplementedError

    def commit(self, found: Division, step: str) -> None:
        """Make a division with what is typed the label. `step` as `merges` of `Editor.apply`."""
        raise NotImplementedError

    @property
    def _is_open(self) -> bool:
        """True if the word has no text yet, or is being typed."""
        return bool(self.typed) or not self.committed_word

    @property
    def _read(self) -> str:
        """The chosen model's reading of the image. "" if it has not read it."""
        predicted = self.session.predictions.current
        if predicted is None or predicted.image != self.session.editor.image:
            return ""
        return predicted.maps.word.text

    def _leave_image(self) -> None:
        self._leave()
        self._ahead = ""

    def _leave(self) -> None:
        """Commit what is typed on a word without a text. What would replace one is dropped, and the person told."""
        typed, replaced = self.typed, self._replaced
        if typed and replaced and typed != replaced == self.committed_word:
            self._soon.stop()
            self.session.editor.drop_preview()
            text = translate("CanvasTools", "“{typed}” was not taken: the word stays “{word}”. Press Enter to take it.")
            self.session.tell(text.format(typed=typed, word=replaced))
        else:
            self.commit_typed()
        self.typed = ""

    def _overtaken(self, image: str) -> None:
        """Forget what was typed once an undo or another edit has changed the text."""
        if self.typed and self.committed_word != self.typed:
            self.typed = ""
            self.preview_typed()


def new_step() -> str:
    """The name of a new undo step, for `merges` of `Editor.apply`."""
    return f"divide {next(_numbers)}"
