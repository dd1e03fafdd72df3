"""The plug-ins that come with the program, listed by name.

A module of its own, because none of them is imported here: one that is off is not loaded.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

OURS: Mapping[str, str] = MappingProxyType(
    {
        "adapting": "app.plugins.adapting.plugin:PLUGIN",
        "comparing": "app.plugins.comparing.plugin:PLUGIN",
        "foreign_graphs": "app.plugins.foreign_graphs.plugin:PLUGIN",
        "glyph_wall": "app.plugins.glyph_wall.plugin:PLUGIN",
        "inside": "app.plugins.inside.plugin:PLUGIN",
        "pinned_words": "app.plugins.pinned_words.plugin:PLUGIN",
        "pruning": "app.plugins.pruning.plugin:PLUGIN",
        "statistics": "app.plugins.statistics.plugin:PLUGIN",
    }
)
"""Each plug-in's id, and its description as "package.module:attribute".

They are on until a person switches them off.
"""
