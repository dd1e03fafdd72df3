"""A file in the form of SynthText's readme: cell arrays imnames, wordBB, charBB and txt."""

from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat
from support.words.hand_made_project import grey_scenes

from core.base.errors import FormatError
from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.scenes.synthtext import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source


def corners(*boxes: tuple[float, float, float, float]) -> np.ndarray:
    """2 × 4 × n, clockwise from the top left; 2 × 4 of a single box, as MATLAB writes it."""
    found = np.array([[[x0, x1, x1, x0], [y0, y0, y1, y1]] for x0, y0, x1, y1 in boxes])
    return found[0] if len(boxes) == 1 else found.transpose(1, 2, 0)


def cells(*values: object) -> np.ndarray:
    found = np.empty((1, len(values)), dtype=object)
    for place, value in enumerate(values):
        found[0, place] = value
    return found


def write(folder: Path, characters: int = 5) -> Path:
    letters = [(10, 10, 20, 40), (21, 10, 30, 40), (60, 10, 70, 40), (71, 10, 80, 40), (81, 10, 90, 40)][:characters]
    savemat(
        folder / "gt.mat",
        {
            "imnames": cells("8/a_1.jpg", "8/b_2.jpg"),
            "wordBB": cells(corners((10, 10, 30, 40), (60, 10, 90, 40)), corners((0, 0, 40, 20))),
            "charBB": cells(corners(*letters), corners((0, 0, 20, 20), (20, 0, 40, 20))),
            "txt": cells(np.array(["of\nthe"]), np.array(["Li"])),
        },
    )
    return folder


def test_words_are_cut_out_with_their_characters(tmp_path: Path):
    source = tmp_path / "SynthText"
    grey_scenes(source / "8", 100, 100, "a_1.jpg", "b_2.jpg")
    assert detect(write(source)).id == "synthtext"
    done = convert(source, tmp_path / "words")
    assert (done.written, done.refusals) == (3, ())
    label = read_label(tmp_path / "words" / "8" / "a_1_02.json").label
    assert (label.text, label.reading) == ("the", "the")
    assert label.characters[1].polygon == ((11, 0), (20, 0), (20, 30), (11, 30))
    assert read_label(tmp_path / "words" / "8" / "b_2_01.json").label.reading == "Li"


def test_characters_of_another_number_leave_the_words_of_a_scene_word_level(tmp_path: Path):
    records = [item for item in FORMAT.read(Source(write(tmp_path, 4))) if isinstance(item, Record)]
    assert [record.label.is_word_level for record in records] == [True, True, False]


def test_words_of_another_number_are_refused_and_the_next_scene_read(tmp_path: Path):
    name = "gt.mat"
    savemat(
        tmp_path / name,
        {
            "imnames": cells("a.jpg", "../b.jpg", "c.jpg"),
            "wordBB": cells(*[corners((0, 0, 9, 9))] * 3),
            "charBB": cells(*[corners((0, 0, 9, 9))] * 3),
            "txt": cells(np.array(["two words"]), np.array(["A"]), np.array(["B"])),
        },
    )
    first, second, record = FORMAT.read(Source(tmp_path / name))
    assert isinstance(first, Refusal) and "1 outline for 2 words" in first.reason
    assert isinstance(second, Refusal) and "leads out of the folder" in second.reason
    assert isinstance(record, Record) and record.label.reading == "B"


def test_matlab_file_of_something_else_and_one_cut_off_are_one_error(tmp_path: Path):
    savemat(tmp_path / "gt.mat", {"x": np.eye(3)})
    with pytest.raises(FormatError, match=r"gt\.mat: the file is not the ground truth of SynthText \(no imnames"):
        list(FORMAT.read(Source(tmp_path / "gt.mat")))
    whole = write(tmp_path) / "gt.mat"
    whole.write_bytes(whole.read_bytes()[:700])
    with pytest.raises(FormatError, match=r"gt\.mat"):
        list(FORMAT.read(Source(whole)))


def test_published_scene_is_read_as_it_stands(tmp_path: Path):
    """The first two words of 8/ballet_106_0.jpg, the first of the published file, as MMOCR's sample prints them."""
    words = np.array(
        [
            [[420.58957, 418.85016], [512.3321, 431.88342], [511.92203, 428.7077], [420.1795, 415.67444]],
            [[21.06382, 46.19922], [23.069519, 48.254295], [41.827087, 68.39458], [39.82139, 66.3395]],
        ]
    )
    letters = np.array(
        [
            [
                [423.16, 439.61, 450.67, 466.32, 479.76, 504.60, 418.80],
                [438.30, 452.61, 466.32, 482.23, 498.39, 512.21, 431.88],
                [435.55, 449.96, 464.58, 480.68, 497.05, 511.11, 428.96],
                [420.18, 436.74, 448.75, 464.58, 478.19, 503.42, 415.67],
            ],
            [
                [22.27, 21.61, 27.02, 27.26, 27.46, 28.74, 47.91],
                [22.46, 21.76, 27.26, 27.49, 27.74, 28.86, 48.25],
                [40.16, 40.47, 40.79, 41.14, 41.50, 41.81, 66.82],
                [39.82, 40.18, 40.45, 40.79, 41.09, 41.64, 66.34],
            ],
        ]
    )
    scene = {"imnames": "8/ballet_106_0.jpg", "wordBB": words, "charBB": letters, "txt": np.array(["Lines:\nI     "])}
    savemat(tmp_path / "gt.mat", {name: cells(value) for name, value in scene.items()})
    lines, i = FORMAT.read(Source(tmp_path / "gt.mat"))
    assert (lines.label.text, lines.label.reading, i.label.reading) == ("Lines:", "Lines:", "I")
    assert lines.crop == ((420.59, 21.06), (512.33, 23.07), (511.92, 41.83), (420.18, 39.82))
    assert i.label.characters[0].polygon == ((418.8, 47.91), (431.88, 48.25), (428.96, 66.82), (415.67, 66.34))


def test_characters_of_several_code_points_are_refused_as_not_supported(tmp_path: Path):
    savemat(
        tmp_path / "gt.mat",
        {
            "imnames": cells("8/a_1.jpg"),
            "wordBB": cells(corners((10, 10, 30, 40))),
            "charBB": cells(corners((10, 10, 20, 40), (20, 10, 30, 40))),
            "txt": cells(np.array(["ก่"])),
        },
    )
    (refusal,) = FORMAT.read(Source(tmp_path))
    assert isinstance(refusal, Refusal) and "several code points" in refusal.reason
