"""Looks at the crops of an import with the bundled reader, in a process of its own.

Apart from the dialogs, because it goes on when they are closed.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject

from app.workers.task import ChildTask
from core.labels.formats.turned_crops import TurnedJob


class TurnedCrops(ChildTask):
    """One look at crops, which ends silently if its process fails because nobody has asked for it.

    `notify`: called with the images that read better turned, if there are some.
    """

    def __init__(self, wanted: TurnedJob, notify: Callable[[tuple[str, ...]], object], parent: QObject) -> None:
        super().__init__("app.workers.children.job", parent)
        self._notify = notify
        self.ask(self.tr("The process that checks crops"), wanted)

    def _take_message(self, message: object) -> None:
        if isinstance(message, tuple) and message:
            self._notify(message)
