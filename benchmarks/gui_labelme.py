"""labelme 7.1 beside us: installed into a throw-away environment, and driven there with the same code."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QListWidget

from benchmarks.gui_driving import Driven

VERSION = "7.1.0"
_NEEDS = (3, 12)
_PATIENCE = 1200  # seconds that the installation may take


def suitable_python() -> str | None:
    """A Python that labelme runs on: this one, one on the path, or one of pyenv's."""
    names = [f"python3.{minor}" for minor in range(_NEEDS[1], _NEEDS[1] + 3)]
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found = [
        sys.executable,
        *filter(None, map(shutil.which, names)),
        *map(str, sorted(pyenv.glob("3.1?.*/bin/python"))),
    ]
    test = f"import sys, ensurepip; sys.exit(not {_NEEDS} <= sys.version_info[:2] < (3, 15))"
    for python in found:
        if not subprocess.run([python, "-c", test], capture_output=True, check=False).returncode:
            return python
    return None


def install(folder: Path, python_of: Callable[[], str | None] = suitable_python) -> tuple[str, str]:
    """Install labelme into a new environment.

    Parameters
    ----------
    folder : Path
        Of the environment; not there yet.
    python_of : callable
        Finds a Python that labelme runs on.

    Returns
    -------
    python : str
        The Python that has labelme; "" where there is none.
    reason : str
        Why there is none.
    """
    base = python_of()
    if base is None:
        return "", f"labelme {VERSION} needs Python {'.'.join(map(str, _NEEDS))}, and none was found"
    python = str(folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python"))
    for command in ([base, "-m", "venv", str(folder)], [python, "-m", "pip", "install", "-q", f"labelme=={VERSION}"]):
        try:
            subprocess.run(command, check=True, capture_output=True, text=True, timeout=_PATIENCE)
        except (OSError, subprocess.SubprocessError) as error:
            said = str(getattr(error, "stderr", None) or error).strip().splitlines()
            return "", f"labelme {VERSION} could not be installed: {said[-1] if said else 'without a word'}"
    return python, ""


class Labelme(Driven):
    """labelme on a folder; runs in labelme's environment."""

    listed: QListWidget

    def __init__(self, folder: str) -> None:
        super().__init__()
        from labelme._app import MainWindow  # type: ignore[import-not-found]
        from labelme._widgets.canvas import Canvas  # type: ignore[import-not-found]
        from loguru import logger  # type: ignore[import-not-found]

        logger.remove()  # labelme writes a line an image
        for kind in (Canvas, QListWidget):
            self.paints.watch(kind)
        self._folder = folder
        self.window = self._labelme = MainWindow()
        docks = self._labelme._docks
        self.search, self.listed = docks.file_search, docks.file_list
        self.canvas = self._labelme._canvas_widgets.canvas
        self.panes = (self.canvas,)
        self.followers = (self.listed,)
        self.show()

    def open_folder(self) -> None:
        """Open the folder as labelme's menu does."""
        self._labelme._load_from_file_or_dir(file_or_dir=self._folder)

    def is_listed(self) -> bool:
        """Always true: labelme lists the folder before `open_folder` returns."""
        return bool(self.listed.count())

    def is_followed(self) -> bool:
        """Whether list and title show the image; labelme has no more that shows it."""
        return f"[{self.listed.currentRow() + 1}/" in self.window.windowTitle()

    def go_to(self, row: int) -> None:
        """Choose the row in the list."""
        self.listed.setCurrentRow(row % self.listed.count())

    def shown(self) -> str | None:
        """Return the image that labelme has loaded."""
        path = self._labelme._image_path
        return None if path is None else str(path)
