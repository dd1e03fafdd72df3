"""The readers beside each form: programs of some 20 lines that print the text of an image, without a line of ours."""

from __future__ import annotations

from string import Template

from core.model.export.forms import MAPS, Form
from core.runs.spec import NetworkSpec

_NEEDS = {"keras": "keras and tensorflow", "weights": "keras and tensorflow", "json": "keras and tensorflow",
          "savedmodel": "tensorflow", "frozen": "tensorflow", "onnx": "onnxruntime",
          "tflite": "ai-edge-litert, or tensorflow", "h5": "keras and tensorflow"}  # fmt: skip

_IMPORTS = {
    "keras": "import keras",
    "weights": "import keras",
    "json": "import keras",
    "h5": "import keras",
    "savedmodel": "import tensorflow as tf",
    "frozen": "import tensorflow as tf",
    "onnx": "import onnxruntime",
    "tflite": """
try:
    from ai_edge_litert.interpreter import Interpreter
except ImportError:
    from tensorflow.lite.python.interpreter import Interpreter""",
}

_KERAS_RUN = """def run(pixels):
    return {name: np.asarray(value)[0] for name, value in MODEL.predict_on_batch(pixels[None]).items()}"""

_ARCHITECTURE = """\
MODEL = keras.models.model_from_json(Path(__file__).with_name("model.json").read_text(encoding="utf-8"))
MODEL.load_weights(Path(__file__).with_name("model.weights.h5"))"""

_LOAD_AND_RUN = {
    "keras": f'MODEL = keras.saving.load_model(Path(__file__).with_name("$file"), compile=False)\n\n\n{_KERAS_RUN}',
    "h5": """MODEL = keras.saving.load_model(Path(__file__).with_name("$file"), compile=False)


def run(pixels):
    x = pixels.astype(np.float32)
    found = MODEL.predict_on_batch(($scaling)[None])
    return {name: np.asarray(value)[0] for name, value in found.items()}""",
    "weights": f"{_ARCHITECTURE}\n\n\n{_KERAS_RUN}",
    "json": f"{_ARCHITECTURE}\n\n\n{_KERAS_RUN}",
    "savedmodel": """MODEL = tf.saved_model.load(str(Path(__file__).with_name("$file")))


def run(pixels):
    return {name: value.numpy()[0] for name, value in MODEL.serve(tf.constant(pixels[None])).items()}""",
    "frozen": """GRAPH = tf.compat.v1.GraphDef.FromString(Path(__file__).with_name("$file").read_bytes())
MODEL = tf.compat.v1.wrap_function(lambda: tf.import_graph_def(GRAPH, name=""), [])
RUN = MODEL.prune("image:0", {name: f"{name}:0" for name in $outputs})


def run(pixels):
    return {name: value.numpy()[0] for name, value in RUN(tf.constant(pixels[None])).items()}""",
    "onnx": """MODEL = onnxruntime.InferenceSession(Path(__file__).with_name("$file"))


def run(pixels):
    values = MODEL.run(None, {"image": pixels[None]})
    return {output.name: value[0] for output, value in zip(MODEL.get_outputs(), values)}""",
    "tflite": """RUN = Interpreter(model_path=str(Path(__file__).with_name("$file"))).get_signature_runner()


def run(pixels):
    return {name: value[0] for name, value in RUN(image=pixels[None]).items()}""",
}

_SCALED = """RUN = Interpreter(model_path=str(Path(__file__).with_name("$file"))).get_signature_runner()


def run(pixels):
    x = pixels.astype(np.float32)
    return {name: value[0] for name, value in RUN(image=($scaling)[None]).items()}"""

_INTEGERS = """RUN = Interpreter(model_path=str(Path(__file__).with_name("$file"))).get_signature_runner()
(SCALE, ZERO), GIVES = RUN.get_input_details()["image"]["quantization"], RUN.get_output_details()


def run(pixels):
    x = pixels.astype(np.float32)
    found = RUN(image=np.clip(np.round(($scaling) / SCALE + ZERO), -128, 127).astype(np.int8)[None])
    parts = {name: gives["quantization"] for name, gives in GIVES.items()}
    return {name: (np.float32(value[0]) - parts[name][1]) * parts[name][0] for name, value in found.items()}"""

_SCALINGS = {
    "small": "x / 127.5 - 1",
    "reader": "(x - x.mean()) / max(x.std(), 4)",
    "resnet50": "x[..., ::-1] - np.float32([103.939, 116.779, 123.68])",
}

_TEXT_INSIDE = """    return "".join(CHARSET[number - 1] for number in found["ids"] if number)"""

_TEXT_OUTSIDE = """    # Word formation: the votes for each position's symbol, weighed by where the position is
    strength = (found["order"][..., 1:] * found["localization"][..., None]).reshape(-1, $positions)
    votes = strength.T @ found["character"][..., 1:].reshape(len(strength), -1)
    return "".join(CHARSET[n] for n, presence in zip(votes.argmax(1), strength.max(0)) if presence >= $threshold)"""

_TURNED = {
    "horizontal": "",
    "vertical": "\n    x = np.rot90(x)",
    "auto": "\n    x = np.rot90(x) if x.shape[0] > 1.5 * x.shape[1] else x",
}

_READER = '''"""Prints the text of word images: python $reader IMAGE …

Needs numpy, pillow and $needs. Written by TextScanner Studio; do with it as you like.
"""
import sys
from pathlib import Path

import numpy as np
$imports
from PIL import Image, ImageOps

CHARSET = Path(__file__).with_name("charset.txt").read_text(encoding="utf-8").split("\\n")
$load


def parts(new, old):  # how much of each old pixel is in a new one, as wide as the larger of the two
    middle, half, pixel = (np.arange(new)[:, None] + 0.5) * old / new, max(old / new, 1) / 2, np.arange(old)
    part = np.clip(np.minimum(pixel + 1, middle + half) - np.maximum(pixel, middle - half), 0, None)
    return part / part.sum(1, keepdims=True)


def read(path):
    x = np.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))$turned
    x, (old_height, old_width) = np.moveaxis(x, 2, 0), x.shape[:2]$content
    low, narrow = min($height, old_height), min($width, old_width)
    x = (parts(low, old_height) @ x @ parts(narrow, old_width).T).round().astype(int)
    down, across = (np.round(2048 * part).astype(int) for part in (parts($height, low), parts($width, narrow)))
    x = (down[:, :, None] * (x @ across.T >> 4)[:, None] >> 16).sum(2) + 2 >> 2  # interpolated as OpenCV does$padded
    found = run(np.moveaxis(x, 0, 2).astype(np.uint8))
$text


if __name__ == "__main__":
    print(*map(read, sys.argv[1:]), sep="\\n")
'''
_KEPT_ASPECT = """
    scale = min($height / old_height, $width / old_width)
    height, width = max(1, round(old_height * scale)), max(1, round(old_width * scale))"""
_PADDED = """
    x = np.pad(x, ((0, 0), (0, $height - height), (0, $width - width)), constant_values=$padding)"""


def reader_of(form: Form, spec: NetworkSpec) -> str:
    """Return the program that reads images with a form of a model; `run` and `read` of it can be imported, too."""
    maps = spec.maps
    places = {
        "file": form.files[0],
        "outputs": (*MAPS, "ids"),
        "scaling": _SCALINGS[spec.sizes.backbone],
        "reader": form.reader,
        "needs": _NEEDS[form.format],
        "imports": _IMPORTS[form.format],
        "turned": _TURNED[maps.orientation],
        "height": maps.height,
        "width": maps.width,
        "padding": spec.padding,
        "positions": maps.max_length,
        "threshold": spec.score_threshold,
    }
    load = _LOAD_AND_RUN[form.format]
    if form.is_calibrated:
        load = _INTEGERS if form.precision == "int8-only" else _SCALED
    text = _TEXT_INSIDE if form.holds_words else _TEXT_OUTSIDE
    content, padded = (_KEPT_ASPECT, _PADDED) if maps.keep_aspect else ("", "")
    made = {"load": load, "text": text, "content": content, "padded": padded}
    places |= {name: Template(part).substitute(places) for name, part in made.items()}
    if maps.keep_aspect:
        places |= {"height": "height", "width": "width"}
    return Template(_READER).substitute(places)
