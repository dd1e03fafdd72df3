"""Terms of the loss by plug-ins: added with their weight, and checked."""

import numpy as np
import pytest
from support.networks.loss_cases import random_case

from core.base.errors import PluginError, RunError
from core.base.plugins.active import Plugins
from core.base.plugins.plugin import LossTermPart, Plugin
from core.model.network.loss_terms import brought_term
from core.runs.config import make_config

BASE = {"folder": "words", "run": "run"}


def bringing(function: str) -> Plugins:
    part = LossTermPart("smooth", "Smooth centres", at=f"support.more_terms:{function}")
    return Plugins([Plugin("terms", "Terms", loss_terms=(part,))])


def test_a_term_sees_the_outputs_in_float32_and_is_a_number():
    outputs, batch = random_case(1)
    halves = {name: value.astype(np.float16) for name, value in outputs.items()}
    steps = np.abs(np.diff(halves["localization"].astype(np.float32), axis=1))
    for total, replicas in ((lambda counts: counts, 1), (lambda counts: 2 * counts, 2)):
        term = brought_term("smooth", halves, batch, total, bringing("unsteady"))
        assert float(term) * replicas == pytest.approx(steps.mean(), rel=1e-5)


@pytest.mark.parametrize(
    ("function", "reason"),
    [("each", "no single number"), ("whole", "no single number"), ("nothing", "terms"), ("failing", "no_such_output")],
)
def test_a_plugin_whose_term_is_anything_else_is_off_with_one_sentence(function: str, reason: str):
    on = bringing(function)
    with pytest.raises(PluginError, match=reason) as caught:
        brought_term("smooth", *random_case(1), lambda counts: counts, on)
    assert '"terms" has failed' in str(caught.value) and "\n" not in str(caught.value)
    with pytest.raises(PluginError, match="Switch it on"):
        brought_term("smooth", *random_case(1), lambda counts: counts, on)


def test_the_term_of_a_plugin_that_is_off_is_refused_with_the_choices():
    with pytest.raises(RunError, match=r"loss\.term is 'smooth'; switch on the plug-in"):
        make_config(BASE | {"loss": {"term": "smooth"}})
