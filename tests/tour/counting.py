"""Counts what the window shows at once: controls, panes, entries of menus, and texts that are cut short.

`python -m tests.tour --count` opens the demo project in each size, theme and language, and fails above the goals.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import get_args

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFont, QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QDockWidget,
    QFocusFrame,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMainWindow,
    QMenuBar,
    QPlainTextEdit,
    QRubberBand,
    QScrollBar,
    QSizeGrip,
    QSplitterHandle,
    QStackedWidget,
    QTabBar,
    QTableView,
    QTextEdit,
    QToolButton,
    QWidget,
)

from app.actions.action import LayoutName
from app.actions.panels import PANELS
from app.views.canvas.view import CanvasView
from app.views.image_list.row_painter import RowPainter
from app.views.image_list.rows import ImageRows
from app.views.image_list.rows_view import RowsView
from app.views.main_window.window import MainWindow
from app.views.maps.grid import MapsButton, OtherModelButton
from app.views.maps.pane import GridPane
from app.views.maps.positions import PositionsStrip
from app.views.messages.banners import Toasts
from core.labels.files.storage import label_path, read_label, write_label
from core.labels.label import WordLabel
from core.project.project import Project
from tests.tour.hands import Hands
from tests.tour.program import work_in_window
from tests.tour.project import drawn

MOST_CONTROLS, MOST_ENTRIES, MOST_PANELS = 45, 110, 11
LONG_WORD = "GRANDSTANDED"
"""A text that the image list shows whole at its usual width."""

_LIST_WIDTH = 250  # px
_SETTLE = 500  # ms
SIZES = {1: (QSize(1440, 900), QSize(1280, 720)), 2: (QSize(1280, 720),)}  # by scale; the last is 2560 × 1440 pixels
_THEMES = ("light", "dark")
LANGUAGES = ("en", "zh_CN")
_FIELDS = (QAbstractButton, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QTextEdit)
_ICON_ONLY = Qt.ToolButtonStyle.ToolButtonIconOnly
_BLUR = 2  # px that a frame or a line may reach beyond its place
_MOST_ROWS = 200  # of a table, looked at
_FREE_ROOMS = (QMainWindow, QAbstractItemView, QStackedWidget, QTabBar, QMenuBar)
"""Parents that place their children themselves, or show one of them at a time."""
_FLOATING = (Toasts, MapsButton, OtherModelButton, QFocusFrame, QRubberBand)
"""Made to lie over others, with room beside them."""
_PANES = (QDockWidget, CanvasView, GridPane, PositionsStrip)


@dataclass(frozen=True, slots=True)
class Count:
    """What is seen in one layout."""

    where: str  # language, size, theme and layout
    controls: tuple[str, ...]  # their names
    panes: int
    elided: tuple[str, ...]  # the texts that have less room than they need
    overlaps: tuple[str, ...] = ()  # pairs of widgets that lie over each other
    unnamed: tuple[str, ...] = ()  # buttons that neither a word nor a tip explains


def controls_of(window: QWidget) -> tuple[str, ...]:
    """Name each visible button, field, tab, title of a menu and head of a column that sorts, enabled or not."""
    return tuple(name for widget in _in_sight(window) for name in _controls_in(widget, window))


def _controls_in(widget: QWidget, window: QWidget) -> Iterator[str]:
    if isinstance(widget, QTabBar):
        yield from (widget.tabText(place) for place in range(widget.count()) if widget.isTabVisible(place))
    elif isinstance(widget, QMenuBar):
        yield from (action.text() for action in widget.actions() if action.isVisible())
    elif isinstance(widget, QHeaderView):
        if widget.sectionsClickable() and widget.isSortIndicatorShown():
            yield from ["column"] * (widget.count() - widget.hiddenSectionCount())
    elif isinstance(widget, _FIELDS) and not isinstance(widget, QScrollBar) and not _is_part(widget, window):
        is_text = isinstance(widget, QPlainTextEdit | QTextEdit) and widget.isReadOnly()
        yield from () if is_text else (_named(widget),)


def entries_of(window: MainWindow) -> int:
    """Count the entries of all menus of the menu bar; a submenu is one."""
    menus = [window.action_set.menu(menu.id) for menu in window.action_set.menus.values() if not menu.parent]
    return sum(not action.isSeparator() for menu in menus for action in menu.actions())


def elided_in(window: QWidget) -> tuple[str, ...]:
    """List the texts of buttons, tabs, labels and titles that have less room than they need."""
    return tuple(
        text
        for widget in _in_sight(window)
        for text, room in _lines_in(widget)
        if widget.fontMetrics().horizontalAdvance(text.replace("&", "")) > room
    )


def _lines_in(widget: QWidget) -> Iterator[tuple[str, int]]:
    """Texts of one line, each with its room in px."""
    if isinstance(widget, QTabBar):
        yield from ((widget.tabText(place), widget.tabRect(place).width()) for place in range(widget.count()))
    elif isinstance(widget, QLabel):
        yield widget.text() if not widget.wordWrap() and widget.pixmap().isNull() else "", widget.width()
    elif isinstance(widget, QAbstractButton):
        yield widget.text() if _shows_text(widget) else "", widget.width()
    elif isinstance(widget, QDockWidget):
        yield widget.windowTitle(), widget.width()


def cut_in(window: QWidget) -> tuple[str, ...]:
    """List the texts that end without dots: of labels too low, buttons out of sight, and cells that never elide."""
    found: list[str] = []
    for widget in _in_sight(window):
        if isinstance(widget, QLabel) and widget.wordWrap() and widget.text() and widget.pixmap().isNull():
            found += [widget.text()] * (widget.heightForWidth(widget.width()) > widget.height() + _BLUR)
        elif isinstance(widget, QAbstractButton) and not isinstance(widget.parentWidget(), QAbstractItemView):
            seen = widget.visibleRegion().boundingRect()
            found += [_named(widget)] * (seen.width() + _BLUR < widget.width())  # a page is as wide as its place
        elif isinstance(widget, QAbstractItemView) and widget.textElideMode() == Qt.TextElideMode.ElideNone:
            found += _cut_cells(widget)
    return tuple(found)


def _cut_cells(view: QAbstractItemView) -> Iterator[str]:
    model, room = view.model(), view.viewport().rect()
    for row in range(min(model.rowCount(), _MOST_ROWS)):
        for place in range(model.columnCount()):
            index = model.index(row, place)
            text, cell = index.data(), view.visualRect(index)
            if isinstance(text, str) and cell.intersects(room) and not view.isIndexHidden(index):
                font = index.data(Qt.ItemDataRole.FontRole)
                metrics = QFontMetrics(font) if isinstance(font, QFont) else view.fontMetrics()
                if metrics.horizontalAdvance(text) > cell.width():
                    yield text


def overlaps_in(window: QWidget) -> tuple[str, ...]:
    """Name each two widgets beside each other that lie over each other, but for what is made to float."""
    found = []
    for parent in {each.parentWidget() for each in _in_sight(window)}:
        if parent is None or isinstance(parent, _FREE_ROOMS):
            continue
        children = [each for each in parent.children() if isinstance(each, QWidget)]
        shown = [each for each in children if each.isVisible() and each.window() is window and not _floats(each)]
        for number, one in enumerate(shown):
            for other in shown[number + 1 :]:
                common = one.geometry().intersected(other.geometry())
                if common.width() > _BLUR and common.height() > _BLUR:
                    found.append(f"{_told(one)} and {_told(other)}")
    return tuple(sorted(found))


def _floats(widget: QWidget) -> bool:
    is_handle = isinstance(widget, QSplitterHandle | QSizeGrip | QScrollBar)
    return widget.isWindow() or is_handle or isinstance(widget, _FLOATING)


def _told(widget: QWidget) -> str:
    return f"{type(widget).__name__} “{_named(widget)}”"


def unnamed_in(window: QWidget) -> tuple[str, ...]:
    """Name the buttons that show no word and tell none in a tip."""
    buttons = [each for each in _in_sight(window) if isinstance(each, QAbstractButton) and not _is_part(each, window)]
    return tuple(
        f"{type(button).__name__} in {type(button.parentWidget()).__name__}"
        for button in buttons
        if not button.toolTip() and not (button.text() and _shows_text(button)) and not _is_of_qt(button)
    )


def _is_of_qt(button: QAbstractButton) -> bool:
    """Return True for what Qt itself makes: a button that shows hidden parts of a bar, or selects a whole table."""
    return button.objectName().startswith("qt_") or type(button.parentWidget()) in (QTableView, QTabBar)


def texts_of_list(view: RowsView) -> list[str]:
    """Return what the image list writes into the rows in sight, each text as it is cut."""
    painter, written = view.itemDelegate(), []
    assert isinstance(painter, RowPainter)

    class Reader(RowPainter):
        def write(self, painter: QPainter, field: QRect, text: str, *rest: object, **named: object) -> None:
            written.append(text)

    rows = view.model()
    assert isinstance(rows, ImageRows)
    reader = Reader(rows)
    reader.thumbnails, reader.thumbnail_height = painter.thumbnails, painter.thumbnail_height
    reader.shows_scores = painter.shows_scores
    view.setItemDelegate(reader)
    view.grab()
    view.setItemDelegate(painter)
    return written


def lengthen(folder: Path) -> str:
    """Give the second image of a project a long text that a person has typed; return its name."""
    project = Project.open(folder)
    image = project.images().images[1]
    path = label_path(project.path_of(image))
    write_label(path, WordLabel(text=LONG_WORD), (0, 0), read_label(path))
    return image


def measure(window: MainWindow, folder: Path, pictures: Path | None, language: str, scale: int) -> Iterator[Count]:
    """Open a project and count what each layout shows, in the sizes and themes of a scale."""
    session, hands = window.session, Hands(window)
    long = lengthen(folder)
    session.open(folder)
    hands.wait_until_open()
    hands.wait(lambda: session.predictions.current is not None, "a reading", 300)
    for size in SIZES[scale]:
        for theme in _THEMES:
            session.settings.set("theme", theme)
            window.resize(size)
            for layout in get_args(LayoutName):
                window.action_set.trigger(f"view.layout.{layout}")
                window.action_set.trigger("view.reset_layout")
                hands.pause(_SETTLE)
                where = f"{language} {size.width() * scale}x{size.height() * scale} {theme} {layout}"
                panes = [each for each in _in_sight(window) if isinstance(each, _PANES)]
                elided = (*elided_in(window), *cut_in(window))
                yield Count(where, controls_of(window), len(panes), elided, overlaps_in(window), unnamed_in(window))
                if pictures is not None:
                    window.grab().save(str(pictures / f"{where.replace(' ', '-')}.png"))
    window.action_set.trigger("view.layout.label")
    hands.pause(_SETTLE)
    session.show(long)
    hands.wait_for_image(long)
    (dock,) = (each for each in window.findChildren(QDockWidget) if each.isAncestorOf(window.images))
    window.resizeDocks([dock], [_LIST_WIDTH], Qt.Orientation.Horizontal)
    hands.pause(_SETTLE)
    view = window.images.findChild(RowsView)
    assert view is not None
    cut = () if LONG_WORD in texts_of_list(view) else (f"{LONG_WORD} in a list {view.width()} px wide",)
    yield Count(f"{language} list", (), 0, cut)


def count_in(language: str, scale: int, pictures: Path | None) -> int:
    """Count in one language and scale, print each count and each goal that is missed; 0 if none is."""
    missed: list[str] = []

    def work(window: MainWindow) -> None:
        with tempfile.TemporaryDirectory() as made:
            for each in measure(window, drawn(Path(made) / "demo").folder, pictures, language, scale):
                print(_line(each), flush=True)
                missed.extend(_faults(each))
        entries, panels = entries_of(window), len(PANELS)
        print(f"{language}: {entries} entries of menus (at most {MOST_ENTRIES}), {panels} panels ({MOST_PANELS})")
        missed.extend([f"{entries} entries of menus"] * (entries > MOST_ENTRIES))
        missed.extend([f"{panels} panels"] * (panels > MOST_PANELS))

    is_whole = work_in_window(work, language)
    print(*(f"Missed: {each}" for each in missed), sep="\n", flush=True)
    return int(bool(missed) or not is_whole)


def count(pictures: Path | None) -> int:
    """Count in every language and scale, each in a process of its own; 0 if no goal is missed."""
    ends = []
    for language in LANGUAGES:
        for scale in SIZES:
            command = [
                sys.executable,
                "-m",
                "tests.tour",
                "--count-in",
                language,
                *([str(pictures)] if pictures else []),
            ]
            with subprocess.Popen(command, env={**os.environ, "QT_SCALE_FACTOR": str(scale)}) as process:
                try:
                    ends.append(process.wait())
                finally:
                    process.terminate()  # if this process is asked to end; it ends its own
    return int(any(ends))


def _line(count: Count) -> str:
    elided = f", cut short: {'; '.join(count.elided)}" if count.elided else ""
    return f"{count.where}: {len(count.controls)} controls in {count.panes} panes{elided}"


def _faults(count: Count) -> Iterator[str]:
    if len(count.controls) > MOST_CONTROLS:
        names = "; ".join(count.controls)
        yield f"{count.where}: {len(count.controls)} controls (at most {MOST_CONTROLS}): {names}"
    for what, those in (("cut short", count.elided), ("overlap", count.overlaps), ("no word or tip", count.unnamed)):
        if those:
            yield f"{count.where}: {what}: {'; '.join(those)}"


def _in_sight(window: QWidget) -> list[QWidget]:
    """The widgets of a window that a person sees some part of."""
    return [
        each
        for each in window.findChildren(QWidget)
        if each.window() is window and each.isVisible() and not each.visibleRegion().isEmpty()
    ]


def _is_part(widget: QWidget, window: QWidget) -> bool:
    """Whether a control belongs to another, as the field of a combo box does."""
    parent = widget.parentWidget()
    while parent is not None and parent is not window:
        if isinstance(parent, (*_FIELDS, QTabBar, QAbstractItemView)):
            return True
        parent = parent.parentWidget()
    return False


def _named(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return text or widget.accessibleName() or widget.toolTip() or widget.objectName() or type(widget).__name__


def _shows_text(button: QAbstractButton) -> bool:
    return not isinstance(button, QToolButton) or button.icon().isNull() or button.toolButtonStyle() != _ICON_ONLY
