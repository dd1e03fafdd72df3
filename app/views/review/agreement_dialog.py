"""The dialog that shows some of the words on which all readers agree, and accepts all such words."""

from __future__ import annotations

import random
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QPainter, QPalette, QShortcut
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QListView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)
from shiboken6 import isValid

from app.desktop.theme import colour
from app.language.figures import agreeing, counted
from app.pictures.shown_maps import model_name
from app.project.thumbnails import ASPECT, Thumbnails
from app.reviewing.agreeing import AgreedWords
from app.session import Session
from app.widgets.boxes import column, explain, named, plain_label, push_button, row, without_icons
from app.widgets.column_model import Column, ColumnModel, Index
from app.widgets.symbol_font import symbol_font
from core.labels.checks.problems import printable
from core.readings.acceptance import AgreedWord

SHEET = 20  # words to look at

_PICTURE = 40  # px, height of a picture
_TILE = QSize(ASPECT * _PICTURE + 12, _PICTURE + 30)  # px
_PALE = 0.35  # opacity of a picture that is struck out
_MOST = 24  # symbols of a word
_FEW = 10  # expected words, below which their number has one decimal
_SIZE = QSize(760, 600)  # px


class _Words(ColumnModel[AgreedWord]):
    """One tile a word: its picture and what it will be."""

    def __init__(self, session: Session, thumbnails: Thumbnails, parent: QObject) -> None:
        self.texts: dict[str, str] = {}  # what each image's label will say
        self.struck: set[str] = set()  # images that are left out
        self._thumbnails = thumbnails
        super().__init__((Column(lambda: "", self._text, self._tip, font=self._font, ink=self._ink),), parent)
        thumbnails.arrived.connect(lambda _: self.update_cells())

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DecorationRole and index.isValid():
            return self._thumbnails.kept(self.entries[index.row()].image)
        return super().data(index, role)

    def _text(self, word: AgreedWord) -> str:
        text = printable(self.texts.get(word.image, word.spellings[0][1]), _MOST)
        return f"✗ {text}" if word.image in self.struck else text

    def _tip(self, word: AgreedWord) -> str:
        return word.image

    def _font(self, word: AgreedWord) -> QFont:
        font = symbol_font()
        font.setStrikeOut(word.image in self.struck)
        return font

    def _ink(self, word: AgreedWord) -> QColor | None:
        return colour("muted") if word.image in self.struck else None


class _Tile(QStyledItemDelegate):
    """Paints the picture of a word in a frame, and below it the text."""

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return _TILE

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        """Draw a tile."""
        rect = QRect(option.rect).adjusted(2, 2, -2, -2)
        palette = option.palette
        painter.save()
        if option.state & QStyle.StateFlag.State_Selected:
            painter.setPen(palette.color(QPalette.ColorRole.Highlight))
            painter.drawRoundedRect(rect, 4, 4)
        picture = index.data(Qt.ItemDataRole.DecorationRole)
        ink = index.data(Qt.ItemDataRole.ForegroundRole)
        if picture is not None and not picture.isNull():
            size = picture.deviceIndependentSize().toSize()
            size.scale(size.boundedTo(QSize(rect.width() - 8, _PICTURE)), Qt.AspectRatioMode.KeepAspectRatio)
            field = QRect(QPoint(), size)
            field.moveCenter(QPoint(rect.center().x(), rect.top() + 4 + _PICTURE // 2))
            painter.setOpacity(1.0 if ink is None else _PALE)
            painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
            painter.drawImage(field, picture)
            painter.setOpacity(1.0)
        painter.setFont(index.data(Qt.ItemDataRole.FontRole))
        painter.setPen(palette.color(QPalette.ColorRole.Text) if ink is None else ink)
        under = rect.adjusted(4, _PICTURE + 6, -4, 0)
        text = painter.fontMetrics().elidedText(str(index.data()), Qt.TextElideMode.ElideRight, under.width())
        painter.drawText(under, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignVCenter, text)
        painter.restore()


class AgreementDialog(QDialog):
    """Estimates how many of the words that all readers agree on are wrong, shows some, and accepts the words."""

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self.agreed = AgreedWords()  # before they are found, there is none
        self._is_found = False
        self._thumbnails = Thumbnails(session.workspace, self)
        self._thumbnails.set_source(session.project, _PICTURE, self.devicePixelRatioF())
        self.words = _Words(session, self._thumbnails, self)
        self.says = plain_label()
        self.expected = plain_label()
        self.case = named(QComboBox(), self.tr("Words that differ only in case or marks"))
        self.case_says = plain_label()
        self.sheet = named(
            QListView(), self.tr("Some of the words, chosen at random. Space strikes a word out, and Enter opens it")
        )
        self.sheet.setModel(self.words)
        self.sheet.setViewMode(QListView.ViewMode.IconMode)
        self.sheet.setResizeMode(QListView.ResizeMode.Adjust)
        self.sheet.setMovement(QListView.Movement.Static)
        self.sheet.setItemDelegate(_Tile(self.sheet))
        self.sheet.setGridSize(_TILE)
        self.sheet.setUniformItemSizes(True)
        self.sheet.setWordWrap(False)
        self.others = push_button(
            "",
            self.draw,
            tip=self.tr("Draw other words at random. Words that you have struck out are not accepted"),
            default=False,
        )
        self.open_button = push_button(
            self.tr("Open the word"),
            self._open,
            tip=self.tr("Leave this dialog and show the selected word. Nothing is accepted"),
            default=False,
        )
        self.buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        without_icons(self.buttons)
        self.accept_button = self.buttons.addButton("", QDialogButtonBox.ButtonRole.AcceptRole)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self.sheet.clicked.connect(self._strike)
        self.sheet.doubleClicked.connect(self._open)
        for key, run in ((Qt.Key.Key_Space, self._strike_current), (Qt.Key.Key_Return, self._open)):
            shortcut = QShortcut(key, self.sheet, context=Qt.ShortcutContext.WidgetShortcut)
            shortcut.activated.connect(run)
        self.case.activated.connect(self._choose_case)
        under = row(self.others, self.open_button)
        under.addStretch(1)
        whole = column(
            self.says,
            self.expected,
            self.case_says,
            self.case,
            self.sheet,
            under,
            self.buttons,
            parent=self,
            margins=(12, 12, 12, 12),
        )
        whole.setStretchFactor(self.sheet, 1)
        self.setWindowTitle(self.tr("Words that all readers read alike"))
        self.resize(_SIZE)
        self._choose_case()
        session.models.agreeing.find(self._take_agreed_words)

    def _take_agreed_words(self, agreed: AgreedWords) -> None:
        """Show the words that were found, if the dialog is still open."""
        if isValid(self):
            self.agreed, self._is_found = agreed, True
            self._offer_cases()
            self._choose_case()
            if not agreed.same and not agreed.case:
                self._show_none()

    def _show_none(self) -> None:
        """Leave only the sentence that says why there is nothing to accept, and a button that closes the dialog."""
        for widget in (self.sheet, self.others, self.open_button, self.accept_button):
            widget.hide()
        self.adjustSize()

    @property
    def chosen(self) -> dict[str, str]:
        """The text that the label of each image will get, leaving out the images that are struck out."""
        return {image: text for image, text in self.words.texts.items() if image not in self.words.struck}

    def draw(self) -> None:
        """Show other words, chosen by chance.

        Words that differ only in case or marks are as likely as all others.
        """
        words = [word for word in (*self.agreed.same, *self.agreed.case) if word.image in self.words.texts]
        shown = random.sample(words, min(SHEET, len(words)))
        self.words.set_entries(shown)
        self._thumbnails.want([word.image for word in shown])
        one, several = self.tr("Show one other word"), self.tr("Show {count} other words")
        self.others.setText(counted(one, several, len(shown)))
        self.others.setEnabled(len(words) > len(shown))
        self._say()

    def accept(self) -> None:
        """Accept the words that are not struck out."""
        chosen = self.chosen
        super().accept()
        if chosen:
            self._session.models.agreeing.accept(chosen)

    def _offer_cases(self) -> None:
        case = self.agreed.case
        for widget in (self.case, self.case_says):
            widget.setVisible(bool(case))
        if not case:
            return
        spellings = " · ".join(dict.fromkeys(printable(text, _MOST) for _, text in case[0].spellings))
        one = self.tr("One more word differs only in case or marks: {spellings}")
        several = self.tr("{count} more words differ only in case or marks, such as {spellings}")
        self.case_says.setText(counted(one, several, len(case), spellings=spellings))
        self.case.addItem(self.tr("Leave them out"), None)
        for reader in dict.fromkeys(reader for word in case for reader, _ in word.spellings):
            name = reader or model_name(self._session, self._session.in_use.model)
            text = self.tr("Accept them in the spelling of {reader}: {text}")
            self.case.addItem(text.format(reader=name, text=printable(case[0].as_written_by(reader), _MOST)), reader)

    def _choose_case(self) -> None:
        reader = self.case.currentData()
        texts = {word.image: word.spellings[0][1] for word in self.agreed.same}
        if reader is not None:
            texts |= {word.image: word.as_written_by(reader) for word in self.agreed.case}
        self.words.texts = texts
        self.draw()

    def _strike(self, index: QModelIndex) -> None:
        image = self.words.entries[index.row()].image
        self.words.struck ^= {image}
        self.words.update_cells()
        self._say()

    def _strike_current(self) -> None:
        if self.sheet.currentIndex().isValid():
            self._strike(self.sheet.currentIndex())

    def _open(self, index: QModelIndex | None = None) -> None:
        place = (index or self.sheet.currentIndex()).row()
        if place >= 0:
            image = self.words.entries[place].image
            self.reject()
            self._session.workspace.go_to(image)

    def _say(self) -> None:
        same, count = len(self.agreed.same), len(self.chosen)
        one = self.tr("All readers agree on one word that you have not labelled.")
        several = self.tr("All readers agree on {count} words that you have not labelled.")
        none = self.tr("There is no word that you have not labelled and that all readers read the same.")
        alone = self.tr("Only one reader has read this folder. Import readings, or let another reader read it.")
        missing = none if self._session.models.agreeing.is_possible else alone
        missing = missing if self._is_found else self.tr("Looking for the words…")
        self.says.setText(counted(one, several, same) if same else missing)
        expected = self.agreed.expected(count)
        text = self.tr(
            "Of {count} {count:|word|words}, about {mean} are probably wrong, and hardly more than {most}. Accepted "
            "words are used for training, and count in no evaluation until you confirm them. Click one of these words "
            "to strike it out."
        )
        mean = f"{expected.mean:.1f}" if expected.mean < _FEW else f"{expected.mean:,.0f}"
        self.expected.setText(agreeing(text, count=f"{count:,}", mean=mean, most=f"{expected.most:,}"))
        self.expected.setVisible(count > 0)
        one, several = self.tr("Accept one word"), self.tr("Accept {count} words")
        self.accept_button.setText(counted(one, several, count))
        self.accept_button.setEnabled(count > 0)
        self.open_button.setEnabled(bool(self.words.entries))
        explain(self.accept_button, self.tr("Accept the words that are not struck out, as one action"))
