"""The file of the learning history: whole, cut off, damaged, foreign, and continued."""

import struct
import zlib
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.words.learning_histories import validation, write_learning_history

from core.analysis.learning.history import LearningEntry, LearningHistory, LearningWord
from core.base.errors import RunError
from core.runs.learning_history import MAGIC, LearningHistoryFile, read_learning_history

WORDS = {"a.png": ("ab", "ab", ".."), "中/b.png": ("c中", "c", ".c")}
RUN = [(100, WORDS), (200, WORDS), (300, {"a.png": ("ab", "ax", ".o")})]


def steps(folder: Path) -> list[int]:
    read = read_learning_history(folder)
    return read.learning_history.steps.tolist() if read is not None else []


def same(one: LearningHistory, other: LearningHistory) -> bool:
    arrays = ("steps", "exact", "marks", "confidence", "read", "starts")
    return one.words == other.words and all(np.array_equal(getattr(one, n), getattr(other, n)) for n in arrays)


@st.composite
def validations(draw: st.DrawFn) -> list[LearningEntry]:
    texts = st.text(min_size=1, max_size=5)
    tables = draw(st.lists(st.lists(st.builds(LearningWord, texts, texts), max_size=4), min_size=1, max_size=2))
    steps = draw(st.lists(st.integers(1, 10**9), min_size=1, max_size=4, unique=True))
    found = []
    for step in sorted(steps):
        words = tuple(draw(st.sampled_from(tables)))
        size = sum(len(word.target) for word in words)
        random = np.random.default_rng(draw(st.integers(0, 2**32)))
        found.append(
            LearningEntry(
                step,
                words,
                random.random(len(words)) < 0.5,
                random.integers(0, 64, size, np.uint8),
                random.integers(0, 256, size, np.uint8),
                random.integers(0, 0x110000, size, np.uint32),
            )
        )
    return found


@given(validations(), st.data())
@settings(max_examples=20)
def test_what_was_appended_is_read_and_of_a_file_cut_off_anywhere_whole_validations(
    tmp_path_factory: pytest.TempPathFactory, given_validations: Any, data: Any
):
    path = tmp_path_factory.mktemp("run") / "ledger.bin"
    file = LearningHistoryFile(path)
    ends = []
    for each in given_validations:
        file.append(each)
        ends.append(path.stat().st_size)
    read = file.read()
    assert read is not None and not read.note and same(read.learning_history, LearningHistory.of(given_validations))
    cut = data.draw(st.integers(len(MAGIC) + 1, ends[-1]))
    path.write_bytes(path.read_bytes()[:cut])
    rest = LearningHistoryFile(path).read()
    whole = [each for each, end in zip(given_validations, ends, strict=True) if end <= cut]
    assert rest is not None and same(rest.learning_history, LearningHistory.of(whole))
    assert bool(rest.note) == (cut not in {len(MAGIC) + 1, *ends})


def test_an_end_that_is_cut_off_is_dropped_with_one_sentence_and_the_run_goes_on(tmp_path: Path):
    path = write_learning_history(tmp_path, RUN)
    path.write_bytes(path.read_bytes()[:-3])  # the process was killed while it wrote
    found = read_learning_history(tmp_path)
    assert found is not None and found.learning_history.steps.tolist() == [100, 200]
    note = "ledger.bin: the end of the learning history is cut off"
    assert found.note.startswith(note) and "after step 200" in found.note
    LearningHistoryFile(path).forget_after(200)
    write_learning_history(tmp_path, [(250, WORDS)])
    found = read_learning_history(tmp_path)
    assert found is not None and found.learning_history.steps.tolist() == [100, 200, 250] and not found.note


def test_a_damaged_record_ends_what_is_read(tmp_path: Path):
    path = write_learning_history(tmp_path, RUN)
    data = bytearray(path.read_bytes())
    data[-2] ^= 0xFF
    path.write_bytes(data)
    found = read_learning_history(tmp_path)
    assert found is not None and found.learning_history.steps.tolist() == [100, 200] and found.note


def test_a_run_that_goes_on_from_a_checkpoint_forgets_what_came_after_it(tmp_path: Path):
    path = write_learning_history(tmp_path, RUN)
    LearningHistoryFile(path).forget_after(100)
    write_learning_history(tmp_path, [(150, WORDS)])
    assert steps(tmp_path) == [100, 150]
    LearningHistoryFile(path).forget_after(0)
    assert steps(tmp_path) == []


def test_of_two_validations_of_one_step_the_later_counts(tmp_path: Path):
    write_learning_history(tmp_path, [(100, WORDS), (200, WORDS), (100, {"a.png": ("ab", "xx")})])
    found = read_learning_history(tmp_path)
    assert found is not None and len(found.learning_history.words) == 1 == len(steps(tmp_path))


def test_words_are_written_once(tmp_path: Path):
    one = write_learning_history(tmp_path, RUN[:1]).stat().st_size
    (tmp_path / "ledger.bin").unlink()
    two = write_learning_history(tmp_path, RUN[:2]).stat().st_size
    assert two - one < one / 2


def test_a_run_without_a_learning_history_has_none_and_its_folder_stays_as_it_is(tmp_path: Path):
    assert read_learning_history(tmp_path) is None
    LearningHistoryFile(tmp_path / "ledger.bin").forget_after(10)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"GIF89a0000", "not the learning history"),
        (MAGIC + b"\x02", "has format 2"),
        (b"T\x00", "not the learning history"),
    ],
)
def test_another_file_is_neither_read_nor_changed(tmp_path: Path, content: Any, said: str):
    path = tmp_path / "ledger.bin"
    path.write_bytes(content)
    file = LearningHistoryFile(path)
    with pytest.raises(RunError, match=said):
        file.read()
    with pytest.raises(RunError, match=said):
        file.append(validation(100, WORDS))
    file.forget_after(0)
    assert path.read_bytes() == content


def test_a_learning_history_whose_first_bytes_alone_were_written_begins_anew(tmp_path: Path):
    (tmp_path / "ledger.bin").write_bytes(MAGIC[:3])
    assert read_learning_history(tmp_path) is None
    write_learning_history(tmp_path, RUN[:1])
    assert steps(tmp_path) == [100]


def test_a_file_that_a_full_disk_cut_off_is_as_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = write_learning_history(tmp_path, RUN)
    before = path.read_bytes()
    import io

    class Full(io.FileIO):
        def write(self, data: object) -> int:
            return super().write(bytes(data)[:5])

    opened = Path.open
    monkeypatch.setattr(Path, "open", lambda self, mode, **_: Full(self, mode.replace("b", "")))
    with pytest.raises(OSError, match="No space left"):
        LearningHistoryFile(path).append(validation(400, WORDS))
    monkeypatch.setattr(Path, "open", opened)
    assert path.read_bytes() == before


@pytest.mark.parametrize(("length", "most"), [(8, 4 << 20), (60, 20 << 20)])
def test_1000_words_at_100_validations_are_at_most_20_mb(tmp_path: Path, length: int, most: Any):
    """One validation of random marks, scores and symbols out of 62, a hundred times; words of 60 characters, too."""
    random = np.random.default_rng(0)
    words = tuple(LearningWord(f"folder/word_{number:05}.png", "x" * length) for number in range(1000))
    size = 1000 * length
    file = LearningHistoryFile(tmp_path / "ledger.bin")
    sizes = []
    for step in (1, 2):
        file.append(
            LearningEntry(
                step,
                words,
                random.random(1000) < 0.5,
                random.choice(np.array([1, 3, 5, 13, 29, 61, 63], np.uint8), size),
                random.integers(0, 256, size, np.uint8),
                random.integers(48, 110, size, np.uint32),
            )
        )
        sizes.append(file.path.stat().st_size)
    assert sizes[0] + 99 * (sizes[1] - sizes[0]) <= most


@pytest.mark.parametrize("content", [b"W" + b"[" * 50_000, b"W" + b" " * (65 << 20), b"W" + b"9" * 9000, b"W[[1, 2]]"])
def test_record_that_no_training_writes_is_left_out_with_a_note(tmp_path: Path, content: Any):
    path = write_learning_history(tmp_path, RUN)
    packed = zlib.compress(content)
    path.write_bytes(path.read_bytes() + struct.pack("<II", len(packed), zlib.crc32(packed)) + packed)
    found = read_learning_history(tmp_path)
    assert found is not None and "cut off or damaged" in found.note
    assert found.learning_history.steps.tolist() == [step for step, _ in RUN]
