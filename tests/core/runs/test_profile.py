from __future__ import annotations

import json

import pytest

from core.runs.profile import LayerCost, OperatorCost, Profile, table

PROFILE = Profile(
    step=20,
    steps=5,
    seconds=0.2,
    waiting=0.05,
    operators=(OperatorCost("Conv2D", 12, 0.09), OperatorCost("Mul", 40, 0.01)),
    layers=(
        LayerCost("backbone/conv1_conv", "Conv2D", 0.05, 0.03),
        LayerCost("backbone/conv1_bn", "BatchNormalization", 0.01, 0.005),
        LayerCost("update", "", 0.005, 0.0),
    ),
    memory=1 << 30,
    device_memory=None,
    compilations=0,
    trace="run/tensorboard/plugins/profile/now",
)


def test_share_of_the_normalisations_is_that_of_their_layers_in_all_operators() -> None:
    assert PROFILE.total == pytest.approx(0.1)
    assert PROFILE.normalisation == pytest.approx(0.15)


def test_a_profile_is_the_same_after_it_was_written_and_read() -> None:
    assert Profile.from_dict(json.loads(json.dumps(PROFILE.to_dict()))) == PROFILE


def test_table_names_the_most_expensive_operators_and_layers() -> None:
    lines = [line.split() for line in table(PROFILE, most=1).splitlines()]
    assert ["Conv2D", "12", "90.00", "90.0%"] in lines
    assert ["backbone/conv1_conv", "Conv2D", "50.00", "30.00", "80.0%"] in lines
    assert len(lines) == 5
