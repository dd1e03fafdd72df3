"""Converts a recogniser into each form, in a separate process because converters may crash."""

from __future__ import annotations

import contextlib
import importlib.util
import io
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

import flatbuffers
import keras
import numpy as np
import tensorflow as tf
from numpy.typing import NDArray
from tensorflow.lite.python import convert as lite_convert
from tensorflow.lite.python import schema_py_generated as schema

from core.base.errors import ModelError
from core.base.files import read_file, write_atomically
from core.model.export.forms import MAPS, Form
from core.model.export.plain import PIXELS, described, layers_alone, plain_model
from core.model.network.saving import Recogniser

OPSET = 18  # the ONNX version that is written: onnxruntime reads it from 1.14 on

Images = Sequence[NDArray[np.uint8]]


FINE = 0.4
"""Share of all weights that stay in float16: those of the smallest layers.

A small layer adds at least as large an error as a large one once it is rounded; the first and the last before the maps,
which add most, are small.
"""

_FILE_ID = b"TFL3"
_LAYERS = (schema.BuiltinOperator.CONV_2D, schema.BuiltinOperator.FULLY_CONNECTED)
_SCALE_PER_CHANNEL = 5  # the first version of DEQUANTIZE that knows a scale for each channel


# The quantiser does not know an operator of many outputs by their names; no map needs this one.
_OF_MANY_OUTPUTS = ["TOPK_V2"]


def with_words_in_floats(converter: Any, floats: bytes) -> bytes:
    """Quantise a model that forms words to 8 bits, except the operators that only word formation needs.

    Parameters
    ----------
    converter : tf.lite.TFLiteConverter
        A converter with a representative data set.
    floats : bytes
        The result of the converter for the same model without one.

    Returns
    -------
    bytes
        The quantised model.
    """
    converter._experimental_calibrate_only = True  # the converter itself quantises all or nothing
    kept = {"denylisted_nodes": list(_behind_the_maps(floats)), "denylisted_ops": _OF_MANY_OUTPUTS}
    return bytes(lite_convert.mlir_quantize(converter.convert(), **kept))


def _behind_the_maps(model: bytes) -> Iterable[str]:
    """Return the names of all values from which no map is computed."""
    read = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
    (graph,), (signature,) = read.subgraphs, read.signatureDefs
    needed = {output.tensorIndex for output in signature.outputs if output.name.decode() in MAPS}
    for operator in reversed(graph.operators):  # they are in the order of their run
        if needed.isdisjoint(operator.outputs):
            yield from (graph.tensors[number].name.decode() for number in operator.outputs)
        else:
            needed.update(operator.inputs)


def with_weights_of_8_bits(model: bytes, fine: float = FINE) -> bytes:
    """Round the kernels of the large layers of a float16 model to 8 bits, with one scale for each output channel.

    In such a model each kernel has a DEQUANTIZE before the operators that use it, which the interpreter runs once.
    """
    read = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
    kinds = [max(code.builtinCode, code.deprecatedBuiltinCode) for code in read.operatorCodes]
    kernels = []
    for graph in read.subgraphs:
        layers = [operator for operator in graph.operators if kinds[operator.opcodeIndex] in _LAYERS]
        used = {int(layer.inputs[1]) for layer in layers}
        kernels += [
            graph.tensors[operator.inputs[0]]
            for operator in graph.operators
            if kinds[operator.opcodeIndex] == schema.BuiltinOperator.DEQUANTIZE and int(operator.outputs[0]) in used
        ]
    kernels.sort(key=lambda tensor: int(np.prod(tensor.shape)))
    sizes = np.cumsum([np.prod(tensor.shape) for tensor in kernels])
    for tensor, size in zip(kernels, sizes, strict=True):
        if size > fine * sizes[-1]:
            _round(tensor, read.buffers[tensor.buffer])
    for code, kind in zip(read.operatorCodes, kinds, strict=True):
        if kind == schema.BuiltinOperator.DEQUANTIZE:
            code.version = _SCALE_PER_CHANNEL
    builder = flatbuffers.Builder(len(model))
    builder.Finish(read.Pack(builder), _FILE_ID)
    return bytes(builder.Output())


def _round(kernel: Any, buffer: Any) -> None:
    """Hold a float16 kernel, whose first axis is the outputs, in 8 bits."""
    values = np.asarray(buffer.data, np.uint8).view(np.float16).astype(np.float32).reshape(kernel.shape[0], -1)
    largest = np.abs(values).max(1)
    scales = np.where(largest > 0, largest / 127, 1).astype(np.float32)
    buffer.data = np.round(values / scales[:, None]).astype(np.int8).view(np.uint8).ravel()
    kernel.type = schema.TensorType.INT8
    kernel.quantization = schema.QuantizationParametersT()
    kernel.quantization.scale = scales
    kernel.quantization.zeroPoint = np.zeros(len(scales), np.int64)


def convert(recogniser: Recogniser, form: Form, folder: Path, *, free: bool = False, images: Images = ()) -> None:
    """Convert a recogniser into a form, and write the form's files into a folder.

    Parameters
    ----------
    recogniser : Recogniser
        Its spec says the size of the input.
    free : bool
        Let the input have any height and width that 32 divides, if the form can.
    images : sequence of (height, width, 3) uint8
        Of the spec's size; int8 and its like learn the ranges of all values from them.

    Raises
    ------
    ModelError
        If the form needs something that is not there, or the converter refuses.
    FileWriteError, OSError
        If a file cannot be written.
    """
    with contextlib.redirect_stdout(io.StringIO()):  # converters praise what they do
        _WRITERS[form.format](recogniser, form, folder, free, images)


def _write_keras(recogniser: Recogniser, form: Form, folder: Path, free: bool, images: Images) -> None:
    with tempfile.TemporaryDirectory() as temporary:
        written = Path(temporary) / form.files[0]  # by the ending, as Keras 3 or as Keras 2 did
        (layers_alone if written.suffix == ".h5" else plain_model)(recogniser).save(written)
        write_atomically(folder / form.files[0], read_file(written, 8 << 30))


def _write_weights(recogniser: Recogniser, form: Form, folder: Path, free: bool, images: Images) -> None:
    plain = plain_model(recogniser)
    with tempfile.TemporaryDirectory() as temporary:
        written = Path(temporary) / "model.weights.h5"
        plain.save_weights(written)
        write_atomically(folder / "model.weights.h5", read_file(written, 8 << 30))
    write_atomically(folder / "model.json", plain.to_json().encode())


def _write_savedmodel(recogniser: Recogniser, form: Form, folder: Path, free: bool, images: Images) -> None:
    # Keras' own export writes every weight twice, once for the model and once for its layers
    module = tf.Module()
    module.weights = [variable.value for variable in recogniser.network.variables]
    module.serve = tf.function(_outputs_of(recogniser), input_signature=[_signature(recogniser, free)])
    tf.saved_model.save(module, str(folder / form.files[0]), {"serving_default": module.serve})


def _write_frozen(recogniser: Recogniser, form: Form, folder: Path, free: bool, images: Images) -> None:
    from tensorflow.python.framework.convert_to_constants import (  # TensorFlow has no public name
        convert_variables_to_constants_v2,
    )

    outputs = _outputs_of(recogniser)

    def named(image: Any) -> dict[str, Any]:
        return {name: tf.identity(value, name=name) for name, value in outputs(image).items()}

    function = tf.function(named).get_concrete_function(_signature(recogniser, free))
    graph = convert_variables_to_constants_v2(function).graph
    pb, listed = (folder / file for file in form.files)
    write_atomically(pb, graph.as_graph_def().SerializeToString())
    lines = [
        f"{operation.type:24}{tensor.name:64}{tensor.dtype.name:10}{tensor.shape}"
        for operation in graph.get_operations()
        for tensor in operation.outputs
    ]
    write_atomically(listed, ("\n".join(lines) + "\n").encode())


def _write_onnx(recogniser: Recogniser, form: Form, folder: Path, free: bool, images: Images) -> None:
    if importlib.util.find_spec("tf2onnx") is None or importlib.util.find_spec("onnx") is None:
        raise ModelError(
            "{name}: needs the packages tf2onnx and onnx. Install TextScanner Studio with the extra onnx.",
            name=form.name,
        )
    # The steps of the GRU are written out if the size is known: a loop costs onnxruntime more than its work
    outputs = _outputs_of(recogniser) if free else partial(plain_model(recogniser, simple=True), training=False)
    write_atomically(folder / form.files[0], onnx_bytes(outputs, recogniser, free=free))


def onnx_bytes(
    outputs: Callable[[Any], dict[str, Any]],
    recogniser: Recogniser,
    *,
    free: bool = False,
    properties: Mapping[str, str] = MappingProxyType({}),
) -> bytes:
    """Return an ONNX file of a function of images, (batch, height, width, 3) uint8, for any number of images at once.

    Parameters
    ----------
    outputs : callable
        The function, which TensorFlow traces.
    recogniser : Recogniser
        Its spec says the size of the images.
    free : bool
        Let the images have any height and width that 32 divides.
    properties : mapping of str to str
        Texts that the file holds besides.
    """
    import onnx  # optional packages
    import tf2onnx

    signature = _signature(recogniser, free)
    function = tf.function(outputs, input_signature=[signature])
    proto, _ = tf2onnx.convert.from_function(function, input_signature=[signature], opset=OPSET)
    onnx.helper.set_model_props(proto, dict(properties))
    return bytes(proto.SerializeToString())


def _write_tflite(recogniser: Recogniser, form: Form, folder: Path, free: bool, images: Images) -> None:
    lite, chosen = tf.lite, form.precision
    if form.is_calibrated and not images:
        raise ModelError(
            "{name}: needs images to learn the ranges of values from. Name a folder of word images with --images.",
            name=form.name,
        )
    plain = plain_model(recogniser, batch=1, simple=not form.selects, scaled=form.holds_scaling, words=form.holds_words)
    converter = lite.TFLiteConverter.from_keras_model(plain)
    floats = converter.convert() if chosen == "int8" else b""
    if form.selects:
        converter.target_spec.supported_ops = [lite.OpsSet.TFLITE_BUILTINS, lite.OpsSet.SELECT_TF_OPS]
        converter._experimental_lower_tensor_list_ops = False
    if chosen != "float32":
        converter.optimizations = [lite.Optimize.DEFAULT]
    if chosen in ("float16", "dynamic"):
        converter.target_spec.supported_types = [tf.float16]
    if form.is_calibrated:
        converter.representative_dataset = lambda: _calibrating(recogniser, images)
    if chosen == "int8-only":
        converter.target_spec.supported_ops = [lite.OpsSet.TFLITE_BUILTINS_INT8]
        converter.inference_input_type = converter.inference_output_type = tf.int8
    if chosen == "int16x8":
        wide = lite.OpsSet.EXPERIMENTAL_TFLITE_BUILTINS_ACTIVATIONS_INT16_WEIGHTS_INT8
        converter.target_spec.supported_ops = [wide, lite.OpsSet.TFLITE_BUILTINS]
    converted = with_words_in_floats(converter, floats) if chosen == "int8" else converter.convert()
    write_atomically(folder / form.files[0], with_weights_of_8_bits(converted) if chosen == "dynamic" else converted)


_WRITERS: dict[str, Callable[[Recogniser, Form, Path, bool, Images], None]] = {
    "keras": _write_keras,
    "weights": _write_weights,
    "json": _write_weights,
    "savedmodel": _write_savedmodel,
    "tflite": _write_tflite,
    "onnx": _write_onnx,
    "frozen": _write_frozen,
    "h5": _write_keras,
}


def _calibrating(recogniser: Recogniser, images: Images) -> Iterator[list[NDArray[np.float32]]]:
    scaling = recogniser.network.get_layer(PIXELS)
    for image in images:
        yield [keras.ops.convert_to_numpy(scaling(image[None])).astype(np.float32)]


def _signature(recogniser: Recogniser, free: bool) -> tf.TensorSpec:
    maps = recogniser.spec.maps
    size = (None, None) if free else (maps.height, maps.width)
    return tf.TensorSpec((None, *size, 3), tf.uint8, name="image")


def _outputs_of(recogniser: Recogniser) -> Callable[[Any], dict[str, Any]]:
    return lambda image: described(recogniser, recogniser.network(image, training=False))
