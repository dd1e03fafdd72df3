"""The version of this program, written into files that a later version may write in another form."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from functools import cache
from typing import Any

from core.base.errors import Damaged, one_line


class NewerVersion(Damaged):
    """Raised if a file has a form that only a newer version of this program can read."""


@cache
def program_version() -> str:
    """Return the version of this program, or "" if it is not installed."""
    try:
        return importlib.metadata.version("textscanner-studio")
    except importlib.metadata.PackageNotFoundError:
        return ""


def written_by(schema: int) -> dict[str, Any]:
    """Return the keys that give a file's form, and the version of the program that wrote it."""
    return {"schema": schema, "version": program_version()}


def check_written_by(values: Mapping[str, Any], schema: int) -> None:
    """Raise NewerVersion if a newer version wrote these values in a form that this one does not know.

    `schema`: the newest form that is known. Values without these keys are of versions before them. Raises Damaged
    if the schema is no number.
    """
    present = values.get("schema", schema)
    if isinstance(present, bool) or not isinstance(present, int) or present < 1:
        raise Damaged("its schema is not a number of 1 or more")
    if present > schema:
        version = values.get("version")
        raise NewerVersion(
            "version {version} of the program wrote it (schema {schema}, this one knows {known}). Update the program",
            version=one_line(version, 20) if isinstance(version, str) and version else "?",
            schema=present,
            known=schema,
        )
