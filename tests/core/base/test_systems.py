import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from core.base import systems
from core.base.systems import system
from core.base.systems.work import is_idle

FOLDER = Path(systems.__file__).parent
ROOT = FOLDER.parents[2]
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="the module cannot be imported there")


def parameters(module: Path) -> dict[str, str]:
    """The functions that a module of a system defines for others, with their parameters and what they return."""
    nodes = ast.parse(module.read_text(encoding="utf-8")).body
    return {
        node.name: f"{ast.unparse(node.args)} -> {node.returns and ast.unparse(node.returns)}"
        for node in nodes
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }


def names(*modules: str) -> set[str]:
    """The functions and constants that modules define for others."""
    nodes = [node for name in modules for node in ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8")).body]
    constants = {ast.unparse(node.targets[0]) for node in nodes if isinstance(node, ast.Assign)}
    named = constants | {node.name for node in nodes if isinstance(node, ast.FunctionDef)}
    return {name for name in named if not name.startswith("_") and name.isidentifier()}


def test_all_systems_answer_the_same_questions_in_the_same_way():
    windows, macos, linux = names("windows"), names("posix", "macos"), names("posix", "linux")
    assert windows == macos - {"installed_memory"} == linux - {"installed_memory"}
    posix = parameters(FOLDER / "posix.py")
    own, mac = parameters(FOLDER / "windows.py"), parameters(FOLDER / "macos.py") | posix
    lin = parameters(FOLDER / "linux.py") | posix
    lin["has_screen"] = own["has_screen"]  # Linux alone asks its variables, which a test gives
    functions = [name for name in windows if name in own]
    assert functions
    assert {name: own[name] for name in functions} == {name: mac[name] for name in functions}
    assert {name: own[name] for name in functions} == {name: lin[name] for name in functions}


@pytest.mark.slow
@pytest.mark.parametrize("platform", ["win32", "darwin"])
def test_types_are_right_on_systems_that_are_not_at_hand(platform: str, tmp_path: Path):
    """Takes half a minute each: all modules, as another system sees them."""
    command = [sys.executable, "-m", "mypy", "--platform", platform, "--cache-dir", tmp_path]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_a_lock_is_held_until_its_release_and_a_look_at_it_leaves_no_trace(tmp_path: Path):
    first, second = (os.open(tmp_path / "lock", os.O_RDWR | os.O_CREAT) for _ in range(2))
    system.lock(first)
    for shared in (False, True):
        with pytest.raises(BlockingIOError):
            system.lock(second, shared=shared)
    system.release(first)
    system.lock(second, shared=True)
    system.lock(second)
    system.release(second)


def test_addresses_differ_and_have_no_more_bytes_than_a_socket_takes():
    one, other = system.new_address(), system.new_address()
    assert one != other
    assert len(os.fsencode(one)) < 100


@posix_only
def test_a_macs_temporary_folder_leaves_room_for_an_address(monkeypatch: pytest.MonkeyPatch):
    from core.base.systems import macos

    monkeypatch.setattr("tempfile.tempdir", "/var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T")
    assert len(macos.new_address()) <= 103


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the variables are Linux's")
@pytest.mark.parametrize(
    ("variables", "has"),
    [
        ({}, False),
        ({"DISPLAY": ""}, False),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({"QT_QPA_PLATFORM": "vnc"}, True),
    ],
)
def test_a_screen_is_one_that_qt_would_find(variables: dict[Any, Any], has: bool):
    from core.base.systems import linux

    assert linux.has_screen(variables) is has


def test_memory_of_this_machine_and_of_this_process_is_plausible():
    free, own = system.available_memory(), system.resident_memory()
    assert free is None or 10**7 < free < 10**14
    assert own is None or 10**6 < own < 10**13


def test_fonts_are_looked_for_in_whole_paths():
    assert all(folder.is_absolute() for folder in system.font_folders())


def test_a_process_that_computes_or_reads_is_not_idle():
    assert is_idle((5.0, 1000), (5.05, 1200), 10.0)
    assert not is_idle((5.0, 1000), (6.0, 1000), 10.0)
    assert not is_idle((5.0, 1000), (5.0, 1000 + (1 << 20)), 10.0)


def test_this_process_is_idle_while_it_waits_and_is_not_while_it_computes():
    before = system.work_of(os.getpid())
    waited = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    try:
        while system.work_of(os.getpid())[0] - before[0] < 0.2:
            pass
        assert not is_idle(before, system.work_of(os.getpid()), 1.0)
        asleep = system.work_of(waited.pid)
        assert is_idle(asleep, system.work_of(waited.pid), 1.0)
    finally:
        waited.communicate(b"\n")
