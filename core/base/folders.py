"""Returns the folders in which the program keeps its own files, and is the only module that asks the system for them.

On Windows a folder would lie inside one with the author's name unless `appauthor` says otherwise.
"""

from __future__ import annotations

from pathlib import Path

import platformdirs

SETTINGS_NAME = "textscanner.json"  # the file at a project's root that holds its choices (`core.project.project`)

_NAME = "textscanner-studio"


def state_folder() -> Path:
    """Return the folder for what the program remembers: journals, the window's state, addresses of processes."""
    return platformdirs.user_state_path(_NAME, appauthor=False)


def settings_folder() -> Path:
    """Return the folder for the person's settings."""
    return platformdirs.user_config_path(_NAME, appauthor=False)


def cache_folder() -> Path:
    """Return the folder for files that can be made again, the indexes of projects."""
    return platformdirs.user_cache_path(_NAME, appauthor=False)


def log_folder() -> Path:
    """Return the folder for reports of unexpected errors and for the output of child processes."""
    return platformdirs.user_log_path(_NAME, appauthor=False)


def data_folder() -> Path:
    """Return the folder for desktop entries of this person's programs on Linux: menus, icons, file types."""
    return platformdirs.user_data_path()


def documents_folder() -> Path:
    """Return the folder of the person's own documents, which may not exist."""
    return platformdirs.user_documents_path()
