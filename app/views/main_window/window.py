"""The main window, with menus and tool bar above, panels around the image area, and answers to what actions ask."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Generator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QAbstractSpinBox,
    QApplication,
    QFileDialog,
    QLineEdit,
    QMainWindow,
    QMessageBox,
    QPlainTextEdit,
    QTextEdit,
)

from app.actions.action import CONTEXT
from app.actions.menus import MENUS
from app.actions.panels import PANELS
from app.desktop.folders import open_log_folder
from app.desktop.window_state import WindowState
from app.language.languages import translate
from app.views.help.welcome import WelcomePage
from app.widgets.boxes import MENU, MessageBox, resize_on_screen, without_icons
from app.widgets.icons import APPLICATION, icon

if TYPE_CHECKING:
    from app.actions.action import FieldName, LayoutName
    from app.desktop.unexpected import Report
    from app.session import Session
    from app.views.main_window.dropping import Dropped

_TYPED_IN = (QLineEdit, QPlainTextEdit, QTextEdit, QAbstractSpinBox)  # keep the keyboard until a person leaves them
_SEEN_FIRST = ("predictions", "problems")  # panels that a project opens with: they are loaded before one is opened
_SIZE = QSize(1360, 820)  # px, on a screen with that much room


class MainWindow(QMainWindow):
    """The window, which answers the questions of actions (`app.actions.action.Asker`).

    Without a session it has only the first page, until `filling` is through.
    """

    is_whole = False  # True once the window has its contents

    def __init__(self, session: Session | None = None) -> None:
        super().__init__()
        self.state = WindowState(parent=self)
        self._is_closed = False
        self._predicts = False
        self._root: Path | None = None
        self.setWindowIcon(icon(APPLICATION))
        self.setWindowTitle("TextScanner Studio")
        self.welcome = WelcomePage()
        self.welcome.set_recent(self.recent_projects())
        self.setCentralWidget(self.welcome)
        for menu in MENUS:
            if not menu.parent:
                self.menuBar().addMenu(translate(CONTEXT, menu.title))
        self.statusBar()
        resize_on_screen(self, _SIZE)
        self.state.restore_window(self)
        if session is not None:
            for _ in self.filling(lambda: session):
                pass

    def filling(self, make_session: Callable[[], Session]) -> Generator[None]:
        """Fill the window with its contents, in steps of some milliseconds each.

        The first step only imports, and may run in any thread.
        """
        from app.actions.action_set import ActionSet
        from app.actions.context_menus import ContextMenus
        from app.project.demo import draw_demo
        from app.views.checklist.dock import ChecklistDock
        from app.views.image_list.panel import ImageList
        from app.views.label_panel.panel import LabelPanel
        from app.views.main_window.centre import Centre
        from app.views.main_window.closing import Closing
        from app.views.main_window.decisions import Decisions
        from app.views.main_window.dialogs import Dialogs
        from app.views.main_window.empty_problems import EmptyProblems
        from app.views.main_window.layouts import Layouts
        from app.views.main_window.lost_keys import LostKeys
        from app.views.main_window.next_step import NextStepStrip
        from app.views.main_window.notifying import Notifier
        from app.views.main_window.panels import Panels
        from app.views.main_window.pointing import Pointing
        from app.views.main_window.states import States
        from app.views.main_window.status import StatusBar
        from app.views.main_window.tool_bar import LayoutBar, LayoutSwitch
        from app.views.main_window.typing_focus import TypingFocus
        from app.views.maps.values import CursorValues
        from app.views.predictions.model_chooser import ModelChooser
        from app.widgets.frames import DropFrame, FocusFrames

        for panel in PANELS:
            if panel.id in _SEEN_FIRST:
                pkgutil.resolve_name(panel.widget)
        yield
        session = self.session = make_session()
        yield
        self.setDockNestingEnabled(True)
        for corner, area in (  # list and label are long, what is below the image area is not
            (Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea),
            (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
        ):
            self.setCorner(corner, area)
        self.panels = Panels(self, session)
        for name in ("images", "characters"):
            yield
            self.panels.content(name)
        (self.images,) = self.findChildren(ImageList)
        (self.label,) = self.findChildren(LabelPanel)
        yield
        had = self.focusWidget()
        self.centre = Centre(session, self.welcome)
        self.setCentralWidget(self.centre)
        if had is not None:  # a widget that moves loses the keyboard
            had.setFocus()
        yield
        self._tool_bar = LayoutBar(self)
        self.layouts = Layouts(self, self.panels, self._tool_bar, self.state)
        self.action_set = ActionSet(session, self, self)
        yield
        self.checklist = ChecklistDock(session, self)
        FocusFrames(self)
        DropFrame(
            self, self._dropped, self.tr("Drop a folder to open it, an image to show it, or a label file to import it")
        )
        menus = ContextMenus(self.action_set)
        menus.serve(self)
        self.panels.made.connect(menus.serve)
        self.images.view.clicked.connect(self._keep_typing)
        yield
        self.menuBar().clear()
        self.action_set.fill_menu_bar(self.menuBar())
        self.layout_switch = LayoutSwitch(self.action_set)
        if self.menuBar().isNativeMenuBar():  # the system draws it, and has no corner
            self._tool_bar.end_with(self.layout_switch)
        else:
            self.menuBar().setCornerWidget(self.layout_switch)
        yield
        self.values = CursorValues(session)
        self.status = StatusBar(session, self.values)
        self.setStatusBar(self.status)
        self.status.show_model(ModelChooser(session))
        yield
        self.decisions = Decisions(session, self)
        Notifier(session, self)
        LostKeys(self.action_set, self.state)
        TypingFocus(session, self, self.centre.canvas, self.label.text.field, self.label.table)
        self.dialogs = Dialogs(session, self.action_set, self, self.centre.image_area)
        self.pointing = Pointing(
            session=session,
            actions=self.action_set,
            panels=self.panels,
            layouts=self.layouts,
            dialogs=self.dialogs,
            canvas=self.centre.canvas,
            parent=self,
        )
        EmptyProblems(session, self.panels, self.layouts, self)
        States(session, self.centre.banners)
        NextStepStrip(session, self.centre.banners, self.dialogs)
        self._closing = Closing(session, self.decisions, self, self._close_now, self)
        self.welcome.take(session.opening, session.workspace.background)
        self.welcome.demo_asked.connect(
            lambda *asked: self.welcome.follow(draw_demo(session.workspace, session.open, *asked))
        )
        self._show_tool_bar()
        self._wire()
        self._restore()
        self.is_whole = True

    # What actions ask

    def choose_folder(self, title: str, start: Path | None = None) -> Path | None:
        """Return the folder that the person chooses, beginning beside the project without a start, or None."""
        project = self.session.project
        recent = self.recent_projects()
        usual = project.root.parent if project else recent[0].parent if recent else Path.home()
        chosen = QFileDialog.getExistingDirectory(self, title, str(start or usual))
        return Path(chosen) if chosen else None

    def confirm(self, title: str, question: str, action: str, decline: str = "") -> bool:
        """Return True if the person agrees to a question."""
        box = MessageBox(QMessageBox.Icon.Question, title, "", parent=self)
        box.setText(f"{title}\n\n{question}")  # not every system shows the title of a dialog
        yes = box.addButton(action, QMessageBox.ButtonRole.AcceptRole)
        no = box.addButton(QMessageBox.StandardButton.Cancel)
        if decline:
            no.setText(decline)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        without_icons(box)
        box.exec()
        return box.clickedButton() is yes

    def show_dialog(self, name: str) -> None:
        if name == "check_folder":  # its report is a panel
            self.panels.show("problems")
            self.session.findings.check_folder()
        else:
            self.dialogs.show(name)

    def toggle_panel(self, name: str) -> None:
        """Show a panel if it is hidden, or hide it."""
        self.panels.toggle(name)

    def show_panel(self, name: str) -> None:
        """Bring a panel into view, whatever the layout."""
        self.panels.show(name)

    def is_panel_shown(self, name: str) -> bool:
        """Return True if a panel is visible."""
        return self.panels.is_in_sight(name)

    def choose_layout(self, layout: LayoutName) -> None:
        """Show the panels of a layout, and keep the keyboard focus unless its widget is hidden now."""
        had = QApplication.focusWidget()
        self.layouts.choose(layout)
        if had is not None:  # a panel that moves loses it
            (had if had.isVisible() else self.centre.canvas).setFocus()

    def present_layout(self) -> LayoutName:
        return self.layouts.present

    def reset_layout(self) -> None:
        """Reset panels and maps of the current layout, the tool bar and the image area to their defaults."""
        self.layouts.reset()
        self._show_tool_bar()
        self.session.display.reset_layout()
        self.centre.share_room()

    def focus(self, name: FieldName) -> None:
        """Give the keyboard focus to a field."""
        fields: dict[FieldName, tuple[str, Callable[[], object]]] = {
            "filter": ("images", self.images.focus_filter),
            "text": ("characters", self.label.edit_text),
            "symbol": ("", self._edit_symbol),
        }
        panel, act = fields[name]
        if panel:
            self.panels.show(panel)
        act()

    def toggle_full_screen(self) -> None:
        self.setWindowState(self.windowState() ^ Qt.WindowState.WindowFullScreen)

    def is_full_screen(self) -> bool:
        return self.isFullScreen()

    def recent_projects(self) -> Sequence[Path]:
        return self.state.recent_projects()

    # What happens to it

    def show_report(self, report: Report) -> None:
        """Show the report of an unexpected exception."""
        self.centre.toasts.unexpected(report, lambda: open_log_folder(self.session.notify))

    def closeEvent(self, event: QCloseEvent) -> None:
        """Save first, and close once everything is saved or the person agrees to close anyway."""
        if self._is_closed or not self.is_whole:  # the first page has nothing to be saved
            super().closeEvent(event)
            return
        event.ignore()
        self._closing.begin()

    def _dropped(self, paths: Sequence[Path]) -> None:
        from app.views.main_window.dropping import recognise

        root = self.session.workspace.root
        self.session.workspace.background.start(
            "", lambda job: recognise(paths, root), lane="pictures", finished=self._take_dropped
        )

    # How it is put together

    def _show_tool_bar(self) -> None:
        self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self._tool_bar)
        self._tool_bar.show()

    def _wire(self) -> None:
        session, welcome = self.session, self.welcome
        session.project_changed.connect(self._project_changed)
        session.workspace.switching.later(self._name_window, session.image_changed, parent=self)
        session.in_use.model_changed.connect(self._model_changed)
        session.workspace.run_asked.connect(self._show_result)
        session.training.state_changed.connect(self._training_changed)
        self.panels.shown_changed.connect(self.action_set.refresh_soon)
        self.layouts.changed.connect(self._show_layout)
        self.layouts.changed.connect(session.end_typing)
        self.layouts.arranged.connect(self._place_checklist)
        self.panels.asked.connect(self.action_set.trigger)
        self.centre.canvas.hint_changed.connect(self._show_hint)
        self._show_hint()
        self.label.text_done.connect(self.centre.canvas.setFocus)
        session.image_changed.connect(self._leave_text)
        session.text_wanted.connect(self._show_text)
        session.workspace.gone_to.connect(self._turn_to_picture)
        session.typing.changed.connect(self._show_typed_picture)
        self.checklist.show_asked.connect(self.pointing.show)
        welcome.open_asked.connect(lambda: self.action_set.trigger("file.open"))
        welcome.import_asked.connect(lambda: self.action_set.trigger("file.import"))
        welcome.project_asked.connect(session.open)
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.commitDataRequest.connect(lambda _: session.saver.flush())
            application.focusChanged.connect(self._show_hint)

    def _restore(self) -> None:
        self.state.restore_splitters(self)
        self.layouts.restore()
        self._show_layout()
        if self.session.project is None:
            self._clear_away()
        self.session.folder.remembered_view.belongs(
            "layout", lambda: self.layouts.present, self.layouts.take, self.layouts.changed
        )
        self._name_window()

    def _clear_away(self) -> None:
        """Leave only the welcome page in the window."""
        self.panels.clear_away()
        self.layout_switch.hide()
        self._tool_bar.hide()  # `Panels.bring_back` brings it back with the layout

    def _place_checklist(self, area: Qt.DockWidgetArea) -> None:
        """Put the first steps below the panels at a side of the image area."""
        self.addDockWidget(area, self.checklist)
        self.checklist.show_steps()

    def _show_layout(self) -> None:
        self._tool_bar.show_layout(self.action_set, self.layouts.present)
        self.session.display.show_layout(self.layouts.present)
        self.action_set.refresh_soon()

    def _name_window(self) -> None:
        project, image = self.session.project, self.session.image
        parts = [] if project is None else [project.root.name]
        self.setWindowTitle(" – ".join([*([image] if image else []), *parts, "TextScanner Studio"]))

    def _project_changed(self) -> None:
        project = self.session.project
        is_another, self._root = self.session.workspace.root != self._root, self.session.workspace.root
        if project is None:
            self.welcome.set_recent(self.recent_projects())
            self._clear_away()
        elif is_another:  # other settings, or a symbol more in its charset, do not take the keyboard from who types
            self.state.add_recent_project(project.root, self.session.settings.value("projects.recent"))
            self.panels.bring_back()
            self.layout_switch.show()
            self.centre.canvas.setFocus()
        self._name_window()

    def _training_changed(self) -> None:
        training = self.session.training
        if training.state.phase == "starting" and training.is_watched:  # learning has a bar of its own
            self.layouts.show("train")
            self.panels.show("runs")

    def _model_changed(self) -> None:
        was_on, self._predicts = self._predicts, self.session.in_use.is_on
        if self._predicts and not was_on and not self.session.models.remembered.is_restoring:
            self.panels.show("predictions")

    def _show_result(self, run: Path) -> None:
        """Show the card of a run, and what the run sees."""
        from app.views.runs.panel import RunsPanel

        self.layouts.show("train")
        self.panels.show("runs")
        panel = self.panels.content("runs")
        assert isinstance(panel, RunsPanel)
        panel.select(run)
        self.session.predictions.look_at(run)

    def _keep_typing(self) -> None:
        """Give the canvas the keyboard at a click on an image of the list while words are typed there."""
        if self.session.typing.takes_letters:
            self.centre.canvas.setFocus()

    def _leave_text(self) -> None:
        """Give the canvas the keyboard if the text had it: nobody has begun to change the word of the next image."""
        if self.label.text.field.hasFocus() and self.session.image is not None:
            self.centre.canvas.setFocus()

    def _show_hint(self, *_: object) -> None:
        """Show what the keys do: in a list of images they search, and else they are those of the picture's tool."""
        focus = self.focusWidget()
        if isinstance(focus, QAbstractItemView) and focus.property(MENU) in {"images", "queue"}:
            self.status.set_hint(self.tr("Letters search this list. For the keys of the picture, click the picture."))
        else:
            self.status.set_hint(self.centre.canvas.hint)

    def _turn_to_picture(self) -> None:
        """Give the canvas the keyboard, unless a person types elsewhere: the next keys are about the word on screen.

        A dialog that stays beside the window gives way, and one that the window waits for does not.
        """
        if isinstance(QApplication.focusWidget(), _TYPED_IN):
            return
        self.centre.canvas.setFocus()
        if QApplication.activeModalWidget() is None and QApplication.activeWindow() not in {None, self}:
            self.activateWindow()

    def _show_typed_picture(self) -> None:
        """Draw the picture large once its word is typed: a map in its place may be all black."""
        if self.session.typing.way == "word" and self.session.display.choices.large is not None:
            self.session.display.set(large=None)

    def _show_text(self) -> None:
        """Show the text line and give it the keyboard, since the person is typing in it by now."""
        self.panels.show("characters")
        self.label.text.field.setFocus()

    def _edit_symbol(self) -> None:
        selection = self.session.editor.selection
        if selection:
            self.centre.canvas.edit_symbol(selection[-1])

    def _take_dropped(self, dropped: Dropped) -> None:
        match dropped.kind:
            case "image":
                self.session.show(dropped.image)
            case "project" if dropped.path is not None:
                self.session.open(dropped.path, dropped.image)
            case "labels" if dropped.path is not None:
                self.dialogs.import_from(dropped.path)
            case _:
                self.session.notify(
                    self.tr(
                        "What you dropped is neither a folder nor a readable file. Drop a "
                        "folder, an image or a label file."
                    ),
                    "warning",
                )

    def _close_now(self) -> None:
        self.session.folder.remembered_view.keep()
        self.layouts.keep()
        self.state.save_window(self)
        self._is_closed = True
        QTimer.singleShot(0, self.close)  # if nothing had to be saved, `closeEvent` is not over yet
