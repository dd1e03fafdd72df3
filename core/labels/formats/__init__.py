"""Foreign annotation formats, which `registry` finds and `core.labels.formats.conversion` uses."""
