"""The tour: its stages without a training, as there is time for in the suite, and the whole of it."""

import signal
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from support.window.driver import environment
from support.words.synthetic_project import synthetic_project

from core.base.images import read_image
from tests.tour.instruments import INSTRUMENTS, PINNING
from tests.tour.labelling import LABELLING
from tests.tour.reading import READING
from tests.tour.report import NAME
from tests.tour.training import TRAINING

pytestmark = pytest.mark.long


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "tests.tour", *map(str, arguments)]


def take(home: Path, *arguments: object, timeout: float) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(*arguments), env=environment(home), capture_output=True, text=True, check=False, timeout=timeout
    )


def pictures_in(folder: Path) -> list[Path]:
    """Those of the stages, which are numbered; the wall saves its own beside them."""
    return sorted(folder.glob("[0-9]*.png"))


@pytest.mark.slow  # its stages are tests of their own in `app/tour`; those below start the command
def test_tour_without_a_training_goes_through_all_stages_and_leaves_the_project_as_it_was(tmp_path: Path):
    project, folder = synthetic_project(tmp_path / "words", 12), tmp_path / "tour"
    before = {path.name: path.read_bytes() for path in project.iterdir()}
    done = take(tmp_path / "home", folder, "--project", project, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line for line in done.stdout.splitlines() if line.startswith("✓")]
    assert f"{len(LABELLING)} of {len(LABELLING)} stages were seen to work" in done.stdout
    written = pictures_in(folder)
    assert [path.name[3:-4] for path in written] == [
        "first-page",
        "image-and-target-maps",
        "wrong-symbol",
        "mended-with-one-key",
        "undone",
        "redone-and-saved",
        "character-moved",
        "renumbered",
        "word-divided",
        "labelled-and-reviewed",
        "overlay",
        "one-position",
        "filtered",
        "command-palette",
        "dark",
        "chinese",
    ]
    pixels = [read_image(path) for path in written]
    assert {picture.shape for picture in pixels} == {(860, 1440, 3)}
    assert all((one != other).any() for one, other in pairwise(pixels))
    page = (folder / NAME).read_text("utf-8")
    assert all(f'src="{path.name}"' in page for path in written)
    assert {path.name: path.read_bytes() for path in project.iterdir()} == before


def test_tour_of_a_folder_without_labels_fails_with_a_sentence(tmp_path: Path):
    (tmp_path / "empty").mkdir()
    done = take(tmp_path / "home", tmp_path / "tour", "--project", tmp_path / "empty", timeout=300)
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert done.stderr.strip()


@pytest.mark.skipif(sys.platform == "win32", reason="signals are POSIX's")
def test_tour_that_is_interrupted_ends_and_says_so(tmp_path: Path):
    with subprocess.Popen(
        command(tmp_path / "tour", "--project", synthetic_project(tmp_path / "words", 12)),
        env=environment(tmp_path / "home"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout.readline().startswith("✓")
        process.send_signal(signal.SIGINT)
        told, complaint = process.communicate(timeout=300)
    assert process.returncode == 1
    assert "The tour stopped: InterruptedError: the window was closed" in complaint
    assert f"of {len(LABELLING)} stages were seen to work" in told


@pytest.mark.slow
def test_whole_tour_labels_trains_reads_and_reviews(tmp_path: Path):
    folder = tmp_path / "tour"
    done = take(tmp_path / "home", folder, timeout=1800)
    assert done.returncode == 0, done.stdout + done.stderr
    stages = (*LABELLING, *PINNING, *TRAINING, *READING, *INSTRUMENTS)
    assert f"{len(stages)} of {len(stages)} stages were seen to work" in done.stdout
    page = (folder / NAME).read_text("utf-8")
    assert all(f'src="{path.name}"' in page for path in pictures_in(folder))
