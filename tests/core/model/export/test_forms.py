"""What can be asked for, the programs that come beside it, and the network out of Keras' own layers."""

import ast
import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from numpy.typing import NDArray
from PIL import Image
from support.networks.tiny_network import outspoken, tiny_spec

from core.base.errors import ModelError
from core.base.images import read_image
from core.data.samples.samples import fit_image
from core.model.export.converting import convert
from core.model.export.forms import FORMATS, MAPS, PRECISIONS, WORDS, Form, forms_of, size_of
from core.model.export.operators import operators_of
from core.model.export.plain import in_floats, plain_model
from core.model.export.readers import PICTURES, picture_opener, reader_of
from core.model.network.branches import CLASS_HEAD
from core.model.network.layer_outputs import leaf_layers
from core.model.network.saving import Recogniser, build_recogniser
from core.model.steps.hardware import policy

ALL = forms_of(FORMATS, PRECISIONS, select=True)


def test_forms_come_in_one_order_and_once():
    forms = forms_of(["onnx", "tflite", "tflite", "keras"], ["int8", "float32"])
    assert [form.name for form in forms] == ["keras", "tflite-float32", "tflite-int8", "onnx"]
    assert [Form.from_dict(form.to_dict()) for form in forms] == list(forms)
    assert len({form.reader for form in ALL}) == len(ALL) == 14


@pytest.mark.parametrize(
    ("formats", "precisions", "said"),
    [(["caffe"], ["int8"], '"caffe"'), (["tflite"], ["int4"], '"int4"'), ([], ["int8"], "none is chosen")],
)
def test_an_unknown_name_is_told_with_those_that_are_known(formats: list[Any], precisions: list[Any], said: str):
    with pytest.raises(ModelError, match=said):
        forms_of(formats, precisions)


def test_a_size_is_height_by_width_or_free():
    assert size_of("32x128") == (32, 128)
    assert size_of("free") is None
    for text in ("32", "x128", "big", "32x-1", "9" * 5000 + "x1"):
        with pytest.raises(ModelError, match="is not a size"):
            size_of(text)


@pytest.mark.long
def test_a_model_trained_in_bfloat16_leaves_in_floats_with_the_same_weights():
    with policy("mixed_bfloat16"):
        trained = build_recogniser(tiny_spec())
    floats = in_floats(trained)
    assert {layer.compute_dtype for layer in floats.network.layers} == {"float32"}
    pairs = zip(trained.network.get_weights(), floats.network.get_weights(), strict=True)
    assert all(np.array_equal(ours, theirs) for ours, theirs in pairs)
    assert in_floats(floats) is floats


@pytest.mark.parametrize("form", ALL, ids=lambda form: form.name)
@pytest.mark.parametrize("narrow", [None, 1.4], ids=str)
def test_every_reader_is_a_short_program_that_imports_nothing_of_ours(form: Any, narrow: float | None):
    spec = tiny_spec()
    text = reader_of(form, spec.with_(maps=spec.maps.with_(padding=narrow)))
    names = {
        (node.module if isinstance(node, ast.ImportFrom) else alias.name).partition(".")[0]
        for node in ast.walk(ast.parse(text))
        if isinstance(node, (ast.Import, ast.ImportFrom))
        for alias in node.names
    }
    runtimes = {"keras", "tensorflow", "onnxruntime", "ai_edge_litert"}
    assert names - {"sys", "pathlib"} - runtimes == {"numpy", "PIL", "open_picture"}  # a file beside it
    code = text.split('"""')[2].partition("\nfrom PIL")[2].splitlines()[1:]
    lines = [line for line in code if line.strip() and not line.strip().startswith("#")]
    assert len(lines) <= 20, len(lines)  # besides the imports
    assert max(map(len, lines)) <= 120


def module_at(path: Path) -> ModuleType:
    """A program run from its file, with its own folder in the search path, as Python starts a program."""
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(path.parent)
        spec.loader.exec_module(module)
    return module


def loaded(text: str, folder: Path) -> ModuleType:
    """A reader without its model, whose `run` keeps the prepared image in `given`."""
    (folder / "charset.txt").write_text("a\n")
    path = folder / "reader_alone.py"
    path.write_text("".join(line for line in text.splitlines(True) if "onnxruntime" not in line))
    (folder / PICTURES).write_text(picture_opener(), encoding="utf-8")
    module = module_at(path)
    given: list[NDArray[np.uint8]] = []
    vars(module).update(given=given, run=lambda pixels: given.append(pixels) or {"ids": []})
    return module


@pytest.mark.parametrize("size", [(20, 50), (90, 300), (40, 40), (20, 300), (300, 30), (1, 400), (400, 1)], ids=str)
@pytest.mark.parametrize("keep_aspect", [False, True])
@pytest.mark.parametrize("narrow", [None, 1.4], ids=str)
def test_a_reader_prepares_an_image_as_the_program_does(
    size: tuple[Any, ...], keep_aspect: bool, narrow: float | None, tmp_path: Path
):
    spec = tiny_spec()
    spec = spec.with_(maps=spec.maps.with_(keep_aspect=keep_aspect, padding=narrow), padding=7)
    pixels = np.random.default_rng(0).integers(0, 256, (*size, 3)).astype(np.uint8)
    Image.fromarray(pixels).save(tmp_path / "word.png")
    reader = loaded(reader_of(Form("onnx"), spec), tmp_path)
    assert reader.read(tmp_path / "word.png") == ""
    wanted = fit_image(read_image(tmp_path / "word.png"), spec.maps, spec.padding)
    assert reader.given[0].shape == wanted.shape
    differs = np.abs(reader.given[0].astype(int) - wanted)
    # one grey level decides between two symbols; another processor may round a pixel otherwise, once in a long while
    assert differs.max() <= 1 and differs.mean() < 1e-3


def saved(name: str, folder: Path) -> Path:
    """A picture of another kind than RGB of 8 bits, with dark letters or light ones."""
    ramp = np.linspace(0, 1, 600, dtype=np.float32).reshape(20, 30)
    alpha = np.zeros((20, 30), np.uint8)
    alpha[5:15, 8:22] = 200
    path = folder / f"{name}.{'tiff' if name in ('float', 'share', 'signed') else 'png'}"
    match name:
        case "16 bits" | "12 bits" | "10 bits":
            picture = Image.fromarray((ramp * (2 ** int(name[:2]) - 1)).astype(np.uint16))
        case "float" | "share":
            picture = Image.fromarray(ramp * (3000 if name == "float" else 1))
        case "signed":
            picture = Image.fromarray((ramp * 1000 - 20).astype(np.int32))
        case "light letters" | "dark letters":
            grey = np.full((20, 30), 250 if name == "light letters" else 10, np.uint8)
            picture = Image.fromarray(np.dstack([grey, grey, grey, alpha]))
        case "grey and transparent":
            picture = Image.fromarray(np.dstack([np.full_like(alpha, 30), alpha]))
        case "palette":
            picture = Image.fromarray((ramp * 3).astype(np.uint8)).convert("P")
            picture.info["transparency"] = 0
        case _:
            picture = Image.fromarray((ramp * 255).astype(np.uint8)).convert("CMYK").convert("L")
    picture.save(path, **({"transparency": 0} if name == "palette" else {}))
    return path


@pytest.mark.parametrize(
    "name",
    [
        "16 bits",
        "12 bits",
        "10 bits",
        "float",
        "share",
        "signed",
        "light letters",
        "dark letters",
        "grey and transparent",
        "palette",
        "grey",
    ],
)
def test_an_exported_reader_opens_a_picture_as_the_program_does(name: str, tmp_path: Path):
    (tmp_path / PICTURES).write_text(picture_opener(), encoding="utf-8")
    path = saved(name, tmp_path)
    ours, theirs = read_image(path), module_at(tmp_path / PICTURES).rgb(path)
    assert theirs.shape == ours.shape and theirs.dtype == np.uint8
    assert np.abs(theirs.astype(int) - ours).max() <= 1  # a value that lies between two grey levels
    assert np.ptp(ours) > 0


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return outspoken()


@pytest.fixture(scope="module")
def pixels() -> NDArray[np.uint8]:
    return np.random.default_rng(0).integers(0, 256, (1, 32, 64, 3)).astype(np.uint8)


@pytest.mark.long
def test_a_plain_model_has_no_class_of_ours_and_the_same_weights(recogniser: Recogniser):
    config = plain_model(recogniser).to_json()
    assert "textscanner" not in config and '"core.' not in config
    assert plain_model(recogniser).count_params() == recogniser.network.count_params()


@pytest.mark.long
@pytest.mark.parametrize("simple", [False, True])
def test_a_plain_model_gives_what_the_program_gives(recogniser: Recogniser, pixels: NDArray[np.uint8], simple: bool):
    given = {name: np.asarray(value) for name, value in recogniser.model(pixels).items()}
    found = {name: np.asarray(value) for name, value in plain_model(recogniser, simple=simple)(pixels).items()}
    assert set(found) == {*MAPS, *WORDS} and found["ids"].any()
    tolerance = 1e-5  # float32 in another order: some hundred roundings of 6e-8
    for name in WORDS:
        np.testing.assert_allclose(found[name], given[name], atol=tolerance)
    np.testing.assert_allclose(found["localization"], given["localization_map"], atol=tolerance)
    np.testing.assert_allclose(found["order"], given["order_map"], atol=2**-11)  # float16
    top = np.take_along_axis(found["character"], given["symbol_ids"], axis=-1)
    np.testing.assert_allclose(top, given["symbol_scores"], atol=2**-11)


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore::UserWarning")  # that another package is to come
def test_symbols_that_tie_are_decided_alike_in_tensorflow_lite(
    recogniser: Recogniser, pixels: NDArray[np.uint8], tmp_path: Path
):
    tied = build_recogniser(recogniser.spec)
    tied.network.set_weights(recogniser.network.get_weights())
    for weight in tied.network.get_layer(CLASS_HEAD).weights:
        weight.assign(np.zeros(weight.shape))  # no sum of products, whose last bits are the processor's
    form = Form("tflite")
    convert(tied, form, tmp_path, images=[])
    read = tf.lite.Interpreter(model_path=str(tmp_path / form.files[0])).get_signature_runner()
    ids = tied.model(pixels)["ids"].numpy()
    assert set(ids[ids > 0]) == {1}
    np.testing.assert_array_equal(read(image=pixels)["ids"], ids)


def test_int8_without_images_is_refused(recogniser: Recogniser, tmp_path: Path):
    with pytest.raises(ModelError, match=r"tflite-int8: needs images .* --images"):
        convert(recogniser, Form("tflite", "int8"), tmp_path)


@pytest.mark.long
def test_a_keras_file_and_weights_with_json_open_without_us(recogniser: Recogniser, tmp_path: Path):
    for form in (Form("keras"), Form("json")):
        convert(recogniser, form, tmp_path)
    config = json.loads((tmp_path / "model.json").read_text(encoding="utf-8"))
    rebuilt = keras.models.model_from_json(json.dumps(config), custom_objects={})
    rebuilt.load_weights(tmp_path / "model.weights.h5")
    opened = keras.saving.load_model(tmp_path / "model.keras", compile=False)
    for model in (rebuilt, opened):
        for wanted, weight in zip(plain_model(recogniser).weights, model.weights, strict=True):
            np.testing.assert_array_equal(wanted, weight)
    assert operators_of(tmp_path / "model.keras") == operators_of(tmp_path / "model.json")
    assert operators_of(tmp_path / "model.weights.h5") == operators_of(tmp_path / "model.json")  # which lies beside


@pytest.mark.long
def test_the_file_of_keras_2_opens_without_us_and_gives_the_same_maps(recogniser: Recogniser, tmp_path: Path):
    convert(recogniser, Form("h5"), tmp_path)
    opened = keras.saving.load_model(tmp_path / "model.h5", compile=False, custom_objects={})
    maps = recogniser.spec.maps
    image = np.random.default_rng(3).integers(0, 256, (2, maps.height, maps.width, 3)).astype(np.uint8)
    wanted = plain_model(recogniser, words=False)(image)
    found = opened(recogniser.network.get_layer("pixels")(image))
    assert set(found) == set(wanted) == set(MAPS)
    for name, value in wanted.items():
        np.testing.assert_allclose(np.asarray(found[name]), np.asarray(value), atol=1e-5)
    counted = operators_of(tmp_path / "model.h5")
    assert counted["Conv2D"] == sum(type(layer).__name__ == "Conv2D" for _, layer in leaf_layers(recogniser.network))


def test_the_optimizer_is_left_out(recogniser: Recogniser, tmp_path: Path):
    convert(recogniser, Form("keras"), tmp_path)
    weights = 4 * recogniser.network.count_params()
    assert weights < (tmp_path / "model.keras").stat().st_size < 1.3 * weights


def test_operators_of_each_form_have_their_own_names(tmp_path: Path):
    """A transposed convolution is a convolution's backward pass in TensorFlow, and a thing of its own in TFLite."""
    image = keras.Input((4, 4, 1), 1)
    model = keras.Model(image, keras.layers.Conv2DTranspose(1, 3, strides=2, padding="same")(image))
    function = tf.function(model).get_concrete_function(tf.TensorSpec((1, 4, 4, 1)))
    (tmp_path / "frozen.pb").write_bytes(function.graph.as_graph_def().SerializeToString())
    (tmp_path / "model.tflite").write_bytes(tf.lite.TFLiteConverter.from_keras_model(model).convert())
    assert operators_of(tmp_path / "frozen.pb")["Conv2DBackpropInput"] == 1
    assert operators_of(tmp_path / "model.tflite")["TRANSPOSE_CONV"] == 1
