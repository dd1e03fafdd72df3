"""The child process that loads the model, reads the compared images and converts it (`python -m` this module).

Two lines of JSON arrive on standard input: `{model, size}`, and, once the model is open, `{out, forms, free, images,
reference}`. Events are lines of JSON on standard output. The process ends when its standard input does.
"""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from core.base.child_process import Send, end_with_parent, sentence_of, speaking
from core.base.errors import ImageError, StudioError, to_json
from core.base.images import read_image
from core.data.samples.samples import LeftOut, fit_image
from core.model.export.forms import MAPS, Form
from core.runs.spec import NetworkSpec

if TYPE_CHECKING:
    from core.model.network.saving import Recogniser

_MOST_BYTES = 64 << 20  # of maps that are compared: a charset of thousands has gigabytes of them


def main() -> None:
    """Carry out the task that the parent process writes to standard input."""
    send = speaking()
    name = ""
    try:
        first = json.loads(sys.stdin.readline())
        name = Path(first["model"]).name
        recogniser = opened(Path(first["model"]), first["size"])
        send({"event": "opened", "spec": recogniser.spec.to_dict()})
        task = json.loads(sys.stdin.readline())
        end_with_parent()
        work(recogniser, task, send)
    except (StudioError, OSError) as error:
        send({"event": "refused", "sentence": to_json(sentence_of(error, name))})
    os._exit(0)  # TensorFlow takes seconds to tear itself down


def opened(path: Path, size: Sequence[int] | None) -> Recogniser:
    """Open a model for images of its own size or another, and check that its weights are finite.

    Parameters
    ----------
    path : Path
        A model file, a run, or one of its checkpoints.
    size : sequence of int or None
        (height, width): of the images, in pixels. None: the model's own.

    Raises
    ------
    ModelError
        If the model cannot be used.
    """
    from core.model.export.plain import in_floats  # here and below: TensorFlow comes with it
    from core.model.using.opening import open_recogniser

    recogniser = in_floats(open_recogniser(path))
    if size:
        maps = recogniser.spec.maps.with_(height=size[0], width=size[1])
        recogniser = replace(recogniser, spec=recogniser.spec.with_(maps=maps))
    return recogniser


def work(recogniser: Recogniser, task: dict[str, Any], send: Send) -> None:
    """Read the images, if the task names a file for the readings, and convert the model into each form."""
    from core.model.export.converting import convert
    from core.model.export.operators import operators_of

    paths = [Path(path) for path in task["images"]]
    if task["reference"]:
        _read(recogniser, paths, Path(task["reference"]), send)
    folder = Path(task["out"])
    forms = [Form.from_dict(values) for values in task["forms"]]
    images = _fitted(paths, recogniser.spec) if any(form.is_calibrated for form in forms) else []
    for form in forms:
        send({"event": "started", "form": form.name})
        try:
            convert(recogniser, form, folder, free=task["free"], images=images)
        except OSError:
            raise  # the disk: no other form can be written either
        except Exception as error:  # converters promise no type
            send({"event": "failed", "form": form.name, "sentence": to_json(sentence_of(error, form.name))})
        else:
            send({"event": "converted", "form": form.name, "operators": operators_of(folder / form.files[0])})


def _fitted(paths: Sequence[Path], spec: NetworkSpec) -> list[NDArray[np.uint8]]:
    images = []
    for path in paths:
        with contextlib.suppress(ImageError):  # `_read` has told it
            images.append(fit_image(read_image(path), spec.maps, spec.padding))
    return images


def _read(recogniser: Recogniser, paths: Sequence[Path], reference: Path, send: Send) -> None:
    """Read the images as the program does, and keep the maps that readers are compared with."""
    from core.model.using.prediction import Predictor

    predictor = Predictor(recogniser, batch_size=1)
    predictor.warm_up()
    began = time.perf_counter()
    predictions = list(predictor.predict((str(path), partial(read_image, path)) for path in paths))
    seconds = time.perf_counter() - began
    usable = [path for path, read in zip(paths, predictions, strict=True) if not isinstance(read, LeftOut)]
    texts = [None if isinstance(read, LeftOut) else read.word.text for read in predictions]
    send({"event": "read", "texts": texts, "rate": len(predictions) / seconds})
    if not usable:
        return
    spec = recogniser.spec
    h, w = spec.maps.map_size
    bytes_each = 4 * h * w * (len(spec.charset) + spec.maps.max_length + 3)
    pixels = np.array(_fitted(usable[: max(1, _MOST_BYTES // bytes_each)], spec))
    outputs = recogniser.network.predict(pixels, verbose=0)
    character, order = (_softmax(outputs[name]) for name in MAPS[:2])
    with reference.open("wb") as file:
        np.savez(
            file,
            pixels=pixels,
            paths=np.array([str(path) for path in usable]),
            localization=outputs["localization"],
            character=character,
            order=order,
        )


def _softmax(logits: NDArray[np.float32]) -> NDArray[np.float32]:
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=-1, keepdims=True), np.float32)


if __name__ == "__main__":
    main()
