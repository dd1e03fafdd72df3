"""MobileNetV2 (Sandler et al. 2018), a third as wide, from Keras' own collection, with random weights."""

import keras

from core.model.network.backbones import Backbone

ENDS = {
    2: "block_1_expand_relu",
    4: "block_3_expand_relu",
    8: "block_6_expand_relu",
    16: "block_13_expand_relu",
    32: "out_relu",
}
"""The last layer of each stage, by its stride: the decoder takes what each of them gives."""


def build():
    """Build the backbone: features at strides 2 to 32, from images of any height and width that 32 divides."""
    image = keras.Input((None, None, 3), name="backbone_image")
    whole = keras.applications.MobileNetV2(alpha=0.35, include_top=False, weights=None, input_tensor=image)
    features = [whole.get_layer(name).output for name in ENDS.values()]
    return Backbone(keras.Model(image, features), tuple((stride, stride) for stride in ENDS))
