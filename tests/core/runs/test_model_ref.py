"""What the path of a model stands for."""

from __future__ import annotations

from pathlib import Path

import pytest

from core.runs.bundled import BundledModel
from core.runs.cross_check import FILE
from core.runs.files import CHECKPOINT_ARRAYS, RunFiles
from core.runs.model_ref import CheckpointModel, CrossCheckModel, ModelFile, ModelRef, NoModel, RunModel, model_ref

RUN = Path("words/.textscanner/runs/001-small")
CHECKPOINT = RunFiles(RUN).checkpoints / "step_00000120"


@pytest.mark.parametrize(
    ("path", "ref", "name", "run"),
    [
        (None, NoModel(), "", None),
        (RUN, RunModel(RUN), "001-small", RUN),
        (CHECKPOINT, CheckpointModel(CHECKPOINT), "001-small, 120", RUN),
        (Path("plates.keras"), ModelFile(Path("plates.keras")), "plates.keras", None),
        (RunFiles(RUN).model, ModelFile(RunFiles(RUN).model), "001-small/model.keras", None),
        ("words" / FILE, CrossCheckModel("words" / FILE), "Cross-check", None),
    ],
)
def test_path_says_what_kind_of_model_it_is(path: Path | None, ref: ModelRef, name: str, run: Path | None) -> None:
    found = model_ref(path)
    assert found == ref
    assert (found.name, found.run) == (name, run)
    assert not found.exists


def test_the_bundled_model_is_known_by_its_path(tmp_path: Path) -> None:
    bundled = BundledModel(tmp_path)
    assert model_ref(bundled.path, [bundled]) == bundled
    assert model_ref(tmp_path / "copy" / "reader.keras", [bundled]) == ModelFile(tmp_path / "copy" / "reader.keras")


@pytest.mark.parametrize(
    ("model", "file"),
    [
        (RUN, RunFiles(RUN).model),
        (CHECKPOINT, CHECKPOINT / CHECKPOINT_ARRAYS),
        (Path("plates.keras"), Path("plates.keras")),
        ("words" / FILE, "words" / FILE),
    ],
)
def test_model_exists_when_the_file_that_decides_is_there(model: Path, file: Path, tmp_path: Path) -> None:
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    assert not model_ref(tmp_path / model).exists
    (tmp_path / file).touch()
    assert model_ref(tmp_path / model).exists


def test_checkpoints_of_a_run_are_listed_from_the_latest_and_nothing_else_is(tmp_path: Path) -> None:
    files = RunFiles(tmp_path)
    assert files.checkpoint_folders() == ()
    for name in ("step_00000020", "step_00000100", "step_x", ".writing-1"):
        (files.checkpoints / name).mkdir(parents=True)
    (files.checkpoints / "step_00000300").touch()
    assert [folder.name for folder in files.checkpoint_folders()] == ["step_00000100", "step_00000020"]
