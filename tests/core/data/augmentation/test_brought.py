"""Changes of training images by plug-ins: called after the program's own, and checked."""

from typing import get_args

import numpy as np
import pytest
from support.more_changes import ZOOM

from core.base.errors import LabelError, PluginError
from core.base.plugins.active import Plugins
from core.base.plugins.plugin import AugmentationPart, OwnChanges, Plugin
from core.data.augmentation.augmentation import FULL, PRESETS
from core.data.augmentation.brought import changes_of
from core.labels.label import CharacterLabel, WordLabel

BOXES = (((1.0, 1.0), (4.0, 1.0), (4.0, 7.0)), ((5.0, 1.0), (8.0, 1.0), (8.0, 7.0)))
LABEL = WordLabel(tuple(CharacterLabel(symbol, box) for symbol, box in zip("ab", BOXES, strict=True)))


def bringing(function: str) -> Plugins:
    part = AugmentationPart("rain", "Rain", at=f"support.more_changes:{function}", like="full")
    return Plugins([Plugin("weather", "Weather", augmentations=(part,))])


def changed(on: Plugins) -> tuple[np.ndarray, WordLabel]:
    change = changes_of("rain", on)[1]
    assert change is not None
    return change.changed(np.full((8, 9, 3), 7, np.uint8), LABEL, np.random.default_rng(1), on)


def test_our_own_changes_are_those_that_a_part_may_name():
    assert [*PRESETS] == [*get_args(OwnChanges)] and changes_of("full") == (FULL, None)


def test_image_and_label_are_what_the_plugin_makes_of_them_after_our_own_changes():
    on, given = bringing("larger"), np.full((8, 9, 3), 7, np.uint8)
    own, change = changes_of("rain", on)
    assert own is FULL and change is not None
    image, label = change.changed(given, LABEL, np.random.default_rng(1), on)
    again, _ = change.changed(given, LABEL, np.random.default_rng(1), on)
    assert image.shape == (16, 18, 3) and label.characters[1].polygon[1] == (8 * ZOOM, ZOOM)
    assert (image == again).all() and (given == 7).all(), "all chance is the generator's, and the picture is a copy"


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("alone", "no pair"),
        ("floats", "no picture"),
        ("grey", "no picture"),
        ("bare", "no WordLabel"),
        ("other_text", '"other" of the label "ab"'),
        ("fewer", '"a" of the label "ab"'),
        ("failing", "KeyError"),
    ],
)
def test_a_plugin_that_returns_anything_else_is_off_with_one_sentence(function: str, reason: str):
    on = bringing(function)
    change = changes_of("rain", on)[1]
    assert change is not None
    for _ in range(2):  # another thread, which comes later, says the same
        with pytest.raises(PluginError, match=reason) as caught:
            change.changed(np.zeros((8, 9, 3), np.uint8), LABEL, np.random.default_rng(1), on)
        assert '"weather" has failed' in str(caught.value)
    assert on.on == ()


def test_a_word_that_a_plugin_refuses_leaves_it_on():
    on = bringing("refusing")
    with pytest.raises(LabelError, match="too long"):
        changed(on)
    assert len(on.on) == 1


def test_changes_of_a_plugin_that_is_off_or_lacks_the_function_are_refused():
    with pytest.raises(PluginError, match="Switch it on"):
        changes_of("rain", Plugins())
    with pytest.raises(PluginError, match='"weather" has failed'):
        changes_of("rain", bringing("nothing"))
