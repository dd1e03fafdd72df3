"""The panel that lists the problems found by checks, and the dialog that fixes all problems of a kind."""
