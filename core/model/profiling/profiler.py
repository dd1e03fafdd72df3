"""Profiles some steps of a training while it goes on, and reports their cost."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from time import monotonic

import keras
import tensorflow as tf

from core.base.errors import FileWriteError, Sentence
from core.base.explaining.advice import first_line
from core.base.systems import system
from core.model.network.layer_outputs import leaf_layers
from core.model.profiling.trace import STEP, OperatorRun, marked_steps, operator_runs, read_trace
from core.runs.events import Event, Profiled, Warned
from core.runs.folder import RunFolder
from core.runs.profile import LOSSES, OTHER, UPDATE, LayerCost, OperatorCost, Profile

_ALL_OPERATORS = 3  # the profiler's default, 2, leaves out operators that were cheap before


_NUMBERED = re.compile(r"(.+?)_\d+")  # TensorFlow numbers a name that is taken
_BACKWARD = "gradient_tape"


def operator_costs(runs: Iterable[OperatorRun], steps: int) -> tuple[OperatorCost, ...]:
    """Return the calls and the time per step of each type of operator, the most expensive first."""
    sums: dict[str, tuple[int, float]] = {}
    for run in runs:
        calls, seconds = sums.get(run.kind, (0, 0.0))
        sums[run.kind] = (calls + 1, seconds + run.seconds)
    costs = (OperatorCost(kind, calls / steps, seconds / steps) for kind, (calls, seconds) in sums.items())
    return tuple(sorted(costs, key=lambda cost: -cost.seconds))


def layer_costs(runs: Iterable[OperatorRun], model: keras.Model, steps: int) -> tuple[LayerCost, ...]:
    """Return the time per step of each layer, the most expensive first.

    An operator belongs to the innermost layer that its name in the graph names; others belong to the losses, to
    the update of the weights, or to neither.
    """
    known = {layer.name: (name, type(layer).__name__) for name, layer in leaf_layers(model)}
    known |= {name: (name, "") for name in (LOSSES, UPDATE)}

    @cache
    def layer_of(node: str) -> tuple[str, str]:
        for part in reversed(node.split("/")):
            numbered = _NUMBERED.fullmatch(part)
            layer = known.get(part) or (known.get(numbered[1]) if numbered else None)
            if layer:
                return layer
        return OTHER, ""

    sums: dict[tuple[str, str], list[float]] = {}
    for run in runs:
        both = sums.setdefault(layer_of(run.name), [0.0, 0.0])
        both[_BACKWARD in run.name] += run.seconds
    costs = (LayerCost(*layer, *(seconds / steps for seconds in both)) for layer, both in sums.items())
    return tuple(sorted(costs, key=lambda cost: -cost.seconds))


class StepProfiler:
    """Profiles steps of one training: the planned steps, and others on request.

    Parameters
    ----------
    folder : RunFolder
        Gets the profile, and the trace for TensorBoard.
    compilations : callable
        How often the step has been compiled.
    planned : (int, int) or None
        First and last step to profile.
    """

    def __init__(
        self,
        folder: RunFolder,
        model: keras.Model,
        compilations: Callable[[], int],
        planned: tuple[int, int] | None = None,
    ) -> None:
        self._folder = folder
        self._model = model
        self._compilations = compilations
        self._planned = planned
        self._first = self._last = 0  # the steps of the current profile; no step has the number 0
        self._compiled = 0
        self._waited = 0.0
        self._took = 0.0

    @property
    def is_busy(self) -> bool:
        """True if steps are being profiled."""
        return self._last > 0

    def before(self, done: int, wanted: int) -> Iterator[Event]:
        """Begin a profile if one is planned or requested for the next step, and yield what there is to report.

        Parameters
        ----------
        done : int
            The number of steps done.
        wanted : int
            The number of steps to profile from now on. 0: none are wanted.
        """
        last = done + wanted
        if self._planned is not None and self._planned[0] <= done + 1 <= self._planned[1]:
            last, self._planned = self._planned[1], None
        if last <= done:
            return
        if self.is_busy:
            yield Warned(
                Sentence(
                    "The steps are not profiled, because a profile up to step {step:,} is still running. Ask again "
                    "after that step.",
                    step=self._last,
                ),
                "profile",
            )
            return
        options = tf.profiler.experimental.ProfilerOptions(host_tracer_level=_ALL_OPERATORS)
        try:
            tf.profiler.experimental.start(str(self._folder.tensorboard), options)
        except tf.errors.AlreadyExistsError:
            yield Warned(
                Sentence(
                    "The steps are not profiled, because another profiler is running in this process. Ask again when "
                    "it has ended."
                ),
                "profile",
            )
        except (OSError, tf.errors.OpError) as error:
            yield Warned(Sentence("The steps cannot be profiled ({reason}).", reason=first_line(error)), "profile")
        else:
            self._first, self._last = done + 1, last
            self._compiled = self._compilations()
            self._waited = 0.0
            self._took = 0.0

    @contextmanager
    def step(self, number: int, waited: float) -> Iterator[None]:
        """Mark a step in the trace, if there is a profile.

        `waited` is the seconds that the step waited for its batch.
        """
        if not self.is_busy:
            yield
            return
        began = monotonic()
        with tf.profiler.experimental.Trace(STEP, step_num=number, _r=1):
            yield
        self._waited += waited
        self._took += waited + monotonic() - began

    def after(self, done: int, *, is_last: bool = False) -> Iterator[Event]:
        """End, write and yield the profile after its last step, or after the last step of the training."""
        if not self.is_busy or (done < self._last and not is_last):
            return
        first, self._last = self._first, 0
        before = set(self._traces())
        try:
            tf.profiler.experimental.stop()
            (file,) = set(self._traces()) - before
            profile = self._profile(file, first)
            self._folder.write_json(self._folder.profile, profile.to_dict())
        except (OSError, FileWriteError, tf.errors.OpError, ValueError) as error:
            yield Warned(Sentence("The profile was not written ({reason}).", reason=first_line(error)), "profile")
        else:
            yield Profiled(done, profile)

    def close(self) -> None:
        """Discard a profile that has not come to its end."""
        if self.is_busy:
            self._last = 0
            tf.profiler.experimental.stop(save=False)

    def _traces(self) -> Iterator[Path]:
        return self._folder.tensorboard.glob("plugins/profile/*/*.xplane.pb")

    def _profile(self, file: Path, first: int) -> Profile:
        space = read_trace(file)
        steps, runs = len(marked_steps(space)), operator_runs(space)
        if not steps:
            raise ValueError(f"{file.name}: no step in it")
        return Profile(
            step=first,
            steps=steps,
            seconds=self._took / steps,
            waiting=self._waited / steps,
            operators=operator_costs(runs, steps),
            layers=layer_costs(runs, self._model, steps),
            memory=system.resident_memory(),
            device_memory=_device_memory(),
            compilations=self._compilations() - self._compiled,
            trace=str(file.parent),
        )


def _device_memory() -> int | None:
    if not tf.config.list_logical_devices("GPU"):
        return None
    return int(tf.config.experimental.get_memory_info("GPU:0")["peak"])
