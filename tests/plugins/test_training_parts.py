"""What plug-ins bring to a training: changes of its images, in processes that prepare samples, too, and a loss term."""

import json
from pathlib import Path

import pytest
from support.plugins import install_plugin, python, textscanner

pytestmark = pytest.mark.long

SMALL = ("--height", "32", "--width", "64", "--batch", "2", "--steps", "2", "--seed", "1")

CODE = """import os
from core.base.plugins.plugin import AugmentationPart, LossTermPart, Plugin

PLUGIN = Plugin(
    "weather",
    "Weather",
    augmentations=(AugmentationPart("rain", "Drops of rain", at="more_weather:rain", like="mild"),),
    loss_terms=(LossTermPart("fog", "Little fog", at="more_weather:fog"),),
)

def rain(image, label, rng):
    with open(os.environ["SEEN"], "a") as seen:
        print(os.getpid(), label.word, file=seen)
    image[rng.random(image.shape[:2]) < 0.01] = 255
    return image, label

def fog(outputs, batch, total):
    from keras import ops
    size = ops.cast(ops.size(outputs["localization"]), "float32")
    return 1 + ops.sum(outputs["localization"]) / total(size)
"""

OFFERED = """
from app.training.fields import text_of_value
from app.training.table import FIELDS
for field in ("augmentation", "loss.term"):
    print(*(text_of_value(name, field) for name in FIELDS[field].choices), sep="|")
"""


def assert_the_term_is_in_the_loss(run: Path) -> None:
    lines = [json.loads(line) for line in (run / "metrics.jsonl").read_text("utf-8").splitlines()]
    assert all(line["losses"]["term"] > 1 for line in lines if line["kind"] == "validation")
    steps = [line for line in lines if line["kind"] == "step"]
    assert len(steps) == 2
    for step in steps:
        own = 10 * step["localization"] + 10 * step["order"] + step["character"] + step["mutual"]
        assert step["term"] > 1 and step["loss"] == pytest.approx(own + 2 * step["term"], rel=1e-3)


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "installed" / "site"
    install_plugin(folder, "weather", CODE)
    return folder


def test_images_are_changed_in_the_processes_that_prepare_them_and_the_loss_has_the_term(site: Path, tmp_path: Path):
    here, seen = tmp_path / "here", tmp_path / "seen"
    here.mkdir()

    def run(*arguments: object):
        return textscanner(*arguments, site=site, cwd=here, SEEN=str(seen))

    def trained(name: str, *choices: object):
        return run("train", here / "words", "--run", here / name, "--augmentation", "rain", *SMALL, *choices)

    assert run("demo", here / "words", "--count", "8", "--charset", "digits").returncode == 0
    refused = trained("off")
    assert refused.returncode == 2 and "switch on the plug-in" in refused.stderr and not (here / "off").exists()

    assert run("plugins", "on", "weather").returncode == 0
    assert "augmentations: rain" in run("plugins").stdout
    offered = python("-c", OFFERED, site=site, cwd=here).stdout.strip()
    assert offered.splitlines() == ["none|mild|full|Drops of rain", "none|Little fog"]
    (here / "foggy.json").write_text('{"loss": {"term": "fog", "term_weight": 2}}', encoding="utf-8")
    done = trained("threads", "--config", here / "foggy.json")
    assert done.returncode == 0, done.stderr
    assert_the_term_is_in_the_loss(here / "threads")
    assert json.loads((here / "threads" / "config.json").read_text("utf-8"))["augmentation"] == "rain"
    in_one = {line.split()[0] for line in seen.read_text().splitlines()}
    assert len(in_one) == 1
    (here / "several.json").write_text('{"loading": "processes", "threads": 2}', encoding="utf-8")
    done = trained("processes", "--config", here / "several.json")
    assert done.returncode == 0, done.stderr
    in_several = {line.split()[0] for line in seen.read_text().splitlines()} - in_one
    assert in_several, "the processes made the changes"
    refused = trained("fit", "--config", here / "foggy.json", "--trainer", "fit")
    assert refused.returncode == 2 and "fit adds no term" in refused.stderr

    assert run("plugins", "off", "weather").returncode == 0
    refused = trained("threads", "--resume")
    assert refused.returncode == 2 and "switch on the plug-in" in refused.stderr and "Traceback" not in refused.stderr


def test_changes_that_fail_end_the_training_with_one_sentence(site: Path, tmp_path: Path):
    here = tmp_path / "here"
    here.mkdir()
    install_plugin(site, "weather", CODE.replace("return image, label", "return image / 255, label"))

    def run(*arguments: object):
        return textscanner(*arguments, site=site, cwd=here, SEEN=str(tmp_path / "seen"))

    assert run("plugins", "on", "weather").returncode == 0
    assert run("demo", here / "words", "--count", "4", "--charset", "digits").returncode == 0
    done = run("train", here / "words", "--run", here / "run", "--augmentation", "rain", *SMALL)
    assert done.returncode == 1
    assert '"weather" has failed' in done.stderr and "no picture" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("backend", ["jax", "torch"])
def test_other_backends_add_the_term_to_the_loss(site: Path, tmp_path: Path, backend: str):
    pytest.importorskip(backend)
    here = tmp_path / "here"
    here.mkdir()

    def run(*arguments: object):
        return textscanner(*arguments, site=site, cwd=here)

    assert run("plugins", "on", "weather").returncode == 0
    assert run("demo", here / "words", "--count", "8", "--charset", "digits").returncode == 0
    (here / "foggy.json").write_text('{"loss": {"term": "fog", "term_weight": 2}}', encoding="utf-8")
    choices = ("--config", here / "foggy.json", "--backend", backend, *SMALL)
    done = run("train", here / "words", "--run", here / "run", *choices)
    assert done.returncode == 0, done.stderr
    assert_the_term_is_in_the_loss(here / "run")
