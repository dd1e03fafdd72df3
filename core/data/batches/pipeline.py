"""Wraps batches in a `tf.data.Dataset` with static shapes, so that no later operation falls back to eager mode.

The samples are made in NumPy and OpenCV by `core.data.batches.loading`: no traced function ever sees a cv2 call, a path
or a string, and an error keeps its own sentence.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeVar

import tensorflow as tf

from core.base.errors import DataError
from core.base.explaining.advice import advise, first_line
from core.base.systems import system
from core.data.batches.batches import Batch, structure
from core.data.batches.loading import BatchLoader
from core.labels.maps.spec import MapSpec

Element = TypeVar("Element")


def element_spec(maps: MapSpec, size: int | None = None) -> dict[str, tf.TensorSpec]:
    """Return the static shapes and dtypes of batches for some maps, with an open batch axis if `size` is None."""
    return {key: tf.TensorSpec((size, *shape), dtype, key) for key, (shape, dtype) in structure(maps).items()}


def signature(loader: BatchLoader) -> dict[str, tf.TensorSpec]:
    """Return the shapes and dtypes of a loader's batches, with an open batch axis only if some may be smaller."""
    return element_spec(loader.feed.spec, loader.batch_size if loader.is_even and loader.feed.replaces else None)


def dataset(loader: BatchLoader) -> tf.data.Dataset:
    """Make a dataset of the loader's batches, from the first one on, always in the loader's order.

    Go through it with `checked`, which turns TensorFlow's errors back into the original sentence.

    Parameters
    ----------
    loader : BatchLoader
        The loader, whose own are threads, resuming, shuffling and augmentation.

    Returns
    -------
    tf.data.Dataset
        Dicts of tensors (`core.data.batches.batches.structure`).
    """
    options = tf.data.Options()
    options.deterministic = True
    # Tuning is useless here, and an iterator's end waits for the tuner's thread, which sleeps for up to a minute
    options.autotune.enabled = False
    # Every worker of a cluster makes its own batches; there are no files to share out
    options.experimental_distribute.auto_shard_policy = tf.data.experimental.AutoShardPolicy.OFF

    def batches() -> Iterator[Batch]:
        # The first generator of a process makes TensorFlow hand each freed tensor back to the system (issue 123269 of
        # TensorFlow). A step then takes up to twice its time, because it is given new pages
        system.keep_freed_memory()
        return iter(loader)

    dataset = tf.data.Dataset.from_generator(batches, output_signature=signature(loader))
    return dataset.prefetch(2).with_options(options)  # batches ready in TensorFlow, beside those the loader makes ahead


def checked(data: tf.data.Dataset | Iterator[Element], loader: BatchLoader | None = None) -> Iterator[Element]:
    """Yield the elements of a dataset or of a distributed iterator, and raise errors as one sentence.

    Parameters
    ----------
    data : Dataset or iterator
        The elements.
    loader : BatchLoader, optional
        The loader of the batches.

    Raises
    ------
    StudioError
        The loader's own error if it failed, else the meaning of TensorFlow's message.
    """
    elements = iter(data)
    while True:
        try:
            element = next(elements)
        except StopIteration:
            return
        except tf.errors.OpError as error:
            if loader is not None and loader.failure is not None:
                raise loader.failure from None
            raise explained(error) from error
        yield element


def explained(error: Exception) -> DataError:
    """Return an error of TensorFlow's input pipeline as an error of one sentence."""
    known = advise(error)
    if known is not None:
        return DataError(
            "training data: {meaning} ({reason}). {cure}",
            meaning=known.meaning,
            reason=first_line(error),
            cure=known.cure,
        )
    return DataError("training data: TensorFlow's input pipeline failed ({reason}).", reason=first_line(error))
