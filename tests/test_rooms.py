"""The rooms: what import-linter does not see of the layout that README.md draws."""

import ast
import re
from collections import Counter
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MODULES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): file
    for package in ("app", "core", "textscanner")
    for file in sorted((ROOT / package).rglob("*.py"))
}
MOST_MODULES = 20
MOST_LINES = 500
FEWEST_LINES = 30


def imported_by(module: str) -> set[str]:
    """The modules of ours that a module names in its imports, those inside functions and for types among them."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            members = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {member if member in MODULES else node.module for member in members}
    return {name for name in found if name in MODULES and name != module}


def test_no_folder_is_flat_with_more_than_20_modules():
    counts = Counter(file.parent.relative_to(ROOT) for file in MODULES.values() if file.name != "__init__.py")
    supports = Counter(file.parent.relative_to(ROOT) for file in (ROOT / "tests/support").rglob("*.py"))
    assert {str(folder): n for folder, n in (counts | supports).items() if n > MOST_MODULES} == {}


def test_no_two_modules_import_each_other_by_any_way():
    try:
        TopologicalSorter({module: imported_by(module) for module in MODULES}).prepare()
    except CycleError as error:
        pytest.fail(" → ".join(error.args[1]))


def test_no_module_is_longer_than_500_lines():
    files = [*MODULES.values(), *sorted((ROOT / "tests").rglob("*.py"))]
    lengths = {str(file.relative_to(ROOT)): len(file.read_text(encoding="utf-8").splitlines()) for file in files}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}


def test_no_two_public_classes_share_a_name():
    """One word for one thing."""
    homes: dict[str, list[str]] = {}
    for module, file in MODULES.items():
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                homes.setdefault(node.name, []).append(module)
    assert {name: modules for name, modules in homes.items() if len(modules) > 1} == {}


def test_a_module_under_30_lines_says_why_it_stands_alone():
    """Its docstring is longer than one line."""
    silent = []
    for name, file in MODULES.items():
        text = file.read_text(encoding="utf-8")
        docstring = ast.get_docstring(ast.parse(text)) or ""
        if (
            file.name not in {"__init__.py", "__main__.py"}
            and len(text.splitlines()) < FEWEST_LINES
            and "\n" not in docstring
        ):
            silent.append(name)
    assert silent == []


def test_every_room_says_what_it_knows():
    rooms = [file for file in MODULES.values() if file.name == "__init__.py"]
    folders = {file.parent for file in MODULES.values()}
    assert {file.parent for file in rooms} == folders
    assert [str(file.relative_to(ROOT)) for file in rooms if not ast.get_docstring(ast.parse(file.read_text()))] == []


def test_the_systems_folders_are_asked_for_in_one_place():
    """`platformdirs` without `appauthor=False` gives another folder on Windows: one caller cannot forget it."""
    callers = [name for name, file in MODULES.items() if "import platformdirs" in file.read_text(encoding="utf-8")]
    assert callers == ["core.base.folders"]


def test_which_system_this_is_is_asked_in_one_room():
    """A child that reads foreign files imports nothing of this program, so it asks by itself."""
    asked = re.compile(r"\b(sys\.platform|os\.name)\b")
    asking = {name for name, file in MODULES.items() if asked.search(file.read_text(encoding="utf-8"))}
    rooms = {"core.base.systems" if name.startswith("core.base.systems.") else name for name in asking}
    assert rooms == {"core.base.systems", "core.labels.formats.matlab_child"}


PUBLIC = {"_asdict", "_replace", "_exit"}  # of named tuples and of `os`, in spite of the underscore


def test_tests_use_no_private_attribute_of_another_object():
    found: dict[str, set[str]] = {}
    for file in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Attribute) or not node.attr.startswith("_") or node.attr.startswith("__"):
                continue
            is_own = isinstance(node.value, ast.Name) and node.value.id in {"self", "cls"}
            if not is_own and node.attr not in PUBLIC:
                found.setdefault(file.relative_to(ROOT / "tests").as_posix(), set()).add(node.attr)
    assert found == {}


def test_tests_patch_no_private_name_and_no_constant_of_a_module():
    """What a test varies is an argument; only `os` may fail as a test wants, by a name that the test computes."""
    found: dict[str, set[str]] = {}
    for file in sorted((ROOT / "tests").rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not ast.unparse(node.func).endswith(".setattr"):
                continue
            *owner, patched, _ = map(ast.unparse, node.args)
            name = patched.strip("'").rpartition(".")[2] if patched.startswith("'") else f"_{patched}"
            if owner != ["os"] and (name.isupper() or (name.startswith("_") and not name.startswith("__"))):
                found.setdefault(file.relative_to(ROOT / "tests").as_posix(), set()).add(name)
    assert found == {}


def test_tests_replace_no_method_of_an_object():
    """The one exception starts the real command, and has to come into its event loop."""
    mark = "type: ignore[" + "method-assign"
    files = [file for file in sorted((ROOT / "tests").rglob("*.py")) if mark in file.read_text(encoding="utf-8")]
    assert [file.relative_to(ROOT / "tests").as_posix() for file in files] == ["support/window/driver.py"]


def test_texts_that_may_come_from_a_file_are_shown_by_what_takes_them_for_no_html():
    """Qt's own labels, message boxes and tool tips load the picture that a file name may name."""
    bare = re.compile(r"\bQLabel\b|\bQToolTip\b|\bQMessageBox\(|(?<!item)\.setToolTip\(")
    showing = {name for name, file in MODULES.items() if bare.search(file.read_text(encoding="utf-8"))}
    assert showing == {"app.widgets.boxes"}


BARE = {
    "open", "io.open", "gzip.open", "json.load", "json.loads", "tomllib.load", "tomllib.loads", "np.load",
    "np.fromfile", "zipfile.ZipFile", "h5py.File",
}  # fmt: skip
READING_MODE = re.compile(r"(?=.*[r+])[rwaxbt+]{1,3}")
MAY_READ = {  # each knows where its bytes come from
    "core.base.files": {".read_bytes"},  # what is there already, before it is replaced
    "core.base.json_text": {"json.loads"},
    "core.base.archives": {"zipfile.ZipFile"},
    "core.base.child_process": {"json.loads"},  # what a process of ours wrote
    "core.base.installed.packages": {".read_text"},  # an installer wrote it, into a folder that Python imports from
    "core.base.systems.linux": {".read_text"},  # the kernel's own
    "core.runs.files": {"tomllib.loads"},  # of bytes that were read within a limit
    "core.runs.learning_history": {".open"},  # to append
    "core.project.project": {"json.loads"},  # of such a text, to name a key that holds NaN
    "core.index.store": {"json.loads"},  # out of the database
    "core.model.network.h5_files": {"h5py.File"},  # of bytes that were read within a limit
    "core.model.export.operators": {"h5py.File"},
    "core.model.export.fresh_process": {"np.load"},  # from here on: what a process of ours wrote in this run
    "core.model.export.child": {"json.loads"},
    "core.model.export.exporting": {"json.loads"},
    "core.readers.frames": {"json.loads"},
    "core.readers.tesseract": {".open"},  # the picture that it has just written there
    "core.plugins.foreign_graphs.child": {"json.loads"},
    "core.plugins.foreign_graphs.inspecting": {"json.loads"},
    "core.labels.formats.readers.iiit5k": {"json.loads"},
    "core.labels.formats.readers.scenes.synthtext": {"json.loads"},
    "core.data.records.writing": {".open"},
    "core.cluster.link": {"json.loads"},
    "app.desktop.doctor": {".read_text"},
    "app.workers.child": {".open"},
}


def readings_of(module: str) -> set[str]:
    """The calls by which a module reads files, or parses what they hold, past `core.base`."""
    found = set()
    for node in ast.walk(ast.parse(MODULES[module].read_text(encoding="utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = ast.unparse(node.func)
        method = f".{node.func.attr}" if isinstance(node.func, ast.Attribute) else ""
        modes = [each.value for each in node.args if isinstance(each, ast.Constant) and isinstance(each.value, str)]
        if name in BARE:
            found.add(name)
        elif method in {".read_text", ".read_bytes"} or (
            method == ".open" and any(map(READING_MODE.fullmatch, modes or [""]))
        ):
            found.add(method)
    return found


def test_files_are_read_by_the_functions_that_know_their_limits():
    """`core.base.files`, `json_text` and `archives`: pipes, devices, bombs and nesting end there in one sentence."""
    found = {module: readings_of(module) - MAY_READ.get(module, set()) for module in MODULES}
    assert {module: names for module, names in found.items() if names} == {}
