import re
import shutil
import subprocess
import sys
from configparser import ConfigParser
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from app.cli import run
from app.desktop import menu_entry
from core.base.folders import data_folder

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="desktop entries exist only on Linux")


def read(text: str) -> dict[str, str]:
    parser = ConfigParser(interpolation=None, delimiters="=")
    parser.optionxform = str
    parser.read_string(text)
    return dict(parser["Desktop Entry"])


def started_by(text: str) -> list[str]:
    """What a desktop starts for an entry: first the escapes of all values, then the quotes of Exec."""
    line = read(text)["Exec"].replace("\\\\", "\\")
    parts = re.findall(r'"((?:[^"\\]|\\.)*)"|(\S+)', line)
    return [re.sub(r"\\(.)", r"\1", quoted).replace("%%", "%") or bare for quoted, bare in parts]


@pytest.mark.parametrize(
    "program",
    [
        ["/usr/bin/textscanner"],
        ["/opt/my programs/python", "-P", "-m", "app"],
        ['/opt/50 % $HOME `of` "it"/back\\slash/文字/python', "-m", "app"],
    ],
)
def test_the_entry_starts_the_program_whatever_its_folder_is_called(program: list[Any]):
    assert started_by(menu_entry.entry(program)) == [*program, "%f"]


def test_entry_icon_and_kind_of_file_are_installed_told_and_removed(
    isolated_home: Path, capsys: pytest.CaptureFixture[str]
):
    assert run(["install-desktop-entry"]) == 0
    files = [Path(line) for line in capsys.readouterr().out.splitlines()]
    assert len(files) == 3
    assert all(file.is_file() and file.is_relative_to(isolated_home) for file in files)
    entry = data_folder() / "applications" / "textscanner-studio.desktop"
    found = read(entry.read_text(encoding="utf-8"))
    assert (data_folder() / f"icons/hicolor/scalable/apps/{found['Icon']}.svg").read_bytes().startswith(b"<svg")
    kinds = ElementTree.parse(data_folder() / "mime/packages/textscanner-studio.xml").getroot()
    assert [kind.get("type") for kind in kinds] == [found["MimeType"].removesuffix(";")]
    done = subprocess.run(
        [*started_by(entry.read_text(encoding="utf-8"))[:-1], "--help"], capture_output=True, cwd="/", check=False
    )
    assert done.returncode == 0
    assert run(["install-desktop-entry", "--remove"]) == 0
    assert not any(file.exists() for file in files)
    assert run(["install-desktop-entry", "--remove"]) == 0


@pytest.mark.skipif(shutil.which("desktop-file-validate") is None, reason="needs desktop-file-utils")
def test_the_desktops_own_tool_finds_nothing_wrong(tmp_path: Path):
    file = tmp_path / "textscanner-studio.desktop"
    file.write_text(menu_entry.entry(["/opt/my programs/python", "-m", "app"]), encoding="utf-8")
    done = subprocess.run(["desktop-file-validate", file], capture_output=True, text=True, check=False)
    assert (done.stdout, done.returncode) == ("", 0)
