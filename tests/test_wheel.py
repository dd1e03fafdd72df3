"""The wheel: what is in it, and that the program works where nothing but the wheel is installed."""

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = re.compile(r"textscanner_studio-[\d.]+\.data/data/share/doc/textscanner-studio/")


def tracked(*places: str) -> list[str]:
    listed = subprocess.run(["git", "ls-files", *places], cwd=ROOT, capture_output=True, text=True, check=True)
    return [name for name in listed.stdout.splitlines() if (ROOT / name).is_file()]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built from a copy, because the building leaves its own files beside the sources."""
    folder = tmp_path_factory.mktemp("wheel")
    for name in tracked("app", "core", "textscanner", "docs", "pyproject.toml", "README.md", "LICENSE"):
        (folder / "source" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / "source" / name)
    code = "import sys; from setuptools import build_meta; build_meta.build_wheel(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, folder], cwd=folder / "source", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return made


@pytest.mark.long
def test_the_wheel_has_every_module_and_every_file_that_a_module_opens(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if not name.endswith("/")]
        entry_points = next(name for name in names if name.endswith("/entry_points.txt"))
        commands = archive.read(entry_points).decode()
        assert "[console_scripts]\ntextscanner = app.cli:main" in commands
        assert "[gui_scripts]\ntextscanner-studio = app.cli:main" in commands
    ours = [name for name in names if ".dist-info/" not in name and ".data/" not in name]
    kept = [
        name for name in tracked("app", "core", "textscanner") if not name.endswith(".ts")
    ]  # the window reads the .qm beside it
    assert sorted(ours) == sorted(kept)


def test_the_wheel_has_the_manual_with_its_pictures_and_not_why_it_was_built_so(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        names = {DATA.sub("docs/", name) for name in archive.namelist() if ".data/" in name}
    assert names == {name for name in tracked("docs") if not name.startswith("docs/adr/")}


def test_every_dependency_that_the_wheel_needs_is_in_the_lock(wheel: Path):
    with zipfile.ZipFile(wheel) as archive:
        metadata = archive.read(next(n for n in archive.namelist() if n.endswith(".dist-info/METADATA"))).decode()
    needed = [line for line in metadata.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert len(needed) == len(declared)


WINDOW = """
import sys
from pathlib import Path
from PySide6.QtCore import QTimer
from app.gui import Options, run
from app.views.help.manual import manual_folder

def look(window):
    def check():
        session = window.session
        if session.image is None or window.session.project is None:
            return
        timer.stop()
        window.grab().save(sys.argv[2])
        print(session.image, window.menuBar().actions()[0].text(), window.windowIcon().isNull(), sep="|")
        print(manual_folder())
        window.close()
    timer = QTimer(window, interval=200)
    timer.timeout.connect(check)
    timer.start()

sys.exit(run(Options(Path(sys.argv[1]), language="zh_CN"), look))
"""


@pytest.mark.slow
def test_the_program_works_where_nothing_but_the_wheel_is_installed(wheel: Path, tmp_path: Path):
    """Some minutes, and 700 MB to fetch where pip's cache is empty: commands, a training, the window in Chinese."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    environment |= {"QT_QPA_PLATFORM": "offscreen", "HOME": os.environ["HOME"]}
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    programs = tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    lines = re.findall(r"^[a-zA-Z][^\\\n]*", (ROOT / "requirements.lock").read_text(encoding="utf-8"), re.MULTILINE)
    pins = [re.sub(r"( and|;) *\(?extra == .*", "", line) for line in lines]
    (tmp_path / "pins.txt").write_text("\n".join(pins), encoding="utf-8")

    def call(*command: str | Path) -> str:
        done = subprocess.run(
            [programs / command[0], *command[1:]],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr[-3000:]
        return done.stdout

    call("python", "-m", "pip", "install", "-q", "-c", "pins.txt", wheel)
    call("textscanner", "demo", "words", "--count", "40", "--charset", "digits")
    assert "PySide6" in call("textscanner", "doctor")
    read = call("textscanner", "predict", "reader", "words/word_00001.png")
    assert "word_00001" in read
    call("textscanner", "train", "words", "--run", "run", "--steps", "4", "--synthetic", "0.5")
    assert "word_accuracy" in call("textscanner", "evaluate", "run/model.keras", "words")
    (tmp_path / "window.py").write_text(WINDOW, encoding="utf-8")
    *_, seen, manual = call("python", "-P", "window.py", "words", "window.png").splitlines()
    assert seen == "word_00001.png|文件(&F)|False"
    assert (Path(manual) / "instruments/maps.md").is_file()
    assert not Path(manual).is_relative_to(ROOT)
