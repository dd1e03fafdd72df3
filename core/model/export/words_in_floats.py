"""TensorFlow Lite whose network computes in 8 bits, with word formation behind it in floats.

In 8 bits the votes of two symbols, and the places of two pixels, are one number; so this last part is left as it was.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tensorflow.lite.python import convert
from tensorflow.lite.python import schema_py_generated as schema

from core.model.export.forms import MAPS

# The quantiser does not know an operator of many outputs by their names; no map needs this one.
_OF_MANY_OUTPUTS = ["TOPK_V2"]


def with_words_in_floats(converter: Any, floats: bytes) -> bytes:
    """Quantise a model that forms words to 8 bits, all but what only the words need.

    `converter`: it has a representative data set. `floats`: what the converter has made of the same model without one.
    """
    converter._experimental_calibrate_only = True  # the converter itself quantises all or nothing
    kept = {"denylisted_nodes": list(_behind_the_maps(floats)), "denylisted_ops": _OF_MANY_OUTPUTS}
    return bytes(convert.mlir_quantize(converter.convert(), **kept))


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
