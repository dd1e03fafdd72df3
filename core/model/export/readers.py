"""The readers beside each form: programs of some 20 lines that print the text of an image, without a line of ours."""

from __future__ import annotations

from string import Template

from core.model.export.forms import MAPS, WORDS, Form
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
    "frozen": "import tensorflow.compat.v1 as tf",
    "onnx": "import onnxruntime",
    "tflite": """try:
    from ai_edge_litert.interpreter import Interpreter
except ImportError:
    import tensorflow

    Interpreter = tensorflow.lite.Interpreter""",
}

_KERAS_RUN = """def run(pixels):
    return {name: np.asarray(value)[0] for name, value in MODEL.predict_on_batch(pixels[None]).items()}"""

_ARCHITECTURE = """MODEL = keras.models.model_from_json((HERE / "model.json").read_text(encoding="utf-8"))
MODEL.load_weights(HERE / "model.weights.h5")"""

_LOAD_AND_RUN = {
    "keras": f'MODEL = keras.saving.load_model(HERE / "$file", compile=False)\n\n\n{_KERAS_RUN}',
    "h5": """MODEL = keras.saving.load_model(HERE / "$file", compile=False)


def run(pixels):
    x = pixels.astype(np.float32)
    x = $scaling
    return {name: np.asarray(value)[0] for name, value in MODEL.predict_on_batch(x[None]).items()}""",
    "weights": f"{_ARCHITECTURE}\n\n\n{_KERAS_RUN}",
    "json": f"{_ARCHITECTURE}\n\n\n{_KERAS_RUN}",
    "savedmodel": """MODEL = tf.saved_model.load(str(HERE / "$file"))


def run(pixels):
    return {name: value.numpy()[0] for name, value in MODEL.serve(tf.constant(pixels[None])).items()}""",
    "frozen": """GRAPH = tf.GraphDef.FromString((HERE / "$file").read_bytes())
SESSION = tf.Session(graph=tf.Graph())
with SESSION.graph.as_default():
    tf.import_graph_def(GRAPH, name="")
NAMES = [node.name for node in GRAPH.node if node.name in $outputs]


def run(pixels):
    values = SESSION.run([f"{name}:0" for name in NAMES], {"image:0": pixels[None]})
    return {name: value[0] for name, value in zip(NAMES, values)}""",
    "onnx": """MODEL = onnxruntime.InferenceSession(HERE / "$file")


def run(pixels):
    names = [output.name for output in MODEL.get_outputs()]
    return {name: value[0] for name, value in zip(names, MODEL.run(names, {"image": pixels[None]}))}""",
    "tflite": """MODEL = Interpreter(model_path=str(HERE / "$file"))
RUN = MODEL.get_signature_runner()


def run(pixels):
    return {name: value[0] for name, value in RUN(image=pixels[None]).items()}""",
}

_QUANTISED = """MODEL = Interpreter(model_path=str(HERE / "$file"))
RUN = MODEL.get_signature_runner()


def run(pixels):
    x = pixels.astype(np.float32)
    x = $scaling
    given, gives = RUN.get_input_details()["image"], RUN.get_output_details()
    scale, zero = given["quantization"]
    if scale:
        x = np.clip(np.round(x / scale + zero), -128, 127)
    found = {name: value[0] for name, value in RUN(image=x[None].astype(given["dtype"])).items()}
    parts = {name: gives[name]["quantization"] for name in found}
    return {name: (np.float32(value) - parts[name][1]) * (parts[name][0] or 1) for name, value in found.items()}"""

_SCALINGS = {
    "small": "x / 127.5 - 1",
    "reader": "(x - x.mean()) / max(x.std(), 4)",
    "resnet50": "x[..., ::-1] - np.float32([103.939, 116.779, 123.68])",
}

_TEXT_INSIDE = """def text(found):
    return "".join(SPEC["charset"][number - 1] for number in found["ids"] if number)"""

_TEXT_OUTSIDE = """def text(found):  # word formation: each position's symbols, weighed by where the position is
    strength = (found["order"][..., 1:] * found["localization"][..., None]).reshape(-1, MAPS["max_length"])
    votes = strength.T @ found["character"][..., 1:].reshape(len(strength), -1)
    read = zip(votes.argmax(1), strength.max(0))
    return "".join(SPEC["charset"][number] for number, presence in read if presence >= SPEC["score_threshold"])"""

_TURNED = {
    "horizontal": "",
    "vertical": "\n    x = np.rot90(x)",
    "auto": "\n    x = np.rot90(x) if x.shape[0] > 1.5 * x.shape[1] else x",
}

_READER = '''"""Prints the text of word images: python $reader IMAGE …

Needs numpy, pillow and $needs. Written by TextScanner Studio; do with it as you like.
"""
import json
import sys
from pathlib import Path

import numpy as np
from PIL import Image, ImageOps

$imports

HERE = Path(__file__).resolve().parent
SPEC = json.loads((HERE / "spec.json").read_text(encoding="utf-8"))
MAPS = SPEC["maps"]
$load


def shrunk(x, size, axis):
    new, old, ratio = np.arange(size)[:, None], np.arange(x.shape[axis]), x.shape[axis] / size
    part = np.clip(np.minimum(old + 1, (new + 1) * ratio) - np.maximum(old, new * ratio), 0, 1) / ratio
    return np.moveaxis(np.tensordot(part, x, (1, axis)), 0, axis)


def neighbours(size, old):
    at = (np.arange(size) + 0.5) * old / size - 0.5
    low = np.floor(at).astype(int)
    return np.clip(low, 0, old - 1), np.clip(low + 1, 0, old - 1), np.round((at - low) * 2048).astype(int)[:, None]


def grown(x, height, width):  # rounds as OpenCV does, with which TextScanner Studio resizes
    left, right, part = neighbours(width, x.shape[1])
    x = x[:, left] * (2048 - part) + x[:, right] * part >> 4
    above, below, part = neighbours(height, x.shape[0])
    part = part[:, None]
    return (x[above] * (2048 - part) >> 16) + (x[below] * part >> 16) + 2 >> 2


$text


def read(path):
    x = np.asarray(ImageOps.exif_transpose(Image.open(path)).convert("RGB"))$turned
    size = [MAPS["height"], MAPS["width"]]$content
    x = shrunk(shrunk(x, min(size[0], x.shape[0]), 0), min(size[1], x.shape[1]), 1).round().astype(int)
    x = grown(x, *size).astype(np.uint8)$padded
    return text(run(x))


if __name__ == "__main__":
    for path in sys.argv[1:]:
        print(read(path))
'''
_KEPT_ASPECT = """
    scale = min(size[0] / x.shape[0], size[1] / x.shape[1])
    size = [max(1, round(x.shape[0] * scale)), max(1, round(x.shape[1] * scale))]"""
_PADDED = """
    padded = np.full((MAPS["height"], MAPS["width"], 3), SPEC["padding"], np.uint8)
    padded[: size[0], : size[1]] = x
    x = padded"""


def reader_of(form: Form, spec: NetworkSpec) -> str:
    """Return the program that reads images with a form of a model; `run` and `read` of it can be imported, too."""
    places = {
        "file": form.files[0],
        "outputs": (*MAPS, *WORDS),
        "scaling": _SCALINGS[spec.sizes.backbone],
        "reader": form.reader,
        "needs": _NEEDS[form.format],
        "imports": _IMPORTS[form.format],
        "text": _TEXT_INSIDE if form.holds_words else _TEXT_OUTSIDE,
        "turned": _TURNED[spec.maps.orientation],
        "content": _KEPT_ASPECT if spec.maps.keep_aspect else "",
        "padded": _PADDED if spec.maps.keep_aspect else "",
    }
    load = Template(_QUANTISED if form.is_calibrated else _LOAD_AND_RUN[form.format]).substitute(places)
    return Template(_READER).substitute(places, load=load)
