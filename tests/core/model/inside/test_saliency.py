from __future__ import annotations

import math

import numpy as np
import pytest

from core.model.inside.saliency import LayerSaliency, channel_numbers, saliency_csv, strengths


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
    kind: str, name: str, shape: tuple[int, ...], channels: int, planted: object
) -> None:
    values = np.random.default_rng(0).uniform(0.5, 1.0, shape) * np.where(
        np.arange(math.prod(shape)) % 2, 1, -1
    ).reshape(shape)
    values[planted] *= 1e-5  # type: ignore[index]
    found = LayerSaliency("layer", strengths([(values, channel_numbers(kind, name, shape))]))
    assert len(found.values) == channels
    assert found.below(1e-3) == (5,)
    assert found.below(0) == ()


def test_mean_is_over_all_kernels_that_share_a_channel() -> None:
    numbers = channel_numbers("Dense", "kernel", (1, 2))
    assert strengths([(np.array([[1.0, -2.0]]), numbers), (np.array([[3.0, 4.0]]), numbers)]) == (2.0, 3.0)


def test_kernel_of_zeros_is_weak_at_every_threshold_and_nan_is_no_strength() -> None:
    assert LayerSaliency("layer", (0.0, 0.0)).below(1e-3) == (0, 1)
    broken = LayerSaliency("layer", (math.nan, 2.0, 1e-4))
    assert (broken.most, broken.below(1e-3)) == (2.0, (2,))


def test_table_has_every_channel() -> None:
    lines = saliency_csv([LayerSaliency("conv", (2.0, 0.001))], 1e-2).splitlines()
    assert lines == [
        "layer,channel,mean_abs_kernel,share_of_strongest,weak",
        "conv,0,2,1,0",
        "conv,1,0.001,0.0005,1",
    ]
