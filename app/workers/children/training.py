"""The child process of a training: sends events to all windows, and passes their messages to the training."""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time
from dataclasses import replace
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess

from app.workers.child import Channel
from app.workers.messages import Pause, ProfileSteps, Refused, Resume, Watch
from app.workers.tensorflow import load_tensorflow
from core.base.errors import RunError, Sentence
from core.model.training.control import Control
from core.runs.config import TrainConfig
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Failed,
    Finished,
    Followed,
    LayersTraced,
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
_LOST = 3  # exit status of a worker that has lost another
_SETTLE = 5.0  # seconds for a worker to end that has said why
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
    others = LocalWorkers(config, control)
    try:
        for event in train(config, control):
            teller.tell(others.explained(event) if isinstance(event, Failed) else event)
    except RunError as error:
        channel.send(Refused(str(error)), keep="end")


class LocalWorkers:
    """Those of several workers that are on this machine: started with worker 0, and ended with it.

    Where one of them ends, the training ends, too: worker 0 would wait for it.
    """

    def __init__(self, config: TrainConfig, control: Control) -> None:
        self._control = control
        self._ended: list[Failed] = []
        self._watches: list[threading.Thread] = []
        context = get_context("spawn")
        for index, text in enumerate(config.workers):
            if index and Address.parse(text).is_loopback:
                hears, says = context.Pipe(duplex=False)
                own = config.model_copy(update={"index": index})
                process = context.Process(target=follow, args=(own, says), name=f"worker {index}", daemon=True)
                process.start()
                says.close()
                watch = threading.Thread(target=self._watch, args=(process, index, hears), name="watch", daemon=True)
                watch.start()
                self._watches.append(watch)

    def explained(self, event: Failed) -> Failed:
        """Return worker 0's failure, or that of the worker which has led to it."""
        if event.kind == "worker":  # told as soon as a connection is closed; the process ends a little later
            for watch in self._watches:
                watch.join(_SETTLE)
        own = [failed for failed in self._ended if failed.kind != "worker" or event.kind == "other"]
        return replace(event, message=own[0].message, kind=own[0].kind) if own else event

    def _watch(self, process: BaseProcess, index: int, hears: Connection) -> None:
        process.join()
        if process.exitcode in {0, _LOST}:
            return
        said = Sentence("Worker {index} has ended with {code}.", index=index, code=process.exitcode)
        failed = Failed(0, said, "worker")
        with contextlib.suppress(EOFError, OSError):
            failed = hears.recv()
        self._ended.append(failed)
        self._control.stop()


def follow(config: TrainConfig, says: Connection) -> None:
    """Be one of several workers, in a process of its own that never outlives the one that has started it.

    Parameters
    ----------
    says : Connection
        Where the process says why it has failed.
    """
    threading.Thread(target=_end_with_parent, name="parent", daemon=True).start()
    load_tensorflow()
    from core.model.training.training import train  # noqa: PLC0415  imports TensorFlow

    status = 1
    try:
        for event in train(config):
            match event:
                case Warned():
                    _print(f"worker {config.index}: {event.message}")
                case Failed():
                    _print(f"worker {config.index}: {event.message}")
                    if event.kind == "worker":  # another is the cause
                        status = _LOST
                    else:
                        says.send(event)
                case Followed():
                    _print(f"worker {config.index}: followed to step {event.step}, weights {event.weights}")
                    status = 0
                case _:
                    pass
    except RunError as error:
        _print(f"worker {config.index}: {error}")
        says.send(Failed(0, str(error), "other"))
    sys.stderr.flush()
    os._exit(status)  # TensorFlow would wait for workers that are gone


def _end_with_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(1)


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
