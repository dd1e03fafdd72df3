"""The commands of `textscanner` in a terminal."""
