"""The readers of other programs on the command line."""
