"""A project that is edited without a session."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from support.editing import EditedProject


@pytest.fixture
def edited(owner: QObject, project_folder: Path) -> Iterator[EditedProject]:
    """Eight synthetic words, of which the first is open."""

    project = EditedProject(project_folder, owner)
    yield project
    project.close()
