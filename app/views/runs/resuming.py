"""Going on with a run: how much longer, if its time is limited."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog, QWidget

from app.language.figures import clock
from app.language.languages import translate
from app.training.training import Training
from core.runs.info import RunInfo

_LONGEST = 1e6  # minutes


def resume(training: Training, info: RunInfo, parent: QWidget) -> None:
    """Go on with a run from its last checkpoint. Asks for more time first if the run has a time limit."""
    limit = None if info.config is None else info.config.minutes
    if limit is None:
        training.go_on(info)
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
    dialog.doubleValueSelected.connect(lambda more: training.go_on(info, minutes=info.seconds / 60 + more))
    dialog.open()
