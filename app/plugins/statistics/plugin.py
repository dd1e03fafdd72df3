"""All parts that the statistics contribute, each loaded when it is needed.

Apart from its parts, which are loaded when they are needed.
"""

from __future__ import annotations

from core.base.plugins.plugin import ActionPart, Plugin

CONTEXT = "Plugins"  # the translation context of these texts

PLUGIN = Plugin(
    "statistics",
    "Statistics",
    "Counts symbols and lengths of the words of a folder, and what was labelled on which day, by whom.",
    actions=(ActionPart("file.statistics", at="app.plugins.statistics.action:ACTION", after=""),),
    dialogs={"statistics": "app.plugins.statistics.dialog:StatisticsDialog"},
)
