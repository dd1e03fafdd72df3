"""The panel with the history of the project, from which labels can be restored."""
