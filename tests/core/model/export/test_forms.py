"""What can be asked for, and the programs that come beside it."""

from __future__ import annotations

import ast
import importlib.util
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image
from support.networks.tiny_network import tiny_spec

from core.base.errors import ModelError
from core.base.images import read_image
from core.data.samples.samples import fit_image
from core.model.export.forms import FORMATS, PRECISIONS, Form, forms_of, size_of
from core.model.export.readers import reader_of

ALL = forms_of(FORMATS, PRECISIONS, select=True)


def test_forms_come_in_one_order_and_once() -> None:
    forms = forms_of(["onnx", "tflite", "tflite", "keras"], ["int8", "float32"])
    assert [form.name for form in forms] == ["keras", "tflite-float32", "tflite-int8", "onnx"]
    assert [Form.from_dict(form.to_dict()) for form in forms] == list(forms)
    assert len({form.reader for form in ALL}) == len(ALL) == 14


@pytest.mark.parametrize(
    ("formats", "precisions", "said"),
    [(["caffe"], ["int8"], '"caffe"'), (["tflite"], ["int4"], '"int4"'), ([], ["int8"], "none is chosen")],
)
def test_an_unknown_name_is_told_with_those_that_are_known(
    formats: list[str], precisions: list[str], said: str
) -> None:
    with pytest.raises(ModelError, match=said):
        forms_of(formats, precisions)


def test_a_size_is_height_by_width_or_free() -> None:
    assert size_of("32x128") == (32, 128)
    assert size_of("free") is None
    for text in ("32", "x128", "big", "32x-1"):
        with pytest.raises(ModelError, match="is no size"):
            size_of(text)


@pytest.mark.parametrize("form", ALL, ids=lambda form: form.name)
def test_every_reader_is_a_short_program_that_imports_nothing_of_ours(form: Form) -> None:
    text = reader_of(form, tiny_spec())
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name).partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    runtimes = {"keras", "tensorflow", "onnxruntime", "ai_edge_litert"}
    assert names - {"sys", "pathlib"} - runtimes == {"numpy", "PIL"}
    code = text.split('"""')[2].partition("\nfrom PIL")[2].splitlines()[1:]
    lines = [line for line in code if line.strip() and not line.strip().startswith("#")]
    assert len(lines) <= 20, len(lines)  # besides the imports
    assert max(map(len, lines)) <= 120


def loaded(text: str, folder: Path) -> ModuleType:
    """A reader without its model, whose `run` keeps the prepared image in `given`."""
    (folder / "charset.txt").write_text("a\n")
    path = folder / "reader_alone.py"
    path.write_text("".join(line for line in text.splitlines(True) if "onnxruntime" not in line))
    spec = importlib.util.spec_from_file_location("reader_alone", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    given: list[NDArray[np.uint8]] = []
    vars(module).update(given=given, run=lambda pixels: given.append(pixels) or {"ids": []})
    return module


@pytest.mark.parametrize("size", [(20, 50), (90, 300), (40, 40), (20, 300), (300, 30)], ids=str)
@pytest.mark.parametrize("keep_aspect", [False, True])
def test_a_reader_prepares_an_image_as_the_program_does(
    size: tuple[int, int], keep_aspect: bool, tmp_path: Path
) -> None:
    spec = tiny_spec()
    spec = spec.with_(maps=spec.maps.with_(keep_aspect=keep_aspect), padding=7)
    pixels = np.random.default_rng(0).integers(0, 256, (*size, 3)).astype(np.uint8)
    Image.fromarray(pixels).save(tmp_path / "word.png")
    reader = loaded(reader_of(Form("onnx"), spec), tmp_path)
    assert reader.read(tmp_path / "word.png") == ""
    found = reader.given[0].astype(int)
    wanted = fit_image(read_image(tmp_path / "word.png"), spec.maps, spec.padding)
    assert found.shape == wanted.shape
    # OpenCV interpolates with weights of 11 bits: a grey level up or down
    assert np.abs(found - wanted).max() <= 1
