"""Published data sets, where they lie beside the project."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert

DATA = Path(__file__).parents[4].parent / "shared" / "data"
needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason=f"the real word images are not beside the project ({DATA.name})"
)


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@needs_data
def test_both_annotations_of_iiit5k_give_the_same_labels_and_the_absent_images_are_reported(tmp_path: Path) -> None:
    source = tmp_path / "iiit5k"  # without `train_large`, where the images lie that the other two folders lack
    for part in ("train", "val"):
        shutil.copytree(DATA / "iiit5k" / part, source / part)
    for name in ("trainCharBound.mat", "train.jsonl", "val.jsonl"):
        shutil.copy(DATA / "iiit5k" / name, source)
    matlab = convert(source / "trainCharBound.mat", tmp_path / "mat")
    for name in ("train.jsonl", "val.jsonl"):
        lines = convert(source / name, tmp_path / "jsonl")
        assert not lines.refusals
    assert (matlab.read, matlab.written, len(matlab.refusals)) == (2000, 1649, 351)
    assert all("its image" in refusal.reason for refusal in matlab.refusals)
    assert files(tmp_path / "mat") == files(tmp_path / "jsonl")
    for path in (tmp_path / "mat").rglob("*.json"):
        assert path.read_bytes() == (tmp_path / "jsonl" / path.relative_to(tmp_path / "mat")).read_bytes()


@needs_data
@pytest.mark.parametrize(
    ("folder", "detected", "written", "refused"),
    [
        ("mmocr_char_toy", "mmocr", 10, 0),
        ("ccpd_char", "ccpd", 5, 0),
        ("labelme_words", "labelme-scene", 21, 61),
        ("word_crops", "jsonl", 37, 0),
    ],
)
def test_real_data_converts(tmp_path: Path, folder: str, detected: str, written: int, refused: int) -> None:
    done = convert(DATA / folder, tmp_path / "out")
    assert (done.read_as, done.written, len(done.refusals)) == (detected, written, refused)
    assert not any(read_label(path).label.disagrees for path in (tmp_path / "out").rglob("*.json"))
