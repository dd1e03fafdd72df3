"""The look at crops in a process of its own tells what reads better turned, and nothing else."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.bulk.turned_crops import TurnedCrops
from core.labels.formats.turned_crops import TurnedJob
from core.runs.bundled import model_path

pytestmark = pytest.mark.long


def test_crop_that_is_upside_down_is_told(qtbot: QtBot, tmp_path: Path):
    picture = np.full((50, 160, 3), 255, np.uint8)
    cv2.putText(picture, "HOUSE", (10, 40), cv2.FONT_HERSHEY_DUPLEX, 1.2, (0, 0, 0), 2)
    cv2.imwrite(str(tmp_path / "turned.png"), picture[::-1, ::-1])
    (tmp_path / "turned.json").write_text('{"shapes": [], "text": "HOUSE", "schema": 1}')
    told: list[tuple[str, ...]] = []
    parent = QObject()
    look = TurnedCrops(TurnedJob(tmp_path, ("turned.png",), model_path("reader")), told.append, parent)
    qtbot.waitUntil(lambda: not look.is_busy, timeout=120_000)
    assert told == [("turned.png",)]


def test_look_that_fails_is_silent(qtbot: QtBot, tmp_path: Path):
    told: list[tuple[str, ...]] = []
    parent = QObject()
    look = TurnedCrops(TurnedJob(tmp_path, ("a.png",), tmp_path / "gone.keras"), told.append, parent)
    qtbot.waitUntil(lambda: not look.is_busy, timeout=120_000)
    assert told == []
    assert look.refusal
