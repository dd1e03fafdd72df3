"""Panels of plug-ins: an arrangement of the window that was kept without one, or with one that is off, comes back."""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow
from pytestqt.qtbot import QtBot
from support.plugins import install_plugin, python, textscanner
from support.window.showing import added

from app.actions.panels import OWN_PANELS, PANELS
from app.desktop.window_state import LAYOUT_VERSION
from app.session import Session
from app.views.main_window.panels import Panels

BROUGHT = [panel.id for panel in PANELS if panel not in OWN_PANELS]


def arrangement(qtbot: QtBot, names: list[str]) -> QByteArray:
    """The state of a window with panels of these names, all of them shown."""
    window = added(qtbot, QMainWindow())
    for name in names:
        dock = QDockWidget(window)
        dock.setObjectName(name)
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock)
    window.show()
    return window.saveState(LAYOUT_VERSION)


@pytest.fixture
def panels(session: Session, qtbot: QtBot) -> Panels:
    """Panels of which those of plug-ins are shown."""
    window = added(qtbot, QMainWindow())
    panels = Panels(window, session)
    window.show()
    for name in BROUGHT:
        panels.show(name)
    return panels


def shown(panels: Panels) -> set[str]:
    docks = panels.parent().findChildren(QDockWidget)
    return {dock.objectName() for dock in docks if not dock.isHidden()}


def test_our_plugins_bring_panels():
    assert BROUGHT


def test_an_arrangement_from_before_a_plugin_came_hides_its_panel(panels: Panels, qtbot: QtBot):
    assert panels.take(arrangement(qtbot, [panel.id for panel in OWN_PANELS]))
    assert shown(panels) == {panel.id for panel in OWN_PANELS}


def test_an_arrangement_from_before_a_panel_of_our_own_came_hides_it(panels: Panels, qtbot: QtBot):
    panels.show("history")
    assert panels.take(arrangement(qtbot, ["images", "problems"]))
    assert shown(panels) == {"images", "problems"}


def test_an_arrangement_with_the_panel_of_a_plugin_shows_it(panels: Panels, qtbot: QtBot):
    assert panels.take(arrangement(qtbot, ["images", BROUGHT[0]]))
    assert {"images", BROUGHT[0]} <= shown(panels)


def test_an_arrangement_with_a_panel_that_nobody_brings_any_more_is_still_one(panels: Panels, qtbot: QtBot):
    assert panels.take(arrangement(qtbot, ["images", "gone", "problems"]))
    assert shown(panels) == {"images", "problems"}


def test_what_is_no_arrangement_changes_nothing(panels: Panels):
    before = shown(panels)
    assert not panels.take(QByteArray(b"no arrangement"))
    assert shown(panels) == before == {*BROUGHT}


FAILS = """from core.base.plugins.plugin import Plugin, PluginPart
PLUGIN = Plugin("clock", "A clock", panels=(PluginPart("clock", at="more_clock.parts:PANEL"),))
"""
PARTS = """from app.actions.panel import Panel
PANEL = Panel("clock", "The time", widget="more_clock.parts:Clock", key="Ctrl+Alt+9")

def Clock(session):
    raise RuntimeError("no battery")
"""
WINDOW = """
import json, sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QLabel
from app.gui import Options, run

def look(window):
    QTimer.singleShot(0, window.close)
    window.panels.show("clock")
    print(json.dumps(window.panels.content("clock").text()), flush=True)

sys.exit(run(Options(), started=look))
"""


@pytest.mark.long
def test_a_panel_that_cannot_be_made_says_so_in_its_place(tmp_path: Path):
    install_plugin(tmp_path, "clock", FAILS)
    (tmp_path / "more_clock" / "parts.py").write_text(PARTS, encoding="utf-8")
    (tmp_path / "here").mkdir()
    assert textscanner("plugins", "on", "clock", site=tmp_path, cwd=tmp_path / "here").returncode == 0
    done = python("-c", WINDOW, site=tmp_path, cwd=tmp_path / "here")
    assert done.returncode == 0, done.stderr
    sentence = json.loads(done.stdout)
    assert 'The plug-in "clock" has failed' in sentence and "no battery" in sentence
