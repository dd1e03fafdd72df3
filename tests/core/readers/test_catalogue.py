"""The readers of a machine, and Tesseract where a person has named it."""

from pathlib import Path

import pytest

from core.base.errors import ModelError
from core.readers.catalogue import catalogue
from core.readers.tesseract import NAME


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that says its version, as Tesseract does."""
    file = tmp_path / "bin" / "tesseract"
    file.parent.mkdir()
    file.write_text("#!/bin/sh\necho tesseract 5.9.1\n", encoding="utf-8")
    file.chmod(0o755)
    return file


def test_the_program_that_a_person_has_named_is_listed_with_its_path(program: Path):
    (row,) = [row for row in catalogue(tesseract=str(program)).listed() if row.name == NAME]
    assert (row.version, row.file, str(row.source)) == ("5.9.1", program, "named in Settings")


def test_one_in_the_project_is_refused_where_it_is_listed_and_where_it_is_opened(program: Path):
    known = catalogue([program.parent], str(program))
    (row,) = [row for row in known.listed() if row.name == NAME]
    assert NAME not in known.names and "is not started" in row.problem
    with pytest.raises(ModelError, match="is not started"):
        known.open("tesseract")
