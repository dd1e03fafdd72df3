"""Evaluations that are kept from one start of the program to the next."""

import gzip
import os
from pathlib import Path

import numpy as np
import pytest

from core.analysis.attribution.error_attribution import MapOutcome
from core.model.metrics.breakdown import CentreError, JudgedWord
from core.model.metrics.kept import KeptWord, kept_path, read_kept, write_kept
from core.model.metrics.metrics import WordScore, align

SCORE = WordScore("Öl", "0l1", align("Öl", "0l1"), 2, 2, 1)
ROWS = np.array([[0, 5, 6, 6], [4, 1, 2, 3]], np.int64)
OUTCOME = MapOutcome(frozenset({frozenset({"class"}), frozenset({"class", "order"})}), "branches")
WORDS = {
    "a/ö.png": KeptWord(
        (1, 2), "ab", JudgedWord(SCORE, 0.25, (0.5, 0.5, 1.0), (CentreError(1.5, 8.0),)), OUTCOME, ROWS, ROWS[:1], 0.25
    ),
    "b.png": KeptWord((3, 4), "cd", JudgedWord(WordScore("x", "x", align("x", "x")), 1.0)),
}


def test_words_come_back_as_they_were(tmp_path: Path):
    path = kept_path(tmp_path, "model", "NFC", tmp_path / "kept")
    write_kept(path, WORDS)
    found = read_kept(path)
    assert found.keys() == WORDS.keys()
    for image, word in WORDS.items():
        assert found[image][:4] == word[:4]
        for one, other in zip(found[image][4:], word[4:], strict=True):
            assert (one is None) == (other is None)
            if other is not None:
                np.testing.assert_array_equal(one, other)


@pytest.mark.parametrize("text", ["{", "[]", '{"version": 0}'])
def test_file_of_another_shape_is_as_good_as_none(tmp_path: Path, text: str):
    path = tmp_path / "kept.json.gz"
    path.write_bytes(gzip.compress(text.encode()))
    assert read_kept(path) == {}


@pytest.mark.parametrize("content", [b"", b"no gzip"])
def test_file_that_cannot_be_used_is_as_good_as_none(tmp_path: Path, content: bytes):
    path = tmp_path / "kept.json.gz"
    assert read_kept(path) == {}
    path.write_bytes(content)
    assert read_kept(path) == {}


def test_oldest_evaluations_of_a_project_make_room_and_those_of_other_projects_stay(tmp_path: Path):
    cache = tmp_path / "kept"
    other = kept_path(tmp_path / "other", "model", "NFC", cache)
    write_kept(other, WORDS)
    paths = [kept_path(tmp_path, f"model {number}", "NFC", cache) for number in range(8)]
    for number, path in enumerate(paths):
        write_kept(path, {})
        os.utime(path, (number, number))
    write_kept(paths[7], WORDS)
    assert [path.exists() for path in paths] == [False, False, *[True] * 6]
    assert read_kept(other).keys() == WORDS.keys()


def test_where_nothing_can_be_written_nothing_is_kept(tmp_path: Path):
    (tmp_path / "file").write_text("")
    path = tmp_path / "file" / "kept.json.gz"
    write_kept(path, WORDS)
    assert read_kept(path) == {}
