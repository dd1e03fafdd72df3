"""Controls a training from another thread: pause, resume, stop, and choose the images to watch."""

from __future__ import annotations

import threading
from collections.abc import Iterable
from pathlib import Path

from core.model.training.reporting import TICK


class Control:
    """The requests that a training obeys between two steps, made by methods that any thread may call at any time.

    `tick` is the seconds between two signs of life of a training that is paused, compiles or checks its images.
    `answering` is the most seconds that the training goes on predicting watched images after its end.
    """

    def __init__(self, tick: float = TICK, answering: float = 0.0) -> None:
        self.tick, self.answering = tick, answering
        self._changed = threading.Condition()
        self._paused = False
        self._stopped = False
        self._watched: tuple[Path, ...] | None = None
        self._layer = ""
        self._profiled = 0
        self._is_let_go = False

    def pause(self) -> None:
        """Hold the training before its next step until `resume` or `stop`."""
        self._set(paused=True)

    def resume(self) -> None:
        """End the pause, so that the training goes on."""
        self._set(paused=False)

    def stop(self) -> None:
        """Ask the training to save a checkpoint and end after the current step, which cannot be taken back."""
        with self._changed:
            self._stopped = True
            self._changed.notify_all()

    def watch(self, images: Iterable[Path], layer: str = "") -> None:
        """Predict these images at once and from now on, even while paused, and give a layer's maps of the first one."""
        with self._changed:
            self._watched, self._layer = tuple(images), layer
            self._changed.notify_all()

    def let_go(self) -> None:
        """Let the training stop predicting watched images after its end, which cannot be taken back."""
        with self._changed:
            self._is_let_go = True
            self._changed.notify_all()

    def profile(self, steps: int) -> None:
        """Profile `steps` steps, beginning with the next one."""
        with self._changed:
            self._profiled = steps

    @property
    def paused(self) -> bool:
        """True if the training should pause and has not been stopped."""
        with self._changed:
            return self._paused and not self._stopped

    @property
    def stopped(self) -> bool:
        """True if the training should end after the current step."""
        with self._changed:
            return self._stopped

    @property
    def layer(self) -> str:
        """The layer whose maps are sent with the predictions of the first watched image, or "" for no layer."""
        with self._changed:
            return self._layer

    def take_watched(self) -> tuple[Path, ...] | None:
        """Return the images of the last `watch`, but only once, and None otherwise."""
        with self._changed:
            watched, self._watched = self._watched, None
            return watched

    def take_profile(self) -> int:
        """Return the number of steps of the last `profile`, but only once, and 0 otherwise."""
        with self._changed:
            steps, self._profiled = self._profiled, 0
            return steps

    def wait(self, seconds: float | None = None) -> None:
        """Wait until a pause is over, other images are to be watched, or `seconds` have passed."""
        with self._changed:
            self._changed.wait_for(lambda: not self._paused or self._stopped or self._watched is not None, seconds)

    def wait_for_watched(self, seconds: float) -> bool:
        """Wait at most `seconds` for other images to watch, and return False once nobody watches images any more."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_let_go or self._watched is not None, seconds)
            return not self._is_let_go

    def _set(self, *, paused: bool) -> None:
        with self._changed:
            self._paused = paused
            self._changed.notify_all()
