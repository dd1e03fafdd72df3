"""Signs that a label is wrong: its contradictions with the maps, and words and symbols that look similar."""
