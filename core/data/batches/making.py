"""Making one batch from the samples of a feed."""

from __future__ import annotations

from dataclasses import dataclass

from core.base.errors import DataError, StudioError
from core.data.batches.batches import Batch, collate
from core.data.batches.feeds import Feed
from core.data.samples.samples import LeftOut, Prepared

_ATTEMPTS = 50  # replacements in a row that may not be usable either


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """A batch, the names of its samples, and those that could not be used."""

    batch: Batch
    names: tuple[str, ...]
    left_out: tuple[LeftOut, ...]


def make_batch(feed: Feed, first: int, count: int) -> Made:
    """The batch of `count` positions from `first` on; smaller where samples are left out and the feed replaces none.

    Raises
    ------
    StudioError
        If no replacement can be used either, or preparing a sample fails otherwise than by its own fault.
    """
    samples: list[Prepared] = []
    left_out: list[LeftOut] = []
    for position in range(first, first + count):
        for attempt in range(_ATTEMPTS if feed.replaces else 1):
            found = _sample(feed, position, attempt)
            if isinstance(found, Prepared):
                samples.append(found)
                break
            left_out.append(found)
        else:
            if feed.replaces:
                raise DataError(
                    "training data: {count} samples in a row cannot be used, the last one: {reason}",
                    count=_ATTEMPTS,
                    reason=left_out[-1].reason,
                )
    return Made(collate(samples, feed.spec), tuple(sample.name for sample in samples), tuple(left_out))


def _sample(feed: Feed, position: int, attempt: int) -> Prepared | LeftOut:
    try:
        return feed.sample(position, attempt)
    except StudioError:
        raise
    except Exception as error:  # name the file, whatever went wrong with it
        reason = " ".join(str(error).split())[:200]
        raise DataError(
            "{name}: preparing it failed ({type}: {reason}). Move the image and its label out of the folder, and "
            "report this.",
            name=feed.name_of(position),
            type=type(error).__name__,
            reason=reason,
        ) from error
