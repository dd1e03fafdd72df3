"""The folders in which the program keeps things of its own: only this module asks the system for them.

On Windows a folder would lie inside one with the author's name unless `appauthor` says otherwise.
"""

from __future__ import annotations

from pathlib import Path

import platformdirs

SETTINGS_NAME = "textscanner.json"  # the file at a project's root that holds its choices (`core.project.project`)

_NAME = "textscanner-studio"


def state_folder() -> Path:
    """The folder of what the program remembers: journals, the window's state, addresses of running processes."""
    return platformdirs.user_state_path(_NAME, appauthor=False)


def settings_folder() -> Path:
    """Return the folder of the person's settings."""
    return platformdirs.user_config_path(_NAME, appauthor=False)


def cache_folder() -> Path:
    """Return the folder of what can be made again: the indexes of projects."""
    return platformdirs.user_cache_path(_NAME, appauthor=False)


def log_folder() -> Path:
    """Reports of unexpected errors and what child processes write."""
    return platformdirs.user_log_path(_NAME, appauthor=False)


def data_folder() -> Path:
    """The folder of what this person's programs offer the desktop on Linux: menu entries, icons, kinds of files."""
    return platformdirs.user_data_path()


def documents_folder() -> Path:
    """Return the folder of the person's own documents, which may not exist."""
    return platformdirs.user_documents_path()
