"""Pure functions from label to label."""
