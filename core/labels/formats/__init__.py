"""Foreign annotation formats, one module each; `registry` finds them, `core.labels.conversion` uses them."""
