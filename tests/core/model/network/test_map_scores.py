from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.model.metrics.map_metrics import count_map
from core.model.network.map_scores import MapScore

CLASSES = 4
SHAPE = (3, 2, 5)
TARGETS = arrays(np.int32, SHAPE, elements=st.integers(-1, CLASSES - 1))
PREDICTIONS = arrays(np.int32, SHAPE, elements=st.integers(0, CLASSES - 1))


@pytest.mark.long
@pytest.mark.parametrize("measure", ["f1", "iou"])
@given(target=TARGETS, predicted=PREDICTIONS, weight=arrays(np.float32, 3, elements=st.sampled_from([0.0, 1.0])))
def test_score_is_that_of_the_pixels_counted_one_image_after_the_other(
    measure: str, target: Any, predicted: Any, weight: Any
):
    metric = MapScore(measure)
    for part in (slice(0, 2), slice(2, 3)):
        metric.update_state(target[part], np.eye(CLASSES, dtype=np.float32)[predicted[part]], weight[part])
    counts = count_map(*(maps[weight > 0].reshape(-1, SHAPE[2]) for maps in (target, predicted)), CLASSES).micro()
    assert float(metric.result()) == pytest.approx(getattr(counts, measure) or 0.0)


@pytest.mark.long
def test_metric_is_saved_and_loaded_with_a_compiled_model(tmp_path: Path):
    model = keras.Sequential([keras.Input((2, 5, 1)), keras.layers.Conv2D(CLASSES, 1)])
    model.compile(loss="sparse_categorical_crossentropy", metrics=[MapScore("f1")])
    images, target = np.ones((1, 2, 5, 1), np.float32), np.ones((1, 2, 5), np.int32)
    model.fit(images, target, verbose=0)
    model.save(tmp_path / "model.keras")
    again = keras.models.load_model(tmp_path / "model.keras")
    assert again.evaluate(images, target, verbose=0)[1] == model.evaluate(images, target, verbose=0)[1] in {0.0, 1.0}
