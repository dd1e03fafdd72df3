"""Set up, run, check, measure and translate TextScanner Studio: `python script/tasks.py TASK`, one of `TASKS`.

Only the standard library: this runs before anything is installed.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import json
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from xml.etree import ElementTree

from gpu_packages import TORCH, has_nvidia_card, packages_for_gpu, sentence_for
from qt_packages import QT_PACKAGES
from visible_texts import attribute_docstrings, sentences, table_texts

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
_PLACE = re.compile(r"{(?:(?!:\|)[^{}])*}")  # of a text, but for a choice of words by a number
EXTRAS = ("gpu",)  # that only those have who ask for them
STAMP = VENV / "bootstrapped"
CATALOGUES = Path("app/language/translations")  # one .ts a language, and beside it the .qm made of it
_TEXT_AT = {"tr": 0, "translate": 1}  # which argument of a call is the text
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

CHINESE_FONT = "fonts-droid-fallback"  # of 2 MB: without one, Chinese shows as boxes; app.language.languages names it


class TaskError(Exception):
    """A task failed; the sentence says why and what to do."""


def call(command: Sequence[str | Path], **options: object) -> None:
    """Run a command; a failure ends the task with the command's own output above it."""
    done = subprocess.run([str(part) for part in command], cwd=ROOT, check=False, **options)  # type: ignore[call-overload]
    if done.returncode:
        raise TaskError(
            f"'{' '.join(Path(str(p)).name for p in command[:3])} …' failed with exit code {done.returncode}."
        )


def install_packages(packages: Sequence[str], why: str) -> None:
    """Install Debian packages when root; otherwise say the one command to type."""
    command = ["apt-get", "install", "-y", "--no-install-recommends", *packages]
    if shutil.which("apt-get") is None:
        raise TaskError(f"{why}: install what your system calls {', '.join(packages)}, then run this again.")
    if os.geteuid() != 0:
        raise TaskError(f"{why}. Type this, then run this again: sudo {' '.join(command)}")
    print(f"{why}: installing {', '.join(packages)}", flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    call(["apt-get", "update", "-qq"], env=environment)
    call([*command, "-qq"], env=environment)


def missing_qt_libraries() -> list[str]:
    """Names of the shared libraries that Qt needs and this Linux lacks."""
    if not sys.platform.startswith("linux") or shutil.which("ldd") is None:
        return []
    found = subprocess.run(
        [PYTHON, "-c", "import PySide6, pathlib; print(pathlib.Path(PySide6.__file__).parent)"],
        capture_output=True,
        text=True,
        check=True,
    )
    folder = Path(found.stdout.strip())
    files = [*folder.glob("QtWidgets*.so"), *folder.glob("Qt/lib/libQt6XcbQpa.so.6")]
    files += [folder / "Qt/plugins/platforms" / f"lib{name}.so" for name in ("qxcb", "qoffscreen")]
    listed = subprocess.run(
        ["ldd", *[str(file) for file in files if file.exists()]], capture_output=True, text=True, check=False
    )
    return sorted(set(re.findall(r"^\s*(\S+) => not found", listed.stdout, re.MULTILINE)))


def stamp() -> str:
    """Return a hash of everything that the virtual environment is made from."""
    parts = [LOCK.read_bytes(), (ROOT / "pyproject.toml").read_bytes(), Path(__file__).read_bytes()]
    return hashlib.sha256(b"\0".join([*parts, str(ROOT).encode(), platform.machine().encode()])).hexdigest()


def locked_requirements(extras: Sequence[str]) -> str:
    """The lock file with the lines of some extras switched on; pip passes over the others."""
    text = LOCK.read_text(encoding="utf-8")
    for extra in extras:
        text = text.replace(f' ; extra == "{extra}"', "").replace(f' and extra == "{extra}"', "")
    return text


def bootstrap(arguments: Sequence[str] = ()) -> None:
    """Make `.venv` with everything in it; quick when nothing has changed. `--gpu` adds what trains on a GPU."""
    had = STAMP.read_text().split()[1:] if STAMP.exists() else []
    for_gpu = packages_for_gpu(platform.system(), has_nvidia_card()) if "--gpu" in arguments else ""
    added = [name for name in (*EXTRAS, TORCH) if name in (for_gpu, *had)]
    extras = [name for name in added if name in EXTRAS]
    wanted = " ".join([stamp(), *added])
    if for_gpu:
        print(sentence_for(for_gpu, platform.system()), flush=True)
    if STAMP.exists() and STAMP.read_text() == wanted and PYTHON.exists():
        return
    if importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        install_packages([f"python{version}-venv"], "Python lacks its venv module")
    print(f"Setting up {VENV.name} with Python {platform.python_version()}, once: some 700 MB are fetched.", flush=True)
    STAMP.unlink(missing_ok=True)
    if not PYTHON.exists() or venv_version() != sysconfig.get_python_version():
        call([sys.executable, "-m", "venv", "--clear", VENV])
    pip: list[str | Path] = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    with tempfile.TemporaryDirectory() as folder:
        requirements = Path(folder) / "requirements.txt"
        requirements.write_text(locked_requirements(extras), encoding="utf-8")
        call([*pip, "--require-hashes", "-r", requirements])
    call([*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT])
    if TORCH in added:
        call([PYTHON, "-m", "uv", "pip", "install", "--python", PYTHON, "--torch-backend=auto", "torch>=2.6,<3"])
    missing = missing_qt_libraries()
    if missing:
        packages = sorted({QT_PACKAGES.get(name, name) for name in missing} | {CHINESE_FONT})
        install_packages(packages, f"Qt needs system libraries that are missing ({', '.join(missing)})")
    STAMP.write_text(wanted)


def venv_version() -> str:
    """`3.12` of the virtual environment that is there, or nothing if it does not run."""
    code = "import sysconfig; print(sysconfig.get_python_version())"
    try:
        found = subprocess.run([PYTHON, "-c", code], capture_output=True, text=True, check=False)
    except OSError:
        return ""
    return found.stdout.strip()


def run(arguments: Sequence[str]) -> None:
    """Run the program with the arguments; without any, open its window on a demo project, which is drawn first.

    With `--tour [DIR]`, and where there is no screen, a tour of the window, with its report in DIR or `build/tour`.
    """
    bootstrap()
    if arguments[:1] == ["--tour"]:
        if len(arguments) > 2:
            raise TaskError("One folder at most may be named for the report: script/run --tour [DIR]")
        take_tour(Path(arguments[1]).absolute() if arguments[1:] else ROOT / "build" / "tour")
    elif arguments:
        call([PYTHON, "-m", "app", *arguments])
    elif has_screen():
        call([PYTHON, "-m", "app", demo_project()])
    else:
        print("There is no screen to show the window on; a tour of it is taken instead.", flush=True)
        take_tour(ROOT / "build" / "tour")


def has_screen() -> bool:
    """Whether this machine seems to have a screen for a window."""
    if not sys.platform.startswith("linux"):
        return True
    platform_plugin = os.environ.get("QT_QPA_PLATFORM", "").partition(":")[0]
    if platform_plugin:
        return platform_plugin not in {"offscreen", "minimal"}
    return any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))


def demo_project() -> Path:
    """Return the folder of a demo project, drawing the project where it is missing."""
    demo = ROOT / "demo"
    if not (demo / "textscanner.json").exists():
        print("A demo project is drawn, once.", flush=True)
        call([PYTHON, "-m", "app.project.demo", demo])
    if not any(demo.glob("*.png")):
        raise TaskError(
            f"{demo}: no picture is in it, its drawing was stopped. Delete this folder, then run this again."
        )
    return demo


def take_tour(folder: Path) -> None:
    """Let the robot do the whole job without a screen, on a demo project of its own, and report what it saw."""
    print("A tour of the window is taken: it labels, trains and reviews, in some ten minutes at most.", flush=True)
    call([PYTHON, "-m", "tests.tour", folder])


def lint(arguments: Sequence[str] = ()) -> None:
    """Formatting, lint, types and the contracts between packages. `--fix` mends what can be mended."""
    bootstrap()
    fix = "--fix" in arguments
    call([PYTHON, "-m", "ruff", "format", *([] if fix else ["--check"]), "."])
    call([PYTHON, "-m", "ruff", "check", *(["--fix"] if fix else []), "."])
    call([PYTHON, "-m", "mypy"])
    call([PYTHON.parent / "lint-imports", "--no-cache"])
    call([PYTHON, ROOT / "script" / "count.py", "--check"])
    check_translations()


def collect_texts(catalogue: Path, root: Path) -> None:
    """Bring a catalogue in line with the texts of the code below a folder: new ones are unfinished, others dropped."""
    options = ["-extensions", "py", "-locations", "none", "-no-obsolete", "-sort-messages", "-silent"]
    options += ["-tr-function-alias", "QT_TRANSLATE_NOOP+=marked"]
    options += ["-target-language", catalogue.stem.partition("_")[2]]  # Qt itself would make de_DE of de
    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder) / "texts.py"  # sentences and tables know nothing of the collector, so they are marked here
        found = {("Core", text) for package in ("core", "app") for text in sentences(root / package)}
        found |= table_texts(root / "app") | table_texts(root / "core")
        for config in root.glob("core/runs/config.py"):
            found |= {("Training", text) for text in attribute_docstrings(config)}
        lines = [f"marked({json.dumps(context)}, {json.dumps(text, ensure_ascii=False)})\n" for context, text in found]
        texts.write_text("".join(sorted(lines)), encoding="utf-8")
        call([PYTHON.parent / "pyside6-lupdate", *options, root / "app", texts, "-ts", catalogue])


def compile_catalogue(catalogue: Path) -> Path:
    """Make the .qm beside a .ts."""
    compiled = catalogue.with_suffix(".qm")
    call([PYTHON.parent / "pyside6-lrelease", "-silent", catalogue, "-qm", compiled])
    return compiled


def faults_of(catalogue: Path) -> list[str]:
    """Return the texts of a catalogue that lack a translation, or whose translation has different {placeholders}.

    `{count:|symbol|symbols}` chooses a word of the English text by a number, which other languages need not.
    """
    faults = []
    for message in ElementTree.parse(catalogue).iter("message"):
        source, translation = message.findtext("source", ""), message.find("translation")
        text = "" if translation is None else "".join(translation.itertext())
        if translation is None or translation.get("type") or not text:
            faults.append(f'"{source}" is not translated')
        elif sorted(_PLACE.findall(source)) != sorted(_PLACE.findall(text)):
            faults.append(f'"{source}" and its translation "{text}" have different placeholders')
    return faults


def uncollected(package: Path, catalogue: Path) -> list[str]:
    """Return the texts of a package that are written to be translated and that the catalogue lacks, with their places.

    `pyside6-lupdate` passes over a text inside an f-string without a word, and the text would stay English for ever.
    """
    known = {message.findtext("source", "") for message in ElementTree.parse(catalogue).iter("message")}
    faults = []
    for file in sorted(package.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            arguments = node.args[_TEXT_AT[name] :] if name in _TEXT_AT else []
            place = f"{file.relative_to(package.parent).as_posix()}:{node.lineno}"
            if arguments and isinstance(arguments[0], ast.JoinedStr):
                faults.append(f"{place}: an f-string cannot be translated. Translate a text with places, then fill it")
            elif arguments and isinstance(arguments[0], ast.Constant) and arguments[0].value not in known:
                faults.append(f'{place}: "{arguments[0].value}" was not collected. Write it outside the f-string')
    return faults


def translations(arguments: Sequence[str] = ()) -> None:
    """Bring glossary, reference and catalogues in line with the code, and name the texts without translation.

    Languages, such as `de`, begin catalogues that are not there yet.
    """
    bootstrap()
    call([PYTHON, "-m", "app.language.words", ROOT / "CONTEXT.md"])
    call([PYTHON, "-m", "app.console.manual", ROOT / "docs/reference.md"])
    update_translations(ROOT, arguments)


def update_translations(root: Path, languages: Sequence[str] = ()) -> None:
    """Do so for the program in a folder."""
    wanted = {root / CATALOGUES / f"textscanner_{language}.ts" for language in languages}
    for catalogue in sorted({*(root / CATALOGUES).glob("*.ts"), *wanted}):
        collect_texts(catalogue, root)
        compile_catalogue(catalogue)
        for fault in faults_of(catalogue) + uncollected(root / "app", catalogue):
            print(f"{catalogue.name}: {fault}")


def check_translations(root: Path = ROOT) -> None:
    """Fail where a catalogue is not what `translations` makes of the code, or not all of it is translated."""
    for catalogue in sorted((root / CATALOGUES).glob("*.ts")):
        with tempfile.TemporaryDirectory() as folder:
            fresh = Path(shutil.copy(catalogue, folder))
            collect_texts(fresh, root)
            compiled = compile_catalogue(fresh)
            present = catalogue.with_suffix(".qm")
            faults = faults_of(fresh) + uncollected(root / "app", fresh)
            for fault in faults:
                print(f"{catalogue.name}: {fault}")
            current = fresh.read_bytes() == catalogue.read_bytes() and (
                present.exists() and compiled.read_bytes() == present.read_bytes()
            )
        if faults or not current:
            raise TaskError(
                f"{catalogue.name} is behind the code. Type 'python script/tasks.py translations', translate what it "
                "names (pyside6-linguist, or any editor), and type it again."
            )


def test(arguments: Sequence[str]) -> None:
    """The quick tests, and lint beside them; `--all` runs all, `--slow` also the soaks. Arguments go to pytest."""
    bootstrap()
    environment = os.environ | {"QT_QPA_PLATFORM": os.environ.get("QT_QPA_PLATFORM", "offscreen")}
    alone = any(argument.startswith(("-n", "--pdb")) for argument in arguments)
    # A file's tests stay together: some share a training that takes half a minute. The files go out in the order of
    # tests/conftest.py, long ones first: by itself xdist would begin with those of many tests, which are quick.
    # A crash of one of pytest's processes ends the run with a message: xdist would start another process, give it no
    # test, and wait for it for ever.
    # Three processes also on two processors: a quarter of the time a test waits, for a child or a delay.
    together = ["-n", str(min(max(os.cpu_count() or 1, 3), 4)), "--dist", "loadfile", "--no-loadscope-reorder"]
    together += ["--max-worker-restart", "0"]
    workers = [] if alone else together
    report = (
        [] if {*arguments} - {"--all"} else ["--junitxml", ROOT / ".pytest_cache" / "tests.xml"]
    )  # for script/slow_tests.py
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        beside = subprocess.Popen([sys.executable, __file__, "lint"], stdout=output, stderr=output, cwd=ROOT)
        try:
            call([PYTHON, "-m", "pytest", "--durations=30", *workers, *report, *arguments], env=environment)
        finally:
            failed = beside.wait()
            output.seek(0)
            print(output.read())
    if failed:
        raise TaskError("All tests passed, but lint did not: see above.")


def bench(arguments: Sequence[str]) -> None:
    """The budgets of the design, measured."""
    bootstrap()
    call([PYTHON, "-m", "benchmarks", *arguments])


def count(arguments: Sequence[str]) -> None:
    """Lines by room, and counts of what makes the code hard to read, beside their goals."""
    bootstrap()
    call([PYTHON, ROOT / "script" / "count.py", *arguments])


def lock(arguments: Sequence[str]) -> None:
    """Make requirements.lock anew from pyproject.toml: one file for every system and Python, `EXTRAS` marked."""
    bootstrap()
    compiled: dict[str, list[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for count in range(len(EXTRAS) + 1):
            extras = ["dev", "onnx", *EXTRAS[:count]]
            out = Path(folder) / "-".join(extras)
            options = [option for extra in extras for option in ("--extra", extra)]
            command = ["pip", "compile", "--universal", "--generate-hashes", "--no-header", "--no-annotate", "--quiet"]
            command += ["--python-version", "3.11", *arguments]
            call([PYTHON, "-m", "uv", *command, *options, "pyproject.toml", "--output-file", out])
            compiled[extras[-1]] = re.split(r"\n(?=\S)", out.read_text(encoding="utf-8").strip())
    extra_of = {entry: extra for extra in reversed(["onnx", *EXTRAS]) for entry in compiled[extra]}
    lines = ["# Made by `python script/tasks.py lock` from pyproject.toml. Lines of an extra are for its users alone."]
    for entry in compiled[EXTRAS[-1]]:
        requirement, _, hashes = entry.partition(" \\\n")
        if extra_of[entry] in EXTRAS:
            requirement += f'{" and" if " ; " in requirement else " ;"} extra == "{extra_of[entry]}"'
        lines.append(f"{requirement} \\\n{hashes}")
    LOCK.write_text("\n".join(lines) + "\n", encoding="utf-8")


TASKS: dict[str, Callable[[Sequence[str]], None]] = {
    "bootstrap": bootstrap,
    "run": run,
    "test": test,
    "lint": lint,
    "bench": bench,
    "count": count,
    "lock": lock,
    "translations": translations,
}


def main() -> int:
    """Do the task that the first argument names."""
    name, arguments = (sys.argv[1:2] or ["run"])[0], sys.argv[2:]
    if name not in TASKS:
        print(f"There is no task '{name}'. Choose one of: {', '.join(TASKS)}.", file=sys.stderr)
        return 2
    try:
        TASKS[name](arguments)
    except TaskError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
