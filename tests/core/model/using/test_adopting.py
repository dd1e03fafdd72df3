"""A model that has learned and the one before read the same words."""

import shutil
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from support.networks.painted_words import SPEC, label, paint, save_labelled
from support.progress import stop_at

from core.base.progress import Cancelled, Staged, ignore_news
from core.charset import ALNUM, Charset
from core.data.drawing.fonts import bundled
from core.data.drawing.scene_effects import PRESETS
from core.data.drawing.synthesis import Synthesis
from core.data.samples.sources import SyntheticReader
from core.model.network.saving import build_recogniser, save_model
from core.model.using.adopting import SYNTHETIC, compare_models, compared, won_or_lost
from core.project.project import ProjectSettings, Validation, write_settings
from core.runs.adoption import AdoptionJob
from core.runs.config import make_config
from core.runs.folder import create

pytestmark = pytest.mark.long

TEXTS = ("12", "ab", "34", "AB", "56", "b9")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An untrained model: how many words it reads is of no matter here."""
    path = tmp_path_factory.mktemp("models") / "model.keras"
    save_model(path, build_recogniser(SPEC))
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Six corrected words, two that validate, and a draft that nobody has reviewed."""
    folder = tmp_path / "words"
    for place, text in enumerate(TEXTS):
        save_labelled(folder / f"{place}.png", paint(text), label(text, said=text))
    for text in ("78", "0a"):
        save_labelled(folder / "val" / f"{text}.png", paint(text), label(text, said=text))
    save_labelled(folder / "draft.png", paint("1"), replace(label("1", said="1"), text_source="model"))
    write_settings(folder, ProjectSettings(validation=Validation(folder="val")))
    return folder


def test_a_model_reads_as_much_as_itself_and_is_not_adopted(folder: Path, model: Path):
    told: list[tuple[int, int]] = []
    said: list[str] = []
    job = AdoptionJob(folder, model, model, model, minutes=0)
    found = compare_models(job, Staged(lambda done, total: told.append((done, total)), said.append))
    assert found.own.words == len(TEXTS) + 2
    assert found.synthetic.words == SYNTHETIC
    assert (found.own.gained, found.own.lost, found.synthetic.gained, found.synthetic.lost) == (0, 0, 0, 0)
    assert found.verdict == "kept"
    assert told[-1][0] == told[-1][1]
    words = 2 * (2 + SYNTHETIC) + len(TEXTS)
    read = [sentence for sentence in said if "step" not in sentence]
    assert read[0].endswith(f" of {words} words") and read[-1] == f"{words} of {words} words"
    assert said[-1] == "learning from your words part by part, step 200 of 200"
    listed = {word.image: (word.target, word.kind) for word in found.words}
    assert len(listed) == found.own.words, "every word of the project that was counted is listed"
    assert listed["0.png"] == ("12", "folds") and listed["val/78.png"] == ("78", "apart")


def test_synthetic_words_that_only_one_model_reads_are_listed_with_their_pictures():
    config = Synthesis(Charset(tuple(ALNUM)), bundled(ALNUM), PRESETS["mild"], length=(3, 8))
    stream = SyntheticReader(config, seed=1)
    before, after = [("a", True), ("b", True), ("", False)], [("a", True), ("c", False), ("d", False)]
    words = compared(stream, range(3), before, after, "synthetic")
    (lost,) = won_or_lost(words, stream)
    assert (lost.target, lost.before, lost.after) == (stream.label_of(1).word, "b", "c")
    picture = cv2.imdecode(np.frombuffer(lost.picture, np.uint8), cv2.IMREAD_COLOR)[:, :, ::-1]
    assert np.array_equal(picture, stream.read(1).image)


def test_the_time_left_is_told_once_the_steps_of_the_folds_are_known(folder: Path, model: Path):
    told: list[tuple[int, float | None]] = []
    times: list[float | None] = [None]
    compare_models(
        AdoptionJob(folder, model, model, model, minutes=0.75),
        Staged(lambda done, total: told.append((done, times[-1])), ignore_news, times.append),
    )
    words = 2 * (2 + SYNTHETIC) + len(TEXTS)
    assert {left for done, left in told if done <= words} == {None}
    assert any(left for done, left in told if done > words)
    assert told[-1][1] == 0.0


def test_words_that_were_not_corrected_are_not_read_in_folds(folder: Path, model: Path):
    assert compare_models(AdoptionJob(folder, model, model, model, ("0.png",), minutes=0)).own.words == 2


def test_words_on_which_two_readers_agree_are_left_out_and_counted(folder: Path, model: Path):
    for name in ("agreed.png", "val/agreed.png"):
        agreed = replace(label("9", said="9"), status="draft", text_source="model", accepted_by="agreement")
        save_labelled(folder / name, paint("9"), agreed)
    found = compare_models(AdoptionJob(folder, model, model, model, minutes=0))
    assert (found.own.words, found.agreed) == (len(TEXTS) + 2, 2)


def test_symbols_that_the_new_charset_leaves_out_are_counted_and_not_taken_for_forgotten(
    folder: Path, model: Path, tmp_path: Path
):
    digits = tmp_path / "digits.keras"
    save_model(digits, build_recogniser(replace(SPEC, charset=("0", "1"))))
    found = compare_models(AdoptionJob(folder, model, digits, model, (), minutes=0))
    assert (found.synthetic.words, found.unknown) == (SYNTHETIC, len(SPEC.charset) - 2)


def test_training_from_random_weights_can_forget_nothing(folder: Path, model: Path):
    found = compare_models(AdoptionJob(folder, model, model, None, minutes=0))
    assert (found.own.words, found.synthetic.words) == (2, 0), "and no folds say how its heads would learn"


def trained(model: Path, run: Path, validated: Mapping[str, str], **choices: Any) -> Path:
    """A run with the model that was validated with some words, by their images."""
    folder = create(make_config({"run": run, "preset": "small", "steps": 1, **choices}, "test"))
    shutil.copy(model, folder.model)
    folder.write_readings((image, text, text) for image, text in validated.items())
    return run


def test_words_that_were_trained_on_are_not_compared_though_the_split_has_changed(folder: Path, model: Path):
    run = trained(model, folder / ".textscanner/runs/one", {"0.png": "12", "val/78.png": "78"}, folder=folder)
    write_settings(folder, ProjectSettings(validation=Validation(folder="val")))
    found = compare_models(AdoptionJob(folder, model, run, None, minutes=0))
    assert [word.image for word in found.words] == ["0.png", "val/78.png"]


def test_a_run_that_was_validated_with_another_folder_has_no_words_to_compare(
    folder: Path, model: Path, tmp_path: Path
):
    other = tmp_path / "other"
    save_labelled(other / "0.png", paint("12"), label("12", said="12"))
    run = trained(model, tmp_path / "run", {"0.png": "12"}, folder=folder, validation=other)
    found = compare_models(AdoptionJob(folder, model, run, None, minutes=0))
    assert (found.words, found.reason) == ((), "no words")


def test_a_run_of_synthetic_words_alone_is_compared_with_all_words_that_validate(
    folder: Path, model: Path, tmp_path: Path
):
    run = trained(model, tmp_path / "run", {}, folder=folder, synthetic=1.0)
    found = compare_models(AdoptionJob(folder, model, run, None, minutes=0))
    assert [word.image for word in found.words] == ["val/0a.png", "val/78.png"]


def test_a_comparison_can_be_stopped(folder: Path, model: Path):
    with pytest.raises(Cancelled):
        compare_models(AdoptionJob(folder, model, model, model), stop_at())
