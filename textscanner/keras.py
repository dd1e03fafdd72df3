"""Offers the callback `Watch`, which lets the window follow the training of any Keras model.

Importing this module loads no Keras; asking for `Watch` does, with the backend and the settings that your own
`import keras` has.

Examples
--------
>>> import keras
>>> from textscanner.keras import Watch
>>> issubclass(Watch, keras.callbacks.Callback)
True
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from core.model.watch import Watch

__all__ = ["Watch"]


def __getattr__(name: str) -> Any:
    if name != "Watch":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    load_keras()
    return import_module("core.model.watch").Watch


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])


def load_keras() -> None:
    """Import Keras with the settings of the calling program.

    Then `core.model` takes Keras as it is, and leaves the environment alone.
    """
    import_module("keras")
