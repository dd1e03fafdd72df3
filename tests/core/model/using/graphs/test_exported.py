"""Exported files are measured as the model that they were made of."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.networks.tiny_network import outspoken
from typer.testing import CliRunner

import textscanner
from app.console.commands import app
from core.base.errors import ModelError
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.model.export.exporting import export_model
from core.model.export.forms import Form
from core.model.export.job import ExportJob
from core.model.network.saving import save_model
from core.model.using.evaluation import evaluate_folder
from core.model.using.graphs.exported import open_exported
from core.model.using.opening import open_recogniser

pytestmark = pytest.mark.long

FORMS = (Form("onnx"), Form("tflite", "float32"), Form("tflite", "int8-only"))


@pytest.fixture(scope="module")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    write_demo(folder, prepare(Charset(("a", "b")), length=(2, 4)).config, count=12, errors=0.0)
    return folder


@pytest.fixture(scope="module")
def exported(words: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("exported")
    save_model(folder / "tiny.keras", outspoken())
    export = export_model(ExportJob(folder / "tiny.keras", folder / "out", FORMS, images=words))
    assert export.succeeded, [form.failed for form in export.forms]
    return folder / "out"


@pytest.mark.parametrize("form", FORMS[:2], ids=lambda form: form.name)
def test_exported_file_reads_each_word_as_its_model_does(exported: Path, words: Path, form: Any):
    ours = evaluate_folder(open_recogniser(exported.parent / "tiny.keras"), words)
    theirs = evaluate_folder(open_exported(exported / form.files[0]), words)
    assert theirs.metrics == ours.metrics
    assert theirs.metrics.images == 12


def test_file_of_integers_alone_is_measured_too(exported: Path, words: Path):
    (form,) = FORMS[2:]
    assert evaluate_folder(open_exported(exported / form.files[0]), words).metrics.images == 12


def test_figures_of_the_file_and_of_its_model_are_printed(exported: Path, words: Path):
    result = CliRunner().invoke(app, ["evaluate", str(exported / "model.onnx"), str(words), "--json"])
    assert result.exit_code == 0, result.output
    document = json.loads(result.stdout)
    original = document["original"]
    assert Path(original["model"]) == exported.parent / "tiny.keras"
    assert original["one_minus_ned"] == document["one_minus_ned"]
    assert document["images"] == original["images"] == 12


def test_what_cannot_be_opened_is_one_sentence(exported: Path, tmp_path: Path):
    alone = tmp_path / "model.onnx"
    alone.write_bytes((exported / "model.onnx").read_bytes())
    with pytest.raises(ModelError, match=r"spec\.json beside it cannot be read"):
        open_exported(alone)
    (tmp_path / "spec.json").write_bytes((exported / "spec.json").read_bytes())
    for name in ("model.onnx", "model.tflite"):
        (tmp_path / name).write_bytes(b"no graph")
        with pytest.raises(ModelError, match=f"{name}: cannot be opened"):
            open_exported(tmp_path / name)
    with pytest.raises(ModelError, match="there is no such file"):
        open_exported(tmp_path / "gone.onnx")


@pytest.mark.parametrize("kept", [0.5, 0.999])
def test_a_file_that_is_cut_off_is_one_sentence_and_no_crash(exported: Path, tmp_path: Path, kept: float):
    """TensorFlow Lite does not look whether a file is whole, and crashes."""
    (tmp_path / "spec.json").write_bytes((exported / "spec.json").read_bytes())
    for form in FORMS:
        data = (exported / form.files[0]).read_bytes()
        damaged = tmp_path / form.files[0]
        damaged.write_bytes(data[: int(kept * len(data))])
        with pytest.raises(ModelError, match=rf"^{damaged.name}: .*\.$"):
            open_exported(damaged)


def test_a_notebook_measures_the_file_as_the_command_does(exported: Path, words: Path):
    figures = textscanner.evaluate(exported / "model.onnx", words)
    assert figures["images"] == 12
    assert (
        figures["word_accuracy"] == evaluate_folder(open_exported(exported / "model.onnx"), words).metrics.word_accuracy
    )


def test_a_notebook_is_told_of_a_file_that_is_gone(words: Path):
    with pytest.raises(textscanner.StudioError, match="there is no such file"):
        textscanner.evaluate("gone.tflite", words)
