"""The U-shaped decoder (Long et al. 2015. CA-FCN, Liao et al. 2019): features of several strides to one feature map."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from keras import layers

from core.model.network.blocks import Tensor, convolution, upsample


def decode_features(
    features: Sequence[Tensor], strides: Sequence[tuple[int, int]], stride: int, widths: Mapping[int, int]
) -> Tensor:
    """Build the feature map at one stride, (b, H/stride, W/stride, widths[stride]), from all deeper features.

    From the deepest feature upwards: repeat to twice the height, add the backbone's feature of that stride if there is
    one, convolve. `strides`: the (down, across) of each feature, down ascending, each twice the previous. If the
    backbone has no feature, across equals down. `stride`: stride of the result along height and width, at most the
    deepest. `widths`: channels at each stride along the height from the deepest to `stride`.
    """
    skips = {down: feature for (down, _), feature in zip(strides, features, strict=True)}
    columns = dict(strides)
    at = max(columns)
    x = convolution(skips[at], widths[at], f"fcn_stride{at}_skip", kernel=1)
    while at > stride:
        before, at = at, at // 2
        name = f"fcn_stride{at}"
        if x.shape[-1] != widths[at]:
            x = convolution(x, widths[at], f"{name}_narrow", kernel=1)  # before the repetition, when it is cheaper
        x = upsample(x, name, (2, columns.get(before, before) // columns.get(at, at)))
        if at in skips:
            lateral = convolution(skips[at], widths[at], f"{name}_skip", kernel=1, activate=False)
            x = layers.Add(name=f"{name}_add")([x, lateral])
        x = convolution(x, widths[at], name)
    return x
