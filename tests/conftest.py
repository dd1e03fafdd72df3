"""What every test shares: hypothesis profiles, isolated homes, and the real data where it is there."""

import faulthandler
import os
import re
import shutil
from collections import Counter
from collections.abc import Generator, Iterator
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from PySide6.QtWidgets import QApplication

from app.desktop.starting import load_qt, without_collection

load_qt()  # before pytest-qt does: 90 MB of sources are kept in each process otherwise, once TensorFlow is loaded
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")  # TensorFlow's start-up notes; child processes inherit it
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
os.environ["TEXTSCANNER_PLUGINS"] = "{}"  # those of the program, whatever the person who runs the tests has chosen

REPOSITORY = Path(__file__).resolve().parent.parent

settings.register_profile(
    "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large]
)
settings.register_profile("quick", parent=settings.get_profile("suite"), max_examples=40)
settings.register_profile("slow", parent=settings.get_profile("suite"), derandomize=False, max_examples=1000)
settings.load_profile("suite")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--all", action="store_true", help="also run what trains, starts programs or needs real words")
    parser.addoption("--slow", action="store_true", help="all, and the soaks, the many kills and the long trainings")


def pytest_configure(config: pytest.Config) -> None:
    if config.getoption("--slow"):
        settings.load_profile("slow")
    is_named = config.args_source is config.ArgsSource.ARGS or bool(config.option.keyword)
    if hasattr(config, "workerinput"):  # a process of xdist, whose command line always names a path
        config.option.all = config.workerinput["all"]
    elif config.getoption("--slow") or is_named:  # a test that somebody asks for by its name runs
        config.option.all = True
    if not config.getoption("--all"):
        settings.load_profile("quick")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Tell a process of xdist which tests run."""
    node.workerinput["all"] = node.config.option.all


_LONG = ("core/model/training", "e2e", "app/workers", "core/model", "app/training", "app/views/main_window", "tour")
"""Folders whose tests train, predict or start whole programs, the longest first."""

_HOURS = ("e2e/test_window", "fuzz/test_fuzz", "e2e/test_worker_kills", "core/model/test_other_processors")
"""Files with slow tests of an hour, or nearly."""

_SECONDS: Counter[str] = Counter()
"""Of the files with the slowest tests, as `script/slow_tests.py` has written them."""

for _seconds, _file in re.findall(
    r"^\| ([\d.]+) \| `(\S+?)::", (REPOSITORY / "docs/slow-runs.md").read_text("utf-8"), re.M
):
    _SECONDS[_file] += float(_seconds)


def _turn(item: pytest.Item) -> tuple[bool, float, int]:
    """The files of `_HOURS` come first, then those with the slowest tests, those of `_LONG`, and all others."""
    path = item.path.relative_to(REPOSITORY)
    folder = Path(*path.parts[1:-1])
    long = next((turn for turn, long in enumerate(_LONG) if folder.is_relative_to(long)), len(_LONG))
    return (folder / path.stem).as_posix() not in _HOURS, -_SECONDS[path.as_posix()], long


_IS_LONG = re.compile(
    r"^(?:import|from) (?:keras|tensorflow)\b|^from support\.(?:networks|more_terms)\b"
    r"|^pytestmark = \[?pytest\.mark\.(?:long|slow)\b",
    re.M,
)
"""What a file says that loads TensorFlow, or whose tests are all long."""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Leave such files to `--all`: by their import alone each process would load TensorFlow."""
    if config.getoption("--all") or not collection_path.match("test_*.py"):
        return None
    return _IS_LONG.search(collection_path.read_text("utf-8")) is not None or None


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Garbage is not looked for among the modules that tests load, neither meanwhile nor in any test."""
    with without_collection():
        return (yield)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    items.sort(key=_turn)  # a long file that begins last is waited for by one process alone
    if not config.getoption("--all"):
        config.hook.pytest_deselected(items=[item for item in items if _is_long(item)])
        items[:] = [item for item in items if not _is_long(item)]
    if config.getoption("--slow"):
        return
    for item in items:
        if item.get_closest_marker("slow"):  # its keywords hold the names of folders, too
            item.add_marker(pytest.mark.skip(reason="runs with script/test --slow"))


def _is_long(item: pytest.Item) -> bool:
    """Return True for a marked test, one that starts a process of the program, and one that needs the real words."""
    parameters = item.callspec.params if isinstance(item, pytest.Function) and hasattr(item, "callspec") else {}
    starts = any(str(each).startswith("support.processes.") for each in parameters.values())
    return bool(item.get_closest_marker("long")) or starts or "shared_data" in getattr(item, "fixturenames", ())


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("slow"):
        faulthandler.cancel_dump_traceback_later()  # the limit of pyproject.toml is not for these


_NUMBERS = count()


@pytest.fixture(autouse=True)
def isolated_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Caches, settings and journals of a test go to a folder of its own."""
    home = tmp_path_factory.getbasetemp() / "homes" / str(next(_NUMBERS))  # `mktemp` looks through all before it
    home.mkdir(parents=True)
    for variable in ("XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(variable, str(home / variable.lower()))
    monkeypatch.setenv("HOME", str(home))
    return home


_CHINESE = frozenset("中皑體0")


def _has_chinese(path: Path) -> bool:
    from core.base.errors import SynthesisError
    from core.data.drawing.fonts import SUFFIXES, drawn_symbols

    try:
        # Of fonts for one script alone, simplified or traditional, Chinese words cannot be drawn
        return path.suffix in SUFFIXES and drawn_symbols(str(path), 0, _CHINESE) == _CHINESE
    except SynthesisError:
        return False


@pytest.fixture(autouse=True, scope="session")
def one_font(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Of the machine's fonts there is one, which has Chinese symbols: all are looked through in half a minute."""
    from core.base.systems import system

    all_folders = system.font_folders()

    @cache
    def folder_of_one() -> tuple[Path, ...]:
        files = [path for folder in all_folders for path in sorted(folder.rglob("*"))]
        chosen = next(filter(_has_chinese, sorted(files, key=lambda path: path.suffix != ".ttf")), None)
        folder = tmp_path_factory.mktemp("fonts")
        return () if chosen is None else (Path(shutil.copy(chosen, folder)).parent,)

    with pytest.MonkeyPatch.context() as patch:
        if not request.config.getoption("--slow"):
            patch.setattr("core.base.systems.system.font_folders", folder_of_one)
        yield


@pytest.fixture
def qtbot(qapp: QApplication, request: pytest.FixtureRequest) -> object:
    """A bot that waits as long as a busy machine needs."""
    from support.waiting import PatientBot

    return PatientBot(request)


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """The folder of real word images beside the project; a test that needs it skips where it is missing."""
    folder = REPOSITORY.parent / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("needs the real word images in ../shared/data")
    return folder
