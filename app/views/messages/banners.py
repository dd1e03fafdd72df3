"""Messages to the person: a strip above the image for a lasting state, a floating card for a passing event."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt, QTimeLine, QTimer, Signal
from PySide6.QtGui import QColor, QEnterEvent, QFontDatabase, QGuiApplication, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QFrame, QGraphicsOpacityEffect, QPlainTextEdit, QSizePolicy, QToolButton, QWidget

from app.desktop.theme import Meaning, colour
from app.desktop.unexpected import Report
from app.language.figures import counted
from app.project.workspace import FollowUp, Severity
from app.session import Session
from app.widgets.boxes import column, row, set_tip, tool_button
from app.widgets.icons import icon
from app.widgets.sentence_label import FewLinesLabel, SentenceLabel
from core.base.explaining.advice import advice_for

_ICON = 20  # px
_BAR = 4  # px, the strip in the colour of the severity
_READ = 3000  # ms that a note stays at least
_READ_CHARACTER = 60  # ms more for each character of it
_WARNING_TIMES = 2  # so many times as long stays a warning
_FADE = 400  # ms
_FADE_STEP = 80  # ms: with each step, the picture under the card is painted again
_MOST_LINES = 6  # of a longer text, seen at once
_CARD_WIDTH = 620  # px at most
_LEAST_WIDTH = 260  # px of a card in a narrow picture, beyond which it covers what is beside
_AROUND = 90  # px of a card beside its sentence and buttons
_MARGIN = 12  # px from the corner of the image area

_GRAVEST_FIRST: tuple[Severity, ...] = ("error", "warning", "note")
_COLOURS: dict[Severity, Meaning] = {"note": "accent", "warning": "warning", "error": "error"}


@dataclass(frozen=True, slots=True)
class Button:
    """A button on a message."""

    text: str
    """Text of the button, translated."""
    run: Callable[[], object]
    """Called when the button is pressed."""


class Banner(QFrame):
    """Shows one message.

    `shown`: a longer text, shown below the sentence: the text of a label file that cannot be read. `details`: what a
    button copies to the clipboard; "" for no such button. `can_close`: True if the person can send it away.
    `is_narrow`: True if it is a card, and not a strip. A card has up to three lines, and its sentence whole in the tool
    tip; the buttons are below what would lose words beside them, and below an error, which says what to do.
    """

    closed = Signal()  # the person, or time, has sent it away
    meaning_asked = Signal(str)  # the sentence, if its error is known

    def __init__(
        self,
        severity: Severity,
        sentence: str,
        buttons: Sequence[Button] = (),
        *,
        shown: str = "",
        details: str = "",
        can_close: bool = True,
        is_narrow: bool = False,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._is_closed = False
        self.severity: Severity = severity
        self.has_offers = bool(buttons)
        self.sentence = sentence
        self.setAccessibleName(sentence)
        self.setAutoFillBackground(True)
        self.setBackgroundRole(QPalette.ColorRole.Base)
        label = FewLinesLabel(sentence) if is_narrow and severity != "error" else SentenceLabel(sentence)
        self._buttons, self._made = row(spacing=6), list[QToolButton]()
        line = row(label, margins=(_BAR + _ICON + 12, 6, 6, 6))
        line.setStretchFactor(label, 1)
        whole = column(line, parent=self, spacing=0)
        is_known = severity != "note" and advice_for(sentence) is not None
        for button in buttons:
            self._add_button(button.text, button.run)
        if is_known:
            self._add_button(
                self.tr("What does this mean?"),
                lambda: self.meaning_asked.emit(sentence),
                self.tr("Show in the help what the message means and what to do"),
            )
        if details:
            self._add_button(
                self.tr("Copy details"),
                lambda: QGuiApplication.clipboard().setText(details),
                self.tr("Copy the details of the error, to report it"),
            )
        # Without a parent, buttons are windows, for which a layout keeps no room
        beside = sum(button.sizeHint().width() + self._buttons.spacing() for button in self._made)
        self.wanted_width = label.fontMetrics().horizontalAdvance(sentence) + beside + _AROUND
        is_long = severity == "error" or self.wanted_width > _CARD_WIDTH
        if self._buttons.count() and is_narrow and is_long:
            below = row(self._buttons, margins=(_BAR + _ICON + 12, 0, 6, 6))
            below.insertStretch(0, 1)
            whole.addLayout(below)
        else:
            line.addLayout(self._buttons)
        if can_close:
            close = tool_button(self.send_away, picture="close", tip=self.tr("Close this message"))
            line.addWidget(close, 0, Qt.AlignmentFlag.AlignTop)
        if shown:
            whole.addWidget(self._text(shown))

    def send_away(self) -> None:
        """Close the message once, since hiding a banner sends a leave event that would close it again."""
        if not self._is_closed:
            self._is_closed = True
            self.hide()
            self.closed.emit()
            self.deleteLater()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the frame, the strip and the icon in the colours of the theme for the severity."""
        super().paintEvent(event)
        with QPainter(self) as painter:
            edge = QColor(colour(_COLOURS[self.severity]))
            painter.setPen(self.palette().color(QPalette.ColorRole.Mid))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            painter.fillRect(QRect(0, 0, _BAR, self.height()), edge)
            icon(self.severity).paint(painter, QRect(_BAR + 8, 8, _ICON, _ICON))

    def _add_button(self, text: str, run: Callable[[], object], tip: str = "") -> None:
        self._made.append(tool_button(run, text, tip=tip))
        self._buttons.addWidget(self._made[-1], 0, Qt.AlignmentFlag.AlignTop)

    def _text(self, shown: str) -> QWidget:
        field = QPlainTextEdit(shown)
        field.setReadOnly(True)
        field.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        field.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        field.setAccessibleName(self.tr("The text at fault"))
        lines = min(shown.count("\n") + 2, _MOST_LINES)
        field.setFixedHeight(lines * field.fontMetrics().lineSpacing() + 12)
        field.setFrameShape(QFrame.Shape.NoFrame)
        return field


class StateBanners(QWidget):
    """Shows lasting states in one strip each, such as an unreadable label or a folder that cannot be written to.

    One strip is in sight, the gravest and of two the newer. A button beside it shows the others, too: they would take
    the room of the picture.
    """

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._workspace = session.workspace
        self._banners: dict[str, Banner] = {}  # the newest last
        self._shows_all = False
        self.more = tool_button(self._toggle)
        self._column = column(spacing=1)
        whole = row(self._column, self.more, parent=self, spacing=0)
        whole.setStretchFactor(self._column, 1)
        whole.setAlignment(self.more, Qt.AlignmentFlag.AlignTop)
        self._show_banners()
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Maximum)

    def set_banner(self, state: str, banner: Banner | None) -> None:
        """Show the banner of a state in place of its previous one, or none if the state has ended."""
        before = self._banners.pop(state, None)
        if before is not None:
            self._column.removeWidget(before)
            before.hide()
            before.deleteLater()
        if banner is not None:
            self._banners[state] = banner
            banner.meaning_asked.connect(self._workspace.meaning_asked)
            banner.closed.connect(lambda: self._closed(state, banner))
        self._show_banners()

    def _closed(self, state: str, banner: Banner) -> None:
        if self._banners.get(state) is banner:  # whoever heard of it first may have put another in its place
            del self._banners[state]
            self._column.removeWidget(banner)
            self._show_banners()

    def _toggle(self) -> None:
        self._shows_all = not self._shows_all
        self._show_banners()

    def _show_banners(self) -> None:
        """Put the gravest on top, and the others out of sight unless a person wants them."""
        newest_first = reversed(self._banners.values())
        banners = sorted(newest_first, key=lambda banner: _GRAVEST_FIRST.index(banner.severity))
        for place, banner in enumerate(banners):
            self._column.insertWidget(place, banner)
            banner.setVisible(self._shows_all or place == 0)
        hidden = len(banners) - 1
        self._shows_all = self._shows_all and hidden > 0
        self.more.setVisible(hidden > 0)
        self.more.setText("−" if self._shows_all else f"+{hidden}")
        one, several = self.tr("Show one more message"), self.tr("Show {count} more messages")
        set_tip(self.more, self.tr("Show one message") if self._shows_all else counted(one, several, hidden))

    def shown(self, state: str) -> Banner | None:
        """Return the banner of a state, or None if there is none or the person has closed it."""
        return self._banners.get(state)


class Toasts(QWidget):
    """Shows the newest event in a card at the right of the picture, below or above the word if there is room.

    It never lies over the maps beside or below the picture, nor over their buttons.

    The log keeps all. Notes and warnings fade; what offers something only once the person has gone on with other work.
    A note that lies over the word goes as soon as the person begins to type the word. While words are typed one after
    the other, it goes with the first picture whose word it would cover, but not with the word it was told beside.
    An offer that lies over the word of another image than the one it was told beside fades after its time to be read.
    An error stays behind later messages until it is closed, or solved, or another project is opened.
    """

    def __init__(
        self, session: Session, parent: QWidget, picture: QWidget, word: Callable[[], QRect] | None = None
    ) -> None:
        super().__init__(parent)
        self._word = word  # gives the part of the picture that shows the word
        self.pace = 1.0  # factor on the times that a card stays and fades
        self._stage, self._picture = parent, picture
        self._column = column(parent=self, spacing=6)
        self._cards: list[Banner] = []
        for widget in (parent, picture):
            widget.installEventFilter(self)
        session.workspace.notified.connect(self._notified)
        session.workspace.solved.connect(self.withdraw)
        session.workspace.project_changed.connect(self._project_changed)
        session.workspace.undo_list.changed.connect(self._fade_answered)
        moved = session.typing.changed, session.viewport.changed, session.image_changed
        session.workspace.switching.once(self._make_way, *moved, parent=self)
        # when the newest card was told: the image, and the one whose word was being typed
        self._image: str | None = None
        self._typed_beside: str | None = None
        self._root = session.workspace.root
        self._session = session
        self._last_edit = session.workspace.undo_list.last
        self.hide()

    @property
    def cards(self) -> tuple[Banner, ...]:
        """The cards from oldest to newest: the last is shown, and those before it are errors that nobody has solved."""
        return tuple(self._cards)

    def add(self, banner: Banner) -> None:
        """Show a card in place of the previous one."""
        for card in self.cards:
            if (card.severity != "error" or card.sentence == banner.sentence) and not card.underMouse():
                card.send_away()
        self._cards.append(banner)
        banner.meaning_asked.connect(self._session.workspace.meaning_asked)
        banner.installEventFilter(self)
        self._column.addWidget(banner)
        banner.closed.connect(lambda: self._gone(banner))
        self._last_edit = self._session.workspace.undo_list.last
        self._image, self._typed_beside = self._session.workspace.image, self._typed
        if banner.severity != "error" and not banner.has_offers:
            self._let_fade(banner)
        self.show()
        self._show_newest()

    def withdraw(self, sentence: str) -> None:
        """Remove a report that is no longer true."""
        for card in self.cards:
            if card.sentence == sentence:
                card.send_away()

    def unexpected(self, report: Report, open_log: Callable[[], object]) -> None:
        """Show a card about an unexpected exception."""
        sentence = self.tr("Something unexpected happened: {what}. Your labels are safe. The log is {log}.")
        sentence = sentence.format(what=report.what.rstrip("."), log=report.log)
        if report.meaning:
            sentence += f"\n{report.meaning}"
        self.add(
            Banner("error", sentence, [Button(self.tr("Open log"), open_log)], details=report.details, is_narrow=True)
        )

    def event(self, event: QEvent) -> bool:
        """Fit the cards again when one of them changes its size."""
        if event.type() == QEvent.Type.LayoutRequest:
            self._place()
        return super().event(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched in (self._stage, self._picture) and event.type() in {QEvent.Type.Resize, QEvent.Type.Show}:
            self._place()
        elif event.type() == QEvent.Type.Leave and self._cards and watched is not self._cards[-1]:
            if isinstance(watched, Banner) and watched.severity != "error":
                watched.send_away()
            self._show_newest()
        return super().eventFilter(watched, event)

    def _notified(self, severity: Severity, sentence: str, offers: tuple[FollowUp, ...]) -> None:
        def take(offer: FollowUp) -> None:
            if not offer.stays:
                banner.send_away()
            offer.run()

        buttons = [Button(offer.text, partial(take, offer)) for offer in offers]
        details = sentence if severity == "error" else ""
        banner = Banner(severity, sentence, buttons, details=details, is_narrow=True)
        self.add(banner)

    def _let_fade(self, card: Banner) -> None:
        times = 1 if card.severity == "note" else _WARNING_TIMES
        _Fading(card, times * (_READ + _READ_CHARACTER * len(card.sentence)), self.pace)

    def _fade_answered(self) -> None:
        """Let the offers fade that are not about the last edit."""
        last = self._session.workspace.undo_list.last
        if last is not self._last_edit:
            self._last_edit = last
            for card in self.cards:
                self._let_offer_fade(card)

    def _let_offer_fade(self, card: Banner) -> None:
        if card.has_offers and card.severity != "error" and not card.findChildren(_Fading):
            self._let_fade(card)

    def _make_way(self) -> None:
        """Send away the notes over a word that is being typed, and let the offers over another image's word fade.

        What was told beside that very word stays.
        """
        typed, is_other_image = self._typed, self._session.workspace.image != self._image
        is_other_word = typed is not None and typed != self._typed_beside
        if not self._cards or not (is_other_word or is_other_image) or not self._lies_over_word():
            return
        for card in self.cards:
            if is_other_word and card.severity == "note":
                card.send_away()
            elif is_other_image:
                self._let_offer_fade(card)

    def _lies_over_word(self) -> bool:
        if self._word is None:
            return False
        word = self._word().intersected(self._picture.rect())
        return self.geometry().intersects(QRect(self._picture.mapTo(self._stage, word.topLeft()), word.size()))

    @property
    def _typed(self) -> str | None:
        """The image whose word is being typed, or None."""
        return self._session.workspace.image if self._session.typing.way == "word" else None

    def _project_changed(self) -> None:
        root = self._session.workspace.root
        if root != self._root:
            before, self._root = self._root, root
            for card in self.cards if before is not None else ():
                card.send_away()

    def _gone(self, card: Banner) -> None:
        self._cards.remove(card)
        self._column.removeWidget(card)
        if self._cards:
            self._show_newest()
        else:
            self.hide()

    def _show_newest(self) -> None:
        shown = next(
            (card for card in self._cards if card.underMouse()), self._cards[-1]
        )  # no button goes from under it
        for card in self._cards:
            card.setVisible(card is shown)
        self._place()

    def _place(self) -> None:
        if not self._cards:
            return
        room = self._stage.size() - QSize(2 * _MARGIN, 2 * _MARGIN)
        width = min(_CARD_WIDTH, room.width(), max(card.wanted_width for card in self._cards if not card.isHidden()))
        place, is_beside = self._stage.rect(), self._picture.isVisible()
        if is_beside:
            place = QRect(self._picture.mapTo(self._stage, QPoint(0, 0)), self._picture.size())
            width = min(width, max(place.width() - 2 * _MARGIN, _LEAST_WIDTH))
        asked = (
            self._column.heightForWidth(width) if self._column.hasHeightForWidth() else self._column.sizeHint().height()
        )
        height = min(asked, room.height())
        top = place.bottom() - _MARGIN - height
        if is_beside:
            top = place.top() + self._top_in(self._picture.rect(), height)
        left = max(place.right() - _MARGIN - width, 0)
        self.setGeometry(QRect(QPoint(left, max(top, 0)), QSize(width, height)))
        self.raise_()

    def _top_in(self, picture: QRect, height: int) -> int:
        """The top of a card in the picture: below the word, or above it if there is more room."""
        word = QRect() if self._word is None else self._word().intersected(picture)
        below, above = picture.bottom() - word.bottom(), word.top() - picture.top()
        if word.isEmpty() or below >= min(height, above):
            return picture.bottom() - height - max(min(_MARGIN, below - height) if not word.isEmpty() else _MARGIN, 1)
        return picture.top() + max(min(_MARGIN, above - height), 1)


class _Fading(QObject):
    """Lets a card fade after a while, but not while the mouse is on it."""

    def __init__(self, card: Banner, after: int, pace: float) -> None:
        super().__init__(card)
        self._card, self._pace = card, pace
        self._timer = QTimer(self, singleShot=True, interval=round(pace * after))
        self._timer.timeout.connect(self._fade)
        self._timer.start()
        self._animation: QTimeLine | None = None
        card.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Wait while the mouse is on the card."""
        if isinstance(event, QEnterEvent):
            self._timer.stop()
            if self._animation is not None:
                self._animation.stop()
                self._animation = None
                self._card.setGraphicsEffect(None)  # type: ignore[arg-type]  # None takes it away
        elif event.type() == QEvent.Type.Leave:
            self._timer.start()
        return super().eventFilter(watched, event)

    def _fade(self) -> None:
        effect = QGraphicsOpacityEffect(self._card)
        effect.setOpacity(1.0)
        self._card.setGraphicsEffect(effect)
        self._animation = QTimeLine(max(round(self._pace * _FADE), 1), self)
        self._animation.setUpdateInterval(_FADE_STEP)
        self._animation.valueChanged.connect(lambda done: effect.setOpacity(1.0 - done))
        self._animation.finished.connect(self._card.send_away)
        self._animation.start()
