"""The renumber tool, which sets the reading order by clicks on the characters one after the other."""

from __future__ import annotations

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QPainter

from app.language.languages import translate
from app.views.canvas.tool import Pointer, Surface
from app.views.canvas.tools.drawing import draw_line, draw_number
from app.views.canvas.tools.sketching import PlaceTool, may_edit
from core.labels.edits import edits
from core.labels.geometry import centroid


class RenumberTool(PlaceTool):
    """Gives characters the numbers 1, 2, … by clicks or by a drag across the word.

    The characters left out follow in the order that they have.
    """

    cursor = Qt.CursorShape.PointingHandCursor
    stays = False

    def __init__(self, surface: Surface) -> None:
        super().__init__(surface)
        self._sequence: list[int] = []

    @property
    def is_busy(self) -> bool:
        return bool(self._sequence)

    @property
    def hint(self) -> str:
        if not self._sequence:
            return translate(
                "CanvasTools", "Click the characters one after the other, in reading order, or drag across them."
            )
        return translate(
            "CanvasTools",
            "Click character number {number}. Enter: the others keep their present order. Backspace: go back by one.",
        ).format(number=len(self._sequence) + 1)

    def cancel(self) -> None:
        self._sequence = []
        self.session.editor.drop_preview()
        self.surface.refresh()

    def press(self, pointer: Pointer) -> None:
        if may_edit(self.session):
            self._number(pointer)

    def double_click(self, pointer: Pointer) -> None:
        self.press(pointer)  # two characters clicked in quick succession

    def move(self, pointer: Pointer) -> None:
        if self._sequence:
            self._number(pointer)

    def key(self, event: QKeyEvent) -> bool:
        if not self._sequence:
            return False
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._commit()
        elif event.key() in {Qt.Key.Key_Backspace, Qt.Key.Key_Delete}:
            self._sequence.pop()
            self._preview()
        else:
            return False
        return True

    def paint(self, painter: QPainter) -> None:
        characters = self.session.editor.label.characters
        centers = [
            self.surface.to_pane(QPointF(*centroid(characters[place].polygon)))
            for place in self._sequence
            if place < len(characters)
        ]
        draw_line(painter, centers, dashed=True)
        for number, center in enumerate(centers, 1):
            draw_number(painter, center, number)

    def _number(self, pointer: Pointer) -> None:
        place = self.surface.character_at(pointer.at)
        if place is None or place in self._sequence:
            return
        self._sequence.append(place)
        if len(self._sequence) == len(self.session.editor.committed_label.characters):
            self._commit()
        else:
            self._preview()

    def _preview(self) -> None:
        if self._sequence:
            self.session.editor.preview(edits.renumber, self._sequence)
        else:
            self.session.editor.drop_preview()
        self.surface.refresh()

    def _commit(self) -> None:
        sequence, self._sequence = self._sequence, []
        title = translate("Edits", "Renumber the characters")
        self.session.editor.apply(title, edits.renumber, sequence)
        self.session.set_tool("select")  # every character has its number now
