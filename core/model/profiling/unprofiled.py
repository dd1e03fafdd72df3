"""Replaces the profiler on backends that have none."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from core.base.errors import Sentence
from core.runs.events import Event, Warned


class NoProfiler:
    """Explains once why no step is profiled.

    `backend` is Keras' name of the backend that runs the steps.
    """

    def __init__(self, backend: str, planned: tuple[int, int] | None = None) -> None:
        self._backend = backend
        self._is_asked = planned is not None

    def before(self, done: int, wanted: int) -> Iterator[Event]:
        """Yield a warning, once, if a profile is planned, or wanted for the next step."""
        if wanted or self._is_asked:
            self._is_asked = False
            sentence = Sentence(
                "The steps are not profiled: only TensorFlow reports the time of each operation, and this training "
                "runs on {backend}.",
                backend=self._backend,
            )
            yield Warned(sentence, "profile")

    @contextmanager
    def step(self, number: int, waited: float) -> Iterator[None]:
        """Run a step without profiling it."""
        yield

    def after(self, done: int, *, is_last: bool = False) -> Iterator[Event]:
        """Yield no events, because there is no profile to end."""
        return iter(())

    def close(self) -> None:
        """Do nothing, because no profile is ever open."""
