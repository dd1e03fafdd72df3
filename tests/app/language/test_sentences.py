"""What errors say, in the window's language."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.language.languages import set_language
from app.language.sentences import said
from core.base.errors import ImageError, LabelError, Sentence, StudioError
from core.base.images import read_image
from core.charset import Charset
from core.labels.files.reading import parse_label
from core.labels.files.storage import read_label
from core.project.project import Project


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    set_language("zh_CN")
    yield
    set_language("en")


def test_in_english_it_is_what_the_error_says(qapp: QApplication, tmp_path: Path) -> None:
    with pytest.raises(ImageError) as raised:
        read_image(tmp_path / "gone.png")
    assert said(raised.value) == str(raised.value)
    assert "gone.png" in said(raised.value)


@pytest.mark.usefixtures("chinese")
def test_places_keep_their_format_and_system_reasons_are_translated(tmp_path: Path) -> None:
    with pytest.raises(ImageError) as raised:
        read_image(tmp_path / "gone.png")
    assert said(raised.value) == "gone.png：无法打开图像（没有此文件或文件夹）。请检查它是否存在且可读。"
    many = Sentence("brings the file over {most:,} corners", most=12345)
    assert said(many) == "使文件的顶点总数超过 12,345"


@pytest.mark.usefixtures("chinese")
def test_errors_within_errors_are_translated_too() -> None:
    with pytest.raises(LabelError) as raised:
        parse_label(b'{"shapes": [{"label": 5}]}', "a.json")
    assert said(raised.value) == 'a.json：第 1 个形状的 "label" 不是文本。请用文本编辑器修正此文件，或恢复一份副本。'


@pytest.mark.usefixtures("chinese")
def test_what_python_says_of_json_is_translated() -> None:
    with pytest.raises(LabelError) as raised:
        parse_label(b'{"shapes": [\\', "a.json")
    assert said(raised.value).startswith("a.json：此处应为一个值（第 1 行，第 13 列")


@pytest.mark.usefixtures("chinese")
def test_each_kind_of_file_is_told_of_in_chinese(tmp_path: Path) -> None:
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
        told.append(said(raised.value))
    assert told == [
        "textscanner.json：maps：height 为 33；应为32 到 4096 之间能被 32 整除的整数。",
        "charset.txt：其中没有符号。请每行写一个符号。",
        "empty.json：标注文件为空。请删除它以重新标注图像，或恢复一份副本。",
    ]


@pytest.mark.usefixtures("chinese")
def test_what_has_no_translation_stays_english() -> None:
    assert said(StudioError("{name}: no such sentence", name="x")) == "x: no such sentence"
    assert said(ValueError("not ours")) == "not ours"
    assert said("窗口自己的话 {x}") == "窗口自己的话 {x}"
