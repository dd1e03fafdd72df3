"""Tesseract is sought where programs are installed, and reads a word."""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from core.base.errors import ModelError
from core.readers.tesseract import TesseractReader, named_program, parse_table, tesseract_path

HEAD = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"
ROW = "{level}\t1\t1\t1\t1\t1\t0\t0\t10\t10\t{conf}\t{text}\n"

programs_of_sh = pytest.mark.skipif(os.name == "nt", reason="needs programs that sh runs")


def table(*rows: tuple[int, str, str]) -> str:
    return HEAD + "".join(ROW.format(level=level, conf=conf, text=text) for level, conf, text in rows)


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        ([(1, "-1", ""), (5, "96.5", "PIZZA")], ("PIZZA", 0.965)),
        ([(5, "90", "PIZ"), (5, "40", "ZA")], ("PIZ ZA", 0.4)),
        ([(5, "95", " "), (4, "-1", "")], ("", None)),
        ([(5, "-1", "x")], ("x", 0.0)),
        ([(5, "nan", "x")], ("x", 0.0)),
        ([(5, "?", "x")], ("x", None)),
    ],
)
def test_words_and_their_least_confidence_come_out_of_the_table(rows: list[Any], wanted: tuple[Any, ...]):
    assert parse_table(table(*rows)) == wanted


def test_a_table_of_nothing_is_no_text():
    assert parse_table("") == parse_table("oops\n") == parse_table(HEAD) == ("", None)


def program(folder: Path, script: str = "exit 1") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "tesseract"
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
    return path


@programs_of_sh
def test_it_is_sought_outside_the_project_and_by_absolute_folders_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    inner, outer = program(tmp_path / "project" / "bin"), program(tmp_path / "programs")
    monkeypatch.chdir(tmp_path / "project")
    unsafe = [tmp_path / "project"]
    variable = os.pathsep.join(["bin", "", ".", "../project/bin", str(inner.parent), str(outer.parent)])
    assert tesseract_path(unsafe, variable) == outer
    assert tesseract_path(unsafe, str(inner.parent)) is None
    (tmp_path / "link").symlink_to(inner.parent)
    assert tesseract_path(unsafe, str(tmp_path / "link")) is None
    assert tesseract_path([], str(inner.parent)) == inner
    assert tesseract_path(unsafe, "") is None


SAYS = 'if [ "$1" = --version ]; then echo "tesseract 5.9.1"; exit 0; fi\n'


@programs_of_sh
@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("exit 1", r"Tesseract has failed \(exit status 1\)"),
        ("echo hello", "does not say its version, so it is not Tesseract"),
        (f"{SAYS}echo 'no language' >&2; exit 1", "Its last words: no language"),
        (f"{SAYS}kill -9 $$", "SIGKILL"),
    ],
)
def test_a_program_that_fails_is_one_sentence(tmp_path: Path, script: str, sentence: str):
    with pytest.raises(ModelError, match=sentence), TesseractReader(program(tmp_path, script)) as reader:
        reader.read(np.zeros((20, 40, 3), np.uint8))


@programs_of_sh
def test_it_is_asked_for_one_word_and_gets_the_picture(tmp_path: Path):
    row = ROW.format(level=5, conf=88, text="A1").replace("\t", "\\t").replace("\n", "\\n")
    script = f"""{SAYS}[ "$*" = "stdin stdout --psm 8 tsv" ] && [ "$(head -c 4 | tail -c 3)" = PNG ] || exit 9
printf '{HEAD}{row}'"""
    with TesseractReader(program(tmp_path, script)) as reader:
        reading = reader.read(np.zeros((1, 1, 3), np.uint8))
    assert (reading.reader, reading.text, reading.probability, reading.version) == ("Tesseract", "A1", 0.88, "5.9.1")


def test_it_reads_a_synthetic_word_if_it_is_installed():
    path = tesseract_path([])
    if path is None:
        pytest.skip("Tesseract is not installed")
    picture = np.full((60, 220, 3), 255, np.uint8)
    cv2.putText(picture, "PIZZA", (20, 45), cv2.FONT_HERSHEY_SIMPLEX, 1.5, (0, 0, 0), 3)
    with TesseractReader(path) as reader:
        assert reader.read(picture).text == "PIZZA"
        assert reader.read(np.rot90(picture, -1)).text == "PIZZA"


def test_a_program_that_a_person_names_is_taken_as_it_is(tmp_path: Path):
    program = tmp_path / "bin" / "tesseract"
    program.parent.mkdir()
    program.touch()
    assert named_program(program, [tmp_path / "words"]) == program


@pytest.mark.parametrize(
    ("named", "why"),
    [
        ("words/tesseract", "a program in the project or in the current folder is not started"),
        ("gone/tesseract", "there is no such file"),
        ("words", "a program in the project"),
    ],
)
def test_a_program_that_may_not_be_started_is_refused_with_its_path(tmp_path: Path, named: str, why: str):
    (tmp_path / "words").mkdir()
    (tmp_path / "words" / "tesseract").touch()
    with pytest.raises(ModelError, match=why) as error:
        named_program(tmp_path / named, [tmp_path / "words"])
    assert str(tmp_path / named) in str(error.value)


def test_a_name_without_a_folder_is_not_looked_for():
    with pytest.raises(ModelError, match="has to begin at the root of a disk"):
        named_program(Path("tesseract"), [])
