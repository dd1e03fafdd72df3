"""The child process of a training, which sends events to all windows and passes their messages to the training."""

from __future__ import annotations

import os
import sys
import threading
import time

from app.workers.child import Channel
from app.workers.messages import LetGo, Pause, ProfileSteps, Refused, Resume, StopTraining, WatchImages
from app.workers.tensorflow import load_backend
from core.base.errors import RunError
from core.model.training.control import Control
from core.runs.config import TrainConfig
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Failed,
    Finished,
    LayersTraced,
    Paused,
    Profiled,
    Resumed,
    Started,
    Step,
    ValidationDone,
    Warned,
)

LOG = "log.txt"  # name of the log of the process in the run's folder

_GRACE = 900.0  # seconds for the step, the validation and the checkpoint that are being made when nobody is left
_ANSWERING = 180.0  # seconds after the end of the training: by then the process that predicts has loaded its model
_WARNINGS = 100  # that are reported again to windows that come later


def main(channel: Channel, config: TrainConfig) -> None:
    """Train a run, whose configuration is the argument of `app.workers.process.Worker.start`."""
    channel.grace = _GRACE
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")  # warnings and errors belong in the log
    control = Control(answering=_ANSWERING)
    threading.Thread(target=_steer, args=(channel, control), name="steer", daemon=True).start()
    reporter = _EventSender(channel)
    try:
        load_backend(config)
        from core.model.training.training import train  # imports what computes

        for event in train(config, control):
            reporter.report(event)
    except RunError as error:
        channel.send(Refused(str(error)), keep="end")


def _steer(channel: Channel, control: Control) -> None:
    for message in channel:
        match message:
            case Pause():
                control.pause()
            case Resume():
                control.resume()
            case WatchImages(images, layer):
                control.watch(images, layer)
            case ProfileSteps(steps):
                control.profile(steps)
            case StopTraining():
                control.stop()
            case LetGo():
                control.let_go()
    control.stop()
    control.let_go()


class _EventSender:
    """Sends events to the windows, and keeps those that a later window has to know."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._warnings = 0

    def report(self, event: Event) -> None:
        self._channel.send(event, keep=self._kept(event))
        match event:
            case Started():
                self._channel.move_log(event.run / LOG)
                _print(f"started at step {event.step} of {event.steps} on {event.device}")
            case Warned():
                _print(event.message)
            case LayersTraced():
                _print(f"what each layer gave in step {event.step}, run operation by operation\n{event.table}")
            case Failed():
                _print(f"{event.message}\n{event.details}".rstrip())
            case Finished():
                _print(f"finished at step {event.step} ({event.reason})")
            case _:
                pass

    def _kept(self, event: Event) -> str:
        match event:
            case Warned():
                self._warnings += 1
                return f"warning {self._warnings}" if self._warnings <= _WARNINGS else ""
            case Paused() | Resumed():
                return "pause"
            case Finished() | Failed():
                return "end"
            case Started() | Compiling() | Step() | ValidationDone() | CheckpointSaved() | Profiled():
                return type(event).__name__
            case _:
                return ""  # a prediction is large, and the next one comes soon


def _print(line: str) -> None:
    print(f"{time.strftime('%Y-%m-%d %H:%M:%S')} {line}", file=sys.stderr)
