"""What the tests of the Python interface share: a project of six synthetic words in the current folder."""

import shutil
from pathlib import Path

import pytest

from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo


@pytest.fixture(scope="session")
def synthetic_project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("synthetic") / "words"
    write_demo(folder, prepare(Charset.named("digits")).config, count=6, errors=0)
    return folder


@pytest.fixture
def words(synthetic_project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder `words` in a current folder of its own."""
    monkeypatch.chdir(tmp_path)
    shutil.copytree(synthetic_project, "words")
    return tmp_path / "words"
