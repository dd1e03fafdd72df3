"""A whole export: what is refused, what a crash leaves, and how far the forms agree with the program."""

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
from support.networks.tiny_network import outspoken, tiny_spec
from support.progress import stop_at

from core.base.errors import FileWriteError, ModelError
from core.base.progress import Cancelled
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.model.export.child import opened
from core.model.export.exporting import export_model
from core.model.export.forms import FORMATS, PRECISIONS, Form, forms_of
from core.model.export.job import REPORT, ExportJob, FormReport
from core.model.network.saving import save_model

pytestmark = pytest.mark.long

FAKE = """
import json, os, signal, sys
task = json.loads(sys.stdin.readline())
print(json.dumps({"event": "opened", "spec": json.loads(%r)}), flush=True)
task = json.loads(sys.stdin.readline())
for form in task["forms"]:
    name = form["format"]
    print(json.dumps({"event": "started", "form": name}), flush=True)
    if name in %r:
        print("the converter says why", file=sys.stderr, flush=True)
        os.kill(os.getpid(), signal.SIGSEGV)
    open(os.path.join(task["out"], "model." + name), "wb").write(b"model")
    print(json.dumps({"event": "converted", "form": name, "operators": {"Conv2D": 2}}), flush=True)
"""


def fake(*crashing: str) -> list[str]:
    """A process that converts as `core.model.export.child` tells it, and crashes over some formats."""
    return [sys.executable, "-c", FAKE % (json.dumps(tiny_spec().to_dict()), crashing)]


@pytest.fixture
def model(tmp_path: Path) -> Path:
    """A file that the fake process does not open."""
    path = tmp_path / "model.keras"
    path.write_bytes(b"")
    return path


@pytest.fixture(scope="session")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A model that reads something, however wrong."""
    path = tmp_path_factory.mktemp("trained") / "tiny.keras"
    save_model(path, outspoken())
    return path


@pytest.fixture(scope="session")
def words(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("words")
    write_demo(folder, prepare(Charset(("a", "b")), length=(2, 4)).config, count=12, errors=0.0)
    return folder


@pytest.mark.skipif(sys.platform == "win32", reason="no signal ends a process there")
def test_a_conversion_that_crashes_is_one_sentence_and_the_others_go_on(model: Path, tmp_path: Path):
    told: list[FormReport] = []
    job = ExportJob(model, tmp_path / "out", (Form("keras"), Form("onnx"), Form("frozen")), words=0)
    found = export_model(job, command=fake("onnx"), on_report=told.append)
    keras_form, onnx, frozen = found.forms
    assert onnx.failed.startswith("onnx: the converter crashed (SIGSEGV)")
    assert "the converter says why" in onnx.failed and "\n" not in onnx.failed
    assert not keras_form.failed and keras_form.bytes == 5 and keras_form.operators == {"Conv2D": 2}
    assert [report.name for report in told[:2]] == ["keras", "onnx"] and not found.succeeded
    assert (tmp_path / "out" / keras_form.reader).is_file() and not (tmp_path / "out" / Form("onnx").reader).exists()
    document = json.loads((tmp_path / "out" / REPORT).read_text(encoding="utf-8"))
    assert [form["form"] for form in document["forms"]] == ["keras", "onnx", "frozen"]
    assert document["forms"][1]["failed"] == onnx.failed and frozen.name == "frozen"


def test_a_process_that_cannot_even_open_the_model_is_told(model: Path, tmp_path: Path):
    job = ExportJob(model, tmp_path / "out", (Form("keras"),))
    with pytest.raises(ModelError, match="the converter crashed"):
        export_model(job, command=[sys.executable, "-c", "raise SystemExit(3)"])
    assert not (tmp_path / "out").exists()


def test_a_folder_in_use_and_one_that_cannot_be_are_refused(model: Path, tmp_path: Path):
    with pytest.raises(ModelError, match=r"not empty, it holds model\.keras"):
        export_model(ExportJob(model, tmp_path, (Form("keras"),)))
    with pytest.raises(FileWriteError):
        export_model(ExportJob(model, model / "inside", (Form("keras"),)))
    with pytest.raises(ModelError, match="there is no such model"):
        export_model(ExportJob(tmp_path / "none.keras", tmp_path / "out", (Form("keras"),)))
    assert list(tmp_path.iterdir()) == [model]


def test_an_export_can_be_stopped(model: Path, tmp_path: Path):
    out = tmp_path / "out"
    job = ExportJob(model, out, (Form("keras"), Form("onnx")), words=0)
    with pytest.raises(Cancelled):
        export_model(job, command=fake(), progress=stop_at(1))
    assert not (out / REPORT).exists()
    left = {path.name for path in out.iterdir()}
    assert left & {"model.keras", "model.onnx"}
    export_model(replace(job, forms=(Form("h5"),)), command=fake())
    assert not left & {path.name for path in out.iterdir()}, "the next export fills the folder anew"
    with pytest.raises(ModelError, match="not empty"):
        export_model(job, command=fake())


def read_alone(out: Path, reader: str, image: Path) -> str:
    """What a reader prints, started as a person would."""
    done = subprocess.run(
        [sys.executable, "-I", "-B", out / reader, image], capture_output=True, text=True, check=True, timeout=300
    )
    return done.stdout.strip()


@pytest.mark.slow
def test_onnx_reads_as_the_program_does_in_a_process_without_us(trained: Path, words: Path, tmp_path: Path):
    out = tmp_path / "out"
    found = export_model(ExportJob(trained, out, (Form("onnx"),), images=words))
    assert found.succeeded, [form.failed for form in found.forms]
    (onnx,) = found.forms
    assert found.images == found.labelled == 12 and found.program.same_text == 1
    assert onnx.same_text == 1
    assert max(difference.greatest for difference in onnx.maps.values()) < 1e-3
    assert {"Conv", "TopK"} <= set(onnx.operators)
    names = {
        "spec.json",
        "maps.json",
        "charset.txt",
        "LICENCE.txt",
        "model.onnx",
        "read_onnx.py",
        "open_picture.py",
        REPORT,
    }
    assert {path.name for path in out.iterdir()} == names
    assert (out / "charset.txt").read_text(encoding="utf-8") == "a\nb\n"
    text = read_alone(out, onnx.reader, next(words.glob("*.png")))
    assert text and set(text) <= {"a", "b"}


def test_weights_that_are_no_numbers_are_refused(trained: Path, tmp_path: Path):
    model = keras.saving.load_model(trained, compile=False)
    weight = model.weights[0]
    weight.assign(np.full(weight.shape, np.nan))
    model.save(tmp_path / "broken.keras")
    with pytest.raises(ModelError, match=r"broken\.keras: 1 of its weights holds values that are not numbers"):
        opened(tmp_path / "broken.keras", None)


@pytest.mark.slow
@pytest.mark.parametrize("size", [None, (64, 64)])
def test_every_form_reads_as_the_program_does(trained: Path, words: Path, tmp_path: Path, size: tuple[Any, ...] | None):
    forms = forms_of(FORMATS, PRECISIONS, select=True)
    found = export_model(ExportJob(trained, tmp_path / "out", forms, size, images=words))
    assert found.succeeded, [form.failed for form in found.forms]
    for report in found.forms:
        if report.name == "tflite-float32-select":
            assert "Flex" in report.note and any(name.startswith("Flex") for name in report.operators)
            continue
        greatest = max(difference.greatest for difference in report.maps.values())
        # the last kernels are 60 times larger than they were made, and so is what float16 rounds off the weights
        most = 1.0 if "int" in report.name or "dynamic" in report.name else 5e-2 if "float16" in report.name else 1e-3
        assert greatest < most, report.name
        if most < 1:
            assert report.same_text == 1, report.name
        assert report.start and report.images_per_second and report.bytes


@pytest.mark.slow
def test_a_free_size_is_given_by_the_formats_that_can(trained: Path, words: Path, tmp_path: Path):
    forms = forms_of(["savedmodel", "onnx", "frozen", "keras"], ["float32"])
    found = export_model(ExportJob(trained, tmp_path / "out", forms, free=True, images=words))
    assert found.succeeded and [note.partition(":")[0] for note in found.notes] == ["keras"]
    assert all(max(d.greatest for d in form.maps.values()) < 1e-3 for form in found.forms)
