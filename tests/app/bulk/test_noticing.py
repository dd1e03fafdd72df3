"""Labels of other programs are noticed once the folder is listed, and not again once a person has dismissed them."""

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.bulk.noticing import Noticing
from app.project.catalog import Catalog
from app.project.memory import ProjectMemory
from app.project.workspace import Workspace
from core.labels.formats import finding
from core.project.project import Project


@pytest.fixture
def unlabelled(project_folder: Path) -> Path:
    """The project without its labels, which are in a list now."""
    names = [path.with_suffix(".png").name for path in project_folder.glob("word*.json")]
    for name in names:
        (project_folder / name).with_suffix(".json").unlink()
    lines = "".join(json.dumps({"file": name, "text": "new"}) + "\n" for name in names)
    (project_folder / "val.jsonl").write_text(lines, encoding="utf-8")
    return project_folder


class Bench:
    """A part with what it needs; opens projects as a session does."""

    def __init__(self, workspace: Workspace, qtbot: QtBot, owner: QObject) -> None:
        self.workspace, self.qtbot = workspace, qtbot
        self.catalog = Catalog(workspace, owner)
        self.noticing = Noticing(workspace, self.catalog, ProjectMemory(workspace, owner), owner, soon=0)

    def open(self, folder: Path | None) -> None:
        self.workspace.project = None if folder is None else Project.open(folder)
        self.catalog.open(self.workspace.project)
        self.workspace.project_changed.emit()

    def found(self) -> list[tuple[str, int]]:
        return [(each.names[0], each.labels) for each in self.noticing.found]


@pytest.fixture
def bench(workspace: Workspace, qtbot: QtBot, owner: QObject) -> Bench:
    return Bench(workspace, qtbot, owner)


def test_list_in_the_folder_is_noticed_until_another_project_is_open(bench: Bench, unlabelled: Path):
    bench.open(unlabelled)
    bench.qtbot.waitUntil(lambda: bench.found() == [("val.jsonl", 8)])
    bench.open(None)
    assert bench.found() == []


def test_lists_are_looked_for_once_no_image_follows_another_any_more(bench: Bench, unlabelled: Path, owner: QObject):
    switching = bench.workspace.switching
    switching.is_picture_shown = True
    switching.later(lambda: None, bench.workspace.image_changed, parent=owner)
    bench.open(unlabelled)
    for _ in range(50):
        with switching.under_way():
            bench.workspace.image_changed.emit()
        bench.qtbot.wait(20)
    assert bench.found() == []
    bench.qtbot.waitUntil(lambda: bench.found() == [("val.jsonl", 8)])


def test_dismissed_list_stays_dismissed_and_another_one_is_told(bench: Bench, unlabelled: Path):
    bench.open(unlabelled)
    bench.qtbot.waitUntil(lambda: bool(bench.found()))
    bench.noticing.dismiss(*bench.noticing.found)
    assert bench.found() == []
    (unlabelled / "words.txt").write_text("word_00001.png\tnew\n", encoding="utf-8")
    bench.open(None)
    bench.open(unlabelled)
    bench.qtbot.waitUntil(lambda: bench.found() == [("words.txt", 1)])


def test_imported_list_is_told_no_more(bench: Bench, unlabelled: Path):
    bench.open(unlabelled)
    bench.qtbot.waitUntil(lambda: bool(bench.found()))
    images = tuple(path.name for path in unlabelled.glob("*.png"))
    for name in images:
        (unlabelled / name).with_suffix(".json").write_text("{}")
    bench.workspace.labels_written.emit(images)
    bench.qtbot.waitUntil(lambda: bench.found() == [])


@pytest.mark.parametrize("is_looked_into", [False, True])
def test_list_copied_into_the_open_folder_is_noticed_until_it_goes(
    bench: Bench, unlabelled: Path, is_looked_into: bool, monkeypatch: pytest.MonkeyPatch
):
    path = unlabelled / "val.jsonl"
    aside = path.rename(unlabelled / "aside")

    def copied_meanwhile(root: Path, progress: Any, look: Any = finding.foreign_labels):
        aside.rename(path)
        return look(root, progress)

    with monkeypatch.context() as patched:
        if is_looked_into:
            patched.setattr(finding, "foreign_labels", copied_meanwhile)
        bench.open(unlabelled)
        if not is_looked_into:
            bench.qtbot.waitUntil(lambda: not bench.catalog.is_listing and not bench.workspace.background.jobs)
            aside.rename(path)
        bench.qtbot.waitUntil(lambda: bench.found() == [("val.jsonl", 8)])
    path.unlink()
    bench.qtbot.waitUntil(lambda: bench.found() == [])
