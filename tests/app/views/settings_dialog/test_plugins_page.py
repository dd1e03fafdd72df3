"""Settings › Plug-ins: one of others is switched on after a question, and holds from the next start on."""

import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox
from pytestqt.qtbot import QtBot
from support.plugins import install_plugin

from app.session import Session
from app.views.settings_dialog.plugins import PluginsPage
from core.base.plugins.choices import read_choices


@pytest.fixture
def page(qtbot: QtBot, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PluginsPage:
    """The page, once it has listed a plug-in that is installed and off."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    site = tmp_path / "site"
    install_plugin(site, "strange", "raise RuntimeError('imported')")
    monkeypatch.syspath_prepend(site)
    page = PluginsPage(session)
    qtbot.addWidget(page)
    page.show()
    qtbot.waitUntil(lambda: "strange" in states(page))
    return page


def states(page: PluginsPage) -> dict[str, Qt.CheckState]:
    items = [page.list.topLevelItem(place) for place in range(page.list.topLevelItemCount())]
    return {item.data(0, Qt.ItemDataRole.UserRole): item.checkState(0) for item in items}


def select(page: PluginsPage, name: str) -> None:
    for place in range(page.list.topLevelItemCount()):
        item = page.list.topLevelItem(place)
        if item.data(0, Qt.ItemDataRole.UserRole) == name:
            page.list.setCurrentItem(item)


def answer(monkeypatch: pytest.MonkeyPatch, role: QMessageBox.ButtonRole) -> list[str]:
    """Answer each question by the button of that role. Returns the questions, once they were asked."""
    asked: list[str] = []

    def click(box: QMessageBox) -> int:
        asked.append(box.text())
        next(button for button in box.buttons() if box.buttonRole(button) == role).click()
        return 0

    monkeypatch.setattr(QMessageBox, "exec", click)
    return asked


def test_a_plugin_of_others_is_listed_with_its_package_and_folder_and_nothing_of_it_is_loaded(
    page: PluginsPage, tmp_path: Path
):
    select(page, "strange")
    assert states(page)["strange"] is Qt.CheckState.Unchecked
    assert "more_strange" in page.says.text() and str(tmp_path / "site") in page.says.text()
    assert "more_strange" not in sys.modules


def test_it_is_switched_on_once_the_person_has_agreed(page: PluginsPage, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch):
    asked = answer(monkeypatch, QMessageBox.ButtonRole.AcceptRole)
    page.choose("strange", is_on=True)
    qtbot.waitUntil(lambda: states(page)["strange"] is Qt.CheckState.Checked)
    assert [*read_choices()[0].on] == ["strange"]
    assert "more_strange" in asked[0] and "1.0" in asked[0]
    assert "more_strange" not in sys.modules, "it is loaded by the next start"


def test_it_stays_off_if_the_person_does_not_agree(page: PluginsPage, monkeypatch: pytest.MonkeyPatch):
    answer(monkeypatch, QMessageBox.ButtonRole.RejectRole)
    page.choose("strange", is_on=True)
    assert states(page)["strange"] is Qt.CheckState.Unchecked and not read_choices()[0].on


def test_the_search_of_the_settings_looks_through_the_plugins(page: PluginsPage):
    assert page.search(["more_strange"]) and [*states(page)] == ["strange"]
    assert not page.search(["nothing that is there"])
    assert page.search([]) and "strange" in states(page)
