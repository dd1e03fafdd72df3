"""The branches' shapes, their state before training, and the GRU over rows."""

from typing import Any

import keras
import numpy as np
import pytest

from core.model.network.blocks import BackgroundPrior
from core.model.network.branches import RowGRU, class_branch, localization_branch, order_branch
from core.runs.spec import PRESETS

pytestmark = pytest.mark.long

SIZES = PRESETS["small"]


def features(shape: tuple[int, ...] = (2, 8, 16, 64), seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(0, 1, shape).astype(np.float32)


def softmax(logits: np.ndarray) -> np.ndarray:
    powers: np.ndarray = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True))


@pytest.fixture(scope="module")
def branches() -> keras.Model:
    x = keras.Input((None, None, 64))
    return keras.Model(
        x,
        [class_branch(x, SIZES, 62)["character"], order_branch(x, SIZES, 30), localization_branch(x, SIZES)],
        name="branches",
    )


def test_map_of_unknown_symbols_is_a_probability_and_leaves_the_class_logits_alone():
    x = keras.Input((None, None, 64))
    maps = class_branch(x, SIZES, 5, unknown_units=3)
    branch = keras.Model(x, maps)
    found = branch(features())
    assert found["unknown"].shape == (2, 8, 16)
    assert found["character"].shape == (2, 8, 16, 6)
    assert np.asarray(found["unknown"]).mean() == pytest.approx(0.12, abs=0.05)  # most characters are known ones
    last = branch.get_layer("unknown_logit")
    last.set_weights([np.full(last.kernel.shape, 9.0, np.float32), np.zeros(1, np.float32)])
    again = branch(features())
    np.testing.assert_allclose(again["character"], found["character"], rtol=1e-5)
    assert 0.5 < np.asarray(again["unknown"]).mean() <= 1


@pytest.mark.parametrize("size", [(8, 16), (16, 64), (24, 8)])
def test_maps_have_the_features_size_whatever_that_is(branches: keras.Model, size: tuple[Any, ...]):
    g, s, q = branches(features((2, *size, 64)))
    assert g.shape == (2, *size, 63)
    assert s.shape == (2, *size, 31)
    assert q.shape == (2, *size)


def test_before_training_half_of_everything_is_background_and_nothing_is_read(branches: keras.Model):
    g, s, q = (value.numpy() for value in branches(features()))
    assert softmax(g)[..., 0].mean() == pytest.approx(0.5, abs=0.05)
    assert softmax(s)[..., 0].mean() == pytest.approx(0.5, abs=0.05)
    assert 0.08 < q.mean() < 0.2


def test_background_prior_is_one_half_after_softmax():
    bias = BackgroundPrior()((11,)).numpy()
    assert softmax(bias)[0] == pytest.approx(0.5)
    assert len(set(bias[1:])) == 1


def test_rows_share_the_weights_and_do_not_see_each_other():
    layer = RowGRU(8)
    x = features((1, 3, 5, 4))
    whole = layer(x).numpy()
    for row in range(3):
        np.testing.assert_allclose(layer(x[:, row : row + 1]).numpy()[:, 0], whole[:, row], atol=1e-6)


def test_every_step_sees_both_ends_of_its_row():
    layer = RowGRU(8)
    x = features((1, 1, 6, 4))
    before = layer(x).numpy()
    for end in (0, 5):
        moved = x.copy()
        moved[0, 0, end] += 1
        assert np.all(np.abs(layer(moved).numpy() - before).max(axis=-1) > 0)


def test_unrolled_twin_computes_the_same():
    x = keras.Input((2, 6, 4))
    loop, unrolled = keras.Model(x, RowGRU(8)(x)), keras.Model(x, RowGRU(8, unroll=True)(x))
    unrolled.set_weights(loop.get_weights())
    value = features((2, 2, 6, 4))
    np.testing.assert_allclose(loop(value).numpy(), unrolled(value).numpy(), atol=1e-6)


def test_gru_comes_back_from_its_configuration():
    again = RowGRU.from_config(RowGRU(8, unroll=True, name="rows").get_config())
    assert (again.units, again.unroll, again.name) == (8, True, "rows")


@pytest.mark.parametrize("units", [0, 7])
def test_gru_of_odd_units_is_refused(units: int):
    with pytest.raises(ValueError, match="even"):
        RowGRU(units)


@pytest.mark.parametrize(("up", "size"), [(1, (8, 16)), (2, (4, 8)), (3, (2, 4))])
def test_each_upsampling_of_the_order_branch_adds_the_map_of_its_size(
    branches: keras.Model, up: int, size: tuple[Any, ...]
):
    """Whatever comes from below is silenced: what is left is the skip, which still sees the features."""
    model = keras.models.clone_model(branches)
    model.get_layer(f"order_up{up}_conv").set_weights([np.zeros_like(model.get_layer(f"order_up{up}_conv").kernel)])
    after = keras.Model(model.input, model.get_layer(f"order_up{up}_add").output)
    first, second = (after(features(seed=seed)).numpy() for seed in (0, 1))
    assert first.shape[1:3] == size
    assert np.abs(first - second).max() > 0.01
