"""Editors of single choices."""

import pytest
from PySide6.QtWidgets import QComboBox
from pytestqt.qtbot import QtBot

from app.training.table import FIELDS
from app.views.training.editors import ChoiceEditor


def test_a_backend_that_is_not_installed_is_grey_with_the_command(qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("core.runs.backends.installed_version", lambda name: None if name == "torch" else "3.0")
    editor = ChoiceEditor(FIELDS["backend"])
    qtbot.addWidget(editor)
    box = editor.findChild(QComboBox)
    items = {box.itemText(place): box.model().item(place) for place in range(box.count())}
    assert not items["PyTorch"].isEnabled()
    assert "pip install" in items["PyTorch"].toolTip()
    assert items["JAX"].isEnabled() and not items["JAX"].toolTip()


def test_a_backend_that_is_too_old_is_grey_with_the_version_that_is_needed(
    qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("core.runs.backends.installed_version", lambda name: "2.5.1" if name == "torch" else "3.0")
    editor = ChoiceEditor(FIELDS["backend"])
    qtbot.addWidget(editor)
    box = editor.findChild(QComboBox)
    item = box.model().item(box.findText("PyTorch"))
    assert not item.isEnabled() and "2.6 or a newer one is needed" in item.toolTip()
