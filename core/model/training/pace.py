"""Measures the speed of a training, and how its time is shared."""

from __future__ import annotations

import os
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from core.base.errors import Sentence
from core.runs.config import TrainConfig
from core.runs.curves import STARVED, TIME_KINDS, TimeKind

_RECENT = 20  # steps over which the speed is measured
_HALVED = 30.0  # seconds after which time that was spent counts half
_ENOUGH = 30.0  # seconds of steps before a slow feed is reported
_MANY_CORES = 8  # from which on processes pay


class Pace:
    """Measures the steps of one training from the moment at which the training step is compiled.

    Parameters
    ----------
    batch : int
        Samples of a step.
    clock : callable
        The time in seconds, rising.
    """

    def __init__(self, batch: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._batch = batch
        self._clock = clock
        self._durations: deque[float] = deque(maxlen=_RECENT)
        self._spent: dict[str, float] = dict.fromkeys(TIME_KINDS, 0.0)
        self._whole = self._passed = 0.0  # faded, and not
        self._last = clock()
        self._has_warned = False
        self._has_compiled = False  # the step that is being made

    def restart(self) -> None:
        """Forget all measures, including the current step's, because a compilation must not count as a step."""
        self._has_compiled = True

    def pass_over(self) -> None:
        """Leave the time since the last step out of the measures, like that of a pause."""
        self._last = self._clock()

    @contextmanager
    def on(self, kind: TimeKind) -> Iterator[None]:
        """Count the time of a block as the given one of `TIME_KINDS`."""
        began = self._clock()
        try:
            yield
        finally:
            self._spent[kind] += self._clock() - began

    def stepped(self, seconds: float) -> None:
        """Count a step that took `seconds`, including the wait for its batch."""
        now = self._clock()
        if self._has_compiled:
            self._has_compiled = False
            self._last, self._whole = now, 0.0
            self._durations.clear()
            self._spent = dict.fromkeys(TIME_KINDS, 0.0)
            return
        self._durations.append(seconds)
        passed, self._last = now - self._last, now
        self._passed += passed
        self._whole += passed
        kept = 0.5 ** (passed / _HALVED)
        self._whole *= kept
        for kind in self._spent:
            self._spent[kind] *= kept

    @property
    def step_seconds(self) -> float | None:
        """The mean duration of the last steps, or None before two steps are done."""
        return sum(self._durations) / len(self._durations) if len(self._durations) > 1 else None

    @property
    def images_per_second(self) -> float:
        """The number of samples per second over the last steps, or 0 while there is no measure yet."""
        seconds = self.step_seconds
        return self._batch / seconds if seconds else 0.0

    def seconds_left(self, steps: int, time_left: float | None) -> float | None:
        """Return the seconds until the last step or the end of the training time, whichever comes first.

        While there is no measure yet, that is the end of the training time, or None without a limit.

        Parameters
        ----------
        steps : int
            Those to come.
        time_left : float or None
            Seconds of the training time. None if it has no limit.
        """
        seconds = self.step_seconds
        limit = None if time_left is None else max(0.0, time_left)
        if not seconds:
            return limit
        return seconds * steps if limit is None else min(seconds * steps, limit)

    def is_timed(self, steps: int, time_left: float | None) -> bool:
        """Return True if the training time ends before `steps` more steps are done, or if nobody knows that yet.

        The parameters are those of `seconds_left`.
        """
        seconds = self.step_seconds
        return time_left is not None and (not seconds or time_left < seconds * steps)

    @property
    def shares(self) -> Mapping[str, float]:
        """The share of time, 0 to 1, that each kind of work took in the last half minute or so.

        The rest up to 1 went to files and messages.
        """
        if self.step_seconds is None or self._whole <= 0:
            return {}
        return {kind: min(1.0, self._spent[kind] / self._whole) for kind in TIME_KINDS}

    def bottleneck(self, config: TrainConfig) -> Sentence | None:
        """Say once that the steps wait for their batches, and which choice in the training's settings helps.

        None before half a minute of steps has passed, while they do not wait, and after the first such sentence.
        """
        waits = self.shares.get("feed", 0.0)
        if self._has_warned or self._passed < _ENOUGH or waits < STARVED:
            return None
        self._has_warned = True
        if config.loading == "threads" and (os.cpu_count() or 1) >= _MANY_CORES:
            return Sentence(
                "The training waits for its images {share:.0%} of the time. Set loading to processes, which prepare "
                "them faster than threads, or choose milder effects.",
                share=waits,
            )
        return Sentence(
            "The training waits for its images {share:.0%} of the time. Choose milder effects, or keep more synthetic "
            "words (cache_drawn).",
            share=waits,
        )
