"""The loss of a prediction in NumPy: what the network's own loss says."""

from typing import Any

import numpy as np
import pytest
from keras import ops
from support.words.predictions import NOTHING, learnt_by_heart

from core.analysis.predicted_maps import PredictedMaps
from core.charset import Charset
from core.labels.geometry import rectangle
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.render import TargetMaps, render
from core.labels.maps.spec import MapSpec
from core.model.network.losses import compute_loss
from core.model.using.map_loss import map_loss

SPEC = MapSpec(height=32, width=64, stride=4, max_length=4)
CHARSET = Charset(tuple("abcde"))
SIZE = (32, 64)
LABEL = WordLabel(tuple(CharacterLabel(s, rectangle(4 + 20 * i, 4, 18 + 20 * i, 28)) for i, s in enumerate("abc")))


def target() -> TargetMaps:
    return render(LABEL, SIZE, CHARSET, SPEC)


def random_maps(seed: int, kept: int = 6) -> tuple[PredictedMaps, dict[str, np.ndarray]]:
    """Maps, and the logits that they are of."""
    rng = np.random.default_rng(seed)
    h, w = SPEC.map_size
    g = rng.normal(size=(h, w, len(CHARSET) + 1)).astype(np.float32)
    s = rng.normal(size=(h, w, SPEC.max_length + 1)).astype(np.float32)
    q = rng.uniform(size=(h, w)).astype(np.float32)
    symbols, order = (np.exp(x) / np.exp(x).sum(-1, keepdims=True) for x in (g, s))
    ids = np.argsort(-symbols, axis=-1)[..., :kept]
    none = np.zeros((SPEC.max_length, 5), np.float32)
    maps = PredictedMaps(
        order.astype(np.float16), q, ids.astype(np.uint16),
        np.take_along_axis(symbols, ids, -1).astype(np.float16),
        none.astype(np.uint16), none, NOTHING, len(CHARSET),
    )  # fmt: skip
    return maps, {"character": g, "order": s, "localization": q}


@pytest.mark.parametrize("seed", range(3))
def test_loss_is_that_of_the_training(seed: Any):
    maps, outputs = random_maps(seed)
    wanted = target()
    batch = {name: getattr(wanted, name)[None] for name in ("character", "order", "localization")}
    batch |= {"text": np.zeros((1, 4), np.int32), "has_maps": np.array([True])}
    theirs = compute_loss({name: ops.convert_to_tensor(value[None]) for name, value in outputs.items()}, batch)
    assert map_loss(maps, wanted) == pytest.approx(float(theirs["loss"]), rel=2e-3)


def test_symbols_that_were_not_kept_are_not_taken_for_impossible():
    whole, few = random_maps(0)[0], random_maps(0, kept=2)[0]
    assert map_loss(few, target()) == pytest.approx(map_loss(whole, target()), rel=0.2)


def test_what_is_right_costs_less_the_surer_and_what_is_wrong_more_than_either():
    wrong = WordLabel(tuple(CharacterLabel("e", c.polygon) for c in LABEL.characters))
    sure, unsure, mistaken = (
        map_loss(learnt_by_heart(label, SIZE, CHARSET, SPEC, share), target())
        for label, share in ((LABEL, 0.95), (LABEL, 0.9), (wrong, 0.9))
    )
    assert sure < unsure < mistaken
