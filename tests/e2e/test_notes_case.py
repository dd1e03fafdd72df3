"""The case that this program began with: 4,100 Chinese symbols, ResNet-50 at 64 × 256 and the losses 10 : 10 : 1."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from core.charset import Charset
from core.runs.files import RunFiles
from core.runs.model_spec import spec_of

pytestmark = [pytest.mark.slow, pytest.mark.skipif(not sys.platform.startswith("linux"), reason="counts memory in KiB")]

SYMBOLS, A_LINE, STEPS = 4100, 20, 20
ENOUGH = 1.3  # times the memory that was foretold


def command(*arguments: str | Path) -> list[str]:
    return [sys.executable, "-m", "app", *map(str, arguments)]


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(command(*arguments), capture_output=True, text=True, check=False)
    if "No font found has" in done.stderr:
        pytest.skip("the machine has no Chinese font")
    assert done.returncode == 0, done.stderr
    return done


@pytest.fixture(scope="module")
def symbols(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A charset as the reference writes it: several symbols a line, all lines one after the other."""
    chosen = Charset.named("zh-large").symbols[:SYMBOLS]
    path = tmp_path_factory.mktemp("notes") / "symbols.txt"
    lines = ["".join(chosen[first : first + A_LINE]) for first in range(0, SYMBOLS, A_LINE)]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def words(symbols: Path) -> Path:
    folder = symbols.parent / "words"
    run("demo", folder, "--charset", symbols, "--count", "40", "--length", "2-5", "--errors", "0", "--seed", "1")
    return folder


@pytest.fixture(scope="module")
def trained(words: Path) -> tuple[RunFiles, str, int]:
    """The run, what the training told, and the most memory that it held, in bytes."""
    folder, config = words.parent / "run", words.parent / "choices.json"
    # what is compared is float32, on every processor
    config.write_text(json.dumps({"precision": "float32", "live_every": 0, "tensorboard": False}), encoding="utf-8")
    arguments = command(
        "train", words, "--run", folder, "--config", config, "--preset", "paper", "--start", "none", "--batch", "4",
        "--height", "64", "--width", "256", "--steps", str(STEPS), "--validation", "0.2",
        "--watch", words / "word_00001.png",
    )  # fmt: skip
    with (words.parent / "told.txt").open("w+", encoding="utf-8") as told:
        process = subprocess.Popen(arguments, stdout=told, stderr=told)
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        told.seek(0)
        text = told.read()
    assert process.returncode == 0, text
    return RunFiles(folder), text, used.ru_maxrss * 1024


def test_all_symbols_of_the_file_are_known(trained: tuple[RunFiles, str, int]):
    spec = spec_of(trained[0].model)
    assert len(spec.charset) == SYMBOLS
    assert (spec.preset, spec.maps.height, spec.maps.width) == ("paper", 64, 256)


def test_the_loss_falls_and_is_ten_ten_one(trained: tuple[RunFiles, str, int]):
    steps = [json.loads(line) for line in trained[0].metrics.read_text(encoding="utf-8").splitlines()]
    steps = [line for line in steps if line["kind"] == "step"]
    assert [line["step"] for line in steps] == [*range(1, STEPS + 1)]
    assert np.mean([line["loss"] for line in steps[-5:]]) < np.mean([line["loss"] for line in steps[:5]])
    first = steps[0]
    whole = 10 * first["localization"] + 10 * first["order"] + first["character"] + first["mutual"]
    assert first["loss"] == pytest.approx(whole, rel=1e-3)


def test_maps_of_the_watched_word_are_there_by_step_ten(trained: tuple[RunFiles, str, int], words: Path):
    kept = trained[0].watched_folder(words / "word_00001.png")
    steps = sorted(int(number) for path in kept.iterdir() for number in re.findall(r"(\d+)\.npz$", path.name))
    assert steps[0] == 0
    assert any(0 < step <= 10 for step in steps)


def test_memory_is_what_was_foretold(trained: tuple[RunFiles, str, int]):
    _, told, held = trained
    foretold = float(re.search(r"needs some ([\d.]+) GB", told)[1]) * 2**30
    assert held < ENOUGH * foretold


def test_the_saved_model_reads_the_same_in_each_fresh_process(trained: tuple[RunFiles, str, int], words: Path):
    images = sorted(words.glob("*.png"))[:4]
    once, again = (run("predict", trained[0].model, *images, "--json").stdout for _ in range(2))
    assert json.loads(once) == json.loads(again)
