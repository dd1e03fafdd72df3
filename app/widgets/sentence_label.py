"""Labels that fit their room: a sentence wraps and shortens its long words, one line or a few end in "…"."""

from __future__ import annotations

import re
from itertools import pairwise

from PySide6.QtCore import QEvent, QRect, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent, QTextLayout, QTextOption
from PySide6.QtWidgets import QCheckBox, QSizePolicy, QWidget

from app.widgets.boxes import Label, colour_text, column, explain, plain_label, row, set_tip, tool_button

_WORD = re.compile(r"[^\s\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\uff00-\uffef]+")
"""A run of text in which no line is broken; Chinese, Japanese and Korean wrap between any two characters."""
_MOST_LINES = 3  # of a text in few lines
_ONE_LINE = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextSingleLine
_NARROWEST = 12  # characters: what the label asks for at least


class SentenceLabel(Label):
    """Shows a text that wraps between words.

    A word wider than the label loses its middle, and is whole in the tool tip.
    """

    def __init__(self, sentence: str = "", parent: QWidget | None = None) -> None:
        super().__init__(sentence, parent)
        self.sentence = sentence  # all of it; `text()` is what is shown
        self.setWordWrap(True)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self.setAccessibleName(sentence)
        policy = self.sizePolicy()
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def minimumSizeHint(self) -> QSize:
        return QSize(_NARROWEST * self.fontMetrics().averageCharWidth(), self.fontMetrics().height())

    def heightForWidth(self, width: int) -> int:
        metrics = self.fontMetrics()
        whole = metrics.boundingRect(0, 0, width, 1 << 20, Qt.TextFlag.TextWordWrap, self._shown(width))
        return whole.height()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def changeEvent(self, event: QEvent) -> None:
        if event.type() == QEvent.Type.FontChange:
            self._fit()
        super().changeEvent(event)

    def _fit(self) -> None:
        shown = self._shown(self.width())
        if shown != self.text():
            self.setText(shown)
            set_tip(self, self.sentence if shown != self.sentence else "")

    def _shown(self, width: int) -> str:
        metrics, room = self.fontMetrics(), max(width - 2, 1)  # the last letter may lean over its own width
        return _WORD.sub(lambda word: metrics.elidedText(word[0], Qt.TextElideMode.ElideMiddle, room), self.sentence)


class ElidedLabel(Label):
    """Shows a text in one line, never taken for HTML, which asks for no width and is complete in its tool tip."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        set_tip(self, text)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        elided = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        with QPainter(self) as painter:
            painter.drawText(self.rect(), self.alignment(), elided)


class FewLinesLabel(Label):
    """Shows a text in up to three lines, never taken for HTML, which asks for no width.

    The text is complete in its tool tip, and a text that is longer ends in "…".
    """

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        set_tip(self, text)
        policy = QSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)

    def lines(self, width: int) -> list[str]:
        """Return the lines that the text has at a width in px."""
        text = self.text()
        layout = QTextLayout(text.replace("\n", "\u2028"), self.font())  # which a layout takes for the end of a line
        option = layout.textOption()
        option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        layout.setTextOption(option)
        starts: list[int] = []
        layout.beginLayout()
        while len(starts) <= _MOST_LINES and (line := layout.createLine()).isValid():
            line.setLineWidth(max(width, 1))
            starts.append(line.textStart())
        layout.endLayout()
        lines = [text[start:end].strip() for start, end in pairwise((*starts, len(text)))]
        if len(lines) > _MOST_LINES:
            rest = text[starts[_MOST_LINES - 1] :].replace("\n", " ")
            last = self.fontMetrics().elidedText(rest, Qt.TextElideMode.ElideRight, width)
            lines[_MOST_LINES - 1 :] = [last]
        return lines

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().horizontalAdvance(self.text()), self.fontMetrics().lineSpacing())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.fontMetrics().lineSpacing())

    def heightForWidth(self, width: int) -> int:
        return max(len(self.lines(width)), 1) * self.fontMetrics().lineSpacing()

    def paintEvent(self, event: QPaintEvent) -> None:
        lines, high = self.lines(self.width()), self.fontMetrics().lineSpacing()
        top = (self.height() - len(lines) * high) // 2
        with QPainter(self) as painter:
            for number, line in enumerate(lines):
                painter.drawText(QRect(0, top + number * high, self.width(), high), _ONE_LINE, line)


class LabelShortage(QWidget):
    """Shows how many labels are known, and is hidden while no label is a draft."""

    review_asked = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.sentence = plain_label()
        self.drafts = explain(
            QCheckBox(self.tr("Count drafts, too")),
            self.tr("Count the drafts that nobody has reviewed as true"),
        )
        self.review = explain(
            tool_button(self.review_asked.emit, self.tr("Review")),
            self.tr("Go through the drafts: what you review counts"),
        )
        below = row(self.drafts, self.review, spacing=6)
        below.addStretch(1)
        column(self.sentence, below, parent=self, spacing=2)
        self.show_shortage("", with_drafts=False)

    def show_shortage(self, sentence: str, *, with_drafts: bool) -> None:
        """Show how few labels are known, or nothing if `sentence` is "", and explain the figures given with drafts."""
        self.drafts.setChecked(with_drafts)
        meaning = self.tr("The figures say how far models agree, not how many words are read right.")
        self.sentence.setText(" ".join(filter(None, (sentence, meaning if with_drafts else ""))))
        self.sentence.setVisible(bool(self.sentence.text()))
        self.setVisible(bool(sentence) or with_drafts)
        colour_text(self.sentence, "warning")
