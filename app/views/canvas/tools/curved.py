"""The curved-word tool, which divides the band between a line along a word's top and one along its bottom."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.bulk.dividing import legible
from app.language.languages import translate
from app.views.canvas.tool import CanvasTool, Pointer, Surface
from app.views.canvas.tools.drawing import draw_handle, draw_line
from app.views.canvas.tools.sketching import distance, in_image, is_drag, may_edit, xy
from core.base.errors import LabelError
from core.labels.divide.curved import curved_division
from core.labels.edits import edits

_STEP = 12.0  # device-independent pixels between two points of a line that is dragged


class CurvedTool(CanvasTool):
    """Draws the two lines, each by a drag, or by clicks that Enter or a double click ends."""

    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._lines: list[list[QPointF]] = [[]]
        self._pressed: Pointer | None = None
        self._at: QPointF | None = None

    @property
    def is_busy(self) -> bool:
        return bool(self._lines[0])

    @property
    def hint(self) -> str:
        if not self.session.editor.committed_label.word:
            return translate("CanvasTools", "Type the word's text first; then draw its two lines.")
        if len(self._lines) == 1:
            return translate(
                "CanvasTools",
                "Drag along the top of the word, in reading direction; or click points, and Enter ends the line.",
            )
        return translate(
            "CanvasTools",
            "Now drag along its bottom, or click points and press Enter: the word is divided. Backspace: one back.",
        )

    def cancel(self) -> None:
        self._lines = [[]]
        self._pressed = None
        self._at = None
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        if not self.is_busy and not may_edit(self.session):
            return
        if not self.session.editor.committed_label.word:
            self.session.text_wanted.emit("")
            return
        self._pressed = pointer
        self._lines[-1].append(in_image(self.session, pointer.at))
        self.surface.refresh()

    def move(self, pointer: Pointer) -> None:
        self._at = in_image(self.session, pointer.at)
        line = self._lines[-1]
        if self._pressed is not None and distance(self.surface.to_pane(line[-1]), pointer.pane) >= _STEP:
            line.append(self._at)
        self.surface.refresh()

    def hover(self, pointer: Pointer) -> None:
        if self.is_busy:
            self._at = in_image(self.session, pointer.at)
            self.surface.refresh()

    def release(self, pointer: Pointer) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is not None and is_drag(pressed, pointer):
            self._lines[-1].append(in_image(self.session, pointer.at))
            self._end_line()

    def double_click(self, pointer: Pointer) -> None:
        if self.is_busy:  # its first press has added the point
            self._end_line()

    @property
    def takes_text(self) -> bool:
        """True if the word has no text yet, so that typed letters are its text and trigger no shortcuts."""
        return self.session.editor.document is not None and not self.session.editor.committed_label.word

    def text(self, text: str) -> None:
        if may_edit(self.session):
            self.session.text_wanted.emit(text)

    def key(self, event: QKeyEvent) -> bool:
        if not self.is_busy:
            return False
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._end_line()
        elif event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            if not self._lines[-1]:
                self._lines.pop()
            self._lines[-1].pop()
            self.surface.refresh()
        return True

    def paint(self, painter: QPainter) -> None:
        for line in self._lines:
            points = [self.surface.to_pane(point) for point in line]
            if not points:
                continue
            draw_line(painter, points)
            if line is self._lines[-1] and self._at is not None:
                draw_line(painter, [points[-1], self.surface.to_pane(self._at)], dashed=True)
            for point in points:
                draw_handle(painter, point, 0.7 * self.surface.handle_size(), is_round=True)

    def _end_line(self) -> None:
        if len(self._lines[-1]) < 2:
            text = translate("CanvasTools", "A line along a word needs two points. Click one more.")
            self.session.notify(text, "warning")
        elif len(self._lines) == 1:
            self._lines.append([])
        else:
            self._divide()
        self.surface.refresh()

    def _divide(self) -> None:
        editor = self.session.editor
        top, bottom = ([xy(point) for point in line] for line in self._lines)
        self.cancel()
        if editor.pixels is None:
            return
        word = editor.committed_label.word
        try:
            characters = curved_division(editor.pixels, top, bottom, word)
        except LabelError as error:
            self.session.notify(error, "warning")
            return
        title = translate("Edits", "Divide “{word}” into characters").format(word=word)
        editor.apply(title, edits.set_characters, legible(characters), select=())
