"""Foreign annotation formats, one module each. `registry` finds them, `core.labels.formats.conversion` uses them."""
