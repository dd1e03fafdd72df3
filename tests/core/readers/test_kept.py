"""A recogniser that a person adds is tried, and kept in the person's configuration folder with its card."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.graphs.letters import HEIGHT, PICTURES, SYMBOLS, save, save_letters, word_picture

from core.base.errors import ModelError
from core.readers.adding import add_recogniser, name_for
from core.readers.graph_process import GraphFile
from core.readers.kept import CARD, MODEL, keep_recogniser, kept_recognisers, remove_recogniser
from core.readers.recogniser import FAMILIES, CtcRecogniser
from core.readers.word_readers import CtcReader

onnx = pytest.importorskip("onnx")
pytest.importorskip("onnxruntime")

CHOSEN = {"width": 24, "widens": True, "fit": "pad", "mean": (1.0,), "scale": (-1.0,)}


def added(path: Path, name: str = "letters", **changes: Any):
    values = {"symbols": SYMBOLS, "family": FAMILIES["crnn"], "chosen": CHOSEN, "folder": path.parent / "kept"}
    return add_recogniser(path, name, **values | changes)


def test_an_added_recogniser_is_kept_with_a_copy_of_its_file_and_reads(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    added(path)
    path.unlink()
    known, problems = kept_recognisers(tmp_path / "kept")
    assert list(known) == ["letters"] and not problems
    assert known["letters"].symbols == SYMBOLS and known["letters"].pictures == PICTURES
    with CtcReader(known["letters"]) as reader:
        assert reader.read(word_picture("PIZZA")).text == "PIZZA"


def test_symbols_and_family_come_out_of_the_file_where_it_has_them(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx", properties={"character": "\n".join(SYMBOLS)})
    kept = added(path, symbols=None, family=None, chosen={})
    assert kept.symbols == SYMBOLS
    assert kept.pictures == replace(
        FAMILIES["ppocr"].pictures, height=HEIGHT, channels="grey", mean=(0.5,), scale=(0.5,)
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"symbols": None}, "does not hold its symbols. Name the file that lists them with --symbols"),
        ({"family": None}, "Name its family with --preset: ppocr, openocr, svtr, crnn, doctr"),
        ({"symbols": SYMBOLS[1:]}, "it has 63 classes, and the list has 61 symbols"),
        ({"chosen": {"height": 48}}, "it takes pictures of height 32, and not 48"),
        ({"chosen": {"channels": "rgb", "mean": (0.5,), "scale": (0.5,)}}, "of 1 channel, and not of 3"),
        ({"chosen": {"scale": (0.0,)}}, "such pictures are impossible"),
        ({"name": "reader"}, "cannot be the name of a reader"),
        ({"name": "../x"}, "cannot be the name of a reader"),
        ({"name": ""}, "cannot be the name of a reader"),
    ],
)
def test_what_does_not_fit_is_one_sentence_and_nothing_is_kept(tmp_path: Path, changes: dict[Any, Any], sentence: str):
    with pytest.raises(ModelError, match=sentence):
        added(save_letters(tmp_path / "a.onnx"), **changes)
    assert not (tmp_path / "kept").exists()


def test_the_number_of_classes_is_counted_where_the_graph_does_not_say_it(tmp_path: Path):
    model = onnx.load(save_letters(tmp_path / "a.onnx"))
    slices = {
        "from": [0],
        "to": [63],
        "axis": [2],
    }
    tensors = [onnx.helper.make_tensor(name, onnx.TensorProto.INT64, [1], value) for name, value in slices.items()]
    wide = onnx.helper.make_node("Slice", ["y", "from", "to", "axis"], ["z"])
    shape = onnx.helper.make_node("Shape", ["y"], ["sides"])
    free = onnx.helper.make_node("Reshape", ["z", "sides"], ["q"])
    graph = model.graph
    graph.node.extend([wide, shape, free])
    graph.initializer.extend(tensors)
    del graph.output[:]
    graph.output.append(onnx.helper.make_tensor_value_info("q", onnx.TensorProto.FLOAT, ["n", "t", "c"]))
    path = tmp_path / "b.onnx"
    path.write_bytes(model.SerializeToString())
    family = replace(FAMILIES["crnn"], adds_space=True)
    assert added(path, symbols=SYMBOLS[:-1], family=family).symbols == (*SYMBOLS[:-1], " ")
    with pytest.raises(ModelError, match="it has 63 classes"):
        added(path, "other", symbols=SYMBOLS[3:])


@pytest.mark.long
def test_a_name_is_taken_once_and_free_again_when_it_is_removed(tmp_path: Path):
    path = save_letters(tmp_path / "a.onnx")
    added(path)
    for name in ("letters", "Letters"):  # capitals do not tell folders apart on every system
        with pytest.raises(ModelError, match="there is a reader of this name already"):
            added(path, name)
    remove_recogniser("letters", tmp_path / "kept")
    assert kept_recognisers(tmp_path / "kept") == ({}, {})
    added(path)
    for name in ("gone", "..", "../kept/letters"):
        with pytest.raises(ModelError, match="no such reader has been added"):
            remove_recogniser(name, tmp_path / "kept")


@pytest.mark.parametrize(
    "change",
    [
        {"schema": 2},
        {"symbols": [1]},
        {"symbols": []},
        {"symbols": 5},
        {"blank": "middle"},
        {"hash": "0"},
        {"pictures": {}},
        {"pictures": None},
    ],
)
def test_a_damaged_card_is_one_sentence_and_the_others_are_readers(tmp_path: Path, change: dict[Any, Any]):
    path = save_letters(tmp_path / "a.onnx")
    for name in ("one", "two"):
        keep_recogniser(CtcRecogniser(name, path, SYMBOLS, PICTURES), GraphFile.read(path), tmp_path / "kept")
    card = tmp_path / "kept" / "one" / CARD
    card.write_text(json.dumps(json.loads(card.read_text()) | change))
    known, problems = kept_recognisers(tmp_path / "kept")
    assert list(known) == ["two"] and list(problems) == ["one"]
    assert "its card reader.json cannot be read" in problems["one"]


def test_a_kept_file_that_was_replaced_is_not_run(tmp_path: Path):
    added(save_letters(tmp_path / "a.onnx"))
    save(tmp_path / "kept" / "letters" / MODEL, [onnx.helper.make_node("Abs", ["x"], ["y"])], [1], [1])
    known, _ = kept_recognisers(tmp_path / "kept")
    with pytest.raises(ModelError, match="has been changed or replaced"):
        CtcReader(known["letters"])


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("PP-OCRv6 rec.onnx", "PP-OCRv6-rec"),
        ("漢字.onnx", "漢字"),
        ("...onnx", "recogniser"),
        ("reader.onnx", "recogniser"),
    ],
)
def test_a_name_is_made_of_the_files(tmp_path: Path, file: str, name: str):
    assert name_for(tmp_path / file) == name
