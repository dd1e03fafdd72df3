"""A table made of columns, the mixin that follows the language, and the tables of a profile."""

import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QAbstractItemModelTester
from PySide6.QtWidgets import QApplication, QTableView, QWidget
from pytestqt.qtbot import QtBot
from support.window.showing import added, exposed

from app.views.runs.profile_view import ProfileView
from app.widgets.column_model import RIGHT, SORTED_BY, Column, ColumnModel
from app.widgets.contrast import Recoloured
from core.runs.profile import OperatorCost, Profile


@pytest.fixture
def words(qapp: QApplication) -> ColumnModel[str]:
    model = ColumnModel[str](
        (
            Column(lambda: "Word", lambda word: word, lambda word: f"the word {word}", width=77, typed=str.upper),
            Column(lambda: "Letters", lambda word: str(len(word)), key=len, alignment=RIGHT),
            Column(lambda: "", lambda word: None, ink=lambda word: QColor("red"), spoken=str.title),
        )
    )
    model.set_entries(("Ape", "bee", "horse"))
    return model


def test_model_keeps_qt_s_rules(words: ColumnModel[str]):
    QAbstractItemModelTester(words, QAbstractItemModelTester.FailureReportingMode.Fatal)
    words.set_entries(("one",))
    words.set_columns(words.columns[:1])
    assert (words.rowCount(), words.columnCount()) == (1, 1)


def test_columns_say_what_a_cell_shows(words: ColumnModel[str]):
    role = Qt.ItemDataRole
    word, letters, picture = (words.index(2, column) for column in range(3))
    assert [words.headerData(column, Qt.Orientation.Horizontal) for column in range(3)] == ["Word", "Letters", ""]
    assert (word.data(), letters.data(), picture.data()) == ("horse", "5", None)
    assert (word.data(role.ToolTipRole), letters.data(role.ToolTipRole)) == ("the word horse", None)
    assert letters.data(role.TextAlignmentRole) == RIGHT
    assert (word.data(role.ForegroundRole), picture.data(role.ForegroundRole)) == (None, QColor("red"))
    assert picture.data(role.AccessibleTextRole) == "Horse"


def test_column_is_sorted_by_its_key_or_else_by_its_text_without_regard_to_case(words: ColumnModel[str]):
    assert words.index(0, 0).data(SORTED_BY) == "ape"
    assert words.index(0, 1).data(SORTED_BY) == 3


def test_only_a_column_that_says_what_is_typed_can_be_edited(words: ColumnModel[str]):
    editable = [bool(words.index(0, column).flags() & Qt.ItemFlag.ItemIsEditable) for column in range(3)]
    assert editable == [True, False, False]
    assert words.index(0, 0).data(Qt.ItemDataRole.EditRole) == "APE"


def test_selection_stays_where_rows_are_about_the_same_things(words: ColumnModel[str], qtbot: QtBot):
    table = added(qtbot, QTableView())
    table.setModel(words)
    words.size_columns(table.horizontalHeader())
    assert table.columnWidth(0) == 77
    table.selectRow(1)
    words.set_entries(("APE", "BEE", "HORSE"), in_place=True)
    assert {index.row() for index in table.selectedIndexes()} == {1}
    words.set_entries(("APE", "BEE", "HORSE"))
    assert not table.selectedIndexes()


def test_widget_follows_the_theme(qtbot: QtBot):
    class Sign(Recoloured, QWidget):
        def __init__(self) -> None:
            super().__init__()
            self.seen: list[str] = []

        def recolour(self) -> None:
            self.seen.append("theme")

    sign = added(qtbot, Sign())
    sign.seen.clear()
    for kind in (QEvent.Type.PaletteChange, QEvent.Type.StyleChange):
        QApplication.sendEvent(sign, QEvent(kind))
    assert sign.seen == ["theme"]


@pytest.mark.parametrize(("width", "is_below"), [(900, False), (370, True)])
def test_the_layers_stand_beside_the_operators_or_below_them_in_a_narrow_panel(
    qtbot: QtBot, width: int, is_below: bool
):
    view = exposed(qtbot, ProfileView(), width, 400)
    view.set_profile(Profile(20, 20, 0.5, 0.1, (OperatorCost("Conv2D", 4, 0.2),), (), None, None, 0, "trace"))
    operators, layers = (table.mapTo(view, QPoint()) for table in (view.operators, view.layers))
    assert (layers.y() > operators.y()) is is_below
    assert (layers.x() > operators.x()) is not is_below
