"""The bar above the image list, with the filter box, its help, and the order."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from app.language.languages import translate
from app.language.sentences import translated
from app.session import Session
from app.widgets.boxes import Label, colour_text, column, explain, named, row, set_tip
from app.widgets.contrast import Recoloured
from app.widgets.icons import icon
from core.index.filter_terms import CONTEXT, TERMS
from core.index.table import Sort, SortKey

_KEYS: tuple[SortKey, ...] = ("name", "status", "problems", "length", "score", "probability", "loss", "certainty")
_SPACING = 6
_TAGS = 12  # in the list of terms: no more, so that it stays shorter than a screen


class FilterBar(Recoloured, QWidget):
    """Sets filter and order of the catalogue, and shows both if they are set elsewhere."""

    left_downwards = Signal()  # arrow down or Enter was pressed in the filter box: the list is to be gone through

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.box = named(
            QLineEdit(clearButtonEnabled=True, placeholderText=self.tr("Filter: word  status:draft  len:>8")),
            self.tr("Filter images"),
            self.tr("Show only the images whose name or text holds these words; the funnel lists all terms"),
        )
        self.box.setAcceptDrops(False)  # a file dropped here is the window's, not a line of text
        says = self.tr("Terms of the filter")
        set_tip(self.box.addAction(icon("filter"), QLineEdit.ActionPosition.LeadingPosition), says).triggered.connect(
            self.show_help
        )
        self.box.textChanged.connect(self._filter)
        self.box.installEventFilter(self)
        self.terms = QMenu(self)  # the terms that the filter understands
        self.terms.aboutToShow.connect(self._fill_help)
        # keeps the filter for this project
        self.keep = set_tip(
            self.box.addAction(icon("star"), QLineEdit.ActionPosition.TrailingPosition),
            self.tr("Keep this filter for this project; the funnel lists the kept ones first"),
        )
        self.keep.setCheckable(True)
        self.keep.toggled.connect(lambda on: self.keep.setIcon(icon("starred" if on else "star")))
        self.keep.triggered.connect(session.folder.saved_filters.keep)
        self.faults = Label(wordWrap=True)
        self.faults.hide()
        self.sort = explain(QComboBox(), self.tr("Sort images"))
        self.sort.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.sort.activated.connect(lambda number: session.catalog.sort_by(_KEYS[number]))
        self.direction = explain(QToolButton(autoRaise=True), self.tr("Reverse the sort order"))
        self.direction.clicked.connect(self._turn)
        self._lay_out()
        names: dict[SortKey, str] = {
            "name": self.tr("By name"),
            "status": self.tr("By status"),
            "problems": self.tr("By problems"),
            "length": self.tr("By length"),
            "score": self.tr("By score"),
            "probability": self.tr("By probability"),
            "loss": self.tr("By loss"),
            "certainty": self.tr("By certainty of the division"),
        }
        chosen = max(self.sort.currentIndex(), 0)
        self.sort.clear()
        self.sort.addItems([names[key] for key in _KEYS])
        self.sort.setCurrentIndex(chosen)
        self._fill_help()
        self.recolour()
        self._show_filter()
        session.catalog.images_changed.connect(self._show_filter)
        session.folder.saved_filters.changed.connect(self._show_filter)

    def _lay_out(self) -> None:
        order = row(self.sort, self.direction, spacing=_SPACING)
        column(self.box, self.faults, order, parent=self, spacing=_SPACING, margins=(_SPACING,) * 4)

    # Filtering

    def _filter(self, text: str) -> None:
        if text != self._session.catalog.filter_text:
            self._session.catalog.set_filter(text)

    def show_help(self) -> None:
        """Show the terms of the filter in a menu, which inserts the chosen term into the box."""
        self.terms.popup(self.box.mapToGlobal(self.box.rect().bottomLeft()))

    def _insert(self, term: str) -> None:
        before = self.box.text().rstrip()
        self.box.setText(f"{before} {term}".lstrip())
        self.box.setFocus()

    def eventFilter(self, watched: object, event: QEvent) -> bool:
        """Handle keys in the filter box: Down and Enter go to the list, Alt+Down lists terms, Esc empties the box."""
        if watched is self.box and event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Down and event.modifiers() & Qt.KeyboardModifier.AltModifier:
                self.show_help()
                return True
            if event.key() in {Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter}:
                self.left_downwards.emit()
                return True
            if event.key() == Qt.Key.Key_Escape and self.box.text():
                self.box.clear()
                return True
        return bool(super().eventFilter(watched, event))  # type: ignore[arg-type]

    # Sorting

    def _turn(self) -> None:
        sort = self._session.catalog.sort
        self._session.catalog.set_sort(Sort(sort.key, not sort.descending))

    # What is shown

    def _show_filter(self) -> None:
        catalog = self._session.catalog
        if self.box.text() != catalog.filter_text:
            self.box.setText(catalog.filter_text)
            self.box.setCursorPosition(0)  # the beginning says what the filter is about
        faults = "\n".join(map(translated, (*catalog.faults, *catalog.unknown_facts)))
        if self.faults.text() != faults:
            self.faults.setText(faults)
        if self.faults.isHidden() == bool(faults):
            self.faults.setVisible(bool(faults))
        self.keep.setVisible(bool(catalog.filter_text.strip()))
        self.keep.setChecked(self._session.folder.saved_filters.is_kept)
        self.sort.setCurrentIndex(_KEYS.index(catalog.sort.key))
        self.direction.setArrowType(Qt.ArrowType.DownArrow if catalog.sort.descending else Qt.ArrowType.UpArrow)

    def recolour(self) -> None:
        colour_text(self.faults, "warning")

    def _fill_help(self) -> None:
        self.terms.clear()
        for text in self._session.folder.saved_filters.texts:
            self.terms.addAction(icon("starred"), text.replace("&", "&&")).triggered.connect(
                partial(self._session.catalog.set_filter, text)
            )
        for tag in self._session.catalog.table.tags()[:_TAGS]:
            kept = f'tag:"{tag}"'
            self.terms.addAction(icon("tag"), kept.replace("&", "&&")).triggered.connect(partial(self._insert, kept))
        for term in TERMS:
            says = f"{term.id}  –  {translate(CONTEXT, term.help)}"
            self.terms.addAction(says).triggered.connect(partial(self._insert, term.id))
