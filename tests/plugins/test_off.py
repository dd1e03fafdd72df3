"""Each of our own plug-ins switched off: nothing of it is loaded or offered, and the window opens."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.plugins import python, textscanner

from app.actions.table import ACTIONS
from core.base.plugins.active import describe
from core.base.plugins.choices import HANDED_DOWN, PluginChoices, change_choices, handed_down
from core.base.plugins.ours import OURS

pytestmark = pytest.mark.long

WINDOW = """
import json, sys
from PySide6.QtCore import QTimer
from app.gui import Options, run

def look(window):
    from PySide6.QtWidgets import QDockWidget, QMenu
    from app.actions.panels import PANELS
    from app.actions.table import ACTIONS
    from app.settings.table import SETTINGS
    from app.views.exchange.changing_model import ChangeModelDialog

    QTimer.singleShot(0, window.close)
    dialog = ChangeModelDialog(window.session, window)
    pages = dialog.pages
    loaded = [name.split(".") for name in sys.modules if name.startswith(("app.plugins.", "core.plugins."))]
    print(json.dumps({
        "plugins": sorted({names[2] for names in loaded}),
        "actions": [action.id for action in ACTIONS],
        "menus": [action.objectName() for menu in window.findChildren(QMenu) for action in menu.actions()],
        "settings": [*SETTINGS],
        "panels": [panel.id for panel in PANELS] + [dock.objectName() for dock in window.findChildren(QDockWidget)],
        "keys": [key for action in ACTIONS for key in action.shortcuts],
        "pages": [pages.tabText(place) for place in range(pages.count())],
    }), flush=True)

sys.exit(run(Options(), started=look))
"""


def off(*names: str) -> dict[str, str]:
    return {HANDED_DOWN: handed_down(PluginChoices(off=frozenset(names)))}


@pytest.mark.parametrize("name", OURS)
def test_the_window_opens_without_it_and_loads_nothing_of_it(name: Any, tmp_path: Path):
    done = python("-c", WINDOW, site=tmp_path, cwd=tmp_path, **off(name))
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    plugin = describe(name, OURS[name])
    assert name not in found["plugins"]
    assert not {part.id for part in plugin.actions} & {*found["actions"], *found["menus"]}
    assert not {part.id for part in plugin.settings} & {*found["settings"]}
    assert not {part.title for part in plugin.model_pages} & {*found["pages"]}
    assert not {part.id for part in plugin.panels} & {*found["panels"]}
    own = {key for action in ACTIONS if action.id in {part.id for part in plugin.actions} for key in action.shortcuts}
    assert not own & {*found["keys"]}


def test_the_window_opens_without_any(tmp_path: Path):
    done = python("-c", WINDOW, site=tmp_path, cwd=tmp_path, **off(*OURS))
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["plugins"] == []


@pytest.mark.parametrize("name", OURS)
def test_its_commands_are_listed_only_if_they_are_fixed_and_end_with_2(name: Any, tmp_path: Path):
    listed = textscanner("--help", site=tmp_path, cwd=tmp_path, **off(name))
    usual = textscanner("--help", site=tmp_path, cwd=tmp_path)
    for part in describe(name, OURS[name]).commands:
        assert f"\n  {part.id} " in usual.stdout
        assert (f"\n  {part.id} " in listed.stdout) == part.is_fixed
        for arguments in ((part.id,), (part.id, "--help"), (part.id, "a", "b")):
            done = textscanner(*arguments, site=tmp_path, cwd=tmp_path, **off(name))
            assert (done.returncode, done.stdout) == (2, "")
            assert "switched off in Settings › Plug-ins" in done.stderr


@pytest.mark.parametrize("name", OURS)
def test_it_is_switched_off_and_on_by_the_command(name: Any, tmp_path: Path):
    def state() -> str:
        rows = json.loads(textscanner("plugins", "--json", site=tmp_path, cwd=tmp_path).stdout)
        return next(row["state"] for row in rows if row["id"] == name)

    assert state() == "on"
    assert textscanner("plugins", "off", name, site=tmp_path, cwd=tmp_path).returncode == 0
    assert state() == "off"
    assert textscanner("plugins", "on", name, site=tmp_path, cwd=tmp_path).returncode == 0
    assert state() == "on"


def test_a_folder_that_has_the_name_of_a_command_that_is_off_is_opened(tmp_path: Path):
    (tmp_path / "prune").mkdir()
    change_choices(lambda choices: choices.with_off("pruning", is_ours=True))
    done = textscanner("prune", "--theme", "none", site=tmp_path, cwd=tmp_path)
    assert "theme" in done.stderr and "switched off" not in done.stderr
