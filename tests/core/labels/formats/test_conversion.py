import json
import os
import sys
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.base.errors import FormatError
from core.base.files import write_atomically
from core.base.progress import Cancelled
from core.labels.files.storage import read_label
from core.labels.formats import conversion
from core.labels.formats.conversion import Conversion, convert


def picture(path: Path, shade: int = 200, size: tuple[int, int] = (32, 100)) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    pixels = np.full((*size, 3), shade, np.uint8)
    path.write_bytes(bytes(cv2.imencode(path.suffix, pixels)[1]))
    return path


def record(file: str, text: str = "A", **keys: Any) -> str:
    return json.dumps({"file": file, "text": text, **keys}, ensure_ascii=False)


def put_list(folder: Path, *lines: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "train.jsonl"
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def reasons(done: Conversion) -> list[str]:
    return [str(refusal) for refusal in done.refusals]


def notes(done: Conversion) -> list[str]:
    return [str(note) for note in done.notes]


def files(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}


@pytest.mark.parametrize("target", ["jsonl", "wordlist"])
def test_two_conversions_into_one_list_at_a_time_lose_nothing(tmp_path: Path, target: str):
    first, second = (put_list(tmp_path / each, record(f"{each}.png")) for each in "ab")
    for each in "ab":
        picture(tmp_path / each / f"{each}.png")

    def meanwhile(done: int, total: int) -> None:
        if done == 1:
            convert(second, tmp_path / "out", write_as=target)

    convert(first, tmp_path / "out", write_as=target, progress=meanwhile)
    (written,) = (path for path in (tmp_path / "out").iterdir() if path.suffix != ".png")
    assert all(f"{each}.png" in written.read_text() for each in "ab")


# Pictures ------------------------------------------------------------------------------------------------------------


def test_images_are_copied_with_their_relative_paths_and_labels_lie_beside_them(tmp_path: Path):
    source = put_list(tmp_path / "in", record("a.png"), record("sub\\车 牌.jpg", "粤B"))
    first, second = picture(tmp_path / "in" / "a.png"), picture(tmp_path / "in" / "sub" / "车 牌.jpg")
    done = convert(source, tmp_path / "out")
    assert files(tmp_path / "out") == {"a.png", "a.json", "sub/车 牌.jpg", "sub/车 牌.json"}
    assert (tmp_path / "out" / "a.png").read_bytes() == first.read_bytes()
    assert (tmp_path / "out" / "sub" / "车 牌.jpg").read_bytes() == second.read_bytes()
    assert read_label(tmp_path / "out" / "sub" / "车 牌.json").label.text == "粤B"
    assert (done.read, done.written, done.unchanged, done.copied, done.refusals) == (2, 2, 0, 2, ())
    assert (done.read_as, done.written_as, done.succeeded, done.stopped) == ("jsonl", "labelme", True, "")


@pytest.mark.parametrize("folder", ["", "imgs", "images"])
def test_images_are_looked_for_beside_the_source_and_in_its_folders_of_images(tmp_path: Path, folder: str):
    picture(tmp_path / "in" / folder / "a.png")
    done = convert(put_list(tmp_path / "in", record("a.png")), tmp_path / "out")
    assert done.written == 1
    assert files(tmp_path / "out") == {"a.png", "a.json"}


def test_a_folder_of_images_that_is_named_is_the_only_one(tmp_path: Path):
    picture(tmp_path / "in" / "a.png")
    picture(tmp_path / "pictures" / "b.png")
    source = put_list(tmp_path / "in", record("a.png"), record("b.png"))
    done = convert(source, tmp_path / "out", images=tmp_path / "pictures")
    assert files(tmp_path / "out") == {"b.png", "b.json"}
    assert reasons(done) == [
        'train.jsonl, line 1: its image "a.png" is not in "pictures", the folder of --images, or below it.'
    ]
    with pytest.raises(FormatError, match="no such folder of images"):
        convert(source, tmp_path / "out", images=tmp_path / "gone")


@pytest.mark.parametrize(
    ("pictures", "records", "reason"),
    [
        (
            ["b.png"],
            [record("a.png"), record("b.png")],
            '1: its image "a.png" is neither beside the source nor in imgs/ or images/; say where with --images.',
        ),
        (
            ["a.png"],
            [record("a.png", width=100, height=31), record("a.png", width=100, height=32)],
            "1: the picture has 100 × 32 pixels, not 100 × 31: the label is of another one.",
        ),
        (
            ["a.png", "a.jpg"],
            [record("a.png"), record("a.jpg")],
            '2: its label would be the one of "a.png" (train.jsonl, line 1). Rename one of the two images.',
        ),
        (
            ["a.png"],
            [record("a.png")] * 2,
            '2: "a.png" has a record already, train.jsonl, line 1. Delete the one of the two that is wrong.',
        ),
    ],
)
def test_a_record_that_cannot_be_taken_is_refused_by_place_and_reason(
    tmp_path: Path, pictures: list[Any], records: Any, reason: str
):
    for name in pictures:
        picture(tmp_path / "in" / name)
    done = convert(put_list(tmp_path / "in", *records), tmp_path / "out")
    assert done.written == 1
    assert reasons(done) == [f"train.jsonl, line {reason}"]


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.png", b"", "empty"),
        ("a.png", b"no picture", "damaged"),
        ("a.svg", b"<svg/>", "has no file name extension of an image"),
    ],
)
def test_a_picture_that_cannot_be_used_is_refused(tmp_path: Path, name: str, content: bytes, expected: str):
    source = put_list(tmp_path / "in", record(name))
    (tmp_path / "in" / name).write_bytes(content)
    done = convert(source, tmp_path / "out")
    assert not done.succeeded
    assert expected in reasons(done)[0]
    assert not (tmp_path / "out").exists()


def test_a_picture_that_is_cut_off_is_refused(tmp_path: Path):
    path = picture(tmp_path / "in" / "a.png", size=(200, 300))
    path.write_bytes(path.read_bytes()[:-40])
    done = convert(put_list(tmp_path / "in", record("a.png")), tmp_path / "out")
    assert "damaged or cut off" in reasons(done)[0]


def test_a_label_with_two_images_of_its_name_is_refused(tmp_path: Path):
    for name in ("a.png", "a.jpg"):
        picture(tmp_path / "in" / name)
    (tmp_path / "in" / "a.txt").write_text("A\n1,2,3,4,5,6,7,8,A\n")
    assert "several images have its name (a.jpg, a.png)" in reasons(convert(tmp_path / "in", tmp_path / "out"))[0]


def test_an_image_path_of_labelme_is_not_followed_out_of_the_folder(tmp_path: Path):
    picture(tmp_path / "secret.png", 10)
    picture(tmp_path / "in" / "a.png", 20)
    label = {"shapes": [], "text": "A", "imagePath": "../secret.png"}
    (tmp_path / "in" / "a.json").write_text(json.dumps(label))
    (tmp_path / "in" / "b.json").write_text(json.dumps(label))
    done = convert(tmp_path / "in", tmp_path / "out", read_as="labelme")
    assert done.written == 1
    assert (tmp_path / "out" / "a.png").read_bytes() == (tmp_path / "in" / "a.png").read_bytes()
    assert 'b.json: its imagePath "secret.png" is in' in reasons(done)[0]


# What a person may have edited ---------------------------------------------------------------------------------------


def converted(tmp_path: Path, text: str = "A") -> Path:
    picture(tmp_path / "in" / "a.png")
    source = put_list(tmp_path / "in", record("a.png", text))
    convert(source, tmp_path / "out")
    return source


def test_a_second_conversion_changes_nothing(tmp_path: Path):
    source = converted(tmp_path)
    before = {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in files(tmp_path / "out")}
    done = convert(source, tmp_path / "out")
    assert (done.written, done.unchanged, done.copied, done.refusals, done.succeeded) == (0, 1, 0, (), True)
    assert before == {name: (tmp_path / "out" / name).stat().st_mtime_ns for name in files(tmp_path / "out")}


@pytest.mark.parametrize("edited", [b'{"shapes": [], "text": "B", "status": "reviewed", "schema": 1}', b"damaged", b""])
def test_a_label_that_is_there_and_differs_is_replaced_only_when_told(tmp_path: Path, edited: bytes):
    source = converted(tmp_path)
    label = tmp_path / "out" / "a.json"
    label.write_bytes(edited)
    done = convert(source, tmp_path / "out")
    assert label.read_bytes() == edited
    assert not done.succeeded
    assert reasons(done) == [
        'train.jsonl, line 1: "a.json" exists and differs; a person may have edited it. Pass --overwrite to replace it.'
    ]
    assert convert(source, tmp_path / "out", overwrite=True).written == 1
    assert read_label(label).label.text == "A"


def test_a_label_that_a_person_has_only_marked_reviewed_says_the_same(tmp_path: Path):
    source = converted(tmp_path)
    label = tmp_path / "out" / "a.json"
    label.write_text('{"text": "A", "shapes": [], "status": "reviewed"}')
    done = convert(source, tmp_path / "out")
    assert (done.unchanged, done.refusals) == (1, ())
    assert read_label(label).label.status == "reviewed"


def test_a_label_saved_while_its_picture_was_copied_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    picture(tmp_path / "in" / "a.png")
    original = write_atomically

    def slow(path: Path, data: bytes) -> bool:
        (path.parent / "a.json").write_text('{"text": "edited", "shapes": []}')
        return original(path, data)

    monkeypatch.setattr(conversion, "write_atomically", slow)
    done = convert(put_list(tmp_path / "in", record("a.png")), tmp_path / "out")
    assert "a person may have edited it" in reasons(done)[0]
    assert read_label(tmp_path / "out" / "a.json").label.text == "edited"


def test_another_picture_of_the_name_is_replaced_only_when_told(tmp_path: Path):
    source = converted(tmp_path)
    there = picture(tmp_path / "out" / "a.png", 7).read_bytes()
    done = convert(source, tmp_path / "out")
    assert "another picture is at" in reasons(done)[0]
    assert (tmp_path / "out" / "a.png").read_bytes() == there
    convert(source, tmp_path / "out", overwrite=True)
    assert (tmp_path / "out" / "a.png").read_bytes() == (tmp_path / "in" / "a.png").read_bytes()


def test_a_line_of_a_list_that_is_there_and_differs_is_replaced_only_when_told(tmp_path: Path):
    picture(tmp_path / "in" / "a.png")
    picture(tmp_path / "in" / "b.png")
    source = put_list(tmp_path / "in", record("a.png"), record("b.png", "B"))
    (tmp_path / "out").mkdir()
    words = tmp_path / "out" / "words.txt"
    words.write_text("# ours\nz.png\tZ\na.png\tedited\n")
    done = convert(source, tmp_path / "out", write_as="wordlist")
    assert (done.written, len(done.refusals)) == (1, 1)
    assert 'its line in "words.txt" exists and differs' in reasons(done)[0]
    assert words.read_text() == "# ours\nz.png\tZ\na.png\tedited\nb.png\tB\n"
    assert convert(source, tmp_path / "out", write_as="wordlist", overwrite=True).written == 1
    assert words.read_text() == "# ours\nz.png\tZ\na.png\tA\nb.png\tB\n"


def test_a_list_that_cannot_be_read_stops_the_conversion_before_it_starts(tmp_path: Path):
    source = converted(tmp_path)
    (tmp_path / "out" / "words.txt").write_bytes(b"\xff\x00\xfe\x00\x00\xff")
    with pytest.raises(FormatError, match=r"words\.txt"):
        convert(source, tmp_path / "out", write_as="wordlist")


# In place, and below the source --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("sub", "out"), [("", ""), ("imgs/", ""), ("imgs/", "imgs")])
def test_in_place_the_images_stay_and_labels_go_beside_them(tmp_path: Path, sub: str, out: str):
    path = picture(tmp_path / f"{sub}a.png")
    before = path.stat().st_mtime_ns
    done = convert(put_list(tmp_path, record("a.png")), tmp_path / out)
    assert (done.written, done.copied) == (1, 0)
    assert files(tmp_path) == {"train.jsonl", f"{sub}a.png", f"{sub}a.json"}
    assert path.stat().st_mtime_ns == before


def test_what_was_written_below_the_source_is_not_read_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    picture(tmp_path / "a.png")
    (tmp_path / "a.json").write_text('{"shapes": [], "text": "A"}')
    monkeypatch.chdir(tmp_path)
    for written, unchanged in ((1, 0), (0, 1)):
        done = convert(Path(), Path("out"))
        assert (done.read, done.written, done.unchanged) == (1, written, unchanged)


# Scenes --------------------------------------------------------------------------------------------------------------


def test_words_of_a_scene_become_word_images(tmp_path: Path):
    scene = np.zeros((60, 120, 3), np.uint8)
    scene[10:30, 20:80] = (10, 20, 30)
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "s.png").write_bytes(bytes(cv2.imencode(".png", scene)[1]))
    box = [[20, 10], [80, 10], [80, 30], [20, 30]]
    shapes = [
        {"label": "EXIT", "points": box, "shape_type": "polygon"},
        {"label": "###", "points": box, "shape_type": "polygon"},
        {"label": "thin", "points": [[20, 10], [80, 10], [80, 11], [20, 11]], "shape_type": "polygon"},
        {"label": "away", "points": [[200, 10], [280, 10], [280, 30]], "shape_type": "polygon"},
    ]
    (tmp_path / "in" / "s.json").write_text(json.dumps({"shapes": shapes, "imagePath": "elsewhere/s.png"}))
    done = convert(tmp_path / "in", tmp_path / "out")
    assert done.read_as == "labelme-scene"
    assert files(tmp_path / "out") == {"s_01.png", "s_01.json"}
    crop = cv2.imread(str(tmp_path / "out" / "s_01.png"))
    np.testing.assert_array_equal(crop, scene[10:30, 20:80])
    label = read_label(tmp_path / "out" / "s_01.json").label
    assert (label.text, label.is_word_level) == ("EXIT", True)
    assert [refusal.where for refusal in done.refusals] == ["s.json, shape 2", "s.json, shape 3", "s.json, shape 4"]
    for refusal, expected in zip(done.refusals, ("###", "60 × 1", "outside"), strict=True):
        assert expected in refusal.reason
    assert convert(tmp_path / "in", tmp_path / "out").unchanged == 1


@pytest.mark.parametrize("written", ["scenes/s.png", "s.png"])
def test_ppocrlabels_paths_from_the_folder_above_are_understood(tmp_path: Path, written: str):
    picture(tmp_path / "scenes" / "s.png")
    words = '[{"transcription": "A", "points": [[0, 0], [40, 0], [40, 20], [0, 20]]}]'
    (tmp_path / "scenes" / "Label.txt").write_text(f"{written}\t{words}\n")
    done = convert(tmp_path / "scenes", tmp_path / "out")
    assert done.written == 1
    assert files(tmp_path / "out") == {"s_01.png", "s_01.json"}


# What is said --------------------------------------------------------------------------------------------------------


def test_what_the_target_cannot_hold_is_counted(tmp_path: Path):
    picture(tmp_path / "in" / "a.png")
    hexagon = [[10, 0], [30, 0], [40.5, 10], [30, 20], [10, 20], [0, 10]]
    shape = {
        "label": "A",
        "points": hexagon,
        "shape_type": "polygon",
        "gaussian": {"center": [3, 4], "sigma": [2, 1], "angle": 5},
        "ignore": True,
        "source": "model",
    }
    (tmp_path / "in" / "a.json").write_text(json.dumps({"shapes": [shape], "text": "A", "status": "reviewed"}))
    said = {
        name: " ".join(notes(convert(tmp_path / "in", tmp_path / name, read_as="labelme", write_as=name)))
        for name in ("plaintext", "mmocr", "jsonl", "wordlist", "labelme")
    }
    assert "one polygon with other than 4 corners became its smallest rectangle" in said["plaintext"]
    assert "one character's corners were rounded to whole pixels" in said["plaintext"]
    assert "one polygon with other than 4 corners" in said["mmocr"]
    assert "rounded" not in said["mmocr"]
    assert "one polygon became the upright box around it" in said["jsonl"]
    assert "one character left out" in said["wordlist"]
    lost = (
        "hand-set Gaussian",
        "mark of an illegible character",
        "mark of a model's draft",
        "mark of a person's review",
    )
    for name in ("plaintext", "mmocr", "jsonl"):
        assert [what for what in lost if f"one {what} left out" not in said[name]] == []
    assert "cannot hold" not in said["labelme"]


@pytest.mark.parametrize("write_as", ["labelme", "wordlist", "jsonl"])
def test_texts_that_nobody_has_reviewed_are_counted(tmp_path: Path, write_as: str):
    for name, source in (("a", "model"), ("b", "person")):
        picture(tmp_path / "in" / f"{name}.png")
        label = {"shapes": [], "text": name, "text_source": source}
        (tmp_path / "in" / f"{name}.json").write_text(json.dumps(label))
    done = convert(tmp_path / "in", tmp_path / "out", read_as="labelme", write_as=write_as)
    assert "one of the texts is a model's draft, which nobody has reviewed: a.png" in notes(done)


def test_encodings_are_said(tmp_path: Path):
    picture(tmp_path / "in" / "a.png")
    (tmp_path / "in" / "a.txt").write_bytes("粤\n1,2,30,2,30,20,1,20,粤\n".encode("gb18030"))
    (guess,) = (note for note in convert(tmp_path / "in", tmp_path / "out").notes if note.kind == "guessed")
    assert str(guess) == "one file was read as gb18030: a.txt"


def test_the_summary_counts_what_happened(tmp_path: Path):
    picture(tmp_path / "in" / "a.png")
    done = convert(put_list(tmp_path / "in", record("a.png"), record("b.png")), tmp_path / "out")
    assert str(done).startswith("jsonl → labelme: 2 records read, 1 written, 1 refused; one image copied to ")


# Errors and stopping -------------------------------------------------------------------------------------------------


def test_wrong_usage_is_one_error(tmp_path: Path):
    source = converted(tmp_path)
    with pytest.raises(FormatError, match="no such file or folder"):
        convert(tmp_path / "gone", tmp_path / "out")
    with pytest.raises(FormatError, match='no format "yolo"'):
        convert(source, tmp_path / "out", write_as="yolo")
    with pytest.raises(FormatError, match=r"ccpd can only be read\. Choose one of coco, jsonl, labelme"):
        convert(source, tmp_path / "out", write_as="ccpd")
    with pytest.raises(FormatError, match="this is a file"):
        convert(source, source)
    with pytest.raises(FormatError, match="no plaintext record in it"):
        convert(tmp_path / "in", tmp_path / "out", read_as="plaintext")


@pytest.mark.parametrize("write_as", ["labelme", "wordlist"])
def test_cancelling_leaves_whole_files_and_a_list_of_what_was_done(tmp_path: Path, write_as: str):
    names = [f"{number}.png" for number in range(5)]
    for name in names:
        picture(tmp_path / "in" / name)
    source = put_list(tmp_path / "in", *(record(name) for name in names))
    seen: list[tuple[int, int]] = []

    def stop(done: int, total: int) -> None:
        seen.append((done, total))
        if done == 2:
            raise Cancelled

    with pytest.raises(Cancelled):
        convert(source, tmp_path / "out", write_as=write_as, progress=stop)
    labels = {"0.json", "1.json"} if write_as == "labelme" else {"words.txt"}
    assert files(tmp_path / "out") == {"0.png", "1.png"} | labels
    if write_as == "wordlist":
        assert (tmp_path / "out" / "words.txt").read_text() == "0.png\tA\n1.png\tA\n"
    assert seen == [(0, 0), (1, 5), (2, 5)]


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_a_disk_that_takes_nothing_ends_the_conversion_early(tmp_path: Path):
    names = [f"{number}.png" for number in range(30)]
    for name in names:
        picture(tmp_path / "in" / "words" / name)
    source = put_list(tmp_path / "in", *(record(f"words/{name}") for name in names))
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "words").symlink_to(tmp_path / "a disk that is gone" / "words")
    done = convert(source, tmp_path / "out")
    assert (done.read, done.written, len(done.refusals)) == (20, 0, 20)
    assert "20 files in a row could not be written" in done.stopped


@pytest.mark.skipif(sys.platform == "win32", reason="links need a right of their own there")
def test_one_label_that_cannot_be_written_does_not_end_it(tmp_path: Path):
    for name in ("gone/a.png", "b.png"):
        picture(tmp_path / "in" / name)
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "gone").symlink_to(tmp_path / "a disk that is gone" / "gone")
    done = convert(put_list(tmp_path / "in", record("gone/a.png"), record("b.png")), tmp_path / "out")
    assert (done.written, len(done.refusals), done.stopped) == (1, 1, "")


@pytest.mark.skipif(
    sys.platform == "win32" or getattr(os, "geteuid", lambda: 0)() == 0, reason="root and Windows write anywhere"
)
def test_a_read_only_folder_is_said(tmp_path: Path):
    source = converted(tmp_path)
    (tmp_path / "locked").mkdir(mode=0o500)
    assert "read-only" in reasons(convert(source, tmp_path / "locked"))[0]


def test_a_name_too_long_for_the_disk_is_one_refusal(tmp_path: Path):
    picture(tmp_path / "in" / "b.png")
    done = convert(put_list(tmp_path / "in", record("长" * 300 + ".png"), record("b.png")), tmp_path / "out")
    assert (done.written, len(done.refusals)) == (1, 1)
