"""Typing of a word on the canvas, which divides the image into characters anew at each letter."""

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
    """The base of the word tool: typing on an image whose label is not known sets its text and divides the image.

    `app.editing.typing` knows when letters are the word.
    Until Enter, the drag of a cut, or another image makes it one step it is a preview; until Enter or Esc more letters
    belong to it. If it replaces a draft, it needs Enter: another image drops it.
    """

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self.step = ""
        self._replaced = ""  # the text that the label had when typing began
        self._began = 0  # how many steps could be undone then
        self._goes_on = False  # True while Enter shows the next image: what was typed ahead is for that one
        self.previewed: Division | None = None
        self._ahead = ""  # letters typed while the image is being read, and a line end for Enter
        self._enter_soon = QTimer(singleShot=True, interval=0)  # the window has to know of the image before the next
        self._enter_soon.timeout.connect(self._enter)
        self._soon = QTimer(singleShot=True, interval=0)  # a long word is divided once for the letters that wait
        self._soon.timeout.connect(self.preview_typed)
        self.session.editor.committed.connect(self._overtaken)
        self.session.workspace.leaving.connect(self._leave_image)

    @property
    def typed(self) -> str:
        """The letters that are typed and not committed yet."""
        return self.session.typing.typed

    @typed.setter
    def typed(self, typed: str) -> None:
        self.session.typing.typed = typed

    @property
    def word(self) -> str:
        """The typed text, or the label's text if nothing is typed."""
        return self.typed or self.committed_word

    @property
    def committed_word(self) -> str:
        """The label's text, without the letters that are being typed."""
        return self.session.editor.committed_label.word

    @property
    def hint(self) -> str:
        if self.typed:
            return translate(
                "CanvasTools",
                "Enter: mark reviewed and go to the next. Shift+Enter: stay. Drag a cut, or a box round the word.",
            )
        if not self.takes_text:
            return translate(
                "CanvasTools",
                "Drag a cut, or draw a box round the word (with Alt or Ctrl: click its four corners). T: change the "
                "text.",
            )
        hint = translate("CanvasTools", "Type the word; if it does not fill the picture, draw a box round it.")
        if self._reading:
            hint += " " + translate("CanvasTools", "Tab takes what is read: {reading}.").format(reading=self._reading)
        return hint

    @property
    def takes_text(self) -> bool:
        """True if the word of the image is not known, so that typed letters are its text and trigger no shortcuts.

        In a folder that is read-only, too: a letter that did something else there would surprise even more. While the
        image is being read, letters are kept for it.
        """
        return self.session.typing.takes_letters

    def begin(self) -> None:
        if self.session.editor.loaded is None:
            return
        ahead, self._ahead = self._ahead, ""
        word, enter, rest = ahead.partition("\n")
        if word and not self.takes_text:
            text = translate("CanvasTools", "“{typed}” was not taken: {image} has a label. T changes it.")
            self.session.notify(text.format(typed=word, image=self.session.image), "warning")
        elif word:
            self.text(word)
            if enter:
                self._ahead = rest
                self._enter_soon.start()

    def end(self) -> None:
        ahead = self._ahead
        self._leave()
        super().end()
        self._ahead = ahead if self.session.tool == "word" else ""  # letters for the image that has come

    def text(self, text: str) -> None:
        if self.session.editor.document is None or self._enter_soon.isActive():
            self._ahead += text
        elif may_edit(self.session):
            self.type_word(self.typed + text)

    def key(self, event: QKeyEvent) -> bool:
        is_enter = event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}
        if self.session.editor.document is None or self._enter_soon.isActive():
            return self._key_ahead(event)
        if self.typed and is_enter:
            self._enter(stays=bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier))
        elif self.typed and event.key() == Qt.Key.Key_Backspace:
            self.type_word(self.typed[:-1])
        elif event.key() == Qt.Key.Key_Tab and self.takes_text and self._reading and may_edit(self.session):
            self.type_word(self._reading)
        else:
            return self.is_busy  # no shortcut in the middle of a gesture
        return True

    def _key_ahead(self, event: QKeyEvent) -> bool:
        """Keep Enter and Backspace for the image that is being read, behind the letters that are kept for it."""
        word = self._ahead.rpartition("\n")[2]
        if event.isAutoRepeat() or not word:
            return False
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._ahead += "\n"
        elif event.key() == Qt.Key.Key_Backspace:
            self._ahead = self._ahead[:-1]
        else:
            return False
        return True

    def _enter(self, *, stays: bool = False) -> None:
        """Make the typed text the word, and go on."""
        if not self.commit_typed():
            self._ahead = ""
            return
        self.typed = ""
        if not stays:
            self._goes_on = True
            self.session.mark_reviewed(merges=self.step)
            self._goes_on = False

    def type_word(self, word: str) -> None:
        """Show the image divided into the letters of a word that may still be continued."""
        word = unicodedata.normalize("NFC", word)
        try:
            edits.set_text(WordLabel(), word)
        except LabelError as error:
            self.session.notify(error, "warning")
            return
        document = self.session.editor.document
        if not self.typed and document is not None:
            self.step = new_step()
            self._replaced = self.committed_word
            self._began = document.stack.index()
        self.typed = word
        self._soon.start()

    def preview_typed(self) -> None:
        """Preview the letters that are typed and not committed yet."""
        self._soon.stop()
        self.preview(self.divide_typed() if self.typed else None)

    def preview(self, division: Division | None) -> None:
        """Preview a division of the image together with the typed letters."""
        self.previewed = division
        if division is None:
            self.session.editor.drop_preview()
        else:
            self.session.editor.preview(with_word, legible(division.characters), self.typed)

    def commit_typed(self) -> bool:
        """Commit the typed letters as one step of undo, and return True if the label has them."""
        if self.typed and (self._soon.isActive() or self.session.editor.is_previewing):
            self._soon.stop()
            division = self.divide_typed()
            if division is not None:
                self.commit(division, self.step)
        return bool(self.typed) and self.committed_word == self.typed

    def divide_typed(self) -> Division | None:
        """Return the division of the image into the typed letters, or None, with a sentence shown, if there is none."""
        raise NotImplementedError

    def commit(self, division: Division, step: str) -> None:
        """Make a label from a division and the typed letters, with `step` as `merges` of `Editor.apply`."""
        raise NotImplementedError

    @property
    def _reading(self) -> str:
        """The chosen model's reading of the image, or "" if it has not read it."""
        predicted = self.session.in_use.current
        if predicted is None or predicted.image != self.session.editor.image:
            return ""
        return predicted.maps.word.text

    def drop_typed(self) -> None:
        """Discard the typed letters, so that the label is as it was before the first of them."""
        document, undo_list = self.session.editor.document, self.session.workspace.undo_list
        if self.typed and document is not None:
            is_one_step = document.stack.index() == self._began + 1 and undo_list.last is document.last_edit
            if is_one_step and self.committed_word == self.typed:  # the drag of a cut has made it the label's
                undo_list.undo()
        self._ahead = self.typed = ""
        self._enter_soon.stop()
        self.preview_typed()

    def _leave_image(self) -> None:
        self._leave()
        self._enter_soon.stop()
        if not self._goes_on:
            self._ahead = ""

    def _leave(self) -> None:
        """Commit the typing on a word without a text.

        Typing that would replace a text is dropped, and the person reads why.
        """
        typed, replaced = self.typed, self._replaced
        if typed and replaced and typed != replaced == self.committed_word:
            self._soon.stop()
            self.session.editor.drop_preview()
            text = translate("CanvasTools", "“{typed}” was not taken: the word stays “{word}”. Press Enter to take it.")
            self.session.notify(text.format(typed=typed, word=replaced))
        else:
            self.commit_typed()
        self.typed = ""

    def _overtaken(self, image: str) -> None:
        """Forget the typing once an undo or another edit has changed the text."""
        if self.typed and self.committed_word != self.typed:
            self.typed = ""
            self.preview_typed()


def new_step() -> str:
    """Return the name of a new undo step, for the argument `merges` of `Editor.apply`."""
    return f"divide {next(_numbers)}"
