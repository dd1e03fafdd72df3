"""Keras' `fit` beside our own step: the same numbers from the same batches, whichever of the two trains."""

from typing import Any

import keras
import numpy as np
import pytest
import tensorflow as tf
from support.networks.tiny_network import tiny_spec
from support.words.held_words import held_words

from core.charset import Charset
from core.data.batches.feeds import Mix, Part
from core.data.batches.loading import BatchLoader
from core.data.batches.pipeline import dataset
from core.data.batches.sequence import WordSequence
from core.data.samples.samples import Preparation, Words
from core.model.network.losses import compute_loss
from core.model.network.saving import build_recogniser
from core.model.steps.fit_step import FitStep
from core.model.steps.fitting import PARTS, FitModel
from core.model.steps.tensorflow_step import TensorFlowStep
from core.model.steps.updating import EPSILON, OptimizerSettings
from core.runs.spec import LossWeights

pytestmark = pytest.mark.long

SPEC = tiny_spec("ab")
STEPS, RATE = 3, 5e-5


def small_network() -> keras.Model:
    """A normalisation, and one convolution for each map: little to compile, and no weight has a gradient near 0."""
    image = keras.Input((None, None, 3), dtype="uint8", name="image")
    x = keras.layers.Rescaling(1 / 255, name="scaled")(image)
    x = keras.layers.Conv2D(6, 8, SPEC.maps.stride, "same", activation="tanh", name="features")(x)
    x = keras.layers.BatchNormalization(name="normalised")(x)
    q = keras.layers.Conv2D(1, 1, activation="sigmoid", name="q")(x)
    outputs = {
        "character": keras.layers.Conv2D(len(SPEC.charset) + 1, 1, name="g")(x),
        "order": keras.layers.Conv2D(SPEC.maps.max_length + 1, 1, name="s")(x),
        "localization": keras.layers.Reshape(SPEC.maps.map_size, name="plane")(q),
    }
    return keras.Model(image, outputs)


def loader() -> BatchLoader:
    """Word-level samples, the same each time."""
    images = np.random.default_rng(0).integers(0, 256, (6, 30, 60, 3)).astype(np.uint8)
    reader = held_words(images, ["ab", "b", "a", "ba", "aab", "bb"])
    source = Words(reader, Preparation(Charset(SPEC.charset), SPEC.maps))
    return BatchLoader(Mix([Part(source)], seed=4), 2, workers=1)


def marked(batch: Any) -> Any:
    """Half of the samples as if they were character-level, so that every part of the loss takes part."""
    shape, rng = batch["order"].shape, np.random.default_rng(1)
    return {
        **batch,
        "has_maps": np.arange(shape[0]) % 2 == 0,
        "order": rng.integers(0, 3, shape).astype(np.int32),
        "character": rng.integers(-1, 3, shape).astype(np.int32),
        "localization": rng.random(shape).astype(np.float32),
    }


class Marked(WordSequence):
    """`marked` batches."""

    def __getitem__(self, index: int) -> tuple[Any, Any]:
        image, targets = super().__getitem__(index)
        return image, marked(targets)


@pytest.fixture(scope="module")
def both() -> dict[str, Any]:
    """Three steps of our own on a tf.data pipeline, and three of `fit` on a PyDataset."""
    keras.utils.set_random_seed(1)
    ours, theirs = small_network(), small_network()
    theirs.set_weights(ours.get_weights())
    before = ours.get_weights()
    settings = OptimizerSettings(weight_decay=0.0, clip_norm=1.0, average=0.0)
    step = TensorFlowStep(ours, compute_loss, tf.distribute.get_strategy(), settings)
    losses = []
    with loader() as batches:
        for number, batch in enumerate(dataset(batches).take(STEPS)):
            arrays = marked({name: value.numpy() for name, value in batch.items()})
            losses.append(step(step.distributed(arrays), RATE, 1.0, number).losses)
    model = FitModel(theirs)
    model.compile(optimizer=keras.optimizers.Adam(RATE, epsilon=EPSILON, global_clipnorm=1.0))
    words = Marked(loader())
    with words.surfacing():
        history = model.fit(words, steps_per_epoch=1, epochs=STEPS, shuffle=False, verbose=0).history
    return {"before": before, "ours": ours, "theirs": theirs, "losses": losses, "history": history, "model": model}


def test_both_ways_of_training_end_with_the_same_weights(both: dict[str, Any]):
    # Adam divides by the root of its second moment: where a gradient happens to be nearly 0, that enlarges its rounding
    # up to whole steps. So every weight is held by its median and all of them together by their share.
    old, one, other = both["before"], both["ours"].get_weights(), both["theirs"].get_weights()
    differences = [np.abs(mine - yours) for mine, yours in zip(one, other, strict=True)]
    assert all(np.median(difference) < 1e-6 for difference in differences)
    assert (np.concatenate([difference.ravel() for difference in differences]) < 1e-6).mean() > 0.99
    assert all(np.median(np.abs(mine - start)) > RATE for mine, start in zip(one, old, strict=True))


def test_both_tell_the_same_losses_part_by_part(both: dict[str, Any]):
    for number, losses in enumerate(both["losses"]):
        assert both["history"]["loss"][number] == pytest.approx(losses["loss"], rel=1e-5)
        for name in PARTS:
            assert both["history"][f"{name}_loss"][number] == pytest.approx(losses[name], rel=1e-5)
            assert losses[name] > 0 or name == "mutual"


def preset_network() -> keras.Model:
    return build_recogniser(SPEC).network


@pytest.mark.parametrize("build", [small_network, pytest.param(preset_network, marks=pytest.mark.slow)])
def test_one_step_both_ways_gives_equal_weights(build: Any):
    keras.utils.set_random_seed(1)
    rate = 1e-3
    models = build(), build()
    models[1].set_weights(models[0].get_weights())
    settings, strategy = OptimizerSettings(clip_norm=1.0), tf.distribute.get_strategy()
    with loader() as batches:
        arrays = marked({name: value.numpy() for name, value in next(iter(dataset(batches))).items()})
    before, after = models[0].get_weights(), []
    for kind, model in zip((TensorFlowStep, FitStep), models, strict=True):
        step = kind(model, compute_loss, strategy, settings)
        step(step.distributed(arrays), rate, 1.0, 0)
        after.append(model.get_weights())
    for start, one, other in zip(before, *after, strict=True):
        assert (np.abs(one - other) < 1e-6).mean() > 0.999  # some gradients are nearly 0, see above
        assert np.abs(one - start).max() > rate / 10


def test_a_step_by_fit_is_a_step_of_ours_with_decay_and_averages_and_goes_on_from_its_state():
    keras.utils.set_random_seed(1)
    settings = OptimizerSettings(weight_decay=0.1, clip_norm=1.0, average=0.9)
    models = [small_network() for _ in range(3)]
    for other in models[1:]:
        other.set_weights(models[0].get_weights())
    strategy = tf.distribute.get_strategy()
    ours, theirs = (
        kind(m, compute_loss, strategy, settings) for kind, m in zip((TensorFlowStep, FitStep), models[:2], strict=True)
    )
    with loader() as batches:
        arrays = [marked({k: v.numpy() for k, v in batch.items()}) for batch in dataset(batches).take(3)]

    def trained(step: TensorFlowStep, number: int) -> Any:
        return step(step.distributed(arrays[number]), RATE, 1.0, number)

    for number in range(2):
        assert trained(theirs, number).losses == pytest.approx(trained(ours, number).losses, rel=1e-5)
    again = FitStep(models[2], compute_loss, strategy, settings)
    again.restore(theirs.state())
    for step in (ours, theirs, again):
        trained(step, 2)
    for kind in ("weights", "average"):
        for name, value in ours.state()[kind].items():
            assert np.median(np.abs(value - theirs.state()[kind][name])) < 1e-6, (kind, name)
            np.testing.assert_allclose(again.state()[kind][name], theirs.state()[kind][name], atol=1e-7)


def test_loss_is_the_weighted_sum_of_its_parts(both: dict[str, Any]):
    history, weights = both["history"], LossWeights()
    factors = {name: getattr(weights, name) for name in PARTS[:3]} | {"mutual": 1.0}
    for number, loss in enumerate(history["loss"]):
        assert loss == pytest.approx(sum(factors[n] * history[f"{n}_loss"][number] for n in PARTS), rel=1e-5)


def test_mutual_supervision_begins_at_its_step():
    weights: list[float] = []

    def recording(outputs: Any, batch: Any, weighting: Any, mutual_weight: Any) -> dict[str, Any]:
        weights.append(float(mutual_weight))
        return dict.fromkeys(("loss", *PARTS), 0.0)

    model = FitModel(small_network(), mutual_start=2, losses=recording)
    for training in (True, False, True, True, True):  # a validation in between is no step
        model.compute_loss(y={}, y_pred={}, training=training)
    assert weights == [0.0, 0.0, 0.0, 1.0, 1.0]


def test_tensorflow_is_not_named():
    from pathlib import Path

    import core.model.steps.fitting

    text = Path(core.model.steps.fitting.__file__).read_text(encoding="utf-8")
    assert "import tensorflow" not in text
