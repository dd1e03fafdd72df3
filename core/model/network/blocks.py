"""Builds the blocks of layers that all parts of the network share."""

from __future__ import annotations

from typing import Any, Literal, get_args

import keras
from keras import layers, ops

PACKAGE = "textscanner"  # name under which all our classes are registered for serialisation

Tensor = Any  # a tensor of whichever backend Keras runs on, or a symbolic one

Stride = int | tuple[int, int]  # one number for height and width, or one number for each

Scaling = Literal["symmetric", "caffe", "contrast"]

# Averages over about 30 steps: a run on a CPU has a few thousand, and Keras' 0.99 would lag behind the learning rate.
_MOMENTUM = 0.97
_LEAST_CONTRAST = 4.0  # grey levels: below, what an image holds is noise, which is not to be amplified
_CAFFE_MEANS = (103.939, 116.779, 123.68)  # blue, green, red of ImageNet (keras.applications, mode "caffe")


@keras.saving.register_keras_serializable(package=PACKAGE)
class PixelScaling(layers.Layer):  # type: ignore[misc]  # Keras carries no types
    """Scales bytes to the input range of the first convolution, inside the model so that no caller can forget to do it.

    Parameters
    ----------
    mode : {"symmetric", "caffe", "contrast"}
        `symmetric`: 0 … 255 to -1 … 1. `caffe`: blue, green, red minus their means over ImageNet, as ResNet50's weights
        of keras.applications were trained. `contrast`: minus the image's own mean over all pixels and channels, divided
        by its standard deviation, so that a faint word gives the first convolution as much as a bold one.

    Notes
    -----
    (b, H, W, 3) uint8 RGB → (b, H, W, 3) float.
    """

    def __init__(self, mode: Scaling = "symmetric", **kwargs: Any) -> None:
        super().__init__(**kwargs)
        if mode not in get_args(Scaling):
            raise ValueError(f'mode: "{mode}" is not a scaling; choose one of {get_args(Scaling)}')
        self.mode = mode

    def call(self, image: Tensor) -> Tensor:
        if self.mode == "contrast":
            # In float32 under every precision policy: the squares of a whole image overflow half precision.
            levels = ops.cast(image, "float32")
            mean = ops.mean(levels, axis=(1, 2, 3), keepdims=True)
            deviation = ops.std(levels, axis=(1, 2, 3), keepdims=True)
            return ops.cast((levels - mean) / ops.maximum(deviation, _LEAST_CONTRAST), self.compute_dtype)
        pixels = ops.cast(image, self.compute_dtype)
        if self.mode == "caffe":
            # each mean as a number: a tensor of them would be an input of an ONNX file
            return ops.stack([pixels[..., 2 - k] - mean for k, mean in enumerate(_CAFFE_MEANS)], axis=-1)
        return pixels / 127.5 - 1.0

    def compute_output_spec(self, image: Tensor) -> Tensor:
        return keras.KerasTensor(image.shape, dtype=self.compute_dtype)

    def get_config(self) -> dict[str, Any]:
        return {**super().get_config(), "mode": self.mode}


def convolution(
    x: Tensor, filters: int, name: str, kernel: int = 3, stride: Stride = 1, *, activate: bool = True
) -> Tensor:
    """Apply convolution, batch normalisation and ReLU: (b, h, w, c) → (b, h/stride, w/stride, filters).

    Plain convolutions, since TensorFlow's depthwise one costs more on a CPU than a dense one of the same size; batch
    rather than group normalisation, since it is cheaper in training and folds into the convolution for prediction.
    """
    x = layers.Conv2D(
        filters,
        kernel,
        strides=stride,
        padding="same",
        use_bias=False,
        kernel_initializer="he_normal",
        name=f"{name}_conv",
    )(x)
    x = layers.BatchNormalization(momentum=_MOMENTUM, name=f"{name}_bn")(x)
    return layers.ReLU(name=f"{name}_relu")(x) if activate else x


def upsample(x: Tensor, name: str, factor: Stride = 2) -> Tensor:
    """Multiply the height and width by `factor` by repeating pixels, which the next convolution smooths.

    A transposed convolution of a kernel smaller than its stride leaves holes (the reference's left 86 % of its pixels
    at 0), and one of a larger kernel a chequerboard.
    """
    return layers.UpSampling2D(factor, interpolation="nearest", name=f"{name}_up")(x)


def head(x: Tensor, channels: int, name: str, bias: Any) -> Tensor:
    """Apply a 1×1 convolution that gives logits, in float32 under every precision policy.

    Its kernel starts near 0, so that the first outputs follow `bias`.
    """
    return layers.Conv2D(
        channels,
        1,
        kernel_initializer=keras.initializers.RandomNormal(stddev=0.01),
        bias_initializer=bias,
        dtype="float32",
        name=name,
    )(x)


@keras.saving.register_keras_serializable(package=PACKAGE)
class BackgroundPrior(keras.initializers.Initializer):  # type: ignore[misc]  # Keras carries no types
    """Initialises the bias of a softmax over background and n classes: log n for the background, 0 for the others.

    The first output is then one half background. This is the optimum of an untrained network, because
    background and foreground each carry half of the weight in the loss; a flat start would spend the first steps on
    unlearning 1/(n + 1), at a loss that grows with the charset.
    """

    def __call__(self, shape: tuple[int, ...], dtype: Any = None) -> Tensor:
        classes = max(1, shape[-1] - 1)
        first = ops.log(ops.cast(classes, dtype or "float32"))
        return ops.concatenate([ops.reshape(first, (1,)), ops.zeros((classes,), dtype=dtype or "float32")])

    def get_config(self) -> dict[str, Any]:
        return {}
