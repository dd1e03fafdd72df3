"""What a file says is shown as it stands: no text of a label, an image or a run is HTML to the window."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMenu, QWidget
from pytestqt.qtbot import QtBot
from support.waiting import WAIT
from support.window.making import MakeSession, MakeWindow

from app.language.words import Markup, explained, plain_tip

IMG = "<img src=stolen>"


def tips_of(widget: QWidget) -> Iterator[str]:
    yield widget.toolTip()
    if not isinstance(widget, QMenu) or widget.toolTipsVisible():
        yield from (action.toolTip() for action in widget.actions())
    if isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from tips_of_rows(widget.model(), QModelIndex(), 2)


def tips_of_rows(model: QAbstractItemModel, parent: QModelIndex, depth: int) -> Iterator[str]:
    for row in range(min(20, model.rowCount(parent))):
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for column in range(columns):
            yield str(model.index(row, column, parent).data(Qt.ItemDataRole.ToolTipRole) or "")
        if depth:
            yield from tips_of_rows(model, model.index(row, 0, parent), depth - 1)


def test_no_field_of_a_file_is_html_in_any_widget(
    make_session: MakeSession, make_window: MakeWindow, project_folder: Path, qtbot: QtBot
) -> None:
    for path in sorted(project_folder.glob("word_*.json")):
        label = json.loads(path.read_text(encoding="utf-8"))
        label |= {"text": IMG, "status": "reviewed", "reviewed_by": IMG, "reviewed_at": IMG, "tags": [IMG], IMG: IMG}
        label["shapes"][0]["label"] = IMG
        path.write_text(json.dumps(label), encoding="utf-8")
    first = min(project_folder.glob("word_*.png"))
    first.rename(first.with_name("<b>a<b>.png"))
    session = make_session(project_folder)
    window = make_window(session)
    qtbot.waitUntil(lambda: session.findings.counts.total() > 3, timeout=WAIT)
    seen = 0
    for key in (Qt.Key.Key_1, Qt.Key.Key_2, Qt.Key.Key_3, Qt.Key.Key_4):
        QTest.keyClick(QApplication.focusWidget() or window, key, Qt.KeyboardModifier.ControlModifier)
        QTest.qWait(100)
        for widget in window.findChildren(QWidget):
            if isinstance(widget, QLabel) and IMG in widget.text():
                seen += 1
                assert widget.textFormat() == Qt.TextFormat.PlainText, widget.objectName()
            for tip in tips_of(widget):
                seen += "img src" in tip
                assert IMG not in tip and "<b>a" not in tip, (type(widget).__name__, tip)
    assert seen > 3


def test_a_tip_shows_signs_of_html_as_they_stand_and_our_own_html_as_html() -> None:
    assert plain_tip("3 characters, 2 problems") == "3 characters, 2 problems"
    assert "&lt;img" in plain_tip("a\n<img src=x>") and isinstance(plain_tip("<b>"), Markup)
    assert plain_tip(explained("polygon", before="a < b")) == explained("polygon", before="a < b")
