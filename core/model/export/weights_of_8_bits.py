"""TensorFlow Lite with the weights of large layers in 8 bits, those of the others in 16, and all arithmetic in floats.

TensorFlow Lite's own dynamic range rounds what goes into each convolution to 8 bits, too, as it runs; that costs words.
"""

from __future__ import annotations

from typing import Any

import flatbuffers
import numpy as np
from tensorflow.lite.python import schema_py_generated as schema

FINE = 0.4
"""Share of all weights that stay in float16: those of the smallest layers. A small layer adds at least as large an
error as a large one once it is rounded; the first and the last before the maps, which add most, are small."""

_FILE_ID = b"TFL3"
_LAYERS = (schema.BuiltinOperator.CONV_2D, schema.BuiltinOperator.FULLY_CONNECTED)
_SCALE_PER_CHANNEL = 5  # the first version of DEQUANTIZE that knows a scale for each channel


def with_weights_of_8_bits(model: bytes, fine: float = FINE) -> bytes:
    """Round the kernels of the large layers of a float16 model to 8 bits, each output channel by a scale of its own.

    In such a model each kernel has a DEQUANTIZE before the operators that use it, which the interpreter runs once.
    """
    read = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
    kinds = [max(code.builtinCode, code.deprecatedBuiltinCode) for code in read.operatorCodes]
    kernels = []
    for graph in read.subgraphs:
        layers = [each for each in graph.operators if kinds[each.opcodeIndex] in _LAYERS]
        used = {int(layer.inputs[1]) for layer in layers}
        kernels += [
            graph.tensors[each.inputs[0]]
            for each in graph.operators
            if kinds[each.opcodeIndex] == schema.BuiltinOperator.DEQUANTIZE and int(each.outputs[0]) in used
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
    """Hold a float16 kernel in 8 bits. Its first axis is outputs."""
    values = np.asarray(buffer.data, np.uint8).view(np.float16).astype(np.float32).reshape(kernel.shape[0], -1)
    largest = np.abs(values).max(1)
    scales = np.where(largest > 0, largest / 127, 1).astype(np.float32)
    buffer.data = np.round(values / scales[:, None]).astype(np.int8).view(np.uint8).ravel()
    kernel.type = schema.TensorType.INT8
    kernel.quantization = schema.QuantizationParametersT()
    kernel.quantization.scale = scales
    kernel.quantization.zeroPoint = np.zeros(len(scales), np.int64)
