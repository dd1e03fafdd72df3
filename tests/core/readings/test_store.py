"""The file that keeps what other readers read."""

import hashlib
import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FileWriteError, ProjectError
from core.base.version import program_version
from core.readings.reading import PictureReading, Reading
from core.readings.store import FILE, forget, keep, picture_hash, readings_in, rename


def read(image: str, text: str, reader: str = "A", picture: str = "p", **more) -> PictureReading:
    return PictureReading(image, picture, Reading(reader, text, **more))


def texts(root: Path, image: str) -> dict[str, str]:
    return {entry.reading.reader: entry.reading.text for entry in readings_in(root).of(image)}


def lines(root: Path) -> list[dict]:
    return [json.loads(line) for line in (root / FILE).read_text("utf-8").splitlines()]


def add(root: Path, text: str) -> None:
    with (root / FILE).open("a", encoding="utf-8", newline="") as file:
        file.write(text)


def test_a_project_without_readings_has_none_and_gets_no_file(tmp_path: Path):
    kept = readings_in(tmp_path)
    rename(tmp_path, {"a.png": "b.png"})
    forget(tmp_path, ["a.png"])
    keep(tmp_path, [])
    assert (kept.images, kept.readers, kept.problems, kept.of("a.png")) == ((), (), (), ())
    assert not (tmp_path / ".textscanner").exists()


def test_what_was_kept_is_read(tmp_path: Path):
    reading = Reading("PP-OCR", "PIZZA", 0.97, (0.9, 1.0), "2026-11-28T12:00:00+00:00", "9f86", 0.0425)
    first = PictureReading("ä/a.png", "00ff", reading)
    keep(tmp_path, [first, read("b.png", "")])
    kept = readings_in(tmp_path)
    assert kept.of("ä/a.png") == (first,)
    assert kept.of("b.png") == (read("b.png", ""),)
    assert (kept.images, kept.readers) == (("ä/a.png", "b.png"), ("PP-OCR", "A"))
    assert lines(tmp_path)[1] == {
        "image": "b.png",
        "picture": "p",
        "reader": "A",
        "text": "",
        "schema": 1,
        "version": program_version(),
    }


def test_the_newest_of_each_reader_counts_in_the_order_of_the_readers(tmp_path: Path):
    keep(tmp_path, [read("a.png", "one", "A"), read("b.png", "x", "B"), read("b.png", "y", "A")])
    keep(tmp_path, [read("a.png", "two", "B"), read("a.png", "three", "A")])
    assert texts(tmp_path, "a.png") == {"A": "three", "B": "two"}
    assert [entry.reading.reader for entry in readings_in(tmp_path).of("b.png")] == ["A", "B"]


def test_a_reading_known_to_be_older_does_not_replace_a_newer_one(tmp_path: Path):
    keep(tmp_path, [read("a.png", "new", when="2026-11-28T12:00:00Z")])
    keep(tmp_path, [read("a.png", "old", when="2026-11-28T12:30:00+01:00")])
    assert texts(tmp_path, "a.png") == {"A": "new"}
    keep(tmp_path, [read("a.png", "at a time that nobody knows")])
    assert texts(tmp_path, "a.png") == {"A": "at a time that nobody knows"}


def test_a_last_line_that_is_cut_off_counts_for_nothing_and_goes_with_the_next_one(tmp_path: Path):
    keep(tmp_path, [read("a.png", "x")])
    add(tmp_path, '{"image": "b.png", "picture": "p", "rea')
    assert readings_in(tmp_path).images == ("a.png",)
    keep(tmp_path, [read("c.png", "y")])
    assert readings_in(tmp_path).images == ("a.png", "c.png")
    assert not readings_in(tmp_path).problems


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "",
        "\0\0\0",
        '{"image": 3}',
        '{"image": "a.png", "picture": "p", "text": "x"}',
        '{"image": "a.png", "picture": "p", "reader": "", "text": "x"}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": null}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "probability": 97}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "probability": NaN}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "scores": 1}',
        '{"image": "../a.png", "picture": "p", "reader": "A", "text": "x"}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "probability": ' + "1" * 5000 + "}",
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "seconds": -1}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "seconds": "a while"}',
        '{"image": "a.png", "picture": "p", "reader": "A", "text": "x", "seconds": 1e999}',
        "[" * 100_000,
    ],
)
def test_a_damaged_line_is_named_and_the_others_count(tmp_path: Path, line: str):
    keep(tmp_path, [read("a.png", "x")])
    add(tmp_path, line + "\n")
    keep(tmp_path, [read("b.png", "y")])
    kept = readings_in(tmp_path)
    assert kept.images == ("a.png", "b.png")
    (problem,) = kept.problems
    assert problem.startswith(".textscanner/readings.jsonl: line 2 holds no reading (")


def test_of_very_many_damaged_lines_the_first_are_named_and_the_rest_are_counted(tmp_path: Path):
    keep(tmp_path, [read("a.png", "x")])
    add(tmp_path, "{\n" * 1000)
    problems = readings_in(tmp_path).problems
    assert len(problems) < 30
    assert "980 more lines" in problems[-1]


def test_lines_of_a_newer_version_are_refused_and_left_alone(tmp_path: Path):
    keep(tmp_path, [read("a.png", text) for text in "xyz"])
    add(tmp_path, '{"image": "a.png", "schema": 2, "version": "3.1", "seen": []}\n')
    before = (tmp_path / FILE).read_bytes()
    with pytest.raises(ProjectError, match=r"readings\.jsonl: version 3\.1 of the program wrote it .* Update the prog"):
        readings_in(tmp_path)
    assert (tmp_path / FILE).read_bytes() == before


def test_a_file_of_which_a_third_counts_no_more_is_written_anew_with_the_same_readings(tmp_path: Path):
    keep(tmp_path, [read("a.png", "x", "A"), read("b.png", "y", "B")])
    add(tmp_path, '{"image": "c.png", "picture": "p", "reader": "A", "text": "z", "seen": "elsewhere"}\n{\n')
    assert len((tmp_path / FILE).read_text("utf-8").splitlines()) == 4
    readings_in(tmp_path)
    assert len((tmp_path / FILE).read_text("utf-8").splitlines()) == 4, "all of them count"
    rename(tmp_path, {"c.png": "d.png"})
    keep(tmp_path, [read("b.png", "newer", "B")])
    before = readings_in(tmp_path)
    after = (tmp_path / FILE).read_text("utf-8").splitlines()
    assert len(after) == 4
    assert after[-1] == "{", "a damaged line stays, for a person to mend"
    assert any(json.loads(line).get("seen") == "elsewhere" for line in after[:-1]), "so do keys of other programs"
    again = readings_in(tmp_path)
    assert {image: again.of(image) for image in again.images} == {image: before.of(image) for image in before.images}
    assert again.readers == before.readers


def test_readings_follow_renamed_images(tmp_path: Path):
    keep(tmp_path, [read("a.png", "x"), read("a.png", "z", "B"), read("b.png", "y")])
    rename(tmp_path, {"a.png": "sub/c.png"})
    assert texts(tmp_path, "sub/c.png") == {"A": "x", "B": "z"}
    assert texts(tmp_path, "a.png") == {}
    assert texts(tmp_path, "b.png") == {"A": "y"}


def test_two_that_see_an_image_renamed_move_its_readings_once(tmp_path: Path):
    keep(tmp_path, [read("a.png", "x")])
    for _ in range(2):
        rename(tmp_path, {"a.png": "b.png"})
    assert texts(tmp_path, "b.png") == {"A": "x"}


@given(st.permutations(range(7)), st.integers(0, 7))
def test_names_that_are_exchanged_are_exchanged_at_once(
    tmp_path_factory: pytest.TempPathFactory, places: Any, count: int
):
    root = tmp_path_factory.mktemp("project")
    keep(root, [read(f"{number}.png", str(number)) for number in range(7)])
    names = {f"{number}.png": f"{place + (7 if number >= count else 0)}.png" for number, place in enumerate(places)}
    rename(root, names)
    kept = readings_in(root)
    assert {image: kept.of(image)[0].reading.text for image in kept.images} == {
        now: was.removesuffix(".png") for was, now in names.items()
    }


def test_readings_that_are_forgotten_count_no_more_until_there_are_newer_ones(tmp_path: Path):
    keep(tmp_path, [read("a.png", "x"), read("b.png", "y")])
    forget(tmp_path, ["a.png"])
    assert readings_in(tmp_path).images == ("b.png",)
    keep(tmp_path, [read("a.png", "z")])
    assert texts(tmp_path, "a.png") == {"A": "z"}


def test_every_text_and_every_name_of_an_image_comes_back(tmp_path: Path):
    strange = [read("\udcff.png", "\u202e<b>a\n\t\0</b>"), read("é.png", "é"), read("ﷺ\u2028.png", "\u2028")]
    keep(tmp_path, strange)
    assert [entry for image in readings_in(tmp_path).images for entry in readings_in(tmp_path).of(image)] == strange


def test_a_folder_that_is_away_gets_no_readings(tmp_path: Path):
    with pytest.raises(FileWriteError):
        keep(tmp_path / "away", [read("a.png", "x")])
    assert not (tmp_path / "away").exists()


def test_the_hash_of_a_picture_is_that_of_its_bytes(tmp_path: Path):
    (tmp_path / "a.png").write_bytes(b"picture")
    (tmp_path / "b.png").write_bytes(b"picture")
    (tmp_path / "c.png").write_bytes(b"another")
    assert picture_hash(tmp_path / "a.png") == picture_hash(tmp_path / "b.png") != picture_hash(tmp_path / "c.png")
    with pytest.raises(OSError, match="folder"):
        picture_hash(tmp_path)


def keep_often(root: Path, reader: str) -> None:
    for number in range(40):
        keep(root, [read(f"{number}.png", str(repeated), reader) for repeated in range(3)])
        readings_in(root)


def test_nothing_is_lost_where_two_processes_append_and_write_anew(tmp_path: Path):
    start = multiprocessing.get_context("spawn")
    processes = [start.Process(target=keep_often, args=(tmp_path, reader)) for reader in "AB"]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0]
    kept = readings_in(tmp_path)
    assert not kept.problems
    assert {image: texts(tmp_path, image) for image in kept.images} == {
        f"{number}.png": {"A": "2", "B": "2"} for number in range(40)
    }


@pytest.mark.parametrize("size", [0, 1, (1 << 20) - 1, 1 << 20, (1 << 20) + 1, 5 << 19])
def test_the_hash_of_a_picture_is_of_all_its_bytes(tmp_path: Path, size: Any):
    data = bytes(number % 251 for number in range(size))
    path = tmp_path / "word.png"
    path.write_bytes(data)
    assert picture_hash(path) == picture_hash(str(path)) == hashlib.blake2b(data, digest_size=16).hexdigest()
