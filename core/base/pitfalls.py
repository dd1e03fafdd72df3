"""Faults without a message that names them, or that need more than a sentence: more pages of help."""

from __future__ import annotations

from core.base.errors import Sentence
from core.base.known_errors import Advice, AdvicePart

PITFALLS: tuple[Advice, ...] = (
    Advice(
        "ready-made-model-in-a-layer",
        (r"Failed to convert elements of \(None", r"conv2_block1_\d_conv", "get_layer"),
        Sentence(
            "A ready-made model, such as ResNet-50, is to be a part of a layer, and maps from inside of it are wanted"
        ),
        Sentence("Of three ways that one tries, the third works; it is how the preset paper is built."),
        parts=(
            AdvicePart(
                Sentence("First way: call the model, then ask its layers"),
                'self.resnet(x)\nreturn self.resnet.get_layer("conv4_block6_out").output',
                "TypeError: Failed to convert elements of (None, 4, 16) to Tensor. Consider casting elements to "
                "a supported "
                "type.",
                Sentence(
                    "The output of a layer is a symbol of the graph that the model was built in, not what it has "
                    "just computed. "
                    "Building and even a call succeed; training fails."
                ),
            ),
            AdvicePart(
                Sentence("Second way: call its layers one after another"),
                "for layer in resnet.layers[1:]:\n    x = layer(x)",
                "ValueError: Input 0 of layer 'conv2_block1_3_conv' is incompatible with the layer: expected "
                "axis -1 of "
                "input shape to have value 64, but received input with shape (None, 8, 8, 256)",
                Sentence(
                    "The list of layers is in one line, the network is not: at the first branch a layer gets the "
                    "output of "
                    "the wrong one. layers.pop() changes nothing, either."
                ),
            ),
            AdvicePart(
                Sentence("Third way: a model with several outputs, inside of the layer"),
                'names = ["conv3_block4_out", "conv4_block6_out", "conv5_block3_out"]\n'
                "self.resnet = keras.Model(resnet.input, [resnet.get_layer(name).output for name in names])\n"
                "fine, middle, coarse = self.resnet(x, training=training)",
                "",
                Sentence(
                    "The new model shares layers and weights with the ready-made one and computes all outputs in "
                    "one call. Register "
                    "the layer for serialisation, and it is saved and loaded with the rest."
                ),
            ),
        ),
    ),
    Advice(
        "python-in-pipeline",
        (
            "Graph execution error[^$]*PyFunc",
            "PyFunc",
            "EagerPyFunc",
        ),
        Sentence("A Python function in the input pipeline failed"),
        Sentence("Look at the last line of the message, which is what the function itself said."),
        "UnknownError: Graph execution error: Detected at node PyFunc … ValueError: word_3.json: no text",
    ),
    Advice(
        "grey-stays-grey",
        ("grayscale_to_rgb",),
        Sentence("Grey images stay grey although the function given to Dataset.map converts them"),
        Sentence(
            "There image.shape[-1] is not known, so that a Python if decides once for all images. Decode with "
            "channels=3, or "
            "decide with tf.shape and tf.cond. This program reads every image with three channels."
        ),
    ),
    Advice(
        "slow-model",
        ("loading.*(hangs|minutes)",),
        Sentence("A model takes minutes to open, or never opens"),
        Sentence(
            "A SavedModel, a network disk or another version of TensorFlow may be the cause. Keep models as "
            ".keras files, and "
            "copy them to this machine. Here models open in the background, and can be stopped."
        ),
    ),
    Advice(
        "slow-first-step",
        (),
        Sentence("The first step of a training takes as long as a hundred others"),
        Sentence("The step is being compiled, which the panel Training says. It is done once a run."),
    ),
    Advice(
        "runs-differ",
        (),
        Sentence("Two trainings with the same seed end with other weights"),
        Sentence("A seed alone does not order threads. Train with deterministic = true, which takes some 30 % longer."),
    ),
    Advice(
        "repeat-takes-a-number",
        (r"repeat\((True|False)\)",),
        Sentence("A data set gives one pass, or nothing, although repeat was called"),
        Sentence("Call repeat() without a number: repeat(True) means once, and repeat(False) never."),
    ),
)
