"""How long the tests of the window wait for what has to come."""

WAIT = 60_000  # ms: far more than anything takes, so that a busy machine fails no test
