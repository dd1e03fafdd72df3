"""Lines that the competitions publish for word recognition: ICDAR 2013 and 2015, MLT 2019."""

from pathlib import Path

from support.words.hand_made_project import grey_scenes

from core.labels.files.storage import read_label
from core.labels.formats.conversion import convert
from core.labels.formats.readers.icdar_words import FORMAT
from core.labels.formats.record import Record, Refusal
from core.labels.formats.registry import detect
from core.labels.formats.source import Source


def put(folder: Path, text: str) -> Path:
    path = folder / "gt.txt"
    path.write_bytes(b"\xef\xbb\xbf" + text.encode())  # with the mark that the files of 2015 have
    return path


def test_list_beside_its_word_images(tmp_path: Path):
    source = grey_scenes(tmp_path / "ch4_training_word_images_gt", 32, 100, "word_1.png", "word_2.png")
    put(source, 'word_1.png, "Genaxis Theatre"\r\nword_2.png, "[06]"\r\n')
    assert detect(source).id == "icdar-words"
    assert convert(source, tmp_path / "words").written == 2
    assert read_label(tmp_path / "words" / "word_1.json").label.text == "Genaxis Theatre"


def test_each_years_line(tmp_path: Path):
    text = 'word_3.png, "a \\"b\\", c"\nword_4.png,Arabic,المكرمة\nword_5.png,Latin,a,b\n'
    text += 'word_6.png, "###"\nword_7.png MAKKA\n'
    found = list(FORMAT.read(Source(put(tmp_path, text))))
    assert [(each.image, each.label.text) for each in found if isinstance(each, Record)] == [
        ("word_3.png", 'a "b", c'), ("word_4.png", "المكرمة"), ("word_5.png", "a,b"),
    ]  # fmt: skip
    assert [str(each) for each in found if isinstance(each, Refusal)] == [
        'gt.txt, line 4: illegible ("###").',
        'gt.txt, line 5: neither word.png, "text" nor word.png,script,text.',
    ]
