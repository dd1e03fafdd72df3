"""Everything that is asked of the process that predicts."""
