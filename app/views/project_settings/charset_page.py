"""The page with the symbols that a model of this project can read."""

from __future__ import annotations

import unicodedata
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QHeaderView,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QTableView,
    QWidget,
)

from app.language.figures import agreeing, counted
from app.language.sentences import one_after_another, translated
from app.session import Session
from app.views.project_settings.charset_rows import NAME, NUMBER, CharsetRows
from app.views.project_settings.draft import SettingsDraft
from app.widgets.boxes import arrange_rows, column, named, plain_label, push_button, row, set_tip
from app.workers.latest import LatestJob
from core.base.files import write_atomically
from core.charset import PRESETS, Charset, CharsetFile, is_symbol, name_of


class CharsetPage(QWidget):
    """Edits the charset of the project."""

    def __init__(self, session: Session, draft: SettingsDraft, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._draft = draft
        self._reading = LatestJob(session.workspace.background, "checks", self)
        self._note = ""
        self.automatic = QRadioButton(self.tr("All symbols of the labels, found automatically"))
        self.chosen = QRadioButton(self.tr("A list of this project's own"))
        ways = QButtonGroup(self)
        for way in (self.automatic, self.chosen):
            ways.addButton(way)
        self.rows = CharsetRows(self)
        self.table = named(_SymbolTable(), self.tr("Symbols"))
        self.table.setModel(self.rows)
        self.table.removal.connect(self.remove)
        self.search = named(
            _Field(clearButtonEnabled=True, placeholderText=self.tr("Search: symbols, name, code point or id")),
            self.tr("Search the symbols"),
        )
        self.field = named(
            _Field(clearButtonEnabled=True, placeholderText=self.tr("Symbols to add")), self.tr("Symbols to add")
        )
        self.add = push_button(self.tr("Add"), self.add_typed)
        self.buttons = {name: QPushButton() for name in ("remove", "labels", *PRESETS, "import", "export")}
        for button in (self.add, *self.buttons.values()):
            button.setAutoDefault(False)
        self.says = plain_label()
        self._arrange()
        self._wire()
        for name, text, tip in (
            ("remove", self.tr("Remove"), self.tr("Remove the selected symbols; the ids after them become smaller")),
            ("labels", self.tr("Add from labels"), self.tr("Append the symbols of the labels that are missing")),
            ("digits", self.tr("Digits"), self.tr("Use 0–9 instead")),
            ("alnum", self.tr("Letters and digits"), self.tr("Use 0–9, A–Z and a–z instead")),
            ("signs", self.tr("Signs"), self.tr("Use letters, digits and the marks of English signs instead")),
            ("zh", self.tr("Chinese"), self.tr("Use 3,755 symbols of GB 2312, letters, digits and marks instead")),
            (
                "zh-large",
                self.tr("Chinese, large"),
                self.tr(
                    "Use all 6,763 symbols of GB 2312, 1,800 traditional ones, letters, digits and marks instead; "
                    "training takes longer"
                ),
            ),
            (
                "import",
                self.tr("Import…"),
                self.tr(
                    "Use the charset in a file instead: one or several symbols a line, symbols with numbers, or JSON"
                ),
            ),
            ("export", self.tr("Export…"), self.tr("Write the charset to a text file, one symbol a line")),
        ):
            self.buttons[name].setText(text)
            set_tip(self.buttons[name], tip)
        self.show_charset()

    def _arrange(self) -> None:
        arrange_rows(self.table, several=True)
        self.table.verticalHeader().setDefaultSectionSize(24)
        header = self.table.horizontalHeader()
        header.setSectionResizeMode(NAME, QHeaderView.ResizeMode.Stretch)
        self.rows.size_columns(header)
        self.table.setSortingEnabled(True)
        self.table.sortByColumn(NUMBER, Qt.SortOrder.AscendingOrder)
        adding = row(self.field, self.add, spacing=6)
        adding.setStretchFactor(self.field, 1)
        left = column(self.search, self.table, adding, spacing=6)
        left.setStretchFactor(self.table, 1)
        right = column(*self.buttons.values(), spacing=6)
        right.addStretch(1)
        middle = row(left, right)
        middle.setStretchFactor(left, 1)
        whole = column(self.automatic, self.chosen, middle, self.says, parent=self, spacing=6, margins=(12, 12, 12, 6))
        whole.setStretchFactor(middle, 1)

    def _wire(self) -> None:
        self.automatic.clicked.connect(lambda: self._draft.set_charset(None))
        self.chosen.clicked.connect(lambda: self._draft.set_charset(self._draft.charset))
        self.search.textChanged.connect(self._seek)
        self.field.returnPressed.connect(self.add_typed)
        for name in PRESETS:
            self.buttons[name].clicked.connect(partial(self.use_preset, name))
        self.buttons["remove"].clicked.connect(self.remove)
        self.buttons["labels"].clicked.connect(self.add_of_labels)
        self.buttons["import"].clicked.connect(self._ask_for_file)
        self.buttons["export"].clicked.connect(self._ask_where_to)
        self.table.selectionModel().selectionChanged.connect(lambda *_: self._update())
        self._draft.changed.connect(self.show_charset)
        self._draft.outlook_changed.connect(self._show_uses)
        self._session.catalog.charset_changed.connect(self.show_charset)

    # What is done

    def add_typed(self) -> None:
        """Add the symbols that are typed in the field."""
        typed = unicodedata.normalize("NFC", self.field.text())
        wrong = [symbol for symbol in typed if not is_symbol(symbol)]
        self._note = ""
        if wrong:
            self._note = self.tr("{symbol} cannot be seen, so it cannot be a symbol.").format(symbol=name_of(wrong[0]))
            self.show_charset()
            return
        if typed:
            self.field.clear()
            self._change(self._draft.charset.with_added(typed))

    def add_of_labels(self) -> None:
        """Add all symbols of the labels that the charset lacks."""
        self._change(self._draft.charset.with_added(self._session.catalog.charset))

    def remove(self) -> None:
        """Remove the selected symbols from the charset."""
        numbers = {index.row() for index in self.table.selectionModel().selectedRows()}
        gone = {self.rows.entries[number][1] for number in numbers}
        if gone:
            self._change(self._draft.charset.without(gone))

    def import_file(self, path: Path) -> None:
        """Replace the charset by one in a file."""

        def read(file: CharsetFile) -> None:
            self._change(file.charset)
            note = agreeing(
                self.tr("{file}: {count} {count:|symbol|symbols}, read as {encoding}."),
                file=path.name,
                count=len(file.charset),
                encoding=file.encoding,
            )
            self._note = one_after_another([note, *map(translated, file.notes)])
            self.show_charset()

        def failed(error: Exception) -> None:
            self._note = str(error)
            self.show_charset()

        self._reading.ask(lambda job: Charset.read(path), read, failed)

    def export_file(self, path: Path) -> None:
        """Write the charset to a file, one symbol in each line."""
        data = self._draft.charset.write().encode()
        self._session.workspace.background.start("", lambda job: write_atomically(path, data), lane="saving")

    def use_preset(self, name: str, checked: bool = False) -> None:
        """Replace the charset by one of the named charsets."""
        self._change(Charset.named(name))

    def _change(self, charset: Charset) -> None:
        self._note = ""
        if not len(charset):
            self._note = self.tr(
                "A charset needs at least one symbol; to have no list of your own, choose the automatic charset."
            )
            self.show_charset()
            return
        self._draft.set_charset(charset)

    def _ask_for_file(self) -> None:
        dialog = self._dialog(self.tr("Import a charset"))
        dialog.setFileMode(QFileDialog.FileMode.ExistingFile)
        dialog.fileSelected.connect(lambda chosen: self.import_file(Path(chosen)))
        dialog.open()

    def _ask_where_to(self) -> None:
        dialog = self._dialog(self.tr("Export the charset"))
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("txt")
        dialog.fileSelected.connect(lambda chosen: self.export_file(Path(chosen)))
        dialog.open()

    def _dialog(self, title: str) -> QFileDialog:
        dialog = QFileDialog(self, title)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        return dialog

    # What is shown

    def _seek(self, text: str) -> None:
        self.rows.seek(text)
        self._update()

    def show_charset(self) -> None:
        """Show the charset of the draft."""
        is_chosen = self._draft.settings.charset is not None
        self.chosen.setChecked(is_chosen)
        self.automatic.setChecked(not is_chosen)
        self.rows.set_charset(self._draft.charset)
        self._update()

    def _update(self) -> None:
        one, several = self.tr("One symbol."), self.tr("{count} symbols.")
        count, shown = len(self._draft.charset), len(self.rows.entries)
        texts = [translated(self._note) or counted(one, several, count)]
        if shown < count:
            texts.append(self.tr("{shown} of {count} are shown.").format(shown=f"{shown:,}", count=f"{count:,}"))
        self.says.setText(one_after_another(texts))
        self.buttons["remove"].setEnabled(self.table.selectionModel().hasSelection())
        self.buttons["labels"].setEnabled(any(s not in self._draft.charset for s in self._session.catalog.charset))
        self.buttons["export"].setEnabled(bool(len(self._draft.charset)))

    def _show_uses(self) -> None:
        if self._draft.outlook is not None:
            self.rows.set_uses(self._draft.outlook.uses)


class _Field(QLineEdit):
    """Keeps Return, which would close the dialog, for itself."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        super().keyPressEvent(event)
        if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            event.accept()


class _SymbolTable(QTableView):
    """Tells of the key that removes."""

    removal = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Delete:
            self.removal.emit()
            return
        super().keyPressEvent(event)
