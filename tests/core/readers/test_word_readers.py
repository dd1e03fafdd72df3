"""A recogniser in an ONNX file reads words, and one that is none is refused in a sentence."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.graphs.letters import (
    HEIGHT,
    PICTURES,
    SYMBOLS,
    WIDTH,
    kernels,
    save,
    save_letters,
    word_picture,
)

from core.base.errors import ImageError, ModelError
from core.base.images import encode_png
from core.readers.ctc import as_probabilities, decode
from core.readers.graph_process import Bounds, GraphFile
from core.readers.preparing import prepared
from core.readers.recogniser import CtcRecogniser
from core.readers.word_readers import CtcReader, read_files

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

WORDS = ("PIZZA", "Hello", "A113", "zoo", "x", "THEEND")


def recogniser(path: Path, **changes: Any) -> CtcRecogniser:
    return replace(CtcRecogniser("letters", path, SYMBOLS, PICTURES), **changes)


def test_words_are_read_with_a_score_for_each_symbol(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    with CtcReader(recogniser(path)) as reader:
        readings = [reader.read(word_picture(word)) for word in WORDS]
    assert tuple(reading.text for reading in readings) == WORDS
    assert all(len(reading.scores) == len(reading.text) for reading in readings)
    assert all(reading.probability > 0.9 and reading.reader == "letters" for reading in readings)
    assert {reading.version for reading in readings} == {GraphFile.read(path).hash}


def test_the_process_gives_what_numpy_does(tmp_path: Path):
    """The network of two layers once more, without onnxruntime."""
    weights, bias = kernels()
    with CtcReader(recogniser(save_letters(tmp_path / "a.onnx"))) as reader:
        for word in WORDS:
            rows = prepared(word_picture(word), PICTURES)[0]
            cells = rows.reshape(HEIGHT, -1, WIDTH).transpose(1, 0, 2)
            numbers = np.einsum("thw,hwc->tc", cells, weights[:, :, 0]) + bias
            wanted = decode(as_probabilities(numbers), SYMBOLS, 0)
            reading = reader.read(word_picture(word))
            assert reading.text == wanted.text
            assert reading.probability == pytest.approx(wanted.probability, rel=1e-3)
            assert reading.scores == pytest.approx(wanted.scores, rel=1e-3)


def test_a_word_that_stands_upright_is_turned_first(tmp_path: Path):
    with CtcReader(recogniser(save_letters(tmp_path / "a.onnx"))) as reader:
        assert reader.read(np.rot90(word_picture("Hello"), -1)).text == "Hello"


def test_a_file_that_changed_since_it_was_described_is_refused(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    known = recogniser(path, hash=GraphFile.read(path).hash)
    with CtcReader(known):
        pass
    save_letters(path, properties={"a": "b"})
    with pytest.raises(ModelError, match=r"letters: .* has been changed or replaced"):
        CtcReader(known)


def refusal(path: Path, **changes: Any) -> str:
    with pytest.raises(ModelError) as error, CtcReader(recogniser(path, **changes), Bounds(20, 20)) as reader:
        reader.read(word_picture("Hello"))
    return str(error.value)


def test_another_number_of_classes_than_symbols_is_refused(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    assert "it has 63 classes, and the list has 61 symbols" in refusal(path, symbols=SYMBOLS[1:])


def test_a_fixed_number_of_crops_is_refused(tmp_path: Path):
    assert "it takes crops only in batches of 8" in refusal(save_letters(tmp_path / "a.onnx", batch=8))


def test_a_number_of_crops_that_is_fixed_within_is_refused(tmp_path: Path):
    node = onnx.helper.make_node("Reshape", ["x", "four"], ["y"])
    values = {"four": np.array([2, -1, 63], np.int64)}
    path = save(tmp_path / "a.onnx", [node], ["n", 1, HEIGHT, "width"], ["n", "t", "c"], values)
    wide = replace(PICTURES, width=63 * 4)
    assert "more than one result for one crop (2)" in refusal(path, pictures=wide)


@pytest.mark.parametrize(
    ("given", "gives", "why"),
    [
        ([1, 1, 32, 96], [1, 63], "not give the probabilities of the classes column by column"),
        ([1, 32], [1, 4, 63], "does not accept an image"),
        (None, [1, 4, 63], "does not accept an image"),
        ([1, 7, 32, 96], [1, 4, 63], "does not accept an image"),
    ],
)
def test_what_is_no_ctc_recogniser_is_refused(tmp_path: Path, given: list[Any] | None, gives: list[Any], why: str):
    node = onnx.helper.make_node("RandomNormal", [], ["y"], shape=gives)
    path = save(tmp_path / "a.onnx", [node], given, gives)
    sentence = refusal(path)
    assert sentence.startswith("a.onnx: not a CTC recogniser") and why in sentence


def test_values_beside_the_picture_are_refused_by_name(tmp_path: Path):
    model = onnx.load(save_letters(tmp_path / "a.onnx"))
    model.graph.input.append(onnx.helper.make_tensor_value_info("lengths", onnx.TensorProto.FLOAT, [1]))
    path = tmp_path / "b.onnx"
    path.write_bytes(model.SerializeToString())
    assert "it needs values for lengths beside a picture" in refusal(path)


def test_columns_may_come_first_and_channels_last(tmp_path: Path):
    model = onnx.load(save_letters(tmp_path / "a.onnx"))
    helper = onnx.helper
    nodes = [
        helper.make_node("Transpose", ["p"], ["x"], perm=[0, 3, 1, 2]),
        *model.graph.node,
        helper.make_node("Transpose", ["y"], ["q"], perm=[1, 0, 2]),
    ]
    picture = helper.make_tensor_value_info("p", onnx.TensorProto.FLOAT, ["n", HEIGHT, "w", 1])
    result = helper.make_tensor_value_info("q", onnx.TensorProto.FLOAT, ["t", "n", 63])
    graph = helper.make_graph(nodes, "g", [picture], [result], list(model.graph.initializer))
    path = tmp_path / "b.onnx"
    path.write_bytes(helper.make_model(graph, opset_imports=model.opset_import, ir_version=8).SerializeToString())
    with CtcReader(recogniser(path)) as reader:
        assert reader.read(word_picture("Hello")).text == "Hello"


def test_an_image_that_cannot_be_read_keeps_none_from_being_read(tmp_path: Path):
    for name in ("a.png", "c.png"):
        (tmp_path / name).write_bytes(encode_png(word_picture("zoo")))
    (tmp_path / "b.png").write_bytes(b"no picture")
    images = [tmp_path / name for name in ("a.png", "b.png", "c.png")]
    with CtcReader(recogniser(save_letters(tmp_path / "a.onnx"))) as reader:
        results = dict(read_files(reader, images))
    assert [results[image].text for image in (images[0], images[2])] == ["zoo", "zoo"]
    assert isinstance(results[images[1]], ImageError)


@pytest.mark.slow
def test_a_network_of_keras_that_tf2onnx_exports_reads_the_same(tmp_path: Path):
    keras, tf = pytest.importorskip("keras"), pytest.importorskip("tensorflow")
    tf2onnx = pytest.importorskip("tf2onnx")
    weights, bias = kernels()
    picture = keras.Input((HEIGHT, None, 1), name="picture")
    convolution = keras.layers.Conv2D(len(bias), (HEIGHT, WIDTH), strides=(HEIGHT, WIDTH))
    columns = keras.ops.squeeze(convolution(picture), axis=1)
    model = keras.Model(picture, keras.layers.Softmax()(columns))
    convolution.set_weights([weights, bias])
    signature = [tf.TensorSpec((None, HEIGHT, None, 1), tf.float32, name="picture")]
    function = tf.function(model, input_signature=signature)
    proto, _ = tf2onnx.convert.from_function(function, input_signature=signature, opset=17)
    path = tmp_path / "a.onnx"
    path.write_bytes(proto.SerializeToString())
    with CtcReader(recogniser(path)) as reader:
        assert tuple(reader.read(word_picture(word)).text for word in WORDS) == WORDS
