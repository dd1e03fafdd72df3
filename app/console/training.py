"""The command `textscanner train`, which shows a training in a terminal and keeps its last checkpoint at Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from app.console.options import opened
from app.console.terminal import print_error, print_note, progress_bar, say, stopping
from app.language.figures import clock
from core.base.child_process import python_command
from core.base.errors import RunError, StudioError
from core.base.phrases import number_of
from core.cluster.addresses import from_tf_config
from core.model.training.control import Control
from core.project.label_charset import symbols_used
from core.runs.bundled import BUNDLED, BundledModel
from core.runs.config import TrainConfig, make_config
from core.runs.curves import STARVED
from core.runs.events import (
    CheckpointSaved,
    Compiling,
    Event,
    Failed,
    Finished,
    Followed,
    LayersTraced,
    Prediction,
    Profiled,
    Started,
    Step,
    ValidationDone,
    Warned,
)
from core.runs.files import read_values
from core.runs.fine_tuning import start_of
from core.runs.model_spec import spec_of
from core.runs.profile import Profile, table

_LINE_EVERY = 15.0  # seconds between two progress lines if nothing can be overwritten
_REDRAW_EVERY = 0.2
_ACCURACY = "word_accuracy"


NO_START = "none"  # what `--start` names for random weights


def configured(
    file: Path | None,
    values: dict[str, Any],
    bundled: Sequence[BundledModel] = BUNDLED,
    say: Callable[[str], None] = lambda sentence: None,
) -> TrainConfig:
    """Return a run's configuration: the choices in a file, replaced by those of the command line that are not None.

    If neither chooses a start, the training starts from the bundled model that knows most of the project's
    characters. `say`: is given a sentence on the start. Raises RunError if a choice is unknown or out of bounds.
    """
    given = {key: value for key, value in values.items() if value is not None}
    where = "training"
    if file is not None:
        of_file, where = read_values(file), file.name
        if "loss" in given and isinstance(of_file.get("loss"), dict):  # the file's weights stay
            given["loss"] = of_file["loss"] | {"kind": given["loss"]}
        given = of_file | given
    if str(given.get("start")) == NO_START:
        given["start"] = None
    checked = make_config(given, where)
    if checked.start is not None and "preset" not in given and not checked.resume:
        with suppress(StudioError):  # reported when the training opens its start
            given["preset"] = spec_of(checked.start).preset
            checked = make_config(given, where)
    if not any(model.exists for model in bundled):
        return checked
    try:
        project = opened(checked.folder)
        used = symbols_used(project, project.images().images)
    except StudioError:  # reported when the training reads the folder
        return checked
    start = start_of(given, used, bundled)
    if start.said:
        say(start.said)
    return make_config(given | dict(start.choices), where)


def shared_with(workers: str | None, index: int | None, variable: str | None = None) -> dict[str, Any]:
    """Return the choices `workers` and `index` from a command line, or from TF_CONFIG if it names none.

    `variable`: in place of the environment's TF_CONFIG. Raises RunError if one is given without the other, or TF_CONFIG
    cannot be read.
    """
    variable = os.environ.get("TF_CONFIG") if variable is None else variable
    if workers is None and index is None and variable:
        shared = from_tf_config(variable)
        return {} if shared is None else {"workers": shared[0], "index": shared[1]}
    if (workers is None) != (index is None):
        raise RunError("workers: give --workers and --index together. --index says which of them this process is.")
    return {} if workers is None else {"workers": workers, "index": index}


def train_on_console(config: TrainConfig) -> int:
    """Train, print the progress on standard error, and return the exit status: 0 finished, 1 failed, 2 wrong usage.

    One of several workers does not return: it ends at once, or begins again if it waits for a lost one.
    """
    from core.model.training.training import train  # imports TensorFlow

    control = Control()
    reporter = _EventLines()
    try:
        events = train(config, control)
        with stopping(partial(_stop, control)):
            for event in events:
                reporter.take(event)
    except RunError as error:
        print_error(error)
        return _left(config, 2)
    except KeyboardInterrupt:
        print_error("Stopped. The files written so far are whole.")
        _leave(1)  # TensorFlow's threads would be torn down in the middle of a step
    if reporter.has_lost_worker and config.wait and not control.stopped:
        _begin_anew(config)
    return _left(config, reporter.status)


def _left(config: TrainConfig, status: int) -> int:
    """End the process of one of several workers: TensorFlow would wait for those that are gone."""
    if config.workers:
        _leave(status)
    return status


def _leave(status: int) -> NoReturn:
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(status)


def _begin_anew(config: TrainConfig) -> None:
    """Run the same command in place of this process, whose TensorFlow cannot lose a worker and go on."""
    print_note("Waiting for the lost worker; the run then goes on from its newest checkpoint.")
    again = ["--resume"] if config.index == 0 and "--resume" not in sys.argv else []
    sys.stdout.flush()
    sys.stderr.flush()
    os.execv(sys.executable, python_command("-m", "app", *sys.argv[1:], *again))


def write_preview(config: TrainConfig, path: Path) -> int:
    """Write a picture of the samples that a training with these choices would see, and return the exit status.

    Nothing is trained.
    """
    import cv2  # here and below: a training needs none of them in this process

    from core.base.files import write_atomically
    from core.data.batches.sheet import sheet
    from core.model.training.trainingdata import open_to_look

    config = config.resolved()
    with progress_bar("Looking") as progress:
        data = open_to_look(config, progress)
    for warning in data.warnings:
        print_note(warning)
    with progress_bar("Preparing samples") as progress:
        samples = data.seen(progress=progress)
    spec = data.spec
    heading = (
        f"What training sees: {len(samples)} samples of {config.folder.absolute().name}, "
        f"input {spec.maps.height} × {spec.maps.width}, {100 * (config.synthetic or 0):.0f} % synthetic "
        f"({config.effects}), augmentation {config.augmentation}{', mirrored' if config.flip else ''}, "
        f"seed {config.seed}"
    )
    if config.curriculum:
        heading += "; first half: easy, as at the beginning; second half: at full difficulty"
    picture = sheet(samples, len(spec.charset), heading)
    write_atomically(path, cv2.imencode(".png", picture[:, :, ::-1])[1].tobytes())
    say(path)
    return 0


def _stop(control: Control) -> None:
    print_note("\nStopping after this step; --resume goes on from here. Press Ctrl-C again to stop at once.")
    control.stop()


class _EventLines:
    """Prints events as lines: on a terminal all steps share one line, elsewhere a line is printed now and then."""

    def __init__(self) -> None:
        self.status = 1
        self.has_lost_worker = False
        self._terminal = sys.stderr.isatty()
        self._notified = float("-inf")
        self._accuracy = ""
        self._before: float | None = None  # word accuracy of the weights that the training began with
        self._doing = ""  # what was told to take long
        self._open = False

    def take(self, event: Event) -> None:
        """Print one event."""
        match event:
            case Started():
                self._line(_started(event))
            case Compiling():
                doing = "" if event.what.startswith(("check", "meeting", "trial")) else "compiling: "
                what = f"waiting for worker {event.missing}" if event.missing else f"{doing}{event.what}"
                if event.doing and event.doing != self._doing:
                    self._doing = event.doing
                    self._line(event.doing)
                self._passing(f"{what}, {event.seconds:.0f} s", last=event.done)
            case Step():
                self._passing(_step(event) + self._accuracy, last=event.step == event.steps)
            case ValidationDone():
                share = event.metrics.get(_ACCURACY, 0.0)
                self._accuracy = f", {100 * share:.1f} % words"
                self._before = share if event.step == 0 else self._before
                self._line(_validated(event))
            case CheckpointSaved():
                pass
            case Prediction():
                word = event.maps.word
                self._passing(f'step {event.step}: {event.image} reads "{word.text}" ({word.probability:.2f})')
            case Profiled():
                self._line(_profiled(event.profile))
            case LayersTraced():
                self._line(f"What each layer gave in step {event.step}, run operation by operation:\n{event.table}")
            case Warned():
                self._line(event.message)
            case Finished():
                self.status = 0
                self._line(f"Finished at step {event.step} ({event.reason}) after {clock(event.seconds)}.")
                if self._before is not None and event.metrics.get(_ACCURACY, 1.0) <= self._before:
                    self._line(
                        f"The model reads no more of the validation words than before the training "
                        f"({100 * self._before:.1f} %). More labels or more minutes may help; to tell whether it reads "
                        f"other words better, evaluate it and its start on words that it has not learned."
                    )
                say(f"{event.model}: step {event.best_step}" + _metrics(dict(event.metrics)))
            case Followed():
                self.status = 0
                self._line(f"Followed worker 0 to step {event.step} ({event.reason}); weights {event.weights}.")
            case Failed():
                self.has_lost_worker = event.kind == "worker"
                self._line("")
                print_error(event.message)
            case _:
                self._line(f"{type(event).__name__} at step {event.step}.")

    def _line(self, text: str) -> None:
        if self._open:
            print(file=sys.stderr)
            self._open = False
        if text:
            print_note(text)

    def _passing(self, text: str, *, last: bool = False) -> None:
        """Print a line that the next line overwrites."""
        now = time.monotonic()
        wait = _REDRAW_EVERY if self._terminal else _LINE_EVERY
        if now - self._notified < wait and not last:
            return
        self._notified = now
        if self._terminal:
            print(f"\r\x1b[2K{text}", end="", file=sys.stderr, flush=True)
            self._open = True
        else:
            print_note(text)


def _started(event: Started) -> str:
    training = "endless synthetic words" if not event.training else number_of(event.training, "word", "words")
    if event.character_level < event.training:
        training += f" ({event.character_level} with polygons)"
    free = "" if event.memory_available is None else f" of {event.memory_available / 2**30:.1f} GB free"
    return (
        f"{event.run}: {event.parameters:,} parameters on {event.device} ({event.precision}), "
        f"batches of {event.batch}; training on {training}, validating on {event.validation}, "
        f"{event.left_out} left out; "
        f"needs some {event.memory / 2**30:.1f} GB{free}"
    )


def _step(event: Step) -> str:
    losses = " ".join(f"{name} {value:.3g}" for name, value in event.losses.items())
    left = "" if event.seconds_left is None else f", {clock(event.seconds_left)} left"
    waits = event.time_shares.get("feed", 0.0)
    speed = f"{event.images_per_second:.0f} images/s"
    speed += "" if waits < STARVED else f" ({100 * waits:.0f} % of the time waiting for images)"
    steps = "" if event.is_timed else f" of {event.steps}"
    return f"step {event.step}{steps}: {losses}, {speed}{left}"


def _profiled(profile: Profile) -> str:
    memory = "" if profile.memory is None else f", {profile.memory / 2**30:.1f} GB held"
    memory += "" if profile.device_memory is None else f", at most {profile.device_memory / 2**30:.1f} GB on the GPU"
    return (
        f"steps {profile.step} to {profile.step + profile.steps - 1}: {1000 * profile.seconds:.0f} ms a step, of which "
        f"{1000 * profile.waiting:.0f} ms waiting for the batch; batch normalisation takes "
        f"{100 * profile.normalisation:.1f} % of the operators' time; "
        f"compiled {number_of(profile.compilations, 'more time', 'more times')}{memory}\n"
        f"{table(profile)}\ntrace for TensorBoard's profile plugin: {profile.trace}"
    )


def _validated(event: ValidationDone) -> str:
    best = ", the best so far" if event.best else ""
    words = number_of(event.images, "word", "words")
    return f"step {event.step}: validation on {words}{_metrics(dict(event.metrics))}{best}"


def _metrics(metrics: dict[str, float]) -> str:
    names = (_ACCURACY, "one_minus_ned", "character_f1")
    shown = [f"{name} {metrics[name]:.3f}" for name in names if name in metrics]
    return f": {', '.join(shown)}" if shown else ""
