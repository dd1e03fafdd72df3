import importlib
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core.base.errors import FormatError
from core.labels.formats import registry
from core.labels.formats.readers.tfrecord.files import Manifest
from core.labels.formats.source import Source

FORMATS = {
    "art": (
        "train_labels.json",
        '{"gt_1726": [{"transcription": "A", "points": [[0,0],[9,0],[9,5],[0,5]], "illegibility": false}]}',
    ),
    "ccpd": ("a.txt", "7,13,228,13,228,62,7,62,AE,7,13,31,13,31,62,7,62,A,37,13,62,13,62,62,37,62,E\n"),
    "ccpd-names": (
        "025-95_113-154&383_386&473-386&473_177&454_154&383_363&402-0_0_22_27_27_33_16-37-15.jpg",
        "not looked at",
    ),
    "plaintext": ("a.txt", "AE\n7,13,31,13,31,62,7,62,A\n37,13,62,13,62,62,37,62,E\n"),
    "jsonl": ("train.jsonl", '{"file": "a.png", "text": "A", "chars": [{"c": "A", "box": [0, 0, 5, 9]}]}\n'),
    "mmocr": (
        "instances_train.txt",
        '{"file_name": "a.png", "annotations": [{"char_text": "A", "char_box": [0,0,5,0,5,9,0,9]}]}\n',
    ),
    "wordlist": ("words.txt", "a.png\tA, B\n"),
    "paddleocr-rec": ("rec_gt.txt", "crop_img/a_crop_0.jpg\tA\n"),
    "paddleocr": (
        "Label.txt",
        'a.png\t[{"transcription": "AE", "points": [[0,0],[9,0],[9,5],[0,5]], "difficult": false}]\n',
    ),
    "labelme": ("a.json", '{"shapes": [{"label": "A", "points": [[0,0],[9,0],[9,5]], "shape_type": "polygon"}]}'),
    "labelme-scene": (
        "a.json",
        '{"shapes": [{"label": "AE", "points": [[0,0],[9,0],[9,5]], "shape_type": "polygon"}]}',
    ),
    "iiit5k": ("trainCharBound.mat", "MATLAB 5.0 MAT-file, and what follows is not looked at"),
    "synthtext": ("gt.mat", "MATLAB 5.0 MAT-file, and what follows is not looked at"),
    "coco": ("instances.json", '{"images": [{"id": 1, "file_name": "a.png"}], "annotations": [], "categories": []}'),
    "coco-text": ("cocotext.v2.json", '{"imgs": {"1": {"file_name": "a.jpg"}}, "anns": {"1": {"utf8_string": "A"}}}'),
    "icdar-words": ("gt.txt", 'word_1.png, "PROPER"\n'),
    "icdar": ("gt_img_1.txt", "377,117,463,117,465,130,378,130,Genaxis Theatre\n"),
    "rects": (
        "train_ReCTS_000001.json",
        '{"chars": [], "lines": [{"points": [0,0,9,0,9,5,0,5], "transcription": "A", "ignore": 0}]}',
    ),
    "lmdb": ("data.mdb", "\0" * 16 + "\xde\xc0\xef\xbe"),
    "npz": ("words.npz", "PK"),
    "tfrecord": ("manifest.json", Manifest("words", "of the words", 1000, complete=True).to_bytes().decode()),
}
"""By format: the name of a file of it, and what is in it."""


def put(folder: Path, name: str) -> Path:
    file, content = FORMATS[name]
    path = folder / file
    if name == "npz":
        np.savez(path, images=np.zeros((1, 8, 20), np.uint8), texts=["A"])
    else:
        path.write_text(content, encoding="latin-1" if name == "lmdb" else "utf-8")
    return path


def test_every_format_has_a_file_among_these():
    """What tells a format from all others is tried with a file of it: a new format has its line in `FORMATS` above."""
    assert set(registry.formats()) == set(FORMATS)
    assert all(each.id == name and each.title for name, each in registry.formats().items())


def test_the_formats_to_write_are_those_of_the_specification():
    assert set(registry.writable_formats()) >= {
        "labelme",
        "plaintext",
        "jsonl",
        "mmocr",
        "wordlist",
        "coco",
        "npz",
        "paddleocr-rec",
    }


@pytest.mark.parametrize("group", ["", "group"])
def test_a_new_module_in_the_package_or_in_a_group_is_a_new_format(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, group: str
):
    name = f"more_formats_{group}"
    folder = tmp_path / name / group
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text("")
    (folder / "newest.py").write_text(
        "from core.labels.formats.base import Format\n"
        "FORMAT = Format('newest', 'The newest', detect=lambda source: False, read=lambda source: iter(()))\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    (newest,) = registry.formats_in(importlib.import_module(name)).values()
    assert (newest.id, newest.title) == ("newest", "The newest")


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_of_each_format_is_told_from_all_others(tmp_path: Path, name: Any):
    assert registry.detect(put(tmp_path, name)).id == name


@pytest.mark.parametrize("name", FORMATS)
def test_a_folder_of_each_format_is_told_from_all_others(tmp_path: Path, name: Any):
    put(tmp_path, name)
    assert registry.detect(tmp_path).id == name


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "gb18030"])
def test_detection_looks_through_encodings(tmp_path: Path, encoding: str):
    (tmp_path / "a.txt").write_bytes("粤B\n1,2,3,4,5,6,7,8,粤\n".encode(encoding))
    assert registry.detect(tmp_path).id == "plaintext"


def test_a_folder_of_two_formats_names_both_and_the_option(tmp_path: Path):
    put(tmp_path, "jsonl")
    put(tmp_path, "iiit5k")
    with pytest.raises(FormatError, match=r"may be iiit5k or jsonl\. Name the format with --from"):
        registry.detect(tmp_path)


def test_a_folder_of_none_names_all_and_the_option(tmp_path: Path):
    (tmp_path / "notes.md").write_text("hello")
    with pytest.raises(
        FormatError, match=r"no known format\. Name the format with --from: art, ccpd, ccpd-names, coco, coco-text"
    ):
        registry.detect(tmp_path)


def test_a_folder_of_images_points_to_the_lists_beside_it_that_are_called_after_it(tmp_path: Path):
    for name in ("jsonl", "iiit5k", "wordlist"):
        put(tmp_path, name)
    (tmp_path / "train.md").write_text("hello")
    images = tmp_path / "train"
    images.mkdir()
    (images / "a.png").touch()
    with pytest.raises(FormatError, match=r"^train: .* but train\.jsonl and trainCharBound\.mat beside it.*Name that"):
        registry.detect(images)


def test_a_source_that_is_not_there_is_said(tmp_path: Path):
    with pytest.raises(FormatError, match="no such file or folder"):
        registry.detect(tmp_path / "gone")


def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(FormatError, match=r'no format "yolo"\. Choose one of art, ccpd, ccpd-names'):
        registry.format_named("yolo")


def test_a_scene_among_word_images_is_found_as_a_scene(tmp_path: Path):
    put(tmp_path, "labelme")
    (tmp_path / "b.json").write_text(FORMATS["labelme-scene"][1])
    assert registry.detect(tmp_path).id == "labelme-scene"


@pytest.mark.parametrize(
    "content",
    [
        FORMATS["labelme-scene"][1].replace('{"shapes"', '{"schema": 1, "shapes"', 1),
        FORMATS["labelme"][1].replace('"A"', '"###"'),
    ],
    ids=["our own label with a slip in a symbol", "nothing but illegible words"],
)
def test_what_looks_like_a_scene_and_is_none(tmp_path: Path, content: Any):
    (tmp_path / "a.json").write_text(content)
    assert registry.detect(tmp_path).id == "labelme"


def test_project_and_hidden_files_are_no_labels(tmp_path: Path):
    for name in ("textscanner.json", "planted.json", ".hidden.json"):
        (tmp_path / name).write_text(FORMATS["labelme"][1])
    assert Source(tmp_path).tree(".json") == []


def test_the_destination_below_the_source_is_not_read(tmp_path: Path):
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "a.json").write_text("{}")
    (tmp_path / "b.json").write_text("{}")
    assert Source(tmp_path, skip=tmp_path / "out").tree(".json") == [tmp_path / "b.json"]


def test_no_format_needs_scipy_to_be_found():
    code = "import sys; from core.labels.formats import registry; registry.formats(); sys.exit('scipy' in sys.modules)"
    root = Path(__file__).parents[4]
    assert subprocess.run([sys.executable, "-c", code], cwd=root, check=False, timeout=60).returncode == 0
