"""Checks that the package `core` that Python finds is the one with which this interface was installed.

`core` is a common name: a notebook's folder may hold a `core.py` of its own, which Python finds first.
"""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

_CORE = Path(__file__).resolve().parents[1] / "core"


def require_own_core() -> None:
    """Find the package `core` without running it, and check that it is the one beside this package.

    Raises
    ------
    ImportError
        If another `core` is found first, or none. The one sentence names its file and says what to do.
    """
    file, places = _found_core()
    if _CORE.resolve() in places:
        return
    if file:
        raise ImportError(
            f"textscanner: Python finds another “core” first, {file}. Rename it, or start Python in another folder.",
            name="core",
            path=file,
        )
    raise ImportError(
        f"textscanner: its package “core” is missing in {_CORE.parent}. Install TextScanner Studio again.", name="core"
    )


def _found_core() -> tuple[str, list[Path]]:
    """Return the file of the `core` that Python finds, "" for none, and the folders that its modules come from."""
    loaded = sys.modules.get("core")
    if loaded is not None:
        file, folders = getattr(loaded, "__file__", None), getattr(loaded, "__path__", ())
    else:
        spec = importlib.util.find_spec("core")
        if spec is None:
            return "", []
        file, folders = spec.origin, spec.submodule_search_locations or ()
    places = [Path(folder).resolve() for folder in folders]
    return file or next(map(str, places), ""), places
