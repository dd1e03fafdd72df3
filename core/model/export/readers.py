"""The readers beside the forms: programs of 20 lines that print the text of an image without importing ours."""

from __future__ import annotations

import inspect
from string import Template

from core.model.export import open_picture
from core.model.export.forms import MAPS, Form
from core.runs.spec import NetworkSpec

_NEEDS = {
    "keras": "keras and tensorflow",
    "weights": "keras and tensorflow",
    "json": "keras and tensorflow",
    "savedmodel": "tensorflow",
    "frozen": "tensorflow",
    "onnx": "onnxruntime",
    "tflite": "ai-edge-litert, or tensorflow",
    "h5": "keras and tensorflow",
}

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


def run(x):
    found = RUN(image=np.clip(np.round(($scaling) / SCALE + ZERO), -128, 127).astype(np.int8)[None])
    parts = {name: (np.float32(value[0]), *GIVES[name]["quantization"]) for name, value in found.items()}
    return {name: (value - zero) * scale for name, (value, scale, zero) in parts.items()}"""

_SCALINGS = {
    "symmetric": "x / 127.5 - 1",
    "contrast": "(x - x.mean()) / max(x.std(), 4)",
    "caffe": "x[..., ::-1] - np.float32([103.939, 116.779, 123.68])",
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

Needs numpy, pillow, $needs, and open_picture.py beside it. Written by TextScanner Studio; do with it as you like.
"""
import sys
from pathlib import Path

import numpy as np
$imports
from open_picture import rgb
from PIL import Image

CHARSET = Path(__file__).with_name("charset.txt").read_text(encoding="utf-8").split("\\n")
$load


def read(path):
    x = rgb(path)$turned$rims$content
    for axis, size in enumerate(np.minimum(x.shape[:2], ($height, $width))):  # averaged where it shrinks
        x = np.stack([part.mean(axis) for part in np.split(x.repeat(size, axis), size, axis)], axis)
    # Interpolated where it grows
    planes = [Image.fromarray(np.float32(x[..., c])).resize(($width, $height), Image.BILINEAR) for c in range(3)]
$found
$text


if __name__ == "__main__":
    print(*map(read, sys.argv[1:]), sep="\\n")
'''
_RIMS = """
    # Narrow images get their rim again at both sides: half of the pixels that are missing, rounded down and up
    x = np.pad(x, ((0, 0), (np.arange(2) + max(0, $missing)) // 2, (0, 0)), "edge")"""
_KEPT_ASPECT = """
    scale = min($height / x.shape[0], $width / x.shape[1])
    height, width = (max(1, round(length * scale)) for length in x.shape[:2])"""
_FOUND = "    found = run((np.stack(planes, 2) + 0.501).astype(np.uint8))"
_FILLED_UP = """\
    rest = (0, $height - height), (0, $width - width), (0, 0)
    found = run(np.pad(np.stack(planes, 2) + 0.501, rest, constant_values=$padding).astype(np.uint8))"""


PICTURES = "open_picture.py"
"""The file beside the readers that opens pictures for them."""


def picture_opener() -> str:
    """Return the text of the program `PICTURES`, which opens pictures for the readers."""
    return inspect.getsource(open_picture)


def reader_of(form: Form, spec: NetworkSpec) -> str:
    """Return the text of the program that reads images with a form of a model.

    Its functions `run` and `read` can be imported, too.
    """
    maps = spec.maps
    places = {
        "file": form.files[0],
        "outputs": (*MAPS, "ids"),
        "scaling": _SCALINGS[spec.sizes.scaling],
        "reader": form.reader,
        "needs": _NEEDS[form.format],
        "imports": _IMPORTS[form.format],
        "turned": _TURNED[maps.orientation],
        "height": maps.height,
        "width": maps.width,
        "padding": spec.padding,
        "missing": f"int(np.ceil({maps.padding} * len(x))) - x.shape[1]",
        "positions": maps.max_length,
        "threshold": spec.score_threshold,
    }
    load = _LOAD_AND_RUN[form.format]
    if form.is_calibrated:
        load = _INTEGERS if form.precision == "int8-only" else _SCALED
    text = _TEXT_INSIDE if form.holds_words else _TEXT_OUTSIDE
    content, running = (_KEPT_ASPECT, _FILLED_UP) if maps.keep_aspect else ("", _FOUND)
    rims = "" if maps.padding is None else _RIMS
    made = {"load": load, "text": text, "rims": rims, "content": content, "found": running}
    places |= {name: Template(part).substitute(places) for name, part in made.items()}
    if maps.keep_aspect:
        places |= {"height": "height", "width": "width"}
    return Template(_READER).substitute(places)
