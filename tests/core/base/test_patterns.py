"""Patterns of words: what they match, beside Python's own regular expressions, and what is refused at once."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.patterns import Pattern, PatternError

PARTS = st.recursive(
    st.sampled_from(["a", "b", "1", r"\d", "[ab]", "[^a]", ".", r"\.", "(?:)", "{"]),
    lambda parts: st.one_of(
        st.tuples(parts, parts).map("".join),
        st.tuples(parts, parts).map(lambda pair: f"(?:{pair[0]}|{pair[1]})"),
        st.tuples(parts, st.sampled_from(["*", "+", "?", "{2}", "{1,2}", "{1,}", "*?"])).map(
            lambda pair: f"(?:{pair[0]}){pair[1]}"
        ),
    ),
    max_leaves=6,
)
TEXTS = st.text("ab1.{", max_size=6)


@given(PARTS, TEXTS)
def test_words_are_those_that_a_regular_expression_matches(pattern: str, text: str):
    assert Pattern(pattern).matches(text) == bool(re.fullmatch(pattern, text))


@given(PARTS, TEXTS)
def test_beginning_of_a_word_is_followed_by_what_the_word_has_there(pattern: str, text: str):
    automaton = Pattern(pattern)
    if automaton.matches(text):
        for end in range(len(text)):
            assert automaton.begins(text[:end])
            assert text[end] in automaton.following(text[:end], "ab1.{")


def test_text_that_no_word_begins_with_is_followed_by_nothing():
    pattern = Pattern(r"[A-C]{2}\d{2}")
    assert pattern.begins("AB1") and not pattern.begins("A1")
    assert pattern.following("AB", "A1") == ["1"] and pattern.following("A1", "A1") == []


@pytest.mark.parametrize("pattern", ["^ab$", r"\Aab\Z", "(?i)AB", "(?P<name>ab)"])
def test_anchors_at_both_ends_names_and_case_are_understood(pattern: str):
    assert Pattern(pattern).matches("ab") and not Pattern(pattern).matches("abab")


def test_case_is_regarded_unless_it_is_not_asked_for():
    assert not Pattern("[A-C]").matches("b") and Pattern("[A-C]", ignore_case=True).matches("b")


def test_classes_of_unicode_are_understood():
    assert Pattern(r"\p{Han}[[:alpha:]]\d").matches("京A٣")


@pytest.mark.parametrize(
    ("pattern", "why"),
    [
        ("a{2147483647}", "too large"),
        ("((a{1000}){1000}){1000}", "too large"),
        ("(){1000000000}", "too large"),
        ("a" * 30_000, "more than 20000 characters"),
        ("(" * 2000 + "a" + ")" * 2000, "brackets nested more than"),
        ("(?R)1", "not supported"),
        ("(?=a)b", "not supported"),
        (r"(a)\1", "back reference"),
        ("a++", "possessive"),
        ("a$b", "anchor"),
        ("(a", "not closed"),
        ("a)", "not opened"),
        ("[a-", "not closed"),
        ("[b-a]", "range"),
        ("a{3,1}", "the greatest number of repetitions is below the least"),
        ("*a", "nothing to repeat"),
    ],
)
def test_what_cannot_be_followed_is_refused_with_the_reason(pattern: str, why: str):
    with pytest.raises(PatternError, match=why):
        Pattern(pattern)


@pytest.mark.parametrize("pattern", [r"(\d|\d|\d|\d)*x", "(a*)*b", "(a|a?)+b", "(a|b)*a(a|b){12}c"])
def test_pattern_that_a_backtracking_matcher_never_ends_with_is_followed(pattern: str):
    assert not Pattern(pattern).matches("1" * 2000)
    assert not Pattern(pattern).matches("ab" * 2000)
