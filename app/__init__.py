"""The desktop program and the `textscanner` command."""
