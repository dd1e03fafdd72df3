import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.networks.tiny_network import tiny_spec
from support.words.synthetic_project import synthetic_project

from core.base.errors import ModelError
from core.model.network.saving import Recogniser, build_recogniser
from core.plugins.pruning.channels import prune, saliencies_of, zero_channels
from core.plugins.pruning.strengths import LayerSaliency, PruneJob, channel_numbers, saliency_csv, strengths


@pytest.mark.parametrize(
    ("kind", "name", "shape", "channels", "planted"),
    [
        ("Conv2D", "kernel", (3, 3, 4, 8), 8, np.s_[..., 5]),
        ("Conv2DTranspose", "kernel", (3, 3, 8, 4), 8, np.s_[:, :, 5]),
        ("DepthwiseConv2D", "kernel", (3, 3, 4, 2), 8, np.s_[:, :, 2, 1]),
        ("Dense", "kernel", (4, 8), 8, np.s_[:, 5]),
        ("RowGRU", "both_ways/forward_gru/gru_cell/kernel", (4, 24), 8, np.s_[:, 5::8]),
    ],
)
def test_planted_dead_channel_is_found_whatever_the_layout_of_the_kernel(
    kind: str, name: str, shape: tuple[Any, ...], channels: int, planted: Any
):
    values = np.random.default_rng(0).uniform(0.5, 1.0, shape) * np.where(
        np.arange(math.prod(shape)) % 2, 1, -1
    ).reshape(shape)
    values[planted] *= 1e-5
    found = LayerSaliency("layer", strengths([(values, channel_numbers(kind, name, shape))]))
    assert len(found.values) == channels
    assert found.below(1e-3) == (5,)
    assert found.below(0) == ()


def test_mean_is_over_all_kernels_that_share_a_channel():
    numbers = channel_numbers("Dense", "kernel", (1, 2))
    assert strengths([(np.array([[1.0, -2.0]]), numbers), (np.array([[3.0, 4.0]]), numbers)]) == (2.0, 3.0)


def test_kernel_of_zeros_is_weak_at_every_threshold_and_nan_is_no_strength():
    assert LayerSaliency("layer", (0.0, 0.0)).below(1e-3) == (0, 1)
    broken = LayerSaliency("layer", (math.nan, 2.0, 1e-4))
    assert (broken.most, broken.below(1e-3)) == (2.0, (2,))


def test_table_has_every_channel():
    lines = saliency_csv([LayerSaliency("conv", (2.0, 0.001))], 1e-2).splitlines()
    assert lines == ["layer,channel,mean_abs_kernel,share_of_strongest,weak", "conv,0,2,1,0", "conv,1,0.001,0.0005,1"]


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    """A network with two dead filters in its backbone and a dead unit in its GRU."""
    recogniser = build_recogniser(tiny_spec())
    conv = recogniser.network.get_layer("backbone").get_layer("conv1_conv")
    value = np.array(conv.kernel)
    value[..., [1, 4]] *= 1e-6
    conv.kernel.assign(value)
    gru = recogniser.network.get_layer("order_gru")
    backward = [weight for weight in gru.weights if "backward" in weight.path and weight.name.endswith("kernel")]
    for weight in backward:
        value = np.array(weight)
        value[:, 7::32] = 0
        weight.assign(value)
    return recogniser


def test_planted_dead_channels_are_found_in_models_within_models_and_nothing_else(recogniser: Recogniser):
    weak = {found.layer: found.below(1e-3) for found in saliencies_of(recogniser)}
    assert {layer: channels for layer, channels in weak.items() if channels} == {
        "network/backbone/conv1_conv": (1, 4),
        "network/order_gru": (32 + 7,),
    }
    assert "network/character_logits" in weak and "network/character_bn" not in weak


@pytest.mark.long
def test_channels_are_set_to_0_before_and_after_are_measured_and_a_new_model_written(
    recogniser: Recogniser, tmp_path: Path
):
    folder = synthetic_project(tmp_path / "words")
    (folder / "textscanner.json").write_text('{"validation": {"share": 0.5}}', encoding="utf-8")
    layers = ("network/backbone/conv1_conv",)
    told: list[tuple[int, int]] = []
    job = PruneJob(Path("model.keras"), tmp_path / "pruned.keras", folder, layers=layers)
    found = prune(recogniser, job, lambda done, total: told.append((done, total)))
    assert found.zeroed == ((layers[0], (1, 4)),)
    assert found.channels == 2
    assert found.words > 0 and told[-1] == (2 * found.words, 2 * found.words)
    assert set(found.before) == set(found.after) == {"word_accuracy", "one_minus_ned", "character_f1"}
    assert (tmp_path / "pruned.keras").is_file()
    kernel = np.array(recogniser.network.get_layer("backbone").get_layer("conv1_conv").kernel)
    assert not kernel[..., [1, 4]].any() and kernel[..., [0, 2, 3, 5]].any(axis=(0, 1, 2)).all()
    with pytest.raises(ModelError, match="there is a file of this name already"):
        prune(recogniser, job)
    with pytest.raises(ModelError, match="no channel is weaker"):
        prune(recogniser, PruneJob(Path("m"), tmp_path / "n.keras", folder, 1e-12, ("network/character_logits",)))
    with pytest.raises(ModelError, match="network/gone: no layer with a kernel"):
        prune(recogniser, PruneJob(Path("m"), tmp_path / "n.keras", folder, layers=("network/gone",)))


def test_unit_of_a_gru_is_set_to_0_in_all_its_gates(recogniser: Recogniser):
    zero_channels(recogniser, {"network/order_gru": (3, 32 + 5)})
    for weight in recogniser.network.get_layer("order_gru").weights:
        if weight.name.endswith("kernel"):
            dead = 3 if "forward" in weight.path else 5
            columns = np.array(weight).reshape(-1, 3, 32)
            assert not columns[..., dead].any()
            assert columns[..., dead + 1].any(axis=0).all()
