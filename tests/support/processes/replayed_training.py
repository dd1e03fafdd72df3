"""A child process that trains nothing, for tests of the window's side: it tells what a training would, at once.

The configuration's `seed` says what is to go wrong: 1 is refused, 2 fails, 3 crashes, 4 leaves without a word,
5 loses another worker, and goes on once it is resumed, 6 waits in the second fold of a cross-check until it is stopped,
and goes on once it is resumed, 7 predicts what is watched after its end, until it is let go.
"""

import os
import threading
from typing import Any

from app.workers.child import Channel
from app.workers.messages import LetGo, Pause, Refused, Resume, StopTraining, WatchImages
from core.charset import Charset
from core.labels.maps.spec import MapSpec
from core.model.training.control import Control
from core.runs import folder as run_folder
from core.runs.config import TrainConfig
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Failed,
    Finished,
    Paused,
    Prediction,
    Resumed,
    Started,
    Step,
    ValidationDone,
    Warned,
)
from core.runs.spec import NetworkSpec
from tests.support.words.maps import unread_maps

STEP_SECONDS = 0.005
SPEC = NetworkSpec.of("small", Charset(tuple("ab")), MapSpec(height=32, width=64, max_length=4))


def main(channel: Channel, config: TrainConfig) -> None:
    config = config.resolved()
    control = Control()
    threading.Thread(target=_steer, args=(channel, control), daemon=True).start()
    if config.seed == 1:
        channel.send(Refused(f"{config.run}: not possible. Do something else."), keep="end")
        return
    folder = run_folder.open_existing(config)[0] if config.resume else run_folder.create(config)
    folder.lock()
    done = max((int(line["step"]) for line in folder.lines()), default=0)
    steps, batch = config.steps or 0, config.batch or 0
    started = Started(config.run, done, steps, SPEC.to_dict(), 1, "CPU", "float32", batch, 8, 2, 0, 1 << 30, None)
    channel.send(started, keep="Started")
    channel.send(Warned("Something to know.", "data"), keep="warning 1")
    channel.send(Compiling("training step", 0.0))
    channel.send(Compiling("training step", 0.1, done=True))
    while done < steps and not control.stopped:
        _obey(channel, control, done)
        done += 1
        losses = {"loss": 1 / done, "localization": 0.5 / done}
        folder.append({"kind": "step", "step": done, **losses, "learning_rate": 0.1, "seconds": 0.01 * done})
        channel.send(Step(done, steps, losses, 0.1, 1.0, 100.0, None), keep="Step")
        if done == 2 and config.seed == 2:
            channel.send(Failed(done, "Step 2: not a finite number. Lower learning_rate.", "not_finite"), keep="end")
            return
        if done == 2 and config.seed == 3:
            raise MemoryError("no more")
        if done == 2 and config.seed == 4:
            os._exit(7)
        if done == 3:
            _validate(channel, folder)
            while config.seed == 6 and (config.fold or (0,))[0] == 1 and not (config.resume or control.stopped):
                threading.Event().wait(STEP_SECONDS)
        threading.Event().wait(STEP_SECONDS)
    (folder.model).write_bytes(b"model")
    folder.write_json(folder.model_facts, {"step": done, "metrics": {"word_accuracy": 0.5}})
    reason: Any = "stopped" if done < steps else "steps"
    channel.send(Finished(done, reason, folder.model, done, {"word_accuracy": 0.5}, 1.0), keep="end")
    folder.unlock()
    while config.seed == 7 and control.wait_for_watched(10.0):
        _predict(channel, control, done)


def _steer(channel: Channel, control: Control) -> None:
    for message in channel:
        match message:
            case Pause():
                control.pause()
            case Resume():
                control.resume()
            case WatchImages(images):
                control.watch(images)
            case StopTraining():
                control.stop()
            case LetGo():
                control.let_go()
    control.stop()
    control.let_go()


def _obey(channel: Channel, control: Control, done: int) -> None:
    _predict(channel, control, done)
    if not control.paused:
        return
    channel.send(Paused(done), keep="pause")
    while control.paused:
        control.wait()
        _predict(channel, control, done)
    channel.send(Resumed(done), keep="pause")


def _predict(channel: Channel, control: Control, done: int) -> None:
    for image in control.take_watched() or ():
        channel.send(Prediction(done, str(image), unread_maps()))


def _validate(channel: Channel, folder: run_folder.RunFolder) -> None:
    metrics = {"word_accuracy": 0.25}
    folder.append({"kind": "validation", "step": 3, "losses": {"loss": 2.0}, "metrics": metrics, "best": True})
    channel.send(ValidationDone(3, {"loss": 2.0}, metrics, 2, 0.1, True), keep="ValidationDone")
    checkpoint = folder.checkpoints / "step_00000003"
    checkpoint.mkdir(parents=True, exist_ok=True)
    channel.send(CheckpointSaved(3, checkpoint, True), keep="CheckpointSaved")
