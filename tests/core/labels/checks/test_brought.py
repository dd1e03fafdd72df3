"""Checks of plug-ins: their problems are of their own kind, and one that fails finds nothing from then on."""

import pytest

from core.base.plugins.active import Plugins
from core.base.plugins.plugin import CheckPart, Plugin
from core.charset import Charset
from core.labels.checks.brought import brought_problems
from core.labels.checks.shapes import Context, geometry_of
from core.labels.label import WordLabel


def bringing(function: str, kind: str = "text-unseen") -> Plugins:
    part = CheckPart(kind, "Two spaces in a row", at=f"support.more_readings:{function}")
    return Plugins([Plugin("spaces", "Spaces", checks=(part,))])


def context_of(text: str) -> Context:
    return Context(WordLabel(text=text), "a.png", None, (), geometry_of(()))


def test_a_check_finds_problems_of_its_kind():
    on = bringing("other_kind", "order-gap")
    (problem,) = brought_problems(context_of("a"), Charset(()), on)
    assert (problem.id, problem.image, problem.severity) == ("order-gap", "a.png", "warning")
    assert on.failures == {}


@pytest.mark.parametrize(
    ("function", "reason"),
    [("other_kind", "no problem of that kind"), ("no_problem", "no problem"), ("failing", "KeyE")],
)
def test_a_check_that_fails_finds_nothing_and_its_plugin_is_off_with_one_sentence(function: str, reason: str):
    on = bringing(function)
    assert [*brought_problems(context_of("a"), Charset(()), on)] == []
    assert [*brought_problems(context_of("a"), Charset(()), on)] == []
    assert '"spaces" has failed' in on.failures["spaces"] and reason in on.failures["spaces"]
