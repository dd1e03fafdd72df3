import tempfile
from pathlib import Path

import pytest
from support.words.synthetic_project import synthetic_project


def test_synthetic_project_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(temporary))
    first, second = synthetic_project(tmp_path / "one", 2), synthetic_project(tmp_path / "two", 2)
    assert list(temporary.iterdir()) == []
    names = sorted(path.name for path in first.iterdir())
    assert len([name for name in names if name.endswith(".png")]) == 2
    assert {name: (first / name).read_bytes() for name in names} == {
        name: (second / name).read_bytes() for name in names
    }
