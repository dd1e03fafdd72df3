"""The layers of a small network, made by hand: no Keras is loaded."""

from core.plugins.inside.facts import LayerFacts, WeightFacts

KERNEL = WeightFacts("kernel", (3, 3, 3, 8), "[h, w, in, out]", is_trainable=True)
MOVING = WeightFacts("moving_mean", (8,), "[out]", is_trainable=False)

LAYERS = (
    LayerFacts("image", "InputLayer", (), ((1, 32, 64, 3),), "NHWC", "uint8"),
    LayerFacts("network/conv", "Conv2D", ("image",), ((1, 8, 16, 8),), "NHWC", "float32", (KERNEL,), 27648),
    LayerFacts("network/bn", "BatchNormalization", ("network/conv",), ((1, 8, 16, 8),), "NHWC", "float32", (MOVING,)),
    LayerFacts("network/add", "Add", ("network/conv", "network/bn"), ((1, 8, 16, 8),), "NHWC", "float32"),
)
"""An input, a convolution of 8 channels, its normalisation, and the sum of both."""
