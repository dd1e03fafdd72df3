"""The folder that the trainings of a module learn from."""

from pathlib import Path

import pytest
from support.networks.tiny_training import make_project


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_project(tmp_path_factory.mktemp("project"))
