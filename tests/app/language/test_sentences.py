"""Sentences of core in the window's language, and numbers as a person reads them."""

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from app.language.figures import share_of, validation_share
from app.language.sentences import one_after_another, translated
from app.language.titles import title_of_format, title_of_kind
from app.workers.death import cause_of
from core.base.errors import ImageError, LabelError, Sentence, StudioError, from_json, to_json
from core.base.explaining.advice import explained
from core.base.explaining.known_errors import KNOWN
from core.base.explaining.pitfalls import PITFALLS
from core.base.images import read_image
from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import KINDS
from core.labels.files.reading import parse_label
from core.labels.files.storage import read_label
from core.labels.formats.parsing import numbers
from core.labels.formats.record import Reject
from core.labels.formats.registry import formats
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.project.project import Project


def test_in_english_it_is_what_the_error_says(qapp: QApplication, tmp_path: Path):
    with pytest.raises(ImageError) as raised:
        read_image(tmp_path / "gone.png")
    assert translated(raised.value) == str(raised.value)
    assert "gone.png" in translated(raised.value)


@pytest.mark.usefixtures("chinese")
def test_places_keep_their_format_and_system_reasons_are_translated(tmp_path: Path):
    with pytest.raises(ImageError) as raised:
        read_image(tmp_path / "gone.png")
    assert translated(raised.value) == "gone.png：无法打开图像（没有此文件或文件夹）。请检查它是否存在且可读。"
    many = Sentence("brings the file over {most:,} corners", most=12345)
    assert translated(many) == "使文件的顶点总数超过 12,345"


@pytest.mark.usefixtures("chinese")
def test_errors_within_errors_are_translated_too():
    with pytest.raises(LabelError) as raised:
        parse_label(b'{"shapes": [{"label": 5}]}', "a.json")
    assert (
        translated(raised.value) == 'a.json：第 1 个形状的 "label" 不是文本。请用文本编辑器修正此文件，或恢复一份副本。'
    )


@pytest.mark.usefixtures("chinese")
def test_what_python_says_of_json_is_translated():
    with pytest.raises(LabelError) as raised:
        parse_label(b'{"shapes": [\\', "a.json")
    assert translated(raised.value).startswith("a.json：此处应为一个值（第 1 行，第 13 列")


@pytest.mark.usefixtures("chinese")
def test_each_kind_of_file_is_told_of_in_chinese(tmp_path: Path):
    (tmp_path / "textscanner.json").write_text('{"maps": {"height": 33}}')
    (tmp_path / "charset.txt").write_text("")
    (tmp_path / "empty.json").write_text("")
    told = []
    for work in (
        lambda: Project.open(tmp_path),
        lambda: Charset.read(tmp_path / "charset.txt"),
        lambda: read_label(tmp_path / "empty.json"),
    ):
        with pytest.raises(StudioError) as raised:
            work()
        told.append(translated(raised.value))
    assert told == [
        "textscanner.json：maps：height 为 33；应为32 到 4096 之间能被 32 整除的整数。",
        "charset.txt：其中没有符号。请每行写一个符号。",
        "empty.json：标注文件为空。请删除它以重新标注图像，或恢复一份副本。",
    ]


@pytest.mark.usefixtures("chinese")
def test_what_has_no_translation_stays_english():
    assert translated(StudioError("{name}: no such sentence", name="x")) == "x: no such sentence"
    assert translated(ValueError("not ours")) == "not ours"
    assert translated("窗口自己的话 {x}") == "窗口自己的话 {x}"


def word(symbols: str, text: str | None = None, pitch: float = 24, width: float = 20) -> WordLabel:
    boxes = (rectangle(4 + pitch * k, 6, 4 + pitch * k + width, 34) for k in range(len(symbols)))
    return WordLabel(tuple(map(CharacterLabel, symbols, boxes)), text)


@pytest.mark.usefixtures("chinese")
def test_problems_are_told_in_chinese_behind_the_images_name_and_so_are_their_fixes():
    (problem,) = check_label(word("AB", "AC"), (40, 200), Charset(tuple("ABC")), name="a/word.png")
    assert translated(problem.message) == 'a/word.png：文本 "AC" 与字符 "AB" 在第 2 个处不同。请更正错误的一方。'
    assert [translated(fix.title) for fix in problem.fixes] == ['把文本设为 "AB"', '把字符设为 "AC"']


@pytest.mark.usefixtures("chinese")
def test_sentence_within_a_problems_sentence_is_told_in_chinese_too():
    label = word("A" * 12, pitch=12, width=10.8)
    (problem,) = check_label(label, (40, 160), Charset(("A",)), MapSpec(height=32, width=32, stride=4))
    assert translated(problem.message) == (
        'label：在 32 × 32、步幅 4 下，目标图读作 "AAAAA"，丢失字符 2 "A"、4 "A"、5 "A"，以及另外 4 个。'
        "请在 textscanner.json 中改用步幅 1 或宽度 96。"
    )


@pytest.mark.usefixtures("chinese")
def test_problem_that_was_kept_as_json_is_told_in_chinese():
    (problem,) = check_label(word("AB", "ABC"), (40, 200), Charset(tuple("ABC")), name="word.png")
    kept = from_json(json.loads(json.dumps(to_json(problem.message))))
    assert kept == problem.message
    assert translated(kept) == 'word.png：文本 "ABC" 与字符 "AB"（3 个和 2 个符号）从第 3 个起不同。请更正错误的一方。'


@pytest.mark.usefixtures("chinese")
def test_titles_of_kinds_and_formats_are_chinese():
    assert title_of_kind("order-gap") == "顺序有空缺"
    assert [kind for kind in KINDS if title_of_kind(kind) == KINDS[kind].title] == []
    assert [name for name in formats() if title_of_format(name) == formats()[name].title] == []


@pytest.mark.usefixtures("chinese")
def test_every_known_error_is_explained_in_chinese():
    rows = (*KNOWN, *PITFALLS)
    said = {
        row.id: [row.meaning, row.cure, *(text for part in row.parts for text in (part.heading, part.why))]
        for row in rows
    }
    assert {name for name, texts in said.items() if any(translated(text) == text for text in texts)} == set()


OUT_OF_MEMORY = ValueError("OOM when allocating tensor with shape[4096,4096]")


@pytest.mark.usefixtures("chinese")
def test_failure_of_a_training_is_told_in_chinese_with_the_error_as_it_was():
    told = translated(Sentence("The training broke off: {why}", why=explained(OUT_OF_MEMORY)))
    assert "内存不足" in told and "请减小 batch" in told and "OOM when allocating" in told
    assert "broke off" not in told and "Lower batch" not in told


@pytest.mark.usefixtures("chinese")
def test_death_of_a_process_is_explained_in_chinese():
    told = cause_of(1, ["Traceback (most recent call last):", f"MemoryError: {OUT_OF_MEMORY}"], "训练")
    assert "内存不足" in told and "Lower batch" not in told


@pytest.mark.usefixtures("chinese")
def test_reason_why_a_record_is_refused_is_told_in_chinese():
    with pytest.raises(Reject) as raised:
        numbers([1], 4, Sentence("the box of character {number}", number=2))
    assert translated(raised.value) == "第 2 个字符的框需要 4 个数，而不是 列表"


@pytest.mark.parametrize(
    ("share", "count", "expected"),
    [(1.0, 2, "2 of 2"), (0.5, 30, "50.0 %"), (0.625, None, "62.5 %"), (0.81, 2, "81.0 %"), (22 / 29, 29, "22 of 29")],
)
def test_a_share_of_fewer_than_thirty_words_is_a_count(share: Any, count: int | None, expected: str):
    assert share_of(share, count) == expected


def test_validation_words_are_counted_where_they_are_few():
    assert validation_share(1.0, 2) == "2 of 2 validation words"
    assert validation_share(0.81, 300) == "81.0 % of the validation words"


def test_sentences_in_one_line_have_a_blank_between_them_but_none_behind_the_full_stop_of_chinese():
    assert one_after_another(["It reads a.", "", "The label says b."]) == "It reads a. The label says b."
    assert one_after_another(["网络读作 a。", "标注是 b。"]) == "网络读作 a。标注是 b。"
