"""What the path of a model stands for, and what a model was built for, read without its weights."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from support.networks.tiny_network import tiny_spec
from support.words.bundled_reader import bundled_reader, write_described

from core.base.errors import ModelError
from core.model.network.saving import build_recogniser, load_model, save_model
from core.runs.bundled import BundledModel
from core.runs.cross_check import FILE
from core.runs.files import CHECKPOINT_ARRAYS, RunFiles
from core.runs.model_ref import CheckpointModel, CrossCheckModel, ModelFile, NoModel, RunModel, model_ref
from core.runs.model_spec import spec_of
from core.runs.spec import NetworkSpec

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
def test_path_says_what_kind_of_model_it_is(path: Any, ref: Any, name: str, run: Any):
    found = model_ref(path)
    assert found == ref
    assert (found.name, found.run) == (name, run)
    assert not found.exists


def test_the_bundled_model_is_known_by_its_path(tmp_path: Path):
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
def test_model_exists_when_the_file_that_decides_is_there(model: Any, file: Any, tmp_path: Path):
    (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
    assert not model_ref(tmp_path / model).exists
    (tmp_path / file).touch()
    assert model_ref(tmp_path / model).exists


def test_checkpoints_of_a_run_are_listed_from_the_latest_and_nothing_else_is(tmp_path: Path):
    files = RunFiles(tmp_path)
    assert files.checkpoint_folders() == ()
    for name in ("step_00000020", "step_00000100", "step_x", "step_²", ".writing-1"):
        (files.checkpoints / name).mkdir(parents=True)
    (files.checkpoints / "step_00000300").touch()
    assert [folder.name for folder in files.checkpoint_folders()] == ["step_00000100", "step_00000020"]


@pytest.mark.long
def test_spec_is_that_of_the_loaded_model(tmp_path: Path):
    path = tmp_path / "model.keras"
    save_model(path, build_recogniser(tiny_spec("1a")))
    assert spec_of(path) == load_model(path).spec


def test_the_language_is_that_of_the_file_or_else_of_the_card_beside_it(tmp_path: Path):
    model = bundled_reader(tmp_path, "abc")
    assert spec_of(model.path).language == ""
    model.card.write_text(model.card.read_text(encoding="utf-8").replace("symbols", "language: en\nsymbols"), "utf-8")
    found = spec_of(model.path)
    assert found.language == "en"
    assert NetworkSpec.from_dict(found.to_dict()).language == "en"
    assert found == found.with_(language=""), "it is another way to read, not another network"
    write_described(tmp_path / "other.keras", "abc")
    assert spec_of(tmp_path / "other.keras").language == ""


@pytest.mark.parametrize("content", [b"", b"PK\x05\x06" + bytes(18), b"no archive"])
def test_what_is_no_model_is_told_in_one_sentence(tmp_path: Path, content: Any):
    path = tmp_path / "model.keras"
    path.write_bytes(content)
    with pytest.raises(ModelError, match=r"^model\.keras: its description cannot be read") as caught:
        spec_of(path)
    assert "\n" not in str(caught.value)
    with pytest.raises(ModelError, match="description cannot be read"):
        spec_of(tmp_path / "none.keras")


def test_keras_is_not_needed(tmp_path: Path):
    write_described(tmp_path / "model.keras", "abc")
    code = (
        "import sys; from pathlib import Path; from core.runs.model_spec import spec_of;"
        "spec_of(Path(sys.argv[1])); sys.exit(any(m in sys.modules for m in ('tensorflow', 'keras')))"
    )
    assert subprocess.run([sys.executable, "-c", code, tmp_path / "model.keras"], check=False).returncode == 0
