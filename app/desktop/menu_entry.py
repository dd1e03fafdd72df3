"""The program's entry in a Linux desktop, with an icon, and the type of file that it opens.

They follow the specifications of freedesktop.org: desktop entries, icon themes, shared MIME information. The entry
names only the kind of a project's own file. A program that claims pictures or folders opens all of them from then on if
nobody has chosen another one.
"""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

from core.base.child_process import python_command
from core.base.errors import StudioError
from core.base.files import make_folder, read_file, remove_file, write_atomically
from core.base.folders import SETTINGS_NAME, data_folder
from core.base.systems import system

NAME = "textscanner-studio"  # of the entry, as windows name it to the desktop, and of the icon

KIND = "application/vnd.textscanner.project+json"
"""The MIME type of a project's `textscanner.json`; opening it opens the project's folder."""

_ENTRY, _KIND = Path("applications") / f"{NAME}.desktop", Path("mime/packages") / f"{NAME}.xml"
_ICON = Path("icons/hicolor/scalable/apps") / f"{NAME}.svg"
_DRAWING = Path(__file__).parents[1] / "icons" / "textscanner.svg"


def entry(program: Sequence[str]) -> str:
    """Return the text of the desktop entry.

    `program`: the command that starts the program, the first with its whole path; the desktop adds the file that is
    opened.
    """
    command = " ".join(_argument(part) for part in program)
    return f"""[Desktop Entry]
Type=Application
Version=1.4
Name=TextScanner Studio
GenericName=Text recognition workbench
GenericName[zh_CN]=文字识别工作台
Comment=Label word images, train a text recogniser and see why it misreads
Comment[zh_CN]=标注单词图像，训练文字识别模型，并查明误读的原因
Keywords=OCR;label;annotate;train;
Keywords[zh_CN]=文字识别;标注;训练;
Exec={_text(command)} %f
TryExec={_text(program[0])}
Icon={NAME}
Terminal=false
StartupNotify=true
StartupWMClass={NAME}
Categories=Science;ArtificialIntelligence;
MimeType={KIND};
"""


def _argument(part: str) -> str:
    """Quote a part of a command as the key Exec wants it."""
    escaped = re.sub(r'(["`$\\])', r"\\\1", part).replace("%", "%%")
    return escaped if re.fullmatch(r"[\w./+-]+", part) else f'"{escaped}"'


def _text(value: str) -> str:
    """Escape a value as all keys want it."""
    return value.replace("\\", "\\\\").replace("\n", "\\n")


def kind() -> str:
    """Return the shared MIME information for the type of a project's file."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<mime-info xmlns="http://www.freedesktop.org/standards/shared-mime-info">
  <mime-type type="{KIND}">
    <comment>TextScanner Studio project</comment>
    <comment xml:lang="zh_CN">TextScanner Studio 项目</comment>
    <sub-class-of type="application/json"/>
    <icon name="{NAME}"/>
    <glob pattern="{SETTINGS_NAME}" weight="80"/>
  </mime-type>
</mime-info>
"""


def install(program: Sequence[str] | None = None, home: Path | None = None) -> tuple[Path, ...]:
    """Write the entry, its icon and the file type for this person, and return the written files.

    `program`: as that of `entry`; by default what runs now, found wherever it is started from. `home`: the folder that
    has `applications`, `icons` and `mime`; by default this person's. StudioError is raised if desktops are not made so,
    or a file cannot be written.
    """
    home = _home(home)
    files = {
        home / _ENTRY: entry(program or python_command("-m", "app")).encode(),
        home / _ICON: read_file(_DRAWING),
        home / _KIND: kind().encode(),
    }
    for path, content in files.items():
        make_folder(path.parent)
        write_atomically(path, content)
    _notify(home)
    return tuple(files)


def remove(home: Path | None = None) -> tuple[Path, ...]:
    """Delete the files that `install` has written, and return those that were there.

    StudioError is raised as by `install`.
    """
    home = _home(home)
    removed = tuple(path for path in (home / _ENTRY, home / _ICON, home / _KIND) if remove_file(path))
    _notify(home)
    return removed


def _home(home: Path | None) -> Path:
    if not system.FOLLOWS_XDG:
        raise StudioError("Desktop entries exist only on Linux. Make a shortcut to the command textscanner instead.")
    return home or data_folder()


def _notify(home: Path) -> None:
    """Let the desktop look at its folders again, which it does at the next login if a tool is missing."""
    for tool, folder in (("update-desktop-database", "applications"), ("update-mime-database", "mime")):
        if shutil.which(tool) and (home / folder).is_dir():
            with contextlib.suppress(OSError):
                subprocess.run([tool, str(home / folder)], capture_output=True, check=False)
    with contextlib.suppress(OSError):
        os.utime(home / "icons/hicolor")
