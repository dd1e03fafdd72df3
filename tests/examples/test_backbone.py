"""The example of a backbone: installed as a package of its own, switched on, trained with and loaded again."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.plugins import install_example, python, textscanner

pytestmark = pytest.mark.long

SMALL = ("--height", "32", "--width", "64", "--batch", "2", "--steps", "2", "--seed", "1")

OFFERED = """
from app.training.fields import text_of_value
from app.training.table import FIELDS
print(*(text_of_value(name, "preset") for name in FIELDS["preset"].choices), sep="|")
"""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory):
    folder = tmp_path_factory.mktemp("installed") / "site"
    install_example("backbone", folder)
    return folder


def test_the_backbone_is_trained_with_saved_and_loaded_by_a_process_that_has_the_plugin(site: Any, tmp_path: Path):
    def run(*arguments):
        return textscanner(*arguments, site=site, cwd=tmp_path)

    def offered():
        return python("-c", OFFERED, site=site, cwd=tmp_path).stdout.strip().split("|")

    project, trained = tmp_path / "words", tmp_path / "run"
    assert run("demo", project, "--count", "8", "--charset", "digits").returncode == 0
    assert "MobileNetV2 (few multiply-adds)" not in offered()
    refused = run("train", project, "--run", trained, "--preset", "mobilenet", *SMALL)
    assert refused.returncode == 2 and "switch on the plug-in" in refused.stderr and not trained.exists()

    assert run("plugins", "on", "mobilenet").returncode == 0
    assert "MobileNetV2 (few multiply-adds)" in offered()
    assert "reader|wide|paper|mobilenet" in run("train", "--help").stdout
    done = run("train", project, "--run", trained, "--preset", "mobilenet", *SMALL)
    assert done.returncode == 0, done.stderr
    facts = json.loads((trained / "run.json").read_text("utf-8"))["spec"]
    assert (facts["preset"], facts["plugin"]) == ("mobilenet", {"id": "mobilenet", "version": "0.1.0"})

    image = next(project.glob("*.png"))
    read = run("predict", trained / "model.keras", image, "--json")
    assert read.returncode == 0, read.stderr
    assert json.loads(read.stdout)[0]["image"].endswith(image.name)

    assert run("plugins", "off", "mobilenet").returncode == 0
    for model in (trained, trained / "model.keras"):
        refused = run("predict", model, image)
        (line,) = refused.stderr.splitlines()
        assert refused.returncode == 1 and 'the plug-in "mobilenet 0.1.0"' in line and "switched off" in line


def test_a_backbone_that_cannot_be_built_ends_the_training_with_one_sentence(site: Any, tmp_path: Path):
    broken = tmp_path / "installed" / "site"
    install_example("backbone", broken)
    module = broken / "textscanner_mobilenet" / "network.py"
    module.write_text(module.read_text().replace('"out_relu"', '"no_such_layer"'))
    (tmp_path / "here").mkdir()

    def run(*arguments):
        return textscanner(*arguments, site=broken, cwd=tmp_path / "here")

    assert run("plugins", "on", "mobilenet").returncode == 0
    assert run("demo", tmp_path / "words", "--count", "4", "--charset", "digits").returncode == 0
    done = run("train", tmp_path / "words", "--run", tmp_path / "run", "--preset", "mobilenet", *SMALL)
    assert done.returncode == 1
    assert '"mobilenet" has failed' in done.stderr and "Traceback" not in done.stderr
