"""Synthetic words, and labels converted, from Python."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.processes.python import run_python

import textscanner
from core.base.images import read_image


def test_synthetic_words_are_those_of_the_demo_of_the_same_seed(tmp_path: Path):
    run_python("-m", "app", "demo", tmp_path / "demo", "--count", 3, "--seed", 4, "--errors", 0, "--charset", "digits")
    words = textscanner.synthetic_words(3, seed=4, charset="digits")
    for word, image in zip(words, textscanner.open_project(tmp_path / "demo"), strict=True):
        np.testing.assert_array_equal(word.image, read_image(image.path))
        assert image.label is not None
        assert (word.label.text, word.label.reading) == (image.text, image.label.reading)
        assert [c.polygon for c in word.label.characters] == [c.polygon for c in image.label.characters]


def test_symbols_are_a_name_a_text_or_a_file(tmp_path: Path):
    (tmp_path / "ab.txt").write_text("a\nb\n")
    for charset in ("ab", ("a", "b"), tmp_path / "ab.txt"):
        texts = [word.label.text for word in textscanner.synthetic_words(3, charset=charset, length=(2, 2))]
        assert all(text is not None and len(text) == 2 and set(text) <= {"a", "b"} for text in texts)


@pytest.mark.parametrize(
    "choices", [{"count": 0}, {"seed": -1}, {"effects": "none"}, {"length": (5, 3)}, {"surfaces": "x"}], ids=str
)
def test_choices_out_of_range_are_errors_of_the_caller(choices: dict[Any, Any]):
    with pytest.raises(ValueError, match=next(iter(choices))):
        textscanner.synthetic_words(**choices)


def test_the_report_of_a_conversion_is_that_of_the_command(words: Path):
    report = textscanner.convert("words", "lines", write_as="jsonl")
    printed = json.loads(
        run_python("-m", "app", "convert", "words", "other", "--to", "jsonl", "--json", folder=words.parent)
    )
    assert report.to_dict() | {"folder": "other"} == printed
    assert (words.parent / "lines").is_dir()
    assert len(repr(report)) < 200  # a notebook shows it as it is


def test_a_format_that_nobody_knows_ends_with_one_sentence(words: Path):
    with pytest.raises(textscanner.StudioError, match="nobody's"):
        textscanner.convert("words", "out", write_as="nobody's")
    with pytest.raises(ValueError, match="texts"):
        textscanner.convert("words", "out", texts="mine")  # type: ignore[arg-type]
