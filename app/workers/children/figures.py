"""The child process that writes the figures of an evaluation.

Apart from the window: matplotlib in one of its threads would make it wait for Python's lock.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.workers.child import Channel
from app.workers.messages import Refused
from core.base.errors import StudioError

if TYPE_CHECKING:
    from core.model.metrics.breakdown import Words


@dataclass(frozen=True, slots=True, eq=False)
class WriteFigures:
    """A request to write the figures and tables of an evaluation. Parameters as `core.model.metrics.figures`."""

    folder: Path
    words: Words
    maps: Mapping[str, Any] | None


def main(channel: Channel, wanted: WriteFigures) -> None:
    """Write them. The argument of `app.workers.process.Worker.start`."""
    from core.model.metrics.figures import write_figures  # the window imports only what it asks for

    try:
        write_figures(wanted.folder, wanted.words, wanted.maps)
    except StudioError as error:
        channel.send(Refused(str(error)), keep="end")
    else:
        channel.send(wanted.folder, keep="end")
