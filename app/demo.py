"""A demo project in the person's documents, drawn in the background, to try the program on."""

from __future__ import annotations

from pathlib import Path

import platformdirs
from PySide6.QtCore import QCoreApplication

from app.session import Session
from app.workers.background import Job
from core.listing import SETTINGS_NAME

_NAME = "textscanner-demo"
_WORDS = 400
_ERRORS = 0.02  # share of words with a wrong label, as `textscanner demo`
_SEED = 0


def default_folder() -> Path:
    """Where it is made: a folder that is not there yet, or that holds a demo made before."""
    documents = platformdirs.user_documents_path()
    parent = documents if documents.is_dir() else Path.home()
    folder, number = parent / _NAME, 2
    while folder.exists() and not (folder / SETTINGS_NAME).exists():
        folder = parent / f"{_NAME}-{number}"
        number += 1
    return folder


def make_demo(folder: Path, words: int, job: Job) -> Path:
    """Draw a demo project, unless it is there; for a background thread. Gives its folder."""
    from core.charset import Charset  # noqa: PLC0415  drawing loads much that the window never needs
    from core.data.demo import prepare, write_demo  # noqa: PLC0415

    if not (folder / SETTINGS_NAME).exists():
        recipe = prepare(Charset.named("alnum"))
        write_demo(folder, recipe.config, count=words, seed=_SEED, errors=_ERRORS, progress=job.progress)
    return folder


def open_demo(session: Session, folder: Path | None = None, words: int = _WORDS) -> Job:
    """Make a demo project in the background if it is not there, and open it."""

    def work(job: Job) -> Path:
        return make_demo(folder or default_folder(), words, job)

    return session.background.start(
        QCoreApplication.translate("Demo", "Drawing a demo project"), work, finished=session.open
    )
