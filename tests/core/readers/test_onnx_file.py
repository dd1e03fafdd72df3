"""What an ONNX file says of itself, and whether it may be run, is read before any library runs it."""

import contextlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.graphs.letters import save, save_letters

from core.base.errors import ModelError
from core.readers.onnx_file import GraphFacts, read_facts

onnx = pytest.importorskip("onnx")


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    return save_letters(tmp_path_factory.mktemp("graph") / "a.onnx", properties={"character": "é\n漢"}).read_bytes()


def test_inputs_outputs_and_properties_are_those_of_the_file(letters: bytes):
    facts = read_facts(letters, "a")
    assert [(tensor.name, tensor.dtype, tensor.shape) for tensor in facts.inputs] == [
        ("x", "float32", (None, 1, 32, None))
    ]
    assert [tensor.name for tensor in facts.outputs] == ["y"]
    assert facts.outputs[0].shape == (None, None, 63)
    assert facts.properties == {"character": "é\n漢"}
    assert facts.operators == {"Conv": 1, "Softmax": 1, "Squeeze": 1, "Transpose": 1}
    assert GraphFacts.from_dict(facts.to_dict()) == facts


def test_weights_that_are_listed_as_inputs_are_none(tmp_path: Path):
    node = onnx.helper.make_node("Add", ["x", "w"], ["y"])
    path = save(tmp_path / "a.onnx", [node], [1], [1], {"w": np.ones(1, np.float32)})
    model = onnx.load(path)
    model.graph.input.append(onnx.helper.make_tensor_value_info("w", onnx.TensorProto.FLOAT, [1]))
    assert [tensor.name for tensor in read_facts(model.SerializeToString(), "a").inputs] == ["x"]


def test_functions_of_the_file_are_looked_into(tmp_path: Path):
    node = onnx.helper.make_node("Add", ["x", "x"], ["y"])
    model = onnx.load(save(tmp_path / "a.onnx", [node], [1], [1]))
    inner = onnx.helper.make_node("Shell", ["a"], ["b"], domain="elsewhere")
    function = onnx.helper.make_function("", "F", ["a"], ["b"], [inner], [onnx.helper.make_opsetid("", 17)])
    model.functions.append(function)
    with pytest.raises(ModelError, match="Shell of the domain elsewhere"):
        read_facts(model.SerializeToString(), "a")


@pytest.mark.parametrize("place", ["attribute", "sparse"])
def test_values_in_another_file_are_found_wherever_they_are_named(tmp_path: Path, place: str):
    tensor = onnx.numpy_helper.from_array(np.ones(1, np.float32), "w")
    tensor.data_location = onnx.TensorProto.EXTERNAL
    entry = tensor.external_data.add()
    entry.key, entry.value = "location", "/etc/passwd"
    node = onnx.helper.make_node("Add", ["x", "x"], ["y"])
    model = onnx.load(save(tmp_path / "a.onnx", [node], [1], [1]))
    if place == "attribute":
        attribute = model.graph.node[0].attribute.add()
        attribute.name, attribute.type = "value", onnx.AttributeProto.TENSOR
        attribute.t.CopyFrom(tensor)
    else:
        model.graph.sparse_initializer.add().values.CopyFrom(tensor)
    with pytest.raises(ModelError, match=r"another file \(/etc/passwd\)"):
        read_facts(model.SerializeToString(), "a")


@given(st.data())
def test_damaged_bytes_give_facts_or_one_sentence(letters: bytes, data: Any):
    start = data.draw(st.integers(0, len(letters) - 1))
    changed = data.draw(st.binary(min_size=1, max_size=8))
    with contextlib.suppress(ModelError):
        read_facts(letters[:start] + changed + letters[start + len(changed) :], "a")


@given(st.binary(max_size=200))
def test_any_bytes_give_facts_or_one_sentence(data: bytes):
    with contextlib.suppress(ModelError):
        read_facts(data, "a")
