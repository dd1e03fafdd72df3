"""The whole image list: the filter bar, the rows or the empty page, and the numbers."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QLocale, Qt
from PySide6.QtWidgets import QPushButton, QStackedWidget, QWidget

from app.language.sentences import translated
from app.session import Session
from app.views.image_list.filter_bar import FilterBar
from app.views.image_list.rows_view import RowsView
from app.widgets.boxes import Label, column, named, set_tip
from app.widgets.contrast import Recoloured
from app.widgets.icons import icon
from app.widgets.sentence_label import ElidedLabel
from core.runs.model_ref import model_ref

_ICON = 48


class EmptyPage(QWidget):
    """Shows an icon, a sentence, and a button if there is something to do."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = Label(alignment=Qt.AlignmentFlag.AlignCenter)
        self._sentence = Label(alignment=Qt.AlignmentFlag.AlignCenter, wordWrap=True)
        self.button = QPushButton()  # hidden while it has no text
        self.button.hide()
        lines = column(self._picture, self._sentence, self.button, parent=self, spacing=12, margins=(12, 12, 12, 12))
        lines.setAlignment(self.button, Qt.AlignmentFlag.AlignCenter)
        lines.insertStretch(0, 1)
        lines.addStretch(2)

    def say(self, picture: str, sentence: str, button: str = "") -> None:
        """Show an icon and a sentence, with a button if one is given."""
        self._picture.setPixmap(icon(picture).pixmap(_ICON, _ICON))
        self._sentence.setText(sentence)
        self.button.setText(button)
        self.button.setVisible(bool(button))

    @property
    def sentence(self) -> str:
        """The sentence on the page."""
        return self._sentence.text()


class ImageList(Recoloured, QWidget):
    """Shows the project's images, filtered and sorted, with the open image in the current row."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.bar = FilterBar(session)
        self.filter_box = self.bar.box
        self.view = named(RowsView(session), self.tr("Images"))
        self.heading = ElidedLabel()
        self.heading.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.heading.setContentsMargins(6, 0, 6, 2)
        self._empty = EmptyPage()
        self._empty.button.clicked.connect(lambda: session.catalog.set_filter(""))
        self._pages = QStackedWidget()
        self._pages.addWidget(self.view)
        self._pages.addWidget(self._empty)
        self._footer = named(Label(wordWrap=True), self.tr("Number of images"))
        self._footer.setObjectName("numbers")
        self._footer.setContentsMargins(6, 2, 6, 2)
        self._footer.setMinimumWidth(1)  # a long line of numbers does not keep the panel wide
        whole = column(self.bar, self.heading, self._pages, self._footer, parent=self, spacing=0)
        whole.setStretchFactor(self._pages, 1)
        self.setFocusProxy(self.view)
        self.bar.left_downwards.connect(self._go_through)
        session.catalog.images_changed.connect(self._show_images)
        session.catalog.rows_changed.connect(self._show_numbers)
        session.workspace.switching.later(
            self._show_numbers, session.catalog.chosen_changed, session.image_changed, parent=self
        )
        session.in_use.model_changed.connect(self._show_heading)
        session.catalog.rows_changed.connect(self._show_heading)
        session.project_changed.connect(self._show_images)
        session.opening.changed.connect(self._show_images)
        self._show_images()

    def selected_images(self) -> tuple[str, ...]:
        """Return the images of the selected rows from top to bottom, the same as `session.catalog.chosen`."""
        return self.view.selected_images()

    def focus_filter(self) -> None:
        """Give the keyboard focus to the filter box."""
        self.filter_box.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter_box.selectAll()

    def _go_through(self) -> None:
        """Go from the filter box to the rows: to the image on screen, or else to the first.

        Nothing happens if there is no row: a hidden list would take the keyboard from the box once rows come.
        """
        if not len(self._session.catalog.visible):
            return
        self.view.setFocus()
        if not self.view.currentIndex().isValid():
            self._session.show(self._session.catalog.image_at(0))

    def _show_images(self) -> None:
        catalog = self._session.catalog
        if len(catalog.visible):
            self._pages.setCurrentWidget(self.view)
        else:
            self._empty.say(*self._reason())
            self._pages.setCurrentWidget(self._empty)
        self._show_numbers()
        self._show_heading()

    def _show_heading(self) -> None:
        model, table = self._session.in_use.model, self._session.catalog.table
        has_read = bool((~np.isnan(table.probability)).any())
        text = self.tr("Probability of {model}")
        self.heading.setText(text.format(model=model_ref(model).name) if model is not None and has_read else "")
        tip = self.tr("Probability that the word is read right, 0 to 1; ≠ marks a misread word, ? an unsure one")
        set_tip(self.heading, tip)
        self.heading.setVisible(bool(self.heading.text()))

    def _reason(self) -> tuple[str, str, str]:
        """Icon, sentence and button for a list without a row."""
        session = self._session
        if session.opening.folder is not None:
            return "folder-open", self.tr("Opening {folder} …").format(folder=session.opening.folder.name), ""
        if session.project is None:
            return "folder-open", self.tr("Open a folder of word images, or drop one here."), ""
        if session.catalog.is_listing:
            return "image", self.tr("Listing the images of {folder} …").format(folder=session.project.root.name), ""
        if len(session.catalog.table):
            return "filter", self.tr("No image passes the filter."), self.tr("Clear filter")
        return (
            "image",
            self.tr("There is no image in this folder. Copy images here; the list shows new images by itself."),
            "",
        )

    def _show_numbers(self) -> None:
        catalog = self._session.catalog
        if self._session.project is None:
            self._footer.clear()
            set_tip(self._footer, "")
            return
        count = len(catalog.table)
        shown = len(catalog.visible)
        chosen = len(catalog.chosen)
        total = _number(count)
        parts = [
            self.tr("{shown} of {total}").format(shown=_number(shown), total=total)
            if shown != count
            else self.tr("1 image")
            if count == 1
            else self.tr("{total} images").format(total=total)
        ]
        if catalog.is_listing:
            parts = [self.tr("Listing …")]
        if chosen > 1:
            parts.append(self.tr("{count} selected").format(count=_number(chosen)))
        image = self._session.image
        if shown != count and image is not None and not catalog.is_listing and catalog.row_of(image) is None:
            parts.append(self.tr("the image on screen does not pass the filter"))
        if catalog.skipped:
            parts.append(self.tr("{count} left out").format(count=_number(len(catalog.skipped))))
        self._footer.setText(" · ".join(parts))
        notes = [translated(skipped.reason) for skipped in catalog.skipped[:20]] + (
            [translated(catalog.note)] if catalog.note else []
        )
        set_tip(self._footer, "\n".join(notes))

    def recolour(self) -> None:
        self._show_images()


def _number(count: int) -> str:
    return QLocale().toString(count)
