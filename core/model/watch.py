"""Watches the training of any Keras model, so that the window can show it like our own trainings.

A training of our own writes its folder itself; here a callback does so for `model.fit` of a foreign script:

    watch = Watch("runs/mine", images=["words/a.png"], charset="0123456789", maps=MapSpec(stride=2))
    model.fit(data, epochs=5, callbacks=[watch])
"""

from __future__ import annotations

import time
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import keras
import numpy as np
from keras import ops
from numpy.typing import NDArray

from core.base.errors import FileWriteError, ImageError, LabelError, ModelError, Sentence
from core.base.files import make_folder, write_atomically
from core.base.images import image_size, read_image
from core.base.version import written_by
from core.charset import Charset
from core.data.samples.samples import fit_image
from core.labels.files.storage import label_path, read_label
from core.labels.maps.decoding import word_of
from core.labels.maps.render import render
from core.labels.maps.spec import MapSpec
from core.model.network.formation import WordFormation
from core.runs.config import make_config
from core.runs.files import CHOICES_SCHEMA
from core.runs.folder import RunFolder, create, versions
from core.runs.spec import STRIDES, NetworkSpec

Maps = Mapping[str, Any]
"""`character` (h, w, C + 1 or C), `order` (h, w, n + 1 or n), `localization` (h, w) or (h, w, 1): probabilities."""

_NAMES = ("character", "order", "localization")
_LEAST = 1e-9  # so that the logarithm of 0 is a number
_TOLERANCE = 1e-3  # by which the probabilities of a pixel may differ from 1


class Watch(keras.callbacks.Callback):  # type: ignore[misc]  # Keras carries no types
    """Writes a run's folder while `fit` trains a model of any kind.

    Runs, curves, pinned words and maps of the window show the folder, live and afterwards. Of each image are written:
    the target maps of its label, if it has one with polygons, once; the predicted maps and the word at every look.

    Parameters
    ----------
    folder : path
        The run's folder, which must not exist. Below `.textscanner/runs` of a project the window finds it by itself.
    images : sequence of path
        Images that are looked at, best those of a project.
    charset : str
        The symbols; `charset[i]` has id i + 1.
    maps : MapSpec
        Size of the model's input, and the longest word. Its stride follows from the maps that the model gives.
    project : path, optional
        The folder of the images. None: that of the first image, or else the run's own.
    every : int
        Steps from one look to the next. The first look is before the training.
    prepare : callable, optional
        Makes the input of the model, without the axis of the batch, of an image (height, width, 3) uint8 RGB that was
        resized to the size of `maps`. None: the image as it is.
    read : callable, optional
        Makes `Maps` of what the model gives for one image. None: the model gives a dict with their names, or the three
        in this order. A character map without background and an order map without "no character" get these channels.

    Raises
    ------
    RunError, ModelError
        If the training begins: the folder exists, or the maps that the model gives do not fit the charset and `maps`.
    """

    def __init__(
        self,
        folder: str | Path,
        images: Sequence[str | Path] = (),
        charset: str = "",
        maps: MapSpec | None = None,
        *,
        project: str | Path | None = None,
        every: int = 100,
        prepare: Callable[[NDArray[np.uint8]], Any] = lambda image: image,
        read: Callable[[Any], Maps] | None = None,
    ) -> None:
        super().__init__()
        if every < 1:
            raise ValueError(f"every: {every} is no number of steps from 1")
        self._folder = Path(folder).absolute()
        self._images = tuple(Path(image).absolute() for image in images)
        self._charset = Charset(tuple(charset))
        self._maps = maps or MapSpec()
        parent = self._images[0].parent if self._images else self._folder.parent
        self._project = parent if project is None else Path(project).absolute()
        self._every = every
        self._prepare = prepare
        self._read = read or _by_name
        self._run: RunFolder | None = None
        self._spec: NetworkSpec | None = None
        self._words: WordFormation | None = None
        self._step = 0
        self._best: float | None = None
        self._facts: dict[str, Any] = {}
        self._reported: set[str] = set()
        self._begun = time.monotonic()

    @property
    def run(self) -> RunFolder:
        """The folder of the run, which exists from the beginning of the training on."""
        assert self._run is not None
        return self._run

    def on_train_begin(self, logs: Mapping[str, Any] | None = None) -> None:
        """Make the run's folder and predict the watched images, or go on in the same folder if `fit` is called again.

        Raises
        ------
        ImageError
            If a watched image cannot be read.
        ModelError
            If the model does not give the three maps.
        RunError
            If the folder is taken, or another process trains in it.
        FileWriteError, OSError
            If a file of the run cannot be written.
        """
        del logs
        if self._run is not None:
            self._run.lock()
            return
        epochs, of_epoch = self.params.get("epochs") or 1, self.params.get("steps")
        first = [(image, self._maps_of(image)) for image in self._images[:1]]
        config = make_config(
            {
                "folder": self._project,
                "run": self._folder,
                "steps": max(1, epochs * (of_epoch or 1)),
                "trainer": "fit",
                "watch": self._images,
            },
            "Watch",
        )
        self._run = create(config)
        self._run.lock()
        self._begun = time.monotonic()
        device = Sentence("Keras' fit on {backend}: {model}", backend=keras.backend.backend(), model=self.model.name)
        facts: dict[str, Any] = {"versions": versions(), "beginnings": [{"device": device}], "foreign": True}
        if self._spec is not None:
            facts["spec"] = self._spec.to_dict()
        self._facts = written_by(CHOICES_SCHEMA) | facts
        self._run.write_json(self._run.facts, self._facts)
        write_atomically(
            self._run.notes,
            f"A Keras training that Watch has written: {self.model.name}, "
            f"{self.model.count_params():,} parameters. The choices of the configuration are not its own.\n".encode(),
        )
        self._keep_targets()
        self._look(dict(first))

    def on_train_batch_end(self, batch: int, logs: Mapping[str, Any] | None = None) -> None:
        """Write the losses, which Keras averages since the epoch began, and predict watched images when due."""
        del batch
        self._step += 1
        line = {"kind": "step", "step": self._step, **_numbers(logs)}
        with suppress(AttributeError):  # an optimizer without a rate
            line["learning_rate"] = float(ops.convert_to_numpy(self.model.optimizer.learning_rate))
        seconds = time.monotonic() - self._begun
        self._attempt(lambda: self.run.append(line | {"seconds": round(seconds, 3)}))
        if self._step % self._every == 0:
            self._look({})

    def on_epoch_end(self, epoch: int, logs: Mapping[str, Any] | None = None) -> None:
        """Write the validation losses and metrics that Keras reports."""
        del epoch
        validated = {k.removeprefix("val_"): v for k, v in _numbers(logs).items() if k.startswith("val_")}
        if not validated:
            return
        losses = {name: value for name, value in validated.items() if "loss" in name}
        metrics = {name: value for name, value in validated.items() if name not in losses}
        loss = losses.get("loss")
        is_best = loss is not None and (self._best is None or loss < self._best)
        self._best = loss if is_best else self._best
        line = {"kind": "validation", "step": self._step, "losses": losses, "metrics": metrics, "best": is_best}
        seconds = time.monotonic() - self._begun
        self._attempt(lambda: self.run.append(line | {"seconds": round(seconds, 3)}))

    def on_train_end(self, logs: Mapping[str, Any] | None = None) -> None:
        """Predict the watched images once more, and release the folder."""
        del logs
        if self._step % self._every:
            self._look({})
        self._attempt(lambda: self.run.write_json(self.run.facts, self._facts | {"ended": True}))
        self.run.unlock()

    def _attempt(self, work: Callable[[], object]) -> None:
        """Write something, and warn once of a full disk or an image that is gone while the training goes on."""
        try:
            work()
        except (FileWriteError, ImageError, OSError) as error:
            sentence = Sentence("Watch: {error} The training goes on without being watched.", error=error)
            if sentence not in self._reported:
                self._reported.add(sentence)
                warnings.warn(sentence, stacklevel=2)

    def _look(self, known: Mapping[Path, Mapping[str, NDArray[Any]]]) -> None:
        """Predict all images and keep the outputs, with maps in `known` that were predicted already."""
        readings: list[tuple[str, str, str]] = []
        for image in self._images:
            self._attempt(partial(self._look_at, image, known, readings))
        if readings:
            self._attempt(lambda: self.run.write_readings(readings))

    def _look_at(
        self, image: Path, known: Mapping[Path, Mapping[str, NDArray[Any]]], readings: list[tuple[str, str, str]]
    ) -> None:
        """Predict an image, keep its maps, and add its name, its known text and its reading to `readings`."""
        outputs = self._formed(known[image] if image in known else self._maps_of(image))
        assert self._spec is not None
        word = word_of(outputs, self._spec.charset, self._spec.maps, image_size(image))
        self.run.save_prediction(image, self._step, word.text, outputs)
        readings.append((image.name, _text_of(image), word.text))

    def _maps_of(self, image: Path) -> dict[str, NDArray[Any]]:
        """Return the model's maps of an image, as probabilities with all channels."""
        given = self._prepare(fit_image(read_image(image), self._maps))
        outputs = self.model(np.asarray(given)[None], training=False)
        first = keras.tree.map_structure(lambda value: ops.convert_to_numpy(value)[0], outputs)
        maps = {name: np.asarray(value, np.float64) for name, value in self._read(first).items()}
        if missing := [name for name in _NAMES if name not in maps]:
            raise ModelError(
                "Watch: the model gives no map “{name}”. Pass read, a function that makes the three maps from the "
                "model's output.",
                name=missing[0],
            )
        q = maps["localization"]
        maps["localization"] = q = q[..., 0] if q.ndim == 3 else q
        maps["character"] = _whole("character", maps["character"], len(self._charset), q.shape)
        maps["order"] = _whole("order", maps["order"], self._maps.max_length, q.shape)
        maps = _at_known_stride(maps, self._maps)
        self._spec = self._spec or NetworkSpec(
            "small", self._charset.symbols, self._maps.with_(stride=self._maps.height // maps["order"].shape[0])
        )
        return maps

    def _formed(self, maps: Mapping[str, NDArray[Any]]) -> dict[str, NDArray[Any]]:
        """Form the word, with all outputs as our own models give them."""
        assert self._spec is not None
        self._words = self._words or WordFormation(self._spec)
        logits = {name: np.log(np.maximum(maps[name], _LEAST)) for name in ("character", "order")}
        given = logits | {"localization": maps["localization"]}
        outputs = self._words({name: ops.convert_to_tensor(value[None], "float32") for name, value in given.items()})
        return {name: ops.convert_to_numpy(value)[0] for name, value in outputs.items()}

    def _keep_targets(self) -> None:
        """Write the resized image and the target maps of each image whose label has polygons, as arrays."""
        for image in self._images if self._spec is not None else ():
            folder = self.run.watched_folder(image)
            arrays: dict[str, NDArray[Any]] = {"image": fit_image(read_image(image), self._maps)}
            assert self._spec is not None
            with suppress(LabelError):  # no label, or one that teaches nothing: the picture alone
                label = read_label(label_path(image)).label
                if label.characters:
                    maps = render(label, image_size(image), self._charset, self._spec.maps, "ignore", image.name)
                    arrays |= dict(zip(_NAMES, maps, strict=True))
            make_folder(folder)
            with (folder / "target.npz").open("wb") as file:
                np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # NumPy's stubs see a flag


def _by_name(outputs: Any) -> Maps:
    """Return the maps of a model that gives them by their names, or the three in order."""
    if isinstance(outputs, Mapping):
        return outputs
    if isinstance(outputs, (list, tuple)) and len(outputs) >= len(_NAMES):
        return dict(zip(_NAMES, outputs, strict=False))
    raise ModelError(
        "Watch: the model gives neither a dict nor three maps. Pass read, a function that makes the three maps from "
        "the model's output."
    )


def _whole(name: str, values: NDArray[Any], count: int, size: tuple[int, ...]) -> NDArray[Any]:
    """Return a map of `count` channels with the first one, for nothing, in front if the model gives none."""
    if values.ndim != 3 or values.shape[:2] != size or values.shape[2] not in (count, count + 1):
        raise ModelError(
            "Watch: the map “{name}” is {shape}; by charset and max_length it should be {height} × {width} with "
            "{count} or {more} channels. Pass read, a function that makes the three maps from the model's output.",
            name=name,
            shape=" × ".join(map(str, values.shape)),
            height=size[0],
            width=size[-1],
            count=count,
            more=count + 1,
        )
    if values.min() < 0 or values.max() > 1 + _TOLERANCE:  # logits
        powers = np.exp(values - values.max(axis=-1, keepdims=True))
        values = powers / powers.sum(axis=-1, keepdims=True)
    if values.shape[2] == count:
        rest = np.clip(1 - values.sum(axis=-1, keepdims=True), 0, 1)
        values = np.concatenate([rest, values], axis=-1)
    return values


def _at_known_stride(maps: dict[str, NDArray[Any]], spec: MapSpec) -> dict[str, NDArray[Any]]:
    """Take means over pixels until the maps have a stride that the window shows: 2 of full resolution."""
    while True:
        height, width = maps["localization"].shape
        stride = spec.height // height
        if stride in STRIDES and (height * stride, width * stride) == (spec.height, spec.width):
            return maps
        if stride >= max(STRIDES) or height % 2 or width % 2 or stride < 1:
            raise ModelError(
                "Watch: maps of {height} × {width} do not divide an input of {rows} × {columns} by 1, 2 or 4. "
                "Give the size of the model's input in maps.",
                height=height,
                width=width,
                rows=spec.height,
                columns=spec.width,
            )
        maps = {
            name: value.reshape(height // 2, 2, width // 2, 2, *value.shape[2:]).mean(axis=(1, 3))
            for name, value in maps.items()
        }


def _numbers(logs: Mapping[str, Any] | None) -> dict[str, float]:
    numbers = {}
    for name, value in (logs or {}).items():
        with suppress(TypeError, ValueError):  # what is no number is no curve
            numbers[name] = float(value)
    return numbers


def _text_of(image: Path) -> str:
    try:
        return read_label(label_path(image)).label.word
    except LabelError:
        return ""
