"""Keras' own folder: the settings of other programs in it must not decide what this program does.

Keras reads `keras.json` once, when it is imported, from `KERAS_HOME` or `~/.keras`: backend, precision and the order of
an image's axes, as any program of this person has left them there.
"""

from __future__ import annotations

import os
from pathlib import Path

from core.base.folders import cache_folder

_HOME = "KERAS_HOME"
_ORIGINAL = "TEXTSCANNER_KERAS_HOME"
_BACKEND = "KERAS_BACKEND"


def set_up_keras() -> None:
    """Give Keras a folder of this program's own, and TensorFlow for a backend unless `KERAS_BACKEND` names another.

    Call it before Keras is imported. Child processes inherit what it has set.
    """
    own = str(cache_folder() / "keras")
    given = os.environ.get(_HOME, "")
    if given != own:
        os.environ[_ORIGINAL], os.environ[_HOME] = given, own
    if not os.environ.get(_BACKEND):
        os.environ[_BACKEND] = "tensorflow"


def weight_folders() -> tuple[Path, ...]:
    """The folders of this person's Keras for the weights of published networks, in the order of looking."""
    named = [os.environ.get(name, "") for name in (_HOME, _ORIGINAL)]
    homes = [*map(Path, filter(None, named)), Path("~/.keras").expanduser()]
    return tuple(dict.fromkeys(home / "models" for home in homes if home != cache_folder() / "keras"))
