"""The child process of a training: sends events to all windows, and passes their messages to the training."""

from __future__ import annotations

import os
import sys
import threading
import time
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess

from app.workers.child import Channel
from app.workers.messages import Pause, ProfileSteps, Refused, Resume, Watch
from app.workers.tensorflow import load_tensorflow
from core.base.errors import RunError
from core.model.training.control import Control
from core.runs.config import TrainConfig
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Failed,
    Finished,
    Followed,
    Paused,
    Profiled,
    Resumed,
    Started,
    Step,
    ValidationDone,
    Warned,
)
from core.team.addresses import Address

LOG = "log.txt"
"""Name of the log of the process in the run's folder."""

_GRACE = 900.0  # seconds for the step, the validation and the checkpoint that are being made when nobody is left
_WARNINGS = 100  # that are told again to windows that come later


def main(channel: Channel, config: TrainConfig) -> None:
    """Train a run; the argument of `app.workers.process.Worker.start` is the configuration."""
    channel.grace = _GRACE
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "1")  # warnings and errors belong in the log
    control = Control()
    threading.Thread(target=_steer, args=(channel, control), name="steer", daemon=True).start()
    load_tensorflow()
    from core.model.training.training import train  # noqa: PLC0415  imports TensorFlow

    teller = _EventSender(channel)
    begin_others(config, control)
    try:
        for event in train(config, control):
            teller.tell(event)
    except RunError as error:
        channel.send(Refused(str(error)), keep="end")


def begin_others(config: TrainConfig, control: Control) -> None:
    """Start those of several workers that are on this machine; the training ends where one of them cannot begin."""
    for index, text in enumerate(config.workers):
        if index and Address.parse(text).is_loopback:
            process = get_context("spawn").Process(
                target=follow, args=(config.model_copy(update={"index": index}),), name=f"worker {index}", daemon=True
            )
            process.start()
            threading.Thread(target=_watch, args=(process, index, control), name="watch", daemon=True).start()


def follow(config: TrainConfig) -> None:
    """Be one of several workers, in a process of its own that never outlives the one that has started it."""
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    load_tensorflow()
    from core.model.training.training import train  # noqa: PLC0415  imports TensorFlow

    status = 1
    try:
        for event in train(config):
            match event:
                case Warned() | Failed():
                    _print(f"worker {config.index}: {event.message}")
                case Followed():
                    _print(f"worker {config.index}: followed to step {event.step}, weights {event.weights}")
                    status = 0
                case _:
                    pass
    except RunError as error:
        _print(f"worker {config.index}: {error}")
    sys.stderr.flush()
    os._exit(status)  # TensorFlow would wait for workers that are gone


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


def _watch(process: BaseProcess, index: int, control: Control) -> None:
    process.join()
    if process.exitcode:  # worker 0 would wait for it
        _print(f"worker {index} has ended with {process.exitcode}")
        control.stop()


def _steer(channel: Channel, control: Control) -> None:
    for message in channel:
        match message:
            case Pause():
                control.pause()
            case Resume():
                control.resume()
            case Watch(images, layer):
                control.watch(images, layer)
            case ProfileSteps(steps):
                control.profile(steps)
    control.stop()


class _EventSender:
    """Sends events to the windows, and keeps those that a later window has to know."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self._warnings = 0

    def tell(self, event: Event) -> None:
        self._channel.send(event, keep=self._kept(event))
        match event:
            case Started():
                self._channel.move_log(event.run / LOG)
                _print(f"started at step {event.step} of {event.steps} on {event.device}")
            case Warned():
                _print(event.message)
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
