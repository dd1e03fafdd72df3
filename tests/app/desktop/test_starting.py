import gc
import os
from collections.abc import Iterator
from typing import Any

import pytest
from support.processes.python import run_python

from app.desktop.starting import quick_loading

BLAS = "OPENBLAS_NUM_THREADS"


@pytest.fixture(autouse=True)
def thawed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(BLAS, raising=False)
    gc.enable()  # as it is when the program starts
    yield
    gc.unfreeze()


def test_garbage_is_not_looked_for_meanwhile_but_is_afterwards():
    with quick_loading():
        assert not gc.isenabled()
    assert gc.isenabled()
    assert gc.get_freeze_count() > 0


@pytest.mark.parametrize("chosen", [None, "3"])
def test_blas_has_one_thread_or_as_many_as_a_person_has_set_and_children_are_not_told(
    monkeypatch: pytest.MonkeyPatch, chosen: str | None
):
    if chosen is not None:
        monkeypatch.setenv(BLAS, chosen)
    with quick_loading():
        assert os.environ[BLAS] == (chosen or "1")
    assert os.environ.get(BLAS) == chosen


def test_everything_is_as_before_after_an_error():
    with pytest.raises(ImportError), quick_loading():
        raise ImportError("a module is missing")
    assert gc.isenabled()
    assert BLAS not in os.environ


def test_first_page_has_at_most_120_modules_and_no_numpy():
    code = "import sys, app.gui; ours = [name for name in sys.modules if name.split('.')[0] in ('app', 'core')]; "
    run_python("-c", f"{code} sys.exit(len(ours) > 120 or 'numpy' in sys.modules)")


def test_import_is_python_s_own_once_qt_is_loaded_so_that_no_source_is_read():
    code = (
        "import builtins, sys; own = builtins.__import__; from app.desktop.starting import quick_loading; "
        "loading = quick_loading(); loading.__enter__(); import app.gui, PySide6.QtSvg; "
        "sys.exit(builtins.__import__ is not own)"
    )
    run_python("-c", code)


@pytest.mark.parametrize("arguments", [[], ["."]])
def test_window_is_opened_without_the_libraries_that_read_options(arguments: list[Any]):
    code = (
        "import sys, app.gui, app.cli; app.gui.run = lambda options: len(sys.modules.keys() & {'typer', 'pydantic'}); "
        f"sys.exit(app.cli.run({arguments}))"
    )
    run_python("-c", code)
