"""The version of this program, which is written into files that a later version may write in another form."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Mapping
from functools import cache
from typing import Any

from core.base.errors import Damaged, one_line


class NewerVersion(Damaged):
    """A file has a form that only a newer version of the program knows."""


@cache
def program_version() -> str:
    """The version of this program. "" if it is not installed."""
    try:
        return importlib.metadata.version("textscanner-studio")
    except importlib.metadata.PackageNotFoundError:
        return ""


def written_by(schema: int) -> dict[str, Any]:
    """The keys that say which form a file has, and which version of the program has written it."""
    return {"schema": schema, "version": program_version()}


def check_written_by(values: Mapping[str, Any], schema: int) -> None:
    """Raise NewerVersion if a newer version has written some values, in a form that this version does not know.

    `schema`: the newest form that is known. Values without these keys are of versions before them. Raises Damaged
    if the schema is no number.
    """
    present = values.get("schema", schema)
    if isinstance(present, bool) or not isinstance(present, int) or present < 1:
        raise Damaged("its schema is no number from 1")
    if present > schema:
        version = values.get("version")
        raise NewerVersion(
            "version {version} of the program wrote it (schema {schema}, this one knows {known}). Update the program",
            version=one_line(version, 20) if isinstance(version, str) and version else "?",
            schema=present,
            known=schema,
        )
