import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from core.base.errors import RunError
from core.project.project import Validation, split_of
from core.runs.cross_check import FILE, CrossCheck, fold_of, is_cross_check

IMAGES = [f"folder/word_{number:05d}.png" for number in range(3000)]


def test_folds_are_about_equal_whatever_is_set_apart_for_validation():
    folds = Counter(map(fold_of, IMAGES))
    assert sorted(folds) == [0, 1, 2]
    assert min(folds.values()) > 900
    held = [image for image in IMAGES if split_of(image, Validation(0.1)) == "val"]
    assert min(Counter(map(fold_of, held)).values()) > 0.2 * len(held)


def test_fold_of_an_image_is_the_same_everywhere():
    assert [fold_of(f"word_{number}.png") for number in range(6)] == [0, 2, 0, 1, 1, 1]


def test_one_fold_leaves_nothing_out():
    with pytest.raises(ValueError, match="fewer than 2"):
        fold_of("word.png", 1)
    with pytest.raises(RunError, match="from 2 to"):
        CrossCheck(Path(), 1)


def test_project_keeps_its_cross_check(tmp_path: Path):
    runs = tmp_path / ".textscanner" / "runs"
    begun = CrossCheck(tmp_path, 3, {"steps": 5}).with_run(0, runs / "001-one").with_run(2, Path("/elsewhere/run"))
    begun = replace(begun, hash="0123")
    begun.write()
    found = CrossCheck.read(tmp_path)
    assert found == begun
    assert found.with_run(1, runs / "004").hash == ""
    assert found.runs == (runs / "001-one", None, Path("/elsewhere/run"))
    assert is_cross_check(begun.path)
    assert not is_cross_check(runs / "001-one")
    assert not is_cross_check(None)


def test_it_moves_with_its_project(tmp_path: Path):
    (tmp_path / "a").mkdir()
    CrossCheck(tmp_path / "a", 2).with_run(0, tmp_path / "a" / ".textscanner" / "runs" / "001").write()
    (tmp_path / "a").rename(tmp_path / "b")
    found = CrossCheck.read(tmp_path / "b")
    assert found.runs[0] == tmp_path / "b" / ".textscanner" / "runs" / "001"


def test_no_file_is_no_cross_check(tmp_path: Path):
    assert CrossCheck.read(tmp_path) is None


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "damaged"),
        ("[]", "damaged"),
        ('{"schema": 1, "folds": 3, "choices": {}}', "damaged"),
        ('{"schema": 1, "folds": 1, "choices": {}, "runs": []}', "from 2 to"),
        (json.dumps({"schema": 99, "folds": 3, "choices": {}, "runs": [None] * 3}), "newer version"),
    ],
)
def test_file_that_cannot_be_read_is_told_of(tmp_path: Path, text: Any, said: str):
    (tmp_path / FILE).parent.mkdir()
    (tmp_path / FILE).write_text(text)
    with pytest.raises(RunError, match=said):
        CrossCheck.read(tmp_path)
