"""Our own window, driven; see `benchmarks.gui_driving`."""

from __future__ import annotations

import tempfile
from functools import partial
from pathlib import Path

from app.desktop.starting import quick_loading

with quick_loading():  # as the command does; before Qt, which would keep the sources of all modules: 14 MB
    from PySide6.QtCore import QEvent, QPointF, Qt
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    from app.desktop.garbage_collection import GarbageCollector
    from app.desktop.theme import apply_theme
    from app.session import Session
    from app.settings.settings import Settings
    from app.views.canvas.view import CanvasView
    from app.views.image_list.rows_view import RowsView
    from app.views.label_panel.character_table import CharacterTable
    from app.views.main_window.window import MainWindow
    from app.views.maps.pane import GridPane
    from benchmarks.gui_driving import PAUSE, Driven, Times, apart

_MOVES = 150
_TO_BEGIN = 12  # px after which a press is a drag


class Studio(Driven):
    """TextScanner Studio on a folder."""

    listed: RowsView

    def __init__(self, folder: str) -> None:
        super().__init__()
        for kind in (CanvasView, CharacterTable, GridPane, RowsView):
            self.paints.watch(kind)
        assert isinstance(self.application, QApplication)
        apply_theme(self.application, "light")
        self._collector = GarbageCollector(self.application)  # as the program does
        self._folder = Path(folder)
        self._session = Session(Settings(Path(tempfile.mkdtemp()) / "settings.json"))
        self.window = MainWindow(self._session)
        centre = self.window.centre
        self.canvas = centre.canvas
        self.search, self.listed = self.window.images.filter_box, self.window.images.view
        self.panes = (centre.canvas, *centre.maps.panes.values())
        self.followers = (self.listed, self.window.label.table)
        self.show()

    def open_folder(self) -> None:
        """Open the folder as the menu does."""
        self._session.open(self._folder)

    def is_listed(self) -> bool:
        """Listed, sorted, and in the list's model."""
        catalog = self._session.catalog
        count = len(catalog.visible)
        return not catalog.is_listing and count > 0 and self.listed.model().rowCount() == count

    def shown(self) -> str | None:
        """Return the image whose pixels and label are on screen."""
        loaded = self._session.editor.loaded
        return None if loaded is None or loaded.pixels is None else loaded.image

    def is_followed(self) -> bool:
        """Whether list, text, table, problems and title show the image."""
        session, label, text = self._session, self._session.editor.label, self.window.label.text.field.text()
        row, rows = session.catalog.row_of(session.image), self.window.label.table.model().rowCount()
        is_listed = self.listed.currentIndex().row() == row and str(session.image) in self.window.windowTitle()
        return is_listed and session.editor.is_checked and (text, rows) == (label.text or "", len(label.characters))

    def go_to(self, row: int) -> None:
        """Choose the row in the list."""
        self.listed.setCurrentIndex(self.listed.model().index(row % self.listed.model().rowCount(), 0))

    def is_quiet(self) -> bool:
        """Whether all labels are read and checked."""
        return not self._session.workspace.background.jobs and not self._session.catalog.table.counts().pending

    def drag(self) -> Times:
        """Drag a character; measure from each movement of the mouse to the painted frame, maps included."""
        editor, canvas = self._session.editor, self.canvas
        assert isinstance(canvas, CanvasView)
        polygon = editor.label.characters[0].polygon
        middle = QPointF(*(sum(values) / len(polygon) for values in zip(*polygon, strict=True)))
        at = canvas.to_pane(middle)
        self._send(QEvent.Type.MouseMove, at, Qt.MouseButton.NoButton)
        self._send(QEvent.Type.MouseButtonPress, at, Qt.MouseButton.LeftButton)
        at += QPointF(_TO_BEGIN, 0)
        self._send(QEvent.Type.MouseMove, at, Qt.MouseButton.LeftButton)
        found = []
        for move in range(_MOVES):
            at += QPointF(1 if move % 60 < 30 else -1, 0.5 if move % 30 < 15 else -0.5)
            found.append(
                self._timed(
                    partial(self._send, QEvent.Type.MouseMove, QPointF(at), Qt.MouseButton.LeftButton),
                    self.panes,
                    lambda: editor.is_previewing,
                )
            )
        self._send(QEvent.Type.MouseButtonRelease, at, Qt.MouseButton.NoButton)
        self._rest(PAUSE)
        return apart(found)

    def end(self) -> None:
        """Save, and stop all threads."""
        self._session.close()
        self.until(lambda: self._session.project is None, again=10)
        self._session.shutdown()

    def _send(self, kind: QEvent.Type, at: QPointF, held: Qt.MouseButton) -> None:
        button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
        nothing = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, at, self.canvas.mapToGlobal(at), button, held, nothing)
        QApplication.sendEvent(self.canvas, event)
