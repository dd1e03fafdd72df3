import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy.io import savemat
from support.words.boxes import YO

from core.base.errors import FormatError
from core.base.progress import Cancelled
from core.labels.formats import matlab_child
from core.labels.formats.readers import iiit5k
from core.labels.formats.readers.iiit5k import FORMAT
from core.labels.formats.record import Record
from core.labels.formats.source import Source
from core.labels.label import WordLabel


def write(path: Path, *records: tuple[str, str, list[list[float]]]) -> Path:
    table = np.empty((1, len(records)), dtype=[("ImgName", "O"), ("chars", "O"), ("charBB", "O")])
    for place, (name, chars, boxes) in enumerate(records):
        table[0, place] = (name, chars, np.array(boxes, dtype=np.float32))
    savemat(path, {"trainCharBound": table})
    return path


def test_boxes_from_one_become_corners_from_nought(tmp_path: Path):
    path = write(tmp_path / "t.mat", ("train/1009_2.png", "Yo", [[5, 5, 21, 36], [25, 15, 24, 26]]))
    (record,) = FORMAT.read(Source(path))
    assert record == Record(
        YO,
        "t.mat, record 1 (train/1009_2.png)",
        image="train/1009_2.png",
    )


def test_words_without_boxes_are_word_level(tmp_path: Path):
    table = np.empty((1, 1), dtype=[("ImgName", "O"), ("GroundTruth", "O"), ("smallLexi", "O")])
    table[0, 0] = ("test/1.png", "SALUTE", np.array(["A", "B"], dtype=object))
    savemat(tmp_path / "t.mat", {"testdata": table})
    (record,) = FORMAT.read(Source(tmp_path / "t.mat"))
    assert record.label == WordLabel(text="SALUTE")


def test_boxes_and_symbols_of_different_number_are_refused_and_the_next_record_read(tmp_path: Path):
    path = write(tmp_path / "t.mat", ("a.png", "AB", [[1, 1, 5, 5]]), ("b.png", "B", [[1, 1, 5, 5]]))
    refusal, record = FORMAT.read(Source(path))
    assert "1 box for 2 symbols" in refusal.reason
    assert isinstance(record, Record)


def test_characters_of_several_code_points_are_refused_as_not_supported(tmp_path: Path):
    path = write(tmp_path / "t.mat", ("a.png", "कि", [[1, 1, 5, 5], [5, 1, 5, 5]]), ("b.png", "B", [[1, 1, 5, 5]]))
    refusal, record = FORMAT.read(Source(path))
    assert "several code points" in refusal.reason
    assert isinstance(record, Record)


def test_a_matlab_file_of_something_else_is_one_error(tmp_path: Path):
    savemat(tmp_path / "t.mat", {"x": np.eye(3)})
    with pytest.raises(FormatError, match=r"t\.mat: not a MATLAB file of IIIT 5K-word \(no structure array"):
        list(FORMAT.read(Source(tmp_path / "t.mat")))


def test_a_file_cut_off_is_one_error(tmp_path: Path):
    path = write(tmp_path / "t.mat", ("a.png", "A", [[1, 1, 5, 5]]))
    path.write_bytes(path.read_bytes()[:300])
    with pytest.raises(FormatError, match=r"t\.mat: "):
        list(FORMAT.read(Source(path)))


def read_with(tmp_path: Path, code: str, **limits: Any) -> None:
    program = tmp_path / "child.py"
    program.write_text(code)
    iiit5k.read_structs(write(tmp_path / "t.mat", ("a.png", "A", [[1, 1, 5, 5]])), reader=program, **limits)


@pytest.mark.parametrize(
    ("code", "limits", "said"),
    [
        pytest.param("import os; os.abort()", {}, "ended without a result", id="a crash"),
        pytest.param("while True: pass", {"seconds": 1}, "damaged, reading it does not come to an end", id="a hang"),
        pytest.param("print('{\"records\": [')", {}, "ended without a result", id="an answer cut off"),
        pytest.param("print('[' + '1,' * 1000)", {"most": 1000}, "more than any list", id="an answer without end"),
    ],
)
def test_a_child_without_an_answer_is_one_error(tmp_path: Path, code: str, limits: dict[Any, Any], said: str):
    with pytest.raises(FormatError, match=said):
        read_with(tmp_path, code, **limits)


def test_a_child_that_waits_for_a_slow_disk_has_all_the_time_that_it_needs(tmp_path: Path):
    read_with(tmp_path, "import time; time.sleep(2); print('{\"records\": []}')", seconds=1)


def test_reading_that_is_given_up_ends_the_child_at_once(tmp_path: Path):
    def give_up() -> None:
        raise Cancelled

    with pytest.raises(Cancelled):
        read_with(tmp_path, "import time; time.sleep(600)", seconds=600, waiting=give_up)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux bounds a process's address space reliably")
def test_memory_without_end_in_the_child_is_one_error(tmp_path: Path):
    original = Path(matlab_child.__file__).read_text(encoding="utf-8")
    greedy = original.replace(
        "json.dump(answer(sys.argv[1]), sys.stdout)", "bytearray(2 << 30); print('{\"records\": []}')"
    )
    assert greedy != original
    with pytest.raises(FormatError, match="ended without a result"):
        read_with(tmp_path, greedy)


def test_a_file_over_the_limit_is_not_opened(tmp_path: Path):
    with pytest.raises(FormatError, match="over the limit"):
        iiit5k.read_structs(write(tmp_path / "t.mat", ("a.png", "A", [[1, 1, 5, 5]])), largest=100)
