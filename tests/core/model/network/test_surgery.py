"""Starting from another model: symbols keep what was learned of them, whatever their ids become."""

from typing import Any

import keras
import numpy as np
import pytest
from support.networks.rounding import rounding

from core.base.errors import ModelError
from core.charset import Charset
from core.labels.maps.spec import MapSpec
from core.model.network.network import build_network
from core.model.network.saving import Recogniser, build_recogniser
from core.model.network.surgery import take_over, transfer, values_of, weights_by_layer, with_fewer_symbols
from core.model.network.transferred import Layers, SymbolChange
from core.runs.spec import NetworkSpec

pytestmark = pytest.mark.long

MAPS = MapSpec(height=32, width=64, stride=4, max_length=5)


def spec_of(symbols: str, max_length: int = 5, stride: int = 4) -> NetworkSpec:
    return NetworkSpec("small", Charset(tuple(symbols)).symbols, MAPS.with_(max_length=max_length, stride=stride))


@pytest.fixture(scope="module")
def source() -> Recogniser:
    """A model without a negative weight, whose logits are therefore sums of nothing negative."""
    made = build_recogniser(spec_of("abcd"))
    rng = np.random.default_rng(0)
    for variable in made.model.variables:
        value = np.abs(variable.numpy() + rng.normal(0, 0.05, variable.shape))
        if variable.path.endswith("/kernel"):
            value /= value.sum(axis=tuple(range(value.ndim - 1)))  # outputs are means of the inputs and do not explode
        variable.assign(value)
    return made


def assert_same_logits(found: np.ndarray, wanted: np.ndarray, network: keras.Model, head: str) -> None:
    """Outputs of layers with the same weights but another number of channels, and so with sums in another order."""
    kernel, _bias = network.get_layer(head).get_weights()
    terms = kernel[..., 0].size + 1
    np.testing.assert_allclose(found, wanted, rtol=rounding(terms), atol=0)


def image() -> np.ndarray:
    return np.random.default_rng(0).integers(0, 256, (1, 32, 64, 3)).astype(np.uint8)


def test_of_fewer_symbols_each_has_the_logit_that_it_had_and_the_other_maps_are_the_same(source: Recogniser):
    few = with_fewer_symbols(source, "db")
    assert few.charset.symbols == ("d", "b")
    before, after = source.network.predict_on_batch(image()), few.network.predict_on_batch(image())
    assert_same_logits(after["character"], before["character"][..., [0, 4, 2]], few.network, "character_logits")
    for name in ("order", "localization"):
        np.testing.assert_allclose(after[name], before[name], rtol=1e-5)


def test_of_fewer_symbols_the_map_of_unknown_ones_is_as_before(source: Recogniser):
    spec = source.spec.with_(unknown_units=3)
    made = build_recogniser(spec)
    done = transfer(source, made.network, spec)
    assert [name for name, _ in done.skipped] == ["unknown1", "unknown2", "unknown_logit"]
    before = source.network.predict_on_batch(image())
    with_unknown = made.network.predict_on_batch(image())
    assert {*with_unknown} == {*before, "unknown"}
    np.testing.assert_allclose(with_unknown["character"], before["character"], rtol=1e-5)
    few = with_fewer_symbols(made, "db").network.predict_on_batch(image())
    np.testing.assert_allclose(few["unknown"], with_unknown["unknown"], rtol=1e-5)
    again = build_network(spec)
    assert not transfer(made, again, spec).skipped
    np.testing.assert_allclose(again.predict_on_batch(image())["unknown"], with_unknown["unknown"], rtol=1e-5)


def test_equal_spec_takes_over_everything(source: Recogniser):
    network = build_network(source.spec)
    done = transfer(source, network, source.spec)
    assert not done.partly
    assert not done.skipped
    for a, b in zip(network.get_weights(), source.network.get_weights(), strict=True):
        np.testing.assert_array_equal(a, b)


def test_symbols_that_stay_keep_their_logits_whatever_their_ids_become(source: Recogniser):
    spec = spec_of("dxa")
    network = build_network(spec)
    started = network.get_layer("character_logits").get_weights()
    done = transfer(source, network, spec)
    before, after = source.network(image()), network(image())
    learned = source.network.get_layer("character_logits").get_weights()
    weights = network.get_layer("character_logits").get_weights()
    for theirs, ours in ((0, 0), (4, 1), (1, 3)):  # background, d, a
        for was, now in zip(learned, weights, strict=True):
            np.testing.assert_array_equal(now[..., ours], was[..., theirs])
        assert_same_logits(after["character"][..., ours], before["character"][..., theirs], network, "character_logits")
    assert_same_logits(after["order"], before["order"], network, "order_logits")
    assert_same_logits(after["localization"], before["localization"], network, "localization_logits")
    for was, now in zip(started, weights, strict=True):
        np.testing.assert_array_equal(now[..., 2], was[..., 2])  # x was initialised and stays so
    change = SymbolChange.of("abcd", "dxa")
    assert (change.kept, change.new, change.dropped) == (("d", "a"), ("x",), ("b", "c"))
    assert done.partly == ("character_logits",)
    assert not done.skipped


def test_same_symbols_in_another_order_count_as_copied_whole(source: Recogniser):
    spec = spec_of("dcba")
    network = build_network(spec)
    done = transfer(source, network, spec)
    assert "character_logits" in done.copied
    assert_same_logits(
        network(image())["character"][..., 1], source.network(image())["character"][..., 4], network, "character_logits"
    )


@pytest.mark.parametrize("max_length", [3, 9])
def test_positions_that_both_have_keep_their_logits(source: Recogniser, max_length: int):
    spec = spec_of("abcd", max_length)
    network = build_network(spec)
    done = transfer(source, network, spec)
    common = min(5, max_length) + 1
    for was, now in zip(*(n.get_layer("order_logits").get_weights() for n in (source.network, network)), strict=True):
        np.testing.assert_array_equal(now[..., :common], was[..., :common])
    assert_same_logits(
        network(image())["order"][..., :common], source.network(image())["order"][..., :common], network, "order_logits"
    )
    assert ("order_logits" in done.partly) is (max_length == 9)


def test_layers_that_another_stride_sizes_otherwise_are_reported_with_their_reason(source: Recogniser):
    spec = spec_of("abcd", stride=2)
    network = build_network(spec)
    done = transfer(source, network, spec)
    reasons = dict(done.skipped)
    assert reasons["fcn_stride2_conv"] == "there is no such layer"
    assert reasons["character_conv"] == "the sizes differ from those here: kernel 3×3×64×64 ≠ 3×3×32×64"
    assert any(name.startswith("backbone/") for name in done.copied)
    assert not set(done.copied) & set(reasons)


def test_model_of_another_preset_is_refused(source: Recogniser):
    spec = NetworkSpec.of("paper", Charset(("a",)), MAPS)
    with pytest.raises(ModelError, match="--preset small"):
        transfer(source, build_network(spec), spec)


def test_only_the_chosen_layers_are_taken_over_and_each_gets_all_of_its_weights_or_none(source: Recogniser):
    network = build_network(source.spec)
    theirs, before = values_of(source.network), values_of(network)
    chosen: tuple[tuple[Layers, int], ...] = (("head", 3), ("backbone", 28))
    for layers, count in chosen:
        done = take_over(theirs, network, layers=layers)
        assert (len(done.copied), done.skipped, done.unused) == (count, (), ())
        assert all(("_logits" in name) if layers == "head" else name.startswith("backbone/") for name in done.copied)
        for name, value in values_of(network).items():
            is_taken = name.rpartition("/")[0] in done.copied
            np.testing.assert_array_equal(value, (theirs if is_taken else before)[name])
        for name, variable in named(network).items():
            variable.assign(before[name])
    without = {name: value for name, value in theirs.items() if name != "order_logits/bias"}
    done = take_over(without | {"foreign/kernel": np.zeros(3)}, network)
    assert (done.skipped, done.unused) == ((("order_logits", "it lacks bias"),), ("foreign/kernel",))
    found = values_of(network)
    for name in ("order_logits/kernel", "order_logits/bias"):
        np.testing.assert_array_equal(found[name], before[name])


def named(network: keras.Model) -> dict[str, Any]:
    return {name: variable for weights in weights_by_layer(network).values() for name, variable in weights.items()}
