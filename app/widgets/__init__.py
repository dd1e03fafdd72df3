"""Qt helpers that know no session."""
