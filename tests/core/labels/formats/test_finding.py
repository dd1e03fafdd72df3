"""Labels of other programs are found where they belong to images of the folder, and nowhere else."""

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import savemat
from support.progress import stop_at

from core.base.progress import Cancelled
from core.labels.formats.finding import ForeignLabels, foreign_labels, stamps_of_lists

CCPD = "025-95_113-154&383_386&473-386&473_177&454_154&383_363&402-0_0_22_27_27_33_16-37-15.jpg"
QUAD = [[0, 0], [9, 0], [9, 5], [0, 5]]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Three empty images: nothing is decoded here."""
    folder = tmp_path / "val"
    folder.mkdir()
    for name in "abc":
        (folder / f"{name}.png").touch()
    return folder


def jsonl(path: Path, names: Sequence[str]) -> None:
    path.write_text("".join(json.dumps({"file": name, "text": "new"}) + "\n" for name in names), encoding="utf-8")


def scene(path: Path, *words: str) -> None:
    shapes = [{"label": word, "points": QUAD, "shape_type": "polygon"} for word in words]
    path.write_text(json.dumps({"shapes": shapes, "imagePath": path.with_suffix(".png").name}), encoding="utf-8")


def matlab(path: Path, *names: str) -> None:
    table = np.empty((1, len(names)), dtype=[("ImgName", "O"), ("GroundTruth", "O")])
    for place, name in enumerate(names):
        table[0, place] = (name, "WORD")
    savemat(path, {"traindata": table})


def one(folder: Path) -> ForeignLabels:
    (found,) = foreign_labels(folder)
    return found


def test_list_in_the_folder_is_counted(folder: Path):
    jsonl(folder / "val.jsonl", ["a.png", "b.png", "gone.png"])
    assert one(folder) == ForeignLabels("jsonl", folder / "val.jsonl", ("val.jsonl",), 2, 2, 2)


@pytest.mark.parametrize(
    ("name", "line", "kind", "cuts"),
    [
        ("instances.txt", json.dumps({"file_name": "a.png", "text": "new"}), "mmocr", False),
        ("rec_gt.txt", "a.png\tnew", "paddleocr-rec", False),
        ("words.txt", "a.png\tnew", "wordlist", False),
        ("Label.txt", f"val/a.png\t{json.dumps([{'transcription': 'new', 'points': QUAD}])}", "paddleocr", True),
    ],
)
def test_lists_of_other_programs_are_known(folder: Path, name: str, line: Any, kind: str, cuts: bool):
    (folder / name).write_text(f"{line}\n", encoding="utf-8")
    assert one(folder) == ForeignLabels(kind, folder / name, (name,), 1, 1, 1, cuts)


def test_list_beside_the_folder_counts_where_it_bears_the_name(folder: Path):
    jsonl(folder.parent / "val.jsonl", ["val/a.png", "other/b.png"])
    jsonl(folder.parent / "train.jsonl", ["val/a.png"])
    assert one(folder) == ForeignLabels("jsonl", folder.parent / "val.jsonl", ("val.jsonl",), 1, 1, 1)


def test_any_list_beside_a_folder_called_images_counts(folder: Path):
    images = folder.rename(folder.with_name("images"))
    jsonl(images.parent / "train.jsonl", ["images/a.png", "b.png"])
    assert one(images).labels == 2


def test_lists_of_one_format_are_one_find(folder: Path):
    jsonl(folder / "train.jsonl", ["a.png"])
    jsonl(folder / "val.jsonl", ["b.png"])
    assert one(folder) == ForeignLabels("jsonl", folder, ("train.jsonl", "val.jsonl"), 2, 2, 2)


def test_two_formats_are_two_finds_the_larger_first(folder: Path):
    jsonl(folder / "val.jsonl", ["a.png"])
    matlab(folder / "traindata.mat", "b.png", "train/c.png")
    assert [(each.format, each.labels) for each in foreign_labels(folder)] == [("iiit5k", 2), ("jsonl", 1)]


def test_list_of_other_images_is_nobodys(folder: Path):
    jsonl(folder / "val.jsonl", ["x.png", "../c.png"])
    (folder.parent / "c.png").touch()
    assert foreign_labels(folder) == ()


def test_list_whose_images_all_have_labels_is_not_told(folder: Path):
    jsonl(folder / "val.jsonl", ["a.png", "b.png"])
    (folder / "a.json").write_text("{}")
    assert one(folder).unlabelled == 1
    (folder / "b.json").write_text("{}")
    assert foreign_labels(folder) == ()


def test_label_files_beside_the_images_are_counted(folder: Path):
    for name in "ab":
        (folder / f"{name}.txt").write_text("7,13,228,13,228,62,7,62,A,7,13,31,13,31,62,7,62,A\n")
    assert one(folder) == ForeignLabels("ccpd", folder, (), 2, 2, 2)


def test_label_files_beside_a_folder_called_images_are_counted(folder: Path):
    images = folder.rename(folder.with_name("images"))
    (images.parent / "labels").mkdir()
    (images.parent / "labels" / "b.txt").write_text("AE\n7,13,31,13,31,62,7,62,A\n37,13,62,13,62,62,37,62,E\n")
    assert one(images) == ForeignLabels("plaintext", images.parent, (), 1, 1, 1)


def test_words_of_scenes_are_counted_without_the_illegible(folder: Path):
    scene(folder / "a.json", "EXIT", "###", "B")
    scene(folder / "b.json", "OPEN")
    assert one(folder) == ForeignLabels("labelme-scene", folder, (), 3, 2, 2, cuts=True)


def test_word_image_with_a_slip_is_no_scene(folder: Path):
    scene(folder / "a.json", "E", "XI", "T")
    assert foreign_labels(folder) == ()


def test_number_plates_in_file_names_are_found(folder: Path):
    (folder / CCPD).touch()
    assert one(folder) == ForeignLabels("ccpd-names", folder, (), 1, 1, 1, cuts=True)


def test_gbk_text_is_read(folder: Path):
    (folder / "rec_gt.txt").write_bytes("a.png\t停车场出口\n".encode("gb18030"))
    assert one(folder).labels == 1


def test_huge_list_is_counted_in_part(folder: Path):
    jsonl(folder / "val.jsonl", ["a.png"] * 50)
    (found,) = foreign_labels(folder, most=20)
    assert (found.labels, found.images, found.is_part) == (20, 1, True)


def test_damaged_matlab_file_of_the_authors_is_one_sentence_and_another_one_is_silence(folder: Path):
    (folder / "notes.mat").write_bytes(b"MATLAB 5.0 MAT-file, and then noise")
    assert foreign_labels(folder) == ()
    (folder / "trainCharBound.mat").write_bytes(b"MATLAB 5.0 MAT-file, and then noise")
    assert one(folder).trouble.startswith("trainCharBound.mat: not a MATLAB file of IIIT 5K-word")


def test_list_over_the_limit_is_one_sentence(folder: Path):
    jsonl(folder / "val.jsonl", ["a.png"])
    with (folder / "val.jsonl").open("ab") as stream:
        stream.truncate((1 << 30) + 1)  # a hole: it takes no room
    assert one(folder).trouble == "val.jsonl: 1024 MB, over the limit of 1024 MB. Split the file."


@pytest.mark.skipif(not Path("/proc/self/mem").exists(), reason="the system has no file that even root cannot read")
def test_known_file_that_the_disk_does_not_give_is_one_sentence_and_another_one_is_silence(folder: Path):
    """As of a broken disk; unlike a file without permission, it is so for root, too."""
    for name in ("rec_gt.txt", "mine.txt"):
        (folder / name).symlink_to("/proc/self/mem")
    found = one(folder)
    assert (found.format, found.names) == ("paddleocr-rec", ("rec_gt.txt",))
    assert found.trouble.startswith("rec_gt.txt")


@pytest.mark.skipif(os.name == "nt", reason="a link may need rights there")
def test_link_that_leads_nowhere_is_silence(folder: Path):
    (folder / "rec_gt.txt").symlink_to(folder / "gone.txt")
    assert foreign_labels(folder) == ()


def test_stamps_tell_whether_a_list_came_or_was_changed(folder: Path):
    before = stamps_of_lists(folder)
    (folder / "a.json").touch()  # belongs to an image
    assert stamps_of_lists(folder) == before
    jsonl(folder / "val.jsonl", ["a.png"])
    with_list = stamps_of_lists(folder)
    assert with_list != before
    jsonl(folder.with_name("val.jsonl"), ["a.png"])
    assert stamps_of_lists(folder) > with_list, "a list beside the folder that bears its name counts, too"
    jsonl(folder / "val.jsonl", ["a.png", "b.png"])
    assert not stamps_of_lists(folder) >= with_list


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="everything may be read here")
def test_known_file_that_may_not_be_read_is_one_sentence_and_another_one_is_silence(folder: Path):
    for name in ("Label.txt", "notes.txt"):
        (folder / name).write_text("x", encoding="utf-8")
        (folder / name).chmod(0)
    assert one(folder).trouble.startswith("Label.txt: cannot be read")


@pytest.mark.parametrize("noise", [b"", b"\0" * 99, b"\xff\xfe\xff", b"[" * 5000, b"a.png", b'{"file": 1, "text": 2}'])
def test_files_that_are_not_ours_are_silence(folder: Path, noise: bytes):
    for name in ("notes.txt", "a.txt", "package.json", "b.json", "c.jsonl", "d.mat"):
        (folder / name).write_bytes(noise)
    assert foreign_labels(folder) == ()


def test_folder_that_is_gone_holds_nothing(tmp_path: Path):
    assert foreign_labels(tmp_path / "gone") == ()


def test_counting_can_be_stopped(folder: Path):
    jsonl(folder / "val.jsonl", ["a.png"] * 50)

    with pytest.raises(Cancelled):
        foreign_labels(folder, stop_at(7))


def test_picture_inside_a_label_file_is_noticed_where_there_is_no_other(tmp_path: Path):
    label = {"shapes": [{"label": "A", "points": QUAD, "shape_type": "polygon"}], "imageData": "iVBORw0KGgo="}
    (tmp_path / "w.json").write_text(json.dumps(label), encoding="utf-8")
    assert one(tmp_path) == ForeignLabels("labelme", tmp_path, (), 1, 1, 1)
    (tmp_path / "w.png").touch()
    assert foreign_labels(tmp_path) == ()


def test_scene_whose_words_may_be_in_two_fields_is_noticed(folder: Path):
    shapes = [{"label": text, "description": text.lower(), "points": QUAD} for text in ("EXIT", "OPEN")]
    (folder / "a.json").write_text(json.dumps({"shapes": shapes, "imagePath": "a.png"}), encoding="utf-8")
    assert one(folder).format == "labelme-scene"
