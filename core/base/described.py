"""Things with names that people see, each described once for menus, dialogs, `--help` and the reference.

Of all rooms, because actions, settings and panels of the window derive from it as formats and checks do.
"""

from __future__ import annotations

from dataclasses import dataclass

TableText = str
"""An English text in a table.

The catalogue collects what a field, a parameter or a constant of this type holds, in the context `CONTEXT` of its
module, or else of the module whose class the table is made of.
"""


@dataclass(frozen=True, slots=True)
class Described:
    """A thing with an id, and a title and help that people see."""

    id: str
    """The name of the thing in files and keys."""
    title: TableText
    """The title as English source text."""
    help: TableText = ""
    """The help as English source text: a sentence or two. Empty if the title says all."""
