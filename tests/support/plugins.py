"""Plug-ins of others: packages put into a folder without an installer, or by pip from `examples/`."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from core.base.plugins.choices import HANDED_DOWN

ROOT = Path(__file__).resolve().parents[2]

BARE = """from core.base.plugins.plugin import Plugin
PLUGIN = Plugin("{name}", "A plug-in called {name}")
"""


def install_plugin(site: Path, name: str, code: str = "", *, version: str = "1.0", announced_as: str = "") -> Path:
    """Put a package `more_NAME` into a folder, which announces the plug-in NAME. `code`: that of its module."""
    package = f"more_{name}"
    info = site / f"{package}-{version}.dist-info"
    entry = f"[textscanner.plugins]\n{announced_as or name} = {package}:PLUGIN\n"
    contents = {
        site / package / "__init__.py": code or BARE.format(name=name),
        info / "METADATA": f"Metadata-Version: 2.1\nName: {package}\nVersion: {version}\nSummary: Says {name}\n",
        info / "entry_points.txt": entry,
    }
    for path, text in contents.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return info


def install_example(name: str, site: Path) -> None:
    """Install a package of `examples/` by pip, from a copy: building leaves its own files beside the sources."""
    source = site.parent / f"source-{name}"
    shutil.copytree(ROOT / "examples" / name, source)
    options = ("-q", "--no-deps", "--no-build-isolation", "--no-index", "--disable-pip-version-check", "--target")
    done = subprocess.run(
        [sys.executable, "-m", "pip", "install", *options, site, source],
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 0, done.stderr


def textscanner(*arguments: object, site: Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, with the plug-ins that are installed in `site` and switched on."""
    return python("-m", "app", *arguments, site=site, cwd=cwd, **variables)


def python(*arguments: object, site: Path, cwd: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run Python in a process of its own that finds the program and `site`."""
    path = os.pathsep.join(map(str, (ROOT, site)))
    environment = {name: value for name, value in os.environ.items() if name != HANDED_DOWN}
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env=environment | {"PYTHONPATH": path, "PYTHONIOENCODING": "utf-8"} | variables,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=False,
    )
