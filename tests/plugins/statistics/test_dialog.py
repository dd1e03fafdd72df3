from datetime import UTC, datetime
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint
from PySide6.QtGui import QHelpEvent, QImage
from PySide6.QtWidgets import QApplication, QFileDialog, QToolTip
from pytestqt.qtbot import QtBot

from app.plugins.statistics.dialog import StatisticsDialog
from app.session import Session
from core.labels.edits import edits
from core.labels.files.history import History, HistoryEntry


def test_counts_progress_by_person_and_a_way_to_the_words(session: Session, tmp_path: Path, qtbot: QtBot):
    texts = session.catalog.table.text
    qtbot.waitUntil(lambda: sum(map(bool, session.catalog.table.text)) > 2)
    day = datetime(2026, 3, 2, 12, tzinfo=UTC)
    draft, reviewed = b'{"text": "a", "status": "draft"}', b'{"text": "a", "status": "reviewed"}'
    History(session.project.root, "Anna").append(
        HistoryEntry("a.png", draft, reviewed, "Review", time=day),
        HistoryEntry("b.png", None, draft, "Draw", time=day),
        HistoryEntry("c.png", draft, reviewed, "Review", time=day.replace(hour=11)),
        HistoryEntry("c.png", reviewed, draft, "Undo: Review", time=day.replace(hour=13)),
    )
    History(session.project.root).append(HistoryEntry("b.png", draft, reviewed, "Review", time=day.replace(day=5)))

    dialog = StatisticsDialog(session)
    qtbot.addWidget(dialog)
    qtbot.waitUntil(lambda: len(dialog.days.entries) == 2)
    assert [(each.day.day, each.by, each.edited, each.reviewed) for each in dialog.days.entries] == [
        (5, "", 1, 1), (2, "Anna", 3, 1),
    ]  # fmt: skip
    assert (len(dialog.diagram.bars), dialog.diagram.bars[-4][1:], dialog.diagram.bars[-2][1:]) == (14, (3, 1), (0, 0))

    dialog.diagram.resize(480, 150)
    over = QPoint(44 + round((480 - 44 - 10) * 10.5 / 14), 60)
    QApplication.sendEvent(dialog.diagram, QHelpEvent(QEvent.Type.ToolTip, over, over))
    assert "3 images edited, 1 marked reviewed" in QToolTip.text()

    texts = session.catalog.table.text
    first = dialog.symbols.entries[0]
    assert first.count == sum(text.count(first.title) for text in texts) and first.share == 1
    assert sum(each.count for each in dialog.lengths.entries) == sum(map(bool, texts))
    shortest = dialog.lengths.entries[0]
    for place, name in enumerate(("symbols.csv", "lengths.png", "days.csv")):
        dialog.pages.setCurrentIndex(place)
        dialog.save.click()
        (asking,) = dialog.findChildren(QFileDialog)
        asking.fileSelected.emit(str(tmp_path / name))
        qtbot.waitUntil((tmp_path / name).exists)
        asking.close()
        qtbot.waitUntil(lambda: not dialog.findChildren(QFileDialog))
    assert f"\n{first.title},{first.count}\n" in (tmp_path / "symbols.csv").read_text()
    assert "\n2026-03-02,Anna,3,1\n" in (tmp_path / "days.csv").read_text()
    assert not QImage(str(tmp_path / "lengths.png")).isNull()
    dialog.tables[1].activated.emit(dialog.lengths.index(0, 0))
    assert session.catalog.filter_text == f"len:{shortest.title}"
    assert len(session.catalog.visible) == shortest.count
    dialog.tables[0].activated.emit(dialog.symbols.index(0, 0))
    assert session.catalog.filter_text == f"char:{first.title}"


def test_statistics_that_are_closed_do_not_hear_of_an_edit(session: Session, qtbot: QtBot):
    dialog = StatisticsDialog(session)
    destroyed = []
    dialog.destroyed.connect(lambda: destroyed.append(True))
    dialog.deleteLater()
    qtbot.waitUntil(lambda: bool(destroyed))
    with qtbot.captureExceptions() as exceptions:
        session.editor.apply("Move", edits.move, (0,), 2, 0)
        qtbot.waitUntil(lambda: session.saver.unsaved == 0)
        session.catalog.rows_changed.emit(())
    assert exceptions == []
