"""A project that is edited without a session."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QObject
from support.editing import EditedProject


@pytest.fixture
def edited(owner: QObject, project_folder: Path) -> Iterator[EditedProject]:
    """Eight drawn words, of which the first is open."""
    from support.editing import EditedProject  # it needs Qt

    project = EditedProject(project_folder, owner)
    yield project
    project.close()
