"""A list of refusals with their reasons, or of all names in a report's notes, that can be copied."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QListView, QWidget

from app.language.figures import counted
from app.language.sentences import translated
from app.widgets.boxes import column, named, plain_label, push_button, row
from core.base.errors import Sentence, one_line
from core.labels.formats.record import Refusal
from core.labels.formats.report import KINDS, Note


class RefusalList(QWidget):
    """Lists refusals, fast even if there are very many."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._lines = QStringListModel(self)
        self._groups: list[Sequence[str]] = []
        # the window's fields by the options of the command that sentences name, such as `--images`
        self.fields: Mapping[str, str] = {}
        self._title = plain_label()
        self.choice = named(QComboBox(), self.tr("What is listed"))
        self.choice.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.choice.currentIndexChanged.connect(self._show_group)
        self.list = named(_Lines(), self.tr("Everything that the report counts"))
        self.list.setModel(self._lines)
        self.list.setWordWrap(True)  # a reason ends with what to do: it is read whole, without scrolling sideways
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setResizeMode(QListView.ResizeMode.Adjust)
        self.list.setLayoutMode(QListView.LayoutMode.Batched)  # there may be very many
        self.list.setAlternatingRowColors(True)
        self.list.setTextElideMode(Qt.TextElideMode.ElideMiddle)
        self.list.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.list.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.copy = push_button(self.tr("Copy list"), self.copy_all, default=False)
        head = row(self._title, self.choice, self.copy)
        head.setStretchFactor(self._title, 1)
        head.setStretchFactor(self.choice, 1)
        column(head, self.list, parent=self, spacing=6).setStretchFactor(self.list, 1)

    @property
    def lines(self) -> tuple[str, ...]:
        """The refusals that are listed, one in each line."""
        return tuple(self._lines.stringList())

    def set_refusals(self, refusals: Iterable[Refusal], notes: Iterable[Note] = ()) -> None:
        """Show refusals or, at a person's choice, all names of a note, and hide the widget if there are neither."""
        lines = [self.in_fields(translated(refusal.sentence)) for refusal in refusals]
        one, several = self.tr("One entry was refused:"), self.tr("{count} entries were refused:")
        groups: list[tuple[str, Sequence[str]]] = [(counted(one, several, len(lines)), lines)] if lines else []
        for note in sorted(notes, key=lambda note: note.kind == "taken"):  # what needs a look comes first
            if note.names:
                what = Sentence("{kind}: {note}", kind=KINDS[note.kind], note=note.counted)
                groups.append((translated(what), note.names))
        self._groups = [texts for _, texts in groups]
        self.choice.blockSignals(True)
        self.choice.clear()
        self.choice.addItems([title for title, _ in groups])
        self.choice.blockSignals(False)
        self._title.setText(groups[0][0] if groups else "")
        self._title.setVisible(len(groups) < 2)
        self.choice.setVisible(len(groups) > 1)
        self._show_group(0)
        self.setVisible(bool(groups))

    def in_fields(self, sentence: str) -> str:
        """Return a sentence that names options of the command with the window's fields instead."""
        for option, field in self.fields.items():
            sentence = sentence.replace(option, f"“{field}”")
        return sentence

    def _show_group(self, group: int) -> None:
        self._lines.setStringList([one_line(name, 1000) for name in self._groups[group]] if self._groups else [])

    def copy_all(self) -> None:
        """Copy all refusals to the clipboard, one in each line."""
        QGuiApplication.clipboard().setText("\n".join(self._lines.stringList()))


class _Lines(QListView):
    """Copies the selected lines with the usual key."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            rows = sorted(index.row() for index in self.selectedIndexes())
            lines = [str(self.model().index(number, 0).data()) for number in rows]
            QGuiApplication.clipboard().setText("\n".join(lines))
            return
        super().keyPressEvent(event)
