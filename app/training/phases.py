"""The phases of a training before and between its steps, in words and with their times."""

from __future__ import annotations

import time

from app.language.figures import clock
from app.language.languages import translate
from app.language.sentences import translated
from core.runs.events import Compiling
from core.runs.state import TrainingState


class Phases:
    """Measures the phases of one training after the other for a widget."""

    def __init__(self) -> None:
        self._phase = ""
        self._since = time.monotonic()

    def passed(self, phase: str) -> float:
        """Return the seconds since a phase has begun, which it does at the first call with its name."""
        if phase != self._phase:
            self._phase, self._since = phase, time.monotonic()
        return time.monotonic() - self._since

    def said(self, state: TrainingState) -> str:
        """Return the phase with its time, as in "building the network 0:12", or "" during the steps."""
        compiling = state.compiling
        if compiling is not None:
            what = translated(compiling.doing) or _words(compiling)
            seconds = max(compiling.seconds, self.passed(compiling.what))
            return translate("ProgressBar", "{what} {time}").format(what=what, time=clock(seconds))
        if state.phase == "starting":
            return translate("ProgressBar", "starting {time}").format(time=clock(self.passed("starting")))
        self.passed("")
        return ""


def _words(compiling: Compiling) -> str:
    return {
        "check of the images": translate("ProgressBar", "checking the images"),
        "meeting of the workers": translate("ProgressBar", "waiting for worker {workers}").format(
            workers=compiling.missing
        ),
        "trial of the precision": translate("ProgressBar", "testing once which precision is faster on this computer"),
        "network": translate("ProgressBar", "building the network"),
        "training step": translate("ProgressBar", "compiling the training step"),
        "validation": translate("ProgressBar", "compiling the validation"),
        "prediction": translate("ProgressBar", "compiling the prediction"),
    }[compiling.what]
