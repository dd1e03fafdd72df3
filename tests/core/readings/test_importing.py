"""Import of what other programs have read."""

import json
import multiprocessing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import FormatError
from core.base.progress import Cancelled
from core.readings.importing import ImportedReadings, import_readings
from core.readings.store import readings_in

IMAGES = ("a.png", "b.png", "sub/c.png", "sub/d.jpg", "other/d.jpg", "word_4.png")


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    for image in IMAGES:
        (folder / image).parent.mkdir(parents=True, exist_ok=True)
        (folder / image).write_bytes(image.encode())
    return folder


def imported(root: Path, text: str, name: str = "readings.csv", **more) -> ImportedReadings:
    source = root.parent / name
    source.write_text(text, encoding="utf-8", newline="")
    return import_readings(source, root, IMAGES, **more)


def kept(root: Path) -> dict[str, dict[str, tuple[str, float | None]]]:
    """Texts and probabilities by image and reader."""
    there = readings_in(root)
    return {
        image: {entry.reading.reader: (entry.reading.text, entry.reading.probability) for entry in there.of(image)}
        for image in there.images
    }


def noted(report: ImportedReadings, words: str) -> int:
    """The count of the only note with some words. 0 if there is none."""
    counts = [note.count for note in report.notes if words in note.sentence]
    assert len(counts) < 2
    return counts[0] if counts else 0


@pytest.mark.parametrize("name", ["r.csv", "r.tsv"])
@pytest.mark.parametrize("image", ["image", "file"])
@pytest.mark.parametrize("share", ["probability", "confidence", "score"])
def test_a_table_with_a_header_gives_a_reading_a_line(root: Path, name: str, image: str, share: str):
    lines = [[image, "text", share, "reader"], ["a.png", "PIZZA", "0.97", "PP-OCR"], ["sub/c.png", "x", "", "SVTR"]]
    between = "\t" if name.endswith("tsv") else ","
    report = imported(root, "".join(between.join(line) + "\r\n" for line in lines), name)
    assert kept(root) == {"a.png": {"PP-OCR": ("PIZZA", 0.97)}, "sub/c.png": {"SVTR": ("x", None)}}
    assert (report.read, report.written, report.refusals, report.readers) == (2, 2, (), ("PP-OCR", "SVTR"))


@pytest.mark.parametrize(
    ("first", "second", "wanted"),
    [("0,97", "0,5", [0.97, 0.5]), ("97,5", "80", [0.975, 0.8]), ("97,5 %", "50%", [0.975, 0.5])],
)
def test_a_table_with_decimal_commas_gives_its_probabilities(root: Path, first: str, second: str, wanted: list[Any]):
    report = imported(root, f"File;Text;Confidence\na.png;PIZZA;{first}\nb.png;Bar;{second}\n")
    read = kept(root)
    assert [read[image]["readings"][1] for image in ("a.png", "b.png")] == pytest.approx(wanted)
    assert noted(report, "not a number from 0 to 1") == 0


def test_json_lines_give_all_that_they_say_of_a_reading(root: Path):
    line = {"image": "a.png", "text": "ab", "probability": 0.5, "reader": "X", "scores": [1, 0.5]}
    imported(root, json.dumps(line | {"when": "2026-01-02T03:04:05Z", "reader_version": "9f"}) + "\n", "r.jsonl")
    (entry,) = readings_in(root).of("a.png")
    assert (entry.reading.scores, entry.reading.when) == ((1.0, 0.5), "2026-01-02T03:04:05Z")
    assert entry.reading.version == "9f"


RESULTS = {
    "PaddleOCR's result of a word": (
        "a_res.json",
        {"input_path": "x/a.png", "page_index": None, "rec_text": "T", "rec_score": 0.5},
    ),
    "the same as it is printed": ("r.json", {"res": {"input_path": "x/a.png", "rec_text": "T", "rec_score": 0.5}}),
    "results without a path": ("a_res.json", {"input_path": None, "rec_text": "T", "rec_score": 0.5}),
    "results of a page with one word": ("r.json", {"input_path": "a.png", "rec_texts": ["T"], "rec_scores": [0.5]}),
    "a list of results": ("r.json", [{"input_path": "a.png", "rec_text": "T", "rec_score": 0.5}]),
    "RapidOCR's list of objects": ("a.json", [{"box": [[0, 0], [1, 0], [1, 1], [0, 1]], "txt": "T", "score": 0.5}]),
    "RapidOCR's list of lists": ("a.json", [[[[0, 0], [1, 0], [1, 1], [0, 1]], "T", 0.5]]),
    "a list without outlines": ("a.json", [["T", 0.5]]),
    "RapidOCR's columns": ("a.json", {"txts": ["T"], "scores": [0.5]}),
    "the answer of its server": ("a.json", {"0": {"rec_txt": "T", "dt_boxes": [[0, 0]], "score": "0.5"}}),
    "a word in the list of its image": ("a.json", [[["T", 0.5]]]),
    "RapidOCR's answer with its times": ("a.json", [[[[[0, 0], [1, 0], [1, 1], [0, 1]], "T", 0.5]], [0.01, 0.0, 0.2]]),
    "pytesseract's columns": ("a.json", {
        "level": [1, 5], "page_num": [1, 1], "word_num": [0, 1], "conf": [-1, 50.0], "text": ["", "T"]}),
    "pytesseract's columns as text": ("a.json", {
        "level": [1, 5], "page_num": [1, 1], "word_num": [0, 1], "conf": ["-1", "50"], "text": ["", "T"]}),
    "pytesseract's columns by image": ("r.json", {
        "a.png": {"level": [1, 5], "page_num": [1, 1], "word_num": [0, 1], "conf": [-1, 50], "text": ["", "T"]}}),
    "pytesseract's rows": ("a.json", [
        {"level": 1, "page_num": 1, "word_num": 0, "conf": -1.0, "text": None},
        {"level": 5, "page_num": 1, "word_num": 1, "conf": 50.0, "text": "T"}]),
    "a page of tesseract.js": ("a.json", {"text": "T\n", "confidence": 50, "hocr": None, "psm": "SINGLE_WORD"}),
    "its answer": ("a.json", {"jobId": "Job-0", "data": {"text": "T\n", "confidence": 50, "hocr": ""}}),
    "the answer of its program": ("a.json", {"code": 100, "data": [{"box": [], "text": "T", "score": 0.5}]}),
    "a list a key": ("r.json", {"a.png": [["T", 0.5]]}),
    "a pair a key": ("r.json", {"a.png": ["T", 0.5]}),
    "an object a key": ("r.json", {"a.png": {"text": "T", "confidence": 0.5}}),
}  # fmt: skip


@pytest.mark.parametrize("case", RESULTS)
def test_results_of_other_programs_in_json(root: Path, case: Any):
    name, value = RESULTS[case]
    report = imported(root, json.dumps(value), name, reader="R")
    assert kept(root) == {"a.png": {"R": ("T", 0.5)}}, report.refusals


def test_a_text_alone_a_key_has_no_probability(root: Path):
    imported(root, '{"a.png": "T", "b.png": ""}', "r.json", reader="R")
    assert kept(root) == {"a.png": {"R": ("T", None)}, "b.png": {"R": ("", None)}}


def test_lines_that_paddleocr_writes(root: Path):
    imported(root, "./imgs/a.png\tone two\t0.9998\n./imgs/b.png\ta\tb\t1e-3\n", "predicts_rec.txt")
    assert kept(root) == {"a.png": {"PaddleOCR": ("one two", 0.9998)}, "b.png": {"PaddleOCR": ("a b", 0.001)}}


def test_lines_that_paddleocr_prints(root: Path):
    begin = "[2026/01/02 03:04:05] ppocr INFO: "
    text = f"{begin}In PP-OCR\n{begin}Predicts of ./imgs/a.png:('it\\'s (1)', 0.99)\n{begin}Predicts of b.png:x\n"
    imported(root, text + f'{begin}Predicts of C:\\x\\b.png:("x", 1)\n', "rec.log")
    assert kept(root) == {"a.png": {"PaddleOCR": ("it's (1)", 0.99)}, "b.png": {"PaddleOCR": ("x", 1.0)}}


def test_words_and_networks_that_paddleocr_writes_behind_the_image(root: Path):
    box = [[1, 2], [9, 2], [9, 9], [1, 9]]
    lines = [
        ("a.png", [{"transcription": "one", "points": box}]),
        ("b.png", {"Teacher": {"label": "x", "score": 0.25}, "Student": {"label": "two", "score": 0.5}}),
        ("sub/c.png", []),
        ("word_4.png", [{"transcription": text, "points": box} for text in ("one", "two")]),
    ]
    text = "".join(f"{image}\t{json.dumps(value)}\n" for image, value in lines)
    report = imported(root, text + "word_4.png\t[{no\n", "system_results.txt")
    assert kept(root) == {
        "a.png": {"PaddleOCR": ("one", None)},
        "b.png": {"PaddleOCR": ("two", 0.5)},
        "sub/c.png": {"PaddleOCR": ("", None)},
    }
    first, second = map(str, report.refusals)
    assert first == "system_results.txt, line 4: it holds more than one text (2); an image has one word."
    assert second.startswith("system_results.txt, line 5: not JSON (")


PRINTED = {
    "infer_rec.py": "infer_img: ./x/{image}\n[..] root INFO: \t result: {text}\t{share}\n",
    "paddleocr 2": "**********./x/{image}**********\n[..] ppocr INFO: ('{text}', {share})\n",
    "paddleocr 2 with outlines": "**********x/{image}**********\n[..] INFO: [[[0.0, 1.0]], ('{text}', {share})]\n",
    "paddleocr 3": "{{'res': {{'input_path': 'x/{image}', 'rec_text': '{text}', 'rec_score': {share}}}}}\n",
}  # fmt: skip


@pytest.mark.parametrize("version", PRINTED)
def test_what_each_version_of_paddleocr_prints(root: Path, version: str):
    words = (("a.png", "one two", 0.5), ("b.png", "(3)", 0.25))
    begin = "[2026/01/02 03:04:05] ppocr INFO: "
    text = begin.join(
        ["", *(PRINTED[version].format(image=image, text=text, share=share) for image, text, share in words)]
    )
    imported(root, f"{begin}In PP-OCR\n{text}", "rec.log")
    assert kept(root) == {image: {"PaddleOCR": (text, share)} for image, text, share in words}


def test_a_printed_image_without_a_result_is_refused(root: Path):
    lines = "infer_img: none.png\ninfer_img: a.png\n\t result: T\t0.5\ninfer_img: b.png\n"
    report = imported(root, lines, "rec.log")
    assert kept(root) == {"a.png": {"PaddleOCR": ("T", 0.5)}}
    assert [*map(str, report.refusals)] == [f"rec.log, line {line}: it has no text and score." for line in (1, 4)]


def test_a_quotation_mark_that_is_not_closed_costs_its_own_line_alone(root: Path):
    report = imported(root, 'file,text\na.png,"A" B\nb.png,"say ""no"", C"\nword_4.png,"open\nsub/c.png,"x\ny"\n')
    assert {image: text for image, of in kept(root).items() for text, _ in of.values()} == {
        "b.png": 'say "no", C',
        "sub/c.png": "x y",
    }
    why = "a quotation mark is not closed, or more follows it. Write a quotation mark within a text twice."
    assert [*map(str, report.refusals)] == [f"readings.csv, line {line}: {why}" for line in (2, 4)]


TESSERACT = "level\tpage_num\tblock_num\tpar_num\tline_num\tword_num\tleft\ttop\twidth\theight\tconf\ttext\n"


def test_words_of_tesseract_are_of_the_picture_that_its_table_is_named_after(root: Path):
    page = "1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t\n"
    words = '5\t1\t1\t1\t1\t1\t0\t0\t9\t9\t96\t"A\n5\t1\t1\t1\t1\t2\t0\t0\t9\t9\t48.5\tB\n'
    imported(root, TESSERACT + page + words, "word_4.tsv")
    assert kept(root) == {"word_4.png": {"Tesseract": ('"A B', 0.485)}}


def test_tesseract_says_that_it_sees_no_word(root: Path):
    imported(root, TESSERACT + "1\t1\t0\t0\t0\t0\t0\t0\t9\t9\t-1\t\n", "a.tsv")
    assert kept(root) == {"a.png": {"Tesseract": ("", None)}}


def test_images_are_named_in_every_way(root: Path):
    names = {
        "a.png": "a.png",
        "./sub/c.png": "sub/c.png",
        "sub\\d.jpg": "sub/d.jpg",
        "x/other/d.jpg": "other/d.jpg",
        str(root / "b.png"): "b.png",
        "C:\\elsewhere\\word_4.png": "word_4.png",
    }
    report = imported(root, "file,text\n" + "".join(f"{name},{name}\n" for name in names))
    assert {image: text for image, of_image in kept(root).items() for text, _ in of_image.values()} == {
        image: name for name, image in names.items()
    }
    assert noted(report, "by the end of their path") == 2


def test_images_that_are_not_there_or_may_be_several_are_refused_by_line(root: Path):
    report = imported(root, "file,text\nnone.png,x\nd.jpg,x\n,x\n../../etc/passwd,x\na.png,y\n")
    assert [refusal.where for refusal in report.refusals] == [f"readings.csv, line {line}" for line in (2, 3, 4, 5)]
    assert "several images" in report.refusals[1].reason
    assert noted(report, "rows were refused") == 4
    assert [*kept(root)] == ["a.png"]


def test_the_last_row_of_an_image_and_a_reader_counts_and_this_is_said(root: Path):
    report = imported(root, "file,text,reader\na.png,x,A\na.png,y,B\na.png,z,A\n")
    assert kept(root) == {"a.png": {"A": ("z", None), "B": ("y", None)}}
    assert noted(report, "same image and reader") == 1


def test_a_name_is_given_to_the_reader_of_rows_that_name_none(root: Path):
    report = imported(root, "file,text,reader\na.png,x,A\nb.png,y,\n", reader="Mine")
    assert kept(root) == {"a.png": {"A": ("x", None)}, "b.png": {"Mine": ("y", None)}}
    assert not noted(report, "--reader NAME")
    report = imported(root, "file,text\nb.png,y\n", "model 4.csv")
    assert "model 4" in kept(root)["b.png"]
    assert noted(report, "--reader NAME") == 1


def test_a_whole_file_of_percentages_is_divided_by_100(root: Path):
    report = imported(root, "file,text,score\na.png,x,97.5\nb.png,y,1\nsub/c.png,z,0\n", reader="R")
    assert {image: entry["R"][1] for image, entry in kept(root).items()} == {
        "a.png": 0.975,
        "b.png": 0.01,
        "sub/c.png": 0.0,
    }
    assert noted(report, "divided by 100") == 3


@pytest.mark.parametrize("share", ["97.5", "-0.1", "nan", "inf", "true", "very", "1e999"])
def test_a_probability_outside_0_to_1_among_others_is_left_out_and_the_text_is_kept(root: Path, share: str):
    report = imported(root, f"file,text,score\na.png,x,{share}\nb.png,y,0.5\n", reader="R")
    assert kept(root) == {"a.png": {"R": ("x", None)}, "b.png": {"R": ("y", 0.5)}}
    assert noted(report, "not a number from 0 to 1") == 1


def test_a_percent_sign_says_it_for_its_row(root: Path):
    imported(root, "file,text,score\na.png,x,97 %\nb.png,y,0.5\n", reader="R")
    assert kept(root) == {"a.png": {"R": ("x", 0.97)}, "b.png": {"R": ("y", 0.5)}}


@pytest.mark.parametrize(
    ("written", "text", "remark"),
    [
        ("one\ntwo\r\n\u2028three", "one two three", "line breaks"),
        ("\u202eAB\u200f", "AB", "invisible control or direction characters"),
        ("A\u0000\u001bB\ufeff", "AB", "invisible control or direction characters"),
        ("<b>A</b>&amp;", "<b>A</b>&amp;", "HTML"),
        ("<script>alert(1)</script>", "<script>alert(1)</script>", "HTML"),
        (" A ", "A", "spaces at its ends"),
        ("\ud800A", "�A", "incomplete characters"),
        ("", "", "saw none"),
        ("A & B < C", "A & B < C", "one reading"),
        ("e\u0301", "é", "one reading"),
        ("می\u200cخواهم", "می\u200cخواهم", "one reading"),
    ],
)
def test_what_is_done_to_a_text_is_counted(root: Path, written: str, text: str, remark: str):
    report = imported(root, json.dumps({"file": "a.png", "text": written}), "r.jsonl", reader="R")
    assert kept(root) == {"a.png": {"R": (text, None)}}
    assert noted(report, remark) == 1


def test_readings_of_a_picture_that_changed_since_are_refused(root: Path):
    imported(root, '{"file": "a.png", "text": "x"}\n{"file": "b.png", "text": "y"}', "r.jsonl", reader="R")
    (root / "a.png").write_bytes(b"another picture")
    lines = (root / ".textscanner/readings.jsonl").read_text("utf-8")
    report = imported(root, lines, "theirs.jsonl")
    assert (report.written, report.unchanged, len(report.refusals)) == (0, 1, 1)
    assert "has changed since" in report.refusals[0].reason


def test_an_import_that_is_done_again_adds_nothing(root: Path):
    imported(root, "file,text,score\na.png,x,0.123456789\n", reader="R")
    before = (root / ".textscanner/readings.jsonl").read_bytes()
    report = imported(root, "file,text,score\na.png,x,0.123456789\n", reader="R")
    assert (report.written, report.unchanged, report.succeeded) == (0, 1, True)
    assert (root / ".textscanner/readings.jsonl").read_bytes() == before


def test_an_import_changes_no_label(root: Path):
    (root / "a.json").write_text('{"text": "known"}')
    imported(root, "file,text\na.png,x\n")
    assert (root / "a.json").read_text() == '{"text": "known"}'
    assert sorted(path.name for path in root.iterdir()) == [
        ".textscanner", "a.json", "a.png", "b.png", "other", "sub", "word_4.png",
    ]  # fmt: skip


def test_several_words_in_one_image_are_refused(root: Path):
    report = imported(root, json.dumps([["one", 0.5], ["two", 0.5]]), "a.json")
    assert not report.succeeded
    assert "more than one text (2)" in report.refusals[0].reason


def test_a_folder_gives_the_readings_of_all_its_files(root: Path, tmp_path: Path):
    source = tmp_path / "results"
    source.mkdir()
    for stem in ("a", "b"):
        (source / f"{stem}_res.json").write_text(json.dumps({"rec_text": stem, "rec_score": 0.5}))
    (source / "notes.txt").write_text("not a reading")
    report = import_readings(source, root, IMAGES)
    assert kept(root) == {"a.png": {"PaddleOCR": ("a", 0.5)}, "b.png": {"PaddleOCR": ("b", 0.5)}}
    assert [refusal.where for refusal in report.refusals] == ["notes.txt"]


def import_often(root: Path, source: Path) -> None:
    for _ in range(3):
        import_readings(source, root, IMAGES)


def test_two_windows_that_import_at_once_lose_nothing(root: Path, tmp_path: Path):
    start = multiprocessing.get_context("spawn")
    sources = []
    for reader in "AB":
        source = tmp_path / f"{reader}.csv"
        source.write_text("file,text,reader\n" + "".join(f"{image},{reader},{reader}\n" for image in IMAGES))
        sources.append(source)
    processes = [start.Process(target=import_often, args=(root, source)) for source in (*sources, sources[0])]
    for process in processes:
        process.start()
    for process in processes:
        process.join()
    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert not readings_in(root).problems
    assert kept(root) == {image: {"A": ("A", None), "B": ("B", None)} for image in IMAGES}


def test_an_import_goes_on_after_a_file_that_is_half_written(root: Path):
    imported(root, "file,text\na.png,x\nb.png,y\n", reader="R")
    file = root / ".textscanner/readings.jsonl"
    file.write_bytes(file.read_bytes()[:-20])
    assert kept(root) == {"a.png": {"R": ("x", None)}}
    report = imported(root, "file,text\na.png,x\nb.png,y\n", reader="R")
    assert (report.written, report.unchanged) == (1, 1)
    assert kept(root) == {"a.png": {"R": ("x", None)}, "b.png": {"R": ("y", None)}}


@pytest.mark.parametrize("text", ["", "\n", "hello", "a,b\n1,2\n", "{}", "3", "\x00", '"x"'])
def test_a_file_without_readings_is_refused_in_one_sentence(root: Path, text: str):
    for name in ("r.csv", "r.json", "r.jsonl"):
        with pytest.raises(FormatError, match=f"^{name}: "):
            imported(root, text, name)
    assert not (root / ".textscanner").exists()


def test_a_stopped_import_writes_nothing(root: Path):
    def stop(done: int, total: int) -> None:
        if done:
            raise Cancelled

    with pytest.raises(Cancelled):
        imported(root, "file,text\n" + "a.png,x\nb.png,y\n" * 500, progress=stop)
    assert not (root / ".textscanner").exists()


@given(
    st.binary(max_size=300)
    | st.text(max_size=100).map(lambda text: f"file,text\na.png,{text}\n".encode(errors="replace"))
)
def test_any_file_is_imported_or_refused_in_one_sentence(tmp_path_factory: pytest.TempPathFactory, data: Any):
    folder = tmp_path_factory.mktemp("project")
    (folder / "a.png").write_bytes(b"picture")
    source = folder / "r.csv"
    source.write_bytes(data)
    try:
        report = import_readings(source, folder, ["a.png"])
    except FormatError as error:
        assert "\n" not in str(error)
    else:
        assert report.written <= report.read
        assert not readings_in(folder).problems


JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["image", "text", "score", "rec_texts", "rec_scores", "res", "data", "txts", "0", "a.png"]),
            inner,
        )
    ),
)


@given(JSON)
def test_any_json_is_imported_or_refused_in_one_sentence(tmp_path_factory: pytest.TempPathFactory, value: Any):
    folder = tmp_path_factory.mktemp("project")
    (folder / "a.png").write_bytes(b"picture")
    source = folder / "a.json"
    source.write_text(json.dumps(value))
    try:
        report = import_readings(source, folder, ["a.png"])
    except FormatError as error:
        assert "\n" not in str(error)
    else:
        assert report.written <= report.read
        assert not readings_in(folder).problems
