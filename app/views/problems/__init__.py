"""The problems that checks have found: a panel that lists problems, a dialog that mends all of a kind."""
