"""The robot finds nothing. A seed that did is named in the failure: `-k` and ROBOT_SEED do it again."""

import gc
import os
import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot
from support.processes.fake_client import FakeClient
from support.words.synthetic_project import synthetic_project

from app.actions.action import LayoutName
from app.editing.tools import TOOLS
from app.session import Session
from app.settings.settings import Settings
from app.views.main_window.window import MainWindow
from core.base.images import image_size
from core.labels.edits import edits
from core.labels.files.storage import label_path, read_label, write_label
from tests.robot.robot import Robot, dialogs

EVENTS = int(os.environ.get("ROBOT_EVENTS", "2000"))
SLOW_SEEDS, SLOW_EVENTS = 20, 10_000
FIRST_SEED = int(os.environ.get("ROBOT_SEED", "52"))


@pytest.fixture(autouse=True)
def garbage_is_collected_here() -> Iterator[None]:
    """As in the window: a cycle with a widget in it must not be collected by a background thread."""
    gc.disable()
    yield
    gc.collect()
    gc.enable()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Words that a person has reviewed, words with a label, and words without one."""
    folder = synthetic_project(tmp_path / "words", 12)
    for number, image in enumerate(sorted(folder.rglob("*.png"))):
        path = label_path(image)
        if number % 3 == 0:
            file = read_label(path)
            write_label(path, edits.mark_reviewed(file.label, datetime.now(UTC)), image_size(image), file)
        elif number % 3 == 2:
            path.unlink()
    return folder


@pytest.fixture
def window(qtbot: QtBot, tmp_path: Path, folder: Path) -> Iterator[MainWindow]:
    session = Session(
        Settings(tmp_path / "settings.json"),
        prediction_client=FakeClient("", tmp_path / "prediction.log"),
        training_entry="support.processes.quick_entry",
        check_entry="support.processes.quick_entry",
        adopting_entry="support.processes.quick_entry",
    )
    session.open(folder)
    qtbot.waitUntil(
        lambda: session.editor.loaded is not None and not session.catalog.is_listing and not session.catalog.is_reading
    )
    window = MainWindow(session)
    window.resize(1440, 900)
    window.show()
    qtbot.waitExposed(window)
    session.project_changed.emit()
    window.activateWindow()
    yield window
    QGuiApplication.clipboard().clear()  # copied characters would be deleted after Python: Qt keeps them to its end
    window.hide()
    window.deleteLater()
    QApplication.processEvents()
    session.shutdown()


def work(window: MainWindow, seed: int, events: int) -> list[str]:
    print(f"robot: seed {seed}, {events:,} events", flush=True)
    robot, began = Robot(window, window.session, seed), time.monotonic()
    findings = robot.run(events)
    print(f"{events / (time.monotonic() - began):.1f} events a second; reached:")
    print(*(f"{what}: {_counts(reached)}" for what, reached in robot.reached.items()), sep="\n", flush=True)
    if events >= 2000:
        missed = {*dialogs()} - {*robot.reached["dialogs"]}
        assert not missed, f"dialogs that were not opened: {', '.join(sorted(missed))}"
        assert {*robot.reached["layouts"]} >= {*get_args(LayoutName)}
        assert {*robot.reached["tools"]} >= {
            tool.id for tool in TOOLS if window.action_set.action(f"tool.{tool.id}").isEnabled()
        }
    return findings


def _counts(reached: Counter[str]) -> str:
    return f"{len(reached)} ({', '.join(f'{name} {count}' for name, count in reached.most_common())})"


def test_random_keys_and_clicks_harm_no_label(window: MainWindow):
    findings = work(window, FIRST_SEED, EVENTS)
    assert not findings, "\n".join(findings)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(1, SLOW_SEEDS + 1))
def test_200_000_random_keys_and_clicks_harm_no_label(window: MainWindow, seed: Any):
    findings = work(window, seed, SLOW_EVENTS)
    assert not findings, "\n".join(findings)
