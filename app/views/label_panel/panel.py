"""The label panel, with text, status and characters."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import QCheckBox, QWidget

from app.session import Session
from app.views.label_panel.character_table import CharacterTable
from app.views.label_panel.text_line import TextLine
from app.widgets.boxes import Label, column, row, set_tip
from app.widgets.sentence_label import ElidedLabel
from core.labels.checks.problems import printable
from core.labels.edits import edits
from core.project.notes import ImageNote


class StatusRow(QWidget):
    """Shows and sets the review status of a label."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._shown: tuple[object, ...] | None = None
        self.reviewed = set_tip(QCheckBox(self.tr("Reviewed")), self.tr("A person has checked the whole word"))
        self._when = Label()
        self._when.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        self.tags = ElidedLabel()
        self.tags.setForegroundRole(QPalette.ColorRole.PlaceholderText)
        row(self.reviewed, self._when, self.tags, parent=self).setStretchFactor(self.tags, 1)
        self.reviewed.clicked.connect(self._set)
        session.workspace.switching.later(
            self._follow_label, session.editor.label_changed, session.project_changed, parent=self
        )
        session.catalog.rows_changed.connect(self._follow_label)  # the notes of an image without a label
        self._follow_label()

    @property
    def when(self) -> str:
        """The text beside the box: the time of the review, or a note that there is no label."""
        return self._when.text()

    def _set(self, reviewed: bool) -> None:
        editor = self._session.editor
        if reviewed:
            editor.mark_reviewed(self.tr("Mark reviewed"))
        else:
            editor.apply(self.tr("Mark draft"), edits.mark_draft)
        self._shown = None  # the box has changed by itself; if the edit was refused, it goes back
        self._follow_label()

    def _follow_label(self) -> None:
        editor = self._session.editor
        if editor.is_previewing:  # a gesture changes neither status nor tags
            return
        label, tags = editor.label, self._present_tags()
        now = (
            tags,
            label.status,
            label.reviewed_at,
            label.reviewed_by,
            editor.has_label,
            editor.can_edit and editor.has_label,
            editor.document is None,
            label.is_draft,
        )
        if now == self._shown:
            return
        self._shown = now
        text = ", ".join(printable(tag, 60) for tag in tags)
        self.tags.setText(self.tr("tags: {tags}").format(tags=text) if tags else "")
        set_tip(self.tags, text)
        self.reviewed.setEnabled(editor.can_edit and editor.has_label)
        self.reviewed.setChecked(label.is_reviewed)
        if label.is_reviewed:
            reviewed = (_local(label.reviewed_at), printable(label.reviewed_by or "", 60))
            self._when.setText(" · ".join(part for part in reviewed if part))
        elif editor.has_label:
            self._when.setText(self.tr("draft of a model") if label.is_draft else self.tr("not reviewed"))
        else:
            self._when.setText("" if editor.document is None else self.tr("no label yet"))

    def _present_tags(self) -> tuple[str, ...]:
        project, editor = self._session.project, self._session.editor
        if project is None or editor.image is None:
            return ()
        return project.note_of(editor.image, ImageNote.of(editor.label)).tags


def _local(time: str | None) -> str:
    """Return a time in ISO 8601 as it is written here, or unchanged if it is none."""
    if time is None:
        return ""
    try:
        seconds = round(datetime.fromisoformat(time).timestamp())
    except (ValueError, OverflowError):
        return time
    return QLocale().toString(QDateTime.fromSecsSinceEpoch(seconds), QLocale.FormatType.ShortFormat)


class LabelPanel(QWidget):
    """Edits text, status and characters of the open label, through the same edits as the canvas."""

    text_done = Signal()  # the text was finished with Enter: the keyboard may go back to the canvas

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.text = TextLine(session)
        self.status = StatusRow(session)
        self.table = CharacterTable(session)
        whole = column(self.text, self.status, self.table, parent=self, spacing=6, margins=(6, 6, 6, 6))
        whole.setStretchFactor(self.table, 1)
        self.text.done.connect(self.text_done)
        session.text_wanted.connect(self.edit_text)

    def edit_text(self, typed: str = "") -> None:
        """Give the keyboard focus to the text field, behind the letters that were `typed` already."""
        self.text.begin(typed)
