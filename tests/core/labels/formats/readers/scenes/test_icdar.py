"""Lines as the competitions publish them: ICDAR 2013 and 2015, MLT 2017, RCTW 2017."""

from pathlib import Path
from typing import Any

import pytest
from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.scenes.icdar import FORMAT, parse
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source
from core.labels.geometry import rectangle

BOX = ((377, 117), (463, 117), (465, 130), (378, 130))


@pytest.mark.parametrize(
    ("line", "outline", "text"),
    [
        ("377,117,463,117,465,130,378,130,Genaxis Theatre", BOX, "Genaxis Theatre"),
        ("377,117,463,117,465,130,378,130,$5,000", BOX, "$5,000"),
        ("377,117,463,117,465,130,378,130,Chinese,人民", BOX, "人民"),
        ('377,117,463,117,465,130,378,130,0,"金氏眼镜"', BOX, "金氏眼镜"),
        ("377,117,463,117,465,130,378,130,0,5", BOX, "0,5"),
        ('38, 43, 920, 215, "Tiredness"', rectangle(38, 43, 920, 215), "Tiredness"),
        ('38, 43, 920, 215, "a \\"b\\", c"', rectangle(38, 43, 920, 215), 'a "b", c'),
        ('158 128 411 181 "Footpath"', rectangle(158, 128, 411, 181), "Footpath"),
    ],
)
def test_each_years_line(line: str, outline: Any, text: str):
    assert parse(line) == (outline, text)


CHARACTERS = """# 12 7 0 310 20 300 10 319 39 "l"
36 28 4 25 30 20 10 29 49 "E"
37 28 4 35 30 30 10 39 49 "X"

38 28 4 125 30 120 10 129 49 "a"
39 28 4 135 30 130 10 139 49 ""
40 28 4 145 30 140 10 149 49 "\""

41 28 4 1 2 3 "b"
"""


def test_characters_of_text_segmentation_make_words(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 100, 400, "100.jpg")
    put(scenes, "100_GT.txt", CHARACTERS.replace('"l"\n', '"l"\n\n'))
    assert detect(scenes).id == "icdar"
    done = convert(scenes, tmp_path / "words")
    assert [str(each) for each in done.refusals] == [
        '100_GT.txt, word 1: illegible ("###").',
        '100_GT.txt, word 4: character 1 is not R G B x y left top right bottom "c".',
    ]
    whole, partly = (read_label(tmp_path / "words" / f"100_0{number}.json").label for number in (2, 3))
    assert (whole.reading, whole.characters[1].polygon) == ("EX", rectangle(10, 0, 20, 40))
    assert [each.symbol for each in partly.in_order] == ["a", "###", '"']


def put(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())  # with the mark that the files of 2015 have
    return path


def test_words_are_cut_out_and_illegible_ones_left(tmp_path: Path):
    scenes = grey_scenes(tmp_path / "scenes", 200, 500, "img_1.jpg")
    put(scenes, "gt_img_1.txt", "377,117,463,117,465,130,378,130,Genaxis\r\n374,155,409,155,409,170,374,170,###\r\n")
    assert detect(scenes).id == "icdar"
    done = convert(scenes, tmp_path / "words")
    assert [str(each) for each in done.refusals] == ['gt_img_1.txt, line 2: illegible ("###").']
    assert read_label(tmp_path / "words" / "img_1_01.json").label.text == "Genaxis"


def test_file_of_another_name_with_several_words_is_recognised(tmp_path: Path):
    put(tmp_path, "img_7.txt", "0,0,9,0,9,5,0,5,A\n0,0,9,0,9,5,0,5,B\n")
    assert detect(tmp_path).id == "icdar"
    assert [item.stem for item in FORMAT.read(Source(tmp_path)) if isinstance(item, Record)] == ["img_7", "img_7"]


@pytest.mark.parametrize("line", ["377,117,463,117,465,130,378", "a,b,c", "1e99,0,9,0,9,5,0,5,A", "0,0,9,0,9,5,0,5, "])
def test_bad_line_is_refused_and_the_next_read(tmp_path: Path, line: str):
    put(tmp_path, "gt_a.txt", f"{line}\n0,0,9,0,9,5,0,5,B\n")
    refusal, record = FORMAT.read(Source(tmp_path))
    assert isinstance(refusal, Refusal) and isinstance(record, Record)
    assert record.number == 2
