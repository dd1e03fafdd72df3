"""Train, predict and evaluate as a user does: on a small demo project, through the command."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.long


def run(*arguments: str | Path, expected: int = 0) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [sys.executable, "-m", "app", *map(str, arguments)], capture_output=True, text=True, check=False, timeout=300
    )
    assert done.returncode == expected, done.stderr
    assert "Traceback" not in done.stderr
    return done


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training") / "words"
    run("demo", folder, "--count", "40", "--charset", "digits", "--length", "2-3", "--errors", "0")
    return folder


SMALL = ("--start", "none", "--width", "64", "--height", "32", "--batch", "4", "--steps", "6")


@pytest.fixture(scope="module")
def eager(project: Path) -> tuple[str, Path]:
    """The option of trainings that compile nothing."""
    path = project.parent / "eager.json"
    path.write_text('{"eager": true}')
    return "--config", path


@pytest.fixture(scope="module")
def trained(project: Path, eager: tuple[str, Path]) -> tuple[Path, str]:
    directory = project.parent / "run"
    watched = project / "word_00001.png", project / "word_00002.png"
    done = run("train", project, "--run", directory, *SMALL, *eager, "--validation", "0.2", "--watch", *watched)
    return directory, done.stderr


def test_training_leaves_a_model_and_tells_what_it_did(trained: tuple[Path, str]):
    directory, told = trained
    assert (directory / "model.keras").is_file()
    assert "parameters on" in told and "step 6 of 6" in told and "Finished at step 6" in told
    assert "The model reads no more of the validation words than before the training (0.0 %)." in told
    steps = [json.loads(line) for line in (directory / "metrics.jsonl").read_text(encoding="utf-8").splitlines()]
    assert max(entry["step"] for entry in steps if "step" in entry) == 6


def test_existing_run_without_resume_is_wrong_usage(project: Path, trained: tuple[Path, str]):
    done = run("train", project, "--run", trained[0], *SMALL, expected=2)
    assert done.stderr.count("\n") == 1 and "--resume" in done.stderr


@pytest.mark.slow  # `test_raising_the_steps_on_resume_is_said_and_done` is quicker and says nearly the same
def test_resume_with_more_steps_goes_on_and_says_that_the_schedule_changes(project: Path, trained: tuple[Path, str]):
    done = run("train", project, "--run", trained[0], "--steps", "8", "--resume")
    assert "step 8 of 8" in done.stderr and "8 steps instead of 6 steps: the" in done.stderr


def test_predict_prints_the_fixed_json_and_names_what_it_cannot_read(
    project: Path, trained: tuple[Path, str], tmp_path: Path
):
    (tmp_path / "broken.png").write_bytes(b"no picture")
    images = [project / "word_00001.png", tmp_path / "broken.png", project / "word_00003.png"]
    done = run("predict", trained[0] / "model.keras", *images, "--json", "--maps", tmp_path / "maps", expected=1)
    predictions = json.loads(done.stdout)
    assert [Path(p["image"]).name for p in predictions] == ["word_00001.png", "word_00003.png"]
    for prediction in predictions:
        assert set(prediction) == {"image", "text", "confidence", "characters", "gaps", "probability"}
        for character in prediction["characters"]:
            assert set(character) == {"character", "order", "score", "center"}
    assert "broken.png: the image is damaged" in done.stderr and done.stderr.count("\n") == 1
    assert len(list((tmp_path / "maps").rglob("*.png"))) >= 2


def test_evaluate_prints_the_fixed_json(project: Path, trained: tuple[Path, str]):
    report = json.loads(run("evaluate", trained[0] / "model.keras", project, "--json").stdout)
    assert set(report) >= {
        "images",
        "word_accuracy",
        "word_accuracy_ci",
        "one_minus_ned",
        "character_f1",
        "center_in_box",
        "order_accuracy",
        "images_per_second",
    }
    assert report["images"] == 40 and 0 <= report["center_in_box"] <= 1


def test_records_hold_the_labelled_words_in_as_many_files_as_asked_for(project: Path, tmp_path: Path):
    done = run("records", project, "--out", tmp_path / "records", "--shards", "3")
    manifest = json.loads((tmp_path / "records" / "manifest.json").read_text(encoding="utf-8"))
    assert [shard["records"] for shard in manifest["shards"]] == [14, 14, 12] and manifest["complete"]
    assert done.stdout.startswith("40 words in 3 record files")
    assert len(list((tmp_path / "records").glob("checked-*.json"))) == 1, "for the trainings to come"


def test_records_of_a_folder_without_labels_or_texts_are_refused(project: Path, tmp_path: Path):
    (tmp_path / "empty").mkdir()
    done = run("records", tmp_path / "empty", "--out", tmp_path / "records", expected=1)
    assert "Label some images first" in done.stderr and not (tmp_path / "records").exists()
    image = next(project.glob("*.png"))
    shutil.copy(image, tmp_path / "empty" / "word.png")
    blank = {"version": "5.5.0", "flags": {}, "shapes": [], "imagePath": "word.png", "imageData": None}
    (tmp_path / "empty" / "word.json").write_text(json.dumps(blank))
    done = run("records", tmp_path / "empty", "--out", tmp_path / "records", expected=1)
    assert "no label in it has a text" in done.stderr and not (tmp_path / "records").exists()


def test_no_image_left_to_train_on_is_one_sentence(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    done = run("train", tmp_path / "empty", "--run", tmp_path / "run", expected=1)
    assert done.stderr.strip().count("\n") <= 2 and "Traceback" not in done.stderr


@pytest.mark.skipif(os.name == "nt", reason="sends POSIX signals")
def test_ctrl_c_keeps_a_checkpoint_from_which_the_run_resumes(project: Path, eager: tuple[str, Path], tmp_path: Path):
    directory = tmp_path / "run"
    command = [sys.executable, "-m", "app", "train", project, "--run", directory, *SMALL[:-1], "100000", *eager]
    process = subprocess.Popen(
        list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    deadline = time.monotonic() + 120
    while not (directory / "metrics.jsonl").exists() or not (directory / "metrics.jsonl").read_bytes().count(b"\n") > 3:
        assert time.monotonic() < deadline and process.poll() is None
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, told = process.communicate(timeout=120)
    assert process.returncode == 0 and "(stopped)" in told and "Traceback" not in told
    metrics = (directory / "metrics.jsonl").read_text(encoding="utf-8").splitlines()
    reached = max(json.loads(line).get("step", 0) for line in metrics)
    done = run("train", project, "--run", directory, "--resume", "--steps", str(reached + 2))
    assert f"step {reached + 2} of {reached + 2}" in done.stderr
