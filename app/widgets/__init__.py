"""Qt helpers that do not depend on a session."""
