"""A training of a foreign Keras model whose folder the window can show."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import keras
import numpy as np
import pytest
from keras import layers, ops
from PIL import Image

from app.reading.predicted import from_outputs
from core.base.errors import ModelError, RunError
from core.charset import Charset
from core.data.drawing.demo import prepare, write_demo
from core.labels.files.storage import read_label, write_label
from core.labels.label import CharacterLabel, WordLabel
from core.labels.maps.spec import MapSpec
from core.model.watch import Watch
from core.runs.curves import read_curves
from core.runs.files import RunFiles, json_lines
from core.runs.info import find_runs, is_locked, read_run, watched_predictions
from core.runs.watched import read_watched, run_spec

pytestmark = pytest.mark.long

SPEC = MapSpec(height=32, width=64, max_length=4)
CHARSET = "ab"


@pytest.fixture
def word(tmp_path: Path) -> Path:
    folder = tmp_path / "words"
    folder.mkdir()
    image = folder / "word.png"
    Image.fromarray(np.random.default_rng(0).integers(0, 256, (32, 64, 3)).astype(np.uint8)).save(image)
    square = ((4.0, 4.0), (24.0, 4.0), (24.0, 28.0), (4.0, 28.0))
    write_label(image.with_suffix(".json"), WordLabel(characters=(CharacterLabel("a", square),)), (32, 64))
    assert read_label(image.with_suffix(".json")).label.word == "a"
    return image


def foreign(stride: int = 1, *, spare: int = 1, softmax: bool = True) -> keras.Model:
    """Three maps in a list, in the reference's way: no channel for "no character" if `spare` is 0."""
    image = keras.Input((32, 64, 3))
    x = layers.Conv2D(4, 3, strides=stride, padding="same")(image)
    end = "softmax" if softmax else None
    g = layers.Conv2D(len(CHARSET) + spare, 1, activation=end, name="g")(x)
    s = layers.Conv2D(SPEC.max_length + spare, 1, activation=end, name="s")(x)
    q = layers.Conv2D(1, 1, activation="sigmoid", name="q")(x)
    return keras.Model(image, [g, s, q], name="foreign")


def fit(model: keras.Model, watch: Watch, *, epochs: int = 2, of_epoch: int = 3, **more: Any) -> None:
    model.compile("sgd", loss=[lambda target, given: ops.mean(given)] * 3)
    maps = [np.zeros((of_epoch, *output.shape[1:])) for output in model.outputs]
    images = np.random.default_rng(1).random((of_epoch, 32, 64, 3))
    more = {"validation_data": (images, maps)} | more
    model.fit(images, maps, batch_size=1, epochs=epochs, verbose=0, callbacks=[watch], **more)


def scaled(image: np.ndarray) -> np.ndarray:
    return image / 255


@pytest.mark.parametrize("stride", [1, 2, 4])
@pytest.mark.parametrize("spare", [0, 1])
def test_folder_of_a_foreign_training_is_a_run_with_curves_and_maps(
    word: Path, tmp_path: Path, stride: int, spare: int
):
    run = tmp_path / "run"
    fit(foreign(stride, spare=spare), Watch(run, [word], CHARSET, SPEC, every=2, prepare=scaled))
    info = read_run(run)
    assert (info.state, info.step, info.steps, info.problem) == ("finished", 6, 6, "")
    assert "foreign" in info.device and "foreign" in info.notes
    curves = read_curves(RunFiles(run).metrics)
    assert curves["loss"][0].tolist() == [1, 2, 3, 4, 5, 6]
    assert curves["learning_rate"][1].tolist() == pytest.approx([0.01] * 6)
    assert curves["validation_loss"][0].tolist() == [3, 6]
    predictions = watched_predictions(run, word)
    assert [step for step, _ in predictions] == [0, 2, 4, 6]
    spec = run_spec(run)
    assert (spec.maps.stride, spec.charset) == (max(stride, 2), ("a", "b"))
    shown = from_outputs("word.png", read_watched(predictions[-1][1]), spec, (32, 64), 6)
    assert shown.maps.map_size == (32 // max(stride, 2), 64 // max(stride, 2))
    assert [line["target"] for line in json_lines(RunFiles(run).readings)] == ["a"]
    with np.load(RunFiles(run).watched_folder(word) / "target.npz") as target:
        assert target["image"].shape == (32, 64, 3)
        assert set(np.unique(target["order"])) == {0, 1}


def test_maps_are_those_of_the_model(word: Path, tmp_path: Path):
    run, model = tmp_path / "run", foreign(4)
    fit(model, Watch(run, [word], CHARSET, SPEC, prepare=scaled), epochs=1)
    g, s, q = (np.asarray(value)[0] for value in model(scaled(np.asarray(Image.open(word)))[None], training=False))
    kept = read_watched(watched_predictions(run, word)[-1][1])
    np.testing.assert_allclose(kept["localization_map"], q[..., 0], atol=1e-6)
    np.testing.assert_allclose(kept["order_map"], s, atol=1e-3)
    np.testing.assert_array_equal(kept["symbol_ids"][..., 0], g.argmax(-1))


def test_logits_become_probabilities(word: Path, tmp_path: Path):
    run = tmp_path / "run"
    fit(foreign(4, softmax=False), Watch(run, [word], CHARSET, SPEC, prepare=scaled), epochs=1)
    order = read_watched(watched_predictions(run, word)[0][1])["order_map"].astype(np.float64)
    np.testing.assert_allclose(order.sum(axis=-1), 1, atol=5e-3)


def test_run_is_running_while_the_model_is_trained(word: Path, tmp_path: Path):
    run, seen = tmp_path / "run", []
    look = keras.callbacks.LambdaCallback(on_train_batch_end=lambda batch, logs: seen.append(is_locked(run)))
    model, watch = foreign(4), Watch(run, [word], CHARSET, SPEC)
    model.compile("sgd", loss=[lambda target, given: ops.mean(given)] * 3)
    maps = [np.zeros((1, *output.shape[1:])) for output in model.outputs]
    model.fit(np.zeros((1, 32, 64, 3)), maps, verbose=0, callbacks=[watch, look])
    assert seen == [True]
    assert not is_locked(run)


def test_second_fit_goes_on_in_the_folder(word: Path, tmp_path: Path):
    model, watch = foreign(4), Watch(tmp_path / "run", [word], CHARSET, SPEC)
    fit(model, watch, epochs=1)
    fit(model, watch, epochs=1)
    assert read_curves(RunFiles(tmp_path / "run").metrics).last_step == 6


def test_folder_that_is_there_is_refused_before_anything_is_trained(word: Path, tmp_path: Path):
    (tmp_path / "run").mkdir()
    with pytest.raises(RunError, match="a file or folder of this name already"):
        fit(foreign(4), Watch(tmp_path / "run", [word], CHARSET, SPEC))


@pytest.mark.parametrize(
    ("read", "message"),
    [
        (lambda outputs: {"character": outputs[0], "order": outputs[1]}, "no map “localization”"),
        (
            lambda outputs: dict(zip(("order", "character", "localization"), outputs, strict=True)),
            "the map “character”",
        ),
    ],
)
def test_maps_that_do_not_fit_are_told_and_no_folder_is_made(
    word: Path, tmp_path: Path, read: Callable[[Any], Any], message: str
):
    with pytest.raises(ModelError, match=message):
        fit(foreign(4), Watch(tmp_path / "run", [word], CHARSET, SPEC, read=read))
    assert not (tmp_path / "run").exists()


def test_image_that_is_gone_is_warned_of_and_the_training_goes_on(word: Path, tmp_path: Path):
    watch = Watch(tmp_path / "run", [word], CHARSET, SPEC, every=1)
    gone = keras.callbacks.LambdaCallback(on_epoch_begin=lambda epoch, logs: word.unlink())
    model = foreign(4)
    model.compile("sgd", loss=[lambda target, given: ops.mean(given)] * 3)
    maps = [np.zeros((2, *output.shape[1:])) for output in model.outputs]
    with pytest.warns(UserWarning, match="The training goes on without being watched"):
        model.fit(np.zeros((2, 32, 64, 3)), maps, batch_size=1, verbose=0, callbacks=[watch, gone])
    assert read_curves(RunFiles(tmp_path / "run").metrics).last_step == 2


def test_curves_need_no_image(tmp_path: Path):
    fit(foreign(4), Watch(tmp_path / "run"), epochs=1)
    assert read_run(tmp_path / "run").state == "finished"
    assert "loss" in read_curves(RunFiles(tmp_path / "run").metrics)


@pytest.mark.slow
def test_script_of_the_manual_trains_and_its_run_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    page = Path(__file__).parents[3] / "docs" / "watching.md"
    script = "\n".join(re.findall(r"^```python\n(.*?)^```", page.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL))
    for large, small in (("height=64, width=256", "height=32, width=64"), ("10, 4, 5\n", "10, 2, 1\n")):
        assert large in script
        script = script.replace(large, small)
    config = prepare(Charset(tuple("0123456789"))).config
    write_demo(tmp_path / "words", config, count=4, seed=0, errors=0)
    monkeypatch.chdir(tmp_path)
    exec(compile(script, str(page), "exec"), {"__name__": "manual"})
    (info,) = find_runs((tmp_path / "words" / ".textscanner" / "runs",))
    assert (info.state, info.step) == ("finished", 2)
    curves = read_curves(RunFiles(info.path).metrics)
    assert {"loss", "character_loss", "order_loss", "localization_loss"} <= curves.keys()
    for image in sorted((tmp_path / "words").glob("*.png")):
        assert [step for step, _ in watched_predictions(info.path, image)] == [0, 2]
