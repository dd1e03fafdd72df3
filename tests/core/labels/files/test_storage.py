import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from core.base.errors import LabelError
from core.labels.files.storage import LabelConflict, label_path, read_label, serialise_label, write_label
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel

SIZE = (32, 100)
A = CharacterLabel("A", ((1.0, 2.0), (9.5, 2.0), (9.25, 30.0)), order=1)
B = CharacterLabel("b", rectangle(10, 2, 20, 30), order=2, shape_type="rectangle")
C = CharacterLabel("字", ((21.0, 2.0), (30.0, 2.0), (30.0, 30.0), (21.0, 30.0)), order=3)
WORD = WordLabel((A, B, C), "Ab字")


def test_label_of_an_image_lies_beside_it_under_the_same_name():
    assert label_path(Path("a/word.v2 字.png")) == Path("a/word.v2 字.json")


def test_file_over_64_mb_is_refused_by_its_size(tmp_path: Path):
    path = tmp_path / "w.json"
    with path.open("wb") as file:
        file.truncate((64 << 20) + 1)
    with pytest.raises(LabelError, match="64 MB"):
        read_label(path)


@pytest.mark.parametrize("name", ["with space", "字符识别", "😀 emoji", "x" * 200, "a.b.c", "字" * 80])
def test_names_of_all_kinds_are_written_and_read(tmp_path: Path, name: str):
    path = tmp_path / f"{name}.json"
    (tmp_path / f"{name}.jpg").write_bytes(b"")
    written = write_label(path, WORD, SIZE)
    assert read_label(path) == written and written.image_path == f"{name}.jpg"
    edited = write_label(path, replace(WORD, text="x"), SIZE, written)
    assert edited.label.text == "x" and [p.name for p in tmp_path.iterdir() if p.suffix != ".jpg"] == [path.name]


def test_second_program_that_wrote_in_between_is_not_overwritten(tmp_path: Path):
    path = tmp_path / "w.json"
    base = write_label(path, WORD, SIZE)
    theirs = write_label(path, replace(WORD, text="theirs"), SIZE, base)
    with pytest.raises(LabelConflict, match=r"^w\.json: not saved, another program has changed"):
        write_label(path, replace(WORD, text="ours"), SIZE, base)
    assert path.read_bytes() == theirs.data


def test_file_that_appeared_meanwhile_is_not_overwritten(tmp_path: Path):
    path = tmp_path / "w.json"
    path.write_bytes(b"{}")
    with pytest.raises(LabelConflict, match="has written"):
        write_label(path, WORD, SIZE)
    assert path.read_bytes() == b"{}"


def test_file_that_vanished_meanwhile_is_a_conflict(tmp_path: Path):
    path = tmp_path / "w.json"
    base = write_label(path, WORD, SIZE)
    path.unlink()
    with pytest.raises(LabelConflict, match="has deleted"):
        write_label(path, replace(WORD, text="ours"), SIZE, base)
    assert not path.exists()


def test_missing_label_file_is_an_error_and_no_empty_label(tmp_path: Path):
    with pytest.raises(LabelError, match=r"^gone\.json: there is no such"):
        read_label(tmp_path / "gone.json")


def test_folder_in_the_place_of_a_label_is_an_error(tmp_path: Path):
    (tmp_path / "w.json").mkdir()
    with pytest.raises(LabelError, match=r"^w\.json: .*a folder"):
        read_label(tmp_path / "w.json")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_pipe_in_the_place_of_a_label_does_not_hang(tmp_path: Path):
    os.mkfifo(tmp_path / "w.json")
    with pytest.raises(LabelError, match="device"):
        read_label(tmp_path / "w.json")


def test_labelme_files_of_the_data_folder_are_read_and_given_back_unchanged():
    folder = Path(__file__).parents[5] / "shared" / "data" / "labelme_words"
    if not folder.is_dir():
        pytest.skip("shared/data/labelme_words is not beside this checkout")
    paths = sorted(folder.rglob("*.json"))
    assert paths
    for path in paths:
        file = read_label(path)
        assert file.label.characters and serialise_label(file.label, "w.png", SIZE, file) == path.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="the folder's lock is POSIX's")
def test_two_programs_that_save_the_same_label_all_the_time_lose_no_edit(tmp_path: Path):
    code = """
import sys
from dataclasses import replace
from pathlib import Path
from core.labels.files.storage import *
path = Path(sys.argv[1])
for _ in range(25):
    while True:
        base = read_label(path)
        try:
            write_label(path, replace(base.label, text=str(int(base.label.text) + 1)), (1, 1), base)
            break
        except LabelConflict:
            pass
"""
    path = tmp_path / "w.json"
    write_label(path, WordLabel(text="0"), SIZE)
    root = Path(__file__).parents[4]
    running = [subprocess.Popen([sys.executable, "-c", code, str(path)], cwd=root) for _ in range(2)]
    assert [process.wait() for process in running] == [0, 0]
    assert read_label(path).label.text == "50"
    assert [each.name for each in tmp_path.iterdir()] == ["w.json"]
