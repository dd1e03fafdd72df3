"""A project that is edited without a session."""

from collections.abc import Iterator

import pytest
from support.editing import EditedProject


@pytest.fixture
def edited(owner, project_folder) -> Iterator[EditedProject]:
    """Eight drawn words, of which the first is open."""

    project = EditedProject(project_folder, owner)
    yield project
    project.close()
