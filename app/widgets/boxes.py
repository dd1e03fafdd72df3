"""Functions that make rows, columns, buttons, plain texts, tables of entries, and dialogs without icons."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Protocol, TypeVar

from PySide6.QtCore import QAbstractItemModel, QEvent, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QHelpEvent, QIcon, QPalette
from PySide6.QtWidgets import (
    QBoxLayout,
    QComboBox,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLayout,
    QLineEdit,
    QMessageBox,
    QPushButton,
    QTableView,
    QToolButton,
    QToolTip,
    QVBoxLayout,
    QWidget,
)

from app.desktop.theme import Meaning, colour
from app.language.words import plain_tip
from app.widgets.icons import icon

Margins = tuple[int, int, int, int]  # left, top, right, bottom in px

Box = TypeVar("Box", bound=QBoxLayout)
Named = TypeVar("Named", bound=QWidget)

NONE: Margins = (0, 0, 0, 0)


def row(
    *parts: QWidget | QLayout, parent: QWidget | None = None, spacing: int = 8, margins: Margins = NONE
) -> QHBoxLayout:
    """Return a layout with widgets and layouts side by side, `spacing` px apart."""
    return _filled(QHBoxLayout() if parent is None else QHBoxLayout(parent), parts, spacing, margins)


def column(
    *parts: QWidget | QLayout, parent: QWidget | None = None, spacing: int = 8, margins: Margins = NONE
) -> QVBoxLayout:
    """Return a layout with widgets and layouts below each other, `spacing` px apart."""
    return _filled(QVBoxLayout() if parent is None else QVBoxLayout(parent), parts, spacing, margins)


def tool_button(run: Callable[[], object], text: str = "", picture: str = "", tip: str = "") -> QToolButton:
    """Return a small button with a text, or with an icon from `app.widgets.icons` and no frame.

    A picture alone says nothing to a screen reader: its tip does.
    """
    button = QToolButton()
    button.setText(text)
    if picture:
        button.setIcon(icon(picture))
        button.setAutoRaise(not text)
    button.setToolTip(tip or text)
    button.setAccessibleName(text or tip)
    button.clicked.connect(lambda _: run())
    return button


def push_button(
    text: str, run: Callable[[], object] | None = None, *, picture: str = "", tip: str = "", default: bool = True
) -> QPushButton:
    """Return a button with a text that calls `run` at a click.

    A button that is no `default` leaves Enter to the field.
    """
    button = QPushButton(text)
    button.setAutoDefault(default)
    if picture:
        button.setIcon(icon(picture))
    if run is not None:
        button.clicked.connect(lambda _: run())
    return set_tip(button, tip)


def form_of(*fields: tuple[str, QWidget]) -> QFormLayout:
    """Return a form with fields below each other, each with its name on its left."""
    form = QFormLayout(horizontalSpacing=8, verticalSpacing=8)
    form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.ExpandingFieldsGrow)
    for name, field in fields:
        label = Label(name)
        label.setBuddy(named(field, name.replace("&", "")))
        form.addRow(label, field)
    return form


def choice_box(name: str, choices: Mapping[Any, str], chosen: object = None) -> QComboBox:
    """Return a named list to choose one text from, given the texts by their values."""
    box = named(QComboBox(), name)
    for value, text in choices.items():
        box.addItem(text, value)
    if chosen is not None:
        box.setCurrentIndex(box.findData(chosen))
    return box


def search_field(name: str, search: Callable[..., object], asks: str = "") -> QLineEdit:
    """Return a field with a magnifier that searches during typing, and shows `asks` or its name while it is empty."""
    field = named(QLineEdit(clearButtonEnabled=True, placeholderText=asks or name), name)
    field.setAcceptDrops(False)  # a file dropped here is the window's, not a line of text
    field.addAction(icon("search"), QLineEdit.ActionPosition.LeadingPosition)
    field.textChanged.connect(search)
    return field


class Label(QLabel):
    """Shows a text that is never taken for HTML, since it may contain the name of a file or a label's text.

    One with a text of our own that is HTML says so by `setTextFormat`.
    """

    def __init__(self, *arguments: Any, **properties: Any) -> None:
        super().__init__(*arguments, **properties)
        self.setTextFormat(Qt.TextFormat.PlainText)


class MessageBox(QMessageBox):
    """Shows a message or question whose text is never taken for HTML."""

    def __init__(self, *arguments: Any, **properties: Any) -> None:
        super().__init__(*arguments, **properties)
        self.setTextFormat(Qt.TextFormat.PlainText)


def plain_label(text: str = "", selectable: bool = False, bold: bool = False) -> Label:
    """Return a label whose text wraps."""
    label = Label(text)
    label.setWordWrap(True)
    if bold:
        font = label.font()
        font.setBold(True)
        label.setFont(font)
    if selectable:
        label.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
    return label


def colour_text(label: Label, meaning: Meaning | None) -> None:
    """Show a label's text in the theme's colour for a meaning, or in the usual colour if it is None."""
    palette = label.palette()
    wanted = label.window().palette().color(QPalette.ColorRole.WindowText) if meaning is None else colour(meaning)
    if palette.color(label.foregroundRole()) != wanted:  # else a change of palette would follow itself
        palette.setColor(label.foregroundRole(), wanted)
        label.setPalette(palette)


def explain(widget: Named, text: str) -> Named:
    """Explain the purpose of a widget in its tool tip and its accessible name, and return the widget."""
    return named(widget, text, text)


def named(widget: Named, name: str, tip: str = "") -> Named:
    """Set the accessible name of a widget, and its tool tip if there is one, and return the widget."""
    widget.setAccessibleName(name)
    return set_tip(widget, tip) if tip else widget


class _Tipped(Protocol):
    def setToolTip(self, text: str, /) -> None: ...


Tipped = TypeVar("Tipped", bound=_Tipped)


def set_tip(target: Tipped, text: str) -> Tipped:
    """Set the tool tip of a widget, an action or an entry, which is never taken for HTML unless it is `Markup`."""
    target.setToolTip(plain_tip(text))
    return target


class Explained(QWidget):
    """A widget whose tool tip explains the part under the mouse."""

    def text_at(self, place: QPoint) -> str:
        """Return the text about a point of the widget, or "" if there is none."""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), plain_tip(self.text_at(event.pos())), self)
            return True
        return bool(super().event(event))


def table_of(model: QAbstractItemModel) -> QTableView:
    """Return a table that lists entries and lets a person select one."""
    table = QTableView()
    table.setModel(model)
    arrange_rows(table)
    return table


def arrange_rows(table: QTableView, several: bool = False) -> None:
    """Let a table show entries as whole rows of one line, and let one or several be selected.

    Tab leaves the table.
    """
    modes = QTableView.SelectionMode
    table.setSelectionMode(modes.ExtendedSelection if several else modes.SingleSelection)
    table.setSelectionBehavior(QTableView.SelectionBehavior.SelectRows)
    table.setEditTriggers(QTableView.EditTrigger.NoEditTriggers)
    table.setAlternatingRowColors(True)
    table.setShowGrid(False)
    table.setWordWrap(False)
    table.setTabKeyNavigation(False)
    table.setCornerButtonEnabled(False)
    table.horizontalHeader().setTextElideMode(Qt.TextElideMode.ElideRight)  # else both ends of a title are cut off
    table.horizontalHeader().setHighlightSections(False)  # bold titles would want more room than there is
    table.verticalHeader().hide()
    table.verticalHeader().setDefaultSectionSize(table.fontMetrics().height() + 6)


def ask_for_folder(parent: QWidget, title: str, start: Path, then: Callable[[Path], object]) -> None:
    """Ask the person for a folder, and call `then` with it unless the person cancels."""
    dialog = QFileDialog(parent, title, str(start))
    dialog.setFileMode(QFileDialog.FileMode.Directory)
    dialog.setOption(QFileDialog.Option.ShowDirsOnly)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.fileSelected.connect(lambda folder: then(Path(folder)))
    dialog.open()


def resize_on_screen(window: QWidget, size: QSize) -> None:
    """Give a window a size in pixels, or less if the screen has no room for the window and its frame."""
    window.resize(size.boundedTo(window.screen().availableSize() - _FRAME))


def place_over(window: QWidget, part: QWidget) -> None:
    """Put a window over a part of the program and nothing else, if the part is large enough for it."""
    place = QRect(part.mapToGlobal(QPoint(0, 0)), part.size()).adjusted(0, _TITLE, 0, 0)
    if part.isVisible() and place.width() >= _LEAST.width() and place.height() >= _LEAST.height():
        window.resize(window.size().boundedTo(place.size()))
        window.move(place.topLeft() - QPoint(0, _TITLE))


def without_icons(box: QDialogButtonBox | QMessageBox) -> None:
    """Remove the style's icons from a dialog's buttons, because black ones are invisible on the dark theme."""
    for button in box.buttons():
        button.setIcon(QIcon())


def _filled(layout: Box, parts: tuple[QWidget | QLayout, ...], spacing: int, margins: Margins) -> Box:
    layout.setSpacing(spacing)
    layout.setContentsMargins(*margins)
    for part in parts:
        if isinstance(part, QWidget):
            layout.addWidget(part)
        else:
            layout.addLayout(part)
    return layout


_TITLE = 30  # px of a window's title bar
_LEAST = QSize(480, 240)  # px of a window with a table
_FRAME = QSize(16, 60)  # px that a title bar and borders take, which is known only once a window is shown

MENU = "menu"  # property of a widget with a menu for the right mouse button: the menu's name


def offer_menu(widget: QWidget, name: str) -> None:
    """Let the right mouse button open a menu on a widget, given the menu's name (`app.actions.context_menus`)."""
    widget.setProperty(MENU, name)
    widget.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
