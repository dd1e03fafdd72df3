"""Resuming a run, with questions about the backend if its own is missing, and about its length if a limit ends it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QInputDialog, QMessageBox, QWidget

from app.language.figures import agreeing, clock
from app.language.languages import translate
from app.training.going_on import choices_for_more, limit_to_raise, usual_addition
from app.training.training import Training
from app.widgets.boxes import MessageBox, without_icons
from core.runs.backends import INSTALLING, NAMES, installed_version, unusable
from core.runs.info import Limit, RunInfo

_LONGEST = 1e6  # minutes
_MOST = 100_000_000  # steps or validations


def resume(training: Training, info: RunInfo, parent: QWidget, *, is_longer: bool = False) -> None:
    """Resume a run from its last checkpoint.

    Asks first if the run began on a backend that is not installed here, or is too old. Asks by how much it is to be
    longer if it has reached a limit, has a time limit, or `is_longer`.
    """
    backend = "auto" if info.config is None else info.config.backend
    if backend == "auto" or unusable(backend) is None:
        _ask_for_length(training, info, parent, is_longer=is_longer)
        return
    text = translate("Resuming", "{run} was trained with {backend}, which is not installed here.")
    if installed_version(backend) is not None:
        text = translate("Resuming", "{run} was trained with {backend}, which is installed here in too old a version.")
    box = MessageBox(
        QMessageBox.Icon.Question,
        translate("Resuming", "Resume the training"),
        text.format(run=info.name, backend=NAMES[backend]),
        parent=parent,
    )
    further = translate(
        "Resuming",
        "Its checkpoints work with every backend. The other backend is the first that sees a GPU, or else "
        "TensorFlow. To install {backend}, type: {command}",
    )
    box.setInformativeText(further.format(backend=NAMES[backend], command=INSTALLING[backend]))
    yes = box.addButton(translate("Resuming", "Go on with another backend"), QMessageBox.ButtonRole.AcceptRole)
    box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(QMessageBox.StandardButton.Cancel)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    yes.clicked.connect(lambda: _ask_for_length(training, info, parent, is_longer=is_longer, backend="auto"))
    without_icons(box)
    box.open()


def _ask_for_length(training: Training, info: RunInfo, parent: QWidget, *, is_longer: bool, **changes: Any) -> None:
    limit = limit_to_raise(info)
    is_longer = is_longer or info.reached is not None
    if info.config is None or not (is_longer or limit == "minutes"):
        training.go_on(info, **changes)
        return
    dialog = QInputDialog(parent)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    title = translate("Resuming", "Train longer") if is_longer else translate("Resuming", "Resume the training")
    dialog.setWindowTitle(title)
    dialog.setLabelText(_question(info, limit, dialog))
    usual = usual_addition(info)

    def go_on(more: float) -> None:
        training.go_on(info, **choices_for_more(info, more), **changes)

    if limit == "minutes":
        dialog.setInputMode(QInputDialog.InputMode.DoubleInput)
        dialog.setDoubleDecimals(1)
        dialog.setDoubleRange(0.1, _LONGEST)
        dialog.setDoubleValue(min(max(usual, 1.0), _LONGEST))
        dialog.doubleValueSelected.connect(go_on)
    else:
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(1, _MOST)
        dialog.setIntValue(min(round(usual), _MOST))
        dialog.intValueSelected.connect(go_on)
    dialog.setOkButtonText(translate("Resuming", "Train longer") if is_longer else translate("Resuming", "Resume"))
    dialog.open()
    for buttons in dialog.findChildren(QDialogButtonBox):  # which the dialog makes as it opens
        without_icons(buttons)


def _question(info: RunInfo, limit: Limit, dialog: QWidget) -> str:
    """Say how long the run has trained and how it goes on, and ask for more."""
    config, number = info.config, dialog.locale().toString
    same = translate("Resuming", "It goes on from its last checkpoint, with the same choices.")
    if config is not None and limit == "minutes":
        had = translate("Resuming", "{run} has trained for {spent}; its time limit is {limit}.")
        had = had.format(run=info.name, spent=clock(info.seconds), limit=clock(60 * (config.minutes or 0)))
        asked = translate("Resuming", "Train for how many more minutes?")
    elif limit == "patience":
        had = translate(
            "Resuming", "{run} has ended after {count} {count:|validation|validations} in a row without a better model."
        )
        had = agreeing(had, run=info.name, count=info.waiting)
        asked = translate("Resuming", "Allow how many more validations without a better model?")
    else:
        had = translate("Resuming", "{run} has reached step {step} of {steps}.")
        had = had.format(run=info.name, step=number(info.step), steps=number(info.steps))
        asked = translate("Resuming", "Train for how many more steps?")
    return f"{had}\n{same}\n{asked}"
