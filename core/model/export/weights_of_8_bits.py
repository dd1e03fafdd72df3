"""TensorFlow Lite with the weights of its large layers in 8 bits, and all arithmetic in floats.

TensorFlow Lite's own dynamic range rounds what goes into each convolution to 8 bits, too, as it runs; that costs words.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import flatbuffers
import numpy as np
from numpy.typing import NDArray
from tensorflow.lite.python import schema_py_generated as schema

LEAST = 12_000
"""Weights that a layer has to have, to be rounded: smaller ones, the last before the maps among them, cost words more
than bytes."""

_FILE_ID = b"TFL3"


def with_weights_of_8_bits(model: bytes, least: int = LEAST) -> bytes:
    """Round the weights of large layers of a float32 model, each output channel by a scale of its own.

    Each kernel gets a DEQUANTIZE before the operators that use it, which the interpreter runs once.
    """
    read = schema.ModelT.InitFromObj(schema.Model.GetRootAsModel(model, 0))
    kinds = schema.BuiltinOperator
    read.operatorCodes.append(_dequantize())
    number = len(read.operatorCodes) - 1
    for graph in read.subgraphs:
        operators = []
        for operator in graph.operators:
            code = read.operatorCodes[operator.opcodeIndex]
            if max(code.builtinCode, code.deprecatedBuiltinCode) in (kinds.CONV_2D, kinds.FULLY_CONNECTED):
                kernel = int(operator.inputs[1])
                values = _values(read, graph.tensors[kernel])
                if values is not None and values.size >= least:  # a kernel that was rounded is a constant no more
                    operators.append(_call(number, _round(read, graph, kernel, values), kernel))
            operators.append(operator)
        graph.operators = operators
    builder = flatbuffers.Builder(len(model))
    builder.Finish(read.Pack(builder), _FILE_ID)
    return bytes(builder.Output())


def _values(read: Any, tensor: Any) -> NDArray[np.float32] | None:
    """The constant of a float32 tensor; None of another."""
    data = read.buffers[tensor.buffer].data
    if tensor.type != schema.TensorType.FLOAT32 or data is None or not len(data):
        return None
    return np.frombuffer(np.asarray(data, np.uint8).tobytes(), np.float32).reshape(tensor.shape)


def _round(read: Any, graph: Any, kernel: int, values: NDArray[np.float32]) -> int:
    """Make the kernel a computed tensor, and return the new one that holds it in 8 bits; its first axis is outputs."""
    rows = np.abs(values).reshape(len(values), -1).max(1)
    scales = np.where(rows > 0, rows / 127, 1).astype(np.float32)
    shape = (-1, *(1,) * (values.ndim - 1))
    bytes_ = np.clip(np.round(values / scales.reshape(shape)), -127, 127).astype(np.int8)
    constant, tensor = copy(graph.tensors[kernel]), graph.tensors[kernel]
    constant.type = schema.TensorType.INT8
    constant.name = (tensor.name or b"kernel") + b"/int8"
    constant.quantization = schema.QuantizationParametersT()
    constant.quantization.scale = scales
    constant.quantization.zeroPoint = np.zeros(len(scales), np.int64)
    buffer = schema.BufferT()
    buffer.data = bytes_.view(np.uint8).ravel()
    read.buffers.append(buffer)
    constant.buffer = len(read.buffers) - 1
    read.buffers[tensor.buffer].data = None
    tensor.buffer = 0  # that of tensors without a constant
    graph.tensors.append(constant)
    return len(graph.tensors) - 1


def _dequantize() -> Any:
    code = schema.OperatorCodeT()
    code.builtinCode = code.deprecatedBuiltinCode = schema.BuiltinOperator.DEQUANTIZE
    code.version = 5  # the first that knows a scale for each channel
    return code


def _call(number: int, given: int, gives: int) -> Any:
    operator = schema.OperatorT()
    operator.opcodeIndex, operator.inputs, operator.outputs = number, [given], [gives]
    operator.builtinOptionsType = schema.BuiltinOptions.DequantizeOptions
    operator.builtinOptions = schema.DequantizeOptionsT()
    return operator
