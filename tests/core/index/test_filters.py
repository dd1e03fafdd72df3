import math
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import Sentence
from core.index.filters import (
    EVERYTHING,
    FIELDS,
    SPLITS,
    STATUSES,
    Between,
    Filter,
    HasFact,
    HasProblem,
    HasSymbols,
    HasTag,
    NeverRead,
    Number,
    OneOf,
    Term,
    WordFilter,
    fold,
    parse_filter,
)

typed = st.text() | st.lists(
    st.sampled_from(
        [*FIELDS, *STATUSES, *SPLITS, ":", "：", '"', "“", "-", " ", ">", "<=", "=", "1", ".5", "3-8", "Ä", "x"]
    )
).map("".join)


def term(text: str) -> Term:
    (found,) = parse_filter(text).terms
    return found


@pytest.mark.long
@given(typed)
def test_whatever_is_typed_is_a_filter(text: Any):
    found = parse_filter(text)
    assert len(found.terms) + len(found.faults) <= len(text)
    assert all(each.low <= each.high for each in found.terms if isinstance(each, Between))
    assert all("\n" not in fault for fault in found.faults)


@given(typed, typed)
def test_terms_stand_apart_by_spaces_whatever_they_are(first: Any, second: Any):
    if first.count('"') + first.count("“") + first.count("”"):
        return  # an open quote reaches into what follows
    both = parse_filter(f"{first} {second}")
    assert both.terms == parse_filter(first).terms + parse_filter(second).terms


@given(st.text(st.characters(exclude_characters='"“”'), min_size=1))
def test_anything_in_quotes_is_a_word(text: str):
    assert parse_filter(f'"{text}"') == Filter((WordFilter(fold(text)),))


@given(st.text())
def test_folding_twice_is_folding_once(text: str):
    assert fold(fold(text)) == fold(text)


def test_an_empty_filter_passes_everything():
    assert parse_filter("") == parse_filter("  \u3000\t") == EVERYTHING


def test_words_are_folded():
    assert parse_filter("Straße  A\u0308RGER") == Filter((WordFilter("strasse"), WordFilter("ärger")))


def test_a_word_may_hold_hyphens_and_colons():
    assert parse_filter("a-b C:\\x http://x") == Filter(
        (WordFilter("a-b"), WordFilter("c:\\x"), WordFilter("http://x"))
    )


def test_a_minus_turns_any_term_round():
    assert parse_filter('-a -"b c" -status:none -len:>3').terms == (
        WordFilter("a", turned=True),
        WordFilter("b c", turned=True),
        OneOf("status", ("none",), turned=True),
        Between("len", low=3, low_open=True, turned=True),
    )


def test_the_beginning_of_a_status_is_enough():
    assert term("status:rev") == OneOf("status", ("reviewed",))
    assert term("Status:DRAFT") == OneOf("status", ("draft", "prelabelled")), "a draft of a model is one, too"
    assert term("split:v") == OneOf("split", ("val",))
    assert term("split:validation") == OneOf("split", ("val",)), "as the files say it"


def test_a_tag_is_found_by_its_beginning_or_in_quotes_as_a_whole():
    assert term("tag:Blur") == HasTag("blur")
    assert term('-tag:"to ask"') == HasTag("to ask", whole=True, turned=True)
    assert term("tag:any") == HasTag("") and term('tag:"any"') == HasTag("any", whole=True)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("len:12", Between("len", 12, 12)),
        ("len:=12", Between("len", 12, 12)),
        ("len:>12", Between("len", low=12, low_open=True)),
        ("len:>=12", Between("len", low=12)),
        ("len:<12", Between("len", high=12, high_open=True)),
        ("len:<=12", Between("len", high=12)),
        ("len:≥12", Between("len", low=12)),
        ("len:3-8", Between("len", 3, 8)),
        ("len:3–8", Between("len", 3, 8)),
        ("score:<0.5", Between("score", high=0.5, high_open=True)),
        ("score:.25-.5", Between("score", 0.25, 0.5)),
        ("loss:>-1.5", Between("loss", low=-1.5, low_open=True)),
        ('len:"> 12"', Between("len", low=12, low_open=True)),
        ("len：＞１２", Between("len", low=12, low_open=True)),
        ("probability:1", Between("probability", 1, 1)),
        ("probability:>.", None),
        ("score:<0.", Between("score", high=0, high_open=True)),
    ],
)
def test_numbers_are_compared(text: str, expected: Any):
    found = parse_filter(text)
    assert (found.terms, found.faults) == (() if expected is None else (expected,), ())
    assert bool(found.unfinished) == (expected is None)


@pytest.mark.parametrize("number", get_args(Number))
def test_each_number_is_compared_by_its_own_name(number: Number):
    assert term(f"{number}:3") == Between(number, 3, 3)


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        pytest.param("problem:Order", HasProblem("order"), id="a problem, by the beginning of its id"),
        pytest.param("problem:any", HasProblem(""), id="any problem"),
        pytest.param("char:A\u0308", HasSymbols("Ä"), id="symbols are composed"),
        pytest.param("char:aAa", HasSymbols("aA"), id="symbols keep their case"),
        pytest.param('char:" "', HasSymbols(" "), id="a space"),
        pytest.param('char:"""', HasSymbols('"'), id="a quote"),
    ],
)
def test_problems_and_symbols_are_looked_for(typed: str, wanted: Any):
    assert term(typed) == wanted


def test_the_learning_history_of_a_run_is_asked_for_steps_and_symbols():
    assert term("first-learned:>2000") == Between("first-learned", 2000, math.inf, low_open=True, high_open=True), (
        "not those never read"
    )
    assert term("first-learned:<=2000") == Between("first-learned", high=2000)
    assert term("first-learned:never") == Between("first-learned", low=math.inf)
    assert term("first-learned:any") == Between("first-learned") and term("forgotten:any") == Between("forgotten")
    assert term("-forgotten:>500") == Between("forgotten", 500, low_open=True, turned=True)
    assert term("never-read:qQq") == NeverRead("qQ") and term("-never-read:q") == NeverRead("q", turned=True)
    assert parse_filter("first-learned:nev forgotten:a never-read:").terms == ()


UNFINISHED = ["-", '"', '""', "status:", "-status:", 'status:"', "split:", "problem:", "char:", 'char:"']
UNFINISHED += ["tag:", 'tag:"', "first-learned:", "first-learned:ne", "first-learned:>", "forgotten:an", "never-read:"]
UNFINISHED += ["never-read-at:", "folder:/", "sure:", "len:", "len:>", "len:>=", "score:<.", "len:5-", "len:5-."]
UNFINISHED += ["-len:<", "loss:-"]


@pytest.mark.parametrize("text", UNFINISHED)
def test_an_unfinished_term_passes_everything_and_says_that_it_has_no_effect_yet(text: Any):
    found = parse_filter(text)
    assert (found.terms, found.faults) == ((), ())
    assert [*found.unfinished] == ([f"{text} has no effect until it is complete."] if ":" in text else [])


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("status:done", "no such status"),
        ("-split:test", "no such split"),
        ("len:abc", "no number"),
        ("len:nan", "no number"),
        ("score:inf", "no number"),
        ("len:8-3", "ends before it begins"),
    ],
)
def test_a_term_that_is_not_understood_passes_everything_and_says_so(text: str, what: str):
    found = parse_filter(f"{text} word")
    assert found.terms == (WordFilter("word"),)
    (fault,) = found.faults
    assert fault.startswith(f"{text}: ")
    assert what in fault
    assert isinstance(fault, Sentence) and isinstance(fault.places["problem"], Sentence), "it can be translated"


@pytest.mark.parametrize(
    ("typed", "word"),
    [
        pytest.param('"two words', "two words", id="left open"),
        pytest.param("“两 个”", "两 个", id="of an input method"),
        pytest.param('"status:draft"', "status:draft", id="around a field"),
    ],
)
def test_quotes_make_one_word(typed: str, word: str):
    assert parse_filter(typed) == Filter((WordFilter(word),))


def test_facts_about_words_are_named_by_their_terms():
    assert term("read:wr") == OneOf("read", ("wrong",))
    assert term("fault:o") == HasFact("fault", ("order",))
    assert term("fault:ord,cla") == HasFact("fault", ("class", "order"))
    assert term("status:prelabelled,none") == OneOf("status", ("prelabelled", "none"))
    assert term("status:none，rev,") == OneOf("status", ("none", "reviewed"))
    assert "there is no such status" in parse_filter("status:none,nobody").faults[0]
    assert term("fault:c") == HasFact("fault", ("class", "charset"))
    assert term("-misread:Ä") == HasFact("misread", ("Ä",), turned=True)
    assert term("misread-at:3") == HasFact("misread-at", ("3",))
    assert term("confused:O/0") == HasFact("confused", ("O/0",))
    assert term('confused:" /x"') == HasFact("confused", (" /x",))
    assert term("second:so") == HasFact("second", ("sooner",))
    assert term("never-read-at:3") == HasFact("never-read-at", ("3",))
    assert term("alone:t") == HasFact("alone", ("this",))
    assert term("alone:any") == HasFact("alone", ("this", "other"))
    assert parse_filter("alone:a").terms == (), "it may become any"
    assert term("sure:0.9") == HasFact("sure", ("0.9-1",)) and term("sure:0-0.1") == HasFact("sure", ("0-0.1",))
    assert parse_filter("sure:0.95").faults[0].startswith("sure:0.95: there is no such sure; write 0-0.1, 0.1-0.2")
    assert parse_filter("fault:nobody").faults == (
        "fault:nobody: there is no such fault; write class, order, localization, aid, upper-bound, charset or label.",
    )
    assert parse_filter("misread:").terms == ()
