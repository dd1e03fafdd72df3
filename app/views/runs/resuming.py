"""Resuming a run, with questions about the backend if its own is missing, and about the time if it is limited."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QMessageBox, QWidget

from app.language.figures import clock
from app.language.languages import translate
from app.training.training import Training
from app.widgets.boxes import MessageBox, without_icons
from core.runs.backends import INSTALLING, NAMES, installed_version
from core.runs.info import RunInfo

_LONGEST = 1e6  # minutes


def resume(training: Training, info: RunInfo, parent: QWidget) -> None:
    """Resume a run from its last checkpoint.

    Asks first if the run began on a backend that is not installed here, and for more time if it has a time limit.
    """
    backend = "auto" if info.config is None else info.config.backend
    if backend == "auto" or installed_version(backend) is not None:
        _ask_for_time(training, info, parent)
        return
    text = translate("Resuming", "{run} was trained with {backend}, which is not installed here.")
    box = MessageBox(
        QMessageBox.Icon.Question,
        translate("Resuming", "Resume the training"),
        text.format(run=info.name, backend=NAMES[backend]),
        parent=parent,
    )
    further = translate(
        "Resuming",
        "Its checkpoints work with each backend. Another backend is the first that sees a GPU, or else TensorFlow. To "
        "install {backend}, type: {command}",
    )
    box.setInformativeText(further.format(backend=NAMES[backend], command=INSTALLING[backend]))
    yes = box.addButton(translate("Resuming", "Go on with another backend"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    yes.clicked.connect(lambda: _ask_for_time(training, info, parent, backend="auto"))
    without_icons(box)
    box.open()


def _ask_for_time(training: Training, info: RunInfo, parent: QWidget, **changes: Any) -> None:
    limit = None if info.config is None else info.config.minutes
    if limit is None:
        training.go_on(info, **changes)
        return
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
    dialog.setWindowTitle(translate("Resuming", "Resume the training"))
    text = translate(
        "Resuming", "{run} has trained for {spent}; its time limit is {limit}.\nTrain for how many more minutes?"
    )
    dialog.setLabelText(text.format(run=info.name, spent=clock(info.seconds), limit=clock(60 * limit)))
    dialog.setDoubleDecimals(1)
    dialog.setDoubleRange(0.1, _LONGEST)
    dialog.setDoubleValue(min(max(limit, 1.0), _LONGEST))
    dialog.setOkButtonText(translate("Resuming", "Resume"))
    dialog.doubleValueSelected.connect(lambda more: training.go_on(info, minutes=info.seconds / 60 + more, **changes))
    dialog.open()
