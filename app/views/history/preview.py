"""One label before and after an action, beside each other."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.language.sentences import translated
from app.pictures.label_picture import LabelPicture
from app.views.history.reading import Preview
from app.widgets.boxes import column, plain_label, row, set_tip
from app.widgets.sentence_label import ElidedLabel
from core.labels.edits.comparison import differences
from core.labels.label import WordLabel

_LEAST_PICTURE = (92, 44)  # px: the panel is a strip below the image, and can be made higher


class BeforeAfter(QWidget):
    """Draws the two labels over the picture, the characters that differ stronger, with what they read above."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row: QHBoxLayout = row(parent=self)
        self._shown: QWidget | None = None

    def show_preview(self, preview: Preview | None, hint: str = "") -> None:
        """Show one label before and after an action. Without a preview, show the hint."""
        if self._shown is not None:
            self._row.removeWidget(self._shown)
            self._shown.deleteLater()
        self._shown = self._made(preview) if preview is not None else _centred(hint)
        self._row.addWidget(self._shown)

    def _made(self, preview: Preview) -> QWidget:
        changes = differences(preview.before or WordLabel(), preview.after or WordLabel())
        marked = ({d.first for d in changes if d.first}, {d.second for d in changes if d.second})
        titles = (self.tr("Before"), self.tr("After"))
        both = QWidget()
        sides = row(parent=both, spacing=8)
        for title, label, ranks in zip(titles, (preview.before, preview.after), marked, strict=True):
            caption = ElidedLabel(f"{title}: {self._says(label)}")
            picture: QWidget = _centred(self.tr("No label"))
            if label is not None:
                picture = LabelPicture(preview.pixels, label, ranks)
                picture.setMinimumSize(*_LEAST_PICTURE)
            side = column(caption, picture, spacing=2)
            side.setStretchFactor(picture, 1)
            sides.addLayout(side, 1)
        set_tip(both, "\n".join(map(translated, preview.faults)))
        return both

    def _says(self, label: WordLabel | None) -> str:
        if label is None:
            return "–"
        text = self.tr("no text") if label.text is None else f"“{label.text}”"
        one, several = self.tr("one character"), self.tr("{count} characters")
        count = len(label.characters)
        status = {"draft": self.tr("draft"), "reviewed": self.tr("reviewed"), None: ""}[label.status]
        parts = (text, one if count == 1 else several.format(count=count), status)
        return " · ".join(part for part in parts if part)


def _centred(text: str) -> QWidget:
    label = plain_label(text)
    label.setAlignment(Qt.AlignmentFlag.AlignCenter)
    return label
