"""What the checks say, in the window's language."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest
from PySide6.QtWidgets import QApplication

from app.language.languages import set_language
from app.language.problem_words import FIXES, SENTENCES, matched, message_of, title_of
from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import Problem
from core.labels.geometry import rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel
from core.labels.maps.spec import MapSpec

CHARSET = Charset(tuple("ABCDEF"))
SIZE = (40, 200)
BOW_TIE = ((30.0, 6.0), (50.0, 34.0), (50.0, 6.0), (30.0, 34.0))


def word(symbols: str, text: str | None = None) -> WordLabel:
    characters = tuple(CharacterLabel(s, rectangle(4 + 24 * k, 6, 24 + 24 * k, 34)) for k, s in enumerate(symbols))
    return WordLabel(characters, text)


def with_first(label: WordLabel, **changes: object) -> WordLabel:
    first = replace(label.characters[0], **changes)  # type: ignore[arg-type]
    return replace(label, characters=(first, *label.characters[1:]))


def in_order(symbols: str, *orders: int) -> WordLabel:
    label = word(symbols)
    numbered = (replace(each, order=order) for each, order in zip(label.characters, orders, strict=True))
    return replace(label, characters=tuple(numbered))


SPOILT = {
    "symbol-unknown": word("Aé"),
    "symbol-unknown in the text": WordLabel(text="Aé"),
    "symbol-invalid": with_first(word("AB"), symbol="AB"),
    "symbol-invalid, empty": with_first(word("AB"), symbol=""),
    "too-many-characters": word("ABCDEF"),
    "too-many-characters in the text": WordLabel(text="ABCDEF"),
    "label-empty": WordLabel(),
    "text-mismatch": word("AB", "AC"),
    "text-mismatch in length": word("AB", "ABC"),
    "order-double": in_order("ABC", 1, 2, 2),
    "order-double of three": in_order("ABC", 2, 2, 2),
    "order-gap": in_order("ABC", 1, 2, 5),
    "order-gap at the start": in_order("ABC", 3, 4, 5),
    "order-backwards": in_order("ABCD", 3, 1, 2, 4),
    "polygon-without-area": with_first(word("AB"), polygon=((4.0, 6.0), (20.0, 6.0), (30.0, 6.0))),
    "polygon-outside": with_first(word("AB"), polygon=rectangle(300, 6, 320, 34)),
    "polygon-partly-outside": with_first(word("AB"), polygon=rectangle(-3, 6, 20, 34)),
    "polygon-self-crossing": with_first(word("AB"), polygon=BOW_TIE),
    "polygon-tiny": with_first(word("AB"), polygon=rectangle(4, 6, 5, 7)),
    "characters-overlap": with_first(word("BB"), polygon=rectangle(28, 6, 48, 34)),
    "gaussian-astray": with_first(word("AB"), gaussian=Gaussian((150, 20), (4, 4), 0)),
    "gaussian-astray, endless": with_first(word("AB"), gaussian=Gaussian((10, 20), (1e9, 4), 0)),
    "area-astray": with_first(word("AB"), area=Area(150, 10, 4, 4, bytes([255, 255]))),
}


def problems_of(label: WordLabel) -> tuple[Problem, ...]:
    return check_label(label, SIZE, CHARSET, MapSpec(max_length=5), name="a/word.png")


@pytest.fixture
def in_chinese(qapp: QApplication) -> Iterator[None]:
    set_language("zh_CN")
    yield
    set_language("en")


@pytest.mark.parametrize("name", SPOILT)
def test_what_a_check_says_is_known_word_for_word(name: str) -> None:
    kind = name.partition(" ")[0].rstrip(",")
    problems = [problem for problem in problems_of(SPOILT[name]) if problem.id == kind]
    assert problems
    for problem in problems:
        assert matched(problem.message.removeprefix("a/word.png: "), SENTENCES) is not None
        assert all(matched(fix.title, FIXES) is not None for fix in problem.fixes)


def narrow(count: int) -> WordLabel:
    return WordLabel(tuple(CharacterLabel("A", rectangle(4 + 12 * k, 6, 14.8 + 12 * k, 34)) for k in range(count)))


COARSE = MapSpec(height=32, width=32, stride=4)
NEIGHBOURS = WordLabel(
    (CharacterLabel("A", rectangle(4, 6, 18, 34)), CharacterLabel("B", rectangle(18, 6, 32, 34))),
)
ASTRAY = with_first(NEIGHBOURS, gaussian=Gaussian((20, 20), (3, 8), 30))


@pytest.mark.parametrize(("label", "spec"), [(narrow(2), COARSE), (narrow(12), COARSE), (ASTRAY, MapSpec())])
def test_ceiling_is_known_word_for_word(label: WordLabel, spec: MapSpec) -> None:
    (problem,) = [each for each in check_label(label, (40, 160), CHARSET, spec) if each.id == "ceiling"]
    assert matched(problem.message.removeprefix("label: "), SENTENCES) is not None


def test_cures_of_the_ceiling_are_told_in_the_windows_language(in_chinese: None) -> None:
    (problem,) = check_label(narrow(12), (40, 160), CHARSET, COARSE)
    assert message_of(problem) == (
        'label: 在 32 × 32、步幅 4 下，目标图读作 "AAAAA"，丢失字符 2 "A", 4 "A", 5 "A" 等，另有 4 个。'
        "请在 textscanner.json 中改用步幅 1 或宽度 96。"
    )


def test_message_stays_as_it_is_in_english() -> None:
    for label in SPOILT.values():
        for problem in problems_of(label):
            assert message_of(problem) == problem.message
            assert [title_of(fix) for fix in problem.fixes] == [fix.title for fix in problem.fixes]


def test_message_is_told_in_the_windows_language_behind_the_images_name(in_chinese: None) -> None:
    (problem,) = [each for each in problems_of(SPOILT["text-mismatch"]) if each.id == "text-mismatch"]
    assert message_of(problem) == 'a/word.png: 文本 "AC" 与字符 "AB" 在第 2 个处不同。请更正错误的一方。'
    assert [title_of(fix) for fix in problem.fixes] == ['把文本设为 "AB"', '把字符设为 "AC"']


def test_reason_that_is_not_known_is_told_as_it_is(in_chinese: None) -> None:
    problem = Problem("label-unreadable", "error", "word.json: it is no label", "word.png")
    assert message_of(problem) == "word.json: it is no label"
