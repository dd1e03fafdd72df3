"""Known errors, in the window's language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication

from app.language.advice_words import TEXTS, retold, said
from app.language.languages import set_language
from app.workers.death import cause_of
from core.base.advice import KNOWN, Advice, explained
from core.base.errors import ImageError, Sentence

ERROR = ValueError("OOM when allocating tensor with shape[4096,4096]")


@pytest.fixture
def chinese(qapp: QApplication) -> Iterator[None]:
    set_language("zh_CN")
    yield
    set_language("en")


def test_every_text_of_the_known_errors_is_in_the_catalogue_and_no_other() -> None:
    assert {*TEXTS} == {text for advice in KNOWN for text in (advice.meaning, advice.cure)}


@pytest.mark.parametrize("advice", KNOWN, ids=lambda advice: advice.id)
def test_advice_is_the_same_in_english(qapp: QApplication, advice: Advice) -> None:
    assert said(advice) == str(advice)


BROKE_OFF = Sentence("The training broke off: {why}", why=explained(ERROR))


@pytest.mark.parametrize("sentence", [explained(ERROR), BROKE_OFF])
def test_failure_of_another_process_is_the_same_in_english(qapp: QApplication, sentence: str) -> None:
    assert "memory did not suffice" in sentence.casefold()
    assert retold(sentence) == sentence


@pytest.mark.usefixtures("chinese")
def test_failure_of_a_training_is_told_in_chinese_with_the_error_as_it_was() -> None:
    told = retold(BROKE_OFF)
    assert "内存不足" in told and "请减小 batch" in told
    assert "OOM when allocating" in told
    assert "broke off" not in told and "Lower batch" not in told


@pytest.mark.usefixtures("chinese")
def test_sentence_that_names_a_file_stays_as_it_is() -> None:
    sentence = explained(ImageError("word_3.png: the picture is cut off. Copy it again."))
    assert retold(sentence) == sentence


@pytest.mark.usefixtures("chinese")
def test_death_of_a_process_is_explained_in_chinese() -> None:
    told = cause_of(1, ["Traceback (most recent call last):", f"MemoryError: {ERROR}"], "训练")
    assert "内存不足" in told and "Lower batch" not in told
