"""The ground: what pyproject.toml, the lock file and the scripts promise."""

import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parent.parent
PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
LOCK = (ROOT / "requirements.lock").read_text(encoding="utf-8")


def locked() -> list[Requirement]:
    lines = [line for line in LOCK.splitlines() if line and line[0] not in "# "]
    return [Requirement(line.removesuffix(" \\")) for line in lines]


UNLOCKED = ("torch",)
"""Extras without a pin: which build of PyTorch fits depends on the card."""


def test_lock_pins_every_requirement_with_hashes_and_names_no_index():
    entries = [entry for entry in re.split(r"\n(?=[a-z])", LOCK) if not entry.startswith("#")]
    assert len(entries) > 50
    assert all("==" in entry and "--hash=sha256:" in entry for entry in entries)
    assert not re.search(r"index-url|find-links|https?:|file:", LOCK)


def test_lock_satisfies_every_declared_dependency():
    project = PYPROJECT["project"]
    extras = {name: needs for name, needs in project["optional-dependencies"].items() if name not in UNLOCKED}
    declared = [*project["dependencies"], *(need for needs in extras.values() for need in needs)]
    for requirement in map(Requirement, declared):
        pins = [pin for pin in locked() if pin.name == requirement.name.lower().replace("_", "-")]
        assert pins, requirement.name
        for pin in pins:
            (specifier,) = pin.specifier
            assert requirement.specifier.contains(specifier.version), f"{pin} does not satisfy {requirement}"


@pytest.mark.parametrize(("extra", "prefix"), [("gpu", "nvidia-")])
def test_libraries_of_an_extra_are_marked_so_that_only_their_users_install_them(extra: str, prefix: str):
    pins = [pin for pin in locked() if pin.name.startswith(prefix)]
    assert pins and all(pin.marker is not None and f'extra == "{extra}"' in str(pin.marker) for pin in pins)


def test_what_trains_on_a_gpu_follows_system_and_card():
    script = runpy.run_path(str(ROOT / "script" / "gpu_packages.py"))
    packages_for_gpu, sentence_for = script["packages_for_gpu"], script["sentence_for"]
    assert packages_for_gpu("Linux", has_nvidia=True) == "gpu"
    assert sentence_for("gpu", "Linux").startswith("An NVIDIA card on Linux: TensorFlow's")
    for system, has_nvidia, why in (
        ("Linux", False, "No NVIDIA card was found"),
        ("Windows", True, "TensorFlow uses no GPU on Windows"),
        ("Darwin", False, "TensorFlow uses no GPU on macOS"),
    ):
        assert packages_for_gpu(system, has_nvidia=has_nvidia) == "torch"
        assert sentence_for("torch", system).startswith(f"{why}: PyTorch is added")


@pytest.mark.skipif(sys.platform == "win32", reason="POSIX scripts")
def test_scripts_say_in_one_sentence_that_no_python_fits(tmp_path: Path):
    for tool in ("sh", "dirname"):  # a machine with a shell and nothing else
        (tmp_path / tool).symlink_to(next(p for p in (Path("/bin") / tool, Path("/usr/bin") / tool) if p.exists()))
    for name in ("bootstrap", "run", "test", "lint", "bench"):
        done = subprocess.run(
            [ROOT / "script" / name], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
        )
        assert done.returncode == 1
        assert done.stderr.startswith("No Python 3.11, 3.12 or 3.13 was found") and done.stderr.count("\n") == 1


def test_unknown_task_is_wrong_usage():
    done = subprocess.run(
        [sys.executable, ROOT / "script/tasks.py", "dance"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2 and done.stderr.startswith("There is no task 'dance'.")


def test_no_tracked_file_names_a_registry_or_a_path_of_somebodys_machine():
    hosts = "|".join(["pypi" + r"\.org", "python" + "hosted", "registry" + r"\.npmjs", "deb" + r"\.debian"])
    listed = subprocess.run(
        ["git", "grep", "-nIE", rf"{hosts}|/(home|root|Users)/[a-z]", "--", ".", ":!tests/test_ground.py"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert listed.stdout == ""
