"""Gives Keras a folder of its own, because other programs' settings must not decide what this program does.

Keras reads `keras.json` once, when it is imported, from `KERAS_HOME` or `~/.keras`: backend, precision and the order of
an image's axes, as any program of this person has left them there.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from core.base.folders import cache_folder

_HOME = "KERAS_HOME"
_ORIGINAL = "TEXTSCANNER_KERAS_HOME"
_BACKEND = "KERAS_BACKEND"
_CHOSEN = "TEXTSCANNER_BACKEND"
_TENSORFLOW = "tensorflow"


def set_up_keras() -> None:
    """Give Keras this program's own folder, and TensorFlow as the backend unless `choose_backend` chose another.

    Call it before Keras is imported. Child processes inherit what it has set. A `KERAS_BACKEND` of this person's other
    programs decides nothing. A script that has imported Keras itself keeps its backend, and nothing of its environment
    is changed.
    """
    if "keras" in sys.modules:
        return
    own = str(cache_folder() / "keras")
    given = os.environ.get(_HOME, "")
    if given != own:
        os.environ[_ORIGINAL], os.environ[_HOME] = given, own
    os.environ[_BACKEND] = os.environ.get(_CHOSEN) or _TENSORFLOW
    if os.environ[_BACKEND] != _TENSORFLOW:
        # Keras imports TensorFlow wherever it is installed, as soon as a model is saved: ten seconds, and 500 MB
        sys.modules.setdefault(_TENSORFLOW, None)  # type: ignore[arg-type]  # Python's way to say that there is none


def choose_backend(name: str) -> None:
    """Make Keras compute with a backend in this process, and in those that it starts.

    It has to be called before Keras is imported.
    """
    os.environ[_CHOSEN] = name
    set_up_keras()


def weight_folders() -> tuple[Path, ...]:
    """Return the Keras folders of this person for weights of published networks, in the order of the search."""
    named = [os.environ.get(name, "") for name in (_HOME, _ORIGINAL)]
    homes = [*map(Path, filter(None, named)), Path("~/.keras").expanduser()]
    return tuple(dict.fromkeys(home / "models" for home in homes if home != cache_folder() / "keras"))
