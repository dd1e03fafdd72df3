"""Wraps the loader's batches in a `keras.utils.PyDataset`, for Keras backends without tf.data.

with words.surfacing():
    model.fit(words, steps_per_epoch=100, shuffle=False)
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import keras

from core.data.batches.batches import Batch
from core.data.batches.loading import BatchLoader

_SETTLE = 0.3
"""Seconds that TensorFlow's thread, which asks for batches ahead, gets to come to rest after an error: a process that
ends while the thread is in Python waits for the thread for ever."""


class WordSequence(keras.utils.PyDataset):  # type: ignore[misc]  # Keras has no types
    """The loader's batches as (image, targets), with the other arrays in the dict `targets`.

    Threads, or processes, and the watchdog are the loader's: Keras' own workers are switched off, because an exception
    in one of its threads keeps the process from ending, and a killed process makes `fit` wait for ever.

    Parameters
    ----------
    loader : BatchLoader
        A loader of an endless feed for training (give `fit` its `steps_per_epoch`; positions go on over the epochs), or
        of a finite one for validation.
    """

    def __init__(self, loader: BatchLoader) -> None:
        super().__init__(workers=0, use_multiprocessing=False, max_queue_size=1)
        self.loader = loader

    @property
    def num_batches(self) -> int | None:
        """The number of batches, or None for endless data."""
        return self.loader.batches

    def __len__(self) -> int:
        """Return `num_batches`, or raise TypeError for endless batches, as Python's own endless iterators do."""
        if self.loader.batches is None:
            raise TypeError("a sequence of endless training data has no length; give fit its steps_per_epoch")
        return self.loader.batches

    def __getitem__(self, index: int) -> tuple[Any, Batch]:
        """Return batch `index`, or raise StudioError if the batch cannot be made or does not come in time."""
        batch = self.loader.get(index)
        return batch["image"], {key: value for key, value in batch.items() if key != "image"}

    @contextlib.contextmanager
    def surfacing(self) -> Iterator[None]:
        """Raise the loader's own error instead of the backend's, and close the loader at the end.

        Put this context around `fit`.

        Raises
        ------
        StudioError
            The loader's.
        """
        try:
            yield
        except Exception:
            time.sleep(_SETTLE)
            if self.loader.failure is not None:
                raise self.loader.failure from None
            raise
        finally:
            self.loader.close()
