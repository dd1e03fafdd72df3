"""The glossary: one source for the window and for CONTEXT.md."""

from pathlib import Path

import pytest

from app.language.words import WORDS, explained, written_into

GLOSSARY = Path(__file__).resolve().parents[3] / "CONTEXT.md"


def test_context_holds_the_words_of_the_window_as_they_are_shown():
    text = GLOSSARY.read_text(encoding="utf-8")
    assert text == written_into(text), "type 'python script/tasks.py translations'"


def test_no_word_of_the_code_is_explained_in_the_window_too():
    terms = [line.split("**")[1] for line in GLOSSARY.read_text(encoding="utf-8").splitlines() if "| **" in line]
    assert len(terms) == len({term.casefold() for term in terms}) > len(WORDS)


def test_a_glossary_without_a_place_for_them_is_refused():
    with pytest.raises(ValueError, match="has no lines"):
        written_into("# Glossary\n")


def test_a_tooltip_explains_terms_a_line_each():
    said = explained("stride", "upper bound", before="A <b>")
    assert said.startswith("<p>A &lt;b&gt;</p><p><b>stride</b>: Input pixels")
    assert said.count("<p>") == 3
