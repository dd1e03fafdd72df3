"""What the plug-in brings. Nothing of the program is loaded but this description."""

from core.base.plugins.plugin import Plugin, PluginPart

PLUGIN = Plugin(
    "bars",
    "Lists with bars",
    "Reads and writes lists whose lines are image|text.",
    formats=(PluginPart("bars", at="textscanner_bars.bars:FORMAT"),),
)
