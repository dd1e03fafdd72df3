"""The contents of the main window: actions, panels, stage and status bar, put in place of its first page."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt

from app.actions.action_set import ActionSet
from app.actions.context_menus import ContextMenus
from app.project.demo import draw_demo
from app.session import Session
from app.views.checklist import ChecklistDock
from app.views.image_list.panel import ImageList
from app.views.label_panel.panel import LabelPanel
from app.views.main_window.centre import Centre
from app.views.main_window.closing import Closing
from app.views.main_window.decisions import Decisions
from app.views.main_window.dialogs import Dialogs
from app.views.main_window.layouts import Layouts
from app.views.main_window.lost_keys import LostKeys
from app.views.main_window.next_step import NextStepStrip
from app.views.main_window.notifying import Notifier
from app.views.main_window.panels import Panels
from app.views.main_window.pointing import Pointing
from app.views.main_window.states import States
from app.views.main_window.status import StatusBar
from app.views.main_window.tool_bar import LayoutBar, LayoutSwitch
from app.views.main_window.window import MainWindow
from app.views.maps.values import CursorValues
from app.views.predictions.model_chooser import ModelChooser
from app.widgets.frames import DropFrame, FocusFrames


def filling(window: MainWindow, session: Session) -> Iterator[None]:
    """Make the parts of a window. Each step takes some milliseconds, and between two the window takes input."""
    window.setDockNestingEnabled(True)
    for corner, area in (  # list and label are long, what is below the stage is not
        (Qt.Corner.BottomLeftCorner, Qt.DockWidgetArea.LeftDockWidgetArea),
        (Qt.Corner.BottomRightCorner, Qt.DockWidgetArea.RightDockWidgetArea),
    ):
        window.setCorner(corner, area)
    window.panels = Panels(window, session)
    for panel in ("images", "characters"):
        yield
        window.panels.content(panel)
    (window.images,) = window.findChildren(ImageList)
    (window.label,) = window.findChildren(LabelPanel)
    yield
    had = window.focusWidget()
    window.centre = Centre(session, window.welcome)
    window.setCentralWidget(window.centre)
    if had is not None:  # a widget that moves loses the keyboard
        had.setFocus()
    yield
    window.tool_bar = LayoutBar(window)
    window.layouts = Layouts(window, window.panels, window.tool_bar, window.state)
    window.action_set = ActionSet(session, window, window)
    yield
    window.checklist = ChecklistDock(session, window)
    FocusFrames(window)
    DropFrame(window, window.take_dropped, window.tr("A folder is opened, an image is shown, labels are imported"))
    menus = ContextMenus(window.action_set)
    menus.serve(window)
    for serve in (menus.serve, window.hear_clicks):
        window.panels.made.connect(serve)
    window.hear_clicks(window.images)
    yield
    window.menuBar().clear()
    window.action_set.fill_menu_bar(window.menuBar())
    window.layout_switch = LayoutSwitch(window.action_set)
    if window.menuBar().isNativeMenuBar():  # the system draws it, and has no corner
        window.tool_bar.end_with(window.layout_switch)
    else:
        window.menuBar().setCornerWidget(window.layout_switch)
    yield
    window.values = CursorValues(session)
    window.status = StatusBar(session, window.values)
    window.setStatusBar(window.status)
    window.status.show_model(ModelChooser(session))
    yield
    window.decisions = Decisions(session, window)
    Notifier(session, window)
    LostKeys(window.action_set, window.state)
    window.dialogs = Dialogs(session, window.action_set, window, window.centre.stage)
    window.pointing = Pointing(
        session, window.action_set, window.panels, window.layouts, window.dialogs, window.centre.canvas, window
    )
    States(session, window.centre.banners)
    NextStepStrip(session, window.centre.banners, window.dialogs)
    window.closing = Closing(session, window.decisions, window, window.close_now, window)
    window.welcome.take(session.opening, session.workspace.background)
    window.welcome.demo_asked.connect(
        lambda folder: window.welcome.follow(draw_demo(session.workspace, session.open, folder))
    )
    window.addToolBar(Qt.ToolBarArea.TopToolBarArea, window.tool_bar)
