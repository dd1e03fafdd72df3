"""Measures of plug-ins: beside our own, and left out once they fail."""

import pytest

from core.base.plugins.active import Plugins
from core.base.plugins.plugin import MetricPart, Plugin
from core.model.metrics.brought import brought_measures
from core.model.metrics.metrics import Metrics, score_word, summarise

SCORES = [score_word("ab"), score_word("")]


def bringing(function: str) -> Plugins:
    part = MetricPart("first_letters", "First letters", at=f"support.more_readings:{function}")
    return Plugins([Plugin("letters", "Letters", metrics=(part,))])


def test_a_measure_is_computed_of_all_scored_words():
    assert brought_measures(SCORES, bringing("first_letters")) == {"first_letters": 0.5}


def test_a_measure_may_say_nothing_of_some_words():
    assert brought_measures([], bringing("first_letters")) == {"first_letters": None}


@pytest.mark.parametrize(
    ("function", "reason"),
    [("no_number", "no finite number"), ("no_finite_number", "no finite number"), ("failing", "KeyError")],
)
def test_a_measure_that_fails_is_left_out_and_its_plugin_is_off_with_one_sentence(function: str, reason: str):
    on = bringing(function)
    assert brought_measures(SCORES, on) == {} and brought_measures(SCORES, on) == {}
    assert '"letters" has failed' in on.failures["letters"] and reason in on.failures["letters"]


def test_measures_of_plugins_follow_our_own_in_the_document():
    own = summarise(SCORES).to_dict()
    values = {name: value for name, value in own.items() if name in Metrics.__slots__}
    both = Metrics(**values, brought={"first_letters": 0.5}).to_dict()
    assert both == own | {"first_letters": 0.5} and [*both][-1] == "first_letters"
