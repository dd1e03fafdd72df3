"""The canvas, which shows the picture with its characters and passes the mouse and the keys to the tools."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, QTimer, Signal
from PySide6.QtGui import (
    QGuiApplication,
    QHideEvent,
    QInputMethodEvent,
    QKeyEvent,
    QMouseEvent,
    QNativeGestureEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
    QTransform,
    QWheelEvent,
)
from PySide6.QtWidgets import QWidget

from app.session import Session
from app.views.canvas.hits import box_of, character_at
from app.views.canvas.messages import message_for
from app.views.canvas.notice import Message, Notice
from app.views.canvas.painter import pane_transform
from app.views.canvas.shown_image import ImagePainter, ShownImage
from app.views.canvas.symbol_field import SymbolField
from app.views.canvas.tool import CanvasTool, Pointer
from app.views.canvas.tools.registry import tool_class
from app.views.canvas.typing_line import TypingLine, paint_caret
from app.widgets.boxes import offer_menu
from app.widgets.field_keys import let_shortcuts
from app.widgets.navigation import Navigation

_SLOW = 200  # ms until a sentence says that an image is being read: most are there sooner
_REACH = 3.0  # device-independent pixels that a click may miss a thin character by
_HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier | Qt.KeyboardModifier.MetaModifier
_ALT_GR = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


class CanvasView(QWidget):
    """Shows the open image with its label, and lets the tools edit the label.

    It is the `Surface` of its tools. A right click selects the character under it and asks for a menu by
    `customContextMenuRequested`.
    """

    hint_changed = Signal(str)  # what to do next, for the status bar

    def __init__(self, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._painter = ImagePainter()
        self._shown: ShownImage | None = None
        self._navigation = Navigation(session.viewport, self.to_image)
        self._hovered: int | None = None
        self._composed = ""
        self._composed_for: str | None = None  # the image on screen when an input method began to compose
        self._hint = ""
        self._tool_cursor = Qt.CursorShape.ArrowCursor
        self._tools: dict[str, CanvasTool] = {}
        self._field = SymbolField(self, session, self._box_of)
        self._notice = Notice(self)
        self._typing_line = TypingLine(session, self)
        self._slow = QTimer(self, singleShot=True, interval=_SLOW)
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        let_shortcuts(self)
        offer_menu(self, "canvas")
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.setMinimumSize(160, 96)
        self._listen()
        self._tool = self._tool_now()
        self._tool.begin()
        self.set_cursor(self._tool.cursor)
        self._image_changed()
        self._show_image()
        self.setAccessibleName(self.tr("Canvas"))

    def _listen(self) -> None:
        session, editor = self._session, self._session.editor
        session.tool_changed.connect(self._tool_changed)
        session.typing.changed.connect(self._typing_changed)
        session.typing.pasted.connect(self._paste)
        session.workspace.leaving.connect(self._finish_composing)
        session.image_changed.connect(self._slow.start)
        editor.loaded_changed.connect(self._image_changed)  # at once: no gesture goes on in another label
        label = editor.label_changed, editor.selection_changed, editor.problems_changed
        folder = session.project_changed, session.image_changed, session.catalog.images_changed, session.opening.changed
        # the title names each model that is looked at, and the hint what the one in use reads
        models = session.predictions.changed, session.predictions.model_changed, session.in_use.changed
        once = partial(session.workspace.switching.once, parent=self)
        once(self._show_image, *label, *folder, *models, session.display.changed, session.runs.changed)
        once(self._place_candidates, session.viewport.changed)
        self._slow.timeout.connect(self._show_image)
        for signal in (session.viewport.changed, session.settings.changed):
            signal.connect(self.update)

    # What tools may ask

    @property
    def session(self) -> Session:
        """The session whose image the canvas shows."""
        return self._session

    @property
    def tool(self) -> CanvasTool:
        """The tool that is chosen now."""
        return self._tool

    @property
    def notice(self) -> Message | None:
        """The notice over the picture or in its place, or None if there is nothing to say."""
        return self._notice.message

    @property
    def hint(self) -> str:
        """The sentence that says what the user can do next."""
        return self._hint

    def pane_transform(self) -> QTransform:
        return pane_transform(self._session.viewport, QRectF(self.rect()))

    def to_pane(self, image: QPointF) -> QPointF:
        return self.pane_transform().map(image)

    def to_image(self, pane: QPointF) -> QPointF:
        viewport = self._session.viewport
        return viewport.center + (pane - QRectF(self.rect()).center()) / viewport.scale

    def handle_size(self) -> float:
        return float(self._session.settings.value("canvas.handle_size"))

    def character_at(self, at: QPointF) -> int | None:
        editor = self._session.editor
        return character_at(editor.label, editor.selection, at, _REACH / self._session.viewport.scale)

    def refresh(self) -> None:
        self._state_changed()

    def edit_symbol(self, place: int, then: Callable[[], None] | None = None) -> None:
        """Let the user type the symbol of a character, in a small field beside it."""
        self._field.ask(place, then)

    def set_cursor(self, cursor: Qt.CursorShape) -> None:
        self._tool_cursor = cursor
        self._show_cursor()

    # The mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Drag the picture, or pass the press to the tool once composed text is committed, as in a text field."""
        if self._composed:
            QGuiApplication.inputMethod().commit()
        if self._navigation.press(event):
            self._show_cursor()
        elif self._session.editor.document is not None:
            if event.button() == Qt.MouseButton.LeftButton:
                self._tool.press(self._pointer(event))
            elif event.button() == Qt.MouseButton.RightButton and not self._tool.is_busy:
                place = self.character_at(self.to_image(event.position()))
                if place is not None and place not in self._session.editor.selection:
                    self._session.editor.select((place,))
        self._state_changed()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        moved = self._navigation.move(event)
        self._session.viewport.set_cursor(self.to_image(event.position()))
        if moved or self._session.editor.document is None:
            return
        if event.buttons() & Qt.MouseButton.LeftButton and not self._navigation.is_space_held:
            self._tool.move(self._pointer(event))
        elif not event.buttons():
            self._tool.hover(self._pointer(event))
            self._find_hovered()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._navigation.release():
            self._show_cursor()
        elif event.button() == Qt.MouseButton.LeftButton and self._session.editor.document is not None:
            self._tool.release(self._pointer(event))
        self._find_hovered()
        self._state_changed()

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Pass a double click to the tool, without its second press."""
        is_left = event.button() == Qt.MouseButton.LeftButton
        if is_left and not self._navigation.is_space_held and self._session.editor.document is not None:
            self._tool.double_click(self._pointer(event))
            self._state_changed()
        else:
            self.mousePressEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        self._navigation.wheel(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._session.viewport.set_cursor(None)
        self._hovered = None
        self._tool.leave()
        self.update()
        super().leaveEvent(event)

    # The keyboard

    def event(self, event: QEvent) -> bool:
        """Take the keys that belong to a gesture or to typing before shortcuts and the focus chain get them."""
        if isinstance(event, QKeyEvent):
            if event.type() == QEvent.Type.ShortcutOverride and self._wants(event):
                event.accept()
                return True
            tab = event.key() in {Qt.Key.Key_Tab, Qt.Key.Key_Backtab} and not event.modifiers() & _HELD
            if event.type() == QEvent.Type.KeyPress and tab and self._tool.key(event):
                event.accept()
                return True
        if isinstance(event, QNativeGestureEvent) and self._navigation.pinch(event):
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass the key to the tool, but let Esc end the typing, the gesture, the selection or the use of the tool."""
        if event.key() == Qt.Key.Key_Space and not event.modifiers() & _HELD:
            self._navigation.is_space_held = True
            self._show_cursor()
        elif event.key() == Qt.Key.Key_Escape and self._can_escape:
            if self._session.typing.is_on:
                self._tool.cancel()
                self._session.end_typing()
            elif self._tool.is_busy or self._typing is not None:
                self._tool.cancel()
            elif self._session.editor.selection:
                self._session.editor.select(())
            else:
                self._session.set_tool("select")
        elif self._tool.takes_text and _is_typed(event):
            if not event.isAutoRepeat():
                self._tool.text(event.text())
        elif (self._session.editor.document is None and not self._tool.takes_text) or not self._tool.key(event):
            if _is_typed(event) and not event.isAutoRepeat() and self._session.editor.document is not None:
                self._say_untaken(event.text())
            super().keyPressEvent(event)
        self._state_changed()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space and not event.isAutoRepeat():
            self._navigation.is_space_held = False
            self._show_cursor()
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: Any) -> None:
        self._navigation.is_space_held = False
        self._show_cursor()
        super().focusOutEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        """Show the text that is being composed, and make one edit of the text that is committed."""
        begun_for = self._composed_for if self._composed_for is not None else self._session.image
        self._composed = event.preeditString() if self._tool.takes_text else ""
        self._composed_for = begun_for if event.preeditString() else None
        if event.commitString() and begun_for != self._session.image:
            text = self.tr("“{typed}” was composed for {image} and is not taken here.")
            self._session.notify(text.format(typed=event.commitString(), image=begun_for), "warning")
        elif event.commitString() and self._tool.takes_text:
            self._tool.text(event.commitString())
        event.accept()
        self._state_changed()

    def inputMethodQuery(self, query: Qt.InputMethodQuery) -> Any:
        """Return the place at which an input method shows its candidates."""
        if query == Qt.InputMethodQuery.ImEnabled:
            return self._tool.takes_text
        if query == Qt.InputMethodQuery.ImCursorRectangle and self._typing is not None:
            return self._box_of(self._typing)
        return super().inputMethodQuery(query)

    # What is painted

    def paintEvent(self, event: QPaintEvent) -> None:
        with QPainter(self) as painter:  # ended also by an exception: an open painter takes the program with it
            self._painter.paint(
                painter,
                self._shown,
                QRectF(self.rect()),
                self.pane_transform(),
                self.palette(),
                viewport=self._session.viewport,
                pixel_ratio=self.devicePixelRatioF(),
                handle_size=self.handle_size(),
                hovered=self._hovered,
                typing=self._typing,
                composed=self._composed,
            )
            if self._session.editor.document is not None:
                self._tool.paint(painter)
                paint_caret(painter, self._session, self.pane_transform())
        self._session.workspace.switching.painted()

    def showEvent(self, event: QShowEvent) -> None:
        self._session.workspace.switching.is_picture_shown = True
        super().showEvent(event)

    def hideEvent(self, event: QHideEvent) -> None:
        self._session.workspace.switching.is_picture_shown = False
        super().hideEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._session.viewport.set_pane_size(self.width(), self.height())
        self._notice.place()
        self._typing_line.place()
        super().resizeEvent(event)

    # How the session is followed

    def _show_image(self) -> None:
        """Put the picture together once for each change: painting asks for nothing, however often it is needed.

        While the next image is being read, the one before stays on screen, unless that takes long.
        """
        self._show_message()
        if self._is_awaited:
            self._follow_tool()
            return
        self._shown = ShownImage.of(self._session)
        self._find_hovered()
        self._state_changed()

    @property
    def _is_awaited(self) -> bool:
        """True while the next image is being read, until that has taken long."""
        is_read = self._session.editor.loaded is not None or self._session.image is None
        return not is_read and self._slow.isActive()

    @property
    def _typing(self) -> int | None:
        selection = self._session.editor.selection
        is_typed = self._tool.takes_text and self._session.tool == "select"  # the others type the word, not a character
        return selection[0] if selection and is_typed else None

    @property
    def _can_escape(self) -> bool:
        is_calm = self._session.tool == "select" and not self._session.editor.selection
        return self._tool.is_busy or self._typing is not None or not is_calm

    def _wants(self, event: QKeyEvent) -> bool:
        """Return True if the canvas takes a key before the shortcuts of the window do."""
        if event.key() == Qt.Key.Key_Escape:
            return self._can_escape
        if event.key() == Qt.Key.Key_Space and not event.modifiers() & _HELD:
            return True
        if self._tool.takes_text and _is_typed(event):
            return True
        return self._session.editor.document is not None and self._tool.claims(event)

    def _tool_now(self) -> CanvasTool:
        name = self._session.tool
        if name not in self._tools:
            self._tools[name] = tool_class(name)(self)
        return self._tools[name]

    def _tool_changed(self) -> None:
        self._field.close_field()
        self._tool.end()
        self._tool = self._tool_now()
        self._tool.begin()
        self.set_cursor(self._tool.cursor)
        if self._session.tool == "word":
            self.setFocus()
        self._state_changed()

    def _image_changed(self) -> None:
        self._field.close_field()
        self._tool.end()
        self._tool.begin()
        if not self._tool.stays and self._session.editor.label.characters:
            self._session.set_tool("select")
        self._hovered = None
        self._slow.start()

    def _finish_composing(self) -> None:
        """Finish the text being composed, as in a text field: it belongs to the image that is about to be left."""
        if self._composed and self.hasFocus():
            QGuiApplication.inputMethod().commit()

    def _paste(self, text: str) -> None:
        if self._tool.takes_text:
            self._tool.text(text)
            self._state_changed()

    def _say_untaken(self, typed: str) -> None:
        """Say how a symbol gets into the word, if a key was none: nothing that is typed is lost without a sign."""
        session = self._session
        if not session.editor.can_edit or typed.isspace():
            return
        if len(session.editor.selection) == 1 and session.tool == "select":
            text = self.tr(
                "“{typed}” was not typed. Click the character once more, or double click it, to type over it."
            )
        elif session.typing.is_known:
            text = self.tr("“{typed}” was not typed. {image} has a label: T changes it.")
        else:
            text = self.tr("“{typed}” was not typed. W begins to type the word.")
        session.notify(text.format(typed=typed, image=session.image))

    def _typing_changed(self) -> None:
        """Follow the typing without painting while the next image is being read, whose arrival is painted."""
        self._follow_tool()
        if self._session.editor.pixels is not None:
            self.update()

    def _state_changed(self) -> None:
        self._follow_tool()
        self.update()

    def _follow_tool(self) -> None:
        """Follow what the tool does with letters, and its hint."""
        self._session.typing.type_over(self._typing is not None)
        takes_text = self._tool.takes_text
        if not takes_text:
            self._composed = ""
        if takes_text != self.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):
            self.setAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled, takes_text)
            QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImEnabled)
        self._place_candidates()
        if self._is_awaited:  # the hint stays, too
            return
        is_covered = self._session.editor.document is None or self._session.display.choices.trial
        hint = "" if is_covered else self._tool.hint
        if hint != self._hint:
            self._hint = hint
            self.setAccessibleDescription(hint)
            self.hint_changed.emit(hint)

    def _place_candidates(self) -> None:
        """Let an input method know the place of the character that is typed now, without which its window stays."""
        if self._tool.takes_text:
            QGuiApplication.inputMethod().update(Qt.InputMethodQuery.ImCursorRectangle)

    def _find_hovered(self) -> None:
        cursor = self._session.viewport.cursor
        hovered = self.character_at(cursor) if cursor is not None and self.underMouse() else None
        if hovered != self._hovered:
            self._hovered = hovered
            self.update()

    def _show_message(self) -> None:
        message = message_for(self._session, not self._slow.isActive())
        if message != self._notice.message:
            self._notice.say(message)

    def _show_cursor(self) -> None:
        self.setCursor(self._navigation.cursor or self._tool_cursor)

    def _box_of(self, place: int) -> QRectF:
        return self.pane_transform().mapRect(box_of(self._session.editor.label.characters[place].polygon))

    def _pointer(self, event: QMouseEvent) -> Pointer:
        return Pointer(self.to_image(event.position()), event.position(), event.modifiers(), event.button())


def _is_typed(event: QKeyEvent) -> bool:
    """Return True if a key types a symbol that can be seen.

    AltGr arrives as Ctrl and Alt on some systems.
    """
    text, held = event.text(), event.modifiers() & _HELD
    return bool(text) and text.isprintable() and text != " " and held in {Qt.KeyboardModifier.NoModifier, _ALT_GR}
