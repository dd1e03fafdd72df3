import math
from collections import Counter
from typing import Any

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.base.errors import LabelError
from core.charset import Charset
from core.labels.checks.label import check_label
from core.labels.checks.problems import KINDS, Fix, Problem, apply_fix
from core.labels.geometry import rectangle
from core.labels.label import Area, CharacterLabel, Gaussian, WordLabel
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec

CHARSET = Charset(tuple("ABCé "))
SIZE = (32, 96)
SPEC = MapSpec(height=32, width=96, stride=2, max_length=6)

plain = st.sampled_from(["A", "B", "C", "é", "e\N{COMBINING ACUTE ACCENT}", "Ａ", "z", "###"])
symbols = plain | st.text(max_size=3) | st.sampled_from(["", "AB", " A", "\n", "\ud800", "א", "."])
usual = st.integers(-8, 100).map(float) | st.floats(-8, 100)
wild = usual | st.floats() | st.sampled_from([1e9, -1e9, 1e300, 5e-324])
boxes = st.builds(rectangle, usual, usual, usual, usual)
places = st.integers(0, 4).map(lambda k: rectangle(2 + 18 * k, 4, 17 + 18 * k, 28))
quads = st.permutations([(2.0, 4.0), (17.0, 5.0), (18.0, 28.0), (3.0, 27.0)]).map(tuple)
rings = st.lists(st.tuples(usual, usual), max_size=6).map(tuple)
nonsense = st.lists(st.tuples(wild, wild), max_size=5).map(tuple)
gaussians = st.builds(Gaussian, st.tuples(wild, wild), st.tuples(wild, wild), wild)
areas = st.builds(
    lambda x, y, bits: Area.from_array(x, y, np.array(bits).reshape(3, 4)),
    *(st.integers(-9, 99), st.integers(-9, 40), st.lists(st.booleans(), min_size=12, max_size=12)),
)
SHORT_SIDE = CharacterLabel("A", ((1, 0), (0, 1), (0, 2.8e-257), (0, 0)), gaussian=Gaussian((0, -1), (1, 1), 0))
FAR = CharacterLabel("A", ((0, 0), (0, 1), (1, 1), (-1_000_001, 0)))  # crosses itself, and no edit stores it
NEEDLE = CharacterLabel("A", ((0, 0), (0, 1), (13, 999_999_968)))
orders = st.none() | st.integers(-2, 8)


def labels(polygons: st.SearchStrategy[tuple[tuple[float, float], ...]]) -> st.SearchStrategy[WordLabel]:
    characters = st.builds(
        CharacterLabel,
        symbols,
        polygons,
        orders,
        st.just("polygon"),
        st.none() | st.none() | areas,
        st.none() | st.none() | gaussians,
        st.sampled_from([False, False, False, True]),
        st.none() | st.just("model"),
    )
    texts = st.none() | st.text("ABCé zＡ", max_size=8) | st.text(max_size=4)
    whole = st.builds(WordLabel, st.lists(characters, max_size=8).map(tuple), texts)

    def speaking(label: WordLabel, how: str) -> WordLabel:
        """Half of the labels have a text that has something to do with their characters."""
        text = {"same": label.reading, "longer": label.reading + "A", "blank": f" {label.reading} "}.get(
            how, label.text
        )
        return WordLabel(label.characters, text)

    return st.builds(speaking, whole, st.sampled_from(["own", "own", "same", "longer", "blank"]))


anything = labels(places | boxes | quads | rings | nonsense)
sound = labels(places | quads | boxes)


@given(anything, st.none() | st.just(SIZE), st.sampled_from(["ignore", "error"]))
def test_check_never_fails_and_says_everything_in_printable_sentences(label: Any, size: Any, unknown: Any):
    for problem in check_label(label, size, CHARSET, SPEC, unknown, "w.png"):
        assert problem.id in KINDS
        assert problem.message.startswith("w.png: ")
        assert problem.message.endswith(".")
        assert problem.message.isprintable()
        assert problem.character is None or 1 <= problem.character <= len(label.characters)
        assert problem.place is None or all(map(math.isfinite, problem.place))


@given(anything)
@example(WordLabel((NEEDLE,)))
@example(WordLabel((CharacterLabel("A", ((2, 5.421e-109), (0, 0), (0, -1), (2, 0), (1, 0))),)))  # a tiny side
def test_label_without_an_error_can_be_rendered(label: Any):
    if all(problem.severity != "error" for problem in check_label(label, SIZE, CHARSET, SPEC, "error")):
        render(label, SIZE, CHARSET, SPEC, "error")


@given(anything | sound, st.sampled_from(["ignore", "error"]))
@example(WordLabel((SHORT_SIDE, FAR)), "ignore")
def test_every_fix_ends_its_problem_and_adds_no_error(label: Any, unknown: Any):
    def check(what: WordLabel, charset: Charset = CHARSET) -> tuple[Problem, ...]:
        return check_label(what, SIZE, charset, SPEC, unknown)

    before = check(label)
    for problem in before:
        for fix in problem.fixes:
            if fix.id == "add-to-charset":
                after = check(label, CHARSET.with_added([fix.symbol or ""]))
            else:
                after = check(apply_fix(label, problem, fix))
            same = [p for p in after if (p.id, p.character) == (problem.id, problem.character)]
            count = Counter(p.id for p in after)[problem.id]
            assert not same or count < Counter(p.id for p in before)[problem.id], (problem, fix, after)
            assert sum(p.severity == "error" for p in after) <= sum(p.severity == "error" for p in before)


def test_fix_that_a_person_has_to_choose_is_not_applied_unasked():
    label = WordLabel((CharacterLabel("A", rectangle(2, 4, 17, 28)),), "B")
    (problem,) = check_label(label, SIZE, CHARSET, SPEC)
    with pytest.raises(LabelError, match="a person has to choose"):
        apply_fix(label, problem)


def test_problem_without_a_fix_is_not_fixed():
    with pytest.raises(LabelError, match="no safe fix"):
        apply_fix(WordLabel(), Problem("label-empty", "warning", "label: empty."))


def test_fix_of_the_charset_does_not_change_the_label():
    (problem,) = check_label(WordLabel(text="Q"), SIZE, CHARSET, SPEC)
    with pytest.raises(LabelError, match="charset, not the label"):
        apply_fix(WordLabel(text="Q"), problem)


@pytest.mark.parametrize(
    "fix", [Fix("delete", "", characters=(4,)), Fix("set-polygon", ""), Fix("characters-from-text", "")]
)
def test_fix_of_a_label_that_has_changed_meanwhile_is_refused(fix: Any):
    label = WordLabel((CharacterLabel("A", rectangle(2, 4, 17, 28)),), "AB")
    with pytest.raises(LabelError):
        apply_fix(label, Problem("x", "warning", "", fixes=(fix,)))
