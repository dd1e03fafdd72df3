"""Schedules the learning rate over a run: linear warm-up, then a decay.

A cosine (Loshchilov & Hutter 2017, without restarts), or three levels, as Wan et al. 2020 have it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

WARMUP_SHARE = 0.1  # largest share of all steps for the warm-up: a short run is not all warm-up
LEVELS = 3  # of a decay by steps: peak, middle, final


@dataclass(frozen=True, slots=True)
class Schedule:
    """The learning rate of a training as a function of steps and time."""

    peak: float
    """The highest learning rate, which the decay begins with."""
    steps: int
    """The number of steps in total."""
    warmup: int = 0
    """The number of steps from 0 to the peak."""
    final: float = 0.0
    """The fraction of the peak at the end."""
    seconds: float | None = None
    """The run ends after this time, if not after `steps`: the decay follows the one that is nearer to its end. None if
    time must not matter, as in a deterministic run."""
    decay: Literal["cosine", "steps"] = "cosine"
    """The shape of the fall from the peak: half a cosine, or `LEVELS` levels of equal length, each lower than the one
    before by the same factor."""

    @property
    def rising(self) -> int:
        """The number of warm-up steps."""
        return min(self.warmup, int(self.steps * WARMUP_SHARE))

    def rate(self, step: int, elapsed: float = 0.0, risen: float = 0.0) -> float:
        """Return the learning rate of step number `step`, counted from 0.

        Parameters
        ----------
        step : int
            The step's number. 0 is the first.
        elapsed : float
            Seconds of training so far.
        risen : float
            Seconds until the end of the warm-up. Compiling takes most of them: without this correction a short run
            would fall from the peak as soon as it reached the peak.
        """
        if step < self.rising:
            return self.peak * (step + 1) / (self.rising + 1)
        # The rate of the last step is the final one, and that of the first after the warm-up the peak.
        progress = (step - self.rising) / max(1, self.steps - 1 - self.rising)
        if self.seconds is not None:
            progress = max(progress, (elapsed - risen) / max(self.seconds - risen, 1e-9))
        if self.decay == "steps":  # equal parts of the training, equal factors between them
            level = min(LEVELS - 1, int(LEVELS * progress))
            return self.peak * float(self.final ** (level / (LEVELS - 1)))
        cosine = 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))
        return self.peak * (self.final + (1 - self.final) * cosine)


def average_decay(limit: float, updates: int) -> float:
    """Return the decay of the weights' moving average at update number `updates`, counted from 0.

    It starts low, so that the random start is forgotten at once (as tf.train.ExponentialMovingAverage does).
    """
    return min(limit, (1 + updates) / (10 + updates))
